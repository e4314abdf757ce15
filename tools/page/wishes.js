// @ts-check
// Language and theme as this person chose them, kept in the browser.

import { store } from './store.js';

const KEY = 'muniu-table';

/** @returns {{lang?: 'zh'|'en', theme?: 'light'|'dark'}} */
export function wishes() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}; } catch { return {}; }
}

/** @param {{lang?: 'zh'|'en', theme?: 'light'|'dark'}} patch */
export function keep(patch) {
  store.set(patch);
  try { localStorage.setItem(KEY, JSON.stringify({ ...wishes(), ...patch })); } catch { /* a private window: for this visit only */ }
}
