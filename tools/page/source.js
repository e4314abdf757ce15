// @ts-check
// The source tab: which files there are, one of them with its line numbers, what was found wrong with it
// at the very line, and an editor over the same lines for the host.

import { fill, h, put, whenDrawn } from './dom.js';
import { gloss, nameOf, say, tr } from './words.js';
import { lex } from './lex.js';
import { glyph, proposal, spanOf } from './parts.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Finding} Finding */
/** @typedef {import('./protocol.js').Source} Source */

/** @type {Store} */
let store;
/** @type {(msg: import('./protocol.js').Message) => void} */
let send = () => {};
/** The line to show once its file has come. @type {{file: string, line: number|undefined}|null} */
let wanted = null;
/** @type {() => boolean} */
let mayLeave = () => true;

/** Shows a file, from anywhere on the page.
 * @param {string} file @param {number} [line] */
export function open(file, line) {
  if (store.state.source?.file !== file && !mayLeave()) return;
  wanted = { file, line };
  store.set({ tab: 'source', sheet: true });
  send({ t: 'source', file });
}

/** A finding to be repaired once its file has come. @type {Finding|null} */
let broken = null;

/** Puts what the help proposes in the place of the marked word, and saves.
 * @param {Finding} f */
export function repair(f) {
  broken = f;
  open(f.file, f.line);
}

