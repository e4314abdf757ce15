//! Legality (专题三, 专题四): what a seat may answer. The page highlights with it, bots enumerate with it, and every
//! answer is checked with it, so there is one set of rules for all. Cards that pay count as gone already.

use crate::card::VirtualCard;
use crate::def::{
    Ability, Ban, CardDef, CardPick, CardType, From, Num, OptionPick, Picks, Price, Query, Reach, Scope, TargetPick,
    TargetRule, To,
};
use crate::event::{Aim, Event, Frame, Need, Use};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, EventId, PlayerId, VirtualId};
use crate::index::Entry;
use crate::names::Name;
use crate::request::{AbilityRef, Action, Answer, Ask, Ev, Pick, Request, Way};
use crate::rulebook::{Act, Arg, Call};
use crate::value::Value;
use std::rc::Rc;

/// What may come next in an [`Action`] under construction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Next {
    /// Cards that may be added.
    pub cards: Vec<CardId>,
    /// Fewest and most cards in all.
    pub card_bounds: (usize, usize),
    /// Names that may be declared; empty if the name is fixed or already declared.
    pub names: Vec<Name>,
    /// Characters that may be added.
    pub targets: Vec<PlayerId>,
    /// Fewest and most characters in all.
    pub target_bounds: (usize, usize),
    /// How many options there are; one must be chosen if there are any.
    pub options: Vec<Value>,
    /// Is the action complete as it stands?
    pub ready: bool,
}

/// What a card would be used for: the situation around a draft.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Occasion {
    pub user: PlayerId,
    /// The need it meets; an idle point if there is none.
    pub need: Option<EventId>,
    pub respond: bool,
    pub saving: bool,
}

