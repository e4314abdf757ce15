//! Everything a seat may do in answer to a request to act, and what may be chosen next.

use super::{Next, Occasion};
use crate::card::VirtualCard;
use crate::def::Ability;
use crate::event::{Event, Need};
use crate::game::Game;
use crate::ids::{CardId, EventId, PlayerId};
use crate::index::Entry;
use crate::names::Name;
use crate::request::{AbilityRef, Action, Ask, Request, Way};

impl Game {
    pub(super) fn find_ways(&self, request: &Request) -> Vec<Way> {
        if let Ask::Trigger { ability, .. } = request.ask {
            return vec![Way::Trigger(ability)];
        }
        let Some(occasion) = self.occasion_of(request) else { return Vec::new() };
        let mut ways = Vec::new();
        for card in self.usable_cards(occasion.user) {
            ways.extend(
                [Way::Card(card), Way::Recast(card)].into_iter().filter(|way| self.card_way_open(occasion, *way)),
            );
        }
        let index = self.index();
        let lent = index.lent.iter().filter(|entry| entry.at.owner != occasion.user);
        ways.extend(
            index.ways[occasion.user.index()].iter().chain(lent).filter_map(|entry| self.way_of(occasion, entry)),
        );
        ways
    }

    /// Is this one of the request's ways? The same tests as in [`Game::ways`], for one way only.
    pub(crate) fn way_open(&self, request: &Request, way: Way) -> bool {
        if let Some(ways) = self.ways_kept(request) {
            return ways.contains(&way);
        }
        match way {
            Way::Trigger(at) => matches!(request.ask, Ask::Trigger { ability, .. } if ability == at),
            Way::Card(card) | Way::Recast(card) => self.occasion_of(request).is_some_and(|occasion| {
                self.usable_cards(occasion.user).contains(&card) && self.card_way_open(occasion, way)
            }),
            Way::Convert(at) | Way::Provide(at) | Way::Active(at) => self
                .occasion_of(request)
                .is_some_and(|occasion| self.entry(at).is_some_and(|entry| self.way_of(occasion, &entry) == Some(way))),
        }
    }

    fn occasion_of(&self, request: &Request) -> Option<Occasion> {
        match request.ask {
            Ask::Play => Some(Occasion { user: request.seat, need: None, respond: false, saving: false }),
            Ask::Card { need, .. } => Some(self.occasion(request.seat, need)),
            _ => None,
        }
    }

    /// The cards that a character may use or play as they are: his hand, and piles that count like it.
    fn usable_cards(&self, seat: PlayerId) -> Vec<CardId> {
        let mut cards = self.read().players[seat.index()].hand.clone();
        cards.extend(self.piled_as_hand(seat));
        cards
    }

    fn card_way_open(&self, occasion: Occasion, way: Way) -> bool {
        match way {
            Way::Card(card) => self.card_usable(occasion, card),
            Way::Recast(card) => occasion.need.is_none() && self.recastable(card),
            _ => false,
        }
    }

    /// The way that an ability opens on this occasion, if it opens one.
    fn way_of(&self, occasion: Occasion, entry: &Entry) -> Option<Way> {
        let idle = occasion.need.is_none();
        match entry.ability() {
            Ability::Convert(_) => {
                (self.counts(entry) && self.converts(occasion, entry)).then_some(Way::Convert(entry.at))
            }
            Ability::Provide(_) if idle => {
                (self.counts(entry) && self.converts(occasion, entry)).then_some(Way::Provide(entry.at))
            }
            Ability::Active(active) | Ability::Lent { active, .. } if idle => {
                self.active_open(occasion.user, entry, active).then_some(Way::Active(entry.at))
            }
            _ => None,
        }
    }

    /// The occasion of a need that is already running.
    pub(crate) fn occasion(&self, user: PlayerId, need: EventId) -> Occasion {
        let respond = self.need_data(need).respond;
        let saving = {
            let to = self.need_data(need).to;
            to.is_some_and(|(to, _)| matches!(&*self.event(to), Event::Dying(_)))
        };
        Occasion { user, need: Some(need), respond, saving }
    }

    pub(crate) fn recastable(&self, card: CardId) -> bool {
        let face = self.face(card);
        self.catalogue().card(face.name).is_some_and(|def| def.recast)
    }

    pub(crate) fn card_usable(&self, occasion: Occasion, card: CardId) -> bool {
        let face = self.face(card);
        self.wanted(occasion, face.name) && self.usable(occasion, &self.make_virtual(face.name, &[card], None))
    }

