//! The setup, a whole turn, and turns that go otherwise.

use crate::support::{A, B, C, Seen, Table, World, assert_ids, of};
use muniu_kernel::card::Zone;
use muniu_kernel::event::Phase;
use muniu_kernel::request::Answer;
use muniu_kernel::rulebook::Interrupt;
use muniu_kernel::timing::FlowKind as F;

const WHOLE: &str = "turn_started_1 turn_started_2 turn_started_3 turn_started_4 turn_started_5
    turn_started_6 turn_started_7 turn_started_8 turn_started_9
    before_prepare_phase prepare_phase_start prepare_phase prepare_phase_end
    before_judge_phase judge_phase_start judge_phase judge_phase_end
    before_draw_phase draw_phase_start_1 draw_phase_start_2 draw_phase draw_phase_end
    before_play_phase play_phase_start play_phase play_idle play_phase_end
    before_discard_phase discard_phase_start discard_phase discard_phase_end
    before_finish_phase finish_phase_start finish_phase finish_phase_end
    before_turn_end_1 before_turn_end_2 before_turn_end_3 before_turn_end_4 before_turn_end_5
    before_turn_end_6 before_turn_end_7";

pub fn walks() -> Vec<Vec<Seen>> {
    vec![setup(), whole_turn()]
}

/// One turn of `A` at a table of three, and what came up in it.
fn turn(prepare: impl FnOnce(&Table)) -> Vec<Seen> {
    let table = World::new().start(3);
    prepare(&table);
    table.take();
    table.game.turn(A, false).expect("no interrupt");
    table.assert_sound();
    table.take()
}

fn setup() -> Vec<Seen> {
    let table = World::new().start(3);
    table.game.set_up().expect("no interrupt");
    table.take()
}

#[test]
fn the_setup_comes_to_its_timings() {
    assert_ids(&setup(), "generals_shown choose_hp_card hands_dealt game_started");
}

fn whole_turn() -> Vec<Seen> {
    let seen = turn(|_| {});
    assert_ids(&of(&seen, &[F::Turn, F::Phase]), WHOLE);
    seen
}

#[test]
fn a_whole_turn_follows_the_table() {
    whole_turn();
}

#[test]
fn each_idle_point_is_a_timing_of_its_own() {
    let seen = turn(|table| {
        let hand = table.deal(A, &["slash", "duel"]);
        table.reply_card(A, "play", hand[0], &[B]);
        table.reply_card(A, "play", hand[1], &[C]);
    });
    let idle = "play_idle play_idle play_idle play_phase_end";
    let expected = WHOLE.replace("play_idle play_phase_end", idle);
    assert_ids(&of(&seen, &[F::Turn, F::Phase]), &expected);
}

#[test]
fn a_turn_face_down_ends_at_the_fifth() {
    let seen = turn(|table| table.game.edit().players[0].face_up = false);
    let ids = "turn_started_1 turn_started_2 turn_started_3 turn_started_4 turn_started_5
        before_state_change_1 before_state_change_2 after_state_change state_change_resolved";
    assert_ids(&of(&seen, &[F::Turn, F::Phase, F::StateChange]), ids);
}

#[test]
fn a_skipped_phase_comes_to_its_before_only() {
    let seen = turn(|table| {
        table.place("omen", Zone::Judge(A));
        // The judgement card is no heart, so the play phase goes.
        table.game.edit().players[0].hp = 4;
        let state = table.game.read();
        let spade = state.draw_pile.iter().rposition(|card| state.faces[card.index()].suit.symbol() == '♠');
        drop(state);
        let mut state = table.game.edit();
        let card = state.draw_pile.remove(spade.expect("a spade"));
        state.draw_pile.push(card);
    });
    let play = "before_play_phase play_phase_start play_phase play_idle play_phase_end";
    let expected = WHOLE.replace(play, "before_play_phase");
    assert_ids(&of(&seen, &[F::Turn, F::Phase]), &expected);
}

#[test]
fn the_death_of_the_turn_owner_leads_to_the_end_of_the_turn() {
    let seen = turn(|table| {
        table.game.edit().players[0].hp = 1;
        let duel = table.deal(A, &["duel"])[0];
        table.deal(B, &["slash"]);
        table.reply_card(A, "play", duel, &[B]);
        table.reply(B, "respond", |game, request| Answer::Act(game.first_action(request).expect("a slash in hand")));
    });
    let seen = of(&seen, &[F::Turn, F::Phase]);
    let from = seen.iter().position(|seen| seen.timing.id() == "play_idle").expect("the play phase came");
    let rest = "play_idle before_turn_end_1 before_turn_end_2 before_turn_end_3 before_turn_end_4 before_turn_end_5
        before_turn_end_6 before_turn_end_7";
    assert_ids(&seen[from..], rest);
}

#[test]
fn an_extra_phase_and_an_extra_turn_come_next() {
    let mut world = World::new();
    let twice = world.on(muniu_kernel::timing::Timing::FinishPhaseStart, muniu_kernel::def::Who::Player, |game, _| {
        if game.read().turns == 1 {
            game.extra_phase(Phase::Draw);
            game.extra_turn(A);
        }
        Ok(())
    });
    world.add_skill("twice", vec![muniu_kernel::def::Ability::On(twice)]);
    let table = world.start(3);
    table.learn(A, "twice");
    table.game.bound_decisions(3);
    table.take();
    assert_eq!(table.game.play(), Err(Interrupt::Bound));
    let seen = of(&table.take(), &[F::Phase]);
    let draws = seen.iter().filter(|seen| seen.timing.id() == "draw_phase").count();
    // A twice in the first turn, A in the extra one, B in the next.
    assert_eq!(draws, 4);
    assert_eq!(table.game.read().last_regular, Some(B));
    assert_eq!(table.game.read().round, 1);
}
