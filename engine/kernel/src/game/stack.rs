//! The event stack: events begin and end in its order, and their data is read, changed and looked for on it.

use super::Game;
use crate::event::{Event, Frame};
use crate::ids::EventId;
use crate::note::Note;
use std::cell::{Ref, RefMut};

impl Game {
    /// Begin an event.
    #[must_use]
    pub fn begin(&self, event: Event) -> EventId {
        let id = {
            let mut state = self.edit();
            let serial = state.next_serial;
            state.next_serial += 1;
            let depth = state.frames.len() as u16;
            state.frames.push(Frame { serial, event, record: None });
            EventId { depth, serial }
        };
        self.note(|| Note::Begin { ev: id.into() });
        id
    }

    /// End an event. Cards it put into the processing area that are still there go to the discard pile first
    /// (rules 4.2.9); that is done by [`Game::finish`], which flows call.
    pub fn end(&self, id: EventId) -> Event {
        self.note(|| Note::End { ev: id.into() });
        let mut state = self.edit();
        debug_assert_eq!(state.frames.len(), usize::from(id.depth) + 1, "events end in the order of the stack");
        state.frames.truncate(usize::from(id.depth) + 1);
        state.frames.pop().expect("the event is on the stack").event
    }

    /// Is the event still running?
    #[must_use]
    pub fn runs(&self, id: EventId) -> bool {
        self.read().frames.get(usize::from(id.depth)).is_some_and(|frame| frame.serial == id.serial)
    }

    /// The event's data.
    ///
    /// # Panics
    /// If the event has ended; test with [`Game::runs`] where that can be.
    #[must_use]
    pub fn event(&self, id: EventId) -> Ref<'_, Event> {
        Ref::map(self.read(), |state| {
            let frame = &state.frames[usize::from(id.depth)];
            assert_eq!(frame.serial, id.serial, "the event has ended");
            &frame.event
        })
    }

    /// The event's data, to be changed.
    ///
    /// # Panics
    /// If the event has ended.
    #[must_use]
    pub fn event_mut(&self, id: EventId) -> RefMut<'_, Event> {
        RefMut::map(self.edit(), |state| {
            let frame = &mut state.frames[usize::from(id.depth)];
            assert_eq!(frame.serial, id.serial, "the event has ended");
            &mut frame.event
        })
    }

    /// The innermost event for which `pick` answers.
    pub fn find_event<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> Option<(EventId, T)> {
        let state = self.read();
        state.frames.iter().enumerate().rev().find_map(|(depth, frame)| {
            pick(&frame.event).map(|found| (EventId { depth: depth as u16, serial: frame.serial }, found))
        })
    }

    /// The innermost running event.
    #[must_use]
    pub fn current(&self) -> EventId {
        let state = self.read();
        let depth = state.frames.len() - 1;
        EventId { depth: depth as u16, serial: state.frames[depth].serial }
    }
}
