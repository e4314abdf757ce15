//! Requests, seats and positions in plain words, for reports.

use super::text::{card_text, cards_text, sign};
use muniu_kernel::Game;
use muniu_kernel::card::rank_text;
use muniu_kernel::event::Event;
use muniu_kernel::ids::{EventId, PlayerId, VirtualId};
use muniu_kernel::request::{AbilityRef, Action, Answer, Ask, Pick, Request, Way};
use muniu_kernel::value::Value;

/// `seat 2 (xiaoqiao)`
pub(super) fn seat(game: &Game, player: PlayerId) -> String {
    let state = game.read();
    let generals: Vec<_> =
        state.players[player.index()].generals.iter().map(|card| game.names().text(card.name)).collect();
    let number = player.0 + 1;
    if generals.is_empty() { format!("seat {number}") } else { format!("seat {number} ({})", generals.join(", ")) }
}

pub(super) fn seats(game: &Game, players: &[PlayerId]) -> String {
    if players.is_empty() {
        return "nobody".into();
    }
    players.iter().map(|player| seat(game, *player)).collect::<Vec<_>>().join(", ")
}

/// A virtual card: `slash (♥5 jink by wusheng)`.
pub(super) fn virtual_card(game: &Game, id: VirtualId) -> String {
    let card = game.virtual_card(id).clone();
    let name = game.names().text(card.name);
    match (card.skill, card.cards.as_slice()) {
        (None, [one]) => card_text(game, *one),
        (None, []) => format!("{name} without a card"),
        (None, cards) => format!("{name} ({})", cards_text(game, cards)),
        (Some(skill), cards) => format!("{name} (by {} from [{}])", game.names().text(skill), cards_text(game, cards)),
    }
}

pub(super) fn value(game: &Game, value: &Value) -> String {
    match value {
        Value::Nil => "nil".into(),
        Value::Bool(yes) => yes.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        Value::Name(name) => game.names().text(*name).to_string(),
        Value::Suit(suit) => suit.id().into(),
        Value::Player(player) => seat(game, *player),
        Value::Card(card) => card_text(game, *card),
        Value::List(list) => list.iter().map(|item| self::value(game, item)).collect::<Vec<_>>().join(", "),
        Value::Map(_) => "a table".into(),
    }
}

/// `tianxiang`; of another's skill `zhiba of seat 1`.
pub(super) fn ability(game: &Game, at: AbilityRef) -> String {
    game.names().text(at.skill).to_string()
}

fn bounds(min: usize, max: usize) -> String {
    match (min, max) {
        (min, max) if min == max => min.to_string(),
        (min, usize::MAX) => format!("{min} or more"),
        (min, max) => format!("{min} to {max}"),
    }
}

/// What a card is needed for: the names that would do.
pub(super) fn needed(game: &Game, need: EventId) -> Vec<String> {
    match &*game.event(need) {
        Event::Need(need) => need.names.iter().map(|name| game.names().text(*name).to_string()).collect(),
        _ => Vec::new(),
    }
}

/// The request in words, with what may be chosen.
pub(super) fn request(game: &Game, request: &Request) -> String {
    let names = game.names();
    let asked = match &request.ask {
        Ask::Play => "act in the play phase".to_owned(),
        Ask::Card { need, .. } => {
            let ways: Vec<String> = game.ways(request).iter().map(|way| self::way(game, *way)).collect();
            format!("give {} ({}); could: {}", needed(game, *need).join(" or "), request.ask.kind(), ways.join(", "))
        }
        Ask::Trigger { ability: at, .. } => format!("use {}", ability(game, *at)),
        Ask::OrderTriggers { options, .. } => {
            format!(
                "choose which goes next of {}",
                options.iter().map(|at| ability(game, *at)).collect::<Vec<_>>().join(", ")
            )
        }
        Ask::Cards { cards, hidden, min, max } => {
            let mut of: Vec<String> = cards.iter().map(|card| card_text(game, *card)).collect();
            of.extend(hidden.iter().map(|(player, count)| format!("{count} hidden of {}", seat(game, *player))));
            format!("choose {} cards of: {}", bounds(*min, *max), of.join(", "))
        }
        Ask::Players { candidates, min, max } => {
            format!("choose {} characters of: {}", bounds(*min, *max), seats(game, candidates))
        }
        Ask::Option { options } => {
            format!(
                "choose one of: {}",
                options.iter().map(|option| value(game, option)).collect::<Vec<_>>().join(", ")
            )
        }
        Ask::Number { min, max } => format!("choose a number from {min} to {max}"),
        Ask::Suit => "choose a suit".into(),
        Ask::Confirm => "say yes or no".into(),
        Ask::General { choices } => {
            format!(
                "choose a general of: {}",
                choices.iter().map(|name| names.text(*name).to_string()).collect::<Vec<_>>().join(", ")
            )
        }
        Ask::Arrange { cards, piles } => {
            let piles = piles.iter().map(|(name, min, max)| format!("{} ({})", names.text(*name), bounds(*min, *max)));
            format!("arrange {} into {}", cards_text(game, cards), piles.collect::<Vec<_>>().join(", "))
        }
        Ask::Distribute { cards, candidates, min, max, .. } => {
            format!("give {} of {} to {}", bounds(*min, *max), cards_text(game, cards), seats(game, candidates))
        }
    };
    let by = request.prompt.skill.map_or_else(String::new, |skill| format!("{}: ", names.text(skill)));
    let key = request.prompt.key.map_or_else(String::new, |key| format!(" [{}]", names.text(key)));
    let optional = if request.optional { " (may decline)" } else { "" };
    format!("{}, {by}{asked}{key}{optional}", seat(game, request.seat))
}

