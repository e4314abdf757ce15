//! What a seat sees while a skill lets it look.

use muniu_content::Content;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::card::{Suit, Zone};
use muniu_kernel::event::Spot;
use muniu_kernel::game::Setup;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{Action, Answer, Ask, Request, Way};
use muniu_kernel::rulebook::Flow;
use muniu_kernel::state::{Lasts, Source};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

const MENG: PlayerId = PlayerId(0);
const TARGET: PlayerId = PlayerId(1);
const THIRD: PlayerId = PlayerId(2);

/// Which cards of the target's hand (at its start) a seat sees at a question.
#[derive(Debug, PartialEq, Eq)]
struct Sight {
    kind: &'static str,
    hand: Vec<bool>,
    /// And of the hand of a third character.
    third: Vec<bool>,
}

/// Uses 攻心 at its first idle point, then answers as the request's default says.
#[derive(Default)]
struct Looks {
    hands: [Vec<CardId>; 2],
    used: bool,
    seen: Vec<Sight>,
}

impl Agent for Looks {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let rules = view.rules();
        let [hand, third] = [0, 1].map(|at| self.hands[at].iter().map(|card| view.sees(*card)).collect());
        self.seen.push(Sight { kind: request.ask.kind(), hand, third });
        let way = rules.ways(request).into_iter().find(|way| matches!(way, Way::Active(_)));
        match (&request.ask, way) {
            (Ask::Play, Some(way)) if !self.used => {
                self.used = true;
                Ok(Answer::Act(Action { targets: vec![TARGET], ..Action::new(way) }))
            }
            _ => Ok(rules.default_answer(request)),
        }
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        panic!("refused {request:?}: {reason}");
    }
}

// rules: C-049
#[test]
fn who_looks_at_a_hand_looks_at_all_of_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (content, found) = Content::load(&[root]);
    assert_eq!(found.errors(), 0, "{found:#?}");
    let setup = Setup { mode: content.names().intern("none"), seats: 3, seed: 1, options: Vec::new() };
    content.runtime().begin_game();
    let game = Game::new(content.catalogue(), content.rulebook(), &setup);
    let agents: Vec<Rc<RefCell<Looks>>> = (0..3).map(|_| Rc::default()).collect();
    game.seat(agents.iter().map(|agent| agent.clone() as Rc<RefCell<dyn Agent>>).collect());
    for player in &mut game.edit().players {
        (player.hp, player.max_hp) = (4, 4);
    }
    game.gain_skill(MENG, content.names().intern("gongxin"), Source::General(0), Lasts::Game).expect("no interrupt");
    game.draw(TARGET, 5).expect("cards");
    game.draw(THIRD, 2).expect("cards");
    // A heart, so that there is something to ask, and one card that can't be chosen.
    for heart in [true, false] {
        let pile = game.read().draw_pile.clone();
        let card = pile.into_iter().find(|card| (game.printed(*card).suit == Suit::Heart) == heart).expect("one");
        game.put(None, &[card], Zone::Hand(TARGET), Spot::Top).expect("no interrupt");
    }
    let hand = game.hand_of(TARGET);
    agents[0].borrow_mut().hands = [hand.clone(), game.hand_of(THIRD)];
    game.turn(MENG, false).expect("no interrupt");
    let seen = &agents[0].borrow().seen;
    let asked = seen.iter().position(|sight| sight.kind == "choose_cards").expect("攻心 asked for a heart");
    assert_eq!(seen[asked].hand, vec![true; hand.len()], "all of it, whatever the suit");
    assert_eq!(seen[asked].third, [false; 2], "and of nobody else's");
    for other in [&seen[asked - 1], &seen[seen.len() - 1]] {
        assert_eq!((other.kind, &other.hand), ("play", &vec![false; hand.len()]), "neither before nor after");
    }
}
