// Going back to any decision, deciding otherwise, and both futures kept.

import assert from 'node:assert/strict';
import { atTable, ASKS } from './harness.js';
import { act, asked, becomes, game, mark, pass, seat, sit, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const SETUP = { packs: [ASKS], general: 'asks:asker', seed: 5 };

/** @param {Page} page */
const at = async (page) => (await game(page)).at;
/** How many branches there are; of one alone the page says nothing. @param {Page} page */
const branches = (page) => page.locator('#timeline .branches').allTextContents().then(([text]) => Number(/\/ (\d+)/.exec(text ?? '')?.[1] ?? 1));

/** Three decisions to go back in: yes, no, and a suit. @param {Page} page */
async function decide(page) {
  await useAsks(page, 'confirm');
  await act(page);
  await useAsks(page, 'choose_suit');
  await page.click('#prompt [data-suit="heart"]');
  await act(page);
  await asked(page, 'play');
  await becomes(() => mark(page, 1, 'heart'), 1);
}

atTable('back to a decision, another answer, and the first future again', SETUP, async (table) => {
  const page = await sit(table);
  await decide(page);
  const end = await at(page), before = await branches(page);
  // back to the question that was answered with yes: skill, yes, skill, suit
  for (let i = 1; i <= 3; i++) {
    await page.click('#timeline [data-act="back"]');
    await becomes(() => at(page), end - i);
  }
  await asked(page, 'confirm');
  assert.deepEqual((await seat(page, 1)).marks, {});
  assert.match(await page.innerText('#prompt'), /上次答的是/);
  await table.shot(page, 'back');
  // forward again: nothing is lost by looking
  await page.click('#timeline [data-act="turn-on"]');
  await becomes(() => at(page), end);
  assert.deepEqual((await seat(page, 1)).marks, { yes: 1, heart: 1 });
  assert.equal(await branches(page), before);
  // now another answer
  await page.click('#timeline [data-act="back"]');
  await page.click('#timeline [data-act="back"]');
  await page.click('#timeline [data-act="back"]');
  await asked(page, 'confirm');
  await pass(page);
  await becomes(() => mark(page, 1, 'no'), 1);
  await becomes(() => branches(page), before + 1, 'the future that was left is a branch');
  await table.shot(page, 'branches');
  // and back to the first future, by its lane in the timeline
  await page.click('#timeline .branches');
  await page.click('#timeline .tl-menu button:not([aria-current]) >> nth=0');
  await becomes(async () => (await seat(page, 1)).marks.no, undefined);
  await page.click('#timeline [data-act="turn-on"]');
  await becomes(() => at(page), end);
  assert.deepEqual((await seat(page, 1)).marks, { yes: 1, heart: 1 });
  assert.equal(await branches(page), before + 1, 'the other future is kept too');
});

atTable('play on from here', SETUP, async (table) => {
  const page = await sit(table);
  await decide(page);
  const end = await at(page), before = await branches(page);
  // a line of the log leads to its moment
  const moments = (await page.locator('#pane-log button.n').allTextContents()).map(Number);
  const moment = Math.max(...moments.filter((n) => n < end));
  await page.locator('#pane-log button.n').nth(moments.lastIndexOf(moment)).click();
  await becomes(() => at(page), moment);
  // and on from there, a step at a time, to a moment at which he may do what he likes
  for (let n = moment; (await game(page)).kind !== 'play'; n--) {
    await page.click('#timeline [data-act="back"]');
    await becomes(() => at(page), n - 1);
  }
  const here = await at(page);
  await page.click('#timeline [data-act="here"]');
  await becomes(async () => (await game(page)).end, here, 'what lay ahead is cut off');
  assert.equal(await branches(page), before + 1);
  await useAsks(page, 'choose_number');
  await act(page);
  await becomes(() => mark(page, 1, 'number'), 1, 'it is played on');
});

atTable('the playhead is dragged', SETUP, async (table) => {
  const page = await sit(table);
  await decide(page);
  const end = await at(page);
  const head = await page.locator('#timeline .head').boundingBox(), track = await page.locator('#timeline .tl-track').boundingBox();
  assert.ok(head && track);
  await page.mouse.move(head.x + head.width / 2, track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + 1, track.y + track.height / 2, { steps: 8 });
  await page.mouse.up();
  await becomes(async () => (await at(page)) <= 1, true);
  assert.equal((await game(page)).end, end);
  await page.mouse.dblclick(track.x + track.width / 2, track.y + track.height / 2);
});

atTable('a click means what the button said when it was pressed', SETUP, async (table) => {
  const page = await sit(table);
  await asked(page, 'play');
  const pause = await page.locator('#timeline [data-act="pause"]').boundingBox();
  assert.ok(pause);
  await page.mouse.move(pause.x + pause.width / 2, pause.y + pause.height / 2);
  await page.mouse.down();
  await page.keyboard.press('Space');
  await page.waitForSelector('#timeline [data-act="play"]');
  await page.mouse.up();
  // a message that comes back tells that the one before it has been heard
  await page.click('#timeline [data-act="back"]');
  await page.click('#timeline [data-act="turn-on"]');
  await page.waitForSelector('html:not([data-rewound])');
  await page.waitForSelector('#timeline [data-act="play"]');
});
