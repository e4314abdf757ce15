//! Is an answer legal, and which one stands when none is given?

use super::refusal::{Counted, Refusal};
use crate::agent::View;
use crate::card::Suit;
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use crate::request::{Action, Answer, Ask, Pick, Request, Way};

impl Game {
    /// Is the answer legal?
    ///
    /// # Errors
    /// Why it isn't.
    pub fn check(&self, request: &Request, answer: &Answer) -> Result<(), Refusal> {
        if *answer == Answer::Pass {
            return if request.optional { Ok(()) } else { Err(Refusal::Required) };
        }
        match (&request.ask, answer) {
            (Ask::Play | Ask::Card { .. } | Ask::Trigger { .. }, Answer::Act(action)) => {
                self.check_action(request, action)
            }
            (Ask::OrderTriggers { options, .. }, Answer::Index(number)) => below(*number, options.len()),
            (Ask::Option { options }, Answer::Index(number)) => below(*number, options.len()),
            (Ask::Cards { cards, hidden, min, max }, Answer::Cards(picks)) => {
                check_picks(cards, hidden, *min, *max, picks)
            }
            (Ask::Players { candidates, min, max }, Answer::Players(players)) => {
                if let Some(wrong) = players.iter().find(|player| !candidates.contains(player)) {
                    return Err(Refusal::Player(*wrong));
                }
                if !distinct(players) {
                    return Err(Refusal::Twice);
                }
                within(players.len(), *min, *max, Counted::Characters)
            }
            (Ask::Number { min, max }, Answer::Number(number)) => {
                if (min..=max).contains(&number) {
                    Ok(())
                } else {
                    Err(Refusal::Number { number: *number, min: *min, max: *max })
                }
            }
            (Ask::Suit, Answer::Suit(_)) | (Ask::Confirm, Answer::Yes) => Ok(()),
            (Ask::General { choices }, Answer::Name(name)) => {
                if choices.contains(name) {
                    Ok(())
                } else {
                    Err(Refusal::General)
                }
            }
            (Ask::Arrange { cards, piles }, Answer::Piles(answer)) => check_piles(cards, piles, answer),
            (Ask::Distribute { cards, candidates, min, max, each_max }, Answer::Gifts(gifts)) => {
                let given: Vec<CardId> = gifts.iter().map(|(card, _)| *card).collect();
                if !given.iter().all(|card| cards.contains(card)) || !distinct(&given) {
                    return Err(Refusal::Gift);
                }
                if let Some((_, wrong)) = gifts.iter().find(|(_, to)| !candidates.contains(to)) {
                    return Err(Refusal::Receiver(*wrong));
                }
                let most = candidates.iter().map(|to| gifts.iter().filter(|(_, other)| other == to).count()).max();
                if most.unwrap_or(0) > *each_max {
                    return Err(Refusal::Share(*each_max));
                }
                within(gifts.len(), *min, *max, Counted::Cards)
            }
            (ask, _) => Err(Refusal::Kind(ask.kind())),
        }
    }

    /// May the seat be building this action: by a way that is open, with cards that it sees? What may come next would
    /// else tell it of cards that are hidden from it.
    #[must_use]
    pub fn offers(&self, request: &Request, action: &Action) -> bool {
        let view = View::new(self, request.seat);
        self.exists(action) && self.way_open(request, action.way) && action.cards.iter().all(|card| view.sees(*card))
    }

    pub(crate) fn check_action(&self, request: &Request, action: &Action) -> Result<(), Refusal> {
        if !self.exists(action) || !self.way_open(request, action.way) {
            return Err(Refusal::Way);
        }
        let mut partial = Action::new(action.way);
        partial.recast = action.recast;
        for card in &action.cards {
            if !self.next(request, &partial).cards.contains(card) {
                return Err(Refusal::Card(*card));
            }
            partial.cards.push(*card);
        }
        if let Some(name) = action.name {
            if matches!(action.way, Way::Card(_) | Way::Recast(_) | Way::Active(_)) {
                return Err(Refusal::Undeclared);
            }
            let names = self.next(request, &partial).names;
            if !names.is_empty() && !names.contains(&name) {
                return Err(Refusal::Name);
            }
            partial.name = Some(name);
        }
        if let Some(option) = action.option {
            below(usize::from(option), self.next(request, &partial).options.len())?;
            partial.option = Some(option);
        }
        for target in &action.targets {
            if !self.next(request, &partial).targets.contains(target) {
                return Err(Refusal::Target(*target));
            }
            partial.targets.push(*target);
        }
        if self.next(request, &partial).ready { Ok(()) } else { Err(Refusal::Incomplete) }
    }

