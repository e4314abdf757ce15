// @ts-check
// Building elements, and measuring them once all is drawn. Text always becomes a text node, so nothing a person or a script wrote is markup.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node|string|number|null|undefined|false|(Node|string|number|null|undefined|false)[]} Child */

/** An element: `h('button.btn.small', {type: 'button', onclick: fn, 'data-x': 1, disabled: true}, 'text', node)`.
 * An attribute of null, undefined or false is left out; true is an empty attribute; `on…` takes a listener;
 * `style` takes an object whose keys may be custom properties.
 * @param {string} spec tag and classes
 * @param {Record<string, any>|null} [attrs]
 * @param {...Child} children
 * @returns {HTMLElement} */
export function h(spec, attrs, ...children) {
  const [tag, ...classes] = spec.split('.');
  const el = document.createElement(tag || 'div');
  if (classes.length) el.className = classes.join(' ');
  if (tag === 'button') el.setAttribute('type', 'button');
  for (const [key, value] of Object.entries(attrs ?? {})) {
    if (value == null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'style') for (const [p, v] of Object.entries(value)) el.style.setProperty(p, String(v));
    else el.setAttribute(key, value === true ? '' : String(value));
  }
  put(el, ...children);
  return el;
}

/** Appends children.
 * @param {Element} el @param {...Child} children */
export function put(el, ...children) {
  for (const c of children.flat()) {
    if (c == null || c === false) continue;
    el.append(c instanceof Node ? c : String(c));
  }
}

/** Replaces all children, keeping keyboard focus on the element with the same `data-key` (or id).
 * @param {Element} el @param {...Child} children */
export function fill(el, ...children) {
  const active = document.activeElement;
  const key = active && el.contains(active) ? active.getAttribute('data-key') : null;
  el.replaceChildren();
  put(el, ...children);
  if (key) {
    const again = el.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** @type {Set<() => void>} */
const waiting = new Set();

/** Calls `fn` once all parts of the page have drawn what has changed. Whoever has to know where something lies asks then,
 * so that the page is laid out once and not for each who asks. @param {() => void} fn */
export function whenDrawn(fn) {
  if (!waiting.size) queueMicrotask(measure);
  waiting.add(fn);
}

function measure() {
  const fns = [...waiting];
  waiting.clear();
  for (const fn of fns) {
    try { fn(); } catch (e) { console.error(e); }
  }
}

/** One of the page's own symbols (see index.html): pip hand start back step play pause check x theme save grip again.
 * @param {string} name @param {string} [cls] */
export function icon(name, cls) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  if (cls) svg.setAttribute('class', cls);
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}