/** @param {HTMLElement} root @param {Store} s @param {(msg: import('./protocol.js').Message) => void} snd */
export function mount(root, s, snd) {
  store = s;
  send = snd;
  /** The text being edited, null while reading. @type {string|null} */
  let draft = null;
  /** What the draft began from. */
  let base = '';
  let saving = false;
  let picking = false;
  let search = '';
  let line = 0;
  let asked = false;
  /** Colours and findings of the open editor anew, without taking the caret out of it. */
  let repaint = () => {};

  const head = h('header.file');
  const list = h('div.files', { hidden: true });
  const body = h('div.scroll', { tabindex: '0' });
  root.replaceChildren(head, list, body);

  const dirty = () => draft != null && draft !== base;
  mayLeave = () => !dirty() || confirm(tr('放弃未保存的修改？', 'Discard unsaved changes?'));
  addEventListener('beforeunload', (e) => { if (dirty()) e.preventDefault(); });

  /** What is wrong with the file shown: with the version last read, or with the reload that failed.
   * @returns {Finding[]} */
  function findings() {
    const { source, failed } = store.state;
    if (!source) return [];
    const own = failed?.findings.filter((f) => f.file === source.file) ?? [];
    return own.length ? own : source.findings ?? [];
  }

  function drawHead() {
    const { source, hello } = store.state;
    const cut = source ? source.file.lastIndexOf('/') + 1 : 0;
    // a failed reload is said above already
    const wrong = !store.state.failed && findings().some((f) => f.severity === 'error');
    fill(head,
      h('button.pickfile', { 'aria-expanded': String(picking), 'data-key': 'pick', onclick: () => { picking = !picking; drawList(); drawHead(); } },
        source ? h('code', { title: source.file }, h('span', null, source.file.slice(0, cut)), h('b', null, source.file.slice(cut))) : h('b', null, tr('选择文件', 'Choose a file')), glyph('fold')),
      h('span.grow'),
      wrong && draft == null && h('span.badge.bad', null, tr('有错', 'errors')),
    );
    if (!source || !hello?.edit) return;
    // someone saved the same file elsewhere meanwhile: saving here would undo that
    if (dirty() && source.text !== base) head.append(h('span.badge.bad', null, tr('磁盘上已另有改动', 'changed on disk')));
    if (draft == null) head.append(h('button.btn.small', { 'data-act': 'edit', onclick: () => edit() }, tr('编辑', 'Edit')));
    else {
      put(head,
        h('button.btn.small.quiet', { 'data-act': 'cancel', onclick: () => { if (mayLeave()) { draft = null; drawHead(); drawBody(); } } }, dirty() ? tr('放弃', 'Discard') : tr('关闭', 'Close')),
        h('button.btn.small.primary', { 'data-act': 'save', disabled: !dirty() || saving, onclick: save }, saving ? tr('保存中', 'Saving') : tr('保存', 'Save'), h('kbd', null, 'Ctrl S')));
    }
  }

  function drawList() {
    list.hidden = !picking;
    body.hidden = picking;
    if (!picking) return;
    const { files, source, failed } = store.state;
    const bad = new Set(failed?.findings.map((f) => f.file));
    const find = /** @type {HTMLInputElement} */ (h('input', {
      type: 'text', value: search, placeholder: tr('文件名…', 'file name…'), 'aria-label': tr('找文件', 'Find a file'),
      oninput: () => { search = find.value; hits(); },
      onkeydown: (/** @type {KeyboardEvent} */ e) => {
        if (e.key === 'Enter') /** @type {HTMLElement|null} */ (ul.querySelector('button'))?.click();
        if (e.key === 'Escape') { picking = false; drawList(); drawHead(); e.stopPropagation(); }
      },
    }));
    const ul = h('ul');
    function hits() {
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const found = files.filter((f) => words.every((x) => f.toLowerCase().includes(x)));
      ul.replaceChildren();
      let folder = '';
      for (const file of found) {
        const at = file.lastIndexOf('/') + 1;
        if (file.slice(0, at) !== folder) { folder = file.slice(0, at); ul.append(h('li.folder', null, folder || './')); }
        ul.append(h('li', null, h('button', { 'aria-current': source?.file === file ? 'true' : null, 'data-bad': bad.has(file), 'data-file': file, onclick: () => { picking = false; drawList(); open(file); } }, file.slice(at))));
      }
      if (!found.length) ul.append(h('li.note', null, tr('没有这样的文件。', 'No such file.')));
    }
    list.replaceChildren(find, ul);
    hits();
    find.focus();
  }

  /** A line's tokens as elements; what a finding points at is underlined.
   * @param {import('./lex.js').Token[]} tokens @param {Finding[]} wrong */
  function codeLine(tokens, wrong) {
    /** @type {Node[]} */
    const out = [];
    let col = 0;
    for (const [cls, text] of tokens) {
      let from = 0;
      const spans = wrong.map(spanOf);
      const cuts = spans.flatMap((f) => [f.start - col, f.end - col]).filter((c) => c > 0 && c < text.length).sort((a, b) => a - b);
      for (const cut of [...cuts, text.length]) {
        if (cut <= from) continue;
        const piece = text.slice(from, cut);
        const start = col + from;
        const under = spans.some((f) => start >= f.start && start < f.end);
        const node = cls ? h(`span.${cls}`, null, piece) : document.createTextNode(piece);
        out.push(under ? h('u', null, node) : node);
        from = cut;
      }
      col += text.length;
    }
    return out;
  }

  function drawBody() {
    const { source } = store.state;
    body.replaceChildren();
    body.setAttribute('aria-label', source?.file ?? tr('源码', 'Source'));
    if (!source) {
      body.append(h('p.note.pad', null, tr('在“时机”里点一个技能，或在上面选一个文件。', 'Choose a handler in the trace, or a file above.')));
      return;
    }
    body.append(draft == null ? reading(source) : editing(source));
    const facts = factList(source);
    if (facts && draft == null) body.append(facts);
  }

  /** @param {Source} source */
  function reading(source) {
    const wrong = findings();
    const code = h('ol.code', { 'data-file': source.file });
    lex(source.file, source.text.replace(/\n$/, '')).forEach((tokens, i) => {
      const here = wrong.filter((f) => f.line === i + 1);
      code.append(h('li', { 'data-line': i + 1, 'data-run': i + 1 === line, 'data-err': here.some((f) => f.severity === 'error'), 'data-warn': here.length && here.every((f) => f.severity !== 'error') },
        ...codeLine(tokens, here)));
      for (const f of here) code.append(diagnosis(f));
    });
    return code;
  }

  /** @param {Finding} f */
  function diagnosis(f) {
    const instead = store.state.hello?.edit && proposal(f);
    return h('li.diag', { 'data-nonum': true, 'data-severity': f.severity }, h('p', null, h('b', null, f.message)),
      f.help && h('p.help', null, f.help, instead && h('button.btn.small', { 'data-act': 'repair', onclick: () => mend(f) }, tr(`改为 ${instead}`, `Change to ${instead}`))));
  }

  /** @param {Finding} f */
  function mend(f) {
    const { source } = store.state;
    const to = proposal(f);
    const lines = source?.text.split('\n') ?? [];
    const { start, end, word } = spanOf(f);
    const here = lines[f.line - 1];
    if (!source || !to || source.file !== f.file || here?.slice(start, end) !== word) return;
    lines[f.line - 1] = here.slice(0, start) + to + here.slice(end);
    send({ t: 'save_source', file: f.file, text: lines.join('\n') });
  }

  /** @param {Source} source */
  function factList(source) {
    const f = source.facts;
    if (!f || (!f.words && !f.text && !f.timings?.length)) return null;
    const dl = h('dl.facts');
    const row = (/** @type {string} */ name, /** @type {any[]} */ ...what) => put(dl, h('dt', null, name), h('dd', null, ...what));
    if (f.words) row(tr('名称', 'Name'), h('b', null, say(f.words)), ' ', gloss(f.words) && h('span', { lang: 'en' }, gloss(f.words)));
    if (f.text) row(tr('规则文本', 'Rule text'), say(f.text), gloss(f.text) && h('span', { lang: 'en' }, gloss(f.text)));
    if (f.timings?.length) row(tr('监听', 'Listens to'), ...f.timings.flatMap((t, i) => [i ? ' ' : '', h('code', null, t)]));
    row(tr('持有', 'Held by'), f.holders?.length ? f.holders.map(nameOf).join(tr('、', ', ')) : tr('无人', 'nobody'));
    row(tr('本局', 'This game'), tr(`发动 ${f.used ?? 0} 次`, `acted ${f.used ?? 0} times`));
    return dl;
  }

  /** The editor: a plain text area over the same coloured lines, so both stay in step.
   * @param {Source} source */
  function editing(source) {
    const under = h('pre.under', { 'aria-hidden': 'true' });
    const gutter = h('pre.gutter', { 'aria-hidden': 'true' });
    const notes = h('ul.notes');
    const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': source.file, 'data-key': 'area' }));
    area.value = draft ?? '';
    const paint = () => {
      const lines = lex(source.file, area.value);
      const wrong = dirty() ? [] : findings();
      under.replaceChildren();
      lines.forEach((tokens, i) => put(under, i ? '\n' : null, ...codeLine(tokens, wrong.filter((f) => f.line === i + 1))));
      under.append('\n');
      gutter.replaceChildren();
      lines.forEach((_, i) => put(gutter, h('span', { 'data-err': wrong.some((f) => f.line === i + 1) }, String(i + 1)), '\n'));
      area.rows = lines.length + 1;
      area.style.width = `${Math.max(...area.value.split('\n').map(width)) + 4}ch`;
      notes.replaceChildren(...wrong.map((f) => h('li', null, h('code', null, `${f.line}:${f.column}`), ' ', h('b', null, f.message), f.help && h('span', null, f.help))));
    };
    area.addEventListener('input', () => { draft = area.value; paint(); drawHead(); });
    area.addEventListener('keydown', (e) => {
      if (e.key === 's' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); save(); }
      // Tab indents while text is edited; Escape first, then Tab, leaves the field
      if (e.key === 'Tab' && !e.shiftKey && !left) { e.preventDefault(); document.execCommand('insertText', false, '  '); }
      left = e.key === 'Escape';
      if (e.key === 'Enter' && !e.ctrlKey) {
        const start = area.value.lastIndexOf('\n', area.selectionStart - 1) + 1;
        const indent = /^[ \t]*/.exec(area.value.slice(start, area.selectionStart))?.[0];
        if (indent) { e.preventDefault(); document.execCommand('insertText', false, `\n${indent}`); }
      }
      e.stopPropagation(); // the table's own keys are letters too
    });
    let left = false;
    repaint = paint;
    paint();
    return h('div.editor', null, notes, h('div.layers', null, gutter, h('div.text', null, under, area)));
  }

  /** Columns a line takes: CJK characters are twice as wide. @param {string} text */
  const width = (text) => [...text].reduce((sum, c) => sum + (c > '\u2E7F' ? 2 : 1), 0);

  function edit() {
    const { source } = store.state;
    if (!source) return;
    base = source.text;
    draft = source.text;
    picking = false;
    drawList(); drawHead(); drawBody();
    const area = /** @type {HTMLTextAreaElement|null} */ (body.querySelector('textarea'));
    if (!area) return;
    const at = line ? source.text.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) : 0;
    area.focus({ preventScroll: true });
    area.setSelectionRange(at, at);
  }

  function save() {
    const { source } = store.state;
    if (!source || draft == null || !dirty()) return;
    saving = true;
    send({ t: 'save_source', file: source.file, text: draft });
    base = draft;
    drawHead();
    // the server answers with `saved`, then `reloaded` or `failed`; either ends the waiting
    setTimeout(() => { saving = false; drawHead(); }, 1500);
  }

  function reveal() {
    const el = body.querySelector(`[data-line="${line}"]`) ?? body.querySelector('li[data-err]');
    el?.scrollIntoView({ block: 'center' });
    body.scrollLeft = 0;
  }

  store.on((state, changed) => {
    if (state.tab === 'source' && !asked && state.hello?.role === 'host') { asked = true; send({ t: 'files' }); }
    // after a reload the file shown may be another: ask for it again
    if ((changed.has('toast') && state.toast) || (changed.has('failed') && state.source)) {
      saving = false;
      if (state.source && (state.toast?.files.includes(state.source.file) || state.failed?.files.includes(state.source.file) || changed.has('failed'))) send({ t: 'source', file: state.source.file });
    }
    if (changed.has('source') && state.source) {
      const another = wanted?.file === state.source.file;
      if (another) { line = wanted?.line ?? 0; wanted = null; picking = false; drawList(); }
      if (draft != null && (another && state.source.text !== base && !dirty())) draft = null;
      else if (draft != null && !dirty() && state.source.text !== base) draft = null;
      if (broken && broken.file === state.source.file && draft == null) mend(broken);
      broken = null;
      if (draft == null) { drawBody(); if (another) whenDrawn(reveal); } else repaint();
      drawHead();
    } else if (changed.has('failed') || changed.has('lang') || changed.has('hello')) {
      drawHead();
      if (draft == null) drawBody(); else repaint();
    }
    if (changed.has('files') && picking) drawList();
    if (changed.has('tab') && state.tab === 'source' && !state.source) drawHead();
  });
  drawHead();
  drawBody();
}

/** @type {Record<string, () => void>} */
export const keys = {};
