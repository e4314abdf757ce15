//! How the command ends.

use std::process::ExitCode;

/// Exit codes of `muniu`, the same for every subcommand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing wrong.
    Clean = 0,
    /// There are findings: errors in content, failed tests, a replay that differs, games that broke.
    Findings = 1,
    /// The command could not do its work: wrong usage, wrong configuration, or a fault of its own.
    Trouble = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
