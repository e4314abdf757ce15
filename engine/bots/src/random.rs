//! A bot that answers anything legal by chance. It finds what nobody thought of, so it serves fuzzing.

use crate::build::{Policy, build};
use crate::dice::Dice;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::Suit;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Next;
use muniu_kernel::names::Name;
use muniu_kernel::request::{Action, Answer, Ask, Pick, Request};
use muniu_kernel::rulebook::Flow;

/// Actions in one turn's play phase after which it ends the phase.
const MOST_ACTIONS: u32 = 30;
/// How often it tries to complete an action that came to nothing.
const TRIES: usize = 6;

/// Answers by chance.
#[derive(Debug, Clone)]
pub struct RandomBot {
    dice: Dice,
    turn: u32,
    acts: u32,
}

impl RandomBot {
    /// The bot of `seat` in the game with this seed.
    #[must_use]
    pub fn new(seed: u64, seat: PlayerId) -> Self {
        RandomBot { dice: Dice::for_seat(seed, seat), turn: 0, acts: 0 }
    }

    /// May it decline now, and does it?
    fn declines(&mut self, view: View<'_>, request: &Request) -> bool {
        if !request.optional {
            return false;
        }
        let turn = view.rules().read().turns;
        if turn != self.turn {
            (self.turn, self.acts) = (turn, 0);
        }
        // Needs can be put again after a declaration that fell through, so everything optional counts.
        self.acts += 1;
        self.acts > MOST_ACTIONS * if request.ask == Ask::Play { 1 } else { 4 }
            || self.dice.one_in(if request.ask == Ask::Play { 8 } else { 4 })
    }
}

impl Agent for RandomBot {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        if self.declines(view, request) {
            return Ok(Answer::Pass);
        }
        let answer = random_answer(view, request, &mut self.dice);
        Ok(answer.unwrap_or_else(|| view.rules().default_answer(request)))
    }
}

/// A legal answer by chance; nothing if none was found in a few tries.
pub fn random_answer(view: View<'_>, request: &Request, dice: &mut Dice) -> Option<Answer> {
    let game = view.rules();
    for _ in 0..TRIES {
        let answer = draw(view, request, dice)?;
        if game.check(request, &answer).is_ok() {
            return Some(answer);
        }
    }
    None
}

fn draw(view: View<'_>, request: &Request, dice: &mut Dice) -> Option<Answer> {
    let game = view.rules();
    Some(match &request.ask {
        Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => {
            let mut ways = game.ways(request);
            dice.shuffle(&mut ways);
            let action = ways.into_iter().find_map(|way| build(game, request, way, &mut Chance(dice)))?;
            Answer::Act(action)
        }
        Ask::OrderTriggers { options, .. } => Answer::Index(dice.below(options.len())),
        Ask::Option { options } => Answer::Index(dice.below(options.len())),
        Ask::Cards { cards, hidden, min, max } => {
            let covered = hidden.iter().flat_map(|(player, most)| std::iter::repeat_n(Pick::Hidden(*player), *most));
            let mut picks: Vec<Pick> = cards.iter().map(|card| Pick::Card(*card)).chain(covered).collect();
            dice.shuffle(&mut picks);
            picks.truncate(between(dice, *min, (*max).min(picks.len())));
            Answer::Cards(picks)
        }
        Ask::Players { candidates, min, max } => {
            let mut players = candidates.clone();
            dice.shuffle(&mut players);
            players.truncate(between(dice, *min, (*max).min(players.len())));
            Answer::Players(players)
        }
        Ask::Number { min, max } => {
            let span = usize::try_from(max.saturating_sub(*min)).unwrap_or(0).min(1_000_000);
            Answer::Number(min + dice.below(span + 1) as i64)
        }
        Ask::Suit => Answer::Suit(Suit::ALL[dice.below(Suit::ALL.len())]),
        Ask::Confirm => Answer::Yes,
        Ask::General { choices } => Answer::Name(dice.pick(choices)?),
        Ask::Arrange { cards, piles } => {
            let mut cards = cards.clone();
            dice.shuffle(&mut cards);
            Answer::Piles(deal(&cards, piles, dice))
        }
        Ask::Distribute { cards, candidates, min, max, each_max } => {
            let mut cards = cards.clone();
            dice.shuffle(&mut cards);
            cards.truncate(between(dice, *min, (*max).min(cards.len())));
            let mut left: Vec<(PlayerId, usize)> = candidates.iter().map(|to| (*to, *each_max)).collect();
            let mut gifts = Vec::new();
            for card in cards {
                let open: Vec<usize> = (0..left.len()).filter(|at| left[*at].1 > 0).collect();
                let Some(at) = dice.pick(&open) else { break };
                left[at].1 -= 1;
                gifts.push((card, left[at].0));
            }
            Answer::Gifts(gifts)
        }
    })
}

fn between(dice: &mut Dice, min: usize, max: usize) -> usize {
    min + dice.below(max.saturating_sub(min) + 1)
}

/// Deal cards into piles: first what each must have, then the rest where there is room.
fn deal(cards: &[CardId], piles: &[(Name, usize, usize)], dice: &mut Dice) -> Vec<Vec<CardId>> {
    let mut rest = cards.iter().copied();
    let mut dealt: Vec<Vec<CardId>> = piles.iter().map(|(_, min, _)| rest.by_ref().take(*min).collect()).collect();
    for card in rest {
        let room: Vec<usize> = (0..piles.len()).filter(|at| dealt[*at].len() < piles[*at].2).collect();
        if let Some(at) = dice.pick(&room) {
            dealt[at].push(card);
        }
    }
    dealt
}

struct Chance<'a>(&'a mut Dice);

impl Policy for Chance<'_> {
    fn card(&mut self, _: &Action, next: &Next, needed: bool) -> Option<CardId> {
        if needed || !self.0.one_in(2) { self.0.pick(&next.cards) } else { None }
    }

    fn name(&mut self, _: &Action, names: &[Name]) -> Option<Name> {
        self.0.pick(names)
    }

    fn option(&mut self, _: &Action, next: &Next) -> Option<u16> {
        Some(self.0.below(next.options.len()) as u16)
    }

    fn target(&mut self, _: &Action, next: &Next, needed: bool) -> Option<PlayerId> {
        if needed || self.0.one_in(2) { self.0.pick(&next.targets) } else { None }
    }
}
