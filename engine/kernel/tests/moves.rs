//! Moves (rules 4.2.9): batches, redirection, the piles, the processing area, and ties to virtual cards.

mod support;

use muniu_kernel::card::{Slot, Zone};
use muniu_kernel::def::{Ability, Nature, Who};
use muniu_kernel::event::{CardMove, Damage, Event, Move, Reason, Spot};
use muniu_kernel::ids::CardId;
use muniu_kernel::request::{Answer, Pick};
use muniu_kernel::rulebook::Interrupt;
use muniu_kernel::timing::Timing;
use std::cell::RefCell;
use std::rc::Rc;
use support::{A, B, C, Table, World, ev, me};

fn table() -> Table {
    let table = World::new().start(3);
    table.in_turn(A);
    table
}

/// Leave only this many cards in the draw pile; the rest is out of the game or discarded.
fn shrink(table: &Table, left: usize, to: Zone) {
    let pile = table.game.read().draw_pile.clone();
    table.game.put(None, &pile[left..], to, Spot::Top).expect("no interrupt");
}

#[test]
fn a_batch_moves_at_once_and_is_one_occasion() {
    let mut world = World::new();
    let seen: Rc<RefCell<Vec<usize>>> = Rc::default();
    let log = seen.clone();
    let count = world.on(Timing::AfterMove2, Who::Anyone, move |game, args| {
        if let Event::Move(batch) = &*game.event(ev(args).id) {
            log.borrow_mut().push(batch.moves.len());
        }
        Ok(())
    });
    world.add_skill("count", vec![Ability::On(count)]);
    let table = world.start(2);
    table.in_turn(A);
    let hand = table.deal(A, &["slash", "jink"]);
    let coat = table.equip(A, "coat", Slot::Armor);
    table.learn(A, "count");
    let to = Zone::DiscardPile;
    let entry = |card: CardId, from| CardMove { card, from, to, spot: Spot::Top, open: true, former: None };
    let moves = vec![
        entry(hand[0], Zone::Hand(A)),
        entry(coat, Zone::Equip(A, Slot::Armor)),
        // Not where it is said to be: left out.
        entry(hand[1], Zone::Hand(B)),
    ];
    let batch = Move { moves, reason: Reason::Discard, by: Some(B), origin: None, skill: None };
    let done = table.game.move_cards(batch).expect("no interrupt");
    assert_eq!(done.iter().map(|entry| entry.card).collect::<Vec<_>>(), [hand[0], coat]);
    assert_eq!(*seen.borrow(), [2]);
    assert_eq!((table.zone(hand[1]), table.zone(coat)), (Zone::Hand(A), Zone::DiscardPile));
    assert_eq!(table.game.draw(B, 0), Ok(Vec::new()));
    table.assert_sound();
}

#[test]
fn a_move_can_be_sent_elsewhere_before_it_is_made() {
    let mut world = World::new();
    let bottom = world.on(Timing::BeforeMove2, Who::Anyone, |game, args| {
        if let Event::Move(batch) = &mut *game.event_mut(ev(args).id) {
            for entry in batch.moves.iter_mut().filter(|entry| entry.to == Zone::Processing) {
                entry.to = Zone::DrawPile;
                entry.spot = Spot::Bottom;
            }
        }
        Ok(())
    });
    world.add_skill("bottom", vec![Ability::On(bottom)]);
    let table = world.start(2);
    table.in_turn(A);
    let slash = table.deal(A, &["slash"])[0];
    table.learn(A, "bottom");
    let used = table.use_card(A, slash, &[B]);
    assert_eq!((table.zone(slash), table.game.read().draw_pile[0]), (Zone::DrawPile, slash));
    // The slash goes on without a physical card.
    assert_eq!(table.hp(B), 3);
    assert!(table.game.virtual_card(used.card).cards.is_empty());
    assert_eq!(table.game.read().ties[slash.index()], None);
}

#[test]
fn cards_left_in_the_pile_stay_on_top_when_it_is_made_anew() {
    let table = table();
    let pile = table.game.read().draw_pile.clone();
    shrink(&table, 2, Zone::DiscardPile);
    let top = table.game.top(5).expect("enough cards");
    assert_eq!(top[..2], [pile[1], pile[0]]);
    assert!(table.game.read().discard_pile.is_empty());
    assert_eq!(table.game.read().draw_pile.len(), pile.len());
    table.assert_sound();
}

#[test]
fn looking_at_exactly_what_is_there_leaves_the_piles_alone() {
    let table = table();
    shrink(&table, 2, Zone::DiscardPile);
    table.game.top(2).expect("enough cards");
    assert_eq!(table.game.read().draw_pile.len(), 2);
    // Taking the last one makes the pile anew at once.
    table.game.draw(A, 2).expect("enough cards");
    assert!(table.game.read().discard_pile.is_empty() && !table.game.read().draw_pile.is_empty());
}

#[test]
fn the_game_is_a_draw_when_the_cards_run_out() {
    let table = table();
    shrink(&table, 3, Zone::Removed);
    assert_eq!(table.game.draw(A, 4), Err(Interrupt::GameOver));
    assert_eq!(table.game.read().result.as_ref().map(|result| result.winners.clone()), Some(Vec::new()));
    let table = self::table();
    shrink(&table, 3, Zone::Removed);
    table.game.draw(A, 3).expect("just enough");
    assert!(table.game.read().result.is_none());
    table.assert_sound();
}

