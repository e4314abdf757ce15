//! Questions. Each has a prompt key, bounds and a default, and is synchronous to the script.

use super::args::{self, Opts};
use super::hub::oops;
use super::player::Player;
use super::value::{kind, plain, to_lua};
use mlua::{Lua, MultiValue, UserDataMethods, Value};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::Prompt;
use muniu_kernel::value::Value as Plain;

const PLAYERS: &[&str] = &["among", "where", "count", "min", "max", "optional", "prompt", "args"];
const WORDS: &[&str] = &["optional", "prompt", "args"];

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("confirm", |_, me, (key, values): (Option<String>, mlua::Variadic<Value>)| {
        let game = me.hub.acting("me:confirm")?;
        let mut prompt = me.hub.prompt(key.as_deref().unwrap_or("confirm"))?;
        prompt.args = values.iter().map(|value| plain(&me.hub, value)).collect::<mlua::Result<_>>()?;
        me.hub.flow(game.confirm(me.id, prompt))
    });
    methods.add_method("choose_player", |lua, me, options: Value| {
        let chosen = choose_players(lua, me, "me:choose_player", &options)?;
        me.hub.maybe_player(lua, chosen.first().copied())
    });
    methods.add_method("choose_players", |lua, me, options: Value| {
        let chosen = choose_players(lua, me, "me:choose_players", &options)?;
        me.hub.players(lua, chosen)
    });
    methods.add_method("choose_card", |lua, me, options: Value| {
        let chosen = choose_cards(lua, me, "me:choose_card", &options)?;
        me.hub.maybe_card(lua, chosen.first().copied())
    });
    methods.add_method("choose_cards", |lua, me, options: Value| {
        let chosen = choose_cards(lua, me, "me:choose_cards", &options)?;
        me.hub.cards(lua, chosen)
    });
    methods.add_method("choose_option", |lua, me, (list, options): (Value, Value)| {
        let game = me.hub.acting("me:choose_option")?;
        let Plain::List(list) = plain(&me.hub, &list)? else {
            return Err(oops(format!("`me:choose_option`: expected a list, got {}", kind(&list))));
        };
        let options = Opts::read("me:choose_option", &options, WORDS)?;
        let prompt = options.prompt(&me.hub, "choose_option")?;
        let optional = options.yes("optional", false)?;
        let chosen = me.hub.flow(game.choose_option(me.id, list.to_vec(), optional, prompt))?;
        to_lua(&me.hub, lua, &chosen.unwrap_or_default())
    });
    methods.add_method("choose_number", |_, me, (min, max, options): (Value, Value, Value)| {
        let game = me.hub.acting("me:choose_number")?;
        let (min, max) = (args::int(&min, "`me:choose_number`")?, args::int(&max, "`me:choose_number`")?);
        let options = Opts::read("me:choose_number", &options, WORDS)?;
        let prompt = options.prompt(&me.hub, "choose_number")?;
        Ok(me.hub.flow(game.choose_number(me.id, min, max, prompt))? as f64)
    });
    methods.add_method("choose_suit", |lua, me, options: Value| {
        let game = me.hub.acting("me:choose_suit")?;
        let options = Opts::read("me:choose_suit", &options, WORDS)?;
        let prompt = options.prompt(&me.hub, "choose_suit")?;
        me.hub.word(lua, me.hub.flow(game.choose_suit(me.id, prompt))?.id())
    });
    methods.add_method("choose_general", |lua, me, (list, options): (Vec<String>, Value)| {
        let game = me.hub.acting("me:choose_general")?;
        let list = list.iter().map(|name| args::general_name(&me.hub, &game, name, "`me:choose_general`"));
        let list = list.collect::<mlua::Result<Vec<_>>>()?;
        let options = Opts::read("me:choose_general", &options, WORDS)?;
        let prompt = options.prompt(&me.hub, "choose_general")?;
        me.hub.maybe_name(lua, me.hub.flow(game.choose_general(me.id, list, prompt))?)
    });
    methods.add_method("arrange", arrange);
    methods.add_method("distribute", distribute);
}

fn choose_players(lua: &Lua, me: &Player, verb: &str, options: &Value) -> mlua::Result<Vec<PlayerId>> {
    let game = me.hub.acting(verb)?;
    let options = Opts::read(verb, options, PLAYERS)?;
    let mut candidates = options.players("among")?.unwrap_or_else(|| game.in_order());
    candidates.retain(|player| game.alive(*player));
    if let Some(filter) = options.function("where")? {
        let mut kept = Vec::new();
        for player in candidates {
            if me.hub.test(&filter, me.hub.player(lua, player)?)? {
                kept.push(player);
            }
        }
        candidates = kept;
    }
    let (min, max) = options.bounds((1, 1))?;
    let optional = options.yes("optional", min == 0)?;
    let prompt = options.prompt(&me.hub, "choose_players")?;
    me.hub.flow(game.choose_players(me.id, &candidates, (min, max), optional, prompt))
}

