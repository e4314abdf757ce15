//! `muniu test`: run scenarios.

use crate::check::no_color;
use crate::cli::Common;
use crate::exit::Exit;
use crate::root;
use anyhow::{Context, Result};
use clap::Args;
use muniu_content::ContentSource;
use muniu_content::diagnostic::Diagnostics;
use muniu_content::scenario::watch::Saves;
use muniu_content::scenario::{Report, ScenarioFile, run};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct TestArgs {
    /// Scenario files, or directories of them; `tests/scenarios` of every pack if not given
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only scenarios whose name contains this; repeatable
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only scenarios that cite this rule entry; repeatable
    #[arg(long = "rule", value_name = "ID")]
    pub rules: Vec<String>,
    /// Run again whenever a script, the data or a scenario is saved
    #[arg(long)]
    pub watch: bool,
    /// Name every scenario, not only those that fail
    #[arg(long, short)]
    pub verbose: bool,
    /// Worker threads; one per processor if not given. Results don't depend on it
    #[arg(long, short)]
    pub jobs: Option<usize>,
}

/// Where a pack keeps its scenarios.
pub const SCENARIOS: &str = "tests/scenarios";

/// Run them; any that fails makes the exit code 1.
pub fn run(common: &Common, args: &TestArgs) -> Result<Exit> {
    let packs = root::packs(common)?;
    let kept = || packs.iter().map(|pack| pack.join(SCENARIOS)).filter(|path| path.is_dir()).collect();
    let paths: Vec<PathBuf> = if args.paths.is_empty() { kept() } else { args.paths.clone() };
    let exit = once(common, args, &packs, &paths)?;
    if !args.watch {
        return Ok(exit);
    }
    let parts = packs.iter().flat_map(|pack| ["pack.toml", "cards", "generals", "scripts"].map(|part| pack.join(part)));
    let saves = Saves::new(&parts.chain(paths.iter().cloned()).collect::<Vec<_>>()).context("can't watch the files")?;
    loop {
        eprintln!("muniu: waiting for something to be saved (Ctrl-C ends)");
        let saved = saves.wait();
        if saved.is_empty() {
            return Ok(exit);
        }
        let names: Vec<String> = saved.iter().map(|path| shorten(path).display().to_string()).collect();
        eprintln!("\nmuniu: saved {}", names.join(", "));
        if let Err(error) = once(common, args, &packs, &paths) {
            eprintln!("muniu: {error:#}");
        }
    }
}

fn once(common: &Common, args: &TestArgs, packs: &[PathBuf], paths: &[PathBuf]) -> Result<Exit> {
    let source = Arc::new(ContentSource::read(packs));
    let files = ScenarioFile::find(paths)?;
    let read = |path: &PathBuf| {
        let file = ScenarioFile::read(path, &packs[0]);
        file.with_context(|| format!("can't read {}", path.display()))
    };
    let files = files.iter().map(read).collect::<Result<Vec<_>>>()?;
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let wanted = |_: &Path, name: &str, rules: &[String]| {
        (args.only.is_empty() || args.only.iter().any(|only| name.contains(only.as_str())))
            && (args.rules.is_empty() || args.rules.iter().any(|rule| rules.contains(rule)))
    };
    let (reports, findings) = run::run_all(&source, &files, &wanted, jobs);
    if common.json { json(&reports, &findings) } else { print(args, &reports, &findings) }?;
    content_trouble(&source);
    let failed = reports.iter().any(|report| report.failure.is_some());
    Ok(if failed || findings.has_errors() { Exit::Findings } else { Exit::Clean })
}

/// A word on stderr if something is wrong with the content: it may be why scenarios fail.
fn content_trouble(source: &Arc<ContentSource>) {
    let (_, findings) = muniu_content::Content::from_source(source.clone());
    if findings.errors() > 0 {
        eprintln!(
            "muniu: {} errors in the packs; what they concern is left out (see `muniu check`)",
            findings.errors()
        );
    }
}

fn print(args: &TestArgs, reports: &[Report], findings: &Diagnostics) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let color = out.is_terminal() && !no_color();
    for finding in findings {
        let text = std::fs::read_to_string(&finding.file).ok();
        writeln!(out, "{}\n", finding.render(text.as_deref(), color))?;
    }
    for report in reports {
        if report.failure.is_some() {
            writeln!(out, "FAILED {}\n{report}\n", report.name)?;
        } else if args.verbose {
            writeln!(out, "passed {}", report.name)?;
        }
    }
    let failed = reports.iter().filter(|report| report.failure.is_some()).count();
    write!(out, "{} scenarios passed, {failed} failed", reports.len() - failed)?;
    if findings.has_errors() {
        write!(out, ", {} errors in scenario files", findings.errors())?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}

fn json(reports: &[Report], findings: &Diagnostics) -> Result<()> {
    let scenarios: Vec<_> = reports
        .iter()
        .map(|report| {
            let failure = report.failure.as_ref().map(|failure| {
                serde_json::json!({
                    "line": failure.line,
                    "message": failure.message,
                    "position": failure.position,
                    "trace": failure.trace,
                })
            });
            serde_json::json!({
                "file": report.path,
                "name": report.name,
                "line": report.line,
                "rules": report.rules,
                "passed": report.failure.is_none(),
                "failure": failure,
            })
        })
        .collect();
    let failed = reports.iter().filter(|report| report.failure.is_some()).count();
    let mut out = std::io::stdout().lock();
    let all = serde_json::json!({
        "version": 1,
        "passed": reports.len() - failed,
        "failed": failed,
        "scenarios": scenarios,
        "findings": findings.iter().collect::<Vec<_>>(),
    });
    serde_json::to_writer(&mut out, &all)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Relative to here, where that is shorter.
fn shorten(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}
