//! What abilities ask for: price, cards, targets, an option.

use super::Next;
use super::limits::Apart;
use crate::def::{Ability, Active, Ban, CardPick, Each, From, OptionPick, Picks, Price, TargetPick};
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::index::Entry;
use crate::request::{Action, Ev};
use crate::rulebook::{Act, Arg, Call};
use crate::value::{Value, name_in};

impl Game {
    /// Can an active ability be used at this idle point? One that is lent must be lent to this character.
    pub(crate) fn active_open(&self, seat: PlayerId, entry: &Entry, active: &Active) -> bool {
        let lent = match entry.ability() {
            Ability::Lent { to, .. } => self.test_entry(entry, *to, &[Arg::Player(seat)]),
            _ => true,
        };
        let ev: Ev = self.current().into();
        lent && self.counts(entry)
            && self.limit_left(seat, entry, active.limit)
            && self.test_for(seat, entry, active.when, ev)
            && self.payable(seat, entry, &active.picks, ev)
    }

    /// For `lent` the one who acts comes first and the holder last.
    pub(crate) fn test_for(&self, seat: PlayerId, entry: &Entry, when: Option<crate::def::Fun>, ev: Ev) -> bool {
        if !self.is_lent(seat, entry) {
            return self.test_entry(entry, when, &[Arg::Event(ev)]);
        }
        when.is_none_or(|fun| {
            let args = [Arg::Player(seat), Arg::Event(ev), Arg::Player(entry.at.owner)];
            self.rulebook().test(self, Call { fun, skill: entry.at.skill, args: &args })
        })
    }

    /// Is the ability used by somebody to whom its holder lends it?
    pub(crate) fn is_lent(&self, seat: PlayerId, entry: &Entry) -> bool {
        let lends = match entry.ability() {
            Ability::Lent { .. } => true,
            Ability::On(handler) => handler.to.is_some(),
            _ => false,
        };
        lends && seat != entry.at.owner
    }

    /// Can price, cards and targets be met at all?
    pub(crate) fn payable(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev) -> bool {
        if !self.price_met(seat, entry, &picks.price, ev) {
            return false;
        }
        let used_up = entry.ability().limit().is_some_and(|limit| limit.each == Some(Each::Option));
        if used_up && self.options_of(seat, entry, picks, ev).is_empty() {
            return false;
        }
        if let Some(pick) = &picks.cards {
            let least = self.pick_bounds(entry, pick, ev).0;
            if self.pickable(seat, entry, pick, ev, &[], &[]).len() < least {
                return false;
            }
        }
        // With targets that depend on the cards, the test without cards could say no too early; so try them in turn.
        match (picks.targets, picks.chosen_cards()) {
            (None, _) => true,
            (Some(target), None) => self.enough_targets(seat, entry, target, ev, &[]),
            (Some(target), Some(pick)) => {
                let least = self.pick_bounds(entry, pick, ev).0;
                (least == 0 && self.enough_targets(seat, entry, target, ev, &[]))
                    || self
                        .pickable(seat, entry, pick, ev, &[], &[])
                        .into_iter()
                        .any(|card| self.enough_targets(seat, entry, target, ev, &[card]))
            }
        }
    }

    pub(crate) fn enough_targets(
        &self,
        seat: PlayerId,
        entry: &Entry,
        pick: TargetPick,
        ev: Ev,
        cards: &[CardId],
    ) -> bool {
        let act = Act { cards: cards.to_vec(), owner: Some(entry.at.owner), ..Act::default() };
        let least = self.num_entry(entry, pick.min, &[Arg::Event(ev), Arg::Act(&act)]).max(0) as usize;
        least == 0 || self.targetable(seat, entry, pick, ev, &act, 1).len() == 1
    }

    pub(crate) fn price_met(&self, seat: PlayerId, entry: &Entry, price: &Price, ev: Ev) -> bool {
        if let Some(pick) = &price.discard {
            let least = self.pick_bounds(entry, pick, ev).0;
            if self.pickable(seat, entry, pick, ev, &[], &[]).len() < least {
                return false;
            }
        }
        if let Some((mark, count)) = price.mark {
            let count = self.num_entry(entry, count, &[Arg::Event(ev)]);
            let has = self.read().players[seat.index()].marks.get(mark).copied().unwrap_or(0);
            if i64::from(has) < count {
                return false;
            }
        }
        true
    }

    pub(crate) fn pick_bounds(&self, entry: &Entry, pick: &CardPick, ev: Ev) -> (usize, usize) {
        let bound = |num| self.num_entry(entry, num, &[Arg::Event(ev)]).max(0) as usize;
        (bound(pick.min), pick.max.map_or(usize::MAX, bound))
    }

    /// Cards that may be picked after `chosen`.
    pub(crate) fn pickable(
        &self,
        seat: PlayerId,
        entry: &Entry,
        pick: &CardPick,
        ev: Ev,
        chosen: &[CardId],
        targets: &[PlayerId],
    ) -> Vec<CardId> {
        let act =
            Act { cards: chosen.to_vec(), targets: targets.to_vec(), owner: Some(entry.at.owner), ..Act::default() };
        let discards = is_price(entry, pick);
        let mut from = self.cards_from(seat, pick.from);
        if pick.from.hand && matches!(entry.ability(), Ability::Convert(_)) {
            from.extend(self.piled_as_hand(seat));
        }
        from.into_iter()
            .filter(|card| !chosen.contains(card) && !self.is_gone(*card))
            .filter(|card| self.card_passes(&pick.test, *card))
            .filter(|card| self.leaves(seat, entry, Apart::Card(*card), ev))
            .filter(|card| !discards || !self.banned_card(Ban::Discard, seat, *card))
            .filter(|card| {
                pick.filter.is_none_or(|fun| {
                    let args = [Arg::Event(ev), Arg::Card(*card), Arg::Act(&act)];
                    self.test_as(seat, entry, fun, &args)
                })
            })
            .collect()
    }

