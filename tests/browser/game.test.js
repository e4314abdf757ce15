// A whole game, from choosing a general to the winners, by clicking.

import assert from 'node:assert/strict';
import { atTable, report } from './harness.js';
import { cut, foreign } from './eyes.js';
import { act, asked, becomes, game, hurry, log, seat, sit, tab } from './person.js';
import { dice, playOn } from './player.js';

atTable('a whole game by clicking', { seats: 4, seed: 11 }, async (table) => {
  const page = await sit(table);
  await hurry(page);
  await table.shot(page, 'generals');
  const began = Date.now();
  const answered = await playOn(page, dice(11), () => false);
  const { at } = await game(page);
  report(`a game of ${at} decisions`, Date.now() - began);
  assert.ok(answered.pick_general, 'a general was chosen');
  assert.ok(answered.play, 'turns were played');
  await table.shot(page, 'over');
  const winners = await page.textContent('#mat .result p') ?? '';
  assert.match(winners, /胜者/);
  const seats = await Promise.all([1, 2, 3, 4].map((n) => seat(page, n)));
  assert.ok(seats.some((s) => s.dead), 'somebody died');
  assert.ok(seats.some((s) => winners.includes(s.name)), `${winners} are at the table`);
  assert.ok((await log(page)).length > at / 2, 'it was told');
});

const LAST_BLOW = `seats = {
  { general = "zhangfei", role = "lord", hand = "♠7 slash" },
  { general = "caocao", role = "rebel", hp = 1 },
},
turn = 1,
`;

atTable('the end of a game', { general: 'zhangfei' }, async (table, step) => {
  const page = await sit(table);
  await tab(page, 'director');
  await page.fill('#pane-director [data-field="position"]', LAST_BLOW);
  await page.click('#pane-director [data-act="deal-position"]');
  await becomes(() => page.locator('#ring .seat').count(), 2);
  await asked(page, 'play');
  await tab(page, 'log');
  await page.click('#hand .card[data-name="slash"]');
  await act(page);
  await page.waitForSelector('#mat .result');

  await step('nothing goes on, and nothing says so', async () => {
    assert.match(await page.innerText('#timeline .tl-end'), /终局/);
    assert.equal(await page.locator('#timeline [data-act="pause"], #timeline [data-act="here"], #arrows path:not(#head path)').count(), 0);
    assert.equal(await page.isDisabled('#timeline [data-act="play"]'), true);
  });
  await step('the result lies over nothing, at any size and in both languages', async () => {
    for (const [size, width, height] of /** @type {const} */ ([['desk', 1280, 720], ['phone', 390, 844]])) {
      await page.setViewportSize({ width, height });
      // the log was looked at: on a phone it lies over the table
      if (await page.locator('html[data-sheet] #panel .grab:visible').count()) await page.click('#panel .grab');
      for (const lang of /** @type {const} */ (['zh', 'en'])) {
        if (await page.getAttribute('html', 'lang') !== (lang === 'en' ? 'en' : 'zh-Hans')) await page.click('#top [data-act="lang"]');
        await page.mouse.move(1, 1);
        await table.shot(page, `${size} ${lang}`);
        assert.deepEqual([...await cut(page), ...await foreign(page, lang)], []);
        const over = await page.evaluate(() => {
          const box = (/** @type {Element} */ el) => el.getBoundingClientRect();
          const result = box(/** @type {Element} */ (document.querySelector('#mat .result')));
          return [...document.querySelectorAll('#mat :is(.card, .pile, .zone-say)')].filter((el) => { const b = box(el); return b.width && b.left < result.right && b.right > result.left && b.top < result.bottom - 1 && b.bottom > result.top + 1; }).map((el) => el.className);
        });
        assert.deepEqual(over, []);
      }
    }
  });
  await step('one step back it is played again', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.click('#timeline [data-act="back"]');
    await page.waitForSelector('#mat .result', { state: 'detached' });
    await page.waitForSelector('#timeline [data-act="here"]');
  });
});
