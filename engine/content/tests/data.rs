//! Bad packs and what is said about them.

use std::path::{Path, PathBuf};

use muniu_content::data::{self, Copy, DiskReader, Merged, Overlay, PackData, SourceReader, Suit, load_pack, merge};
use muniu_content::diagnostic::{Diagnostic, Diagnostics, Severity};

const PACK: &str = r#"id = "base"
name = { zh = "基础包", en = "Base" }
version = "1"
api = 1
authors = []
licence = "MIT"
requires = []
"#;

/// Ten lines; the `[card.slash]` header is line 5.
const CARDS: &str = r#"[deck]
id = "standard"
name = { zh = "标准", en = "Standard" }

[card.slash]
name = { zh = "杀", en = "Slash" }
text = { zh = "砍。", en = "Cut." }
type = "basic"
copies = ["♠7", "♥10"]
"#;

/// The `[general.caocao]` header is line 5, `[skill.jianxiong]` line 13.
const GENERALS: &str = r#"[box]
id = "standard"
name = { zh = "标准", en = "Standard" }

[general.caocao]
name = { zh = "曹操", en = "Cao Cao" }
title = { zh = "魏武帝", en = "Emperor" }
kingdom = "wei"
gender = "male"
hp = 4
skills = ["jianxiong"]

[skill.jianxiong]
name = { zh = "奸雄", en = "Villain" }
text = { zh = "拿。", en = "Take." }
"#;

const MODE: &str = r#"[mode]
id = "identity"
name = { zh = "身份", en = "Identity" }
text = { zh = "打。", en = "Fight." }
min_seats = 4
max_seats = 10
opening_hand = 4

[roles.lord]
name = { zh = "主公", en = "Lord" }
shown = true

[setup]
choices = { lord = 3, odds = 0.5 }
"#;

fn base() -> Overlay<'static> {
    let mut files = Overlay::default();
    files.set("pack.toml", PACK).set("cards/standard.toml", CARDS).set("generals/standard.toml", GENERALS);
    files.set("scripts/modes/identity.toml", MODE);
    for script in ["cards/slash", "skills/jianxiong", "modes/identity", "lib/tools"] {
        files.set(format!("scripts/{script}.luau"), "return {}");
    }
    files
}

fn load(files: &Overlay<'_>) -> (Merged, Vec<Diagnostic>) {
    let (pack, mut found) = load_pack(Path::new("."), files);
    let (merged, more) = merge(vec![pack]);
    found.extend(more);
    (merged, found.into_iter().collect())
}

/// What is said when `from` becomes `to` in one file of the good pack.
fn change(path: &str, from: &str, to: &str) -> (Merged, Vec<Diagnostic>) {
    let mut files = base();
    let text = files.read(Path::new(path)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} must be there once");
    files.set(path, text.replace(from, to));
    load(&files)
}

/// Asserts that exactly one finding is made, as `file:line:column: severity[code]: message` and `help`.
#[track_caller]
fn only(found: &[Diagnostic], line: &str, help: &str) {
    let shown: Vec<String> = found.iter().map(Diagnostic::to_string).collect();
    assert_eq!(shown, [line]);
    assert_eq!(found[0].help.as_deref().unwrap_or_default(), help);
}

const CARD_FILE: &str = "cards/standard.toml";
const GENERAL_FILE: &str = "generals/standard.toml";
const MODE_FILE: &str = "scripts/modes/identity.toml";

#[test]
fn a_good_pack_says_nothing() {
    let (merged, found) = load(&base());
    assert_eq!(found, []);
    assert_eq!(merged.cards[0].id, "slash");
    assert_eq!(merged.cards[0].script, Some(PathBuf::from("scripts/cards/slash.luau")));
    assert_eq!(
        merged.decks[0].copies,
        [
            ("slash".to_owned(), Copy { suit: Suit::Spade, rank: 7 }),
            ("slash".to_owned(), Copy { suit: Suit::Heart, rank: 10 })
        ]
    );
    assert_eq!(merged.generals[0].skills, ["jianxiong"]);
    assert_eq!(merged.skills[0].text.as_ref().unwrap().name.zh, "奸雄");
    assert_eq!(merged.modes[0].data.roles[0].id, "lord");
    assert_eq!(merged.modes[0].data.draw_per_turn, 2);
    assert_eq!(merged.modes[0].data.data["setup"]["choices"]["lord"].as_integer(), Some(3));
    assert_eq!(load(&base()), (merged, found));
}

