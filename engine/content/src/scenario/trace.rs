//! What happened since the last action, in plain words.

use super::describe::{self, seat, seats};
use super::text::cards_text;
use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::card::Zone;
use muniu_kernel::event::{CardMove, StateChange};
use muniu_kernel::ids::CardId;
use muniu_kernel::note::Note;

/// Writes notes down.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub lines: Vec<String>,
    /// Cards that were shown to everybody.
    pub shown: Vec<CardId>,
}

impl Observer for Trace {
    fn note(&mut self, game: &Game, note: &Note) {
        if let Note::Shown { cards, .. } | Note::Revealed { cards, .. } = note {
            self.shown.extend_from_slice(cards);
        }
        if let Some(line) = line(game, note) {
            self.lines.push(line);
        }
    }
}

fn zone(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Pile(player, name) => format!("{} of {}", game.names().text(name), seat(game, player)),
        Zone::Hand(player) | Zone::Equip(player, _) | Zone::Judge(player) => {
            format!("{} of {}", zone.id(), seat(game, player))
        }
        other => other.id().replace('_', " "),
    }
}

fn moved(game: &Game, moves: &[CardMove]) -> String {
    let mut groups: Vec<(Zone, Zone, Vec<_>)> = Vec::new();
    for entry in moves {
        match groups.iter_mut().find(|(from, to, _)| *from == entry.from && *to == entry.to) {
            Some((.., cards)) => cards.push(entry.card),
            None => groups.push((entry.from, entry.to, vec![entry.card])),
        }
    }
    let words = groups
        .iter()
        .map(|(from, to, cards)| format!("{}: {} → {}", cards_text(game, cards), zone(game, *from), zone(game, *to)));
    words.collect::<Vec<_>>().join("; ")
}

/// One line for what is worth one; timings and frames are not.
fn line(game: &Game, note: &Note) -> Option<String> {
    let names = game.names();
    let s = |player| seat(game, player);
    let maybe = |player: Option<_>| player.map_or_else(|| "nobody".to_owned(), |player| seat(game, player));
    Some(match note {
        Note::Timing { .. }
        | Note::Considered { .. }
        | Note::Begin { .. }
        | Note::End { .. }
        | Note::Seated { .. }
        | Note::GameBegins => {
            return None;
        }
        Note::Decided { request, answer } => {
            format!("{} → {}", describe::request(game, request), describe::answer(game, request, answer))
        }
        Note::Refused { request, reason } => format!("{} → refused: {reason}", describe::request(game, request)),
        Note::Round { number } => format!("round {number}"),
        Note::Turn { player, extra } => format!("{}turn of {}", if *extra { "extra " } else { "" }, s(*player)),
        Note::TurnSkipped { player } => format!("turn of {} skipped", s(*player)),
        Note::Phase { player, phase } => format!("{} phase of {}", phase.id(), s(*player)),
        Note::PhaseSkipped { player, phase } => format!("{} phase of {} skipped", phase.id(), s(*player)),
        Note::Used { user, card, targets } => {
            format!("{} uses {} on {}", maybe(*user), describe::virtual_card(game, *card), seats(game, targets))
        }
        Note::Responded { player, card } => {
            format!("{} responds with {}", s(*player), describe::virtual_card(game, *card))
        }
        Note::Looked { player, cards } => format!("{} looks at {}", s(*player), cards_text(game, cards)),
        Note::Recast { player, cards } => format!("{} recasts {}", s(*player), cards_text(game, cards)),
        Note::Skill { player, skill, targets } if targets.is_empty() => {
            format!("{} uses {}", s(*player), names.text(*skill))
        }
        Note::Skill { player, skill, targets } => {
            format!("{} uses {} on {}", s(*player), names.text(*skill), seats(game, targets))
        }
        Note::Moved { moves, reason, .. } => format!("{} ({})", moved(game, moves), reason.id()),
        Note::Damage { source, target, amount, nature, chained } => {
            let chained = if *chained { " (chained)" } else { "" };
            format!("{} damage {amount} {} to {}{chained}", maybe(*source), nature.id(), s(*target))
        }
        Note::Prevented { target } => format!("damage to {} prevented", s(*target)),
        Note::LoseHp { player, amount } => format!("{} loses {amount} hp", s(*player)),
        Note::Recover { player, amount } => format!("{} recovers {amount}", s(*player)),
        Note::Hp { player, hp, max_hp } => format!("{} has hp {hp}/{max_hp}", s(*player)),
        Note::Judge { player, reason, card } => {
            format!("{} judges for {}: {}", s(*player), names.text(*reason), cards_text(game, &[*card]))
        }
        Note::JudgeResult { player, card } => format!("{} judged {}", s(*player), describe::suit_rank(game, *card)),
        Note::Pindian { from, to, cards, won } => {
            let won = match won {
                Some(true) => "won",
                Some(false) => "not won",
                None => "undecided",
            };
            format!(
                "pindian {} {} against {} {}: {won}",
                s(*from),
                cards_text(game, &[cards.0]),
                s(*to),
                cards_text(game, &[cards.1])
            )
        }
        Note::Offset { target, card } => {
            format!("{} is offset for {}", describe::virtual_card(game, *card), s(*target))
        }
        Note::Void { target, card } => format!("{} is void for {}", describe::virtual_card(game, *card), s(*target)),
        Note::Dying { player } => format!("{} is dying", s(*player)),
        Note::Saved { player } => format!("{} is saved", s(*player)),
        Note::Death { player, killer } => format!("{} dies, killed by {}", s(*player), maybe(*killer)),
        Note::State { player, change } => match change {
            StateChange::Chain(true) => format!("{} is chained", s(*player)),
            StateChange::Chain(false) => format!("{} is unchained", s(*player)),
            StateChange::Face(up) => format!("{} is turned face {}", s(*player), if *up { "up" } else { "down" }),
            StateChange::Reveal(number) => format!("{} reveals general {}", s(*player), number + 1),
        },
        Note::SkillChange { player, skill, gained } => {
            format!("{} {} {}", s(*player), if *gained { "gains" } else { "loses" }, names.text(*skill))
        }
        Note::Mark { player, mark, count } => format!("{} has {count} {}", s(*player), names.text(*mark)),
        Note::Shown { player, cards } => format!("{} shows {}", s(*player), cards_text(game, cards)),
        Note::Role { player, role } => format!("{} is {}", s(*player), names.text(*role)),
        Note::Reshuffled => "the discard pile is shuffled into a new draw pile".into(),
        Note::Chose { player, value } => format!("{} chose {}", s(*player), describe::value(game, value)),
        Note::Revealed { cards, from } => format!("revealed from {}: {}", zone(game, *from), cards_text(game, cards)),
        Note::Over { winners } => format!("the game is over, winners: {}", seats(game, winners)),
        Note::ScriptError { skill, message } => format!("script error in {}: {message}", names.text(*skill)),
        Note::Reloaded { what } => format!("reloaded {what}"),
    })
}
