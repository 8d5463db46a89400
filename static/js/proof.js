// The check of a verification file (docs/verification.md), as games/engine/proof.py does it.
import { fromHex, fromText, hmac, joined, sha256, toHex } from './sha256.js';

const PRODUCT = 'Nightfall';
const FORMAT = 1;
const LARGEST = 1_000_000;
const FIELDS = ['product', 'format', 'commitment', 'seed', 'salt', 'dealt_by_hand', 'roles', 'seats', 'draws', 'checksum'];

const HEX = /^[0-9a-f]{64}$/;
const SLUG = /^[a-z_]{1,40}$/;
const CARD_LABEL = /^card:([a-z_]+):([a-z_]+)$/;
const LABEL = /^[a-z0-9:_]{1,80}$/;
const SURROGATE = /\p{Surrogate}/u;

class Damaged extends Error {}

// --- Reading: as strict as the server's own, in the same order ---

const whole = (value, name) => {
  if (!Number.isInteger(value)) throw new Damaged(name);
  return value;
};
const text = (value, name, shape) => {
  if (typeof value !== 'string' || !value || SURROGATE.test(value) || (shape && !shape.test(value))) throw new Damaged(name);
  return value;
};
const list = (value, name) => {
  if (!Array.isArray(value)) throw new Damaged(name);
  return value;
};
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const row = (value, name, ...keys) => {
  if (!isObject(value) || Object.keys(value).length !== keys.length || !keys.every((key) => Object.hasOwn(value, key))) throw new Damaged(name);
  return keys.map((key) => value[key]);
};

function readSeat(value, number) {
  const [found, name, role] = row(value, 'seats', 'number', 'name', 'role');
  if (whole(found, 'seats') !== number) throw new Damaged('seats');
  return { number, name: text(name, 'seats'), role: text(role, 'seats', SLUG) };
}

function readLot(value, seats) {
  const [label, listed, chosen] = row(value, 'draws', 'label', 'candidates', 'chosen');
  const candidates = list(listed, 'draws').map((one) => whole(one, 'draws'));
  text(label, 'draws', LABEL);
  whole(chosen, 'draws');
  if (CARD_LABEL.test(label) && candidates.join() !== '1,2') throw new Damaged('draws');
  const seated = candidates.every((one) => one >= 1 && one <= seats);
  if (!seated || new Set(candidates).size < candidates.length || !candidates.includes(chosen)) throw new Damaged('draws');
  return { label, candidates, chosen };
}

function readRecord(found) {
  const [commitment, seed, salt] = ['commitment', 'seed', 'salt'].map((name) => text(found[name], name, HEX));
  if (typeof found.dealt_by_hand !== 'boolean') throw new Damaged('dealt_by_hand');
  const roles = list(found.roles, 'roles').map((role) => text(role, 'roles', SLUG));
  const seats = list(found.seats, 'seats').map((value, index) => readSeat(value, index + 1));
  if (!seats.length || roles.length !== seats.length) throw new Damaged('seats');
  const draws = list(found.draws, 'draws').map((value) => readLot(value, seats.length));
  if (new Set(draws.map((lot) => lot.label)).size < draws.length) throw new Damaged('draws');
  text(found.checksum, 'checksum', HEX);
  return { commitment, seed, salt, byHand: found.dealt_by_hand, roles, seats, draws };
}

function faultOf(found) {
  if (!isObject(found) || found.product !== PRODUCT) return { kind: 'not_ours' };
  if (found.format !== FORMAT) return { kind: 'other_format', known: FORMAT };
  const missing = FIELDS.find((name) => !Object.hasOwn(found, name));
  if (missing) return { kind: 'damaged', field: missing };
  return Object.keys(found).length > FIELDS.length ? { kind: 'damaged', field: '?' } : null;
}

// --- Chance, drawn anew ---

/** A number below n: the first eight bytes of HMAC-SHA256 over label:0, label:1, … that favours none. */
function draw(seed, label, n) {
  const most = 2n ** 64n;
  const limit = most - (most % BigInt(n));
  for (let counter = 0; ; counter += 1) {
    const digest = hmac(seed, fromText(`${label}:${counter}`));
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(n));
  }
}

/** Fisher-Yates from the end; the swap at place i is drawn under label:i. */
function shuffled(seed, label, items) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = draw(seed, `${label}:${i}`, i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

function checksum({ commitment, seed, salt, byHand, roles, seats, draws }) {
  const said = [
    PRODUCT, FORMAT, commitment, seed, salt, byHand, roles,
    seats.map(({ number, name, role }) => [number, name, role]),
    draws.map(({ label, candidates, chosen }) => [label, candidates, chosen]),
  ];
  return toHex(sha256(fromText(JSON.stringify(said))));
}

// --- Checking ---

function dealLine(record) {
  if (record.byHand) return { kind: 'by_hand' };
  const due = shuffled(fromHex(record.seed), 'deal', record.roles);
  const seat = record.seats.find(({ number, role }) => due[number - 1] !== role);
  if (seat) return { kind: 'deal_wrong', seat: seat.number, found: seat.role, due: due[seat.number - 1] };
  return { kind: 'deal', cards: due.length };
}

function drawLine(seed, roles, { label, candidates, chosen }) {
  const due = candidates[draw(seed, label, candidates.length)];
  const between = CARD_LABEL.exec(label);
  if (between) {
    const card = between[due];
    return { kind: due === chosen && roles.includes(card) ? 'card' : 'card_wrong', label, card };
  }
  return { kind: due === chosen ? 'draw' : 'draw_wrong', label, among: candidates.join(', '), chosen, due };
}

function linesOf(record, told) {
  const { commitment, seed, salt, roles, draws } = record;
  const committed = toHex(sha256(joined(fromHex(seed), fromHex(salt)))) === commitment;
  return [
    { kind: told === checksum(record) ? 'checksum' : 'checksum_wrong' },
    { kind: committed ? 'commitment' : 'commitment_wrong', commitment },
    dealLine(record),
    ...(draws.length ? draws.map((lot) => drawLine(fromHex(seed), roles, lot)) : [{ kind: 'no_draws' }]),
  ];
}

/** What can be said of a file with this text: its outcome, and lines of a kind with facts. Never throws. */
export function check(file) {
  const fails = (line) => ({ outcome: 'fails', lines: [line] });
  if (fromText(file).length > LARGEST) return fails({ kind: 'too_large' });
  let found;
  try {
    found = JSON.parse(file.replace(/^\ufeff/, ''));
  } catch {
    return fails({ kind: 'unreadable' });
  }
  const fault = faultOf(found);
  if (fault) return fails(fault);
  try {
    const lines = linesOf(readRecord(found), found.checksum);
    const bad = lines.filter(({ kind }) => kind.endsWith('_wrong'));
    const byHand = lines.some(({ kind }) => kind === 'by_hand');
    return { outcome: bad.length ? 'fails' : byHand ? 'unverified' : 'holds', lines };
  } catch (error) {
    if (error instanceof Damaged) return fails({ kind: 'damaged', field: error.message });
    throw error;
  }
}
