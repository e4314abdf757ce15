// @ts-check
// The answer under construction. Actions are built step by step: after each step the server says what may
// be added (`next`); the other questions need no round trips. Nothing here draws.

import { store } from './store.js';
import { say, tr, w, nameOf, SUIT, SUIT_WORDS } from './words.js';
import { cardOf, cardText } from './find.js';

/** @typedef {import('./protocol.js').Request} Request */
/** @typedef {import('./protocol.js').Pick} Pick */
/** @typedef {import('./protocol.js').WayOffer} WayOffer */
/** @typedef {import('./protocol.js').Answer} Answer */

/** Kinds answered with an action. */
const ACTIONS = new Set(['play', 'use_card', 'respond', 'nullify', 'save', 'trigger']);
/** @param {Request|null} request */
export const byAction = (request) => !!request && ACTIONS.has(request.kind);

/** @type {(message: object) => void} */
let send = () => {};
/** @param {(message: object) => void} fn */
export function setSend(fn) { send = fn; }

/** The last question answered, to be put back when the answer is refused.
 * @type {{request: Request, pick: Pick|null, next: import('./protocol.js').Next|null}|null} */
let answered = null;
let key = 0;

/** @returns {Pick} */
const fresh = () => ({
  offer: null, action: null, named: null, waiting: false, eager: false, auto: true, recast: false, firstCards: [], firstTargets: [],
  cards: [], players: [], number: null, suit: null, name: null, index: null, piles: [], gifts: [], held: [],
});

/** A question has come.
 * @param {Request} request */
export function start(request) {
  const old = store.state.request;
  // the same question again (a reconnect, a redraw) keeps what was chosen so far
  if (old && store.state.pick && JSON.stringify(old) === JSON.stringify(request)) return;
  const pick = fresh();
  if (request.kind === 'choose_number') pick.number = request.range?.min ?? 0;
  if (request.kind === 'arrange') pick.piles = spread(request);
  store.set({ request, pick, next: null, refused: null, wait: [] });
  const ways = request.ways ?? [];
  if (request.kind === 'trigger' && ways.length === 1) begin(ways[0]);
}

/** Every pile its least, then each as much as it holds.
 * @param {Request} request */
function spread(request) {
  const rest = (request.cards ?? []).map((c) => c.id);
  const piles = (request.piles ?? []).map((p) => rest.splice(0, p.min));
  (request.piles ?? []).forEach((p, i) => piles[i].push(...rest.splice(0, (p.max ?? Infinity) - piles[i].length)));
  if (rest.length && piles.length) piles[piles.length - 1].push(...rest);
  return piles;
}

/** @param {Partial<Pick>} patch */
function change(patch) {
  const { pick } = store.state;
  if (pick) store.set({ pick: { ...pick, ...patch }, refused: null });
}

// ── actions ──

/** @param {WayOffer} offer */
export function begin(offer) {
  store.set({ next: null });
  change({ offer, action: { way: offer.way }, named: null, auto: true, eager: false, recast: false, firstCards: [], firstTargets: [] });
  inquire();
}

/** Back to the choice of a way. Tells whether there was anything to drop. */
export function drop() {
  const { pick, request } = store.state;
  if (!pick || !request) return false;
  if (pick.held.length) { change({ held: [] }); return true; }
  if (pick.action && (request.kind !== 'trigger' || (request.ways ?? []).length > 1)) {
    store.set({ next: null });
    change({ offer: null, action: null, waiting: false, eager: false });
    return true;
  }
  if (pick.action?.cards?.length || pick.action?.targets?.length) {
    if (pick.offer) begin(pick.offer);
    return true;
  }
  if (pick.cards.length || pick.players.length || pick.gifts.length) {
    change({ cards: [], players: [], gifts: [] });
    return true;
  }
  return false;
}

/** Asks the server what may follow. Keys go up by two: the odd one asks whether the cards may be recast. */
function inquire() {
  const { request, pick } = store.state;
  if (!request || !pick?.action) return;
  key += 2;
  change({ waiting: true, recast: false });
  send({ t: 'next', id: request.id, key, action: pick.action });
  if (request.kind === 'play' && pick.offer?.kind === 'convert' && pick.action.cards?.length) {
    const { way, cards } = pick.action;
    send({ t: 'next', id: request.id, key: key + 1, action: { way, cards, recast: true } });
  }
}

