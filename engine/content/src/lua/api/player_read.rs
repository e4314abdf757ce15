//! What can be read of a character.

use super::args::{self, Opts};
use super::memo::{Memo, Place};
use super::player::Player;
use mlua::{Lua, UserDataFields, UserDataMethods, Value};
use muniu_kernel::card::Slot;
use muniu_kernel::def::{Ban, From, Scope};
use muniu_kernel::event::Event;
use muniu_kernel::history::Record;
use muniu_kernel::ids::{CardId, EffectId, PlayerId};

pub(super) fn fields<F: UserDataFields<Player>>(fields: &mut F) {
    fields.add_field_method_get("seat", |_, me| Ok(me.id.0 + 1));
    fields.add_field_method_get("alive", |_, me| me.read(|p| p.alive));
    fields.add_field_method_get("hp", |_, me| me.read(|p| p.hp));
    fields.add_field_method_get("max_hp", |_, me| me.read(|p| p.max_hp));
    fields.add_field_method_get("lost", |_, me| me.read(|p| (p.max_hp - p.hp.max(0)).max(0)));
    fields.add_field_method_get("hurt", |_, me| me.read(|p| p.alive && p.hp < p.max_hp));
    fields.add_field_method_get("hand", |lua, me| me.hub.cards(lua, me.hub.game()?.hand_of(me.id)));
    fields.add_field_method_get("hand_count", |_, me| Ok(me.hub.game()?.hand_count(me.id)));
    fields.add_field_method_get("equips", |lua, me| me.hub.cards(lua, me.hub.game()?.equips_of(me.id)));
    fields.add_field_method_get("cards", |lua, me| {
        let game = me.hub.game()?;
        me.hub.cards(lua, game.hand_of(me.id).into_iter().chain(game.equips_of(me.id)))
    });
    fields.add_field_method_get("judging", |lua, me| {
        let cards = me.read(|p| p.judge.clone())?;
        me.hub.cards(lua, cards)
    });
    for slot in Slot::ALL {
        fields.add_field_method_get(slot.id(), move |lua, me| {
            me.hub.maybe_card(lua, me.hub.game()?.equipped(me.id, slot))
        });
    }
    fields.add_field_method_get("kingdom", |lua, me| me.hub.maybe_name(lua, me.read(|p| p.kingdom)?));
    fields.add_field_method_get("gender", |lua, me| me.hub.word(lua, me.read(|p| p.gender.id())?));
    fields.add_field_method_get("role", |lua, me| me.hub.maybe_name(lua, me.read(|p| p.role)?));
    fields.add_field_method_get("role_shown", |_, me| me.read(|p| p.role_shown));
    fields.add_field_method_get("chained", |_, me| me.read(|p| p.chained));
    fields.add_field_method_get("face_up", |_, me| me.read(|p| p.face_up));
    fields.add_field_method_get("general", |lua, me| {
        let general = me.read(|p| p.generals.first().map(|general| general.name))?;
        me.hub.maybe_name(lua, general)
    });
    fields.add_field_method_get("generals", |lua, me| {
        let generals: Vec<_> = me.read(|p| p.generals.iter().map(|general| general.name).collect())?;
        me.hub.names(lua, generals)
    });
    fields.add_field_method_get("skills", |lua, me| {
        let mut skills = Vec::new();
        me.read(|p| {
            for owned in &p.skills {
                if !skills.contains(&owned.skill) {
                    skills.push(owned.skill);
                }
            }
        })?;
        me.hub.names(lua, skills)
    });
    fields.add_field_method_get("hand_limit", |_, me| Ok(me.hub.game()?.hand_limit(me.id)));
    fields.add_field_method_get("range", |_, me| Ok(me.hub.game()?.attack_range(me.id)));
    fields.add_field_method_get("next", |lua, me| neighbour(lua, me, 1));
    fields.add_field_method_get("prev", |lua, me| neighbour(lua, me, -1));
    // From "turn started ❻" to "before the turn's end ❻": outside of that the turn is nobody's.
    fields.add_field_method_get("in_turn", |_, me| {
        let game = me.hub.game()?;
        let state = game.read();
        Ok(state.in_turn && state.turn_owner == Some(me.id))
    });
    fields.add_field_method_get("phase", |lua, me| {
        let game = me.hub.game()?;
        let phase = {
            let state = game.read();
            if state.turn_owner == Some(me.id) { state.phase } else { None }
        };
        phase.map_or(Ok(Value::Nil), |phase| me.hub.word(lua, phase.id()))
    });
    fields.add_field_method_get("dying", |_, me| {
        let game = me.hub.game()?;
        let state = game.read();
        let dying = |event: &Event| matches!(event, Event::Dying(dying) if dying.player == me.id);
        Ok(state.players[me.id.index()].alive && state.frames.iter().any(|frame| dying(&frame.event)))
    });
    fields.add_field_method_get("memo", |lua, me| {
        lua.create_userdata(Memo { place: Place::Player(me.id), hub: me.hub.clone() })
    });
}

