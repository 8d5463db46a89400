// What a room's page posts, sent so that nothing is lost when the line is down, and nothing counts twice.
//
// Each post of htmx goes out from here, with the page's token (data-csrf of its root) and a command id of its own.
// What gets no answer waits, with its id, until the line is live again: if it did arrive, the server knows the id.
// A form with data-clear starts anew once it is sent. <html data-unsent> counts what waits.

const PATIENCE = 6000;

const page = document.documentElement;

/** Takes over htmx's posts. Gives back what to call when the line is live: it sends what waits. */
export function startSending(root) {
  const store = `unsent ${root.dataset.live}`;
  const waiting = recall(store);
  const underway = new Set();
  let resending = false;

  function keep() {
    if (waiting.length) page.dataset.unsent = waiting.length;
    else delete page.dataset.unsent;
    try {
      sessionStorage.setItem(store, JSON.stringify(waiting));
    } catch {
      // Where nothing may be stored, what waits lives as long as the page.
    }
  }

  /** The server's answer, or null if there is none. */
  async function post({ action, body, id }) {
    try {
      const response = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: {
          Accept: 'text/html',
          'HX-Request': 'true',
          'X-CSRFToken': root.dataset.csrf,
          'X-Command-Id': id,
        },
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PATIENCE),
      });
      // These come from what stands before a server that is away.
      if (response.status >= 502 && response.status <= 504) return null;
      return { response, text: await response.text() };
    } catch {
      return null;
    }
  }

  async function take({ response, text }, { place }) {
    const elsewhere = response.headers.get('HX-Redirect') ?? (response.redirected ? response.url : '');
    if (elsewhere) location.assign(elsewhere);
    // The page may have moved on, and the place for a refusal with it.
    const target = document.getElementById(place) ?? document.getElementById('err-page');
    if (response.ok || !target) return;
    // What is no refusal of ours tells nobody anything: a sentence takes its place.
    if (response.status !== 422) text = root.dataset.broken;
    await htmx.swap({ sourceElement: target, target, swap: 'innerHTML', text, response });
  }

  async function send(command, form) {
    const last = waiting.at(-1);
    const what = content(command);
    if (underway.has(what) || (last && content(last) === what)) return; // the same tap twice
    underway.add(what);
    // Behind others that wait, this waits too: what people said keeps its order.
    const behind = waiting.length > 0;
    const answer = behind ? null : await post(command);
    underway.delete(what);
    if (!answer) {
      waiting.push(command);
      keep();
    }
    // On a slow line the next words may be in the field by now.
    if (form?.matches('[data-clear]') && (!answer || answer.response.ok) && bodyOf(new FormData(form)) === command.body) form.reset();
    if (answer) await take(answer, command);
    // A form may have a place for a word that says so; the word waits in data-kept.
    const word = form?.querySelector('[data-kept]');
    if (word && answer?.response.ok) word.textContent = word.dataset.kept;
    if (behind) resend();
  }

  async function resend() {
    if (resending || !waiting.length) return;
    resending = true;
    try {
      while (waiting.length) {
        const answer = await post(waiting[0]);
        if (!answer) return; // The next sign of life tries again.
        const command = waiting.shift();
        keep();
        await take(answer, command);
      }
    } finally {
      resending = false;
    }
  }

  document.addEventListener('htmx:config:request', (event) => {
    const { request, target } = event.detail.ctx;
    if (request.method === 'GET') return;
    event.preventDefault();
    send({ action: request.action, body: bodyOf(request.body), id: newId(), place: target?.id }, request.form);
  });

  keep();
  return resend;
}

/** What a form holds, without what belongs to the page. */
function bodyOf(data) {
  data.delete('csrfmiddlewaretoken');
  data.delete('command_id');
  return String(new URLSearchParams(data));
}

const content = ({ action, body }) => `${action} ${body}`;

function recall(store) {
  try {
    return JSON.parse(sessionStorage.getItem(store)) ?? [];
  } catch {
    return [];
  }
}

// crypto.randomUUID exists on secure pages only; game nights are plain http.
const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
