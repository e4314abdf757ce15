// @ts-check
// The log: sentences grouped by turn. Only new lines are added while the game runs on.

import { h, whenDrawn } from './dom.js';
import { say, tr } from './words.js';
import { namesAt, rich } from './parts.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Line} Line */

/** A line that opens a round or a turn: ── 张飞 的回合 ──. */
const HEAD = /^[═─]+\s*(.*?)\s*[═─]+$/u;
/** More than this is drawn only on request: a long game has thousands of sentences. */
const PAGE = 400;
/** So many pixels from its end, the log goes on by itself. */
const NEAR = 40;

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  /** @type {Line[]} lines drawn so far */
  let drawn = [];
  let first = 0;
  let shown = PAGE;
  /** @type {HTMLElement|null} */
  let list = null;
  root.tabIndex = 0;
  /** Is the newest line in sight? It stays so when the pane grows less, as for an error above it. */
  let atEnd = true;
  const toEnd = () => { atEnd = true; root.scrollTop = root.scrollHeight; };
  root.addEventListener('scroll', () => { atEnd = root.scrollHeight - root.scrollTop - root.clientHeight < NEAR; });
  new ResizeObserver(() => { if (atEnd) toEnd(); }).observe(root);

  /** @param {Line} line @param {string[]} names */
  function add(line, names) {
    const text = say(line.words);
    const head = HEAD.exec(text);
    if (head) {
      root.append(h(`h3${text.startsWith('═') ? '.round' : ''}`, null, h('i', null, ...rich(head[1], names)), h('span', null, `#${line.n}`)));
      list = null;
      drawn.push(line);
      return;
    }
    if (!list) {
      list = h('ol');
      root.append(list);
    }
    const before = drawn[drawn.length - 1];
    const same = before && before.n === line.n && list.childElementCount > 0;
    list.append(h(`li${line.depth > 0 || same ? '.sub' : ''}`, { 'data-n': line.n, style: { '--d': Math.min(line.depth, 5) } },
      same ? h('code') : h('button.n', { title: tr(`回到 #${line.n}`, `Go to #${line.n}`), onclick: () => send({ t: 'goto', n: line.n }) }, String(line.n)),
      h('p', null, ...rich(text, names))));
    drawn.push(line);
  }

  /** @param {boolean} anew */
  function draw(anew) {
    const { log, view } = store.state;
    const last = drawn.length - 1;
    const grown = !anew && (last < 0 ? log.length <= shown : log[first] === drawn[0] && log[first + last] === drawn[last]);
    if (!grown) {
      root.replaceChildren();
      drawn = []; list = null;
      first = Math.max(0, log.length - shown);
      if (first) root.append(h('button.btn.small.quiet.earlier', { onclick: () => { shown += 4 * PAGE; draw(true); } }, tr(`更早的 ${first} 行`, `${first} earlier lines`)));
      if (!log.length) root.append(h('p.note', null, tr('还没有发生什么。', 'Nothing has happened yet.')));
    } else if (log.length && !drawn.length) root.replaceChildren(); // the note that nothing happened
    const names = namesAt(view);
    for (let i = first + drawn.length; i < log.length; i += 1) if (log[i].words) add(log[i], names); else drawn.push(log[i]);
    if (atEnd || anew || !grown) whenDrawn(toEnd);
  }

  function mark() {
    const { at } = store.state;
    for (const li of root.querySelectorAll('li.cur')) li.classList.remove('cur');
    for (const li of root.querySelectorAll(`li[data-n="${at}"]`)) li.classList.add('cur');
  }

  store.on((state, changed) => {
    if (changed.has('log') || changed.has('lang')) draw(changed.has('lang'));
    if (changed.has('log') || changed.has('at') || changed.has('lang')) mark();
    // a pane that was hidden while it was drawn could not scroll
    if ((changed.has('tab') || changed.has('sheet')) && state.tab === 'log') whenDrawn(toEnd);
    root.setAttribute('aria-label', tr('记录', 'Log'));
  });
}
/** @type {Record<string, () => void>} */
export const keys = {};
