//! Content, and games made of it.

use crate::cli::{BotKind, Common, GameArgs};
use crate::root;
use anyhow::{Context, Result, bail};
use muniu_bots::heuristic::Hints;
use muniu_bots::{HeuristicBot, RandomBot};
use muniu_content::scenario::position;
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::Agent;
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::rulebook::{Call, Interrupt};
use muniu_kernel::state::GameResult;
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A seat's agent, as games take it.
pub type Seat = Rc<RefCell<dyn Agent>>;

/// What a game is made of besides content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub mode: String,
    pub seats: usize,
    pub seed: u64,
    /// Wishes that the mode may read.
    pub options: Vec<(String, String)>,
    /// The position that it begins at, as text, in the place of the mode's set-up.
    pub position: Option<String>,
}

/// Read the packs. Findings are only counted: `muniu check` shows them.
pub fn source(common: &Common) -> Result<Arc<ContentSource>> {
    Ok(Arc::new(ContentSource::read(&root::packs(common)?)))
}

/// Content on this thread, with a word on stderr if something is wrong with it.
pub fn content(source: Arc<ContentSource>) -> Rc<Content> {
    let (content, findings) = Content::from_source(source);
    if findings.errors() > 0 {
        eprintln!(
            "muniu: {} errors in the packs; what they concern is left out (see `muniu check`)",
            findings.errors()
        );
    }
    Rc::new(content)
}

/// Wishes written as `key=value`.
pub fn wishes(texts: &[String]) -> Result<Vec<(String, String)>> {
    let split = |text: &String| match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => bail!("`{text}` is no option: write it as KEY=VALUE"),
    };
    texts.iter().map(split).collect()
}

impl Plan {
    /// The game that a person asks for on the command line; without a seed the clock gives one.
    pub fn of(args: &GameArgs) -> Result<Plan> {
        if !(1..=args.seats).contains(&args.seat) {
            bail!("--seat {} is not from 1 to {}", args.seat, args.seats);
        }
        let mut options = wishes(&args.options)?;
        if let Some(general) = &args.general {
            options.push((format!("general_{}", args.seat), general.clone()));
        }
        let seed = args.seed.unwrap_or_else(|| now() % 1_000_000_007);
        Ok(Plan { mode: args.mode.clone(), seats: args.seats, seed, options, position: None })
    }

    /// Can this be played with the content?
    pub fn check(&self, content: &Content) -> Result<()> {
        if self.position.is_some() {
            return self.game(content).map(drop);
        }
        let catalogue = content.catalogue();
        let names = content.names();
        let known: Vec<String> = catalogue.modes.iter().map(|mode| names.text(mode.name).to_string()).collect();
        let mode = names.get(&self.mode).and_then(|name| catalogue.mode(name).cloned());
        let Some(mode) = mode else {
            let known = if known.is_empty() { "there is none that can be played".into() } else { known.join(", ") };
            bail!("there is no mode `{}`; modes: {known}", self.mode);
        };
        let (min, max) = mode.seats;
        if !(min..=max).contains(&self.seats) {
            bail!("the mode `{}` is for {min} to {max} seats, not {}", self.mode, self.seats);
        }
        for (key, value) in &self.options {
            let general = names.get(value).and_then(|name| catalogue.general(name).cloned());
            if key.starts_with("general_") && general.is_none() {
                bail!("there is no general `{value}` that can be played");
            }
        }
        Ok(())
    }

    /// The game, not begun. It fails only where a position can't be dealt.
    pub fn game(&self, content: &Content) -> Result<Game> {
        content.runtime().begin_game();
        if let Some(text) = &self.position {
            return position::game(content, text, self.seed).context("the position can't be dealt");
        }
        let names = content.names();
        let options =
            self.options.iter().map(|(key, value)| (names.intern(key), Value::Text(value.as_str().into()))).collect();
        let setup = Setup { mode: names.intern(&self.mode), seats: self.seats, seed: self.seed, options };
        Ok(Game::new(content.catalogue(), content.rulebook(), &setup))
    }

    /// Play the game that was made of this to its end.
    pub fn play(&self, game: &Game) -> Result<GameResult, Interrupt> {
        if self.position.is_some() { game.go_on() } else { game.play() }
    }
}

/// A bot for a seat.
pub fn bot(kind: BotKind, content: &Content, seed: u64, seat: PlayerId) -> Seat {
    match kind {
        BotKind::Random => Rc::new(RefCell::new(RandomBot::new(seed, seat))),
        BotKind::Heuristic => Rc::new(RefCell::new(heuristic(content, seed, seat))),
    }
}

/// A bot with common sense, which takes hints as scripts write them: fractions from −1 to 1.
pub fn heuristic(content: &Content, seed: u64, seat: PlayerId) -> HeuristicBot {
    let runtime = content.runtime().clone();
    let hints: Hints =
        Rc::new(move |game: &Game, call: Call<'_>| runtime.float(game, call).map(|hint| (hint * 100.0).round() as i64));
    HeuristicBot::with_hints(seed, seat, hints)
}

/// Bots for all seats.
pub fn bots(kind: BotKind, content: &Content, plan: &Plan) -> Vec<Seat> {
    (0..plan.seats).map(|seat| bot(kind, content, plan.seed, PlayerId(seat as u8))).collect()
}

/// Seconds since 1970.
#[allow(clippy::disallowed_methods, reason = "for a file's name and a seed that is then recorded")]
pub fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}

/// `20261130T034240Z`, for file names that sort.
pub fn stamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days to a civil date: years begin in March, so that the leap day is a year's last.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::stamp;

    #[test]
    fn stamps_are_dates() {
        assert_eq!(stamp(0), "19700101T000000Z");
        assert_eq!(stamp(951_782_400), "20000229T000000Z");
        assert_eq!(stamp(1_796_009_999), "20261130T033959Z");
    }
}
