//! 移动事件 (rules 4.2.9): the one way in which a card changes its zone.

use crate::card::Zone;
use crate::event::{CardMove, Event, Move, Reason, Spot};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

impl Game {
    /// Move a batch of cards at once. Entries whose card is not where it is said to be are left out. Answers the moves
    /// as they were made.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn move_cards(&self, mut batch: Move) -> Flow<Vec<CardMove>> {
        batch.moves.retain(|entry| self.read().zones[entry.card.index()] == entry.from);
        if batch.moves.is_empty() {
            return Ok(Vec::new());
        }
        let started = self.read().turns > 0;
        let id = self.begin(Event::Move(batch));
        let result = self.move_flow(id, started);
        let Event::Move(done) = self.end(id) else { unreachable!("the event is a move") };
        result?;
        Ok(done.moves)
    }

    /// No skill of "before / after moving" comes up before the game has begun (rules 4.1.1.5).
    fn move_flow(&self, id: crate::ids::EventId, started: bool) -> Flow {
        if started {
            self.fire(Timing::MoveDeciding, id)?;
            self.fire(Timing::BeforeMove1, id)?;
            self.fire(Timing::BeforeMove2, id)?;
        }
        self.carry_out_move(id);
        self.refill_empty_pile()?;
        if started {
            self.fire(Timing::AfterMove1, id)?;
            self.fire(Timing::AfterMove2, id)?;
            self.fire(Timing::MoveResolved, id)?;
        }
        Ok(())
    }

    fn carry_out_move(&self, id: crate::ids::EventId) {
        let batch = match &*self.event(id) {
            Event::Move(batch) => batch.clone(),
            _ => return,
        };
        self.relocate(&batch.moves, batch.reason);
        if batch.moves.iter().any(|entry| matches!(entry.from, Zone::Equip(..)) || matches!(entry.to, Zone::Equip(..)))
        {
            self.touch();
        }
        self.note(|| Note::Moved { moves: batch.moves.clone(), reason: batch.reason, by: batch.by });
        if batch.reason == Reason::Discard {
            self.record_discards(&batch);
        }
        self.edit().history.moved(batch);
    }

    /// Take cards out of their zones and put them into others, without any timing.
    pub(crate) fn relocate(&self, moves: &[CardMove], reason: Reason) {
        let keeper = self.keeper();
        let mut state = self.edit();
        let now = state.history.len() as u32;
        for entry in moves {
            state.take_out(entry.card);
            state.moved_at[entry.card.index()] = now;
        }
        for entry in moves {
            state.put_in(entry, keeper, reason);
            state.untie_if_left(entry);
        }
    }

    fn record_discards(&self, batch: &Move) {
        // The dead too: what the system discards when somebody dies is discarded from him.
        let seats = {
            let state = self.read();
            state.seats_from(state.order_from)
        };
        for player in seats {
            let lost = |entry: &&CardMove| entry.from.holds_own_cards() && entry.from.owner() == Some(player);
            let cards: Vec<CardId> = batch.moves.iter().filter(lost).map(|entry| entry.card).collect();
            if !cards.is_empty() {
                let in_hand = |entry: &&CardMove| matches!(entry.from, Zone::Hand(_));
                let hand_cards = batch.moves.iter().filter(lost).filter(in_hand).map(|entry| entry.card).collect();
                let record = Record::Discard { player, by: batch.by, cards, hand_cards, reason: batch.reason };
                self.edit().history.push(record);
            }
        }
    }

    /// The draw pile is made anew at once when its last card is gone (document 000, L221).
    fn refill_empty_pile(&self) -> Flow {
        let empty = {
            let state = self.read();
            state.draw_pile.is_empty() && !state.discard_pile.is_empty() && state.turns > 0
        };
        if empty { self.reshuffle() } else { Ok(()) }
    }

    /// Shuffle the discard pile and put it under what is left of the draw pile.
    fn reshuffle(&self) -> Flow {
        {
            let mut state = self.edit();
            let state = &mut *state;
            let mut pile = std::mem::take(&mut state.discard_pile);
            state.rng.shuffle(&mut pile);
            let now = state.history.len() as u32;
            for card in &pile {
                state.zones[card.index()] = Zone::DrawPile;
                state.moved_at[card.index()] = now;
            }
            pile.append(&mut state.draw_pile);
            state.draw_pile = pile;
        }
        self.note(|| Note::Reshuffled);
        let id = self.begin(Event::Reshuffle);
        let result = self.fire(Timing::Reshuffled, id);
        self.settle(id, result)
    }

    /// Make sure that the draw pile has `count` cards; if all cards together are too few, the game ends in a draw
    /// (document 000, L229).
    ///
    /// # Errors
    /// The end of the game.
    pub fn need_pile(&self, count: usize) -> Flow {
        let (pile, discards) = {
            let state = self.read();
            (state.draw_pile.len(), state.discard_pile.len())
        };
        if pile >= count {
            return Ok(());
        }
        if pile + discards < count {
            return self.finish_game(Vec::new());
        }
        self.reshuffle()
    }

    /// The top `count` cards of the draw pile, topmost first, left where they are.
    ///
    /// # Errors
    /// The end of the game, if there are too few cards.
    pub fn top(&self, count: usize) -> Flow<Vec<CardId>> {
        self.need_pile(count)?;
        Ok(self.read().draw_pile.iter().rev().take(count).copied().collect())
    }

    /// 摸牌: draw cards.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn draw(&self, player: PlayerId, count: usize) -> Flow<Vec<CardId>> {
        if count == 0 || !self.alive(player) {
            return Ok(Vec::new());
        }
        let cards = self.top(count)?;
        self.shift(&cards, Zone::Hand(player), Reason::Draw, Some(player), false)?;
        Ok(cards)
    }

    /// 获得: obtain cards from wherever they are.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn obtain(&self, player: PlayerId, cards: &[CardId], open: bool) -> Flow<Vec<CardMove>> {
        if !self.alive(player) {
            return Ok(Vec::new());
        }
        self.shift(cards, Zone::Hand(player), Reason::Obtain, Some(player), open)
    }

    /// 弃置: `by` discards cards, whoever has them.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn discard(&self, by: PlayerId, cards: &[CardId]) -> Flow<Vec<CardMove>> {
        self.shift(cards, Zone::DiscardPile, Reason::Discard, Some(by), true)
    }

    /// 交给: give cards.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn give(&self, from: PlayerId, to: PlayerId, cards: &[CardId]) -> Flow<Vec<CardMove>> {
        if !self.alive(to) {
            return Ok(Vec::new());
        }
        self.shift(cards, Zone::Hand(to), Reason::Give, Some(from), false)
    }

    /// 交给: give cards to several characters at once.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn give_all(&self, from: PlayerId, gifts: &[(PlayerId, Vec<CardId>)]) -> Flow<Vec<CardMove>> {
        let living = gifts.iter().filter(|(to, _)| self.alive(*to));
        let moves = living.flat_map(|(to, cards)| self.entries(cards, Zone::Hand(*to), Spot::Top, false)).collect();
        let skill = self.running_skill();
        self.move_cards(Move { moves, reason: Reason::Give, by: Some(from), origin: None, skill })
    }

    /// 置入, 置于: put cards somewhere.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn put(&self, by: Option<PlayerId>, cards: &[CardId], to: Zone, spot: Spot) -> Flow<Vec<CardMove>> {
        let open = !matches!(to, Zone::DrawPile | Zone::Hand(_));
        let entries = self.entries(cards, to, spot, open);
        self.move_cards(Move { moves: entries, reason: Reason::Put, by, origin: None, skill: self.running_skill() })
    }

    /// Lay a card that will be used or responded with face down into the processing area (蛊惑).
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn lay_face_down(&self, player: PlayerId, card: CardId) -> Flow {
        self.put_covered(player, &[card], Reason::Use)
    }

    /// Put cards face down into the processing area: only those who saw them before know what they are.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn put_covered(&self, by: PlayerId, cards: &[CardId], reason: Reason) -> Flow {
        self.edit().covered.extend_from_slice(cards);
        let moved = self.shift(cards, Zone::Processing, reason, Some(by), false);
        let state = &mut *self.edit();
        state.covered.retain(|held| state.zones[held.index()] == Zone::Processing);
        moved.map(drop)
    }

    /// Turn a card of the processing area face up.
    pub fn turn_up_card(&self, player: PlayerId, card: CardId) {
        self.edit().covered.retain(|held| *held != card);
        self.note(|| Note::Shown { player, cards: vec![card] });
    }

    /// 重铸: recast cards: into the discard pile, then draw as many.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn recast(&self, player: PlayerId, cards: &[CardId]) -> Flow {
        self.note(|| Note::Recast { player, cards: cards.to_vec() });
        self.shift(cards, Zone::DiscardPile, Reason::Recast, Some(player), true)?;
        self.draw(player, cards.len()).map(drop)
    }

    /// 交换: two sets of cards change places by way of the processing area.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn swap(
        &self,
        by: PlayerId,
        (first, first_to): (&[CardId], Zone),
        (second, second_to): (&[CardId], Zone),
    ) -> Flow {
        let owner = |cards: &[CardId]| cards.first().and_then(|card| self.read().zones[card.index()].owner());
        let (first_owner, second_owner) = (owner(first), owner(second));
        let mut out = self.entries(first, Zone::Processing, Spot::Top, false);
        out.extend(self.entries(second, Zone::Processing, Spot::Top, false));
        let skill = self.running_skill();
        self.move_cards(Move { moves: out, reason: Reason::Swap, by: Some(by), origin: None, skill })?;
        let theirs = |owner| move |entry: CardMove| CardMove { former: owner, ..entry };
        let mut back: Vec<CardMove> =
            self.entries(first, first_to, Spot::Top, false).into_iter().map(theirs(first_owner)).collect();
        back.extend(self.entries(second, second_to, Spot::Top, false).into_iter().map(theirs(second_owner)));
        back.retain(|entry| entry.from == Zone::Processing && entry.to.owner().is_none_or(|owner| self.alive(owner)));
        self.move_cards(Move { moves: back, reason: Reason::Swap, by: Some(by), origin: None, skill }).map(drop)
    }

    /// Move cards from where they are to one zone.
    pub(crate) fn shift(
        &self,
        cards: &[CardId],
        to: Zone,
        reason: Reason,
        by: Option<PlayerId>,
        open: bool,
    ) -> Flow<Vec<CardMove>> {
        let moves = self.entries(cards, to, Spot::Top, open);
        self.move_cards(Move { moves, reason, by, origin: None, skill: self.running_skill() })
    }

    pub(crate) fn entries(&self, cards: &[CardId], to: Zone, spot: Spot, open: bool) -> Vec<CardMove> {
        let state = self.read();
        cards
            .iter()
            .map(|card| CardMove { card: *card, from: state.zones[card.index()], to, spot, open, former: None })
            .filter(|entry| entry.from != to || matches!(to, Zone::DrawPile | Zone::Hand(_)))
            .collect()
    }

    /// The skill whose effect is being carried out, if it is one's.
    pub(crate) fn running_skill(&self) -> Option<Name> {
        self.read().frames.iter().rev().find_map(|frame| match &frame.event {
            Event::SkillUse { skill, .. } => Some(*skill),
            _ => None,
        })
    }
}

