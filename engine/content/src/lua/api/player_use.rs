//! Using and responding: what an effect demands of a character, and what it does in his name.

use super::args::{self, Opts};
use super::hub::oops;
use super::player::Player;
use mlua::{Lua, UserDataMethods, Value};
use muniu_kernel::card::VirtualCard;
use muniu_kernel::event::Need;
use muniu_kernel::flows::extra::Waived;
use muniu_kernel::flows::use_card::{Used, Wanted};
use muniu_kernel::game::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::request::Purpose;

type Targets = Vec<(PlayerId, Option<PlayerId>)>;

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("use", |lua, me, options: Value| {
        let game = me.hub.acting("me:use")?;
        let known = [
            "name",
            "cards",
            "card",
            "to",
            "second",
            "distance",
            "quota",
            "counted",
            "reason",
            "unanswerable",
            "bonus",
            "answers",
            "saves",
            "force",
        ];
        let options = Opts::read("me:use", &options, &known)?;
        let card = declared(me, &game, &options)?;
        let mut targets = targets(&options, "to")?;
        let saved = options.player("saves")?;
        let saves = match saved.map(|saved| game.dying_of(saved)) {
            Some(None) => return Ok(Value::Nil),
            dying => dying.flatten(),
        };
        targets.extend(saved.map(|saved| (saved, None)));
        let waived = Waived { distance: !options.yes("distance", true)?, quota: !options.yes("quota", false)?, saves };
        let forced = options.yes("force", false)?;
        if !game.alive(me.id) || !(forced || game.may_use(me.id, &card, &targets, waived)) {
            return Ok(Value::Nil);
        }
        let card = if card.cards.is_empty() && !forced {
            me.hub.flow(game.deem(me.id, card, |other| game.may_use(me.id, other, &targets, waived)))?
        } else {
            card
        };
        let prescribed = !targets.is_empty();
        let used = game.use_card(Wanted {
            targets,
            to: saves.map_or_else(|| options.answered(&game, "answers"), |dying| Ok(Some((dying, None))))?,
            saving: saves.is_some(),
            counted: options.yes("counted", false)?,
            prescribed,
            unanswerable: options.yes("unanswerable", false)?,
            reason: Some(reason(me, &options)?),
            bonus: options.int("bonus")?.unwrap_or(0) as i32,
            ..Wanted::new(Some(me.id), card)
        });
        result(lua, me, me.hub.flow(used)?)
    });
    methods.add_method("declare", |lua, me, name: String| {
        let game = me.hub.acting("me:declare")?;
        let name = args::card_name(&me.hub, &game, &name, "`me:declare`")?;
        let card = me.hub.flow(game.deem(me.id, game.make_virtual(name, &[], None), |_| true))?;
        me.hub.name(lua, card.name)
    });
    methods.add_method("can_use", |_, me, (name, options): (Value, Value)| {
        let game = me.hub.game()?;
        let (name, options) = if matches!(name, Value::Table(_)) { (Value::Nil, name) } else { (name, options) };
        let options =
            Opts::read("me:can_use", &options, &["name", "cards", "card", "to", "second", "distance", "quota"])?;
        let card = if name.is_nil() {
            declared(me, &game, &options)?
        } else {
            let cards = options.cards(&game, "cards")?.unwrap_or_default();
            let name = args::card_name(&me.hub, &game, &args::text(&name, "`me:can_use`")?, "`me:can_use`")?;
            game.make_virtual(name, &cards, me.hub.running_skill(&game))
        };
        let waived =
            Waived { distance: !options.yes("distance", true)?, quota: !options.yes("quota", false)?, saves: None };
        Ok(game.may_use(me.id, &card, &targets(&options, "to")?, waived))
    });
    methods.add_method("ask_use", |lua, me, options: Value| {
        let game = me.hub.acting("me:ask_use")?;
        let known = ["name", "names", "to", "targets", "distance", "reason"];
        let options = Opts::read("me:ask_use", &options, &known)?;
        let anew: Option<mlua::Function> = options.function("targets").ok().flatten();
        let need = need(me, &game, &options, false)?;
        let look = || match &anew {
            Some(anew) => Ok(called_targets(anew).ok()),
            None => Ok(None),
        };
        match me.hub.flow(game.need_again(need, Purpose::Use, &look))? {
            Some(used) => result(lua, me, used),
            None => Ok(Value::Nil),
        }
    });
    methods.add_method("ask_respond", |lua, me, options: Value| {
        let game = me.hub.acting("me:ask_respond")?;
        let options = Opts::read("me:ask_respond", &options, &["name", "names", "to", "reason"])?;
        let need = need(me, &game, &options, true)?;
        let used = me.hub.flow(game.need(need, Purpose::Respond))?;
        me.hub.maybe_vcard(lua, used.map(|used| used.card))
    });
    methods.add_method("respond_with", |lua, me, options: Value| {
        let game = me.hub.acting("me:respond_with")?;
        let options = Opts::read("me:respond_with", &options, &["name", "cards", "card", "to", "reason"])?;
        let card = declared(me, &game, &options)?;
        let to = options.answered(&game, "to")?;
        let used = me.hub.flow(game.respond(me.id, card, to, Some(reason(me, &options)?)))?;
        me.hub.vcard(lua, used.card)
    });
    methods.add_method("pindian", |lua, me, others: Value| {
        let game = me.hub.acting("me:pindian")?;
        let targets = args::players(&others, "`me:pindian`")?;
        let results = me.hub.flow(game.pindian(me.id, &targets, Some(me.hub.running()?)))?;
        let mut list = Vec::new();
        for result in results {
            let table = lua.create_table_with_capacity(0, 4)?;
            table.raw_set("target", me.hub.player(lua, result.target)?)?;
            table.raw_set("own", me.hub.card(lua, result.own)?)?;
            table.raw_set("other", me.hub.card(lua, result.other)?)?;
            table.raw_set("won", result.won)?;
            list.push(Value::Table(table));
        }
        if matches!(others, Value::Table(_)) {
            return Ok(Value::Table(lua.create_sequence_from(list)?));
        }
        Ok(list.into_iter().next().unwrap_or(Value::Nil))
    });
}

