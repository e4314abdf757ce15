// @ts-check
// Answers that need no round trips: cards and seats chosen, cards arranged or shared out, numbers, suits, options.

import { store } from './store.js';
import { change, toggled } from './draft.js';
import { submit } from './answer.js';

/** @typedef {import('./protocol.js').Request} Request */

/** @param {import('./protocol.js').Picked} card an open card, or one more of a hidden hand */
export function toggleCard(card) {
  const { request, pick } = store.state;
  if (!request || !pick) return;
  const max = request.max ?? Infinity;
  if ('card' in card) {
    if (!request.cards?.some((c) => c.id === card.card)) return;
    if (pick.cards.some((p) => 'card' in p && p.card === card.card)) return change({ cards: pick.cards.filter((p) => !('card' in p && p.card === card.card)) });
  }
  if (max === 1) change({ cards: [card] });
  else if (pick.cards.length < max) change({ cards: [...pick.cards, card] });
}

/** A hidden card shows no face, so only how many of a hand are chosen counts.
 * @param {number} seat @param {boolean} on */
export function toggleHidden(seat, on) {
  const { pick } = store.state;
  if (!pick) return;
  if (on) return toggleCard({ hidden: seat });
  const at = pick.cards.findIndex((p) => 'hidden' in p && p.hidden === seat);
  change({ cards: pick.cards.filter((_, i) => i !== at) });
}

/** Takes a card up, or puts it back. @param {number} id */
export function take(id) {
  const { request, pick } = store.state;
  if (!request || !pick) return;
  if (request.kind === 'distribute') {
    if (!request.cards?.some((c) => c.id === id)) return;
    if (pick.gifts.some(([card]) => card === id)) return change({ gifts: pick.gifts.filter(([card]) => card !== id) });
    const room = (request.max ?? Infinity) - pick.gifts.length;
    change({ held: toggled(pick.held, id, Math.max(1, room)) });
    return;
  }
  const from = place(id);
  if (!from) return;
  if (pick.held.length === 1 && pick.held[0] !== id) return put(from[0], from[1]);
  change({ held: pick.held[0] === id ? [] : [id] });
}

/** Holds this card and no other. @param {number} id */
export const hold = (id) => change({ held: [id] });

/** Pile and position of a card being arranged. @param {number} id @returns {[number, number]|null} */
export function place(id) {
  const piles = store.state.pick?.piles ?? [];
  for (let p = 0; p < piles.length; p++) {
    const at = piles[p].indexOf(id);
    if (at >= 0) return [p, at];
  }
  return null;
}

/** Puts the card taken up there. A full pile changes cards with the pile it came from.
 * @param {number} pile @param {number} at @param {boolean} [keep] hold it still (keys move on) */
export function put(pile, at, keep) {
  const { request, pick } = store.state;
  const id = pick?.held[0];
  if (!request || !pick || id == null || !pick.piles[pile]) return;
  const from = place(id);
  if (!from) return;
  const piles = pick.piles.map((p) => [...p]);
  const max = request.piles?.[pile]?.max ?? Infinity;
  piles[from[0]].splice(from[1], 1);
  if (from[0] !== pile && piles[pile].length >= max) {
    const [back] = piles[pile].splice(Math.min(at, piles[pile].length - 1), 1, id);
    piles[from[0]].splice(from[1], 0, back);
  } else piles[pile].splice(Math.max(0, Math.min(at, piles[pile].length)), 0, id);
  change({ piles, held: keep ? [id] : [] });
}

/** Moves the card taken up by one place or pile: the keyboard's way to arrange.
 * @param {number} dx @param {number} dy */
export function shift(dx, dy) {
  const { request, pick } = store.state;
  const id = pick?.held[0];
  if (request?.kind !== 'arrange' || !pick || id == null) return false;
  const from = place(id);
  if (!from) return false;
  if (dy) {
    const pile = from[0] + dy;
    if (pile >= 0 && pile < pick.piles.length) put(pile, pick.piles[pile].length, true);
  } else if (from[1] + dx >= 0 && from[1] + dx < pick.piles[from[0]].length) put(from[0], from[1] + dx, true);
  return true;
}

/** @param {number} seat */
export function give(seat) {
  const { request, pick } = store.state;
  if (!request || !pick || !request.candidates?.includes(seat)) return false;
  const sole = request.cards?.length === 1 ? [request.cards[0].id] : [];
  const cards = pick.held.length ? pick.held : pick.gifts.length ? [] : sole;
  if (!cards.length) return false;
  const has = pick.gifts.filter(([, to]) => to === seat).length;
  const room = Math.min((request.each_max ?? Infinity) - has, (request.max ?? Infinity) - pick.gifts.length);
  /** @type {[number, number][]} */
  const gifts = cards.slice(0, Math.max(0, room)).map((id) => [id, seat]);
  if (!gifts.length) return false;
  change({ gifts: [...pick.gifts, ...gifts], held: cards.slice(gifts.length) });
  return true;
}

/** @param {number} number */
export function setNumber(number) {
  const range = store.state.request?.range;
  if (range) change({ number: Math.max(range.min, Math.min(range.max, Math.round(number))) });
}
/** @param {import('./protocol.js').Suit} suit */
export const setSuit = (suit) => change({ suit });
/** @param {string} name */
export const setGeneral = (name) => change({ name });
/** Options answer at once: there is nothing to add to them. @param {number} index */
export function choose(index) {
  change({ index });
  submit();
}
