//! A character as a scenario sees it: what it does and answers, and the fields and methods of its handle.

use super::describe;
use super::given::{Given, Opts};
use super::stage::{Stage, Stop, What};
use super::text::{CardText, cards_text};
use mlua::{
    Function, Lua, MetaMethod, MultiValue, ObjectLike, Table, UserData, UserDataFields, UserDataMethods, Value,
};
use muniu_kernel::card::Zone;
use muniu_kernel::def::Ability;
use muniu_kernel::event::{Phase, Spot};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{AbilityRef, Ask, Prompt, Request, Way};
use muniu_kernel::{Game, state::Player};
use std::rc::Rc;

/// `p1`, `p2` …
#[derive(Clone)]
pub(super) struct Seat {
    pub stage: Rc<Stage>,
    pub player: PlayerId,
}

impl Seat {
    fn read<T>(&self, look: impl FnOnce(&Player) -> T) -> mlua::Result<T> {
        self.stage.flush()?;
        Ok(look(&self.stage.game.read().players[self.player.index()]))
    }

    fn game(&self) -> &Game {
        &self.stage.game
    }

    /// Read the arguments of a call, or fail where it is written.
    fn opts(&self, lua: &Lua, table: Option<&Table>, keys: &[&str]) -> mlua::Result<Opts> {
        Opts::read(&self.stage, table, keys).map_err(|message| self.stage.fail(lua, message))
    }

    fn given(&self, lua: &Lua, value: &Value) -> mlua::Result<Given> {
        Given::read(&self.stage, value).map_err(|message| self.stage.fail(lua, message))
    }

    fn enqueue(&self, lua: &Lua, act: impl FnOnce(&Stage, PlayerId) -> Result<(), Stop> + 'static) -> mlua::Result<()> {
        let player = self.player;
        self.stage.enqueue(lua, move |stage| act(stage, player))
    }

    fn uses(&self, lua: &Lua, card: &Value, rest: &MultiValue) -> mlua::Result<()> {
        let (targets, table) = targets_and_table(rest);
        let mut opts =
            self.opts(lua, table.as_ref(), &["by", "cards", "as", "second", "option", "target", "targets", "owner"])?;
        if let Some(targets) = targets {
            let given = self.given(lua, &targets)?;
            let players = given.players();
            opts.targets = players.ok_or_else(|| self.stage.fail(lua, format!("{} is no target", given.words())))?;
        }
        let text = match self.given(lua, card)? {
            Given::Text(word) => CardText::parse(&word).map_err(|message| self.stage.fail(lua, message))?,
            other => return Err(self.stage.fail(lua, format!("{} is no card to use", other.words()))),
        };
        self.enqueue(lua, move |stage, player| {
            let ways = ways_to_use(stage, player, &text, &mut opts)?;
            act_by(stage, player, &ways, &opts, &text.words)
        })
    }

    fn activates(&self, lua: &Lua, skill: String, table: Option<&Table>) -> mlua::Result<()> {
        let opts = self.opts(lua, table, &["cards", "target", "targets", "option", "owner", "second"])?;
        self.enqueue(lua, move |stage, player| {
            let request = idle_request(stage, player)?;
            let ways = active_ways(&stage.game, &request, &skill, opts.owner);
            if ways.is_empty() {
                return Err(not_offered(stage, &request, &skill).into());
            }
            act_by(stage, player, &ways, &opts, &skill)
        })
    }

    fn recasts(&self, lua: &Lua, card: String, table: Option<&Table>) -> mlua::Result<()> {
        let mut opts = self.opts(lua, table, &["by"])?;
        let text = CardText::parse(&card).map_err(|message| self.stage.fail(lua, message))?;
        self.enqueue(lua, move |stage, player| {
            let request = idle_request(stage, player)?;
            let all = stage.game.ways(&request);
            opts.recast = true;
            let ways: Vec<Way> = match &opts.by {
                Some(skill) => converting(&stage.game, &all, skill, None),
                None => {
                    let cards: Vec<CardId> = all
                        .iter()
                        .filter_map(|way| if let Way::Recast(card) = way { Some(*card) } else { None })
                        .collect();
                    text.find(&stage.game, &cards).map(Way::Recast).into_iter().collect()
                }
            };
            if opts.by.is_some() {
                opts.cards = vec![text];
            }
            if ways.is_empty() {
                return Err(format!("{} can't recast `{card}`", describe::seat(&stage.game, player)).into());
            }
            act_by(stage, player, &ways, &opts, &card)
        })
    }

