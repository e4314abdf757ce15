// @ts-check
// An action is built step by step: after each step the server says what may be added (`next`).

import { store } from './store.js';
import { begun, byAction, change, toggled } from './draft.js';
import { send, submit } from './answer.js';
import { give, take, toggleCard } from './pick.js';

/** @typedef {import('./protocol.js').Request} Request */
/** @typedef {import('./protocol.js').WayOffer} WayOffer */

let key = 0;

/** A question has come.
 * @param {Request} request */
export function start(request) {
  const old = store.state.request;
  // the same question again (a reconnect, a redraw) keeps what was chosen so far
  if (old && store.state.pick && JSON.stringify(old) === JSON.stringify(request)) {
    if (store.state.pick.waiting) inquire(); // its answer may have been lost with the line
    return;
  }
  store.set({ request, pick: begun(request), next: null, refused: null, wait: [] });
  const ways = request.ways ?? [];
  if (request.kind === 'trigger' && ways.length === 1) begin(ways[0]);
}

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
    change({ players: toggled(pick.players, seat, request.max ?? Infinity) });
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
