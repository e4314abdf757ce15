//! 获得标记 (rules 4.2.25).

use crate::event::Event;
use crate::game::Game;
use crate::ids::PlayerId;
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

impl Game {
    /// How many of a mark the character has.
    #[must_use]
    pub fn marks(&self, player: PlayerId, mark: Name) -> i32 {
        self.read().players[player.index()].marks.get(mark).copied().unwrap_or(0)
    }

    /// Gain marks.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn gain_mark(&self, player: PlayerId, mark: Name, count: i32) -> Flow {
        if count <= 0 || !self.alive(player) {
            return Ok(());
        }
        let id = self.begin(Event::Mark { player, mark, count });
        let result = self.gain_mark_flow(id, player, mark, count);
        self.settle(id, result)
    }

    fn gain_mark_flow(&self, id: crate::ids::EventId, player: PlayerId, mark: Name, count: i32) -> Flow {
        self.fire(Timing::BeforeMarkGained, id)?;
        let count = if let Event::Mark { count, .. } = &*self.event(id) { *count } else { count };
        self.set_mark(player, mark, self.marks(player, mark) + count);
        self.fire(Timing::MarkGained, id)?;
        self.fire(Timing::MarkGainedResolved, id)
    }

    /// Remove marks (弃标记); at most as many as there are.
    ///
    /// # Errors
    /// None today; the signature leaves room for a flow of its own.
    pub fn remove_mark(&self, player: PlayerId, mark: Name, count: i32) -> Flow {
        self.set_mark(player, mark, (self.marks(player, mark) - count).max(0));
        Ok(())
    }

    fn set_mark(&self, player: PlayerId, mark: Name, count: i32) {
        {
            let mut state = self.edit();
            let marks = &mut state.players[player.index()].marks;
            if count == 0 {
                marks.remove(mark);
            } else {
                *marks.entry(mark) = count;
            }
        }
        self.note(|| Note::Mark { player, mark, count });
    }
}
