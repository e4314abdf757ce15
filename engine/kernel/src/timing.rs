//! The table of timing points (时机): one row each, in the order of the flows of chapter 4 of the rules.
//!
//! Scripts name timings by [`Timing::id`]; the documentation is generated from this same table. Steps (步骤) are
//! places in a flow where nothing can be triggered; they are in the table so that a trace can show them.

/// The flow (事件) a timing belongs to; it decides what kind of event a handler there receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the flows of the rules, one to one")]
pub enum FlowKind {
    Setup,
    Turn,
    Phase,
    NeedUse,
    PreUse,
    Use,
    NeedRespond,
    PreRespond,
    Respond,
    Pindian,
    Move,
    StateChange,
    Judge,
    Damage,
    LoseHp,
    HpReduction,
    Recover,
    LoseMaxHp,
    GainMaxHp,
    Dying,
    Death,
    GainSkill,
    LoseSkill,
    Abolish,
    Restore,
    GainMark,
    Skill,
}

/// How often a timing comes up in one run of its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    /// Once in the flow.
    Once,
    /// Once for each target (or pair) of the flow.
    PerTarget,
    /// Any number of times.
    Repeated,
    /// A step of the flow, not a timing point: nothing can be triggered here.
    Step,
}

/// What the table says of one timing.
#[derive(Debug, Clone, Copy)]
pub struct TimingRow {
    /// The timing.
    pub timing: Timing,
    /// The name that scripts use, such as `damage_taken`.
    pub id: &'static str,
    /// The name in the rules.
    pub name_zh: &'static str,
    /// The flow it belongs to.
    pub flow: FlowKind,
    /// How often it comes up.
    pub repeats: Repeats,
}

/// A timing point. The discriminant is the row number in [`TIMINGS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "each is described by its row in TIMINGS")]
pub enum Timing {
    ChooseHpCard,
    TurnStarted1,
    TurnStarted2,
    TurnStarted3,
    TurnStarted4,
    TurnStarted5,
    TurnStarted6,
    TurnStarted7,
    TurnStarted8,
    TurnStarted9,
    BeforePreparePhase,
    PreparePhaseStart,
    PreparePhase,
    PreparePhaseEnd,
    BeforeJudgePhase,
    JudgePhaseStart,
    JudgePhase,
    JudgePhaseEnd,
    BeforeDrawPhase,
    DrawPhaseStart1,
    DrawPhaseStart2,
    DrawPhase,
    DrawPhaseEnd,
    BeforePlayPhase,
    PlayPhaseStart,
    PlayPhase,
    PlayIdle,
    PlayPhaseEnd,
    BeforeDiscardPhase,
    DiscardPhaseStart,
    DiscardPhase,
    DiscardPhaseEnd,
    BeforeFinishPhase,
    FinishPhaseStart,
    FinishPhase,
    FinishPhaseEnd,
    BeforeTurnEnd1,
    BeforeTurnEnd2,
    BeforeTurnEnd3,
    BeforeTurnEnd4,
    BeforeTurnEnd5,
    BeforeTurnEnd6,
    BeforeTurnEnd7,
    NeedUse1,
    NeedUse2,
    NeedUse3,
    DeclareNameAndMode,
    FixPhysicalCardStandardAndRange,
    ChoosePhysicalCards,
    ChooseTargets,
    UseDeclared,
    TargetsChosen,
    CardUsing,
    TargetSpecifying,
    TargetBecoming,
    TargetSpecified,
    TargetBecame,
    UsePrepared,
    EffectResolving,
    BeforeEffect,
    EffectOffset,
    EffectStarting,
    Effect,
    UseResolved1,
    UseResolved2,
    UseResolved3,
    NeedRespond1,
    NeedRespond2,
    NeedRespond3,
    DeclareRespondedName,
    FixRespondedCardStandardAndRange,
    ChooseRespondedPhysicalCards,
    CardResponding,
    RespondResolved,
    PindianStart,
    PindianResult,
    PindianResolved,
    MoveDeciding,
    BeforeMove1,
    BeforeMove2,
    AfterMove1,
    AfterMove2,
    MoveResolved,
    BeforeStateChange1,
    BeforeStateChange2,
    AfterStateChange,
    StateChangeResolved,
    AfterGeneralShown,
    GeneralShownResolved,
    JudgeStart,
    JudgeCardSet,
    BeforeJudgeResult,
    JudgeResultFixed,
    AfterJudgeResult1,
    AfterJudgeResult2,
    JudgeResolved,
    BeforeDamage,
    DamageStart,
    DamageCausing1,
    DamageCausing2,
    DamageCausing3,
    DamageTaking1,
    DamageTaking2,
    DamageTaking3,
    DamageCaused,
    DamageTaken,
    DamageResolved,
    BeforeHpLost,
    HpLost,
    HpLostResolved,
    BeforeHpReducedByDamage,
    HpReducingByDamage,
    HpReducedByDamage,
    HpReducedByDamageResolved,
    BeforeHpReducedByLoss,
    HpReducingByLoss,
    HpReducedByLoss,
    HpReducedByLossResolved,
    BeforeRecover,
    Recovered,
    RecoverResolved,
    BeforeMaxHpReduced,
    MaxHpReduced,
    MaxHpReducedResolved,
    BeforeMaxHpGained,
    MaxHpGained,
    MaxHpGainedResolved,
    DyingEntering,
    DyingEntered,
    Dying,
    DyingResolved,
    BeforeRoleShown,
    Death,
    AfterDeath,
    DeathResolved,
    BeforeSkillGained,
    SkillGained,
    SkillGainedResolved,
    BeforeSkillLost,
    SkillLost,
    SkillLostResolved,
    BeforeAreaAbolished,
    AreaAbolished,
    AreaAbolishedResolved,
    BeforeAreaRestored,
    AreaRestored,
    AreaRestoredResolved,
    BeforeMarkGained,
    MarkGained,
    MarkGainedResolved,
    GeneralsShown,
    HandsDealt,
    GameStarted,
    RoundStarted,
    SkillUsed,
    HpChanged,
    Reshuffled,
    DyingUnsaved,
    DamageBase,
}

