// @ts-check
// Giving the answer under construction: as it stands, as a recast, as a pass; and having it refused.

import { store } from './store.js';
import { change } from './draft.js';

/** @typedef {import('./protocol.js').Request} Request */
/** @typedef {import('./state.js').Pick} Pick */
/** @typedef {import('./protocol.js').Answer} Answer */

/** @type {(message: import('./protocol.js').Message) => void} */
let out = () => {};
/** @param {(message: import('./protocol.js').Message) => void} fn */
export function setSend(fn) { out = fn; }
/** To the server. @param {import('./protocol.js').Message} message */
export const send = (message) => out(message);

/** The last question answered, to be put back when the answer is refused.
 * @type {{request: Request, pick: Pick|null, next: import('./protocol.js').Next|null}|null} */
let answered = null;
/** The answer as it stands; nothing while something is missing.
 * @returns {Answer|null} */
export function answer() {
  const { request, pick, next } = store.state;
  if (!request || !pick) return null;
  const min = request.min ?? 0, max = request.max ?? Infinity;
  const within = (/** @type {number} */ n) => n >= min && n <= max;
  switch (request.kind) {
    case 'choose_cards': return within(pick.cards.length) ? { cards: pick.cards } : null;
    case 'choose_players': return within(pick.players.length) ? { players: pick.players } : null;
    case 'choose_option': case 'order_triggers': return pick.index != null ? { index: pick.index } : null;
    case 'choose_number': return pick.number != null ? { number: pick.number } : null;
    case 'choose_suit': return pick.suit ? { suit: pick.suit } : null;
    case 'confirm': return 'yes';
    case 'pick_general': return pick.name ? { name: pick.name } : null;
    case 'arrange': return (request.piles ?? []).every((p, i) => pick.piles[i].length >= p.min && pick.piles[i].length <= (p.max ?? Infinity)) ? { piles: pick.piles } : null;
    case 'distribute': return within(pick.gifts.length) ? { gifts: pick.gifts } : null;
    default: return pick.action && next?.ready && !pick.waiting ? { act: pick.action } : null;
  }
}

/** Sends the answer, or waits for the server's word if that is all that is missing. */
export function submit() {
  const { pick } = store.state;
  const given = answer();
  if (given) return reply(given);
  if (pick?.waiting) change({ eager: true });
}

/** The way to recast the card chosen, if there is one. */
function recastWay() {
  const { request, pick } = store.state;
  return pick?.offer?.kind === 'card' ? request?.ways?.find((x) => x.kind === 'recast' && x.card === pick.offer?.card) : undefined;
}

/** May what was chosen be recast instead of used? */
export const canRecast = () => !!store.state.pick?.recast || !!recastWay();

export function recast() {
  const way = recastWay();
  const action = store.state.pick?.action;
  if (way) reply({ act: { way: way.way } });
  else if (action && store.state.pick?.recast) reply({ act: { way: action.way, cards: action.cards, recast: true } });
  else return false;
}

export function pass() {
  if (store.state.request?.optional) reply('pass');
}

/** @param {Answer} given */
function reply(given) {
  const { request, pick, next, link } = store.state;
  // over a lost line nothing is answered: the question is still there when it is mended
  if (!request || link !== 'open') return;
  answered = { request, pick, next };
  send({ t: 'answer', id: request.id, answer: given });
  store.set({ request: null, pick: null, next: null, refused: null, was: null });
}

/** The server did not take it: the question stands again, with what was chosen.
 * @param {{id: number, reason: import('./protocol.js').Words}} message */
export function onRefused(message) {
  if (answered && answered.request.id === message.id && !store.state.request) {
    store.set({ request: answered.request, pick: answered.pick, next: answered.next });
  }
  store.set({ refused: { id: message.id, reason: message.reason } });
}