/// The card that `name` and `cards` (or `card`) describe. One card without a name is used as what it is.
fn declared(me: &Player, game: &Game, options: &Opts<'_>) -> mlua::Result<VirtualCard> {
    let mut cards = options.cards(game, "cards")?.unwrap_or_default();
    cards.extend(options.cards(game, "card")?.unwrap_or_default());
    let name = options.text("name")?;
    let printed = match cards.as_slice() {
        [one] => Some(game.face(*one).name),
        _ => None,
    };
    let name = match (name, printed) {
        (Some(name), _) => args::card_name(&me.hub, game, &name, &format!("`{}`, name", options.verb))?,
        (None, Some(name)) => name,
        (None, None) => return Err(oops(format!("`{}`: expected `name`, or one card", options.verb))),
    };
    let made_by = if printed == Some(name) { None } else { me.hub.running_skill(game) };
    Ok(game.make_virtual(name, &cards, made_by))
}

fn targets(options: &Opts<'_>, key: &str) -> mlua::Result<Targets> {
    let second = options.player("second")?;
    let targets = options.players(key)?.unwrap_or_default();
    Ok(targets.into_iter().map(|target| (target, second)).collect())
}

fn reason(me: &Player, options: &Opts<'_>) -> mlua::Result<muniu_kernel::names::Name> {
    match options.text("reason")? {
        Some(reason) => Ok(me.hub.shared.names.intern(&reason)),
        None => me.hub.running(),
    }
}

fn need(me: &Player, game: &Game, options: &Opts<'_>, respond: bool) -> mlua::Result<Need> {
    let mut names = options.card_names(&me.hub, game, "name")?;
    names.extend(options.card_names(&me.hub, game, "names")?);
    if names.is_empty() {
        return Err(oops(format!("`{}`: expected `name` or `names`", options.verb)));
    }
    let (targets, no_distance) = if respond {
        (None, true)
    } else {
        let targets = match options.function("targets") {
            Ok(Some(list)) => Some(called_targets(&list)?),
            _ => options.players("targets")?,
        };
        (targets.map(|list| list.as_slice().into()), !options.yes("distance", true)?)
    };
    Ok(Need {
        player: me.id,
        respond,
        names: names.as_slice().into(),
        to: options.answered(game, "to")?,
        targets,
        no_distance,
        reason: Some(reason(me, options)?),
    })
}

/// Targets that a function lists, asked anew whenever the need is.
fn called_targets(list: &mlua::Function) -> mlua::Result<Vec<PlayerId>> {
    args::players(&list.call::<Value>(())?, "`me:ask_use`, targets")
}

/// A finished use: `{ card, cards, damage, took }`.
fn result(lua: &Lua, me: &Player, used: Used) -> mlua::Result<Value> {
    let table = lua.create_table_with_capacity(0, 4)?;
    table.raw_set("card", me.hub.vcard(lua, used.card)?)?;
    table.raw_set("cards", me.hub.cards(lua, used.cards.iter().copied())?)?;
    table.raw_set("damage", used.damage_dealt)?;
    table.raw_set("took", used.took)?;
    Ok(Value::Table(table))
}
