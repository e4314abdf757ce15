// @ts-check
// Looking things up in the view: a card by its id, whose it is, one's own seat.

import { store } from './store.js';
import { say, SUIT, rankText } from './words.js';

/** @typedef {import('./protocol.js').Card} Card */
/** @typedef {import('./protocol.js').Seat} Seat */

/** One's own seat: the one the view says, else the one the token gave.
 * @returns {Seat|null} */
export function me() {
  const { view, hello } = store.state;
  return view?.seats.find((s) => s.you) ?? view?.seats.find((s) => s.seat === hello?.seat) ?? null;
}

/** @param {number} seat @returns {Seat|undefined} */
export const seatOf = (seat) => store.state.view?.seats.find((s) => s.seat === seat);

/** Where a card lies.
 * @param {number|null|undefined} id
 * @returns {{card: Card, seat: Seat|null, zone: 'hand'|'equip'|'judge'|'pile'|'table'|'asked', pile?: import('./protocol.js').Pile}|null} */
export function find(id) {
  const { view, request } = store.state;
  if (id == null) return null;
  const among = (/** @type {Card[]|null|undefined} */ cards) => cards?.find((c) => c.id === id);
  for (const seat of view?.seats ?? []) {
    let card = among(seat.hand);
    if (card) return { card, seat, zone: 'hand' };
    card = among(seat.equips);
    if (card) return { card, seat, zone: 'equip' };
    card = among(seat.judging);
    if (card) return { card, seat, zone: 'judge' };
    for (const pile of seat.piles) {
      card = among(pile.cards);
      if (card) return { card, seat, zone: 'pile', pile };
    }
  }
  const table = among(view?.processing) ?? among(view?.discard_top);
  if (table) return { card: table, seat: null, zone: 'table' };
  const asked = among(request?.cards);
  return asked ? { card: asked, seat: null, zone: 'asked' } : null;
}

/** @param {number|null|undefined} id */
export const cardOf = (id) => find(id)?.card ?? null;

/** Suit and rank. @param {Card} card */
export const mark = (card) => `${SUIT[card.suit] ?? ''}\uFE0E${rankText(card.rank)}`;
/** @param {Card} card */
export const cardText = (card) => `${mark(card)} ${say(card.as ?? card.words)}`;
