//! What was found for the request at hand, kept while the state stands still: the seat that answers, the check of its
//! answer and a page that highlights walk through the same choices again and again.

use super::Next;
use crate::game::Game;
use crate::ids::{CardId, PlayerId};
use crate::request::{Action, Request, Way};

/// Findings about one request in one state.
pub(crate) struct Kept {
    revision: u64,
    request: Request,
    ways: Option<Vec<Way>>,
    nexts: Vec<(Action, Next)>,
}

impl Game {
    /// Everything the seat may do in answer to a request to act. For each there is at least one way to complete it, as
    /// far as cards taken one after another can tell.
    #[must_use]
    pub fn ways(&self, request: &Request) -> Vec<Way> {
        if let Some(ways) = self.ways_kept(request) {
            return ways;
        }
        let ways = self.find_ways(request);
        self.keep(request, |kept| kept.ways = Some(ways.clone()));
        ways
    }

    /// What may be chosen next for a partial action; nothing for one that names what doesn't exist.
    #[must_use]
    pub fn next(&self, request: &Request, action: &Action) -> Next {
        if !self.exists(action) {
            return Next::default();
        }
        if let Some(next) = self
            .recall(request, |kept| kept.nexts.iter().find(|(known, _)| known == action).map(|(_, next)| next.clone()))
        {
            return next;
        }
        let next = self.find_next(request, action);
        self.keep(request, |kept| {
            kept.nexts.push((action.clone(), next.clone()));
        });
        next
    }

    /// Do the cards, characters and holders that an action names exist? Actions come from strangers.
    pub(crate) fn exists(&self, action: &Action) -> bool {
        let state = self.read();
        let card = |card: &CardId| card.index() < state.zones.len();
        let player = |player: &PlayerId| player.index() < state.players.len();
        let way = match action.way {
            Way::Card(own) | Way::Recast(own) => card(&own),
            Way::Convert(at) | Way::Provide(at) | Way::Active(at) | Way::Trigger(at) => player(&at.owner),
        };
        way && action.cards.iter().all(card) && action.targets.iter().all(player)
    }

    /// The request's ways, if they were asked for already.
    pub(crate) fn ways_kept(&self, request: &Request) -> Option<Vec<Way>> {
        self.recall(request, |kept| kept.ways.clone())
    }

    fn recall<T>(&self, request: &Request, look: impl FnOnce(&Kept) -> Option<T>) -> Option<T> {
        let kept = self.kept().borrow();
        let kept = kept.as_ref()?;
        (self.settled() && kept.revision == self.revision() && kept.request == *request).then(|| look(kept)).flatten()
    }

    fn keep(&self, request: &Request, put: impl FnOnce(&mut Kept)) {
        if !self.settled() {
            return;
        }
        let revision = self.revision();
        let mut slot = self.kept().borrow_mut();
        let kept = match slot.as_mut() {
            Some(kept) if kept.revision == revision && kept.request == *request => kept,
            _ => slot.insert(Kept { revision, request: request.clone(), ways: None, nexts: Vec::new() }),
        };
        put(kept);
    }
}
