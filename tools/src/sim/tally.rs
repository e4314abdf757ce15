//! What is counted of a game, and of many.

use muniu_kernel::agent::{Agent, View};
use muniu_kernel::legality::Refusal;
use muniu_kernel::names::Name;
use muniu_kernel::request::{Answer, Ask, Request, Way};
use muniu_kernel::rulebook::Flow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How often a skill was offered to its holder and how often it was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct SkillCount {
    pub offered: u64,
    pub used: u64,
}

/// One game.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// Its number in the series.
    pub index: u64,
    pub seed: u64,
    pub finished: bool,
    /// Roles of the winners, each once; empty in a draw.
    pub winners: Vec<String>,
    /// Every seat's general, and whether it won.
    pub generals: Vec<(String, bool)>,
    pub skills: BTreeMap<String, SkillCount>,
    pub turns: u64,
    pub rounds: u64,
    pub decisions: u64,
    pub events: u64,
    pub script_errors: u64,
    /// The first few script errors.
    pub errors: Vec<String>,
    /// Illegal answers of bots.
    pub refused: u64,
    /// The digest of the last state.
    pub digest: String,
    pub panicked: Option<String>,
}

/// What the seats of a game share while it is counted.
#[derive(Debug, Default)]
pub struct Offers {
    pub skills: Vec<(Name, u64)>,
    pub refused: u64,
}

impl Offers {
    fn offer(&mut self, skill: Name) {
        match self.skills.iter_mut().find(|(known, _)| *known == skill) {
            Some((_, times)) => *times += 1,
            None => self.skills.push((skill, 1)),
        }
    }
}

/// Counts what a seat is offered.
pub struct Counted {
    pub inner: Rc<RefCell<dyn Agent>>,
    pub offers: Rc<RefCell<Offers>>,
}

impl Agent for Counted {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        let mut skills: Vec<Name> = Vec::new();
        match &request.ask {
            Ask::Trigger { ability, .. } => skills.push(ability.skill),
            Ask::OrderTriggers { options, .. } => skills.extend(options.iter().map(|at| at.skill)),
            Ask::Play => skills.extend(view.rules().ways(request).iter().filter_map(|way| match way {
                Way::Convert(at) | Way::Provide(at) | Way::Active(at) => Some(at.skill),
                _ => None,
            })),
            _ => {}
        }
        skills.dedup();
        skills.into_iter().for_each(|skill| self.offers.borrow_mut().offer(skill));
        self.inner.borrow_mut().answer(view, request)
    }

    fn refused(&mut self, request: &Request, reason: &Refusal) {
        self.offers.borrow_mut().refused += 1;
        self.inner.borrow_mut().refused(request, reason);
    }
}
