//! The reference page names every field and verb.

use super::{act, aim, card, effect, event, game, history, player, virtual_card};

/// Is `name` mentioned as a field or verb in one section?
fn named(section: &str, name: &str) -> bool {
    section.match_indices(name).any(|(at, _)| {
        let before = section[..at].chars().next_back();
        let after = section[at + name.len()..].chars().next();
        matches!(before, Some('.' | ':' | '`')) && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

#[test]
fn every_field_and_verb_is_in_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scripting-reference.md");
    let text = std::fs::read_to_string(path).expect("the reference is there");
    let section = |title: &str| {
        let heading = format!("\n## {title}\n");
        let start = text.find(&heading).unwrap_or_else(|| panic!("there is a section `{title}`")) + heading.len();
        let rest = &text[start..];
        &rest[..rest.find("\n## ").unwrap_or(rest.len())]
    };
    let events: Vec<&str> =
        event::KINDS.iter().flat_map(|(_, fields)| fields.iter()).chain(event::VERBS).copied().collect();
    let lists: Vec<&str> = history::LISTS.iter().map(|(name, _)| *name).collect();
    let mut missing = Vec::new();
    for (title, members) in [
        ("Player", player::MEMBERS),
        ("Ev", events.as_slice()),
        ("Aim", aim::MEMBERS),
        ("Card", card::MEMBERS),
        ("VCard", virtual_card::MEMBERS),
        ("Effect", effect::MEMBERS),
        ("Act", act::MEMBERS),
        ("game", game::MEMBERS),
        ("history", lists.as_slice()),
    ] {
        missing
            .extend(members.iter().filter(|name| !named(section(title), name)).map(|name| format!("{title}: {name}")));
    }
    assert!(missing.is_empty(), "not in docs/scripting-reference.md: {missing:#?}");
}