/// A way to act.
pub(super) fn way(game: &Game, way: Way) -> String {
    match way {
        Way::Card(card) => card_text(game, card),
        Way::Recast(card) => format!("recast {}", card_text(game, card)),
        Way::Convert(at) | Way::Provide(at) | Way::Active(at) | Way::Trigger(at) => ability(game, at),
    }
}

fn action(game: &Game, action: &Action) -> String {
    let mut words = way(game, action.way);
    if let Some(name) = action.name {
        words += &format!(" as {}", game.names().text(name));
    }
    if !action.cards.is_empty() {
        words += &format!(" with {}", cards_text(game, &action.cards));
    }
    if let Some(option) = action.option {
        words += &format!(" option {}", option + 1);
    }
    if !action.targets.is_empty() {
        words += &format!(" on {}", seats(game, &action.targets));
    }
    words
}

/// An answer in words.
pub(super) fn answer(game: &Game, request: &Request, answer: &Answer) -> String {
    match answer {
        Answer::Pass => "declines".into(),
        Answer::Act(act) => action(game, act),
        Answer::Index(number) => match &request.ask {
            Ask::OrderTriggers { options, .. } => {
                options.get(*number).map_or_else(String::new, |at| ability(game, *at))
            }
            Ask::Option { options } => options.get(*number).map_or_else(String::new, |option| value(game, option)),
            _ => number.to_string(),
        },
        Answer::Cards(picks) => {
            let picks = picks.iter().map(|pick| match pick {
                Pick::Card(card) => card_text(game, *card),
                Pick::Hidden(player) => format!("a hidden card of {}", seat(game, *player)),
            });
            picks.collect::<Vec<_>>().join(", ")
        }
        Answer::Players(players) => seats(game, players),
        Answer::Number(number) => number.to_string(),
        Answer::Suit(suit) => sign(*suit).to_string(),
        Answer::Yes => "yes".into(),
        Answer::Name(name) => game.names().text(*name).to_string(),
        Answer::Piles(piles) => {
            piles.iter().map(|pile| format!("[{}]", cards_text(game, pile))).collect::<Vec<_>>().join(" ")
        }
        Answer::Gifts(gifts) => {
            let gifts = gifts.iter().map(|(card, to)| format!("{} to {}", card_text(game, *card), seat(game, *to)));
            gifts.collect::<Vec<_>>().join(", ")
        }
    }
}

/// The position, one line per seat and one for the rest.
pub(super) fn position(game: &Game) -> Vec<String> {
    let state = game.read();
    let names = game.names();
    let judged = |card: &muniu_kernel::ids::CardId| {
        let face = card_text(game, *card);
        let tied = state.ties[card.index()].map(|id| state.virtuals[id.0 as usize].name);
        match tied {
            Some(name) if name != state.faces[card.index()].name => format!("{face} as {}", names.text(name)),
            _ => face,
        }
    };
    let mut lines = Vec::new();
    for (number, of) in state.players.iter().enumerate() {
        let player = PlayerId(number as u8);
        let mut line = format!(
            "{}{}: hp {}/{}",
            if state.turn_owner == Some(player) { "▶ " } else { "  " },
            seat(game, player),
            of.hp,
            of.max_hp
        );
        let mut part = |words: String| line += &format!(", {words}");
        part(format!("hand [{}]", cards_text(game, &of.hand)));
        let equips: Vec<_> = of.equip.iter().flatten().copied().collect();
        if !equips.is_empty() {
            part(format!("equips [{}]", cards_text(game, &equips)));
        }
        if !of.judge.is_empty() {
            part(format!("judging [{}]", of.judge.iter().map(judged).collect::<Vec<_>>().join(", ")));
        }
        for (name, pile) in of.piles.iter().filter(|(_, pile)| !pile.cards.is_empty()) {
            part(format!("{} [{}]", names.text(name), cards_text(game, &pile.cards)));
        }
        for (name, count) in of.marks.iter().filter(|(_, count)| **count != 0) {
            part(format!("{count} {}", names.text(name)));
        }
        for (is, word) in [(of.chained, "chained"), (!of.face_up, "face down"), (!of.alive, "dead")] {
            if is {
                part(word.into());
            }
        }
        if let Some(role) = of.role {
            part(names.text(role).to_string());
        }
        lines.push(line);
    }
    let top: Vec<_> = state.draw_pile.iter().rev().take(4).copied().collect();
    lines.push(format!(
        "  draw pile {} cards [{}, …], discard pile {}",
        state.draw_pile.len(),
        cards_text(game, &top),
        state.discard_pile.len()
    ));
    lines
}

/// `♠K`
pub(super) fn suit_rank(game: &Game, card: muniu_kernel::ids::CardId) -> String {
    let face = game.face(card);
    format!("{}{} {}", sign(face.suit), rank_text(face.rank), game.names().text(face.name))
}
