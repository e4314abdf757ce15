//! 生效前: cards that answer a card for one of its targets, and 无懈可击 that nullifies a trick for one (rules 4.2.4).

use super::window::Window;
use crate::def::CardDef;
use crate::event::{Need, Outcome};
use crate::game::Game;
use crate::names::Name;
use crate::request::{Ev, Purpose};
use crate::rulebook::Flow;
use crate::timing::Timing;
use smallvec::SmallVec;
use std::rc::Rc;

impl Game {
    /// 生效前: the card may be answered. Where several answers are needed each opens the timing anew.
    pub(super) fn before_effect(&self, ev: Ev, def: &Rc<CardDef>) -> Flow {
        loop {
            self.fire(Timing::BeforeEffect, ev)?;
            if self.aim(ev).void || self.used(ev.id).unanswerable {
                return Ok(());
            }
            let answered = if let Some(answer) = def.answered_by {
                self.ask_answer(ev, answer)?
            } else if def.nullifiable && def.card_type.is_trick() {
                self.ask_nullify(ev)?;
                false
            } else {
                false
            };
            let aim = self.aim(ev);
            if !answered || aim.outcome == Outcome::Offset {
                return Ok(());
            }
        }
    }

    /// The target may answer. Did the answer take effect?
    fn ask_answer(&self, ev: Ev, answer: Name) -> Flow<bool> {
        let aim = self.aim(ev);
        if !self.alive(aim.player) {
            return Ok(false);
        }
        let need = Need {
            player: aim.player,
            respond: false,
            names: SmallVec::from_slice(&[answer]),
            to: Some((ev.id, ev.aim)),
            targets: None,
            no_distance: true,
            reason: None,
        };
        self.need(need, Purpose::Use)?;
        Ok(self.aim(ev).answers_made > aim.answers_made)
    }

    /// An answering card took effect: count it, and offset once there are enough.
    ///
    /// # Panics
    /// If the event is no running use.
    pub fn offset(&self, ev: Ev) {
        if !self.runs(ev.id) {
            return;
        }
        self.edit_aim(ev, |aim| {
            aim.answers_made += 1;
            if aim.answers_made >= aim.answers_needed {
                aim.outcome = Outcome::Offset;
            }
        });
    }

    /// Everybody, in turn order, may nullify a trick for this target; the first who does settles it.
    fn ask_nullify(&self, ev: Ev) -> Flow {
        let names: SmallVec<[Name; 2]> = {
            let catalogue = self.catalogue();
            let nullifies = |name: &&Name| catalogue.card(**name).is_some_and(|def| def.nullifies);
            catalogue.card_order.iter().filter(nullifies).copied().collect()
        };
        if names.is_empty() {
            return Ok(());
        }
        let need = |player| Need {
            player,
            respond: false,
            names: names.clone(),
            to: Some((ev.id, ev.aim)),
            targets: None,
            no_distance: true,
            reason: None,
        };
        let needs = self.in_order().into_iter().map(need).collect();
        let window = Window { needs, purpose: Purpose::Nullify };
        self.open_window(&window)?;
        for need in window.needs {
            if self.need(need, Purpose::Nullify)?.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }
}
