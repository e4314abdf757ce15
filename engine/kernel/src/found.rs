//! What a rulebook has worked out about an event, kept for as long as the state stands still: many handlers look at the
//! same thing at one timing.

use crate::game::Game;
use crate::ids::EventId;
use std::any::Any;

/// Findings about events in one state.
#[derive(Default)]
pub(crate) struct Found {
    revision: u64,
    about: Vec<(EventId, Box<dyn Any>)>,
}

impl Game {
    /// What `find` finds about an event; it is not asked again until something changes. One kind of finding an event.
    ///
    /// # Errors
    /// Those of `find`; then nothing is kept.
    pub fn found<T: Clone + 'static, E>(&self, event: EventId, find: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if !self.settled() {
            return find();
        }
        let revision = self.revision();
        let known = {
            let found = self.found_here().borrow();
            let about = (found.revision == revision).then(|| found.about.iter().find(|(known, _)| *known == event));
            about.flatten().and_then(|(_, what)| what.downcast_ref::<T>().cloned())
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let what = find()?;
        if self.revision() == revision {
            let mut found = self.found_here().borrow_mut();
            if found.revision != revision {
                *found = Found { revision, about: Vec::new() };
            }
            found.about.push((event, Box::new(what.clone())));
        }
        Ok(what)
    }
}
