// @ts-check
// This person's own guesses at roles: kept in the page only, never sent.

import { store } from './store.js';

/** What may be guessed, in the order of clicks. */
export const ORDER = ['', 'loyalist', 'rebel', 'renegade'];
/** @type {Map<number, string>} */
const guesses = new Map();

/** @param {number} seat */
export const guessOf = (seat) => guesses.get(seat) ?? '';

/** @param {number} seat @param {string} role one of `ORDER` */
export function setGuess(seat, role) {
  guesses.set(seat, role);
  store.set({ view: store.state.view });
}

/** The next guess. @param {number} seat */
export const guess = (seat) => setGuess(seat, ORDER[(ORDER.indexOf(guessOf(seat)) + 1) % ORDER.length]);
