// @ts-check
// The position as text: the present one, and any other dealt from its text. What is wrong with a text is shown at its place.

import { h, put } from './dom.js';
import { tr } from './words.js';
import { copy } from './parts.js';

/** @typedef {import('./store.js').Store} Store */

/** Where a line and a column (in characters) stand in a text. @param {string} text @param {number} line @param {number} column */
function offset(text, line, column) {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}

/** A field set that keeps its text while the table changes around it.
 * @param {Store} store @param {(msg: any) => void} send */
export function makePosition(store, send) {
  const area = /** @type {HTMLTextAreaElement} */ (h('textarea.position', { rows: 9, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'data-field': 'position', onkeydown: (/** @type {KeyboardEvent} */ e) => {
    e.stopPropagation();
    if (e.key === 'Escape') area.blur();
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) deal();
  } }));
  const wrong = h('p.note', { role: 'alert', 'data-bad': true, hidden: true });
  const root = h('fieldset.position');
  /** The text that was last asked for. @type {any} */
  let shown = null;
  /** @type {any} */
  let told = null;

  function deal() {
    if (!area.value.trim()) return;
    store.set({ misplaced: null });
    send({ t: 'deal_position', text: area.value });
  }

  function draw() {
    const { position, misplaced } = store.state;
    if (position && position !== shown) { shown = position; area.value = position.text; }
    area.setAttribute('aria-label', tr('局面的文本', 'The position as text'));
    area.placeholder = tr('点“现在的局面”，或粘贴一个局面', '“Show the present one”, or paste a position');
    wrong.hidden = !misplaced;
    wrong.textContent = misplaced ? tr(`第 ${misplaced.line} 行第 ${misplaced.column} 列：${misplaced.message}`, `Line ${misplaced.line}, column ${misplaced.column}: ${misplaced.message}`) : '';
    area.setAttribute('aria-invalid', String(!!misplaced));
    if (misplaced && misplaced !== told) {
      const at = offset(area.value, misplaced.line, misplaced.column);
      area.focus();
      area.setSelectionRange(at, Math.min(area.value.length, at + 1));
    }
    told = misplaced;
    root.replaceChildren();
    put(root, h('legend', null, tr('局面文本', 'Position as text')), area, wrong, h('div.row.wrap', null,
      h('button.btn.small', { 'data-act': 'position', onclick: () => { store.set({ misplaced: null }); send({ t: 'position' }); } }, tr('现在的局面', 'Show the present one')),
      h('button.btn.small.quiet', { 'data-act': 'copy-position', onclick: () => copy(area.value) }, tr('复制', 'Copy')), h('span.grow'),
      h('button.btn.small', { 'data-act': 'deal-position', title: 'Ctrl Enter', onclick: deal }, tr('按此发局', 'Deal this position'))));
  }

  store.on((state, changed) => {
    if (['position', 'misplaced', 'lang'].some((key) => changed.has(key))) draw();
  });
  return root;
}
