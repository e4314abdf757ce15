// How it looks: at the sizes people have, in both languages, in light and dark. Pictures of each are left where they
// are asked for; what can be measured is measured here.

import assert from 'node:assert/strict';
import { atTable, ASKS, report } from './harness.js';
import { asked, act, sit, tab, useAsks } from './person.js';

/** @typedef {import('playwright-core').Page} Page */

const SETUP = { packs: [ASKS], general: 'asks:asker', seed: 5 };
const SIZES = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844, touch: true } };

/** What lies outside the window or outside its own box, unless it scrolls there or says by an ellipsis that there is more.
 * @param {Page} page @returns {Promise<string[]>} */
const cut = (page) => page.evaluate(() => {
  const phone = innerWidth <= 640;
  /** @type {string[]} */
  const out = [];
  const name = (/** @type {Element} */ el) => `${el.tagName.toLowerCase()}.${el.className.toString().replace(/\s+/g, '.')} “${(el.textContent ?? '').trim().slice(0, 30)}”`;
  const root = document.scrollingElement;
  if (root && root.scrollWidth > innerWidth) out.push(`the page is ${root.scrollWidth} wide`);
  for (const el of document.querySelectorAll('button, .seat, .card, .tok, .skill, .hp, .hand-n, .head .zh, .ask-zh, .crumb, .pile, .phases li')) {
    const box = el.getBoundingClientRect();
    if (!box.width || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (el.scrollWidth > el.clientWidth + 1 && el.matches('button:not(.card), .skill, .tok')) out.push(`${name(el)} is too narrow`);
    // within everything around it that does not scroll
    for (let up = el.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      // what scrolls shows more to one who scrolls; in a seat nobody would look for it
      if (/auto|scroll/.test(style.overflowX + style.overflowY) && (phone || !up.closest('.seat'))) break;
      const around = up === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : up.getBoundingClientRect();
      if (up !== document.documentElement && style.overflow === 'visible') continue;
      if (style.textOverflow === 'ellipsis') break;
      if (box.left < around.left - 1 || box.right > around.right + 1 || box.top < around.top - 1 || box.bottom > around.bottom + 1) { out.push(`${name(el)} leaves ${name(up).slice(0, 40)}`); break; }
    }
  }
  return out;
});

/** Buttons of the question that something else lies over. @param {Page} page */
const covered = (page) => page.locator('#prompt button:visible').evaluateAll((buttons) => buttons.flatMap((button) => {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top && button.contains(top) ? [] : [`${button.textContent} is under ${top?.className}`];
}));

/** Letters of the other language that are to be read or heard. What is the same in both, or marked as the other, is left out.
 * @param {Page} page @param {'zh'|'en'} lang @returns {Promise<string[]>} */
const foreign = (page, lang) => page.evaluate((lang) => {
  const other = lang === 'en' ? /[\u3400-\u9fff]/ : /[A-Za-z]{3,}/;
  // keys, code, ids and paths are the same in both languages; so is the button that leads to the other
  const apart = `kbd, code, pre, .code, .lang, .seal, .url, time, datalist, option, [data-field], .sprite${lang === 'zh' ? ', [lang="en"]' : ''}`;
  /** Without the names of keys. @param {string|null} text */
  const plain = (text) => (text ?? '').replace(/\b(Shift|Esc|Enter|Alt|Tab)\b/g, '');
  /** @type {Set<string>} */
  const out = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement, text = plain(node.textContent);
    if (el && other.test(text) && !el.closest(`${apart}, script, style, noscript`) && el.checkVisibility()) out.add(`${text.trim()} (${el.tagName.toLowerCase()}.${el.className})`);
  }
  for (const attr of ['aria-label', 'title', 'data-tip', 'placeholder', 'aria-valuetext']) {
    for (const el of document.querySelectorAll(`[${attr}]`)) {
      const text = plain(el.getAttribute(attr));
      if (other.test(text) && !el.closest(apart) && el.checkVisibility()) out.add(`${attr}: ${text}`);
    }
  }
  return [...out];
}, lang);

