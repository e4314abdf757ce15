//! The position that the table stands at, as text, and games that begin at a position from a text.

use super::room::Client;
use super::session::{Outcome, Table};
use super::shapes::Both;
use super::told::{Misplaced, Told};
use crate::load::Plan;
use muniu_content::scenario::position;
use muniu_kernel::Game;

impl Table {
    /// What the table stands at.
    pub(super) fn position(&self, game: &Game) -> Result<Told<'static>, Both> {
        let text = position::text(&self.content, game);
        text.map(|text| Told::Position { text }).map_err(|why| Both::new(format!("这个局面写不成文本：{why}"), why))
    }

    /// Begin another game at the position from this text. What is wrong with it is told with its place, and nothing
    /// has changed then.
    pub(super) fn deal_position(&mut self, client: Client, text: String) -> Outcome {
        let seed = self.plan.seed;
        let game = match position::game(&self.content, &text, seed) {
            Ok(game) => game,
            Err(wrong) => {
                let told = Misplaced { line: wrong.line, column: wrong.column, message: wrong.message };
                return self.reply(client, Ok(Told::Misplaced(told)));
            }
        };
        let seats = game.read().players.len();
        let plan = Plan { position: Some(text), seats, options: Vec::new(), ..self.plan.clone() };
        self.start(client, plan)
    }
}
