// @ts-check
// Where everybody sits. Counter-clockwise from one's own seat at the bottom right: up the right side, across the
// top, down the left. The stage has 20 columns (five of four) and twelve rows.

import { redraw } from './dom.js';
import { store } from './store.js';
import { nameOf, tr, w } from './words.js';
import { bind } from './keys.js';
import { seatEl } from './seat.js';
import { clickSeat } from './action.js';
import { seatState } from './legal.js';
import { guessOf } from './guess.js';
import { flow } from './arrows.js';
import { me } from './find.js';

/** @typedef {[columns: string, rows: string, lower: boolean]} Place  grid columns, grid rows, below the arc's top? */

/** @type {Record<string, Place>} */
const P = {
  rightLow: ['17 / 21', '8 / 13', false], rightHigh: ['17 / 21', '4 / 8', false],
  topRight: ['13 / 17', '1 / 5', true], top: ['9 / 13', '1 / 5', false], topLeft: ['5 / 9', '1 / 5', true],
  leftHigh: ['1 / 5', '4 / 8', false], leftLow: ['1 / 5', '8 / 13', false],
  // five and six have one seat a side
  rightMid: ['17 / 21', '6 / 11', false], leftMid: ['1 / 5', '6 / 11', false],
  // nine: four across the top; ten: five, from edge to edge
  four1: ['15 / 19', '1 / 5', true], four2: ['11 / 15', '1 / 5', false], four3: ['7 / 11', '1 / 5', false], four4: ['3 / 7', '1 / 5', true],
  five2: ['13 / 17', '1 / 5', false], five4: ['5 / 9', '1 / 5', false],
  five1: ['17 / 21', '1 / 5', false], five5: ['1 / 5', '1 / 5', false],
  sideRightHigh: ['17 / 21', '5 / 9', false], sideRightLow: ['17 / 21', '9 / 13', false],
  sideLeftHigh: ['1 / 5', '5 / 9', false], sideLeftLow: ['1 / 5', '9 / 13', false],
};

/** For each number of others their places, beginning with who acts after you.
 * @type {Record<number, string[]>} */
const RINGS = {
  1: ['top'],
  2: ['topRight', 'topLeft'],
  3: ['rightHigh', 'top', 'leftHigh'],
  4: ['rightMid', 'topRight', 'topLeft', 'leftMid'],
  5: ['rightMid', 'topRight', 'top', 'topLeft', 'leftMid'],
  6: ['rightLow', 'rightHigh', 'topRight', 'topLeft', 'leftHigh', 'leftLow'],
  7: ['rightLow', 'rightHigh', 'topRight', 'top', 'topLeft', 'leftHigh', 'leftLow'],
  8: ['sideRightLow', 'sideRightHigh', 'four1', 'four2', 'four3', 'four4', 'sideLeftHigh', 'sideLeftLow'],
  9: ['sideRightLow', 'sideRightHigh', 'five1', 'five2', 'top', 'five4', 'five5', 'sideLeftHigh', 'sideLeftLow'],
};

/** Milliseconds a finger is held on a seat. */
const HOLD = 480;

