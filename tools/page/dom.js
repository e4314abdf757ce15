// @ts-check
// Building elements, and drawing them anew at little cost: what is the same stays, and what has to be measured is
// measured once all is drawn. Text always becomes a text node, so nothing a person or a script wrote is markup.

const SVG = 'http://www.w3.org/2000/svg';

/** What an element listens to, by event: beside it, so that a redraw can hand it on. @type {WeakMap<Element, Record<string, (e: Event) => void>>} */
const ears = new WeakMap();
/** What the elements under the pointer meant when it was pressed: a click means that, whatever was drawn before it was
 * released. @type {Map<EventTarget, Record<string, (e: Event) => void>|undefined>} */
let pressed = new Map();
document.addEventListener('pointerdown', (e) => { pressed = new Map(e.composedPath().map((el) => [el, ears.get(/** @type {Element} */ (el))])); }, true);

/** @param {Event} e */
function hear(e) {
  const el = /** @type {Element} */ (e.currentTarget);
  // a click by the keyboard has no detail
  const then = e instanceof MouseEvent && e.type === 'click' && e.detail ? pressed.get(el) : undefined;
  (then ?? ears.get(el))?.[e.type]?.(e);
}

/** @param {Element} el @param {Record<string, (e: Event) => void>} fns */
function listen(el, fns) {
  for (const type of Object.keys(fns)) el.addEventListener(type, hear);
  ears.set(el, fns);
}

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
    if (key.startsWith('on')) listen(el, { ...ears.get(el), [key.slice(2)]: value });
    else if (key === 'style') for (const [p, v] of Object.entries(value)) el.style.setProperty(p, String(v));
    else el.setAttribute(key, value === true ? '' : String(value));
  }
  put(el, ...children);
  return el;
}

/** @param {Child[]} children @returns {Node[]} */
const nodes = (children) => children.flat().filter((c) => c != null && c !== false).map((c) => (c instanceof Node ? c : document.createTextNode(String(c))));

/** Appends children.
 * @param {Element} el @param {...Child} children */
export function put(el, ...children) {
  el.append(...nodes(children));
}

/** Changes what is in an element, keeping keyboard focus on the element with the same `data-key`.
 * @param {Element} el @param {() => void} change */
function keepFocus(el, change) {
  const active = document.activeElement;
  const key = active && el.contains(active) ? active.getAttribute('data-key') : null;
  change();
  if (!key || document.activeElement === active) return;
  const again = el.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** Replaces all children: for what is drawn seldom, or whose maker goes on using the elements he made.
 * @param {Element} el @param {...Child} children */
export function fill(el, ...children) {
  keepFocus(el, () => el.replaceChildren(...nodes(children)));
}

/** Makes the children what they should be, touching only what differs: an element stays where another of its kind and
 * `data-key` should stand. Who made the new ones must not hold on to them.
 * @param {Element} el @param {...Child} children */
export function redraw(el, ...children) {
  keepFocus(el, () => merge(el, nodes(children)));
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null);

/** @param {Element} el @param {Node[]} next */
function merge(el, next) {
  const wanted = new Set(next.map(keyOf));
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of [...el.childNodes]) {
    const key = keyOf(child);
    if (key == null) continue;
    if (wanted.has(key)) keyed.set(key, child);
    else child.remove();
  }
  let at = el.firstChild;
  for (const node of next) {
    const key = keyOf(node);
    const old = key == null ? at : keyed.get(key) ?? null;
    const stays = old && old.nodeName === node.nodeName && keyOf(old) === key && node !== old;
    const child = stays ? old : node;
    if (child === at) at = at.nextSibling;
    else el.insertBefore(child, at);
    if (stays) become(old, node);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** @param {Element} el */
const styleOf = (el) => /** @type {HTMLElement} */ (el).style;

/** One node takes over all that another of its kind is. @param {Node} old @param {Node} next */
function become(old, next) {
  if (!(old instanceof Element && next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) === value) continue;
    // the page's security policy takes no style as a text
    if (name === 'style') styleOf(old).cssText = value;
    else old.setAttribute(name, value);
  }
  const fns = ears.get(next);
  if (fns || ears.has(old)) listen(old, fns ?? {});
  merge(old, [...next.childNodes]);
  // a field shows what was typed, whatever its attributes say
  if (old instanceof HTMLInputElement && next instanceof HTMLInputElement) {
    if (old.value !== next.value) old.value = next.value;
    old.checked = next.checked;
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
