// The page that checks a verification file.  What it reads stays in the browser.
import { check } from './proof.js';

const form = document.querySelector('[data-verify]');
const box = form.querySelector('textarea');
const file = form.querySelector('[type=file]');
const result = document.getElementById('result');
const outcome = document.getElementById('outcome');
const list = document.getElementById('lines');
const words = JSON.parse(form.dataset.words);

const sentence = ({ kind, ...facts }) => words[kind].replace(/%\((\w+)\)s/g, (_, name) => facts[name]);

function show(state, text, lines) {
  result.hidden = false;
  result.dataset.outcome = state;
  outcome.textContent = text;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
}

function verify() {
  if (!box.value.trim()) {
    show('fails', form.dataset.empty, []);
    return;
  }
  const report = check(box.value);
  show(report.outcome, words[report.outcome], report.lines.map(sentence));
}

async function fetchGame(url) {
  try {
    const response = await fetch(url);
    const text = await response.text();
    if (response.ok) {
      box.value = text;
      verify();
    } else show('fails', response.status < 500 ? text : form.dataset.failed, []);
  } catch {
    show('fails', form.dataset.failed, []);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  verify();
});
file.addEventListener('change', async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  try {
    box.value = await chosen.slice(0, 1_000_001).text();
    verify();
  } catch {
    show('fails', form.dataset.unread, []);
  }
});
if (form.dataset.fetch) fetchGame(form.dataset.fetch);
