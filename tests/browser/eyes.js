// What a careful eye would find wrong with a page: something cut off, covered, in the other language, or too pale.

/** @typedef {import('playwright-core').Page} Page */

/** What lies outside the window or outside its own box, unless it scrolls there or says by an ellipsis that there is more.
 * @param {Page} page @returns {Promise<string[]>} */
export const cut = (page) => page.evaluate(() => {
  const phone = innerWidth <= 640;
  /** @type {string[]} */
  const out = [];
  const name = (/** @type {Element} */ el) => `${el.tagName.toLowerCase()}.${el.className.toString().replace(/\s+/g, '.')} “${(el.textContent ?? '').trim().slice(0, 30)}”`;
  const root = document.scrollingElement;
  if (root && root.scrollWidth > innerWidth) out.push(`the page is ${root.scrollWidth} wide`);
  for (const el of document.querySelectorAll('button, .seat, .card, .tok, .skill:not(path), .hp, .hand-n, .head .zh, .ask-zh, .crumb, .pile, .phases li')) {
    const box = el.getBoundingClientRect();
    if (!box.width || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (el.scrollWidth > el.clientWidth + 1 && el.matches('button:not(.card), .skill, .tok') && getComputedStyle(el).textOverflow !== 'ellipsis') out.push(`${name(el)} is too narrow`);
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
export const covered = (page) => page.locator('#prompt button:visible').evaluateAll((buttons) => buttons.flatMap((button) => {
  const box = button.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top && button.contains(top) ? [] : [`${button.textContent} is under ${top?.className}`];
}));

/** Letters of the other language that are to be read or heard. What is the same in both, or marked as the other, is left out.
 * @param {Page} page @param {'zh'|'en'} lang @returns {Promise<string[]>} */
export const foreign = (page, lang) => page.evaluate((lang) => {
  const other = lang === 'en' ? /[\u3400-\u9fff]/ : /[A-Za-z]{3,}/;
  // keys, code, ids and paths are the same in both languages; so is the button that leads to the other
  const apart = `kbd, code, pre, .code, .lang, .seal, .url, time, datalist, option, [data-field], .sprite${lang === 'zh' ? ', [lang="en"]' : ''}`;
  /** Without the names of keys. @param {string|null} text */
  const plain = (text) => (text ?? '').replace(/\b(Ctrl|Shift|Esc|Enter|Alt|Tab)\b/g, '');
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
export const palest = (page) => page.evaluate(() => {
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
