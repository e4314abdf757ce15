//! Bots play whole games of a tiny content written in Rust: three kinds of card, four roles, no scripts.

use muniu_bots::{HeuristicBot, RandomBot};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::{Face, Suit};
use muniu_kernel::def::{CardDef, CardType, Catalogue, Fun, ModeDef, Num, Reach, SaveRule, Scope, TargetRule};
use muniu_kernel::game::Setup;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::names::{Name, Names};
use muniu_kernel::request::{Answer, Ev, Request};
use muniu_kernel::rulebook::{Arg, Call, Flow, Rulebook};
use muniu_kernel::value::Value;
use std::cell::RefCell;
use std::rc::Rc;

const SETUP: Fun = Fun(1);
const OVER: Fun = Fun(2);
const SLASH: Fun = Fun(3);
const JINK: Fun = Fun(4);
const PEACH: Fun = Fun(5);
const WOUNDED: Fun = Fun(6);

const ROLES: [&str; 5] = ["lord", "rebel", "loyalist", "renegade", "rebel"];

struct Tiny;

impl Tiny {
    fn over(game: &Game) -> Value {
        let names = game.names();
        let state = game.read();
        let living: Vec<Rc<str>> = state
            .players
            .iter()
            .filter(|player| player.alive)
            .filter_map(|player| player.role)
            .map(|role| names.text(role))
            .collect();
        let winners = match living.iter().any(|role| **role == *"lord") {
            true if living.iter().all(|role| ["lord", "loyalist"].contains(&&**role)) => ["lord", "loyalist"],
            true => return Value::Nil,
            false if living.len() == 1 && *living[0] == *"renegade" => ["renegade", ""],
            false => ["rebel", ""],
        };
        let won = |seat: &usize| winners.contains(&ROLES[*seat]);
        Value::List(Rc::new((0..ROLES.len()).filter(won).map(|seat| Value::Player(PlayerId(seat as u8))).collect()))
    }
}

impl Rulebook for Tiny {
    fn test(&self, game: &Game, call: Call<'_>) -> bool {
        match (call.fun, call.args) {
            (WOUNDED, [Arg::Player(user), ..]) => {
                let state = game.read();
                state.players[user.index()].hp < state.players[user.index()].max_hp
            }
            _ => true,
        }
    }

    fn number(&self, _: &Game, _: Call<'_>) -> Option<i64> {
        None
    }

    fn value(&self, game: &Game, call: Call<'_>) -> Value {
        if call.fun == OVER { Tiny::over(game) } else { Value::Nil }
    }

    fn run(&self, game: &Game, call: Call<'_>) -> Flow<Value> {
        match (call.fun, call.args) {
            (SETUP, _) => {
                for (seat, role) in ROLES.iter().enumerate() {
                    {
                        let mut state = game.edit();
                        let player = &mut state.players[seat];
                        (player.hp, player.max_hp) = (4, 4);
                        player.role = Some(game.names().intern(role));
                        player.role_shown = *role == "lord";
                    }
                    game.draw(PlayerId(seat as u8), 4)?;
                }
            }
            (SLASH, [_, Arg::Event(ev), Arg::Player(target)]) => {
                game.card_damage(*ev, *target, 1, None, None)?;
            }
            (JINK, [_, Arg::Event(ev), ..]) => {
                let to = game.used(ev.id).to;
                if let Some((id, aim)) = to {
                    game.offset(Ev { id, aim });
                }
            }
            (PEACH, [Arg::Player(user), _, Arg::Player(target)]) => {
                game.recover(*target, 1, Some(*user), None, None)?;
            }
            _ => {}
        }
        Ok(Value::Nil)
    }

    fn report(&self, _: &Game, _: Name, message: &str) {
        panic!("{message}");
    }
}