use FlowKind as F;
use Repeats as R;
use Timing as T;

const fn row(timing: T, id: &'static str, name_zh: &'static str, flow: F, repeats: R) -> TimingRow {
    TimingRow { timing, id, name_zh, flow, repeats }
}

/// Every timing, in flow order; row `n` describes the timing with discriminant `n`.
#[rustfmt::skip]
pub const TIMINGS: &[TimingRow] = &[
    row(T::ChooseHpCard, "choose_hp_card", "选择体力牌时（国战）", F::Setup, R::Once),
    row(T::TurnStarted1, "turn_started_1", "回合开始后❶", F::Turn, R::Once),
    row(T::TurnStarted2, "turn_started_2", "回合开始后❷", F::Turn, R::Once),
    row(T::TurnStarted3, "turn_started_3", "回合开始后❸", F::Turn, R::Once),
    row(T::TurnStarted4, "turn_started_4", "回合开始后❹", F::Turn, R::Once),
    row(T::TurnStarted5, "turn_started_5", "回合开始后❺", F::Turn, R::Once),
    row(T::TurnStarted6, "turn_started_6", "回合开始后❻", F::Turn, R::Once),
    row(T::TurnStarted7, "turn_started_7", "回合开始后❼", F::Turn, R::Once),
    row(T::TurnStarted8, "turn_started_8", "回合开始后❽", F::Turn, R::Once),
    row(T::TurnStarted9, "turn_started_9", "回合开始后❾", F::Turn, R::Once),
    row(T::BeforePreparePhase, "before_prepare_phase", "准备阶段开始前", F::Phase, R::Once),
    row(T::PreparePhaseStart, "prepare_phase_start", "准备阶段开始时", F::Phase, R::Once),
    row(T::PreparePhase, "prepare_phase", "准备阶段", F::Phase, R::Once),
    row(T::PreparePhaseEnd, "prepare_phase_end", "准备阶段结束时", F::Phase, R::Once),
    row(T::BeforeJudgePhase, "before_judge_phase", "判定阶段开始前", F::Phase, R::Once),
    row(T::JudgePhaseStart, "judge_phase_start", "判定阶段开始时", F::Phase, R::Once),
    row(T::JudgePhase, "judge_phase", "判定阶段", F::Phase, R::Once),
    row(T::JudgePhaseEnd, "judge_phase_end", "判定阶段结束时", F::Phase, R::Once),
    row(T::BeforeDrawPhase, "before_draw_phase", "摸牌阶段开始前", F::Phase, R::Once),
    row(T::DrawPhaseStart1, "draw_phase_start_1", "摸牌阶段开始时❶", F::Phase, R::Once),
    row(T::DrawPhaseStart2, "draw_phase_start_2", "摸牌阶段开始时❷", F::Phase, R::Once),
    row(T::DrawPhase, "draw_phase", "摸牌阶段", F::Phase, R::Once),
    row(T::DrawPhaseEnd, "draw_phase_end", "摸牌阶段结束时", F::Phase, R::Once),
    row(T::BeforePlayPhase, "before_play_phase", "出牌阶段开始前", F::Phase, R::Once),
    row(T::PlayPhaseStart, "play_phase_start", "出牌阶段开始时", F::Phase, R::Once),
    row(T::PlayPhase, "play_phase", "出牌阶段", F::Phase, R::Once),
    row(T::PlayIdle, "play_idle", "出牌阶段内的空闲时间点", F::Phase, R::Repeated),
    row(T::PlayPhaseEnd, "play_phase_end", "出牌阶段结束时", F::Phase, R::Once),
    row(T::BeforeDiscardPhase, "before_discard_phase", "弃牌阶段开始前", F::Phase, R::Once),
    row(T::DiscardPhaseStart, "discard_phase_start", "弃牌阶段开始时", F::Phase, R::Once),
    row(T::DiscardPhase, "discard_phase", "弃牌阶段", F::Phase, R::Once),
    row(T::DiscardPhaseEnd, "discard_phase_end", "弃牌阶段结束时", F::Phase, R::Once),
    row(T::BeforeFinishPhase, "before_finish_phase", "结束阶段开始前", F::Phase, R::Once),
    row(T::FinishPhaseStart, "finish_phase_start", "结束阶段开始时", F::Phase, R::Once),
    row(T::FinishPhase, "finish_phase", "结束阶段", F::Phase, R::Once),
    row(T::FinishPhaseEnd, "finish_phase_end", "结束阶段结束时", F::Phase, R::Once),
    row(T::BeforeTurnEnd1, "before_turn_end_1", "回合结束前❶", F::Turn, R::Once),
    row(T::BeforeTurnEnd2, "before_turn_end_2", "回合结束前❷", F::Turn, R::Once),
    row(T::BeforeTurnEnd3, "before_turn_end_3", "回合结束前❸", F::Turn, R::Once),
    row(T::BeforeTurnEnd4, "before_turn_end_4", "回合结束前❹", F::Turn, R::Once),
    row(T::BeforeTurnEnd5, "before_turn_end_5", "回合结束前❺", F::Turn, R::Once),
    row(T::BeforeTurnEnd6, "before_turn_end_6", "回合结束前❻", F::Turn, R::Once),
    row(T::BeforeTurnEnd7, "before_turn_end_7", "回合结束前❼", F::Turn, R::Once),
    row(T::NeedUse1, "need_use_1", "需要使用此牌时❶", F::NeedUse, R::Once),
    row(T::NeedUse2, "need_use_2", "需要使用此牌时❷", F::NeedUse, R::Once),
    row(T::NeedUse3, "need_use_3", "需要使用此牌时❸", F::NeedUse, R::Once),
    row(T::DeclareNameAndMode, "declare_name_and_mode", "（步骤）声明牌名与使用方法", F::PreUse, R::Step),
    row(T::FixPhysicalCardStandardAndRange, "fix_physical_card_standard_and_range", "（步骤）确定实体牌的标准与范围", F::PreUse, R::Step),
    row(T::ChoosePhysicalCards, "choose_physical_cards", "（步骤）选择实体牌并确定虚拟牌信息", F::PreUse, R::Step),
    row(T::ChooseTargets, "choose_targets", "（步骤）选择合法目标并建立目标列表", F::PreUse, R::Step),
    row(T::UseDeclared, "use_declared", "声明使用牌后", F::Use, R::Once),
    row(T::TargetsChosen, "targets_chosen", "选择目标后", F::Use, R::Once),
    row(T::CardUsing, "card_using", "牌被使用时", F::Use, R::Once),
    row(T::TargetSpecifying, "target_specifying", "指定目标时（逐个目标）", F::Use, R::PerTarget),
    row(T::TargetBecoming, "target_becoming", "成为目标时（逐个目标）", F::Use, R::PerTarget),
    row(T::TargetSpecified, "target_specified", "指定目标后（逐个目标）", F::Use, R::PerTarget),
    row(T::TargetBecame, "target_became", "成为目标后（逐个目标）", F::Use, R::PerTarget),
    row(T::UsePrepared, "use_prepared", "使用结算准备工作结束时", F::Use, R::Once),
    row(T::EffectResolving, "effect_resolving", "对当前目标使用结算开始时", F::Use, R::PerTarget),
    row(T::BeforeEffect, "before_effect", "对当前目标生效前", F::Use, R::PerTarget),
    row(T::EffectOffset, "effect_offset", "被抵消后", F::Use, R::PerTarget),
    row(T::EffectStarting, "effect_starting", "对当前目标生效时", F::Use, R::PerTarget),
    row(T::Effect, "effect", "对当前目标生效后", F::Use, R::PerTarget),
    row(T::UseResolved1, "use_resolved_1", "使用结算结束后❶", F::Use, R::Once),
    row(T::UseResolved2, "use_resolved_2", "使用结算结束后❷", F::Use, R::Once),
    row(T::UseResolved3, "use_resolved_3", "使用结算结束后❸", F::Use, R::Once),
    row(T::NeedRespond1, "need_respond_1", "需要打出此牌时❶", F::NeedRespond, R::Once),
    row(T::NeedRespond2, "need_respond_2", "需要打出此牌时❷", F::NeedRespond, R::Once),
    row(T::NeedRespond3, "need_respond_3", "需要打出此牌时❸", F::NeedRespond, R::Once),
    row(T::DeclareRespondedName, "declare_responded_name", "（步骤）声明牌名", F::PreRespond, R::Step),
    row(T::FixRespondedCardStandardAndRange, "fix_responded_card_standard_and_range", "（步骤）确定标准与范围", F::PreRespond, R::Step),
    row(T::ChooseRespondedPhysicalCards, "choose_responded_physical_cards", "（步骤）选择实体牌并确定虚拟牌信息", F::PreRespond, R::Step),
    row(T::CardResponding, "card_responding", "牌被打出时", F::Respond, R::Once),
    row(T::RespondResolved, "respond_resolved", "打出结算结束后", F::Respond, R::Once),
    row(T::PindianStart, "pindian_start", "进行拼点时", F::Pindian, R::Once),
    row(T::PindianResult, "pindian_result", "拼点结果确定后（逐个目标）", F::Pindian, R::PerTarget),
    row(T::PindianResolved, "pindian_resolved", "拼点结算结束后", F::Pindian, R::Once),
    row(T::MoveDeciding, "move_deciding", "确定移动的牌时", F::Move, R::Once),
    row(T::BeforeMove1, "before_move_1", "移至目标区域前❶", F::Move, R::Once),
    row(T::BeforeMove2, "before_move_2", "移至目标区域前❷", F::Move, R::Once),
    row(T::AfterMove1, "after_move_1", "移至目标区域后❶", F::Move, R::Once),
    row(T::AfterMove2, "after_move_2", "移至目标区域后❷", F::Move, R::Once),
    row(T::MoveResolved, "move_resolved", "移动结算结束后", F::Move, R::Once),
    row(T::BeforeStateChange1, "before_state_change_1", "牌状态改变前❶", F::StateChange, R::Once),
    row(T::BeforeStateChange2, "before_state_change_2", "牌状态改变前❷", F::StateChange, R::Once),
    row(T::AfterStateChange, "after_state_change", "牌状态改变后", F::StateChange, R::Once),
    row(T::StateChangeResolved, "state_change_resolved", "牌状态改变结算结束后", F::StateChange, R::Once),
    row(T::AfterGeneralShown, "after_general_shown", "明置后", F::StateChange, R::Once),
    row(T::GeneralShownResolved, "general_shown_resolved", "明置结算结束后", F::StateChange, R::Once),
    row(T::JudgeStart, "judge_start", "判定时", F::Judge, R::Once),
    row(T::JudgeCardSet, "judge_card_set", "成为判定牌后", F::Judge, R::Once),
    row(T::BeforeJudgeResult, "before_judge_result", "判定结果确定前", F::Judge, R::Once),
    row(T::JudgeResultFixed, "judge_result_fixed", "判定结果确定时", F::Judge, R::Once),
    row(T::AfterJudgeResult1, "after_judge_result_1", "判定结果确定后❶", F::Judge, R::Once),
    row(T::AfterJudgeResult2, "after_judge_result_2", "判定结果确定后❷", F::Judge, R::Once),
    row(T::JudgeResolved, "judge_resolved", "判定结算结束后", F::Judge, R::Once),
    row(T::BeforeDamage, "before_damage", "伤害结算开始前", F::Damage, R::Once),
    row(T::DamageStart, "damage_start", "伤害结算开始时", F::Damage, R::Once),
    row(T::DamageCausing1, "damage_causing_1", "造成伤害时❶", F::Damage, R::Once),
    row(T::DamageCausing2, "damage_causing_2", "造成伤害时❷", F::Damage, R::Once),
    row(T::DamageCausing3, "damage_causing_3", "造成伤害时❸", F::Damage, R::Once),
    row(T::DamageTaking1, "damage_taking_1", "受到伤害时❶", F::Damage, R::Once),
    row(T::DamageTaking2, "damage_taking_2", "受到伤害时❷", F::Damage, R::Once),
    row(T::DamageTaking3, "damage_taking_3", "受到伤害时❸", F::Damage, R::Once),
    row(T::DamageCaused, "damage_caused", "造成伤害后", F::Damage, R::Once),
    row(T::DamageTaken, "damage_taken", "受到伤害后", F::Damage, R::Once),
    row(T::DamageResolved, "damage_resolved", "伤害结算结束后", F::Damage, R::Once),
    row(T::BeforeHpLost, "before_hp_lost", "失去体力结算开始前", F::LoseHp, R::Once),
    row(T::HpLost, "hp_lost", "失去体力后", F::LoseHp, R::Once),
    row(T::HpLostResolved, "hp_lost_resolved", "失去体力结算结束后", F::LoseHp, R::Once),
    row(T::BeforeHpReducedByDamage, "before_hp_reduced_by_damage", "扣减体力前（伤害）", F::HpReduction, R::Once),
    row(T::HpReducingByDamage, "hp_reducing_by_damage", "扣减体力时（伤害）", F::HpReduction, R::Once),
    row(T::HpReducedByDamage, "hp_reduced_by_damage", "扣减体力后（伤害）", F::HpReduction, R::Once),
    row(T::HpReducedByDamageResolved, "hp_reduced_by_damage_resolved", "扣减体力结算结束后（伤害）", F::HpReduction, R::Once),
    row(T::BeforeHpReducedByLoss, "before_hp_reduced_by_loss", "扣减体力前（失去体力）", F::HpReduction, R::Once),
    row(T::HpReducingByLoss, "hp_reducing_by_loss", "扣减体力时（失去体力）", F::HpReduction, R::Once),
    row(T::HpReducedByLoss, "hp_reduced_by_loss", "扣减体力后（失去体力）", F::HpReduction, R::Once),
    row(T::HpReducedByLossResolved, "hp_reduced_by_loss_resolved", "扣减体力结算结束后（失去体力）", F::HpReduction, R::Once),
    row(T::BeforeRecover, "before_recover", "回复体力前", F::Recover, R::Once),
    row(T::Recovered, "recovered", "回复体力后", F::Recover, R::Once),
    row(T::RecoverResolved, "recover_resolved", "回复体力结算结束后", F::Recover, R::Once),
    row(T::BeforeMaxHpReduced, "before_max_hp_reduced", "减体力上限前", F::LoseMaxHp, R::Once),
    row(T::MaxHpReduced, "max_hp_reduced", "减体力上限后", F::LoseMaxHp, R::Once),
    row(T::MaxHpReducedResolved, "max_hp_reduced_resolved", "减体力上限结算结束后", F::LoseMaxHp, R::Once),
    row(T::BeforeMaxHpGained, "before_max_hp_gained", "加体力上限前", F::GainMaxHp, R::Once),
    row(T::MaxHpGained, "max_hp_gained", "加体力上限后", F::GainMaxHp, R::Once),
    row(T::MaxHpGainedResolved, "max_hp_gained_resolved", "加体力上限结算结束后", F::GainMaxHp, R::Once),
    row(T::DyingEntering, "dying_entering", "进入濒死状态时", F::Dying, R::Once),
    row(T::DyingEntered, "dying_entered", "进入濒死状态后", F::Dying, R::Once),
    row(T::Dying, "dying", "处于濒死状态时（连续若干个）", F::Dying, R::Repeated),
    row(T::DyingResolved, "dying_resolved", "濒死结算结束后", F::Dying, R::Once),
    row(T::BeforeRoleShown, "before_role_shown", "确认身份前", F::Death, R::Once),
    row(T::Death, "death", "死亡时", F::Death, R::Once),
    row(T::AfterDeath, "after_death", "死亡后", F::Death, R::Once),
    row(T::DeathResolved, "death_resolved", "死亡结算结束后", F::Death, R::Once),
    row(T::BeforeSkillGained, "before_skill_gained", "获得技能前", F::GainSkill, R::Once),
    row(T::SkillGained, "skill_gained", "获得技能后", F::GainSkill, R::Once),
    row(T::SkillGainedResolved, "skill_gained_resolved", "获得技能结算结束后", F::GainSkill, R::Once),
    row(T::BeforeSkillLost, "before_skill_lost", "失去技能前", F::LoseSkill, R::Once),
    row(T::SkillLost, "skill_lost", "失去技能后", F::LoseSkill, R::Once),
    row(T::SkillLostResolved, "skill_lost_resolved", "失去技能结算结束后", F::LoseSkill, R::Once),
    row(T::BeforeAreaAbolished, "before_area_abolished", "废除前", F::Abolish, R::Once),
    row(T::AreaAbolished, "area_abolished", "废除后", F::Abolish, R::Once),
    row(T::AreaAbolishedResolved, "area_abolished_resolved", "废除结算结束后", F::Abolish, R::Once),
    row(T::BeforeAreaRestored, "before_area_restored", "恢复前", F::Restore, R::Once),
    row(T::AreaRestored, "area_restored", "恢复后", F::Restore, R::Once),
    row(T::AreaRestoredResolved, "area_restored_resolved", "恢复结算结束后", F::Restore, R::Once),
    row(T::BeforeMarkGained, "before_mark_gained", "获得标记前", F::GainMark, R::Once),
    row(T::MarkGained, "mark_gained", "获得标记后", F::GainMark, R::Once),
    row(T::MarkGainedResolved, "mark_gained_resolved", "获得标记结算结束后", F::GainMark, R::Once),
    row(T::GeneralsShown, "generals_shown", "武将展示后", F::Setup, R::Once),
    row(T::HandsDealt, "hands_dealt", "起始手牌分发后", F::Setup, R::Once),
    row(T::GameStarted, "game_started", "游戏开始时", F::Setup, R::Once),
    row(T::RoundStarted, "round_started", "轮次开始时", F::Turn, R::Once),
    row(T::SkillUsed, "skill_used", "技能发动后", F::Skill, R::Once),
    row(T::HpChanged, "hp_changed", "体力值变化后", F::HpReduction, R::Once),
    row(T::Reshuffled, "reshuffled", "洗牌后", F::Move, R::Once),
    row(T::DyingUnsaved, "dying_unsaved", "濒死求助未果时", F::Dying, R::Once),
    row(T::DamageBase, "damage_base", "确定伤害基数时", F::Damage, R::Once),
];

