// @ts-check
// The centre of the table: phases, piles, the cards being processed, what was said last, and the arrows.

import { h, fill } from './dom.js';
import { store } from './store.js';
import { say, tr, nameOf, PHASES } from './words.js';
import { cardEl, cardWords, cardTip } from './card.js';
import { me } from './find.js';
import { rich } from './parts.js';

/** So many of the last sentences stand beside the cards. */
const SAID = 3;

/** @param {HTMLElement} root */
export function mountMat(root) {
  store.on((state, changed) => {
    if (!['view', 'log', 'at', 'lang', 'request', 'link'].some((k) => changed.has(k))) return;
    const { view } = state;
    root.setAttribute('aria-label', tr('桌心', 'Centre of the table'));
    if (!view) {
      return fill(root, h('p.nothing', { role: 'status' }, state.link === 'open' ? tr('还没有对局', 'No game yet')
        : state.link === 'lost' ? tr('连接断开，正在重连', 'Connection lost, trying again') : tr('连接中', 'Connecting')));
    }
    const ids = Object.keys(PHASES);
    const at = view.phase ? ids.indexOf(view.phase) : -1;
    const top = view.discard_top[0];
    const shown = view.processing;
    const said = state.log.filter((l) => l.words && l.n <= state.at).slice(-SAID);
    fill(root,
      h('ol.phases', { 'aria-label': tr('阶段', 'Phases') }, ids.map((id, i) => h('li', { 'data-phase': id, 'data-done': at >= 0 && i < at, 'data-on': i === at, 'aria-current': i === at ? 'step' : null }, say(PHASES[id])))),
      h('div.pile.draw', { 'data-pile': 'draw' }, h('div.back', { 'aria-hidden': 'true' }), h('b', null, String(view.draw)), h('span', null, tr('牌堆', 'Draw pile'))),
      h('div.zone', { 'data-count': Math.min(9, shown.length), 'data-many': shown.length > 3 },
        shown.length ? h('h3', null, tr('处理区', 'In play')) : null,
        h('div.zone-cards', null, shown.map((c) => cardEl(c)))),
      h('div.zone-say', { 'aria-live': 'polite' }, said.map((l) => h('p', { title: say(l.words) }, rich(say(l.words))))),
      h('div.pile.discard', { 'data-pile': 'discard' },
        h('button.top-card', {
          'data-key': 'discard', 'data-color': top?.color, 'data-empty': !top, 'data-tip': view.discard_top.length ? `${tr('弃牌堆，新的在前', 'Discard pile, newest first')}\n${view.discard_top.map((c) => cardWords(c).textContent).join('  ')}` : null,
          'aria-label': top ? tr(`弃牌堆，顶上 ${cardTip(top).split('\n')[0]}`, `Discard pile, on top ${cardTip(top).split('\n')[0]}`) : tr('弃牌堆', 'Discard pile'),
        }, top ? [h('span.idx', null, cardWords(top, { name: false })), h('b', null, say(top.as ?? top.words))] : null),
        h('b', null, String(view.discard)), h('span', null, tr('弃牌堆', 'Discards'))),
      view.result ? h('div.result', { role: 'status' }, h('b', null, tr('对局结束', 'Game over')), h('p', null, view.result.winners.length ? tr(`胜者：${view.result.winners.map(nameOf).join('、')}`, `Winners: ${view.result.winners.map(nameOf).join(', ')}`) : tr('平局', 'A draw'))) : null);
  });
}

const SVG = 'http://www.w3.org/2000/svg';

/** Whose turn it is → the cards in play → who is asked; while an action is being built, from you to its targets.
 * @param {SVGElement} svg @param {HTMLElement} stage */
export function mountArrows(svg, stage) {
  let due = 0;
  const draw = () => { cancelAnimationFrame(due); due = requestAnimationFrame(paint); };
  store.on((_, changed) => { if (['view', 'request', 'pick', 'next', 'wait', 'moment', 'sheet'].some((k) => changed.has(k))) draw(); });
  addEventListener('resize', draw);
  new ResizeObserver(draw).observe(stage);

  function paint() {
    for (const p of svg.querySelectorAll(':scope > path')) p.remove();
    const { view, request, pick, wait } = store.state;
    const box = stage.getBoundingClientRect();
    if (!view || !box.width) return;
    const at = (/** @type {number|null|undefined} */ n) => stage.querySelector(`.ring [data-seat="${n}"]`);
    const own = me();
    const targets = pick?.action?.targets ?? [];
    if (targets.length && own) {
      for (const t of targets) if (t !== own.seat) line('a-dst', box.width > 640 ? stage.querySelector('.prompt') : at(own.seat), at(t));
      return;
    }
    const card = stage.querySelector('.zone .card');
    if (!card) return;
    const turn = at(view.turn);
    // one's own turn needs no arrow: the question stands there already
    if (turn && view.turn !== own?.seat) line('a-src', turn, card);
    const asked = request && own ? [own.seat] : wait;
    if (asked.length > 1) return; // everybody is asked: no direction
    for (const n of asked) if (n !== view.turn) line('a-dst', card, own && n === own.seat && box.width > 640 ? stage.querySelector('.prompt') : at(n));

    /** A curve from one box's edge to another's.
     * @param {string} cls @param {Element|null} from @param {Element|null} to */
    function line(cls, from, to) {
      if (!from || !to) return;
      const a = rect(from), b = rect(to);
      const dx = b.x - a.x, dy = b.y - a.y;
      const gapX = Math.max(b.l - a.r, a.l - b.r), gapY = Math.max(b.t - a.b, a.t - b.b);
      let d;
      if (gapX >= 0 && gapY > gapX && box.width > 640) { // beside and above or below: leave upright, arrive at the side
        const right = dx > 0, down = dy > 0;
        const x0 = right ? Math.max(a.r - 60, a.x) : Math.min(a.l + 60, a.x), y0 = down ? a.b + 4 : a.t - 4;
        const x1 = right ? b.l - 6 : b.r + 6;
        d = `M${x0} ${y0} C${x0} ${(y0 + b.y) / 2} ${x0} ${b.y} ${x1} ${b.y}`;
      } else if (gapY >= gapX) { // above one another
        const down = dy > 0;
        const x0 = clamp(b.x, a.l + 14, a.r - 14), y0 = down ? a.b + 4 : a.t - 4;
        const x1 = clamp(a.x, b.l + 14, b.r - 14), y1 = down ? b.t - 5 : b.b + 5;
        const bend = (y1 - y0) / 2;
        d = `M${x0} ${y0} C${x0} ${y0 + bend} ${x1} ${y1 - bend} ${x1} ${y1}`;
      } else {
        const right = dx > 0;
        const x0 = right ? a.r + 4 : a.l - 4, y0 = clamp(a.y, a.t + 12, a.b - 12), x1 = right ? b.l - 6 : b.r + 6, y1 = clamp(b.y, b.t + 12, b.b - 12);
        const bend = (x1 - x0) / 2;
        d = `M${x0} ${y0} C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`;
      }
      const p = document.createElementNS(SVG, 'path');
      p.setAttribute('class', cls);
      p.setAttribute('d', d);
      if (cls === 'a-dst') p.setAttribute('marker-end', 'url(#head)');
      svg.append(p);
    }
    /** @param {Element} el */
    function rect(el) {
      const r = el.getBoundingClientRect();
      const l = r.left - box.left, t = r.top - box.top;
      return { l, t, r: l + r.width, b: t + r.height, x: l + r.width / 2, y: t + r.height / 2 };
    }
  }
}

/** @param {number} x @param {number} low @param {number} high */
const clamp = (x, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, x)));
