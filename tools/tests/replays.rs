//! Two hundred games by chance at 4 to 10 seats: recorded by one worker and by two, the files are equal byte for byte;
//! played again, each in a process of its own, every state comes out with the digest that was recorded.

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Seats, and how many games are played with so many.
const SERIES: [(usize, u32); 7] = [(4, 30), (5, 30), (6, 30), (7, 30), (8, 30), (9, 25), (10, 25)];

fn muniu(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muniu"));
    command.args(args).env_remove("MUNIU_ROOT").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().expect("the command starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Play games with so many workers; what they recorded, by file name.
fn record(seats: usize, games: u32, jobs: &str, to: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (seats, games) = (seats.to_string(), games.to_string());
    let series = ["sim", "--bot", "random", "--seats", &seats, "--games", &games, "--seed", "77", "--jobs", jobs];
    let output = muniu(&[&series[..], &["--record", text(to)]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let files = fs::read_dir(to).expect("games were recorded").map(|entry| entry.expect("it can be read").path());
    files.map(|file| (file.file_name().expect("it has one").into(), fs::read(&file).expect("it can be read"))).collect()
}

/// Does the file hold a digest for each turn, at least one (黄盖 can be dead before his first turn is over), and how the
/// game ended?
fn is_whole(file: &[u8]) -> bool {
    let lines: Vec<Value> = file
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("every line is JSON"))
        .collect();
    let digests = lines.iter().filter(|line| line["digest"].as_str().is_some_and(|digest| digest.len() >= 32)).count();
    let turns = lines.iter().filter(|line| line["turn"].is_u64()).count();
    digests >= 1 && digests == turns && lines.last().is_some_and(|line| line["result"]["winners"].is_array())
}

#[test]
fn two_hundred_games_are_the_same_again_in_other_threads_and_processes() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let recorded: Vec<Vec<PathBuf>> = SERIES
        .par_iter()
        .map(|(seats, games)| {
            let (one, two) = (directory.path().join(format!("{seats}-1")), directory.path().join(format!("{seats}-2")));
            let (by_one, by_two) = (record(*seats, *games, "1", &one), record(*seats, *games, "2", &two));
            assert_eq!(by_one.len(), *games as usize);
            assert_eq!(by_one.keys().collect::<Vec<_>>(), by_two.keys().collect::<Vec<_>>());
            for (name, file) in &by_one {
                assert!(is_whole(file), "{seats} seats, {} is whole", name.display());
                assert!(*file == by_two[name], "{seats} seats: {} depends on the workers", name.display());
            }
            by_one.into_keys().map(|name| one.join(name)).collect()
        })
        .collect();
    let files = recorded.concat();
    assert_eq!(files.len(), 200);
    let trouble: Vec<String> = files
        .par_iter()
        .filter_map(|file| {
            let output = muniu(&["replay", "--json", text(file)]);
            let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            let same = output.status.code() == Some(0) && told["same"] == true && output.stderr.is_empty();
            (!same).then(|| format!("{}: {told} {}", file.display(), String::from_utf8_lossy(&output.stderr)))
        })
        .collect();
    assert!(trouble.is_empty(), "{} games differ:\n{}", trouble.len(), trouble.join("\n"));
}

/// What replaying the bytes comes to: the exit code and what is said.
fn replayed(directory: &Path, bytes: &[u8]) -> (Option<i32>, String) {
    let file = directory.join("damaged.jsonl");
    fs::write(&file, bytes).expect("it can be written");
    let output = muniu(&["replay", text(&file)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("the same game"));
    (output.status.code(), said)
}

#[test]
fn damaged_files_are_told_apart_with_the_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let files = record(4, 1, "1", &directory.path().join("whole"));
    let whole = String::from_utf8(files.into_values().next().expect("one game")).expect("it is text");
    let lines: Vec<&str> = whole.lines().collect();
    let replay = |text: &str| replayed(directory.path(), text.as_bytes());
    let replace = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        replay(&lines.join("\n"))
    };

    // Cut between two lines: everything up to there is a game that nobody left.
    for kept in [1, 2, lines.len() / 2, lines.len() - 1] {
        let (code, said) = replay(&lines[..kept].join("\n"));
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("damaged.jsonl:{kept}:")) && said.contains("truncated"), "{said}");
    }
    // Cut in the middle of a line, as by a process that was killed: only that line is lost.
    let half = lines.len() / 2;
    let middle = lines[..half].join("\n").len() + 1 + lines[half].len() / 2;
    let (code, said) = replay(&whole[..middle]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("damaged.jsonl:{half}:")) && said.contains("truncated"), "{said}");

    // No replay at all, another version, a line that says nothing or too much, bytes that are no text.
    for (at, line, part) in [
        (0, "hello", "expected a replay's header"),
        (0, &lines[0].replace("\"version\":2", "\"version\":99"), "version 99 of the replay format, expected 2"),
        (0, &lines[0].replace("\"seats\":4", "\"seats\":\"four\""), "expected a replay's header"),
        (3, "{}", "garbled"),
        (3, "{\"turn\":1,\"colour\":2}", "garbled"),
        (3, "[1, 2", "garbled"),
    ] {
        let (code, said) = replace(at, line);
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(said.contains(&format!("damaged.jsonl:{}:", at + 1)) && said.contains(part), "{line}: {said}");
    }
    let mut bytes = whole.clone().into_bytes();
    let start = lines[..5].join("\n").len() + 3;
    bytes[start..start + 4].copy_from_slice(&[0xff, 0xfe, 0, 0x80]);
    let (code, said) = replayed(directory.path(), &bytes);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("damaged.jsonl:6:"), "{said}");
    let (code, said) = replace(0, &lines[0].replace("\"identity\"", "\"chess\""));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no mode `chess`"), "{said}");

    // Whole lines that say something else: the game differs there.
    let decision = lines.iter().position(|line| line.starts_with("{\"a\"")).expect("there is a decision");
    let mut answered: Value = serde_json::from_str(lines[decision]).expect("it is JSON");
    answered["a"]["seat"] = 9.into();
    let (code, said) = replace(decision, &answered.to_string());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("damaged.jsonl:{}:", decision + 1)) && said.contains("seat 9"), "{said}");
    let (code, said) = replace(lines.len() - 1, "{\"result\":{\"winners\":[]}}");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("damaged.jsonl:{}:", lines.len())) && said.contains("result"), "{said}");
}
