//! What an ability asks for before it runs: price, cards, targets, an option; and how often it may.

use super::keys::{Fields, whole};
use super::skill::TYPES;
use mlua::Value;
use muniu_kernel::card::{Color, Suit};
use muniu_kernel::def::{
    CardPick, CardTest, Each, From, Limit, Num, Of, OptionPick, Picks, Price, Scope, TargetPick, Who,
};

/// Whom a triggered ability listens for.
pub(crate) const WHO: [(&str, Who); 7] = [
    ("player", Who::Player),
    ("user", Who::User),
    ("target", Who::Target),
    ("source", Who::Source),
    ("turn", Who::Turn),
    ("others", Who::Others),
    ("anyone", Who::Anyone),
];

/// Whose number or ban it is.
pub(crate) const WHOSE: [(&str, Who); 3] = [("me", Who::Player), ("anyone", Who::Anyone), ("others", Who::Others)];

/// The scopes of limits.
pub(crate) const SCOPES: [(&str, Scope); 4] =
    [("phase", Scope::Phase), ("turn", Scope::Turn), ("round", Scope::Round), ("game", Scope::Game)];

/// Price, cards, targets and options of an ability.
pub(crate) fn picks(fields: &Fields<'_>) -> Picks {
    Picks { price: price(fields), cards: cards(fields), targets: targets(fields), option: options(fields) }
}

/// `limit = { phase|turn|round|game = n, each = "target"|"option"|"suit" }`
pub(crate) fn limit(fields: &Fields<'_>) -> Option<Limit> {
    let limit = fields.table("limit")?;
    limit.only(&["phase", "turn", "round", "game", "each"], false);
    let written: Vec<_> = SCOPES.iter().filter(|(word, _)| limit.has(word)).collect();
    let [(word, scope)] = written.as_slice() else {
        limit.error("", "wrong-type", format!("`{}` needs exactly one of phase, turn, round, game", limit.what), None);
        return None;
    };
    let count = limit.num(word)?;
    if matches!(count, Num::Is(count) if count < 1) {
        limit.misfit(word, "at least 1");
    }
    let each = limit.one_of("each", &[("target", Each::Target), ("option", Each::Option), ("suit", Each::Suit)]);
    Some(Limit { scope: *scope, count, each })
}

/// The fields of a pick of cards.
const CARD_KEYS: [&str; 9] = ["from", "pile", "count", "min", "max", "of", "suit", "color", "where"];

/// `cards = { from, pile, count, min, max, of, suit, color, where }`
pub(crate) fn cards(fields: &Fields<'_>) -> Option<CardPick> {
    let pick = fields.table("cards")?;
    pick.only(&CARD_KEYS, false);
    Some(card_pick(&pick))
}

fn card_pick(pick: &Fields<'_>) -> CardPick {
    let (min, max) = bounds(pick);
    CardPick { from: from(pick), min, max, test: test(pick), filter: pick.fun("where") }
}

/// What a card must be: `of` (names, families, types), `suit`, `color`.
pub(crate) fn test(fields: &Fields<'_>) -> CardTest {
    const COLORS: [(&str, Color); 2] = [("red", Color::Red), ("black", Color::Black)];
    let suits = Suit::ALL.map(|suit| (suit.id(), suit));
    let of = |word: &String| match TYPES.iter().find(|(known, _)| known == word) {
        Some((_, kind)) => Of::Type(*kind),
        None => Of::Name(fields.card("of", word)),
    };
    CardTest {
        of: fields.words("of").unwrap_or_default().iter().map(of).collect(),
        suits: fields
            .words("suit")
            .unwrap_or_default()
            .iter()
            .filter_map(|word| fields.choose("suit", word, &suits))
            .collect(),
        color: fields.one_of("color", &COLORS),
    }
}

/// Where cards are picked from: hand and equipment unless it says otherwise.
fn from(pick: &Fields<'_>) -> From {
    const NOWHERE: From = From::NOWHERE;
    const WORDS: [(&str, From); 7] = [
        ("hand", From::HAND),
        ("equip", From { equip: true, ..NOWHERE }),
        ("judge", From { judge: true, ..NOWHERE }),
        ("cards", From::CARDS),
        ("all", From::ALL),
        ("all_fields", From { field: true, ..NOWHERE }),
        ("discard_pile", From { discard_pile: true, ..NOWHERE }),
    ];
    let pile = pick.word("pile").map(|name| pick.build.name(&name));
    let Some(words) = pick.words("from") else {
        return if pile.is_some() { From { pile, ..NOWHERE } } else { From::CARDS };
    };
    words.iter().filter_map(|word| pick.choose("from", word, &WORDS)).fold(From { pile, ..NOWHERE }, |all, more| From {
        hand: all.hand || more.hand,
        equip: all.equip || more.equip,
        judge: all.judge || more.judge,
        field: all.field || more.field,
        discard_pile: all.discard_pile || more.discard_pile,
        pile,
    })
}

