// Counts down to one absolute deadline of the server's, and moves the sun or moon along.

const format = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** `texts`: what to announce half a minute (half) and ten seconds (low) before the end. */
export function startClock(now, announce, texts) {
  const sky = document.querySelector('.sky');
  const spoken = new Set();

  function tick() {
    const status = document.getElementById('status');
    const due = Number(status?.dataset.due);
    if (due) show(status, due);
    setTimeout(tick, 1000 - (now() % 1000) + 5);
  }

  function show(status, due) {
    const began = Number(status.dataset.from);
    const clock = status.querySelector('[data-clock]');
    const left = Math.max(0, Math.ceil((due - now()) / 1000));
    clock.textContent = format(left);
    clock.toggleAttribute('data-low', left <= 10);
    sky.style.setProperty('--t', Math.min(1, Math.max(0, (now() - began) / (due - began))).toFixed(4));
    const text = left === 30 ? texts.half : left === 10 ? texts.low : '';
    if (text && !spoken.has(due + text) && due - began > left * 1000 + 5000) {
      spoken.add(due + text);
      announce(text);
    }
  }

  // A fragment that comes in between brings an empty clock.
  new MutationObserver(() => {
    const status = document.getElementById('status');
    const due = Number(status?.dataset.due);
    if (due && !status.querySelector('[data-clock]').textContent) show(status, due);
    if (!due) sky.style.removeProperty('--t');
  }).observe(sky, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-due'] });
  tick();
}
