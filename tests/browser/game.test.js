// A whole game, from choosing a general to the winners, by clicking.

import assert from 'node:assert/strict';
import { atTable, report } from './harness.js';
import { game, hurry, log, seat, sit } from './person.js';
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
