// @ts-check
// One's hand, and beside it those cards on the table that may be used or chosen now (equipment, piles).

import { h, redraw } from './dom.js';
import { store } from './store.js';
import { tr, say } from './words.js';
import { cardEl, cardLabel } from './card.js';
import { byAction } from './draft.js';
import { clickCard } from './action.js';
import { cardState } from './legal.js';
import { find, me } from './find.js';

/** Cards of one's own that are not in the hand but can be clicked for this question.
 * @returns {number[]} */
function extras() {
  const { request, pick, next } = store.state;
  if (!request) return [];
  const own = me();
  const hand = new Set(own?.hand?.map((c) => c.id));
  /** @type {number[]} */
  let ids = [];
  if (byAction(request)) {
    for (const way of request.ways ?? []) if (way.card != null) ids.push(way.card);
    ids.push(...(pick?.firstCards ?? []), ...(next?.cards ?? []), ...(pick?.action?.cards ?? []));
  } else if (request.kind === 'choose_cards' && handServes(request)) ids = request.cards?.map((c) => c.id) ?? [];
  return [...new Set(ids)].filter((id) => !hand.has(id) && find(id));
}

/** Are all cards to choose from one's own and in sight, so that the hand is the place to choose?
 * @param {import('./protocol.js').Request} request */
export function handServes(request) {
  const own = me();
  if (request.kind !== 'choose_cards' || !own || request.hidden?.length) return false;
  return (request.cards ?? []).every((c) => {
    const at = find(c.id);
    return at?.seat?.seat === own.seat && at.zone !== 'judge';
  });
}

/** Hand cards and extras in the order of their number keys.
 * @returns {number[]} */
export const handIds = () => [...(me()?.hand?.map((c) => c.id) ?? []), ...extras()];

/** @param {HTMLElement} root */
export function mountHand(root) {
  store.on((state, changed) => {
    if (!['view', 'request', 'next', 'pick', 'lang'].some((k) => changed.has(k))) return;
    const own = me();
    const hand = own?.hand ?? [];
    const more = extras();
    root.setAttribute('aria-label', tr(`你的手牌 ${own?.hand_count ?? 0} 张`, `Your hand: ${own?.hand_count ?? 0} cards`));
    const total = hand.length + more.length;
    // in the tray, not here, are the cards of the other questions
    const here = !state.request || byAction(state.request) || handServes(state.request);
    redraw(root, h('ol', { 'data-size': total <= 6 ? null : total <= 8 ? 's' : 'xs' },
      hand.map((c, i) => one(c, i, here)),
      more.map((id, i) => {
        const at = find(id);
        if (!at) return null;
        const el = one(at.card, hand.length + i, here);
        el.classList.add('extra');
        const whose = at.seat && !at.seat.you ? `${at.seat.seat} ` : '';
        const where = at.pile ? say(at.pile.words) : at.zone === 'equip' ? tr('装备', 'Equipped') : at.zone === 'judge' ? tr('判定', 'Judging') : '';
        el.append(h('span.where', null, whose + where));
        return el;
      })),
    own && !own.hand && own.hand_count ? h('p.note', null, tr(`${own.hand_count} 张手牌`, `${own.hand_count} cards in hand`)) : null);
  });

  /** @param {import('./protocol.js').Card} card @param {number} i @param {boolean} here */
  function one(card, i, here) {
    const { state, why } = here ? cardState(card.id) : { state: 'idle', why: undefined };
    const can = state === 'legal' || state === 'chosen';
    return h('li', null, cardEl(card, {
      tag: 'button',
      attrs: {
        'data-key': `card${card.id}`, 'data-legal': state === 'legal' || state === 'chosen', 'data-chosen': state === 'chosen', 'data-via': state === 'via', 'data-illegal': state === 'illegal',
        'aria-pressed': can ? String(state === 'chosen') : null, 'aria-disabled': can ? null : 'true',
        'aria-label': why ? `${cardLabel(card)}${tr('：', ': ')}${why}` : cardLabel(card),
        tabindex: can || (state === 'idle' && i === 0) ? 0 : -1,
        onclick: () => { if (here) clickCard(card.id); },
      },
      more: [i < 10 ? h('kbd', { 'aria-hidden': 'true' }, String((i + 1) % 10)) : null, why ? h('span.tip', { 'aria-hidden': 'true' }, why) : null],
    }));
  }
}
