//! What a seat is asked, in words, and what is said about its answers.

use crate::words::Words;
use muniu_content::texts::Kind;
use muniu_kernel::Game;
use muniu_kernel::event::Event;
use muniu_kernel::ids::{EventId, PlayerId};
use muniu_kernel::legality::{Counted, Obstacle, Refusal};
use muniu_kernel::names::Name;
use muniu_kernel::request::{AbilityRef, Ask, Purpose, Request};

impl Words {
    /// What is asked: on whose behalf, about what, and the question, which may be the script's own.
    pub fn question(&self, game: &Game, request: &Request) -> String {
        let prompt = &request.prompt;
        let mut parts: Vec<String> = Vec::new();
        if let Some(skill) = prompt.skill {
            let skill = self.skill(skill);
            parts.push(self.say(&format!("【{skill}】"), &format!("[{skill}]")).to_owned());
        }
        parts.extend(prompt.args.iter().map(|value| self.value(game, value)));
        let own = prompt.key.and_then(|key| self.keyed(Kind::Question, prompt.skill, key));
        parts.push(own.unwrap_or_else(|| self.plain_question(game, request)));
        parts.join(" ")
    }

    fn plain_question(&self, game: &Game, request: &Request) -> String {
        match &request.ask {
            Ask::Card { need, purpose } => return self.need(game, *need, *purpose),
            Ask::Play => self.say("出牌阶段：使用牌或技能", "Play phase: use a card or a skill"),
            Ask::Trigger { .. } => self.say("是否发动？", "Use it?"),
            Ask::OrderTriggers { .. } => self.say("先发动哪一个？", "Which goes next?"),
            Ask::Cards { .. } => self.say("选择牌", "Choose cards"),
            Ask::Players { .. } => self.say("选择角色", "Choose characters"),
            Ask::Option { .. } => self.say("选择一项", "Choose one"),
            Ask::Number { .. } => self.say("选择一个数", "Choose a number"),
            Ask::Suit => self.say("选择一种花色", "Choose a suit"),
            Ask::Confirm => self.say("是否？", "Yes or no?"),
            Ask::General { .. } => self.say("选择武将", "Choose a general"),
            Ask::Arrange { .. } => self.say("排列这些牌", "Arrange the cards"),
            Ask::Distribute { .. } => self.say("分配牌", "Give cards"),
        }
        .to_owned()
    }

    /// Which card is needed, and what for.
    fn need(&self, game: &Game, need: EventId, purpose: Purpose) -> String {
        let data = match &*game.event(need) {
            Event::Need(data) => data.clone(),
            _ => return String::new(),
        };
        let names: Vec<String> = data.names.iter().map(|name| self.card_name(*name)).collect();
        let names = names.join("/");
        let to = data.to.filter(|(to, _)| game.runs(*to));
        let about = to.map(|(to, aim)| self.answered(game, to, aim)).unwrap_or_default();
        let (zh, en) = match purpose {
            Purpose::Respond => (format!("{about}需要打出【{names}】"), format!("{about}respond with {names}?")),
            Purpose::Nullify => (format!("{about}使用【{names}】抵消？"), format!("{about}cancel it with {names}?")),
            Purpose::Save => (format!("{about}使用【{names}】救援？"), format!("{about}save them with {names}?")),
            Purpose::Use => (format!("{about}需要使用【{names}】"), format!("{about}use {names}?")),
        };
        self.say(&zh, &en).to_owned()
    }

    /// What a card would answer, with a colon.
    fn answered(&self, game: &Game, to: EventId, aim: Option<u8>) -> String {
        match &*game.event(to) {
            Event::Use(used) => {
                let user = used.user.map(|user| self.player(game, user)).unwrap_or_default();
                let card = self.used_card(game, used.card);
                let aim = aim.or(used.current).and_then(|aim| used.aims.get(usize::from(aim)));
                let aim = aim.map(|aim| format!(" → {}", self.player(game, aim.player))).unwrap_or_default();
                let colon = self.say("：", ": ");
                format!("{user} {card}{aim}{colon}").trim_start().to_owned()
            }
            Event::Dying(dying) => {
                let who = self.player(game, dying.player);
                self.say(&format!("{who} 濒死："), &format!("{who} is dying: ")).to_owned()
            }
            _ => String::new(),
        }
    }

