//! Choices inside an effect, asked of any seat.

use crate::card::{Suit, Zone};
use crate::event::Event;
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::request::{Answer, Ask, Pick, Prompt, Request};
use crate::rulebook::Flow;
use crate::value::Value;

impl Game {
    /// The dead choose nothing, and nobody asks them (document 000, L1307), except in their own death: 追忆.
    pub(crate) fn can_choose(&self, seat: PlayerId) -> bool {
        let state = self.read();
        state.players[seat.index()].alive
            || state.frames.iter().any(|frame| matches!(frame.event, Event::Death { player, .. } if player == seat))
    }

    /// Yes or no.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn confirm(&self, seat: PlayerId, prompt: Prompt) -> Flow<bool> {
        if !self.can_choose(seat) {
            return Ok(false);
        }
        let request = Request { seat, ask: Ask::Confirm, optional: true, prompt };
        Ok(self.ask(request)? == Answer::Yes)
    }

    /// Choose cards among `cards`; those that the seat can't see (another's hand) are offered face down and drawn by
    /// chance. With nothing to choose between, nobody is asked.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_cards(
        &self,
        seat: PlayerId,
        cards: &[CardId],
        (min, max): (usize, usize),
        optional: bool,
        prompt: Prompt,
    ) -> Flow<Vec<CardId>> {
        let max = max.min(cards.len());
        let min = min.min(max);
        if max == 0 || !self.can_choose(seat) {
            return Ok(Vec::new());
        }
        if !optional && min == cards.len() {
            return Ok(cards.to_vec());
        }
        let (open, covered): (Vec<CardId>, Vec<CardId>) = cards.iter().partition(|card| self.shows(seat, **card));
        let mut hidden: Vec<(PlayerId, usize)> = Vec::new();
        for card in &covered {
            let Some(owner) = self.read().zones[card.index()].owner() else { continue };
            match hidden.iter_mut().find(|(player, _)| *player == owner) {
                Some((_, count)) => *count += 1,
                None => hidden.push((owner, 1)),
            }
        }
        let ask = Ask::Cards { cards: open, hidden, min, max };
        match self.ask(Request { seat, ask, optional, prompt })? {
            Answer::Cards(picks) => Ok(self.draw_hidden(&picks, covered)),
            _ => Ok(Vec::new()),
        }
    }

    fn shows(&self, seat: PlayerId, card: CardId) -> bool {
        let state = self.read();
        match state.zones[card.index()] {
            Zone::Hand(owner) => owner == seat || state.looks_at(seat, card),
            _ => true,
        }
    }

    /// Look at hidden cards where they lie (观看): the seat sees them until the use of the running skill is over. Others
    /// see that it looks. Does nothing outside a skill's use.
    pub fn look(&self, seat: PlayerId, cards: &[CardId]) {
        {
            let state = &mut *self.edit();
            let innermost = state.frames.iter_mut().rev().find_map(|frame| match &mut frame.event {
                Event::SkillUse { seen, .. } => Some(seen),
                _ => None,
            });
            let Some(seen) = innermost else { return };
            seen.extend(cards.iter().map(|card| (seat, *card)));
        }
        self.note(|| Note::Looked { player: seat, cards: cards.to_vec() });
    }

    /// Put a card in the place of each one picked face down.
    fn draw_hidden(&self, picks: &[Pick], mut covered: Vec<CardId>) -> Vec<CardId> {
        let mut chosen = Vec::new();
        for pick in picks {
            match pick {
                Pick::Card(card) => chosen.push(*card),
                Pick::Hidden(owner) => {
                    let mut state = self.edit();
                    let theirs: Vec<usize> = (0..covered.len())
                        .filter(|at| state.zones[covered[*at].index()] == Zone::Hand(*owner))
                        .collect();
                    if theirs.is_empty() {
                        continue;
                    }
                    let at = theirs[state.rng.below(theirs.len() as u32) as usize];
                    chosen.push(covered.remove(at));
                }
            }
        }
        chosen
    }

    /// Choose characters.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_players(
        &self,
        seat: PlayerId,
        candidates: &[PlayerId],
        (min, max): (usize, usize),
        optional: bool,
        prompt: Prompt,
    ) -> Flow<Vec<PlayerId>> {
        let max = max.min(candidates.len());
        let min = min.min(max);
        if max == 0 || !self.can_choose(seat) {
            return Ok(Vec::new());
        }
        if !optional && min == candidates.len() {
            return Ok(candidates.to_vec());
        }
        let ask = Ask::Players { candidates: candidates.to_vec(), min, max };
        match self.ask(Request { seat, ask, optional, prompt })? {
            Answer::Players(players) => Ok(players),
            _ => Ok(Vec::new()),
        }
    }

    /// Choose one of several things; with only one there is nothing to ask unless it may be declined.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_option(
        &self,
        seat: PlayerId,
        options: Vec<Value>,
        optional: bool,
        prompt: Prompt,
    ) -> Flow<Option<Value>> {
        if options.is_empty() || !self.can_choose(seat) {
            return Ok(None);
        }
        if options.len() == 1 && !optional {
            return Ok(options.into_iter().next());
        }
        let ask = Ask::Option { options: options.clone() };
        match self.ask(Request { seat, ask, optional, prompt })? {
            Answer::Index(number) => Ok(options.into_iter().nth(number)),
            _ => Ok(None),
        }
    }

    /// Choose a number.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_number(&self, seat: PlayerId, min: i64, max: i64, prompt: Prompt) -> Flow<i64> {
        if min >= max || !self.can_choose(seat) {
            return Ok(min);
        }
        match self.ask(Request { seat, ask: Ask::Number { min, max }, optional: false, prompt })? {
            Answer::Number(number) => Ok(number),
            _ => Ok(min),
        }
    }

    /// Choose a suit.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_suit(&self, seat: PlayerId, prompt: Prompt) -> Flow<Suit> {
        if !self.can_choose(seat) {
            return Ok(Suit::Spade);
        }
        match self.ask(Request { seat, ask: Ask::Suit, optional: false, prompt })? {
            Answer::Suit(suit) => Ok(suit),
            _ => Ok(Suit::Spade),
        }
    }

    /// Choose a general.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn choose_general(&self, seat: PlayerId, choices: Vec<Name>, prompt: Prompt) -> Flow<Option<Name>> {
        if choices.is_empty() || !self.can_choose(seat) {
            return Ok(None);
        }
        match self.ask(Request { seat, ask: Ask::General { choices }, optional: false, prompt })? {
            Answer::Name(name) => Ok(Some(name)),
            _ => Ok(None),
        }
    }

    /// Put cards into piles in an order of the seat's choice; the first of a pile is its top.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn arrange(
        &self,
        seat: PlayerId,
        cards: &[CardId],
        piles: Vec<(Name, usize, usize)>,
        prompt: Prompt,
    ) -> Flow<Vec<Vec<CardId>>> {
        if !self.can_choose(seat) {
            return Ok(Vec::new());
        }
        let ask = Ask::Arrange { cards: cards.to_vec(), piles };
        match self.ask(Request { seat, ask, optional: false, prompt })? {
            Answer::Piles(piles) => Ok(piles),
            _ => Ok(Vec::new()),
        }
    }

    /// Share cards out among characters.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn distribute(
        &self,
        seat: PlayerId,
        cards: &[CardId],
        candidates: &[PlayerId],
        (min, max, each_max): (usize, usize, usize),
        prompt: Prompt,
    ) -> Flow<Vec<(CardId, PlayerId)>> {
        let max = max.min(cards.len());
        let min = min.min(max);
        if max == 0 || candidates.is_empty() || !self.can_choose(seat) {
            return Ok(Vec::new());
        }
        let ask = Ask::Distribute { cards: cards.to_vec(), candidates: candidates.to_vec(), min, max, each_max };
        match self.ask(Request { seat, ask, optional: min == 0, prompt })? {
            Answer::Gifts(gifts) => Ok(gifts),
            _ => Ok(Vec::new()),
        }
    }
}
