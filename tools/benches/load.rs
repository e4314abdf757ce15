//! Many tables with eight people each: how long it takes from an answer to the next question, and what a table costs in
//! memory. `cargo bench -p muniu --bench load -- [--tables 100] [--seconds 30] [--think 1000]`
//!
//! The people are pages without a screen: each joins by its own link, answers what it is asked by building legal answers
//! from the prompts and `next`, as the page does, and thinks for half to one and a half times `--think` milliseconds.

#![allow(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]

#[path = "load/person.rs"]
mod person;

use person::{Person, Table};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const SEATS: usize = 8;
/// How long a table waits for somebody to come back, in seconds: short, so that the benchmark sees it.
const PARK: u64 = 3;
/// A page needs little stack.
const STACK: usize = 512 << 10;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Resident memory in KiB.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(f64::NAN)
    }

    /// Tables that have a thread.
    fn awake(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).into_iter().flatten().flatten();
        let names = tasks.flat_map(|task| std::fs::read_to_string(task.path().join("comm")));
        names.filter(|name| name.trim() == "muniu-table").count()
    }
}

/// The number after a flag.
fn flag(name: &str, default: u64) -> u64 {
    let mut args = std::env::args().skip_while(|arg| arg != name);
    args.nth(1).and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn main() {
    let (tables, seconds, think) = (flag("--tables", 100), flag("--seconds", 30), flag("--think", 1_000));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut child = Command::new(env!("CARGO_BIN_EXE_muniu"))
        .args(["play", "--no-open", "--port", "0", "--seed", "1", "--seats", &SEATS.to_string()])
        .args(["--tables", &tables.to_string(), "--park", &PARK.to_string()])
        .env("MUNIU_ROOT", concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let out = BufReader::new(child.stdout.take().expect("there is a pipe"));
    let server = Server(child);
    let links: Vec<String> = out.lines().map_while(Result::ok).take(tables as usize).collect();
    let asleep = server.memory();
    println!("{tables} tables, nobody there: {:.1} MiB resident", asleep / 1024.0);

    let table = |link: &String| {
        let (address, token) = link.trim_start_matches("http://").split_once("/?token=").expect("a link");
        Arc::new(Table::new(address, think, token))
    };
    let all: Vec<Arc<Table>> = links.iter().map(table).collect();
    let mut people = Vec::new();
    for (number, table) in all.iter().enumerate() {
        let tokens = table.links(SEATS);
        for (seat, token) in tokens.into_iter().enumerate() {
            let (table, luck) = (table.clone(), (number * SEATS + seat + 1) as u64);
            let thread = std::thread::Builder::new().stack_size(STACK);
            let live = move || Person::join(table, &token, seat == 0, luck).live();
            people.push(thread.spawn(live).expect("a thread starts"));
        }
    }
    std::thread::sleep(Duration::from_secs(5));
    let waiting = server.memory();
    let each = |memory: f64| (memory - asleep) / 1024.0 / tables as f64;
    println!(
        "{} tables awake, {SEATS} people at each, one question open: {:.2} MiB each",
        server.awake(),
        each(waiting)
    );

    all.iter().for_each(|table| table.go.store(true, Ordering::Relaxed));
    std::thread::sleep(Duration::from_secs(seconds));
    let playing = server.memory();
    all.iter().for_each(|table| table.over.store(true, Ordering::Relaxed));
    let faults: Vec<String> = people.into_iter().filter_map(|person| person.join().ok()?.err()).collect();
    let mut times: Vec<Duration> =
        all.iter().flat_map(|table| std::mem::take(&mut *table.times.lock().expect("nobody panics"))).collect();
    times.sort_unstable();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{} answers in {seconds} s ({:.0} a second): p50 {:.1?}, p90 {:.1?}, p99 {:.1?}, longest {:.1?}",
        times.len(),
        times.len() as f64 / seconds as f64,
        at(0.5),
        at(0.9),
        at(0.99),
        times.last().copied().unwrap_or_default()
    );
    println!("after that: {:.2} MiB for each table", each(playing));
    let refused: u64 = all.iter().map(|table| table.refused.load(Ordering::Relaxed)).sum();
    println!("{refused} answers refused, {} people lost their line {:?}", faults.len(), faults.first());

    std::thread::sleep(Duration::from_secs(PARK * 4));
    println!("everybody gone: {} tables awake, {:.2} MiB for each table", server.awake(), each(server.memory()));
}
