// @ts-check
// Words for the answer under construction: what to do next, and what the act button will do.

import { store } from './store.js';
import { say, tr, w, nameOf, SUIT, SUIT_WORDS } from './words.js';
import { cardOf, cardText } from './find.js';
import { hasNone } from './clock.js';

/** @param {number} min @param {number|null|undefined} max */
const span = (min, max) => (max == null || max > 60 ? tr(`至少 ${min}`, `at least ${min}`) : min === max ? `${min}` : `${min}–${max}`);

/** @param {number|null} count @param {string} word */
const plural = (count, word) => (count === 1 ? word : `${word}s`);

/** What to do next.
 * @returns {string} */
export function guide() {
  const { request, pick, next } = store.state;
  if (!request || !pick) return '';
  const min = request.min ?? 0, max = request.max;
  switch (request.kind) {
    case 'choose_cards': return tr(`选 ${span(min, max)} 张，已选 ${pick.cards.length}`, `Choose ${span(min, max)}, ${pick.cards.length} chosen`);
    case 'choose_players': return tr(`选 ${span(min, max)} 名角色，已选 ${pick.players.length}`, `Choose ${span(min, max)}, ${pick.players.length} chosen`);
    case 'distribute': return pick.held.length
      ? tr('点一名角色交给他', 'Click the one to give to')
      : tr(`选牌再点角色；给 ${span(min, max)} 张，已给 ${pick.gifts.length}`, `Choose cards, then a seat; give ${span(min, max)}, ${pick.gifts.length} given`);
    case 'arrange': return pick.held.length
      ? tr('方向键移动，或点要放的位置', 'Move with the arrow keys, or click where to put it')
      : tr('拖动，或选一张牌再移动', 'Drag, or take a card up and move it');
    case 'order_triggers': return tr('选先发动的', 'Choose which goes first');
    case 'choose_number': return request.range ? `${request.range.min}–${request.range.max}` : '';
    case 'choose_option': case 'choose_suit': case 'confirm': case 'pick_general': return '';
  }
  if (!pick.action) {
    if (hasNone()) return tr('你没有可用的，只能放弃', 'You have none: you can only pass');
    const ways = request.ways ?? [];
    const cards = ways.some((x) => x.kind === 'card' || x.kind === 'recast'), skills = ways.some((x) => x.kind !== 'card' && x.kind !== 'recast');
    if (cards && skills) return tr('选一张牌或一个技能', 'Choose a card or a skill');
    if (cards) return tr('选一张牌', 'Choose a card');
    return skills ? tr('选一个技能', 'Choose a skill') : tr('没有可用的牌', 'Nothing can be used');
  }
  if (!next) return '…';
  const cards = pick.action.cards?.length ?? 0, targets = pick.action.targets?.length ?? 0;
  const [least, most] = next.card_bounds;
  if (cards < least) return tr(`选 ${span(least, most)} 张牌，已选 ${cards}`, `Choose ${span(least, most)} ${plural(most, 'card')}, ${cards} chosen`);
  if (next.names.length && !pick.action.name) return tr('当作哪种牌？', 'As which card?');
  if (next.options.length && pick.action.option == null) return tr('选一项', 'Choose one');
  if (next.pairs && targets % 2 === 1) return tr('再选第二个目标', 'Now the second target');
  if (!next.ready && next.targets.length) return tr(`选 ${span(Math.max(1, next.target_bounds[0]), next.target_bounds[1])} 个目标，已选 ${targets}`, `Choose ${span(Math.max(1, next.target_bounds[0]), next.target_bounds[1])} ${plural(next.target_bounds[1], 'target')}, ${targets} chosen`);
  if (next.ready && next.cards.length && (most ?? 99) > cards) return tr('还可以加牌', 'More cards may be added');
  if (next.ready && next.targets.length) return tr('还可以加目标', 'More targets may be added');
  return next.ready ? '' : tr('还不能这样做', 'This can’t be done yet');
}

/** The name of the act button: what pressing it does.
 * @returns {string} */
export function actLabel() {
  const { request, pick } = store.state;
  if (!request || !pick) return '';
  const skill = request.skill ? say(request.skill.words) : '';
  switch (request.kind) {
    case 'choose_cards': return tr(`选定 ${pick.cards.length} 张`, `Take ${pick.cards.length}`);
    case 'choose_players': return pick.players.length ? tr(`选定 ${pick.players.map(nameOf).join('、')}`, `Choose ${pick.players.map(nameOf).join(', ')}`) : tr('选定', 'Choose');
    case 'choose_number': return tr(`选 ${pick.number}`, `Choose ${pick.number}`);
    case 'choose_suit': return pick.suit ? `${SUIT[pick.suit]}\uFE0E ${say(SUIT_WORDS[pick.suit])}` : tr('选定', 'Choose');
    case 'confirm': return tr('是', 'Yes');
    case 'pick_general': {
      const chosen = request.choices?.find((g) => g.id === pick.name);
      return chosen ? tr(`选 ${say(chosen.words)}`, `Choose ${say(chosen.words)}`) : tr('选定', 'Choose');
    }
    case 'arrange': return tr('排好', 'Arrange so');
    case 'distribute': return tr(`交出 ${pick.gifts.length} 张`, `Give ${pick.gifts.length}`);
    case 'choose_option': case 'order_triggers': return '';
  }
  const { offer, action } = pick;
  const verb = request.kind === 'respond' ? w('打出', 'Play') : w('使用', 'Use');
  if (!offer || !action) return say(verb);
  const to = action.targets?.length ? ` → ${action.targets.length <= 2 ? action.targets.map(nameOf).join(tr('、', ', ')) : tr(`${action.targets.length} 人`, `${action.targets.length} seats`)}` : '';
  if (offer.kind === 'card') {
    const card = cardOf(offer.card);
    return `${say(verb)} ${card ? cardText(card) : say(offer.words)}${to}`;
  }
  if (offer.kind === 'recast') return tr('重铸', 'Recast');
  const as = action.name && pick.named ? ` ${say(pick.named)}` : '';
  return tr(`发动 ${say(offer.words)}${as}${to}`, `Use ${say(offer.words)}${as}${to}`);
}
