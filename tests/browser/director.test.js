// The director changes what he likes; each change can be gone back on.

import assert from 'node:assert/strict';
import { atTable, ASKS } from './harness.js';
import { asked, becomes, game, hand, seat, sit, tab } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const PANE = '#pane-director';

/** Types into a field of the panel and presses Enter. @param {Page} page @param {string} field @param {string} text */
async function type(page, field, text) {
  await page.fill(`${PANE} [data-field="${field}"]`, text);
  await page.press(`${PANE} [data-field="${field}"]`, 'Enter');
}

/** @param {Page} page @param {string} act */
const press = (page, act) => page.click(`${PANE} [data-act="${act}"]`);

atTable('the director', { packs: [ASKS], general: 'asks:asker', seed: 5 }, async (table, step) => {
  const page = await sit(table);
  await asked(page, 'play');
  await tab(page, 'director');
  const me = () => seat(page, 1), other = () => seat(page, 3);
  const before = await me();
  const { at } = await game(page);

  await step('deals a card by name', async () => {
    await type(page, 'deal', 'dismantlement');
    await becomes(async () => (await me()).hand, before.hand + 1);
    const newest = (await hand(page)).at(-1);
    assert.equal(await page.locator(`#hand [data-card="${newest}"]`).getAttribute('data-name'), 'dismantlement');
    await page.waitForSelector('#hand [data-name="dismantlement"][data-legal]');
  });
  await step('hp and maximum', async () => {
    await press(page, 'hp-down');
    await becomes(async () => (await me()).hp, before.hp - 1);
    await press(page, 'max-up');
    await becomes(async () => (await me()).maxHp, before.maxHp + 1);
  });
  await step('marks', async () => {
    await type(page, 'mark', 'fury 2');
    await becomes(async () => (await me()).marks, { fury: 2 });
  });
  await step('another seat: chained and turned over', async () => {
    await page.click(`${PANE} [data-pick="3"]`);
    await press(page, 'chain');
    await becomes(async () => (await other()).chained, true);
    await press(page, 'flip');
    await becomes(async () => (await other()).faceDown, true);
  });
  await step('a skill is given and taken', async () => {
    await type(page, 'skill', 'paoxiao');
    await becomes(async () => (await other()).skills.includes('paoxiao'), true);
    await page.click(`${PANE} [data-skill="paoxiao"] [data-act="lose"]`);
    await becomes(async () => (await other()).skills.includes('paoxiao'), false);
  });
  await step('another general', async () => {
    await type(page, 'general', 'caocao');
    await becomes(async () => (await other()).name, '曹操');
  });
  await table.shot(page, 'changed');
  await step('what can not be done is said', async () => {
    await type(page, 'deal', '♥14 nothing');
    await page.waitForSelector(`${PANE} .note[data-bad]`);
    await table.shot(page, 'refused');
  });
  await step('each change is on the timeline, and is gone further back', async () => {
    assert.ok(await page.locator('#timeline .dia').count() >= 1);
    assert.equal((await game(page)).at, at, 'no decision was made');
    await page.click('#timeline [data-act="back"]');
    await becomes(async () => [(await me()).marks, (await other()).name === '曹操'], [{}, false]);
    await page.click('#timeline [data-act="step"]');
    await becomes(async () => [(await me()).marks, (await other()).name], [{ fury: 2 }, '曹操']);
  });
});
