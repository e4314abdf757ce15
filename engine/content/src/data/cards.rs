//! `cards/*.toml`: decks, the kinds of card in them and their copies.

use std::fmt;

use super::pack::Text;
use super::read::{File, Table};
use crate::diagnostic::{Diagnostics, Located, Place};

/// A deck: the cards of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckData {
    /// Its id, bare.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The `[deck]` header.
    pub place: Place,
}

/// What type of card a kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardType {
    /// 基本牌
    Basic,
    /// 普通锦囊牌
    Trick,
    /// 延时锦囊牌
    DelayedTrick,
    /// 装备牌
    Equip,
}

/// Where an equipment card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// 武器
    Weapon,
    /// 防具
    Armor,
    /// 防御坐骑 (+1)
    PlusHorse,
    /// 进攻坐骑 (−1)
    MinusHorse,
    /// 宝物
    Treasure,
}

impl Slot {
    /// Horses do nothing but change distances, so they need no script.
    pub fn is_horse(self) -> bool {
        matches!(self, Slot::PlusHorse | Slot::MinusHorse)
    }
}

/// The nature of a card: fire or thunder. Cards without one are plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nature {
    /// 火
    Fire,
    /// 雷
    Thunder,
}

/// A card's suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♠ 黑桃
    Spade,
    /// ♥ 红桃
    Heart,
    /// ♣ 梅花
    Club,
    /// ♦ 方块
    Diamond,
}

/// Suit and rank of one physical card. Written `♠7`, `♥10`, `♦A`, `♣K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Copy {
    /// The suit.
    pub suit: Suit,
    /// The rank: 1 (A) to 13 (K).
    pub rank: u8,
}

const SUITS: [(char, Suit); 4] = [('♠', Suit::Spade), ('♥', Suit::Heart), ('♣', Suit::Club), ('♦', Suit::Diamond)];
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl Copy {
    /// Reads `♠7`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Copy> {
        let mut letters = text.chars();
        let first = letters.next()?;
        let suit = SUITS.iter().find(|(symbol, _)| *symbol == first)?.1;
        let rank = RANKS.iter().position(|rank| *rank == letters.as_str())? + 1;
        Some(Copy { suit, rank: rank as u8 })
    }

    /// What someone who wrote `S7`, `7♠`, `♤7`, `♠️7`, `♠1`, `♠j` or `黑桃7` meant.
    fn guess(text: &str) -> Option<Copy> {
        const SPELLINGS: [(&[&str], Suit); 4] = [
            (&["♠", "♤", "黑桃", "spade", "s"], Suit::Spade),
            (&["♥", "♡", "红桃", "红心", "heart", "h"], Suit::Heart),
            (&["♣", "♧", "梅花", "草花", "club", "c"], Suit::Club),
            (&["♦", "♢", "方块", "方片", "diamond", "d"], Suit::Diamond),
        ];
        let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}').collect();
        let read_rank = |rank: &str| match rank.trim_start_matches('0') {
            "1" => Some(1),
            "t" => Some(10),
            "11" => Some(11),
            "12" => Some(12),
            "13" => Some(13),
            rank => RANKS.iter().position(|known| known.eq_ignore_ascii_case(rank)).map(|index| index as u8 + 1),
        };
        SPELLINGS.iter().flat_map(|(spellings, suit)| spellings.iter().map(move |spelling| (spelling, *suit))).find_map(
            |(spelling, suit)| {
                let rank = plain.strip_prefix(spelling).or_else(|| plain.strip_suffix(spelling))?;
                Some(Copy { suit, rank: read_rank(rank)? })
            },
        )
    }
}

impl fmt::Display for Copy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = SUITS.iter().find(|(_, suit)| *suit == self.suit).map_or('?', |(symbol, _)| *symbol);
        let rank = RANKS.get(usize::from(self.rank).wrapping_sub(1)).copied().unwrap_or("?");
        write!(f, "{symbol}{rank}")
    }
}

/// A kind of card, `[card.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardData {
    /// Its id, bare.
    pub id: String,
    /// The bare id of the deck it is in.
    pub deck: String,
    /// Its name.
    pub name: Text,
    /// What it says.
    pub text: Text,
    /// Its type.
    pub kind: CardType,
    /// Its physical cards in this deck; [`MoreData`] adds others.
    pub copies: Vec<Copy>,
    /// A name that several kinds share: `slash` for every kind of 杀.
    pub family: Option<String>,
    /// Fire or thunder.
    pub nature: Option<Nature>,
    /// The script that says what it does, where that isn't the one named after its id.
    pub script: Option<Located<String>>,
    /// Where it is equipped; always and only there for equipment.
    pub slot: Option<Slot>,
    /// A weapon's attack range, 1 to 99; always and only there for weapons.
    pub range: Option<u8>,
    /// Added to the distance from others to its holder.
    pub distance_to: i32,
    /// Added to the distance from its holder to others.
    pub distance_from: i32,
    /// The definition whose place it takes.
    pub replaces: Option<Located<String>>,
    /// Its header.
    pub place: Place,
}

impl CardData {
    /// Whether it can't do anything without a script.
    pub fn needs_script(&self) -> bool {
        self.script.is_some() || !self.slot.is_some_and(Slot::is_horse)
    }
}

/// More copies of a kind of card defined elsewhere, `[more.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoreData {
    /// The kind of card, as written: `id` or `pack:id`.
    pub card: Located<String>,
    /// The bare id of the deck they are in.
    pub deck: String,
    /// The copies.
    pub copies: Vec<Copy>,
}

