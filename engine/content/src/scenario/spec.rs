//! The position a scenario describes, read from its table.

use super::text::CardText;
use crate::suggest;
use mlua::{FromLua, Table, Value};
use muniu_kernel::event::Phase;
use std::collections::BTreeMap;
use std::fmt;

/// What is wrong with a position, and where in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The seat, from 1.
    pub seat: Option<usize>,
    /// The field.
    pub field: Option<String>,
    /// Which words of its value.
    pub words: Option<String>,
    /// What was expected.
    pub message: String,
}

impl Wrong {
    /// Said of this field.
    pub fn of(field: &str, message: impl Into<String>) -> Wrong {
        Wrong { field: Some(field.to_owned()), message: message.into(), ..Wrong::default() }
    }

    /// These words in it.
    pub fn at(self, words: &str) -> Wrong {
        Wrong { words: Some(words.to_owned()), ..self }
    }

    /// Of this seat.
    pub fn in_seat(self, seat: usize) -> Wrong {
        Wrong { seat: Some(seat), ..self }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "seat {seat}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Wrong {
        Wrong { message, ..Wrong::default() }
    }
}

impl From<Wrong> for String {
    fn from(wrong: Wrong) -> String {
        wrong.to_string()
    }
}

/// A position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Spec {
    pub rules: Vec<String>,
    pub seats: Vec<SeatSpec>,
    pub pile: Vec<CardText>,
    pub discard: Vec<CardText>,
    /// Whose turn it is, from 1.
    pub turn: usize,
    /// `None` between turns.
    pub phase: Option<Phase>,
    pub mode: Option<String>,
    /// The state of chance: a seed, and how many numbers were drawn.
    pub chance: Option<(u64, u64)>,
}

impl Spec {
    /// The mode if none is said: that of roles if there are any.
    pub fn usual_mode(&self) -> &'static str {
        if self.seats.iter().any(|seat| seat.role.is_some()) { "identity" } else { "none" }
    }
}

/// A seat of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SeatSpec {
    pub generals: Vec<String>,
    pub skills: Vec<String>,
    /// Skills of its generals that it doesn't have.
    pub without: Vec<String>,
    /// Limited and awakening skills that it has used.
    pub spent: Vec<String>,
    pub hp: Option<i32>,
    pub max_hp: Option<i32>,
    pub role: Option<String>,
    pub kingdom: Option<String>,
    pub gender: Option<String>,
    pub hand: Vec<CardText>,
    pub equips: Vec<CardText>,
    pub judging: Vec<CardText>,
    pub piles: BTreeMap<String, Vec<CardText>>,
    pub marks: BTreeMap<String, i32>,
    pub chained: bool,
    pub face_down: bool,
    pub dead: bool,
}

/// The fields of a position, in the order in which they are written.
pub(super) const POSITION_KEYS: [&str; 7] = ["seats", "pile", "discard", "turn", "phase", "mode", "chance"];
const KEYS: [&str; 12] =
    ["rules", "seats", "pile", "discard", "turn", "phase", "mode", "chance", "cases", "run", "name", "note"];
const SEAT_KEYS: [&str; 18] = [
    "general",
    "skills",
    "without",
    "spent",
    "hp",
    "max_hp",
    "role",
    "kingdom",
    "gender",
    "hand",
    "equips",
    "judging",
    "piles",
    "marks",
    "chained",
    "face_down",
    "dead",
    "note",
];

/// Read a scenario's table.
pub(super) fn read(body: &Table) -> Result<Spec, Wrong> {
    let spec = Spec { turn: 1, phase: Some(Phase::Play), ..Spec::default() };
    overridden(&spec, body)
}

/// The position with what this table says put in the place of what was there. Seats are matched by number, and only
/// what is said of them changes.
pub(super) fn overridden(base: &Spec, body: &Table) -> Result<Spec, Wrong> {
    only(body, &KEYS)?;
    let mut spec = base.clone();
    if let Some(rules) = get::<Vec<String>>(body, "rules", "a list of rule ids")? {
        spec.rules = rules;
    }
    if let Some(seats) = get::<Table>(body, "seats", "a list of seats")? {
        for pair in seats.pairs::<usize, Table>() {
            let (number, seat) = pair.map_err(|_| Wrong::of("seats", "`seats` is no list of tables"))?;
            if number == 0 || number > 20 {
                return Err(Wrong::of("seats", format!("there is no seat {number}")));
            }
            if spec.seats.len() < number {
                spec.seats.resize(number, SeatSpec::default());
            }
            seat_of(&mut spec.seats[number - 1], &seat).map_err(|wrong| wrong.in_seat(number))?;
        }
    }
    cards(body, "pile", &mut spec.pile)?;
    cards(body, "discard", &mut spec.discard)?;
    put(body, "turn", "a seat number", &mut spec.turn)?;
    if let Some(phase) = get::<String>(body, "phase", "a phase or \"none\"")? {
        spec.phase =
            if phase == "none" { None } else { Some(phase_of(&phase).map_err(|message| Wrong::of("phase", message))?) };
    }
    if let Some(mode) = get::<String>(body, "mode", "a mode")? {
        spec.mode = Some(mode);
    }
    if let Some(chance) = get::<String>(body, "chance", "a seed and how many numbers were drawn, such as \"3:412\"")? {
        spec.chance = Some(chance_of(&chance).map_err(|message| Wrong::of("chance", message))?);
    }
    if spec.seats.len() < 2 {
        return Err(Wrong::of("seats", "a scenario needs at least two seats"));
    }
    if spec.turn == 0 || spec.turn > spec.seats.len() {
        return Err(Wrong::of("turn", format!("`turn = {}`: there is no such seat", spec.turn)));
    }
    Ok(spec)
}