    /// The answer that stands when a seat gives none: decline if that is allowed, else the first legal one.
    #[must_use]
    pub fn default_answer(&self, request: &Request) -> Answer {
        if request.optional {
            return Answer::Pass;
        }
        match &request.ask {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => {
                self.first_action(request).map_or(Answer::Pass, Answer::Act)
            }
            Ask::OrderTriggers { .. } | Ask::Option { .. } => Answer::Index(0),
            Ask::Cards { cards, hidden, min, .. } => {
                let open = cards.iter().map(|card| Pick::Card(*card));
                let covered =
                    hidden.iter().flat_map(|(player, most)| std::iter::repeat_n(Pick::Hidden(*player), *most));
                Answer::Cards(open.chain(covered).take(*min).collect())
            }
            Ask::Players { candidates, min, .. } => Answer::Players(candidates.iter().copied().take(*min).collect()),
            Ask::Number { min, .. } => Answer::Number(*min),
            Ask::Suit => Answer::Suit(Suit::Spade),
            Ask::Confirm => Answer::Pass,
            Ask::General { choices } => choices.first().map_or(Answer::Pass, |name| Answer::Name(*name)),
            Ask::Arrange { cards, piles } => Answer::Piles(fill_piles(cards, piles)),
            Ask::Distribute { cards, candidates, min, .. } => {
                Answer::Gifts(cards.iter().take(*min).zip(candidates.iter().cycle()).map(|(c, p)| (*c, *p)).collect())
            }
        }
    }

    /// The first complete action, trying ways, cards and targets in order.
    #[must_use]
    pub fn first_action(&self, request: &Request) -> Option<Action> {
        self.ways(request).into_iter().find_map(|way| self.complete(request, Action::new(way)))
    }

    /// Complete a partial action with the first that fits at every step.
    #[must_use]
    pub fn complete(&self, request: &Request, mut action: Action) -> Option<Action> {
        loop {
            let next = self.next(request, &action);
            if next.ready {
                return Some(action);
            }
            if action.cards.len() < next.card_bounds.0 {
                action.cards.push(*next.cards.first()?);
            } else if action.name.is_none() && !next.names.is_empty() {
                action.name = next.names.first().copied();
            } else if action.option.is_none() && !next.options.is_empty() {
                action.option = Some(0);
            } else if action.targets.len() < next.target_bounds.1 && !next.targets.is_empty() {
                action.targets.push(next.targets[0]);
            } else if action.cards.len() < next.card_bounds.1 && !next.cards.is_empty() {
                action.cards.push(next.cards[0]);
            } else {
                return None;
            }
        }
    }
}

fn below(number: usize, bound: usize) -> Result<(), Refusal> {
    if number < bound { Ok(()) } else { Err(Refusal::Option { number, of: bound }) }
}

fn within(count: usize, min: usize, max: usize, of: Counted) -> Result<(), Refusal> {
    if (min..=max).contains(&count) { Ok(()) } else { Err(Refusal::Count { count, of, min, max }) }
}

/// Quick only where the items are among few: whether they are is looked at first.
fn distinct<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().all(|(at, item)| !items[..at].contains(item))
}

fn check_picks(
    cards: &[CardId],
    hidden: &[(PlayerId, usize)],
    min: usize,
    max: usize,
    picks: &[Pick],
) -> Result<(), Refusal> {
    let open: Vec<CardId> = picks.iter().filter_map(|pick| pick.open()).collect();
    if !open.iter().all(|card| cards.contains(card)) || !distinct(&open) {
        return Err(Refusal::Cards);
    }
    for (player, most) in hidden {
        if picks.iter().filter(|pick| **pick == Pick::Hidden(*player)).count() > *most {
            return Err(Refusal::Hand(*player));
        }
    }
    let strange = picks.iter().find_map(|pick| match pick {
        Pick::Hidden(player) if !hidden.iter().any(|(owner, _)| owner == player) => Some(*player),
        _ => None,
    });
    if let Some(player) = strange {
        return Err(Refusal::Hand(player));
    }
    within(picks.len(), min, max, Counted::Cards)
}

fn check_piles(cards: &[CardId], piles: &[(Name, usize, usize)], answer: &[Vec<CardId>]) -> Result<(), Refusal> {
    if answer.len() != piles.len() {
        return Err(Refusal::Piles { count: answer.len(), expected: piles.len() });
    }
    let all: Vec<CardId> = answer.iter().flatten().copied().collect();
    if all.len() != cards.len() || !distinct(&all) || !all.iter().all(|card| cards.contains(card)) {
        return Err(Refusal::Arrangement);
    }
    answer.iter().zip(piles).try_for_each(|(pile, (_, min, max))| within(pile.len(), *min, *max, Counted::CardsInPile))
}

fn fill_piles(cards: &[CardId], piles: &[(Name, usize, usize)]) -> Vec<Vec<CardId>> {
    let mut rest = cards.to_vec();
    let mut filled: Vec<Vec<CardId>> =
        piles.iter().map(|(_, min, _)| rest.drain(..(*min).min(rest.len())).collect()).collect();
    for (pile, (_, _, max)) in filled.iter_mut().zip(piles) {
        let room = max.saturating_sub(pile.len()).min(rest.len());
        pile.extend(rest.drain(..room));
    }
    filled
}
