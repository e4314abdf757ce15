//! The table of timings: every one exists, and comes up at its place even where nothing listens.

mod states;
#[path = "../support/mod.rs"]
mod support;
mod turns;
mod uses;

use muniu_kernel::timing::{Repeats, TIMINGS, Timing};
use std::collections::BTreeSet;
use support::RULES;

/// The ids of chapter 4 of the rules in the order of its flows; steps are marked with `*`.
const TABLE: &str = "
    choose_hp_card
    turn_started_1 turn_started_2 turn_started_3 turn_started_4 turn_started_5 turn_started_6 turn_started_7
    turn_started_8 turn_started_9
    before_prepare_phase prepare_phase_start prepare_phase prepare_phase_end before_judge_phase judge_phase_start
    judge_phase judge_phase_end before_draw_phase draw_phase_start_1 draw_phase_start_2 draw_phase draw_phase_end
    before_play_phase play_phase_start play_phase play_idle play_phase_end before_discard_phase
    discard_phase_start discard_phase discard_phase_end before_finish_phase finish_phase_start finish_phase
    finish_phase_end
    before_turn_end_1 before_turn_end_2 before_turn_end_3 before_turn_end_4 before_turn_end_5 before_turn_end_6
    before_turn_end_7
    need_use_1 need_use_2 need_use_3
    declare_name_and_mode* fix_physical_card_standard_and_range* choose_physical_cards* choose_targets*
    use_declared targets_chosen card_using target_specifying target_becoming target_specified target_became
    use_prepared effect_resolving before_effect effect_offset effect_starting effect use_resolved_1
    use_resolved_2 use_resolved_3
    need_respond_1 need_respond_2 need_respond_3
    declare_responded_name* fix_responded_card_standard_and_range* choose_responded_physical_cards*
    card_responding respond_resolved
    pindian_start pindian_result pindian_resolved
    move_deciding before_move_1 before_move_2 after_move_1 after_move_2 move_resolved
    before_state_change_1 before_state_change_2 after_state_change state_change_resolved after_general_shown
    general_shown_resolved
    judge_start judge_card_set before_judge_result judge_result_fixed after_judge_result_1 after_judge_result_2
    judge_resolved
    before_damage damage_start damage_causing_1 damage_causing_2 damage_causing_3 damage_taking_1 damage_taking_2
    damage_taking_3 damage_caused damage_taken damage_resolved
    before_hp_lost hp_lost hp_lost_resolved
    before_hp_reduced_by_damage hp_reducing_by_damage hp_reduced_by_damage hp_reduced_by_damage_resolved
    before_hp_reduced_by_loss hp_reducing_by_loss hp_reduced_by_loss hp_reduced_by_loss_resolved
    before_recover recovered recover_resolved
    before_max_hp_reduced max_hp_reduced max_hp_reduced_resolved
    before_max_hp_gained max_hp_gained max_hp_gained_resolved
    dying_entering dying_entered dying dying_resolved
    before_role_shown death after_death death_resolved
    before_skill_gained skill_gained skill_gained_resolved
    before_skill_lost skill_lost skill_lost_resolved
    before_area_abolished area_abolished area_abolished_resolved
    before_area_restored area_restored area_restored_resolved
    before_mark_gained mark_gained mark_gained_resolved
";

#[test]
fn the_table_is_that_of_the_rules() {
    let rows = TIMINGS.iter().map(|row| match row.repeats {
        Repeats::Step => format!("{}*", row.id),
        _ => row.id.to_string(),
    });
    let expected: Vec<&str> = TABLE.split_whitespace().collect();
    assert_eq!(expected.len(), RULES);
    let rows: Vec<String> = rows.collect();
    assert_eq!(rows[..RULES], expected);
    for (number, row) in TIMINGS.iter().enumerate() {
        assert_eq!(row.timing as usize, number, "{} is in its row", row.id);
        let found = Timing::parse(row.id);
        assert_eq!(found, (row.repeats != Repeats::Step).then_some(row.timing), "{}", row.id);
    }
}

#[test]
fn every_timing_comes_up_in_some_flow() {
    let walks = [turns::walks(), uses::walks(), states::walks()];
    let seen: BTreeSet<&str> = walks.iter().flatten().flatten().map(|seen| seen.timing.id()).collect();
    let missing: Vec<&str> = TIMINGS[..RULES].iter().map(|row| row.id).filter(|id| !seen.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?} never came up");
}
