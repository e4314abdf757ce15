//! Verbs of events, and the fields of events that can be written.

use super::args::{self, Opts};
use super::event::EvHandle;
use super::hub::oops;
use super::player::Player;
use super::value::kind;
use mlua::{UserDataMethods, Value};
use muniu_kernel::card::Zone;
use muniu_kernel::event::{CardMove, Damage, Event, Reason};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::Ev;

pub(super) fn methods<M: UserDataMethods<EvHandle>>(methods: &mut M) {
    methods.add_method("is", |_, this, name: String| {
        let game = this.running()?;
        let asked = args::card_name(&this.hub, &game, &name, "`ev:is`")?;
        let name = match &*game.event(this.ev.id) {
            Event::Use(used) | Event::Draft(used) => game.virtual_card(used.card).name,
            Event::Respond(respond) => game.virtual_card(respond.card).name,
            Event::Damage(damage) => match damage.card {
                Some(card) => game.virtual_card(card).name,
                None => return Ok(false),
            },
            other => return Err(only("is", "use", other)),
        };
        Ok(game.name_is(name, asked))
    });
    methods.add_method("skip", |_, this, ()| {
        let game = this.acting("ev:skip")?;
        let (owner, phase) = match &*game.event(this.ev.id) {
            Event::Phase(phase) => (phase.owner, phase.phase),
            other => return Err(only("skip", "phase", other)),
        };
        Ok(game.read().turn_owner == Some(owner) && game.skip_phase(phase))
    });
    methods.add_method("wants", |_, this, name: String| {
        let game = this.running()?;
        let asked = args::card_name(&this.hub, &game, &name, "`ev:wants`")?;
        match &*game.event(this.ev.id) {
            Event::Need(need) => Ok(game.wants(need, asked)),
            other => Err(only("wants", "need", other)),
        }
    });
    damage_verbs(methods);
    use_verbs(methods);
    move_verbs(methods);
    methods.add_method("replace", |_, this, (me, card, options): (Value, Value, Value)| {
        let game = this.acting("ev:replace")?;
        let by = args::player(&me, "`ev:replace`")?;
        let cards = args::cards(&game, &card, "`ev:replace`")?;
        let take = Opts::read("ev:replace", &options, &["take"])?.yes("take", false)?;
        match (&*game.event(this.ev.id), cards.len()) {
            (Event::Judge(_), 1) => {}
            (Event::Judge(_), count) => return Err(oops(format!("`ev:replace`: expected one card, got {count}"))),
            (other, _) => return Err(only("replace", "judge", other)),
        }
        this.hub.flow(game.replace_judge_card(this.ev.id, by, cards[0], take.then_some(by)))
    });
}

fn only(verb: &str, kind: &str, event: &Event) -> mlua::Error {
    oops(format!("`ev:{verb}` belongs to `{kind}` events; this is a `{}` event", event.kind()))
}

