// @ts-check
// One seat: who sits there, how they are, what they have. The same box at every state, so nothing jumps.

import { h, icon } from './dom.js';
import { say, gloss, tr, kingdomGlyph, roleGlyph, nameOf, SLOTS, FLAGS, PHASES } from './words.js';
import { cardTip, cardWords } from './card.js';
import { guess } from './guess.js';
import { picture } from './picture.js';

/** @typedef {import('./protocol.js').Seat} Seat */

/** Up to so many points of hp are drawn one by one; above, one and a number. */
const MOST_PIPS = 6;

/** @param {Seat} s */
function hp(s) {
  const many = s.max_hp > MOST_PIPS;
  const pips = many ? [icon('pip', 'pip')] : Array.from({ length: Math.max(0, s.max_hp) }, (_, i) => icon('pip', i < s.hp ? 'pip' : 'pip lost'));
  return h('span.hp', { role: 'img', 'aria-label': tr(`体力 ${s.hp}/${s.max_hp}`, `HP ${s.hp}/${s.max_hp}`), 'data-low': s.hp <= 1 && s.alive },
    pips, h('span.hp-n', null, String(s.hp), h('i', null, `/${s.max_hp}`)));
}

/** Equipment in its fixed places; a fifth only while something lies there.
 * @param {Seat} s */
function equips(s) {
  const places = ['weapon', 'armor', 'plus_horse', 'minus_horse'];
  const rest = s.equips.filter((c) => !places.includes(c.slot ?? ''));
  const slots = places.map((slot) => s.equips.filter((c) => c.slot === slot)).flatMap((cards, i) => (cards.length ? cards.map((c) => full(places[i], c)) : [empty(places[i])]));
  return h('ul.equip', { 'aria-label': tr('装备', 'Equipment') }, slots, rest.map((c) => full(c.slot ?? '', c)));

  function full(/** @type {string} */ slot, /** @type {import('./protocol.js').Card} */ c) {
    const horse = slot === 'plus_horse' || slot === 'minus_horse';
    return h('li.slot', { 'data-slot': slot, 'data-card': c.id, 'data-tip': cardTip(c) },
      horse ? h('i', null, say(SLOTS[slot])) : null, h('span', null, say(c.as ?? c.words)),
      c.range ? h('b', { title: tr(`攻击范围 ${c.range}`, `Range ${c.range}`) }, String(c.range)) : null,
      s.you ? h('span.sr', { 'data-color': c.color }, cardWords(c, { name: false }).textContent ?? '') : null);
  }
  function empty(/** @type {string} */ slot) {
    return h('li.slot.empty', { 'data-slot': slot }, h('span', null, say(SLOTS[slot])));
  }
}

/** @param {import('./protocol.js').Skill} skill */
export function skillTip(skill) {
  const flags = skill.flags.map((f) => say(FLAGS[f] ?? f));
  const how = [...flags, skill.off ? tr('现在不能用', 'not active now') : ''].filter(Boolean).join(' · ');
  return [`${say(skill.words)}${how ? `  ${how}` : ''}`, say(skill.text)].filter(Boolean).join('\n');
}

/** @param {import('./protocol.js').Skill} skill */
export function skillEl(skill) {
  const flags = skill.flags;
  const flag = skill.off ? (flags.includes('awakening') ? 'wake' : 'off') : flags.includes('given') ? 'given' : flags.includes('lord') ? 'lord' : flags.includes('compulsory') ? 'lock' : flags.includes('awakening') ? 'wake' : null;
  return h('li.skill', { 'data-skill': skill.id, 'data-flag': flag, 'data-gained': skill.from === 'gained', 'data-tip': skillTip(skill) }, say(skill.words));
}

/** Marks, piles and what lies in the judgement area.
 * @param {Seat} s */
