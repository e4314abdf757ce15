//! `muniu sim`: many games between bots, counted.

mod report;
mod tally;
mod worker;

use crate::cli::{Common, SimArgs};
use crate::exit::Exit;
use crate::load::{self, Plan};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use muniu_bots::derive_seed;
use muniu_content::ContentSource;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tally::Played;
use worker::Worker;

/// A series of games.
pub struct Series {
    source: Arc<ContentSource>,
    plan: Plan,
    bot: crate::cli::BotKind,
    bound: u64,
    record: Option<PathBuf>,
}

impl Series {
    /// Game number `index` of the series: the same plan with a seed of its own.
    fn game(&self, index: u64) -> Plan {
        Plan { seed: derive_seed(self.plan.seed, index), ..self.plan.clone() }
    }
}

/// Play the series and report.
pub fn run(common: &Common, args: &SimArgs) -> Result<Exit> {
    let source = load::source(common)?;
    let plan = Plan {
        mode: args.mode.clone(),
        seats: args.seats,
        seed: args.seed,
        options: load::wishes(&args.options)?,
        position: None,
    };
    plan.check(&load::content(source.clone()))?;
    if let Some(directory) = &args.record {
        std::fs::create_dir_all(directory).with_context(|| format!("can't make {}", directory.display()))?;
    }
    let series = Series { source, plan, bot: args.bot, bound: args.bound, record: args.record.clone() };
    let bar = progress(args.games);
    #[allow(clippy::disallowed_methods, reason = "how long it took is told, never used")]
    let start = std::time::Instant::now();
    let played = play_all(&series, args, &bar)?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    report::report(common, args, &played, seconds)
}

fn progress(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// All games in the order of their numbers, whoever played them when.
fn play_all(series: &Series, args: &SimArgs, bar: &ProgressBar) -> Result<Vec<Played>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .stack_size(crate::STACK)
        .build()
        .context("can't start the workers")?;
    let next = AtomicU64::new(args.first);
    let end = args.first.saturating_add(args.games);
    let done: Mutex<Vec<Played>> = Mutex::default();
    // One VM per worker, which takes games one after another: how they fall to workers changes nothing.
    pool.broadcast(|_| {
        let mut worker = None;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= end {
                return;
            }
            let played = worker.get_or_insert_with(|| Worker::new(series)).play(index);
            if played.panicked.is_some() {
                // What a panic left behind in the VM must not touch the next game.
                worker = None;
            }
            bar.inc(1);
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(played);
        }
    });
    let mut played = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    played.sort_by_key(|game| game.index);
    Ok(played)
}
