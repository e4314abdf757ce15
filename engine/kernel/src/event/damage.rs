//! Damage and what it leads to: reduction of hp, and dying.

use crate::def::Nature;
use crate::ids::{EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::value::{Slots, Value};
use smallvec::SmallVec;

/// Damage: the six elements (六要素) and what became of it.
#[derive(Debug, Clone)]
pub struct Damage {
    /// 来源; 闪电 has none.
    pub source: Option<PlayerId>,
    /// 受到伤害的角色
    pub target: PlayerId,
    /// 伤害值
    pub amount: i32,
    /// 属性
    pub nature: Nature,
    /// 渠道: the card.
    pub card: Option<VirtualId>,
    /// 渠道: the skill.
    pub skill: Option<Name>,
    /// The use and target entry it comes from.
    pub by_use: Option<(EventId, u8)>,
    /// 是否为连环伤害
    pub chained: bool,
    /// Passed on from somebody else (转移).
    pub transferred: bool,
    /// Prevented (防止).
    pub prevented: bool,
    /// Starts a chain when it is resolved.
    pub starts_chain: bool,
    /// Hp actually reduced.
    pub reduced: i32,
    /// Names noted on the damage by scripts.
    pub memo: Slots<Value>,
}

impl Damage {
    /// Dealt by a card itself: neither chained nor passed on.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.card.is_some() && !self.chained && !self.transferred
    }
}

/// Reduction of hp (扣减体力), by damage or by loss.
#[derive(Debug, Clone)]
pub struct HpReduction {
    /// Whose.
    pub player: PlayerId,
    /// How much.
    pub amount: i32,
    /// The damage, if it comes from one.
    pub damage: Option<EventId>,
    /// A skill keeps the character from dying although hp is 0 or less (不屈).
    pub spared: bool,
}

/// Dying (濒死).
#[derive(Debug, Clone)]
pub struct Dying {
    /// Who is dying.
    pub player: PlayerId,
    /// The damage that did it, if it was one.
    pub damage: Option<EventId>,
    /// A skill saved the character although hp is 0 or less (不屈).
    pub spared: bool,
    /// Who is asked at the moment.
    pub asked: Option<PlayerId>,
    /// Characters asked before in this flow; their triggered skills don't come up again (rules 4.2.18).
    pub met: SmallVec<[PlayerId; 10]>,
}
