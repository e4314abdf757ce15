//! Scripts: what they may say, how mistakes are reported, and that none of them can hurt the host.

use muniu_content::data::Overlay;
use muniu_content::diagnostic::{Diagnostic, Diagnostics};
use muniu_content::lua::guard::Kind;
use muniu_content::lua::runtime::REPORTED;
use muniu_content::{Content, ContentSource, texts};
use muniu_kernel::Game;
use muniu_kernel::def::{Ability, CardType, Each, Fun, Num, Query, Reach, Scope, TargetRule, To, Who};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::rulebook::{Arg, Call, Interrupt, Rulebook};
use muniu_kernel::timing::Timing;
use muniu_kernel::value::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const PACK: &str = r#"
id = "base"
name = { zh = "基", en = "Base" }
version = "1"
api = 1
authors = []
licence = "MIT"
requires = []
"#;

const CARDS: &str = r#"
[deck]
id = "standard"
name = { zh = "标准", en = "Standard" }

[card.slash]
name = { zh = "杀", en = "Slash" }
text = { zh = "…", en = "…" }
type = "basic"
family = "slash"
copies = ["♠7", "♥8"]

[card.jink]
name = { zh = "闪", en = "Jink" }
text = { zh = "…", en = "…" }
type = "basic"
copies = ["♥2"]
"#;

const GENERALS: &str = r#"
[box]
id = "standard"
name = { zh = "标准", en = "Standard" }

[general.caocao]
name = { zh = "曹操", en = "Cao Cao" }
title = { zh = "魏武帝", en = "Emperor Wu of Wei" }
kingdom = "wei"
gender = "male"
hp = 4
skills = ["one"]

[skill.one]
name = { zh = "一", en = "One" }
text = { zh = "…", en = "…" }
"#;

const SLASH: &str = r#"
return card {
  targets = { count = 1, reach = "range" },
  quota = { phase = 1 },
  answered_by = "jink",
  run = function(user, ev, target) end,
}
"#;

const JINK: &str = r#"return card { targets = "answer", run = function() end }"#;

/// The base pack above, with these files in front of it.
fn read(files: &[(&str, &str)]) -> ContentSource {
    let mut all = Overlay::default();
    for (path, text) in [
        ("p/pack.toml", PACK),
        ("p/cards/standard.toml", CARDS),
        ("p/generals/standard.toml", GENERALS),
        ("p/scripts/cards/slash.luau", SLASH),
        ("p/scripts/cards/jink.luau", JINK),
    ] {
        all.set(path, text);
    }
    for (path, text) in files {
        all.set(format!("p/{path}"), *text);
    }
    ContentSource::read_with(&[PathBuf::from("p")], &all, None)
}

fn load(files: &[(&str, &str)]) -> (Content, Diagnostics) {
    Content::from_source(Arc::new(read(files)))
}

/// Content whose skill `one` is this script.
fn one(script: &str) -> (Content, Diagnostics) {
    load(&[("scripts/skills/one.luau", script)])
}

fn errors(found: &Diagnostics) -> Vec<&Diagnostic> {
    let script = Path::new("p/scripts");
    found.iter().filter(|finding| finding.code != "missing-text" && finding.file.starts_with(script)).collect()
}

fn clean(script: &str) -> Content {
    let (content, found) = one(script);
    assert!(errors(&found).is_empty(), "{found:#?}");
    content
}

fn game(content: &Content) -> Game {
    let mode = content.names().intern("none");
    let setup = Setup { mode, seats: 2, seed: 1, options: Vec::new() };
    content.runtime().begin_game();
    Game::new(content.catalogue(), content.rulebook(), &setup)
}

fn ability(content: &Content, at: usize) -> Ability {
    let catalogue = content.catalogue();
    catalogue.skill(content.names().intern("one")).expect("the skill is there").abilities[at].clone()
}

