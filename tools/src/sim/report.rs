//! The report of a series.

use super::tally::{Played, SkillCount};
use crate::cli::{BotKind, Common, SimArgs};
use crate::exit::Exit;
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// The version of the JSON.
const VERSION: u32 = 1;

/// How many troubled games are told of on stderr.
const SHOWN: usize = 10;

#[derive(Debug, Default, Clone, Copy, Serialize)]
struct GeneralCount {
    seats: u64,
    wins: u64,
}

/// A game that went wrong, with the command that plays it again.
#[derive(Debug, Serialize)]
struct Trouble {
    game: u64,
    seed: u64,
    what: String,
    command: String,
}

#[derive(Debug, Default, Serialize)]
struct Report {
    version: u32,
    mode: String,
    seats: usize,
    seed: u64,
    games: u64,
    finished: u64,
    draws: u64,
    /// Games that a fault of the engine ended; they count as unfinished.
    panics: u64,
    /// Games won by each role.
    winners: BTreeMap<String, u64>,
    generals: BTreeMap<String, GeneralCount>,
    skills: BTreeMap<String, SkillCount>,
    turns: u64,
    rounds: u64,
    decisions: u64,
    events: u64,
    script_errors: u64,
    /// Illegal answers of bots: there should be none.
    refused: u64,
    /// Depends on every game's last state, in order.
    digest: String,
    trouble: Vec<Trouble>,
    wall_seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
}

/// Print the report. Script errors, panics and refused answers are findings; games that reach the bound are not.
pub fn report(common: &Common, args: &SimArgs, played: &[Played], seconds: f64) -> Result<Exit> {
    let report = sum_up(common, args, played, seconds);
    let mut out = std::io::stdout().lock();
    if common.json {
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    } else {
        print(&mut out, &report)?;
    }
    out.flush()?;
    for trouble in report.trouble.iter().take(SHOWN) {
        eprintln!("game {} (seed {}): {}\n  again: {}", trouble.game, trouble.seed, trouble.what, trouble.command);
    }
    if report.trouble.len() > SHOWN {
        eprintln!("… and {} more games (all of them in --json)", report.trouble.len() - SHOWN);
    }
    let clean = report.trouble.is_empty() && report.script_errors == 0 && report.refused == 0;
    Ok(if clean { Exit::Clean } else { Exit::Findings })
}

fn sum_up(common: &Common, args: &SimArgs, played: &[Played], seconds: f64) -> Report {
    let mut report = Report {
        version: VERSION,
        mode: args.mode.clone(),
        seats: args.seats,
        seed: args.seed,
        games: played.len() as u64,
        ..Report::default()
    };
    let mut digest = 0_u64;
    for game in played {
        report.finished += u64::from(game.finished);
        report.draws += u64::from(game.finished && game.winners.is_empty());
        report.panics += u64::from(game.panicked.is_some());
        for role in &game.winners {
            *report.winners.entry(role.clone()).or_default() += 1;
        }
        for (general, won) in &game.generals {
            let count = report.generals.entry(general.clone()).or_default();
            count.seats += 1;
            count.wins += u64::from(*won);
        }
        for (skill, count) in &game.skills {
            let sum = report.skills.entry(skill.clone()).or_default();
            sum.offered += count.offered;
            sum.used += count.used;
        }
        report.turns += game.turns;
        report.rounds += game.rounds;
        report.decisions += game.decisions;
        report.events += game.events;
        report.script_errors += game.script_errors;
        report.refused += game.refused;
        let last = u64::from_str_radix(game.digest.get(..16).unwrap_or("0"), 16).unwrap_or(0);
        digest = muniu_bots::derive_seed(digest ^ last, game.index);
        report.trouble.extend(trouble(common, args, game));
    }
    report.digest = format!("{digest:016x}");
    report.wall_seconds = seconds;
    report.games_per_second = report.games as f64 / seconds.max(1e-9);
    report.decisions_per_second = report.decisions as f64 / seconds.max(1e-9);
    report
}

fn trouble(common: &Common, args: &SimArgs, game: &Played) -> Option<Trouble> {
    let what = match (&game.panicked, game.errors.first()) {
        (Some(panic), _) => format!("panic: {panic}"),
        (None, Some(error)) if game.script_errors > 1 => {
            format!("{} script errors, the first: {error}", game.script_errors)
        }
        (None, Some(error)) => format!("script error: {error}"),
        (None, None) if game.refused > 0 => format!("{} illegal answers of bots", game.refused),
        (None, None) => return None,
    };
    let mut command = format!(
        "muniu sim --mode {} --seats {} --seed {} --first {} --games 1 --bound {}",
        args.mode, args.seats, args.seed, game.index, args.bound
    );
    if args.bot == BotKind::Random {
        command += " --bot random";
    }
    for option in &args.options {
        command += &format!(" --option {option}");
    }
    for pack in &common.packs {
        command += &format!(" --pack {}", pack.display());
    }
    Some(Trouble { game: game.index, seed: game.seed, what, command })
}

fn print(out: &mut impl Write, report: &Report) -> std::io::Result<()> {
    let games = report.games.max(1) as f64;
    writeln!(out, "{} games of {} with {} seats, seed {}", report.games, report.mode, report.seats, report.seed)?;
    writeln!(
        out,
        "  finished {}, unfinished {}, draws {}",
        report.finished,
        report.games - report.finished,
        report.draws
    )?;
    for (role, wins) in &report.winners {
        writeln!(out, "  won by {role}: {wins} ({:.1} %)", *wins as f64 * 100.0 / games)?;
    }
    writeln!(
        out,
        "  per game: {:.1} turns, {:.1} rounds, {:.0} decisions, {:.0} events",
        report.turns as f64 / games,
        report.rounds as f64 / games,
        report.decisions as f64 / games,
        report.events as f64 / games
    )?;
    writeln!(
        out,
        "  script errors {}, illegal answers {}, panics {}",
        report.script_errors, report.refused, report.panics
    )?;
    writeln!(out, "  digest {}", report.digest)?;
    writeln!(
        out,
        "  {:.2} s: {:.1} games/s, {:.0} decisions/s",
        report.wall_seconds, report.games_per_second, report.decisions_per_second
    )
}