    fn ends_play(&self, lua: &Lua, table: Option<&Table>) -> mlua::Result<()> {
        let stop = self.stops(lua, table)?;
        self.enqueue(lua, move |stage, player| {
            let here = {
                let state = stage.game.read();
                state.phase == Some(Phase::Play) && state.turn_owner == Some(player) && state.frames.len() == 3
            };
            if !here {
                return Err(format!("{} is in no play phase to end", describe::seat(&stage.game, player)).into());
            }
            if !stop {
                return Ok(stage.game.finish_turn()?);
            }
            // This phase ends unasked, so that the next question to act is of another.
            stage.game.end_phase();
            stage.stop_at(player);
            stage.game.finish_turn()?;
            Err(format!("{} came to no other play phase in this turn", describe::seat(&stage.game, player)).into())
        })
    }

    /// Does it stop at the first idle point?
    fn stops(&self, lua: &Lua, table: Option<&Table>) -> mlua::Result<bool> {
        match self.opts(lua, table, &["stop"])?.stop.as_deref() {
            None => Ok(false),
            Some("play") => Ok(true),
            Some(other) => Err(self.stage.fail(lua, format!("`stop = \"{other}\"`, expected \"play\""))),
        }
    }

    pub(super) fn takes_turn(&self, lua: &Lua, table: Option<&Table>) -> mlua::Result<()> {
        let stop = self.stops(lua, table)?;
        self.enqueue(lua, move |stage, player| {
            stage.game.drop_turn()?;
            if stop {
                stage.stop_at(player);
            }
            stage.game.turn(player, false)?;
            if stop {
                let who = describe::seat(&stage.game, player);
                return Err(format!("{who} never came to an idle point of the play phase").into());
            }
            Ok(())
        })
    }

    fn queue(&self, lua: &Lua, what: What, verb: &str, words: &str) -> mlua::Result<()> {
        self.stage.queue(lua, self.player, what, format!("{verb}({words})"))
    }

    fn has(&self, lua: &Lua, text: &str, cards: impl FnOnce(&Player) -> Vec<CardId>) -> mlua::Result<bool> {
        let text = CardText::parse(text).map_err(|message| self.stage.fail(lua, message))?;
        let cards = self.read(cards)?;
        Ok(text.find(self.game(), &cards).is_some())
    }

    /// Does a card, or something used as this, lie in the judgement area?
    fn under(&self, name: &str) -> mlua::Result<bool> {
        self.stage.flush()?;
        let Some(name) = self.game().names().get(name) else { return Ok(false) };
        let state = self.game().read();
        Ok(state.players[self.player.index()].judge.iter().any(|card| {
            let tied = state.ties[card.index()].map(|id| state.virtuals[id.0 as usize].name);
            tied.unwrap_or(state.faces[card.index()].name) == name
        }))
    }
}

/// The target arguments and the table of options, of whatever follows the card.
fn targets_and_table(rest: &MultiValue) -> (Option<Value>, Option<Table>) {
    let (mut targets, mut table) = (None, None);
    for value in rest {
        match value {
            Value::Table(found) if found.raw_len() == 0 => table = Some(found.clone()),
            Value::Nil => {}
            other => targets = Some(other.clone()),
        }
    }
    (targets, table)
}

/// The request of an idle point.
pub(super) fn idle_ask(player: PlayerId) -> Request {
    Request { seat: player, ask: Ask::Play, optional: true, prompt: Prompt::RULES }
}

/// The request of the idle point that the game stands at, if it is this character's.
fn idle_request(stage: &Stage, player: PlayerId) -> Result<Request, String> {
    let who = describe::seat(&stage.game, player);
    match stage.game.idle() {
        Some(owner) if owner == player => Ok(idle_ask(player)),
        Some(owner) => Err(format!("{who} can't act: it is the play phase of {}", describe::seat(&stage.game, owner))),
        None => Err(format!("{who} can't act: the game stands at no idle point of a play phase")),
    }
}

/// Ways by which a skill converts or provides cards.
fn converting(game: &Game, all: &[Way], skill: &str, owner: Option<PlayerId>) -> Vec<Way> {
    let skill = game.names().get(skill);
    let fits = |at: &AbilityRef| Some(at.skill) == skill && owner.is_none_or(|owner| owner == at.owner);
    all.iter().copied().filter(|way| matches!(way, Way::Convert(at) | Way::Provide(at) if fits(at))).collect()
}