impl Game {
    // ── answers ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// Is the answer legal? If not, why not, as a fragment in lower case.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, request: &Request, answer: &Answer) -> Result<(), String> {
        if *answer == Answer::Pass {
            return if request.optional { Ok(()) } else { Err("this can't be declined".into()) };
        }
        match (&request.ask, answer) {
            (Ask::Play | Ask::Card { .. } | Ask::Trigger { .. }, Answer::Act(action)) => {
                self.check_action(request, action)
            }
            (Ask::OrderTriggers { options, .. }, Answer::Index(number)) => below(*number, options.len()),
            (Ask::Option { options }, Answer::Index(number)) => below(*number, options.len()),
            (Ask::Cards { cards, hidden, min, max }, Answer::Cards(picks)) => {
                check_picks(cards, hidden, *min, *max, picks)
            }
            (Ask::Players { candidates, min, max }, Answer::Players(players)) => {
                if !distinct(players) {
                    return Err("a character chosen twice".into());
                }
                if let Some(wrong) = players.iter().find(|player| !candidates.contains(player)) {
                    return Err(format!("seat {} is not among those to choose from", wrong.0 + 1));
                }
                within(players.len(), *min, *max, "characters")
            }
            (Ask::Number { min, max }, Answer::Number(number)) => {
                if (min..=max).contains(&number) {
                    Ok(())
                } else {
                    Err(format!("{number} is not from {min} to {max}"))
                }
            }
            (Ask::Suit, Answer::Suit(_)) | (Ask::Confirm, Answer::Yes) => Ok(()),
            (Ask::General { choices }, Answer::Name(name)) => {
                if choices.contains(name) {
                    Ok(())
                } else {
                    Err("that general is not among the choices".into())
                }
            }
            (Ask::Arrange { cards, piles }, Answer::Piles(answer)) => check_piles(cards, piles, answer),
            (Ask::Distribute { cards, candidates, min, max, each_max }, Answer::Gifts(gifts)) => {
                let given: Vec<CardId> = gifts.iter().map(|(card, _)| *card).collect();
                if !distinct(&given) || !given.iter().all(|card| cards.contains(card)) {
                    return Err("a card given twice, or not among those to give".into());
                }
                if let Some((_, wrong)) = gifts.iter().find(|(_, to)| !candidates.contains(to)) {
                    return Err(format!("seat {} can't be given cards here", wrong.0 + 1));
                }
                let most = candidates.iter().map(|to| gifts.iter().filter(|(_, other)| other == to).count()).max();
                if most.unwrap_or(0) > *each_max {
                    return Err(format!("more than {each_max} cards for one character"));
                }
                within(gifts.len(), *min, *max, "cards")
            }
            (ask, _) => Err(format!("that is no answer to the question {:?}", ask.kind())),
        }
    }

    fn check_action(&self, request: &Request, action: &Action) -> Result<(), String> {
        if !self.ways(request).contains(&action.way) {
            return Err("that can't be done now".into());
        }
        let mut partial = Action::new(action.way);
        partial.recast = action.recast;
        for card in &action.cards {
            if !self.next(request, &partial).cards.contains(card) {
                return Err(format!("card {} can't be chosen for this", card.0));
            }
            partial.cards.push(*card);
        }
        if let Some(name) = action.name {
            let names = self.next(request, &partial).names;
            if !names.is_empty() && !names.contains(&name) {
                return Err("that name can't be declared".into());
            }
            partial.name = Some(name);
        }
        if let Some(option) = action.option {
            below(usize::from(option), self.next(request, &partial).options.len())?;
            partial.option = Some(option);
        }
        for target in &action.targets {
            if !self.next(request, &partial).targets.contains(target) {
                return Err(format!("seat {} is no legal target", target.0 + 1));
            }
            partial.targets.push(*target);
        }
        if self.next(request, &partial).ready { Ok(()) } else { Err("something is still to be chosen".into()) }
    }

    /// The answer that stands when a seat gives none: decline if that is allowed, else the first legal one.
    #[must_use]
    pub fn default_answer(&self, request: &Request) -> Answer {
        if request.optional {
            return Answer::Pass;
        }
        match &request.ask {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => {
                self.first_action(request).map_or(Answer::Pass, Answer::Act)
            }
            Ask::OrderTriggers { .. } | Ask::Option { .. } => Answer::Index(0),
            Ask::Cards { cards, hidden, min, .. } => {
                let open = cards.iter().map(|card| Pick::Card(*card));
                let covered =
                    hidden.iter().flat_map(|(player, most)| std::iter::repeat_n(Pick::Hidden(*player), *most));
                Answer::Cards(open.chain(covered).take(*min).collect())
            }
            Ask::Players { candidates, min, .. } => Answer::Players(candidates.iter().copied().take(*min).collect()),
            Ask::Number { min, .. } => Answer::Number(*min),
            Ask::Suit => Answer::Suit(crate::card::Suit::Spade),
            Ask::Confirm => Answer::Pass,
            Ask::General { choices } => choices.first().map_or(Answer::Pass, |name| Answer::Name(*name)),
            Ask::Arrange { cards, piles } => Answer::Piles(fill_piles(cards, piles)),
            Ask::Distribute { cards, candidates, min, .. } => {
                Answer::Gifts(cards.iter().take(*min).zip(candidates.iter().cycle()).map(|(c, p)| (*c, *p)).collect())
            }
        }
    }

    /// The first complete action, trying ways, cards and targets in order.
    #[must_use]
    pub fn first_action(&self, request: &Request) -> Option<Action> {
        self.ways(request).into_iter().find_map(|way| self.complete(request, Action::new(way)))
    }

    /// Complete a partial action with the first that fits at every step.
    #[must_use]
    pub fn complete(&self, request: &Request, mut action: Action) -> Option<Action> {
        loop {
            let next = self.next(request, &action);
            if next.ready {
                return Some(action);
            }
            if action.cards.len() < next.card_bounds.0 {
                action.cards.push(*next.cards.first()?);
            } else if action.name.is_none() && !next.names.is_empty() {
                action.name = next.names.first().copied();
            } else if action.option.is_none() && !next.options.is_empty() {
                action.option = Some(0);
            } else if action.targets.len() < next.target_bounds.1 && !next.targets.is_empty() {
                action.targets.push(next.targets[0]);
            } else if action.cards.len() < next.card_bounds.1 && !next.cards.is_empty() {
                action.cards.push(next.cards[0]);
            } else {
                return None;
            }
        }
    }

    // ── ways ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Everything the seat may do in answer to a request to act. For each there is at least one way to complete it, as
    /// far as cards taken one after another can tell.
    #[must_use]
    pub fn ways(&self, request: &Request) -> Vec<Way> {
        match &request.ask {
            Ask::Trigger { ability, .. } => vec![Way::Trigger(*ability)],
            Ask::Play => {
                let occasion = Occasion { user: request.seat, need: None, respond: false, saving: false };
                let mut ways = self.card_ways(occasion);
                self.active_ways(request.seat, &mut ways);
                ways
            }
            Ask::Card { need, .. } => self.card_ways(self.occasion(request.seat, *need)),
            _ => Vec::new(),
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

    fn card_ways(&self, occasion: Occasion) -> Vec<Way> {
        let hand = self.read().players[occasion.user.index()].hand.clone();
        let mut ways = Vec::new();
        for card in hand {
            if self.card_usable(occasion, card) {
                ways.push(Way::Card(card));
            }
            if occasion.need.is_none() && self.recastable(card) {
                ways.push(Way::Recast(card));
            }
        }
        let index = self.index();
        for entry in &index.ways[occasion.user.index()] {
            let way = match entry.ability() {
                Ability::Convert(_) => Way::Convert(entry.at),
                Ability::Provide(_) if occasion.need.is_none() => Way::Provide(entry.at),
                _ => continue,
            };
            if self.counts(entry) && self.converts(occasion, entry) {
                ways.push(way);
            }
        }
        ways
    }

    fn recastable(&self, card: CardId) -> bool {
        let face = self.face(card);
        self.catalogue().card(face.name).is_some_and(|def| def.recast)
    }

    fn card_usable(&self, occasion: Occasion, card: CardId) -> bool {
        let face = self.face(card);
        self.wanted(occasion, face.name)
            && self.usable(occasion, &self.make_virtual(face.name, &[card], None), None).is_ok()
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

    pub(crate) fn need_data(&self, id: EventId) -> std::cell::Ref<'_, Need> {
        std::cell::Ref::map(self.event(id), |event| match event {
            Event::Need(need) => need,
            _ => unreachable!("a request for a card belongs to a need"),
        })
    }

    /// Can a card be used (or responded with) on this occasion at all?
    fn usable(&self, occasion: Occasion, card: &VirtualCard, way: Option<&Entry>) -> Result<(), String> {
        self.with_draft(occasion, card, &[], |draft| {
            if !self.allowed(occasion, draft) {
                return Err("that card can't be used now".into());
            }
            if occasion.respond {
                return Ok(());
            }
            let legal = self.target_range(occasion, draft);
            let _ = way;
            if legal.least_possible { Ok(()) } else { Err("there is no legal target".into()) }
        })
    }

    // ── drafts ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Consider a use: push it as a draft, as if its cards were gone, look, and take it off again.
    pub(crate) fn with_draft<T>(
        &self,
        occasion: Occasion,
        card: &VirtualCard,
        aims: &[PlayerId],
        look: impl FnOnce(EventId) -> T,
    ) -> T {
        let (virtuals, serial, depth) = {
            let mut state = self.edit();
            let virtuals = state.virtuals.len();
            state.virtuals.push(card.clone());
            let serial = state.next_serial;
            state.next_serial += 1;
            let depth = state.frames.len();
            let draft = self.draft_use(&state, occasion, VirtualId(virtuals as u32), aims);
            state.frames.push(Frame { serial, event: Event::Draft(Box::new(draft)) });
            (virtuals, serial, depth)
        };
        let result = self.as_if_gone(&card.cards, || look(EventId { depth: depth as u16, serial }));
        let mut state = self.edit();
        state.frames.truncate(depth);
        state.virtuals.truncate(virtuals);
        state.next_serial = serial;
        result
    }

    fn draft_use(&self, state: &crate::state::State, occasion: Occasion, card: VirtualId, aims: &[PlayerId]) -> Use {
        let need = occasion.need.and_then(|id| match &state.frames[usize::from(id.depth)].event {
            Event::Need(need) => Some(need),
            _ => None,
        });
        Use {
            user: Some(occasion.user),
            card,
            aims: aims.iter().map(|player| Aim::at(*player)).collect(),
            to: need.and_then(|need| need.to),
            at_idle: occasion.need.is_none(),
            counted: occasion.need.is_none(),
            saving: occasion.saving,
            no_distance: need.is_some_and(|need| need.no_distance),
            no_quota: false,
            prescribed: need.is_some_and(|need| need.targets.is_some()),
            unanswerable: false,
            source: None,
            bonus: 0,
            memo: crate::value::Slots::default(),
            reason: need.and_then(|need| need.reason),
            damage_dealt: 0,
            current: None,
        }
    }

    pub(crate) fn draft(&self, id: EventId) -> std::cell::Ref<'_, Use> {
        std::cell::Ref::map(self.event(id), |event| event.as_use().expect("the event is a use"))
    }

    pub(crate) fn card_def(&self, id: EventId) -> Option<Rc<CardDef>> {
        let name = {
            let card = self.draft(id).card;
            self.virtual_card(card).name
        };
        self.catalogue().card(name).cloned()
    }

    /// Everything about a use but its targets: what states forbid, the card's own condition, answers that are barred.
    fn allowed(&self, occasion: Occasion, draft: EventId) -> bool {
        let Some(def) = self.card_def(draft) else { return false };
        let ban = if occasion.respond { Ban::Respond } else { Ban::Use };
        if self.banned_use(ban, occasion.user, draft) || self.answer_barred(&def, occasion) {
            return false;
        }
        occasion.respond
            || def.when.is_none_or(|fun| {
                let args = [Arg::Player(occasion.user), Arg::Event(draft.into())];
                self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
            })
    }

    /// Has the target record that would be answered been marked "can't be answered with this"?
    fn answer_barred(&self, def: &CardDef, occasion: Occasion) -> bool {
        let Some(need) = occasion.need else { return false };
        let Some((to, Some(aim))) = self.need_data(need).to else { return false };
        if !self.runs(to) {
            return false;
        }
        let event = self.event(to);
        let Event::Use(used) = &*event else { return false };
        used.aims.get(usize::from(aim)).is_some_and(|aim| {
            aim.unanswerable
                .iter()
                .any(|(name, by)| (*name == def.name || *name == def.family) && by.is_none_or(|by| by == occasion.user))
        })
    }

    // ── targets ───────────────────────────────────────────────────────────────────────────────────────────────────

    fn target_range(&self, occasion: Occasion, draft: EventId) -> TargetRange {
        let Some(def) = self.card_def(draft) else { return TargetRange::default() };
        if def.targets == TargetRule::Answer {
            return TargetRange { least_possible: true, bounds: (0, 0), legal: Vec::new() };
        }
        let legal = self.legal_targets(occasion, draft, &def);
        let chosen = self.draft(draft).aims.len();
        let bounds = match &def.targets {
            TargetRule::Own | TargetRule::All | TargetRule::Others => (0, 0),
            TargetRule::Answer => unreachable!("handled above"),
            TargetRule::Chosen { min, max, .. } => {
                let args = [Arg::Player(occasion.user), Arg::Event(draft.into())];
                let num = |num: Num| match num {
                    Num::Is(value) => value,
                    Num::Ask(fun) => {
                        self.rulebook().number(self, Call { fun, skill: def.name, args: &args }).unwrap_or(1)
                    }
                };
                let more = self.extra_targets(occasion.user, draft);
                let most = max.map_or(i64::MAX, num).saturating_add(more).max(0);
                (num(*min).max(0) as usize, usize::try_from(most).unwrap_or(usize::MAX))
            }
        };
        let possible = chosen + legal.len();
        TargetRange { least_possible: possible >= bounds.0.max(1), bounds, legal }
    }

    fn extra_targets(&self, user: PlayerId, draft: EventId) -> i64 {
        let args = [Arg::Event(draft.into())];
        let add = self.modified(Query::TargetCount, user, &args).add;
        // Prescribed targets admit no others, except where a state says that it adds to them all the same.
        if self.draft(draft).prescribed { self.modified(Query::Prescribed, user, &args).add } else { add }
    }

    /// The characters that may (still) be added to the draft's targets, in turn order.
    pub(crate) fn legal_targets(&self, occasion: Occasion, draft: EventId, def: &CardDef) -> Vec<PlayerId> {
        let chosen: Vec<PlayerId> = self.draft(draft).aims.iter().map(|aim| aim.player).collect();
        let prescribed = occasion.need.and_then(|need| self.need_data(need).targets.clone());
        let met = prescribed.as_ref().is_some_and(|list| list.iter().any(|target| chosen.contains(target)));
        self.in_order()
            .into_iter()
            .filter(|target| !chosen.contains(target))
            .filter(|target| {
                prescribed.as_ref().is_none_or(|list| list.contains(target) || (met && chosen.len() < usize::MAX))
            })
            .filter(|target| {
                let named = prescribed.as_ref().is_some_and(|list| list.contains(target));
                self.legal_target(occasion, draft, def, *target, named)
            })
            .collect()
    }

    fn legal_target(&self, occasion: Occasion, draft: EventId, def: &CardDef, target: PlayerId, _named: bool) -> bool {
        let user = occasion.user;
        let (own, reach) = match def.targets {
            TargetRule::Own => (true, Reach::Any),
            TargetRule::All => (true, Reach::Any),
            TargetRule::Others => (false, Reach::Any),
            TargetRule::Chosen { own, reach, .. } => (own, reach),
            TargetRule::Answer => return false,
        };
        let only_own = def.targets == TargetRule::Own && !occasion.saving;
        if (target == user && !own && !occasion.saving) || (only_own && target != user) {
            return false;
        }
        if !self.system_allows(def, target) || self.banned_use(Ban::Target, target, draft) {
            return false;
        }
        if !self.reaches(user, draft, target, reach) || !self.quota_allows(user, draft, def, target) {
            return false;
        }
        if occasion.saving {
            return true;
        }
        let filter = def.target_filter.is_none_or(|fun| {
            let args = [Arg::Player(user), Arg::Event(draft.into()), Arg::Player(target)];
            self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
        });
        filter && (def.second.is_none() || !self.second_choices(draft, def, target).is_empty())
    }

    /// The two rules of the system itself: no second delayed trick of the same name in a judgement area, none in an
    /// abolished one; and equipment needs its slot.
    pub(crate) fn system_allows(&self, def: &CardDef, target: PlayerId) -> bool {
        match def.card_type {
            CardType::DelayedTrick => self.judge_area_takes(def.name, target),
            CardType::Equip => {
                def.slot.is_none_or(|slot| !self.read().players[target.index()].abolished.contains(&slot))
            }
            CardType::Basic | CardType::Trick => true,
        }
    }

    /// May a delayed trick of this name be placed in the character's judgement area?
    #[must_use]
    pub fn judge_area_takes(&self, name: Name, target: PlayerId) -> bool {
        let state = self.read();
        let player = &state.players[target.index()];
        !player.judge_abolished
            && !player.judge.iter().any(|card| {
                let tied = state.ties[card.index()].map(|id| state.virtuals[id.0 as usize].name);
                tied.unwrap_or(state.faces[card.index()].name) == name && !self.is_gone(*card)
            })
    }

    fn reaches(&self, user: PlayerId, draft: EventId, target: PlayerId, reach: Reach) -> bool {
        if user == target || reach == Reach::Any || self.draft(draft).no_distance {
            return true;
        }
        let within = match reach {
            Reach::Any => true,
            Reach::Range => self.in_range(user, target),
            Reach::Distance(most) => {
                let args = [Arg::Event(draft.into()), Arg::Player(target)];
                let more = self.modified(Query::Reach, user, &args).add;
                i64::from(self.distance(user, target)) <= i64::from(most) + more
            }
        };
        within || self.modified(Query::Reach, user, &[Arg::Event(draft.into()), Arg::Player(target)]).unlimited
    }

    fn quota_allows(&self, user: PlayerId, draft: EventId, def: &CardDef, target: PlayerId) -> bool {
        let (at_idle, no_quota) = {
            let used = self.draft(draft);
            (used.at_idle, used.no_quota)
        };
        let Some((scope, quota)) = def.quota else { return true };
        if !at_idle || no_quota {
            return true;
        }
        let used = self.used_of_quota(user, def.family, scope);
        if used < quota {
            return true;
        }
        let modified = self.modified(Query::Quota, user, &[Arg::Event(draft.into()), Arg::Player(target)]);
        modified.unlimited || used < modified.apply(quota)
    }

    /// How many uses of the family count for its quota in the running scope.
    #[must_use]
    pub fn used_of_quota(&self, user: PlayerId, family: Name, scope: Scope) -> i64 {
        let state = self.read();
        let start = state.scopes.of(scope);
        state
            .history
            .since(start)
            .filter(|record| {
                matches!(record, Record::Use { player, family: used, counted: true, .. }
                    if *player == user && *used == family)
            })
            .count() as i64
    }

    fn second_choices(&self, draft: EventId, def: &CardDef, target: PlayerId) -> Vec<PlayerId> {
        let Some(fun) = def.second else { return Vec::new() };
        let user = self.draft(draft).user;
        self.in_order()
            .into_iter()
            .filter(|second| *second != target)
            .filter(|second| {
                let args = [
                    user.map_or(Arg::Nil, Arg::Player),
                    Arg::Event(draft.into()),
                    Arg::Player(target),
                    Arg::Player(*second),
                ];
                self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
            })
            .collect()
    }

    /// May this character be added as a target of a use that is under way, by a skill? (The distance rule is no matter
    /// there unless the skill says so.)
    #[must_use]
    pub fn may_target(&self, used: EventId, target: PlayerId) -> bool {
        let Some(def) = self.card_def(used) else { return false };
        if !self.alive(target) || !self.system_allows(&def, target) {
            return false;
        }
        let user = self.draft(used).user;
        if matches!(def.targets, TargetRule::Others | TargetRule::Chosen { own: false, .. }) && user == Some(target) {
            return false;
        }
        !self.banned_use(Ban::Target, target, used)
            && def.target_filter.is_none_or(|fun| {
                let args = [user.map_or(Arg::Nil, Arg::Player), Arg::Event(used.into()), Arg::Player(target)];
                self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
            })
    }

    // ── what comes next ───────────────────────────────────────────────────────────────────────────────────────────

    /// What may be chosen next for a partial action.
    #[must_use]
    pub fn next(&self, request: &Request, action: &Action) -> Next {
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

    fn next_targets(&self, occasion: Occasion, card: &VirtualCard, action: &Action, mut next: Next) -> Next {
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
            let range = self.target_range(occasion, draft);
            let each = if paired { 2 } else { 1 };
            let prescribed = occasion.need.and_then(|need| self.need_data(need).targets.clone());
            next.target_bounds = (range.bounds.0 * each, range.bounds.1.saturating_mul(each));
            let met = prescribed.is_none_or(|list| list.iter().any(|target| firsts.contains(target)));
            let automatic = range.bounds == (0, 0);
            next.ready = next.ready_cards(action)
                && (automatic && range.least_possible
                    || !automatic && firsts.len() >= range.bounds.0.max(1) && firsts.len() <= range.bounds.1 && met);
            if firsts.len() < range.bounds.1 {
                next.targets = range.legal;
            }
        });
        next
    }

    // ── conversions ───────────────────────────────────────────────────────────────────────────────────────────────

    fn converts(&self, occasion: Occasion, entry: &Entry) -> bool {
        let partial = Action::new(Way::Convert(entry.at));
        let (for_use, for_respond, when, limit) = match entry.ability() {
            Ability::Convert(c) => (c.for_use, c.for_respond, c.when, c.limit),
            Ability::Provide(p) => (p.for_use, p.for_respond, p.when, p.limit),
            _ => return false,
        };
        let fits = if occasion.respond { for_respond } else { for_use };
        if !fits || !self.limit_left(occasion.user, entry, limit, &[], None) {
            return false;
        }
        let ev = occasion.need.unwrap_or_else(|| self.current());
        if !self.test_entry(entry, when, &[Arg::Event(ev.into())]) {
            return false;
        }
        match entry.ability() {
            Ability::Provide(_) => !self.provided_names(occasion, entry).is_empty(),
            Ability::Convert(convert) => {
                let recast = convert.recast && occasion.need.is_none();
                match convert.cards {
                    None => !self.convert_names(occasion, entry, &[]).is_empty(),
                    Some(pick) => {
                        self.fits_some(occasion, entry, pick, partial)
                            || (recast && !self.pickable(occasion.user, entry, pick, ev.into(), &[], &[]).is_empty())
                    }
                }
            }
            _ => false,
        }
    }

    /// Can cards be taken one after another until the conversion yields something usable?
    fn fits_some(&self, occasion: Occasion, entry: &Entry, pick: CardPick, mut partial: Action) -> bool {
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let min = self.num_entry(entry, pick.min, &[Arg::Event(ev)]).max(0) as usize;
        if min <= 1 {
            let cards = self.pickable(occasion.user, entry, pick, ev, &[], &[]);
            return cards.into_iter().any(|card| !self.convert_names(occasion, entry, &[card]).is_empty())
                || (min == 0 && !self.convert_names(occasion, entry, &[]).is_empty());
        }
        let firsts = self.pickable(occasion.user, entry, pick, ev, &[], &[]);
        firsts.into_iter().any(|first| {
            partial.cards.clear();
            partial.cards.push(first);
            while partial.cards.len() < min {
                let more = self.pickable(occasion.user, entry, pick, ev, &partial.cards, &[]);
                let Some(card) = more.into_iter().find(|card| !partial.cards.contains(card)) else { return false };
                partial.cards.push(card);
            }
            !self.convert_names(occasion, entry, &partial.cards).is_empty()
        })
    }

    /// The names that these cards can be declared as and then used.
    pub(crate) fn convert_names(&self, occasion: Occasion, entry: &Entry, cards: &[CardId]) -> Vec<Name> {
        let Ability::Convert(convert) = entry.ability() else { return Vec::new() };
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let names = match &convert.to {
            To::Names(names) => names.clone(),
            To::Kinds(kinds) => {
                let catalogue = self.catalogue();
                let of_kind = |name: &&Name| catalogue.card(**name).is_some_and(|def| kinds.contains(&def.card_type));
                catalogue.card_order.iter().filter(of_kind).copied().collect()
            }
            To::Ask(fun) => {
                let act = Act { cards: cards.to_vec(), ..Act::default() };
                let args = [Arg::Event(ev), Arg::Act(&act)];
                let value = self.with_args(entry, &args, |args| {
                    self.rulebook().value(self, Call { fun: *fun, skill: entry.at.skill, args })
                });
                names_of(self, &value)
            }
        };
        names
            .into_iter()
            .filter(|name| self.wanted(occasion, *name))
            .filter(|name| {
                let card = self.make_virtual(*name, cards, Some(entry.at.skill));
                self.usable(occasion, &card, Some(entry)).is_ok()
            })
            .collect()
    }

    fn next_convert(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Next {
        let Ability::Convert(convert) = entry.ability() else { return Next::default() };
        let ev: Ev = occasion.need.unwrap_or_else(|| self.current()).into();
        let mut next = Next::default();
        if let Some(pick) = convert.cards {
            next.card_bounds = self.pick_bounds(entry, pick, ev);
            if action.cards.len() < next.card_bounds.1 {
                let last = action.cards.len() + 1 >= next.card_bounds.0;
                next.cards = self
                    .pickable(occasion.user, entry, pick, ev, &action.cards, &[])
                    .into_iter()
                    .filter(|card| {
                        if !last || action.recast {
                            return true;
                        }
                        let mut cards = action.cards.clone();
                        cards.push(*card);
                        convert.recast && occasion.need.is_none()
                            || !self.convert_names(occasion, entry, &cards).is_empty()
                    })
                    .collect();
            }
        }
        if action.cards.len() < next.card_bounds.0 {
            return next;
        }
        if action.recast {
            next.ready = convert.recast && occasion.need.is_none();
            return next;
        }
        let names = self.convert_names(occasion, entry, &action.cards);
        let name = match (action.name, names.as_slice()) {
            (Some(name), _) => names.contains(&name).then_some(name),
            (None, [one]) => Some(*one),
            (None, _) => None,
        };
        if action.name.is_none() && names.len() > 1 {
            next.names = names;
        }
        match name {
            Some(name) => {
                let card = self.make_virtual(name, &action.cards, Some(entry.at.skill));
                self.next_targets(occasion, &card, action, next)
            }
            None => next,
        }
    }

    fn provided_names(&self, occasion: Occasion, entry: &Entry) -> Vec<Name> {
        let Ability::Provide(provide) = entry.ability() else { return Vec::new() };
        provide
            .to
            .iter()
            .copied()
            .filter(|name| self.wanted(occasion, *name))
            .filter(|name| {
                let card = self.make_virtual(*name, &[], Some(entry.at.skill));
                self.usable(occasion, &card, Some(entry)).is_ok()
            })
            .collect()
    }

    /// Can the ability provide what is needed on this occasion (a response or a use in answer to a need)?
    pub(crate) fn provides(&self, occasion: Occasion, entry: &Entry) -> bool {
        matches!(entry.ability(), Ability::Provide(_)) && self.counts(entry) && self.converts(occasion, entry)
    }

    fn next_provide(&self, occasion: Occasion, entry: &Entry, action: &Action) -> Next {
        let Some(name) = action.name.or_else(|| self.provided_names(occasion, entry).first().copied()) else {
            return Next::default();
        };
        let card = self.make_virtual(name, &[], Some(entry.at.skill));
        self.next_targets(occasion, &card, action, Next::default())
    }

    // ── active skills ─────────────────────────────────────────────────────────────────────────────────────────────

    fn active_ways(&self, seat: PlayerId, ways: &mut Vec<Way>) {
        let index = self.index();
        let lent = index.lent.iter().filter(|entry| {
            let Ability::Lent { to, .. } = entry.ability() else { return false };
            entry.at.owner != seat && self.test_entry(entry, *to, &[Arg::Player(seat)])
        });
        for entry in index.ways[seat.index()].iter().chain(lent) {
            let (Ability::Active(active) | Ability::Lent { active, .. }) = entry.ability() else { continue };
            let ev: Ev = self.current().into();
            if self.counts(entry)
                && self.limit_left(seat, entry, active.limit, &[], None)
                && self.test_for(seat, entry, active.when, ev)
                && self.payable(seat, entry, &active.picks, ev)
            {
                ways.push(Way::Active(entry.at));
            }
        }
    }

    /// For `lent` the one who acts comes first and the holder last.
    fn test_for(&self, seat: PlayerId, entry: &Entry, when: Option<crate::def::Fun>, ev: Ev) -> bool {
        if seat == entry.at.owner {
            return self.test_entry(entry, when, &[Arg::Event(ev)]);
        }
        when.is_none_or(|fun| {
            let args = [Arg::Player(seat), Arg::Event(ev), Arg::Player(entry.at.owner)];
            self.rulebook().test(self, Call { fun, skill: entry.at.skill, args: &args })
        })
    }

    /// Can price, cards and targets be met at all?
    pub(crate) fn payable(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev) -> bool {
        if !self.price_met(seat, entry, &picks.price, ev) {
            return false;
        }
        if let Some(pick) = picks.cards {
            let least = self.pick_bounds(entry, pick, ev).0;
            if self.pickable(seat, entry, pick, ev, &[], &[]).len() < least {
                return false;
            }
        }
        // With targets that depend on the cards, the test without cards could say no too early; so try them in turn.
        match (picks.targets, picks.cards.or(picks.price.discard)) {
            (None, _) => true,
            (Some(target), None) => self.enough_targets(seat, entry, target, ev, &[]),
            (Some(target), Some(pick)) => {
                let least = self.pick_bounds(entry, pick, ev).0;
                (least == 0 && self.enough_targets(seat, entry, target, ev, &[]))
                    || self
                        .pickable(seat, entry, pick, ev, &[], &[])
                        .into_iter()
                        .any(|card| self.enough_targets(seat, entry, target, ev, &[card]))
            }
        }
    }

    fn enough_targets(&self, seat: PlayerId, entry: &Entry, pick: TargetPick, ev: Ev, cards: &[CardId]) -> bool {
        let act = Act { cards: cards.to_vec(), owner: Some(entry.at.owner), ..Act::default() };
        let least = self.num_entry(entry, pick.min, &[Arg::Event(ev), Arg::Act(&act)]).max(0) as usize;
        let legal = self.targetable(seat, entry, pick, ev, &act).len();
        least == 0 || legal > 0
    }

    fn price_met(&self, seat: PlayerId, entry: &Entry, price: &Price, ev: Ev) -> bool {
        if let Some(pick) = price.discard {
            let least = self.pick_bounds(entry, pick, ev).0;
            if self.pickable(seat, entry, pick, ev, &[], &[]).len() < least {
                return false;
            }
        }
        if let Some((mark, count)) = price.mark {
            let count = self.num_entry(entry, count, &[Arg::Event(ev)]);
            let has = self.read().players[seat.index()].marks.get(mark).copied().unwrap_or(0);
            if i64::from(has) < count {
                return false;
            }
        }
        true
    }

    fn pick_bounds(&self, entry: &Entry, pick: CardPick, ev: Ev) -> (usize, usize) {
        let bound = |num| self.num_entry(entry, num, &[Arg::Event(ev)]).max(0) as usize;
        (bound(pick.min), pick.max.map_or(usize::MAX, bound))
    }

    /// Cards that may be picked after `chosen`.
    fn pickable(
        &self,
        seat: PlayerId,
        entry: &Entry,
        pick: CardPick,
        ev: Ev,
        chosen: &[CardId],
        targets: &[PlayerId],
    ) -> Vec<CardId> {
        let act =
            Act { cards: chosen.to_vec(), targets: targets.to_vec(), owner: Some(entry.at.owner), ..Act::default() };
        let discards = is_price(entry, pick);
        self.cards_from(seat, pick.from)
            .into_iter()
            .filter(|card| !chosen.contains(card) && !self.is_gone(*card))
            .filter(|card| !discards || !self.banned_card(Ban::Discard, seat, *card))
            .filter(|card| {
                pick.filter.is_none_or(|fun| {
                    let args = [Arg::Event(ev), Arg::Card(*card), Arg::Act(&act)];
                    self.test_as(seat, entry, fun, &args)
                })
            })
            .collect()
    }

    fn test_as(&self, seat: PlayerId, entry: &Entry, fun: crate::def::Fun, args: &[Arg<'_>]) -> bool {
        let mut all: smallvec::SmallVec<[Arg<'_>; 5]> = smallvec::smallvec![Arg::Player(seat)];
        all.extend_from_slice(args);
        if let Some(effect) = entry.at.effect {
            all.push(Arg::Effect(effect));
        }
        self.rulebook().test(self, Call { fun, skill: entry.at.skill, args: &all })
    }

    /// The cards of a character in these places.
    #[must_use]
    pub fn cards_from(&self, seat: PlayerId, from: From) -> Vec<CardId> {
        let state = self.read();
        let player = &state.players[seat.index()];
        let mut cards = Vec::new();
        if from.hand {
            cards.extend_from_slice(&player.hand);
        }
        if from.equip {
            cards.extend(player.equip.iter().flatten());
        }
        if from.judge {
            cards.extend_from_slice(&player.judge);
        }
        if let Some(pile) = from.pile.and_then(|name| player.piles.get(name)) {
            cards.extend_from_slice(&pile.cards);
        }
        cards
    }

    fn targetable(&self, seat: PlayerId, entry: &Entry, pick: TargetPick, ev: Ev, act: &Act) -> Vec<PlayerId> {
        // Cards that are chosen to be paid count as gone: range with one's own weapon as the price and the like.
        self.as_if_gone(&act.cards, || {
            self.in_order()
                .into_iter()
                .filter(|other| (pick.own || *other != seat) && !act.targets.contains(other))
                .filter(|other| {
                    pick.filter.is_none_or(|fun| {
                        let args = [Arg::Event(ev), Arg::Player(*other), Arg::Act(act)];
                        self.test_as(seat, entry, fun, &args)
                    })
                })
                .collect()
        })
    }

    fn next_picks(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev, action: &Action) -> Next {
        let mut next = Next::default();
        let pick = picks.cards.or(picks.price.discard);
        if let Some(pick) = pick {
            next.card_bounds = self.pick_bounds(entry, pick, ev);
            if action.cards.len() < next.card_bounds.1 {
                next.cards = self.pickable(seat, entry, pick, ev, &action.cards, &action.targets);
            }
        }
        next.options = self.options_of(seat, entry, picks, ev);
        let option = action.option.and_then(|number| next.options.get(usize::from(number)).cloned());
        let act = Act {
            cards: action.cards.clone(),
            targets: action.targets.clone(),
            option: option.unwrap_or_default(),
            owner: Some(entry.at.owner),
            ..Act::default()
        };
        if let Some(pick) = picks.targets {
            let args = [Arg::Event(ev), Arg::Act(&act)];
            let bound = |num| self.num_entry(entry, num, &args).max(0) as usize;
            next.target_bounds = (bound(pick.min), pick.max.map_or(usize::MAX, bound));
            if action.targets.len() < next.target_bounds.1 {
                next.targets = self.targetable(seat, entry, pick, ev, &act);
            }
        }
        let chosen = action.option.is_some() || next.options.is_empty();
        let counted = action.targets.len() >= next.target_bounds.0 && action.targets.len() <= next.target_bounds.1;
        next.ready = next.ready_cards(action) && counted && chosen;
        next
    }

    pub(crate) fn options_of(&self, seat: PlayerId, entry: &Entry, picks: &Picks, ev: Ev) -> Vec<Value> {
        match &picks.option {
            None => Vec::new(),
            Some(OptionPick::Words(words)) => words.iter().map(|word| Value::Name(*word)).collect(),
            Some(OptionPick::Ask(fun)) => {
                let args = [Arg::Player(seat), Arg::Event(ev)];
                match self.rulebook().value(self, Call { fun: *fun, skill: entry.at.skill, args: &args }) {
                    Value::List(list) => list.to_vec(),
                    Value::Nil => Vec::new(),
                    one => vec![one],
                }
            }
        }
    }

    // ── limits ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Is a counted limit not reached yet, for these targets and this option?
    pub(crate) fn limit_left(
        &self,
        seat: PlayerId,
        entry: &Entry,
        limit: Option<crate::def::Limit>,
        targets: &[PlayerId],
        option: Option<Name>,
    ) -> bool {
        let once = entry.at.effect.is_none() && (entry.def.limited || entry.def.awakening);
        if once && self.spent(seat, entry.at.skill) > 0 {
            return false;
        }
        let Some(limit) = limit else { return true };
        let most = self.num_entry(entry, limit.count, &[]);
        let state = self.read();
        let start = state.scopes.of(limit.scope);
        let used = state
            .history
            .since(start)
            .filter(|record| match record {
                Record::Skill { player, skill, ability, targets: used_on, option: used_as } => {
                    *player == seat
                        && *skill == entry.at.skill
                        && *ability == entry.at.index
                        && (!limit.each_target || used_on.iter().any(|target| targets.contains(target)))
                        && (!limit.each_option || *used_as == option)
                }
                _ => false,
            })
            .count() as i64;
        used < most
    }

    /// How often a limited or awakening skill was used.
    #[must_use]
    pub fn spent(&self, seat: PlayerId, skill: Name) -> u32 {
        let state = self.read();
        let spent = &state.players[seat.index()].spent;
        spent.iter().find(|(name, ..)| *name == skill).map_or(0, |(_, _, times)| *times)
    }
}

#[derive(Default)]
struct TargetRange {
    least_possible: bool,
    bounds: (usize, usize),
    legal: Vec<PlayerId>,
}

impl Next {
    fn ready_cards(&self, action: &Action) -> bool {
        action.cards.len() >= self.card_bounds.0 && action.cards.len() <= self.card_bounds.1.max(action.cards.len())
    }
}

fn is_price(entry: &Entry, pick: CardPick) -> bool {
    let picks = match entry.ability() {
        Ability::On(handler) => &handler.picks,
        Ability::Active(active) | Ability::Lent { active, .. } => &active.picks,
        Ability::Provide(provide) => &provide.picks,
        _ => return false,
    };
    picks.price.discard == Some(pick)
}

fn names_of(game: &Game, value: &Value) -> Vec<Name> {
    match value {
        Value::Name(name) => vec![*name],
        Value::Text(text) => game.names().get(text).into_iter().collect(),
        Value::List(list) => list.iter().flat_map(|value| names_of(game, value)).collect(),
        _ => Vec::new(),
    }
}

fn below(number: usize, bound: usize) -> Result<(), String> {
    if number < bound { Ok(()) } else { Err(format!("option {} of {bound}", number + 1)) }
}

fn within(count: usize, min: usize, max: usize, what: &str) -> Result<(), String> {
    if (min..=max).contains(&count) { Ok(()) } else { Err(format!("{count} {what} where {min} to {max} are expected")) }
}

fn distinct<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().all(|(at, item)| !items[..at].contains(item))
}

fn check_picks(
    cards: &[CardId],
    hidden: &[(PlayerId, usize)],
    min: usize,
    max: usize,
    picks: &[Pick],
) -> Result<(), String> {
    let open: Vec<CardId> =
        picks.iter().filter_map(|pick| if let Pick::Card(card) = pick { Some(*card) } else { None }).collect();
    if !distinct(&open) || !open.iter().all(|card| cards.contains(card)) {
        return Err("a card chosen twice, or not among those to choose from".into());
    }
    let covered = picks.iter().filter_map(|pick| if let Pick::Hidden(player) = pick { Some(*player) } else { None });
    for player in covered {
        let most = hidden.iter().find(|(owner, _)| *owner == player).map_or(0, |(_, most)| *most);
        if picks.iter().filter(|pick| **pick == Pick::Hidden(player)).count() > most {
            return Err(format!("more cards of seat {}'s hand than may be taken", player.0 + 1));
        }
    }
    within(picks.len(), min, max, "cards")
}

fn check_piles(cards: &[CardId], piles: &[(Name, usize, usize)], answer: &[Vec<CardId>]) -> Result<(), String> {
    if answer.len() != piles.len() {
        return Err(format!("{} piles where {} are expected", answer.len(), piles.len()));
    }
    let all: Vec<CardId> = answer.iter().flatten().copied().collect();
    if all.len() != cards.len() || !distinct(&all) || !all.iter().all(|card| cards.contains(card)) {
        return Err("each card must be in one pile".into());
    }
    answer.iter().zip(piles).try_for_each(|(pile, (_, min, max))| within(pile.len(), *min, *max, "cards in a pile"))
}

fn fill_piles(cards: &[CardId], piles: &[(Name, usize, usize)]) -> Vec<Vec<CardId>> {
    let mut rest = cards.to_vec();
    let mut filled: Vec<Vec<CardId>> =
        piles.iter().map(|(_, min, _)| rest.drain(..(*min).min(rest.len())).collect()).collect();
    for (pile, (_, _, max)) in filled.iter_mut().zip(piles) {
        let room = max.saturating_sub(pile.len()).min(rest.len());
        pile.extend(rest.drain(..room));
    }
    filled
}
