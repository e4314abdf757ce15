//! The target records of a use (rules 4.2.4): redirected, added, cancelled, doubled, dead, sorted.

mod support;

use muniu_kernel::Game;
use muniu_kernel::def::{Ability, Who};
use muniu_kernel::flows::use_card::Wanted;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::Ev;
use muniu_kernel::rulebook::Flow;
use muniu_kernel::timing::{FlowKind, Timing};
use std::cell::Cell;
use std::rc::Rc;
use support::{A, B, C, D, Table, World, assert_ids, cards, ev, of, texts};

const PREPARED: &str = "use_declared targets_chosen card_using";
const RESOLVED: &str = "use_resolved_1 use_resolved_2 use_resolved_3";

/// A table in the turn of `A` where `holder` has a skill that acts once, at this timing.
fn with_skill(timing: Timing, who: Who, holder: PlayerId, run: impl Fn(&Game, Ev) -> Flow + 'static) -> Table {
    let mut world = World::new();
    let handler = world.on(timing, who, move |game, args| run(game, ev(args)));
    world.add_skill("skill", vec![Ability::On(handler)]);
    let table = world.start(4);
    table.in_turn(A);
    table.learn(holder, "skill");
    table.take();
    table
}

/// `A` uses a slash on these; what came up in the use.
fn slash(table: &Table, targets: &[PlayerId]) -> Vec<support::Seen> {
    let slash = table.deal(A, &["slash"])[0];
    table.take();
    table.use_card(A, slash, targets);
    of(&table.take(), &[FlowKind::Use])
}

fn effect(seats: &[u8]) -> String {
    seats
        .iter()
        .map(|at| format!("effect_resolving@{at} before_effect@{at} effect_starting@{at} effect@{at} "))
        .collect()
}

#[test]
fn a_redirected_target_leaves_and_the_new_one_gets_its_own_timings() {
    let table = with_skill(Timing::TargetBecoming, Who::Target, B, |game, ev| {
        game.redirect(ev, D);
        Ok(())
    });
    let seen = slash(&table, &[B]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@1 target_becoming@1 target_specifying@3 target_becoming@3
            target_specified@3 target_became@3 use_prepared {} {RESOLVED}",
            effect(&[3])
        ),
    );
    assert_eq!((table.hp(B), table.hp(D)), (4, 3));
}

#[test]
fn redirecting_goes_on_until_nobody_does() {
    // Whoever has the skill passes it on, each time it comes to him.
    let mut world = World::new();
    let pass = world.on(Timing::TargetBecoming, Who::Target, |game, args| {
        let next = PlayerId(support::me(args).0 + 1);
        game.redirect(ev(args), next);
        Ok(())
    });
    world.add_skill("pass", vec![Ability::On(pass)]);
    let table = world.start(4);
    table.in_turn(A);
    table.learn(B, "pass");
    table.learn(C, "pass");
    let seen = slash(&table, &[B]);
    let becoming: Vec<String> = texts(&seen).into_iter().filter(|text| text.starts_with("target_becoming")).collect();
    assert_eq!(becoming, ["target_becoming@1", "target_becoming@2", "target_becoming@3"]);
    assert_eq!((table.hp(B), table.hp(C), table.hp(D)), (4, 4, 3));
}

#[test]
fn other_targets_are_not_disturbed_by_a_redirection() {
    let table = with_skill(Timing::TargetBecoming, Who::Target, C, |game, ev| {
        game.redirect(ev, B);
        Ok(())
    });
    // C hands it to B: B comes before D in the list although he joined last.
    let seen = slash(&table, &[C, D]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@2 target_specifying@3 target_becoming@2
            target_specifying@1 target_becoming@1 target_becoming@3
            target_specified@1 target_specified@3 target_became@1 target_became@3 use_prepared {} {RESOLVED}",
            effect(&[1, 3])
        ),
    );
}

#[test]
fn a_target_added_when_targets_are_chosen_is_like_the_others() {
    let table = with_skill(Timing::TargetsChosen, Who::User, A, |game, ev| {
        game.add_target(ev.id, B, None);
        Ok(())
    });
    let seen = slash(&table, &[D]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@1 target_specifying@3 target_becoming@1 target_becoming@3
            target_specified@1 target_specified@3 target_became@1 target_became@3 use_prepared {} {RESOLVED}",
            effect(&[1, 3])
        ),
    );
}

