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
    /// Play against bots and friends, in the browser or at the terminal
    Play(PlayArgs),
    /// Let bots play many games and count
    Sim(SimArgs),
    /// Play a recorded game again and compare
    Replay(ReplayArgs),
    /// List saved games, or remove some
    Replays(ReplaysArgs),
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
    /// The language to begin with
    #[arg(long, value_enum, default_value_t = Lang::Zh)]
    pub lang: Lang,
    /// Play at the terminal instead of the browser
    #[arg(long)]
    pub terminal: bool,
    /// Where to save the replay; `replays/<time>-<seed>.jsonl` if not given
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Save no replay
    #[arg(long, conflicts_with = "replay")]
    pub no_replay: bool,
    /// Take up a saved game: a file of `replays/`, or `last` for the last one that isn't over
    #[arg(long, value_name = "FILE|last", conflicts_with_all = ["terminal", "replay", "no_replay"])]
    pub resume: Option<PathBuf>,
    /// The address to listen on; anything but loopback lets others in who know a link
    #[arg(long, default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// The port; 7700 if not given, any free one if 0 or if that is taken
    #[arg(long)]
    pub port: Option<u16>,
    /// Don't open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Let the page save scripts and data
    #[arg(long)]
    pub edit: bool,
    /// How many tables, each with its own links
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), conflicts_with_all = ["terminal", "replay"])]
    pub tables: u16,
    /// How many seconds people have who are asked for 无懈可击 together; 0: they are asked one after another
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    pub clock: u64,
    /// After how many seconds without anybody a table's thread ends; the next page wakes it up
    #[arg(long, value_name = "SECONDS", default_value_t = 300, hide = true)]
    pub park: u64,
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

#[derive(Debug, Args)]
pub struct ReplaysArgs {
    /// Where they are
    #[arg(long, value_name = "DIR", default_value = crate::replay::DIRECTORY)]
    pub dir: PathBuf,
    /// Remove finished games, after saying which
    #[arg(long)]
    pub prune: bool,
    /// Leave the newest N finished games
    #[arg(long, value_name = "N", requires = "prune")]
    pub keep: Option<usize>,
    /// Remove only what was played more than so many days ago
    #[arg(long, value_name = "DAYS", requires = "prune")]
    pub older: Option<u64>,
}
