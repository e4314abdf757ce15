//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Card games of the 三国杀 family: playing, simulating, replaying, checking.
#[derive(Debug, Parser)]
#[command(name = "muniu", version, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 clean; 1 findings or failed tests; 2 wrong usage, configuration or an internal error."
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// What every subcommand takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Load this pack too; repeatable
    #[arg(long = "pack", value_name = "DIR", global = true)]
    pub packs: Vec<PathBuf>,
    /// Print data as JSON
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play at the terminal against bots
    Play(PlayArgs),
    /// Serve a playtest table to the browser
    Table(TableArgs),
    /// Let bots play many games and count
    Sim(SimArgs),
    /// Play a recorded game again and compare
    Replay(ReplayArgs),
    /// Run scenarios
    Test(crate::test_cmd::TestArgs),
    /// Print every general and skill, in both languages
    Catalogue,
    /// Check packs and say what is wrong with them
    Check,
}

/// Who plays the seats without a human.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BotKind {
    /// Anything legal, by chance
    Random,
    /// Common sense
    Heuristic,
}

/// The language of names and sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    Zh,
    En,
}

/// The game that a person sits down to.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The mode
    #[arg(long, default_value = "identity")]
    pub mode: String,
    /// How many seats
    #[arg(long, default_value_t = 8)]
    pub seats: usize,
    /// Your seat, from 1
    #[arg(long, default_value_t = 1)]
    pub seat: usize,
    /// The seed; by the clock if not given
    #[arg(long)]
    pub seed: Option<u64>,
    /// Your general, by id
    #[arg(long)]
    pub general: Option<String>,
    /// A wish of the mode, such as `variant=double_renegade`; repeatable
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Who plays the seats without a person
    #[arg(long, value_enum, default_value_t = BotKind::Heuristic)]
    pub bot: BotKind,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The language
    #[arg(long, value_enum, default_value_t = Lang::Zh)]
    pub lang: Lang,
    /// Where to save the replay; `replays/<time>-<seed>.jsonl` if not given
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Save no replay
    #[arg(long, conflicts_with = "replay")]
    pub no_replay: bool,
}

#[derive(Debug, Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The address to listen on; anything but loopback lets others in who know a link
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// The port; any free one if 0
    #[arg(long, default_value_t = 7700)]
    pub port: u16,
    /// Don't open a browser
    #[arg(long)]
    pub no_open: bool,
    /// The language that pages begin with
    #[arg(long, value_enum, default_value_t = Lang::Zh)]
    pub lang: Lang,
    /// Let the page save scripts and data
    #[arg(long)]
    pub edit: bool,
    /// Serve the page's files from this directory
    #[arg(long, value_name = "DIR", hide = true)]
    pub page: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SimArgs {
    /// The mode
    #[arg(long, default_value = "identity")]
    pub mode: String,
    /// How many seats
    #[arg(long, default_value_t = 8)]
    pub seats: usize,
    /// How many games
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// The seed of the series; game number i has its own, derived from it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of the first game: with `--games 1` it plays one game of a series
    #[arg(long, default_value_t = 0, value_name = "I")]
    pub first: u64,
    /// Worker threads; one per processor if not given. Results don't depend on it
    #[arg(long, short)]
    pub jobs: Option<usize>,
    /// Who plays
    #[arg(long, value_enum, default_value_t = BotKind::Heuristic)]
    pub bot: BotKind,
    /// Decisions after which a game counts as unfinished
    #[arg(long, default_value_t = 20_000)]
    pub bound: u64,
    /// A wish of the mode, such as `general_1=caocao`; repeatable
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Save a replay of every game in this directory
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The recorded game
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print what happens
    #[arg(long)]
    pub log: bool,
    /// Stop before decision number N + 1 and show the table
    #[arg(long, value_name = "N")]
    pub until: Option<u64>,
    /// The language
    #[arg(long, value_enum, default_value_t = Lang::Zh)]
    pub lang: Lang,
}
