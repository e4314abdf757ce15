//! Cards used and played in response: the need that asks for one, the use with its target records, and the response.

use crate::card::Slot;
use crate::ids::{EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::value::{Slots, Value};
use smallvec::SmallVec;

/// "Needs to use / respond with a card" (需要使用 / 打出).
#[derive(Debug, Clone)]
pub struct Need {
    /// Who needs it.
    pub player: PlayerId,
    /// To respond (打出) rather than to use.
    pub respond: bool,
    /// The names that would do; a family name stands for all its kinds.
    pub names: SmallVec<[Name; 2]>,
    /// What it answers: an event and, for a use, the index of the target entry.
    pub to: Option<(EventId, Option<u8>)>,
    /// For uses with prescribed targets: these and no others.
    pub targets: Option<SmallVec<[PlayerId; 2]>>,
    /// Distance is no matter.
    pub no_distance: bool,
    /// The purpose, for prompts and hints.
    pub reason: Option<Name>,
}

/// What became of a card for one of its targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// Not reached yet.
    #[default]
    Pending,
    /// The effect was executed (生效).
    Took,
    /// Offset by an answer (被抵消).
    Offset,
    /// Void for this target (无效).
    Void,
}

/// A target record (目标): one entry of a use's target list. A character can be in the list twice.
#[derive(Debug, Clone)]
pub struct Aim {
    /// The character.
    pub player: PlayerId,
    /// The second character named with this one (借刀杀人).
    pub second: Option<PlayerId>,
    /// Taken off the list (取消).
    pub cancelled: bool,
    /// The card is void for this target (对其无效).
    pub void: bool,
    /// Names of cards that can't answer for this target; a family name bans all its kinds.
    pub unanswerable: SmallVec<[(Name, Option<PlayerId>); 2]>,
    /// How many answering cards it takes to offset (无双: 2).
    pub answers_needed: u8,
    /// How many have taken effect.
    pub answers_made: u8,
    /// Equipment slots of the target that don't count for this use.
    pub ignored_slots: SmallVec<[Slot; 2]>,
    /// Added to damage by this card to this target.
    pub bonus: i32,
    /// Which of the four kinds of target timings were generated: specifying, becoming, specified, became.
    pub generated: [bool; 4],
    /// How many more times the card takes effect on the character once it has (重复结算).
    pub again: u8,
    /// What became of it.
    pub outcome: Outcome,
    /// Has damage by this card to this target happened?
    pub damaged: bool,
}

impl Aim {
    /// A fresh entry for `player`.
    #[must_use]
    pub fn at(player: PlayerId) -> Self {
        Aim {
            player,
            second: None,
            cancelled: false,
            void: false,
            unanswerable: SmallVec::new(),
            answers_needed: 1,
            answers_made: 0,
            ignored_slots: SmallVec::new(),
            bonus: 0,
            generated: [false; 4],
            again: 0,
            outcome: Outcome::Pending,
            damaged: false,
        }
    }
}

/// A use of a card: in preparation (a draft, for legality), running, or a delayed trick's special flow (no user).
#[derive(Debug, Clone)]
pub struct Use {
    /// Who uses it; nobody uses a delayed trick that takes effect.
    pub user: Option<PlayerId>,
    /// The card.
    pub card: VirtualId,
    /// The target list.
    pub aims: Vec<Aim>,
    /// What it answers.
    pub to: Option<(EventId, Option<u8>)>,
    /// Used at an idle point of the play phase.
    pub at_idle: bool,
    /// Counts for the quota.
    pub counted: bool,
    /// Used to save the dying (使用方法②).
    pub saving: bool,
    /// Distance is no matter.
    pub no_distance: bool,
    /// The quota is no matter.
    pub no_quota: bool,
    /// Targets were prescribed by what demands the use.
    pub prescribed: bool,
    /// Can't be nullified or answered at all, by anyone.
    pub unanswerable: bool,
    /// Who deals the card's damage, if not the user.
    pub source: Option<PlayerId>,
    /// Added to the base value of its damage.
    pub bonus: i32,
    /// Names noted on the use by scripts, read at later timings.
    pub memo: Slots<Value>,
    /// The skill that demanded the use, if one did.
    pub reason: Option<Name>,
    /// Damage dealt by this use so far.
    pub damage_dealt: i32,
    /// Which target the resolution has come to.
    pub current: Option<u8>,
}

impl Use {
    /// A use with nothing special about it.
    #[must_use]
    pub fn new(user: Option<PlayerId>, card: VirtualId, aims: Vec<Aim>) -> Self {
        Use {
            user,
            card,
            aims,
            to: None,
            at_idle: false,
            counted: false,
            saving: false,
            no_distance: false,
            no_quota: false,
            prescribed: false,
            unanswerable: false,
            source: None,
            bonus: 0,
            memo: Slots::default(),
            reason: None,
            damage_dealt: 0,
            current: None,
        }
    }

    /// A delayed trick that takes effect or moves on: nobody uses it, and nothing about distance or quota matters.
    #[must_use]
    pub fn of_nobody(card: VirtualId, aim: Aim) -> Self {
        Use { no_distance: true, no_quota: true, prescribed: true, ..Use::new(None, card, vec![aim]) }
    }
}

/// A card played in response (打出).
#[derive(Debug, Clone)]
pub struct Respond {
    /// Who.
    pub player: PlayerId,
    /// The card.
    pub card: VirtualId,
    /// What it responds to.
    pub to: Option<(EventId, Option<u8>)>,
    /// The skill that asked for it, if one did.
    pub reason: Option<Name>,
}
