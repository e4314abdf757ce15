// @ts-check
// What can be chosen now: how each card and each seat stands to the question.

import { store } from './store.js';
import { say, tr } from './words.js';
import { byAction } from './draft.js';

/** How a card stands to the question: may be chosen, is chosen, could be used by a skill, or why not.
 * @param {number} id
 * @returns {{state: 'legal'|'chosen'|'via'|'illegal'|'idle', why?: string}} */
export function cardState(id) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return { state: 'idle' };
  if (request.kind === 'choose_cards') {
    if (pick.cards.some((p) => 'card' in p && p.card === id)) return { state: 'chosen' };
    return { state: request.cards?.some((c) => c.id === id) ? 'legal' : 'illegal' };
  }
  if (request.kind === 'distribute' || request.kind === 'arrange') {
    if (pick.held.includes(id) || pick.gifts.some(([card]) => card === id)) return { state: 'chosen' };
    return { state: request.cards?.some((c) => c.id === id) ? 'legal' : 'idle' };
  }
  if (!byAction(request)) return { state: 'idle' };
  const { offer, action } = pick;
  if (offer && action && offer.kind !== 'card' && offer.kind !== 'recast') {
    if (action.cards?.includes(id)) return { state: 'chosen' };
    if (next?.cards.includes(id)) return { state: 'legal' };
    if (action.cards?.length === 1 && next?.card_bounds[1] === 1 && pick.firstCards.includes(id)) return { state: 'legal' };
    // no cards belong to it: the hand has no part in this
    if (next && !pick.firstCards.length && !action.cards?.length) return { state: 'idle' };
    return { state: 'illegal', why: tr(`不能用于【${say(offer.words)}】`, `not for ${say(offer.words)}`) };
  }
  if (offer?.card === id) return { state: 'chosen' };
  const ways = request.ways ?? [];
  if (ways.some((x) => x.card === id && (x.kind === 'card' || x.kind === 'recast'))) return { state: 'legal' };
  const why = request.illegal?.find((x) => x.card === id);
  if (why) return { state: 'illegal', why: say(why.why) };
  if (ways.some((x) => x.kind === 'convert' || x.kind === 'active')) return { state: 'via', why: tr('先选一个技能', 'choose a skill first') };
  return { state: 'illegal' };
}

/** @param {number} seat
 * @returns {{state: 'legal'|'chosen'|'illegal'|'idle', order?: number}} */
export function seatState(seat) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return { state: 'idle' };
  if (request.kind === 'choose_players') {
    const at = pick.players.indexOf(seat);
    if (at >= 0) return { state: 'chosen', order: at + 1 };
    return { state: request.candidates?.includes(seat) ? 'legal' : 'illegal' };
  }
  if (request.kind === 'distribute') return { state: request.candidates?.includes(seat) ? 'legal' : 'illegal' };
  if (!pick.action || !next) return { state: 'idle' };
  const targets = pick.action.targets ?? [];
  const at = targets.lastIndexOf(seat);
  if (at >= 0 && !next.targets.includes(seat)) return { state: 'chosen', order: at + 1 };
  if (next.targets.includes(seat)) return { state: 'legal' };
  if (targets.length === 1 && next.target_bounds[1] === 1 && pick.firstTargets.includes(seat)) return { state: 'legal' };
  return { state: targets.length || next.targets.length ? 'illegal' : 'idle' };
}
