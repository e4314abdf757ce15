//! Skills, marks, lasting effects, the turn plan and sealed areas.

use super::args::{self, Opts};
use super::event::EvHandle;
use super::hub::oops;
use super::player::Player;
use super::player_read::effects;
use super::value::{kind, plain};
use mlua::{UserDataMethods, Value};
use muniu_kernel::event::{Event, Phase};
use muniu_kernel::game::Game;
use muniu_kernel::ids::{EffectId, EventId, PlayerId};
use muniu_kernel::state::{Effect, Lasts, Source};

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    skills(methods);
    marks(methods);
    lasting(methods);
    turn_plan(methods);
    methods.add_method("abolish", |_, me, (slots, options): (Value, Value)| {
        let game = me.hub.acting("me:abolish")?;
        let slots = args::slots(&slots, "`me:abolish`")?;
        let judge = Opts::read("me:abolish", &options, &["judge"])?.yes("judge", false)?;
        me.hub.flow(game.abolish(me.id, &slots, judge))
    });
    methods.add_method("restore", |_, me, (slots, options): (Value, Value)| {
        let game = me.hub.acting("me:restore")?;
        let slots = args::slots(&slots, "`me:restore`")?;
        let judge = Opts::read("me:restore", &options, &["judge"])?.yes("judge", false)?;
        me.hub.flow(game.restore(me.id, &slots, judge))
    });
    methods.add_method("pass_on", |_, me, (card, other): (Value, Value)| {
        let game = me.hub.acting("me:pass_on")?;
        let other = args::player(&other, "`me:pass_on`")?;
        let cards = args::cards(&game, &card, "`me:pass_on`")?;
        let Some(card) = cards.first() else { return Ok(false) };
        me.hub.flow(game.pass_on_delayed(*card, other))
    });
}

fn skills<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("gain_skill", |_, me, (name, options): (String, Value)| {
        let game = me.hub.acting("me:gain_skill")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:gain_skill`")?;
        let options = Opts::read("me:gain_skill", &options, &["lasts", "from"])?;
        let (lasts, _) = lasts(me, &game, &options.get("lasts"), me.id)?;
        let from = source(me, &game, &options)?.map_or_else(|| me.hub.running(), Ok)?;
        me.hub.flow(game.gain_skill(me.id, name, Source::Granted(from), lasts))
    });
    methods.add_method("lose_skill", |_, me, (name, options): (String, Value)| {
        let game = me.hub.acting("me:lose_skill")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:lose_skill`")?;
        let options = Opts::read("me:lose_skill", &options, &["from"])?;
        let from = source(me, &game, &options)?;
        me.hub.flow(game.lose_skill(me.id, name, |owned| from.is_none_or(|from| owned.source == Source::Granted(from))))
    });
    methods.add_method("suspend_skill", |_, me, (name, options): (String, Value)| {
        let game = me.hub.acting("me:suspend_skill")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:suspend_skill`")?;
        let options = Opts::read("me:suspend_skill", &options, &["lasts"])?;
        let (lasts, _) = lasts(me, &game, &options.get("lasts"), me.id)?;
        game.suspend_skill(me.id, name, lasts);
        Ok(())
    });
    methods.add_method("borrow_skill", |_, me, (name, options): (String, Value)| {
        let game = me.hub.acting("me:borrow_skill")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:borrow_skill`")?;
        let options = Opts::read("me:borrow_skill", &options, &["from", "lasts"])?;
        let from = options.player("from")?.ok_or_else(|| oops("`me:borrow_skill`: expected `from`, a character"))?;
        let (lasts, _) = lasts(me, &game, &options.get("lasts"), me.id)?;
        if !game.has_skill(from, name) {
            return Ok(false);
        }
        game.suspend_skill(from, name, lasts);
        me.hub.flow(game.gain_skill(me.id, name, Source::Granted(me.hub.running()?), lasts))?;
        Ok(true)
    });
    methods.add_method("refund", |_, me, (name, times): (String, Value)| {
        let game = me.hub.acting("me:refund")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:refund`")?;
        game.take_back(me.id, name, args::amount(&times, 1, "`me:refund`")?.max(0) as usize);
        Ok(())
    });
    methods.add_method("reset_skill", |_, me, name: String| {
        let game = me.hub.acting("me:reset_skill")?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:reset_skill`")?;
        game.take_back(me.id, name, usize::MAX);
        Ok(())
    });
    methods.add_method("skills_from", |lua, me, from: String| {
        let game = me.hub.game()?;
        let from = args::skill_name(&me.hub, &game, &from, "`me:skills_from`")?;
        let granted = me.look(&game, |p| {
            p.skills
                .iter()
                .filter(|owned| owned.source == Source::Granted(from))
                .map(|owned| owned.skill)
                .collect::<Vec<_>>()
        })?;
        me.hub.names(lua, granted)
    });
    methods.add_method("lose_all_skills", |_, me, except: Value| {
        let game = me.hub.acting("me:lose_all_skills")?;
        let kept = match &except {
            Value::Nil => Vec::new(),
            Value::Table(list) => list
                .sequence_values::<String>()
                .map(|name| args::skill_name(&me.hub, &game, &name?, "`me:lose_all_skills`"))
                .collect::<mlua::Result<_>>()?,
            one => vec![args::skill_name(
                &me.hub,
                &game,
                &args::text(one, "`me:lose_all_skills`")?,
                "`me:lose_all_skills`",
            )?],
        };
        let mut all: Vec<_> = me.look(&game, |p| p.skills.iter().map(|owned| owned.skill).collect())?;
        all.retain(|skill| !kept.contains(skill));
        all.into_iter().try_for_each(|skill| me.hub.flow(game.lose_skill(me.id, skill, |_| true)))
    });
}