    /// What passing means.
    pub fn pass(&self, request: &Request) -> &'static str {
        match request.ask {
            Ask::Play => self.say("结束出牌", "End play phase"),
            Ask::Card { .. } => self.say("不出", "Don't"),
            Ask::Confirm => self.say("否", "No"),
            _ => self.say("不发动", "Decline"),
        }
    }

    /// One of the skills to be put in order. Of two holders who lend the same it must be clear whose is meant.
    pub fn ability(&self, game: &Game, asked: PlayerId, at: AbilityRef) -> String {
        let skill = self.skill(at.skill);
        if at.owner == asked { skill } else { format!("{skill} ({})", self.player(game, at.owner)) }
    }

    /// A pile to arrange cards in.
    pub fn pile(&self, request: &Request, name: Name) -> String {
        self.keyed(Kind::Pile, request.prompt.skill, name).unwrap_or_else(|| self.word(name))
    }

    /// Why a card can't be used.
    pub fn obstacle(&self, obstacle: Obstacle) -> &'static str {
        match obstacle {
            Obstacle::Unwanted => self.say("不是所需的牌", "not what is needed"),
            Obstacle::Quota => self.say("次数已用完", "used up for now"),
            Obstacle::Forbidden => self.say("现在不能用", "can't be used now"),
            Obstacle::NoTarget => self.say("没有合法目标", "no legal target"),
        }
    }

    /// Why an answer is refused.
    pub fn refusal(&self, game: &Game, refusal: &Refusal) -> String {
        let seat = |player: PlayerId| player.0 + 1;
        let zh = match *refusal {
            Refusal::Required => "必须作答".into(),
            Refusal::Kind(_) => "答非所问".into(),
            Refusal::Way => "现在不能这样做".into(),
            Refusal::Card(card) if card.index() < game.read().zones.len() && self.shows(game, card) => {
                format!("不能选 {}", self.card(game, card))
            }
            Refusal::Card(_) => "这里不能选那张牌".into(),
            Refusal::Undeclared => "这里不用声明牌名".into(),
            Refusal::Name => "不能声明这个牌名".into(),
            Refusal::Option { of, .. } => format!("只有 {of} 个选项"),
            Refusal::Target(player) => format!("{} 号位不是合法目标", seat(player)),
            Refusal::Incomplete => "还有没选的".into(),
            Refusal::Cards => "有牌重复，或不在可选之列".into(),
            Refusal::Hand(player) => format!("{} 号位的手牌没有那么多可选", seat(player)),
            Refusal::Twice => "有角色重复".into(),
            Refusal::Player(player) => format!("{} 号位不在可选之列", seat(player)),
            Refusal::Number { min, max, .. } => format!("须在 {min} 到 {max} 之间"),
            Refusal::General => "该武将不在可选之列".into(),
            Refusal::Piles { expected, .. } => format!("须排成 {expected} 堆"),
            Refusal::Arrangement => "每张牌须恰好在一堆里".into(),
            Refusal::Gift => "有牌重复，或不在可分配之列".into(),
            Refusal::Receiver(player) => format!("这里不能交给 {} 号位", seat(player)),
            Refusal::Share(most) => format!("每名角色至多 {most} 张"),
            Refusal::Count { of, min, max, .. } => {
                let of = match of {
                    Counted::Characters => "名角色",
                    Counted::Cards => "张牌",
                    Counted::CardsInPile => "张牌一堆",
                };
                if max == usize::MAX { format!("须至少 {min} {of}") } else { format!("须 {min} 到 {max} {of}") }
            }
        };
        self.say(&zh, &refusal.to_string()).to_owned()
    }
}