/** The server's word about the action.
 * @param {{id: number, key: number, next: import('./protocol.js').Next}} message */
export function onNext(message) {
  const { request, pick } = store.state;
  if (!request || !pick?.action || message.id !== request.id) return;
  if (message.key === key + 1) return change({ recast: message.next.ready });
  if (message.key !== key) return; // an older step
  const next = message.next;
  const { action } = pick;
  store.set({ next });
  change({
    waiting: false,
    firstCards: action.cards?.length ? pick.firstCards : next.cards,
    firstTargets: action.targets?.length ? pick.firstTargets : next.targets,
  });
  const enough = (action.cards?.length ?? 0) >= next.card_bounds[0];
  if (enough && !action.name && next.names.length === 1) return setName(next.names[0].id);
  // a sole possible target that is needed: chosen already, and can be taken back
  if (pick.auto && enough && !next.ready && next.targets.length === 1 && !(next.names.length && !action.name)
      && (action.targets?.length ?? 0) < Math.max(1, next.target_bounds[0])) return addTarget(next.targets[0]);
  if (pick.eager && next.ready) submit();
}

/** @param {Partial<import('./protocol.js').Action>} patch */
function step(patch) {
  const action = store.state.pick?.action;
  if (!action) return;
  change({ action: { ...action, ...patch }, eager: false });
  inquire();
}

/** @param {string} name */
export function setName(name) {
  const named = store.state.next?.names.find((n) => n.id === name)?.words ?? null;
  change({ named });
  step({ name, targets: undefined });
}
/** @param {number} option */
export const setOption = (option) => step({ option });
/** @param {number} seat */
const addTarget = (seat) => step({ targets: [...(store.state.pick?.action?.targets ?? []), seat] });

/** A card was clicked, or its key pressed.
 * @param {number} id */
export function clickCard(id) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return;
  if (request.kind === 'choose_cards') return toggleCard({ card: id });
  if (request.kind === 'arrange' || request.kind === 'distribute') return take(id);
  if (!byAction(request)) return;
  const { offer, action } = pick;
  const single = offer?.kind === 'card' || offer?.kind === 'recast';
  if (!offer || !action || single) {
    if (single && offer?.card === id) return void drop();
    const way = (request.ways ?? []).find((x) => x.kind === 'card' && x.card === id) ?? (request.ways ?? []).find((x) => x.kind === 'recast' && x.card === id);
    if (way) begin(way);
    return;
  }
  const cards = action.cards ?? [];
  if (cards.includes(id)) {
    change({ auto: false });
    return step({ cards: cards.filter((x) => x !== id), targets: undefined });
  }
  if (next?.cards.includes(id)) return step({ cards: [...cards, id], targets: undefined });
  if (cards.length === 1 && next?.card_bounds[1] === 1 && pick.firstCards.includes(id)) step({ cards: [id], targets: undefined });
}

/** A seat was chosen as target, or as the one to give to.
 * @param {number} seat
 * @returns {boolean} whether that meant anything */
export function clickSeat(seat) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return false;
  if (request.kind === 'choose_players') {
    if (!request.candidates?.includes(seat)) return false;
    change({ players: toggled(pick.players, seat, request.max ?? 1) });
    return true;
  }
  if (request.kind === 'distribute') return give(seat);
  const action = pick.action;
  if (!action) return false;
  const targets = action.targets ?? [];
  const at = targets.indexOf(seat);
  if (next?.targets.includes(seat)) { addTarget(seat); return true; }
  if (at >= 0) {
    change({ auto: false });
    // a pair goes together
    step({ targets: next?.pairs ? targets.slice(0, at - (at % 2)) : targets.filter((x) => x !== seat) });
    return true;
  }
  if (targets.length === 1 && next?.target_bounds[1] === 1 && pick.firstTargets.includes(seat)) {
    step({ targets: [seat] });
    return true;
  }
  return false;
}

/** In or out; where one alone is allowed, the new one replaces the old.
 * @param {number[]} list @param {number} item @param {number} max */
function toggled(list, item, max) {
  if (list.includes(item)) return list.filter((x) => x !== item);
  if (max === 1) return [item];
  return list.length < max ? [...list, item] : list;
}

