// @ts-check
// The answer under construction, as data: an empty one for each kind of question, and how it changes.
// action.js builds actions step by step, pick.js the answers that need no steps, answer.js gives them. Nothing of it draws.

import { store } from './store.js';

/** @typedef {import('./protocol.js').Request} Request */
/** @typedef {import('./state.js').Pick} Pick */

/** Kinds answered with an action. */
const ACTIONS = new Set(['play', 'use_card', 'respond', 'nullify', 'save', 'trigger']);
/** @param {Request|null} request */
export const byAction = (request) => !!request && ACTIONS.has(request.kind);

/** The empty answer to a question.
 * @param {Request} request @returns {Pick} */
export function begun(request) {
  const pick = fresh();
  if (request.kind === 'choose_number') pick.number = request.range?.min ?? 0;
  if (request.kind === 'arrange') pick.piles = spread(request);
  return pick;
}

/** @returns {Pick} */
const fresh = () => ({
  offer: null, action: null, named: null, waiting: false, eager: false, auto: true, recast: false, firstCards: [], firstTargets: [],
  cards: [], players: [], number: null, suit: null, name: null, index: null, piles: [], gifts: [], held: [],
});

/** Every pile its least, then each as much as it holds.
 * @param {Request} request */
function spread(request) {
  const rest = (request.cards ?? []).map((c) => c.id);
  const piles = (request.piles ?? []).map((p) => rest.splice(0, p.min));
  (request.piles ?? []).forEach((p, i) => piles[i].push(...rest.splice(0, (p.max ?? Infinity) - piles[i].length)));
  if (rest.length && piles.length) piles[piles.length - 1].push(...rest);
  return piles;
}

/** @param {Partial<Pick>} patch */
export function change(patch) {
  const { pick } = store.state;
  if (pick) store.set({ pick: { ...pick, ...patch }, refused: null });
}

/** In or out; where one alone is allowed, the new one replaces the old.
 * @param {number[]} list @param {number} item @param {number} max */
export function toggled(list, item, max) {
  if (list.includes(item)) return list.filter((x) => x !== item);
  if (max === 1) return [item];
  return list.length < max ? [...list, item] : list;
}
