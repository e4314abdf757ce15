// A script is saved while its game runs: the new code plays, a broken one is shown and the old goes on, and the same
// moment is seen under both.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTable, ASKS, report } from './harness.js';
import { asked, becomes, game, mark, sit, useAsks, act, pass } from './person.js';

const SCRIPT = 'scripts/skills/asks.luau';
const YES = 'me:gain_mark(if me:confirm("sure") then "yes" else "no")';

/** A copy of the test pack, which an author may edit. */
function copied() {
  const packs = mkdtempSync(join(tmpdir(), 'muniu-packs-'));
  const pack = join(packs, 'asks');
  cpSync(ASKS, pack, { recursive: true });
  const script = join(pack, SCRIPT);
  return {
    setup: { packs: [pack], general: 'asks:asker', seed: 5 },
    /** Puts one piece of text in the place of another, and says in which line. @param {string} from @param {string} to */
    edit(from, to) {
      const text = readFileSync(script, 'utf8');
      assert.equal(text.split(from).length, 2, `${from} is there once`);
      writeFileSync(script, text.replace(from, () => to));
      return text.slice(0, text.indexOf(from)).split('\n').length;
    },
    remove: () => rmSync(packs, { recursive: true, force: true }),
  };
}

{
  const pack = copied();
  atTable('a saved script plays at once', pack.setup, async (table) => {
    table.after(pack.remove);
    const page = await sit(table);
    await useAsks(page, 'confirm');
    await act(page);
    await becomes(() => mark(page, 1, 'yes'), 1);
    pack.edit(YES, YES.replace('"no")', '"no", 5)'));
    const saved = Date.now();
    await page.waitForSelector('#reload .toast:visible');
    report('save to toast', Date.now() - saved);
    assert.match(await page.innerText('#reload .toast'), /asks\.luau.*已重载/s);
    await table.shot(page, 'toast');
    await useAsks(page, 'confirm');
    await act(page);
    await becomes(() => mark(page, 1, 'yes'), 6, 'one by the old code and five by the new');
  });
}

{
  const pack = copied();
  atTable('a broken script is shown, and the old one plays on', pack.setup, async (table) => {
    table.after(pack.remove);
    const page = await sit(table);
    await asked(page, 'play');
    const line = pack.edit(`asking.confirm(me) ${YES}`, `asking.confirm(me) local local ${YES}`);
    const panel = page.locator('.err');
    await panel.waitFor();
    const said = await panel.innerText();
    assert.ok(said.includes(`${SCRIPT}:${line}:`), `file and line ${line} in: ${said}`);
    assert.ok(said.includes('local local me:gain_mark'), 'the line itself');
    assert.match(said, /旧版.*仍在运行/);
    await table.shot(page, 'error');
    const hidden = await page.locator('#pane-log').evaluate((log) => (log.lastElementChild?.getBoundingClientRect().bottom ?? 0) - log.getBoundingClientRect().bottom);
    assert.ok(hidden <= 0, `${hidden} of the newest line lie below the edge`);
    await useAsks(page, 'confirm');
    await act(page);
    await becomes(() => mark(page, 1, 'yes'), 1, 'the old code still runs');
    // the place leads to the source
    await panel.locator('[data-act="show"]').click();
    await page.waitForSelector(`#pane-source [data-line="${line}"][data-err]`);
    await table.shot(page, 'source');
    // mended, there is no error left
    pack.edit('local local me', 'local mended = true; me');
    await panel.waitFor({ state: 'hidden' });
  });
}

{
  const pack = copied();
  atTable('the same moment under the old code and the new', pack.setup, async (table) => {
    table.after(pack.remove);
    const page = await sit(table);
    await useAsks(page, 'confirm');
    await act(page);
    await becomes(() => mark(page, 1, 'yes'), 1);
    pack.edit(YES, YES.replace('"no")', '"no", 5)'));
    const saved = Date.now();
    await page.click('#reload [data-act="again"]');
    await page.waitForSelector('#moment .m-side[data-side="new"]');
    report('save to the same moment on screen, a click between', Date.now() - saved);
    await table.shot(page, 'both');
    const change = page.locator('#moment .m-spine dl > div');
    assert.equal(await change.count(), 1);
    assert.match(await change.innerText(), /是\D*1\s+是\D*5$/);
    // later: nothing has changed, and it can be looked at again
    await page.keyboard.press('Escape');
    await page.waitForSelector('#moment', { state: 'hidden' });
    assert.equal(await mark(page, 1, 'yes'), 1);
    await page.check('#reload [data-act="auto"]');
    await page.click('#reload [data-act="again"]');
    await page.click('#moment [data-act="keep-new"]');
    await page.waitForSelector('#moment', { state: 'hidden' });
    // the answer that was given stands, and comes again under the new code
    await becomes(() => mark(page, 1, 'yes'), undefined);
    await table.shot(page, 'kept');
    const { at, end } = await game(page);
    for (let n = at + 1; n <= end; n++) {
      await page.click('#timeline [data-act="step"]');
      await becomes(async () => (await game(page)).at, n);
    }
    assert.equal(await mark(page, 1, 'yes'), 5);
    await page.click('#timeline [data-act="here"]');
    await useAsks(page, 'confirm');
    await pass(page);
    await becomes(() => mark(page, 1, 'no'), 5, 'and the game goes on from there');
    // after every save, if one likes; the wish is kept
    await page.reload();
    await asked(page, 'play');
    pack.edit('"no", 5)', '"no", 7)');
    const again = Date.now();
    await page.waitForSelector('#moment .m-side[data-side="new"]');
    report('save to the same moment on screen, unasked', Date.now() - again);
    assert.match(await change.innerText(), /是\D*5\s+是\D*7$/);
  });
}