/// Ways of an active skill, by its name or by that of what it lends.
pub(super) fn active_ways(game: &Game, request: &Request, skill: &str, owner: Option<PlayerId>) -> Vec<Way> {
    let Some(name) = game.names().get(skill) else { return Vec::new() };
    let catalogue = game.catalogue();
    let lent = |at: &AbilityRef| {
        let def = catalogue.skill_like(at.skill);
        def.is_some_and(|def| matches!(def.abilities.get(usize::from(at.index)), Some(Ability::Lent { name: lent, .. }) if *lent == name))
    };
    let fits = |at: &AbilityRef| (at.skill == name || lent(at)) && owner.is_none_or(|owner| owner == at.owner);
    game.ways(request).into_iter().filter(|way| matches!(way, Way::Active(at) if fits(at))).collect()
}

fn not_offered(stage: &Stage, request: &Request, what: &str) -> String {
    let ways: Vec<String> = stage.game.ways(request).iter().map(|way| describe::way(&stage.game, *way)).collect();
    let who = describe::seat(&stage.game, request.seat);
    let ways = if ways.is_empty() { "nothing".to_owned() } else { ways.join(", ") };
    format!("{who} can't do `{what}` now; could do: {ways}")
}

/// How the card can be used: from the hand, or by the skill that was named.
pub(super) fn ways_to_use(
    stage: &Stage,
    player: PlayerId,
    text: &CardText,
    opts: &mut Opts,
) -> Result<Vec<Way>, String> {
    let request = idle_request(stage, player)?;
    let game = &stage.game;
    let Some(skill) = opts.by.clone() else {
        let hand = game.read().players[player.index()].hand.clone();
        let ways = game.ways(&request);
        let usable: Vec<CardId> =
            ways.iter().filter_map(|way| if let Way::Card(card) = way { Some(*card) } else { None }).collect();
        // One that can be used before one that can't.
        let card = text.find(game, &usable).or_else(|| text.find(game, &hand));
        let card = card.ok_or_else(|| {
            format!(
                "{} has no `{}` in hand; hand: {}",
                describe::seat(game, player),
                text.words,
                cards_text(game, &hand)
            )
        })?;
        return Ok(vec![Way::Card(card)]);
    };
    if opts.name.is_some() && opts.cards.is_empty() && text.printed().is_some() {
        opts.cards = vec![text.clone()];
    } else if opts.name.is_none() {
        opts.name.clone_from(&text.name);
    }
    let ways = converting(game, &game.ways(&request), &skill, opts.owner);
    if ways.is_empty() { Err(not_offered(stage, &request, &skill)) } else { Ok(ways) }
}

/// Do it in the first of these ways that works.
fn act_by(stage: &Stage, player: PlayerId, ways: &[Way], opts: &Opts, words: &str) -> Result<(), Stop> {
    let request = idle_request(stage, player)?;
    let mut wrong = None;
    for way in ways {
        match super::build::action(&stage.game, &request, *way, opts) {
            Ok(action) => return Ok(stage.game.act(&action)?),
            Err(reason) => drop(wrong.get_or_insert(reason)),
        }
    }
    let who = describe::seat(&stage.game, player);
    Err(Stop::Fault(format!("{who} can't do `{words}`: {}", wrong.unwrap_or_default())))
}

// ── the handle ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// A handle in the place of the scenario's own object.
fn to_handle(stage: &Stage, value: Value) -> Value {
    let seat =
        if let Value::UserData(data) = &value { data.borrow::<Seat>().ok().map(|seat| seat.player) } else { None };
    seat.and_then(|player| stage.handles.borrow().get(player.index()).cloned()).unwrap_or(value)
}

/// The scenario's own object in the place of a handle, in lists too.
pub(super) fn from_handle(lua: &Lua, stage: &Stage, value: Value) -> mlua::Result<Value> {
    if let Some(player) = stage.player_of(&value) {
        return Ok(stage.seats.borrow()[player.index()].clone());
    }
    match value {
        Value::Table(list) if list.raw_len() > 0 => {
            let items = list.sequence_values::<Value>().map(|item| from_handle(lua, stage, item?));
            Ok(Value::Table(lua.create_sequence_from(items.collect::<mlua::Result<Vec<_>>>()?)?))
        }
        other => Ok(other),
    }
}

/// A field of the handle; a method works on the scenario's own objects.
fn forward(lua: &Lua, seat: &Seat, key: &str) -> mlua::Result<Value> {
    seat.stage.flush()?;
    let handle = seat.stage.handles.borrow().get(seat.player.index()).cloned();
    let Some(Value::UserData(handle)) = handle else {
        return Err(seat.stage.fail(lua, format!("characters have no `{key}`")));
    };
    match handle.get::<Value>(key)? {
        Value::Function(method) => Ok(Value::Function(bound(lua, &seat.stage, method)?)),
        other => from_handle(lua, &seat.stage, other),
    }
}

