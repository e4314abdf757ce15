// @ts-check
// The director: changes to the game that no rule made. Each becomes a decision of its own and can be rewound.

import { h, put } from './dom.js';
import { nameOf, rankText, say, SUIT, SUIT_WORDS, tr, w } from './words.js';
import { cardMark, copy } from './parts.js';
import { makePosition } from './position.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').Card} Card */
/** @typedef {import('./protocol.js').Seat} Seat */

const ZONES = [
  { id: 'hand', words: w('手牌', 'hand') },
  { id: 'equip', words: w('装备区', 'equipment') },
  { id: 'judge', words: w('判定区', 'judgement') },
  { id: 'top', words: w('牌堆顶', 'top of the pile') },
];
const HITS = 6;

/** @param {HTMLElement} root @param {Store} store @param {(msg: import('./protocol.js').Message) => void} send */
export function mount(root, store, send) {
  let who = 0;
  // what is typed stays while the table changes around it
  const typed = { turns: '1', deal: '', zone: 'hand', skill: '', mark: '', general: '', mode: '', seats: '', seed: '', first: '' };
  /** Something was done here: what comes next is drawn even under the caret. */
  let acted = false;
  const direct = (/** @type {import('./protocol.js').Change} */ change) => { acted = true; send({ t: 'direct', change }); };

  const pick = h('div.pick', { role: 'radiogroup', onkeydown: turnPick });
  const deal = h('fieldset'), vitals = h('fieldset'), tokens = h('fieldset'), skills = h('fieldset');
  const more = h('fieldset'), player = h('fieldset'), table = h('fieldset'), note = h('p.note', { role: 'status' });
  const seatField = h('fieldset');
  root.replaceChildren(seatField, deal, vitals, skills, tokens, more, player, makePosition(store, send), table, note);

  const seats = () => store.state.view?.seats ?? [];
  const seat = () => seats().find((s) => s.seat === who);

  /** @param {string} name @param {...any} rest */
  const legend = (name, ...rest) => h('legend', null, name, ...rest);
  /** @param {string} label @param {() => void} fn @param {Record<string, any>} [attrs] */
  const small = (label, fn, attrs) => h('button.btn.small', { onclick: fn, ...attrs }, label);

  /** A text field that keeps what is typed and acts on Enter.
   * @param {keyof typeof typed} key @param {string} label @param {((value: string) => void)|null} act @param {Record<string, any>} [attrs] */
  function field(key, label, act, attrs) {
    const input = /** @type {HTMLInputElement} */ (h('input', {
      type: 'text', value: typed[key], placeholder: label, 'aria-label': label, 'data-field': key, ...attrs,
      onkeydown: (/** @type {KeyboardEvent} */ e) => {
        e.stopPropagation();
        if (e.key === 'Enter' && act && input.value.trim()) act(input.value.trim());
        if (e.key === 'Escape') input.blur();
      },
    }));
    input.addEventListener('input', () => { typed[key] = input.value; });
    return input;
  }
  /** @param {string} id @param {Iterable<string|[string, string]>} values */
  const datalist = (id, values) => h('datalist', { id }, ...[...values].map((v) => (typeof v === 'string' ? h('option', { value: v }) : h('option', { value: v[0], label: v[1] }))));

  /** Every card the host can see now, with where it lies.
   * @returns {{card: Card, where: string}[]} */
  function seen() {
    const v = store.state.view;
    if (!v) return [];
    /** @type {{card: Card, where: string}[]} */
    const out = [];
    const add = (/** @type {Card[]|null|undefined} */ cards, /** @type {string} */ where) => { for (const card of cards ?? []) out.push({ card, where }); };
    for (const s of v.seats) {
      const name = nameOf(s.seat);
      add(s.hand, tr(`${name} 手牌`, `${name}'s hand`));
      add(s.equips, tr(`${name} 装备`, `${name}'s equipment`));
      add(s.judging, tr(`${name} 判定区`, `before ${name}`));
      for (const p of s.piles) add(p.cards, `${name} ${say(p.words)}`);
    }
    add(v.discard_top, tr('弃牌堆', 'discard pile'));
    add(v.processing, tr('处理区', 'in use'));
    return out;
  }

  /** Whether a card answers to every word: suit, colour, rank or name. @param {Card} c @param {string[]} words */
  function fits(c, words) {
    const rank = rankText(c.rank);
    return words.every((x) => [SUIT[c.suit], c.suit, SUIT_WORDS[c.suit].zh, c.color, c.color === 'red' ? '红' : '黑', rank.toLowerCase(), `${SUIT[c.suit]}${rank}`.toLowerCase()].includes(x)
      || c.words.zh.includes(x) || c.words.en.toLowerCase().includes(x) || c.name.includes(x));
  }

  /** The name ids of cards: those of the card scripts and those seen. */
  const cardNames = () => new Map([
    ...store.state.files.flatMap((f) => { const m = /scripts\/cards\/(\w+)\.luau$/.exec(f); return m ? [/** @type {[string, string]} */ ([m[1], m[1]])] : []; }),
    ...seen().map(({ card }) => /** @type {[string, string]} */ ([card.name, say(card.words)])),
  ]);

  /** What was typed in the server's words: names and suits by their ids and signs.
   * @param {string} text */
  function spelled(text) {
    let out = ` ${text.replace(/[\uFE0E\uFE0F]/g, '')} `;
    for (const { card } of seen()) for (const name of [card.words.zh, card.words.en]) if (name) out = out.replaceAll(name, ` ${card.name} `);
    for (const [id, sign] of Object.entries(SUIT)) {
      const words = /** @type {any} */ (SUIT_WORDS)[id];
      out = out.replaceAll(words.zh, sign).replace(new RegExp(`\\b${words.en}s?\\b`, 'i'), sign);
    }
    return out.replaceAll('红', ' red ').replaceAll('黑', ' black ').replace(/([♠♥♣♦])\s*(10|[2-9AJQKajqk])(?![a-z])/u, (_, s, r) => `${s}${r.toUpperCase()} `).trim().replace(/\s+/g, ' ');
  }

  function drawDeal() {
    const hits = h('ul.hits');
    const zone = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': tr('到哪里', 'To where'), 'data-field': 'zone', onchange: () => { typed.zone = zone.value; } },
      ...ZONES.map((z) => h('option', { value: z.id, selected: z.id === typed.zone }, say(z.words)))));
    const give = (/** @type {any} */ what) => direct({ deal: { ...what, to: who, zone: zone.value } });
    const find = field('deal', tr('♥5 杀、红 闪、jink…', '♥5 slash, red jink…'), (text) => give({ text: spelled(text) }), { list: 'card-names' });
    const look = () => {
      const words = typed.deal.toLowerCase().replaceAll('\uFE0E', '').split(/\s+/).filter(Boolean);
      const found = words.length ? seen().filter(({ card }) => fits(card, words)) : [];
      hits.replaceChildren(...found.slice(0, HITS).map(({ card, where }) => h('li', { 'data-card': card.id }, cardMark(card), say(card.words), h('span', null, where), small(tr('发', 'Deal'), () => give({ card: card.id })))));
      if (found.length > HITS) hits.append(h('li.note', null, tr(`还有 ${found.length - HITS} 张`, `${found.length - HITS} more`)));
    };
    find.addEventListener('input', look);
    const suits = h('span.suits', { role: 'group', 'aria-label': tr('花色', 'Suit') }, ...Object.entries(SUIT).map(([id, s]) => h('button.suit', {
      'data-color': id === 'heart' || id === 'diamond' ? 'red' : 'black', 'aria-label': say(/** @type {any} */ (SUIT_WORDS)[id]),
      onclick: () => { find.value = `${s}${find.value.replace(/^[♠♥♣♦]\s*/u, '')}`; typed.deal = find.value; look(); find.focus(); },
    }, `${s}\uFE0E`)));
    deal.replaceChildren(legend(tr('发牌', 'Deal')), h('div.row', null, find, zone, small(tr('发', 'Deal'), () => typed.deal.trim() && give({ text: spelled(typed.deal) }), { 'data-act': 'deal' })), suits, datalist('card-names', cardNames()), hits);
    look();
  }

  function drawVitals() {
    const s = seat();
    vitals.replaceChildren(legend(tr('体力', 'Hp')));
    if (!s) return;
    const hp = (/** @type {number} */ by) => direct({ hp: { seat: who, value: s.hp + by } });
    const max = (/** @type {number} */ by) => direct({ max_hp: { seat: who, value: s.max_hp + by } });
    const step = (/** @type {string} */ name, /** @type {(by: number) => void} */ fn, /** @type {string} */ text, /** @type {string} */ key) => h('span.stepper', { role: 'group', 'aria-label': name },
      small('−', () => fn(-1), { 'aria-label': tr(`${name}减 1`, `${name} −1`), 'data-key': `${key}-`, 'data-act': `${key}-down` }), h('output', null, text), small('＋', () => fn(1), { 'aria-label': tr(`${name}加 1`, `${name} +1`), 'data-key': `${key}+`, 'data-act': `${key}-up` }));
    put(vitals, h('div.row', null, step(tr('体力', 'Hp'), hp, `${s.hp} / ${s.max_hp}`, 'hp'), h('span.grow'), h('span.note', null, tr('上限', 'max')), step(tr('体力上限', 'Max hp'), max, String(s.max_hp), 'max')),
      h('div.row.wrap', null,
        small(s.chained ? tr('重置', 'Unchain') : tr('横置', 'Chain'), () => direct({ chain: { seat: who } }), { 'aria-pressed': String(s.chained), 'data-act': 'chain' }),
        small(s.face_down ? tr('翻回', 'Face up') : tr('翻面', 'Turn over'), () => direct({ flip: { seat: who } }), { 'aria-pressed': String(s.face_down), 'data-act': 'flip' }),
        small(s.alive ? tr('阵亡', 'Kill') : tr('复活', 'Revive'), () => direct(s.alive ? { kill: { seat: who } } : { revive: { seat: who } }), { 'data-act': s.alive ? 'kill' : 'revive' }),
        small(tr('轮到他', 'Their turn'), () => direct({ turn: { seat: who } }), { 'data-act': 'turn', disabled: !s.alive, title: tr('当前回合就此放下，他的出牌阶段开始', 'The present turn is dropped; their play phase begins') })));
  }

  function drawSkills() {
    const s = seat();
    skills.replaceChildren(legend(tr('技能', 'Skills')));
    if (!s) return;
    const known = new Map(store.state.files.flatMap((f) => { const m = /scripts\/skills\/(\w+)\.luau$/.exec(f); return m ? [/** @type {[string, string]} */ ([m[1], m[1]])] : []; }));
    for (const x of seats()) for (const k of x.skills) known.set(k.id, say(k.words));
    const add = field('skill', tr('给予技能…', 'give a skill…'), (text) => { direct({ gain: { seat: who, skill: idOf(known, text) } }); typed.skill = ''; input.value = ''; }, { list: 'skill-names' });
    const input = add;
    put(skills, h('div.chips', null, ...s.skills.map((k) => h('span.skill', { 'data-flag': k.flags.includes('given') ? 'given' : k.off ? 'off' : null, 'data-skill': k.id, title: say(k.text) }, say(k.words),
      h('button', { 'aria-label': tr(`收回 ${say(k.words)}`, `Take ${say(k.words)} away`), 'data-act': 'lose', onclick: () => direct({ lose: { seat: who, skill: k.id } }) }, '×'))), add), datalist('skill-names', known));
  }

  /** The id for what was typed: an id, or a name that only one id has. @param {Map<string, string>} known @param {string} text */
  function idOf(known, text) {
    if (known.has(text)) return text;
    for (const [id, name] of known) if (name === text) return id;
    return text;
  }

  function drawTokens() {
    const s = seat();
    tokens.replaceChildren(legend(tr('标记', 'Marks')));
    if (!s) return;
    const set = (/** @type {string} */ mark, /** @type {number} */ count) => direct({ mark: { seat: who, mark, count } });
    put(tokens, ...s.marks.map((m) => h('div.row', null, h('span.tok', { 'data-kind': 'mark' }, say(m.words)), h('code', null, m.id), h('span.grow'),
      small('−', () => set(m.id, Math.max(0, m.count - 1)), { 'data-key': `mark-${m.id}-`, 'aria-label': `${say(m.words)} −1` }), h('output', null, String(m.count)), small('＋', () => set(m.id, m.count + 1), { 'data-key': `mark-${m.id}+`, 'aria-label': `${say(m.words)} +1` }))),
    h('div.row', null, field('mark', tr('标记名 数量…', 'mark count…'), (text) => {
      const [, id, n] = /^(\S+?)[\s×x=]*(\d+)?$/.exec(text) ?? [];
      if (id) { typed.mark = ''; set(id, n ? Number(n) : (s.marks.find((m) => m.id === id)?.count ?? 0) + 1); }
    }, { list: 'mark-names' }), datalist('mark-names', new Set(seats().flatMap((x) => x.marks.map((m) => m.id))))));
  }

  function drawMore() {
    const known = new Map(seats().flatMap((s) => s.generals.map((g) => /** @type {[string, string]} */ ([g.id, say(g.words)]))));
    more.replaceChildren(legend(tr('换武将', 'Change general')), h('div.row', null,
      field('general', tr('武将 id，如 caocao', 'general id, like caocao'), (text) => direct({ general: { seat: who, id: idOf(known, text) } }), { list: 'general-names' }),
      small(tr('换', 'Change'), () => typed.general.trim() && direct({ general: { seat: who, id: idOf(known, typed.general.trim()) } }), { 'data-act': 'general' }), datalist('general-names', known)));
  }

  function drawPlayer() {
    const s = seat();
    player.replaceChildren(legend(tr('由谁操作', 'Who plays')));
    if (!s) return;
    const mine = store.state.hello?.seat === who || s.you;
    const choice = (/** @type {string} */ label, /** @type {boolean} */ on, /** @type {string} */ act, /** @type {() => void} */ fn) => h('button', { role: 'radio', 'aria-checked': String(on), 'data-act': act, onclick: fn }, label);
    const link = store.state.seats.find((l) => l.seat === who);
    put(player, h('div.row.wrap', null, h('div.seg', { role: 'radiogroup', 'aria-label': tr(`${nameOf(who)} 由谁操作`, `Who plays ${nameOf(who)}`) },
      choice(tr('机器人', 'Bot'), s.player === 'bot', 'bot', () => send({ t: 'bot', seat: who, on: true })),
      choice(tr('我坐这里', 'I sit here'), mine && s.player !== 'bot', 'take', () => send({ t: 'take', seat: who })),
      choice(tr('好友', 'A friend'), !mine && s.player !== 'bot', 'friend', () => { send({ t: 'bot', seat: who, on: false }); send({ t: 'seats' }); })),
    h('span.grow'),
    small(store.state.view?.all ? tr('只看我的牌', 'Only my cards') : tr('显示所有手牌', 'Show all'), () => send({ t: 'all', on: !store.state.view?.all }), { 'aria-pressed': String(!!store.state.view?.all), 'data-act': 'all' })));
    const turns = () => Math.max(1, Math.min(1000, Number.parseInt(typed.turns, 10) || 1));
    put(player, h('div.row', null, field('turns', tr('回合数', 'how many turns'), () => send({ t: 'bots', turns: turns() }), { inputmode: 'numeric' }),
      small(tr('机器人代打这些回合', 'Bots play these turns'), () => send({ t: 'bots', turns: turns() }), { 'data-act': 'bots' })));
    const { watchUrl } = store.state;
    /** @param {string} to @param {string} leads @param {string} label @param {string|false} note */
    const row = (to, leads, label, note) => {
      const url = new URL(leads, location.href).href;
      return h('div.row', null, h('code.url', { title: url, 'data-to': to }, url), note && h('span.note', null, note), small(label, () => copy(url)));
    };
    if (link) {
      put(player, row('seat', link.url, tr('复制链接', 'Copy link'), link.taken && tr('已入座', 'taken')),
        watchUrl && row('watch', watchUrl, tr('复制旁观链接', 'Copy link to watch'), false));
    } else put(player, h('div.row', null, h('button.btn.small.quiet', { onclick: () => send({ t: 'seats' }) }, tr('座位链接', 'Seat links'))));
  }

  function drawTable() {
    const go = () => {
      const msg = /** @type {any} */ ({ t: 'new' });
      if (typed.mode.trim()) msg.mode = typed.mode.trim();
      if (Number(typed.seats)) msg.seats = Number(typed.seats);
      if (/^\d+$/.test(typed.seed.trim())) msg.seed = Number(typed.seed);
      if (typed.first.trim()) msg.general = typed.first.trim();
      send(msg);
    };
    const modes = new Map(store.state.files.flatMap((f) => { const m = /scripts\/modes\/(\w+)\.luau$/.exec(f); return m ? [/** @type {[string, string]} */ ([m[1], m[1]])] : []; }));
    table.replaceChildren(legend(tr('另开一局', 'New game')), h('div.grid2', null,
      field('mode', tr('模式', 'mode'), go, { list: 'mode-names' }), field('seats', tr('人数', 'players'), go, { inputmode: 'numeric' }),
      field('seed', tr('种子', 'seed'), go, { inputmode: 'numeric' }), field('first', tr('我的武将', 'my general'), go)), datalist('mode-names', modes),
    h('div.row', null, h('span.grow'), small(tr('开局', 'Start'), go, { 'data-act': 'new' })));
  }

  function drawNote() {
    const last = store.state.ticks.findLast((t) => t.director);
    const { error } = store.state;
    note.toggleAttribute('data-bad', !!error);
    note.textContent = error ? say(error) : tr('每次改动都记作一个决定，可回退。', 'Each change is a decision of its own and can be rewound.')
      + (last ? tr(`最近：#${last.n} ${last.words.zh}`, ` Last: #${last.n} ${last.words.en}`) : '');
  }

  /** @param {KeyboardEvent} e */
  function turnPick(e) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    const list = seats();
    if (!by || !list.length) return;
    e.preventDefault();
    e.stopPropagation();
    const i = list.findIndex((s) => s.seat === who);
    who = list[(i + by + list.length) % list.length].seat;
    draw(true);
    /** @type {HTMLElement|null} */ (pick.querySelector('[aria-checked="true"]'))?.focus();
  }

  function drawPick() {
    pick.setAttribute('aria-label', tr('座位', 'Seat'));
    pick.replaceChildren(...seats().map((s) => h('button', {
      role: 'radio', 'aria-checked': String(s.seat === who), tabindex: s.seat === who ? '0' : '-1', 'data-kingdom': s.kingdom?.id ?? 'none', 'data-pick': s.seat, 'data-key': `pick-${s.seat}`, 'data-dead': !s.alive,
      onclick: () => { who = s.seat; draw(true); },
    }, h('i', null, String(s.seat)), nameOf(s.seat))));
    seatField.replaceChildren(legend(tr('对谁', 'Seat')), pick);
  }

  /** Draws all parts, and puts the focus back where it was. @param {boolean} [force] */
  function draw(force) {
    const active = document.activeElement;
    const inside = active instanceof HTMLElement && root.contains(active) ? active : null;
    const key = inside && ['data-key', 'data-field', 'data-act', 'data-pick'].map((a) => (inside.hasAttribute(a) ? `[${a}="${CSS.escape(inside.getAttribute(a) ?? '')}"]` : '')).find(Boolean);
    const caret = inside instanceof HTMLInputElement ? inside.selectionStart : null;
    const list = seats();
    if (!list.some((s) => s.seat === who)) who = (list.find((s) => s.you) ?? list[0])?.seat ?? 0;
    // a field with its suggestions open is left alone while the game goes on around it
    const busy = !force && !acted && inside?.matches('input, select') ? inside.closest('fieldset') : null;
    acted = false;
    for (const [part, fn] of /** @type {[Element, () => void][]} */ ([[seatField, drawPick], [deal, drawDeal], [vitals, drawVitals], [skills, drawSkills], [tokens, drawTokens], [more, drawMore], [player, drawPlayer], [table, drawTable]])) if (part !== busy) fn();
    drawNote();
    if (busy) return;
    const again = key ? root.querySelector(key) : null;
    if (again instanceof HTMLElement) {
      again.focus({ preventScroll: true });
      if (again instanceof HTMLInputElement && caret != null) again.setSelectionRange(caret, caret);
    }
  }

  let stale = true;
  let asked = false;
  store.on((state, changed) => {
    if (['view', 'lang', 'seats', 'files', 'hello', 'ticks'].some((k) => changed.has(k))) stale = true;
    if (changed.has('error')) drawNote();
    if (state.tab !== 'director' || state.hello?.role !== 'host') return;
    if (!asked) { asked = true; if (!state.files.length) send({ t: 'files' }); }
    if (stale) { stale = false; draw(changed.has('lang')); }
  });
}

/** @type {Record<string, () => void>} */
export const keys = {};
