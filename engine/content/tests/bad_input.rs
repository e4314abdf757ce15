//! Bad input in a game of the base pack: it costs one call, one skill or one answer, and the game goes on as if it
//! weren't there. What is said about each mistake is tested where it is found, in `data.rs` and `scripts.rs`.

use muniu_content::data::{DiskReader, Overlay};
use muniu_content::lua::runtime::REPORTED;
use muniu_content::{Content, ContentSource};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Action, Answer, Ask, Request, Way};
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

const FIRST: PlayerId = PlayerId(0);
/// How many turns of 周瑜 a game goes on for.
const TURNS: usize = 4;
/// Nested calls of the VM take more than a test's thread has.
const STACK: usize = 256 << 20;

/// What became of a game.
struct Played {
    errors: Vec<String>,
    failures: u64,
    /// What 周瑜 had drawn in each of his turns but the first: 3 with 英姿.
    drawn: Vec<i32>,
    /// The marks `x` and `after` that he has in the end.
    marks: (i32, i32),
    refused: Vec<String>,
}

impl Played {
    /// The game went on, and what has nothing to do with the mistake worked.
    fn unharmed(&self) {
        assert_eq!(self.drawn, [3; TURNS], "{:#?}", self.errors);
    }

    /// One function fails in every turn, always in the same way, and is reported a few times.
    fn fails_with(&self, place: &str, part: &str) {
        self.unharmed();
        assert_eq!(self.errors.len(), REPORTED as usize, "{:#?}", self.errors);
        for error in &self.errors {
            assert!(error.starts_with(&format!("scripts/skills/fanjian.luau:{place}: ")), "{error}");
            assert!(error.contains(part), "{error}");
        }
        assert!(self.failures > REPORTED.into());
        assert_eq!(self.marks.1, 0, "nothing runs after the bound");
    }
}

/// 周瑜 draws with 英姿 and whatever his other skill does, and otherwise does nothing; nor do the others.
struct Seat {
    /// What he answers when he may act, if not nothing.
    play: fn(&Game, &Request) -> Option<Answer>,
    played: Rc<RefCell<Played>>,
}

impl Agent for Seat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let game = view.rules();
        if request.seat == FIRST {
            match &request.ask {
                Ask::Play => {
                    let drawn = game.hand_count(FIRST) as i32 - game.read().players[0].hp;
                    let mut played = self.played.borrow_mut();
                    if game.read().turns > 1 && played.refused.len().is_multiple_of(3) {
                        played.drawn.push(drawn);
                    }
                    if played.drawn.len() == TURNS {
                        return Err(Interrupt::Quit);
                    }
                    if let Some(answer) = (self.play)(game, request) {
                        return Ok(answer);
                    }
                }
                Ask::OrderTriggers { .. } => return Ok(Answer::Index(0)),
                Ask::Trigger { .. } => return Ok(game.first_action(request).map_or(Answer::Pass, Answer::Act)),
                _ => {}
            }
        }
        Ok(game.default_answer(request))
    }

    fn refused(&mut self, _: &Request, reason: &Refusal) {
        self.played.borrow_mut().refused.push(reason.to_string());
    }
}

fn base() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The base pack with one text of it replaced.
fn with(file: &str, text: &str) -> Content {
    let disk = DiskReader;
    let mut files = Overlay::over(&disk);
    files.set(base().join(file), text);
    Content::from_source(Arc::new(ContentSource::read_with(&[base()], &files, None))).0
}

fn game(content: &Content, play: fn(&Game, &Request) -> Option<Answer>) -> Played {
    let names = content.names();
    let generals = ["zhouyu", "caocao", "huangyueying", "zhangfei"].into_iter().zip(1..);
    let wish = |(general, seat): (&str, i32)| (names.intern(&format!("general_{seat}")), Value::Text(general.into()));
    let setup = Setup { mode: names.intern("identity"), seats: 4, seed: 7, options: generals.map(wish).collect() };
    content.runtime().begin_game();
    let game = Game::new(content.catalogue(), content.rulebook(), &setup);
    game.bound_decisions(5_000);
    let played = Played { errors: vec![], failures: 0, drawn: vec![], marks: (0, 0), refused: vec![] };
    let played = Rc::new(RefCell::new(played));
    let seat = || Rc::new(RefCell::new(Seat { play, played: played.clone() })) as Rc<RefCell<dyn Agent>>;
    game.seat((0..4).map(|_| seat()).collect());
    assert_eq!(game.play(), Err(Interrupt::Quit));
    game.sound().unwrap();
    let marks = |name| game.read().players[0].marks.get(names.intern(name)).copied().unwrap_or(0);
    let marks = (marks("x"), marks("after"));
    game.seat(Vec::new());
    let mut played = Rc::into_inner(played).expect("the seats are gone").into_inner();
    played.errors = content.runtime().take_errors().iter().map(ToString::to_string).collect();
    played.failures = content.runtime().error_count();
    played.marks = marks;
    played
}

