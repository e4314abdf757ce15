// How it looks: at the sizes people have, in both languages, in light and dark. Pictures of each are left where they
// are asked for; what can be measured is measured here.

import assert from 'node:assert/strict';
import { atTable, ASKS, report } from './harness.js';
import { covered, cut, foreign, palest } from './eyes.js';
import { act, asked, sit, tab, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const SETUP = { packs: [ASKS], general: 'asks:asker', seed: 5 };
const SIZES = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844, touch: true } };

/** Makes the fullest seat there is: marks, a delayed trick and equipment. @param {Page} page */
async function fill(page) {
  await tab(page, 'director');
  // each is waited for: the panel is drawn anew after it, and would take what is typed meanwhile for more of the same
  const type = async (/** @type {string} */ field, /** @type {string} */ text, /** @type {string} */ comes) => {
    await page.fill(`#pane-director [data-field="${field}"]`, text);
    await page.press(`#pane-director [data-field="${field}"]`, 'Enter');
    await page.locator(`#ring .seat.self ${comes}`).waitFor({ state: 'attached' });
  };
  await page.click('#pane-director [data-pick="1"]');
  for (const mark of ['fury', 'nightmare', 'ren']) await type('mark', `${mark} 3`, `[data-mark="${mark}"]`);
  for (const [zone, card, comes] of [['judge', 'lightning', '[data-kind="judge"]'], ['equip', 'eight_diagram', '[data-slot="armor"][data-card]'], ['equip', 'blade', '[data-slot="weapon"][data-card]']]) {
    await page.selectOption('#pane-director [data-field="zone"]', zone);
    await type('deal', card, comes);
  }
  await page.click('#pane-director [data-act="chain"]');
  await page.waitForSelector('#ring .seat.self[data-chained]');
  await tab(page, 'log');
  if (await page.locator('#panel .grab:visible').count()) await page.click('#panel .grab');
}

for (const [size, window] of Object.entries(SIZES)) {
  for (const lang of /** @type {const} */ (['zh', 'en'])) {
    const theme = (size === 'desk') === (lang === 'zh') ? 'light' : 'dark';
    atTable(`${size} ${lang} ${theme}`, SETUP, async (table, step) => {
      const page = await sit(table, { ...window, lang, theme });
      // what is found, and where it was found first
      /** @type {Map<string, string>} */
      const strange = new Map(), outside = new Map(), hidden = new Map();
      const look = async (/** @type {string} */ what) => {
        await page.mouse.move(1, 1);
        await table.shot(page, what);
        for (const x of await foreign(page, lang)) strange.set(x, strange.get(x) ?? what);
        for (const x of await cut(page)) outside.set(x, outside.get(x) ?? what);
        // a dialog, and on a phone the sheet, is meant to lie over the question
        if (!await page.locator(size === 'phone' ? '#dialog[open], html[data-sheet]' : '#dialog[open]').count()) for (const x of await covered(page)) hidden.set(x, hidden.get(x) ?? what);
      };
      await asked(page, 'play');
      await look('play');
      const pale = await palest(page);
      await fill(page);
      for (const kind of ['choose_cards', 'pick_general', 'arrange', 'distribute']) {
        await useAsks(page, kind);
        await look(kind);
        if (kind === 'choose_cards') {
          await page.click('#hand .card[data-legal] >> nth=0');
          await act(page);
          await page.click('#tray .card.backside >> nth=0');
        }
        if (kind === 'pick_general') await page.click('#tray [data-general="caocao"]');
        if (kind === 'distribute') for (const n of [2, 3]) {
          await page.click('#tray .card:not([data-given]) >> nth=0');
          await page.click(`#tray [data-to="${n}"]`);
        }
        await act(page);
      }
      await asked(page, 'play');
      await page.click('#ring .seat[data-seat="3"]');
      await page.waitForSelector('#dialog[open]');
      await look('a seat');
      await page.keyboard.press('Escape');
      for (const name of /** @type {const} */ (['trace', 'source', 'director', 'log'])) {
        await tab(page, name);
        await look(name);
      }
      await step('nothing is cut off', async () => assert.deepEqual([...outside], []));
      await step('nothing lies over the buttons', async () => assert.deepEqual([...hidden], []));
      await step('no word of the other language', async () => assert.deepEqual([...strange], []));
      await step('text stands out', async () => assert.ok(pale.ratio >= 4.5, `${pale.ratio.toFixed(2)} ${pale.what}`));
    });
  }
}

atTable('how long the page takes', SETUP, async (table) => {
  const page = await table.open();
  await page.waitForSelector('#ring .seat');
  for (let i = 0; i < 2; i++) {
    const began = Date.now();
    await page.reload();
    await page.waitForSelector('#ring .seat');
    report('page load to the table on screen', Date.now() - began);
  }
});
