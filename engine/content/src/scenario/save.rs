//! A game told as a scenario: the position that it stood at, what was done and answered since, and what is on the table
//! then. The course is driven by the very calls that a scenario's actions make, so what is told is what will happen.

use super::phrase::{self, Call, Vars};
use super::seat::idle_ask;
use super::spec::Spec;
use super::write::{self, quoted};
use crate::content::Content;
use muniu_kernel::Game;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::request::{Answer, Ask, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};
use muniu_kernel::state::State;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The sort of what takes any question.
const HOLDS: &str = "any";

/// More actions than any saved game has.
const MOST_ACTIONS: usize = 10_000;

/// What a game came to from one of its idle points.
pub struct Course<'a> {
    /// The idle point.
    pub idle: &'a State,
    /// The answers since, the first at that idle point.
    pub answers: &'a [Answer],
    /// How many decisions had been made then, and the digest of the game.
    pub now: (u64, &'a str),
}

/// The ways in which a course can be told, the plainest first; which of them holds, a run must show.
///
/// # Errors
/// What of it can't be told.
pub fn tell(content: &Content, course: &Course<'_>, title: &str) -> Result<Vec<String>, String> {
    let game = Game::resume(content.catalogue(), content.rulebook(), course.idle.clone());
    let spec = write::spec(content, &game)?;
    let vars = Vars::new(&game);
    let before = course.idle;
    let scribe = Rc::new(Scribe {
        vars,
        answers: RefCell::new(course.answers.iter().cloned().collect()),
        lines: RefCell::default(),
        passing: Cell::new(false),
        stopped: RefCell::default(),
        ended: Cell::new(false),
        wrong: RefCell::default(),
    });
    let seats = before.players.len();
    let agent = |_| Rc::new(RefCell::new(ScribeSeat(scribe.clone()))) as Rc<RefCell<dyn Agent>>;
    game.seat((0..seats).map(agent).collect());
    let driven = scribe.drive(&game);
    game.seat(Vec::new());
    driven?;
    {
        let mut state = game.edit();
        state.decisions = course.now.0;
        if state.result.is_some() {
            // The phase in which a game ends is not gone back to.
            state.phase = None;
        }
    }
    if game.digest() != course.now.1 {
        return Err("it comes to something else when it is played from here".into());
    }
    let after = game.read().clone();
    let lines = scribe.lines.take();
    // A plain one first: of the piles only what was drawn, and no answers that go without saying.
    let kept = before.draw_pile.iter().zip(&after.draw_pile).take_while(|(one, other)| one == other).count();
    let mut short = Spec { discard: Vec::new(), ..spec.clone() };
    short.pile.truncate(before.draw_pile.len() - kept);
    let reshuffled = after.discard_pile.len() < before.discard_pile.len();
    let discarded = after.discard_pile.len() as i64 - before.discard_pile.len() as i64;
    let (seed, drawn) = before.rng.place();
    let by_chance = Spec { chance: Some((seed, drawn)), ..spec.clone() };
    let script = |spec: &Spec, lines: &[Line], piles: &str, ordered: bool| {
        let mut out = format!("return scenario {} {{\n{}", quoted(title), write::fields(spec, "  "));
        out += &format!("  run = function(t, {})\n", scribe.vars.all());
        for line in lines {
            out += &format!("    {}\n", line.text(&scribe.vars));
        }
        for check in checks(&game, &scribe.vars, ordered) {
            out += &format!("    {check}\n");
        }
        out + piles + "  end,\n}\n"
    };
    let exact = format!(
        "    t:check(game.pile_count == {} and game.discard_count == {})\n",
        after.draw_pile.len(),
        after.discard_pile.len()
    );
    let plain = trimmed(&lines);
    let mut told = Vec::new();
    if !reshuffled {
        told.push(script(&short, &plain, &format!("    t:check(game.discard_count == {discarded})\n"), true));
    }
    told.push(script(&spec, &plain, &exact, true));
    told.push(script(&by_chance, &plain, &exact, true));
    // Of two cards with the same face the other one may have gone: then the hands are in another order.
    told.push(script(&by_chance, &lines, &exact, false));
    Ok(told)
}

/// A line of the script.
#[derive(Debug, Clone)]
enum Line {
    Does(String),
    Answers(Call),
}

impl Line {
    fn text(&self, vars: &Vars) -> String {
        match self {
            Line::Does(words) => words.clone(),
            Line::Answers(call) => format!("{}:{}", vars.of(call.seat), call.words),
        }
    }
}