fn choose_cards(lua: &Lua, me: &Player, verb: &str, options: &Value) -> mlua::Result<Vec<CardId>> {
    let game = me.hub.acting(verb)?;
    let options = Opts::read(verb, options, PLAYERS)?;
    let Some(mut candidates) = options.cards(&game, "among")? else {
        return Err(oops(format!("`{verb}`: expected `among`, the cards to choose from")));
    };
    if let Some(filter) = options.function("where")? {
        let mut kept = Vec::new();
        for card in candidates {
            if me.hub.test(&filter, me.hub.card(lua, card)?)? {
                kept.push(card);
            }
        }
        candidates = kept;
    }
    let (min, max) = options.bounds((1, 1))?;
    let optional = options.yes("optional", min == 0)?;
    let prompt = options.prompt(&me.hub, "choose_cards")?;
    me.hub.flow(game.choose_cards(me.id, &candidates, (min, max), optional, prompt))
}

/// Answers one list for each pile, in the order of the piles.
fn arrange(lua: &Lua, me: &Player, (cards, piles, options): (Value, Value, Value)) -> mlua::Result<MultiValue> {
    let game = me.hub.acting("me:arrange")?;
    let cards = args::cards(&game, &cards, "`me:arrange`")?;
    let options = Opts::read("me:arrange", &options, WORDS)?;
    let prompt = options.prompt(&me.hub, "arrange")?;
    let piles = read_piles(me, &piles, cards.len())?;
    let count = piles.len();
    let least: usize = piles.iter().map(|(_, min, _)| *min).sum();
    let most = piles.iter().fold(0_usize, |sum, (_, _, max)| sum.saturating_add(*max));
    if least > cards.len() || most < cards.len() {
        return Err(oops(format!("`me:arrange`: these piles can't hold exactly {} cards", cards.len())));
    }
    let mut made = if cards.is_empty() { Vec::new() } else { ask_piles(me, &game, &cards, piles, prompt)? };
    made.resize(count, Vec::new());
    made.into_iter().map(|pile| me.hub.cards(lua, pile)).collect()
}

fn ask_piles(
    me: &Player,
    game: &Game,
    cards: &[CardId],
    piles: Vec<(muniu_kernel::names::Name, usize, usize)>,
    prompt: Prompt,
) -> mlua::Result<Vec<Vec<CardId>>> {
    me.hub.flow(game.arrange(me.id, cards, piles, prompt))
}

fn read_piles(me: &Player, piles: &Value, all: usize) -> mlua::Result<Vec<(muniu_kernel::names::Name, usize, usize)>> {
    let Value::Table(list) = piles else {
        return Err(oops(format!("`me:arrange`: expected a list of piles, got {}", kind(piles))));
    };
    let mut read = Vec::new();
    for pile in list.sequence_values::<Value>() {
        let pile = pile?;
        if let Value::String(name) = &pile {
            read.push((me.hub.shared.names.intern(&name.to_string_lossy()), 0, all));
            continue;
        }
        let pile = Opts::read("me:arrange", &pile, &["name", "count", "min", "max"])?;
        let name = pile.text("name")?.ok_or_else(|| oops("`me:arrange`: each pile has a `name`"))?;
        let (min, max) = pile.bounds((0, all))?;
        read.push((me.hub.shared.names.intern(&name), min, max));
    }
    Ok(read)
}

/// Answers a list of `{ to, cards }`, one for each character that is to be given cards.
fn distribute(lua: &Lua, me: &Player, (cards, options): (Value, Value)) -> mlua::Result<Value> {
    let game = me.hub.acting("me:distribute")?;
    let cards = args::cards(&game, &cards, "`me:distribute`")?;
    let options = Opts::read("me:distribute", &options, &["to", "count", "min", "max", "each_max", "prompt", "args"])?;
    let mut candidates = options.players("to")?.unwrap_or_else(|| game.in_order());
    candidates.retain(|player| game.alive(*player));
    let (min, max) = options.bounds((cards.len(), cards.len()))?;
    let each_max = options.count("each_max")?.unwrap_or(usize::MAX);
    let prompt = options.prompt(&me.hub, "distribute")?;
    let gifts = me.hub.flow(game.distribute(me.id, &cards, &candidates, (min, max, each_max), prompt))?;
    let mut list = Vec::new();
    for player in game.in_order() {
        let given: Vec<CardId> = gifts.iter().filter(|(_, to)| *to == player).map(|(card, _)| *card).collect();
        if !given.is_empty() {
            let gift = lua.create_table_with_capacity(0, 2)?;
            gift.raw_set("to", me.hub.player(lua, player)?)?;
            gift.raw_set("cards", me.hub.cards(lua, given)?)?;
            list.push(gift);
        }
    }
    Ok(Value::Table(lua.create_sequence_from(list)?))
}
