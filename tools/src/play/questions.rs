//! Questions in words, and their menus, built from the request alone: skills of the future need nothing new here.

use super::menu::{Item, Menu, Stop};
use super::screen::Screen;
use crate::words::Words;
use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::card::Suit;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Answer, Ask, Pick, Request};

/// A question on its way to a person.
pub struct Question<'a> {
    pub words: &'a Words,
    pub screen: &'a mut Screen,
    pub view: View<'a>,
    pub request: &'a Request,
}

impl Question<'_> {
    pub(super) fn game(&self) -> &Game {
        self.view.rules()
    }

    pub(super) fn say<'t>(&self, zh: &'t str, en: &'t str) -> &'t str {
        self.words.say(zh, en)
    }

    /// What an empty line means: nothing where an answer is required.
    pub(super) fn pass(&self) -> Option<String> {
        self.request.optional.then(|| self.words.pass(self.request).to_owned())
    }

    pub(super) fn choose(&mut self, menu: &Menu) -> Result<Vec<usize>, Stop> {
        menu.choose(self.words, self.screen)
    }

    fn one(&mut self, items: Vec<Item>) -> Result<Option<usize>, Stop> {
        let menu = Menu { title: self.title(), items, min: 1, max: 1, enter: self.pass() };
        Ok(self.choose(&menu)?.first().copied())
    }

    /// Ask.
    pub fn ask(&mut self) -> Result<Answer, Stop> {
        match self.request.ask.clone() {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => self.action(),
            Ask::OrderTriggers { options, .. } => {
                let item = |at: &AbilityRef| {
                    Item::new(self.words.ability(self.game(), self.request.seat, *at), Some(at.skill))
                };
                let items = options.iter().map(item).collect();
                Ok(self.one(items)?.map_or(Answer::Pass, Answer::Index))
            }
            Ask::Option { options } => {
                let item = |value| Item::new(self.words.option(self.game(), self.request.prompt.skill, value), None);
                let items = options.iter().map(item).collect();
                Ok(self.one(items)?.map_or(Answer::Pass, Answer::Index))
            }
            Ask::Cards { cards, hidden, min, max } => self.cards(&cards, &hidden, min, max),
            Ask::Players { candidates, min, max } => {
                let items = candidates.iter().map(|player| self.player_item(*player)).collect();
                let menu = Menu { title: self.title(), items, min, max, enter: self.pass() };
                let chosen = self.choose(&menu)?;
                if chosen.is_empty() && self.request.optional {
                    return Ok(Answer::Pass);
                }
                Ok(Answer::Players(chosen.into_iter().map(|at| candidates[at]).collect()))
            }
            Ask::Number { min, max } => self.number(min, max),
            Ask::Suit => {
                let items = Suit::ALL.iter().map(|suit| Item::new(self.words.suit(*suit), None)).collect();
                Ok(self.one(items)?.map_or(Answer::Pass, |at| Answer::Suit(Suit::ALL[at])))
            }
            Ask::Confirm => {
                let items = vec![Item::new(self.say("是", "yes"), self.request.prompt.skill)];
                Ok(self.one(items)?.map_or(Answer::Pass, |_| Answer::Yes))
            }
            Ask::General { choices } => {
                let items = choices.iter().map(|general| self.general_item(*general)).collect();
                Ok(self.one(items)?.map_or(Answer::Pass, |at| Answer::Name(choices[at])))
            }
            Ask::Arrange { cards, piles } => self.arrange(&cards, &piles),
            Ask::Distribute { cards, candidates, min, max, .. } => self.distribute(&cards, &candidates, min, max),
        }
    }

    // ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// What is asked, in words.
    pub(super) fn title(&self) -> String {
        self.words.question(self.game(), self.request)
    }

    pub(super) fn player_item(&self, player: PlayerId) -> Item {
        let game = self.game();
        let (hp, max_hp, hand) = {
            let state = game.read();
            let player = &state.players[player.index()];
            (player.hp, player.max_hp, player.hand.len())
        };
        let label = format!("{} ♥{hp}/{max_hp} {}{hand}", self.words.player(game, player), self.say("手牌", "hand "));
        Item::new(label, None)
    }

    pub(super) fn card_item(&self, card: CardId) -> Item {
        let game = self.game();
        let owner = game.read().zones[card.index()].owner().filter(|owner| *owner != self.request.seat);
        let zone = game.read().zones[card.index()];
        let place = match zone {
            muniu_kernel::card::Zone::Equip(_, slot) => self.words.word_of(slot.id()),
            muniu_kernel::card::Zone::Judge(_) => self.say("判定区", "judgement area").into(),
            muniu_kernel::card::Zone::Pile(_, pile) => self.words.word(pile),
            _ => String::new(),
        };
        let owner = owner.map(|owner| self.words.player(game, owner)).unwrap_or_default();
        let place = [owner, place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let name = game.face(card).name;
        let label = self.words.card(game, card);
        Item::new(if place.is_empty() { label } else { format!("{label} ({place})") }, Some(name))
    }

    fn general_item(&self, general: Name) -> Item {
        let catalogue = self.game().catalogue();
        let Some(def) = catalogue.general(general) else {
            return Item::new(self.words.general(general), Some(general));
        };
        let skills: Vec<String> = def.skills.iter().map(|skill| self.words.skill(*skill)).collect();
        let kingdom = self.words.word(def.kingdom);
        let label = format!("{} {kingdom} ♥{} {}", self.words.general(general), def.hp, skills.join(" "));
        Item::new(label, def.skills.first().copied())
    }

    // ── menus ─────────────────────────────────────────────────────────────────────────────────────────────────────

    fn cards(
        &mut self,
        cards: &[CardId],
        hidden: &[(PlayerId, usize)],
        min: usize,
        max: usize,
    ) -> Result<Answer, Stop> {
        let mut picks: Vec<Pick> = cards.iter().map(|card| Pick::Card(*card)).collect();
        let mut items: Vec<Item> = cards.iter().map(|card| self.card_item(*card)).collect();
        for (owner, count) in hidden {
            for _ in 0..*count {
                let of = self.words.player(self.game(), *owner);
                items.push(Item::new(format!("{of} {}", self.say("的一张手牌", "a hand card")), None));
                picks.push(Pick::Hidden(*owner));
            }
        }
        let menu = Menu { title: self.title(), items, min, max, enter: self.pass() };
        let chosen = self.choose(&menu)?;
        if chosen.is_empty() && self.request.optional {
            return Ok(Answer::Pass);
        }
        Ok(Answer::Cards(chosen.into_iter().map(|at| picks[at]).collect()))
    }

    fn number(&mut self, min: i64, max: i64) -> Result<Answer, Stop> {
        const SHOWN: i64 = 50;
        if max - min < SHOWN {
            let items = (min..=max).map(|number| Item::new(number.to_string(), None)).collect();
            return Ok(self.one(items)?.map_or(Answer::Pass, |at| Answer::Number(min + at as i64)));
        }
        loop {
            let prompt = format!("? {} ({min}–{max}) > ", self.title());
            let Some(line) = self.screen.read(&prompt) else { return Err(Stop::End) };
            match line.parse::<i64>() {
                _ if line == "q" => return Err(Stop::Quit),
                Ok(number) if (min..=max).contains(&number) => return Ok(Answer::Number(number)),
                _ => self.screen.line(self.say("  ! 不在范围内", "  ! not in the range")),
            }
        }
    }

    /// Pile by pile, in the order typed; the last pile takes what is left.
    fn arrange(&mut self, cards: &[CardId], piles: &[(Name, usize, usize)]) -> Result<Answer, Stop> {
        let mut rest = cards.to_vec();
        let mut answer: Vec<Vec<CardId>> = Vec::new();
        for (at, (name, min, max)) in piles.iter().enumerate() {
            let later: usize = piles[at + 1..].iter().map(|(_, _, max)| *max).fold(0, usize::saturating_add);
            let last = at + 1 == piles.len();
            let min = (*min).max(rest.len().saturating_sub(later));
            if rest.is_empty() || (last && rest.len() == 1) {
                answer.push(std::mem::take(&mut rest));
                continue;
            }
            let order = self.say("按顺序, 第一张在最上面", "in order, the first on top");
            let title = format!("{}: {} ({order})", self.title(), self.words.pile(self.request, *name));
            let items = rest.iter().map(|card| self.card_item(*card)).collect();
            let enter = last.then(|| self.say("照此顺序", "as listed").to_owned());
            let menu = Menu { title, items, min, max: (*max).min(rest.len()), enter };
            let chosen = self.choose(&menu)?;
            if last && chosen.is_empty() {
                answer.push(std::mem::take(&mut rest));
                continue;
            }
            let pile: Vec<CardId> = chosen.into_iter().map(|at| rest[at]).collect();
            rest.retain(|card| !pile.contains(card));
            answer.push(pile);
        }
        Ok(Answer::Piles(answer))
    }

    /// Cards, then who gets them, until enough.
    fn distribute(&mut self, cards: &[CardId], to: &[PlayerId], min: usize, max: usize) -> Result<Answer, Stop> {
        let mut rest = cards.to_vec();
        let mut gifts: Vec<(CardId, PlayerId)> = Vec::new();
        while gifts.len() < max && !rest.is_empty() {
            let done = gifts.len() >= min;
            let enter = done.then(|| self.say("给完了", "done").to_owned());
            let items = rest.iter().map(|card| self.card_item(*card)).collect();
            let title = format!("{} {}/{max}", self.title(), gifts.len());
            let menu = Menu { title, items, min: 1, max: max - gifts.len(), enter };
            let chosen = self.choose(&menu)?;
            if chosen.is_empty() {
                break;
            }
            let given: Vec<CardId> = chosen.into_iter().map(|at| rest[at]).collect();
            let items = to.iter().map(|player| self.player_item(*player)).collect();
            let title = self.say("交给谁?", "to whom?").to_owned();
            let whom = self.choose(&Menu { title, items, min: 1, max: 1, enter: None })?;
            let Some(whom) = whom.first().map(|at| to[*at]) else { continue };
            rest.retain(|card| !given.contains(card));
            gifts.extend(given.into_iter().map(|card| (card, whom)));
        }
        if gifts.is_empty() && self.request.optional { Ok(Answer::Pass) } else { Ok(Answer::Gifts(gifts)) }
    }
}