#[test]
fn unknown_key() {
    let (merged, found) = change(CARD_FILE, "type =", "famly = \"slash\"\ntype =");
    only(
        &found,
        "cards/standard.toml:8:1: error[unknown-key]: unknown key `famly` in card `slash`",
        "did you mean `family`?",
    );
    assert_eq!(merged.cards.len(), 1);
}

#[test]
fn unknown_table() {
    let (_, found) = change(GENERAL_FILE, "[skill.jianxiong]", "[skills.jianxiong]");
    assert_eq!(
        found[0].to_string(),
        "generals/standard.toml:13:2: error[unknown-key]: unknown key `skills` in this file"
    );
    assert_eq!(found[0].help.as_deref(), Some("did you mean `skill`?"));
}

#[test]
fn wrong_type() {
    let (merged, found) = change(GENERAL_FILE, "hp = 4", "hp = \"4\"");
    only(
        &found,
        "generals/standard.toml:10:6: error[wrong-type]: `hp` of general `caocao` must be an integer, found the string `\"4\"`",
        "",
    );
    assert_eq!(merged.generals, []);
}

#[test]
fn text_in_one_string() {
    let (_, found) = change(CARD_FILE, "{ zh = \"杀\", en = \"Slash\" }", "\"杀\"");
    only(
        &found,
        "cards/standard.toml:6:8: error[wrong-type]: `name` of card `slash` must be a text in both languages, found the string `\"杀\"`",
        "write `name = { zh = \"…\", en = \"…\" }`",
    );
}

#[test]
fn one_language_is_a_warning_and_stands_for_both() {
    let (merged, found) = change(CARD_FILE, "{ zh = \"杀\", en = \"Slash\" }", "{ zh = \"杀\" }");
    only(
        &found,
        "cards/standard.toml:6:8: warning[missing-translation]: `name` of card `slash` has no `en`; the other language is shown instead",
        "",
    );
    assert_eq!(merged.cards[0].data.name.en, "杀");
}

#[test]
fn unknown_card_type() {
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"basick\"");
    only(
        &found,
        "cards/standard.toml:8:8: error[unknown-value]: unknown type `basick` in card `slash`, expected one of `basic`, `trick`, `delayed_trick`, `equip`",
        "did you mean `basic`?",
    );
}

#[test]
fn unknown_slot() {
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"equip\"\nslot = \"armour\"");
    only(
        &found,
        "cards/standard.toml:9:8: error[unknown-value]: unknown slot `armour` in card `slash`, expected one of `weapon`, `armor`, `plus_horse`, `minus_horse`, `treasure`",
        "did you mean `armor`?",
    );
}

#[test]
fn slot_and_range_only_where_they_mean_something() {
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"basic\"\nslot = \"armor\"");
    only(
        &found,
        "cards/standard.toml:9:8: error[misplaced-key]: card `slash` has a `slot` but is no equipment",
        "set `type = \"equip\"` or remove `slot`",
    );
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"equip\"\nslot = \"weapon\"");
    only(&found, "cards/standard.toml:5:7: error[missing-key]: card `slash` has no `range`, which is required", "");
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"equip\"");
    only(&found, "cards/standard.toml:5:7: error[missing-key]: card `slash` has no `slot`, which is required", "");
}

#[test]
fn unknown_nature() {
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"basic\"\nnature = \"thundr\"");
    only(
        &found,
        "cards/standard.toml:9:10: error[unknown-value]: unknown nature `thundr` in card `slash`, expected one of `fire`, `thunder`",
        "did you mean `thunder`?",
    );
}

#[test]
fn unknown_gender() {
    let (_, found) = change(GENERAL_FILE, "\"male\"", "\"mael\"");
    only(
        &found,
        "generals/standard.toml:9:10: error[unknown-value]: unknown gender `mael` in general `caocao`, expected one of `male`, `female`, `neutral`",
        "did you mean `male`?",
    );
}

