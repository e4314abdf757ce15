// @ts-check
// The clock of those who are asked at the same time: everybody sees it run down, asked or not. Who has nothing to answer
// with is asked all the same, so that nobody learns it from the time he takes; the page may pass for him.

import { store } from './store.js';
import { tr } from './words.js';
import { pass } from './answer.js';

/** Nobody passes sooner than this, nor later than this part of the clock (milliseconds). */
const SOONEST = 1000, LATEST = 1 / 3;
const SECOND = 1000;

/** When a clock that the server just told of runs out, by this page's own time.
 * @param {import('./protocol.js').Clock|null} clock */
export const running = (clock) => (clock ? { ends: performance.now() + clock.left, whole: clock.whole } : null);

/** Is this seat asked only so that all are asked alike? */
export function hasNone() {
  const { request, clock } = store.state;
  return !!request && !!clock && request.optional && request.ways?.length === 0;
}

/** @param {HTMLElement} root */
export function mountClock(root) {
  let beat = 0;

  function draw() {
    clearTimeout(beat);
    const { clock } = store.state;
    const left = clock ? clock.ends - performance.now() : 0;
    root.hidden = left <= 0;
    if (!clock || root.hidden) return;
    const seconds = Math.ceil(left / SECOND);
    root.setAttribute('aria-label', tr(`还剩 ${seconds} 秒`, `${seconds} s left`));
    root.dataset.seconds = String(seconds);
    root.toggleAttribute('data-late', left < clock.whole * LATEST);
    // where it will be at the next beat; the style sheet fills the second between, or leaps where nothing is to move
    const rest = left % SECOND || SECOND;
    root.style.setProperty('--left', `${(100 * Math.max(0, left - rest)) / clock.whole}%`);
    root.style.setProperty('--beat', `${rest}ms`);
    beat = window.setTimeout(draw, rest);
  }

  store.on((_, changed) => {
    if (changed.has('clock') || changed.has('lang')) draw();
  });
  passing();
}

/** Passes for who has none and wishes it so, after a time that says nothing. */
function passing() {
  /** The question that is about to be passed. @type {import('./protocol.js').Request|null} */
  let about = null;
  let timer = 0;
  store.on((state, changed) => {
    if (!['request', 'clock', 'passes', 'link'].some((k) => changed.has(k))) return;
    const next = state.passes && state.link === 'open' && hasNone() ? state.request : null;
    if (next === about) return;
    about = next;
    clearTimeout(timer);
    if (!next || !state.clock) return;
    const most = Math.max(SOONEST, state.clock.whole * LATEST);
    timer = window.setTimeout(() => { about = null; pass(); }, SOONEST + Math.random() * (most - SOONEST));
  });
}
