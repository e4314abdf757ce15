// @ts-check
// The few dialogs: help, everything about one seat, and saving the game as a scenario.

import { h, fill, icon } from './dom.js';
import { store } from './store.js';
import { say, gloss, tr, kingdomGlyph, nameOf, FLAGS, ROLE_WORDS } from './words.js';
import { cardTip, cardWords } from './card.js';
import { bound } from './keys.js';
import { seatOf } from './find.js';
import { clickSeat } from './action.js';
import { seatState } from './legal.js';
import { guessOf, setGuess, ORDER } from './guess.js';
import { scenarioDialog } from './scenario.js';

/** @param {(message: import('./protocol.js').Message) => void} send */
export function mountDialog(send) {
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog.dialog', { id: 'dialog' }));
  document.body.append(dialog);
  dialog.addEventListener('close', () => store.set({ dialog: null }));
  dialog.addEventListener('click', (e) => { if (e.target === dialog) dialog.close(); });

  store.on((state, changed) => {
    // an error while a dialog is open stands in it: the question below is covered
    if (changed.has('error')) { const line = dialog.querySelector('.dialog-error'); if (line) line.textContent = say(state.error); }
    if (!['dialog', 'lang', ...(state.dialog?.kind === 'seat' ? ['view'] : []), ...(state.dialog?.kind === 'scenario' ? ['saved'] : [])].some((k) => changed.has(k))) return;
    if (!state.dialog) { if (dialog.open) dialog.close(); return; }
    /** @type {Record<string, (seat: number) => {title: string, body: HTMLElement, tools?: HTMLElement}|null>} */
    const kinds = { help, seat, scenario: () => scenarioDialog(send) };
    const made = kinds[state.dialog.kind]?.(state.dialog.seat ?? 0);
    if (!made) return;
    dialog.dataset.kind = state.dialog.kind;
    dialog.setAttribute('aria-label', made.title);
    fill(dialog, h('header', null, h('h2', null, made.title), made.tools ?? null, h('button.btn.quiet.icon', { 'data-key': 'close', 'aria-label': tr('关闭', 'Close'), onclick: () => dialog.close() }, icon('x'))), made.body, h('p.dialog-error', { role: 'alert' }));
    if (!dialog.open) dialog.showModal();
  });

  function help() {
    const keys = bound().filter((b) => !/^(shift\+)?[3-9]$|^(shift\+)?0$/.test(b.combo));
    return {
      title: tr('帮助', 'Help'),
      body: h('div.help', null,
        h('p', null, tr('数字键选牌，Shift 加数字选座位，Enter 确认，Esc 取消或放弃。悬停或长按可看说明，点座位看详情。', 'Digits choose cards, Shift and a digit a seat, Enter acts, Esc undoes or declines. Hover or hold for texts, click a seat for all about it.')),
        h('dl.keys-list', null, keys.map((b) => h('div', null, h('dt', null, h('kbd', null, nice(b.combo))), h('dd', null, say(b.words)))))),
    };
  }

  /** @param {number} n */
  function seat(n) {
    const s = seatOf(n);
    if (!s) return null;
    const line = (/** @type {string} */ name, /** @type {import('./dom.js').Child} */ value) => h('div', null, h('dt', null, name), h('dd', null, value));
    const cards = (/** @type {import('./protocol.js').Card[]} */ list) => h('ul.card-list', null, list.map((c) => h('li', null, cardWords(c), h('small', null, cardTip(c).split('\n').slice(1).join(' ')))));
    const count = store.state.view?.seats.length ?? 1;
    const turn = (/** @type {number} */ by) => store.set({ dialog: { kind: 'seat', seat: ((n - 1 + by + count) % count) + 1 } });
    const target = seatState(n).state;
    return {
      title: tr(`${n} 号位 ${nameOf(n)}`, `Seat ${n}: ${nameOf(n)}`),
      tools: h('span.seat-turn', { role: 'group', 'aria-label': tr('座位', 'Seats') },
        target === 'legal' || target === 'chosen' ? h('button.btn.small', { 'data-key': 'target', 'data-act': 'target', 'aria-pressed': String(target === 'chosen'), onclick: () => { clickSeat(n); dialog.close(); } }, target === 'chosen' ? tr('不选他', 'Take back') : tr('选为目标', 'Choose')) : null,
        h('button.btn.quiet.icon', { 'data-key': 'before', 'aria-label': tr('上一座', 'Previous seat'), title: tr('上一座', 'Previous seat'), onclick: () => turn(-1) }, icon('back')),
        h('button.btn.quiet.icon', { 'data-key': 'after', 'aria-label': tr('下一座', 'Next seat'), title: tr('下一座', 'Next seat'), onclick: () => turn(1) }, icon('step'))),
      body: h('div.about', { 'data-seat-about': n, 'data-kingdom': s.kingdom?.id ?? 'none' },
        s.skills.length ? h('section', null, h('h3', null, tr('技能', 'Skills')), h('dl.skill-list', null, s.skills.map((k) => h('div', { 'data-off': k.off },
          h('dt', null, say(k.words), gloss(k.words) ? h('small', { lang: 'en' }, gloss(k.words)) : null, h('small', null, [...k.flags.map((f) => say(FLAGS[f] ?? f)), k.from === 'gained' ? tr('获得', 'gained') : '', k.off ? tr('现在不能用', 'not active') : ''].filter(Boolean).join(' · '))),
          h('dd', null, say(k.text)))))) : null,
        s.marks.some((m) => m.count) ? h('section', null, h('h3', null, tr('标记', 'Marks')), h('ul.card-list', null, s.marks.filter((m) => m.count).map((m) => h('li', null, `${say(m.words)} ×${m.count}`)))) : null,
        s.equips.length ? h('section', null, h('h3', null, tr('装备', 'Equipment')), cards(s.equips)) : null,
        s.judging.length ? h('section', null, h('h3', null, tr('判定区', 'Judgement')), cards(s.judging)) : null,
        s.piles.filter((p) => p.count).map((p) => h('section', null, h('h3', null, `${say(p.words)} ×${p.count}`), p.cards ? cards(p.cards) : h('p.note', null, tr('看不见', 'face down')))),
        s.hand?.length && !s.you ? h('section', null, h('h3', null, tr('手牌', 'Hand')), cards(s.hand)) : null,
        h('dl.facts', null,
          s.generals.filter((g) => g.title).length ? line(tr('称号', 'Title'), s.generals.map((g) => say(g.title)).join('/')) : null,
          s.kingdom ? line(tr('势力', 'Kingdom'), [kingdomGlyph(s.kingdom), gloss(s.kingdom.words) ? [' ', h('small', { lang: 'en' }, gloss(s.kingdom.words))] : ''].flat()) : null,
          s.role ? line(tr('身份', 'Role'), say(s.role.words))
            : line(tr('猜测身份', 'Guess'), h('span.guesses', { role: 'radiogroup', 'aria-label': tr('猜测身份', 'Role guessed') }, ORDER.map((id) => h('button.btn.small', { 'data-key': `guess${id}`, role: 'radio', 'aria-checked': String(guessOf(n) === id), onclick: () => setGuess(n, id) }, id ? say(ROLE_WORDS[id]) : tr('不猜', 'none'))))),
          line(tr('体力', 'HP'), `${s.hp} / ${s.max_hp}`),
          line(tr('手牌', 'Hand'), tr(`${s.hand_count} 张，上限 ${s.hand_limit}`, `${s.hand_count}, limit ${s.hand_limit}`)),
          line(tr('攻击范围', 'Range'), String(s.range)),
          line(tr('距离', 'Distance'), s.distance.map((d, i) => (i + 1 === n || !seatOf(i + 1)?.alive ? null : `${nameOf(i + 1)} ${d}`)).filter(Boolean).join(tr('，', ', '))))),
    };
  }
}

/** @param {string} combo */
const nice = (combo) => combo.split('+').map((k) => ({ arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓', escape: 'Esc', '/': '/' })[k] ?? (k.length === 1 ? k.toUpperCase() : k[0].toUpperCase() + k.slice(1))).join(' ');
