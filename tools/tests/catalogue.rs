//! `docs/generals.md` says what the data says, and every question has words.

use std::path::PathBuf;
use std::process::Command;

#[test]
fn the_catalogue_of_generals_is_up_to_date() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO_BIN_EXE_muniu"))
        .arg("catalogue")
        .env_remove("MUNIU_ROOT")
        .current_dir(&root)
        .output()
        .expect("the command starts");
    assert!(output.status.success());
    let kept = std::fs::read_to_string(root.join("docs/generals.md")).expect("docs/generals.md is there");
    assert!(
        kept.as_bytes() == output.stdout,
        "docs/generals.md is out of date: run `cargo run --release -- catalogue > docs/generals.md`"
    );
}

/// The keys that scripts name in these forms.
fn keys_in(script: &str) -> Vec<&str> {
    ["prompt = \"", "confirm(\""]
        .iter()
        .flat_map(|form| script.match_indices(form).map(|(at, form)| &script[at + form.len()..]))
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn every_question_of_the_base_pack_has_words() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = muniu_content::ContentSource::read(std::slice::from_ref(&root));
    let mut silent = Vec::new();
    for folder in ["cards", "skills", "lib", "modes"] {
        for entry in std::fs::read_dir(root.join("scripts").join(folder)).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_none_or(|ending| ending != "luau") {
                continue;
            }
            let script = std::fs::read_to_string(&path).expect("it is a text");
            let of = path.file_stem().and_then(|stem| stem.to_str());
            let words = |key: &&str| source.texts.word(muniu_content::texts::Kind::Question, of, key).is_none();
            silent.extend(keys_in(&script).into_iter().filter(words).map(|key| format!("{}: {key}", path.display())));
        }
    }
    assert!(silent.is_empty(), "no words in scripts/words.toml for {silent:#?}");
}