fn damage_verbs<M: UserDataMethods<EvHandle>>(methods: &mut M) {
    methods.add_method("prevent", |_, this, ()| {
        let game = this.acting("ev:prevent")?;
        match &mut *game.event_mut(this.ev.id) {
            Event::Damage(damage) => damage.prevented = true,
            other => return Err(only("prevent", "damage", other)),
        }
        Ok(())
    });
    methods.add_method("transfer", |_, this, other: Value| {
        let game = this.acting("ev:transfer")?;
        let target = args::player(&other, "`ev:transfer`")?;
        let passed = match &mut *game.event_mut(this.ev.id) {
            Event::Damage(damage) => {
                damage.prevented = true;
                Damage {
                    target,
                    prevented: false,
                    transferred: true,
                    starts_chain: false,
                    reduced: 0,
                    ..(**damage).clone()
                }
            }
            other => return Err(only("transfer", "damage", other)),
        };
        this.hub.flow(game.damage(passed))
    });
    methods.add_method("index", |lua, this, options: Value| {
        let game = this.running()?;
        super::history::index(lua, &this.hub, &game, this.ev.id, &options)
    });
    methods.add_method("uncount", |_, this, ()| {
        let game = this.acting("ev:uncount")?;
        use_only(&game, this, "uncount")?;
        game.uncount(this.ev.id);
        Ok(())
    });
    methods.add_method("direct", |_, this, name: String| {
        let game = this.running()?;
        let asked = args::card_name(&this.hub, &game, &name, "`ev:direct`")?;
        match &*game.event(this.ev.id) {
            Event::Damage(damage) => {
                let by_card = |card| game.name_is(game.virtual_card(card).name, asked);
                Ok(!damage.chained && !damage.transferred && damage.card.is_some_and(by_card))
            }
            other => Err(only("direct", "damage", other)),
        }
    });
    methods.add_method("damage", |_, this, (target, base, options): (Value, Value, Value)| {
        let game = this.acting("ev:damage")?;
        let target = args::player(&target, "`ev:damage`")?;
        let base = args::amount(&base, 1, "`ev:damage`")?;
        let options = Opts::read("ev:damage", &options, &["source", "nature"])?;
        let source = options.player("source")?;
        let nature = options.text("nature")?.map(|nature| args::nature(&nature, "`ev:damage`, nature")).transpose()?;
        use_only(&game, this, "damage")?;
        let ev = Ev { id: this.ev.id, aim: this.current_aim(&game) };
        if game.used(this.ev.id).aims.is_empty() {
            return Err(oops("`ev:damage`: this use has no target"));
        }
        this.hub.flow(game.card_damage(ev, target, base, source, nature))
    });
}

fn use_only(game: &Game, this: &EvHandle, verb: &str) -> mlua::Result<()> {
    let event = game.event(this.ev.id);
    if event.as_use().is_some() { Ok(()) } else { Err(only(verb, "use", &event)) }
}

fn use_verbs<M: UserDataMethods<EvHandle>>(methods: &mut M) {
    methods.add_method("may_target", |_, this, other: Value| {
        let game = this.running()?;
        let other = args::player(&other, "`use:may_target`")?;
        use_only(&game, this, "may_target")?;
        Ok(game.may_target(this.ev.id, other))
    });
    methods.add_method("add_target", |_, this, (other, options): (Value, Value)| {
        let game = this.acting("use:add_target")?;
        let other = args::player(&other, "`use:add_target`")?;
        let second = Opts::read("use:add_target", &options, &["second"])?.player("second")?;
        use_only(&game, this, "add_target")?;
        game.add_target(this.ev.id, other, second);
        Ok(())
    });
    methods.add_method("targets_only", |_, this, other: Value| {
        let game = this.running()?;
        let other = args::player(&other, "`use:targets_only`")?;
        use_only(&game, this, "targets_only")?;
        let used = game.used(this.ev.id);
        let mut targets = used.aims.iter().filter(|aim| !aim.cancelled).map(|aim| aim.player);
        Ok(targets.next() == Some(other) && targets.next().is_none())
    });
    methods.add_method("has_target", |_, this, other: Value| {
        let game = this.running()?;
        let other = args::player(&other, "`use:has_target`")?;
        use_only(&game, this, "has_target")?;
        Ok(game.used(this.ev.id).aims.iter().any(|aim| !aim.cancelled && aim.player == other))
    });
    methods.add_method("offset", |_, this, ()| {
        let game = this.acting("ev:offset")?;
        let ev = this.aim(&game, "ev:offset")?;
        game.offset(ev);
        Ok(())
    });
    methods.add_method("void", |_, this, ()| {
        let game = this.acting("ev:void")?;
        let ev = this.aim(&game, "ev:void")?;
        game.edit_aim(ev, |aim| aim.void = true);
        Ok(())
    });
    methods.add_method("cancel", |_, this, ()| {
        let game = this.acting("ev:cancel")?;
        let ev = this.aim(&game, "ev:cancel")?;
        game.cancel_target(ev);
        Ok(())
    });
}

