// @ts-check
// The tray over the centre: cards of others, piles to arrange, gifts, generals, names and long options.

import { h, fill, redraw, whenDrawn } from './dom.js';
import { store } from './store.js';
import { say, gloss, tr, nameOf, kingdomGlyph } from './words.js';
import { backEl } from './card.js';
import { matServes, tile } from './tile.js';
import { clickCard, clickSeat, setName, setOption } from './action.js';
import { choose, hold, place, put, setGeneral, toggleHidden } from './pick.js';
import { cardState, seatState } from './legal.js';
import { find } from './find.js';
import { picture } from './picture.js';
import { handServes } from './hand.js';

/** Few and short options fit into the prompt; others lie in the tray. */
export function optionsInTray() {
  const { request, pick, next } = store.state;
  const options = request?.options?.length ? request.options : pick?.action ? next?.options ?? [] : [];
  const letters = options.reduce((sum, o) => sum + say(o).length * (store.state.lang === 'en' ? 0.55 : 1), 0);
  return options.length > 4 || letters > 18;
}

/** @param {HTMLElement} root */
export function mountTray(root) {
  /** The question last drawn. @type {import('./protocol.js').Request|null} */
  let about = null;
  const toTop = () => { root.scrollTop = 0; };
  store.on(({ request }, changed) => {
    if (!['request', 'next', 'pick', 'view', 'lang'].some((k) => changed.has(k))) return;
    const content = inside();
    root.hidden = !content;
    root.dataset.kind = request?.kind ?? 'none';
    const tiles = (Array.isArray(content) ? content : [content]).flatMap((el) => (el instanceof Element ? [...el.querySelectorAll('[data-tile]')] : []));
    tiles.slice(0, 10).forEach((el, i) => el.append(h('kbd', { 'aria-hidden': 'true' }, String((i + 1) % 10))));
    // a click begun on one question must not answer the next: its tiles are others
    if (request === about) return redraw(root, content);
    about = request;
    fill(root, content);
    if (content) whenDrawn(toTop);
  });
}

/** What lies in the tray now; nothing closes it.
 * @returns {Node|Node[]|null} */
function inside() {
  const { request, pick, next } = store.state;
  if (!request || !pick) return null;
  switch (request.kind) {
    case 'choose_cards': return handServes(request) || matServes(request) ? null : groups(request, pick);
    case 'arrange': return arrange(request, pick);
    case 'distribute': return distribute(request, pick);
    case 'pick_general': return generals(request, pick);
  }
  if (next?.names.length && pick.action && !pick.action.name) {
    return h('div.words-grid', { role: 'group', 'aria-label': tr('牌名', 'Card names') }, next.names.map((n) => h('button.btn.two', { 'data-tile': true, 'data-key': `name${n.id}`, 'data-name': n.id, onclick: () => setName(n.id) }, h('span', null, say(n.words)), gloss(n.words) ? h('small', { lang: 'en' }, gloss(n.words)) : null)));
  }
  if (optionsInTray()) {
    const own = !!request.options?.length;
    const options = own ? request.options ?? [] : next?.options ?? [];
    return h('div.options', { role: 'group' }, options.map((o, i) => h('button.btn', { 'data-tile': true, 'data-key': `option${i}`, 'data-option': i, 'aria-pressed': own ? null : String(pick.action?.option === i), onclick: () => (own ? choose(i) : setOption(i)) }, h('span', null, say(o)), gloss(o) ? h('small', { lang: 'en' }, gloss(o)) : null)));
  }
  return null;
}

/** Whose cards, and where they lie.
 * @param {import('./protocol.js').Request} request @param {import('./state.js').Pick} pick */
function groups(request, pick) {
  /** @type {Map<string, Node[]>} */
  const out = new Map();
  const add = (/** @type {string} */ name, /** @type {Node} */ el) => out.set(name, [...(out.get(name) ?? []), el]);
  for (const { seat, count } of request.hidden ?? []) {
    const chosen = pick.cards.filter((p) => 'hidden' in p && p.hidden === seat).length;
    const name = tr(`${nameOf(seat)} 的手牌`, `${nameOf(seat)}: hand`);
    for (let i = 0; i < count; i++) {
      const on = i < chosen;
      add(name, backEl('button', { 'data-tile': true, 'data-hidden': seat, 'data-key': `hidden${seat}-${i}`, 'data-legal': true, 'data-chosen': on, 'aria-pressed': String(on), 'aria-label': tr(`${nameOf(seat)} 的一张手牌`, `a hand card of ${nameOf(seat)}`), onclick: () => toggleHidden(seat, !on) }));
    }
  }
  for (const card of request.cards ?? []) {
    const at = find(card.id);
    const who = at?.seat ? nameOf(at.seat.seat) : '';
    const zone = { hand: tr('手牌', 'hand'), equip: tr('装备', 'equipment'), judge: tr('判定区', 'judgement'), pile: say(at?.pile?.words), table: tr('桌上的牌', 'On the table'), asked: tr('可选的牌', 'To choose from') }[at?.zone ?? 'asked'];
    add(who ? tr(`${who} 的${zone}`, `${who}: ${zone}`) : zone, tile(card));
  }
  return [...out].map(([name, tiles]) => h('div.group', { role: 'group', 'aria-label': name }, h('h2', null, name), h('div.tiles', { 'data-size': (request.cards?.length ?? 0) > 8 ? 'xs' : null }, tiles)));
}

