//! The plan of turns and phases: extra ones, skipped, replaced and ended ones.

use crate::event::{Event, Phase, Turn};
use crate::game::Game;
use crate::ids::PlayerId;
use crate::rulebook::Flow;
use crate::state::Lasts;

impl Game {
    /// An extra turn after the running one (额外的回合).
    pub fn extra_turn(&self, player: PlayerId) {
        self.edit().extra_turns.push(player);
    }

    /// An extra turn inside the running one, which goes on after it. Effects that last for the running turn or phase
    /// rest on that one.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn extra_turn_now(&self, player: PlayerId) -> Flow {
        if !self.alive(player) {
            return Ok(());
        }
        let outer = |kind: fn(&Event) -> bool| self.find_event(|event| kind(event).then_some(())).map(|(id, ())| id);
        let (turn, phase) =
            (outer(|event| matches!(event, Event::Turn(_))), outer(|event| matches!(event, Event::Phase(_))));
        let before = {
            let state = &mut *self.edit();
            let granted = state.players.iter_mut().flat_map(|player| {
                let skills = player.skills.iter_mut().map(|owned| &mut owned.lasts);
                skills.chain(player.suspended.iter_mut().map(|(_, lasts)| lasts))
            });
            for lasts in granted.chain(state.effects.iter_mut().map(|effect| &mut effect.lasts)) {
                *lasts = match (*lasts, turn, phase) {
                    (Lasts::Turn, Some(turn), _) => Lasts::Event(turn),
                    (Lasts::Phase, _, Some(phase)) => Lasts::Event(phase),
                    (other, ..) => other,
                };
            }
            let before = (state.turn_owner, state.order_from, state.in_turn, state.phase.take());
            (before, state.history.running())
        };
        self.turn(player, true)?;
        let state = &mut *self.edit();
        let (before, scopes) = before;
        (state.turn_owner, state.order_from, state.in_turn, state.phase) = before;
        state.history.run_on(scopes);
        Ok(())
    }

    /// The next phase of this kind in the running turn becomes another. Answers whether there was one.
    pub fn replace_phase(&self, phase: Phase, other: Phase) -> bool {
        let replaced = self.edit_turn(|turn| {
            turn.plan.iter_mut().find(|planned| **planned == phase).map(|planned| *planned = other).is_some()
        });
        replaced.unwrap_or(false)
    }

    /// Change the running turn, if there is one.
    fn edit_turn<T>(&self, change: impl FnOnce(&mut Turn) -> T) -> Option<T> {
        let (id, ()) = self.find_event(|event| matches!(event, Event::Turn(_)).then_some(()))?;
        match &mut *self.event_mut(id) {
            Event::Turn(turn) => Some(change(turn)),
            _ => None,
        }
    }

    /// An extra phase, next in the running turn.
    pub fn extra_phase(&self, phase: Phase) {
        if let Event::Turn(turn) = &mut *self.event_mut(self.turn_id()) {
            turn.plan.insert(0, phase);
        }
    }

    /// Skip the next phase of this kind in the running turn, or the one about to begin. Answers whether there is one
    /// to skip: what is skipped already can't be skipped again.
    #[must_use = "a price of skipping is only paid if there is something to skip"]
    pub fn skip_phase(&self, phase: Phase) -> bool {
        let about = self.find_event(|event| match event {
            Event::Phase(running) if running.phase == phase => Some(running.skipped),
            _ => None,
        });
        if let Some((id, skipped)) = about
            && self.read().phase.is_none()
        {
            if let Event::Phase(running) = &mut *self.event_mut(id) {
                running.skipped = true;
            }
            return !skipped;
        }
        let skipped = self.edit_turn(|turn| {
            let open = turn.plan.contains(&phase) && !turn.skips.contains(&phase);
            if open {
                turn.skips.push(phase);
            }
            open
        });
        skipped.unwrap_or(false)
    }

    /// End the running phase at its next idle point.
    pub fn end_phase(&self) {
        if let Some((id, ())) = self.find_event(|event| matches!(event, Event::Phase(_)).then_some(()))
            && let Event::Phase(phase) = &mut *self.event_mut(id)
        {
            phase.ending = true;
        }
    }

    /// End the running turn once the current timing is done.
    pub fn end_turn(&self) {
        let _ = self.edit_turn(|turn| turn.ending = true);
    }
}
