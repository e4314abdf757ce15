//! The scheduler: who acts at a timing, in what order, how often, and when he is asked.

mod support;

use muniu_kernel::Game;
use muniu_kernel::card::Slot;
use muniu_kernel::def::{Ability, Handler, Limit, Nature, Num, Price, Scope, SkillDef, Who};
use muniu_kernel::event::Damage;
use muniu_kernel::request::{Action, Answer, Ask, Way};
use muniu_kernel::state::{Effect, Lasts, Source};
use muniu_kernel::timing::Timing;
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::rc::Rc;
use support::{A, B, C, Table, World, cards, me};

/// What ran, in order: seat and word.
type Trail = Rc<RefCell<Vec<String>>>;

/// A handler at "mark gained" that leaves a word.
fn leaves(world: &World, trail: &Trail, who: Who, word: &'static str) -> Handler {
    let trail = trail.clone();
    world.on(Timing::MarkGained, who, move |_, args| {
        trail.borrow_mut().push(format!("{} {word}", me(args).0));
        Ok(())
    })
}

fn optional(handler: Handler) -> Handler {
    Handler { compulsory: false, ..handler }
}

fn skill(world: &mut World, name: &str, handler: Handler) {
    world.add_skill(name, vec![Ability::On(handler)]);
}

/// The timing: `player` gains a mark.
fn ring(table: &Table, player: muniu_kernel::ids::PlayerId) -> Vec<String> {
    let mark = table.name("bell");
    table.game.gain_mark(player, mark, 1).expect("no interrupt");
    table.asked()
}

fn yes(game: &Game, request: &muniu_kernel::request::Request) -> Answer {
    Answer::Act(game.first_action(request).expect("it can be done"))
}

fn world() -> (World, Trail) {
    (World::new(), Trail::default())
}

#[test]
fn everybody_acts_in_turn_order_from_the_owner_of_the_turn() {
    let (mut world, trail) = world();
    let handler = leaves(&world, &trail, Who::Anyone, "acts");
    skill(&mut world, "acts", handler);
    let table = world.start(4);
    for seat in [A, B, C] {
        table.learn(seat, "acts");
    }
    table.in_turn(B);
    assert!(ring(&table, A).is_empty(), "what must run is not asked about");
    assert_eq!(*trail.borrow(), ["1 acts", "2 acts", "0 acts"]);
}

#[test]
fn with_several_the_player_says_which_goes_next() {
    let (mut world, trail) = world();
    for word in ["first", "second"] {
        let handler = leaves(&world, &trail, Who::Anyone, word);
        skill(&mut world, word, handler);
    }
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "first");
    table.learn(A, "second");
    table.reply_with(A, "order_triggers", Answer::Index(1));
    assert_eq!(ring(&table, B), ["0 order_triggers"]);
    assert!(!table.script.borrow().requests[0].optional, "both must run");
    assert_eq!(*trail.borrow(), ["0 second", "0 first"]);
}

#[test]
fn passing_on_several_optional_ones_declines_them_all() {
    let (mut world, trail) = world();
    for word in ["first", "second"] {
        let handler = optional(leaves(&world, &trail, Who::Anyone, word));
        skill(&mut world, word, handler);
    }
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "first");
    table.learn(A, "second");
    assert_eq!(ring(&table, B), ["0 order_triggers"]);
    assert!(trail.borrow().is_empty());
    // At the next timing they are offered again.
    table.reply_with(A, "order_triggers", Answer::Index(0));
    assert_eq!(ring(&table, B), ["0 order_triggers", "0 trigger"]);
    assert_eq!(*trail.borrow(), ["0 first"]);
}

#[test]
fn what_was_declined_is_not_offered_again_at_the_same_timing() {
    let (mut world, trail) = world();
    let picky = optional(leaves(&world, &trail, Who::Anyone, "picky"));
    skill(&mut world, "picky", picky);
    // A compulsory one beside it that comes up a second time must not bring the question back.
    let again = leaves(&world, &trail, Who::Anyone, "again");
    let again = Handler { times: Some(world.book.add(|_, _| Ok(Value::Int(2)))), ..again };
    skill(&mut world, "again", again);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "picky");
    table.learn(A, "again");
    table.reply_with(A, "order_triggers", Answer::Index(1));
    table.reply_with(A, "order_triggers", Answer::Index(1));
    assert_eq!(ring(&table, B), ["0 order_triggers", "0 order_triggers", "0 trigger"]);
    assert_eq!(*trail.borrow(), ["0 again", "0 again"]);
}

#[test]
fn declining_a_single_one_is_final() {
    let (mut world, trail) = world();
    let picky = optional(leaves(&world, &trail, Who::Anyone, "picky"));
    skill(&mut world, "picky", picky);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "picky");
    assert_eq!(ring(&table, B), ["0 trigger"]);
    table.reply(A, "trigger", yes);
    assert_eq!(ring(&table, B), ["0 trigger"]);
    assert_eq!(*trail.borrow(), ["0 picky"]);
}

