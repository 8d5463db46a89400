// The socket of a room's page: frames in, signs of life out, and no command lost or doubled on the way.
//
// The page's root element says where the socket is (data-live) and holds the token for forms (data-csrf).
// <html data-net> tells how the line is: connecting, live, lost, or stopped (data-net-code says why), and
// data-unsent counts the commands that wait for it.

const PING = 3000; // milliseconds between two pings
const ANSWER = 4000; // a ping not answered for so long: 7 s of silence, and the line is dead
const WAKING = 2000; // the same for a page that wakes up, whose line has probably died meanwhile
const TICK = 500;
const FIRST = 500; // back-off
const LONGEST = 5000;
const REQUEST = 6000;
const RESYNC = -1;

let offset = 0;
let shortest = Infinity;

/** The server's time in milliseconds, as far as the quickest pong tells. */
export const serverNow = () => Date.now() + offset;

function learnTime(sent, now) {
  const trip = performance.now() - sent;
  if (trip > shortest) return;
  shortest = trip;
  offset = now + trip / 2 - Date.now();
}

const page = document.documentElement;

/** Connects the page under `root` to its room. */
export function connect(root) {
  const url = new URL(root.dataset.live, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const unsent = keepUnsent(root);
  let socket = null;
  let tries = 0;
  let seq = 0;
  let heardAt = 0;
  let askedAt = 0;
  let patience = ANSWER;
  let retry = 0;
  let stopped = false;
  let swaps = Promise.resolve();

  function state(name, code = '') {
    page.dataset.net = name;
    page.dataset.netCode = code;
  }

  function open() {
    clearTimeout(retry);
    if (stopped) return;
    seq = 0;
    shortest = Infinity;
    patience = ANSWER;
    askedAt = performance.now();
    heardAt = 0;
    const mine = (socket = new WebSocket(url));
    mine.onopen = () => mine === socket && ping();
    mine.onmessage = ({ data }) => mine === socket && hear(JSON.parse(data));
    mine.onclose = ({ code }) => mine === socket && lose(code);
  }

  function ping(from = seq) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    askedAt = performance.now();
    socket.send(JSON.stringify({ t: 'ping', c: askedAt, seq: from }));
  }

  function hear(message) {
    heardAt = performance.now();
    if (message.t === 'pong') {
      patience = ANSWER;
      learnTime(message.c, message.now);
      unsent.send();
    } else if (message.t === 'frame') {
      show(message);
    }
  }

  function show({ seq: number, html, lines }) {
    const gap = number !== seq + 1;
    seq = number;
    // Lines go into lists that the panels bring, so they come second.
    swaps = swaps
      .then(() => swap(root, html))
      .then(() => swap(root, lines))
      .then(() => root.dispatchEvent(new CustomEvent('live:frame', { bubbles: true })))
      .catch((error) => console.error('live: a frame could not be shown', error));
    if (gap) ping(RESYNC);
    if (page.dataset.net !== 'live') {
      tries = 0;
      state('live');
      unsent.send();
    }
  }

  function lose(code = 0) {
    const dead = socket;
    socket = null;
    dead?.close();
    clearTimeout(retry);
    if (code >= 4400 && code < 4500) {
      stopped = true;
      state('stopped', code);
      return;
    }
    state('lost');
    const wait = Math.min(FIRST * 2 ** tries++, LONGEST);
    retry = setTimeout(open, wait / 2 + (Math.random() * wait) / 2);
  }

  function tick() {
    if (!socket) return;
    const now = performance.now();
    if (askedAt > heardAt && now - askedAt > patience) lose();
    else if (now - askedAt >= PING) ping();
  }

  /** The page may have slept, or the network changed: find out at once. */
  function wake() {
    if (stopped) return;
    tries = 0;
    shortest = Infinity;
    if (!socket) open();
    else if (socket.readyState === WebSocket.OPEN) {
      patience = WAKING;
      ping();
    }
  }

  function leave() {
    clearTimeout(retry);
    const mine = socket;
    socket = null;
    mine?.close();
  }

  document.addEventListener('visibilitychange', () => document.hidden || wake());
  document.addEventListener('resume', wake);
  addEventListener('pageshow', ({ persisted }) => persisted && wake());
  addEventListener('online', wake);
  addEventListener('offline', wake); // a home network may live on without the world outside
  addEventListener('pagehide', leave);
  setInterval(tick, TICK);
  state('connecting');
  open();
}

const swap = (root, text) =>
  text && htmx.swap({ sourceElement: root, target: root, swap: 'none', text });

// --- Commands -------------------------------------------------------------------------------------------

/**
 * Gives each form that htmx posts its token and a command id of its own, and keeps those that the server did not
 * answer. They go out with the same id when the line is live again: a command that did arrive counts once.
 */
function keepUnsent(root) {
  const store = `unsent ${root.dataset.live}`;
  const waiting = recall(store);
  const underway = new Set();
  let sending = false;

  function changed() {
    page.dataset.unsent = waiting.length || '';
    try {
      sessionStorage.setItem(store, JSON.stringify(waiting));
    } catch {
      // Private windows may not store: then what waits lives as long as the page.
    }
  }

  const content = ({ action, body }) => `${action} ${new URLSearchParams(body)}`;

  document.addEventListener('htmx:config:request', (event) => {
    const { request } = event.detail.ctx;
    if (request.method === 'GET') return;
    request.body.delete('csrfmiddlewaretoken');
    request.body.delete('command_id');
    const what = content(request);
    const last = waiting.at(-1);
    if (underway.has(what) || (last && content(last) === what)) {
      event.preventDefault(); // the same tap twice
      return;
    }
    underway.add(what);
    request.headers['X-CSRFToken'] = root.dataset.csrf;
    request.headers['X-Command-Id'] = newId();
  });

  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    const id = ctx.request.headers['X-Command-Id'];
    if (!id) return;
    underway.delete(content(ctx.request));
    const status = ctx.response?.status;
    const answered = ctx.text !== undefined && !isAway(status);
    if (!answered) {
      const { action, body } = ctx.request;
      waiting.push({ action, body: String(body), id, target: ctx.target?.id ?? '' });
      changed();
    }
    if (!answered || status < 300) clear(ctx.sourceElement);
  });

  async function send() {
    if (sending || !waiting.length) return;
    sending = true;
    try {
      while (waiting.length) {
        const { action, body, id, target } = waiting[0];
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
          signal: AbortSignal.timeout(REQUEST),
        });
        if (isAway(response.status)) break;
        waiting.shift();
        changed();
        if (response.status === 422) await complain(target, await response.text());
      }
    } catch {
      // The line is down again. The next pong tries anew.
    } finally {
      sending = false;
    }
  }

  async function complain(id, text) {
    const target = document.getElementById(id);
    if (target) await htmx.swap({ sourceElement: target, target, swap: 'innerHTML', text });
  }

  changed();
  return { send };
}

/** Answers of what stands before a server that is away. */
const isAway = (status) => status >= 502 && status <= 504;

/** A form whose content is gone for good once it was sent, such as a line of talk, starts anew. */
function clear(element) {
  if (element?.matches?.('form[data-clear]')) element.reset();
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