/// What one file of cards holds.
pub(crate) struct CardFile {
    pub deck: Option<DeckData>,
    pub cards: Vec<CardData>,
    pub more: Vec<MoreData>,
    /// Ids of cards that could not be read, so that references to them are not reported too.
    pub broken: Vec<String>,
}

/// Reads one file of `cards/`.
pub(crate) fn read(path: &std::path::Path, text: &str) -> (CardFile, Diagnostics) {
    let (file, document) = File::parse(path, text);
    let root = file.root(&document);
    root.only(&["deck", "card", "more"]);
    let deck = root.need_table("deck").and_then(|table| {
        table.only(&["id", "name"]);
        let (id, name) = (table.need("id").and_then(|f| f.id()), table.need("name").and_then(|f| f.text()));
        Some(DeckData { id: id?.value, name: name?, place: table.place() })
    });
    // Cards of a deck that can't be read still exist: under the file's name, so the rest can be checked.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let deck_id = deck.as_ref().map_or(stem, |deck| deck.id.clone());
    let mut found = CardFile { deck, cards: Vec::new(), more: Vec::new(), broken: Vec::new() };
    for table in root.entries("card") {
        match read_card(&table, &deck_id) {
            Some(card) => found.cards.push(card),
            None => found.broken.push(table.id.to_owned()),
        }
    }
    for table in root.references("more") {
        table.only(&["copies"]);
        let card = Located { value: table.id.to_owned(), place: table.place() };
        if let Some(copies) = read_copies(&table) {
            found.more.push(MoreData { card, deck: deck_id.clone(), copies });
        }
    }
    (found, file.finish())
}

const CARD_KEYS: [&str; 12] = [
    "name",
    "text",
    "type",
    "copies",
    "family",
    "nature",
    "script",
    "slot",
    "range",
    "distance_to",
    "distance_from",
    "replaces",
];
const TYPES: [(&str, CardType); 4] = [
    ("basic", CardType::Basic),
    ("trick", CardType::Trick),
    ("delayed_trick", CardType::DelayedTrick),
    ("equip", CardType::Equip),
];
const SLOTS: [(&str, Slot); 5] = [
    ("weapon", Slot::Weapon),
    ("armor", Slot::Armor),
    ("plus_horse", Slot::PlusHorse),
    ("minus_horse", Slot::MinusHorse),
    ("treasure", Slot::Treasure),
];

fn read_card(table: &Table<'_>, deck: &str) -> Option<CardData> {
    table.only(&CARD_KEYS);
    let name = table.need("name").and_then(|f| f.text());
    let text = table.need("text").and_then(|f| f.text());
    let kind = table.need("type").and_then(|f| f.one_of(&TYPES));
    let copies = read_copies(table);
    let family = table.get("family").and_then(|f| f.string()).map(|family| family.value);
    let nature = table.get("nature").and_then(|f| f.one_of(&[("fire", Nature::Fire), ("thunder", Nature::Thunder)]));
    let script = table.get("script").and_then(|f| f.string());
    let (slot, range) = read_slot(table, kind);
    let distance = |key| table.get(key).and_then(|f| f.integer(-99..=99)).unwrap_or(0);
    let (distance_to, distance_from) = (distance("distance_to"), distance("distance_from"));
    let replaces = table.get("replaces").and_then(|f| f.string());
    let kind = kind?;
    if kind == CardType::Equip && slot.is_none() || slot == Some(Slot::Weapon) && range.is_none() {
        return None;
    }
    Some(CardData {
        id: table.id.to_owned(),
        deck: deck.to_owned(),
        name: name?,
        text: text?,
        kind,
        copies: copies?,
        family,
        nature,
        script,
        slot,
        range,
        distance_to,
        distance_from,
        replaces,
        place: table.place(),
    })
}

/// Slot and range, each required where it means something and refused elsewhere.
fn read_slot(table: &Table<'_>, kind: Option<CardType>) -> (Option<Slot>, Option<u8>) {
    let equip = kind == Some(CardType::Equip);
    let slot = if equip { table.need("slot") } else { table.get("slot") }.and_then(|field| {
        if !equip && kind.is_some() {
            let message = format!("card `{}` has a `slot` but is no equipment", table.id);
            field.problem("misplaced-key", message, Some("set `type = \"equip\"` or remove `slot`".to_owned()));
            return None;
        }
        field.one_of(&SLOTS)
    });
    let weapon = slot == Some(Slot::Weapon);
    let range = if weapon { table.need("range") } else { table.get("range") }.and_then(|field| {
        let range = field.integer(1..=99)?;
        if !weapon && (slot.is_some() || !equip) {
            let message = format!("card `{}` has a `range` but is no weapon", table.id);
            field.problem("misplaced-key", message, Some("set `slot = \"weapon\"` or remove `range`".to_owned()));
            return None;
        }
        Some(range)
    });
    (slot, range)
}

/// The list of copies; a bad one is reported and left out.
fn read_copies(table: &Table<'_>) -> Option<Vec<Copy>> {
    let written = table.need("copies")?.strings()?;
    let parse = |text: &Located<String>| {
        let copy = Copy::parse(&text.value);
        if copy.is_none() {
            let message = format!(
                "`{}` is no card, expected a suit (♠ ♥ ♣ ♦) followed by a rank (A 2 3 4 5 6 7 8 9 10 J Q K)",
                text.value
            );
            let help = Copy::guess(&text.value).map(|copy| format!("did you mean `{copy}`?"));
            table.file.error("bad-copy", text.place.span.clone(), message, help);
        }
        copy
    };
    Some(written.iter().filter_map(parse).collect())
}