    pub(crate) fn test_as(&self, seat: PlayerId, entry: &Entry, fun: crate::def::Fun, args: &[Arg<'_>]) -> bool {
        let mut all: smallvec::SmallVec<[Arg<'_>; 5]> = smallvec::smallvec![Arg::Player(seat)];
        all.extend_from_slice(args);
        if let Some(effect) = entry.at.effect {
            all.push(Arg::Effect(effect));
        }
        self.rulebook().test(self, Call { fun, skill: entry.at.skill, args: &all })
    }

    /// The cards of a character in these places.
    #[must_use]
    pub fn cards_from(&self, seat: PlayerId, from: From) -> Vec<CardId> {
        let state = self.read();
        let player = &state.players[seat.index()];
        let mut cards = Vec::new();
        if from.hand {
            cards.extend_from_slice(&player.hand);
        }
        if from.equip {
            cards.extend(player.equip.iter().flatten());
        }
        if from.judge {
            cards.extend_from_slice(&player.judge);
        }
        if let Some(pile) = from.pile.and_then(|name| player.piles.get(name)) {
            cards.extend_from_slice(&pile.cards);
        }
        if from.field {
            cards.extend(state.players.iter().flat_map(|player| player.equip.iter().flatten().chain(&player.judge)));
        }
        if from.discard_pile {
            cards.extend(state.discard_pile.iter().rev());
        }
        cards
    }

    /// Cards of the character's piles that he uses and plays like hand cards.
    #[must_use]
    pub fn piled_as_hand(&self, seat: PlayerId) -> Vec<CardId> {
        let state = self.read();
        let piles = state.players[seat.index()].piles.iter();
        piles.filter(|(_, pile)| pile.as_hand).flat_map(|(_, pile)| pile.cards.iter().copied()).collect()
    }

    /// Characters that may be picked after those of `act`, not more than `most`.
    fn targetable(
        &self,
        seat: PlayerId,
        entry: &Entry,
        pick: TargetPick,
        ev: Ev,
        act: &Act,
        most: usize,
    ) -> Vec<PlayerId> {
        // Cards that are chosen to be paid count as gone: range with one's own weapon as the price and the like.
        self.as_if_gone(&act.cards, || {
            self.in_order()
                .into_iter()
                .filter(|other| (pick.own || *other != seat) && !act.targets.contains(other))
                .filter(|other| self.leaves(seat, entry, Apart::Target(*other), ev))
                .filter(|other| {
                    pick.filter.is_none_or(|fun| {
                        let args = [Arg::Event(ev), Arg::Player(*other), Arg::Act(act)];
                        self.test_as(seat, entry, fun, &args)
                    })
                })
                .take(most)
                .collect()
        })
    }

    pub(crate) fn next_picks(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev, action: &Action) -> Next {
        let mut next = Next::default();
        let pick = picks.chosen_cards();
        if let Some(pick) = pick {
            next.card_bounds = self.pick_bounds(entry, pick, ev);
            if action.cards.len() < next.card_bounds.1 {
                next.cards = self.pickable(seat, entry, pick, ev, &action.cards, &action.targets);
            }
        }
        next.options = self.options_of(seat, entry, picks, ev);
        let option = action.option.and_then(|number| next.options.get(usize::from(number)).cloned());
        let act = Act {
            cards: action.cards.clone(),
            targets: action.targets.clone(),
            option: option.unwrap_or_default(),
            owner: Some(entry.at.owner),
            ..Act::default()
        };
        if let Some(pick) = picks.targets {
            let args = [Arg::Event(ev), Arg::Act(&act)];
            let bound = |num| self.num_entry(entry, num, &args).max(0) as usize;
            next.target_bounds = (bound(pick.min), pick.max.map_or(usize::MAX, bound));
            if action.targets.len() < next.target_bounds.1 {
                next.targets = self.targetable(seat, entry, pick, ev, &act, usize::MAX);
            }
        }
        let chosen = action.option.is_some() || next.options.is_empty();
        let counted = action.targets.len() >= next.target_bounds.0 && action.targets.len() <= next.target_bounds.1;
        next.ready = next.ready_cards(action) && counted && chosen;
        next
    }

    pub(crate) fn options_of(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev) -> Vec<Value> {
        let mut options = match &picks.option {
            None => Vec::new(),
            Some(OptionPick::Words(words)) => words.iter().map(|word| Value::Name(*word)).collect(),
            Some(OptionPick::Ask(fun)) => {
                let args = [Arg::Player(seat), Arg::Event(ev)];
                match self.rulebook().value(self, Call { fun: *fun, skill: entry.at.skill, args: &args }) {
                    Value::List(list) => list.to_vec(),
                    Value::Nil => Vec::new(),
                    one => vec![one],
                }
            }
        };
        options.retain(|option| self.leaves(seat, entry, Apart::Option(name_in(option)), ev));
        options
    }
}

/// Is it the very pick of the price? One that looks the same may stand beside it.
fn is_price(entry: &Entry, pick: &CardPick) -> bool {
    let picks = match entry.ability() {
        Ability::On(handler) => &handler.picks,
        Ability::Active(active) | Ability::Lent { active, .. } => &active.picks,
        Ability::Provide(provide) => &provide.picks,
        _ => return false,
    };
    picks.price.discard.as_ref().is_some_and(|price| std::ptr::eq(price, pick))
}
