//! Standing at a point of a turn that was not played up to: scenarios and set-up positions begin there, act, and go on.

use crate::card::VirtualCard;
use crate::def::Scope;
use crate::event::{Event, Phase, PhaseEvent, Turn};
use crate::game::Game;
use crate::history::Record;
use crate::ids::PlayerId;
use crate::legality::Occasion;
use crate::request::Action;
use crate::rulebook::Flow;
use crate::state::{Lasts, State};
use crate::timing::Timing;
use smallvec::SmallVec;

impl Game {
    /// Stand in a phase of a turn as if it had just come to its body; in the play phase, at an idle point. No timing
    /// comes up. Must be called between turns.
    pub fn stand(&self, owner: PlayerId, phase: Phase) {
        let plan: SmallVec<[Phase; 8]> = Phase::ALL.into_iter().skip_while(|before| *before != phase).skip(1).collect();
        let turn = Turn { owner, extra: false, plan, skips: SmallVec::new(), ending: false };
        let id = self.begin(Event::Turn(turn));
        let _ = self.open_turn(id, owner, false);
        let _ = self.begin(Event::Phase(PhaseEvent {
            owner,
            phase,
            count: 2,
            skipped: false,
            replaced: false,
            ending: false,
            discarded: Vec::new(),
        }));
        let mut state = self.edit();
        state.in_turn = true;
        state.phase = Some(phase);
        state.history.begin(Scope::Phase);
        state.history.push(Record::Phase { player: owner, phase });
    }

    /// Drop the turn that the game stands in, without playing its end; what lasts as long ends.
    ///
    /// # Errors
    /// Interrupts from the ends of effects.
    pub fn drop_turn(&self) -> Flow {
        {
            let mut state = self.edit();
            state.frames.truncate(1);
            state.turn_owner = None;
            state.in_turn = false;
            state.phase = None;
        }
        self.end_scope(|lasts| lasts == Lasts::Phase || lasts == Lasts::Turn)
    }

    /// Whose idle point of the play phase the game stands at; nobody's if something else is going on or the phase is
    /// about to end.
    #[must_use]
    pub fn idle(&self) -> Option<PlayerId> {
        let state = self.read();
        let [_, turn, phase] = state.frames.as_slice() else { return None };
        match (&turn.event, &phase.event) {
            (Event::Turn(turn), Event::Phase(phase))
                if phase.phase == Phase::Play
                    && !phase.ending
                    && !turn.ending
                    && state.players[turn.owner.index()].alive =>
            {
                Some(turn.owner)
            }
            _ => None,
        }
    }

    /// Do something at the idle point that the game stands at, and come to the next. The action is legal: see
    /// [`Game::check`].
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn act(&self, action: &Action) -> Flow {
        let Some(owner) = self.idle() else { return Ok(()) };
        self.act_at_idle(owner, action)?;
        if self.idle().is_some() {
            let phase = self.current();
            self.fire(Timing::PlayIdle, phase)?;
        }
        Ok(())
    }

    /// End the play phase that the game stands in and play the rest of the turn.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn finish_turn(&self) -> Flow {
        self.rest_of_turn()
    }

    /// Play the next turn: an extra one that waits, else the regular one. Answers whose it was.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn play_next_turn(&self) -> Flow<PlayerId> {
        let (owner, extra) = self.next_turn();
        self.turn(owner, extra).map(|()| owner)
    }

    /// Whose turn will be next, as things stand.
    #[must_use]
    pub fn whose_turn_next(&self) -> PlayerId {
        let state = self.read();
        let waiting = state.extra_turns.iter().copied().find(|player| state.players[player.index()].alive);
        let seats = state.players.len();
        let after = state.last_regular.map_or(state.order_from, |last| PlayerId(((last.index() + 1) % seats) as u8));
        waiting.or_else(|| state.order(after).next()).unwrap_or(after)
    }

    /// Put another state in the place of this one: one that was saved at an idle point.
    pub fn replace_state(&self, state: State) {
        *self.edit() = state;
        self.touch();
    }

    /// Whom the user could choose as a target of this card at an idle point; for cards whose targets are not chosen,
    /// whom it would have.
    #[must_use]
    pub fn targets_at_idle(&self, user: PlayerId, card: &VirtualCard) -> Vec<PlayerId> {
        let Some(def) = self.catalogue().card(card.name).cloned() else { return Vec::new() };
        let occasion = Occasion { user, need: None, respond: false, saving: false };
        self.with_draft(occasion, card, &[], |draft| {
            if self.allowed(occasion, draft) { self.legal_targets(occasion, draft, &def) } else { Vec::new() }
        })
    }
}
