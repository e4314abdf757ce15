//! Events (事件): frames on the event stack, with typed data for each kind.
//!
//! What a rule attaches to one use, one target or one damage lives here, on that record, never on a character.

use crate::card::{Color, Slot, Suit, Zone};
use crate::def::Nature;
use crate::ids::{CardId, EventId, PlayerId, VirtualId};
use crate::names::Name;
use crate::value::{Slots, Value};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A phase (阶段).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the six phases")]
pub enum Phase {
    Prepare,
    Judge,
    Draw,
    Play,
    Discard,
    Finish,
}

impl Phase {
    /// The phases of a turn in order.
    pub const ALL: [Phase; 6] = [Phase::Prepare, Phase::Judge, Phase::Draw, Phase::Play, Phase::Discard, Phase::Finish];

    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Phase::Prepare => "prepare",
            Phase::Judge => "judge",
            Phase::Draw => "draw",
            Phase::Play => "play",
            Phase::Discard => "discard",
            Phase::Finish => "finish",
        }
    }

    /// The phase with this id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.id() == text)
    }
}

/// A turn (回合).
#[derive(Debug, Clone)]
pub struct Turn {
    /// Whose.
    pub owner: PlayerId,
    /// Not one's regular turn (额外的回合).
    pub extra: bool,
    /// The phases still to come, next first.
    pub plan: SmallVec<[Phase; 8]>,
    /// Phases of this turn that are to be skipped when they come.
    pub skips: SmallVec<[Phase; 4]>,
    /// End the turn: go to "before the end of the turn ❶" when the current timing is done.
    pub ending: bool,
}

/// A phase of a turn.
#[derive(Debug, Clone)]
pub struct PhaseEvent {
    /// Whose.
    pub owner: PlayerId,
    /// Which.
    pub phase: Phase,
    /// Draw phase: how many cards will be drawn (额定摸牌数).
    pub count: i32,
    /// To be skipped; decided at "before the phase".
    pub skipped: bool,
    /// Draw phase: the draw was given up for something else.
    pub replaced: bool,
    /// Play phase: end at the next idle point.
    pub ending: bool,
    /// Discard phase: cards that the discard rule took.
    pub discarded: Vec<CardId>,
}

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

/// A pindian (拼点).
#[derive(Debug, Clone)]
pub struct Pindian {
    /// Who started it.
    pub from: PlayerId,
    /// The initiator's card.
    pub card: CardId,
    /// Targets with their cards.
    pub targets: SmallVec<[(PlayerId, CardId); 2]>,
    /// The pair whose result is decided now.
    pub current: u8,
    /// Did the initiator win against the current target?
    pub won: Option<bool>,
    /// The skill that asked for it.
    pub reason: Option<Name>,
}

/// Why cards move (rules 4.2.9, list of reasons).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// 使用
    Use,
    /// 打出
    Respond,
    /// 重铸
    Recast,
    /// 弃置
    Discard,
    /// 交给
    Give,
    /// 拼点
    Pindian,
    /// 交换
    Swap,
    /// 获得
    Obtain,
    /// 摸牌
    Draw,
    /// 判定
    Judge,
    /// 置入, 置于
    Put,
    /// The system clears the processing area or a dead character's zones.
    System,
}

impl Reason {
    /// The name scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Reason::Use => "use",
            Reason::Respond => "respond",
            Reason::Recast => "recast",
            Reason::Discard => "discard",
            Reason::Give => "give",
            Reason::Pindian => "pindian",
            Reason::Swap => "swap",
            Reason::Obtain => "obtain",
            Reason::Draw => "draw",
            Reason::Judge => "judge",
            Reason::Put => "put",
            Reason::System => "system",
        }
    }
}

/// Where in the draw pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spot {
    /// On top.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
    /// Under this many cards from the top; at the bottom if there are fewer.
    Under(u16),
}

/// One card of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardMove {
    /// The card.
    pub card: CardId,
    /// Where it was.
    pub from: Zone,
    /// Where it goes.
    pub to: Zone,
    /// Into the draw pile: where.
    pub spot: Spot,
    /// Everybody sees it.
    pub open: bool,
    /// Whose it was before it came into the processing area to be exchanged (交换).
    pub former: Option<PlayerId>,
}

/// A batch of cards moved at once (移动).
#[derive(Debug, Clone)]
pub struct Move {
    /// The cards.
    pub moves: Vec<CardMove>,
    /// Why.
    pub reason: Reason,
    /// Who does it (操作者); nobody for the system.
    pub by: Option<PlayerId>,
    /// The reason of the event in which cards of the processing area were put there, when the system clears them.
    pub origin: Option<Reason>,
    /// The skill that does it, if one does.
    pub skill: Option<Name>,
}

/// A change of state of general cards (牌状态改变).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateChange {
    /// 横置 / 重置
    Chain(bool),
    /// 翻面: face up or not.
    Face(bool),
    /// 明置: general number.
    Reveal(u8),
}

