//! Names and texts for people, in the language they chose.

use crate::cli::Lang;
use muniu_content::Content;
use muniu_content::texts::{Kind, Named};
use muniu_kernel::Game;
use muniu_kernel::agent::View;
use muniu_kernel::card::{Suit, rank_text};
use muniu_kernel::event::Phase;
use muniu_kernel::ids::{CardId, PlayerId, VirtualId};
use muniu_kernel::names::Name;
use muniu_kernel::value::Value;
use std::rc::Rc;

/// Speaks of a game's things.
#[derive(Clone)]
pub struct Words {
    pub lang: Lang,
    content: Rc<Content>,
    /// For whose eyes; everything is shown without one.
    pub viewer: Option<PlayerId>,
}

/// What a skill's or card's name is looked up among, best first.
const SPEAKING: [Kind; 6] = [Kind::Skill, Kind::Card, Kind::General, Kind::Role, Kind::Mode, Kind::Pack];

impl Words {
    pub fn new(lang: Lang, content: Rc<Content>, viewer: Option<PlayerId>) -> Self {
        Words { lang, content, viewer }
    }

    /// One of two texts.
    pub fn say<'a>(&self, zh: &'a str, en: &'a str) -> &'a str {
        if self.lang == Lang::Zh { zh } else { en }
    }

    /// Looked up anew each time: a reload may change texts too.
    fn named<T>(&self, kinds: &[Kind], name: Name, look: impl FnOnce(&Named) -> T) -> Option<T> {
        let id = self.content.names().text(name);
        self.content.with_texts(|texts| kinds.iter().find_map(|kind| texts.get(*kind, &id)).map(look))
    }

    fn name_among(&self, kinds: &[Kind], name: Name) -> String {
        let found = self.named(kinds, name, |named| self.say(&named.name.zh, &named.name.en).to_owned());
        found.unwrap_or_else(|| self.plain(&self.content.names().text(name)))
    }

    /// Words that aren't content's: kingdoms, slots, phases, suits; else the id as it is.
    fn plain(&self, id: &str) -> String {
        let known = PLAIN.iter().find(|(word, ..)| *word == id);
        known.map_or_else(|| id.replace('_', " "), |(_, zh, en)| self.say(zh, en).to_owned())
    }

    pub fn card_name(&self, name: Name) -> String {
        self.name_among(&[Kind::Card], name)
    }

    pub fn skill(&self, name: Name) -> String {
        self.name_among(&SPEAKING, name)
    }

    pub fn general(&self, name: Name) -> String {
        self.name_among(&[Kind::General], name)
    }

    pub fn role(&self, name: Name) -> String {
        self.name_among(&[Kind::Role], name)
    }

    /// Any id: a mark, an option, a pile.
    pub fn word(&self, name: Name) -> String {
        let speaking = self.named(&SPEAKING, name, |named| self.say(&named.name.zh, &named.name.en).to_owned());
        speaking
            .or_else(|| self.keyed(Kind::Mark, None, name))
            .or_else(|| self.keyed(Kind::Pile, None, name))
            .unwrap_or_else(|| self.plain(&self.content.names().text(name)))
    }

    /// Any id that need not be interned.
    pub fn word_of(&self, id: &str) -> String {
        self.content.names().get(id).map_or_else(|| self.plain(id), |name| self.word(name))
    }

    /// The text of a card, skill or general.
    pub fn text(&self, name: Name) -> Option<String> {
        let text = |named: &Named| named.text.as_ref().map(|text| self.say(&text.zh, &text.en).to_owned());
        self.named(&SPEAKING, name, text)?
    }

    /// A word that a script names by a key: a question, an option, a pile.
    pub fn keyed(&self, kind: Kind, of: Option<Name>, key: Name) -> Option<String> {
        let names = self.content.names();
        let (of, key) = (of.map(|of| names.text(of)), names.text(key));
        self.content.with_texts(|texts| {
            texts.word(kind, of.as_deref(), &key).map(|text| self.say(&text.zh, &text.en).to_owned())
        })
    }

    pub fn phase(&self, phase: Phase) -> String {
        self.plain(phase.id())
    }

    pub fn suit(&self, suit: Suit) -> String {
        suit.symbol().to_string()
    }

    /// A character: seat number and general.
    pub fn player(&self, game: &Game, player: PlayerId) -> String {
        let generals: Vec<String> = {
            let state = game.read();
            let shown =
                |general: &&muniu_kernel::state::GeneralCard| general.shown || self.viewer.is_none_or(|v| v == player);
            state.players[player.index()]
                .generals
                .iter()
                .filter(shown)
                .map(|general| self.general(general.name))
                .collect()
        };
        let own = if self.viewer == Some(player) { self.say("(你)", " (you)") } else { "" };
        let number = player.0 + 1;
        match self.lang {
            Lang::Zh => format!("{number}号{}{own}", generals.join("/")),
            Lang::En if generals.is_empty() => format!("P{number}{own}"),
            Lang::En => format!("P{number} {}{own}", generals.join("/")),
        }
    }

