// @ts-check
// The one state object. Everything on the screen is a function of it: modules read `store.state`,
// listen with `store.on`, and change it only through `store.set`.

/** @typedef {import('./state.js').State} State */

/** @type {State} */
const start = {
  // connection
  link: 'connecting',
  hello: null,
  // the table as the server last described it
  view: null,
  at: 0,
  end: 0,
  live: false,
  playing: false,
  pace: 350,
  branch: 0,
  branches: [],
  log: [],
  trace: [],
  ticks: [],
  // the question asked of this seat; `next` is the server's last word about a half-built action
  request: null,
  next: null,
  pick: null,
  wait: [],
  clock: null,
  was: null,
  refused: null,
  error: null,
  // reloading and comparing
  toast: null,
  failed: null,
  moment: null,
  // tools
  source: null,
  files: [],
  position: null,
  saved: null,
  misplaced: null,
  seats: [],
  watchUrl: null,
  games: null,
  offer: null,
  // how this person wants to see it
  lang: 'zh',
  theme: null,
  passes: true,
  same: false,
  tab: 'log',
  sheet: false,
  dialog: null,
};

/** @typedef {(state: State, changed: Set<string>) => void} Listener */

function makeStore() {
  /** @type {Set<Listener>} */
  const listeners = new Set();
  /** @type {Set<string>} */
  let changed = new Set();
  let due = false;

  function tell() {
    due = false;
    const keys = changed;
    changed = new Set();
    for (const fn of listeners) {
      // one broken part of the page must not take the others with it
      try { fn(store.state, keys); } catch (e) { console.error(e); }
    }
  }

  const store = {
    state: start,

    /** Calls `fn` after changes, and once now. Returns the function that stops it.
     * @param {Listener} fn */
    on(fn) {
      listeners.add(fn);
      fn(store.state, new Set(Object.keys(store.state)));
      return () => listeners.delete(fn);
    },

    /** Changes the state at once; listeners hear of it once at the end of the current task,
     * with the keys of all patches since.
     * @param {Partial<State>} patch */
    set(patch) {
      Object.assign(store.state, patch);
      for (const key of Object.keys(patch)) changed.add(key);
      if (!due) {
        due = true;
        queueMicrotask(tell);
      }
    },
  };
  return store;
}

export const store = makeStore();
/** @typedef {typeof store} Store */
