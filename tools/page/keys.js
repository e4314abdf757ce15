// @ts-check
// The keyboard. Keys are named by their place (`KeyQ`, `BracketLeft`), so they work with Chinese input methods on.

import { store } from './store.js';
import { w } from './words.js';
import { pass, recast, submit, answer } from './answer.js';
import { clickCard, clickSeat, drop, setOption } from './action.js';
import { choose, setNumber, setSuit, shift } from './pick.js';
import { skillWays, pressWay, LETTERS } from './prompt.js';
import { optionsInTray } from './tray.js';
import { tiles } from './tile.js';
import { handIds } from './hand.js';

/** @typedef {import('./protocol.js').Words} Words */
/** @typedef {{combo: string, words: Words, fn: (e: KeyboardEvent) => unknown, when: () => boolean}} Binding */

/** @type {Binding[]} */
const bindings = [];

/** Binds a key: `bind('Shift+[', w('上个回合', 'Turn back'), fn)`. Where `when` says no, or `fn` returns false,
 * the key goes on to others bound to it, and to the browser.
 * @param {string} combo @param {Words} words @param {(e: KeyboardEvent) => unknown} fn @param {() => boolean} [when] */
export function bind(combo, words, fn, when = () => true) {
  bindings.push({ combo: combo.toLowerCase(), words, fn, when });
}

/** What is bound, for the help. */
export const bound = () => bindings;

/** @type {Record<string, string>} */
const NAMES = { BracketLeft: '[', BracketRight: ']', Comma: ',', Period: '.', Slash: '/', Space: 'space', NumpadEnter: 'enter' };

/** @param {KeyboardEvent} e */
function comboOf(e) {
  const code = e.code;
  const name = NAMES[code] ?? (/^Key./.test(code) ? code.slice(3) : /^(Digit|Numpad)\d$/.test(code) ? code.slice(-1) : e.key);
  return `${e.ctrlKey || e.metaKey ? 'ctrl+' : ''}${e.altKey ? 'alt+' : ''}${e.shiftKey ? 'shift+' : ''}${name}`.toLowerCase();
}

/** @param {EventTarget|null} target */
const typing = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.getAttribute('type') !== 'checkbox');

