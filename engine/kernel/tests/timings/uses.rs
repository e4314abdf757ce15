//! Uses, responses and what leads to them.

use crate::support::{A, B, C, Seen, Table, World, assert_ids, card_action, cards, of, texts};
use muniu_kernel::card::{Slot, Zone};
use muniu_kernel::event::Outcome;
use muniu_kernel::ids::CardId;
use muniu_kernel::timing::{FlowKind as F, Timing};
use std::cell::RefCell;
use std::rc::Rc;

pub fn walks() -> Vec<Vec<Seen>> {
    vec![two_targets(), answered(), delayed(), equipment(), responded()]
}

fn table() -> Table {
    let table = World::new().start(4);
    table.in_turn(A);
    table.take();
    table
}

fn two_targets() -> Vec<Seen> {
    let table = table();
    let slash = table.deal(A, &["slash"])[0];
    table.take();
    // Named in the wrong order: the list is kept in turn order.
    table.use_card(A, slash, &[C, B]);
    let seen = table.take();
    assert_ids(
        &of(&seen, &[F::PreUse, F::Use]),
        "declare_name_and_mode fix_physical_card_standard_and_range choose_physical_cards choose_targets
        use_declared targets_chosen card_using
        target_specifying@1 target_specifying@2 target_becoming@1 target_becoming@2
        target_specified@1 target_specified@2 target_became@1 target_became@2 use_prepared
        effect_resolving@1 before_effect@1 effect_starting@1 effect@1
        effect_resolving@2 before_effect@2 effect_starting@2 effect@2
        use_resolved_1 use_resolved_2 use_resolved_3",
    );
    assert_eq!((table.hp(B), table.hp(C)), (3, 3));
    seen
}

#[test]
fn a_card_with_two_targets_goes_through_them_in_order() {
    two_targets();
}

/// Use of a slash on `B`, who has a jink and uses it.
fn answered() -> Vec<Seen> {
    let table = table();
    let slash = table.deal(A, &["slash"])[0];
    let jink = table.deal(B, &["jink"])[0];
    table.reply_card(B, "use_card", jink, &[]);
    table.take();
    table.use_card(A, slash, &[B]);
    let seen = table.take();
    assert_ids(
        &of(&seen, &[F::NeedUse, F::PreUse, F::Use, F::Damage]),
        "declare_name_and_mode fix_physical_card_standard_and_range choose_physical_cards choose_targets
        use_declared targets_chosen card_using target_specifying@1 target_becoming@1 target_specified@1 target_became@1
        use_prepared effect_resolving@1 before_effect@1
        need_use_1 need_use_2 need_use_3
        declare_name_and_mode fix_physical_card_standard_and_range choose_physical_cards choose_targets
        card_using use_prepared effect_resolving@1 before_effect@1 effect_starting@1 effect@1
        use_resolved_1 use_resolved_2 use_resolved_3
        effect_offset@1 use_resolved_1 use_resolved_2 use_resolved_3",
    );
    assert_eq!(table.hp(B), 4);
    assert_eq!((table.zone(slash), table.zone(jink)), (Zone::DiscardPile, Zone::DiscardPile));
    seen
}

#[test]
fn an_answered_card_is_offset() {
    answered();
}

#[test]
fn a_skill_can_let_an_offset_card_go_on() {
    let mut world = World::new();
    let axe = world.on(Timing::EffectOffset, muniu_kernel::def::Who::User, |game, args| {
        game.edit_aim(crate::support::ev(args), |aim| aim.outcome = Outcome::Pending);
        Ok(())
    });
    world.add_skill("axe", vec![muniu_kernel::def::Ability::On(axe)]);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "axe");
    let slash = table.deal(A, &["slash"])[0];
    let jink = table.deal(B, &["jink"])[0];
    table.reply_card(B, "use_card", jink, &[]);
    table.take();
    table.use_card(A, slash, &[B]);
    let seen = of(&table.take(), &[F::Use]);
    let last = texts(&seen[seen.len() - 6..]);
    assert_eq!(
        last,
        ["effect_offset@1", "effect_starting@1", "effect@1", "use_resolved_1", "use_resolved_2", "use_resolved_3"]
    );
    assert_eq!(table.hp(B), 3);
}