/// The skill that grants, where a script names one.
fn source(me: &Player, game: &Game, options: &Opts<'_>) -> mlua::Result<Option<muniu_kernel::names::Name>> {
    options
        .text("from")?
        .map(|from| args::skill_name(&me.hub, game, &from, &format!("`{}`, from", options.verb)))
        .transpose()
}

fn marks<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("gain_mark", |_, me, (name, count): (String, Value)| {
        let game = me.hub.acting("me:gain_mark")?;
        let count = args::amount(&count, 1, "`me:gain_mark`")?;
        me.hub.flow(game.gain_mark(me.id, me.hub.shared.names.intern(&name), count))
    });
    methods.add_method("lose_mark", |_, me, (name, count): (String, Value)| {
        let game = me.hub.acting("me:lose_mark")?;
        let name = me.hub.shared.names.intern(&name);
        let all = matches!(&count, Value::String(word) if *word == "all");
        let count = if all { game.marks(me.id, name) } else { args::amount(&count, 1, "`me:lose_mark`")? };
        me.hub.flow(game.remove_mark(me.id, name, count))
    });
}

fn lasting<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("gain_effect", |lua, me, (name, options): (String, Value)| {
        let game = me.hub.acting("me:gain_effect")?;
        let options = Opts::read("me:gain_effect", &options, &["lasts", "data", "on", "bound", "uses"])?;
        let owner = options.player("on")?.unwrap_or(me.id);
        let (lasts, times) = lasts(me, &game, &options.get("lasts"), owner)?;
        let uses = options.count("uses")?.map(|uses| uses.min(1_000) as u32).or(times);
        let data = plain(&me.hub, &options.get("data"))?;
        let (skill, name) = (me.hub.running()?, me.hub.shared.names.intern(&name));
        let known = game.catalogue().skill_like(skill).is_some_and(|def| def.effects.iter().any(|e| e.name == name));
        if !known {
            let text = me.hub.shared.names.text(name);
            return Err(oops(format!("`me:gain_effect`: this script declares no `effect.{text} {{ … }}`")));
        }
        let bound = options.yes("bound", false)?;
        let id = game.gain_effect(Effect { id: EffectId(0), skill, name, owner, data, lasts, bound, uses });
        me.hub.effect(lua, id)
    });
    methods.add_method("end_effect", |_, me, (name, skill): (String, Option<String>)| {
        let game = me.hub.acting("me:end_effect")?;
        let ended = effects(me, &name, skill.as_deref())?;
        ended.into_iter().try_for_each(|id| me.hub.flow(game.end_effect(id)))
    });
}

