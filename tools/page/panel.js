// @ts-check
// The panel beside the table: four tabs, and the handle that opens it as a drawer or a sheet on small screens.

import { h, redraw } from './dom.js';
import { gloss, say, tr, w } from './words.js';
import * as log from './log.js';
import * as trace from './trace.js';
import * as source from './source.js';
import * as director from './director.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./state.js').State} State */

/** Tabs only the host has: the others would show what his seat may not know. */
const TABS = [
  { id: 'log', words: w('记录', 'Log'), part: log, host: false },
  { id: 'trace', words: w('时机', 'Trace'), part: trace, host: true },
  { id: 'source', words: w('源码', 'Source'), part: source, host: true },
  { id: 'director', words: w('导演', 'Director'), part: director, host: true },
];

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  const grab = h('button.grab', { onclick: () => store.set({ sheet: !store.state.sheet }) });
  const tabs = h('nav.tabs', { role: 'tablist', onkeydown: move });
  const panes = TABS.map((t) => h(`section.pane.${t.id}`, { id: `pane-${t.id}`, 'data-pane': t.id, role: 'tabpanel', 'aria-labelledby': `tab-${t.id}` }));
  root.replaceChildren(grab, tabs, ...panes);

  const open = () => TABS.filter((t) => !t.host || store.state.hello?.role === 'host');

  /** @param {string} id */
  const choose = (id) => store.set({ tab: /** @type {State['tab']} */ (id), sheet: true });

  /** @param {KeyboardEvent} e */
  function move(e) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    const list = open();
    if (!by && e.key !== 'Home' && e.key !== 'End') return;
    e.preventDefault();
    e.stopPropagation();
    const now = list.findIndex((t) => t.id === store.state.tab);
    const to = e.key === 'Home' ? 0 : e.key === 'End' ? list.length - 1 : (now + (by ?? 0) + list.length) % list.length;
    store.set({ tab: /** @type {State['tab']} */ (list[to].id) });
    queueMicrotask(() => document.getElementById(`tab-${list[to].id}`)?.focus());
  }

  store.on((state, changed) => {
    if (!['tab', 'lang', 'hello', 'sheet', 'failed'].some((k) => changed.has(k))) return;
    const list = open();
    if (state.hello && !list.some((t) => t.id === state.tab)) { store.set({ tab: 'log' }); return; }
    root.setAttribute('aria-label', tr('面板', 'Panel'));
    grab.setAttribute('aria-label', state.sheet ? tr('收起面板', 'Close the panel') : tr('展开面板', 'Open the panel'));
    grab.setAttribute('aria-expanded', String(state.sheet));
    redraw(tabs, ...list.map((t) => h('button', {
      role: 'tab', id: `tab-${t.id}`, 'data-tab': t.id, 'data-key': `tab-${t.id}`, 'aria-controls': `pane-${t.id}`,
      'aria-selected': String(state.tab === t.id), tabindex: state.tab === t.id ? '0' : '-1',
      onclick: () => choose(t.id),
    }, say(t.words), gloss(t.words) && h('span', { lang: 'en' }, gloss(t.words)),
    t.id === 'source' && state.failed && h('i.dot', { title: tr('有错误', 'has errors') }))));
  });

  TABS.forEach((t, i) => t.part.mount(panes[i], store, send));
}

/** The tabs by number, for the keyboard.
 * @type {Record<string, (store: Store) => void>} */
export const keys = Object.fromEntries(TABS.map((t) => [`tab_${t.id}`, (store) => store.set({ tab: /** @type {State['tab']} */ (t.id) })]));
