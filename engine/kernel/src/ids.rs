//! Indices into the state. All are plain numbers, valid for one game.

/// A character (角色), by seat: 0 is the first seat in turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(pub u8);

/// A physical card (实体牌).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(pub u16);

/// A virtual card (虚拟牌): what is used, responded with, or lies in a judgement area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VirtualId(pub u32);

/// A lasting effect (延时类效果).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EffectId(pub u32);

/// An event: its place on the stack and its serial number, which tells a finished event from its successor there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventId {
    /// Depth on the event stack; 0 is the game itself.
    pub depth: u16,
    /// Counts up through the whole game.
    pub serial: u32,
}

impl PlayerId {
    /// The seat as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl CardId {
    /// The card as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