#[test]
fn a_skill_gained_at_the_timing_can_still_act() {
    let (mut world, trail) = world();
    let late = leaves(&world, &trail, Who::Anyone, "late");
    skill(&mut world, "late", late);
    let late = world.name("late");
    let teach = world.on(Timing::MarkGained, Who::Anyone, move |game, args| {
        game.gain_skill(me(args), late, Source::General(0), Lasts::Game)?;
        game.gain_skill(B, late, Source::General(0), Lasts::Game)
    });
    skill(&mut world, "teach", teach);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(A, "teach");
    ring(&table, C);
    assert_eq!(*trail.borrow(), ["0 late", "1 late"]);
}

#[test]
fn a_handler_runs_as_often_as_it_says() {
    let (mut world, trail) = world();
    let per_point = leaves(&world, &trail, Who::Target, "point");
    let times = world.book.add(|game, args| {
        let amount = game.edit_damage(support::ev(args).id, |damage| damage.amount).unwrap_or(0);
        Ok(Value::Int(i64::from(amount)))
    });
    skill(&mut world, "point", Handler { timing: Timing::DamageTaken, times: Some(times), ..per_point });
    let table = world.start(2);
    table.in_turn(A);
    table.learn(B, "point");
    table.game.damage(Damage::new(Some(A), B, 3, Nature::Normal)).expect("no interrupt");
    assert_eq!(*trail.borrow(), ["1 point", "1 point", "1 point"]);
}

#[test]
fn equipment_comes_after_all_skills_of_its_wearer() {
    let (mut world, trail) = world();
    let own = leaves(&world, &trail, Who::Anyone, "skill");
    skill(&mut world, "own", own);
    let coat = leaves(&world, &trail, Who::Anyone, "coat");
    let coat = Rc::new(SkillDef { compulsory: true, ..world.skill("coat", vec![Ability::On(coat)]) });
    cards::change(&mut world, "coat", |def| def.skill = Some(coat));
    let table = world.start(2);
    table.in_turn(A);
    table.equip(A, "coat", Slot::Armor);
    table.learn(A, "own");
    table.learn(B, "own");
    ring(&table, B);
    assert_eq!(*trail.borrow(), ["0 skill", "0 coat", "1 skill"]);
    let coat = table.game.read().players[0].equip[Slot::Armor as usize].expect("worn");
    table.game.discard(A, &[coat]).expect("no interrupt");
    trail.borrow_mut().clear();
    ring(&table, B);
    assert_eq!(*trail.borrow(), ["0 skill", "1 skill"]);
}

#[test]
fn watching_is_silent_and_comes_first() {
    let (mut world, trail) = world();
    let acts = leaves(&world, &trail, Who::Anyone, "acts");
    skill(&mut world, "acts", acts);
    let watch = leaves(&world, &trail, Who::Player, "sees");
    skill(&mut world, "watch", Handler { silent: true, compulsory: false, ..watch });
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "acts");
    table.learn(B, "watch");
    let skills_used = table.game.read().history.len();
    assert!(ring(&table, B).is_empty());
    assert_eq!(*trail.borrow(), ["1 sees", "0 acts"]);
    assert_eq!(table.game.read().history.len(), skills_used + 1, "watching is no use of a skill");
}

#[test]
fn who_decides_for_whom_a_handler_listens() {
    let (mut world, trail) = world();
    let whos = [
        ("player", Who::Player),
        ("target", Who::Target),
        ("source", Who::Source),
        ("turn", Who::Turn),
        ("others", Who::Others),
        ("anyone", Who::Anyone),
    ];
    for (word, who) in whos {
        let handler = Handler { timing: Timing::DamageTaken, ..leaves(&world, &trail, who, word) };
        skill(&mut world, word, handler);
    }
    let table = world.start(4);
    table.in_turn(A);
    let heard = |skill: &str| {
        for seat in [A, B, C] {
            table.learn(seat, skill);
        }
        trail.borrow_mut().clear();
        table.game.damage(Damage::new(Some(C), B, 1, Nature::Normal)).expect("no interrupt");
        table.game.recover(B, 1, None, None, None).expect("no interrupt");
        for seat in [A, B, C] {
            table.game.lose_skill(seat, table.name(skill), |_| true).expect("no interrupt");
        }
        trail.borrow().iter().map(|word| word[..1].to_string()).collect::<Vec<_>>().join("")
    };
    // A's turn; C deals damage to B.
    let results = whos.map(|(word, _)| format!("{word} {}", heard(word)));
    assert_eq!(results, ["player 1", "target 1", "source 2", "turn 0", "others 02", "anyone 012"]);
}

fn limited(scope: Scope) -> (Table, Trail) {
    let (mut world, trail) = world();
    let handler = leaves(&world, &trail, Who::Anyone, "acts");
    let limit = Limit { scope, count: Num::Is(2), each: None };
    skill(&mut world, "acts", Handler { limit: Some(limit), ..handler });
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "acts");
    (table, trail)
}

