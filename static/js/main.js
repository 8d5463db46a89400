// What every page loads.  A room's page has a root with data-live; the other pages need no script.
import { connect, serverNow } from './live.js';
import { startCards } from './card.js';
import { startClock } from './clock.js';
import { startForms } from './forms.js';
import { startReading } from './say.js';
import { startSending } from './send.js';

const page = document.documentElement;
const root = document.querySelector('[data-live]');
const region = document.getElementById('announce');

const announce = (text) => {
  if (text) region.textContent = text;
};

/** The page's colours and layout follow what the status panel says. */
function follow() {
  const status = document.getElementById('status');
  if (!status) return;
  const { screen, theme, phase, seat, say } = status.dataset;
  if (page.dataset.screen !== screen) scrollTo(0, 0);
  Object.assign(page.dataset, { screen, theme, phase, seat });
  if (say !== follow.said) {
    if (follow.said !== undefined) {
      announce(say);
      for (const error of root.querySelectorAll('.err[id]')) error.textContent = '';
    }
    follow.said = say;
  }
}

page.dataset.js = '';
if (root) {
  follow();
  new MutationObserver(follow).observe(document.querySelector('.sky'), { subtree: true, childList: true, attributes: true });
  startClock(serverNow, announce, root.dataset);
  startCards();
  startForms(root, announce);
  startReading();
  connect(root, startSending(root));
}
