//! What a scenario's calls are given: cards as text, characters, words, and tables of options.

use super::seat::Seat;
use super::stage::Stage;
use super::text::{CardText, parse_suit};
use crate::lua::api::whole;
use crate::suggest;
use mlua::{Table, Value};
use muniu_kernel::card::Suit;
use muniu_kernel::ids::PlayerId;

/// A value of a call.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Nothing,
    Bool(bool),
    Number(i64),
    Text(String),
    Player(PlayerId),
    List(Vec<Given>),
}

impl Given {
    /// Understand a value.
    pub fn read(stage: &Stage, value: &Value) -> Result<Given, String> {
        Ok(match value {
            Value::Nil => Given::Nothing,
            Value::Boolean(yes) => Given::Bool(*yes),
            Value::Integer(number) => Given::Number(*number),
            Value::Number(number) => Given::Number(whole(*number)?),
            Value::String(text) => Given::Text(text.to_string_lossy()),
            Value::UserData(data) => match data.borrow::<Seat>() {
                Ok(seat) => Given::Player(seat.player),
                Err(_) => Given::Player(stage.player_of(value).ok_or("a handle that is no character")?),
            },
            Value::Table(list) => {
                let items = list.sequence_values::<Value>().map(|item| match item {
                    Ok(item) => Given::read(stage, &item),
                    Err(error) => Err(error.to_string()),
                });
                Given::List(items.collect::<Result<_, _>>()?)
            }
            other => {
                return Err(format!(
                    "a {} where a card, a character, a word or a number is expected",
                    other.type_name()
                ));
            }
        })
    }

    /// The single text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Given::Text(text) = self { Some(text) } else { None }
    }

    /// As characters: one or a list.
    pub fn players(&self) -> Option<Vec<PlayerId>> {
        match self {
            Given::Player(player) => Some(vec![*player]),
            Given::List(list) if !list.is_empty() => {
                let each = list.iter().map(|item| if let Given::Player(player) = item { Some(*player) } else { None });
                each.collect()
            }
            _ => None,
        }
    }

    /// As cards: text with commas, or a list of such.
    pub fn cards(&self) -> Result<Vec<CardText>, String> {
        match self {
            Given::Nothing => Ok(Vec::new()),
            Given::Text(text) => CardText::parse_list(text),
            Given::List(list) => Ok(list.iter().map(Given::cards).collect::<Result<Vec<_>, _>>()?.concat()),
            other => Err(format!("{} where cards are expected", other.words())),
        }
    }

    /// For messages.
    pub fn words(&self) -> String {
        match self {
            Given::Nothing => "nothing".into(),
            Given::Bool(yes) => yes.to_string(),
            Given::Number(number) => number.to_string(),
            Given::Text(text) => format!("\"{text}\""),
            Given::Player(player) => format!("seat {}", player.0 + 1),
            Given::List(list) => format!("{{{}}}", list.iter().map(Given::words).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Options of a call, `{ cards = "♥5", target = cao }`.
#[derive(Debug, Clone, Default)]
pub(super) struct Opts {
    pub by: Option<String>,
    pub name: Option<String>,
    pub cards: Vec<CardText>,
    pub targets: Vec<PlayerId>,
    pub second: Option<PlayerId>,
    pub option: Option<Given>,
    pub number: Option<i64>,
    pub suit: Option<Suit>,
    pub from: Option<PlayerId>,
    pub order: Option<Vec<CardText>>,
    pub piles: Option<Vec<Vec<CardText>>>,
    pub gifts: Option<Vec<(Vec<CardText>, PlayerId)>>,
    pub owner: Option<PlayerId>,
    pub stop: Option<String>,
    pub recast: bool,
    pub to_use: bool,
    pub amount: Option<i64>,
    pub nature: Option<String>,
    pub to: Option<PlayerId>,
}

impl Opts {
    /// Read a table of options; only these keys may be in it.
    pub fn read(stage: &Stage, table: Option<&Table>, keys: &[&str]) -> Result<Opts, String> {
        let mut opts = Opts::default();
        let Some(table) = table else { return Ok(opts) };
        super::spec::only(table, keys)?;
        for key in keys {
            let value: Value = table.get(*key).map_err(|error| error.to_string())?;
            if !value.is_nil() {
                opts.put(stage, key, &value).map_err(|message| format!("`{key}`: {message}"))?;
            }
        }
        Ok(opts)
    }

    fn put(&mut self, stage: &Stage, key: &str, value: &Value) -> Result<(), String> {
        let given = Given::read(stage, value)?;
        let word = || given.text().map(str::to_owned).ok_or_else(|| format!("expected a word, got {}", given.words()));
        let player = || match given {
            Given::Player(player) => Ok(player),
            _ => Err(format!("expected a character, got {}", given.words())),
        };
        let number = || match given {
            Given::Number(number) => Ok(number),
            _ => Err(format!("expected a number, got {}", given.words())),
        };
        match key {
            "by" => self.by = Some(word()?),
            "as" | "name" => self.name = Some(word()?),
            "cards" => self.cards = given.cards()?,
            "target" | "targets" => {
                self.targets = given.players().ok_or_else(|| format!("expected characters, got {}", given.words()))?;
            }
            "second" => self.second = Some(player()?),
            "option" => self.option = Some(given),
            "number" => self.number = Some(number()?),
            "amount" => self.amount = Some(number()?),
            "suit" => {
                let word = word()?;
                let known = parse_suit(&word);
                self.suit =
                    Some(known.ok_or_else(|| {
                        format!("no suit `{word}`: {}", suggest::help(&word, Suit::ALL.map(Suit::id)))
                    })?);
            }
            "from" => self.from = Some(player()?),
            "to" => self.to = Some(player()?),
            "owner" => self.owner = Some(player()?),
            "order" => self.order = Some(given.cards()?),
            "piles" => self.piles = Some(piles(&given)?),
            "gifts" => self.gifts = Some(gifts(&given)?),
            "stop" => self.stop = Some(word()?),
            "nature" => self.nature = Some(word()?),
            "recast" => self.recast = given == Given::Bool(true),
            "use" => self.to_use = given == Given::Bool(true),
            other => return Err(format!("`{other}` is not known")),
        }
        Ok(())
    }
}

/// `{ {"♣3", "♥5"}, {} }` or `{ "♣3, ♥5", "" }`
pub(super) fn piles(given: &Given) -> Result<Vec<Vec<CardText>>, String> {
    match given {
        Given::List(piles) => piles.iter().map(Given::cards).collect(),
        other => Err(format!("expected a list of piles, got {}", other.words())),
    }
}

/// `{ {"♣3", p}, … }`
pub(super) fn gifts(given: &Given) -> Result<Vec<(Vec<CardText>, PlayerId)>, String> {
    let wrong = |given: &Given| format!("expected a list like {{ {{\"♣3\", p}} }}, got {}", given.words());
    let Given::List(list) = given else { return Err(wrong(given)) };
    list.iter()
        .map(|gift| match gift {
            Given::List(pair) => match pair.as_slice() {
                [cards, Given::Player(player)] => Ok((cards.cards()?, *player)),
                _ => Err(wrong(gift)),
            },
            _ => Err(wrong(gift)),
        })
        .collect()
}
