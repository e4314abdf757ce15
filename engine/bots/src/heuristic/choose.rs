//! Choices inside effects: cards, characters, words, numbers.

use super::Thought;
use super::policy::Aiming;
use super::worth::FRIEND;
use crate::random::random_answer;
use muniu_kernel::card::{Suit, Zone};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::names::Name;
use muniu_kernel::request::{Answer, Ask, Pick};

/// A required choice of one's own cards is paid with cards worth less than this, an optional one is declined above.
const DEAR: i32 = 58;

impl Thought<'_> {
    pub(super) fn choose(&mut self) -> Option<Answer> {
        let hint = self.request.prompt.skill.and_then(|skill| self.hint(skill));
        if hint == Some(0) && self.request.optional {
            return None;
        }
        match &self.request.ask {
            Ask::Cards { cards, hidden, min, max } => self.cards(cards, hidden, *min, *max),
            Ask::Players { candidates, min, max } => self.players(candidates, *min, *max, hint),
            Ask::Confirm => Some(Answer::Yes),
            Ask::Suit => Some(Answer::Suit(self.commonest_suit())),
            Ask::General { choices } => self.general(choices),
            Ask::Arrange { cards, piles } => Some(Answer::Piles(self.arrange(cards, piles))),
            Ask::Distribute { cards, candidates, min, max, each_max } => {
                self.distribute(cards, candidates, *min, *max, *each_max)
            }
            _ => {
                random_answer(muniu_kernel::agent::View::new(self.seen.game(), self.seen.me()), self.request, self.dice)
            }
        }
    }

    // ── cards ─────────────────────────────────────────────────────────────────────────────────────────────────────

    fn cards(&mut self, cards: &[CardId], hidden: &[(PlayerId, usize)], min: usize, max: usize) -> Option<Answer> {
        let me = self.seen.me();
        let key = self.request.prompt.key.map(|key| self.seen.game().names().text(key));
        if key.as_deref() == Some("pindian") {
            return Some(Answer::Cards(vec![Pick::Card(self.for_pindian(cards)?)]));
        }
        let owner = |card: CardId| self.seen.zone(card).and_then(Zone::owner);
        if !cards.is_empty() && hidden.is_empty() && cards.iter().all(|card| owner(*card) == Some(me)) {
            return self.own_cards(cards, min, max);
        }
        // Of nobody's cards the best; of an enemy's the dearest; of a friend's what hinders him.
        let mut picks: Vec<(i32, Pick)> = Vec::new();
        for card in cards {
            let worth = match self.seen.zone(*card) {
                Some(Zone::Judge(of)) => self.relation(of),
                Some(zone) => match zone.owner() {
                    Some(of) if of == me => -self.keep(*card),
                    Some(of) if self.relation(of) > FRIEND => -60,
                    Some(_) => 40 + self.keep_of_others(*card),
                    None => self.keep(*card),
                },
                None => 0,
            };
            picks.push((worth, Pick::Card(*card)));
        }
        for (of, most) in hidden {
            let worth = if self.relation(*of) > FRIEND { -40 } else { 60 };
            picks.extend(std::iter::repeat_n((worth, Pick::Hidden(*of)), *most));
        }
        picks.sort_by_key(|(worth, _)| -worth);
        let good = picks.iter().filter(|(worth, _)| *worth > 0).count();
        let count = good.clamp(min.min(picks.len()), max.min(picks.len()).max(min));
        if count == 0 || self.request.optional && good == 0 {
            return self.declined(min);
        }
        Some(Answer::Cards(picks.into_iter().take(count).map(|(_, pick)| pick).collect()))
    }

    fn declined(&self, min: usize) -> Option<Answer> {
        if self.request.optional || min > 0 { None } else { Some(Answer::Cards(Vec::new())) }
    }

    /// One's own cards are paid, discarded or given: the cheapest, no more than must be.
    fn own_cards(&mut self, cards: &[CardId], min: usize, max: usize) -> Option<Answer> {
        let sorted = self.cheapest(cards);
        let bad = sorted.iter().filter(|card| self.keep(**card) < 0).count();
        let count = bad.clamp(min, max.max(min));
        let dear: i32 = sorted.iter().take(min).map(|card| self.keep(*card)).sum();
        if self.request.optional && (count == 0 || dear > DEAR) {
            return None;
        }
        Some(Answer::Cards(sorted.into_iter().take(count).map(Pick::Card).collect()))
    }

    /// High, but not what saves one.
    fn for_pindian(&self, cards: &[CardId]) -> Option<CardId> {
        let worth = |card: CardId| i32::from(self.seen.rank(card).unwrap_or(0)) * 8 - self.keep(card);
        let mut best: Option<(i32, CardId)> = None;
        for card in cards {
            if best.is_none_or(|(most, _)| worth(*card) > most) {
                best = Some((worth(*card), *card));
            }
        }
        best.map(|(_, card)| card)
    }

    /// What losing this open card costs its owner.
    fn keep_of_others(&self, card: CardId) -> i32 {
        match self.seen.zone(card) {
            Some(Zone::Equip(_, muniu_kernel::card::Slot::Armor)) => 35,
            Some(Zone::Equip(..)) => 25,
            _ => self.kind_of(card).map_or(20, |kind| kind.keep() / 3),
        }
    }

    // ── characters ────────────────────────────────────────────────────────────────────────────────────────────────

    fn players(&mut self, candidates: &[PlayerId], min: usize, max: usize, hint: Option<i64>) -> Option<Answer> {
        let aiming = match hint {
            Some(hint) if hint < 0 => Aiming::Harm,
            Some(hint) if hint > 0 => Aiming::Help,
            _ => self.guess_aiming(candidates, &[]),
        };
        let mut sorted: Vec<(i32, PlayerId)> =
            candidates.iter().map(|player| (self.target_worth(aiming, *player, false), *player)).collect();
        sorted.sort_by_key(|(worth, _)| -worth);
        let fitting = candidates.iter().filter(|player| self.meant_for(aiming, **player)).count();
        let most = if hint.is_some() { max } else { min.max(1) };
        let count = fitting.clamp(min, most.min(max).max(min));
        if count == 0 || self.request.optional && fitting == 0 {
            return if self.request.optional || min > 0 { None } else { Some(Answer::Players(Vec::new())) };
        }
        Some(Answer::Players(sorted.into_iter().take(count).map(|(_, player)| player).collect()))
    }

    fn distribute(
        &mut self,
        cards: &[CardId],
        candidates: &[PlayerId],
        min: usize,
        max: usize,
        each_max: usize,
    ) -> Option<Answer> {
        let mut to: Vec<(i32, PlayerId)> = candidates.iter().map(|player| (self.relation(*player), *player)).collect();
        to.sort_by_key(|(relation, _)| -relation);
        let friends: Vec<PlayerId> =
            to.iter().filter(|(relation, _)| *relation > FRIEND).map(|(_, player)| *player).collect();
        let own = cards.iter().all(|card| self.seen.zone(*card).and_then(Zone::owner) == Some(self.seen.me()));
        let (count, takers) = match friends.is_empty() {
            true => (min, to.iter().map(|(_, player)| *player).collect()),
            // What comes from one's own hand is given as far as it must.
            false if own => (min.max(1).min(max), friends),
            false => (max, friends),
        };
        if count == 0 {
            return None;
        }
        let slots = takers.iter().flat_map(|player| std::iter::repeat_n(*player, each_max.min(cards.len())));
        let gifts: Vec<(CardId, PlayerId)> = self.cheapest(cards).into_iter().zip(slots).take(count).collect();
        (gifts.len() >= min).then_some(Answer::Gifts(gifts))
    }

    /// Any; a lord, whom everybody is after, one of those who last longest.
    fn general(&mut self, choices: &[Name]) -> Option<Answer> {
        let catalogue = self.seen.game().catalogue();
        let lord = self.sides.is_lord(self.seen);
        // A lord's skill is worth a point of hp to him; beyond that any general is worth playing.
        let fits =
            |name: &Name| catalogue.general(*name).is_some_and(|general| !lord || general.hp >= 4 || general.lord);
        let fit: Vec<Name> = choices.iter().copied().filter(fits).collect();
        let fit = if fit.is_empty() { choices.to_vec() } else { fit };
        self.dice.pick(&fit).map(Answer::Name)
    }

    // ── the rest ──────────────────────────────────────────────────────────────────────────────────────────────────

    fn commonest_suit(&mut self) -> Suit {
        let faces: Vec<Suit> = self.seen.hand().into_iter().filter_map(|card| self.seen.suit(card)).collect();
        let count = |suit: Suit| faces.iter().filter(|other| **other == suit).count();
        let most = Suit::ALL.into_iter().map(count).max().unwrap_or(0);
        let best: Vec<Suit> = Suit::ALL.into_iter().filter(|suit| count(*suit) == most).collect();
        self.dice.pick(&best).unwrap_or(Suit::Heart)
    }

    /// The best cards into the first pile, the best on top.
    fn arrange(&self, cards: &[CardId], piles: &[(Name, usize, usize)]) -> Vec<Vec<CardId>> {
        let mut best = self.cheapest(cards);
        best.reverse();
        let least: usize = piles.iter().map(|(_, min, _)| *min).sum();
        let mut spare = best.len().saturating_sub(least);
        let mut rest = best.into_iter();
        piles
            .iter()
            .map(|(_, min, max)| {
                let more = spare.min(max - min);
                spare -= more;
                rest.by_ref().take(min + more).collect()
            })
            .collect()
    }
}
