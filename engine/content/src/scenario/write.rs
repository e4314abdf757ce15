//! A position put into words: read from a running game, and written as the fields of a scenario.

use super::setup;
use super::spec::{SeatSpec, Spec};
use super::text::{CardText, card_text};
use crate::content::Content;
use muniu_kernel::Game;
use muniu_kernel::ids::CardId;
use muniu_kernel::state::Player;
use std::fmt::Write;

/// How wide a seat's line may be before its fields stand one below the other.
const WIDE: usize = 112;

/// The position that the game stands at. What a general's card says is left out.
///
/// # Errors
/// What of it can't be said.
pub(super) fn spec(content: &Content, game: &Game) -> Result<Spec, String> {
    let state = game.read().clone();
    let names = game.names();
    let texts = |cards: &[CardId]| cards.iter().map(|card| text(game, *card)).collect::<Result<Vec<_>, _>>();
    let seats = state.players.iter().map(|of| SeatSpec {
        generals: of.generals.iter().map(|general| names.text(general.name).to_string()).collect(),
        role: of.role.map(|role| names.text(role).to_string()),
        ..SeatSpec::default()
    });
    let mut spec = Spec {
        seats: seats.collect(),
        turn: usize::from(state.turn_owner.unwrap_or(state.order_from).0) + 1,
        phase: state.turn_owner.and(state.phase),
        ..Spec::default()
    };
    if state.turn_owner.is_none() {
        // Between turns order is counted from who comes next.
        spec.turn = usize::from(game.whose_turn_next().0) + 1;
    }
    let plain = setup::game(content, &Spec { turn: 1, ..spec.clone() }).map_err(String::from)?;
    let mode = names.text(state.mode);
    spec.mode = (*mode != *spec.usual_mode()).then(|| mode.to_string());
    for (number, of) in state.players.iter().enumerate() {
        let usual = plain.read().players[number].clone();
        let seat = &mut spec.seats[number];
        seat.hand = texts(&of.hand)?;
        seat.equips = texts(&of.equip.iter().flatten().copied().collect::<Vec<_>>())?;
        seat.judging = of.judge.iter().map(|card| judged(game, *card)).collect::<Result<_, _>>()?;
        for (name, pile) in of.piles.iter().filter(|(_, pile)| !pile.cards.is_empty()) {
            seat.piles.insert(names.text(name).to_string(), texts(&pile.cards)?);
        }
        let marks = of.marks.iter().filter(|(_, count)| **count != 0);
        seat.marks = marks.map(|(name, count)| (names.text(name).to_string(), *count)).collect();
        (seat.chained, seat.face_down, seat.dead) = (of.chained, !of.face_up, !of.alive);
        seat.spent = of.spent.iter().map(|(skill, _)| names.text(*skill).to_string()).collect();
        differences(game, of, &usual, seat);
    }
    let top_first: Vec<CardId> = state.draw_pile.iter().rev().copied().collect();
    spec.pile = texts(&top_first)?;
    spec.discard = texts(&state.discard_pile)?;
    Ok(spec)
}

/// What is not as the general's card says.
fn differences(game: &Game, of: &Player, usual: &Player, seat: &mut SeatSpec) {
    let names = game.names();
    let has = |player: &Player, skill| player.skills.iter().any(|owned| owned.skill == skill);
    let words = |of: &Player, other: &Player| -> Vec<String> {
        let skills = of.skills.iter().map(|owned| owned.skill).filter(|skill| !has(other, *skill));
        let mut words: Vec<String> = Vec::new();
        for skill in skills.map(|skill| names.text(skill).to_string()) {
            if !words.contains(&skill) {
                words.push(skill);
            }
        }
        words
    };
    (seat.skills, seat.without) = (words(of, usual), words(usual, of));
    seat.max_hp = (of.max_hp != usual.max_hp).then_some(of.max_hp);
    let hp = if seat.dead { of.hp.min(0) } else { of.hp };
    let usual_hp = if seat.max_hp.is_some() { usual.hp.min(of.max_hp) } else { usual.hp };
    seat.hp = (hp != if seat.dead { usual_hp.min(0) } else { usual_hp }).then_some(hp);
    if of.kingdom != usual.kingdom {
        seat.kingdom = Some(of.kingdom.map_or_else(|| "none".to_owned(), |kingdom| names.text(kingdom).to_string()));
    }
    if of.gender != usual.gender {
        seat.gender = Some(of.gender.id().to_owned());
    }
}

fn text(game: &Game, card: CardId) -> Result<CardText, String> {
    CardText::parse(&card_text(game, card))
}

