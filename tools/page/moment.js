// @ts-check
// The same moment twice: the same answers played by the old code and by the new, side by side.
// What differs is marked in the one colour that means "changed", and each side can be kept.

import { h, icon, put, whenDrawn } from './dom.js';
import { gloss, kingdomGlyph, nameOf, say, tr, w } from './words.js';
import { cardRef, glyph, outcome, outcomeWord, place, rich, whoOf } from './parts.js';
import { bind } from './keys.js';
import { diffTree, Folds, rowOf, sizeOf } from './difftree.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Moment} Moment */
/** @typedef {import('./protocol.js').Side} Side */
/** @typedef {import('./protocol.js').Seat} Seat */
/** @typedef {import('./protocol.js').Card} Card */
/** @typedef {import('./protocol.js').Trace} Trace */
/** @typedef {'old'|'new'} Which */
/** @typedef {import('./difftree.js').Line} Line */

const NAMES = { old: w('旧', 'Old'), new: w('新', 'New') };
/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  /** @type {{list: HTMLElement, which: Which}[]} */
  let lists = [];
  /** @type {import('./difftree.js').DiffNode[]} */
  let nodes = [];
  let folds = new Folds();
  let unfolded = false;
  /** @type {Line[]} */
  let lines = [];
  /** Lines at which a difference begins. @type {number[]} */
  let starts = [];
  let here = -1;

  /** @param {Which} side */
  function keep(side) {
    if (!store.state.moment) return;
    send({ t: 'keep', side });
    store.set({ moment: null, toast: null });
  }
  /** Back to the table; the toast still offers the comparison. */
  const later = () => store.set({ moment: null });

  function draw() {
    const m = store.state.moment;
    root.hidden = !m;
    root.replaceChildren();
    if (!m) return;
    root.setAttribute('role', 'main'); // the table is not there meanwhile
    root.setAttribute('aria-label', tr('同一时刻', 'Same moment'));
    root.dataset.from = String(m.from);
    root.dataset.differs = String(m.differs ?? '');
    lists = [];
    here = -1;
    const tick = store.state.ticks.find((t) => t.n === m.from);
    root.append(header(m, tick));
    root.append(side(m, 'old'), spine(m), side(m, 'new'), footer(m));
    drawTrace();
    for (const l of lists) l.list.addEventListener('scroll', () => follow(l.list), { passive: true });
  }

  /** @param {Moment} m @param {import('./protocol.js').Tick|undefined} tick */
  function header(m, tick) {
    const title = w('同一时刻', 'Same moment');
    const h2 = h('h2', { tabindex: '-1' }, say(title), gloss(title) && h('span', { lang: 'en' }, gloss(title)));
    return h('header.m-head', null, h2,
      h('p', null, tr('从 ', 'From '), h('b', null, `#${m.from}`, tick ? ` ${say(tick.words)}` : ''), tr(' 起，用旧、新两份代码重放同样的答案', ' on, the same answers under the old code and the new')),
      h('span.grow'),
      h('button.btn.small.quiet', { 'data-act': 'later', onclick: later }, tr('稍后再说', 'Later'), h('kbd', null, 'Esc')));
  }

  /** @param {Moment} m @param {Which} which */
  function side(m, which) {
    /** @type {Side|null} */
    const it = m[which];
    if (!it) return nowhere(which);
    const other = m[which === 'old' ? 'new' : 'old'] ?? it;
    const list = h('ol.m-trace', { role: 'tree', 'aria-label': tr(`${NAMES[which].zh}：时机`, `${NAMES[which].en}: trace`), onkeydown: walk });
    lists.push({ list, which });
    return h('article.m-side', { 'data-side': which, 'aria-label': say(NAMES[which]) },
      h('header', null, h('span.m-tag', null, say(NAMES[which]), gloss(NAMES[which]) && h('span', { lang: 'en' }, gloss(NAMES[which]))),
        h('code', null, `#${it.at}`), h('span.m-out', null, ...ending(m, which))),
      h('ol.slips', { style: { '--n': it.view.seats.length } }, ...it.view.seats.map((s) => slip(s, other.view.seats.find((x) => x.seat === s.seat)))),
      zones(it, other), list);
  }

  /** A side on which the answers did not lead as far as this moment. @param {Which} which */
  function nowhere(which) {
    return h('article.m-side', { 'data-side': which, 'data-none': true, 'aria-label': say(NAMES[which]) },
      h('header', null, h('span.m-tag', null, say(NAMES[which]), gloss(NAMES[which]) && h('span', { lang: 'en' }, gloss(NAMES[which])))),
      h('p.m-none', null, h('span', null, tr('这一边的答案走不到这一刻：更早就不同了', 'On this side the answers do not lead here: it differs earlier'))));
  }

  /** How a side ended: the last row that is only its own. @param {Moment} m @param {Which} which */
  function ending(m, which) {
    const rows = m.trace.filter((p) => !p.same && p[which]).map((p) => /** @type {Trace} */ (p[which]));
    const row = rows.findLast((r) => r.kind === 'change') ?? rows.findLast((r) => r.kind === 'event') ?? rows.at(-1);
    if (!row) return [m.differs == null ? tr('没有差别', 'no difference') : tr('未发生', 'did not happen')];
    return [...rich(say(row.words)), ' ', whoOf(row)];
  }

  /** @param {Seat} s @param {Seat|undefined} o */
  function slip(s, o) {
    const hp = o && (s.hp !== o.hp || s.max_hp !== o.max_hp), hand = o && s.hand_count !== o.hand_count;
    const state = o && (s.alive !== o.alive || s.chained !== o.chained || s.face_down !== o.face_down);
    const other = o && JSON.stringify([s.equips.map((c) => c.id), s.judging.map((c) => c.id), s.marks, s.skills.map((k) => k.id)]) !== JSON.stringify([o.equips.map((c) => c.id), o.judging.map((c) => c.id), o.marks, o.skills.map((k) => k.id)]);
    return h('li.slip', {
      'data-seat': s.seat, 'data-kingdom': s.kingdom?.id ?? 'none', 'data-turn': s.turn, 'data-chained': s.chained, 'data-facedown': s.face_down, 'data-dead': !s.alive,
      'data-changed': !!(hp || hand || other || state), 'data-state': state, title: nameOf(s.seat),
    }, h('span.kingdom', null, kingdomGlyph(s.kingdom) || String(s.seat)), h('b.zh', { 'data-len': Math.min(6, nameOf(s.seat).length) }, nameOf(s.seat)),
    h('span.sl-hp', { 'data-changed': hp, 'data-low': s.hp <= 1, 'aria-label': tr(`体力 ${s.hp}/${s.max_hp}`, `hp ${s.hp}/${s.max_hp}`) }, icon('pip', 'pip'), h('b', null, String(s.hp)), h('i', null, `/${s.max_hp}`)),
    h('span.sl-hand', { 'data-changed': hand, 'aria-label': tr(`手牌 ${s.hand_count}`, `${s.hand_count} cards`) }, icon('hand'), h('b', null, String(s.hand_count))));
  }

  /** Where cards lie differently: only the places that differ, and the discard pile.
   * @param {Side} it @param {Side} other */
  function zones(it, other) {
    const dl = h('dl.zones');
    const row = (/** @type {string} */ name, /** @type {Card[]} */ cards, /** @type {Card[]} */ there) => {
      const ids = new Set(there.map((c) => c.id));
      put(dl, h('div', null, h('dt', null, name), h('dd', null, ...cards.map((c) => h(`span${ids.has(c.id) ? '' : '.chg'}`, null, ...cardRef(c))), !cards.length && tr('无', 'none'))));
    };
    const differ = (/** @type {Card[]|null|undefined} */ a, /** @type {Card[]|null|undefined} */ b) => JSON.stringify((a ?? []).map((c) => c.id).sort()) !== JSON.stringify((b ?? []).map((c) => c.id).sort());
    for (const s of it.view.seats) {
      const o = other.view.seats.find((x) => x.seat === s.seat);
      if (!o) continue;
      if (s.hand && o.hand && differ(s.hand, o.hand)) row(tr(`${nameOf(s.seat)} 手牌`, `${nameOf(s.seat)}'s hand`), s.hand, o.hand);
      if (differ(s.equips, o.equips)) row(tr(`${nameOf(s.seat)} 装备`, `${nameOf(s.seat)}'s equipment`), s.equips, o.equips);
      if (differ(s.judging, o.judging)) row(tr(`${nameOf(s.seat)} 判定区`, `before ${nameOf(s.seat)}`), s.judging, o.judging);
    }
    row(tr('弃牌堆顶', 'Discarded last'), it.view.discard_top.slice(0, 5), other.view.discard_top);
    return dl;
  }

  /** Both trees anew. The focus goes to the line `on` if there is one. @param {number} [on] @param {HTMLElement} [inside] */
  function drawTrace(on, inside) {
    lines = folds.lines(nodes);
    const differs = (/** @type {Line|undefined} */ l) => !!l && !l.run && !l.node.pair.same;
    starts = lines.flatMap((l, i) => (differs(l) && !differs(lines[i - 1]) ? [i] : []));
    if (here >= starts.length) here = starts.length - 1;
    for (const { list, which } of lists) {
      const top = list.scrollTop;
      list.replaceChildren(...lines.map((l, i) => lineEl(l, which, i)));
      list.scrollTop = top;
    }
    if (on != null && inside) focus(inside, on); else tabStop(0);
  }

  /** @param {Line} l @param {Which} which @param {number} i */
  function lineEl(l, which, i) {
    const attrs = { role: 'treeitem', tabindex: '-1', 'aria-level': l.level, 'aria-expanded': l.open == null ? null : String(l.open), style: { '--d': Math.min(8, l.level - 1) }, onclick: (/** @type {Event} */ e) => { if (l.open != null) toggle(i, /** @type {HTMLElement} */ (e.currentTarget).parentElement); } };
    if (l.run) return h('li.fold', attrs, h('span', null, tr(`${sizeOf(l.run)} 行相同`, `${sizeOf(l.run)} equal rows`)));
    const { pair, size, apart } = l.node;
    const row = pair[which];
    if (!row) return h('li.gap', { ...attrs, 'aria-label': tr('这边没有', 'not on this side') });
    const how = outcome(row);
    const li = h(`li.${pair.same ? 'same' : 'diff'}`, { ...attrs, 'data-kind': row.kind, 'data-id': row.id, title: say(row.words) });
    put(li, h('span.tw', { 'aria-hidden': 'true' }));
    if (how) put(li, h('span.mk', { 'data-m': how, role: 'img', 'aria-label': outcomeWord(how) }));
    if (row.kind === 'timing') put(li, h('code', null, row.id), h('span.why', null, say(row.words)));
    else put(li, row.kind === 'change' ? h('span', null, ...rich(say(row.words))) : h('b', null, ...rich(say(row.words) || row.id)));
    put(li, row.who != null && h('span', null, whoOf(row)), how === 'passed' || how === 'false' ? h('span.why', null, outcomeWord(how)) : null);
    if (l.open === false) put(li, h('span.count', { 'data-apart': apart > (pair.same ? 0 : 1) }, apart > (pair.same ? 0 : 1) ? tr(`内有 ${apart} 处不同`, `${apart} differ within`) : tr(`+${size - 1} 行`, `+${size - 1}`)));
    put(li, row.script && h('span.why.src', null, place(row.script, row.line)), row.kind !== 'timing' && h('span.num', null, String(row.n)));
    return li;
  }

  /** @param {number} i @param {HTMLElement|null} list @param {boolean} [open] */
  function toggle(i, list, open) {
    folds.toggle(lines[i], open);
    drawTrace(i, list ?? lists[0].list);
  }

  /** The line that Tab comes to, on either side. @param {number} i */
  const tabStop = (i) => lists.forEach(({ list }) => [...list.children].forEach((li, k) => { /** @type {HTMLElement} */ (li).tabIndex = k === i ? 0 : -1; }));

  /** @param {HTMLElement} list @param {number} i */
  function focus(list, i) {
    const li = /** @type {HTMLElement|undefined} */ (list.children[Math.max(0, Math.min(lines.length - 1, i))]);
    if (!li) return;
    tabStop([...list.children].indexOf(li));
    li.focus({ preventScroll: true });
    li.scrollIntoView({ block: 'nearest' });
  }

  /** The usual keys of a tree; it is one tree in two columns. @param {KeyboardEvent} e */
  function walk(e) {
    const list = /** @type {HTMLElement} */ (e.currentTarget);
    const i = [...list.children].indexOf(/** @type {Element} */ (e.target));
    const line = lines[i];
    if (!line || e.altKey || e.ctrlKey || e.metaKey) return;
    switch (e.key) {
      case 'ArrowDown': focus(list, i + 1); break;
      case 'ArrowUp': focus(list, i - 1); break;
      case 'Home': focus(list, 0); break;
      case 'End': focus(list, lines.length - 1); break;
      case 'Enter': case ' ': if (line.open != null) toggle(i, list); break;
      case 'ArrowRight': if (line.open === false) toggle(i, list, true); else if (line.open) focus(list, i + 1); break;
      case 'ArrowLeft':
        if (line.open) toggle(i, list, false); else if (line.parent) focus(list, lines.findIndex((l) => l.node === line.parent && !l.run));
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** @param {Moment} m */
  function spine(m) {
    const words = w('差异', 'Differences');
    const first = m.trace.find((p) => !p.same);
    // what acted last before both went apart is the likely cause
    const cause = first ? m.trace.slice(0, m.trace.indexOf(first)).findLast((p) => p.new?.kind === 'acted')?.new : null;
    const whole = m.old && m.new;
    return h('section.m-spine', { 'aria-label': say(words) },
      h('h3', null, say(words), ' ', gloss(words) && h('span', { lang: 'en' }, gloss(words)), h('b', null, String(m.changes.length))),
      whole && h('p.m-say', null, ...rich(say(m.sentence)), gloss(m.sentence) && h('span', { lang: 'en' }, gloss(m.sentence))),
      h('dl', { tabindex: '0', 'aria-label': say(words) }, ...m.changes.map((c) => h('div', { 'data-seat': c.seat }, h('dt', null, c.seat ? `${nameOf(c.seat)} ` : '', ...rich(say(c.what))), h('dd.o', null, ...rich(say(c.old))), h('dd.n', null, ...rich(say(c.new)))))),
      whole && !m.changes.length && h('p.even', null, first ? tr('局面相同，只是经过不同', 'The same state by another way') : tr('两边完全相同', 'Both are exactly the same')),
      m.differs != null && h('p', null, tr(`首个差异在决定 #${m.differs}`, `First differs at decision #${m.differs}`), cause && [tr('，在', ', after '), h('b', null, say(cause.words)), tr('发动之后', ' acted')]),
      h('div.m-nav', null, h('button.btn.small', { 'data-act': 'unfold', 'aria-pressed': String(unfolded), onclick: unfold }, tr('全部展开', 'Unfold all'), h('kbd', null, 'U'))),
      h('div.m-nav', null,
        h('button.btn.small', { 'data-act': 'prev', disabled: !first, onclick: () => jump(-1) }, glyph('back'), tr('上一处', 'Back'), h('kbd', null, ',')),
        h('button.btn.small', { 'data-act': 'next', disabled: !first, onclick: () => jump(1) }, tr('下一处', 'Next'), h('kbd', null, '.'), glyph('step'))));
  }

  /** @param {Moment} m */
  function footer(m) {
    const old = w('保留旧局面', 'Keep old'), fresh = w('保留新未来', 'Keep new future');
    return h('footer.m-foot', null,
      h('button.btn', { 'data-act': 'keep-old', onclick: () => keep('old') }, say(old), gloss(old) && h('span', { lang: 'en' }, gloss(old)), h('kbd', null, '1')),
      h('p', null, tr('选一边继续，另一边留作支线。', 'Go on with either; the other stays as a branch.')),
      h('button.btn.primary', { 'data-act': 'keep-new', onclick: () => keep('new') }, say(fresh), gloss(fresh) && h('span', { lang: 'en' }, gloss(fresh)), h('kbd', null, '2')));
  }

  /** Both lists scroll as one. @param {HTMLElement} from */
  function follow(from) {
    for (const l of lists) if (l.list !== from && Math.abs(l.list.scrollTop - from.scrollTop) > 1) l.list.scrollTop = from.scrollTop;
  }

  /** To the previous or next place that differs. @param {number} by */
  function jump(by) {
    if (!starts.length) return;
    here = here < 0 ? (by > 0 ? 0 : starts.length - 1) : (here + by + starts.length) % starts.length;
    for (const { list } of lists) {
      [...list.children].forEach((r, i) => r.toggleAttribute('data-here', i === starts[here]));
      const row = /** @type {HTMLElement|undefined} */ (list.children[starts[here]]);
      if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }

  /** All rows, or again only what matters. */
  function unfold() {
    unfolded = !unfolded;
    folds.all(nodes, unfolded);
    drawTrace();
    root.querySelector('[data-act="unfold"]')?.setAttribute('aria-pressed', String(unfolded));
  }

  const on = () => !!store.state.moment;
  bind('u', w('全部展开、折起', 'Unfold, fold all'), unfold, on);
  bind('1', w('保留旧局面', 'Keep old'), () => keep('old'), on);
  bind('2', w('保留新未来', 'Keep new future'), () => keep('new'), on);
  bind(',', w('上一处差异', 'Previous difference'), () => jump(-1), on);
  bind('.', w('下一处差异', 'Next difference'), () => jump(1), on);
  bind('Escape', w('稍后再说', 'Later'), later, on);
  keys.keep_old = () => keep('old');
  keys.keep_new = () => keep('new');
  keys.previous = () => jump(-1);
  keys.next = () => jump(1);

  store.on((state, changed) => {
    if (changed.has('moment')) { nodes = diffTree(state.moment?.trace ?? []); folds = new Folds(); unfolded = false; }
    if (changed.has('moment') || (changed.has('lang') && state.moment)) {
      draw();
      if (changed.has('moment') && state.moment) {
        /** @type {HTMLElement|null} */ (root.querySelector('h2'))?.focus({ preventScroll: true });
        whenDrawn(() => jump(1));
      }
    }
  });
}

/** @type {Record<string, () => void>} */
export const keys = {};
