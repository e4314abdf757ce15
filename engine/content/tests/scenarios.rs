//! What the scenario runner says about scenarios that fail.

use muniu_content::ContentSource;
use muniu_content::scenario::{Report, ScenarioFile, Workshop};
use std::path::Path;
use std::sync::Arc;

fn source() -> Arc<ContentSource> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Arc::new(ContentSource::read(&[root]))
}

fn file(text: &str) -> (tempfile::TempDir, ScenarioFile) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("case.luau");
    std::fs::write(&path, text).unwrap();
    let file = ScenarioFile::read(&path, directory.path()).unwrap();
    (directory, file)
}

/// Run one scenario with this body in a two-seat position.
fn failure(run: &str) -> (u32, String, Report) {
    let text = format!(
        "return scenario \"it\" {{\n seats = {{ {{ hand = \"♠7 slash, ♥3 peach\" }}, {{ hand = \"♥2 jink\" }} }},\n run = function(t, p, q)\n{run}\n end }}"
    );
    let (_directory, file) = file(&text);
    let reports = Workshop::new(source()).run(&file, &|_, _, _| true).unwrap_or_else(|found| panic!("{found:?}"));
    let [report] = reports.as_slice() else { panic!("one scenario") };
    let failure = report.failure.clone().expect("it fails");
    (failure.line, failure.message, report.clone())
}

#[test]
fn a_check_that_fails_is_reported_with_line_position_and_trace() {
    let (line, message, report) = failure("p:uses(\"slash\", q)\nt:check(q.hp == 4, \"unhurt\")");
    assert_eq!((line, message.as_str()), (5, "check failed: unhurt"));
    let text = report.to_string();
    for part in ["t:check(q.hp == 4", "seat 2: hp 3/4", "uses ♠7 slash on seat 2", "declines", "--only \"it\""] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
}

#[test]
fn an_answer_nobody_asked_for_fails() {
    let (line, message, _) = failure("p:uses(\"slash\", q)\nq:answers(\"tianxiang\")");
    assert_eq!(line, 5);
    assert!(message.contains("seat 2 was never asked for answers(\"tianxiang\")"), "{message}");
    assert!(message.contains("it was asked: give jink"), "{message}");
}

#[test]
fn a_required_question_without_an_answer_fails() {
    let (line, message, _) = failure("t:draw(p, 4)\np:ends_play()\nt:check(true)");
    assert_eq!(line, 5);
    assert!(
        message.contains("no answer for a required question: seat 1")
            && message.contains("choose 2 cards of: ♠7 slash"),
        "{message}"
    );
}

#[test]
fn what_is_illegal_fails_with_the_reason() {
    for (run, expected) in [
        ("p:uses(\"peach\")", "can't do `peach`"),
        ("p:uses(\"jink\")", "has no `jink` in hand"),
        ("q:uses(\"jink\")", "it is the play phase of seat 1"),
        ("p:uses(\"slash\", p)", "seat 1 is no legal target"),
        ("p:activates(\"zhiheng\")", "can't do `zhiheng` now; could do: ♠7 slash"),
        ("q:answers(\"jink\")", "no action waits"),
        ("p:uses(\"slash\", q, { wiht = 1 })", "`wiht` means nothing here"),
        ("t:check(p.hpp == 4)", "hpp"),
        ("local x = nil\nx.y = 1", "attempt to index nil"),
        ("t:legal(p, \"duel\", q)", "has no `duel`"),
    ] {
        let (_, message, _) = failure(run);
        assert!(message.contains(expected), "{run}: {message}");
    }
}

#[test]
fn a_fault_can_not_be_caught_and_the_next_scenario_runs() {
    let text = r#"return {
      scenario "caught" { seats = { {}, {} }, run = function(t, p) pcall(function() t:check(false) end) end },
      scenario "next" { seats = { {}, {} }, run = function(t, p) t:check(p.hp == 4) end },
    }"#;
    let (_directory, file) = file(text);
    let reports = Workshop::new(source()).run(&file, &|_, _, _| true).unwrap();
    assert_eq!(reports.iter().map(|report| report.failure.is_some()).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn mistakes_in_a_file_are_findings() {
    let wrong = |text: &str| {
        let (_directory, file) = file(text);
        let found = Workshop::new(source()).run(&file, &|_, _, _| true).expect_err("it is wrong");
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(wrong("return 5").contains("no scenario"));
    assert!(wrong("return skill {}").contains("expected `scenario"));
    assert!(
        wrong("return scenario \"a\" { seats = { {}, { hnd = \"\" } }, run = function() end }")
            .contains("did you mean `hand`"),
        "a misspelt field"
    );
    assert!(
        wrong("return scenario \"a\" { seats = { {}, { hand = \"♦14 slash\" } }, run = function() end }")
            .contains("rank")
    );
    assert!(wrong("return scenario \"a\" { seats = { {}, {} } }").contains("has no `run`"));
}
