// @ts-check
// The question: what is asked, what to do next, and the buttons. What needs room lies in the tray (tray.js).

import { h, fill, redraw, icon } from './dom.js';
import { store } from './store.js';
import { say, gloss, tr, nameOf, SUIT, SUIT_WORDS } from './words.js';
import { byAction } from './draft.js';
import { answer, canRecast, pass, recast, submit } from './answer.js';
import { begin, drop, setOption } from './action.js';
import { choose, setNumber, setSuit } from './pick.js';
import { actLabel, guide } from './guide.js';
import { optionsInTray } from './tray.js';
import { rich, namesAt } from './parts.js';
import { hasNone } from './clock.js';
import { keep } from './wishes.js';

/** Letters for the skill buttons, in the order of the keyboard. */
export const LETTERS = ['q', 'w', 'e', 'r', 't', 'y', 'u', 'i', 'o'];

/** The ways that are not a card of one's own: skills.
 * @returns {import('./protocol.js').WayOffer[]} */
export function skillWays() {
  const { request } = store.state;
  if (!request || !byAction(request)) return [];
  const ways = request.ways ?? [];
  if (request.kind === 'trigger' && ways.length === 1) return [];
  return ways.filter((x) => x.kind !== 'card' && x.kind !== 'recast');
}

/** @param {import('./protocol.js').WayOffer} offer */
export function pressWay(offer) {
  const { pick } = store.state;
  if (pick?.offer === offer) drop();
  else begin(offer);
}