/** Contrast of a text to what is behind it, as W3C reckons it; the least there is on the page. @param {Page} page */
const palest = (page) => page.evaluate(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** @param {string} color */
  const rgba = (color) => { if (!canvas) return [0, 0, 0, 255]; canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  /** @param {number[]} c */
  const light = (c) => { const [r, g, b] = c.map((v) => { const x = v / 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  let least = { ratio: 21, what: '' };
  for (const el of document.querySelectorAll('.ask-zh, .ask-en, .head .zh, .head .en, .hp-n, .hand-n, .crumb, .btn:not([disabled], [aria-disabled]), .card[data-legal] .cn, .log p, .skill, .tok, .tabs button')) {
    if (!el.checkVisibility() || !el.textContent?.trim()) continue;
    let behind = [255, 255, 255, 255];
    for (let up = /** @type {Element|null} */ (el); up; up = up.parentElement) { const c = rgba(getComputedStyle(up).backgroundColor); if (c[3] > 250) { behind = c; break; } }
    const [a, b] = [light(rgba(getComputedStyle(el).color)), light(behind)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least.ratio) least = { ratio, what: `${el.className}: ${el.textContent.trim().slice(0, 20)}` };
  }
  return least;
});

/** Makes the fullest seat there is: marks, a delayed trick and equipment. @param {Page} page */
async function fill(page) {
  await tab(page, 'director');
  const type = async (/** @type {string} */ field, /** @type {string} */ text) => {
    await page.fill(`#pane-director [data-field="${field}"]`, text);
    await page.press(`#pane-director [data-field="${field}"]`, 'Enter');
  };
  await page.click('#pane-director [data-pick="1"]');
  for (const mark of ['fury 2', 'nightmare', 'ren 3']) await type('mark', mark);
  for (const [zone, card] of [['judge', 'lightning'], ['equip', 'eight_diagram'], ['equip', 'blade']]) {
    await page.selectOption('#pane-director [data-field="zone"]', zone);
    await type('deal', card);
  }
  await page.click('#pane-director [data-act="chain"]');
  await page.waitForSelector('#ring .seat.self[data-chained]');
  await tab(page, 'log');
  if (await page.locator('#panel .grab:visible').count()) await page.click('#panel .grab');
}

for (const [size, window] of Object.entries(SIZES)) {
  for (const lang of /** @type {const} */ (['zh', 'en'])) {
    const theme = (size === 'desk') === (lang === 'zh') ? 'light' : 'dark';
    atTable(`${size} ${lang} ${theme}`, SETUP, async (table, step) => {
      const page = await sit(table, { ...window, lang, theme });
      // what is found, and where it was found first
      /** @type {Map<string, string>} */
      const strange = new Map(), outside = new Map(), hidden = new Map();
      const look = async (/** @type {string} */ what) => {
        await page.mouse.move(1, 1);
        await table.shot(page, what);
        for (const x of await foreign(page, lang)) strange.set(x, strange.get(x) ?? what);
        for (const x of await cut(page)) outside.set(x, outside.get(x) ?? what);
        // a dialog, and on a phone the sheet, is meant to lie over the question
        if (!await page.locator(size === 'phone' ? '#dialog[open], html[data-sheet]' : '#dialog[open]').count()) for (const x of await covered(page)) hidden.set(x, hidden.get(x) ?? what);
      };
      await asked(page, 'play');
      await look('play');
      const pale = await palest(page);
      await fill(page);
      for (const kind of ['choose_cards', 'pick_general', 'arrange', 'distribute']) {
        await useAsks(page, kind);
        await look(kind);
        if (kind === 'choose_cards') {
          await page.click('#hand .card[data-legal] >> nth=0');
          await act(page);
          await page.click('#tray .card.backside >> nth=0');
        }
        if (kind === 'pick_general') await page.click('#tray [data-general="caocao"]');
        if (kind === 'distribute') for (const n of [2, 3]) {
          await page.click('#tray .card:not([data-given]) >> nth=0');
          await page.click(`#tray [data-to="${n}"]`);
        }
        await act(page);
      }
      await asked(page, 'play');
      await page.click('#ring .seat[data-seat="3"]');
      await page.waitForSelector('#dialog[open]');
      await look('a seat');
      await page.keyboard.press('Escape');
      for (const name of /** @type {const} */ (['trace', 'source', 'director', 'log'])) {
        await tab(page, name);
        await look(name);
      }
      await step('nothing is cut off', async () => assert.deepEqual([...outside], []));
      await step('nothing lies over the buttons', async () => assert.deepEqual([...hidden], []));
      await step('no word of the other language', async () => assert.deepEqual([...strange], []));
      await step('text stands out', async () => assert.ok(pale.ratio >= 4.5, `${pale.ratio.toFixed(2)} ${pale.what}`));
    });
  }
}

atTable('how long the page takes', SETUP, async (table) => {
  const page = await table.open();
  await page.waitForSelector('#ring .seat');
  for (let i = 0; i < 2; i++) {
    const began = Date.now();
    await page.reload();
    await page.waitForSelector('#ring .seat');
    report('page load to the table on screen', Date.now() - began);
  }
});