/// Cards of a move that fit: what "lose" and "get" mean is said in 4.2.9 of the rules.
fn move_verbs<M: UserDataMethods<EvHandle>>(methods: &mut M) {
    let own = |zone: Zone, me: PlayerId| zone.holds_own_cards() && zone.owner() == Some(me);
    moved(methods, "lost", move |entry, _, me| own(entry.from, me) && !own(entry.to, me));
    moved(methods, "lost_hand", |entry, _, me| entry.from == Zone::Hand(me) && entry.to != Zone::Hand(me));
    moved(methods, "lost_equip", |entry, _, me| {
        let equip = |zone: Zone| matches!(zone, Zone::Equip(owner, _) if owner == me);
        equip(entry.from) && !equip(entry.to)
    });
    moved(methods, "obtained", |entry, _, me| entry.to == Zone::Hand(me) && entry.from != Zone::Hand(me));
    moved(methods, "discarded", move |entry, reason, me| reason == Reason::Discard && own(entry.from, me));
}

fn moved<M: UserDataMethods<EvHandle>>(
    methods: &mut M,
    name: &'static str,
    fits: impl Fn(&CardMove, Reason, PlayerId) -> bool + 'static,
) {
    methods.add_method(name, move |lua, this, me: Value| {
        let game = this.running()?;
        let me = match &me {
            Value::UserData(data) if data.is::<Player>() => data.borrow::<Player>()?.id,
            other => return Err(oops(format!("`ev:{name}`: expected a character, got {}", kind(other)))),
        };
        let cards: Vec<CardId> = match &*game.event(this.ev.id) {
            Event::Move(batch) => {
                batch.moves.iter().filter(|entry| fits(entry, batch.reason, me)).map(|entry| entry.card).collect()
            }
            other => return Err(only(name, "move", other)),
        };
        this.hub.cards(lua, cards)
    });
}

/// Write a field.
pub(super) fn write(this: &EvHandle, game: &Game, key: &str, value: &Value) -> mlua::Result<()> {
    let what = format!("ev.{key}");
    let yes = || match value {
        Value::Boolean(yes) => Ok(*yes),
        other => Err(oops(format!("`{what}`: expected true or false, got {}", kind(other)))),
    };
    // Everything is read before the event is opened for writing.
    let number = if key == "amount" || key == "count" || key == "bonus" {
        args::int(value, &what)?.clamp(-10_000, 10_000) as i32
    } else {
        0
    };
    let source = if key == "source" && !value.is_nil() { Some(args::player(value, &what)?) } else { None };
    let mut event = game.event_mut(this.ev.id);
    match (&mut *event, key) {
        (Event::Damage(damage), "amount") => damage.amount = number,
        (Event::Damage(damage), "nature") => damage.nature = args::nature(&args::text(value, &what)?, &what)?,
        (Event::Damage(damage), "source") => damage.source = source,
        (Event::Damage(damage), "transferred") => damage.transferred = yes()?,
        (Event::Recover { amount, .. } | Event::LoseHp { amount, .. }, "amount") => *amount = number,
        (Event::Mark { count, .. }, "count") => *count = number.max(0),
        (Event::Phase(phase), "count") => phase.count = number,
        (Event::Phase(phase), "replaced") => phase.replaced = yes()?,
        (Event::HpReduction(reduction), "spared") => reduction.spared = yes()?,
        (Event::Dying(dying), "spared") => dying.spared = yes()?,
        (Event::Use(used), "source") => used.source = source,
        (Event::Use(used), "bonus") => used.bonus = number,
        (Event::Use(used), "unanswerable") => used.unanswerable = yes()?,
        (other, _) => {
            let kind = other.kind();
            return Err(oops(format!("`{key}` of a `{kind}` event can't be written")));
        }
    }
    Ok(())
}
