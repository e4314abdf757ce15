// What a person at the table does and sees: only clicks and keys go in, only what is on the screen comes out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ASKS, PATIENCE } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const LOOK = 30;

/** Waits until what is read is what is wanted.
 * @template T @param {() => Promise<T>} read @param {T} want @param {string} [what] */
export async function becomes(read, want, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const got = await read();
    if (isDeepStrictEqual(got, want)) return;
    if (Date.now() > end) assert.deepEqual(got, want, what);
    await sleep(LOOK);
  }
}

// ── seeing ──

/** What the page says about the game as a whole.
 * @param {Page} page @returns {Promise<{at: number, end: number, kind: string, over: boolean}>} */
export const game = (page) => page.evaluate(() => {
  const app = /** @type {HTMLElement} */ (document.querySelector('.app'));
  const prompt = /** @type {HTMLElement} */ (document.querySelector('#prompt'));
  return { at: Number(app.dataset.at), end: Number(app.dataset.end), kind: prompt.dataset.kind ?? 'none', over: !!document.querySelector('#mat .result') };
});

/** A seat as it is drawn.
 * @param {Page} page @param {number} n */
export const seat = (page, n) => page.locator(`#ring .seat[data-seat="${n}"]`).evaluate((el) => {
  /** @param {string} selector */
  const text = (selector) => el.querySelector(selector)?.textContent ?? '';
  /** @param {string} kind */
  const tokens = (kind) => Object.fromEntries([...el.querySelectorAll(`.tok[data-${kind}]`)].map((tok) => [tok.getAttribute(`data-${kind}`), Number(tok.querySelector('b')?.textContent?.slice(1) ?? 1)]));
  return {
    name: text('.head .zh'), hp: parseInt(text('.hp-n'), 10), maxHp: Number(text('.hp-n i').slice(1)), hand: Number(text('.hand-n')),
    kingdom: el.getAttribute('data-kingdom'), chained: el.hasAttribute('data-chained'), faceDown: el.hasAttribute('data-facedown'),
    dead: el.hasAttribute('data-dead'), turn: el.hasAttribute('data-turn'), marks: tokens('mark'), piles: tokens('pile'),
    skills: [...el.querySelectorAll('.skill')].map((skill) => skill.getAttribute('data-skill')),
    equips: [...el.querySelectorAll('.slot[data-card]')].map((slot) => slot.getAttribute('data-slot')),
  };
});

/** How many marks of a name lie before a seat. @param {Page} page @param {number} n @param {string} name */
export const mark = async (page, n, name) => (await seat(page, n)).marks[name];

/** The numbers of the cards in one's hand. @param {Page} page @returns {Promise<number[]>} */
export const hand = (page) => page.locator('#hand .card:not(.extra)').evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-card'))));

/** The sentences of the log. @param {Page} page @returns {Promise<string[]>} */
export const log = (page) => page.locator('#pane-log li p').allTextContents();

/** Waits for a question of this kind. @param {Page} page @param {string} kind */
export const asked = (page, kind) => page.waitForSelector(`#prompt[data-kind="${kind}"]`);

// ── doing ──

/** The link of a seat, or of those who watch, as the host finds it in the panel.
 * @param {Page} page @param {number} n @param {'seat'|'watch'} [to] */
export async function link(page, n, to = 'seat') {
  await tab(page, 'director');
  await page.click(`#pane-director [data-pick="${n}"]`);
  await page.click('#pane-director [data-act="friend"]');
  return await page.locator(`#pane-director .url[data-to="${to}"]`).textContent() ?? '';
}

/** Types into a field of the director's panel and presses Enter. @param {Page} page @param {string} field @param {string} text */
export async function direct(page, field, text) {
  await page.fill(`#pane-director [data-field="${field}"]`, text);
  await page.press(`#pane-director [data-field="${field}"]`, 'Enter');
}

/** The button that acts. @param {Page} page */
export const act = (page) => page.click('#prompt [data-act="act"]:not([aria-disabled])');
/** The button that declines. @param {Page} page */
export const pass = (page) => page.click('#prompt [data-act="pass"]');

/** Sits down at the beginning: what was decided before the page came is decided anew.
 * @param {import('./harness.js').Table} table @param {import('./harness.js').Look} [look] */
export async function sit(table, look) {
  const page = await table.open(undefined, look);
  await page.waitForSelector('#ring .seat');
  await toStart(page);
  await page.click('#timeline [data-act="here"]');
  await page.waitForSelector('html:not([data-rewound])');
  return page;
}

/** @param {Page} page */
export async function toStart(page) {
  await page.focus('#timeline .head');
  await page.keyboard.press('Home');
  await becomes(async () => (await game(page)).at, 0);
}

/** Bots decide as fast as the page lets them. @param {Page} page */
export async function hurry(page) {
  for (let i = 0; i < 2; i++) await page.click('#timeline [data-act="speed"]');
}

/** Opens a tab of the panel. @param {Page} page @param {'log'|'trace'|'source'|'director'} tab */
export async function tab(page, tab) {
  await page.click(`#tab-${tab}`);
  await page.waitForSelector(`#pane-${tab}`, { state: 'visible' });
}

/** The kinds of question that the test pack asks, in the order of its skill's options. */
export const KINDS = [...readFileSync(join(ASKS, 'scripts/skills/asks.luau'), 'utf8').matchAll(/^function asking\.(\w+)/gm)].map(([, kind]) => kind);

/** Uses the test pack's skill, to be asked a question of this kind. @param {Page} page @param {string} kind */
export async function useAsks(page, kind) {
  await asked(page, 'play');
  await page.click('#prompt [data-skill="asks:asks"]');
  await page.click(`#tray [data-option="${KINDS.indexOf(kind)}"]`);
  await act(page);
  await asked(page, kind);
}