/// Without the refusals that go without saying: those of a seat that answers no question of that sort later on in the
/// same action.
fn trimmed(lines: &[Line]) -> Vec<Line> {
    let needed = |number: usize, refusal: &Call| {
        let rest = lines[number + 1..].iter().take_while(|line| matches!(line, Line::Answers(_)));
        rest.into_iter().any(|line| match line {
            Line::Answers(later) => {
                let taken = later.sort == refusal.sort || later.sort == HOLDS;
                !later.pass && later.seat == refusal.seat && taken
            }
            Line::Does(_) => false,
        })
    };
    let kept = lines.iter().enumerate().filter(|(number, line)| match line {
        Line::Answers(call) if call.pass => needed(*number, call),
        _ => true,
    });
    kept.map(|(_, line)| line.clone()).collect()
}

/// Answers for all seats from the record, and writes down what they say.
struct Scribe {
    vars: Vars,
    answers: RefCell<VecDeque<Answer>>,
    lines: RefCell<Vec<Line>>,
    /// The next answer ends the play phase.
    passing: Cell<bool>,
    /// The state at the question at which the game was left.
    stopped: RefCell<Option<State>>,
    /// The record has ended at a question.
    ended: Cell<bool>,
    wrong: RefCell<Option<String>>,
}

struct ScribeSeat(Rc<Scribe>);

impl Agent for ScribeSeat {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        self.0.answer(view.rules(), request)
    }
}

impl Scribe {
    fn answer(&self, game: &Game, request: &Request) -> Flow<Answer> {
        let next = self.answers.borrow().front().cloned();
        let stop = || {
            *self.stopped.borrow_mut() = Some(game.read().clone());
            Err(Interrupt::Quit)
        };
        let fail = |why: &str| {
            *self.wrong.borrow_mut() = Some(why.to_owned());
            Err(Interrupt::Quit)
        };
        if request.ask == Ask::Play {
            if !self.passing.take() || next != Some(Answer::Pass) {
                return stop();
            }
            self.answers.borrow_mut().pop_front();
            return Ok(Answer::Pass);
        }
        let Some(answer) = next else {
            let holds = Call { seat: request.seat, words: "holds()".into(), pass: false, sort: HOLDS.into() };
            self.lines.borrow_mut().push(Line::Answers(holds));
            self.ended.set(true);
            return stop();
        };
        if game.check(request, &answer).is_err() {
            return fail("an answer does not fit when it is played from here");
        }
        match phrase::call(game, &self.vars, request, &answer) {
            Ok(call) => {
                self.lines.borrow_mut().push(Line::Answers(call));
                self.answers.borrow_mut().pop_front();
                Ok(answer)
            }
            Err(why) => fail(&why),
        }
    }

    /// Go through the record, action by action.
    fn drive(&self, game: &Game) -> Result<(), String> {
        for _ in 0..MOST_ACTIONS {
            if self.ended.get() || game.read().result.is_some() {
                break;
            }
            let at = self.lines.borrow().len();
            let next = self.answers.borrow().front().cloned();
            let (result, turn) = match (game.idle(), next) {
                (Some(_), None) => break,
                (Some(owner), Some(Answer::Act(action))) => {
                    let words = phrase::action(game, &self.vars, &idle_ask(owner), &action)?;
                    self.lines.borrow_mut().push(Line::Does(words));
                    self.answers.borrow_mut().pop_front();
                    (game.act(&action), false)
                }
                (Some(_), Some(_)) => (self.end_turn(game), false),
                (None, _) if game.read().turn_owner.is_some() => (self.end_turn(game), false),
                (None, _) => {
                    self.lines.borrow_mut().push(Line::Does("t:next_turn { stop = \"play\" }".into()));
                    (game.play_next_turn().map(drop), true)
                }
            };
            let came_to_play = matches!(result, Err(Interrupt::Quit)) && !self.ended.get();
            if turn && !came_to_play {
                self.lines.borrow_mut()[at] = Line::Does("t:next_turn()".into());
            }
            self.go_on(game, result)?;
        }
        if self.answers.borrow().is_empty() { Ok(()) } else { Err("its course ends before its answers do".into()) }
    }

