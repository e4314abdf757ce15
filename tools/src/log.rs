//! What happened, one sentence for each note.

mod moves;

use crate::cli::Lang;
use crate::words::Words;
use muniu_kernel::Game;
use muniu_kernel::agent::Observer;
use muniu_kernel::def::Nature;
use muniu_kernel::event::StateChange;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::note::Note;
use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;

/// Writes sentences as things happen. When nobody reads any more, it stops and says so in `closed`.
pub struct Log<W> {
    words: Words,
    out: W,
    closed: Rc<Cell<bool>>,
}

impl<W: Write> Log<W> {
    pub fn new(words: Words, out: W, closed: Rc<Cell<bool>>) -> Self {
        Log { words, out, closed }
    }
}

impl<W: Write> Observer for Log<W> {
    fn note(&mut self, game: &Game, note: &Note) {
        if let Some(sentence) = self.words.sentence(game, note)
            && !self.closed.get()
            && writeln!(self.out, "{sentence}").is_err()
        {
            self.closed.set(true);
        }
    }
}

impl Words {
    /// The sentence for a note; nothing for those that are only for traces or not for these eyes.
    pub fn sentence(&self, game: &Game, note: &Note) -> Option<String> {
        let zh = self.lang == Lang::Zh;
        let who = |player: PlayerId| self.player(game, player);
        let of = |player: Option<PlayerId>| player.map_or_else(|| self.say("无来源", "no source").into(), who);
        Some(match note {
            Note::Timing { .. }
            | Note::Considered { .. }
            | Note::Begin { .. }
            | Note::End { .. }
            | Note::Decided { .. }
            | Note::Hp { .. }
            | Note::Phase { .. } => return None,
            Note::Refused { request, .. } if self.viewer == Some(request.seat) => return None,
            Note::Refused { request, reason } => {
                let (seat, reason) = (who(request.seat), self.refusal(game, reason));
                if zh {
                    format!("  {seat} 的回答不合法: {reason}")
                } else {
                    format!("  illegal answer of {seat}: {reason}")
                }
            }
            Note::GameBegins => self.say("游戏开始", "The game begins").into(),
            Note::Round { number } => {
                if zh {
                    format!("══ 第{number}轮 ══")
                } else {
                    format!("══ round {number} ══")
                }
            }
            Note::Turn { player, extra } => {
                let extra = if *extra { self.say("额外", "extra ") } else { "" };
                if zh {
                    format!("── {} 的{extra}回合 ──", who(*player))
                } else {
                    format!("── {extra}turn of {} ──", who(*player))
                }
            }
            Note::TurnSkipped { player } => {
                if zh {
                    format!("{} 翻面, 跳过回合", who(*player))
                } else {
                    format!("{} is face down and turns up instead", who(*player))
                }
            }
            Note::PhaseSkipped { player, phase } => {
                let phase = self.phase(*phase);
                if zh {
                    format!("{} 跳过{phase}", who(*player))
                } else {
                    format!("{} skips the {phase}", who(*player))
                }
            }
            Note::Used { user, card, targets } => {
                let own = user.is_some_and(|user| targets == &[user]);
                let to = if targets.is_empty() || own {
                    String::new()
                } else {
                    format!(" → {}", self.players(game, targets))
                };
                let (user, card) = (of(*user), self.used_card(game, *card));
                if zh { format!("{user} 使用{card}{to}") } else { format!("{user} uses {card}{to}") }
            }
            Note::Responded { player, card } => {
                let card = self.used_card(game, *card);
                if zh {
                    format!("{} 打出{card}", who(*player))
                } else {
                    format!("{} responds with {card}", who(*player))
                }
            }
            Note::Recast { player, cards } => {
                let cards = self.cards(game, cards);
                if zh { format!("{} 重铸{cards}", who(*player)) } else { format!("{} recasts {cards}", who(*player)) }
            }
            Note::Skill { player, skill, targets } => {
                let skill = self.skill(*skill);
                let to =
                    if targets.is_empty() { String::new() } else { format!(" → {}", self.players(game, targets)) };
                if zh {
                    format!("{} 发动【{skill}】{to}", who(*player))
                } else {
                    format!("{} uses {skill}{to}", who(*player))
                }
            }
            Note::Moved { moves, reason, by } => return self.moved(game, moves, *reason, *by),
            Note::Damage { source, target, amount, nature, chained } => {
                let nature = match nature {
                    Nature::Normal => "",
                    Nature::Fire => self.say("火焰", "fire "),
                    Nature::Thunder => self.say("雷电", "thunder "),
                };
                let chained = if *chained { self.say("连环", "chained ") } else { "" };
                let (source, target) = (of(*source), who(*target));
                if zh {
                    format!("  {target} 受到 {source} 的{amount}点{nature}{chained}伤害")
                } else {
                    format!("  {target} takes {amount} {nature}{chained}damage from {source}")
                }
            }
            Note::Prevented { target } => {
                if zh {
                    format!("  对 {} 的伤害被防止", who(*target))
                } else {
                    format!("  damage to {} is prevented", who(*target))
                }
            }
            Note::LoseHp { player, amount } => {
                if zh {
                    format!("  {} 失去{amount}点体力", who(*player))
                } else {
                    format!("  {} loses {amount} HP", who(*player))
                }
            }
            Note::Recover { player, amount } => {
                if zh {
                    format!("  {} 回复{amount}点体力", who(*player))
                } else {
                    format!("  {} recovers {amount} HP", who(*player))
                }
            }
            Note::Judge { player, reason, card } => {
                let (reason, card) = (self.word(*reason), self.card(game, *card));
                if zh {
                    format!("  {} 为【{reason}】判定: [{card}]", who(*player))
                } else {
                    format!("  {} judges for {reason}: [{card}]", who(*player))
                }
            }
            Note::JudgeResult { player, card } => {
                let card = self.card(game, *card);
                if zh {
                    format!("  {} 的判定结果: [{card}]", who(*player))
                } else {
                    format!("  {}'s judgement is [{card}]", who(*player))
                }
            }
            Note::Pindian { from, to, cards, won } => {
                let (own, other) = (self.card(game, cards.0), self.card(game, cards.1));
                let won = match won {
                    Some(true) => self.say("赢", "wins"),
                    Some(false) => self.say("没赢", "doesn't win"),
                    None => self.say("未定", "undecided"),
                };
                if zh {
                    format!("  {} [{own}] 与 {} [{other}] 拼点: {won}", who(*from), who(*to))
                } else {
                    format!("  point contest of {} [{own}] with {} [{other}]: {won}", who(*from), who(*to))
                }
            }
            Note::Offset { target, card } => {
                let card = self.used_card(game, *card);
                if zh {
                    format!("  {card}对 {} 被抵消", who(*target))
                } else {
                    format!("  {card} is cancelled for {}", who(*target))
                }
            }
            Note::Void { target, card } => {
                let card = self.used_card(game, *card);
                if zh {
                    format!("  {card}对 {} 无效", who(*target))
                } else {
                    format!("  {card} is void for {}", who(*target))
                }
            }
            Note::Dying { player } => {
                if zh {
                    format!("  {} 濒死!", who(*player))
                } else {
                    format!("  {} is dying!", who(*player))
                }
            }
            Note::Saved { player } => {
                if zh {
                    format!("  {} 脱离濒死", who(*player))
                } else {
                    format!("  {} is saved", who(*player))
                }
            }
            Note::Death { player, killer } => match killer {
                Some(killer) if zh => format!("✝ {} 阵亡, 凶手 {}", who(*player), who(*killer)),
                Some(killer) => format!("✝ {} dies, killed by {}", who(*player), who(*killer)),
                None if zh => format!("✝ {} 阵亡", who(*player)),
                None => format!("✝ {} dies", who(*player)),
            },
            Note::State { player, change } => {
                let what = match change {
                    StateChange::Chain(true) => self.say("横置(连环)", "is chained"),
                    StateChange::Chain(false) => self.say("重置", "is unchained"),
                    StateChange::Face(true) => self.say("翻回正面", "turns face up"),
                    StateChange::Face(false) => self.say("翻面", "turns face down"),
                    StateChange::Reveal(_) => self.say("明置武将牌", "shows a general"),
                };
                format!("  {} {what}", who(*player))
            }
            Note::SkillChange { player, skill, gained } => {
                let skill = self.skill(*skill);
                let what = if *gained { self.say("获得技能", "gains") } else { self.say("失去技能", "loses") };
                format!("  {} {what} {skill}", who(*player))
            }
            Note::Mark { player, mark, count } => {
                let mark = self.word(*mark);
                if zh {
                    format!("  {} 的“{mark}”标记: {count}", who(*player))
                } else {
                    format!("  {} now has {count} × {mark}", who(*player))
                }
            }
            Note::Shown { player, cards } => {
                let cards: Vec<String> = cards.iter().map(|card| format!("[{}]", self.card(game, *card))).collect();
                let cards = cards.join(self.say("、", ", "));
                if zh {
                    format!("  {} 展示{cards}", who(*player))
                } else {
                    format!("  {} shows {cards}", who(*player))
                }
            }
            Note::Looked { player, cards } => {
                let cards = self.cards(game, cards);
                if zh {
                    format!("  {} 观看{cards}", who(*player))
                } else {
                    format!("  {} looks at {cards}", who(*player))
                }
            }
            Note::Seated { player, general } => {
                let general = self.general(*general);
                let seat = player.0 + 1;
                if zh { format!("{seat}号位: {general}") } else { format!("seat {seat}: {general}") }
            }
            Note::Role { player, role } => {
                let role = self.role(*role);
                if zh {
                    format!("  {} 的身份是 {role}", who(*player))
                } else {
                    format!("  {} is the {role}", who(*player))
                }
            }
            Note::Reshuffled => self.say("弃牌堆洗入牌堆", "The discard pile is shuffled into the draw pile").into(),
            Note::Chose { player, value } => {
                let value = self.value(game, value);
                if zh {
                    format!("  {} 选择 {value}", who(*player))
                } else {
                    format!("  {} chooses {value}", who(*player))
                }
            }
            Note::Revealed { cards, .. } => {
                let cards: Vec<String> = cards.iter().map(|card| format!("[{}]", self.card(game, *card))).collect();
                let cards = cards.join(self.say("、", ", "));
                if zh { format!("  亮出{cards}") } else { format!("  revealed: {cards}") }
            }
            Note::Over { winners } if winners.is_empty() => {
                self.say("游戏结束: 平局", "The game ends in a draw").into()
            }
            Note::Over { winners } => {
                let winners = self.players(game, winners);
                if zh {
                    format!("游戏结束, 胜者: {winners}")
                } else {
                    format!("The game is over. Winners: {winners}")
                }
            }
            Note::ScriptError { message, .. } => {
                if zh {
                    format!("! 脚本出错: {message}")
                } else {
                    format!("! script error: {message}")
                }
            }
            Note::Reloaded { what } => {
                if zh {
                    format!("* 已重新载入: {what}")
                } else {
                    format!("* reloaded: {what}")
                }
            }
            #[allow(unreachable_patterns, reason = "notes of later kernels are left out rather than wrong")]
            _ => return None,
        })
    }
}
