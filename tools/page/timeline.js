// @ts-check
// The timeline: one tick a decision, turns above them, other branches below, and the playhead.
// The window is [t0, t0 + span); a strip at the foot shows where the window lies in the whole game.

import { h, redraw, icon } from './dom.js';
import { gloss, nameOf, say, tr, w } from './words.js';
import { glyph } from './parts.js';
import { bind } from './keys.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Tick} Tick */
/** @typedef {import('./protocol.js').Branch} Branch */

const SVG = 'http://www.w3.org/2000/svg';
// at 1× a bot takes as long as at a table that was never told a speed
const SPEEDS = [{ name: '½×', ms: 700 }, { name: '1×', ms: 350 }, { name: '2×', ms: 175 }, { name: '4×', ms: 80 }];
const LANES = 2; // other branches drawn at once; the rest are in the list
const COMFORT = 6; // px a decision takes unless someone zooms
const LEAST = 12; // decisions in the closest zoom
const TURN_ROW = 0.4; // the upper part of the track, that of the turns

/** Heights by what was decided, so that passing reads as nothing. @type {Record<string, [cls: string, height: number]>} */
const KINDS = {
  play: ['use', 0.8], use_card: ['use', 0.8], pick_general: ['use', 0.8],
  respond: ['respond', 0.6], nullify: ['respond', 0.6], save: ['respond', 0.6],
  trigger: ['skill', 0.8], order_triggers: ['skill', 0.5], pass: ['pass', 0.28],
};
/** @param {Tick} t @returns {[string, number]} */
function kindOf(t) {
  if (t.director) return ['director', 0.5];
  if (t.skill) return ['skill', 0.8];
  if (/^(pass|不|否|decline)/i.test(t.words?.en ?? '') || /declines|passes/.test(t.words?.en ?? '') || /(结束出牌|不出|放弃|不发动)/.test(t.words?.zh ?? '')) return KINDS.pass;
  return KINDS[t.kind] ?? ['choice', 0.5];
}

/** As much of a name as fits into so many pixels: all, its first word, or nothing. @param {string} name @param {number} px */
function shortName(name, px) {
  const wide = (/** @type {string} */ s) => [...s].reduce((sum, c) => sum + (c > '\u2E7F' ? 12 : 7), 0);
  return [name, name.split(/[\s,/]/)[0]].find((s) => wide(s) <= px) ?? '';
}

