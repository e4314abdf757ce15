//! A bot with common sense: it attacks those it takes for enemies, helps its own side and keeps what saves it.

mod answer;
mod choose;
mod play;
mod policy;
mod skill;
mod worth;

use crate::dice::Dice;
use crate::random::random_answer;
use crate::seen::Seen;
use crate::sides::Sides;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::ids::PlayerId;
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Answer, Ask, Request};
use muniu_kernel::rulebook::{Arg, Call, Flow};
use std::rc::Rc;

/// Actions in one turn's play phase after which it ends the phase.
const MOST_ACTIONS: u32 = 40;
/// Uses of one ability in one turn, where the ability sets no limit itself.
const MOST_OF_ONE: usize = 3;
/// Optional answers in one turn after which it declines: declarations that fall through are asked again.
const MOST_ANSWERS: u32 = 200;

/// Asks a skill for its hint in hundredths: 0 don't use it, positive good for its targets, negative bad for them, the
/// farther from 0 the more worth using. The call's function is the skill's `ai`, its argument the one who holds it.
pub type Hints = Rc<dyn Fn(&Game, Call<'_>) -> Option<i64>>;

/// Answers with common sense.
#[derive(Clone)]
pub struct HeuristicBot {
    hints: Hints,
    dice: Dice,
    sides: Sides,
    turn: u32,
    acts: u32,
    answers: u32,
    used: Vec<AbilityRef>,
}

/// One question on the bot's table.
struct Thought<'a> {
    hints: &'a Hints,
    seen: Seen<'a>,
    request: &'a Request,
    sides: &'a Sides,
    dice: &'a mut Dice,
    /// Abilities used at idle points of this turn.
    used: &'a mut Vec<AbilityRef>,
}

impl HeuristicBot {
    /// The bot of `seat` in the game with this seed. It asks the rulebook for hints, as whole hundredths.
    #[must_use]
    pub fn new(seed: u64, seat: PlayerId) -> Self {
        Self::with_hints(seed, seat, Rc::new(|game: &Game, call: Call<'_>| game.rulebook().number(game, call)))
    }

    /// The same with another way to ask for hints.
    #[must_use]
    pub fn with_hints(seed: u64, seat: PlayerId, hints: Hints) -> Self {
        HeuristicBot {
            hints,
            dice: Dice::for_seat(seed, seat),
            sides: Sides::default(),
            turn: 0,
            acts: 0,
            answers: 0,
            used: Vec::new(),
        }
    }

    /// Has it done enough this turn?
    fn tired(&mut self, seen: Seen<'_>, request: &Request) -> bool {
        let turn = seen.turn_number();
        if turn != self.turn {
            (self.turn, self.acts, self.answers) = (turn, 0, 0);
            self.used.clear();
        }
        self.answers += 1;
        if request.ask == Ask::Play {
            self.acts += 1;
        }
        request.optional && (self.acts > MOST_ACTIONS || self.answers > MOST_ANSWERS)
    }
}

impl Agent for HeuristicBot {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let seen = Seen::asked(view, request);
        self.sides.update(seen);
        if self.tired(seen, request) {
            return Ok(Answer::Pass);
        }
        let answer = Thought {
            hints: &self.hints,
            seen,
            request,
            sides: &self.sides,
            dice: &mut self.dice,
            used: &mut self.used,
        }
        .answer();
        let legal = answer.filter(|answer| view.rules().check(request, answer).is_ok());
        Ok(legal
            .or_else(
                || if request.optional { Some(Answer::Pass) } else { random_answer(view, request, &mut self.dice) },
            )
            .unwrap_or_else(|| view.rules().default_answer(request)))
    }
}

impl Thought<'_> {
    /// The answer; nothing means to decline or, where that can't be, any legal answer.
    fn answer(&mut self) -> Option<Answer> {
        match &self.request.ask {
            Ask::Play => self.play(),
            Ask::Card { need, purpose } => self.answer_with_card(*need, *purpose),
            Ask::Trigger { ability, ev } => self.trigger(*ability, *ev),
            Ask::OrderTriggers { options, ev } => self.order(options, *ev),
            _ => self.choose(),
        }
    }

    /// How this seat stands to `other`: 100 friend, −100 enemy.
    fn relation(&self, other: PlayerId) -> i32 {
        self.sides.relation(self.seen, other)
    }

    /// The hint of a skill, see [`Hints`].
    fn hint(&self, skill: Name) -> Option<i64> {
        let fun = self.seen.hint(skill)?;
        (self.hints)(self.seen.game(), Call { fun, skill, args: &[Arg::Player(self.seen.me())] })
    }
}
