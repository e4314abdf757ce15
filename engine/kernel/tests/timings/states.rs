//! Moves, judgements, damage, hp, dying, death, skills, areas, marks.

use crate::support::{A, B, C, Seen, Table, World, assert_ids, of};
use muniu_kernel::card::{Slot, Zone};
use muniu_kernel::def::{Ability, Nature, Who};
use muniu_kernel::event::{Damage, Spot};
use muniu_kernel::request::{Answer, Pick};
use muniu_kernel::state::{GeneralCard, Lasts, Source};
use muniu_kernel::timing::{FlowKind as F, Timing};

const CAUSING_AND_TAKING: &str = "before_damage damage_start damage_causing_1 damage_causing_2 damage_causing_3
    damage_taking_1 damage_taking_2 damage_taking_3";
const REDUCED: &str = "before_hp_reduced_by_damage hp_reducing_by_damage hp_reduced_by_damage";

pub fn walks() -> Vec<Vec<Seen>> {
    vec![
        pindian(),
        moved(),
        chained_and_shown(),
        judged(),
        damage(),
        chain(),
        hp_lost(),
        recovered(),
        max_hp(),
        saved(),
        killed(),
        skills(),
        areas(),
        marks(),
        reshuffled(),
    ]
}

fn table() -> Table {
    let table = World::new().start(3);
    table.in_turn(A);
    table.take();
    table
}

/// What comes up while `act` runs.
fn during(table: &Table, act: impl FnOnce(&Table)) -> Vec<Seen> {
    table.take();
    act(table);
    table.assert_sound();
    table.take()
}

fn pindian() -> Vec<Seen> {
    let table = table();
    let own = table.deal(A, &["slash", "peach"]);
    table.deal(B, &["jink"]);
    table.deal(C, &["duel"]);
    table.reply_with(A, "choose_cards", Answer::Cards(vec![Pick::Card(own[1])]));
    let seen = during(&table, |table| {
        let results = table.game.pindian(A, &[C, B], None).expect("no interrupt");
        assert_eq!(results.iter().map(|result| result.target).collect::<Vec<_>>(), [B, C]);
        assert_eq!(results[0].own, own[1]);
    });
    let moving = "move_deciding before_move_1 before_move_2 after_move_1 after_move_2 move_resolved";
    let expected = format!("pindian_start {moving} pindian_result pindian_result pindian_resolved {moving}");
    assert_ids(&of(&seen, &[F::Pindian, F::Move]), &expected);
    seen
}

fn moved() -> Vec<Seen> {
    let table = table();
    let seen = during(&table, |table| table.game.draw(A, 2).map(drop).expect("no interrupt"));
    assert_ids(&seen, "move_deciding before_move_1 before_move_2 after_move_1 after_move_2 move_resolved");
    seen
}

fn chained_and_shown() -> Vec<Seen> {
    let table = table();
    let name = table.name("general");
    table.game.edit().players[0].generals.push(GeneralCard { name, shown: false });
    let change = "before_state_change_1 before_state_change_2 after_state_change state_change_resolved";
    let seen = during(&table, |table| {
        table.game.set_chained(A, true).expect("no interrupt");
        table.game.set_chained(A, true).expect("no interrupt");
        table.game.flip(A).expect("no interrupt");
    });
    assert_ids(&seen, &format!("{change} {change}"));
    let seen = during(&table, |table| table.game.reveal_general(A, 0).expect("no interrupt"));
    assert_ids(&seen, &format!("{change} after_general_shown general_shown_resolved"));
    seen
}

fn judged() -> Vec<Seen> {
    let table = table();
    let seen = during(&table, |table| {
        table.game.judge(A, table.name("omen"), None).expect("no interrupt").expect("alive");
    });
    assert_ids(
        &of(&seen, &[F::Judge]),
        "judge_start judge_card_set before_judge_result judge_result_fixed
        after_judge_result_1 after_judge_result_2 judge_resolved",
    );
    seen
}

fn damage() -> Vec<Seen> {
    let table = table();
    let seen = during(&table, |table| {
        assert_eq!(table.game.damage(Damage::new(Some(A), B, 1, Nature::Normal)), Ok(1));
    });
    assert_ids(
        &seen,
        &format!(
            "damage_base {CAUSING_AND_TAKING} {REDUCED} hp_changed hp_reduced_by_damage_resolved
            damage_caused damage_taken damage_resolved"
        ),
    );
    seen
}

