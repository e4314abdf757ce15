// Every kind of question there is, asked by the test pack's one skill, answered by clicking; and what became of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atTable, ASKS, ROOT } from './harness.js';
import { KINDS, act, asked, becomes, hand, log, mark, pass, seat, sit, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const me = (page) => seat(page, 1);
/** Chooses a legal card of one's own by what it is. @param {Page} page @param {string} name */
const card = (page, name) => page.click(`#hand .card[data-name="${name}"][data-legal] >> nth=-1`);
/** @param {Page} page @param {string} name @param {number} count */
const marked = (page, name, count) => becomes(() => mark(page, 1, name), count, `marks called ${name}`);
/** @param {Page} page @param {number} count */
const holds = (page, count) => becomes(async () => (await me(page)).hand, count, 'hand cards');

/** How each kind is answered, and what must come of it.
 * @type {Record<string, (page: Page) => Promise<unknown>>} */
const ANSWERS = {
  async use_card(page) {
    await card(page, 'slash');
    await act(page);
    // the others may answer it
    await asked(page, 'play');
    await marked(page, 'used', 1);
  },

  async respond(page) {
    const before = await me(page);
    await card(page, 'jink');
    await act(page);
    await marked(page, 'responded', 1);
    await holds(page, before.hand - 1);
  },

  async nullify(page) {
    const { hand } = await me(page);
    await card(page, 'nullification');
    await act(page);
    await asked(page, 'play');
    // his own trick drew nothing
    await holds(page, hand - 1);
  },

  async save(page) {
    assert.equal((await me(page)).hp, 0);
    await card(page, 'peach');
    await act(page);
    await becomes(async () => (await me(page)).hp, 1);
  },

  async trigger(page) {
    await act(page);
    await marked(page, 'left', 1);
    assert.equal((await me(page)).chained, true);
  },

  async order_triggers(page) {
    await page.click('#prompt [data-option]:has-text("左问")');
    await asked(page, 'trigger');
    await act(page);
    // the second saw what the first did
    await marked(page, 'right', 2);
    assert.equal((await me(page)).marks.left, 1);
    assert.equal((await me(page)).faceDown, true);
  },

  async choose_cards(page) {
    const before = await me(page), next = await seat(page, 2);
    await page.click('#hand .card[data-legal] >> nth=0');
    await page.click('#hand .card[data-legal] >> nth=1');
    assert.equal(await page.locator('#hand .card[data-chosen]').count(), 2);
    await act(page);
    await holds(page, before.hand - 2);
    // of another's hand only the number is known
    await page.waitForSelector('#tray .card.backside');
    assert.equal(await page.locator('#tray .card.backside').count(), next.hand);
    assert.equal(await page.locator('#tray .card[data-name]').count(), 0);
    await page.click('#tray .card.backside >> nth=1');
    await act(page);
    await holds(page, before.hand - 1);
    assert.equal((await seat(page, 2)).hand, next.hand - 1);
  },

  async choose_players(page) {
    assert.equal(await page.locator('#ring .seat[data-legal]').count(), 3);
    await page.click('#ring .seat[data-seat="2"]');
    await page.click('#ring .seat[data-seat="4"]');
    await act(page);
    await asked(page, 'play');
    assert.deepEqual(await Promise.all([2, 3, 4].map(async (n) => (await seat(page, n)).chained)), [true, false, true]);
  },

  async choose_option(page) {
    const { hand } = await me(page);
    await page.click('#prompt [data-option]:has-text("摸两张牌")');
    await holds(page, hand + 2);
  },

  async choose_number(page) {
    for (let i = 0; i < 2; i++) await page.click('#prompt [data-key="more"]');
    await act(page);
    await marked(page, 'number', 3);
  },

  async choose_suit(page) {
    await page.click('#prompt [data-suit="diamond"]');
    await act(page);
    await marked(page, 'diamond', 1);
  },

  async confirm(page) {
    await act(page);
    await marked(page, 'yes', 1);
  },

  async pick_general(page) {
    assert.equal(await page.locator('#tray [data-general]').count(), 3);
    await page.click('#tray [data-general="sunquan"]');
    await act(page);
    await becomes(async () => (await me(page)).kingdom, 'wu');
  },

  async arrange(page) {
    const pile = (/** @type {string} */ name) => page.locator(`#tray [data-pile="${name}"] .card`);
    const ids = await pile('top').evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-card'))));
    assert.equal(ids.length, 3);
    // the last is laid in the place of the first, and the one behind it to the bottom
    await pile('top').nth(2).click();
    await pile('top').nth(0).click();
    await pile('top').nth(1).click();
    await page.click('#tray [data-space="1"]');
    assert.equal(await pile('bottom').count(), 1);
    await act(page);
    await becomes(async () => (await hand(page)).includes(ids[2]), true, 'the card arranged on top was drawn');
  },

  async distribute(page) {
    const before = await Promise.all([2, 3].map((n) => seat(page, n)));
    for (const n of [2, 3]) {
      await page.click('#tray .card:not([data-given]) >> nth=0');
      await page.click(`#tray [data-to="${n}"]`);
    }
    await act(page);
    await asked(page, 'play');
    assert.deepEqual(await Promise.all([2, 3].map(async (n) => (await seat(page, n)).hand)), before.map((s) => s.hand + 1));
  },
};

test('every kind of the engine is asked here', () => {
  const source = readFileSync(join(ROOT, 'engine/kernel/src/request.rs'), 'utf8');
  const body = source.slice(source.indexOf('fn kind(&self)'));
  const kinds = [...body.matchAll(/=> "(\w+)"/g)].map(([, kind]) => kind);
  assert.ok(kinds.length > 10, 'the kinds were found');
  assert.deepEqual([...KINDS, 'play'].sort(), kinds.sort());
  assert.deepEqual(Object.keys(ANSWERS).sort(), [...KINDS].sort());
});

const SETUP = { packs: [ASKS], general: 'asks:asker', seed: 5 };

atTable('asked', SETUP, async (table, step) => {
  const page = await sit(table);
  for (const kind of KINDS) {
    await step(kind, async () => {
      await useAsks(page, kind);
      await table.shot(page, kind);
      await ANSWERS[kind](page);
    });
  }
});

atTable('what is optional can be declined', SETUP, async (table) => {
  const page = await sit(table);
  for (const kind of ['use_card', 'respond', 'trigger', 'confirm']) {
    await useAsks(page, kind);
    await pass(page);
  }
  await asked(page, 'play');
  await marked(page, 'no', 1);
  assert.deepEqual((await me(page)).marks, { no: 1 });
});

atTable('the play phase: a card is used, and the phase ended', SETUP, async (table) => {
  const page = await sit(table);
  await asked(page, 'play');
  const { hand } = await me(page);
  const equipment = page.locator('#hand .card[data-type="equip"][data-legal]').first();
  const name = await equipment.locator('.cn').textContent() ?? '?';
  await equipment.click();
  await act(page);
  await holds(page, hand - 1);
  assert.equal((await me(page)).equips.length, 1);
  await pass(page);
  await becomes(async () => (await me(page)).turn, false, 'his turn is over');
  assert.ok((await log(page)).some((line) => line.includes(name)));
});
