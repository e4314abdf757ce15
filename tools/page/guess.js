// @ts-check
// This person's own guesses at roles: kept in the page only, never sent.

import { store } from './store.js';

const ORDER = ['', 'loyalist', 'rebel', 'renegade'];
/** @type {Map<number, string>} */
const guesses = new Map();

/** @param {number} seat */
export const guessOf = (seat) => guesses.get(seat) ?? '';

/** The next guess. @param {number} seat */
export function guess(seat) {
  guesses.set(seat, ORDER[(ORDER.indexOf(guessOf(seat)) + 1) % ORDER.length]);
  store.set({ view: store.state.view });
}
