// @ts-check
// One tip for the whole page: elements with `data-tip` show its text while hovered or focused by keyboard.

import { h, whenDrawn } from './dom.js';
import { store } from './store.js';

const WAIT = 350;

export function mountTip() {
  const tip = h('div.tipbox', { role: 'tooltip', id: 'tip', hidden: true });
  document.body.append(tip);
  let timer = 0;
  /** @type {Element|null} */
  let over = null;
  let told = '';

  function hide() {
    clearTimeout(timer);
    over = null;
    tip.hidden = true;
  }

  /** @param {Element} el */
  function show(el) {
    const text = el.getAttribute('data-tip');
    if (!text || !el.isConnected) return hide();
    told = text;
    const [first, ...rest] = text.split('\n');
    tip.replaceChildren(h('b', null, first), ...rest.map((line) => h('p', null, line)));
    tip.hidden = false;
    // under the element if there is room, so that the prompt above a hand stays free; else above
    const box = el.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const below = box.bottom + 8 + own.height <= innerHeight;
    tip.style.top = `${below ? box.bottom + 8 : Math.max(4, box.top - own.height - 8)}px`;
    tip.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 4, box.left + box.width / 2 - own.width / 2))}px`;
  }

  // what is hovered may stay and come to say something else, or go
  function again() {
    if (over && !tip.hidden && !(over.isConnected && over.getAttribute('data-tip') === told)) show(over);
  }
  store.on(() => { if (!tip.hidden) whenDrawn(again); });

  /** @param {EventTarget|null} target @param {number} wait */
  function want(target, wait) {
    const el = target instanceof Element ? target.closest('[data-tip]') : null;
    if (el === over) return;
    hide();
    if (!el) return;
    over = el;
    timer = window.setTimeout(() => show(el), wait);
  }

  addEventListener('pointerover', (e) => { if (e.pointerType !== 'touch') want(e.target, WAIT); });
  addEventListener('focusin', (e) => { if (e.target instanceof Element && e.target.matches(':focus-visible')) want(e.target, WAIT); });
  addEventListener('focusout', hide);
  addEventListener('pointerdown', hide);
  addEventListener('keydown', (e) => { if (e.key === 'Escape') hide(); });
  // a finger held on something shows its tip
  addEventListener('contextmenu', (e) => {
    const el = e.target instanceof Element ? e.target.closest('[data-tip]') : null;
    if (!el || (e.target instanceof Element && e.target.closest('input, textarea'))) return;
    e.preventDefault();
    over = el;
    show(el);
  });
}
