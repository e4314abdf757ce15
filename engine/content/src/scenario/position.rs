//! Positions as text: the setup part of a scenario, written from a running game and dealt as the start of another.

use super::literal::Literal;
use super::spec::{self, POSITION_KEYS, Spec, Wrong};
use super::unsaid::unsaid;
use super::{setup, write};
use crate::content::Content;
use mlua::Value;
use muniu_kernel::Game;
use muniu_kernel::rng::Rng;
use std::fmt;

/// What is wrong with a position, and where in its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Misplaced {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What was expected.
    pub message: String,
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// What the game stands at, as text; comments at its head tell what it has no words for.
///
/// # Errors
/// What of it can't be said.
pub fn text(content: &Content, game: &Game) -> Result<String, String> {
    Ok(unsaid(game) + &write::position(&write::spec(content, game)?))
}

/// A game that stands at this position, from which it goes on with [`Game::go_on`]. What the text leaves open (the
/// cards under those it names, the generals that wait, chance) is as `seed` has it.
///
/// # Errors
/// What is wrong with the text.
pub fn game(content: &Content, text: &str, seed: u64) -> Result<Game, Misplaced> {
    let misplaced = |offset: usize, message: String| {
        let (line, column) = crate::diagnostic::position(text, offset);
        Misplaced { line, column, message }
    };
    let fields = Literal::fields(text).map_err(|(offset, message)| misplaced(offset, message))?;
    let found = |wrong: Wrong| misplaced(place(text, &fields, &wrong), wrong.to_string());
    let spec = read(content, &fields).map_err(found)?;
    let game = setup::game(content, &spec).map_err(found)?;
    let named = spec.pile.len();
    {
        let mut state = game.edit();
        let state = &mut *state;
        let mut rng = Rng::new(seed);
        let open = state.draw_pile.len() - named;
        rng.shuffle(&mut state.draw_pile[..open]);
        rng.shuffle(&mut state.general_deck);
        if spec.chance.is_none() {
            state.rng = rng;
        }
    }
    Ok(game)
}

fn read(content: &Content, fields: &Literal) -> Result<Spec, Wrong> {
    let value = fields.to_lua(&content.runtime().lua).map_err(|error| error.to_string())?;
    let Value::Table(table) = value else { return Err("expected fields, such as `turn = 1`".to_owned().into()) };
    spec::only(&table, &POSITION_KEYS)?;
    spec::read(&table)
}

/// Where it stands: the words in the value of the field, else the field, else what comes nearest.
fn place(text: &str, fields: &Literal, wrong: &Wrong) -> usize {
    let mut inside = fields;
    let mut at = fields.from;
    if let Some(seats) = wrong.seat.and_then(|_| fields.get("seats")) {
        (inside, at) = (&seats.value, seats.at);
        if let Some(seat) = wrong.seat.and_then(|number| seats.value.nth(number)) {
            (inside, at) = (&seat.value, seat.at);
        }
    }
    let Some(field) = wrong.field.as_deref().and_then(|field| inside.get(field)) else { return at };
    let value = &text[field.value.from..field.value.to];
    let words = wrong.words.as_deref().and_then(|words| value.find(words));
    words.map_or(field.at, |offset| field.value.from + offset)
}
