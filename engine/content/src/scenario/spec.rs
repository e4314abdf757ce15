//! The position a scenario describes, read from its table.

use super::text::CardText;
use crate::suggest;
use mlua::{FromLua, Table, Value};
use muniu_kernel::event::Phase;
use std::collections::BTreeMap;

/// A position.
#[derive(Debug, Clone, Default)]
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
}

/// A seat of it.
#[derive(Debug, Clone, Default)]
pub(super) struct SeatSpec {
    pub generals: Vec<String>,
    pub skills: Vec<String>,
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

const KEYS: [&str; 11] = ["rules", "seats", "pile", "discard", "turn", "phase", "mode", "cases", "run", "name", "note"];
const SEAT_KEYS: [&str; 16] = [
    "general",
    "skills",
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
pub(super) fn read(body: &Table) -> Result<Spec, String> {
    let spec = Spec { turn: 1, phase: Some(Phase::Play), ..Spec::default() };
    overridden(&spec, body)
}

/// The position with what this table says put in the place of what was there. Seats are matched by number, and only
/// what is said of them changes.
pub(super) fn overridden(base: &Spec, body: &Table) -> Result<Spec, String> {
    only(body, &KEYS)?;
    let mut spec = base.clone();
    if let Some(rules) = get::<Vec<String>>(body, "rules", "a list of rule ids")? {
        spec.rules = rules;
    }
    if let Some(seats) = get::<Table>(body, "seats", "a list of seats")? {
        for pair in seats.pairs::<usize, Table>() {
            let (number, seat) = pair.map_err(|_| "`seats` is no list of tables".to_owned())?;
            if number == 0 || number > 20 {
                return Err(format!("there is no seat {number}"));
            }
            if spec.seats.len() < number {
                spec.seats.resize(number, SeatSpec::default());
            }
            seat_of(&mut spec.seats[number - 1], &seat).map_err(|message| format!("seat {number}: {message}"))?;
        }
    }
    cards(body, "pile", &mut spec.pile)?;
    cards(body, "discard", &mut spec.discard)?;
    put(body, "turn", "a seat number", &mut spec.turn)?;
    if let Some(phase) = get::<String>(body, "phase", "a phase or \"none\"")? {
        spec.phase = if phase == "none" { None } else { Some(phase_of(&phase)?) };
    }
    if let Some(mode) = get::<String>(body, "mode", "a mode")? {
        spec.mode = Some(mode);
    }
    if spec.seats.len() < 2 {
        return Err("a scenario needs at least two seats".into());
    }
    if spec.turn == 0 || spec.turn > spec.seats.len() {
        return Err(format!("`turn = {}`: there is no such seat", spec.turn));
    }
    Ok(spec)
}

fn phase_of(word: &str) -> Result<Phase, String> {
    Phase::parse(word).ok_or_else(|| {
        let words = Phase::ALL.iter().map(|phase| phase.id()).chain(["none"]);
        format!("there is no phase `{word}`: {}", suggest::help(word, words))
    })
}

fn seat_of(seat: &mut SeatSpec, body: &Table) -> Result<(), String> {
    only(body, &SEAT_KEYS)?;
    match raw(body, "general")? {
        Value::Nil => {}
        Value::String(one) => seat.generals = vec![one.to_string_lossy()],
        _ => put(body, "general", "a general or a list of generals", &mut seat.generals)?,
    }
    put(body, "skills", "a list of skills", &mut seat.skills)?;
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
            let (name, words) = pair.map_err(|_| "`piles` is no table like { tian = \"♠3 slash\" }".to_owned())?;
            seat.piles.insert(name, CardText::parse_list(&words)?);
        }
    }
    if let Some(marks) = get::<Table>(body, "marks", "a table of marks")? {
        for pair in marks.pairs::<String, i32>() {
            let (name, count) = pair.map_err(|_| "`marks` is no table like { ren = 3 }".to_owned())?;
            seat.marks.insert(name, count);
        }
    }
    put(body, "chained", "true or false", &mut seat.chained)?;
    put(body, "face_down", "true or false", &mut seat.face_down)?;
    put(body, "dead", "true or false", &mut seat.dead)
}

fn cards(body: &Table, key: &str, place: &mut Vec<CardText>) -> Result<(), String> {
    if let Some(words) = get::<String>(body, key, "cards, such as \"♦4 fire_slash, jink\"")? {
        *place = CardText::parse_list(&words).map_err(|message| format!("`{key}`: {message}"))?;
    }
    Ok(())
}

/// Refuse keys that mean nothing.
pub(super) fn only(body: &Table, keys: &[&str]) -> Result<(), String> {
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
        Some(key) => Err(format!("`{key}` means nothing here: {}", suggest::help(key, keys.iter().copied()))),
        None => Ok(()),
    }
}

fn raw(body: &Table, key: &str) -> Result<Value, String> {
    body.get::<Value>(key).map_err(|error| error.to_string())
}

/// Read a field that may be absent.
pub(super) fn get<T: FromLua>(body: &Table, key: &str, expected: &str) -> Result<Option<T>, String> {
    body.get::<Option<T>>(key).map_err(|_| {
        let found = raw(body, key).map_or("?", |value| value.type_name());
        format!("`{key}` is a {found}, expected {expected}")
    })
}

fn put<T: FromLua>(body: &Table, key: &str, expected: &str, place: &mut T) -> Result<(), String> {
    if let Some(value) = get(body, key, expected)? {
        *place = value;
    }
    Ok(())
}
