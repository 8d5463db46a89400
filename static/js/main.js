// What every page loads.  A room's page, and the list of rooms, have a root with data-live; the list shows no
// game.  The other pages need no script.
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

/** What is to be heard of the phase that is on: the news where there are some, and nothing of a lobby. */
function heard(screen, now) {
  if (screen === 'lobby') return '';
  const text = 'told' in now.dataset ? document.getElementById('story').dataset.aloud : now.querySelector('p').textContent;
  return `${now.querySelector('h1').textContent}. ${text}`;
}

/** The page's colours and layout follow what the status panel says. */
function follow() {
  const now = document.getElementById('now');
  const { screen, theme, seat } = document.getElementById('status').dataset;
  if (page.dataset.screen !== screen) scrollTo(0, 0);
  Object.assign(page.dataset, { screen, theme, seat, phase: now.dataset.phase });
  const say = heard(screen, now);
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
  if (document.getElementById('now')) {
    follow();
    root.addEventListener('live:frame', follow);
    startClock(root, serverNow, announce, root.dataset);
    startCards();
    startReading();
  }
  startForms(root, announce);
  connect(root, startSending(root));
}