/// `count`, or `min` and `max`: exactly one if nothing is written, at least one if only `max` is.
pub(crate) fn bounds(pick: &Fields<'_>) -> (Num, Option<Num>) {
    if pick.has("count") {
        if pick.has("min") || pick.has("max") {
            let help = "write `count` for an exact number, or `min` and `max`".to_owned();
            pick.error("count", "misplaced-key", format!("`{}` has both `count` and a bound", pick.what), Some(help));
        }
        let count = pick.num("count").unwrap_or(Num::Is(1));
        return (count, Some(count));
    }
    match (pick.num("min"), pick.num("max")) {
        (None, None) => (Num::Is(1), Some(Num::Is(1))),
        (min, max) => {
            if let (Some(Num::Is(min)), Some(Num::Is(max))) = (min, max)
                && min > max
            {
                pick.misfit("max", &format!("at least `min`, which is {min}"));
            }
            (min.unwrap_or(Num::Is(1)), max)
        }
    }
}

/// `targets = { count, min, max, own, where }`
fn targets(fields: &Fields<'_>) -> Option<TargetPick> {
    let pick = fields.table("targets")?;
    pick.only(&["count", "min", "max", "own", "where"], false);
    let (min, max) = bounds(&pick);
    Some(TargetPick { min, max, own: pick.flag("own"), filter: pick.fun("where") })
}

/// `options = { "a", "b" }` or a function.
fn options(fields: &Fields<'_>) -> Option<OptionPick> {
    match fields.value("options") {
        Value::Nil => None,
        Value::Function(function) => Some(OptionPick::Ask(fields.keep(function, "options"))),
        Value::Table(_) => {
            let words = fields.words("options")?;
            Some(OptionPick::Words(words.iter().map(|word| fields.build.name(word)).collect()))
        }
        _ => {
            fields.misfit("options", "a list of words or a function");
            None
        }
    }
}

/// `price = { discard, from, where, hp, mark, flip }`
fn price(fields: &Fields<'_>) -> Price {
    let Some(price) = fields.table("price") else { return Price::default() };
    price.only(&["discard", "from", "pile", "of", "suit", "color", "where", "hp", "mark", "flip"], false);
    let discard = discard(&price);
    for key in ["from", "pile", "of", "suit", "color", "where"] {
        if discard.is_none() && price.has(key) {
            let message = format!("`{}` has a `{key}` but no `discard`", price.what);
            price.error(key, "misplaced-key", message, None);
        }
    }
    let mark = price.table("mark").and_then(|marks| {
        let mut names: Vec<String> = marks.table.pairs::<String, Value>().flatten().map(|(name, _)| name).collect();
        names.sort();
        let [name] = names.as_slice() else {
            price.misfit("mark", "one mark and its number, such as { wrath = 2 }");
            return None;
        };
        Some((price.build.name(name), marks.num(name)?))
    });
    Price { discard, hp: price.integer("hp", 0..=99).unwrap_or(0) as i32, mark, flip: price.flag("flip") }
}

/// The cards to be discarded: a number, a function, "all", or a pick of its own.
fn discard(price: &Fields<'_>) -> Option<CardPick> {
    let exactly = |count: Num| CardPick {
        from: from(price),
        min: count,
        max: Some(count),
        test: test(price),
        filter: price.fun("where"),
    };
    match price.value("discard") {
        Value::Nil => None,
        Value::Function(function) => Some(exactly(Num::Ask(price.keep(function, "discard")))),
        Value::String(word) if word == "all" => {
            let area = match price.word("from").as_deref() {
                Some("hand") => "hand",
                Some("equip") => "equip",
                _ => "cards",
            };
            // All of them, counted when it is paid.
            let count = price.build.compile(&format!("return function(me) return #me.{area} end"))?;
            Some(exactly(Num::Ask(price.keep(count, "discard"))))
        }
        Value::Table(table) => {
            let pick = price.inside("discard", table);
            pick.only(&CARD_KEYS, false);
            Some(card_pick(&pick))
        }
        other => match whole(&other) {
            Some(count) if count >= 1 => Some(exactly(Num::Is(count))),
            _ => {
                price.misfit("discard", "a number from 1, \"all\", a function, or a pick such as { min = 1 }");
                None
            }
        },
    }
}