#[test]
fn prevented_damage_goes_straight_to_its_end() {
    let mut world = World::new();
    let shield = world.on(Timing::DamageCausing2, Who::Target, |game, args| {
        game.edit_damage(crate::support::ev(args).id, |damage| damage.prevented = true);
        Ok(())
    });
    world.add_skill("shield", vec![Ability::On(shield)]);
    let table = world.start(2);
    table.in_turn(A);
    table.learn(B, "shield");
    let seen = during(&table, |table| {
        assert_eq!(table.game.damage(Damage::new(Some(A), B, 2, Nature::Normal)), Ok(0));
    });
    assert_ids(
        &of(&seen, &[F::Damage, F::HpReduction]),
        "before_damage damage_start damage_causing_1 damage_causing_2 damage_resolved",
    );
    assert_eq!(table.hp(B), 4);
}

fn chain() -> Vec<Seen> {
    let table = table();
    table.game.set_chained(B, true).expect("no interrupt");
    table.game.set_chained(C, true).expect("no interrupt");
    let seen = during(&table, |table| {
        table.game.damage(Damage::new(Some(A), B, 2, Nature::Fire)).expect("no interrupt");
    });
    let one = format!(
        "damage_base {CAUSING_AND_TAKING} before_state_change_1 before_state_change_2 after_state_change state_change_resolved
        {REDUCED} hp_changed hp_reduced_by_damage_resolved damage_caused damage_taken damage_resolved"
    );
    let passed_on = one.trim_start_matches("damage_base ");
    assert_ids(&seen, &format!("{one} {passed_on}"));
    assert_eq!((table.hp(B), table.hp(C)), (2, 2));
    assert!(table.game.read().players.iter().all(|player| !player.chained));
    seen
}

fn hp_lost() -> Vec<Seen> {
    let table = table();
    let seen = during(&table, |table| table.game.lose_hp(A, 2, None).expect("no interrupt"));
    assert_ids(
        &seen,
        "before_hp_lost before_hp_reduced_by_loss hp_reducing_by_loss hp_reduced_by_loss hp_changed
        hp_reduced_by_loss_resolved hp_lost hp_lost_resolved",
    );
    assert_eq!(table.hp(A), 2);
    seen
}

fn recovered() -> Vec<Seen> {
    let table = table();
    table.game.edit().players[0].hp = 3;
    let seen = during(&table, |table| {
        assert_eq!(table.game.recover(A, 2, None, None, None), Ok(1));
        assert_eq!(table.game.recover(A, 1, None, None, None), Ok(0));
    });
    assert_ids(&seen, "before_recover recovered hp_changed recover_resolved");
    seen
}

fn max_hp() -> Vec<Seen> {
    let table = table();
    let seen = during(&table, |table| {
        table.game.lose_max_hp(A, 1).expect("no interrupt");
        table.game.gain_max_hp(A, 2).expect("no interrupt");
    });
    assert_ids(
        &seen,
        "before_max_hp_reduced max_hp_reduced hp_changed max_hp_reduced_resolved
        before_max_hp_gained max_hp_gained hp_changed max_hp_gained_resolved",
    );
    assert_eq!((table.hp(A), table.game.read().players[0].max_hp), (3, 5));
    let seen_death = during(&table, |table| table.game.lose_max_hp(A, 5).expect("no interrupt"));
    assert_ids(
        &of(&seen_death, &[F::LoseMaxHp, F::Dying, F::Death]),
        "before_max_hp_reduced before_role_shown death after_death death_resolved",
    );
    seen
}

/// `C` deals `amount` damage to `B`, who has 1 hp.
fn to_the_brink(table: &Table, amount: i32) -> Vec<Seen> {
    table.game.edit().players[1].hp = 1;
    during(table, |table| {
        table.game.damage(Damage::new(Some(C), B, amount, Nature::Normal)).expect("no interrupt");
    })
}

