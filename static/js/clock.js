// Counts down to one absolute deadline of the server's, and moves the sun or moon along.

const format = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** `texts`: what to announce half a minute (half) and ten seconds (low) before the end. */
export function startClock(root, now, announce, texts) {
  const sky = document.querySelector('.sky');
  const spoken = new Set();

  function tick() {
    show();
    setTimeout(tick, 1000 - (now() % 1000) + 5);
  }

  function show() {
    const clock = document.getElementById('clock');
    const [began, due] = ['from', 'due'].map((name) => Number(document.getElementById('now').dataset[name]));
    const left = Math.max(0, Math.ceil((due - now()) / 1000));
    clock.textContent = due ? format(left) : '';
    clock.toggleAttribute('data-low', Boolean(due) && left <= 10);
    if (!due) {
      sky.style.removeProperty('--t');
      return;
    }
    sky.style.setProperty('--t', Math.min(1, Math.max(0, (now() - began) / (due - began))).toFixed(4));
    const text = left === 30 ? texts.half : left === 10 ? texts.low : '';
    if (text && !spoken.has(due + text) && due - began > left * 1000 + 5000) {
      spoken.add(due + text);
      announce(text);
    }
  }

  root.addEventListener('live:frame', show);
  tick();
}
