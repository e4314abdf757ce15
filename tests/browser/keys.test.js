// The table without a mouse.

import assert from 'node:assert/strict';
import { atTable, ASKS } from './harness.js';
import { KINDS, asked, becomes, game, hand, mark, seat } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

/** What has the focus. @param {Page} page */
const focus = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? document.activeElement?.tagName ?? '');

/** Goes on with Tab until this has the focus. @param {Page} page @param {RegExp} key */
async function tabTo(page, key) {
  for (let i = 0; i < 80; i++) {
    if (key.test(await focus(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never came to ${key}`);
}

/** The number key of the first legal card of this name. @param {Page} page @param {string} name */
async function cardKey(page, name) {
  const cards = page.locator('#hand .card');
  await page.waitForSelector(`#hand .card[data-name="${name}"][data-legal]`);
  const at = await cards.evaluateAll((all, wanted) => all.findLastIndex((card) => card.getAttribute('data-name') === wanted && card.hasAttribute('data-legal')), name);
  await page.keyboard.press(`Digit${(at + 1) % 10}`);
}

/** Uses the test pack's skill, by letter and number, or by Tab beyond the ninth option. @param {Page} page @param {string} kind */
async function ask(page, kind) {
  await asked(page, 'play');
  await page.keyboard.press('KeyQ');
  await page.waitForSelector('#tray [data-option]');
  const n = KINDS.indexOf(kind);
  if (n < 9) await page.keyboard.press(`Digit${n + 1}`);
  else {
    await tabTo(page, new RegExp(`^option${n}$`));
    await page.keyboard.press('Enter');
  }
  await page.waitForSelector('#prompt [data-act="act"]:not([aria-disabled])');
  // from the option chosen to the answer
  if (n >= 9) await tabTo(page, /^act$/);
  await page.keyboard.press('Enter');
  await asked(page, kind);
}

atTable('without a mouse', { packs: [ASKS], general: 'asks:asker', seed: 5 }, async (table, step) => {
  const page = await table.open();
  const me = () => seat(page, 1);
  const enter = () => page.keyboard.press('Enter');

  await step('to the start and on from there', async () => {
    await page.waitForSelector('#timeline [data-act="start"]');
    await tabTo(page, /^head$/);
    await page.keyboard.press('Home');
    await becomes(async () => (await game(page)).at, 0);
    await page.keyboard.press('KeyP');
    await page.waitForSelector('html:not([data-rewound])');
  });
  await step('a card is used and a seat chosen by number', async () => {
    await ask(page, 'respond');
    await cardKey(page, 'jink');
    await page.waitForSelector('#prompt [data-act="act"]:not([aria-disabled])');
    await enter();
    await becomes(() => mark(page, 1, 'responded'), 1);
    await ask(page, 'choose_players');
    await page.keyboard.press('Shift+Digit3');
    await page.waitForSelector('#ring .seat[data-seat="3"][data-chosen]');
    await enter();
    await becomes(async () => (await seat(page, 3)).chained, true);
  });
  await step('one option of two, a number, a suit', async () => {
    const { hand } = await me();
    await ask(page, 'choose_option');
    await page.keyboard.press('Digit1');
    await becomes(async () => (await me()).hand, hand + 2);
    await ask(page, 'choose_number');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await enter();
    await becomes(() => mark(page, 1, 'number'), 3);
    await ask(page, 'choose_suit');
    await page.keyboard.press('Digit3');
    await enter();
    await becomes(() => mark(page, 1, 'club'), 1);
  });
  await step('declining', async () => {
    await ask(page, 'confirm');
    await page.keyboard.press('Escape');
    await becomes(() => mark(page, 1, 'no'), 1);
  });
  await step('a general', async () => {
    await ask(page, 'pick_general');
    await page.keyboard.press('Digit2');
    await page.waitForSelector('#tray [data-general="liubei"][data-chosen]');
    await tabTo(page, /^act$/);
    await enter();
    await becomes(async () => (await me()).kingdom, 'shu');
  });
  await step('cards are arranged and given', async () => {
    await ask(page, 'arrange');
    const ids = await page.locator('#tray [data-pile="top"] .card').evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-card'))));
    // the second goes before the first
    await page.keyboard.press('Digit2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Digit1');
    await page.keyboard.press('Enter');
    await asked(page, 'play');
    await becomes(async () => (await hand(page)).includes(ids[1]), true, 'the card moved to the top was drawn');
    const next = await seat(page, 2);
    await ask(page, 'distribute');
    await page.keyboard.press('Digit1');
    await page.keyboard.press('Digit2');
    await page.keyboard.press('Shift+Digit2');
    await page.waitForSelector('#prompt [data-act="act"]:not([aria-disabled])');
    await tabTo(page, /^act$/);
    await enter();
    await becomes(async () => (await seat(page, 2)).hand, next.hand + 2);
  });
  await step('back, forward and on', async () => {
    const { at } = await game(page);
    await page.keyboard.press('BracketLeft');
    await becomes(async () => (await game(page)).at, at - 1);
    await page.keyboard.press('BracketRight');
    await becomes(async () => (await game(page)).at, at);
  });
  await step('the panel and the help', async () => {
    for (const [i, name] of ['log', 'trace', 'source', 'director'].entries()) {
      await page.keyboard.press(`Alt+Digit${i + 1}`);
      await page.waitForSelector(`#tab-${name}[aria-selected="true"]`);
    }
    await page.keyboard.press('Shift+Slash');
    await page.waitForSelector('#dialog[open]');
    await table.shot(page, 'help');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#dialog', { state: 'hidden' });
  });
  await step('whatever has the focus shows it', async () => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      const shown = await page.evaluate(() => {
        const el = document.activeElement;
        if (!el || el === document.body) return true;
        const style = getComputedStyle(el);
        return el.matches(':focus-visible') && (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none');
      });
      assert.ok(shown, `a focus ring around ${await focus(page)}`);
    }
  });
  await step('the phase is ended', async () => {
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press('Escape');
    // one card more than he may hold
    await asked(page, 'choose_cards');
    await page.keyboard.press('Digit1');
    await page.waitForSelector('#prompt [data-act="act"]:not([aria-disabled])');
    await enter();
    await becomes(async () => (await me()).turn, false);
  });
});