function tokens(s) {
  const out = [];
  for (const m of s.marks) {
    if (m.count) out.push(h('li.tok', { 'data-kind': 'mark', 'data-mark': m.id, 'data-tip': tr(`标记 ${say(m.words)} ×${m.count}`, `Mark ${say(m.words)} ×${m.count}`) }, say(m.words), m.count === 1 ? null : h('b', null, `×${m.count}`)));
  }
  for (const p of s.piles) {
    if (!p.count) continue;
    const cards = p.cards?.map((c) => cardWords(c).textContent).join('、') ?? tr('看不见', 'face down');
    out.push(h('li.tok', { 'data-kind': 'pile', 'data-pile': p.id, 'data-tip': `${say(p.words)} ×${p.count}\n${cards}` }, say(p.words), h('b', null, `×${p.count}`)));
  }
  for (const c of s.judging) {
    const name = say(c.as ?? c.words);
    out.push(h('li.tok', { 'data-kind': 'judge', 'data-card': c.id, 'data-tip': `${tr('判定区', 'Judgement')}\n${cardTip(c)}` }, tr(short(name), name.slice(0, 4))));
  }
  return out;
}

/** One glyph says which delayed trick it is. @param {string} name */
const short = (name) => ({ 乐不思蜀: '乐', 兵粮寸断: '兵', 闪电: '电' })[name] ?? name.slice(0, 1);

/** The role as known, or the guess this person noted.
 * @param {Seat} s @param {string} guessed */
function role(s, guessed) {
  if (s.role) return h('span.role', { 'data-role': s.role.id, 'data-shown': s.role_shown, title: say(s.role.words) }, roleGlyph(s.role));
  // a click of the mouse is the short way; the keyboard finds it in the sheet about the seat
  return h('span.role', {
    'data-role': 'unknown', 'data-guess': guessed || null, title: tr('身份未知，点击记下猜测', 'Role unknown; click to note a guess'),
    onclick: (/** @type {Event} */ e) => { e.stopPropagation(); guess(s.seat); },
  }, guessed ? roleGlyph({ id: guessed, words: { zh: guessed, en: guessed } }) : '');
}

/** @param {Seat} s */
function label(s) {
  const parts = [tr(`${s.seat} 号位 ${nameOf(s.seat)}`, `Seat ${s.seat} ${nameOf(s.seat)}`)];
  if (!s.alive) parts.push(tr('阵亡', 'dead'));
  else parts.push(tr(`体力 ${s.hp}/${s.max_hp}`, `HP ${s.hp}/${s.max_hp}`), tr(`手牌 ${s.hand_count}`, `${s.hand_count} cards in hand`));
  if (s.turn) parts.push(tr('当前回合', 'their turn'));
  if (s.chained) parts.push(tr('横置', 'chained'));
  if (s.face_down) parts.push(tr('翻面', 'face down'));
  return parts.join(tr('，', ', '));
}

/** All that a seat shows besides what the view says of it: `choice` is how it stands to the question, `target` whether the
 * card in play is for it, `gap` from whoever's turn it is to this person.
 * @typedef {{lang: string, phase: import('./protocol.js').View['phase'], asked: boolean, choice: ReturnType<typeof import('./legal.js').seatState>, target: boolean, gap: {n: number, from: string}|null, guessed: string, picture: string|null, focusable: boolean}} How */

/** Out of these two alone, so that a seat for which they are the same needs not be drawn again.
 * @param {Seat} s @param {How} how @param {{click: (seat: number) => void, hover: (seat: number|null) => void}} on */
