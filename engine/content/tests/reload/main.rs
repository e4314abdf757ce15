//! Hot reload: files of a pack are saved while a game is under way, and the same game goes on with what was saved, or,
//! if that is wrong, as if nothing had been saved.
#![allow(clippy::disallowed_methods, reason = "the tests wait for the file system; no game reads the clock")]

mod table;

use muniu_content::Packs;
use muniu_content::watch::{Reload, Watch};
use muniu_kernel::def::Nature;
use muniu_kernel::event::Damage;
use muniu_kernel::ids::{EffectId, PlayerId};
use muniu_kernel::state::{Effect, Lasts};
use muniu_kernel::value::Value;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};
use table::{Came, PATIENCE, QUIET, Table, copy, drawn, yingzi};

const MOUNTAIN: &str = "generals/mountain.toml";
const YINGZI: &str = "scripts/skills/yingzi.luau";
const GENERALS: &str = "generals/standard.toml";
const FIRST: PlayerId = PlayerId(0);

#[test]
fn a_changed_number_acts_in_the_same_game() {
    Table::new().play(&[
        |table, game| {
            assert_eq!(drawn(game), 3);
            table.change(YINGZI, "+= 1", "+= 3");
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 5)),
    ]);
}

#[test]
fn a_syntax_error_leaves_the_old_script_in_force_and_is_mended() {
    Table::new().play(&[
        |table, _| assert_eq!(table.change(YINGZI, "+= 1", "+= = 1"), 5),
        |table, game| {
            assert_eq!(table.refused(), [format!("{YINGZI}:5 lua-syntax")]);
            assert_eq!(drawn(game), 3, "the old script");
            table.change(YINGZI, "+= = 1", "+= 2");
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 4)),
    ]);
}

#[test]
fn a_broken_data_file_leaves_everything_in_force_and_is_mended() {
    Table::new().play(&[
        |table, _| {
            table.change(GENERALS, "skills = [\"yingzi\", \"fanjian\"]", "skills = [\"yingzi\", \"fanjian\"");
        },
        |table, game| {
            let told = table.refused();
            assert!(told.iter().any(|found| found.starts_with(&format!("{GENERALS}:"))), "{told:?}");
            assert!(told.iter().any(|found| found.ends_with(" toml-syntax")), "{told:?}");
            assert_eq!(drawn(game), 3);
            table.change(GENERALS, "[\"yingzi\", \"fanjian\"", "[\"yingzi\"]");
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 3));
            assert_eq!(game.catalogue().general(game.names().intern("zhouyu")).unwrap().skills.len(), 1);
        },
    ]);
}

#[test]
fn what_is_mended_back_needs_no_reload() {
    Table::new().play(&[
        |table, _| assert_eq!(table.change(YINGZI, "+= 1", "+= = 1"), 5),
        |table, _| {
            table.refused();
            table.change(YINGZI, "+= = 1", "+= 1");
            table.awaited.set(false);
            sleep(QUIET);
        },
        |table, game| assert_eq!((table.came.borrow().len(), drawn(game)), (1, 3)),
    ]);
}

#[test]
fn a_skill_in_play_can_be_removed_and_come_back() {
    Table::new().play(&[
        |table, _| {
            fs::remove_file(table.at(YINGZI)).unwrap();
            table.awaited.set(true);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 2));
            let found = table.content.findings();
            assert!(found.iter().any(|finding| finding.code == "missing-script"), "and it is said: {found:#?}");
            // Other saves are not held up by it.
            table.change("scripts/skills/paoxiao.luau", "return", "-- still here\nreturn");
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 2));
            table.yingzi(4);
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 6)),
    ]);
}

#[test]
fn a_skill_can_be_removed_with_its_text() {
    Table::new().play(&[
        |table, _| {
            let text = fs::read_to_string(table.at(GENERALS)).unwrap();
            let start = text.find("[skill.yingzi]").unwrap();
            let end = start + text[start..].find("\n\n").unwrap();
            let text =
                format!("{}{}", &text[..start], &text[end..]).replace("[\"yingzi\", \"fanjian\"]", "[\"fanjian\"]");
            fs::write(table.at(GENERALS), text).unwrap();
            fs::remove_file(table.at(YINGZI)).unwrap();
            // 孙策 names it among the skills that he can gain.
            let others = fs::read_to_string(table.at(MOUNTAIN)).unwrap();
            fs::write(table.at(MOUNTAIN), others.replace("[\"yingzi\", \"yinghun\"]", "[\"yinghun\"]")).unwrap();
            table.awaited.set(true);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 2));
            assert_eq!(table.content.findings().errors(), 0);
        },
    ]);
}

#[test]
fn files_can_be_renamed() {
    Table::new().play(&[
        |table, _| {
            fs::rename(table.at(GENERALS), table.at("generals/first.toml")).unwrap();
            table.awaited.set(true);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 3));
            fs::rename(table.at(YINGZI), table.at("scripts/skills/dashing.luau")).unwrap();
            table.awaited.set(true);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 2), "a skill's script has the skill's name");
            fs::rename(table.at("scripts/skills/dashing.luau"), table.at(YINGZI)).unwrap();
            table.awaited.set(true);
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 3)),
    ]);
}