fn bound(lua: &Lua, stage: &Rc<Stage>, method: Function) -> mlua::Result<Function> {
    let stage = Rc::downgrade(stage);
    lua.create_function(move |lua, args: MultiValue| {
        let stage = stage.upgrade().ok_or_else(|| mlua::Error::runtime("the scenario is over"))?;
        stage.flush()?;
        let args: MultiValue = args.into_iter().map(|arg| to_handle(&stage, arg)).collect();
        from_handle(lua, &stage, method.call::<Value>(args)?)
    })
}

impl UserData for Seat {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("hp", |_, this| this.read(|of| of.hp));
        fields.add_field_method_get("max_hp", |_, this| this.read(|of| of.max_hp));
        fields.add_field_method_get("hand_count", |_, this| this.read(|of| of.hand.len()));
        fields.add_field_method_get("alive", |_, this| this.read(|of| of.alive));
        fields.add_field_method_get("chained", |_, this| this.read(|of| of.chained));
        fields.add_field_method_get("face_up", |_, this| this.read(|of| of.face_up));
        fields.add_field_method_get("face_down", |_, this| this.read(|of| !of.face_up));
        fields.add_field_method_get("player", |_, this| {
            this.stage.flush()?;
            Ok(this.stage.handles.borrow().get(this.player.index()).cloned())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("uses", |lua, this, (card, rest): (Value, MultiValue)| this.uses(lua, &card, &rest));
        methods.add_method("activates", |lua, this, (skill, opts): (String, Option<Table>)| {
            this.activates(lua, skill, opts.as_ref())
        });
        methods.add_method("recasts", |lua, this, (card, opts): (String, Option<Table>)| {
            this.recasts(lua, card, opts.as_ref())
        });
        methods.add_method("ends_play", |lua, this, opts: Option<Table>| this.ends_play(lua, opts.as_ref()));
        methods.add_method("takes_turn", |lua, this, opts: Option<Table>| this.takes_turn(lua, opts.as_ref()));
        methods.add_method("answers", |lua, this, (what, opts): (Value, Option<Table>)| {
            const KEYS: [&str; 15] = [
                "cards", "target", "targets", "option", "number", "suit", "name", "as", "from", "order", "piles",
                "gifts", "owner", "second", "by",
            ];
            let given = this.given(lua, &what)?;
            let opts = this.opts(lua, opts.as_ref(), &KEYS)?;
            let words = given.words();
            this.queue(lua, What::Answers(given, Box::new(opts)), "answers", &words)
        });
        methods.add_method("picks", |lua, this, what: Value| {
            let given = this.given(lua, &what)?;
            let words = given.words();
            this.queue(lua, What::Picks(given), "picks", &words)
        });
        methods.add_method("declines", |lua, this, skill: String| {
            let words = format!("\"{skill}\"");
            this.queue(lua, What::Declines(skill), "declines", &words)
        });
        methods.add_method("passes", |lua, this, ()| this.queue(lua, What::Passes, "passes", ""));
        methods.add_method("holds", |lua, this, ()| this.queue(lua, What::Holds, "holds", ""));
        methods.add_method("has", |lua, this, text: String| this.has(lua, &text, |of| of.hand.clone()));
        methods.add_method("wears", |lua, this, text: String| {
            this.has(lua, &text, |of| of.equip.iter().flatten().copied().collect())
        });
        methods.add_method("under", |_, this, name: String| this.under(&name));
        methods.add_method("hand_text", |_, this, ()| {
            let hand = this.read(|of| of.hand.clone())?;
            Ok(cards_text(this.game(), &hand))
        });
        methods.add_method("pile_text", |_, this, name: String| {
            let name = this.game().names().intern(&name);
            let cards = this.read(|of| of.piles.get(name).map(|pile| pile.cards.clone()).unwrap_or_default())?;
            Ok(cards_text(this.game(), &cards))
        });
        methods.add_meta_method(MetaMethod::Index, |lua, this, key: String| forward(lua, this, &key));
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(describe::seat(this.game(), this.player)));
    }
}

/// Where a card may be moved by `t:move`.
pub(super) fn zone_of(given: &Given) -> Option<(Zone, Spot)> {
    Some(match given {
        Given::Player(player) => (Zone::Hand(*player), Spot::Top),
        Given::Text(word) => match word.as_str() {
            "discard" => (Zone::DiscardPile, Spot::Top),
            "top" | "pile" => (Zone::DrawPile, Spot::Top),
            "bottom" => (Zone::DrawPile, Spot::Bottom),
            _ => return None,
        },
        _ => return None,
    })
}