#[test]
fn the_processing_area_is_cleared_when_the_event_ends() {
    let table = table();
    let duel = table.deal(A, &["duel"])[0];
    let slashes = table.deal(B, &["slash"]);
    table.reply_card(B, "respond", slashes[0], &[]);
    table.use_card(A, duel, &[B]);
    let state = table.game.read();
    assert!(state.processing.is_empty());
    assert_eq!(state.discard_pile, [slashes[0], duel], "the response first, the use when it ends");
    assert!(state.ties.iter().all(Option::is_none));
}

#[test]
fn a_judgement_card_can_be_replaced_and_is_put_away() {
    let mut world = World::new();
    let replace = world.on(Timing::BeforeJudgeResult, Who::Anyone, |game, args| {
        let Some(card) = game.read().players[me(args).index()].hand.first().copied() else { return Ok(()) };
        let take = (me(args) == C).then_some(C);
        game.replace_judge_card(ev(args).id, me(args), card, take)
    });
    world.add_skill("replace", vec![Ability::On(replace)]);
    let table = world.start(3);
    table.in_turn(A);
    let first = table.deal(B, &["slash"])[0];
    let second = table.deal(C, &["jink"])[0];
    table.learn(B, "replace");
    table.learn(C, "replace");
    let turned = *table.game.read().draw_pile.last().expect("a card");
    let result = table.game.judge(A, table.name("omen"), None).expect("no interrupt").expect("alive");
    assert_eq!(result.name, table.name("jink"));
    assert_eq!((table.zone(turned), table.zone(second)), (Zone::DiscardPile, Zone::DiscardPile));
    assert_eq!(table.zone(first), Zone::Hand(C), "the one that takes gets the card it replaced");
    table.assert_sound();
}

#[test]
fn a_card_taken_in_the_flow_of_its_use_breaks_its_tie() {
    let mut world = World::new();
    let keep = world.on(Timing::DamageTaken, Who::Target, |game, args| {
        let card = game.edit_damage(ev(args).id, |damage| damage.card).flatten().expect("by a card");
        let cards: Vec<CardId> = game.virtual_card(card).cards.iter().copied().collect();
        game.obtain(me(args), &cards, true).map(drop)
    });
    world.add_skill("keep", vec![Ability::On(keep)]);
    let table = world.start(3);
    table.in_turn(A);
    table.learn(B, "keep");
    table.learn(C, "keep");
    let slash = table.deal(A, &["slash"])[0];
    let used = table.use_card(A, slash, &[B, C]);
    assert_eq!(table.zone(slash), Zone::Hand(B), "C finds no card left to take");
    assert_eq!((table.hp(B), table.hp(C)), (3, 3));
    assert!(table.game.virtual_card(used.card).cards.is_empty());
    assert_eq!(used.cards[..], [slash]);
}

#[test]
fn swapping_hands_goes_by_way_of_the_processing_area() {
    let table = table();
    let first = table.deal(A, &["slash", "jink"]);
    let second = table.deal(B, &["peach"]);
    table.game.swap(C, (&first, Zone::Hand(B)), (&second, Zone::Hand(A))).expect("no interrupt");
    assert_eq!(table.game.read().players[0].hand, second);
    assert_eq!(table.game.read().players[1].hand, first);
    assert!(table.game.read().processing.is_empty());
    table.assert_sound();
}

#[test]
fn a_delayed_trick_keeps_its_tie_while_it_waits_and_when_it_moves_on() {
    let table = table();
    let omen = table.deal(A, &["omen"])[0];
    table.use_card(A, omen, &[B]);
    let tie = table.game.read().ties[omen.index()].expect("still the trick");
    table.game.put(Some(A), &[omen], Zone::Judge(C), Spot::Top).expect("no interrupt");
    assert_eq!(table.game.read().ties[omen.index()], Some(tie));
    table.game.discard(A, &[omen]).expect("no interrupt");
    assert_eq!(table.game.read().ties[omen.index()], None);
}

#[test]
fn the_dead_leave_no_cards_and_piles_are_emptied() {
    let table = table();
    table.deal(B, &["slash", "jink"]);
    table.equip(B, "coat", Slot::Armor);
    table.place("omen", Zone::Judge(B));
    let pile = table.name("pile");
    table.place("peach", Zone::Pile(B, pile));
    table.game.gain_mark(B, pile, 2).expect("no interrupt");
    table.game.edit().players[1].hp = 1;
    table.game.damage(Damage::new(Some(A), B, 5, Nature::Normal)).expect("no interrupt");
    table.assert_sound();
    assert_eq!((table.game.read().discard_pile.len(), table.game.marks(B, pile)), (5, 0));
}

#[test]
fn cards_of_a_hand_that_is_not_seen_are_drawn_by_chance() {
    let table = table();
    let hand = table.deal(B, &["slash", "jink", "peach"]);
    let coat = table.equip(B, "coat", Slot::Armor);
    let all: Vec<CardId> = hand.iter().copied().chain([coat]).collect();
    table.reply_with(A, "choose_cards", Answer::Cards(vec![Pick::Card(hand[0]), Pick::Card(coat)]));
    table.reply_with(A, "choose_cards", Answer::Cards(vec![Pick::Hidden(B), Pick::Card(coat)]));
    let chosen =
        table.game.choose_cards(A, &all, (2, 2), false, muniu_kernel::request::Prompt::RULES).expect("no interrupt");
    assert_eq!(table.script.borrow().refused.len(), 1, "a card of a hidden hand can't be named");
    assert!(hand.contains(&chosen[0]) && chosen[1] == coat);
}

#[test]
fn before_the_game_no_skill_of_moving_comes_up() {
    let table = World::new().start(2);
    table.take();
    table.game.draw(A, 4).expect("no interrupt");
    assert!(table.take().is_empty());
    assert_eq!(table.game.read().players[0].hand.len(), 4);
}