/// A game in which 周瑜's other skill has this script, of which what fails is in line 3.
fn skill(abilities: &'static str) -> Played {
    let run = move || {
        let content = with("scripts/skills/fanjian.luau", &format!("return skill {{\n{abilities}\n}}"));
        assert_eq!(content.findings().errors(), 0, "{:#?}", content.findings());
        game(&content, |_, _| None)
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

#[test]
fn a_skill_that_cannot_be_loaded_costs_its_generals() {
    for (text, code) in [
        ("return skill { on.damage_takn { run = function() end } }", "unknown-timing"),
        ("return skill { on.damage_taken { rnu = function() end } }", "unknown-key"),
        ("return skill { on.damage_taken { run = 5 } }", "wrong-type"),
        ("return skill { on.damage_taken { run = function( } }", "lua-syntax"),
        ("while true do end", "lua-error"),
    ] {
        let content = with("scripts/skills/paoxiao.luau", text);
        let found = content.findings();
        assert!(found.iter().any(|finding| finding.code == code), "{code}: {found:#?}");
        let (names, catalogue) = (content.names(), content.catalogue());
        assert!(catalogue.general(names.intern("zhangfei")).is_none(), "{code}");
        assert!(catalogue.general(names.intern("zhouyu")).is_some(), "{code}");
        assert!(catalogue.mode(names.intern("identity")).is_some(), "{code}");
    }
}

#[test]
fn an_error_in_a_condition() {
    let played = skill(
        "on.draw_phase { who = 'turn', when = function(me)\nreturn me.weapon.range > 1 end, run = function() end },",
    );
    played.fails_with("3", "attempt to index nil");
}

#[test]
fn an_error_in_an_effect() {
    let played = skill("on.draw_phase { who = 'turn', run = function(me)\nme:drow(1) me:gain_mark 'after' end },");
    played.fails_with("3", "did you mean `draw`?");
}

#[test]
fn an_endless_loop_in_a_condition() {
    let played =
        skill("on.draw_phase { who = 'turn', when = function()\nwhile true do end end, run = function() end },");
    played.fails_with("3", "endless loop");
}

#[test]
fn an_endless_loop_in_an_effect() {
    let played =
        skill("on.draw_phase { who = 'turn', run = function(me)\nwhile true do end me:gain_mark 'after' end },");
    played.fails_with("3", "endless loop");
}

#[test]
fn a_bound_that_a_script_tries_to_catch() {
    let played = skill(
        "on.draw_phase { who = 'turn', run = function(me) pcall(function()\nwhile true do end end) me:gain_mark 'after' end },",
    );
    played.fails_with("3", "endless loop");
    let played = skill(
        "on.draw_phase { who = 'turn', run = function(me) while true do xpcall(function()\nwhile true do end end, function() end) end me:gain_mark 'after' end },",
    );
    played.fails_with("3", "endless loop");
}

#[test]
fn a_memory_bomb_in_a_condition() {
    let played = skill(
        "on.draw_phase { who = 'turn', when = function() local s = 'x'\nwhile true do s = s .. s end end, run = function() end },",
    );
    // The VM doesn't say where its memory ran out, so the function's first line stands for it.
    played.fails_with("2", "too much memory");
}

#[test]
fn a_memory_bomb_in_an_effect() {
    let played = skill(
        "on.draw_phase { who = 'turn', run = function(me) local t = {} pcall(function()\nwhile true do table.insert(t, table.create(1000000, 1)) end end) me:gain_mark 'after' end },",
    );
    played.unharmed();
    assert!(played.errors.iter().all(|error| error.contains("too much memory")), "{:#?}", played.errors);
    assert_eq!((played.errors.len(), played.marks.1), (REPORTED as usize, 0));
}

#[test]
fn a_verb_in_a_condition() {
    let played = skill(
        "on.draw_phase { who = 'turn', when = function(me)\nme:draw(1) return true end, run = function(me) me:gain_mark 'after' end },",
    );
    played.fails_with("3", "a condition can't use `me:draw`");
}

#[test]
fn effects_that_call_each_other_for_ever() {
    let played = skill(
        "on.draw_phase { who = 'turn', run = function(me) me:gain_mark 'x' end },
         on.mark_gained { who = 'player', compulsory = true, run = function(me) me:gain_mark 'x' end },",
    );
    played.unharmed();
    assert!(!played.errors.is_empty());
    for error in &played.errors {
        assert!(error.contains("nested deeper than 60"), "{error}");
        assert!(error.contains("fanjian → fanjian"), "it names the loop: {error}");
    }
    assert!(played.marks.0 >= 60, "what was done before is done: {}", played.marks.0);
}

#[test]
fn nested_effects_that_each_run_for_ever_end_together() {
    let played = skill(
        "on.draw_phase { who = 'turn', run = function(me) me:gain_mark 'x' end },
         on.mark_gained { who = 'player', compulsory = true, run = function(me) pcall(me.gain_mark, me, 'x') while true do end end },",
    );
    played.unharmed();
    assert!(played.errors.iter().any(|error| error.contains("endless loop")), "{:#?}", played.errors);
}

#[test]
fn illegal_answers_are_refused_with_a_reason_until_the_default_stands() {
    let content = Content::load(&[base()]).0;
    for play in [
        (|_, _| Some(Answer::Number(5))) as fn(&Game, &Request) -> Option<Answer>,
        |_, _| Some(Answer::Cards(Vec::new())),
        |game, _| Some(Answer::Act(Action::new(Way::Card(game.hand_of(PlayerId(1))[0])))),
        |_, _| Some(Answer::Act(Action::new(Way::Card(CardId(u16::MAX))))),
    ] {
        let played = game(&content, play);
        played.unharmed();
        assert_eq!(played.errors, Vec::<String>::new());
        // Three times in each of his turns but the last, in which the game is left.
        assert_eq!(played.refused.len(), 3 * TURNS);
        assert!(played.refused.iter().all(|reason| !reason.is_empty()));
    }
}