// ── other questions ──

/** @param {import('./protocol.js').Picked} card an open card, or one more of a hidden hand */
export function toggleCard(card) {
  const { request, pick } = store.state;
  if (!request || !pick) return;
  const max = request.max ?? 1;
  if ('card' in card) {
    if (!request.cards?.some((c) => c.id === card.card)) return;
    if (pick.cards.some((p) => 'card' in p && p.card === card.card)) return change({ cards: pick.cards.filter((p) => !('card' in p && p.card === card.card)) });
  }
  if (max === 1) change({ cards: [card] });
  else if (pick.cards.length < max) change({ cards: [...pick.cards, card] });
}

/** A hidden card shows no face, so only how many of a hand are chosen counts.
 * @param {number} seat @param {boolean} on */
export function toggleHidden(seat, on) {
  const { pick } = store.state;
  if (!pick) return;
  if (on) return toggleCard({ hidden: seat });
  const at = pick.cards.findIndex((p) => 'hidden' in p && p.hidden === seat);
  change({ cards: pick.cards.filter((_, i) => i !== at) });
}

/** Takes a card up, or puts it back. @param {number} id */
export function take(id) {
  const { request, pick } = store.state;
  if (!request || !pick) return;
  if (request.kind === 'distribute') {
    if (!request.cards?.some((c) => c.id === id)) return;
    if (pick.gifts.some(([card]) => card === id)) return change({ gifts: pick.gifts.filter(([card]) => card !== id) });
    const room = (request.max ?? Infinity) - pick.gifts.length;
    change({ held: toggled(pick.held, id, Math.max(1, room)) });
    return;
  }
  const from = place(id);
  if (!from) return;
  if (pick.held.length === 1 && pick.held[0] !== id) return put(from[0], from[1]);
  change({ held: pick.held[0] === id ? [] : [id] });
}

/** Holds this card and no other. @param {number} id */
export const hold = (id) => change({ held: [id] });

/** Pile and position of a card being arranged. @param {number} id @returns {[number, number]|null} */
export function place(id) {
  const piles = store.state.pick?.piles ?? [];
  for (let p = 0; p < piles.length; p++) {
    const at = piles[p].indexOf(id);
    if (at >= 0) return [p, at];
  }
  return null;
}

/** Puts the card taken up there. A full pile changes cards with the pile it came from.
 * @param {number} pile @param {number} at @param {boolean} [keep] hold it still (keys move on) */
export function put(pile, at, keep) {
  const { request, pick } = store.state;
  const id = pick?.held[0];
  if (!request || !pick || id == null || !pick.piles[pile]) return;
  const from = place(id);
  if (!from) return;
  const piles = pick.piles.map((p) => [...p]);
  const max = request.piles?.[pile]?.max ?? Infinity;
  piles[from[0]].splice(from[1], 1);
  if (from[0] !== pile && piles[pile].length >= max) {
    const [back] = piles[pile].splice(Math.min(at, piles[pile].length - 1), 1, id);
    piles[from[0]].splice(from[1], 0, back);
  } else piles[pile].splice(Math.max(0, Math.min(at, piles[pile].length)), 0, id);
  change({ piles, held: keep ? [id] : [] });
}

/** Moves the card taken up by one place or pile: the keyboard's way to arrange.
 * @param {number} dx @param {number} dy */
export function shift(dx, dy) {
  const { request, pick } = store.state;
  const id = pick?.held[0];
  if (request?.kind !== 'arrange' || !pick || id == null) return false;
  const from = place(id);
  if (!from) return false;
  if (dy) {
    const pile = from[0] + dy;
    if (pile >= 0 && pile < pick.piles.length) put(pile, pick.piles[pile].length, true);
  } else if (from[1] + dx >= 0 && from[1] + dx < pick.piles[from[0]].length) put(from[0], from[1] + dx, true);
  return true;
}

/** @param {number} seat */
function give(seat) {
  const { request, pick } = store.state;
  if (!request || !pick || !request.candidates?.includes(seat)) return false;
  const sole = request.cards?.length === 1 ? [request.cards[0].id] : [];
  const cards = pick.held.length ? pick.held : pick.gifts.length ? [] : sole;
  if (!cards.length) return false;
  const has = pick.gifts.filter(([, to]) => to === seat).length;
  const room = Math.min((request.each_max ?? Infinity) - has, (request.max ?? Infinity) - pick.gifts.length);
  /** @type {[number, number][]} */
  const gifts = cards.slice(0, Math.max(0, room)).map((id) => [id, seat]);
  if (!gifts.length) return false;
  change({ gifts: [...pick.gifts, ...gifts], held: cards.slice(gifts.length) });
  return true;
}