/// A card of a judgement area: with what it stands for, if that is something else.
pub(super) fn judged(game: &Game, card: CardId) -> Result<CardText, String> {
    let state = game.read();
    let tied = state.ties[card.index()].map(|id| state.virtuals[id.0 as usize].name);
    let face = card_text(game, card);
    match tied.filter(|name| *name != state.faces[card.index()].name) {
        Some(name) => CardText::parse(&format!("{face} as {}", game.names().text(name))),
        None => CardText::parse(&face),
    }
}

// ── as text ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The position's fields, one in each line.
pub(super) fn position(spec: &Spec) -> String {
    let mut out = fields(spec, "");
    if spec.turn == 1 {
        out += "turn = 1,\n";
    }
    if spec.phase == Some(muniu_kernel::event::Phase::Play) {
        out += "phase = \"play\",\n";
    }
    out
}

/// The fields of a position; what goes without saying is left out.
pub(super) fn fields(spec: &Spec, indent: &str) -> String {
    let mut out = format!("{indent}seats = {{\n");
    for seat in &spec.seats {
        let fields = seat_fields(seat);
        let line = format!("{indent}  {{ {} }},", fields.join(", "));
        if fields.is_empty() {
            let _ = writeln!(out, "{indent}  {{}},");
        } else if line.chars().count() <= WIDE {
            let _ = writeln!(out, "{line}");
        } else {
            let _ = writeln!(out, "{indent}  {{");
            for field in fields {
                let _ = writeln!(out, "{indent}    {field},");
            }
            let _ = writeln!(out, "{indent}  }},");
        }
    }
    let _ = writeln!(out, "{indent}}},");
    let mut field = |words: String| {
        let _ = writeln!(out, "{indent}{words},");
    };
    for (key, cards) in [("pile", &spec.pile), ("discard", &spec.discard)] {
        if !cards.is_empty() {
            field(format!("{key} = {}", quoted_cards(cards)));
        }
    }
    if spec.turn != 1 {
        field(format!("turn = {}", spec.turn));
    }
    match spec.phase {
        Some(muniu_kernel::event::Phase::Play) => {}
        Some(phase) => field(format!("phase = \"{}\"", phase.id())),
        None => field("phase = \"none\"".into()),
    }
    if let Some(mode) = &spec.mode {
        field(format!("mode = {}", quoted(mode)));
    }
    if let Some((seed, drawn)) = spec.chance {
        field(format!("chance = \"{seed}:{drawn}\""));
    }
    out
}

fn seat_fields(seat: &SeatSpec) -> Vec<String> {
    let mut fields = Vec::new();
    match seat.generals.as_slice() {
        [] => {}
        [one] => fields.push(format!("general = {}", quoted(one))),
        several => fields.push(format!("general = {}", list(several))),
    }
    let mut word = |key: &str, value: &Option<String>| {
        fields.extend(value.as_ref().map(|value| format!("{key} = {}", quoted(value))));
    };
    word("role", &seat.role);
    word("kingdom", &seat.kingdom);
    word("gender", &seat.gender);
    for (key, skills) in [("skills", &seat.skills), ("without", &seat.without), ("spent", &seat.spent)] {
        if !skills.is_empty() {
            fields.push(format!("{key} = {}", list(skills)));
        }
    }
    for (key, value) in [("hp", seat.hp), ("max_hp", seat.max_hp)] {
        fields.extend(value.map(|value| format!("{key} = {value}")));
    }
    for (key, cards) in [("hand", &seat.hand), ("equips", &seat.equips), ("judging", &seat.judging)] {
        if !cards.is_empty() {
            fields.push(format!("{key} = {}", quoted_cards(cards)));
        }
    }
    if !seat.piles.is_empty() {
        let piles = seat.piles.iter().map(|(name, cards)| format!("{} = {}", key(name), quoted_cards(cards)));
        fields.push(format!("piles = {{ {} }}", piles.collect::<Vec<_>>().join(", ")));
    }
    if !seat.marks.is_empty() {
        let marks = seat.marks.iter().map(|(name, count)| format!("{} = {count}", key(name)));
        fields.push(format!("marks = {{ {} }}", marks.collect::<Vec<_>>().join(", ")));
    }
    for (key, yes) in [("chained", seat.chained), ("face_down", seat.face_down), ("dead", seat.dead)] {
        if yes {
            fields.push(format!("{key} = true"));
        }
    }
    fields
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn quoted_cards(cards: &[CardText]) -> String {
    quoted(&cards.iter().map(|card| card.words.as_str()).collect::<Vec<_>>().join(", "))
}

fn list(words: &[String]) -> String {
    format!("{{ {} }}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", "))
}

/// The key of a table: bare if it can be.
fn key(name: &str) -> String {
    let bare = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if bare { name.to_owned() } else { format!("[{}]", quoted(name)) }
}
