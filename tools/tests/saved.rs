//! Games of bots at the table, saved as scenarios from many moments: each passes when it is run.

mod served;

use serde_json::{Value, json};
use served::{Page, Server};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The base pack with a place of its own for what is saved.
fn pack() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("there is room");
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned();
    for part in ["pack.toml", "cards", "generals", "scripts"] {
        std::os::unix::fs::symlink(base.join(part), root.path().join(part)).expect("a link");
    }
    root
}

/// Let bots play on to about this decision, and stop there.
fn play_to(page: &mut Page, decisions: u64) -> u64 {
    for message in
        [json!({ "t": "speed", "ms": 0 }), json!({ "t": "bot", "seat": 1, "on": true }), json!({ "t": "play" })]
    {
        page.say(&message);
    }
    let there = page.wait("the game", |value| {
        value["t"] == "view" && (value["at"].as_u64() >= Some(decisions) || !value["view"]["result"].is_null())
    });
    page.say(&json!({ "t": "pause" }));
    page.wait("the pause", |value| value["t"] == "view" && value["playing"] == false);
    there["at"].as_u64().expect("a number")
}

/// Save from decision `from` to `now`.
fn save(page: &mut Page, from: u64, now: u64) -> Value {
    page.say(&json!({ "t": "goto", "n": now }));
    page.wait("that moment", |value| value["t"] == "view" && value["at"] == now);
    page.say(&json!({ "t": "save_scenario", "from": from }));
    page.wait("the scenario", |value| value["t"] == "scenario" || value["t"] == "error")
}

fn test(root: &Path) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_muniu"))
        .arg("test")
        .arg(root.join("tests/scenarios/saved"))
        .env("MUNIU_ROOT", root)
        .output()
        .expect("the command starts");
    (out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Save a game of these seats and this seed every so many decisions, as far back as `back`.
fn saved(root: &Path, seats: &str, seed: &str, end: u64, step: usize, back: u64) -> (usize, usize) {
    let server = Server::at(root, &["--seats", seats, "--seed", seed]);
    let mut page = server.join(&server.token);
    page.hear("view");
    let end = play_to(&mut page, end).min(end);
    let (mut all, mut earlier) = (0, 0);
    for now in (20..end).step_by(step) {
        let told = save(&mut page, now.saturating_sub(back), now);
        assert_eq!(told["t"], "scenario", "seed {seed}, #{now}: {told}");
        all += 1;
        let here = format!("from #{}:", told["from"]);
        let other = |why: &Value| !why.as_str().is_some_and(|why| why.starts_with(&here));
        earlier += usize::from(told["why"].as_array().is_some_and(|why| why.iter().any(other)));
    }
    (all, earlier)
}

#[test]
fn saved_games_pass() {
    let root = pack();
    let games = [("4", "3"), ("5", "8"), ("8", "41")];
    let mut files = 0;
    for (seats, seed) in games {
        let (all, earlier) = saved(root.path(), seats, seed, 160, 13, 9);
        println!("{seats} seats, seed {seed}: {all} saved, {earlier} of them from an earlier idle point");
        files += all;
    }
    let (passed, report) = test(root.path());
    assert!(passed && report.starts_with(&format!("{files} scenarios passed")), "{report}");
}

#[test]
fn nothing_is_overwritten_and_a_false_scenario_fails() {
    let root = pack();
    let server = Server::at(root.path(), &["--seats", "4", "--seed", "3"]);
    let mut page = server.join(&server.token);
    page.hear("view");
    let now = play_to(&mut page, 40);
    let first = save(&mut page, now - 10, now);
    let second = save(&mut page, now - 10, now);
    assert_eq!(first["text"], second["text"]);
    assert_ne!(first["file"], second["file"]);
    let file: PathBuf = root.path().join(first["file"].as_str().expect("a path"));
    let text = std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(Some(text.as_str()), first["text"].as_str());
    assert!(test(root.path()).0);
    std::fs::write(&file, text.replacen(".hp == ", ".hp == 1", 1)).expect("it is written");
    let (passed, report) = test(root.path());
    assert!(!passed && report.contains("check failed"), "{report}");
}