#[test]
fn bad_copies_cost_only_themselves() {
    let guesses = [
        ("S7", "♠7"),
        ("7♠", "♠7"),
        ("黑桃7", "♠7"),
        ("♠1", "♠A"),
        ("♠j", "♠J"),
        ("♠️7", "♠7"),
        ("♠ 7", "♠7"),
        ("diamond12", "♦Q"),
    ];
    for (written, meant) in guesses {
        let (merged, found) = change(CARD_FILE, "♠7", written);
        only(
            &found,
            &format!(
                "cards/standard.toml:9:11: error[bad-copy]: `{written}` is no card, expected a suit (♠ ♥ ♣ ♦) followed by a rank (A 2 3 4 5 6 7 8 9 10 J Q K)"
            ),
            &format!("did you mean `{meant}`?"),
        );
        assert_eq!(merged.decks[0].copies.len(), 1);
    }
    let (_, found) = change(CARD_FILE, "♥10", "♥14");
    assert_eq!((found[0].column, found[0].help.as_deref()), (Some(17), None));
    assert_eq!(Copy::parse("♣K").unwrap().to_string(), "♣K");
}

#[test]
fn numbers_out_of_range() {
    let (_, found) = change(GENERAL_FILE, "hp = 4", "hp = 21");
    only(
        &found,
        "generals/standard.toml:10:6: error[out-of-range]: `hp` of general `caocao` is 21, expected 1 to 20",
        "",
    );
    let (_, found) = change(GENERAL_FILE, "hp = 4", "hp = 4\nstart_hp = 5");
    only(
        &found,
        "generals/standard.toml:11:12: error[out-of-range]: `start_hp` of general `caocao` is 5, expected 1 to 4",
        "",
    );
    let (_, found) = change(MODE_FILE, "max_seats = 10", "max_seats = 3");
    only(
        &found,
        "scripts/modes/identity.toml:6:13: error[out-of-range]: `max_seats` of `[mode]` is 3, expected 4 to 20",
        "",
    );
    let (_, found) = change(GENERAL_FILE, "hp = 4", "hp = 99999999999999999999");
    assert_eq!(found[0].code, "out-of-range");
}

#[test]
fn missing_fields_are_all_named() {
    let (_, found) = change(GENERAL_FILE, "gender = \"male\"\nhp = 4\n", "");
    let shown: Vec<String> = found.iter().map(Diagnostic::to_string).collect();
    assert_eq!(
        shown,
        [
            "generals/standard.toml:5:10: error[missing-key]: general `caocao` has no `gender`, which is required",
            "generals/standard.toml:5:10: error[missing-key]: general `caocao` has no `hp`, which is required",
        ]
    );
}

#[test]
fn a_file_without_its_head_keeps_its_entries() {
    let (merged, found) =
        change(CARD_FILE, "[deck]\nid = \"standard\"\nname = { zh = \"标准\", en = \"Standard\" }\n", "");
    only(&found, "cards/standard.toml:1:1: error[missing-key]: this file has no `deck`, which is required", "");
    assert_eq!(merged.cards.len(), 1);
}

#[test]
fn bad_ids() {
    let (_, found) = change(CARD_FILE, "[card.slash]", "[card.Fire-Slash]");
    only(
        &found,
        "cards/standard.toml:5:7: error[bad-id]: `Fire-Slash` is no valid id, expected something like `ice_sword`",
        "start with a letter and use only a to z, 0 to 9 and `_`",
    );
}

#[test]
fn duplicates_within_a_file_name_both_places() {
    let (merged, found) = change(CARD_FILE, "copies = [\"♠7\", \"♥10\"]", "copies = []\n\n[card.slash]\ncopies = []");
    assert_eq!(
        found[0].to_string(),
        "cards/standard.toml:11:7: error[duplicate-id]: `slash` is defined twice: first defined at cards/standard.toml:5:7"
    );
    assert_eq!((merged.modes.len(), merged.generals.len()), (1, 1));
    let (_, found) = change(GENERAL_FILE, "hp = 4", "hp = 4\nhp = 5");
    only(
        &found,
        "generals/standard.toml:11:1: error[duplicate-id]: `hp` is defined twice: first defined at generals/standard.toml:10:1",
        "",
    );
}

#[test]
fn duplicates_across_files_name_both_places() {
    let mut files = base();
    files.set("cards/z.toml", CARDS.replace("\"standard\"", "\"z\""));
    let (merged, found) = load(&files);
    only(
        &found,
        "cards/z.toml:5:7: error[duplicate-id]: card `slash` is defined twice: first defined at cards/standard.toml:5:7",
        "rename or remove one of them",
    );
    assert_eq!(merged.decks[1].copies, []);
}

