//! Numbers and facts that states change: distance, range, hand limit, quota, faces, prohibitions. Nothing here is stored,
//! so nothing is stale; a query that nobody modifies costs no call into a script.

use crate::card::{Face, Slot};
use crate::def::{Ability, Ban, Modifier, Num, Query, Who};
use crate::event::{Aim, Event, Outcome};
use crate::game::Game;
use crate::ids::{CardId, EventId, PlayerId};
use crate::index::Entry;
use crate::names::Name;
use crate::rulebook::{Arg, Call};

/// What the modifiers of a query add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Modified {
    pub add: i64,
    pub set: Option<i64>,
    pub unlimited: bool,
}

impl Modified {
    pub fn apply(self, base: i64) -> i64 {
        self.set.unwrap_or(base) + self.add
    }
}

fn concerns(who: Who, holder: PlayerId, subject: PlayerId) -> bool {
    match who {
        Who::Anyone => true,
        Who::Others => holder != subject,
        _ => holder == subject,
    }
}

impl Game {
    /// Does the ability count: its holder lives, its equipment is there and not ignored, its skill is not disabled?
    pub(crate) fn counts(&self, entry: &Entry) -> bool {
        let owner = entry.at.owner;
        if entry.at.effect.is_none() && !self.alive(owner) {
            return false;
        }
        if let (Some(card), Some(slot)) = (entry.at.equip, entry.slot) {
            return !self.is_gone(card)
                && !self.slot_ignored(owner, slot)
                && !self.banned_equip(owner, slot, Some(card));
        }
        if let (Some(skill), Some(slot)) = (entry.worn_by, entry.slot) {
            return !self.skill_disabled(owner, skill)
                && !self.slot_ignored(owner, slot)
                && !self.banned_equip(owner, slot, None);
        }
        entry.at.effect.is_some() || !self.skill_disabled(owner, entry.at.skill)
    }

    /// Is a slot of `owner` ignored by a use under way against him? While somebody other than its user acts in between,
    /// with a skill or a card of his own, it is not (document 000, L585); nor once the user is dead (L587). Damage of the
    /// use that a skill passes on is still the user's doing (L2121).
    #[must_use]
    pub fn slot_ignored(&self, owner: PlayerId, slot: Slot) -> bool {
        let state = self.read();
        let acting = state.frames.iter().rev().find_map(|frame| match &frame.event {
            Event::Use(used) => Some(used.user),
            Event::Respond(respond) => Some(Some(respond.player)),
            Event::SkillUse { player, .. } => Some(Some(*player)),
            Event::Damage(damage) => (damage.by_use.is_some() && !damage.chained).then_some(damage.source),
            _ => None,
        });
        let living = |player: PlayerId| state.players[player.index()].alive;
        state.frames.iter().any(|frame| match &frame.event {
            Event::Use(used) if used.user.is_some_and(living) => {
                let ignoring = |aim: &Aim| {
                    aim.player == owner && aim.outcome == Outcome::Pending && aim.ignored_slots.contains(&slot)
                };
                acting == Some(used.user) && used.aims.iter().any(ignoring)
            }
            _ => false,
        })
    }

    fn skill_disabled(&self, owner: PlayerId, skill: Name) -> bool {
        if self.read().players[owner.index()].suspended.iter().any(|(name, _)| *name == skill) {
            return true;
        }
        let index = self.index();
        index.bans[Ban::Skill as usize].iter().any(|entry| {
            // A ban can't disable the very skill it comes from; that also ends the recursion.
            !(entry.at.owner == owner && entry.at.skill == skill)
                && (entry.at.effect.is_some() || self.alive(entry.at.owner))
                && self.prohibits(entry, owner, Arg::Name(skill))
        })
    }

    fn prohibits(&self, entry: &Entry, subject: PlayerId, what: Arg<'_>) -> bool {
        let Ability::Forbid(prohibition) = entry.ability() else { return false };
        if !concerns(prohibition.who, entry.at.owner, subject) {
            return false;
        }
        self.arg_passes(&prohibition.card, Some(&what))
            && self.test_entry(entry, prohibition.when, &[what, Arg::Player(subject)])
    }

