// The card: held to look, covered again on letting go and whenever the page is left.  With a mouse, a finger,
// or Enter and the space bar; or by a tap and another, for those who cannot hold.

const TAP = 'card by tap';

function shut() {
  for (const back of document.querySelectorAll('[data-card][aria-expanded=true]')) back.setAttribute('aria-expanded', 'false');
}

const open = (back) => back.setAttribute('aria-expanded', 'true');
const cardOf = (event) => event.target.closest?.('[data-card]');
const isPress = (event) => event.key === 'Enter' || event.key === ' ';

export function startCards() {
  const page = document.documentElement;
  const box = document.querySelector('[data-tap-mode]');
  const byTap = () => 'tap' in page.dataset;

  function setMode(tap) {
    page.toggleAttribute('data-tap', tap);
    if (box) box.checked = tap;
    shut();
  }
  try {
    setMode(localStorage.getItem(TAP) === '1');
  } catch {
    setMode(false);
  }
  box?.addEventListener('change', () => {
    setMode(box.checked);
    try {
      localStorage.setItem(TAP, box.checked ? '1' : '0');
    } catch {
      // Not kept: then it holds for this page.
    }
  });

  document.addEventListener('pointerdown', (event) => {
    const back = cardOf(event);
    if (!back || byTap() || event.button) return;
    back.setPointerCapture(event.pointerId);
    open(back);
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    document.addEventListener(type, () => byTap() || shut());
  }
  document.addEventListener('keydown', (event) => {
    const back = cardOf(event);
    if (event.key === 'Escape') shut();
    if (!back || byTap() || !isPress(event)) return;
    event.preventDefault();
    open(back);
  });
  document.addEventListener('keyup', (event) => isPress(event) && !byTap() && shut());
  document.addEventListener('click', (event) => {
    const back = cardOf(event);
    // A click without a press before it comes from assistive technology, which cannot hold.
    if (!back || !(byTap() || (event.detail === 0 && !event.pointerType))) return;
    if (back.getAttribute('aria-expanded') === 'true') shut();
    else open(back);
  });
  document.addEventListener('contextmenu', (event) => cardOf(event) && event.preventDefault());
  document.addEventListener('focusout', (event) => cardOf(event) && shut());
  document.addEventListener('visibilitychange', shut);
  addEventListener('blur', shut);
  addEventListener('pagehide', shut);
}
