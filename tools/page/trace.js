// @ts-check
// The trace: events, the timings within them, and every handler that was considered there, as a tree.
// Runs of timings at which nobody listened fold into one line.

import { h, put, whenDrawn } from './dom.js';
import { say, tr, w } from './words.js';
import { namesAt, outcome, outcomeWord, place, rich, whoOf } from './parts.js';
import { open } from './source.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Trace} Trace */
/** @typedef {{row: Trace, kids: Node_[]}} Node_ */

const FILTERS = [
  { id: 'now', words: w('本事件', 'This event') },
  { id: 'able', words: w('有人能动', 'Could act') },
  { id: 'acted', words: w('只看发动', 'Acted') },
  { id: 'all', words: w('全局', 'All') },
];
/** Rows drawn at most; more on request. */
const PAGE = 400;
/** So many pixels from its foot, the tree goes on by itself. */
const NEAR = 60;
/** Milliseconds between two drawings. */
const PAUSE = 400;

/** The tree that the depths of rows describe.
 * @param {Trace[]} rows @returns {Node_[]} */
export function tree(rows) {
  /** @type {Node_[]} */
  const roots = [];
  /** @type {Node_[]} */
  const path = [];
  for (const row of rows) {
    const node = { row, kids: [] };
    while (path.length && path[path.length - 1].row.depth >= row.depth) path.pop();
    (path.length ? path[path.length - 1].kids : roots).push(node);
    path.push(node);
  }
  return joined(roots);
}

/** Rows that stand for "considered, then used": one object each, so that folding it is remembered.
 * @type {WeakMap<Trace, Trace>} */
const used = new WeakMap();

/** A skill that was considered at a timing and then used is one handler there, with what its use did within it:
 * the event of using it and the row that says so say nothing more.
 * @param {Node_[]} nodes @returns {Node_[]} */
function joined(nodes) {
  /** @type {Node_[]} */
  const out = [];
  for (const node of nodes) {
    const kids = joined(node.kids);
    const acted = node.row.kind === 'event' && node.row.id === 'skill_use' ? kids.find((k) => k.row.kind === 'acted') : null;
    if (!acted) { out.push({ row: node.row, kids }); continue; }
    const within = [...acted.kids, ...kids.filter((k) => k !== acted)];
    const is = (/** @type {Node_} */ k) => k.row.kind === 'considered' && k.row.yes && k.row.skill === acted.row.skill && k.row.who === acted.row.who;
    const timing = out.findLast((t) => t.row.kind === 'timing' && t.kids.some(is));
    const i = timing ? timing.kids.findLastIndex(is) : -1;
    const before = timing?.kids[i]?.row;
    const row = used.get(acted.row) ?? { ...before, ...acted.row, line: acted.row.line ?? before?.line, script: acted.row.script ?? before?.script };
    used.set(acted.row, row);
    if (timing) timing.kids[i] = { row, kids: within };
    else out.push({ row, kids: within });
  }
  return out;
}

/** A timing at which nobody was considered.
 * @param {Node_} node */
const silent = (node) => node.row.kind === 'timing' && !node.kids.length;

/** Keeps what the filter asks for, with all that it happened within.
 * @param {Node_[]} nodes @param {string} filter @returns {Node_[]} */
export function sift(nodes, filter) {
  if (filter === 'now' || filter === 'all') return nodes;
  /** @type {Node_[]} */
  const out = [];
  for (const node of nodes) {
    const kids = sift(node.kids, filter);
    const how = outcome(node.row);
    const keep = filter === 'acted' ? how === 'acted' : how === 'acted' || how === 'passed';
    if (keep || kids.length) out.push({ row: node.row, kids });
  }
  return out;
}

/** Events that only hold others: what happens, happens within a phase. */
const FRAMES = new Set(['game', 'round', 'turn', 'phase']);

/** The rows of what is going on: from the last event directly within the phase on, or else the whole phase.
 * @param {Trace[]} rows */