/** @param {(message: import('./protocol.js').Message) => void} send @param {{tray: HTMLElement, mat: HTMLElement, hand: HTMLElement, ring: HTMLElement}} at */
export function mountKeys(send, at) {
  const state = () => store.state;
  const table = () => !state().moment && !state().dialog;
  const asked = () => table() && !!state().request;
  const host = () => table() && state().hello?.role === 'host';

  // ── answering ──
  for (let n = 1; n <= 10; n++) {
    const digit = String(n % 10);
    bind(digit, w(`第 ${n} 张牌，或第 ${n} 项`, `Card or option ${n}`), () => pickNth(n - 1), asked);
    bind(`shift+${digit}`, w(`${n} 号位`, `Seat ${n}`), () => clickSeat(n), asked);
  }
  LETTERS.forEach((letter, i) => bind(letter, w(`第 ${i + 1} 个技能`, `Skill ${i + 1}`), () => {
    const way = skillWays()[i];
    if (!way) return false;
    pressWay(way);
  }, asked));
  bind('Enter', w('确认', 'Act'), (e) => {
    // on a control, Enter is that control's; only a chosen card or seat lets it through to the answer
    const on = e.target instanceof Element ? e.target.closest('button, a, [role="button"], summary') : null;
    if (on && !(answer() && (byMouse || on.hasAttribute('data-chosen')) && on.closest('.stage') && on.getAttribute('data-act') !== 'pass')) {
      if (on.matches('div.seat')) { /** @type {HTMLElement} */ (on).click(); return; }
      return false;
    }
    submit();
  }, () => table());
  bind('Escape', w('取消所选；没有所选时放弃', 'Undo the choice; with none, decline'), () => {
    if (!drop()) pass();
  }, asked);
  bind('x', w('重铸', 'Recast'), () => recast(), asked);

  /** @param {number} i */
  function pickNth(i) {
    const { request, pick, next } = state();
    if (!request || !pick) return false;
    if (request.kind === 'choose_suit') return setSuit(/** @type {any} */ (['spade', 'heart', 'club', 'diamond'][i] ?? pick.suit));
    const open = tiles();
    if (open.length) return void open[i]?.click();
    if (request.options?.length && !optionsInTray()) return i < request.options.length ? choose(i) : undefined;
    if (pick.action && next?.options.length && i < next.options.length) return setOption(i);
    const id = handIds()[i];
    if (id != null) clickCard(id);
  }

  // ── arrows: within the hand, around the ring, through the tray; or the number, or a card taken up ──
  /** @param {number} dx @param {number} dy */
  const arrow = (dx, dy) => (/** @type {KeyboardEvent} */ e) => {
    const { request, pick } = state();
    if (shift(dx, dy)) return;
    if (request?.kind === 'choose_number' && pick?.number != null && !(e.target instanceof Element && e.target.closest('.panel, .timeline'))) return setNumber(pick.number + (dx || -dy));
    const active = document.activeElement;
    if (!active || active === document.body) return false;
    for (const [root, item] of /** @type {[HTMLElement, string][]} */ ([[at.tray, '[data-tile], .space'], [at.mat, '[data-tile]'], [at.hand, '.card'], [at.ring, '.seat']])) {
      if (!root.contains(active)) continue;
      const items = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(item)]);
      const i = items.indexOf(/** @type {HTMLElement} */ (active.closest(item)));
      if (i < 0) return false;
      if (dy && root !== at.ring) { // up and down: to the other places
        /** @type {HTMLElement|null} */ (dy < 0 ? at.ring.querySelector('[tabindex="0"]') : at.hand.querySelector('[tabindex="0"]'))?.focus();
        return;
      }
      items[(i + (dx || dy) + items.length) % items.length]?.focus();
      return;
    }
    return false;
  };
  bind('ArrowLeft', w('前一张、前一座', 'Previous card or seat'), arrow(-1, 0), table);
  bind('ArrowRight', w('后一张、后一座', 'Next card or seat'), arrow(1, 0), table);
  bind('ArrowUp', w('上一堆；牌桌', 'Pile above; the ring'), arrow(0, -1), table);
  bind('ArrowDown', w('下一堆；手牌', 'Pile below; the hand'), arrow(0, 1), table);

  // ── time ──
  // a rewound table says it plays, yet stands: there the key plays on
  const play = () => send({ t: state().playing ? 'pause' : 'play' });
  bind('[', w('退一步', 'One decision back'), () => send({ t: 'step', by: -1 }), host);
  bind(']', w('进一步', 'One decision on'), () => send({ t: 'step', by: 1 }), host);
  bind('Shift+[', w('退一回合', 'One turn back'), () => send({ t: 'turn', by: -1 }), host);
  bind('Shift+]', w('进一回合', 'One turn on'), () => send({ t: 'turn', by: 1 }), host);
  bind('Space', w('播放、暂停', 'Play, pause'), (e) => {
    const on = e.target instanceof Element ? e.target.closest('button, a, [role], summary') : null;
    if (on?.matches('div.seat')) { /** @type {HTMLElement} */ (on).click(); return; }
    return on && on !== document.body ? false : state().hello?.role === 'host' ? play() : false;
  }, table);
  bind('p', w('从此处继续', 'Play on from here'), () => send({ t: 'here' }), host);
  bind('m', w('同一时刻', 'The same moment'), () => {
    const from = state().toast?.same;
    if (from == null) return false;
    send({ t: 'again', from });
  }, host);
  /** @type {const} */ (['log', 'trace', 'source', 'director']).forEach((tab, i) => bind(`Alt+${i + 1}`, w(`面板第 ${i + 1} 页`, `Panel tab ${i + 1}`), () => store.set({ tab, sheet: true })));
  bind('shift+/', w('帮助', 'Help'), () => store.set({ dialog: { kind: 'help' } }));

  // what the mouse has clicked keeps the focus; Enter then means the answer, not that control again
  let byMouse = false;
  addEventListener('pointerdown', () => { byMouse = true; }, true);
  addEventListener('keydown', (e) => { if (e.key === 'Tab' || e.key.startsWith('Arrow')) byMouse = false; }, true);

  addEventListener('keydown', (e) => {
    if (e.defaultPrevented) return;
    if (typing(e.target)) {
      // a number typed is answered with Enter; other fields keep all their keys
      if (e.target instanceof HTMLInputElement && e.target.type === 'number' && e.target.closest('.prompt') && e.key === 'Enter') { e.preventDefault(); submit(); }
      return;
    }
    const combo = comboOf(e);
    for (const b of bindings) {
      if (b.combo !== combo || !b.when()) continue;
      if (b.fn(e) === false) continue;
      e.preventDefault();
      return;
    }
  });
}

