//! The command as people use it: output, exit codes, files.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn muniu(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muniu"));
    command.args(args).env_remove("MUNIU_ROOT").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn run(args: &[&str]) -> Output {
    muniu(args).output().expect("the command starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it ends by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", out(output), err(output)))
}

/// Run with these lines as input.
fn typed(args: &[&str], directory: &Path, input: &str) -> Output {
    let mut command = muniu(args);
    command.current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let written = child.stdin.take().expect("there is a pipe").write_all(input.as_bytes());
    // It may have ended before everything was read.
    drop(written);
    child.wait_with_output().expect("it ends")
}

/// A recorded game of four seats.
fn recorded(directory: &Path) -> PathBuf {
    let record = directory.join("recorded");
    let output = run(&["sim", "--seats", "4", "--games", "1", "--record", record.to_str().expect("a plain path")]);
    assert_ne!(code(&output), 2, "{}{}", out(&output), err(&output));
    record.join("0.jsonl")
}

fn replay(file: &Path, more: &[&str]) -> Output {
    let mut args = vec!["replay", file.to_str().expect("a plain path")];
    args.extend_from_slice(more);
    run(&args)
}

/// The file with its lines changed.
fn changed(file: &Path, name: &str, change: impl FnOnce(&mut Vec<String>)) -> PathBuf {
    let mut lines: Vec<String> = std::fs::read_to_string(file).expect("it is there").lines().map(Into::into).collect();
    change(&mut lines);
    let path = file.with_file_name(name);
    std::fs::write(&path, lines.join("\n")).expect("it can be written");
    path
}

#[test]
fn help_is_an_answer_and_nonsense_is_trouble() {
    let help = run(&["--help"]);
    assert_eq!(code(&help), 0);
    assert!(out(&help).contains("replay"), "{}", out(&help));
    for args in [&["dance"][..], &["sim", "--seats", "many"], &["sim", "--seats", "3"], &["sim", "--mode", "chess"]] {
        let output = run(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", err(&output));
        assert!(output.stdout.is_empty(), "{args:?}: {}", out(&output));
    }
    assert!(err(&run(&["sim", "--mode", "chess"])).contains("identity"), "it says which modes there are");
}

#[test]
fn a_wrong_root_is_trouble() {
    let output = muniu(&["check"]).env("MUNIU_ROOT", "/nowhere").output().expect("the command starts");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("/nowhere"));
    assert_eq!(code(&run(&["check", "--pack", "/nowhere"])), 2);
}

#[test]
fn the_base_pack_is_clean() {
    let output = run(&["check", "--json"]);
    let found = json(&output);
    assert_eq!(found["version"], 1);
    assert_eq!(found["errors"], 0, "{found:#}");
    assert_eq!(code(&output), 0);
}

#[test]
fn findings_of_a_broken_pack_name_file_and_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let pack = directory.path();
    let head = "id = \"broken\"\nname = { zh = \"坏\", en = \"Broken\" }\nversion = \"1\"\napi = 1\nauthors = [\"a\"]\nlicence = \"MIT\"\nrequires = [\"base\"]\n";
    std::fs::write(pack.join("pack.toml"), head).expect("it can be written");
    std::fs::create_dir(pack.join("generals")).expect("it can be made");
    std::fs::write(pack.join("generals/box.toml"), "[box]\nid = \"box\"\nname = 3\n").expect("it can be written");
    let pack = pack.to_str().expect("a plain path");
    let output = run(&["check", "--pack", pack]);
    assert_eq!(code(&output), 1, "{}{}", out(&output), err(&output));
    assert!(out(&output).contains("box.toml"), "{}", out(&output));
    let found = json(&run(&["check", "--json", "--pack", pack]));
    assert!(found["findings"].as_array().is_some_and(|list| list.iter().any(|one| one["line"] == 3)), "{found:#}");
}

#[test]
fn a_series_does_not_depend_on_the_workers() {
    let series = |jobs: &str| {
        let mut found = json(&run(&["sim", "--json", "--seats", "5", "--games", "6", "--seed", "3", "--jobs", jobs]));
        let timing = ["wall_seconds", "games_per_second", "decisions_per_second"];
        timing.iter().for_each(|key| drop(found.as_object_mut().and_then(|map| map.remove(*key))));
        found
    };
    let one = series("1");
    assert_eq!(one, series("3"));
    assert_eq!((&one["games"], &one["finished"]), (&Value::from(6), &Value::from(6)), "{one:#}");
}

#[test]
fn one_game_of_a_series_can_be_played_alone() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| directory.path().join(name);
    let record = |name: &str, more: &[&str]| {
        let to = path(name);
        let mut args = vec!["sim", "--seats", "4", "--seed", "5", "--record", to.to_str().expect("a plain path")];
        args.extend_from_slice(more);
        assert_ne!(code(&run(&args)), 2);
        std::fs::read(to.join("2.jsonl")).expect("the game was recorded")
    };
    assert_eq!(record("all", &["--games", "3"]), record("one", &["--first", "2", "--games", "1"]));
}

#[test]
fn games_of_the_base_pack_have_no_faults() {
    for bot in ["heuristic", "random"] {
        let output = run(&["sim", "--json", "--seats", "8", "--games", "4", "--seed", "2", "--bot", bot]);
        let found = json(&output);
        for fault in ["script_errors", "refused", "panics"] {
            assert_eq!(found[fault], 0, "{bot}: {}", err(&output));
        }
        assert_eq!(code(&output), 0);
    }
}

