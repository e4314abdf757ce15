// @ts-check
// What a reload did: a toast when it worked, with the way to the same moment; a panel when it did not, with the
// place, the line, what is wrong, and that the old version still runs. Where the source tab shows the file, the finding
// stands there at its line; here then is only the way to it.

import { h, put } from './dom.js';
import { gloss, say, tr, w } from './words.js';
import { copy, glyph, place, proposal, spanOf } from './parts.js';
import { open, repair } from './source.js';
import { keep } from './wishes.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Finding} Finding */

/** How long a toast without an offer stays. */
const TOAST = 9000;

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  const toast = h('section.toast', { role: 'status', hidden: true });
  const err = h('section.err', { role: 'alert', hidden: true });
  root.replaceChildren(toast);
  // the error belongs to the panel: it moves with the drawer and the sheet of small screens
  const grab = document.querySelector('#panel > .grab');
  if (grab) grab.after(err); else root.append(err);
  let which = 0;
  /** @type {any} */
  let timer = 0;

  function drawToast() {
    const t = store.state.toast;
    toast.hidden = !t;
    if (!t) return;
    const file = t.files.length === 1 ? place(t.files[0]) : tr(`${t.files.length} 个文件`, `${t.files.length} files`);
    toast.replaceChildren(h('p', null, glyph('check'), h('b', null, h('code', null, file), ' ', tr('已重载', 'reloaded')), h('time', null, t.at),
      h('button.close', { 'aria-label': tr('关闭', 'Close'), onclick: () => store.set({ toast: null }) }, glyph('x'))));
    for (const c of t.changed.slice(0, 3)) put(toast, h('p', null, say(c), gloss(c) && h('span', { lang: 'en' }, ` ${gloss(c)}`)));
    if (t.changed.length > 3) put(toast, h('p', null, tr(`还有 ${t.changed.length - 3} 处`, `and ${t.changed.length - 3} more`)));
    if (t.same != null) {
      const from = t.same;
      put(toast, h('button.btn', { 'data-act': 'again', 'data-from': from, onclick: () => send({ t: 'again', from }) }, glyph('again'), tr(`同一时刻 #${from}`, `Same moment #${from}`), h('kbd', null, 'M')));
      put(toast, h('label.err-auto', null,
        h('input', { type: 'checkbox', 'data-act': 'auto', checked: store.state.same, onchange: (/** @type {Event} */ e) => keep({ same: /** @type {HTMLInputElement} */ (e.target).checked }) }),
        tr('每次重载后都看同一时刻', 'Show it after every reload')));
    }
  }

  function drawErr() {
    const f = store.state.failed;
    err.hidden = !f;
    if (!f) return;
    which = Math.min(which, Math.max(0, f.findings.length - 1));
    const one = f.findings[which];
    // the source tab says the same at the line itself
    const brief = !!one && store.state.tab === 'source' && store.state.source?.file === one.file;
    err.toggleAttribute('data-brief', brief);
    const at = one ? `${one.file}:${one.line}:${one.column}` : f.files.join(', ');
    const old = h('p.err-old', null, h('i'), tr(`旧版 ${f.since} 仍在运行，对局未受影响`, `The version of ${f.since} still runs; the game is not affected`));
    const head = h('header', null, h('span.err-x', null, glyph('x')), h('b', null, say(w('重载失败', 'Reload failed'))), gloss(w('重载失败', 'Reload failed')) && h('span', { lang: 'en' }, 'Reload failed'),
      f.findings.length > 1 && h('span.err-nav', { role: 'group' },
        h('button.btn.small.icon.quiet', { 'aria-label': tr('上一个', 'Previous'), onclick: () => turn(-1) }, glyph('back')), `${which + 1} / ${f.findings.length}`,
        h('button.btn.small.icon.quiet', { 'aria-label': tr('下一个', 'Next'), onclick: () => turn(1) }, glyph('step'))),
      h('time', null, f.at));
    if (brief && one) {
      err.replaceChildren(head, h('p.err-loc', null, h('button.link', { 'data-act': 'show', onclick: () => open(one.file, one.line) },
        glyph('fold'), h('code', null, `${one.line}:${one.column}`), tr(' 见下面的源码', ' is told in the source below'))), old);
      return;
    }
    err.replaceChildren(head, h('p.err-loc', null, h('button.link', { onclick: () => one && open(one.file, one.line) }, h('code', null, at))));
    if (one) {
      put(err, h('pre.err-src', { 'data-line': one.line }, ...sourceLine(one)), h('p.err-msg', null, h('b', null, one.message), one.help && h('span', null, one.help)));
    }
    const instead = one && store.state.hello?.edit && proposal(one);
    put(err, old, one && h('footer', null,
      instead && h('button.btn.small', { 'data-act': 'repair', onclick: () => repair(one) }, tr(`改为 ${instead} 并保存`, `Change to ${instead} and save`)),
      h('button.btn.small', { 'data-act': 'show', onclick: () => open(one.file, one.line) }, tr('看源码', 'Show source')),
      h('button.btn.small.quiet', { 'data-act': 'copy', onclick: () => copy(at) }, tr('复制位置', 'Copy place'))));
  }

  /** @param {number} by */
  function turn(by) {
    const n = store.state.failed?.findings.length ?? 1;
    which = (which + by + n) % n;
    const one = store.state.failed?.findings[which];
    drawErr();
    if (one && store.state.tab === 'source') open(one.file, one.line);
  }

  /** The line with what is wrong marked, and a caret below it. @param {Finding} f */
  function sourceLine(f) {
    const { start, end } = spanOf(f);
    const pad = f.source.slice(0, start).replace(/[^\t]/g, (c) => (c > '\u2E7F' ? '\u3000' : ' '));
    return [h('span.ln', null, String(f.line)), f.source.slice(0, start), h('mark', null, f.source.slice(start, end)), f.source.slice(end), '\n',
      h('span.ln', null, ' '), pad, h('em', null, '^'.repeat(Math.max(1, Math.min(end, f.source.length) - start)))];
  }

  store.on((state, changed) => {
    if (changed.has('toast') || changed.has('lang')) {
      drawToast();
      if (changed.has('toast')) {
        clearTimeout(timer);
        // a toast that offers something waits for the answer
        if (state.toast && state.toast.same == null) timer = setTimeout(() => store.set({ toast: null }), TOAST);
      }
    }
    // the server shows the same moment unasked to those who wish it
    if ((changed.has('same') || changed.has('hello')) && state.hello?.role === 'host') send({ t: 'same', on: state.same });
    if (changed.has('failed')) which = 0;
    if (['failed', 'lang', 'tab', 'source'].some((k) => changed.has(k))) drawErr();
  });
}

/** @type {Record<string, (store: Store, send: (msg: import('./protocol.js').Message) => void) => void>} */
export const keys = {
  again: (store, send) => { const from = store.state.toast?.same; if (from != null) send({ t: 'again', from }); },
};
