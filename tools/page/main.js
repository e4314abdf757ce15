// @ts-check
// Start: the parts are mounted on their places, the socket opened, and each message put into the store.

import { store } from './store.js';
import { connect } from './socket.js';
import { onRefused, setSend } from './answer.js';
import { onNext, start } from './action.js';
import { wishes } from './wishes.js';
import { mountTop, mountInfo } from './top.js';
import { mountRing } from './ring.js';
import { mountMat } from './mat.js';
import { mountArrows } from './arrows.js';
import { mountHand } from './hand.js';
import { mountTray } from './tray.js';
import { mountPrompt } from './prompt.js';
import { mountClock, running } from './clock.js';
import { mountKeys } from './keys.js';
import { mountDialog } from './dialog.js';
import { mountGames } from './games.js';
import { mountTip } from './tip.js';
import { mount as mountPanel } from './panel.js';
import { mount as mountTimeline } from './timeline.js';
import { mount as mountReload } from './reload.js';
import { mount as mountMoment } from './moment.js';

/** How long an error stays under the question. */
const ERROR_STAYS = 8000;

/** @param {string} id */
const at = (id) => /** @type {any} */ (document.getElementById(id));

/** Old rows and new ones, or the new ones alone after a reset. A new array, so a change can be told by identity.
 * @template T @param {T[]} old @param {{reset: boolean}} message @param {T[]} more @returns {T[]} */
const grown = (old, message, more) => (message.reset ? more : [...old, ...more]);

let errorTimer = 0;

/** @typedef {import('./protocol.js').Told} Told */
/** @typedef {import('./protocol.js').Message} Message */

/** What each message does to the state.
 * @type {{[T in Told['t']]: (m: import('./state.js').Of<T>) => void}} */
const HANDLERS = {
  hello: (m) => store.set({ hello: m, ...(wishes().lang ? {} : { lang: m.lang }) }),
  view: (m) => {
    const { at: was, branch, request } = store.state;
    // another moment: what was asked there is asked no longer
    const moved = was !== m.at || branch !== m.branch;
    store.set({
      view: m.view, clock: running(m.clock), at: m.at, end: m.end, live: m.live, playing: m.playing, pace: m.pace, branch: m.branch, branches: m.branches,
      ...(moved && request ? { request: null, pick: null, next: null } : {}), ...(moved ? { was: null, wait: [], refused: null } : {}),
    });
  },
  log: (m) => store.set({ log: grown(store.state.log, m, m.lines) }),
  trace: (m) => store.set({ trace: grown(store.state.trace, m, m.rows) }),
  ticks: (m) => store.set({ ticks: grown(store.state.ticks, m, m.ticks) }),
  ask: (m) => start(m.request),
  wait: (m) => store.set({ wait: m.seats, request: null, pick: null, next: null }),
  was: (m) => store.set({ was: m.answer }),
  next: (m) => onNext(m),
  refused: (m) => onRefused(m),
  error: (m) => {
    store.set({ error: m.message });
    clearTimeout(errorTimer);
    errorTimer = window.setTimeout(() => store.set({ error: null }), ERROR_STAYS);
  },
  reloaded: (m) => store.set({ toast: m, failed: null }),
  failed: (m) => store.set({ failed: m }),
  mended: () => store.set({ failed: null }),
  moment: (m) => store.set({ moment: m }),
  source: (m) => store.set({ source: m }),
  files: (m) => store.set({ files: m.files }),
  saved: () => {},
  games: (m) => store.set({ games: m.games }),
  offer: (m) => store.set({ offer: m.game }),
  scenario: (m) => store.set({ saved: m }),
  position: (m) => store.set({ position: m, misplaced: null }),
  misplaced: (m) => store.set({ misplaced: m }),
  seats: (m) => store.set({ seats: m.links, watchUrl: m.watch }),
};

store.set(wishes());

const socket = connect({
  // a newer server may say what this page does not know
  message: (m) => /** @type {Record<string, (m: Told) => void>} */ (HANDLERS)[m.t]?.(m),
  link: (link) => store.set({ link }),
});
/** @param {Message} message */
function send(message) {
  if (!socket.send(message)) HANDLERS.error({ t: 'error', message: { zh: '没有连接，未发送', en: 'Not connected; nothing was sent' } });
}
setSend(send);

// what style sheets and tests look at
store.on((state) => {
  const root = document.documentElement;
  const lang = state.lang === 'en' ? 'en' : 'zh-Hans';
  // named again, a language has the browser work out every style of the page anew
  if (root.lang !== lang) root.lang = lang;
  if (state.theme) root.dataset.theme = state.theme;
  root.dataset.tab = state.tab;
  root.dataset.role = state.hello?.role ?? '';
  root.dataset.link = state.link;
  root.toggleAttribute('data-sheet', state.sheet);
  root.toggleAttribute('data-moment', state.moment != null);
  root.toggleAttribute('data-rewound', state.view != null && state.at < state.end);
  root.toggleAttribute('data-err', state.failed != null);
  const app = /** @type {HTMLElement} */ (document.querySelector('.app'));
  app.dataset.at = String(state.at);
  app.dataset.end = String(state.end);
  app.dataset.live = String(state.live);
});

mountTip();
mountTop(at('top'), send);
mountInfo(at('info'));
mountRing(at('ring'), at('stage'));
mountMat(at('mat'));
mountTray(at('tray'));
mountPrompt(at('prompt'));
mountClock(at('clock'));
mountHand(at('hand'));
mountArrows(at('arrows'), at('stage'));
mountKeys(send, { tray: at('tray'), mat: at('mat'), hand: at('hand'), ring: at('ring') });
mountDialog(send);
mountGames(send);
for (const [mount, id] of /** @type {[(root: HTMLElement, s: typeof store, f: typeof send) => void, string][]} */ ([[mountPanel, 'panel'], [mountTimeline, 'timeline'], [mountReload, 'reload'], [mountMoment, 'moment']])) {
  try { mount(at(id), store, send); } catch (e) { console.error(e); }
}
