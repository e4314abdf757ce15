//! Damage, hp, judgements, chaining and turning over.

use super::args::{self, Opts};
use super::event_more::judge_result;
use super::player::Player;
use mlua::{UserDataMethods, Value};
use muniu_kernel::event::Damage;
use muniu_kernel::game::Game;
use muniu_kernel::history::Record;
use muniu_kernel::ids::CardId;
use muniu_kernel::rulebook::Flow;

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("judge", |lua, me, (reason, options): (Value, Value)| {
        let game = me.hub.acting("me:judge")?;
        let (reason, options) =
            if matches!(reason, Value::Table(_)) { (Value::Nil, reason) } else { (reason, options) };
        let reason = match &reason {
            Value::Nil => me.hub.running()?,
            text => me.hub.shared.names.intern(&args::text(text, "`me:judge`")?),
        };
        let options = Opts::read("me:judge", &options, &["after"])?;
        let after = options.function("after")?.map(|after| me.hub.shared.keep(after, "after")).transpose()?;
        let start = game.read().history.len();
        let result = game.judge(me.id, reason, after);
        if let Some(after) = after {
            me.hub.shared.funs.release(after);
        }
        let Some(result) = me.hub.flow(result)? else { return Ok(Value::Nil) };
        let card = judged(&game, start, me, reason);
        judge_result(&me.hub, lua, &result, card)
    });
    methods.add_method("damage", |_, me, (target, amount, options): (Value, Value, Value)| {
        let game = me.hub.acting("me:damage")?;
        let target = args::player(&target, "`me:damage`")?;
        let amount = args::amount(&amount, 1, "`me:damage`")?;
        let options = Opts::read("me:damage", &options, &["nature", "card"])?;
        let nature = options.text("nature")?.map(|text| args::nature(&text, "`me:damage`, nature")).transpose()?;
        let source = game.alive(me.id).then_some(me.id);
        let mut damage = Damage::new(source, target, amount, nature.unwrap_or_default());
        damage.card = options.vcard(&game, "card")?;
        damage.skill = me.hub.running_skill(&game);
        me.hub.flow(game.damage(damage))
    });
    methods.add_method("lose_hp", |_, me, amount: Value| {
        let game = me.hub.acting("me:lose_hp")?;
        let amount = args::amount(&amount, 1, "`me:lose_hp`")?;
        me.hub.flow(game.lose_hp(me.id, amount, Some(me.hub.running()?)))
    });
    methods.add_method("recover", |_, me, (amount, options): (Value, Value)| {
        let game = me.hub.acting("me:recover")?;
        let amount = args::amount(&amount, 1, "`me:recover`")?;
        let options = Opts::read("me:recover", &options, &["source", "card"])?;
        let (source, card) = (options.player("source")?, options.vcard(&game, "card")?);
        me.hub.flow(game.recover(me.id, amount, source, card, me.hub.running_skill(&game)))
    });
    methods.add_method("gain_max_hp", |_, me, amount: Value| {
        let game = me.hub.acting("me:gain_max_hp")?;
        let amount = args::amount(&amount, 1, "`me:gain_max_hp`")?;
        me.hub.flow(game.gain_max_hp(me.id, amount))
    });
    methods.add_method("lose_max_hp", |_, me, amount: Value| {
        let game = me.hub.acting("me:lose_max_hp")?;
        let amount = args::amount(&amount, 1, "`me:lose_max_hp`")?;
        me.hub.flow(game.lose_max_hp(me.id, amount))
    });
    methods.add_method("die", |_, me, killer: Value| {
        let game = me.hub.acting("me:die")?;
        let killer = if killer.is_nil() { None } else { Some(args::player(&killer, "`me:die`")?) };
        me.hub.flow(game.die(me.id, killer, None))
    });
    plain(methods, "chain", |game, me| game.set_chained(me.id, true));
    plain(methods, "reset", |game, me| game.set_chained(me.id, false));
    plain(methods, "flip", |game, me| game.flip(me.id));
    plain(methods, "turn_up", |game, me| {
        let up = game.read().players[me.id.index()].face_up;
        if up { Ok(()) } else { game.flip(me.id) }
    });
    methods.add_method("reveal_general", |_, me, number: Value| {
        let game = me.hub.acting("me:reveal_general")?;
        let number = args::amount(&number, 1, "`me:reveal_general`")?.max(1) - 1;
        me.hub.flow(game.reveal_general(me.id, number.min(255) as u8))
    });
}

/// A verb without arguments.
pub(super) fn plain<M: UserDataMethods<Player>>(
    methods: &mut M,
    name: &'static str,
    flow: impl Fn(&Game, &Player) -> Flow + 'static,
) {
    methods.add_method(name, move |_, me, ()| {
        let game = me.hub.acting(name)?;
        me.hub.flow(flow(&game, me))
    });
}

/// The card of a judgement that has just ended.
fn judged(game: &Game, start: usize, me: &Player, asked: muniu_kernel::names::Name) -> Option<CardId> {
    let state = game.read();
    state.history.since(start).find_map(|record| match record {
        Record::Judge { player, reason, card, .. } if *player == me.id && *reason == asked => Some(*card),
        _ => None,
    })
}
