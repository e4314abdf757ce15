// Somebody who plays on by clicking what may be clicked, by chance but never against what the page shows.

import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(n: number) => number} Dice  a number from 0 below n */

/** Chance that is the same each time. @param {number} seed @returns {Dice} */
export function dice(seed) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

const SEATS = '#ring .seat[data-legal]:not([data-chosen])';
const CARDS = '#hand .card[data-legal]:not([data-chosen])';
const OPTIONS = '#prompt [data-option]';
const WAYS = '#prompt [data-way]';
const TILES = ':is(#tray, #mat) [data-tile]:not([data-chosen])';
const GIVERS = '#tray [data-to]:not([aria-disabled])';

/** What can be clicked now. @param {Page} page */
const offers = (page) => page.evaluate((selectors) => {
  const prompt = /** @type {HTMLElement} */ (document.querySelector('#prompt'));
  const has = (/** @type {string} */ selector) => !!document.querySelector(selector);
  return {
    kind: prompt.dataset.kind ?? 'none', id: prompt.dataset.request,
    can: has('#prompt [data-act="act"]:not([aria-disabled])'), optional: has('#prompt [data-act="pass"]'),
    begun: has('#prompt [data-way][aria-pressed="true"], #hand .card[data-chosen]'), held: has('#tray [data-chosen]:not([data-given])'),
    refused: prompt.querySelector('.ask-no')?.textContent ?? null,
    over: has('#mat .result'),
    ...Object.fromEntries(Object.entries(selectors).map(([name, selector]) => [name, document.querySelectorAll(selector).length])),
  };
}, { seats: SEATS, cards: CARDS, options: OPTIONS, ways: WAYS, tiles: TILES, givers: GIVERS }).then((seen) => /** @type {any} */ (seen));

/** The next click for what is offered: which of what.
 * @param {any} on @param {Dice} roll @returns {[selector: string, count: number]} */
function choice(on, roll) {
  const act = /** @type {[string, number]} */ (['#prompt [data-act="act"]', 1]);
  const pass = /** @type {[string, number]} */ (['#prompt [data-act="pass"]', 1]);
  switch (on.kind) {
    case 'choose_option': case 'order_triggers': return on.options ? [OPTIONS, on.options] : [TILES, on.tiles];
    case 'choose_suit': return on.can ? act : ['#prompt [data-suit]', 4];
    case 'confirm': return roll(4) ? act : pass;
    case 'choose_players': return on.can ? act : [SEATS, on.seats];
    case 'distribute': return on.can ? act : on.held ? [GIVERS, on.givers] : [TILES, on.tiles];
    case 'choose_cards': return on.can ? act : on.tiles ? [TILES, on.tiles] : [CARDS, on.cards];
    case 'pick_general': return on.can ? act : [TILES, on.tiles];
    case 'choose_number': case 'arrange': return act;
  }
  if (on.can) return act;
  if (on.tiles) return [TILES, on.tiles];
  if (on.begun || on.kind === 'trigger') {
    if (on.options) return [OPTIONS, on.options];
    if (on.seats) return [SEATS, on.seats];
    if (on.cards) return [CARDS, on.cards];
  } else if (on.cards + on.ways && roll(8)) return roll(on.cards + on.ways) < on.cards ? [CARDS, on.cards] : [WAYS, on.ways];
  return on.optional ? pass : [CARDS, on.cards];
}

/** Plays on until `enough` says so, or the game is over.
 * @param {Page} page @param {Dice} roll @param {(on: any) => boolean} enough
 * @returns {Promise<Record<string, number>>} how many questions of each kind were answered */
export async function playOn(page, roll, enough) {
  /** @type {Record<string, number>} */
  const answered = {};
  /** @type {{id?: string, clicks: number}} */
  let now = { clicks: 0 };
  for (;;) {
    const on = await offers(page);
    if (on.over || enough(on)) return answered;
    if (on.kind === 'none') { await sleep(20); continue; }
    if (on.refused) throw new Error(`refused: ${on.refused} (${JSON.stringify(on)})`);
    if (on.id !== now.id) {
      now = { id: on.id, clicks: 0 };
      answered[on.kind] = (answered[on.kind] ?? 0) + 1;
    }
    now.clicks += 1;
    if (now.clicks > 60) throw new Error(`no way on: ${JSON.stringify(on)}`);
    // what was begun leads nowhere for one who clicks by chance: another way, then declining
    if (now.clicks % 12 === 0) { await page.keyboard.press('Escape'); continue; }
    const [selector, count] = choice(on, roll);
    // what was offered may be gone by now: then it is looked at again
    await page.locator(selector).nth(roll(Math.max(1, count))).click({ timeout: 1000 }).catch(() => {});
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}
