// @ts-check
// The line to the server: JSON messages both ways, opened again with growing pauses when it breaks.

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** What came waits for the next frame, but not longer than this: a page out of sight has no frames. */
const NO_FRAME = 100;

/** The secret that says who this page is: `?token=…`, `#token=…` or just `#…`. */
export function token() {
  const given = new URLSearchParams(location.search).get('token');
  if (given) return given;
  const hash = location.hash.slice(1);
  return new URLSearchParams(hash).get('token') ?? decodeURIComponent(hash);
}

/** @param {{message: (m: import('./protocol.js').Told) => void, link: (state: 'connecting'|'open'|'lost') => void}} on
 * @returns {{send: (message: import('./protocol.js').Message) => boolean}} */
export function connect(on) {
  /** @type {WebSocket|null} */
  let ws = null;
  let pause = FIRST_PAUSE;

  /** What has come since the last frame. One decision is several messages: taken together they are drawn once.
   * @type {import('./protocol.js').Told[]} */
  let came = [];
  let frame = 0, timer = 0;
  /** @param {import('./protocol.js').Told} message */
  function take(message) {
    came.push(message);
    if (came.length > 1) return;
    frame = requestAnimationFrame(deliver);
    timer = window.setTimeout(deliver, NO_FRAME);
  }
  function deliver() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const all = came;
    came = [];
    for (const message of all) {
      try { on.message(message); } catch (e) { console.error(e); }
    }
  }

  function open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const mine = new WebSocket(`${scheme}//${location.host}/ws?token=${encodeURIComponent(token())}`);
    ws = mine;
    mine.addEventListener('open', () => {
      pause = FIRST_PAUSE;
      on.link('open');
    });
    mine.addEventListener('message', (e) => {
      let message;
      try { message = JSON.parse(e.data); } catch { return console.warn('not JSON:', e.data); }
      take(message);
    });
    mine.addEventListener('close', () => {
      on.link('lost');
      setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  }
  open();

  return {
    /** Sends a message; false if the line is down. */
    send(message) {
      if (ws?.readyState !== WebSocket.OPEN) return false;
      ws.send(JSON.stringify(message));
      return true;
    },
  };
}