#[test]
fn more_of_an_unknown_card() {
    let mut files = base();
    files.set(CARD_FILE, format!("{CARDS}\n[more.slsh]\ncopies = [\"♣2\"]\n\n[more.slash]\ncopies = [\"♣3\"]\n"));
    let (merged, found) = load(&files);
    only(
        &found,
        "cards/standard.toml:11:7: error[unknown-card]: `[more.slsh]` adds copies of a card that no pack defines",
        "did you mean `slash`?",
    );
    assert_eq!(merged.decks[0].copies.len(), 3);
}

#[test]
fn a_broken_card_is_reported_once() {
    let mut files = base();
    let cards = format!("{CARDS}\n[more.slash]\ncopies = []\n").replace("\"basic\"", "1");
    files.set(CARD_FILE, cards);
    let (merged, found) = load(&files);
    assert_eq!((found.len(), found[0].code, merged.cards.len()), (1, "wrong-type", 0));
}

#[test]
fn several_syntax_errors_in_one_file_and_the_rest_is_kept() {
    let broken = "\n[card.a]\nname = \n\n[card.b]\ntype = basic\n\n[card.jink]\nname = { zh = \"闪\", en = \"Jink\" }\n\
        text = { zh = \"闪。\", en = \"Dodge.\" }\ntype = \"basic\"\ncopies = [\"♦2\"]\n";
    let mut files = base();
    files.set(CARD_FILE, format!("{CARDS}{broken}")).set("scripts/cards/jink.luau", "");
    let (merged, found) = load(&files);
    let lines: Vec<_> = found.iter().map(|found| (found.code, found.line.unwrap())).collect();
    assert_eq!(lines, [("toml-syntax", 12), ("toml-syntax", 15)]);
    assert!(found[1].message.contains("`basic`"), "{}", found[1].message);
    let ids: Vec<_> = merged.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids, ["slash", "jink"]);
}

#[test]
fn missing_scripts() {
    let (merged, found) = change(CARD_FILE, "[card.slash]", "[card.slashh]");
    only(
        &found,
        "cards/standard.toml:5:7: error[missing-script]: card `slashh` has no script, expected `scripts/cards/slashh.luau`",
        "there is a `scripts/cards/slash.luau`",
    );
    assert_eq!(merged.cards[0].script, None);
    let (_, found) = change(CARD_FILE, "\"basic\"", "\"basic\"\nscript = \"slahs\"");
    only(
        &found,
        "cards/standard.toml:9:10: error[missing-script]: card `slash` has no script, expected `scripts/cards/slahs.luau`",
        "there is a `scripts/cards/slash.luau`",
    );
    let (_, found) = change(CARD_FILE, "[card.slash]", "[card.dilu]");
    assert_eq!(found.len(), 1);
    let (_, found) = change(MODE_FILE, "id = \"identity\"", "id = \"duel\"");
    assert_eq!((found[0].code, found[0].line), ("missing-script", Some(1)));
}

#[test]
fn horses_need_no_script() {
    let mut files = base();
    let horse = CARDS
        .replace("card.slash", "card.dilu")
        .replace("\"standard\"", "\"horses\"")
        .replace("\"basic\"", "\"equip\"\nslot = \"plus_horse\"\ndistance_to = 1");
    files.set("cards/horses.toml", horse);
    let (merged, found) = load(&files);
    assert_eq!(found, []);
    assert_eq!((merged.cards[0].data.distance_to, merged.cards[0].script.as_ref()), (1, None));
}

#[test]
fn unknown_skill_costs_the_general() {
    let (merged, found) = change(GENERAL_FILE, "[\"jianxiong\"]", "[\"jianxoing\"]");
    only(
        &found,
        "generals/standard.toml:11:11: error[unknown-skill]: general `caocao` names the skill `jianxoing`, but there is no `scripts/skills/jianxoing.luau`",
        "did you mean `jianxiong`?",
    );
    assert_eq!(merged.generals[0].missing, ["jianxoing"]);
}

#[test]
fn skill_text_without_script_and_script_without_text() {
    let mut files = base();
    files.set("scripts/skills/hujia.luau", "return {}");
    files.set(GENERAL_FILE, GENERALS.replace("[skill.jianxiong]", "[skill.hujai]"));
    let (_, found) = load(&files);
    let shown: Vec<String> = found.iter().map(Diagnostic::to_string).collect();
    assert_eq!(
        shown,
        [
            "generals/standard.toml:13:8: error[missing-script]: skill `hujai` has no script, expected `scripts/skills/hujai.luau`",
            "scripts/skills/hujia.luau:1:1: warning[missing-text]: skill `hujia` has no name and text, expected `[skill.hujia]` in a file of `generals/`",
            "scripts/skills/jianxiong.luau:1:1: warning[missing-text]: skill `jianxiong` has no name and text, expected `[skill.jianxiong]` in a file of `generals/`",
        ]
    );
    assert_eq!(found[1].help.as_deref(), Some("there is a `[skill.hujai]`"));
}

