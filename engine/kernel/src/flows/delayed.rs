//! Delayed tricks (rules 4.1.1.6): the special flow in the judgement phase, and moving on to another judgement area.

use crate::card::Zone;
use crate::event::{Aim, Event, Reason, Use};
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::rulebook::Flow;

impl Game {
    /// The special flow of a delayed trick in the judgement phase: into the processing area, then loop points A to B,
    /// with nobody as its user.
    pub(crate) fn delayed_trick(&self, owner: PlayerId, card: CardId) -> Flow {
        let tied = self.read().ties[card.index()];
        let tied = tied.unwrap_or_else(|| {
            let face = self.printed(card);
            let fresh = self.add_virtual(self.make_virtual(face.name, &[card], None));
            self.edit().ties[card.index()] = Some(fresh);
            fresh
        });
        let name = self.virtual_card(tied).name;
        let Some(def) = self.catalogue().card(name).cloned() else { return Ok(()) };
        let event =
            self.begin(Event::Use(Box::new(Use::of_nobody(tied, Aim { generated: [true; 4], ..Aim::at(owner) }))));
        let result =
            self.shift(&[card], Zone::Processing, Reason::Put, None, true).and_then(|_| self.resolve(event, 0, &def));
        self.settle(event, result)
    }

    /// A delayed trick moves on to another judgement area: a new use without a user from "becoming a target" on
    /// (document 003, L19–25). Answers whether it found its place.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn pass_on_delayed(&self, card: CardId, target: PlayerId) -> Flow<bool> {
        let Some(tied) = self.read().ties[card.index()] else { return Ok(false) };
        if !self.alive(target) || !self.may_pass_on(card, target) {
            return Ok(false);
        }
        let event = self.begin(Event::Use(Box::new(Use::of_nobody(
            tied,
            Aim { generated: [true, false, true, false], ..Aim::at(target) },
        ))));
        let keeper = self.read().processing.iter().find(|(held, ..)| *held == card).map(|(_, owner, _)| *owner);
        let result = self.target_timings(event).and_then(|()| {
            self.final_targets(event);
            let target = self.used(event).aims.first().map(|aim| aim.player);
            match target {
                Some(target) => {
                    let moved = self.shift(&[card], Zone::Judge(target), Reason::Put, None, true)?;
                    Ok(!moved.is_empty())
                }
                None => Ok(false),
            }
        });
        if let (Ok(false), Some(keeper)) = (&result, keeper) {
            self.hand_over(&[card], keeper);
        }
        self.settle(event, result)
    }

    /// May a delayed trick on its way go to this character's judgement area? What its text says of targets is no matter
    /// there; the area must take it and no state may forbid it (document 003, L19).
    #[must_use]
    pub fn may_pass_on(&self, card: CardId, target: PlayerId) -> bool {
        let tied = self.read().ties[card.index()];
        let trick = match tied {
            Some(tied) => self.virtual_card(tied).clone(),
            None => self.make_virtual(self.face(card).name, &[card], None),
        };
        let occasion = crate::legality::Occasion { user: target, need: None, respond: false, saving: false };
        self.alive(target)
            && self.judge_area_takes(trick.name, target)
            && self.with_draft(occasion, &trick, &[], |draft| {
                self.edit_use(draft, |used| used.user = None);
                !self.banned_use(crate::def::Ban::Target, target, draft)
            })
    }
}
