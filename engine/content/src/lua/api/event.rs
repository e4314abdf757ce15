//! `ev`: an event on the stack, and at timings that come up per target also the target record. What it can be asked
//! depends on its kind: a field of another kind is an error that says so.

use super::event_fields::{self, Look};
use super::hub::{Hub, oops, unknown};
use super::{event_more, event_verbs};
use mlua::{Lua, MetaMethod, UserData, UserDataMethods, Value};
use muniu_kernel::game::Game;
use muniu_kernel::request::Ev;
use std::rc::Rc;

/// The handle.
pub(crate) struct EvHandle {
    pub ev: Ev,
    pub hub: Rc<Hub>,
}

/// The kinds of events with their fields: what suggestions and the reference go by. Verbs are in [`VERBS`].
pub(crate) const KINDS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("turn", &["player", "extra"]),
    ("phase", &["player", "phase", "count", "skipped", "replaced", "discarded"]),
    ("need", &["player", "names", "respond", "to", "aim", "use", "user", "card", "targets", "reason"]),
    (
        "use",
        &[
            "user",
            "player",
            "card",
            "use",
            "aim",
            "target",
            "second",
            "aims",
            "targets",
            "to",
            "answered",
            "source",
            "bonus",
            "unanswerable",
            "at_idle",
            "counted",
            "saving",
            "skill",
            "reason",
            "damage_dealt",
            "memo",
        ],
    ),
    ("respond", &["player", "card", "to", "aim", "use", "user", "reason"]),
    ("pindian", &["player", "target", "targets", "own", "other", "won", "reason"]),
    ("move", &["moves", "cards", "reason", "by", "player", "origin", "judged_by", "skill"]),
    ("state_change", &["player", "change"]),
    ("judge", &["player", "reason", "card", "result"]),
    (
        "damage",
        &[
            "source",
            "target",
            "player",
            "amount",
            "nature",
            "card",
            "skill",
            "use",
            "aim",
            "chained",
            "transferred",
            "prevented",
            "reduced",
            "memo",
        ],
    ),
    ("lose_hp", &["player", "amount", "reason"]),
    ("hp_reduction", &["player", "amount", "cause", "source", "spared"]),
    ("recover", &["player", "amount", "source", "card", "skill", "use"]),
    ("max_hp", &["player", "amount"]),
    ("dying", &["player", "cause", "source", "asked", "spared"]),
    ("death", &["player", "killer", "cause"]),
    ("skill", &["player", "skill", "gained"]),
    ("skill_use", &["player", "owner", "skill", "ability", "targets", "target", "cards"]),
    ("area", &["player", "slots", "judge", "abolished"]),
    ("mark", &["player", "mark", "count"]),
    ("reshuffle", &[]),
];

/// The verbs of all kinds.
pub(crate) const VERBS: &[&str] = &[
    "kind",
    "is",
    "prevent",
    "transfer",
    "direct",
    "index",
    "uncount",
    "skip",
    "damage",
    "wants",
    "may_target",
    "add_target",
    "targets_only",
    "has_target",
    "offset",
    "void",
    "cancel",
    "replace",
    "lost",
    "lost_hand",
    "lost_equip",
    "obtained",
    "discarded",
];

impl EvHandle {
    /// The game, if the event still runs there.
    pub fn running(&self) -> mlua::Result<Game> {
        let game = self.hub.game()?;
        if game.runs(self.ev.id) { Ok(game) } else { Err(oops("this event has ended: its data is gone")) }
    }

    /// The game, for a verb that changes the event.
    pub fn acting(&self, verb: &str) -> mlua::Result<Game> {
        self.hub.acting(verb)?;
        self.running()
    }

    /// The target record that the event is about now, if it is a use that has come to one.
    pub fn current_aim(&self, game: &Game) -> Option<u8> {
        if !game.runs(self.ev.id) {
            return None;
        }
        let event = game.event(self.ev.id);
        let used = event.as_use()?;
        self.ev.aim.or(used.current).filter(|at| usize::from(*at) < used.aims.len())
    }

    /// The same, or an error for a verb that needs one.
    pub fn aim(&self, game: &Game, verb: &str) -> mlua::Result<Ev> {
        let at = self.current_aim(game);
        let at = at.ok_or_else(|| oops(format!("`{verb}`: this event is not about one target of a use")))?;
        Ok(Ev { id: self.ev.id, aim: Some(at) })
    }

    fn field(&self, lua: &Lua, key: &str) -> mlua::Result<Value> {
        let game = self.running()?;
        let found = {
            let event = game.event(self.ev.id);
            if key == "kind" {
                return self.hub.word(lua, event.kind());
            }
            let look = Look { hub: &self.hub, lua, game: &game, ev: self.ev };
            match event_fields::field(&look, &event, key)? {
                Some(value) => Some(value),
                None => event_more::field(&look, &event, key)?,
            }
        };
        found.map_or_else(|| Err(self.unknown(&game, key)), Ok)
    }

    #[cold]
    fn unknown(&self, game: &Game, key: &str) -> mlua::Error {
        let kind = game.event(self.ev.id).kind();
        let fields = KINDS.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, fields)| fields);
        let known: Vec<&str> = fields.iter().chain(VERBS).copied().collect();
        let others: Vec<&str> =
            KINDS.iter().filter(|(_, fields)| fields.contains(&key)).map(|(kind, _)| *kind).collect();
        if others.is_empty() {
            return unknown(&format!("a `{kind}` event"), key, &known);
        }
        oops(format!(
            "a `{kind}` event has no `{key}` (events that have it: {}): it has {}",
            others.join(", "),
            fields.join(", ")
        ))
    }
}

impl UserData for EvHandle {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        event_verbs::methods(methods);
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: mlua::LuaString| this.field(lua, &key.to_str()?));
        methods.add_meta_method(MetaMethod::NewIndex, |_, this, (key, value): (String, Value)| {
            let game = this.acting(&format!("ev.{key} ="))?;
            event_verbs::write(this, &game, &key, &value)
        });
        methods.add_meta_method(MetaMethod::Eq, |_, this, other: Value| {
            let Value::UserData(other) = other else { return Ok(false) };
            Ok(other.borrow::<EvHandle>().is_ok_and(|other| other.ev.id == this.ev.id))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| {
            let game = this.hub.game()?;
            let kind = if game.runs(this.ev.id) { game.event(this.ev.id).kind() } else { "ended" };
            Ok(format!("Ev({kind})"))
        });
    }
}