#[test]
fn two_answers_open_the_timing_twice() {
    let mut world = World::new();
    let twice = world.on(Timing::TargetSpecified, muniu_kernel::def::Who::User, |game, args| {
        game.edit_aim(crate::support::ev(args), |aim| aim.answers_needed = 2);
        Ok(())
    });
    world.add_skill("twice", vec![muniu_kernel::def::Ability::On(twice)]);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(A, "twice");
    let slash = table.deal(A, &["slash"])[0];
    let jinks = table.deal(B, &["jink", "jink"]);
    table.reply_card(B, "use_card", jinks[0], &[]);
    table.take();
    let used = table.use_card(A, slash, &[B]);
    let serial = table.log.borrow().seen.iter().find(|seen| seen.timing == Timing::UseDeclared).unwrap().serial;
    let outer: Vec<Seen> = table.take().into_iter().filter(|seen| seen.serial == serial).collect();
    let count = |timing| outer.iter().filter(|seen| seen.timing == timing).count();
    assert_eq!((count(Timing::BeforeEffect), count(Timing::EffectStarting)), (2, 1), "one jink of two is not enough");
    assert!(used.took);
    assert_eq!((table.hp(B), table.zone(jinks[0]), table.zone(jinks[1])), (3, Zone::DiscardPile, Zone::Hand(B)));
}

/// The timings of a slash on `B` that is made void when `timing` comes.
fn void_at(timing: Timing) -> Vec<Seen> {
    let mut world = World::new();
    let void = world.on(timing, muniu_kernel::def::Who::Target, |game, args| {
        game.edit_aim(crate::support::ev(args), |aim| aim.void = true);
        Ok(())
    });
    world.add_skill("void", vec![muniu_kernel::def::Ability::On(void)]);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "void");
    let slash = table.deal(A, &["slash"])[0];
    table.take();
    table.use_card(A, slash, &[B, C]);
    assert_eq!((table.hp(B), table.hp(C)), (4, 3));
    let seen = of(&table.take(), &[F::Use]);
    let from = seen.iter().position(|seen| seen.timing == Timing::UsePrepared).expect("it was prepared");
    seen[from + 1..].to_vec()
}

#[test]
fn a_void_card_generates_no_timing_of_taking_effect() {
    let rest = "effect_resolving@2 before_effect@2 effect_starting@2 effect@2
        use_resolved_1 use_resolved_2 use_resolved_3";
    assert_ids(&void_at(Timing::TargetBecame), rest);
    assert_ids(&void_at(Timing::EffectResolving), &format!("effect_resolving@1 {rest}"));
}

fn delayed() -> Vec<Seen> {
    let table = table();
    let omen = table.deal(A, &["omen"])[0];
    table.take();
    table.use_card(A, omen, &[B]);
    assert_eq!(table.zone(omen), Zone::Judge(B));
    let mut seen = table.take();
    assert_ids(
        &of(&seen, &[F::Use]),
        "use_declared targets_chosen card_using target_specifying@1 target_becoming@1 target_specified@1 target_became@1
        use_prepared",
    );
    table.game.turn(B, false).expect("no interrupt");
    assert_eq!(table.zone(omen), Zone::DiscardPile);
    let resolved = table.take();
    assert_ids(
        &of(&resolved, &[F::Use, F::Judge]),
        "effect_resolving@1 before_effect@1 effect_starting@1 effect@1
        judge_start judge_card_set before_judge_result judge_result_fixed after_judge_result_1 after_judge_result_2
        judge_resolved",
    );
    seen.extend(resolved);
    seen
}

#[test]
fn a_delayed_trick_is_placed_and_takes_effect_without_a_user() {
    delayed();
}

fn equipment() -> Vec<Seen> {
    let table = table();
    let old = table.equip(A, "dirk", Slot::Weapon);
    let bow = table.deal(A, &["bow"])[0];
    table.take();
    table.use_card(A, bow, &[]);
    let seen = table.take();
    let moving = "move_deciding before_move_1 before_move_2 after_move_1 after_move_2 move_resolved";
    // One move into the processing area, one into the slot and out of it.
    let expected = format!(
        "{moving} use_declared targets_chosen card_using target_specifying@0 target_becoming@0 target_specified@0
        target_became@0 use_prepared {moving}"
    );
    assert_ids(&of(&seen, &[F::Use, F::Move]), &expected);
    assert_eq!((table.zone(old), table.zone(bow)), (Zone::DiscardPile, Zone::Equip(A, Slot::Weapon)));
    assert_eq!(table.game.read().ties[bow.index()], None);
    seen
}