    fn end_turn(&self, game: &Game) -> Flow {
        let owner = game.read().turn_owner;
        let who = owner.map_or("t", |owner| self.vars.of(owner));
        let at = self.lines.borrow().len();
        self.lines.borrow_mut().push(Line::Does(format!("{who}:ends_play()")));
        // A phase that is ending already isn't ended by an answer.
        self.passing.set(game.idle().is_some());
        let result = game.finish_turn();
        self.passing.set(false);
        if matches!(result, Err(Interrupt::Quit)) && !self.ended.get() {
            self.lines.borrow_mut()[at] = Line::Does(format!("{who}:ends_play {{ stop = \"play\" }}"));
        }
        result
    }

    /// After an action: the game stands at the next idle point, is over, or was left at a question.
    fn go_on(&self, game: &Game, result: Flow) -> Result<(), String> {
        if let Some(why) = self.wrong.take() {
            return Err(why);
        }
        match result {
            Ok(()) | Err(Interrupt::GameOver) => Ok(()),
            Err(interrupt) => match self.stopped.take() {
                Some(state) => {
                    game.replace_state(state);
                    Ok(())
                }
                None => Err(interrupt.to_string()),
            },
        }
    }
}

/// A check of several facts.
fn all(facts: &[String]) -> String {
    format!("t:check({})", facts.join(" and "))
}

/// What is on the table.
fn checks(game: &Game, vars: &Vars, ordered: bool) -> Vec<String> {
    let state = game.read().clone();
    let names = game.names();
    let mut checks = Vec::new();
    for (number, of) in state.players.iter().enumerate() {
        let player = muniu_kernel::ids::PlayerId(number as u8);
        let who = vars.of(player);
        if !of.alive {
            checks.push(format!("t:check(not {who}.alive)"));
            continue;
        }
        let mut facts = vec![format!("{who}.hp == {}", of.hp), format!("{who}.max_hp == {}", of.max_hp)];
        for (is, word) in [(of.chained, "chained"), (!of.face_up, "face_down")] {
            facts.push(format!("{}{who}.{word}", if is { "" } else { "not " }));
        }
        for (mark, count) in of.marks.iter().filter(|(_, count)| **count != 0) {
            facts.push(format!("{who}:marks({}) == {count}", quoted(&names.text(mark))));
        }
        checks.push(all(&facts));
        let card = |card| quoted(&super::text::card_text(game, card));
        if ordered {
            checks.push(format!("t:equal({who}:hand_text(), {})", quoted(&super::text::cards_text(game, &of.hand))));
        } else {
            let mut facts = vec![format!("{who}.hand_count == {}", of.hand.len())];
            facts.extend(of.hand.iter().map(|held| format!("{who}:has({})", card(*held))));
            checks.push(all(&facts));
        }
        let equips: Vec<_> = of.equip.iter().flatten().copied().collect();
        let mut facts = vec![format!("#{who}.equips == {}", equips.len())];
        facts.extend(equips.iter().map(|equip| format!("{who}:wears({})", card(*equip))));
        facts.push(format!("#{who}.judging == {}", of.judge.len()));
        for judged in &of.judge {
            let tied = state.ties[judged.index()].map(|id| state.virtuals[id.0 as usize].name);
            let name = tied.unwrap_or(state.faces[judged.index()].name);
            facts.push(format!("{who}:under({})", quoted(&names.text(name))));
        }
        checks.push(all(&facts));
        for (name, pile) in of.piles.iter().filter(|(_, pile)| !pile.cards.is_empty()) {
            let pile = quoted(&super::text::cards_text(game, &pile.cards));
            checks.push(format!("t:equal({who}:pile_text({}), {pile})", quoted(&names.text(name))));
        }
        let gained = of.skills.iter().filter(|owned| matches!(owned.source, muniu_kernel::state::Source::Granted(_)));
        let gained: Vec<String> =
            gained.map(|owned| format!("{who}:has_skill({})", quoted(&names.text(owned.skill)))).collect();
        if !gained.is_empty() {
            checks.push(all(&gained));
        }
    }
    if let Some(result) = &state.result {
        let winners: Vec<&str> = result.winners.iter().map(|winner| vars.of(*winner)).collect();
        checks.push(format!("t:equal(t:over(), {{ {} }})", winners.join(", ")));
        return checks;
    }
    let owner = state.turn_owner.map_or("nil".to_owned(), |owner| format!("{}.player", vars.of(owner)));
    let phase = state.phase.map_or("nil".to_owned(), |phase| quoted(phase.id()));
    checks.push(format!("t:check(game.turn_owner == {owner} and game.phase == {phase})"));
    checks
}