#[test]
fn a_recorded_game_is_the_same_again() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    let output = replay(&file, &[]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("the same game"));
    assert_eq!(json(&replay(&file, &["--json"]))["same"], true);
    let log = replay(&file, &["--log", "--lang", "en"]);
    assert!(out(&log).contains("The game is over"), "{}", out(&log));
    let until = replay(&file, &["--until", "10", "--lang", "en"]);
    assert_eq!(code(&until), 0);
    assert!(out(&until).contains("stopped after 10 decisions"), "{}", out(&until));
}

#[test]
fn a_recording_that_differs_is_a_finding_with_its_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    let mut at = 0;
    let wrong = changed(&file, "digest.jsonl", |lines| {
        at = lines.iter().position(|line| line.contains("\"turn\":2,")).expect("there is a second turn");
        lines[at] = "{\"turn\":2,\"digest\":\"0000\"}".into();
    });
    let output = replay(&wrong, &[]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains(&format!("digest.jsonl:{}:", at + 1)), "{}", err(&output));

    let short = changed(&file, "short.jsonl", |lines| lines.truncate(20));
    let output = replay(&short, &[]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("short.jsonl:20:") && err(&output).contains("truncated"), "{}", err(&output));
}

#[test]
fn a_garbled_recording_is_trouble_with_its_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    let garbled = changed(&file, "garbled.jsonl", |lines| lines[4].truncate(9));
    let output = replay(&garbled, &[]);
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("garbled.jsonl:5:"), "{}", err(&output));
    let empty = changed(&file, "empty.jsonl", Vec::clear);
    assert_eq!(code(&replay(&empty, &[])), 2);
    assert_eq!(code(&replay(Path::new("/nowhere.jsonl"), &[])), 2);
}

#[test]
fn a_torn_last_line_costs_only_that_line() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    let torn = directory.path().join("torn.jsonl");
    let mut text = std::fs::read(&file).expect("it is there");
    let lines = text.iter().filter(|byte| **byte == b'\n').count();
    text.truncate(text.len() - 5);
    std::fs::write(&torn, text).expect("it can be written");
    let output = replay(&torn, &[]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains(&format!("torn.jsonl:{}: the recording ends here", lines - 1)), "{}", err(&output));
}

#[test]
fn saved_games_are_listed_and_pruned() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    changed(&file, "short.jsonl", |lines| lines.truncate(20));
    std::fs::write(file.with_file_name("0.links"), "{}").expect("it can be written");
    let directory = file.parent().expect("it lies in one").to_str().expect("a plain path");
    let replays = |more: &[&str]| run(&[&["replays", "--dir", directory], more].concat());
    let games = json(&replays(&["--json"]));
    let of = |games: &Value, name: &str| {
        let games = games["games"].as_array().expect("a list").clone();
        games.into_iter().find(|game| game["file"] == name).unwrap_or_default()
    };
    let (whole, short) = (of(&games, "0.jsonl"), of(&games, "short.jsonl"));
    assert_eq!((&whole["finished"], &short["finished"]), (&Value::from(true), &Value::from(false)), "{games:#}");
    assert_eq!((&whole["mode"], &whole["seats"]), (&Value::from("identity"), &Value::from(4)), "{games:#}");
    assert!(whole["decisions"].as_u64() > short["decisions"].as_u64(), "{games:#}");
    assert!(out(&replays(&[])).contains("short.jsonl"));

    for spared in [&["--prune", "--keep", "1"][..], &["--prune", "--older", "1"]] {
        assert!(out(&replays(spared)).is_empty());
    }
    assert_eq!(code(&replays(&["--keep", "1"])), 2);
    let pruned = out(&replays(&["--prune"]));
    assert!(pruned.contains("0.jsonl") && !pruned.contains("short.jsonl"), "{pruned}");
    let left = json(&replays(&["--json"]));
    assert_eq!(left["games"].as_array().map(Vec::len), Some(1), "{left:#}");
    assert!(!file.exists() && !file.with_file_name("0.links").exists());
}

#[test]
fn a_bot_takes_over_when_input_ends_and_the_replay_is_saved() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let args = ["play", "--terminal", "--seats", "4", "--seed", "11", "--lang", "en"];
    let output = typed(&args, directory.path(), "?\nnonsense\n1\n");
    assert_eq!(code(&output), 0, "{}", err(&output));
    let said = out(&output);
    assert!(said.contains("a bot takes over") && said.contains("is no number from 1"), "{said}");
    assert!(said.contains("The game is over"), "{said}");
    let saved = std::fs::read_dir(directory.path().join("replays")).expect("a replay is saved").next();
    let saved = saved.expect("there is one").expect("it can be read").path();
    assert!(saved.to_string_lossy().ends_with("-11.jsonl"));
    let output = replay(&saved, &[]);
    assert_eq!(code(&output), 0, "{}", err(&output));
}

#[test]
fn quitting_leaves_a_replay_that_holds() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let args = ["play", "--terminal", "--seats", "4", "--seed", "11", "--replay", "left.jsonl"];
    let output = typed(&args, directory.path(), "1\nq\n");
    assert_eq!(code(&output), 0, "{}", err(&output));
    let output = replay(&directory.path().join("left.jsonl"), &[]);
    assert_eq!(code(&output), 0, "{}", err(&output));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = recorded(directory.path());
    let mut command = muniu(&["replay", file.to_str().expect("a plain path"), "--log"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(!err(&output).contains("panic"), "{}", err(&output));
    assert_eq!(code(&output), 0, "{}", err(&output));
}
