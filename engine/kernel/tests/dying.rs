//! The windows of the dying flow (rules 4.2.18).

mod support;

use muniu_kernel::def::{Ability, Handler, Hears, Nature, SkillDef, Who};
use muniu_kernel::event::{Damage, Event};
use muniu_kernel::request::Answer;
use muniu_kernel::timing::Timing;
use std::cell::RefCell;
use std::rc::Rc;
use support::{A, B, C, Table, World, ev, me};

fn strike(table: &Table, amount: i32) {
    table.game.edit().players[1].hp = 1;
    table.game.damage(Damage::new(Some(A), B, amount, Nature::Normal)).expect("no interrupt");
    table.assert_sound();
}

#[test]
fn watching_goes_on_while_somebody_is_dying() {
    let mut world = World::new();
    let asked: Rc<RefCell<Vec<u8>>> = Rc::default();
    let log = asked.clone();
    let watch = world.on(Timing::Dying, Who::Anyone, move |game, args| {
        if let Event::Dying(dying) = &*game.event(ev(args).id) {
            log.borrow_mut().extend(dying.asked.map(|asked| asked.0));
        }
        Ok(())
    });
    world.add_skill("watch", vec![Ability::On(Handler { silent: true, ..watch })]);
    let table = world.start(3);
    table.in_turn(C);
    table.learn(A, "watch");
    strike(&table, 1);
    assert_eq!(*asked.borrow(), [2, 0, 1]);
}

#[test]
fn skills_come_up_the_first_time_one_is_asked_and_those_before_are_not_asked_again() {
    let mut world = World::new();
    let offer = world.on(Timing::Dying, Who::Anyone, |_, _| Ok(()));
    world.add_skill("offer", vec![Ability::On(Handler { compulsory: false, ..offer })]);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "offer");
    let peaches = table.deal(B, &["peach", "peach"]);
    table.deal(A, &["peach"]);
    table.deal(C, &["peach"]);
    table.reply_card(B, "save", peaches[0], &[]);
    strike(&table, 4);
    // A passes, B is offered his skill, saves once and passes, C passes.
    assert_eq!(table.asked(), ["0 save", "1 trigger", "1 save", "1 save", "2 save"]);
    assert!(!table.game.alive(B));
}

#[test]
fn saved_when_entering_ends_the_flow_and_a_spared_one_lives_on() {
    for (timing, hp) in [(Timing::DyingEntering, 2), (Timing::HpReducedByDamage, -1)] {
        let mut world = World::new();
        let keep = world.on(timing, Who::Player, |game, args| {
            if let Event::HpReduction(reduction) = &mut *game.event_mut(ev(args).id) {
                reduction.spared = true;
                return Ok(());
            }
            game.recover(me(args), 3, None, None, None).map(drop)
        });
        world.add_skill("keep", vec![Ability::On(keep)]);
        let table = world.start(2);
        table.in_turn(A);
        table.learn(B, "keep");
        table.take();
        strike(&table, 2);
        assert_eq!((table.hp(B), table.game.alive(B)), (hp, true));
        assert!(table.take().iter().all(|seen| seen.timing != Timing::DyingEntered));
    }
}

#[test]
fn a_second_dying_suspends_the_first() {
    let mut world = World::new();
    let hit = world.on(Timing::DyingEntered, Who::Source, |_, _| Ok(()));
    let drag = Handler { hears: Hears::who(Who::Player), ..hit };
    let run = world.run(|game, args| {
        game.lose_hp(A, 4, None).and_then(|()| game.recover(me(args), 1, None, None, None).map(drop))
    });
    world.add_skill("drag", vec![Ability::On(Handler { run, ..drag })]);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "drag");
    let peach = table.deal(A, &["peach"])[0];
    table.reply_card(A, "save", peach, &[]);
    strike(&table, 1);
    assert_eq!((table.hp(A), table.hp(B)), (1, 1));
    assert_eq!(table.asked(), ["0 save"]);
}

#[test]
fn the_skills_of_the_dead_count_in_their_own_death_and_no_longer() {
    let mut world = World::new();
    let seen: Rc<RefCell<Vec<&str>>> = Rc::default();
    let mut abilities = Vec::new();
    for (timing, word) in
        [(Timing::Death, "death"), (Timing::DamageTaken, "taken"), (Timing::DyingResolved, "resolved")]
    {
        let log = seen.clone();
        abilities.push(Ability::On(world.on(timing, Who::Anyone, move |_, _| {
            log.borrow_mut().push(word);
            Ok(())
        })));
    }
    let def = SkillDef { compulsory: true, ..world.skill("last", abilities) };
    world.catalogue.add_skill(def);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "last");
    table.reply_with(A, "save", Answer::Pass);
    strike(&table, 1);
    assert_eq!(*seen.borrow(), ["death"]);
}
