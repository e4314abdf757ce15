//! `scripts/modes/*.toml`: what a mode is called, how many it seats, its roles, and free data for its script.

use toml::de::{DeArray, DeTable, DeValue};

use super::pack::Text;
use super::read::{File, in_order};
use crate::diagnostic::{Diagnostics, Located, Place};

/// A mode of play.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeData {
    /// Its id, bare; its script is `scripts/modes/<id>.luau`.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// What it is about.
    pub text: Text,
    /// Fewest seats, at least 2.
    pub min_seats: u8,
    /// Most seats, at most 20.
    pub max_seats: u8,
    /// Cards dealt to each before the first turn, 0 to 20.
    pub opening_hand: u8,
    /// Cards drawn in a draw phase, 0 to 20; 2 unless written.
    pub draw_per_turn: u8,
    /// Its roles, in the order they are written.
    pub roles: Vec<RoleData>,
    /// The definition whose place it takes.
    pub replaces: Option<Located<String>>,
    /// The whole file, for the mode's script.
    pub data: toml::Table,
    /// The `[mode]` header.
    pub place: Place,
}

/// A role, `[roles.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleData {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Who wins when.
    pub text: Option<Text>,
    /// Whether it is face up from the start.
    pub shown: bool,
    /// Its header.
    pub place: Place,
}

const MODE_KEYS: [&str; 8] =
    ["id", "name", "text", "min_seats", "max_seats", "opening_hand", "draw_per_turn", "replaces"];

/// Reads one file of `scripts/modes/`. Tables other than `[mode]` and `[roles]` are the mode's own business.
pub(crate) fn read(path: &std::path::Path, text: &str) -> (Option<ModeData>, Diagnostics) {
    let (file, document) = File::parse(path, text);
    let mode = read_mode(&file, &document);
    (mode, file.finish())
}

fn read_mode(file: &File<'_>, document: &DeTable<'_>) -> Option<ModeData> {
    let root = file.root(document);
    let roles = root.entries("roles").into_iter().filter_map(|table| {
        table.only(&["name", "text", "shown"]);
        let name = table.need("name").and_then(|f| f.text());
        let text = table.get("text").and_then(|f| f.text());
        let shown = table.need("shown").and_then(|f| f.boolean());
        Some(RoleData { id: table.id.to_owned(), name: name?, text, shown: shown?, place: table.place() })
    });
    let roles = roles.collect();
    let data = plain_table(file, document);
    let table = root.need_table("mode")?;
    table.only(&MODE_KEYS);
    let id = table.need("id").and_then(|f| f.id());
    let name = table.need("name").and_then(|f| f.text());
    let text = table.need("text").and_then(|f| f.text());
    let min_seats: Option<u8> = table.need("min_seats").and_then(|f| f.integer(2..=20));
    let max_seats = table.need("max_seats").and_then(|f| f.integer(i64::from(min_seats.unwrap_or(2))..=20));
    let opening_hand = table.need("opening_hand").and_then(|f| f.integer(0..=20));
    let draw_per_turn = table.get("draw_per_turn").map_or(Some(2), |f| f.integer(0..=20));
    let replaces = table.get("replaces").and_then(|f| f.string());
    Some(ModeData {
        id: id?.value,
        name: name?,
        text: text?,
        min_seats: min_seats?,
        max_seats: max_seats?,
        opening_hand: opening_hand?,
        draw_per_turn: draw_per_turn?,
        roles,
        replaces,
        data,
        place: table.place(),
    })
}

fn plain_table(file: &File<'_>, table: &DeTable<'_>) -> toml::Table {
    let entries = in_order(table).into_iter();
    entries.filter_map(|(key, value)| Some((key.get_ref().to_string(), plain(file, value)?))).collect()
}

fn plain_array(file: &File<'_>, array: &DeArray<'_>) -> toml::Value {
    toml::Value::Array(array.iter().filter_map(|value| plain(file, value)).collect())
}

/// The value without its spans; numbers that fit no Lua number are reported and left out.
fn plain(file: &File<'_>, value: &toml::Spanned<DeValue<'_>>) -> Option<toml::Value> {
    let number = match value.get_ref() {
        DeValue::String(text) => return Some(toml::Value::String(text.to_string())),
        DeValue::Boolean(value) => return Some(toml::Value::Boolean(*value)),
        DeValue::Datetime(value) => return Some(toml::Value::Datetime(*value)),
        DeValue::Array(array) => return Some(plain_array(file, array)),
        DeValue::Table(table) => return Some(toml::Value::Table(plain_table(file, table))),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(toml::Value::Integer),
        DeValue::Float(number) => number.as_str().parse().ok().map(toml::Value::Float),
    };
    if number.is_none() {
        let message = format!("`{}` is no number a script can use", file.excerpt(&value.span()));
        file.error("out-of-range", value.span(), message, None);
    }
    number
}