    pub fn players(&self, game: &Game, players: &[PlayerId]) -> String {
        let list: Vec<String> = players.iter().map(|player| self.player(game, *player)).collect();
        list.join(self.say("、", ", "))
    }

    /// May the card be shown to the one this speaks to?
    pub fn shows(&self, game: &Game, card: CardId) -> bool {
        self.viewer.is_none_or(|viewer| View::new(game, viewer).sees(card))
    }

    /// A card as it counts: `♠7 杀`.
    pub fn card(&self, game: &Game, card: CardId) -> String {
        let face = game.face(card);
        format!("{}{} {}", face.suit.symbol(), rank_text(face.rank), self.card_name(face.name))
    }

    /// Cards with a number for those that can't be shown.
    pub fn cards(&self, game: &Game, cards: &[CardId]) -> String {
        let (open, covered): (Vec<CardId>, Vec<CardId>) = cards.iter().partition(|card| self.shows(game, **card));
        let mut list: Vec<String> = open.iter().map(|card| format!("[{}]", self.card(game, *card))).collect();
        if !covered.is_empty() {
            list.push(self.count(covered.len()));
        }
        list.join(self.say("、", ", "))
    }

    /// A number of cards that aren't shown.
    pub fn count(&self, cards: usize) -> String {
        match (self.lang, cards) {
            (Lang::Zh, count) => format!("{count}张牌"),
            (Lang::En, 1) => "1 card".into(),
            (Lang::En, count) => format!("{count} cards"),
        }
    }

    /// A virtual card: its name, what it consists of and which skill made it.
    pub fn used_card(&self, game: &Game, card: VirtualId) -> String {
        let card = game.virtual_card(card).clone();
        let name = self.card_name(card.name);
        let printed = match (card.suit, card.rank) {
            (Some(suit), Some(rank)) => format!("{}{} ", suit.symbol(), rank_text(rank)),
            _ => String::new(),
        };
        match card.skill {
            None => format!("[{printed}{name}]"),
            Some(skill) => {
                let of =
                    if card.cards.is_empty() { String::new() } else { format!(": {}", self.cards(game, &card.cards)) };
                format!("[{printed}{name}]({}{of})", self.skill(skill))
            }
        }
    }

    /// An option of a skill, card or mode.
    pub fn option(&self, game: &Game, of: Option<Name>, value: &Value) -> String {
        let name = match value {
            Value::Name(name) => Some(*name),
            Value::Text(text) => self.content.names().get(text),
            _ => None,
        };
        name.and_then(|name| self.keyed(Kind::Option, of, name)).unwrap_or_else(|| self.value(game, value))
    }

    /// A value that a script lists as an option or puts into a prompt.
    pub fn value(&self, game: &Game, value: &Value) -> String {
        match value {
            Value::Nil => self.say("无", "nothing").into(),
            Value::Bool(true) => self.say("是", "yes").into(),
            Value::Bool(false) => self.say("否", "no").into(),
            Value::Int(number) => number.to_string(),
            Value::Text(text) => match self.content.names().get(text) {
                Some(name) => self.word(name),
                None => text.to_string(),
            },
            Value::Name(name) => self.word(*name),
            Value::Suit(suit) => self.suit(*suit),
            Value::Player(player) => self.player(game, *player),
            Value::Card(card) if self.shows(game, *card) => self.card(game, *card),
            Value::Card(_) => self.say("一张牌", "a card").into(),
            Value::List(list) => list.iter().map(|item| self.value(game, item)).collect::<Vec<_>>().join(", "),
            Value::Map(map) => {
                map.iter().map(|(key, item)| format!("{key} {}", self.value(game, item))).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

const PLAIN: &[(&str, &str, &str)] = &[
    ("wei", "魏", "Wei"),
    ("shu", "蜀", "Shu"),
    ("wu", "吴", "Wu"),
    ("qun", "群", "Qun"),
    ("god", "神", "God"),
    ("weapon", "武器", "weapon"),
    ("armor", "防具", "armour"),
    ("plus_horse", "防御坐骑", "+1 mount"),
    ("minus_horse", "进攻坐骑", "−1 mount"),
    ("treasure", "宝物", "treasure"),
    ("prepare", "准备阶段", "prepare phase"),
    ("judge", "判定阶段", "judge phase"),
    ("draw", "摸牌阶段", "draw phase"),
    ("play", "出牌阶段", "play phase"),
    ("discard", "弃牌阶段", "discard phase"),
    ("finish", "结束阶段", "finish phase"),
    ("discard_phase", "弃牌阶段", "discard phase"),
    ("fire", "火焰", "fire"),
    ("thunder", "雷电", "thunder"),
    ("normal", "普通", "normal"),
];
