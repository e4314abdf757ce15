// @ts-check
// Two languages. Every text on the page comes from a Words value: the server's or one written beside its use.

import { store } from './store.js';

/** @typedef {import('./protocol.js').Words} Words */

/** The text in the language chosen. A bare string (a name without translation) stays as it is.
 * @param {Words|string|null|undefined} words
 * @returns {string} */
export function say(words) {
  if (words == null) return '';
  if (typeof words === 'string') return words;
  return (store.state.lang === 'en' ? words.en || words.zh : words.zh || words.en) ?? '';
}

/** The small second line: English under Chinese. English mode has none.
 * @param {Words|string|null|undefined} words
 * @returns {string} */
export function gloss(words) {
  if (words == null || typeof words === 'string' || store.state.lang === 'en') return '';
  return words.en && words.en !== words.zh ? words.en : '';
}

/** Words written in place: `say(w('牌堆', 'Draw'))`, or `tr('牌堆', 'Draw')` for the text at once.
 * @param {string} zh @param {string} en
 * @returns {Words} */
export const w = (zh, en) => ({ zh, en });
/** @param {string} zh @param {string} en */
export const tr = (zh, en) => (store.state.lang === 'en' ? en : zh);

export const SUIT = { spade: '♠', heart: '♥', club: '♣', diamond: '♦' };
/** @type {Record<string, Words>} */
export const SUIT_WORDS = { spade: w('黑桃', 'Spade'), heart: w('红桃', 'Heart'), club: w('梅花', 'Club'), diamond: w('方块', 'Diamond') };
/** One glyph each, so a type never rests on colour alone.
 * @type {Record<string, Words>} */
export const TYPE = { basic: w('基', 'B'), trick: w('锦', 'T'), delayed_trick: w('延', 'D'), equip: w('装', 'E') };
/** @type {Record<string, Words>} */
export const TYPE_WORDS = { basic: w('基本牌', 'Basic'), trick: w('锦囊牌', 'Trick'), delayed_trick: w('延时锦囊', 'Delayed trick'), equip: w('装备牌', 'Equipment') };
/** @type {Record<string, Words>} */
export const PHASES = {
  prepare: w('准备', 'Prep'), judge: w('判定', 'Judge'), draw: w('摸牌', 'Draw'),
  play: w('出牌', 'Play'), discard: w('弃牌', 'Discard'), finish: w('结束', 'End'),
};
/** @type {Record<string, Words>} */
export const SLOTS = { weapon: w('武器', 'Weapon'), armor: w('防具', 'Armour'), plus_horse: w('+1', '+1'), minus_horse: w('−1', '−1'), treasure: w('宝物', 'Treasure') };
/** @type {Record<string, Words>} */
export const FLAGS = {
  compulsory: w('锁定技', 'Compulsory'), limited: w('限定技', 'Limited'), awakening: w('觉醒技', 'Awakening'),
  lord: w('主公技', 'Lord skill'), given: w('导演给予', 'Given by the director'),
};
/** @type {Record<string, Words>} */
export const ROLE_WORDS = { lord: w('主公', 'Lord'), loyalist: w('忠臣', 'Loyalist'), rebel: w('反贼', 'Rebel'), renegade: w('内奸', 'Renegade') };
/** One glyph for a role and a kingdom in Chinese; its first letter in English. */
const ROLE_GLYPH = { lord: w('主', 'L'), loyalist: w('忠', 'Y'), rebel: w('反', 'R'), renegade: w('内', 'N') };
const KINGDOM_GLYPH = { wei: w('魏', 'Wei'), shu: w('蜀', 'Shu'), wu: w('吴', 'Wu'), qun: w('群', 'Qun'), god: w('神', 'God') };
/** @param {{id: string, words: Words}|null} role */
export const roleGlyph = (role) => (role ? say(/** @type {any} */ (ROLE_GLYPH)[role.id]) || say(role.words).slice(0, 1) : '');
/** @param {{id: string, words: Words}|null} kingdom */
export const kingdomGlyph = (kingdom) => (kingdom ? say(/** @type {any} */ (KINGDOM_GLYPH)[kingdom.id]) || say(kingdom.words).slice(0, 3) : '');

/** @param {number} rank */
export const rankText = (rank) => ['', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'][rank] ?? String(rank);

/** The name of a seat's general, or its number while no general is shown.
 * @param {number|null|undefined} seat
 * @returns {string} */
export function nameOf(seat) {
  if (seat == null) return '';
  const s = store.state.view?.seats.find((x) => x.seat === seat);
  const names = s?.generals.map((g) => say(g.words)).filter(Boolean) ?? [];
  return names.length ? names.join('/') : tr(`${seat} 号位`, `Seat ${seat}`);
}