/// The result of a judgement (判定结果).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgeResult {
    /// Name.
    pub name: Name,
    /// Suit.
    pub suit: Suit,
    /// Colour.
    pub color: Color,
    /// Rank.
    pub rank: u8,
}

/// A judgement (判定).
#[derive(Debug, Clone)]
pub struct Judge {
    /// Who judges.
    pub player: PlayerId,
    /// The card or skill that demands it.
    pub reason: Name,
    /// The judgement card.
    pub card: CardId,
    /// The result, once fixed.
    pub result: Option<JudgeResult>,
    /// The effect of the skill that judges, run at "result decided ❶" (洛神, 双雄, 屯田).
    pub then: Option<crate::def::Fun>,
}

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

/// What happens, with its data.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each is described at its data")]
pub enum Event {
    Game,
    Turn(Turn),
    Phase(PhaseEvent),
    Need(Need),
    /// A use that is only being considered.
    Draft(Box<Use>),
    Use(Box<Use>),
    Respond(Respond),
    Pindian(Pindian),
    Move(Move),
    StateChange {
        player: PlayerId,
        change: StateChange,
    },
    Judge(Judge),
    Damage(Box<Damage>),
    LoseHp {
        player: PlayerId,
        amount: i32,
        reason: Option<Name>,
    },
    HpReduction(HpReduction),
    Recover {
        player: PlayerId,
        amount: i32,
        source: Option<PlayerId>,
        card: Option<VirtualId>,
        skill: Option<Name>,
    },
    MaxHp {
        player: PlayerId,
        amount: i32,
    },
    Dying(Dying),
    Death {
        player: PlayerId,
        killer: Option<PlayerId>,
        damage: Option<EventId>,
    },
    Skill {
        player: PlayerId,
        skill: Name,
        gained: bool,
    },
    SkillUse {
        /// Cards that lie hidden and that a seat looks at until the skill's use is over.
        seen: Vec<(PlayerId, CardId)>,
        player: PlayerId,
        owner: PlayerId,
        skill: Name,
        ability: u16,
        targets: SmallVec<[PlayerId; 4]>,
        cards: Vec<CardId>,
    },
    Area {
        player: PlayerId,
        slots: SmallVec<[Slot; 5]>,
        judge: bool,
        abolished: bool,
    },
    Mark {
        player: PlayerId,
        mark: Name,
        count: i32,
    },
    Reshuffle,
}

impl Event {
    /// The kind of event, as scripts say it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Game => "game",
            Event::Turn(_) => "turn",
            Event::Phase(_) => "phase",
            Event::Need(_) => "need",
            Event::Draft(_) | Event::Use(_) => "use",
            Event::Respond(_) => "respond",
            Event::Pindian(_) => "pindian",
            Event::Move(_) => "move",
            Event::StateChange { .. } => "state_change",
            Event::Judge(_) => "judge",
            Event::Damage(_) => "damage",
            Event::LoseHp { .. } => "lose_hp",
            Event::HpReduction(_) => "hp_reduction",
            Event::Recover { .. } => "recover",
            Event::MaxHp { .. } => "max_hp",
            Event::Dying(_) => "dying",
            Event::Death { .. } => "death",
            Event::Skill { .. } => "skill",
            Event::SkillUse { .. } => "skill_use",
            Event::Area { .. } => "area",
            Event::Mark { .. } => "mark",
            Event::Reshuffle => "reshuffle",
        }
    }

    /// The leading character: owner, judging, dying, asked, moved from …
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Event::Game | Event::Reshuffle => None,
            Event::Turn(turn) => Some(turn.owner),
            Event::Phase(phase) => Some(phase.owner),
            Event::Need(need) => Some(need.player),
            Event::Draft(used) | Event::Use(used) => used.user,
            Event::Respond(respond) => Some(respond.player),
            Event::Pindian(pindian) => Some(pindian.from),
            Event::Move(moved) => moved.by,
            Event::Judge(judge) => Some(judge.player),
            Event::Damage(damage) => Some(damage.target),
            Event::HpReduction(reduction) => Some(reduction.player),
            Event::Dying(dying) => Some(dying.player),
            Event::StateChange { player, .. }
            | Event::LoseHp { player, .. }
            | Event::Recover { player, .. }
            | Event::MaxHp { player, .. }
            | Event::Death { player, .. }
            | Event::Skill { player, .. }
            | Event::SkillUse { player, .. }
            | Event::Area { player, .. }
            | Event::Mark { player, .. } => Some(*player),
        }
    }

    /// The use, running or considered.
    #[must_use]
    pub fn as_use(&self) -> Option<&Use> {
        if let Event::Use(used) | Event::Draft(used) = self { Some(used) } else { None }
    }
}

/// A frame of the event stack.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Serial number; with the depth it makes the [`EventId`].
    pub serial: u32,
    /// The data.
    pub event: Event,
    /// Number of the record that was made of it, once there is one.
    pub record: Option<u32>,
}
