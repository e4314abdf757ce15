// The director changes what he likes; each change can be gone back on.

import assert from 'node:assert/strict';
import { atTable, ASKS } from './harness.js';
import { asked, becomes, direct, game, hand, seat, sit, tab } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const PANE = '#pane-director';

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
    await direct(page, 'deal', 'dismantlement');
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
    await direct(page, 'mark', 'fury 2');
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
    await direct(page, 'skill', 'paoxiao');
    await becomes(async () => (await other()).skills.includes('paoxiao'), true);
    await page.click(`${PANE} [data-skill="paoxiao"] [data-act="lose"]`);
    await becomes(async () => (await other()).skills.includes('paoxiao'), false);
  });
  await step('another general', async () => {
    await direct(page, 'general', 'caocao');
    await becomes(async () => (await other()).name, '曹操');
  });
  await table.shot(page, 'changed');
  await step('what can not be done is said', async () => {
    await direct(page, 'deal', '♥14 nothing');
    await page.waitForSelector(`${PANE} .note[data-bad]:visible`);
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

atTable('the dead and whose turn it is', { packs: [ASKS], general: 'asks:asker', seed: 5 }, async (table, step) => {
  const page = await sit(table);
  await asked(page, 'play');
  await tab(page, 'director');
  await page.click(`${PANE} [data-pick="3"]`);
  const other = () => seat(page, 3);

  await step('one is killed and lives again', async () => {
    await press(page, 'kill');
    await becomes(async () => (await other()).dead, true);
    await asked(page, 'play');
    await table.shot(page, 'dead');
    await press(page, 'revive');
    await becomes(async () => [(await other()).dead, (await other()).hp > 0], [false, true]);
  });
  await step('it becomes another’s turn, and is not further back', async () => {
    // else the bot has played before it is seen
    await page.click('#timeline [data-act="pause"]');
    await press(page, 'turn');
    await becomes(async () => [(await other()).turn, (await seat(page, 1)).turn], [true, false]);
    await page.waitForSelector('#mat .phases [data-phase="play"][data-on]');
    await table.shot(page, 'another turn');
    await page.click('#timeline [data-act="back"]');
    await becomes(async () => (await other()).turn, false);
  });
});

atTable('a position as text', { packs: [ASKS], general: 'asks:asker', seed: 5 }, async (table, step) => {
  const page = await sit(table);
  await asked(page, 'play');
  await tab(page, 'director');
  const area = `${PANE} [data-field="position"]`;
  const text = () => page.inputValue(area);
  const me = 'general = "asks:asker",';
  await press(page, 'position');
  await becomes(async () => (await text()).split(me).length, 2, 'the present position stands there');
  const before = await text();

  await step('it is changed and dealt: a game of its own begins there', async () => {
    await page.fill(area, before.replace(me, `${me} hp = 2, marks = { fury = 3 },`).replace(/role = "rebel", hand = "[^"]*"/, 'role = "rebel", chained = true'));
    await press(page, 'deal-position');
    await becomes(async () => [(await seat(page, 1)).hp, (await seat(page, 1)).marks, (await seat(page, 4)).hand, (await seat(page, 4)).chained], [2, { fury: 3 }, 0, true]);
    await asked(page, 'play');
    assert.equal((await game(page)).at, 0);
    await table.shot(page, 'dealt');
    await press(page, 'position');
    await becomes(async () => /hp = 2,[^]*marks = \{ fury = 3 \}/.test(await text()), true, 'what stands there now is written so');
  });
  await step('a mistake is told with its line and column, and the caret stands there', async () => {
    const good = await text(), wrong = good.replace('general = "yujin"', 'general = "yujinn"');
    await page.fill(area, wrong);
    await press(page, 'deal-position');
    await page.waitForSelector(`${PANE} .note[role="alert"]:visible`);
    const said = /第 (\d+) 行第 (\d+) 列：(.*)/s.exec(await page.innerText(`${PANE} .note[role="alert"]`));
    const [, line, column, why] = said ?? [];
    const lines = wrong.split('\n');
    assert.equal(Number(line), lines.findIndex((l) => l.includes('yujinn')) + 1);
    assert.match([...lines[Number(line) - 1]].slice(Number(column) - 1).join(''), /^"?yujinn/);
    assert.match(why, /yujin/);
    assert.equal(await page.locator(area).evaluate((el) => /** @type {HTMLTextAreaElement} */ (el).value.slice(0, /** @type {HTMLTextAreaElement} */ (el).selectionStart).split('\n').length), Number(line));
    await table.shot(page, 'a mistake');
    assert.equal((await seat(page, 1)).hp, 2, 'the game goes on unchanged');
    await page.fill(area, good);
    await press(page, 'deal-position');
    await page.waitForSelector(`${PANE} .note[role="alert"]`, { state: 'hidden' });
  });
});