#[test]
fn a_target_added_later_catches_up() {
    let table = with_skill(Timing::TargetSpecified, Who::User, A, |game, ev| {
        if game.used(ev.id).aims.len() == 1 {
            game.add_target(ev.id, B, None);
        }
        Ok(())
    });
    let seen = slash(&table, &[D]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@3 target_becoming@3 target_specified@3
            target_specifying@1 target_becoming@1 target_specified@1 target_became@1 target_became@3
            use_prepared {} {RESOLVED}",
            effect(&[1, 3])
        ),
    );
}

#[test]
fn a_character_can_be_a_target_twice() {
    let table = with_skill(Timing::TargetsChosen, Who::User, A, |game, ev| {
        game.add_target(ev.id, B, None);
        Ok(())
    });
    let seen = slash(&table, &[B]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@1 target_specifying@1 target_becoming@1 target_becoming@1
            target_specified@1 target_specified@1 target_became@1 target_became@1 use_prepared {} {RESOLVED}",
            effect(&[1, 1])
        ),
    );
    assert_eq!(table.hp(B), 2);
}

#[test]
fn what_is_set_on_one_record_concerns_that_record_only() {
    let table = with_skill(Timing::TargetSpecified, Who::User, A, |game, ev| {
        if game.aim(ev).player == C {
            game.edit_aim(ev, |aim| aim.bonus = 2);
        }
        Ok(())
    });
    slash(&table, &[B, C]);
    assert_eq!((table.hp(B), table.hp(C)), (3, 1));
}

#[test]
fn a_use_without_targets_left_ends_at_once() {
    for (timing, so_far) in [
        (Timing::UseDeclared, "use_declared"),
        (Timing::TargetsChosen, "use_declared targets_chosen"),
        (Timing::CardUsing, PREPARED),
        (Timing::TargetSpecifying, "use_declared targets_chosen card_using target_specifying@1"),
    ] {
        let table = with_skill(timing, Who::User, A, |game, ev| {
            game.edit_use(ev.id, |used| used.aims.iter_mut().for_each(|aim| aim.cancelled = true));
            Ok(())
        });
        let seen = slash(&table, &[B]);
        assert_ids(&seen, so_far);
        assert_eq!(table.hp(B), 4);
        assert_eq!(table.game.read().discard_pile.len(), 1, "the card is put away all the same");
    }
}

// rules: B-069 B-070
#[test]
fn a_use_whose_last_target_goes_in_an_inserted_resolution_ends_with_it() {
    for (timing, about_target, so_far) in [
        (Timing::UseDeclared, false, "use_declared"),
        (Timing::TargetsChosen, false, "use_declared targets_chosen"),
        (Timing::CardUsing, false, PREPARED),
        (Timing::TargetSpecifying, true, "use_declared targets_chosen card_using target_specifying@1"),
        (
            Timing::TargetBecoming,
            true,
            "use_declared targets_chosen card_using target_specifying@1 target_specifying@3 target_becoming@1",
        ),
        (
            Timing::TargetSpecified,
            true,
            "use_declared targets_chosen card_using target_specifying@1 target_specifying@3
            target_becoming@1 target_becoming@3 target_specified@1",
        ),
        (
            Timing::TargetBecame,
            true,
            "use_declared targets_chosen card_using target_specifying@1 target_specifying@3
            target_becoming@1 target_becoming@3 target_specified@1 target_specified@3 target_became@1",
        ),
    ] {
        let mut world = World::new();
        // A's skill lets C lose hp; in that loss of hp C's skill takes all targets off the list.
        let hurt = world.on(timing, Who::User, |game, _| game.lose_hp(C, 1, None));
        world.add_skill("hurt", vec![Ability::On(hurt)]);
        let clear = world.on(Timing::HpLost, Who::Player, |game, _| {
            let (id, ()) = game.find_event(|event| event.as_use().map(drop)).expect("a use is under way");
            game.edit_use(id, |used| used.aims.iter_mut().for_each(|aim| aim.cancelled = true));
            Ok(())
        });
        world.add_skill("clear", vec![Ability::On(clear)]);
        let later: Rc<Cell<u32>> = Rc::default();
        let count = later.clone();
        let late = world.on(timing, Who::Anyone, move |_, _| {
            count.set(count.get() + 1);
            Ok(())
        });
        world.add_skill("late", vec![Ability::On(late)]);
        let table = world.start(4);
        table.in_turn(A);
        for (holder, skill) in [(A, "hurt"), (C, "clear"), (D, "late")] {
            table.learn(holder, skill);
        }
        let seen = slash(&table, &[B, D]);
        assert_ids(&seen, so_far);
        assert_eq!((table.hp(B), table.hp(C), table.hp(D)), (4, 3, 4), "the inserted resolution was completed");
        if about_target {
            assert_eq!(later.get(), 0, "nor is there more at {}", timing.id());
        }
        assert_eq!(table.game.read().discard_pile.len(), 1, "the card is put away all the same");
    }
}

