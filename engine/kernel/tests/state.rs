//! The state as plain data: sound after every event, digested, cloned and played on.

mod support;

use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::{Slot, Zone};
use muniu_kernel::def::{Ability, Active, CardPick, CardTest, Convert, From, Num, Picks, TargetPick, To, Who};
use muniu_kernel::ids::PlayerId;
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Action, Answer, Ask, Pick, Request};
use muniu_kernel::rng::Rng;
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::state::{GameResult, State};
use muniu_kernel::timing::Timing;
use std::cell::RefCell;
use std::rc::Rc;
use support::{A, B, Table, World, act, ev, me, other};

/// Answers by chance, but the same for the same decision of the same seed; checks every question on the way.
struct Chance {
    seed: u64,
    /// States cloned at idle points: one in so many.
    saved: Rc<RefCell<Vec<State>>>,
    keep: bool,
}

impl Chance {
    fn dice(&self, game: &Game) -> Rng {
        Rng::new(self.seed ^ game.read().decisions.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn action(&self, game: &Game, request: &Request, dice: &mut Rng) -> Answer {
        let ways = game.ways(request);
        if ways.is_empty() || request.optional && dice.below(6) == 0 {
            return game.default_answer(request);
        }
        let mut action = Action::new(pick(&ways, dice));
        for _ in 0..20 {
            let next = game.next(request, &action);
            let full = action.targets.len() >= next.target_bounds.1 || next.targets.is_empty();
            if next.ready && (full || dice.below(2) == 0) {
                return Answer::Act(action);
            }
            if !next.cards.is_empty() && action.cards.len() < next.card_bounds.0 {
                action.cards.push(pick(&next.cards, dice));
            } else if !next.names.is_empty() && action.name.is_none() {
                action.name = Some(pick(&next.names, dice));
            } else if !next.targets.is_empty() {
                action.targets.push(pick(&next.targets, dice));
            } else {
                break;
            }
        }
        assert!(
            game.complete(request, Action::new(ways[0])).is_some() || request.optional,
            "{request:?} is a dead end"
        );
        game.default_answer(request)
    }
}

fn pick<T: Clone>(items: &[T], dice: &mut Rng) -> T {
    items[dice.below(items.len() as u32) as usize].clone()
}

impl Agent for Chance {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let game = view.rules();
        game.sound().expect("the state is sound when a seat is asked");
        let default = game.default_answer(request);
        assert_eq!(game.check(request, &default), Ok(()), "the default is legal: {request:?} {default:?}");
        let mandatory = Request { optional: false, ..request.clone() };
        let acts = matches!(request.ask, Ask::Play | Ask::Card { .. } | Ask::Confirm);
        if !acts {
            let forced = game.default_answer(&mandatory);
            assert_eq!(game.check(&mandatory, &forced), Ok(()), "{mandatory:?} {forced:?}");
        } else if request.ask == Ask::Play && self.keep {
            self.saved.borrow_mut().push(game.read().clone());
        }
        let before = game.digest();
        let mut dice = self.dice(game);
        let answer = match &request.ask {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => self.action(game, request, &mut dice),
            Ask::Cards { cards, hidden, min, .. } => {
                let covered = hidden.iter().flat_map(|(owner, most)| vec![Pick::Hidden(*owner); *most]);
                let mut all: Vec<Pick> = cards.iter().map(|card| Pick::Card(*card)).chain(covered).collect();
                dice.shuffle(&mut all);
                all.truncate(*min);
                Answer::Cards(all)
            }
            Ask::OrderTriggers { options, .. } => Answer::Index(dice.below(options.len() as u32) as usize),
            _ => default,
        };
        assert_eq!(game.digest(), before, "looking changes nothing");
        assert_eq!(game.check(request, &answer), Ok(()), "what legality offers it accepts: {request:?} {answer:?}");
        Ok(answer)
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        panic!("refused: {reason}: {request:?}");
    }
}

fn one(from: From) -> CardPick {
    CardPick { from, min: Num::Is(1), max: Some(Num::Is(1)), test: CardTest::default(), filter: None }
}

/// Skills that move cards, hurt and heal in the middle of everything.
fn lively() -> World {
    let mut world = World::new();
    let greedy = world.on(Timing::DamageTaken, Who::Target, |game, args| game.draw(me(args), 2).map(drop));
    let angry = world.on(Timing::DamageTaken, Who::Target, |game, args| {
        let source = game.edit_damage(ev(args).id, |damage| damage.source).flatten();
        source.filter(|source| *source != me(args)).map_or(Ok(()), |source| game.lose_hp(source, 1, None))
    });
    let dodgy = world.on(Timing::TargetBecoming, Who::Target, |game, args| {
        game.redirect(ev(args), act(args).targets[0]);
        Ok(())
    });
    let mut dodgy = muniu_kernel::def::Handler { compulsory: false, ..dodgy };
    dodgy.picks.price.discard = Some(one(From::CARDS));
    let legal = world.test(|game, args| {
        let used = ev(args).id;
        let user = game.used(used).user;
        let in_list = game.used(used).aims.iter().any(|aim| aim.player == other(args) && !aim.cancelled);
        user != Some(other(args)) && !in_list && game.may_target(used, other(args))
    });
    dodgy.picks.targets = Some(TargetPick { min: Num::Is(1), max: Some(Num::Is(1)), own: false, filter: Some(legal) });
    let mut picks =
        Picks { cards: Some(CardPick { min: Num::Is(1), max: None, ..one(From::HAND) }), ..Picks::default() };
    picks.targets = Some(TargetPick { min: Num::Is(1), max: Some(Num::Is(1)), own: false, filter: None });
    let run = world.run(|game, args| game.give(me(args), act(args).targets[0], &act(args).cards).map(drop));
    let convert = Convert {
        to: To::Names(["slash", "jink", "peach"].map(|name| world.name(name)).to_vec()),
        cards: Some(one(From::CARDS)),
        named: None,
        for_use: true,
        for_respond: true,
        when: None,
        limit: None,
        recast: false,
        before: None,
        face_down: false,
        line: 0,
    };
    world.add_skill("greedy", vec![Ability::On(greedy)]);
    world.add_skill("angry", vec![Ability::On(angry)]);
    world.add_skill("dodgy", vec![Ability::On(dodgy)]);
    world.add_skill("kind", vec![Ability::Active(Active { when: None, limit: None, picks, run, line: 0 })]);
    world.add_skill("sly", vec![Ability::Convert(convert)]);
    world
}

/// A table where everybody has a skill or two, and hands are dealt.
fn table(seats: usize, seed: u64) -> Table {
    let table = lively().start(seats);
    {
        let mut state = table.game.edit();
        let state = &mut *state;
        state.rng = Rng::new(seed);
        state.rng.shuffle(&mut state.draw_pile);
    }
    let skills = ["greedy", "angry", "dodgy", "sly", "kind"];
    for seat in 0..seats {
        let seat = PlayerId(seat as u8);
        table.learn(seat, skills[(usize::from(seat.0) + seed as usize) % skills.len()]);
        table.learn(seat, skills[(usize::from(seat.0) * 2 + seed as usize + 2) % skills.len()]);
        table.game.draw(seat, 4).expect("no interrupt");
    }
    table
}

fn seat_chance(game: &Game, seed: u64, seats: usize, keep: bool) -> Rc<RefCell<Vec<State>>> {
    let saved = Rc::new(RefCell::new(Vec::new()));
    let agent: Rc<RefCell<dyn Agent>> = Rc::new(RefCell::new(Chance { seed, saved: saved.clone(), keep }));
    game.seat(vec![agent; seats]);
    saved
}

fn finish(result: Result<GameResult, Interrupt>) -> Option<GameResult> {
    match result {
        Ok(result) => Some(result),
        Err(Interrupt::Bound) => None,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn random_games_stay_sound_and_every_default_is_legal() {
    let mut over = 0;
    for seed in 0..40 {
        let seats = 2 + seed as usize % 5;
        let table = table(seats, seed);
        seat_chance(&table.game, seed, seats, false);
        table.game.bound_decisions(600);
        over += usize::from(finish(table.game.play()).is_some());
        assert_eq!(table.log.borrow().unsound, None, "seed {seed}");
        assert!(table.book.reports.borrow().is_empty(), "{:?}", table.book.reports.borrow());
    }
    assert!(over >= 20, "most games end: {over}");
}

#[test]
fn a_game_played_on_from_an_idle_point_ends_the_same() {
    for seed in 0..6 {
        let table = table(4, seed);
        let saved = seat_chance(&table.game, seed, 4, true);
        table.game.bound_decisions(300);
        let result = finish(table.game.play());
        let digest = table.game.digest();
        let saved = saved.borrow();
        assert!(saved.len() > 3);
        for state in saved.iter().step_by(5) {
            let again = Game::resume(table.game.catalogue(), table.book.clone(), state.clone());
            let other = Table::around(again, table.book.clone(), 4);
            seat_chance(&other.game, seed, 4, false);
            other.game.bound_decisions(300);
            assert_eq!(finish(other.game.go_on()), result, "seed {seed}");
            assert_eq!(other.game.digest(), digest, "seed {seed}");
        }
    }
}

#[test]
fn an_idle_point_that_is_resumed_comes_up_once() {
    let mut world = World::new();
    let count =
        world.on(Timing::PlayIdle, Who::Player, |game, args| game.gain_mark(me(args), game.names().intern("idle"), 1));
    world.add_skill("count", vec![Ability::On(count)]);
    let table = world.start(2);
    table.learn(A, "count");
    table.game.edit().order_from = A;
    let saved: Rc<RefCell<Option<State>>> = Rc::default();
    let keep = saved.clone();
    table.reply(A, "play", move |game, _| {
        *keep.borrow_mut() = Some(game.read().clone());
        Answer::Pass
    });
    table.game.turn(A, false).expect("no interrupt");
    let state = saved.borrow_mut().take().expect("asked");
    let again = Table::around(Game::resume(table.game.catalogue(), table.book.clone(), state), table.book.clone(), 2);
    again.game.bound_decisions(again.game.read().decisions + 1);
    assert_eq!(again.game.go_on(), Err(Interrupt::Bound));
    assert_eq!(again.game.marks(A, again.name("idle")), 1);
}

#[test]
fn the_digest_depends_on_the_state_and_on_nothing_else() {
    let first = World::new().start(3);
    let second = World::new().start(3);
    assert_eq!(first.game.digest(), second.game.digest());
    // Names interned in another order change nothing; what is in the state does.
    let _ = second.name("zebra");
    assert_eq!(first.game.digest(), second.game.digest());
    let changes: [fn(&Game); 8] = [
        |game| game.edit().players[1].hp = 3,
        |game| game.edit().players[1].chained = true,
        |game| game.edit().draw_pile.swap(0, 1),
        |game| *game.edit().players[0].marks.entry(game.names().intern("m")) = 1,
        |game| game.edit().players[0].abolished.push(Slot::Armor),
        |game| game.edit().extra_turns.push(B),
        |game| game.edit().turn_owner = Some(B),
        |game| _ = game.edit().rng.below(2),
    ];
    let mut digests = vec![first.game.digest()];
    for change in changes {
        let table = World::new().start(3);
        change(&table.game);
        digests.push(table.game.digest());
    }
    let distinct: std::collections::BTreeSet<&String> = digests.iter().collect();
    assert_eq!(distinct.len(), digests.len());
}

#[test]
fn the_check_of_soundness_finds_what_is_wrong() {
    let broken = |breaks: fn(&mut State)| {
        let table = World::new().start(2);
        table.deal(A, &["slash"]);
        breaks(&mut table.game.edit());
        table.game.sound().expect_err("broken")
    };
    assert!(broken(|state| state.players[0].hand.clear()).contains("nowhere"));
    assert!(broken(|state| state.players[1].hand = state.players[0].hand.clone()).contains("two places"));
    assert!(
        broken(|state| {
            let card = state.players[0].hand[0];
            state.zones[card.index()] = Zone::DiscardPile;
        })
        .contains("said to be in discard_pile")
    );
    assert!(broken(|state| state.players[0].hp = 5).contains("above the maximum"));
    assert!(broken(|state| state.players[0].alive = false).contains("is dead and has cards"));
}