/** @param {number} number */
export function setNumber(number) {
  const range = store.state.request?.range;
  if (range) change({ number: Math.max(range.min, Math.min(range.max, Math.round(number))) });
}
/** @param {import('./protocol.js').Suit} suit */
export const setSuit = (suit) => change({ suit });
/** @param {string} name */
export const setGeneral = (name) => change({ name });
/** Options answer at once: there is nothing to add to them. @param {number} index */
export function choose(index) {
  change({ index });
  submit();
}

// ── answering ──

/** The answer as it stands; nothing while something is missing.
 * @returns {Answer|null} */
export function answer() {
  const { request, pick, next } = store.state;
  if (!request || !pick) return null;
  const min = request.min ?? 0, max = request.max ?? Infinity;
  const within = (/** @type {number} */ n) => n >= min && n <= max;
  switch (request.kind) {
    case 'choose_cards': return within(pick.cards.length) ? { cards: pick.cards } : null;
    case 'choose_players': return within(pick.players.length) ? { players: pick.players } : null;
    case 'choose_option': case 'order_triggers': return pick.index != null ? { index: pick.index } : null;
    case 'choose_number': return pick.number != null ? { number: pick.number } : null;
    case 'choose_suit': return pick.suit ? { suit: pick.suit } : null;
    case 'confirm': return 'yes';
    case 'pick_general': return pick.name ? { name: pick.name } : null;
    case 'arrange': return (request.piles ?? []).every((p, i) => pick.piles[i].length >= p.min && pick.piles[i].length <= (p.max ?? Infinity)) ? { piles: pick.piles } : null;
    case 'distribute': return within(pick.gifts.length) ? { gifts: pick.gifts } : null;
    default: return pick.action && next?.ready && !pick.waiting ? { act: pick.action } : null;
  }
}

/** Sends the answer, or waits for the server's word if that is all that is missing. */
export function submit() {
  const { pick } = store.state;
  const given = answer();
  if (given) return reply(given);
  if (pick?.waiting) change({ eager: true });
}

/** The way to recast the card chosen, if there is one. */
function recastWay() {
  const { request, pick } = store.state;
  return pick?.offer?.kind === 'card' ? request?.ways?.find((x) => x.kind === 'recast' && x.card === pick.offer?.card) : undefined;
}

/** May what was chosen be recast instead of used? */
export const canRecast = () => !!store.state.pick?.recast || !!recastWay();

export function recast() {
  const way = recastWay();
  const action = store.state.pick?.action;
  if (way) reply({ act: { way: way.way } });
  else if (action && store.state.pick?.recast) reply({ act: { way: action.way, cards: action.cards, recast: true } });
  else return false;
}

export function pass() {
  if (store.state.request?.optional) reply('pass');
}

/** @param {Answer} given */
function reply(given) {
  const { request, pick, next } = store.state;
  if (!request) return;
  answered = { request, pick, next };
  send({ t: 'answer', id: request.id, answer: given });
  store.set({ request: null, pick: null, next: null, refused: null, was: null });
}

/** The server did not take it: the question stands again, with what was chosen.
 * @param {{id: number, reason: any}} message */
export function onRefused(message) {
  if (answered && answered.request.id === message.id && !store.state.request) {
    store.set({ request: answered.request, pick: answered.pick, next: answered.next });
  }
  store.set({ refused: { id: message.id, reason: message.reason } });
}

// ── what can be chosen now ──

/** How a card stands to the question: may be chosen, is chosen, could be used by a skill, or why not.
 * @param {number} id
 * @returns {{state: 'legal'|'chosen'|'via'|'illegal'|'idle', why?: string}} */