/** @param {import('./protocol.js').Request} request @param {import('./state.js').Pick} pick */
function arrange(request, pick) {
  const cards = new Map((request.cards ?? []).map((c) => [c.id, c]));
  return (request.piles ?? []).map((pile, p) => {
    const ids = pick.piles[p] ?? [];
    const bounds = pile.min === pile.max ? `${pile.min}` : `${pile.min}–${pile.max ?? cards.size}`;
    const over = { ondragover: (/** @type {DragEvent} */ e) => e.preventDefault() };
    return h('div.group.arr', {
      'data-pile': pile.id, role: 'group', 'aria-label': say(pile.words), ...over,
      ondrop: (/** @type {DragEvent} */ e) => { e.preventDefault(); const at = where(e); if (dragged != null) hold(dragged); dragged = null; dropAt(p, at); },
    },
    h('h2', null, say(pile.words), ' ', h('small', null, `${ids.length} / ${bounds}`), (pile.max ?? 2) > 1 ? h('small', null, tr('左边在上', 'left is on top')) : null),
    h('div.tiles', null, ids.map((id, i) => {
      const card = cards.get(id);
      return card ? tile(card, { draggable: 'true', 'data-at': i, ondragstart: () => { dragged = id; } }) : null;
    }),
    h('button.space', { 'data-key': `space${p}`, 'data-space': p, 'aria-label': tr(`放到${say(pile.words)}的末尾`, `Put at the end of ${say(pile.words)}`), 'aria-disabled': pick.held.length ? null : 'true', onclick: () => put(p, ids.length) }, pick.held.length ? tr('放这里', 'Here') : '')));
  });
}

/** The card on its way by mouse. Not in the store: a redraw would end the drag.
 * @type {number|null} */
let dragged = null;

/** Before which card something was dropped. @param {DragEvent} e */
function where(e) {
  const tiles = e.currentTarget instanceof Element ? [...e.currentTarget.querySelectorAll('.card')] : [];
  const at = tiles.findIndex((t) => { const r = t.getBoundingClientRect(); return e.clientX < r.left + r.width / 2 && e.clientY < r.bottom; });
  return at < 0 ? tiles.length : at;
}

/** @param {number} pile @param {number} at */
function dropAt(pile, at) {
  const from = place(store.state.pick?.held[0] ?? -1);
  // taken out first, what lies behind it moves up
  put(pile, from && from[0] === pile && from[1] < at ? at - 1 : at);
}

/** @param {import('./protocol.js').Request} request @param {import('./state.js').Pick} pick */
function distribute(request, pick) {
  const to = new Map(pick.gifts);
  return [
    h('div.group', null, h('h2', null, tr('要给出的牌', 'Cards to give')),
      h('div.tiles', null, (request.cards ?? []).map((c) => {
        const seat = to.get(c.id);
        return tile(c, { 'data-given': seat ?? null }, seat == null ? null : h('span.from', null, `→ ${nameOf(seat)}`));
      }))),
    h('div.group', null, h('h2', null, tr('交给', 'Give to')),
      h('div.givers', null, (request.candidates ?? []).map((seat) => h('button.btn.small', { 'data-key': `give${seat}`, 'data-to': seat, 'aria-disabled': seatState(seat).state === 'legal' && pick.held.length ? null : 'true', onclick: () => clickSeat(seat) },
        `${seat} ${nameOf(seat)}`, h('b', null, ` ${pick.gifts.filter(([, x]) => x === seat).length}`))))),
  ];
}

/** @param {import('./protocol.js').Request} request @param {import('./state.js').Pick} pick */
function generals(request, pick) {
  return h('div.generals', { role: 'radiogroup', 'aria-label': tr('武将', 'Generals') }, (request.choices ?? []).map((g) => h('button.general', {
    'data-tile': true, 'data-key': `general${g.id}`, 'data-general': g.id, 'data-kingdom': g.kingdom?.id ?? 'none', role: 'radio', 'aria-checked': String(pick.name === g.id), 'data-chosen': pick.name === g.id, onclick: () => setGeneral(g.id),
  },
  h('span.band', null, kingdomGlyph(g.kingdom)),
  picture(g.id, 'choice'),
  h('span.g-head', null, h('b', null, say(g.words)), gloss(g.words) ? h('small', { lang: 'en' }, gloss(g.words)) : null, h('span.g-hp', null, tr(`体力 ${g.hp === g.max_hp ? g.hp : `${g.hp}/${g.max_hp}`}`, `HP ${g.hp === g.max_hp ? g.hp : `${g.hp}/${g.max_hp}`}`))),
  g.title ? h('span.g-title', null, say(g.title)) : null,
  h('span.g-skills', null, g.skills.map((s) => h('span.g-skill', null, h('b', null, say(s.words)), ' ', say(s.text)))))));
}

