//! A seat at the table: asks the table, which knows who plays it.

use super::session::Table;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::request::{Answer, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use std::cell::RefCell;
use std::rc::Rc;

/// A seat.
pub struct TableSeat(pub Rc<RefCell<Table>>);

impl Agent for TableSeat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let game = view.rules();
        let answer = self.0.borrow_mut().decide(game, request);
        answer.map(|answer| answer.answer(game.names())).ok_or(Interrupt::Quit)
    }
}
