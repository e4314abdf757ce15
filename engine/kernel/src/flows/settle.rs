//! The end of every event (rules 4.2.9): cards it put into the processing area that are still there go to the discard
//! pile, then it leaves the stack.

use crate::card::Zone;
use crate::event::{CardMove, Event, Move, Reason, Spot};
use crate::game::Game;
use crate::ids::{CardId, EventId};
use crate::rulebook::Flow;
use crate::state::Lasts;

impl Game {
    /// Clear up after an event and end it, whatever its result was.
    pub(crate) fn settle<T>(&self, id: EventId, result: Flow<T>) -> Flow<T> {
        let result = match result {
            Ok(value) => self.clear_processing(id).map(|()| value),
            Err(interrupt) => Err(interrupt),
        };
        let result = match result {
            Ok(value) => self.end_scope(|lasts| lasts == Lasts::Event(id)).map(|()| value),
            Err(interrupt) => Err(interrupt),
        };
        self.end(id);
        result
    }

    fn clear_processing(&self, id: EventId) -> Flow {
        let (cards, origin) = {
            let state = self.read();
            let mine: Vec<_> = state.processing.iter().filter(|(_, owner, _)| *owner == id).collect();
            let origin = mine.first().map(|(.., reason)| *reason);
            (mine.iter().map(|(card, ..)| *card).collect::<Vec<_>>(), origin)
        };
        if cards.is_empty() {
            return Ok(());
        }
        let to = Zone::DiscardPile;
        let moves = cards.iter().map(|card| CardMove {
            card: *card,
            from: Zone::Processing,
            to,
            spot: Spot::Top,
            open: true,
            former: None,
        });
        self.move_cards(Move { moves: moves.collect(), reason: Reason::System, by: None, origin, skill: None })
            .map(drop)
    }

    /// Let another event take over cards of the processing area (激将: the use takes over what was played).
    pub(crate) fn hand_over(&self, cards: &[CardId], to: EventId) {
        for (card, owner, _) in &mut self.edit().processing {
            if cards.contains(card) {
                *owner = to;
            }
        }
    }

    /// The event that cards put into the processing area now belong to: the innermost that is not a move.
    pub(crate) fn keeper(&self) -> EventId {
        let state = self.read();
        let depth = state.frames.iter().rposition(|frame| !matches!(frame.event, Event::Move(_))).unwrap_or(0);
        EventId { depth: depth as u16, serial: state.frames[depth].serial }
    }
}
