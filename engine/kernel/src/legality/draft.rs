//! Drafts: a use that is only considered, pushed on the stack as if its cards were gone, and taken off again.

use super::Occasion;
use crate::card::VirtualCard;
use crate::def::{Ban, CardDef};
use crate::event::{Aim, Event, Frame, Use};
use crate::game::Game;
use crate::ids::{EventId, PlayerId, VirtualId};
use crate::rulebook::{Arg, Call};
use std::rc::Rc;

impl Game {
    /// Consider a use: push it as a draft, as if its cards were gone, look, and take it off again.
    pub(crate) fn with_draft<T>(
        &self,
        occasion: Occasion,
        card: &VirtualCard,
        aims: &[PlayerId],
        look: impl FnOnce(EventId) -> T,
    ) -> T {
        let revision = self.revision();
        let (virtuals, serial, depth) = {
            let mut state = self.edit();
            let virtuals = state.virtuals.len();
            state.virtuals.push(card.clone());
            let serial = state.next_serial;
            state.next_serial += 1;
            let depth = state.frames.len();
            let draft = self.draft_use(&state, occasion, VirtualId(virtuals as u32), aims);
            state.frames.push(Frame { serial, event: Event::Draft(Box::new(draft)), record: None });
            (virtuals, serial, depth)
        };
        let result = self.as_if_gone(&card.cards, || look(EventId { depth: depth as u16, serial }));
        let mut state = self.edit();
        state.frames.truncate(depth);
        state.virtuals.truncate(virtuals);
        state.next_serial = serial;
        drop(state);
        self.back_at(revision);
        result
    }

    pub(crate) fn draft_use(
        &self,
        state: &crate::state::State,
        occasion: Occasion,
        card: VirtualId,
        aims: &[PlayerId],
    ) -> Use {
        let need = occasion.need.and_then(|id| match &state.frames[usize::from(id.depth)].event {
            Event::Need(need) => Some(need),
            _ => None,
        });
        let aims = aims.iter().map(|player| Aim::at(*player)).collect();
        Use {
            to: need.and_then(|need| need.to),
            at_idle: occasion.need.is_none(),
            counted: occasion.need.is_none(),
            saving: occasion.saving,
            no_distance: need.is_some_and(|need| need.no_distance),
            prescribed: need.is_some_and(|need| need.targets.is_some()),
            reason: need.and_then(|need| need.reason),
            ..Use::new(Some(occasion.user), card, aims)
        }
    }

    pub(crate) fn draft(&self, id: EventId) -> std::cell::Ref<'_, Use> {
        std::cell::Ref::map(self.event(id), |event| event.as_use().expect("the event is a use"))
    }

    pub(crate) fn card_def(&self, id: EventId) -> Option<Rc<CardDef>> {
        let name = {
            let card = self.draft(id).card;
            self.virtual_card(card).name
        };
        self.catalogue().card(name).cloned()
    }

    /// Everything about a use but its targets: what states forbid, the card's own condition, answers that are barred.
    pub(crate) fn allowed(&self, occasion: Occasion, draft: EventId) -> bool {
        let Some(def) = self.card_def(draft) else { return false };
        let ban = if occasion.respond { Ban::Respond } else { Ban::Use };
        if self.banned_use(ban, occasion.user, draft) || self.answer_barred(&def, occasion) {
            return false;
        }
        occasion.respond
            || def.when.is_none_or(|fun| {
                let args = [Arg::Player(occasion.user), Arg::Event(draft.into())];
                self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
            })
    }

    /// Has the target record that would be answered been marked "can't be answered with this"?
    pub(crate) fn answer_barred(&self, def: &CardDef, occasion: Occasion) -> bool {
        let Some(need) = occasion.need else { return false };
        let Some((to, Some(aim))) = self.need_data(need).to else { return false };
        if !self.runs(to) {
            return false;
        }
        let event = self.event(to);
        let Event::Use(used) = &*event else { return false };
        used.aims.get(usize::from(aim)).is_some_and(|aim| {
            aim.unanswerable
                .iter()
                .any(|(name, by)| (*name == def.name || *name == def.family) && by.is_none_or(|by| by == occasion.user))
        })
    }
}
