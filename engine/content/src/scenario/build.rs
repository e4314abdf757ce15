//! Actions put together from what a scenario says.

use super::describe;
use super::given::Opts;
use super::text::{CardText, cards_text};
use muniu_kernel::Game;
use muniu_kernel::ids::CardId;
use muniu_kernel::legality::Next;
use muniu_kernel::request::{Action, Answer, Request, Way};

/// The action of this way with the cards, name, option and targets that were said; what has only one choice need not
/// be said.
pub(super) fn action(game: &Game, request: &Request, way: Way, opts: &Opts) -> Result<Action, String> {
    let mut action = Action::new(way);
    action.recast = opts.recast && !matches!(way, Way::Recast(_));
    if !matches!(way, Way::Card(_) | Way::Recast(_)) {
        for text in &opts.cards {
            let next = game.next(request, &action);
            let card =
                text.find(game, &next.cards).ok_or_else(|| refused(game, request, text, &next.cards, &action))?;
            action.cards.push(card);
        }
    }
    if let Some(word) = &opts.name {
        let names = game.next(request, &action).names;
        let name = game.names().get(word);
        match name.filter(|name| names.contains(name)) {
            Some(name) => action.name = Some(name),
            None if names.is_empty() => action.name = name.filter(|_| matches!(way, Way::Provide(_))),
            None => {
                let names: Vec<_> = names.iter().map(|name| game.names().text(*name)).collect();
                return Err(format!("`{word}` can't be declared, only {}", names.join(", ")));
            }
        }
    }
    if let Some(option) = &opts.option {
        let options = game.next(request, &action).options;
        let at = options.iter().position(|known| super::answer::value_is(game, known, option));
        let at = at.ok_or_else(|| {
            let options: Vec<String> = options.iter().map(|option| describe::value(game, option)).collect();
            format!("no option {}, only {}", option.words(), options.join(", "))
        })?;
        action.option = Some(at as u16);
    }
    for (number, target) in opts.targets.iter().enumerate() {
        action.targets.push(*target);
        if let (0, Some(second)) = (number, opts.second) {
            action.targets.push(second);
        }
    }
    let action = settle(game, request, action);
    match game.check(request, &Answer::Act(action.clone())) {
        Ok(()) => Ok(action),
        Err(reason) => Err(format!("{reason}{}", missing(game, &game.next(request, &action), &action))),
    }
}

/// Add what has only one choice.
pub(super) fn settle(game: &Game, request: &Request, mut action: Action) -> Action {
    loop {
        let next = game.next(request, &action);
        let least = next.target_bounds.0.max(1);
        if next.ready {
            return action;
        }
        if let ([only], true) = (next.cards.as_slice(), action.cards.len() < next.card_bounds.0) {
            action.cards.push(*only);
        } else if let ([only], None) = (next.names.as_slice(), action.name) {
            action.name = Some(*only);
        } else if next.options.len() == 1 && action.option.is_none() {
            action.option = Some(0);
        } else if let ([only], true) = (next.targets.as_slice(), action.targets.len() < least) {
            action.targets.push(*only);
        } else {
            return action;
        }
    }
}

fn refused(game: &Game, request: &Request, text: &CardText, could: &[CardId], chosen: &Action) -> String {
    let (held, zones) = {
        let state = game.read();
        let of = &state.players[request.seat.index()];
        let held: Vec<CardId> = of.hand.iter().chain(of.equip.iter().flatten()).copied().collect();
        (held, could.is_empty())
    };
    let chosen = if chosen.cards.is_empty() { "" } else { "more " };
    let could = if zones { "no card".to_owned() } else { cards_text(game, could) };
    match text.find(game, &held) {
        Some(_) => format!("`{}` can't be chosen for this; could choose {chosen}{could}", text.words),
        None => format!("{} has no `{}`; could choose {chosen}{could}", describe::seat(game, request.seat), text.words),
    }
}

/// What is still to be chosen.
fn missing(game: &Game, next: &Next, action: &Action) -> String {
    let mut words = String::new();
    if action.cards.len() < next.card_bounds.0 {
        words += &format!("; cards could be {}", cards_text(game, &next.cards));
    }
    if !next.names.is_empty() && action.name.is_none() {
        let names: Vec<_> = next.names.iter().map(|name| game.names().text(*name)).collect();
        words += &format!("; `as` could be {}", names.join(", "));
    }
    if !next.options.is_empty() && action.option.is_none() {
        let options: Vec<String> = next.options.iter().map(|option| describe::value(game, option)).collect();
        words += &format!("; the option could be {}", options.join(", "));
    }
    if !next.targets.is_empty() {
        words += &format!("; targets could be {}", describe::seats(game, &next.targets));
    }
    words
}