#[test]
fn cancelling_one_target_leaves_the_others() {
    let table = with_skill(Timing::TargetBecoming, Who::Target, B, |game, ev| {
        game.cancel_target(ev);
        Ok(())
    });
    let seen = slash(&table, &[B, C]);
    let expected = format!(
        "{PREPARED} target_specifying@1 target_specifying@2 target_becoming@1 target_becoming@2
        target_specified@2 target_became@2 use_prepared {} {RESOLVED}",
        effect(&[2])
    );
    assert_ids(&seen, &expected);
}

#[test]
fn a_target_that_dies_before_the_resolution_leaves_the_list() {
    let table = with_skill(Timing::TargetBecoming, Who::Target, B, |game, _| game.die(B, None, None));
    let seen = slash(&table, &[B, C]);
    // Its later target timings still come up (rules 4.2.4); it is left out of the final list.
    let expected = format!(
        "{PREPARED} target_specifying@1 target_specifying@2 target_becoming@1 target_becoming@2
        target_specified@1 target_specified@2 target_became@1 target_became@2 use_prepared {} {RESOLVED}",
        effect(&[2])
    );
    assert_ids(&seen, &expected);
}

#[test]
fn a_target_that_dies_during_the_resolution_is_passed_over() {
    let table = with_skill(Timing::DamageTaken, Who::Target, B, |game, _| game.die(C, None, None));
    let seen = slash(&table, &[B, C, D]);
    let resolution: Vec<String> = texts(&seen).into_iter().filter(|text| text.starts_with("effect@")).collect();
    assert_eq!(resolution, ["effect@1", "effect@3"]);
}

#[test]
fn the_death_of_the_user_ends_nothing() {
    let table = with_skill(Timing::CardUsing, Who::User, A, |game, _| game.die(A, None, None));
    let seen = slash(&table, &[B]);
    assert_ids(
        &seen,
        &format!(
            "{PREPARED} target_specifying@1 target_becoming@1 target_specified@1 target_became@1 use_prepared {} {RESOLVED}",
            effect(&[1])
        ),
    );
    assert_eq!(table.hp(B), 3);
}

#[test]
fn the_list_is_sorted_from_the_owner_of_the_turn() {
    let table = World::new().start(4);
    table.in_turn(C);
    table.take();
    let slash = table.deal(C, &["slash"])[0];
    table.take();
    table.use_card(C, slash, &[B, A, D]);
    let seen = of(&table.take(), &[FlowKind::Use]);
    let specifying: Vec<String> =
        texts(&seen).into_iter().filter(|text| text.starts_with("target_specifying")).collect();
    assert_eq!(specifying, ["target_specifying@3", "target_specifying@0", "target_specifying@1"]);
}

#[test]
fn a_card_for_others_names_all_that_are_legal() {
    let mut world = World::new();
    let not_c = world.test(|_, args| support::other(args) != C);
    cards::change(&mut world, "volley", |def| def.target_filter = Some(not_c));
    let table = world.start(4);
    table.in_turn(B);
    table.game.die(D, None, None).expect("no interrupt");
    let volley = table.deal(B, &["volley"])[0];
    table.deal(A, &["jink"]);
    table.use_card(B, volley, &[]);
    assert_eq!((table.hp(A), table.hp(B), table.hp(C)), (3, 4, 4));
}

#[test]
fn a_use_without_physical_cards_works_like_any_other() {
    let table = World::new().start(2);
    table.in_turn(A);
    let made = table.game.make_virtual(table.name("fire_slash"), &[], Some(table.name("skill")));
    let wanted = Wanted { targets: vec![(B, None)], bonus: 1, ..Wanted::new(Some(A), made) };
    let used = table.game.use_card(wanted).expect("no interrupt");
    table.assert_sound();
    assert_eq!((table.hp(B), used.damage_dealt, used.took, used.cards.len()), (2, 2, true, 0));
    let card = table.game.virtual_card(used.card).clone();
    assert_eq!((card.suit, card.color, card.rank), (None, None, None));
}

#[test]
fn a_delayed_trick_without_a_place_is_discarded() {
    let table = with_skill(Timing::UsePrepared, Who::User, A, |game, _| game.die(B, None, None));
    let omen = table.deal(A, &["omen"])[0];
    table.use_card(A, omen, &[B]);
    assert_eq!(table.zone(omen), muniu_kernel::card::Zone::DiscardPile);
    assert_eq!(table.game.read().ties[omen.index()], None);
}
