// Friends with links: each sees his own, answers for himself, and finds his question again.

import assert from 'node:assert/strict';
import { atTable, ASKS } from './harness.js';
import { covered, cut, foreign } from './eyes.js';
import { act, asked, becomes, direct, game, hand, link, pass, seat, sit, tab, useAsks } from './person.js';

atTable('a friend takes a seat', { packs: [ASKS], general: 'asks:asker', seed: 5 }, async (table, step) => {
  const host = await sit(table);
  await asked(host, 'play');
  const url = await link(host, 2);
  // something to answer with, or he would not be asked
  await direct(host, 'deal', 'jink');
  const line = await table.line(url);
  const friend = await table.open(line.link, { lang: 'en' });
  await friend.waitForSelector('#ring .seat.self[data-seat="2"]');

  await step('each sees his own hand, and the backs of the other', async () => {
    assert.equal((await hand(friend)).length, (await seat(friend, 2)).hand);
    assert.equal(await host.locator('#ring .seat[data-seat="2"] .open').count(), 0);
    assert.equal(await friend.locator('#ring .seat[data-seat="1"] .open').count(), 0);
    const seen = await friend.content();
    for (const id of await hand(host)) assert.ok(!seen.includes(`data-card="${id}"`), `card ${id} of the host is not in the friend’s page`);
  });
  await step('only the host directs', async () => {
    assert.deepEqual(await friend.locator('#panel [role="tab"]').evaluateAll((tabs) => tabs.map((t) => t.getAttribute('data-tab'))), ['log']);
    assert.equal(await friend.locator('#timeline [data-act]:visible').count(), 0);
  });
  await step('he is asked, comes back to the same question, and answers it', async () => {
    await useAsks(host, 'use_card');
    await host.click('#hand .card[data-name="slash"][data-legal]');
    await act(host);
    await asked(friend, 'use_card');
    await host.waitForSelector('#ring .seat[data-seat="2"][data-asked]');
    await table.shot(friend, 'asked');
    await table.shot(host, 'waiting');
    assert.deepEqual([...await cut(friend), ...await covered(friend), ...await foreign(friend, 'en')], []);
    const question = await friend.getAttribute('#prompt', 'data-request');
    const { hp } = await seat(friend, 2);
    await friend.reload();
    await becomes(async () => (await seat(host, 2)).hp, hp, 'no bot answered for him meanwhile');
    await asked(friend, 'use_card');
    assert.equal(await friend.getAttribute('#prompt', 'data-request'), question);
    // and when only the line was lost, what he had chosen is still chosen
    await friend.click('#hand .card[data-name="jink"][data-legal]');
    await friend.waitForSelector('#prompt [data-act="act"]:not([aria-disabled])');
    line.cut();
    await friend.waitForSelector('html[data-link="lost"]');
    await host.waitForSelector('#ring .seat[data-seat="2"]:not([data-player="human"])');
    await friend.waitForSelector('#prompt[data-lost] .answers[inert]');
    assert.match(await friend.innerText('#prompt .ask-no'), /Connection lost/);
    await friend.keyboard.press('Enter');
    await table.shot(friend, 'line lost');
    line.mend();
    await friend.waitForSelector('html[data-link="open"]');
    await host.waitForSelector('#ring .seat[data-seat="2"][data-player="human"]');
    await asked(friend, 'use_card');
    assert.equal(await friend.getAttribute('#prompt', 'data-request'), question);
    await friend.waitForSelector('#hand .card[data-name="jink"][data-chosen]');
    await friend.keyboard.press('Escape');
    await pass(friend);
    await becomes(async () => (await seat(friend, 2)).hp, hp - 1);
    await becomes(async () => (await seat(host, 2)).hp, hp - 1, 'both see the same');
    await asked(host, 'play');
  });
  await step('the host comes back to his question as well', async () => {
    await host.click('#timeline [data-act="speed"]');
    await useAsks(host, 'choose_suit');
    await host.reload();
    await asked(host, 'choose_suit');
    assert.equal(await host.textContent('#timeline [data-act="speed"]'), '2×', 'the speed of the table, not of the page');
    await host.click('#prompt [data-suit="club"]');
    await act(host);
    await becomes(async () => (await seat(friend, 1)).marks, { used: 1, club: 1 });
  });
  await step('who is gone is expected back; the host may let a bot play for him', async () => {
    await friend.context().close();
    table.pages.splice(table.pages.indexOf(friend), 1);
    await host.waitForSelector('#ring .seat[data-seat="2"][data-player="awaited"]');
    await tab(host, 'director');
    await host.click('#pane-director [data-pick="2"]');
    await host.click('#pane-director [data-act="bot"]');
    await host.waitForSelector('#ring .seat[data-seat="2"][data-player="bot"]');
    await pass(host);
    const { at } = await game(host);
    await becomes(async () => (await game(host)).at > at + 1, true);
  });
});
