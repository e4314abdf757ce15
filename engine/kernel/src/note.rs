//! Notes: what happened, in order, for logs and traces.

use crate::card::Zone;
use crate::def::Nature;
use crate::event::{CardMove, Phase, Reason, StateChange};
use crate::ids::{CardId, PlayerId, VirtualId};
use crate::legality::Refusal;
use crate::names::Name;
use crate::request::{AbilityRef, Answer, Ev, Request};
use crate::timing::Timing;
use crate::value::Value;

/// Something that happened.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "fields are named as in the events")]
pub enum Note {
    /// A timing came up.
    Timing {
        timing: Timing,
        ev: Ev,
    },
    /// A handler could act here (`yes`) or said no.
    Considered {
        player: PlayerId,
        ability: AbilityRef,
        yes: bool,
    },
    /// An event began or ended.
    Begin {
        ev: Ev,
    },
    End {
        ev: Ev,
    },
    /// A decision was made.
    Decided {
        request: Request,
        answer: Answer,
    },
    /// An answer was refused.
    Refused {
        request: Request,
        reason: Refusal,
    },
    GameBegins,
    Round {
        number: u32,
    },
    Turn {
        player: PlayerId,
        extra: bool,
    },
    TurnSkipped {
        player: PlayerId,
    },
    Phase {
        player: PlayerId,
        phase: Phase,
    },
    PhaseSkipped {
        player: PlayerId,
        phase: Phase,
    },
    Used {
        user: Option<PlayerId>,
        card: VirtualId,
        targets: Vec<PlayerId>,
    },
    Responded {
        player: PlayerId,
        card: VirtualId,
    },
    /// A seat looks at hidden cards where they lie; which they are only that seat may learn.
    Looked {
        player: PlayerId,
        cards: Vec<CardId>,
    },
    Recast {
        player: PlayerId,
        cards: Vec<CardId>,
    },
    /// A skill was used.
    Skill {
        player: PlayerId,
        skill: Name,
        targets: Vec<PlayerId>,
    },
    Moved {
        moves: Vec<CardMove>,
        reason: Reason,
        by: Option<PlayerId>,
    },
    Damage {
        source: Option<PlayerId>,
        target: PlayerId,
        amount: i32,
        nature: Nature,
        chained: bool,
    },
    Prevented {
        target: PlayerId,
    },
    LoseHp {
        player: PlayerId,
        amount: i32,
    },
    Recover {
        player: PlayerId,
        amount: i32,
    },
    Hp {
        player: PlayerId,
        hp: i32,
        max_hp: i32,
    },
    Judge {
        player: PlayerId,
        reason: Name,
        card: CardId,
    },
    JudgeResult {
        player: PlayerId,
        card: CardId,
    },
    Pindian {
        from: PlayerId,
        to: PlayerId,
        cards: (CardId, CardId),
        won: Option<bool>,
    },
    Offset {
        target: PlayerId,
        card: VirtualId,
    },
    Void {
        target: PlayerId,
        card: VirtualId,
    },
    Dying {
        player: PlayerId,
    },
    Saved {
        player: PlayerId,
    },
    Death {
        player: PlayerId,
        killer: Option<PlayerId>,
    },
    State {
        player: PlayerId,
        change: StateChange,
    },
    SkillChange {
        player: PlayerId,
        skill: Name,
        gained: bool,
    },
    Mark {
        player: PlayerId,
        mark: Name,
        count: i32,
    },
    Shown {
        player: PlayerId,
        cards: Vec<CardId>,
    },
    Seated {
        player: PlayerId,
        general: Name,
    },
    Role {
        player: PlayerId,
        role: Name,
    },
    Reshuffled,
    Chose {
        player: PlayerId,
        value: Value,
    },
    /// Cards are revealed from a zone without leaving it.
    Revealed {
        cards: Vec<CardId>,
        from: Zone,
    },
    Over {
        winners: Vec<PlayerId>,
    },
    ScriptError {
        skill: Name,
        message: String,
    },
    Reloaded {
        what: String,
    },
}