export function cardState(id) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return { state: 'idle' };
  if (request.kind === 'choose_cards') {
    if (pick.cards.some((p) => 'card' in p && p.card === id)) return { state: 'chosen' };
    return { state: request.cards?.some((c) => c.id === id) ? 'legal' : 'illegal' };
  }
  if (request.kind === 'distribute' || request.kind === 'arrange') {
    if (pick.held.includes(id) || pick.gifts.some(([card]) => card === id)) return { state: 'chosen' };
    return { state: request.cards?.some((c) => c.id === id) ? 'legal' : 'idle' };
  }
  if (!byAction(request)) return { state: 'idle' };
  const { offer, action } = pick;
  if (offer && action && offer.kind !== 'card' && offer.kind !== 'recast') {
    if (action.cards?.includes(id)) return { state: 'chosen' };
    if (next?.cards.includes(id)) return { state: 'legal' };
    if (action.cards?.length === 1 && next?.card_bounds[1] === 1 && pick.firstCards.includes(id)) return { state: 'legal' };
    // no cards belong to it: the hand has no part in this
    if (next && !pick.firstCards.length && !action.cards?.length) return { state: 'idle' };
    return { state: 'illegal', why: tr(`不能用于【${say(offer.words)}】`, `not for ${say(offer.words)}`) };
  }
  if (offer?.card === id) return { state: 'chosen' };
  const ways = request.ways ?? [];
  if (ways.some((x) => x.card === id && (x.kind === 'card' || x.kind === 'recast'))) return { state: 'legal' };
  const why = request.illegal?.find((x) => x.card === id);
  if (why) return { state: 'illegal', why: say(why.why) };
  if (ways.some((x) => x.kind === 'convert' || x.kind === 'active')) return { state: 'via', why: tr('先选一个技能', 'choose a skill first') };
  return { state: 'illegal' };
}

/** @param {number} seat
 * @returns {{state: 'legal'|'chosen'|'illegal'|'idle', order?: number}} */
export function seatState(seat) {
  const { request, pick, next } = store.state;
  if (!request || !pick) return { state: 'idle' };
  if (request.kind === 'choose_players') {
    const at = pick.players.indexOf(seat);
    if (at >= 0) return { state: 'chosen', order: at + 1 };
    return { state: request.candidates?.includes(seat) ? 'legal' : 'illegal' };
  }
  if (request.kind === 'distribute') return { state: request.candidates?.includes(seat) ? 'legal' : 'illegal' };
  if (!pick.action || !next) return { state: 'idle' };
  const targets = pick.action.targets ?? [];
  const at = targets.lastIndexOf(seat);
  if (at >= 0 && !next.targets.includes(seat)) return { state: 'chosen', order: at + 1 };
  if (next.targets.includes(seat)) return { state: 'legal' };
  if (targets.length === 1 && next.target_bounds[1] === 1 && pick.firstTargets.includes(seat)) return { state: 'legal' };
  return { state: targets.length || next.targets.length ? 'illegal' : 'idle' };
}

// ── words for it ──

/** @param {number} min @param {number|null|undefined} max */
const span = (min, max) => (max == null || max > 60 ? tr(`至少 ${min}`, `at least ${min}`) : min === max ? `${min}` : `${min}–${max}`);

/** @param {number|null} count @param {string} word */
const plural = (count, word) => (count === 1 ? word : `${word}s`);

/** What to do next.
 * @returns {string} */
