// @ts-check
// Saved games: a list to take one up again or remove it, and the offer of the one that was left in the middle.

import { h, fill, icon } from './dom.js';
import { store } from './store.js';
import { say, tr } from './words.js';

/** @typedef {import('./protocol.js').SavedGame} SavedGame */

/** @param {(message: import('./protocol.js').Message) => void} send */
export function mountGames(send) {
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog.dialog.games', { id: 'games' }));
  const offer = h('aside.offer', { role: 'status', hidden: true });
  document.body.append(dialog, offer);
  /** The file whose removal is asked about. */
  let doubted = '';
  dialog.addEventListener('close', () => { doubted = ''; if (store.state.dialog?.kind === 'games') store.set({ dialog: null }); });
  dialog.addEventListener('click', (e) => { if (e.target === dialog) dialog.close(); });

  store.on((state, changed) => {
    if (['offer', 'lang', 'ticks', 'hello'].some((k) => changed.has(k))) drawOffer();
    if (!['dialog', 'games', 'lang', 'error'].some((k) => changed.has(k))) return;
    const open = state.dialog?.kind === 'games';
    if (open && !dialog.open) { send({ t: 'games' }); dialog.showModal(); }
    if (!open && dialog.open) dialog.close();
    if (open) draw();
  });

  function draw() {
    const { games, error } = store.state;
    const title = tr('已保存的对局', 'Saved games');
    dialog.setAttribute('aria-label', title);
    fill(dialog,
      h('header', null, h('h2', null, title), h('button.btn.quiet.icon', { 'data-key': 'close', 'aria-label': tr('关闭', 'Close'), onclick: () => dialog.close() }, icon('x'))),
      games == null ? h('p.note', null, tr('正在读取…', 'Reading…'))
        : games.length === 0 ? h('p.note', null, tr('还没有保存的对局', 'No game has been saved yet'))
          : h('ul.saved', null, games.map(row)),
      h('p.dialog-error', { role: 'alert' }, error ? say(error) : ''));
  }

  /** @param {SavedGame} game */
  function row(game) {
    const { file } = game;
    const sure = doubted === file;
    return h('li', { 'data-file': file, 'data-finished': String(game.winners != null), 'data-here': game.here ? '' : null },
      h('div', null,
        h('b', null, tr(`${say(game.mode)} ${game.seats} 人`, `${say(game.mode)}, ${game.seats}`)), ' ', state(game),
        h('time', { datetime: new Date(game.when * 1000).toISOString() }, date(game.when))),
      h('p', null, game.generals.map(say).join(tr('、', ', '))),
      h('p.note', null, [tr(`${game.decisions} 个决定`, `${game.decisions} decisions`), game.branches ? tr(`${game.branches} 条支线`, `${game.branches} branches`) : '', tr(`种子 ${game.seed}`, `seed ${game.seed}`), game.packs.join(tr('、', ', ')), `${Math.ceil(game.size / 1024)} KiB`].filter(Boolean).join(' · ')),
      h('span.acts', null,
        game.here || game.played ? null : h('button.btn.small', { 'data-key': `open-${file}`, 'data-act': 'open', onclick: () => { send({ t: 'open', file }); dialog.close(); } }, game.winners ? tr('打开', 'Open') : tr('继续', 'Resume')),
        game.here || game.played ? null : h('button.btn.small.quiet', { 'data-key': `remove-${file}`, 'data-act': 'remove', onclick: () => { if (sure) send({ t: 'remove', file }); doubted = sure ? '' : file; draw(); } }, sure ? tr('确定删除', 'Remove for good') : tr('删除', 'Remove'))));
  }

  /** @param {SavedGame} game */
  const state = (game) => h('span.state', null,
    game.here ? tr('本桌', 'at this table')
      : game.played ? tr('进行中', 'being played')
        : game.winners?.length ? tr(`${game.winners.join('、')} 号位胜`, `won by ${game.winners.join(', ')}`)
          : game.winners ? tr('平局', 'a draw') : tr('未完', 'not over'));

  function drawOffer() {
    const { offer: game, ticks, hello } = store.state;
    // whoever plays on has answered it; bots may
    offer.hidden = !game || ticks.some((t) => t.director || t.seat === hello?.seat);
    if (!game || offer.hidden) return;
    fill(offer,
      h('p', null, tr(`上次的对局没有打完：${say(game.mode)} ${game.seats} 人，${game.decisions} 个决定`, `The last game is not over: ${say(game.mode)}, ${game.seats} seats, ${game.decisions} decisions`)),
      h('p.note', null, game.generals.map(say).join(tr('、', ', '))),
      h('span.acts', null,
        h('button.btn.small.primary', { 'data-key': 'offer-yes', 'data-act': 'resume', onclick: () => { send({ t: 'open', file: game.file }); store.set({ offer: null }); } }, tr('继续', 'Resume')),
        h('button.btn.small.quiet', { 'data-key': 'offer-no', 'data-act': 'dismiss', onclick: () => store.set({ offer: null }) }, tr('不用', 'Not now'))));
  }
}

/** @param {number} seconds */
const date = (seconds) => new Date(seconds * 1000).toLocaleString(store.state.lang === 'en' ? 'en' : 'zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