    /// Test a condition of an ability: `when(me, …, effect)`.
    pub(crate) fn test_entry(&self, entry: &Entry, when: Option<crate::def::Fun>, args: &[Arg<'_>]) -> bool {
        let Some(fun) = when else { return true };
        self.with_args(entry, args, |args| self.rulebook().test(self, Call { fun, skill: entry.at.skill, args }))
    }

    /// A number declared or computed for an ability.
    pub(crate) fn num_entry(&self, entry: &Entry, num: Num, args: &[Arg<'_>]) -> i64 {
        match num {
            Num::Is(value) => value,
            Num::Ask(fun) => self
                .with_args(entry, args, |args| self.rulebook().number(self, Call { fun, skill: entry.at.skill, args }))
                .unwrap_or(0),
        }
    }

    /// Arguments of a call: the holder first, the lasting effect last.
    pub(crate) fn with_args<T>(&self, entry: &Entry, args: &[Arg<'_>], call: impl FnOnce(&[Arg<'_>]) -> T) -> T {
        let mut all: smallvec::SmallVec<[Arg<'_>; 5]> = smallvec::SmallVec::new();
        all.push(Arg::Player(entry.at.owner));
        all.extend_from_slice(args);
        if let Some(effect) = entry.at.effect {
            all.push(Arg::Effect(effect));
        }
        call(&all)
    }

    fn banned(&self, ban: Ban, subject: PlayerId, what: Arg<'_>) -> bool {
        let index = self.index();
        index.bans[ban as usize].iter().any(|entry| self.counts(entry) && self.prohibits(entry, subject, what))
    }

    /// Has what the character wears in this slot no effect? `card` is `None` for what a skill counts as wearing.
    pub(crate) fn banned_equip(&self, subject: PlayerId, slot: Slot, card: Option<CardId>) -> bool {
        let index = self.index();
        index.bans[Ban::Equip as usize].iter().any(|entry| {
            let Ability::Forbid(prohibition) = entry.ability() else { return false };
            // Equipment that disables equipment is not itself asked about, or the question would never end.
            prohibition.slot.is_none_or(|named| named == slot)
                && (entry.slot.is_some() || self.counts(entry))
                && self.prohibits(entry, subject, card.map_or(Arg::Nil, Arg::Card))
        })
    }

    /// Is the character barred as a target of, from using or responding with, the use (a draft)?
    #[must_use]
    pub fn banned_use(&self, ban: Ban, subject: PlayerId, draft: EventId) -> bool {
        self.banned(ban, subject, Arg::Event(draft.into()))
    }

    /// Is the character barred from doing this with the card?
    #[must_use]
    pub fn banned_card(&self, ban: Ban, subject: PlayerId, card: CardId) -> bool {
        self.banned(ban, subject, Arg::Card(card))
    }

    /// Is the character barred altogether?
    #[must_use]
    pub fn banned_plain(&self, ban: Ban, subject: PlayerId) -> bool {
        self.banned(ban, subject, Arg::Nil)
    }

    pub(crate) fn modified(&self, query: Query, subject: PlayerId, args: &[Arg<'_>]) -> Modified {
        let index = self.index();
        let mut result = Modified::default();
        for entry in &index.modifiers[query as usize] {
            let Ability::Modify(modifier) = entry.ability() else { continue };
            if !concerns(modifier.who, entry.at.owner, subject) || !self.counts(entry) {
                continue;
            }
            if !self.arg_passes(&modifier.card, args.first()) || !self.test_entry(entry, modifier.when, args) {
                continue;
            }
            self.add_up(entry, modifier, args, &mut result);
        }
        result
    }

    fn add_up(&self, entry: &Entry, modifier: &Modifier, args: &[Arg<'_>], result: &mut Modified) {
        if let Some(by) = modifier.by {
            result.add += self.num_entry(entry, by, args);
        }
        if let Some(to) = modifier.to {
            let to = self.num_entry(entry, to, args);
            result.set = Some(result.set.map_or(to, |other| other.max(to)));
        }
        result.unlimited |= modifier.unlimited;
    }

    /// What a card of `owner` counts as. While a condition of such a state is asked, cards count as printed.
    pub(crate) fn face_for(&self, card: CardId, printed: Face, owner: PlayerId) -> Face {
        let index = self.index();
        let entries = &index.modifiers[Query::Face as usize];
        if entries.is_empty() || !self.enter_face() {
            return printed;
        }
        let mut face = printed;
        for entry in entries {
            let Ability::Modify(modifier) = entry.ability() else { continue };
            if concerns(modifier.who, entry.at.owner, owner)
                && self.counts(entry)
                && self.arg_passes(&modifier.card, Some(&Arg::Card(card)))
                && self.test_entry(entry, modifier.when, &[Arg::Card(card)])
            {
                face.name = modifier.name.unwrap_or(face.name);
                face.suit = modifier.suit.unwrap_or(face.suit);
            }
        }
        self.leave_face();
        face
    }

    /// Distance (距离) from one living character to another; 0 to oneself, else at least 1.
    #[must_use]
    pub fn distance(&self, from: PlayerId, to: PlayerId) -> i32 {
        if from == to {
            return 0;
        }
        let steps = {
            let state = self.read();
            let seats = state.players.len();
            let forward = (0..seats)
                .map(|step| (from.index() + step) % seats)
                .take_while(|seat| *seat != to.index())
                .filter(|seat| state.players[*seat].alive || *seat == from.index())
                .count();
            let living = state
                .players
                .iter()
                .enumerate()
                .filter(|(seat, player)| player.alive || *seat == from.index() || *seat == to.index())
                .count();
            forward.min(living - forward) as i64
        };
        let mounts = self.mount(from, Slot::MinusHorse) + self.mount(to, Slot::PlusHorse);
        let given = self.modified(Query::DistanceFrom, from, &[Arg::Player(to)]);
        let taken = self.modified(Query::DistanceTo, to, &[Arg::Player(from)]);
        let base = given.set.or(taken.set).unwrap_or(steps + i64::from(mounts) + given.add + taken.add);
        base.max(1) as i32
    }

    fn mount(&self, player: PlayerId, slot: Slot) -> i32 {
        let Some(card) = self.equipped(player, slot) else { return 0 };
        let face = self.printed(card);
        let catalogue = self.catalogue();
        let Some(def) = catalogue.card(face.name) else { return 0 };
        if self.banned_equip(player, slot, Some(card)) {
            return 0;
        }
        if slot == Slot::MinusHorse { def.distance_from } else { def.distance_to }
    }

    /// Attack range (攻击范围): of the weapon, or 1.
    #[must_use]
    pub fn attack_range(&self, player: PlayerId) -> i32 {
        let weapon = self.equipped(player, Slot::Weapon).and_then(|card| {
            let face = self.printed(card);
            self.catalogue().card(face.name).map(|def| def.range)
        });
        let base = i64::from(weapon.unwrap_or(1).max(1));
        self.modified(Query::AttackRange, player, &[]).apply(base).max(0) as i32
    }

    /// Is `other` within the attack range of `player`? Everybody is within his own.
    #[must_use]
    pub fn in_range(&self, player: PlayerId, other: PlayerId) -> bool {
        player == other || self.distance(player, other) <= self.attack_range(player)
    }

    /// Hand limit (手牌上限): hp, at least 0, as states change it.
    #[must_use]
    pub fn hand_limit(&self, player: PlayerId) -> i32 {
        let hp = i64::from(self.read().players[player.index()].hp.max(0));
        self.modified(Query::HandLimit, player, &[]).apply(hp).max(0) as i32
    }

    /// All suits, names and so on of the current kingdom count: how many kingdoms live (现存势力数).
    #[must_use]
    pub fn kingdoms(&self) -> usize {
        let state = self.read();
        let mut seen: Vec<Name> = Vec::new();
        for player in state.players.iter().filter(|player| player.alive) {
            if let Some(kingdom) = player.kingdom
                && !seen.contains(&kingdom)
            {
                seen.push(kingdom);
            }
        }
        seen.len()
    }
}
