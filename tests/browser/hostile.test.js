// What people wrote, names, texts, files, is never markup.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTable, ASKS } from './harness.js';
import { act, asked, becomes, seat, sit, tab, useAsks } from './person.js';

const MARKUP = '<img src=x onerror=document.title=1>';
const packs = mkdtempSync(join(tmpdir(), 'muniu-packs-'));
const pack = join(packs, 'asks');
const FILE = join(pack, 'scripts/lib', `${MARKUP}.luau`);

/** A copy of the test pack in which every word that it may choose is markup. */
function written() {
  cpSync(ASKS, pack, { recursive: true });
  for (const file of ['generals/asks.toml', 'scripts/words.toml']) {
    const path = join(pack, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(zh|en) = "/g, `$1 = "${MARKUP}`));
  }
  cpSync(join(ASKS, 'scripts/skills/left.luau'), FILE);
}
written();

atTable('text is never markup', { packs: [pack], general: 'asks:asker', seed: 5 }, async (table) => {
  table.after(() => rmSync(packs, { recursive: true, force: true }));
  const page = await sit(table);
  const title = await page.title();
  const clean = async (/** @type {string} */ where) => {
    assert.equal(await page.locator('img').count(), 0, `${where}: no markup became an element`);
    assert.equal(await page.title(), title, `${where}: nothing of it ran`);
  };
  await asked(page, 'play');
  assert.ok((await seat(page, 1)).name.startsWith(MARKUP), 'the name is read as it was written');
  await page.click('#ring .seat[data-seat="1"]');
  await page.waitForSelector('#dialog[open]');
  assert.ok((await page.innerText('#dialog')).includes(MARKUP));
  await clean('the seat');
  await page.keyboard.press('Escape');
  for (const kind of ['choose_suit', 'choose_option', 'arrange']) {
    await useAsks(page, kind);
    assert.ok((await page.innerText('#prompt')).includes(MARKUP));
    await clean(kind);
    if (kind === 'choose_suit') await page.click('#prompt [data-suit="heart"]');
    if (kind === 'choose_option') await page.click('#prompt [data-option="0"]'.replace('#prompt', ':is(#prompt, #tray)'));
    else await act(page);
  }
  await asked(page, 'play');
  await page.hover('#prompt [data-skill="asks:asks"]');
  await page.waitForSelector('#tip:visible');
  await clean('the tip');
  for (const name of /** @type {const} */ (['log', 'trace', 'source', 'director'])) {
    await tab(page, name);
    if (name === 'source') {
      await page.click('#pane-source .pickfile');
      await page.locator('#pane-source [data-file]', { hasText: MARKUP }).click();
      await page.waitForSelector('#pane-source .code');
    }
    await clean(`the ${name} tab`);
  }
  await table.shot(page, 'markup');
  // and a file of such a name with an error in it
  writeFileSync(FILE, `return ${MARKUP}`);
  await page.locator('.err').waitFor();
  await becomes(async () => (await page.innerText('.err')).includes(MARKUP), true);
  await clean('the error');
});