export function guide() {
  const { request, pick, next } = store.state;
  if (!request || !pick) return '';
  const min = request.min ?? 0, max = request.max;
  switch (request.kind) {
    case 'choose_cards': return tr(`选 ${span(min, max)} 张，已选 ${pick.cards.length}`, `Choose ${span(min, max)}, ${pick.cards.length} chosen`);
    case 'choose_players': return tr(`选 ${span(min, max)} 名角色，已选 ${pick.players.length}`, `Choose ${span(min, max)}, ${pick.players.length} chosen`);
    case 'distribute': return pick.held.length
      ? tr('点一名角色交给他', 'Click the one to give to')
      : tr(`选牌再点角色；给 ${span(min, max)} 张，已给 ${pick.gifts.length}`, `Choose cards, then a seat; give ${span(min, max)}, ${pick.gifts.length} given`);
    case 'arrange': return pick.held.length
      ? tr('方向键移动，或点要放的位置', 'Move with the arrow keys, or click where to put it')
      : tr('拖动，或选一张牌再移动', 'Drag, or take a card up and move it');
    case 'order_triggers': return tr('选先发动的', 'Choose which goes first');
    case 'choose_number': return request.range ? `${request.range.min}–${request.range.max}` : '';
    case 'choose_option': case 'choose_suit': case 'confirm': case 'pick_general': return '';
  }
  if (!pick.action) {
    const ways = request.ways ?? [];
    const cards = ways.some((x) => x.kind === 'card' || x.kind === 'recast'), skills = ways.some((x) => x.kind !== 'card' && x.kind !== 'recast');
    if (cards && skills) return tr('选一张牌或一个技能', 'Choose a card or a skill');
    if (cards) return tr('选一张牌', 'Choose a card');
    return skills ? tr('选一个技能', 'Choose a skill') : tr('没有可用的牌', 'Nothing can be used');
  }
  if (!next) return '…';
  const cards = pick.action.cards?.length ?? 0, targets = pick.action.targets?.length ?? 0;
  const [least, most] = next.card_bounds;
  if (cards < least) return tr(`选 ${span(least, most)} 张牌，已选 ${cards}`, `Choose ${span(least, most)} ${plural(most, 'card')}, ${cards} chosen`);
  if (next.names.length && !pick.action.name) return tr('当作哪种牌？', 'As which card?');
  if (next.options.length && pick.action.option == null) return tr('选一项', 'Choose one');
  if (next.pairs && targets % 2 === 1) return tr('再选第二个目标', 'Now the second target');
  if (!next.ready && next.targets.length) return tr(`选 ${span(Math.max(1, next.target_bounds[0]), next.target_bounds[1])} 个目标，已选 ${targets}`, `Choose ${span(Math.max(1, next.target_bounds[0]), next.target_bounds[1])} ${plural(next.target_bounds[1], 'target')}, ${targets} chosen`);
  if (next.ready && next.cards.length && (most ?? 99) > cards) return tr('还可以加牌', 'More cards may be added');
  if (next.ready && next.targets.length) return tr('还可以加目标', 'More targets may be added');
  return next.ready ? '' : tr('还不能这样做', 'This can’t be done yet');
}

/** The name of the act button: what pressing it does.
 * @returns {string} */
export function actLabel() {
  const { request, pick } = store.state;
  if (!request || !pick) return '';
  switch (request.kind) {
    case 'choose_cards': return tr(`选定 ${pick.cards.length} 张`, `Take ${pick.cards.length}`);
    case 'choose_players': return pick.players.length ? tr(`选定 ${pick.players.map(nameOf).join('、')}`, `Choose ${pick.players.map(nameOf).join(', ')}`) : tr('选定', 'Choose');
    case 'choose_number': return tr(`选 ${pick.number}`, `Choose ${pick.number}`);
    case 'choose_suit': return pick.suit ? `${SUIT[pick.suit]}\uFE0E ${say(SUIT_WORDS[pick.suit])}` : tr('选定', 'Choose');
    case 'confirm': return tr('是', 'Yes');
    case 'pick_general': {
      const chosen = request.choices?.find((g) => g.id === pick.name);
      return chosen ? tr(`选 ${say(chosen.words)}`, `Choose ${say(chosen.words)}`) : tr('选定', 'Choose');
    }
    case 'arrange': return tr('排好', 'Arrange so');
    case 'distribute': return tr(`交出 ${pick.gifts.length} 张`, `Give ${pick.gifts.length}`);
    case 'choose_option': case 'order_triggers': return '';
  }
  const { offer, action } = pick;
  const verb = request.kind === 'respond' ? w('打出', 'Play') : w('使用', 'Use');
  if (!offer || !action) return say(verb);
  const to = action.targets?.length ? ` → ${action.targets.length <= 2 ? action.targets.map(nameOf).join(tr('、', ', ')) : tr(`${action.targets.length} 人`, `${action.targets.length} seats`)}` : '';
  if (offer.kind === 'card') {
    const card = cardOf(offer.card);
    return `${say(verb)} ${card ? cardText(card) : say(offer.words)}${to}`;
  }
  if (offer.kind === 'recast') return tr('重铸', 'Recast');
  const as = action.name && pick.named ? ` ${say(pick.named)}` : '';
  return tr(`发动 ${say(offer.words)}${as}${to}`, `Use ${say(offer.words)}${as}${to}`);
}
