// @ts-check
// Small pieces that several tools draw: suits within sentences, a card in words, glyphs, a trace row's marks.

import { h } from './dom.js';
import { say, SUIT, rankText, nameOf, tr } from './words.js';

/** @typedef {import('./protocol.js').Card} Card */
/** @typedef {import('./protocol.js').Trace} Trace */
/** @typedef {import('./protocol.js').View} View */

const SVG = 'http://www.w3.org/2000/svg';
const TEXT_STYLE = '\uFE0E'; // keeps phones from drawing a suit as a picture

const GLYPHS = {
  turn_back: 'M11 3 7 8l4 5M6 3 2 8l4 5',
  turn_step: 'm5 3 4 5-4 5m5-10 4 5-4 5',
  start: 'M3.5 3v10M13 3 7 8l6 5',
  back: 'M10 3 5 8l5 5',
  step: 'm6 3 5 5-5 5',
  play: 'M4.5 3v10l8.5-5z',
  pause: 'M5 3v10M11 3v10',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M3 8h10M5.5 5 2.5 8l3 3M10.5 5l3 3-3 3',
  x: 'm4 4 8 8m0-8-8 8',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  again: 'M12.6 9.5A5 5 0 1 1 12 5M12.5 2v3.4H9.1',
  fold: 'm4 6 4 4 4-4',
};

/** A line glyph of the tools.
 * @param {keyof typeof GLYPHS} name */
export function glyph(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('data-glyph', name);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', GLYPHS[name]);
  svg.append(path);
  return svg;
}

/** Suit and rank, coloured: ♥5.
 * @param {Card} card */
export function cardMark(card) {
  return h('span.sr', { 'data-color': card.color }, (SUIT[card.suit] ?? '') + TEXT_STYLE + rankText(card.rank));
}

/** A card in words: ♥5 闪.
 * @param {Card} card */
export function cardRef(card) {
  return [cardMark(card), say(card.words)];
}

const SUITED = /([♠♥♣♦])\uFE0E?(10|[2-9AJQK](?![A-Za-z]))?/gu;

/** A sentence as text nodes, its suits in their colours and the names of generals on the table set apart.
 * @param {string} text
 * @param {string[]} [names] names to set in bold
 * @returns {(Node|string)[]} */
export function rich(text, names = []) {
  /** @type {(Node|string)[]} */
  const out = [];
  let from = 0;
  for (const m of text.matchAll(SUITED)) {
    if (m.index > from) out.push(...bold(text.slice(from, m.index), names));
    out.push(h('span.sr', { 'data-color': m[1] === '♥' || m[1] === '♦' ? 'red' : 'black' }, m[1] + TEXT_STYLE + (m[2] ?? '')));
    from = m.index + m[0].length;
  }
  if (from < text.length) out.push(...bold(text.slice(from), names));
  return out;
}

/** One expression for each list of names: a log has thousands of lines. @type {WeakMap<string[], RegExp>} */
const patterns = new WeakMap();

/** @param {string} text @param {string[]} names @returns {(Node|string)[]} */
function bold(text, names) {
  if (!names.length) return [text];
  const any = patterns.get(names) ?? new RegExp(`(${names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'u');
  patterns.set(names, any);
  return text.split(any).filter(Boolean).map((part) => (names.includes(part) ? h('b', null, part) : part));
}

/** The names of everyone at the table in the language chosen, longest first (神吕布 before 吕布).
 * @param {View|null} view */
export function namesAt(view) {
  const names = (view?.seats ?? []).flatMap((s) => s.generals.map((g) => say(g.words))).filter(Boolean);
  return [...new Set(names)].sort((a, b) => b.length - a.length);
}

/** How a trace row ended: acted, passed (could, did not), false (its condition did not hold).
 * @param {Trace} row @returns {'acted'|'passed'|'false'|null} */
export function outcome(row) {
  if (row.kind === 'acted') return 'acted';
  if (row.kind === 'considered') return row.yes ? 'passed' : 'false';
  return null;
}

/** What the mark means in words, for those who do not see it.
 * @param {'acted'|'passed'|'false'} how */
export function outcomeWord(how) {
  return { acted: tr('发动', 'acted'), passed: tr('可以', 'could'), false: tr('条件为假', 'not so') }[how];
}

/** The last part of a path, with the line when known: tieqi.luau:10.
 * @param {string|undefined} script @param {number} [line] */
export function place(script, line) {
  if (!script) return '';
  const name = script.split('/').pop() ?? script;
  return line ? `${name}:${line}` : name;
}

/** Which letters of its line a finding is about, from 0: where only the line is known, the word that its message
 * quotes, or else all of the line.
 * @param {import('./protocol.js').Finding} f @returns {{start: number, end: number, word: string}} */
export function spanOf(f) {
  let start = f.column - 1, length = Math.max(1, f.length);
  if (start <= 0 && length === 1) {
    const quoted = [...f.message.matchAll(/`([^`]+)`/g)].map((m) => m[1]).find((q) => f.source.includes(q));
    start = quoted ? f.source.indexOf(quoted) : f.source.search(/\S|$/);
    length = quoted ? quoted.length : Math.max(1, f.source.trim().length);
  }
  return { start, end: start + length, word: f.source.slice(start, start + length) };
}

/** What the help proposes instead of the marked word, if it proposes one word.
 * @param {import('./protocol.js').Finding} f */
export function proposal(f) {
  const to = /did you mean `([^`]+)`|你是想写 ?[`“]([^`”]+)[`”]/.exec(f.help ?? '');
  const word = spanOf(f).word;
  return to && /^[\w.]+$/.test(word) ? to[1] ?? to[2] : null;
}

/** @param {Trace} row */
export function whoOf(row) {
  return row.who == null ? '' : nameOf(row.who);
}

/** Text to the clipboard; pages opened from another machine without https may not have one.
 * @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h('textarea', { style: { position: 'fixed', opacity: '0' } }, text);
    document.body.append(area);
    /** @type {HTMLTextAreaElement} */ (area).select();
    document.execCommand('copy');
    area.remove();
  }
}
