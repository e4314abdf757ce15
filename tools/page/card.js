// @ts-check
// A card: as a large card, as a small tile, and as a few words in a sentence.

import { h } from './dom.js';
import { store } from './store.js';
import { say, gloss, tr, SUIT, SUIT_WORDS, TYPE, TYPE_WORDS, SLOTS, rankText } from './words.js';

/** @typedef {import('./protocol.js').Card} Card */

const suit = (/** @type {Card} */ card) => `${SUIT[card.suit] ?? '?'}\uFE0E`;

/** What the card is and does, for the tip and for screen readers.
 * @param {Card} card */
export function cardTip(card) {
  const kind = card.slot ? `${say(SLOTS[card.slot] ?? card.slot)}${card.range ? tr(` · 射程 ${card.range}`, ` · range ${card.range}`) : ''}` : say(TYPE_WORDS[card.type]);
  const as = card.as ? tr(`，视为【${say(card.as)}】`, `, counts as ${say(card.as)}`) : '';
  return [`${say(card.words)} ${suit(card)}${rankText(card.rank)} · ${kind}${as}`, say(card.text)].filter(Boolean).join('\n');
}

/** @param {Card} card */
export const cardLabel = (card) => `${say(card.as ?? card.words)}，${say(SUIT_WORDS[card.suit])} ${rankText(card.rank)}`.replace('，', store.state.lang === 'en' ? ', ' : '，');

/** The face of a card; `tag` decides whether it is a button.
 * @param {Card} card
 * @param {{tag?: string, attrs?: Record<string, any>, more?: import('./dom.js').Child}} [how] */
export function cardEl(card, how = {}) {
  const shown = card.as ?? card.words;
  const name = say(shown);
  const en = store.state.lang === 'en';
  return h(`${how.tag ?? 'div'}.card`, {
    'data-card': card.id, 'data-name': card.name, 'data-type': card.type, 'data-color': card.color, 'data-tip': cardTip(card),
    'aria-label': cardLabel(card), style: en ? fits(name) : {}, ...how.attrs,
  },
  h('span.idx', null, rankText(card.rank), h('span.suit', null, suit(card)), h('span.ty', { title: say(TYPE_WORDS[card.type]) }, say(TYPE[card.type]))),
  h('span.cn', { 'data-len': en ? 'en' : Math.min(5, [...name].length) }, en ? breakable(name) : name),
  card.as ? h('span.from', null, say(card.words)) : h('span.ce', { lang: 'en' }, gloss(shown)),
  how.more);
}

/** English names run across, so the longest word decides how large they may be on cards of the three widths.
 * @param {string} name */
function fits(name) {
  const longest = Math.max(4, ...name.split(/[\s-]+/).map((word) => word.length));
  const rem = (/** @type {number} */ width) => `${(width / longest / 0.66).toFixed(2)}rem`;
  return { '--fit': rem(5.9), '--fit-s': rem(4.8), '--fit-xs': rem(3.2) };
}

/** Long words with places where they may be broken: before a consonant that a vowel follows.
 * @param {string} name */
const breakable = (name) => name.replace(/[A-Za-z]{8,}/g, (word) => word.replace(/([a-z]{2})(?=[^aeiou\W][aeiou][a-z])/g, '$1\u00AD'));

/** A card that shows no face.
 * @param {string} tag @param {Record<string, any>} attrs */
export const backEl = (tag, attrs) => h(`${tag}.card.backside`, attrs);

/** Suit and rank, then the name: a card within a sentence or a list.
 * @param {Card} card @param {{name?: boolean}} [how] */
export function cardWords(card, how = {}) {
  return h('span.cw', { 'data-card': card.id, 'data-tip': cardTip(card) },
    h('span.sr', { 'data-color': card.color }, suit(card), rankText(card.rank)), how.name === false ? null : say(card.as ?? card.words));
}