fn turn_plan<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("extra_turn", |_, me, options: Value| {
        let game = me.hub.acting("me:extra_turn")?;
        if Opts::read("me:extra_turn", &options, &["now"])?.yes("now", false)? {
            return me.hub.flow(game.extra_turn_now(me.id));
        }
        game.extra_turn(me.id);
        Ok(())
    });
    methods.add_method("replace_phase", |_, me, (phase, other): (String, String)| {
        let game = me.hub.acting("me:replace_phase")?;
        let [phase, other] = [phase, other].map(|phase| phase_of(&phase, "`me:replace_phase`"));
        let (phase, other) = (phase?, other?);
        let mine = game.read().turn_owner == Some(me.id);
        Ok(mine && game.replace_phase(phase, other))
    });
    methods.add_method("extra_phase", |_, me, phase: String| {
        let game = me.hub.acting("me:extra_phase")?;
        let phase = phase_of(&phase, "`me:extra_phase`")?;
        if game.read().turn_owner == Some(me.id) {
            game.extra_phase(phase);
        }
        Ok(())
    });
    methods.add_method("skip", |_, me, phase: String| {
        let game = me.hub.acting("me:skip")?;
        let phase = phase_of(&phase, "`me:skip`")?;
        let mine = game.read().turn_owner == Some(me.id);
        Ok(mine && game.skip_phase(phase))
    });
}

pub(super) fn phase_of(word: &str, what: &str) -> mlua::Result<Phase> {
    args::one_of(word, what, &Phase::ALL.map(|phase| (phase.id(), phase)))
}

/// When something ends: a word, or the event that it ends with. `2 uses` gives a count instead.
fn lasts(me: &Player, game: &Game, value: &Value, owner: PlayerId) -> mlua::Result<(Lasts, Option<u32>)> {
    let text = match value {
        Value::Nil => return Ok((Lasts::Game, None)),
        Value::UserData(data) if data.is::<EvHandle>() => {
            let id = data.borrow::<EvHandle>()?.ev.id;
            return if game.runs(id) {
                Ok((Lasts::Event(id), None))
            } else {
                Err(oops("`lasts`: that event has ended"))
            };
        }
        Value::String(text) => text.to_string_lossy(),
        other => return Err(oops(format!("`lasts`: expected a text or an event, got {}", kind(other)))),
    };
    if let Some(pile) = text.strip_prefix("while pile ") {
        return Ok((Lasts::Pile(owner, me.hub.shared.names.intern(pile.trim())), None));
    }
    if let Some(count) = text.strip_suffix(" uses").or_else(|| text.strip_suffix(" use")) {
        let count: u32 = count.trim().parse().map_err(|_| oops(format!("`lasts`: `{text}` has no number")))?;
        return Ok((Lasts::Game, Some(count)));
    }
    let known = [
        ("game", Lasts::Game),
        ("round", Lasts::Round),
        ("turn", Lasts::Turn),
        ("phase", Lasts::Phase),
        ("event", Lasts::Event(around(game))),
        ("my next turn", Lasts::TurnOf(me.id)),
        ("end of my turn", Lasts::EndOfTurnOf(me.id)),
        ("their next turn", Lasts::TurnOf(owner)),
        ("end of their turn", Lasts::EndOfTurnOf(owner)),
    ];
    args::one_of(&text, "`lasts`", &known).map(|lasts| (lasts, None))
}

/// The event around the running skill.
fn around(game: &Game) -> EventId {
    let state = game.read();
    let passing = |event: &Event| matches!(event, Event::SkillUse { .. } | Event::Move(_) | Event::Draft(_));
    let depth = state.frames.iter().rposition(|frame| !passing(&frame.event)).unwrap_or(0);
    EventId { depth: depth as u16, serial: state.frames[depth].serial }
}
