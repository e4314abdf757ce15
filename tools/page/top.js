// @ts-check
// The bar at the top: which game, whose turn, what runs, and how this person wants to see it.

import { h, redraw, icon } from './dom.js';
import { store } from './store.js';
import { say, tr, nameOf, roleGlyph } from './words.js';
import { keep } from './wishes.js';

/** @param {HTMLElement} root @param {(message: import('./protocol.js').Message) => void} send */
export function mountTop(root, send) {
  store.on((state, changed) => {
    if (!['view', 'lang', 'hello', 'link', 'failed', 'toast', 'theme'].some((k) => changed.has(k))) return;
    const { view, hello, link, failed, toast } = state;
    const host = hello?.role === 'host';
    redraw(root,
      h('span.seal', { 'aria-hidden': 'true' }, '木牛'),
      h('h1.brand', null, tr('木牛', 'Muniu'), state.lang === 'zh' ? h('span', { lang: 'en' }, 'Muniu') : null),
      view ? [
        h('span.crumb.mode', null, tr(`${say(view.mode)} ${view.seats.length} 人`, `${say(view.mode)}, ${view.seats.length}`)),
        h('span.crumb', null, tr('第 ', 'Round '), h('b', null, String(view.round)), tr(' 轮', ''), view.turn ? [' · ', h('b', null, nameOf(view.turn)), tr(' 的回合', '’s turn')] : null),
        h('span.crumb.wide', null, tr('种子 ', 'Seed '), h('code', null, view.seed)),
      ] : null,
      hello && !host ? h('span.crumb.wide', null, hello.role === 'watch' ? tr('旁观', 'Watching') : tr(`你坐 ${hello.seat} 号位`, `You sit at ${hello.seat}`)) : null,
      h('span.grow'),
      h('span.watch', { 'data-state': link !== 'open' ? 'lost' : failed ? 'bad' : 'ok', role: 'status' }, h('i'),
        link !== 'open' ? tr('未连接', 'Not connected')
          : failed ? h('b.watch-bad', null, tr(`${short(failed.files[0])} 有 ${failed.findings.length} 处错误`, `${failed.findings.length} in ${short(failed.files[0])}`))
            : host ? h('span', null, tr('监听 ', 'Watching '), h('code', null, 'scripts/'), toast ? ` ${toast.at}` : '') : tr('已连接', 'Connected')),
      host ? h('button.btn.quiet.icon', { 'data-key': 'games', 'data-act': 'games', 'aria-label': tr('已保存的对局', 'Saved games'), title: tr('已保存的对局', 'Saved games'), onclick: () => store.set({ dialog: { kind: 'games' } }) }, icon('save')) : null,
      host && view ? h('button.btn.quiet.icon', { 'data-key': 'all', 'data-act': 'all', 'aria-pressed': String(view.all), 'aria-label': tr('看所有牌', 'Show all cards'), title: tr('看所有牌', 'Show all cards'), onclick: () => send({ t: 'all', on: !view.all }) }, icon('eye')) : null,
      h('button.btn.quiet.lang', { 'data-key': 'lang', 'data-act': 'lang', 'aria-label': 'English / 中文', onclick: () => keep({ lang: state.lang === 'zh' ? 'en' : 'zh' }) }, state.lang === 'zh' ? 'EN' : '中文'),
      h('button.btn.quiet.icon', { 'data-key': 'theme', 'data-act': 'theme', 'aria-label': tr('切换明暗', 'Light or dark'), title: tr('切换明暗', 'Light or dark'), onclick: () => keep({ theme: dark() ? 'light' : 'dark' }) }, icon('theme')),
      h('button.btn.quiet.icon.wide', { 'data-key': 'help', 'data-act': 'help', 'aria-label': tr('帮助', 'Help'), title: tr('帮助', 'Help'), onclick: () => store.set({ dialog: { kind: 'help' } }) }, '?'));
  });
}

const dark = () => (store.state.theme ? store.state.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
/** @param {string|undefined} file */
const short = (file) => file?.split('/').pop() ?? '';

/** The corner at the top left: the roles known to be in play and how many live.
 * @param {HTMLElement} root */
export function mountInfo(root) {
  store.on((state, changed) => {
    if (!changed.has('view') && !changed.has('lang')) return;
    const { view } = state;
    if (!view) return redraw(root);
    /** @type {Map<string, {role: {id: string, words: import('./protocol.js').Words}, count: number}>} */
    const roles = new Map();
    for (const s of view.seats) if (s.role) roles.set(s.role.id, { role: s.role, count: (roles.get(s.role.id)?.count ?? 0) + 1 });
    redraw(root,
      h('ul.roles', { 'aria-label': tr('已知身份', 'Roles known') }, [...roles.values()].map(({ role, count }) => h('li', { title: say(role.words) }, h('span.role', { 'data-role': role.id }, roleGlyph(role)), String(count)))),
      h('p', null, tr(`存活 ${view.seats.filter((s) => s.alive).length} / ${view.seats.length}`, `Alive ${view.seats.filter((s) => s.alive).length} / ${view.seats.length}`)));
  });
}
