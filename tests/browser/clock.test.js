// Several people under one clock: all who might have 无懈可击 are asked at once and alike, and everybody sees the time.

import assert from 'node:assert/strict';
import { atTable, ASKS, report } from './harness.js';
import { covered, cut, foreign } from './eyes.js';
import { act, asked, becomes, direct, hand, link, pass, seat, sit, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const SECONDS = 6;
const PASSES = '#prompt [data-act="passes"]';

/** How much of the clock a page shows, in percent. @param {Page} page */
const left = (page) => page.locator('#clock:not([hidden])').evaluate((el) => parseFloat(el.style.getPropertyValue('--left')));

atTable('two people and the clock', { packs: [ASKS], general: 'asks:asker', seed: 5, clock: SECONDS }, async (table, step) => {
  const host = await sit(table);
  await asked(host, 'play');
  const friend = await table.open(await link(host, 2), { lang: 'en', width: 390, height: 844, touch: true, passes: false });
  await friend.waitForSelector('#ring .seat.self[data-seat="2"]');
  await friend.waitForSelector('#clock', { state: 'hidden' });
  // who only watches sees the clock as well
  const watcher = await table.open(await link(host, 2, 'watch'));
  await watcher.waitForSelector('html[data-role="watch"] #ring .seat');
  const cards = async () => (await hand(host)).length;

  await step('both are asked alike and see the clock; who has none is told so, and time may run out', async () => {
    await useAsks(host, 'nullify');
    await asked(friend, 'nullify');
    assert.equal(await host.getAttribute('#prompt', 'data-request'), await friend.getAttribute('#prompt', 'data-request'));
    assert.match(await friend.innerText('#prompt'), /You have none/);
    assert.equal(await friend.locator('#prompt [data-act="act"], #hand [data-legal]').count(), 0, 'there is no way but passing');
    assert.equal(await host.locator(PASSES).count(), 0, 'who has one is not offered to have it passed');
    await host.waitForSelector('#hand .card[data-name="nullification"][data-legal]');
    assert.match(await friend.getAttribute('#clock', 'aria-label') ?? '', /^\d s left$/);
    assert.match(await host.getAttribute('#clock', 'aria-label') ?? '', /^还剩 \d 秒$/);
    assert.ok(await left(watcher) > 0);
    await becomes(() => watcher.innerText('#prompt .ask-zh'), `等待 ${(await seat(host, 1)).name}、${(await seat(host, 2)).name}`);
    const before = await left(friend);
    await table.shot(friend, 'has none');
    await table.shot(host, 'has one');
    assert.deepEqual([...await cut(friend), ...await covered(friend), ...await foreign(friend, 'en'), ...await cut(host), ...await covered(host), ...await foreign(host, 'zh')], []);
    const had = await cards();
    await pass(host);
    await becomes(() => host.innerText('#prompt .ask-zh'), '已作答，等待其他人');
    await host.waitForSelector('#clock:not([hidden])');
    await table.shot(host, 'waits like everybody');
    await becomes(async () => await left(friend) < before, true, 'it runs down');
    await asked(host, 'play');
    await friend.waitForSelector('#prompt[data-kind="none"]');
    await friend.waitForSelector('#clock', { state: 'hidden' });
    assert.equal(await cards(), had + 2, 'nobody cancelled it');
  });
  await step('the page passes for who has none', async () => {
    await useAsks(host, 'nullify');
    await asked(friend, 'nullify');
    assert.equal(await friend.isChecked(PASSES), false);
    await friend.check(PASSES);
    assert.equal(await friend.evaluate(() => JSON.parse(localStorage.getItem('muniu-table') ?? '{}').passes), true, 'the wish is kept');
    const began = Date.now();
    await friend.waitForSelector('#prompt[data-kind="none"]');
    const took = Date.now() - began;
    report('passed by itself after', took);
    assert.ok(took > 700 && took < SECONDS * 1000 / 2, `${took} ms`);
    await asked(host, 'nullify');
    await pass(host);
    await asked(host, 'play');
  });
  await step('one answers, the other lets it pass', async () => {
    await direct(host, 'deal', 'nullification');
    await friend.waitForSelector('#hand .card[data-name="nullification"]');
    const had = await cards();
    await useAsks(host, 'nullify');
    await friend.waitForSelector('#hand .card[data-name="nullification"][data-legal]');
    assert.equal(await friend.locator(PASSES).count(), 0);
    await friend.tap('#hand .card[data-name="nullification"][data-legal]');
    await act(friend);
    await pass(host);
    // now the card that cancels may be cancelled
    await asked(host, 'nullify');
    await pass(host);
    await asked(host, 'play');
    assert.equal(await cards(), had + 1, 'the card fetched to cancel with, and no two of the trick');
    assert.equal((await seat(host, 2)).hand, (await hand(friend)).length);
  });
});
