// @ts-check
// A card that can be taken: in the tray, or in the centre where it lies open.

import { store } from './store.js';
import { cardEl, cardLabel } from './card.js';
import { clickCard } from './action.js';
import { cardState } from './legal.js';

/** @typedef {import('./protocol.js').Card} Card */

/** @param {Card} card @param {Record<string, any>} [attrs] @param {import('./dom.js').Child} [more] */
export function tile(card, attrs, more) {
  const { state } = cardState(card.id);
  return cardEl(card, {
    tag: 'button',
    attrs: { 'data-tile': true, 'data-key': `card${card.id}`, 'data-legal': state !== 'idle', 'data-chosen': state === 'chosen', 'aria-pressed': String(state === 'chosen'), 'aria-label': cardLabel(card), onclick: () => clickCard(card.id), ...attrs },
    more,
  });
}

/** Do all cards to choose from lie open in the centre, so that they can be taken there?
 * @param {import('./protocol.js').Request|null} request */
export function matServes(request) {
  const open = new Set(store.state.view?.processing.map((c) => c.id));
  return request?.kind === 'choose_cards' && !request.hidden?.length && !!request.cards?.length && request.cards.every((c) => open.has(c.id));
}

/** The tiles in sight in the order of their number keys; pressing one is what clicking it does.
 * @returns {HTMLElement[]} */
export const tiles = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.tray:not([hidden]) [data-tile], .zone [data-tile]')]);