#[test]
fn unknown_kingdom_is_a_warning() {
    let (merged, found) = change(GENERAL_FILE, "\"wei\"", "\"wie\"");
    only(
        &found,
        "generals/standard.toml:8:11: warning[unknown-kingdom]: general `caocao` has the unknown kingdom `wie`",
        "did you mean `wei`?",
    );
    assert_eq!(merged.generals.len(), 1);
}

#[test]
fn pack_toml() {
    let (_, found) = change("pack.toml", "api = 1", "api = 2");
    only(
        &found,
        "pack.toml:4:7: error[unsupported-api]: this pack needs api 2, expected 1",
        "use a version of Muniu that offers it",
    );
    let (merged, found) = change("pack.toml", "licence =", "license =");
    assert_eq!((found[0].code, found[0].help.as_deref()), ("unknown-key", Some("did you mean `licence`?")));
    assert_eq!(merged.cards.len(), 1);
    let (pack, found) = load_pack(Path::new("some/where"), &Overlay::default());
    assert_eq!(pack.pack.id, "where");
    only(&found.into_iter().collect::<Vec<_>>(), "some/where/pack.toml: error[unreadable]: this file is missing", "");
}

fn addon(id: &str, cards: &str, pack_lines: (&str, &str)) -> (PackData, Diagnostics) {
    let mut files = Overlay::default();
    files.set(
        format!("{id}/pack.toml"),
        PACK.replace("\"base\"", &format!("\"{id}\"")).replace(pack_lines.0, pack_lines.1),
    );
    files.set(format!("{id}/cards/new.toml"), cards.replace("\"standard\"", "\"new\""));
    load_pack(Path::new(id), &files)
}

fn with_base(addons: Vec<PackData>) -> (Merged, Vec<Diagnostic>) {
    let mut packs = addons;
    packs.push(load_pack(Path::new("."), &base()).0);
    let (merged, found) = merge(packs);
    (merged, found.into_iter().collect())
}

#[test]
fn a_second_definition_names_both_files_unless_it_replaces() {
    let (pack, _) = addon("more", CARDS, ("", ""));
    let (_, found) = with_base(vec![pack]);
    only(
        &found,
        "more/cards/new.toml:5:7: error[duplicate-id]: card `slash` is defined twice: first defined at cards/standard.toml:5:7",
        "choose another id, or say `replaces = \"base:slash\"` to take its place",
    );
    let replacing = CARDS.replace("\"basic\"", "\"trick\"\nreplaces = \"base:slash\"");
    let (pack, _) = addon("more", &replacing, ("", ""));
    let (merged, found) = with_base(vec![pack]);
    assert_eq!(found, []);
    assert_eq!((merged.cards.len(), merged.cards[0].id.as_str(), merged.cards[0].pack.as_str()), (1, "slash", "more"));
    assert_eq!(merged.cards[0].script, Some(PathBuf::from("scripts/cards/slash.luau")));
    assert_eq!((merged.decks[0].copies.len(), merged.decks[1].copies.len()), (0, 2));
    let (pack, _) = addon("more", &replacing.replace("base:slash", "base:slahs"), ("", ""));
    let (_, found) = with_base(vec![pack]);
    assert_eq!(
        found[0].to_string(),
        "more/cards/new.toml:9:12: error[unknown-id]: card `slash` replaces `base:slahs`, which no pack before it defines"
    );
    assert_eq!(found[0].help.as_deref(), Some("did you mean `slash`?"));
}

#[test]
fn other_packs_have_ids_of_their_own() {
    let cards = format!("{CARDS}\n[more.slash]\ncopies = [\"♣2\"]\n")
        .replace("card.slash", "card.stab")
        .replace("\"basic\"", "\"basic\"\nscript = \"slash\"");
    let (pack, found) = addon("more", &cards, ("", ""));
    assert!(found.is_empty());
    let (merged, found) = with_base(vec![pack]);
    assert_eq!(found, []);
    let ids: Vec<_> = merged.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!(ids, ["slash", "more:stab"]);
    let copies: Vec<_> = merged.decks[1].copies.iter().map(|(id, copy)| format!("{id} {copy}")).collect();
    assert_eq!((merged.decks[1].id.as_str(), copies.len(), copies[2].as_str()), ("more:new", 3, "slash ♣2"));
}

