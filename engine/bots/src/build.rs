//! Completing an action step by step through [`Game::next`]: cards, then the name, the option and the targets, in the
//! order in which answers are checked.

use muniu_kernel::Game;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Next;
use muniu_kernel::names::Name;
use muniu_kernel::request::{Action, Request, Way};

/// Never choose more than this many cards or targets one by one, whatever the bounds allow.
const MOST: usize = 64;

/// What to choose at each step.
pub trait Policy {
    /// The next card; `needed` if the action can't do without one more. Nothing means no more.
    fn card(&mut self, action: &Action, next: &Next, needed: bool) -> Option<CardId>;
    /// The name to declare.
    fn name(&mut self, action: &Action, names: &[Name]) -> Option<Name>;
    /// The option, by number, of `count`.
    fn option(&mut self, action: &Action, next: &Next) -> Option<u16>;
    /// The next target; `needed` as for cards.
    fn target(&mut self, action: &Action, next: &Next, needed: bool) -> Option<PlayerId>;
}

/// Complete `way` as the policy chooses. Nothing if it comes to no complete action.
pub fn build(game: &Game, request: &Request, way: Way, policy: &mut dyn Policy) -> Option<Action> {
    let mut action = Action::new(way);
    let mut next = game.next(request, &action);
    while action.cards.len() < next.card_bounds.1.min(MOST) && !next.cards.is_empty() {
        let needed = action.cards.len() < next.card_bounds.0;
        let Some(card) = policy.card(&action, &next, needed) else { break };
        action.cards.push(card);
        next = game.next(request, &action);
    }
    if action.cards.len() < next.card_bounds.0 {
        return None;
    }
    if !next.names.is_empty() {
        action.name = Some(policy.name(&action, &next.names)?);
        next = game.next(request, &action);
    }
    if !next.options.is_empty() {
        action.option = Some(policy.option(&action, &next)?);
        next = game.next(request, &action);
    }
    while action.targets.len() < next.target_bounds.1.min(MOST) && !next.targets.is_empty() {
        let needed = action.targets.len() < next.target_bounds.0 || !next.ready;
        let Some(target) = policy.target(&action, &next, needed) else { break };
        action.targets.push(target);
        next = game.next(request, &action);
    }
    next.ready.then_some(action)
}