function lastEvent(rows) {
  const frame = rows.findLastIndex((r) => r.kind === 'event' && FRAMES.has(r.id));
  const after = rows.slice(frame + 1);
  const least = after.reduce((d, r) => (r.kind === 'event' ? Math.min(d, r.depth) : d), Infinity);
  const start = after.findLastIndex((r) => r.kind === 'event' && r.depth === least);
  return start >= 0 ? after.slice(start) : rows.slice(Math.max(frame, 0));
}

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  let filter = 'now';
  let shown = PAGE;
  let skill = '';
  /** Folded by hand. @type {WeakSet<Trace>} */
  const folded = new WeakSet();
  /** Runs of silent timings opened by hand, by their first row. @type {WeakSet<Trace>} */
  const opened = new WeakSet();
  /** @type {Trace|null} */
  let chosen = null;
  /** @type {string[]} */
  let names = [];

  const filters = h('div.filters', { role: 'group' });
  const box = h('div.tree', { role: 'tree', tabindex: '0', onkeydown: walk });
  const legend = h('p.keys');
  root.replaceChildren(filters, box, legend);

  function drawFilters() {
    filters.setAttribute('aria-label', tr('筛选', 'Filter'));
    filters.replaceChildren(...FILTERS.map((f) => h('button', {
      'aria-pressed': String(filter === f.id), 'data-filter': f.id,
      onclick: () => { filter = f.id; shown = PAGE; drawFilters(); draw(); newest(); /** @type {HTMLElement|null} */ (filters.querySelector('[aria-pressed="true"]'))?.focus(); },
    }, say(f.words))));
    const find = /** @type {HTMLInputElement} */ (h('input', {
      type: 'text', placeholder: tr('技能…', 'skill…'), 'aria-label': tr('只看一个技能', 'One skill only'), value: skill,
      oninput: () => { skill = find.value.trim(); draw(); },
    }));
    filters.append(find);
    legend.replaceChildren(...(/** @type {const} */ (['acted', 'passed', 'false'])).map((m) => h('span', null, h('i.mk', { 'data-m': m }), outcomeWord(m))),
      h('span', null, h('i.mk', { 'data-m': 'wait' }), tr('等待', 'asked')));
  }

  /** Keeps what belongs to the skill searched for. @param {Node_[]} nodes @returns {Node_[]} */
  function bySkill(nodes) {
    if (!skill) return nodes;
    const is = (/** @type {Trace} */ r) => !!r.skill && (r.skill.includes(skill) || say(r.words).includes(skill));
    return nodes.flatMap((n) => {
      if (is(n.row)) return [n];
      const kids = bySkill(n.kids);
      return kids.length ? [{ row: n.row, kids }] : [];
    });
  }

  function draw() {
    const all = store.state.trace;
    names = namesAt(store.state.view);
    box.setAttribute('aria-label', tr('时机', 'Trace'));
    const scope = filter === 'now' ? lastEvent(all) : all;
    const cut = Math.max(0, scope.length - shown);
    box.replaceChildren();
    if (cut) box.append(h('button.btn.small.quiet.earlier', { onclick: () => { shown *= 4; draw(); } }, tr(`更早的 ${cut} 行`, `${cut} earlier rows`)));
    const nodes = bySkill(sift(tree(cut ? scope.slice(cut) : scope), filter));
    if (!nodes.length) put(box, h('p.note', null, tr('这里没有。', 'Nothing here.')));
    else put(box, group(nodes, 1));
    const first = /** @type {HTMLElement|null} */ (box.querySelector('[role="treeitem"]'));
    if (first) first.tabIndex = 0;
    box.tabIndex = first ? -1 : 0;
  }

  /** @param {Node_[]} nodes @param {number} level */
  function group(nodes, level) {
    const ul = h('ul', { role: level > 1 ? 'group' : 'presentation' });
    for (let i = 0; i < nodes.length; i += 1) {
      let end = i;
      while (end < nodes.length && silent(nodes[end])) end += 1;
      if (end - i > 1 && !opened.has(nodes[i].row)) {
        ul.append(run(nodes.slice(i, end), level));
        i = end - 1;
      } else ul.append(item(nodes[i], level));
    }
    return ul;
  }

  /** One line for a run of silent timings. @param {Node_[]} nodes @param {number} level */
  function run(nodes, level) {
    const one = nodes[0].row, last = nodes[nodes.length - 1].row;
    const el = h('li.quiet', { role: 'treeitem', tabindex: '-1', 'aria-expanded': 'false', 'aria-level': level },
      h('p', { onclick: () => { opened.add(one); again(one); }, title: nodes.map((n) => `${n.row.id} ${say(n.row.words)}`).join('\n') },
        `${one.id} … ${last.id}`, h('span.why', null, tr(`${nodes.length} 时机 · 无人`, `${nodes.length} timings · nobody`))));
    Object.assign(el, { row: one, run: true });
    return el;
  }

  /** @param {Node_} node @param {number} level @returns {HTMLElement} */
  function item({ row, kids }, level) {
    const shut = folded.has(row);
    const how = outcome(row);
    const asked = store.state.request || store.state.wait.length;
    const cls = { event: 'ev', timing: 'tm', considered: 'hd', acted: 'hd', change: 'fact' }[row.kind] ?? 'fact';
    const scripted = row.script && row.line;
    const name = say(row.words) || row.skill || row.id;
    const el = h(`li.${cls}`, {
      role: 'treeitem', tabindex: '-1', 'aria-level': level, 'aria-expanded': kids.length ? String(!shut) : null,
      'data-r': how, 'data-id': row.id, 'data-skill': row.skill, 'data-n': row.n, 'data-sel': chosen === row,
      'data-now': asked && row.n === store.state.at && !kids.length ? true : null,
    });
    const p = h('p', { onclick: () => choose(row, el, kids.length > 0) });
    if (row.kind === 'event') put(p, h('b', null, ...rich(name)), row.id.replaceAll('_', ' ') === name ? null : h('code', null, row.id));
    else if (row.kind === 'timing') put(p, h('code', null, row.id), h('span.zh', null, name));
    else if (how) put(p, h('span.mk', { role: 'img', 'aria-label': outcomeWord(how) }), h('b', null, name));
    else put(p, h('span.say', null, ...rich(name, names)));
    if (row.who != null) put(p, h('span.who', null, whoOf(row)));
    if (how && row.kind === 'considered') put(p, h('span.why', null, outcomeWord(how)));
    if (scripted || row.n != null) {
      put(p, scripted && h('button.src', { tabindex: '-1', title: row.script, onclick: (/** @type {Event} */ e) => { e.stopPropagation(); show(row); } }, place(row.script, row.line).replace('.luau', '')),
        (row.kind !== 'timing') && h('span.num', null, String(row.n)));
    }
    el.append(p);
    if (kids.length && !shut) el.append(group(kids, level + 1));
    if (kids.length && shut) p.append(h('span.why', null, `+${count(kids)}`));
    Object.assign(el, { row });
    return el;
  }

  /** @param {Node_[]} nodes @returns {number} */
  const count = (nodes) => nodes.reduce((sum, n) => sum + 1 + count(n.kids), 0);

  /** @param {Trace} row */
  function show(row) {
    chosen = row;
    for (const li of box.querySelectorAll('[data-sel]')) li.removeAttribute('data-sel');
    for (const li of box.querySelectorAll('li')) if (/** @type {any} */ (li).row === row) li.setAttribute('data-sel', '');
    if (row.script) open(row.script, row.line);
  }

  /** A click or Enter: a handler opens its script, anything else folds.
   * @param {Trace} row @param {HTMLElement} el @param {boolean} kids */
  function choose(row, el, kids) {
    if (row.script) show(row);
    else if (kids) { folded.has(row) ? folded.delete(row) : folded.add(row); again(row); }
    else el.focus();
  }

  /** Draws again and puts the focus back. @param {Trace} row */
  function again(row) {
    const top = box.scrollTop;
    draw();
    box.scrollTop = top;
    look();
    const el = items().find((li) => /** @type {any} */ (li).row === row);
    if (el) focus(el);
  }

  /** @returns {HTMLElement[]} */
  const items = () => [...box.querySelectorAll('[role="treeitem"]')].map((e) => /** @type {HTMLElement} */ (e));

  /** @param {HTMLElement} el */
  function focus(el) {
    for (const li of items()) li.tabIndex = -1;
    el.tabIndex = 0;
    el.focus({ preventScroll: true });
    el.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /** The usual keys of a tree. @param {KeyboardEvent} e */
  function walk(e) {
    const here = /** @type {HTMLElement|null} */ (e.target instanceof Element ? e.target.closest('[role="treeitem"]') : null);
    if (!here || e.altKey || e.ctrlKey || e.metaKey) return;
    const list = items();
    const i = list.indexOf(here);
    const row = /** @type {Trace} */ (/** @type {any} */ (here).row);
    const isRun = /** @type {any} */ (here).run === true;
    const to = (/** @type {HTMLElement|null|undefined} */ el) => el && focus(el);
    switch (e.key) {
      case 'ArrowDown': to(list[i + 1]); break;
      case 'ArrowUp': to(list[i - 1]); break;
      case 'Home': to(list[0]); break;
      case 'End': to(list[list.length - 1]); break;
      case 'ArrowRight':
        if (isRun) { opened.add(row); again(row); } else if (folded.has(row)) { folded.delete(row); again(row); } else to(here.querySelector('[role="treeitem"]'));
        break;
      case 'ArrowLeft':
        if (here.getAttribute('aria-expanded') === 'true') { folded.add(row); again(row); } else to(here.parentElement?.closest('[role="treeitem"]'));
        break;
      case 'Enter':
        if (isRun) { opened.add(row); again(row); } else choose(row, here, here.hasAttribute('aria-expanded'));
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** Is what happened last, at the foot, in sight? */
  let atEnd = true;
  const toEnd = () => { atEnd = true; box.scrollTop = box.scrollHeight; };
  const newest = () => whenDrawn(toEnd);
  const look = () => { atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR; };
  box.addEventListener('scroll', look);

  let later = 0;
  let drawn = 0;
  function redraw() {
    draw();
    drawn = Date.now();
    if (atEnd) newest();
  }

  drawFilters();
  let stale = true;
  store.on((state, changed) => {
    if (changed.has('lang')) drawFilters();
    if (['trace', 'lang', 'request', 'wait', 'at'].some((k) => changed.has(k))) stale = true;
    if ((changed.has('tab') || changed.has('sheet')) && state.tab === 'trace') newest();
    // a hidden tree is not drawn: the trace of a long game is large
    if (!stale || state.tab !== 'trace') return;
    stale = false;
    // bots may play faster than a long tree can be drawn: the first change at once, later ones together
    clearTimeout(later);
    const wait = Math.max(0, drawn + PAUSE - Date.now());
    if (wait) later = window.setTimeout(redraw, wait); else redraw();
  });
}

/** @type {Record<string, () => void>} */
export const keys = {};