/// The next living character in one direction; oneself if nobody else lives.
fn neighbour(lua: &Lua, me: &Player, step: isize) -> mlua::Result<Value> {
    let found = {
        let game = me.hub.game()?;
        let state = game.read();
        let seats = state.players.len() as isize;
        (1..=seats)
            .map(|steps| (me.id.index() as isize + steps * step).rem_euclid(seats) as usize)
            .find(|seat| state.players[*seat].alive)
    };
    me.hub.maybe_player(lua, found.map(|seat| PlayerId(seat as u8)))
}

pub(super) const SCOPES: &[(&str, Scope)] =
    &[("phase", Scope::Phase), ("turn", Scope::Turn), ("round", Scope::Round), ("game", Scope::Game)];

pub(super) fn methods<M: UserDataMethods<Player>>(methods: &mut M) {
    methods.add_method("pile", |lua, me, name: Option<String>| {
        let name = name.map(|name| me.hub.shared.names.intern(&name));
        let mut cards: Vec<CardId> = me.read(|p| match name {
            Some(name) => p.piles.get(name).map(|pile| pile.cards.clone()).unwrap_or_default(),
            None => p.piles.iter().flat_map(|(_, pile)| pile.cards.iter().copied()).collect(),
        })?;
        let game = me.hub.game()?;
        cards.retain(|card| !game.is_gone(*card));
        me.hub.cards(lua, cards)
    });
    methods.add_method("marks", |_, me, name: String| {
        let name = me.hub.shared.names.intern(&name);
        Ok(me.hub.game()?.marks(me.id, name))
    });
    methods.add_method("used", |_, me, (skill, scope): (String, Option<String>)| {
        let game = me.hub.game()?;
        let skill = args::skill_name(&me.hub, &game, &skill, "`me:used`")?;
        let scope = args::one_of(scope.as_deref().unwrap_or("turn"), "`me:used`", SCOPES)?;
        let state = game.read();
        let used = state.history.since(state.history.start(scope)).filter(
            |record| matches!(record, Record::Skill { player, skill: used, .. } if *player == me.id && *used == skill),
        );
        Ok(used.count())
    });
    methods.add_method("uses_left", |_, me, name: String| {
        let game = me.hub.game()?;
        let name = args::card_name(&me.hub, &game, &name, "`me:uses_left`")?;
        let Some((scope, quota)) = game.catalogue().card(name).and_then(|def| def.quota) else {
            return Ok(f64::INFINITY);
        };
        let family = game.catalogue().card(name).map_or(name, |def| def.family);
        Ok((quota - game.used_of_quota(me.id, family, scope)).max(0) as f64)
    });
    methods.add_method("has_skill", |_, me, name: String| {
        let game = me.hub.game()?;
        let name = args::skill_name(&me.hub, &game, &name, "`me:has_skill`")?;
        Ok(game.has_skill(me.id, name))
    });
    methods.add_method("has_effect", |_, me, (name, skill): (String, Option<String>)| {
        Ok(!effects(me, &name, skill.as_deref())?.is_empty())
    });
    methods.add_method("effects", |lua, me, (name, skill): (String, Option<String>)| {
        let found = effects(me, &name, skill.as_deref())?;
        let list = found.into_iter().map(|id| me.hub.effect(lua, id)).collect::<mlua::Result<Vec<_>>>()?;
        lua.create_sequence_from(list)
    });
    methods.add_method("distance_to", |_, me, other: Value| {
        let other = args::player(&other, "`me:distance_to`")?;
        Ok(me.hub.game()?.distance(me.id, other))
    });
    methods.add_method("in_range", |_, me, other: Value| {
        let other = args::player(&other, "`me:in_range`")?;
        Ok(me.hub.game()?.in_range(me.id, other))
    });
    methods.add_method("can_pindian", |_, me, other: Value| {
        let other = args::player(&other, "`me:can_pindian`")?;
        Ok(me.hub.game()?.may_pindian(me.id, other))
    });
    methods.add_method("can_discard", |lua, me, options: Value| {
        let game = me.hub.game()?;
        if matches!(options, Value::UserData(_)) {
            let cards = args::cards(&game, &options, "`me:can_discard`")?;
            return Ok(cards.iter().all(|card| !game.banned_card(Ban::Discard, me.id, *card)));
        }
        let options = Opts::read("me:can_discard", &options, &["from", "where"])?;
        let filter = options.function("where")?;
        for card in game.cards_from(me.id, places(options.text("from")?.as_deref(), "me:can_discard", From::CARDS)?) {
            let allowed = !game.banned_card(Ban::Discard, me.id, card);
            let fits = |filter: &mlua::Function| me.hub.test(filter, me.hub.card(lua, card)?);
            if allowed && filter.as_ref().map_or(Ok(true), fits)? {
                return Ok(true);
            }
        }
        Ok(false)
    });
    methods.add_method("slot_open", |_, me, slot: Value| {
        let slots = args::slots(&slot, "`me:slot_open`")?;
        me.read(|p| slots.iter().all(|slot| !p.abolished.contains(slot) && p.equip[*slot as usize].is_none()))
    });
    methods.add_method("judge_area_takes", |_, me, trick: Value| {
        let game = me.hub.game()?;
        if matches!(trick, Value::UserData(_)) {
            let cards = args::cards(&game, &trick, "`me:judge_area_takes`")?;
            return Ok(cards.iter().all(|card| game.may_pass_on(*card, me.id)));
        }
        let name = args::text(&trick, "`me:judge_area_takes`")?;
        let name = args::card_name(&me.hub, &game, &name, "`me:judge_area_takes`")?;
        Ok(game.judge_area_takes(name, me.id))
    });
}

/// The effects of a name on the character, of the running skill or of the named one.
pub(super) fn effects(me: &Player, name: &str, skill: Option<&str>) -> mlua::Result<Vec<EffectId>> {
    let game = me.hub.game()?;
    let skill = match skill {
        Some(skill) => me.hub.shared.names.intern(skill),
        None => me.hub.running()?,
    };
    Ok(game.effects_on(me.id, skill, me.hub.shared.names.intern(name)))
}

/// Words for places of a character's cards.
pub(super) fn places(word: Option<&str>, verb: &str, otherwise: From) -> mlua::Result<From> {
    let equip = From { equip: true, ..From::NOWHERE };
    let judge = From { judge: true, ..From::NOWHERE };
    let field = From { equip: true, judge: true, ..From::NOWHERE };
    let known = [
        ("hand", From::HAND),
        ("equip", equip),
        ("cards", From::CARDS),
        ("judge", judge),
        ("field", field),
        ("all", From::ALL),
    ];
    word.map_or(Ok(otherwise), |word| args::one_of(word, &format!("`{verb}`, from"), &known))
}
