//! The `muniu` command.

mod catalogue;
mod caught;
mod check;
mod cli;
mod exit;
mod load;
mod log;
mod play;
mod question;
mod replay;
mod root;
mod sim;
mod table;
mod test_cmd;
mod web;
mod words;

use clap::Parser;
use cli::{Cli, Command};
use exit::Exit;
use std::io;
use std::process::ExitCode;

/// A table that nobody plays any more gives its memory back, and a game, whose scripts make and drop many small things,
/// goes faster: see docs/performance.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Nested effects go deep: a game runs on a stack of this size.
pub(crate) const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not trouble.
            let exit = if error.use_stderr() { Exit::Trouble } else { Exit::Clean };
            let _ = error.print();
            return exit.into();
        }
    };
    let run = move || run(&cli);
    let worker = std::thread::Builder::new().name("muniu".into()).stack_size(STACK).spawn(run);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.into(),
        // The panic has been reported on stderr.
        Ok(Err(_)) => Exit::Trouble.into(),
        Err(error) => {
            eprintln!("muniu: can't start a thread: {error}");
            Exit::Trouble.into()
        }
    }
}

fn run(cli: &Cli) -> Exit {
    let result = match &cli.command {
        Command::Play(args) if args.terminal => play::run(&cli.common, args),
        Command::Play(args) => web::run(&cli.common, args),
        Command::Sim(args) => sim::run(&cli.common, args),
        Command::Replay(args) => replay::run(&cli.common, args),
        Command::Replays(args) => replay::saved::run(&cli.common, args),
        Command::Test(args) => test_cmd::run(&cli.common, args),
        Command::Catalogue => catalogue::run(&cli.common),
        Command::Check => check::run(&cli.common),
    };
    match result {
        Ok(exit) => exit,
        // Whoever reads has read enough.
        Err(error) if is_broken_pipe(&error) => Exit::Clean,
        Err(error) => {
            eprintln!("muniu: {error:#}");
            Exit::Trouble
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
