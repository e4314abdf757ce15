// @ts-check
// Who uses what on whom, as lines. They run along the edge of the centre, over no card: from the card in play (or
// from the question, while an action is being built) to the edge, around, and out to each target. However many
// targets there are, they share one line that branches, so nine are as calm as one.

import { store } from './store.js';
import { whenDrawn } from './dom.js';
import { me } from './find.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Pixels from the edge of the centre to the line of the targets, and to the line of the user inside it. */
const LANE = 7, INNER = 15;
/** Pixels that a line keeps from the corners of what it meets, and the radius of its bends. */
const KEEP = 14, BEND = 10;

/** @typedef {{l: number, t: number, r: number, b: number, x: number, y: number}} Box */
/** @typedef {[x: number, y: number]} Point */
/** What is going on: who (`you` build an action while `card` is not played yet), on whom, and whose turn of the targets it is.
 * @typedef {{user: number|null, you: boolean, targets: number[], now: number|null}} Flow */

/** The one place that says where arrows start and where they lead.
 * @returns {Flow|null} */
export function flow() {
  const { view, pick } = store.state;
  if (!view || view.result) return null;
  const own = me();
  const building = pick?.action?.targets ?? [];
  if (building.length && own) return { user: own.seat, you: true, targets: building, now: null };
  const use = view.uses.at(-1);
  return use ? { user: use.user, you: false, targets: use.targets.filter((n) => n !== use.user), now: use.current } : null;
}

/** @param {SVGElement} svg @param {HTMLElement} stage */
export function mountArrows(svg, stage) {
  /** The lines on the page, by their classes. */
  let drawn = '';
  const draw = () => whenDrawn(paint);
  store.on((_, changed) => { if (['view', 'request', 'pick', 'next', 'moment', 'sheet'].some((k) => changed.has(k))) draw(); });
  addEventListener('resize', draw);
  new ResizeObserver(draw).observe(stage);

  function paint() {
    const found = lines();
    const all = found.flat().join();
    if (all === drawn) return;
    drawn = all;
    for (const p of svg.querySelectorAll(':scope > g')) p.remove();
    for (const [cls, d] of found) line(cls, d);
  }

  /** @returns {[cls: string, d: string][]} */
  function lines() {
    /** @type {[cls: string, d: string][]} */
    const out = [];
    const now = flow();
    if (!now) return out;
    const box = stage.getBoundingClientRect();
    if (!box.width) return out;
    const wide = box.width > 640;
    const own = me();
    const rect = (/** @type {Element|null} */ el) => {
      if (!el) return null;
      const r = el.getBoundingClientRect();
      const l = r.left - box.left, t = r.top - box.top;
      return r.width ? { l, t, r: l + r.width, b: t + r.height, x: l + r.width / 2, y: t + r.height / 2 } : null;
    };
    const seat = (/** @type {number|null} */ n) => rect(stage.querySelector(`.ring [data-seat="${n}"]`));
    // on a wide page the question is where one is asked
    const end = (/** @type {number} */ n) => (wide && n === own?.seat ? rect(stage.querySelector('.prompt')) : seat(n));
    const mat = rect(stage.querySelector('.mat'));
    const from = now.you ? (wide ? rect(stage.querySelector('.prompt')) : seat(now.user)) : rect(stage.querySelector('.zone-cards'));
    if (!mat || !from) return out;
    if (!now.you && now.user != null && now.user !== own?.seat) {
      const at = seat(now.user);
      if (at) out.push(['a-src', bent(path(inset(mat, INNER), from, at, -KEEP).reverse())]);
    }
    const faint = now.now != null && now.targets.length > 1;
    for (const n of now.targets) {
      const to = n === now.user && now.you ? null : end(n);
      // on a phone a second row of seats lies before the first: there the frame and the number say it
      if (to && (wide || to.b > mat.t - to.b + to.t)) out.push([faint && n !== now.now ? 'a-later' : 'a-dst', bent(path(inset(mat, LANE), from, to, now.user === own?.seat || now.you ? 0 : KEEP))]);
    }
    return out;
  }

  /** @param {string} cls @param {string} d */
  function line(cls, d) {
    const group = svg.querySelector(`g.${cls}`) ?? svg.appendChild(document.createElementNS(SVG, 'g'));
    group.setAttribute('class', cls);
    const p = document.createElementNS(SVG, 'path');
    p.setAttribute('d', d);
    if (cls !== 'a-src') p.setAttribute('marker-end', 'url(#head)');
    group.append(p);
  }
}

/** @param {Box} r @param {number} by @returns {Box} */
const inset = (r, by) => ({ l: r.l + by, t: r.t + by, r: r.r - by, b: r.b - by, x: r.x, y: r.y });