/** A branch's letter: the first is A. @param {number} i */
const letter = (i) => String.fromCharCode(65 + (i % 26)) + (i >= 26 ? String(Math.floor(i / 26)) : '');

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  let t0 = 0;
  let span = 60;
  /** Whether the window follows the playhead and the size of the page, until someone zooms or pans. */
  let auto = true;
  /** The decision under a dragging pointer. @type {number|null} */
  let dragging = null;
  let sent = 0;
  let listed = false;
  /** How wide the track is; a guess until the page is laid out. */
  let width = 600;
  /** What the window was set for. */
  let shown = '';
  /** The moment last shown. */
  let last = -1;

  const ctl = h('div.tl-ctl', { role: 'group' });
  const turns = h('ol.tl-turns');
  const lanes = h('div.tl-lanes');
  const bubble = h('p.tl-bubble', { hidden: true });
  const tag = h('span');
  const head = h('div.head', { role: 'slider', tabindex: '0', 'data-key': 'head', onkeydown: slide }, tag);
  const win = h('i');
  const strip = h('div.tl-strip', { 'aria-hidden': 'true' }, win);
  const track = h('div.tl-track', null, turns, lanes, head, strip, bubble);
  const end = h('div.tl-end');
  const menu = h('div.tl-menu', { hidden: true });
  root.replaceChildren(ctl, track, end, menu);

  const total = () => Math.max(store.state.end, 1);
  const host = () => store.state.hello?.role === 'host';
  /** Is the moment shown the end of a game that is over? */
  const over = () => !!store.state.view?.result && store.state.at >= store.state.end;
  const moves = () => store.state.playing && store.state.at >= store.state.end && !over();

  /** Asked for last, so that a still pointer asks once. */
  let asked = -1;
  /** @param {number} n */
  function goto(n) {
    const to = Math.max(0, Math.min(store.state.end, n));
    if (to === asked && to !== store.state.at) return;
    asked = to;
    send({ t: 'goto', n: to });
  }

  function fitWindow() {
    if (auto) {
      span = Math.max(LEAST, Math.min(total() + 2, Math.round(width / COMFORT)));
      const at = dragging ?? store.state.at;
      // keep the playhead inside, a little before the right edge
      if (at < t0 + 1 || at > t0 + span - 1 || total() + 2 <= span) t0 = at - span * 0.8;
    }
    span = Math.max(LEAST, Math.min(span, Math.max(total() + 2, LEAST)));
    t0 = Math.max(0, Math.min(t0, Math.max(0, total() + 2 - span)));
    track.style.setProperty('--t0', String(t0));
    track.style.setProperty('--span', String(span));
    strip.hidden = span >= total() + 2;
    strip.style.setProperty('--from', String(t0 / (total() + 2)));
    strip.style.setProperty('--part', String(span / (total() + 2)));
  }

  /** Zooms about a decision that keeps its place. @param {number} factor @param {number} about */
  function zoom(factor, about) {
    auto = false;
    const part = (about - t0) / span;
    span = Math.max(LEAST, Math.min(total() + 2, span * factor));
    t0 = about - part * span;
    drawTrack();
  }

  /** The ticks of the branch; a future that was left may still be in the store.
   * @returns {Tick[]} */
  const ticksNow = () => store.state.ticks.filter((t) => t.n <= store.state.end);

  /** Whether a decision lies ahead of the moment shown. Ticks count from 0 or from 1; `at` is how many were made.
   * @param {Tick} t */
  const ahead = (t) => t.n >= store.state.at + (store.state.ticks[0]?.n ?? 0);

  /** All branches, the current one among them even where the server lists only the others.
   * @returns {Branch[]} */
  function all() {
    const { branches, branch, end: last } = store.state;
    if (!branches.length || branches.some((b) => b.id === branch)) return branches;
    return [...branches, { id: branch, from: 0, end: last, words: w('现在这条', 'this one') }];
  }

  /** A tick in words, with who decided unless the words say so. @param {Tick} t */
  function told(t) {
    const who = t.director || !t.seat ? '' : nameOf(t.seat);
    const what = say(t.words);
    return who && !what.includes(who) ? `${who} ${what}` : what;
  }

  // ───────── drawing

  function drawTurns() {
    const ticks = ticksNow();
    const from = t0, to = t0 + span;
    /** @type {HTMLElement[]} */
    const out = [];
    for (let i = 0; i < ticks.length;) {
      let j = i;
      while (j < ticks.length && ticks[j].turn === ticks[i].turn && ticks[j].round === ticks[i].round) j += 1;
      const first = ticks[i], n = ticks[j - 1].n - first.n + 1;
      const opens = i === 0 || ticks[i - 1].round !== first.round;
      if (first.n - 1 + n > from && first.n - 1 < to) {
        const px = (n / span) * width;
        const seat = store.state.view?.seats.find((s) => s.seat === first.turn);
        const now = store.state.at >= first.n && store.state.at < first.n + n;
        out.push(h('li', { style: { '--i': first.n, '--n': n }, 'data-kingdom': seat?.kingdom?.id ?? 'none', 'data-round': opens && first.round ? first.round : null, 'data-now': now, 'data-even': out.length % 2 === 0, title: first.turn ? `${tr(`第 ${first.round} 轮`, `Round ${first.round}`)} ${nameOf(first.turn)} #${first.n}–${first.n + n - 1}` : '' },
          first.turn ? shortName(nameOf(first.turn), px - (opens && first.round ? 26 : 10)) : ''));
      }
      i = j;
    }
    turns.setAttribute('aria-label', tr('回合', 'Turns'));
    redraw(turns, out);
  }

  /** The ticks of the branch as one path a kind: a game of thousands of decisions stays light. */
  function ticksPath() {
    const ticks = ticksNow();
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'tl-ticks');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('viewBox', `0 0 ${span} 1`);
    svg.setAttribute('aria-hidden', 'true');
    const px = width / span;
    const w_ = Math.min(0.62, Math.max(1, Math.min(5, px * 0.36)) / px);
    /** @type {Map<string, string[]>} */
    const paths = new Map();
    /** @type {HTMLElement[]} */
    const marks = [];
    let count = 0;
    for (const t of ticks) {
      if (t.n <= t0 - 1 || t.n > t0 + span + 1) continue;
      const [kind, height] = kindOf(t);
      const x = t.n - 0.5 - t0;
      count += 1;
      if (kind === 'director') { marks.push(h('i.dia', { style: { '--i': t.n }, 'data-future': ahead(t) })); continue; }
      const key = kind + (ahead(t) ? ' future' : '');
      const list = paths.get(key) ?? [];
      list.push(`M${(x - w_ / 2).toFixed(3)} 1v${-height}h${w_.toFixed(3)}v${height}z`);
      paths.set(key, list);
    }
    for (const [key, d] of paths) {
      const p = document.createElementNS(SVG, 'path');
      p.setAttribute('class', key);
      p.setAttribute('d', d.join(''));
      svg.append(p);
    }
    return h('div.lane', { 'data-lane': 'own', 'data-count': count }, svg, ...marks);
  }

  function drawLanes() {
    const { branch } = store.state;
    const branches = all();
    const own = ticksPath();
    const others = branches.filter((b) => b.id !== branch);
    const seen = others.filter((b) => b.from < t0 + span && b.end > t0).sort((a, b) => b.id - a.id);
    const name = (/** @type {Branch} */ b) => letter(branches.indexOf(b));
    const mine = branches.find((b) => b.id === branch);
    redraw(lanes, mine && branches.length > 1 && h('b.lane-a', { title: say(mine.words) }, name(mine)), own,
      seen.slice(0, LANES).map((b, i) => h('button.branch', {
        'data-key': `branch${b.id}`, style: { '--from': b.from, '--to': Math.max(b.end, b.from + 1), '--row': i }, 'data-branch': b.id, 'data-fork': b.from > t0, 'data-more': b.end > t0 + span, tabindex: host() ? null : '-1',
        title: `${name(b)} ${say(b.words)} #${b.from}–${b.end}`, 'aria-label': tr(`支线 ${name(b)} ${b.words.zh}`, `Branch ${name(b)} ${b.words.en}`), onclick: () => send({ t: 'branch', id: b.id }),
      }, h('b', null, name(b)), h('span', null, (Math.min(b.end, t0 + span) - Math.max(b.from, t0)) / span * width > 120 ? say(b.words) : ''), h('i'))));
    track.toggleAttribute('data-branches', others.length > 0);
  }

  function drawHead() {
    const at = dragging ?? store.state.at;
    const tick = store.state.ticks.find((t) => t.n === at);
    track.style.setProperty('--at', String(at));
    tag.textContent = `#${at}`;
    head.toggleAttribute('data-out', at < t0 || at > t0 + span);
    head.toggleAttribute('data-flip', (at - t0) / span > 0.88);
    head.toggleAttribute('data-start', (at - t0) / span < 0.15);
    head.setAttribute('aria-label', tr('播放头', 'Playhead'));
    head.setAttribute('aria-valuemin', '0');
    head.setAttribute('aria-valuemax', String(store.state.end));
    head.setAttribute('aria-valuenow', String(at));
    head.setAttribute('aria-valuetext', `#${at} ${tick ? told(tick) : ''}`);
  }

  function drawTrack() {
    fitWindow();
    drawTurns();
    drawLanes();
    drawHead();
  }

  /** @param {string} name @param {string} zh @param {string} en @param {string} key @param {() => void} fn @param {Record<string, any>} [attrs] */
  function control(name, zh, en, key, fn, attrs) {
    const words = tr(zh, en);
    return h('button.btn.quiet.icon', { 'aria-label': words, title: key ? `${words} ${key}` : words, onclick: fn, ...attrs }, glyph(/** @type {any} */ (name)));
  }

  /** The speed that comes nearest to what the table has. */
  const speedNow = () => SPEEDS.reduce((best, one) => (Math.abs(one.ms - store.state.pace) < Math.abs(best.ms - store.state.pace) ? one : best));

  function faster() {
    const next = SPEEDS[(SPEEDS.indexOf(speedNow()) + 1) % SPEEDS.length];
    send({ t: 'speed', ms: next.ms });
    store.set({ pace: next.ms });
  }

  function drawControls() {
    const { at, end: last } = store.state;
    const speed = speedNow();
    // rewound, nothing moves until it is told to; a game that is over has nothing to move
    const playing = moves();
    ctl.hidden = !host();
    ctl.setAttribute('aria-label', tr('播放', 'Playback'));
    redraw(ctl,
      control('start', '回到开局', 'To the start', '', () => goto(0), { 'data-act': 'start', 'data-key': 'start', disabled: at === 0 }),
      control('turn_back', '上一回合', 'Turn back', 'Shift [', () => send({ t: 'turn', by: -1 }), { 'data-act': 'turn-back', 'data-key': 'turn-back', disabled: at === 0 }),
      control('back', '退一步', 'Step back', '[', () => send({ t: 'step', by: -1 }), { 'data-act': 'back', 'data-key': 'back', disabled: at === 0 }),
      playing ? control('pause', '暂停', 'Pause', tr('空格', 'Space'), () => send({ t: 'pause' }), { 'data-act': 'pause', 'data-key': 'play' })
        : control('play', '播放', 'Play', tr('空格', 'Space'), () => send({ t: 'play' }), { 'data-act': 'play', 'data-key': 'play', disabled: over() }),
      control('step', '进一步', 'Step', ']', () => send({ t: 'step', by: 1 }), { 'data-act': 'step', 'data-key': 'step', disabled: over() }),
      control('turn_step', '下一回合', 'Turn on', 'Shift ]', () => send({ t: 'turn', by: 1 }), { 'data-act': 'turn-on', 'data-key': 'turn-on', disabled: at >= last && !playing }),
      h('button.btn.quiet.speed', { 'data-act': 'speed', 'data-key': 'speed', title: tr('速度', 'Speed'), 'aria-label': tr(`速度 ${speed.name}`, `Speed ${speed.name}`), onclick: faster }, speed.name),
      h('span.zooms', null,
        control('minus', '缩小时间线', 'Zoom the timeline out', '−', () => zoom(1.6, store.state.at), { 'data-act': 'zoom-out', 'data-key': 'zoom-out' }),
        control('plus', '放大时间线', 'Zoom the timeline in', '＋', () => zoom(1 / 1.6, store.state.at), { 'data-act': 'zoom-in', 'data-key': 'zoom-in' }),
        control('fit', '看全局', 'See the whole game', '0', toggleFit, { 'data-act': 'zoom-fit', 'data-key': 'zoom-fit' })));
  }

  /** The whole game, or back to the window that follows the playhead. */
  function toggleFit() {
    if (span >= total() + 2) auto = true;
    else { auto = false; span = total() + 2; t0 = 0; }
    drawTrack();
  }

  function drawEnd() {
    const { live, at, end: last, branch } = store.state;
    const branches = all();
    const mine = branches.find((b) => b.id === branch);
    const past = last - at;
    const here = w('从此处继续', 'Play on from here');
    redraw(end,
      branches.length > 1 && h('button.btn.quiet.small.branches', { 'data-key': 'branches', 'aria-expanded': String(listed), title: tr('支线', 'Branches'), onclick: () => { listed = !listed; drawMenu(); drawEnd(); } },
        mine ? letter(branches.indexOf(mine)) : '', h('span', null, `/ ${branches.length}`), glyph('fold')),
      at >= last ? h(`span.live${live && !over() ? '' : '.idle'}`, null, h('i'), over() ? tr('终局', 'Over') : live ? tr('现场', 'Live') : tr('末尾', 'End'))
        : h('span.past', null, tr(`${past} 步前`, `${past} back`)),
      host() && at > 0 && h('button.btn.quiet.small.scene', { 'data-act': 'scenario', 'data-key': 'scenario', title: tr('存为情景', 'Save as scenario'), 'aria-label': tr('存为情景', 'Save as scenario'), onclick: () => store.set({ saved: null, dialog: { kind: 'scenario' } }) }, h('span', null, tr('存为情景', 'Save as scenario')), icon('save')),
      host() && !over() && h(`button.btn.go${at < last ? '.primary' : ''}`, { 'data-act': 'here', 'data-key': 'here', onclick: () => send({ t: 'here' }) }, h('span', null, say(here)), gloss(here) && h('span', { lang: 'en' }, gloss(here)), h('kbd', null, 'P')));
  }

  function drawMenu() {
    menu.hidden = !listed;
    if (!listed) return;
    const { branch } = store.state;
    const branches = all();
    menu.setAttribute('aria-label', tr('支线', 'Branches'));
    menu.replaceChildren(h('ul', null, ...branches.map((b, i) => h('li', null, h('button', {
      'aria-current': b.id === branch ? 'true' : null, 'data-branch': b.id,
      onclick: () => { listed = false; drawMenu(); drawEnd(); if (b.id !== branch) send({ t: 'branch', id: b.id }); },
    }, h('b', null, letter(i)), h('span', null, say(b.words)), h('code', null, `#${b.from}–${b.end}`)))).reverse()));
    menu.onkeydown = (e) => { if (e.key === 'Escape') { e.stopPropagation(); listed = false; drawMenu(); drawEnd(); /** @type {HTMLElement|null} */ (end.querySelector('.branches'))?.focus(); } };
  }

  // ───────── pointer and keys

  /** The decision under a pointer. @param {PointerEvent|WheelEvent} e */
  function under(e) {
    const box = track.getBoundingClientRect();
    return Math.max(0, Math.min(store.state.end, Math.round(t0 + ((e.clientX - box.left) / box.width) * span + 0.5)));
  }

  /** @param {number|null} n */
  function say_(n) {
    const tick = n == null ? null : store.state.ticks.find((t) => t.n === n);
    bubble.hidden = !tick;
    if (!tick || n == null) return;
    bubble.style.setProperty('--i', String(n));
    bubble.toggleAttribute('data-flip', (n - t0) / span > 0.6);
    bubble.replaceChildren(h('code', null, `#${n}`), ' ', told(tick));
  }

  /** Fingers on the track, by their ids: where they are. @type {Map<number, number>} */
  const fingers = new Map();
  /** Where the window was taken hold of: the decision under the pointer. @type {number|null} */
  let held = null;
  /** @param {number} x */
  const decisionAt = (x) => t0 + ((x - track.getBoundingClientRect().left) / width) * span;
  const spread = () => { const [a, b] = [...fingers.values()]; return { apart: Math.max(8, Math.abs(a - b)), middle: (a + b) / 2 }; };

  track.addEventListener('pointerdown', (e) => {
    if (e.button || (e.target instanceof Element && e.target.closest('.branch, .tl-strip'))) return;
    e.preventDefault();
    track.setPointerCapture(e.pointerId);
    if (e.pointerType === 'touch') fingers.set(e.pointerId, e.clientX);
    // the turns are what the window is dragged by, the ticks what the playhead is dragged along
    const turnRow = e.clientY < track.getBoundingClientRect().top + turns.clientHeight * TURN_ROW;
    if (fingers.size === 2 || turnRow || e.shiftKey) {
      dragging = null;
      held = decisionAt(fingers.size === 2 ? spread().middle : e.clientX);
      track.toggleAttribute('data-panning', true);
      say_(null);
      drawHead();
      return;
    }
    if (!host()) return;
    dragging = under(e);
    head.focus({ preventScroll: true });
    drawHead();
    say_(dragging);
  });
  track.addEventListener('pointermove', (e) => {
    if (fingers.has(e.pointerId) && fingers.size === 2) {
      const before = spread().apart;
      fingers.set(e.pointerId, e.clientX);
      const { apart, middle } = spread();
      zoom(before / apart, decisionAt(middle));
    } else if (fingers.has(e.pointerId)) fingers.set(e.pointerId, e.clientX);
    if (held != null) {
      auto = false;
      t0 += held - decisionAt(fingers.size === 2 ? spread().middle : e.clientX);
      drawTrack();
      return;
    }
    const n = under(e);
    if (dragging == null) { if (e.pointerType === 'mouse') say_(n); return; }
    if (n === dragging) return;
    dragging = n;
    drawHead();
    say_(n);
    // the table follows the hand, but not more often than it can be drawn
    if (Date.now() - sent > 160) { sent = Date.now(); goto(n); }
  });
  /** @param {PointerEvent} e */
  const letGo = (e) => { fingers.delete(e.pointerId); if (!fingers.size) { held = null; track.removeAttribute('data-panning'); } };
  /** @param {PointerEvent} e */
  const drop = (e) => {
    letGo(e);
    if (dragging == null) return;
    const n = dragging;
    dragging = null;
    goto(n);
    say_(null);
    drawHead();
  };
  track.addEventListener('pointerup', drop);
  track.addEventListener('pointercancel', (e) => { letGo(e); dragging = null; drawHead(); say_(null); });
  track.addEventListener('pointerleave', () => { if (dragging == null) say_(null); });
  track.addEventListener('dblclick', toggleFit);
  bind('-', w('缩小时间线', 'Zoom the timeline out'), () => zoom(1.6, store.state.at), host);
  bind('=', w('放大时间线', 'Zoom the timeline in'), () => zoom(1 / 1.6, store.state.at), host);
  track.addEventListener('wheel', (e) => {
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      auto = false;
      t0 += ((e.deltaX || e.deltaY) / width) * span;
      drawTrack();
    } else zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, t0 + ((e.clientX - track.getBoundingClientRect().left) / width) * span);
  }, { passive: false });

  strip.addEventListener('pointerdown', (e) => {
    e.preventDefault();
    strip.setPointerCapture(e.pointerId);
    pan(e);
  });
  strip.addEventListener('pointermove', (e) => { if (strip.hasPointerCapture(e.pointerId)) pan(e); });
  /** @param {PointerEvent} e */
  function pan(e) {
    const box = strip.getBoundingClientRect();
    auto = false;
    t0 = ((e.clientX - box.left) / box.width) * (total() + 2) - span / 2;
    drawTrack();
  }

  /** @param {KeyboardEvent} e */
  function slide(e) {
    if (!host() || e.ctrlKey || e.metaKey || e.altKey) return;
    const { at, end: last } = store.state;
    if (e.shiftKey && (e.key === 'ArrowLeft' || e.key === 'ArrowRight')) {
      auto = false;
      t0 += (e.key === 'ArrowLeft' ? -1 : 1) * span * 0.25;
      drawTrack();
    } else switch (e.key) {
      case 'ArrowLeft': case 'ArrowDown': goto(at - 1); break;
      case 'ArrowRight': case 'ArrowUp': goto(at + 1); break;
      case 'PageUp': goto(at - 10); break;
      case 'PageDown': goto(at + 10); break;
      case 'Home': goto(0); break;
      case 'End': goto(last); break;
      case '+': case '=': zoom(1 / 1.6, at); break;
      case '-': zoom(1.6, at); break;
      case '0': toggleFit(); break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  new ResizeObserver(([{ contentRect }]) => { width = contentRect.width || width; drawTrack(); }).observe(track);

  store.on((state, changed) => {
    const any = (/** @type {string[]} */ ...k) => k.some((x) => changed.has(x));
    root.setAttribute('aria-label', tr('时间线', 'Timeline'));
    // another branch, or another game: the window follows the playhead again
    const key = `${state.branch} ${state.view?.seed}`;
    if (key !== shown) { shown = key; auto = true; }
    // zoomed or panned by hand, the window still goes where the playhead goes
    if (!auto && state.at !== last && (state.at < t0 + 1 || state.at > t0 + span - 1)) t0 = state.at < t0 + 1 ? state.at - span * 0.15 : state.at - span * 0.85;
    last = state.at;
    if (any('at', 'branch')) asked = -1;
    if (any('ticks', 'at', 'end', 'branches', 'branch', 'lang', 'hello') || (any('view') && !turns.childElementCount)) drawTrack();
    if (any('playing', 'pace', 'at', 'end', 'view', 'lang', 'hello')) drawControls();
    if (any('live', 'at', 'end', 'view', 'branch', 'branches', 'lang', 'hello')) { drawEnd(); drawMenu(); }
    root.toggleAttribute('data-playing', moves());
  });
}

/** @type {Record<string, (store: Store, send: (msg: import('./protocol.js').Message) => void) => void>} */
export const keys = {
  back: (_, send) => send({ t: 'step', by: -1 }),
  step: (_, send) => send({ t: 'step', by: 1 }),
  turn_back: (_, send) => send({ t: 'turn', by: -1 }),
  turn_step: (_, send) => send({ t: 'turn', by: 1 }),
  play: (store, send) => send({ t: store.state.playing ? 'pause' : 'play' }),
  here: (_, send) => send({ t: 'here' }),
};