/** @param {HTMLElement} root */
export function mountPrompt(root) {
  /** The question last drawn. @type {import('./protocol.js').Request|null} */
  let about = null;
  store.on((state, changed) => {
    if (!['request', 'next', 'pick', 'was', 'refused', 'error', 'wait', 'lang', 'view', 'live', 'link', 'hello', 'at', 'end', 'clock', 'passes'].some((k) => changed.has(k))) return;
    const { request, pick } = state;
    root.setAttribute('aria-label', tr('待你决定', 'Your decision'));
    root.dataset.kind = request?.kind ?? 'none';
    root.toggleAttribute('data-quiet', !request);
    root.toggleAttribute('data-refused', !!state.refused);
    root.toggleAttribute('data-lost', state.link !== 'open');
    // a click begun on one question must not answer the next: its buttons are others
    const draw = request === about ? redraw : fill;
    about = request;
    if (!request || !pick) return draw(root, h('div.ask', null, h('p.ask-zh', null, quiet()), second(null)));
    root.dataset.request = String(request.id);
    const given = answer();
    const step = guide();
    draw(root, badge(request, pick),
      h('div.ask', { 'aria-live': 'polite' },
        h('p.ask-zh', { 'data-tip': request.skill ? [say(request.skill.words), say(request.skill.text)].filter(Boolean).join('\n') : null }, rich(say(request.title), namesAt(state.view))),
        second(step)),
      h('div.answers', { inert: state.link !== 'open' }, ways(), middle(), last(given)));
  });

  /** @param {string|null} step */
  function second(step) {
    const { was, refused, error, request, link } = store.state;
    if (request && link !== 'open') return h('p.ask-no', { role: 'alert' }, tr('连接断开，正在重连；已选的会留着', 'Connection lost, trying again; what you chose is kept'));
    if (refused) return h('p.ask-no', { role: 'alert' }, tr('不行：', 'Refused: '), say(refused.reason));
    if (error) return h('p.ask-no', { role: 'alert' }, say(error));
    if (was && request) return h('p.ask-was', null, tr(`上次答的是 ${say(was)}。换一个就开新支线`, `Answered before: ${say(was)}. Another opens a branch`));
    const en = gloss(request?.title);
    return h('p.ask-en', null, step ? h('span.step', null, step) : null, en ? h('span', { lang: 'en' }, en) : null);
  }

  /** Nothing is asked of this seat: why. */
  function quiet() {
    const { link, view, wait, clock, hello, live, at, end, playing } = store.state;
    if (link !== 'open') return tr('连接断开，正在重连', 'Connection lost, trying again');
    if (!view) return hello ? tr('等待对局', 'Waiting for a game') : tr('连接中', 'Connecting');
    if (view.result && at === end) return tr('对局结束', 'Game over');
    if (clock && hello?.seat && wait.includes(hello.seat)) return tr('已作答，等待其他人', 'Answered; waiting for the others');
    if (wait.length) return tr(`等待 ${wait.map(nameOf).join('、')}`, `Waiting for ${wait.map(nameOf).join(', ')}`);
    if (at < end && !playing) return tr(`回看第 ${at} 步，共 ${end} 步`, `Looking at decision ${at} of ${end}`);
    if (hello?.role === 'watch') return tr('旁观', 'Watching');
    return live ? tr('等待', 'Waiting') : tr('进行中', 'Playing on');
  }

  /** Progress towards what is asked, as a ring. Paused while rewound.
   * @param {import('./protocol.js').Request} request @param {import('./state.js').Pick} pick */
  function badge(request, pick) {
    const { was, next } = store.state;
    if (was) return h('div.clock', { title: tr('已回退', 'Rewound') }, icon('pause', 'paused'));
    let have = 0, need = 0;
    if (request.kind === 'choose_cards') [have, need] = [pick.cards.length, request.max ?? Infinity];
    else if (request.kind === 'choose_players') [have, need] = [pick.players.length, request.max ?? Infinity];
    else if (request.kind === 'distribute') [have, need] = [pick.gifts.length, request.max ?? Infinity];
    else if (pick.action && next) {
      have = (pick.action.cards?.length ?? 0) + (pick.action.targets?.length ?? 0);
      need = next.ready ? have : Math.max(have + 1, next.card_bounds[0] + Math.max(1, next.target_bounds[0]));
      if (!have) return h('div.clock', { style: { '--left': next.ready ? '100%' : '0%' } }, h('b', null, next.ready ? '✓' : '…'));
    }
    if (!need || need > 30) return h('div.clock', { style: { '--left': '100%' } }, h('b', null, have ? String(have) : '？'));
    return h('div.clock', { style: { '--left': `${(100 * have) / need}%` } }, h('b', null, `${have}/${need}`));
  }

  function ways() {
    const list = skillWays();
    if (!list.length) return null;
    const { pick } = store.state;
    // once a skill is begun the others make room; their keys still work
    const begun = list.find((x) => x === pick?.offer);
    return h('div.ways', { 'data-many': !begun && list.length > 3, role: 'group', 'aria-label': tr('技能', 'Skills') }, list.map((offer, i) => (begun && offer !== begun ? null : h('button.btn.two.skill-btn', {
      'data-key': `way${i}`, 'data-way': i, 'data-way-kind': offer.kind, 'data-skill': offer.skill, 'aria-pressed': String(pick?.offer === offer),
      onclick: () => pressWay(offer), 'data-tip': wayTip(offer),
    }, h('span', null, say(offer.words)), LETTERS[i] ? h('small', null, offer.owner != null && offer.owner !== store.state.request?.seat ? `${nameOf(offer.owner)} ` : null, h('kbd', null, LETTERS[i].toUpperCase())) : null))));
  }

  /** @param {import('./protocol.js').WayOffer} offer */
  function wayTip(offer) {
    for (const s of store.state.view?.seats ?? []) {
      const skill = s.skills.find((x) => x.id === offer.skill);
      if (skill?.text) return `${say(skill.words)}\n${say(skill.text)}`;
    }
    return null;
  }

  /** What the kind needs besides the two last buttons. */
  function middle() {
    const { request, pick, next } = store.state;
    if (!request || !pick) return null;
    if (request.kind === 'choose_suit') {
      return h('div.suits', { role: 'radiogroup' }, /** @type {import('./protocol.js').Suit[]} */ (['spade', 'heart', 'club', 'diamond']).map((s, i) => h('button.btn.suit-btn', {
        'data-key': s, 'data-suit': s, 'data-color': s === 'heart' || s === 'diamond' ? 'red' : 'black', role: 'radio', 'aria-checked': String(pick.suit === s),
        'aria-label': say(SUIT_WORDS[s]), onclick: () => setSuit(s),
      }, h('span.suit', null, `${SUIT[s]}\uFE0E`), h('kbd', null, String(i + 1)))));
    }
    if (request.kind === 'choose_number' && request.range) {
      const { min, max } = request.range;
      const n = pick.number ?? min;
      return h('div.number', null,
        h('button.btn.icon', { 'data-key': 'less', 'aria-label': tr('减一', 'One less'), 'aria-disabled': n <= min ? 'true' : null, onclick: () => setNumber(n - 1) }, '−'),
        h('input', { 'data-key': 'number', type: 'number', min, max, value: n, 'aria-label': tr('数字', 'Number'), oninput: (/** @type {Event} */ e) => { const v = /** @type {HTMLInputElement} */ (e.target).valueAsNumber; if (v >= min && v <= max) setNumber(v); } }),
        h('button.btn.icon', { 'data-key': 'more', 'aria-label': tr('加一', 'One more'), 'aria-disabled': n >= max ? 'true' : null, onclick: () => setNumber(n + 1) }, '+'));
    }
    if (optionsInTray()) return null;
    const options = request.options?.length ? request.options : pick.action ? next?.options ?? [] : [];
    const own = !!request.options?.length;
    return options.map((o, i) => h('button.btn.two.option', { 'data-key': `option${i}`, 'data-option': i, 'aria-pressed': own ? null : String(pick.action?.option === i), onclick: () => (own ? choose(i) : setOption(i)) },
      h('span', null, say(o)), h('small', null, gloss(o) ? h('span', { lang: 'en' }, gloss(o)) : null, h('kbd', null, String(i + 1)))));
  }

  /** @param {import('./protocol.js').Answer|null} given */
  function last(given) {
    const { request, pick } = store.state;
    if (!request || !pick) return null;
    const decline = request.optional ? h('button.btn.two', { 'data-key': 'pass', 'data-act': 'pass', onclick: pass },
      h('span', null, say(request.pass)), h('small', null, gloss(request.pass) ? h('span', { lang: 'en' }, gloss(request.pass)) : null, h('kbd', null, 'Esc'))) : null;
    const again = canRecast() ? h('button.btn.two', { 'data-key': 'recast', 'data-act': 'recast', onclick: recast }, h('span', null, tr('重铸', 'Recast')), h('small', null, h('kbd', null, 'X'))) : null;
    const act = actLabel() && !hasNone() ? h('button.btn.two.primary', { 'data-key': 'act', 'data-act': 'act', 'aria-disabled': given ? null : 'true', onclick: submit },
      h('span.does', null, actLabel()), h('small', null, h('kbd', null, 'Enter'))) : null;
    const passes = hasNone() ? h('label.passes', null,
      h('input', { type: 'checkbox', 'data-key': 'passes', 'data-act': 'passes', checked: store.state.passes, onchange: (/** @type {Event} */ e) => keep({ passes: /** @type {HTMLInputElement} */ (e.target).checked }) }),
      tr('没有时替我放弃', 'Pass for me when I have none')) : null;
    return [(decline || act) && request.options?.length !== 0 ? h('span.sep') : null, passes, decline, again, act];
  }
}