#[test]
fn equipment_takes_its_slot() {
    equipment();
}

fn responded() -> Vec<Seen> {
    let table = table();
    let duel = table.deal(A, &["duel"])[0];
    let slash = table.deal(B, &["slash"])[0];
    table.reply_card(B, "respond", slash, &[]);
    table.take();
    table.use_card(A, duel, &[B]);
    let seen = table.take();
    let once = "need_respond_1 need_respond_2 need_respond_3 declare_responded_name
        fix_responded_card_standard_and_range choose_responded_physical_cards card_responding respond_resolved";
    let nobody = "need_respond_1 need_respond_2 need_respond_3";
    assert_ids(&of(&seen, &[F::NeedRespond, F::PreRespond, F::Respond]), &format!("{once} {nobody}"));
    assert_eq!((table.hp(A), table.hp(B)), (3, 4));
    assert_eq!(table.zone(slash), Zone::DiscardPile);
    seen
}

#[test]
fn a_response_has_its_own_flow() {
    responded();
}

#[test]
fn nullifying_is_offered_in_turn_order_and_can_be_nullified() {
    let table = table();
    let duel = table.deal(A, &["duel"])[0];
    let first: CardId = table.deal(C, &["cancel"])[0];
    let second = table.deal(A, &["cancel"])[0];
    table.reply_with(C, "nullify", card_action(first, &[]));
    table.reply(A, "nullify", move |_, _| muniu_kernel::request::Answer::Pass);
    table.reply_with(A, "nullify", card_action(second, &[]));
    table.use_card(A, duel, &[B]);
    // A passes on the duel, C cancels it, A cancels that; nobody has more, so the duel takes effect.
    assert_eq!(table.asked(), ["0 nullify", "2 nullify", "0 nullify",]);
    assert_eq!(table.hp(B), 3);
}

/// A skill at each of these timings runs for the duel or slash, never for the jink or the cancelling card.
// rules: B-078
#[test]
fn cards_that_answer_open_no_timing_of_declaring_or_of_targets() {
    let timings = [
        Timing::UseDeclared,
        Timing::TargetsChosen,
        Timing::TargetSpecifying,
        Timing::TargetBecoming,
        Timing::TargetSpecified,
        Timing::TargetBecame,
    ];
    for (first, answer, question) in [("slash", "jink", "use_card"), ("duel", "cancel", "nullify")] {
        for timing in timings {
            let mut world = World::new();
            let ran: Rc<RefCell<Vec<String>>> = Rc::default();
            let log = ran.clone();
            let watch = world.on(timing, muniu_kernel::def::Who::Anyone, move |game, args| {
                let card = game.used(crate::support::ev(args).id).card;
                log.borrow_mut().push(game.names().text(game.virtual_card(card).name).to_string());
                Ok(())
            });
            world.add_skill("watch", vec![muniu_kernel::def::Ability::On(watch)]);
            let table = world.start(3);
            table.in_turn(A);
            table.learn(C, "watch");
            let hand = (table.deal(A, &[first])[0], table.deal(B, &[answer])[0]);
            table.reply_card(B, question, hand.1, &[]);
            table.use_card(A, hand.0, &[B]);
            assert_eq!((table.hp(B), table.zone(hand.1)), (4, Zone::DiscardPile), "{answer} was used");
            assert_eq!(*ran.borrow(), [first], "{}", timing.id());
        }
    }
}

#[test]
fn a_card_for_all_has_everybody_as_target() {
    let mut world = World::new();
    cards::change(&mut world, "feast", |def| def.nullifiable = false);
    let table = world.start(3);
    table.in_turn(B);
    let feast = table.deal(B, &["feast"])[0];
    table.game.edit().players.iter_mut().for_each(|player| player.hp = 2);
    table.take();
    table.use_card(B, feast, &[]);
    let seen = table.take();
    let order: Vec<String> = texts(&seen).into_iter().filter(|text| text.starts_with("effect@")).collect();
    assert_eq!(order, ["effect@1", "effect@2", "effect@0"]);
    assert_eq!((table.hp(A), table.hp(B), table.hp(C)), (3, 3, 3));
}
