//! 牌状态改变 (rules 4.2.10): chaining, turning over, showing a general.

use crate::event::{Event, StateChange};
use crate::game::Game;
use crate::ids::{EventId, PlayerId};
use crate::note::Note;
use crate::rulebook::Flow;
use crate::timing::Timing;

impl Game {
    /// 横置 / 重置: chain or reset.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn set_chained(&self, player: PlayerId, chained: bool) -> Flow {
        if self.read().players[player.index()].chained == chained {
            return Ok(());
        }
        self.change_state(player, StateChange::Chain(chained))
    }

    /// 翻面: turn the general cards over.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn flip(&self, player: PlayerId) -> Flow {
        let up = self.read().players[player.index()].face_up;
        self.change_state(player, StateChange::Face(!up))
    }

    /// 明置: show a general card.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn reveal_general(&self, player: PlayerId, number: u8) -> Flow {
        let hidden = {
            let state = self.read();
            state.players[player.index()].generals.get(usize::from(number)).is_some_and(|general| !general.shown)
        };
        if hidden { self.change_state(player, StateChange::Reveal(number)) } else { Ok(()) }
    }

    fn change_state(&self, player: PlayerId, change: StateChange) -> Flow {
        if !self.alive(player) {
            return Ok(());
        }
        let id = self.begin(Event::StateChange { player, change });
        let result = self.state_flow(id, player, change);
        self.settle(id, result)
    }

    fn state_flow(&self, id: EventId, player: PlayerId, change: StateChange) -> Flow {
        self.fire(Timing::BeforeStateChange1, id)?;
        self.fire(Timing::BeforeStateChange2, id)?;
        {
            let mut state = self.edit();
            let of = &mut state.players[player.index()];
            match change {
                StateChange::Chain(chained) => of.chained = chained,
                StateChange::Face(up) => of.face_up = up,
                StateChange::Reveal(number) => of.generals[usize::from(number)].shown = true,
            }
        }
        if matches!(change, StateChange::Reveal(_)) {
            self.touch();
        }
        self.note(|| Note::State { player, change });
        self.fire(Timing::AfterStateChange, id)?;
        self.fire(Timing::StateChangeResolved, id)?;
        if matches!(change, StateChange::Reveal(_)) {
            self.fire(Timing::AfterGeneralShown, id)?;
            self.fire(Timing::GeneralShownResolved, id)?;
        }
        Ok(())
    }
}