/** @param {HTMLElement} root @param {HTMLElement} stage */
export function mountRing(root, stage) {
  /** What each seat on the page was drawn from. @type {Map<number, string>} */
  const drawn = new Map();

  store.on((state, changed) => {
    if (!['view', 'request', 'next', 'pick', 'wait', 'lang'].some((k) => changed.has(k))) return;
    const { view, wait } = state;
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', tr('座位，按行动顺序', 'Seats in order of play'));
    if (!view) return redraw(root);
    const own = me();
    const n = view.seats.length;
    // a spectator looks from the first seat
    const base = own?.seat ?? view.seats[0]?.seat ?? 1;
    const order = [...view.seats.slice(base), ...view.seats.slice(0, base)];
    const ring = RINGS[n - 1] ?? RINGS[9];
    stage.dataset.n = String(n);
    // on a phone the others are slips in a row: many, or names that run across, need wider ones in two
    const others = Math.max(1, n - 1), wide = others > 7 || state.lang === 'en';
    const inRow = wide && others > 4 ? Math.ceil(others / 2) : others;
    stage.dataset.slips = wide ? 'wide' : 'tall';
    stage.dataset.slipRows = String(Math.ceil(others / inRow));
    stage.style.setProperty('--slips', String(inRow));
    const legal = order.filter((s) => ['legal', 'chosen'].includes(seatState(s.seat).state));
    stage.toggleAttribute('data-choosing', legal.length > 0);
    const focusable = new Set((legal.length ? legal : order.slice(0, 1)).map((s) => s.seat));
    const targets = flow()?.targets ?? [];
    const turnFrom = view.seats.find((s) => s.seat === view.turn);
    redraw(root, order.map((s, i) => {
      const gap = s.you && turnFrom && !turnFrom.you ? { n: turnFrom.distance[s.seat - 1], from: nameOf(turnFrom.seat) } : null;
      const general = s.generals[0]?.id;
      /** @type {import('./seat.js').How} */
      const how = {
        lang: state.lang, phase: s.turn ? view.phase : null, asked: !s.you && (s.asked || wait.includes(s.seat)), choice: seatState(s.seat), target: targets.includes(s.seat),
        gap: gap?.n ? gap : null, guessed: guessOf(s.seat), picture: general && state.hello?.pictures.includes(general) ? general : null, focusable: focusable.has(s.seat),
      };
      const of = JSON.stringify([s, how, i, n, inRow]);
      const now = root.querySelector(`:scope > [data-seat="${s.seat}"]`);
      if (now && drawn.get(s.seat) === of) return now;
      drawn.set(s.seat, of);
      const el = seatEl(s, how, { click, hover });
      if (i === n - 1) el.classList.add('self');
      else {
        const [columns, rows, lower] = P[ring[Math.min(i, ring.length - 1)]];
        el.style.setProperty('--slip', String((i % inRow) + 1));
        el.style.setProperty('--slip-row', i < inRow ? 'seats' : 'more');
        el.style.setProperty('--columns', columns);
        el.style.setProperty('--rows', rows);
        el.toggleAttribute('data-lower', lower);
        el.toggleAttribute('data-top', rows.startsWith('1 /'));
      }
      return el;
    }));
    // a seat drawn again has forgotten it
    if (hovered) hover(hovered);
  });

  /** @type {number|null} */
  let hovered = null;

  /** Distances from a seat, while it is hovered or focused. @param {number|null} from */
  function hover(from) {
    hovered = from;
    const seat = store.state.view?.seats.find((s) => s.seat === from);
    stage.toggleAttribute('data-hover', !!seat);
    for (const el of root.querySelectorAll('.seat')) {
      const to = Number(el.getAttribute('data-seat'));
      const tag = /** @type {HTMLElement} */ (el.querySelector('.dist'));
      const gap = seat && to !== from ? seat.distance[to - 1] : null;
      const alive = !el.hasAttribute('data-dead');
      const within = gap != null && seat != null && gap <= seat.range;
      el.toggleAttribute('data-from', to === from);
      el.toggleAttribute('data-out', gap != null && alive && !within);
      tag.toggleAttribute('data-in', within);
      tag.textContent = gap == null || !alive ? '' : within ? tr(`距 ${gap} 射程内`, `${gap} in range`) : tr(`距 ${gap}`, `dist ${gap}`);
    }
  }

  /** @param {number} seat */
  const about = (seat) => store.set({ dialog: { kind: 'seat', seat } });

  /** @param {number} seat */
  function click(seat) {
    if (held) { held = false; return; }
    if (!clickSeat(seat)) about(seat);
  }

  // While seats are targets a click chooses; all about one is behind a right click, a finger held on it, and a key.
  let held = false;
  let holding = 0;
  /** @param {Event} e */
  const seatUnder = (e) => (e.target instanceof Element ? Number(e.target.closest('.seat')?.getAttribute('data-seat')) || null : null);
  /** @param {Event} e */
  const open = (e) => {
    const seat = seatUnder(e);
    if (seat) about(seat);
    return !!seat;
  };
  root.addEventListener('contextmenu', (e) => { if (open(e)) { e.preventDefault(); e.stopPropagation(); } });
  root.addEventListener('pointerdown', (e) => {
    held = false;
    // not every phone makes a menu of a finger held
    if (e.pointerType === 'touch') holding = window.setTimeout(() => { held = open(e); }, HOLD);
  });
  for (const over of ['pointerup', 'pointercancel', 'pointermove']) root.addEventListener(over, (e) => { if (over !== 'pointermove' || Math.hypot(/** @type {PointerEvent} */ (e).movementX, /** @type {PointerEvent} */ (e).movementY) > 4) clearTimeout(holding); });
  bind('i', w('这一座的详情', 'All about this seat'), () => {
    const seat = Number(document.activeElement?.closest('.seat')?.getAttribute('data-seat')) || hovered || me()?.seat;
    return seat ? about(seat) : false;
  }, () => !store.state.moment && !store.state.dialog);
}