#[test]
fn limits_count_in_their_scope() {
    for scope in [Scope::Phase, Scope::Turn, Scope::Round, Scope::Game] {
        let (table, trail) = limited(scope);
        for _ in 0..3 {
            ring(&table, B);
        }
        assert_eq!(trail.borrow().len(), 2, "{scope:?}");
        for (starts, resets) in [
            (Scope::Phase, scope == Scope::Phase),
            (Scope::Turn, matches!(scope, Scope::Phase | Scope::Turn)),
            (Scope::Round, scope != Scope::Game),
        ] {
            table.game.edit().history.begin(starts);
            trail.borrow_mut().clear();
            for _ in 0..3 {
                ring(&table, B);
            }
            assert_eq!(trail.borrow().len(), if resets { 2 } else { 0 }, "{scope:?} when a {starts:?} starts");
        }
    }
}

#[test]
fn a_limited_skill_is_used_once_and_losing_it_does_not_bring_it_back() {
    let (mut world, trail) = world();
    let handler = leaves(&world, &trail, Who::Anyone, "once");
    let once = SkillDef { limited: true, ..world.skill("once", vec![Ability::On(handler)]) };
    world.catalogue.add_skill(once);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "once");
    ring(&table, B);
    ring(&table, B);
    assert_eq!(trail.borrow().len(), 1);
    table.game.lose_skill(A, table.name("once"), |_| true).expect("no interrupt");
    table.learn(A, "once");
    ring(&table, B);
    assert_eq!(trail.borrow().len(), 1);
}

#[test]
fn a_price_is_paid_or_the_skill_is_not_offered() {
    let (mut world, trail) = world();
    let mut handler = optional(leaves(&world, &trail, Who::Anyone, "paid"));
    let rage = world.name("rage");
    handler.picks.price = Price { mark: Some((rage, Num::Is(2))), ..Price::default() };
    skill(&mut world, "paid", handler);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "paid");
    table.game.gain_mark(A, rage, 1).expect("no interrupt");
    assert!(table.asked().is_empty());
    table.reply(A, "trigger", yes);
    table.game.gain_mark(A, rage, 2).expect("no interrupt");
    assert_eq!(table.asked(), ["0 trigger"]);
    assert_eq!((trail.borrow().len(), table.game.marks(A, rage)), (1, 1));
}

#[test]
fn a_loop_of_effects_ends_with_a_report() {
    let mut world = World::new();
    let bell = world.name("bell");
    let echo = world.on(Timing::MarkGained, Who::Anyone, move |game, args| game.gain_mark(me(args), bell, 1));
    skill(&mut world, "echo", echo);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "echo");
    ring(&table, A);
    table.assert_sound();
    assert_eq!(table.game.marks(A, bell), 61, "one to begin with and sixty nested ones");
    let reports = table.book.reports.borrow();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("deeper than 60") && reports[0].contains("echo → echo"), "{}", reports[0]);
    assert_eq!(table.game.read().frames.len(), 1);
}

#[test]
fn lasting_effects_act_and_end_when_they_are_spent() {
    let (mut world, trail) = world();
    let handler = leaves(&world, &trail, Who::Anyone, "effect");
    world.add_effect("aura", vec![Ability::On(handler)]);
    let table = world.start(2);
    table.in_turn(A);
    let aura = table.name("aura");
    table.game.gain_effect(Effect {
        id: muniu_kernel::ids::EffectId(0),
        skill: aura,
        name: aura,
        owner: A,
        data: Value::Nil,
        lasts: Lasts::Turn,
        bound: false,
        uses: Some(2),
    });
    for _ in 0..3 {
        ring(&table, B);
    }
    assert_eq!(trail.borrow().len(), 2);
    assert!(table.game.effects_on(A, aura, aura).is_empty());
}

#[test]
fn a_cancelled_target_silences_the_rest_of_its_timing() {
    let (mut world, trail) = world();
    let cancels = world.on(Timing::TargetBecoming, Who::Target, |game, args| {
        game.cancel_target(support::ev(args));
        Ok(())
    });
    skill(&mut world, "cancels", cancels);
    let late = Handler { timing: Timing::TargetBecoming, ..leaves(&world, &trail, Who::Anyone, "late") };
    skill(&mut world, "late", late);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "cancels");
    table.learn(C, "late");
    let slash = table.deal(A, &["slash"])[0];
    table.use_card(A, slash, &[B]);
    assert!(trail.borrow().is_empty());
    assert_eq!(table.hp(B), 4);
}

#[test]
fn an_illegal_trigger_answer_is_put_again() {
    let (mut world, trail) = world();
    let picky = optional(leaves(&world, &trail, Who::Anyone, "picky"));
    skill(&mut world, "picky", picky);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "picky");
    table.reply(A, "trigger", |_, request| {
        let Ask::Trigger { ability, .. } = request.ask else { panic!("a trigger") };
        Answer::Act(Action { targets: vec![B], ..Action::new(Way::Trigger(ability)) })
    });
    assert_eq!(ring(&table, B), ["0 trigger", "0 trigger"]);
    assert_eq!(table.script.borrow().refused, ["seat 2 is no legal target"]);
}