export function seatEl(s, how, on) {
  const { asked, gap, choice: state } = how;
  const hidden = !s.generals.some((g) => g.shown) && !s.you;
  const names = s.generals.map((g) => say(g.words)).filter(Boolean).join('/');
  const en = s.generals.map((g) => gloss(g.words)).filter(Boolean).join('/');
  const tab = state.state === 'chosen' ? tr(`目标 ${state.order}`, `Target ${state.order}`)
    : state.state === 'legal' ? tr('可选', 'Choose')
      : asked ? tr('思考', 'Thinking')
        : s.player === 'away' ? tr('机器人代打', 'Bot plays on')
          : s.player === 'awaited' ? tr('等待归来', 'Expected back') : '';
  const flags = {
    'data-seat': s.seat, 'data-key': `seat${s.seat}`, 'data-kingdom': s.kingdom?.id ?? 'none', 'data-you': s.you,
    'data-turn': s.turn, 'data-dead': !s.alive, 'data-chained': s.chained, 'data-facedown': s.face_down, 'data-hidden': hidden,
    'data-asked': asked, 'data-away': s.player === 'away' || s.player === 'awaited', 'data-player': s.player,
    'data-legal': state.state === 'legal', 'data-chosen': state.state === 'chosen', 'data-illegal': state.state === 'illegal' && !s.you,
    'data-target': state.state === 'chosen' || how.target,
  };
  return h(`div.seat${s.you ? '.self' : ''}`, {
    ...flags, tabindex: how.focusable ? 0 : -1, role: 'button', 'aria-label': label(s), 'aria-pressed': state.state === 'chosen' ? 'true' : state.state === 'legal' ? 'false' : null,
    onclick: () => on.click(s.seat), onpointerenter: () => on.hover(s.seat), onpointerleave: () => on.hover(null),
    onfocus: (/** @type {FocusEvent} */ e) => on.hover(/** @type {Element} */ (e.target).matches(':focus-visible') ? s.seat : null), onblur: () => on.hover(null),
  },
  h('div.band', null, h('span.kingdom', { title: say(s.kingdom?.words) }, kingdomGlyph(s.kingdom)), h('span.no', null, String(s.seat))),
  how.picture && !hidden ? picture(how.picture, `seat${s.seat}`) : null,
  h('div.face', null,
    h('div.head', null, h('b.zh', { 'data-long': names.length > 14, 'data-tip': names ? [names, s.generals.map((g) => say(g.title)).filter(Boolean).join('/')].filter(Boolean).join('\n') : null }, names || (hidden ? tr('暗将', 'Hidden') : tr(`${s.seat} 号位`, `Seat ${s.seat}`))),
      h('span.en', { lang: 'en' }, en), role(s, how.guessed)),
    h('div.vitals', null, s.alive ? hp(s) : h('span.hp-n', null, tr('阵亡', 'Dead')),
      h('span.hand-n', { title: tr(`手牌 ${s.hand_count}，上限 ${s.hand_limit}`, `${s.hand_count} in hand, limit ${s.hand_limit}`) }, icon('hand'), String(s.hand_count))),
    s.you ? h('dl.own', null, [[tr('上限', 'Limit'), s.hand_limit, tr('手牌上限', 'Hand limit')], [tr('射程', 'Range'), s.range, tr('攻击范围', 'Attack range')], gap ? [tr('距', 'Gap'), gap.n, tr(`${gap.from} 到你的距离`, `Distance from ${gap.from} to you`)] : null]
      .filter((x) => x !== null).map(([dt, dd, all]) => h('div', { title: all }, h('dt', null, dt), h('dd', null, dd)))) : null,
    equips(s),
    h('div.foot', null, h('ul.skills', { 'aria-label': tr('技能', 'Skills') }, s.skills.map(skillEl)), h('ul.tokens', null, tokens(s))),
    !s.you && s.hand?.length ? h('p.open', { 'aria-label': tr('手牌', 'Hand') }, s.hand.map((c) => cardWords(c))) : null),
  s.turn && how.phase ? h('span.turn-tab', null, say(PHASES[how.phase] ?? how.phase)) : s.turn ? h('span.turn-tab', null, tr('回合', 'Turn')) : null,
  tab ? h('span.state-tab', { 'data-short': state.order ?? null }, tab) : null,
  s.chained ? h('span.chain', null, h('b', null, tr('横置', 'Chained'))) : null,
  s.face_down ? h('span.flip', { title: tr('背面朝上，下个回合跳过', 'Face down: skips the next turn') }, tr('翻面', 'Flipped')) : null,
  h('span.dist', { 'aria-hidden': 'true' }));
}