    /// Would a card of this name do, before anything else is looked at?
    pub(crate) fn wanted(&self, occasion: Occasion, name: Name) -> bool {
        match occasion.need {
            Some(need) => {
                let names = self.need_data(need).names.clone();
                names.iter().any(|wanted| self.name_is(name, *wanted))
            }
            None => self.catalogue().card(name).is_some_and(|def| def.at_idle),
        }
    }

    /// What is needed.
    ///
    /// # Panics
    /// If the event is no need.
    #[must_use]
    pub fn need_data(&self, id: EventId) -> std::cell::Ref<'_, Need> {
        std::cell::Ref::map(self.event(id), |event| match event {
            Event::Need(need) => need,
            _ => unreachable!("a request for a card belongs to a need"),
        })
    }

    /// Can a card be used (or responded with) on this occasion at all?
    pub(crate) fn usable(&self, occasion: Occasion, card: &VirtualCard) -> bool {
        self.with_draft(occasion, card, &[], |draft| {
            self.allowed(occasion, draft) && (occasion.respond || self.has_targets_enough(occasion, draft))
        })
    }

    pub(super) fn find_next(&self, request: &Request, action: &Action) -> Next {
        let occasion = match &request.ask {
            Ask::Card { need, .. } => self.occasion(request.seat, *need),
            _ => Occasion { user: request.seat, need: None, respond: false, saving: false },
        };
        match action.way {
            Way::Recast(_) => Next { ready: true, ..Next::default() },
            Way::Card(card) => {
                let face = self.face(card);
                self.next_targets(occasion, &self.make_virtual(face.name, &[card], None), action, Next::default())
            }
            Way::Convert(at) => self.entry(at).map_or_else(Next::default, |e| self.next_convert(occasion, &e, action)),
            Way::Provide(at) => self.entry(at).map_or_else(Next::default, |e| self.next_provide(occasion, &e, action)),
            Way::Active(at) => self.entry(at).map_or_else(Next::default, |entry| {
                let picks = match entry.ability() {
                    Ability::Active(active) | Ability::Lent { active, .. } => &active.picks,
                    _ => return Next::default(),
                };
                let ev = self.current().into();
                self.next_picks(request.seat, &entry, picks, ev, action)
            }),
            Way::Trigger(at) => {
                let Ask::Trigger { ev, .. } = request.ask else { return Next::default() };
                self.entry(at).map_or_else(Next::default, |entry| match entry.ability() {
                    Ability::On(handler) => self.next_picks(request.seat, &entry, &handler.picks, ev, action),
                    Ability::Provide(_) => self.next_provide(self.occasion(request.seat, ev.id), &entry, action),
                    _ => Next::default(),
                })
            }
        }
    }

    /// The ability in play that a reference names, while it is in play.
    pub(crate) fn entry(&self, at: AbilityRef) -> Option<Entry> {
        let index = self.index();
        let mine = |entry: &&Entry| entry.at == at;
        index.ways[at.owner.index()]
            .iter()
            .find(mine)
            .or_else(|| index.lent.iter().find(mine))
            .or_else(|| index.listeners.iter().flatten().find(mine))
            .cloned()
    }

    pub(crate) fn next_targets(&self, occasion: Occasion, card: &VirtualCard, action: &Action, mut next: Next) -> Next {
        if occasion.respond {
            next.ready = true;
            return next;
        }
        let def = self.catalogue().card(card.name).cloned();
        let Some(def) = def else { return next };
        let paired = def.second.is_some();
        let firsts: Vec<PlayerId> =
            if paired { action.targets.iter().copied().step_by(2).collect() } else { action.targets.clone() };
        self.with_draft(occasion, card, &firsts, |draft| {
            if paired && action.targets.len() % 2 == 1 {
                let target = action.targets[action.targets.len() - 1];
                next.targets = self.second_choices(draft, &def, target);
                next.target_bounds = (action.targets.len() + 1, action.targets.len() + 1);
                return;
            }
            let (least, most) = self.target_bounds(occasion, draft, &def);
            let each = if paired { 2 } else { 1 };
            next.target_bounds = (least * each, most.saturating_mul(each));
            let enough = if (least, most) == (0, 0) {
                // Not chosen: there must be somebody whom it takes as its target.
                firsts.is_empty() && self.has_targets_enough(occasion, draft)
            } else {
                let prescribed = occasion.need.and_then(|need| self.need_data(need).targets.clone());
                let met = prescribed.is_none_or(|list| list.iter().any(|target| firsts.contains(target)));
                firsts.len() >= least.max(1) && firsts.len() <= most && met
            };
            next.ready = next.ready_cards(action) && enough;
            if firsts.len() < most {
                next.targets = self.legal_targets(occasion, draft, &def);
            }
        });
        next
    }
}
