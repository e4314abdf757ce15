//! The agent of every seat: it takes the first queued answer that fits.

use super::answer::{self, Fit};
use super::describe;
use super::given::Given;
use super::stage::{Queued, Stage, What, about};
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::def::{Ability, Handler};
use muniu_kernel::legality::Refusal;
use muniu_kernel::request::{AbilityRef, Action, Answer, Ask, Pick, Request, Way};
use muniu_kernel::rulebook::{Flow, Interrupt};
use std::rc::Weak;

pub(super) struct Scripted(pub Weak<Stage>);

impl Agent for Scripted {
    fn answer(&mut self, _view: View<'_>, request: &Request) -> Flow<Answer> {
        let stage = self.0.upgrade().ok_or(Interrupt::Quit)?;
        if let Ask::Play = request.ask {
            return if stage.stops(request.seat) { Err(Interrupt::Quit) } else { Ok(Answer::Pass) };
        }
        stage.was_asked(request);
        if let Some(Queued { what: What::Holds, number, .. }) = stage.queued_for(request.seat).first() {
            stage.consume(*number);
            stage.hold();
            return Err(Interrupt::Quit);
        }
        reply(&stage, request).map_err(|(message, line)| {
            stage.blame_action(message, line);
            Interrupt::Quit
        })
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        if let Some(stage) = self.0.upgrade() {
            stage.blame_action(format!("{}: refused, {reason}", describe::request(&stage.game, request)), None);
        }
    }
}

type Wrong = (String, Option<u32>);

fn reply(stage: &Stage, request: &Request) -> Result<Answer, Wrong> {
    let game = &stage.game;
    let queue = stage.queued_for(request.seat);
    if let Ask::OrderTriggers { options, .. } = &request.ask {
        return Ok(order(stage, request, options, &queue));
    }
    for queued in &queue {
        let fit = match &queued.what {
            What::Passes => Fit::Is(Answer::Pass),
            What::Declines(skill) if about(game, request).contains(skill) => Fit::Is(Answer::Pass),
            What::Declines(_) | What::Holds => Fit::No,
            What::Answers(given, opts) => answer::fit(game, request, given, opts),
            What::Picks(given) => answer::fit(game, request, given, &Default::default()),
        };
        let illegal = |reason: &str| {
            (format!("{}: {reason}\n  asked: {}", queued.words, describe::request(game, request)), Some(queued.line))
        };
        match fit {
            Fit::No => {}
            Fit::Wrong(reason) => return Err(illegal(&reason)),
            Fit::Is(answer) => {
                stage.consume(queued.number);
                game.check(request, &answer).map_err(|reason| illegal(&reason.to_string()))?;
                return Ok(answer);
            }
        }
    }
    if request.optional {
        return Ok(Answer::Pass);
    }
    only_choice(game, request).ok_or_else(|| {
        let mut message = format!("no answer for a required question: {}", describe::request(game, request));
        if !queue.is_empty() {
            let words: Vec<&str> = queue.iter().map(|queued| queued.words.as_str()).collect();
            message += &format!("\n  queued, but not fitting: {}", words.join(", "));
        }
        (message, None)
    })
}

/// Which goes next: the first that an answer names, else a compulsory one, else none.
fn order(stage: &Stage, request: &Request, options: &[AbilityRef], queue: &[Queued]) -> Answer {
    let game = &stage.game;
    for queued in queue {
        let (word, owner) = match &queued.what {
            What::Answers(Given::Text(word), opts) => (word, opts.owner),
            What::Picks(Given::Text(word)) => (word, None),
            what => {
                if let What::Passes = what
                    && request.optional
                {
                    stage.consume(queued.number);
                    return Answer::Pass;
                }
                continue;
            }
        };
        let named = |option: &AbilityRef| {
            describe::ability(game, *option) == *word && owner.is_none_or(|owner| owner == option.owner)
        };
        let Some(at) = options.iter().position(named) else { continue };
        // One with choices of its own is asked about next, and the answer is for that.
        let picked = matches!(queued.what, What::Picks(_));
        if picked || handler(game, options[at]).is_none_or(|(handler, _)| handler.picks.is_plain()) {
            stage.consume(queued.number);
        }
        return Answer::Index(at);
    }
    let compulsory = options.iter().position(|at| handler(game, *at).is_some_and(|(_, compulsory)| compulsory));
    if let Some(at) = compulsory {
        return Answer::Index(at);
    }
    for queued in queue {
        if let What::Declines(skill) = &queued.what
            && options.iter().any(|option| describe::ability(game, *option) == *skill)
        {
            stage.consume(queued.number);
        }
    }
    if request.optional { Answer::Pass } else { Answer::Index(0) }
}

/// The handler of an ability that was offered, and whether it is compulsory.
fn handler(game: &Game, at: AbilityRef) -> Option<(Handler, bool)> {
    let def = game.catalogue().skill_like(at.skill)?;
    let abilities = match at.effect {
        None => &def.abilities,
        Some(id) => {
            let effect = game.effect(id)?;
            &def.effects.iter().find(|known| known.name == effect.name)?.abilities
        }
    };
    match abilities.get(usize::from(at.index))? {
        Ability::On(handler) => {
            let whole = at.effect.is_none() && (def.compulsory || def.awakening);
            Some((handler.clone(), handler.compulsory || whole))
        }
        _ => None,
    }
}

/// The answer to a required question that has only one.
fn only_choice(game: &Game, request: &Request) -> Option<Answer> {
    match &request.ask {
        Ask::Trigger { ability, .. } => forced(game, request, Way::Trigger(*ability)).map(Answer::Act),
        Ask::Card { .. } | Ask::Play => match game.ways(request).as_slice() {
            [way] => forced(game, request, *way).map(Answer::Act),
            _ => None,
        },
        Ask::Cards { cards, hidden, min, max } if min == max => match (cards.len(), hidden.as_slice()) {
            (open, []) if open == *min => Some(Answer::Cards(cards.iter().map(|card| Pick::Card(*card)).collect())),
            // Cards that can't be told apart.
            (0, [(player, _)]) => Some(Answer::Cards(vec![Pick::Hidden(*player); *min])),
            _ => None,
        },
        Ask::Players { candidates, min, .. } if candidates.len() == *min => Some(Answer::Players(candidates.clone())),
        Ask::Option { options } if options.len() == 1 => Some(Answer::Index(0)),
        Ask::Number { min, max } if min == max => Some(Answer::Number(*min)),
        Ask::General { choices } => {
            if let [one] = choices.as_slice() {
                Some(Answer::Name(*one))
            } else {
                None
            }
        }
        Ask::Distribute { cards, candidates, min, .. } if cards.len() == *min => match candidates.as_slice() {
            [one] => Some(Answer::Gifts(cards.iter().map(|card| (*card, *one)).collect())),
            _ => None,
        },
        Ask::Arrange { cards, piles } => match (cards.as_slice(), piles.as_slice()) {
            ([_], [_]) => Some(Answer::Piles(vec![cards.clone()])),
            _ => None,
        },
        _ => None,
    }
}

/// The action if at every step there is nothing to choose between.
fn forced(game: &Game, request: &Request, way: Way) -> Option<Action> {
    let action = super::build::settle(game, request, Action::new(way));
    game.check(request, &Answer::Act(action.clone())).is_ok().then_some(action)
}
