//! Legal targets (专题四): nominal bounds, the distance rule, target limits, the quota, the two rules of the system.

use super::Occasion;
use crate::def::{Ban, CardDef, CardType, Num, Query, Reach, Scope, TargetRule};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{EventId, PlayerId};
use crate::names::Name;
use crate::rulebook::{Arg, Call};

impl Game {
    /// Are there as many legal targets as a use needs? Looks no further than it must.
    pub(crate) fn has_targets_enough(&self, occasion: Occasion, draft: EventId) -> bool {
        let Some(def) = self.card_def(draft) else { return false };
        if def.targets == TargetRule::Answer {
            return true;
        }
        let least = self.target_bounds(occasion, draft, &def).0.max(1);
        self.legal_among(occasion, draft, &def).take(least).count() == least
    }

    /// Nominal bounds of the number of targets; none for cards whose targets are not chosen.
    pub(crate) fn target_bounds(&self, occasion: Occasion, draft: EventId, def: &CardDef) -> (usize, usize) {
        match &def.targets {
            TargetRule::Own | TargetRule::All | TargetRule::Others | TargetRule::Answer => (0, 0),
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
        }
    }

    pub(crate) fn extra_targets(&self, user: PlayerId, draft: EventId) -> i64 {
        let args = [Arg::Event(draft.into())];
        let add = self.modified(Query::TargetCount, user, &args).add;
        // Prescribed targets admit no others, except where a state says that it adds to them all the same.
        if self.draft(draft).prescribed { self.modified(Query::Prescribed, user, &args).add } else { add }
    }

    /// The characters that may (still) be added to the draft's targets, in turn order.
    pub(crate) fn legal_targets(&self, occasion: Occasion, draft: EventId, def: &CardDef) -> Vec<PlayerId> {
        self.legal_among(occasion, draft, def).collect()
    }

    fn legal_among<'a>(
        &'a self,
        occasion: Occasion,
        draft: EventId,
        def: &'a CardDef,
    ) -> impl Iterator<Item = PlayerId> + 'a {
        let chosen: Vec<PlayerId> = self.draft(draft).aims.iter().map(|aim| aim.player).collect();
        let prescribed = occasion.need.and_then(|need| self.need_data(need).targets.clone());
        let met = prescribed.as_ref().is_some_and(|list| list.iter().any(|target| chosen.contains(target)));
        self.in_order()
            .into_iter()
            .filter(move |target| !chosen.contains(target))
            .filter(move |target| prescribed.as_ref().is_none_or(|list| list.contains(target) || met))
            .filter(move |target| self.legal_target(occasion, draft, def, *target))
    }

    pub(crate) fn legal_target(&self, occasion: Occasion, draft: EventId, def: &CardDef, target: PlayerId) -> bool {
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
        // What costs least is looked at first; scripts are asked last.
        if !self.system_allows(def, target)
            || !self.reaches(user, draft, target, reach)
            || !self.quota_allows(user, draft, def, target)
            || self.banned_use(Ban::Target, target, draft)
        {
            return false;
        }
        if occasion.saving {
            return true;
        }
        let filter = def.target_filter.is_none_or(|fun| {
            let args = [Arg::Player(user), Arg::Event(draft.into()), Arg::Player(target)];
            self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
        });
        filter && (def.second.is_none() || self.seconds(draft, def, target).next().is_some())
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

    pub(crate) fn reaches(&self, user: PlayerId, draft: EventId, target: PlayerId, reach: Reach) -> bool {
        if user == target || reach == Reach::Any || self.draft(draft).no_distance {
            return true;
        }
        let within = match reach {
            Reach::Any => true,
            Reach::Range => self.in_range(user, target),
            Reach::Distance(most) => {
                let args = [Arg::Event(draft.into()), Arg::Player(target)];
                i64::from(self.distance(user, target)) <= self.modified(Query::Reach, user, &args).apply(most.into())
            }
        };
        within || self.modified(Query::Reach, user, &[Arg::Event(draft.into()), Arg::Player(target)]).unlimited
    }

    pub(crate) fn quota_allows(&self, user: PlayerId, draft: EventId, def: &CardDef, target: PlayerId) -> bool {
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
        let start = state.history.start(scope);
        state
            .history
            .since(start)
            .enumerate()
            .filter(|(number, record)| {
                matches!(record, Record::Use { player, family: used, counted: true, .. }
                    if *player == user && *used == family)
                    && !state.taken_back.contains(&((start + number) as u32))
            })
            .count() as i64
    }

    /// This use doesn't count for the quota of its card.
    pub fn uncount(&self, used: EventId) {
        let state = &mut *self.edit();
        state.taken_back.extend(state.frames[usize::from(used.depth)].record);
    }

    pub(crate) fn second_choices(&self, draft: EventId, def: &CardDef, target: PlayerId) -> Vec<PlayerId> {
        self.seconds(draft, def, target).collect()
    }

    fn seconds<'a>(
        &'a self,
        draft: EventId,
        def: &'a CardDef,
        target: PlayerId,
    ) -> impl Iterator<Item = PlayerId> + 'a {
        let user = self.draft(draft).user;
        let order = if def.second.is_some() { self.in_order() } else { Vec::new() };
        order.into_iter().filter(move |second| *second != target).filter(move |second| {
            let Some(fun) = def.second else { return false };
            let args = [
                user.map_or(Arg::Nil, Arg::Player),
                Arg::Event(draft.into()),
                Arg::Player(target),
                Arg::Player(*second),
            ];
            self.rulebook().test(self, Call { fun, skill: def.name, args: &args })
        })
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
}
