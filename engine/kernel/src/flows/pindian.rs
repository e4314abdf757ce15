//! 拼点 (rules 4.2.8).

use crate::card::Zone;
use crate::def::Ban;
use crate::event::{CardMove, Event, Move, Pindian, Reason, Spot};
use crate::game::Game;
use crate::ids::{CardId, EventId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::request::Prompt;
use crate::rulebook::Flow;
use crate::timing::Timing;
use smallvec::SmallVec;

/// The result of one pair: who it was against, the cards, and whether the initiator won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PindianResult {
    /// The target.
    pub target: PlayerId,
    /// The initiator's card.
    pub own: CardId,
    /// The target's card.
    pub other: CardId,
    /// The larger rank wins; with equal ranks nobody does.
    pub won: bool,
}

impl Game {
    /// Can these two compare cards? Both need a hand card.
    #[must_use]
    pub fn may_pindian(&self, from: PlayerId, target: PlayerId) -> bool {
        let state = self.read();
        let has = |player: PlayerId| !state.players[player.index()].hand.is_empty();
        from != target && state.players[target.index()].alive && has(from) && has(target) && {
            drop(state);
            !self.banned_plain(Ban::Pindian, target)
        }
    }

    /// Compare cards with one or several characters; all choose at once, all cards are shown at once.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn pindian(&self, from: PlayerId, targets: &[PlayerId], reason: Option<Name>) -> Flow<Vec<PindianResult>> {
        let mut targets: SmallVec<[PlayerId; 2]> =
            targets.iter().copied().filter(|target| self.may_pindian(from, *target)).collect();
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        let order = self.in_order();
        targets.sort_by_key(|target| order.iter().position(|player| player == target));
        let card = self.pindian_card(from, reason)?;
        let mut cards = SmallVec::new();
        for target in targets {
            cards.push((target, self.pindian_card(target, reason)?));
        }
        let id = self.begin(Event::Pindian(Pindian { from, card, targets: cards, current: 0, won: None, reason }));
        let result = self.pindian_flow(id);
        self.settle(id, result)
    }

    fn pindian_card(&self, player: PlayerId, reason: Option<Name>) -> Flow<CardId> {
        let hand = self.read().players[player.index()].hand.clone();
        let prompt = Prompt { skill: reason, key: Some(self.names().intern("pindian")), args: Vec::new() };
        let chosen = self.choose_cards(player, &hand, (1, 1), false, prompt)?;
        Ok(chosen.first().copied().unwrap_or(hand[0]))
    }

    fn pindian_flow(&self, id: EventId) -> Flow<Vec<PindianResult>> {
        let data = match &*self.event(id) {
            Event::Pindian(pindian) => pindian.clone(),
            _ => unreachable!("the event is a pindian"),
        };
        self.fire(Timing::PindianStart, id)?;
        let lay = |(player, card): (PlayerId, CardId)| CardMove {
            card,
            from: Zone::Hand(player),
            to: Zone::Processing,
            spot: Spot::Top,
            open: false,
            former: None,
        };
        // Faces are fixed in hand, where states of their owners count, before the cards leave it.
        let rank = |card: CardId| self.face(card).rank;
        let own_rank = rank(data.card);
        let ranks: Vec<u8> = data.targets.iter().map(|(_, card)| rank(*card)).collect();
        let all = std::iter::once((data.from, data.card)).chain(data.targets.iter().copied());
        let moves = all.map(lay).collect();
        self.move_cards(Move {
            moves,
            reason: Reason::Pindian,
            by: Some(data.from),
            origin: None,
            skill: data.reason,
        })?;
        let mut results = Vec::new();
        for (at, (target, card)) in data.targets.iter().copied().enumerate() {
            let other_rank = ranks[at];
            let won = own_rank > other_rank;
            if let Event::Pindian(pindian) = &mut *self.event_mut(id) {
                pindian.current = at as u8;
                pindian.won = Some(won);
            }
            self.note(|| Note::Pindian { from: data.from, to: target, cards: (data.card, card), won: Some(won) });
            self.fire(Timing::PindianResult, id)?;
            results.push(PindianResult { target, own: data.card, other: card, won });
        }
        self.fire(Timing::PindianResolved, id)?;
        Ok(results)
    }
}