fn handler(content: &Content) -> muniu_kernel::def::Handler {
    let Ability::On(handler) = ability(content, 0) else { panic!("a handler") };
    handler
}

fn call<'a>(content: &Content, fun: Fun, args: &'a [Arg<'a>]) -> Call<'a> {
    Call { fun, skill: content.names().intern("one"), args }
}

fn run(content: &Content, fun: Fun) -> Value {
    content.runtime().run(&game(content), call(content, fun, &[Arg::Player(PlayerId(1))])).expect("no interrupt")
}

fn test(content: &Content, fun: Fun) -> bool {
    content.runtime().test(&game(content), call(content, fun, &[Arg::Player(PlayerId(1))]))
}

/// What a script's `run` returns when its body is this. Names come as texts.
fn result(body: &str) -> (Value, Vec<String>) {
    let content = clean(&format!("return skill {{ on.damage_taken {{ run = function(me)\n{body}\nend }} }}"));
    let value = spelt(&content, &run(&content, handler(&content).run));
    (value, content.runtime().take_errors().iter().map(ToString::to_string).collect())
}

fn spelt(content: &Content, value: &Value) -> Value {
    match value {
        Value::Name(name) => Value::Text(content.names().text(*name)),
        Value::List(list) => Value::List(list.iter().map(|item| spelt(content, item)).collect::<Vec<_>>().into()),
        other => other.clone(),
    }
}

#[test]
fn every_verb_becomes_a_definition() {
    let content = clean(
        r#"
return skill {
  compulsory = true, piles = { "tian" }, ai = 0.5, on_lose = function(me) end,
  on.turn_starts { who = "turn", limit = { turn = 1, each = "target" }, times = function() return 2 end,
    price = { discard = 2, from = "hand", where = function() return true end, hp = 1, mark = { wrath = 3 } },
    targets = { max = 2, own = true }, options = { "a", "b" }, run = function() end },
  on.any_of { "damage_taken", "damage_caused" } { run = function() end },
  watch.damage_taken { run = function() end },
  active { cards = { pile = "tian", min = 1 }, run = function() end },
  convert { to = { "slash", "jink" }, cards = { from = "hand" }, as = "use" },
  convert { to = { kind = { "basic", "trick" } } },
  provide { to = "jink", as = "respond", run = function() return true end },
  modify.distance_from { by = -1 },
  modify.hand_limit { who = "others", to = function() return 3 end },
  modify.face { suit = "heart" },
  forbid.target { when = function() return true end },
  lent.gift { to = function() return true end, run = function() end },
  effect.bare { on_end = function() end, on.damage_caused { run = function() end }, on.death { optional = true, run = function() end } },
}
"#,
    );
    let name = content.names().intern("one");
    let catalogue = content.catalogue();
    let skill = catalogue.skill(name).expect("loaded");
    assert!(skill.compulsory && skill.ai.is_some() && skill.on_lose.is_some());
    assert_eq!(&*skill.script, "scripts/skills/one.luau");
    let Ability::On(first) = &skill.abilities[0] else { panic!() };
    assert_eq!((first.timing, first.hears.who, first.line), (Timing::parse("turn_started_9").unwrap(), Who::Turn, 4));
    let limit = first.limit.expect("limited");
    assert_eq!((limit.scope, limit.count, limit.each), (Scope::Turn, Num::Is(1), Some(Each::Target)));
    let price = first.picks.price.discard.as_ref().expect("a price");
    assert!(price.min == Num::Is(2) && price.max == Some(Num::Is(2)) && !price.from.equip && price.filter.is_some());
    assert_eq!(first.picks.price.mark, Some((content.names().intern("wrath"), Num::Is(3))));
    let targets = first.picks.targets.expect("targets");
    assert_eq!((targets.min, targets.max, targets.own), (Num::Is(1), Some(Num::Is(2)), true));
    assert!(matches!(&skill.abilities[3], Ability::On(watch) if watch.silent && watch.compulsory));
    assert!(
        matches!(&skill.abilities[6], Ability::Convert(c) if c.to == To::Kinds(vec![CardType::Basic, CardType::Trick]))
    );
    assert!(
        matches!(&skill.abilities[8], Ability::Modify(m) if m.query == Query::DistanceFrom && m.by == Some(Num::Is(-1)))
    );
    assert_eq!(skill.effects.len(), 1);
    let optional: Vec<bool> =
        skill.effects[0].abilities.iter().map(|a| matches!(a, Ability::On(h) if !h.compulsory)).collect();
    assert_eq!(optional, [false, true]);
    let slash = catalogue.card(content.names().intern("slash")).expect("loaded").clone();
    assert!(matches!(slash.targets, TargetRule::Chosen { reach: Reach::Range, own: false, .. }));
    assert_eq!((slash.quota, slash.at_idle), (Some((Scope::Phase, 1)), true));
    assert!(!catalogue.card(content.names().intern("jink")).expect("loaded").at_idle);
    assert_eq!((catalogue.deck.len(), catalogue.generals.len()), (3, 1));
    assert_eq!(content.with_texts(|t| t.get(texts::Kind::Skill, "one").unwrap().name.en.clone()), "One");
}

#[test]
fn several_mistakes_are_found_with_line_and_suggestion() {
    let (content, found) = one(r#"
return skill {
  on.damage_takn { run = function() end },
  on.damage_taken {
    whn = function() end,
    run = function() end,
  },
  modify.distnce_from { by = 1 },
  forbid.targt {},
  on.damage_caused { who = "targt", when = 3, run = function() end },
  on.death {},
  convert { to = "slahs" },
  "stray",
}
"#);
    let told: Vec<String> = errors(&found)
        .iter()
        .map(|f| format!("{} {} {} {}", f.line.unwrap(), f.code, f.message, f.help.clone().unwrap_or_default()))
        .collect();
    let expect = |part: &str| assert!(told.iter().any(|line| line.starts_with(part)), "{part} in {told:#?}");
    expect("3 unknown-timing there is no timing `damage_takn` did you mean `damage_taken`?");
    expect("5 unknown-key `on.damage_taken` has no field `whn` did you mean `when`?");
    expect("8 unknown-query there is no `modify.distnce_from` did you mean `distance_from`?");
    expect("9 unknown-ban there is no `forbid.targt` did you mean `target`?");
    expect("10 unknown-word `who` of `on.damage_caused` can't be \"targt\" did you mean `target`?");
    expect("10 wrong-type `when` of `on.damage_caused` is 3, expected a function");
    expect("11 missing-key `on.death` has no `run`");
    expect("12 unknown-card `to` of `convert` names the card `slahs`, which no pack defines did you mean `slash`?");
    assert!(told.iter().any(|line| line.contains("item 8 of `skill` is a string")), "{told:#?}");
    assert!(content.catalogue().skill(content.names().intern("one")).is_none());
    assert!(content.catalogue().generals.is_empty(), "a general without its skill is not dealt");
    assert!(content.catalogue().card(content.names().intern("slash")).is_some(), "only the skill is lost");
}

#[test]
fn files_that_are_no_definition_are_reported() {
    for (script, code, part) in [
        ("local x = 1", "no-definition", "returns nothing"),
        ("return 5", "no-definition", "expected its definition"),
        ("return card { targets = \"self\" }", "wrong-definition", "expected `skill { … }`"),
        ("return skill {\n  on.damage_taken { run = function( }\n}", "lua-syntax", "invalid Luau"),
        ("\nreturn skill(5)", "lua-error", "expects a table"),
        ("\nlocal x = nil\nreturn skill { x.y }", "lua-error", "attempt to index nil"),
        ("while true do end", "lua-error", "endless loop"),
        ("counter = 1 return skill {}", "lua-error", "use `local`"),
        ("return skill {}", "empty-skill", "does nothing"),
    ] {
        let (_, found) = one(script);
        let found = errors(&found);
        assert_eq!(found.len(), 1, "{script}: {found:#?}");
        assert_eq!(found[0].code, code, "{script}: {found:#?}");
        assert!(found[0].message.contains(part), "{script}: {found:#?}");
        assert!(found[0].line.is_some() || code == "no-definition", "{script}: {found:#?}");
    }
    let huge = format!("return skill {{}} --{}", "x".repeat(300_000));
    let (_, found) = one(&huge);
    assert_eq!(errors(&found)[0].code, "script-too-large");
}

#[test]
fn an_error_in_a_condition_says_no_and_is_reported_with_its_place() {
    let content = clean(
        "return skill {\n  on.damage_taken {\n    when = function(me)\n      return me.x.y\n    end,\n    run = function() end } }",
    );
    let game = game(&content);
    let when = handler(&content).when.expect("a condition");
    for _ in 0..REPORTED + 5 {
        assert!(!content.runtime().test(&game, call(&content, when, &[Arg::Nil])));
    }
    let errors = content.runtime().take_errors();
    assert_eq!(errors.len() as u32, REPORTED, "the same failure doesn't flood");
    assert_eq!(content.runtime().error_count(), u64::from(REPORTED) + 5, "but is counted");
    let first = &errors[0];
    assert_eq!((&*first.file, first.line, &*first.skill), ("scripts/skills/one.luau", 4, "one"));
    assert_eq!(&*first.what, "on.damage_taken: when");
    assert_eq!(first.stack.len(), 1);
    assert!(first.message.contains("attempt to index nil with 'x'"), "{first}");
}

#[test]
fn an_endless_loop_is_stopped_and_no_pcall_swallows_it() {
    let content = clean(
        r#"
local function for_ever() while true do end end
return skill { on.damage_taken {
  when = function() pcall(for_ever) return true end,
  run = function() while true do xpcall(for_ever, function() while true do end end) end end,
} }"#,
    );
    let handler = handler(&content);
    assert!(!test(&content, handler.when.unwrap()));
    assert_eq!(run(&content, handler.run), Value::Nil);
    let errors = content.runtime().take_errors();
    assert_eq!(errors.len(), 2);
    assert!(errors.iter().all(|error| error.message.contains("endless loop")), "{errors:#?}");
    assert_eq!(errors[0].line, 2);
    assert!(!test(&content, handler.when.unwrap()), "and again");
}

#[test]
fn memory_bombs_go_off_in_the_sandbox() {
    for bomb in [
        "local t = {} while true do t[#t + 1] = string.rep('x', 1000000) .. #t end",
        "local s = 'x' while true do s = s .. s end",
        "return #table.create(1e9, 1)",
        "pcall(function() local s = 'x' while true do s = s .. s end end)",
        "local function f() return f() + 1 end return f()",
    ] {
        let (value, errors) = result(bomb);
        assert_eq!(value, Value::Nil, "{bomb}");
        assert_eq!(errors.len(), 1, "{bomb}: {errors:#?}");
    }
    let (value, _) = result("return 1 + 1");
    assert_eq!(value, Value::Int(2));
}

#[test]
fn a_bomb_costs_one_call() {
    let content = clean(
        "return skill { on.damage_taken { when = function() return true end, run = function() local s = 'x' while true do s = s .. s end end } }",
    );
    let handler = handler(&content);
    run(&content, handler.run);
    assert!(test(&content, handler.when.unwrap()));
}

#[test]
fn pcall_still_catches_what_is_the_scripts_own() {
    let (value, errors) = result("local ok, why = pcall(error, 'mine') return { ok, why }");
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(value, Value::List(vec![Value::Bool(false), Value::Text("mine".into())].into()));
    let (value, _) = result("return select(2, xpcall(error, function(e) return e .. '!' end, 'mine'))");
    assert_eq!(value, Value::Text("mine!".into()));
}

#[test]
fn interrupts_of_the_kernel_come_out_again() {
    let content = clean("return skill { on.damage_taken { run = function(me) pcall(me) pcall(me) return 1 end } }");
    let guard = content.runtime().shared().guard.clone();
    let _outer = guard.enter(Kind::Run);
    // As a verb of the game would: raised inside a function that the script calls under `pcall`.
    let _ = guard.raise(Interrupt::Quit);
    let game = game(&content);
    let result = content.runtime().run(&game, call(&content, handler(&content).run, &[Arg::Nil]));
    assert_eq!(result, Err(Interrupt::Quit));
    assert!(content.runtime().take_errors().is_empty(), "leaving a game is no fault of the script");
    assert_eq!(content.runtime().run(&game, call(&content, handler(&content).run, &[Arg::Nil])), Ok(Value::Int(1)));
}

#[test]
fn nothing_dangerous_is_left() {
    for gone in [
        "os",
        "io",
        "debug",
        "require",
        "loadstring",
        "load",
        "dofile",
        "package",
        "getfenv",
        "setfenv",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "print",
        "getmetatable",
        "setmetatable",
        "rawset",
        "rawget",
        "coroutine",
        "_G",
        "shared",
        "vector",
        "math.random",
        "math.randomseed",
        "math.sin",
        "math.noise",
        "table.move",
    ] {
        let (value, errors) = result(&format!("return {gone} == nil"));
        assert_eq!((value, errors), (Value::Bool(true), vec![]), "{gone}");
    }
    for refused in [
        "string.rep = nil",
        "table.insert(string, 1)",
        "math.huge = 1",
        "skill = nil",
        "hello = 1",
        "(''):format().x = 1",
        "return getmetatable('')",
        "on.damage_taken = 1",
        "return on.damage_taken {}",
        "return use 'lib/x'",
        "return setmetatable({}, {})",
        "return math.random(5)",
    ] {
        let (value, errors) = result(refused);
        assert_eq!((value, errors.len()), (Value::Nil, 1), "{refused}");
    }
}

#[test]
fn nothing_shows_or_orders_by_an_address() {
    let (value, errors) = result(
        "local f = function() end
         return { tostring({}), tostring(f), `{ {} } {f} {1} {true} {nil}`, string.format('%*', {}), ('%s'):format('a'), tostring(on), tostring('table: 0x12') }",
    );
    assert_eq!(errors, Vec::<String>::new());
    let Value::List(list) = value else { panic!() };
    let texts: Vec<String> =
        list.iter().map(|v| if let Value::Text(t) = v { t.to_string() } else { panic!() }).collect();
    assert_eq!(texts, ["table", "function", "table function 1 true nil", "table", "a", "userdata", "table: 0x12"]);
    for refused in
        ["for k in pairs({ [{}] = 1 }) do end", "return next({ [print or function() end] = 1 })", "error({})"]
    {
        let (_, errors) = result(refused);
        assert_eq!(errors.len(), 1, "{refused}");
        assert!(!errors[0].contains("0x"), "{errors:?}");
    }
    let (value, _) = result(
        "local n = 0 for k, v in pairs({ 1, 2, a = 3 }) do n += v end for _, v in ipairs({ 4 }) do n += v end return n",
    );
    assert_eq!(value, Value::Int(10));
}

#[test]
fn libraries_are_shared_read_only_and_without_rings() {
    let user = "local lib = use \"lib/help\"\nreturn skill { on.damage_taken { when = lib.yes, run = function() lib.x = 1 end } }";
    let lib = ("scripts/lib/help.luau", "return { yes = function(me) return me.seat == 2 end }");
    let (content, found) = load(&[lib, ("scripts/skills/one.luau", user), ("scripts/skills/two.luau", user)]);
    assert!(errors(&found).is_empty(), "{found:#?}");
    assert!(test(&content, handler(&content).when.unwrap()));
    run(&content, handler(&content).run);
    assert!(content.runtime().take_errors()[0].message.contains("readonly"));

    let (_, found) = one("return use \"lib/hepl\"");
    assert!(errors(&found)[0].message.contains("there is no library `lib/hepl`"), "{found:#?}");
    let ring = [
        ("scripts/lib/a.luau", "return use \"lib/b\""),
        ("scripts/lib/b.luau", "\nreturn use \"lib/a\""),
        ("scripts/skills/one.luau", "use \"lib/a\" return skill {}"),
    ];
    let (_, found) = load(&ring);
    let ring = errors(&found);
    assert!(ring.iter().any(|f| f.message.contains("in a ring: scripts/lib/a.luau → scripts/lib/b.luau")), "{ring:#?}");
}

#[test]
fn a_broken_library_is_reported_where_it_is_broken() {
    let (_, found) = load(&[
        ("scripts/lib/bad.luau", "local x = 1\nlocal x = = 2"),
        ("scripts/skills/one.luau", "local bad = use \"lib/bad\"\nreturn skill {}"),
    ]);
    let found = errors(&found);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!((found[0].file.as_path(), found[0].line), (Path::new("p/scripts/lib/bad.luau"), Some(2)));
}

#[test]
fn a_reload_swaps_everything_or_nothing() {
    let script =
        |answer: &str| format!("return skill {{ on.damage_taken {{ run = function() return {answer} end }} }}");
    let content = clean(&script("1"));
    let old = handler(&content).run;
    let name = content.names().intern("one");
    let broken = read(&[("scripts/skills/one.luau", "return skill { on.damage_takn {} }")]);
    let found = content.reload_from(Arc::new(broken)).expect_err("refused");
    assert!(errors(&found)[0].help.as_deref().unwrap().contains("damage_taken"));
    assert!(content.runtime().retire());
    assert_eq!(run(&content, old), Value::Int(1), "a reload that failed changed nothing");
    let catalogue = content.reload_from(Arc::new(read(&[("scripts/skills/one.luau", &script("2"))]))).expect("good");
    assert!(catalogue.skill(name).is_some(), "names keep their numbers");
    let new = handler(&content).run;
    assert_ne!(new, old);
    assert_eq!((run(&content, old), run(&content, new)), (Value::Int(1), Value::Int(2)));
    assert!(content.runtime().retire());
    assert_eq!((run(&content, old), run(&content, new)), (Value::Nil, Value::Int(2)));
}

#[test]
fn the_digest_depends_on_the_files_and_nothing_else() {
    let (a, b) = (read(&[]), read(&[]));
    assert_eq!(a.digest, b.digest);
    assert_eq!(a.digest.len(), 64);
    assert_ne!(a.digest, read(&[("scripts/lib/x.luau", "return 1")]).digest);
    let mut moved = Overlay::default();
    for (path, text) in [
        ("pack.toml", PACK),
        ("cards/standard.toml", CARDS),
        ("generals/standard.toml", GENERALS),
        ("scripts/cards/slash.luau", SLASH),
        ("scripts/cards/jink.luau", JINK),
    ] {
        moved.set(format!("elsewhere/q/{path}"), text);
    }
    let moved = ContentSource::read_with(&[PathBuf::from("elsewhere/q")], &moved, None);
    assert_eq!(moved.digest, a.digest);
}

#[test]
fn sources_are_shared_by_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let source = Arc::new(read(&[("scripts/skills/one.luau", "return skill { modify.hand_limit { by = 1 } }")]));
    shared(&*source);
    let other = source.clone();
    let skills = std::thread::spawn(move || Content::from_source(other).0.catalogue().skills.len()).join().unwrap();
    assert_eq!(Content::from_source(source).0.catalogue().skills.len(), skills);
}