#[test]
fn packs_are_ordered_by_what_they_require() {
    let cards = "[deck]\nid = \"new\"\nname = { zh = \"新\", en = \"New\" }\n";
    let (first, _) = addon("first", cards, ("requires = []", "requires = [\"second\"]"));
    let (second, _) = addon("second", cards, ("", ""));
    let (merged, found) = with_base(vec![first.clone(), second]);
    assert_eq!(found, []);
    assert_eq!(merged.packs.iter().map(|pack| pack.id.as_str()).collect::<Vec<_>>(), ["base", "second", "first"]);
    let (near, _) = addon("secund", cards, ("requires = []", "requires = []\nload_after = [\"first\"]"));
    let (_, found) = with_base(vec![first.clone(), near]);
    only(
        &found,
        "first/pack.toml:7:13: error[missing-pack]: pack `first` requires pack `second`, which is not loaded",
        "did you mean `secund`?",
    );
    let (second, _) = addon("second", cards, ("requires = []", "requires = [\"first\"]"));
    let (merged, found) = with_base(vec![first, second]);
    assert_eq!((found[0].code, merged.packs.len()), ("pack-cycle", 3));
}

#[test]
fn the_disk_with_unsaved_text_over_it() {
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir(root.path().join("cards")).unwrap();
    std::fs::write(root.path().join("pack.toml"), PACK).unwrap();
    std::fs::write(root.path().join(CARD_FILE), CARDS).unwrap();
    std::fs::write(root.path().join("cards/.#standard.toml"), "half [").unwrap();
    std::fs::write(root.path().join("cards/latin.toml"), b"name = \"\xe9\"").unwrap();
    let (pack, found) = load_pack(root.path(), &DiskReader);
    assert_eq!((pack.cards.len(), found.errors(), found.warnings()), (1, 1, 0));
    assert!(found.iter().next().unwrap().message.contains("not UTF-8"));
    let mut unsaved = Overlay::over(&DiskReader);
    unsaved.set(root.path().join("cards/latin.toml"), CARDS.replace("slash", "stab").replace("\"standard\"", "\"x\""));
    let (pack, found) = load_pack(root.path(), &unsaved);
    assert_eq!((pack.cards.len(), found.len()), (2, 0));
}

#[test]
fn rendering_underlines_wide_characters_exactly() {
    let (_, found) = change(CARD_FILE, "{ zh = \"杀\", en = \"Slash\" }", "{ zh = \"杀\", em = \"Slash\" }");
    let text = CARDS.replace("en = \"Slash\"", "em = \"Slash\"");
    assert_eq!(found[0].line_col(&text), Some((6, 20)));
    let expected = "\
error[unknown-key]: unknown key `em` in `name` of card `slash`
  ╭▸ cards/standard.toml:6:20
  │
6 │ name = { zh = \"杀\", em = \"Slash\" }
  │                     ━━
  │
  ╰ help: did you mean `en`?";
    assert_eq!(found[0].render(Some(&text), false), expected);
    assert!(found[0].render(Some(&text), true).contains("\u{1b}["));
    assert!(found[0].render(None, false).contains("cards/standard.toml:6:20"));
    // The text may have changed since, even to nothing.
    found[0].render(Some("杀"), false);
    found[0].render(Some(""), false);
}

#[test]
fn lua_findings_know_only_a_line() {
    let found = Diagnostic::error("lua", "scripts/skills/a.luau", "boom").at_line(2, None);
    assert_eq!(found.to_string(), "scripts/skills/a.luau:2: error[lua]: boom");
    let shown = found.render(Some("return skill {\n  杀()\n}\n"), false);
    assert!(shown.contains("2 │   杀()\n  ╰╴  ━━━━"), "{shown}");
    assert_eq!(found.severity, Severity::Error);
    assert!(Diagnostic { line: Some(99), ..found }.render(Some("x"), false).contains(":99"));
}

#[test]
fn nearest_names() {
    use muniu_content::suggest::nearest;
    let names = ["slash", "jink", "peach", "kylin_bow"];
    assert_eq!(nearest("slahs", names), Some("slash"));
    assert_eq!(nearest("Jink", names), Some("jink"));
    assert_eq!(nearest("kylin", names), Some("kylin_bow"));
    assert_eq!(nearest("lightning", names), None);
    let _ = data::API;
}