#[test]
fn ten_files_saved_at_once_are_one_reload() {
    Table::new().play(&[
        |table, _| {
            let skills = ["paoxiao", "jianxiong", "jizhi", "qicai", "fanjian", "luoyi", "wusheng", "rende", "jijiang"];
            for skill in skills {
                let file = table.at(&format!("scripts/skills/{skill}.luau"));
                fs::write(&file, format!("{}\n-- saved", fs::read_to_string(&file).unwrap())).unwrap();
            }
            table.yingzi(2);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 4));
            sleep(QUIET);
        },
        |table, _| assert_eq!(*table.came.borrow(), [Came::InForce]),
    ]);
}

#[test]
fn editors_may_write_aside_and_rename() {
    fn aside(table: &Table, file: &str, text: &str) {
        let path = table.at(file);
        let aside = path.with_extension("new~");
        fs::write(&aside, text).unwrap();
        fs::rename(&aside, &path).unwrap();
        table.awaited.set(true);
    }
    fn version(table: &Table, version: &str) {
        let text = fs::read_to_string(table.at("pack.toml")).unwrap();
        let lines = text.lines().map(|line| if line.starts_with("version") { version } else { line });
        aside(table, "pack.toml", &lines.collect::<Vec<_>>().join("\n"));
    }
    Table::new().play(&[
        |table, _| aside(table, YINGZI, &yingzi(2)),
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 4));
            aside(table, YINGZI, &yingzi(3));
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 5));
            version(table, "version = \"8.0.0\"");
        },
        |table, _| version(table, "version = \"9.0.0\""),
        |table, _| assert_eq!(*table.came.borrow(), vec![Came::InForce; 4]),
    ]);
}

#[test]
fn a_folder_may_be_put_in_the_place_of_another() {
    Table::new().play(&[
        |table, _| {
            copy(&table.at("scripts"), &table.at("fresh"));
            fs::rename(table.at("scripts"), table.at("aside")).unwrap();
            fs::rename(table.at("fresh"), table.at("scripts")).unwrap();
            table.yingzi(4);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 6));
            table.yingzi(2);
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 4)),
    ]);
}

#[test]
fn a_folder_inside_may_go_and_come_back() {
    Table::new().play(&[
        |table, _| {
            fs::rename(table.at("scripts/skills"), table.at("aside")).unwrap();
            table.awaited.set(true);
        },
        |table, game| {
            assert_eq!((table.last(), drawn(game)), (Came::InForce, 2), "without its script a skill does nothing");
            fs::rename(table.at("aside"), table.at("scripts/skills")).unwrap();
            table.awaited.set(true);
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 3)),
    ]);
}

#[test]
fn a_pack_may_be_given_by_a_relative_path() {
    let table = Table::new();
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = up.join(table.at("").strip_prefix("/").unwrap());
    let watch = Watch::new(Packs::new(vec![relative], table.content.source())).unwrap();
    copy(&table.at("scripts"), &table.at("fresh"));
    fs::rename(table.at("scripts"), table.at("aside")).unwrap();
    fs::rename(table.at("fresh"), table.at("scripts")).unwrap();
    sleep(QUIET);
    table.yingzi(4);
    let start = Instant::now();
    while !matches!(watch.reload(&table.content), Reload::Ready { .. }) {
        assert!(start.elapsed() < PATIENCE, "what was saved never arrived");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_the_game_remembers_survives() {
    Table::new().play(&[
        |table, game| {
            let name = |text| game.names().intern(text);
            let mut state = game.edit();
            *state.memo.entry(name("weather")) = Value::Text("fog".into());
            *state.players[0].marks.entry(name("wrath")) = 3;
            *state.players[0].memo.entry(name("seen")) = Value::Player(PlayerId(2));
            drop(state);
            let (id, data) = (EffectId(0), Value::Nil);
            let (skill, name, owner, lasts) = (name("luoyi"), name("bare"), FIRST, Lasts::Game);
            game.gain_effect(Effect { id, skill, name, owner, data, lasts, bound: false, uses: None });
            table.change("scripts/skills/luoyi.luau", "of = { \"slash\", \"duel\" },\n      direct = true,", "");
            table.change("scripts/skills/luoyi.luau", "ev.amount += 1", "ev.amount += 2");
        },
        |table, game| {
            assert_eq!(table.last(), Came::InForce);
            let name = |text| game.names().intern(text);
            let state = game.read();
            assert_eq!(state.memo.get(name("weather")), Some(&Value::Text("fog".into())));
            assert_eq!(state.players[0].marks.get(name("wrath")), Some(&3));
            assert_eq!(state.players[0].memo.get(name("seen")), Some(&Value::Player(PlayerId(2))));
            drop(state);
            assert_eq!(game.effects_on(FIRST, name("luoyi"), name("bare")).len(), 1);
            game.damage(Damage::new(Some(FIRST), PlayerId(1), 1, Nature::Normal)).unwrap();
            assert_eq!(game.read().players[1].hp, 1, "an effect that lasts acts as it is written now");
        },
    ]);
}

#[test]
fn a_save_with_one_broken_file_changes_nothing() {
    Table::new().play(&[
        |table, _| {
            table.change("scripts/skills/fanjian.luau", "skill {", "skill { on.damage_takn {},");
            table.yingzi(5);
        },
        |table, game| {
            let told = table.refused();
            assert!(told.iter().all(|found| found.starts_with("scripts/skills/fanjian.luau:")), "{told:?}");
            assert_eq!(drawn(game), 3, "the good file waits for the other");
            table.change("scripts/skills/fanjian.luau", " on.damage_takn {},", "");
        },
        |table, game| assert_eq!((table.last(), drawn(game)), (Came::InForce, 7)),
    ]);
}
