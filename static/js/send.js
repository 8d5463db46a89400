// Forms of a room's page, sent without leaving it. None is lost when the line is down, and none counts twice.
//
// Each `form[data-send]` goes out with the page's token (data-csrf of its root) and a command id of its own. What
// gets no answer waits, with its id, until the line is live again: if it did arrive, the server knows the id.
// data-send names the element for what the server objects to; a form with data-clear starts anew once it is sent.
// <html data-unsent> counts what waits.

const PATIENCE = 6000;

const page = document.documentElement;

/** Takes over the forms under `root`. Gives back what to call when the line is live: it sends what waits. */
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

  async function take({ response, text }, errors) {
    const elsewhere = response.headers.get('HX-Redirect') ?? (response.redirected ? response.url : '');
    if (elsewhere) location.assign(elsewhere);
    else await object(errors, response.ok ? '' : text);
  }

  /** Shows what the server objects to: partials find their own places, anything else goes to `errors`. */
  async function object(errors, text) {
    const place = document.getElementById(errors);
    if (text.includes('<hx-partial')) {
      await htmx.swap({ sourceElement: root, target: root, swap: 'none', text });
    } else if (place) {
      await htmx.swap({ sourceElement: place, target: place, swap: 'innerHTML', text });
    }
  }

  async function send(form, submitter) {
    const fields = new FormData(form, submitter);
    fields.delete('csrfmiddlewaretoken');
    fields.delete('command_id');
    const action = submitter?.hasAttribute('formaction') ? submitter.formAction : form.action;
    const body = String(new URLSearchParams(fields));
    const what = `${action} ${body}`;
    const last = waiting.at(-1);
    if (underway.has(what) || (last && what === `${last.action} ${last.body}`)) return; // the same tap twice
    const command = { action, body, id: newId(), errors: form.dataset.send };
    let answer = null;
    underway.add(what);
    try {
      // Behind others that wait, this waits too: the order in which people said things is kept.
      if (!waiting.length) answer = await post(command);
    } finally {
      underway.delete(what);
    }
    if (!answer) {
      waiting.push(command);
      keep();
    }
    // Meanwhile somebody may have typed on.
    const same = String(new URLSearchParams(new FormData(form, submitter))).includes(body);
    if ('clear' in form.dataset && same && (!answer || answer.response.ok)) form.reset();
    if (answer) await take(answer, command.errors);
  }

  async function resend() {
    if (resending || !waiting.length) return;
    resending = true;
    try {
      while (waiting.length) {
        const answer = await post(waiting[0]);
        if (!answer) return; // The next sign of life tries again.
        const { errors } = waiting.shift();
        keep();
        await take(answer, errors);
      }
    } finally {
      resending = false;
    }
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches('form[data-send]')) return;
    event.preventDefault();
    send(form, event.submitter);
  });

  keep();
  return resend;
}

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