/// Second names that people say, beside the numbered ones.
pub const ALIASES: &[(&str, Timing)] = &[
    ("turn_starts", T::TurnStarted9),
    ("turn_ends", T::BeforeTurnEnd1),
    ("round_starts", T::RoundStarted),
    ("cards_moving", T::BeforeMove2),
    ("cards_moved", T::AfterMove2),
    ("draw_phase_start", T::DrawPhaseStart2),
];

impl Timing {
    /// How many timings there are.
    pub const COUNT: usize = TIMINGS.len();

    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static TimingRow {
        &TIMINGS[self as usize]
    }

    /// The name that scripts use.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The timing with this id or alias; `None` for unknown names and for steps.
    #[must_use]
    pub fn parse(id: &str) -> Option<Timing> {
        ALIASES
            .iter()
            .find(|(name, _)| *name == id)
            .map(|(_, timing)| *timing)
            .or_else(|| TIMINGS.iter().find(|row| row.id == id && row.repeats != Repeats::Step).map(|row| row.timing))
    }

    /// Every name a script may write, for suggestions and generated documentation.
    pub fn script_names() -> impl Iterator<Item = &'static str> {
        TIMINGS
            .iter()
            .filter(|row| row.repeats != Repeats::Step)
            .map(|row| row.id)
            .chain(ALIASES.iter().map(|(name, _)| *name))
    }
}
