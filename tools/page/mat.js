// @ts-check
// The centre of the table: phases, piles, the cards being processed, and what was said last.

import { h, redraw } from './dom.js';
import { store } from './store.js';
import { say, tr, nameOf, PHASES } from './words.js';
import { cardEl, cardWords, cardTip } from './card.js';
import { rich } from './parts.js';
import { matServes, tile } from './tile.js';

/** @typedef {import('./protocol.js').Card} Card */

/** So many of the last sentences stand beside the cards. */
const SAID = 3;

/** Cards laid out together, in their order. @type {number[]} */
let laid = [];

/** What lies in the centre. Of cards laid out to be taken in turn, each keeps its place: where one was taken, nothing lies.
 * @param {Card[]} cards @returns {(Card|null)[]} */
function places(cards) {
  const ids = cards.map((c) => c.id);
  if (!ids.length || ids.some((id) => !laid.includes(id))) laid = ids.length > 3 ? ids : [];
  return laid.length ? laid.map((id) => cards.find((c) => c.id === id) ?? null) : cards;
}

/** Several moves of one moment come as lines of one sentence. @param {string} text */
const oneLine = (text) => text.split('\n').map((s) => s.trim()).join(tr('；', '; '));

/** @param {number} id */
const offered = (id) => !!store.state.request?.cards?.some((c) => c.id === id);

/** @param {HTMLElement} root */
export function mountMat(root) {
  store.on((state, changed) => {
    if (!['view', 'log', 'at', 'lang', 'request', 'pick', 'link'].some((k) => changed.has(k))) return;
    const { view } = state;
    root.setAttribute('aria-label', tr('桌心', 'Centre of the table'));
    if (!view) {
      return redraw(root, h('p.nothing', { role: 'status' }, state.link === 'open' ? tr('还没有对局', 'No game yet')
        : state.link === 'lost' ? tr('连接断开，正在重连', 'Connection lost, trying again') : tr('连接中', 'Connecting')));
    }
    const ids = Object.keys(PHASES);
    const at = view.phase ? ids.indexOf(view.phase) : -1;
    const top = view.discard_top[0];
    const serves = matServes(state.request);
    const shown = places(view.processing);
    root.toggleAttribute('data-choosing', serves);
    const said = state.log.filter((l) => l.words && l.n <= state.at).slice(-SAID);
    let n = 0;
    /** @param {HTMLElement} el */
    const numbered = (el) => { n += 1; if (n <= 10) el.append(h('kbd', { 'aria-hidden': 'true' }, String(n % 10))); return el; };
    redraw(root,
      view.result ? null : h('ol.phases', { 'aria-label': tr('阶段', 'Phases') }, ids.map((id, i) => h('li', { 'data-phase': id, 'data-done': at >= 0 && i < at, 'data-on': i === at, 'aria-current': i === at ? 'step' : null }, say(PHASES[id])))),
      h('div.pile.draw', { 'data-pile': 'draw' }, h('div.back', { 'aria-hidden': 'true' }), h('b', null, String(view.draw)), h('span', null, tr('牌堆', 'Draw pile'))),
      h('div.zone', { 'data-many': shown.length > 3, 'data-more': shown.length > 6 },
        shown.length ? h('h2', null, tr('处理区', 'In play')) : null,
        h('div.zone-cards', { role: serves ? 'group' : null, 'aria-label': serves ? tr('桌上的牌', 'On the table') : null },
          shown.map((c) => (c === null ? h('div.card.taken', { 'aria-hidden': 'true' }) : serves && offered(c.id) ? numbered(tile(c)) : cardEl(c))))),
      h('div.zone-say', { 'aria-live': 'polite' }, said.map((l) => oneLine(say(l.words))).map((text) => h('p', { title: text }, rich(text)))),
      h('div.pile.discard', { 'data-pile': 'discard' },
        h('button.top-card', {
          'data-key': 'discard', 'data-color': top?.color, 'data-empty': !top, 'data-tip': view.discard_top.length ? `${tr('弃牌堆，新的在前', 'Discard pile, newest first')}\n${view.discard_top.map((c) => cardWords(c).textContent).join('  ')}` : null,
          'aria-label': top ? tr(`弃牌堆，顶上 ${cardTip(top).split('\n')[0]}`, `Discard pile, on top ${cardTip(top).split('\n')[0]}`) : tr('弃牌堆', 'Discard pile'),
        }, top ? [h('span.idx', null, cardWords(top, { name: false })), h('b', null, say(top.as ?? top.words))] : null),
        h('b', null, String(view.discard)), h('span', null, tr('弃牌堆', 'Discards'))),
      view.result ? h('div.result', { role: 'status' }, h('b', null, tr('对局结束', 'Game over')), h('p', null, view.result.winners.length ? tr(`胜者：${view.result.winners.map(nameOf).join('、')}`, `Winners: ${view.result.winners.map(nameOf).join(', ')}`) : tr('平局', 'A draw'))) : null);
  });
}
