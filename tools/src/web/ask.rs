//! A request as data for a page, and what may come next in an answer to it.

use super::view::Eyes;
use crate::replay::plain::PlainAction;
use crate::words::Words;
use muniu_content::texts::Kind;
use muniu_kernel::event::Event;
use muniu_kernel::ids::{CardId, EventId, PlayerId};
use muniu_kernel::legality::{Next, Obstacle};
use muniu_kernel::request::{Action, Ask, Purpose, Request, Way};
use serde_json::{Value, json};

fn bound(number: usize) -> Value {
    if number == usize::MAX { Value::Null } else { json!(number) }
}

fn seats(players: &[PlayerId]) -> Vec<u8> {
    players.iter().map(|player| player.0 + 1).collect()
}

fn numbers(cards: &[CardId]) -> Vec<u16> {
    cards.iter().map(|card| card.0).collect()
}

impl Eyes<'_> {
    /// A request, with everything a page needs to put it and to build an answer.
    pub fn request(&self, id: u64, request: &Request) -> Value {
        let mut value = json!({
            "id": id,
            "seat": request.seat.0 + 1,
            "kind": request.ask.kind(),
            "title": self.both(|words| self.title(words, request)),
            "skill": request.prompt.skill.map(|skill| self.skill(skill)),
            "optional": request.optional,
            "pass": self.both(|words| pass(words, request).to_owned()),
        });
        match &request.ask {
            Ask::Play | Ask::Card { .. } | Ask::Trigger { .. } => {
                let ways = self.game.ways(request);
                value["illegal"] = json!(self.illegal(request, &ways));
                value["ways"] = ways.iter().map(|way| self.way(*way)).collect();
            }
            Ask::OrderTriggers { options, .. } => {
                value["options"] = options
                    .iter()
                    .map(|at| {
                        self.both(|words| {
                            let skill = words.skill(at.skill);
                            let own = at.owner == request.seat;
                            if own { skill } else { format!("{skill} ({})", words.player(self.game, at.owner)) }
                        })
                    })
                    .collect();
            }
            Ask::Cards { cards, hidden, min, max } => {
                value["cards"] = json!(cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>());
                value["hidden"] =
                    hidden.iter().map(|(player, count)| json!({ "seat": player.0 + 1, "count": count })).collect();
                (value["min"], value["max"]) = (json!(min), bound(*max));
            }
            Ask::Players { candidates, min, max } => {
                value["candidates"] = json!(seats(candidates));
                (value["min"], value["max"]) = (json!(min), bound(*max));
            }
            Ask::Option { options } => {
                value["options"] = options
                    .iter()
                    .map(|option| self.both(|words| words.option(self.game, request.prompt.skill, option)))
                    .collect();
            }
            Ask::Number { min, max } => value["range"] = json!({ "min": min, "max": max }),
            Ask::General { choices } => {
                value["choices"] = choices.iter().map(|general| self.general(*general)).collect();
            }
            Ask::Arrange { cards, piles } => {
                value["cards"] = json!(cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>());
                value["piles"] = piles
                    .iter()
                    .map(|(name, min, max)| {
                        let words = self.both(|words| {
                            let own = words.keyed(Kind::Pile, request.prompt.skill, *name);
                            own.unwrap_or_else(|| words.word(*name))
                        });
                        let id = self.game.names().text(*name).to_string();
                        json!({ "id": id, "words": words, "min": min, "max": bound(*max) })
                    })
                    .collect();
            }
            Ask::Distribute { cards, candidates, min, max, each_max } => {
                value["cards"] = json!(cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>());
                value["candidates"] = json!(seats(candidates));
                (value["min"], value["max"]) = (json!(min), bound(*max));
                value["each_max"] = bound(*each_max);
            }
            Ask::Suit | Ask::Confirm => {}
        }
        value
    }

    fn way(&self, way: Way) -> Value {
        let plain = PlainAction::of(self.game.names(), &Action::new(way));
        let (kind, card, at) = match way {
            Way::Card(card) => ("card", Some(card), None),
            Way::Recast(card) => ("recast", Some(card), None),
            Way::Convert(at) => ("convert", None, Some(at)),
            Way::Provide(at) => ("provide", None, Some(at)),
            Way::Active(at) => ("active", None, Some(at)),
            Way::Trigger(at) => ("trigger", None, Some(at)),
        };
        let words = self.both(|words| match (card, at) {
            (Some(card), _) => words.card(self.game, card),
            (_, Some(at)) => words.skill(at.skill),
            _ => String::new(),
        });
        json!({
            "way": plain.way(),
            "kind": kind,
            "words": words,
            "card": card.map(|card| card.0),
            "skill": at.map(|at| self.game.names().text(at.skill).to_string()),
            "owner": at.map(|at| at.owner.0 + 1),
        })
    }

    /// Hand cards that open no way, each with a reason.
    fn illegal(&self, request: &Request, ways: &[Way]) -> Vec<Value> {
        if matches!(request.ask, Ask::Trigger { .. }) {
            return Vec::new();
        }
        let hand = self.game.read().players[request.seat.index()].hand.clone();
        let open =
            |card: CardId| ways.iter().any(|way| matches!(way, Way::Card(own) | Way::Recast(own) if *own == card));
        hand.into_iter()
            .filter(|card| !open(*card))
            .map(|card| {
                let obstacle = self.game.why_not(request, card).unwrap_or(Obstacle::Unwanted);
                let why = self.both(|words| hindrance(words, obstacle).to_owned());
                json!({ "card": card.0, "why": why })
            })
            .collect()
    }

    /// What may come next.
    pub fn next(&self, request: &Request, action: &Action) -> Value {
        let next: Next = self.game.next(request, action);
        let names: Vec<Value> = next
            .names
            .iter()
            .map(|name| {
                let id = self.game.names().text(*name).to_string();
                json!({ "id": id, "words": self.both(|words| words.card_name(*name)) })
            })
            .collect();
        let options: Vec<Value> = next
            .options
            .iter()
            .map(|option| {
                let of = match action.way {
                    Way::Active(at) | Way::Trigger(at) | Way::Convert(at) | Way::Provide(at) => Some(at.skill),
                    Way::Card(_) | Way::Recast(_) => None,
                };
                self.both(|words| words.option(self.game, of, option))
            })
            .collect();
        json!({
            "cards": numbers(&next.cards),
            "card_bounds": [next.card_bounds.0, bound(next.card_bounds.1)],
            "names": names,
            "targets": seats(&next.targets),
            "target_bounds": [next.target_bounds.0, bound(next.target_bounds.1)],
            "options": options,
            "ready": next.ready,
            "pairs": self.pairs(action),
        })
    }

    /// Does each target of the card come with a second character?
    fn pairs(&self, action: &Action) -> bool {
        let name = match action.way {
            Way::Card(card) => Some(self.game.face(card).name),
            _ => action.name,
        };
        name.and_then(|name| self.game.catalogue().card(name).map(|def| def.second.is_some())).unwrap_or(false)
    }

    /// The question in words.
    fn title(&self, words: &Words, request: &Request) -> String {
        let prompt = &request.prompt;
        let mut parts = Vec::new();
        if let Some(skill) = prompt.skill {
            parts.push(format!("【{}】", words.skill(skill)));
        }
        parts.extend(prompt.args.iter().map(|value| words.value(self.game, value)));
        let asked = prompt.key.and_then(|key| words.keyed(Kind::Question, prompt.skill, key));
        parts.push(asked.unwrap_or_else(|| self.plain_title(words, request)));
        parts.join(" ")
    }

    fn plain_title(&self, words: &Words, request: &Request) -> String {
        match &request.ask {
            Ask::Card { need, purpose } => return self.need(words, *need, *purpose),
            Ask::Play => words.say("出牌阶段：使用牌或技能", "Play phase: use a card or a skill"),
            Ask::Trigger { .. } => words.say("是否发动？", "Use it?"),
            Ask::OrderTriggers { .. } => words.say("先发动哪一个？", "Which goes next?"),
            Ask::Cards { .. } => words.say("选择牌", "Choose cards"),
            Ask::Players { .. } => words.say("选择角色", "Choose characters"),
            Ask::Option { .. } => words.say("选择一项", "Choose one"),
            Ask::Number { .. } => words.say("选择一个数", "Choose a number"),
            Ask::Suit => words.say("选择一种花色", "Choose a suit"),
            Ask::Confirm => words.say("是否？", "Yes or no?"),
            Ask::General { .. } => words.say("选择武将", "Choose a general"),
            Ask::Arrange { .. } => words.say("排列这些牌", "Arrange the cards"),
            Ask::Distribute { .. } => words.say("分配牌", "Give cards"),
        }
        .to_owned()
    }

    /// Which card is needed, and what for.
    fn need(&self, words: &Words, need: EventId, purpose: Purpose) -> String {
        let data = match &*self.game.event(need) {
            Event::Need(data) => data.clone(),
            _ => return String::new(),
        };
        let names: Vec<String> = data.names.iter().map(|name| words.card_name(*name)).collect();
        let names = names.join("/");
        let to =
            data.to.filter(|(to, _)| self.game.runs(*to)).map(|(to, _)| self.answered(words, to)).unwrap_or_default();
        let (zh, en) = match purpose {
            Purpose::Respond => (format!("{to}需要打出【{names}】"), format!("{to}respond with {names}?")),
            Purpose::Nullify => (format!("{to}使用【{names}】抵消？"), format!("{to}cancel it with {names}?")),
            Purpose::Save => (format!("{to}使用【{names}】救援？"), format!("{to}save them with {names}?")),
            Purpose::Use => (format!("{to}需要使用【{names}】"), format!("{to}use {names}?")),
        };
        words.say(&zh, &en).to_owned()
    }

    fn answered(&self, words: &Words, to: EventId) -> String {
        match &*self.game.event(to) {
            Event::Use(used) => {
                let user = used.user.map(|user| words.player(self.game, user)).unwrap_or_default();
                let aim = used.current.and_then(|at| used.aims.get(usize::from(at))).map(|aim| aim.player);
                let aim = aim.map(|target| format!(" → {}", words.player(self.game, target))).unwrap_or_default();
                format!("{user} {}{aim}: ", words.used_card(self.game, used.card))
            }
            Event::Dying(dying) => {
                let who = words.player(self.game, dying.player);
                words.say(&format!("{who} 濒死："), &format!("{who} is dying: ")).to_owned()
            }
            _ => String::new(),
        }
    }
}

fn pass<'a>(words: &'a Words, request: &Request) -> &'a str {
    match request.ask {
        Ask::Play => words.say("结束出牌", "End play phase"),
        Ask::Card { .. } => words.say("不出", "Don't"),
        Ask::Confirm => words.say("否", "No"),
        _ => words.say("不发动", "Decline"),
    }
}

fn hindrance(words: &Words, obstacle: Obstacle) -> &str {
    match obstacle {
        Obstacle::Unwanted => words.say("不是所需的牌", "not what is needed"),
        Obstacle::Quota => words.say("次数已用完", "used up for now"),
        Obstacle::Forbidden => words.say("现在不能用", "can't be used now"),
        Obstacle::NoTarget => words.say("没有合法目标", "no legal target"),
    }
}
