// Counts down to one absolute deadline of the server's, and moves the sun or moon along.  The last seconds of a
// phase that is long enough are marked, and counted aloud by the device where somebody asked for that.

const WARNINGS = [10, 5, 3, 2, 1]; // seconds
const WORTH_WARNING = 15_000; // milliseconds that a phase lasts at least
const SPOKEN = 'clock spoken';

const format = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** `texts`: what to announce half a minute (half) and ten seconds (low) before the end. */
export function startClock(root, now, announce, texts) {
  const sky = document.querySelector('.sky');
  const spoken = new Set();
  const speak = startSpeaking();

  function tick() {
    show();
    setTimeout(tick, 1000 - (now() % 1000) + 5);
  }

  function show() {
    const clock = document.getElementById('clock');
    const [began, due] = ['from', 'due'].map((name) => Number(document.getElementById('now').dataset[name]));
    const left = Math.max(0, Math.ceil((due - now()) / 1000));
    const warns = due && due - began >= WORTH_WARNING && WARNINGS.includes(left);
    clock.textContent = due ? format(left) : '';
    clock.toggleAttribute('data-low', Boolean(due) && left <= 10);
    clock.toggleAttribute('data-warn', Boolean(warns));
    if (!due) {
      sky.style.removeProperty('--t');
      return;
    }
    sky.style.setProperty('--t', Math.min(1, Math.max(0, (now() - began) / (due - began))).toFixed(4));
    if (warns && !spoken.has(`${due} ${left}`)) {
      spoken.add(`${due} ${left}`);
      speak(left === 10 ? texts.low : String(left));
    }
    const text = left === 30 ? texts.half : left === 10 ? texts.low : '';
    if (text && !spoken.has(due + text) && due - began > left * 1000 + 5000) {
      spoken.add(due + text);
      announce(text);
    }
  }

  root.addEventListener('live:frame', show);
  tick();
}

/** Gives back what says a text, if somebody wants the clock spoken: never at night on the phone of a player. */
function startSpeaking() {
  const voices = window.speechSynthesis;
  const page = document.documentElement;
  const box = document.querySelector('[data-speak-clock]');
  let counting = null;
  if (!voices || !box) return () => {};
  box.closest('label').hidden = false;
  try {
    box.checked = localStorage.getItem(SPOKEN) === '1';
  } catch {
    // Not remembered: then it is asked for anew on each page.
  }
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(SPOKEN, box.checked ? '1' : '0');
    } catch {
      // Not kept: then it holds for this page.
    }
  });
  return (text) => {
    const { phase, screen, seat } = page.dataset;
    if (!box.checked || screen !== 'game' || (phase === 'night' && seat !== 'none')) return;
    if (voices.speaking && !counting) return; // The story is being read.
    voices.cancel();
    const count = (counting = new SpeechSynthesisUtterance(text));
    count.lang = page.lang;
    count.onend = count.onerror = () => {
      if (counting === count) counting = null;
    };
    voices.speak(count);
  };
}
