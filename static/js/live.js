// The socket of a room's page: frames in, signs of life out.
//
// <html data-net> tells how the line is: connecting, live, lost, or stopped (data-net-code says why).

const PING = 3000; // milliseconds between two pings
const ANSWER = 3500; // a ping not answered for so long: at most 7 s of silence, and the line is dead
const WAKING = 2000; // the same for a page that wakes up, whose line has probably died meanwhile
const TICK = 250;
const FIRST = 500; // back-off
const LONGEST = 5000;
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

/** Connects the page under `root`, whose data-live says where the socket is. `onLive` hears of each sign of life. */
export function connect(root, onLive = () => {}) {
  const url = new URL(root.dataset.live, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
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
      onLive();
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
      .catch((error) => console.error('live: a frame could not be shown', error))
      .then(() => root.dispatchEvent(new CustomEvent('live:frame', { bubbles: true })));
    if (gap) ping(RESYNC);
    if (page.dataset.net !== 'live') {
      tries = 0;
      state('live');
      onLive();
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
    const silence = askedAt > heardAt;
    if (silence && now - askedAt > patience) lose();
    else if (!silence && now - askedAt >= PING) ping();
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
