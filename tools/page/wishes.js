// @ts-check
// Language, theme and the like as this person chose them, kept in the browser.

import { store } from './store.js';

const KEY = 'muniu-table';

/** @typedef {{lang?: 'zh'|'en', theme?: 'light'|'dark', passes?: boolean, same?: boolean}} Wishes */

/** @returns {Wishes} */
export function wishes() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}; } catch { return {}; }
}

/** @param {Wishes} patch */
export function keep(patch) {
  store.set(patch);
  try { localStorage.setItem(KEY, JSON.stringify({ ...wishes(), ...patch })); } catch { /* a private window: for this visit only */ }
}