fn phase_of(word: &str) -> Result<Phase, String> {
    Phase::parse(word).ok_or_else(|| {
        let words = Phase::ALL.iter().map(|phase| phase.id()).chain(["none"]);
        format!("there is no phase `{word}`: {}", suggest::help(word, words))
    })
}

fn chance_of(words: &str) -> Result<(u64, u64), String> {
    let read = words.split_once(':').and_then(|(seed, drawn)| Some((seed.parse().ok()?, drawn.parse().ok()?)));
    read.ok_or_else(|| format!("`chance = \"{words}\"`, expected a seed and how many numbers were drawn: \"3:412\""))
}

fn seat_of(seat: &mut SeatSpec, body: &Table) -> Result<(), Wrong> {
    only(body, &SEAT_KEYS)?;
    match raw(body, "general")? {
        Value::Nil => {}
        Value::String(one) => seat.generals = vec![one.to_string_lossy()],
        _ => put(body, "general", "a general or a list of generals", &mut seat.generals)?,
    }
    put(body, "skills", "a list of skills", &mut seat.skills)?;
    put(body, "without", "a list of skills", &mut seat.without)?;
    put(body, "spent", "a list of skills", &mut seat.spent)?;
    for (key, place) in [("hp", &mut seat.hp), ("max_hp", &mut seat.max_hp)] {
        *place = get(body, key, "a whole number")?.or(*place);
    }
    for (key, place) in [("role", &mut seat.role), ("kingdom", &mut seat.kingdom), ("gender", &mut seat.gender)] {
        if let Some(word) = get::<String>(body, key, "a word")? {
            *place = Some(word);
        }
    }
    cards(body, "hand", &mut seat.hand)?;
    cards(body, "equips", &mut seat.equips)?;
    cards(body, "judging", &mut seat.judging)?;
    if let Some(piles) = get::<Table>(body, "piles", "a table of piles")? {
        for pair in piles.pairs::<String, String>() {
            let (name, words) =
                pair.map_err(|_| Wrong::of("piles", "`piles` is no table like { tian = \"♠3 slash\" }"))?;
            let cards = card_list(&words).map_err(|(card, message)| Wrong::of("piles", message).at(&card))?;
            seat.piles.insert(name, cards);
        }
    }
    if let Some(marks) = get::<Table>(body, "marks", "a table of marks")? {
        for pair in marks.pairs::<String, i32>() {
            let (name, count) = pair.map_err(|_| Wrong::of("marks", "`marks` is no table like { ren = 3 }"))?;
            seat.marks.insert(name, count);
        }
    }
    put(body, "chained", "true or false", &mut seat.chained)?;
    put(body, "face_down", "true or false", &mut seat.face_down)?;
    put(body, "dead", "true or false", &mut seat.dead)
}

fn cards(body: &Table, key: &str, place: &mut Vec<CardText>) -> Result<(), Wrong> {
    if let Some(words) = get::<String>(body, key, "cards, such as \"♦4 fire_slash, jink\"")? {
        *place =
            card_list(&words).map_err(|(card, message)| Wrong::of(key, format!("`{key}`: {message}")).at(&card))?;
    }
    Ok(())
}

/// The cards, or the one that is none and why.
fn card_list(words: &str) -> Result<Vec<CardText>, (String, String)> {
    let each = CardText::split(words);
    each.map(|card| CardText::parse(card).map_err(|message| (card.trim().to_owned(), message))).collect()
}

/// Refuse keys that mean nothing.
pub(super) fn only(body: &Table, keys: &[&str]) -> Result<(), Wrong> {
    let mut wrong: Vec<String> = body
        .pairs::<Value, Value>()
        .filter_map(Result::ok)
        .map(|(key, _)| match key {
            Value::String(key) => key.to_string_lossy(),
            other => format!("a {}", other.type_name()),
        })
        .filter(|key| !keys.contains(&key.as_str()))
        .collect();
    wrong.sort();
    match wrong.first() {
        Some(key) => {
            let help = suggest::help(key, keys.iter().copied());
            Err(Wrong::of(key, format!("`{key}` means nothing here: {help}")))
        }
        None => Ok(()),
    }
}

fn raw(body: &Table, key: &str) -> Result<Value, String> {
    body.get::<Value>(key).map_err(|error| error.to_string())
}

/// Read a field that may be absent.
pub(super) fn get<T: FromLua>(body: &Table, key: &str, expected: &str) -> Result<Option<T>, Wrong> {
    body.get::<Option<T>>(key).map_err(|_| {
        let found = raw(body, key).map_or("?", |value| value.type_name());
        Wrong::of(key, format!("`{key}` is a {found}, expected {expected}"))
    })
}

fn put<T: FromLua>(body: &Table, key: &str, expected: &str, place: &mut T) -> Result<(), Wrong> {
    if let Some(value) = get(body, key, expected)? {
        *place = value;
    }
    Ok(())
}
