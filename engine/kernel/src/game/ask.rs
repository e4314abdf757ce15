//! Asking a seat: its agent answers, what is illegal is put to it again, and a default stands in the end.

use super::Game;
use crate::agent::View;
use crate::note::Note;
use crate::request::{Answer, Request};
use crate::rulebook::{Flow, Interrupt};

/// How often a question is put again after illegal answers before its default stands.
const MOST_REFUSALS: usize = 3;

impl Game {
    /// Ask a seat. The answer that comes back is legal.
    ///
    /// # Errors
    /// The agent's interrupt.
    pub fn ask(&self, request: Request) -> Flow<Answer> {
        self.before_decision()?;
        let answer = self.answer_to(&request)?;
        // Counted when it is made: a state cloned while a seat thinks asks that question again.
        self.edit().decisions += 1;
        self.note(|| Note::Decided { request, answer: answer.clone() });
        Ok(answer)
    }

    fn answer_to(&self, request: &Request) -> Flow<Answer> {
        let agent = self.0.agents.borrow().get(request.seat.index()).cloned();
        let Some(agent) = agent else { return Ok(self.default_answer(request)) };
        for _ in 0..MOST_REFUSALS {
            let answer = agent.borrow_mut().answer(View::new(self, request.seat), request)?;
            let Err(reason) = self.check(request, &answer) else { return Ok(answer) };
            agent.borrow_mut().refused(request, &reason);
            self.note(|| Note::Refused { request: request.clone(), reason });
        }
        Ok(self.default_answer(request))
    }

    fn before_decision(&self) -> Flow {
        let hook = self.0.before_ask.borrow_mut().take();
        if let Some(hook) = hook {
            hook(self);
            self.0.before_ask.borrow_mut().get_or_insert(hook);
        }
        if self.read().decisions >= self.0.bound.get() { Err(Interrupt::Bound) } else { Ok(()) }
    }
}