fn saved() -> Vec<Seen> {
    let table = table();
    let peaches = table.deal(B, &["peach", "peach"]);
    let from_a = table.deal(A, &["peach"])[0];
    table.reply_with(A, "save", Answer::Pass);
    table.reply_card(B, "save", peaches[0], &[]);
    table.reply_card(B, "save", peaches[1], &[]);
    let seen = to_the_brink(&table, 2);
    assert_eq!((table.hp(B), table.zone(from_a)), (1, Zone::Hand(A)));
    // A is asked and passes; B answers, which opens a new window that begins with him.
    assert_eq!(table.asked(), ["0 save", "1 save", "1 save"]);
    assert_ids(
        &of(&seen, &[F::Damage, F::HpReduction, F::Dying, F::Recover]),
        &format!(
            "{CAUSING_AND_TAKING} {REDUCED} dying_entering dying_entered dying dying
            before_recover recovered recover_resolved before_recover recovered recover_resolved
            dying_resolved hp_reduced_by_damage_resolved damage_caused damage_taken damage_resolved"
        ),
    );
    seen
}

fn killed() -> Vec<Seen> {
    let table = table();
    table.deal(B, &["slash", "jink"]);
    table.equip(B, "coat", Slot::Armor);
    table.place("omen", Zone::Judge(B));
    let seen = to_the_brink(&table, 1);
    assert_ids(
        &of(&seen, &[F::Damage, F::HpReduction, F::Dying, F::Death]),
        &format!(
            "{CAUSING_AND_TAKING} {REDUCED} dying_entering dying_entered dying dying dying
            before_role_shown death after_death death_resolved dying_resolved
            hp_reduced_by_damage_resolved damage_caused damage_taken damage_resolved"
        ),
    );
    assert_eq!(table.game.read().discard_pile.len(), 4);
    seen
}

fn skills() -> Vec<Seen> {
    let mut world = World::new();
    world.add_skill("idle", Vec::new());
    let ping = world.on(Timing::MarkGained, Who::Player, |_, _| Ok(()));
    world.add_skill("ping", vec![Ability::On(ping)]);
    let table = world.start(2);
    let idle = table.name("idle");
    let seen = during(&table, |table| {
        table.game.gain_skill(A, idle, Source::General(0), Lasts::Game).expect("no interrupt");
        table.game.lose_skill(A, idle, |_| true).expect("no interrupt");
    });
    assert_ids(
        &seen,
        "before_skill_gained skill_gained skill_gained_resolved before_skill_lost skill_lost skill_lost_resolved",
    );
    table.learn(A, "ping");
    let used = during(&table, |table| table.game.gain_mark(A, idle, 1).expect("no interrupt"));
    assert_ids(&used, "before_mark_gained mark_gained skill_used mark_gained_resolved");
    seen.into_iter().chain(used).collect()
}

fn areas() -> Vec<Seen> {
    let table = table();
    let coat = table.equip(A, "coat", Slot::Armor);
    let omen = table.place("omen", Zone::Judge(A));
    let seen = during(&table, |table| {
        table.game.abolish(A, &[Slot::Armor], true).expect("no interrupt");
        assert_eq!((table.zone(coat), table.zone(omen)), (Zone::DiscardPile, Zone::DiscardPile));
        table.game.restore(A, &[Slot::Armor], true).expect("no interrupt");
    });
    assert_ids(
        &seen,
        "before_area_abolished area_abolished area_abolished_resolved
        before_area_restored area_restored area_restored_resolved",
    );
    seen
}

fn marks() -> Vec<Seen> {
    let table = table();
    let mark = table.name("rage");
    let seen = during(&table, |table| table.game.gain_mark(A, mark, 2).expect("no interrupt"));
    assert_ids(&seen, "before_mark_gained mark_gained mark_gained_resolved");
    assert_eq!(table.game.marks(A, mark), 2);
    seen
}

fn reshuffled() -> Vec<Seen> {
    let table = table();
    let pile = table.game.read().draw_pile.clone();
    table.game.put(None, &pile[1..], Zone::DiscardPile, Spot::Top).expect("no interrupt");
    let seen = during(&table, |table| table.game.draw(A, 2).map(drop).expect("no interrupt"));
    assert_ids(&seen[..1], "reshuffled");
    seen
}

#[test]
fn the_flows_of_states_follow_the_table() {
    walks();
}