/** From a card or the question along the edge `edge` to a seat: the shorter way around.
 * @param {Box} edge @param {Box} from @param {Box} to @param {number} aside where beside its middle a line leaves the card
 * @returns {Point[]} */
function path(edge, from, to, aside) {
  const x = clamp(from.x + aside, edge.l + KEEP, edge.r - KEEP);
  const [tap, tip] = meet(edge, to, x);
  // what lies below the edge is left upwards, a card within it both ways
  const ways = from.t >= edge.b ? [[x, from.t - 3, x, edge.b]] : [[x, from.t - 3, x, edge.t], [x, from.b + 3, x, edge.b]];
  const all = ways.map(([x0, y0, x1, y1]) => {
    /** @type {Point[]} */
    const points = [[x0, y0], [x1, y1], ...around(edge, [x1, y1], tap), tap, tip];
    return { points, length: points.reduce((sum, p, i) => (i ? sum + Math.hypot(p[0] - points[i - 1][0], p[1] - points[i - 1][1]) : 0), 0) };
  });
  return all.sort((a, b) => a.length - b.length)[0].points;
}

/** Where the way to a seat leaves the edge, and where it ends at the seat; what is as wide as the centre is met straight ahead.
 * @param {Box} edge @param {Box} to @param {number} ahead @returns {[Point, Point]} */
function meet(edge, to, ahead) {
  const over = Math.min(edge.r, to.r) - Math.max(edge.l, to.l), beside = Math.min(edge.b, to.b) - Math.max(edge.t, to.t);
  if (over >= 2 * KEEP && (to.b <= edge.t || to.t >= edge.b)) {
    const x = clamp(over >= edge.r - edge.l - 1 ? ahead : to.x, Math.max(edge.l, to.l) + KEEP, Math.min(edge.r, to.r) - KEEP);
    return to.b <= edge.t ? [[x, edge.t], [x, to.b + 5]] : [[x, edge.b], [x, to.t - 5]];
  }
  if (beside >= 2 * KEEP) {
    const y = clamp(to.y, Math.max(edge.t, to.t) + KEEP, Math.min(edge.b, to.b) - KEEP);
    return to.x < edge.x ? [[edge.l, y], [to.r + 5, y]] : [[edge.r, y], [to.l - 5, y]];
  }
  // beyond a corner: straight from that corner to the nearest of the seat
  const left = to.x < edge.x, up = to.y < edge.y;
  return [[left ? edge.l : edge.r, up ? edge.t : edge.b], [left ? to.r - KEEP : to.l + KEEP, up ? to.b + 5 : to.t - 5]];
}

/** The corners on the shorter way along the edge from one point of it to another.
 * @param {Box} e @param {Point} a @param {Point} b @returns {Point[]} */
function around(e, a, b) {
  const w = e.r - e.l, h = e.b - e.t, whole = 2 * (w + h);
  /** Clockwise from the top left. @param {Point} p */
  const along = ([x, y]) => (y <= e.t ? x - e.l : x >= e.r ? w + y - e.t : y >= e.b ? w + h + e.r - x : whole - (y - e.t));
  /** @type {[number, Point][]} */
  const corners = [[0, [e.l, e.t]], [w, [e.r, e.t]], [w + h, [e.r, e.b]], [2 * w + h, [e.l, e.b]]];
  const from = along(a), on = (along(b) - from + whole) % whole;
  const clockwise = on <= whole / 2;
  return corners.map(([s, p]) => /** @type {[number, Point]} */ ([clockwise ? (s - from + whole) % whole : (from - s + whole) % whole, p]))
    .filter(([s]) => s > 0.5 && s < (clockwise ? on : whole - on) - 0.5).sort((x, y) => x[0] - y[0]).map(([, p]) => p);
}

/** A line through points, its corners rounded. @param {Point[]} points */
function bent(points) {
  const ps = points.filter((p, i) => !i || Math.hypot(p[0] - points[i - 1][0], p[1] - points[i - 1][1]) > 0.5);
  let d = `M${at(ps[0])}`;
  for (let i = 1; i < ps.length - 1; i += 1) {
    const before = toward(ps[i], ps[i - 1]), after = toward(ps[i], ps[i + 1]);
    d += ` L${at(before)} Q${at(ps[i])} ${at(after)}`;
  }
  return `${d} L${at(ps[ps.length - 1])}`;
}

/** A point a bend's radius away, or half way if that is nearer. @param {Point} p @param {Point} q @returns {Point} */
function toward(p, q) {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const part = Math.min(BEND, length / 2) / (length || 1);
  return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
}

/** @param {Point} p */
const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
/** @param {number} x @param {number} low @param {number} high */
const clamp = (x, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, x)));
