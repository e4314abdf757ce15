// What outlasts a table: a game saved as a scenario, a game whose program was killed, the list of games.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atTable, ASKS, copiedRoot, run } from './harness.js';
import { act, asked, becomes, game, hand, mark, seat, sit, tab, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const SETUP = { packs: [ASKS], general: 'asks:asker', seed: 5 };

{
  // the file goes where the scenarios of the pack are: into a copy
  const { root, remove } = copiedRoot();
  const setup = { ...SETUP, root };
  atTable('a game becomes a scenario', setup, async (table, step) => {
    table.after(remove);
    const page = await sit(table);
    await useAsks(page, 'choose_suit');
    await page.click('#prompt [data-suit="club"]');
    await act(page);
    await becomes(() => mark(page, 1, 'club'), 1);
    await asked(page, 'play');
    /** @type {string} */
    let file = '';
    await step('saved by clicking', async () => {
      await page.click('#timeline [data-act="scenario"]');
      await page.click('#dialog [data-act="save-scenario"]');
      await page.waitForSelector('#dialog [data-saved]');
      file = await page.getAttribute('#dialog [data-saved]', 'data-saved') ?? '';
      assert.match(await page.innerText('#dialog [data-saved] pre'), /asks:asks[^]*club/);
      await table.shot(page, 'saved');
    });
    await step('the file is there, and passes', async () => {
      const path = join(root, file);
      assert.match(readFileSync(path, 'utf8'), /club/);
      const { code, said } = await run(['test', path, '--pack', ASKS], setup);
      assert.equal(code, 0, said);
      assert.match(said, /^1 scenarios passed, 0 failed/m);
    });
    await step('the second one lies over no other file', async () => {
      await page.click('#dialog [data-act="save-scenario"]');
      await becomes(async () => ![null, file].includes(await page.locator('#dialog [data-saved]').getAttribute('data-saved').catch(() => null)), true);
    });
  });
}

atTable('the program is killed in the middle', SETUP, async (table, step) => {
  const page = await sit(table);
  await useAsks(page, 'choose_suit');
  await page.click('#prompt [data-suit="heart"]');
  await act(page);
  await becomes(() => mark(page, 1, 'heart'), 1);
  await useAsks(page, 'choose_players');
  const question = await page.innerText('#prompt .ask-zh');
  const { at } = await game(page), held = await hand(page), marks = (await seat(page, 1)).marks;
  await page.context().close();
  table.pages.splice(0);
  await table.crash();

  const again = await table.open();
  await step('the game is offered, and the very question is there', async () => {
    await again.waitForSelector('.offer:visible');
    assert.match(await again.innerText('.offer'), new RegExp(`${at} 个决定`));
    await table.shot(again, 'offered');
    await again.click('.offer [data-act="resume"]');
    await asked(again, 'choose_players');
    assert.equal(await again.innerText('#prompt .ask-zh'), question);
    assert.deepEqual([(await game(again)).at, await hand(again), (await seat(again, 1)).marks], [at, held, marks]);
    await again.waitForSelector('.offer', { state: 'hidden' });
  });
  await step('and is answered', async () => {
    await again.click('#ring .seat[data-seat="3"][data-legal]');
    await act(again);
    await becomes(async () => (await seat(again, 3)).chained, true);
  });
  await step('saved games are listed, opened and removed', async () => {
    const row = (/** @type {string} */ more) => again.locator(`#games li${more}`);
    // another game at the same table, in which something has been decided: the first one lies aside then
    await tab(again, 'director');
    await again.click('#pane-director [data-act="new"]');
    await becomes(async () => (await game(again)).at < 3, true);
    await again.click('#pane-director [data-act="bots"]');
    await becomes(async () => (await game(again)).at > 3, true);
    await again.click('#top [data-act="games"]');
    await again.waitForSelector('#games li[data-here]');
    const mine = await row('[data-here]').getAttribute('data-file');
    await table.shot(again, 'games');
    const other = row(':not([data-here])').first();
    const file = await other.getAttribute('data-file');
    await other.locator('[data-act="open"]').click();
    await again.click('#top [data-act="games"]');
    await again.waitForSelector(`#games li[data-here][data-file="${file}"]`);
    const old = row(`[data-file="${mine}"]`);
    await old.locator('[data-act="remove"]').click();
    assert.equal(await old.count(), 1, 'it asks first');
    await old.locator('[data-act="remove"]').click();
    await becomes(() => old.count(), 0);
  });
});
