//! Questions that several characters may answer at the same time. The rules ask one after another; at a table of people
//! they all think at once, and how long it takes tells nobody who has what is asked for. What they say is kept by
//! whoever opened the window, and given when the rules come to ask them.

use crate::event::{Event, Frame, Need};
use crate::game::Game;
use crate::ids::EventId;
use crate::request::{Ask, Prompt, Purpose, Request};
use crate::rulebook::Flow;

/// Needs that come up one after another, each asked only if all before it came to nothing.
#[derive(Debug, Clone)]
pub struct Window {
    /// In the order in which they will be asked: one for each character who might answer.
    pub needs: Vec<Need>,
    /// What for.
    pub purpose: Purpose,
}

impl Game {
    /// Called before the needs of a window are asked one after another.
    pub fn on_window(&self, hook: impl Fn(&Game, &Window) -> Flow + 'static) {
        *self.window_hook().borrow_mut() = Some(std::rc::Rc::new(hook));
    }

    pub(super) fn open_window(&self, window: &Window) -> Flow {
        let hook = self.window_hook().borrow().clone();
        hook.map_or(Ok(()), |hook| hook(self, window))
    }

    /// Look at the request that a need will come to, as if it were being asked; nothing is changed.
    pub fn suppose<T>(&self, need: &Need, purpose: Purpose, look: impl FnOnce(&Request) -> T) -> T {
        let revision = self.revision();
        let id = {
            let state = &mut *self.edit();
            let id = EventId { depth: state.frames.len() as u16, serial: state.next_serial };
            state.frames.push(Frame { serial: id.serial, event: Event::Need(need.clone()), record: None });
            id
        };
        let result = look(&need_request(need, id, purpose));
        self.edit().frames.truncate(usize::from(id.depth));
        self.back_at(revision);
        result
    }
}

/// The request of a need.
pub(super) fn need_request(need: &Need, id: EventId, purpose: Purpose) -> Request {
    let prompt = Prompt { skill: need.reason, ..Prompt::RULES };
    Request { seat: need.player, ask: Ask::Card { need: id, purpose }, optional: true, prompt }
}