fn card(names: &Names, name: &str) -> CardDef {
    let name = names.intern(name);
    CardDef {
        name,
        family: name,
        card_type: CardType::Basic,
        nature: None,
        slot: None,
        range: 0,
        distance_to: 0,
        distance_from: 0,
        at_idle: true,
        targets: TargetRule::Own,
        target_filter: None,
        second: None,
        when: None,
        quota: None,
        answered_by: None,
        nullifiable: false,
        nullifies: false,
        saves: SaveRule::No,
        recast: false,
        run: None,
        run_save: None,
        missed: None,
        skill: None,
    }
}

fn catalogue() -> Rc<Catalogue> {
    let names = Names::default();
    let mut catalogue = Catalogue { names: names.clone(), ..Catalogue::default() };
    let chosen = TargetRule::Chosen { min: Num::Is(1), max: Some(Num::Is(1)), own: false, reach: Reach::Range };
    catalogue.add_card(CardDef {
        targets: chosen,
        quota: Some((Scope::Phase, 1)),
        answered_by: Some(names.intern("jink")),
        run: Some(SLASH),
        ..card(&names, "slash")
    });
    catalogue.add_card(CardDef {
        at_idle: false,
        targets: TargetRule::Answer,
        run: Some(JINK),
        ..card(&names, "jink")
    });
    catalogue.add_card(CardDef {
        when: Some(WOUNDED),
        saves: SaveRule::Anyone,
        run: Some(PEACH),
        ..card(&names, "peach")
    });
    for (name, count) in [("slash", 40), ("jink", 24), ("peach", 8)] {
        for copy in 0..count {
            let suit = Suit::ALL[copy % 4];
            catalogue.deck.push(Face { name: names.intern(name), suit, rank: (copy % 13 + 1) as u8 });
        }
    }
    catalogue.modes.push(Rc::new(ModeDef {
        name: names.intern("tiny"),
        seats: (ROLES.len(), ROLES.len()),
        setup: Some(SETUP),
        first: None,
        over: Some(OVER),
        reward: None,
        skill: None,
    }));
    Rc::new(catalogue)
}

/// Fails the test at an answer that is refused.
struct Strict<A>(A);

impl<A: Agent> Agent for Strict<A> {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let answer = self.0.answer(view, request)?;
        assert_eq!(view.rules().check(request, &answer), Ok(()), "{request:?} was answered with {answer:?}");
        Ok(answer)
    }
}

/// The winners' first role, the number of turns and the last state's digest.
fn play(seed: u64, heuristic: bool) -> (String, u32, String) {
    let catalogue = catalogue();
    let mode = catalogue.names.intern("tiny");
    let game = Game::new(catalogue, Rc::new(Tiny), &Setup { mode, seats: ROLES.len(), seed, options: Vec::new() });
    game.bound_decisions(20_000);
    let agents = (0..ROLES.len() as u8).map(PlayerId).map(|seat| -> Rc<RefCell<dyn Agent>> {
        if heuristic {
            Rc::new(RefCell::new(Strict(HeuristicBot::new(seed, seat))))
        } else {
            Rc::new(RefCell::new(Strict(RandomBot::new(seed, seat))))
        }
    });
    game.seat(agents.collect());
    let result = game.play().expect("the game ends");
    let role = result.winners.first().map_or("", |winner| ROLES[winner.index()]);
    let turns = game.read().turns;
    (role.to_owned(), turns, game.digest())
}

#[test]
fn games_end() {
    for heuristic in [true, false] {
        for seed in 0..30 {
            let (_, turns, _) = play(seed, heuristic);
            assert!(turns < 400, "seed {seed} took {turns} turns");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    for heuristic in [true, false] {
        assert_eq!(play(7, heuristic), play(7, heuristic));
        assert_ne!(play(7, heuristic).2, play(8, heuristic).2);
    }
}

#[test]
fn sides_are_played() {
    // Two rebels beside the lord who know what they want beat him; those who play by chance do so far less often.
    let wins = |heuristic: bool| (0..60).filter(|seed| play(*seed, heuristic).0 == "rebel").count();
    let (sense, chance) = (wins(true), wins(false));
    assert!(sense >= 40 && sense > chance, "with common sense {sense} of 60, by chance {chance}");
}