impl crate::state::State {
    /// Take a card out of the list of its zone.
    pub(crate) fn take_out(&mut self, card: CardId) {
        let zone = self.zones[card.index()];
        match zone {
            Zone::DrawPile => remove(&mut self.draw_pile, card),
            Zone::DiscardPile => remove(&mut self.discard_pile, card),
            Zone::Processing => {
                self.processing.retain(|(held, ..)| *held != card);
                self.covered.retain(|held| *held != card);
            }
            Zone::Hand(p) => remove(&mut self.players[p.index()].hand, card),
            Zone::Judge(p) => remove(&mut self.players[p.index()].judge, card),
            Zone::Equip(p, slot) => self.players[p.index()].equip[slot as usize] = None,
            Zone::Pile(p, name) => remove(&mut self.players[p.index()].piles.entry(name).cards, card),
            Zone::Removed => {}
        }
    }

    fn put_in(&mut self, entry: &CardMove, keeper: crate::ids::EventId, reason: Reason) {
        let card = entry.card;
        self.zones[card.index()] = entry.to;
        match entry.to {
            Zone::DrawPile => {
                let under = match entry.spot {
                    Spot::Top => 0,
                    Spot::Bottom => usize::MAX,
                    Spot::Under(cards) => usize::from(cards),
                };
                self.draw_pile.insert(self.draw_pile.len().saturating_sub(under), card);
            }
            Zone::DiscardPile => self.discard_pile.push(card),
            Zone::Processing => self.processing.push((card, keeper, reason)),
            Zone::Hand(p) => self.players[p.index()].hand.push(card),
            Zone::Judge(p) => self.players[p.index()].judge.push(card),
            Zone::Equip(p, slot) => self.players[p.index()].equip[slot as usize] = Some(card),
            Zone::Pile(p, name) => self.players[p.index()].piles.entry(name).cards.push(card),
            Zone::Removed => {}
        }
    }

    /// The tie between a virtual card and a physical one breaks when it leaves the processing area, or the judgement
    /// areas for a delayed trick.
    fn untie_if_left(&mut self, entry: &CardMove) {
        let stays = matches!(entry.to, Zone::Processing | Zone::Judge(_));
        if stays {
            if let (Some(tie), Zone::Judge(_)) = (self.ties[entry.card.index()], entry.to) {
                let face = self.faces[entry.card.index()];
                let card = &mut self.virtuals[tie.0 as usize];
                card.suit = Some(face.suit);
                card.color = Some(face.suit.color());
                card.rank = Some(face.rank);
            }
            return;
        }
        if let Some(tie) = self.ties[entry.card.index()].take() {
            self.virtuals[tie.0 as usize].cards.retain(|card| *card != entry.card);
        }
    }
}

fn remove(list: &mut Vec<CardId>, card: CardId) {
    if let Some(at) = list.iter().rposition(|held| *held == card) {
        list.remove(at);
    }
}
