//! `t`: checks, and things done to the game from outside.

use super::describe;
use super::given::{Given, Opts};
use super::seat::{self, Seat};
use super::setup::{SCENARIO, skill_name};
use super::stage::{Stage, Stop};
use super::text::{CardText, cards_text};
use mlua::{Lua, MultiValue, Table, UserData, UserDataMethods, Value};
use muniu_kernel::Game;
use muniu_kernel::def::{Nature, TargetRule};
use muniu_kernel::event::{Damage, Need};
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{Action, Answer, Purpose, Way};
use muniu_kernel::state::{Lasts, Source};
use std::rc::Rc;

/// `t`
pub(super) struct Tester {
    pub stage: Rc<Stage>,
}

impl Tester {
    pub(super) fn given(&self, lua: &Lua, value: &Value) -> mlua::Result<Given> {
        Given::read(&self.stage, value).map_err(|message| self.stage.fail(lua, message))
    }

    pub(super) fn player(&self, lua: &Lua, value: &Value) -> mlua::Result<PlayerId> {
        match self.given(lua, value)? {
            Given::Player(player) => Ok(player),
            other => Err(self.stage.fail(lua, format!("expected a character, got {}", other.words()))),
        }
    }

    pub(super) fn opts(&self, lua: &Lua, table: Option<&Table>, keys: &[&str]) -> mlua::Result<Opts> {
        Opts::read(&self.stage, table, keys).map_err(|message| self.stage.fail(lua, message))
    }

    pub(super) fn text(&self, lua: &Lua, words: &str) -> mlua::Result<CardText> {
        CardText::parse(words).map_err(|message| self.stage.fail(lua, message))
    }

    fn check(&self, lua: &Lua, cond: bool, message: Option<String>) -> mlua::Result<()> {
        self.stage.flush()?;
        if cond {
            Ok(())
        } else {
            Err(self
                .stage
                .fail(lua, message.map_or_else(|| "check failed".into(), |message| format!("check failed: {message}"))))
        }
    }

    fn equal(&self, lua: &Lua, left: &Value, right: &Value, message: Option<String>) -> mlua::Result<()> {
        self.stage.flush()?;
        let show = |value: &Value| {
            Given::read(&self.stage, value).map_or_else(|_| value.type_name().to_owned(), |given| given.words())
        };
        let same = match (Given::read(&self.stage, left), Given::read(&self.stage, right)) {
            (Ok(left), Ok(right)) => left == right,
            _ => left.equals(right)?,
        };
        if same {
            return Ok(());
        }
        let message = message.map_or_else(String::new, |message| format!("{message}: "));
        Err(self.stage.fail(lua, format!("{message}{} is not {}", show(left), show(right))))
    }

    /// Can the character use this card (on this one) at the idle point?
    fn legal(&self, lua: &Lua, player: PlayerId, words: &str, rest: &MultiValue) -> mlua::Result<bool> {
        self.stage.flush()?;
        let (mut targets, mut table) = (Vec::new(), None);
        for value in rest {
            match value {
                Value::Table(list) if list.raw_len() > 0 => {
                    for one in list.sequence_values::<Value>() {
                        targets.push(self.player(lua, &one?)?);
                    }
                }
                Value::Table(found) => table = Some(found.clone()),
                Value::Nil => {}
                other => targets.push(self.player(lua, other)?),
            }
        }
        let mut opts = self.opts(lua, table.as_ref(), &["by", "cards", "as", "owner"])?;
        let text = self.text(lua, words)?;
        let game = &self.stage.game;
        let request = seat::idle_ask(player);
        let ways = match seat::ways_to_use(&self.stage, player, &text, &mut opts) {
            Ok(ways) => ways,
            // A skill that isn't offered is no mistake of the scenario; a card that isn't there is.
            Err(_) if opts.by.is_some() && game.idle() == Some(player) => Vec::new(),
            Err(message) => return Err(self.stage.fail(lua, message)),
        };
        let offered = game.ways(&request);
        let legal =
            ways.iter().filter(|way| offered.contains(way)).any(|way| self.legal_way(&request, *way, &opts, &targets));
        self.stage.looked(lua)?;
        Ok(legal)
    }

    fn legal_way(&self, request: &muniu_kernel::request::Request, way: Way, opts: &Opts, targets: &[PlayerId]) -> bool {
        let game = &self.stage.game;
        let mut action = Action::new(way);
        if !matches!(way, Way::Card(_)) {
            for text in &opts.cards {
                let Some(card) = text.find(game, &game.next(request, &action).cards) else { return false };
                action.cards.push(card);
            }
            let names = game.next(request, &action).names;
            let name = opts.name.as_deref().and_then(|word| game.names().get(word));
            if name.is_some_and(|name| !names.is_empty() && !names.contains(&name)) {
                return false;
            }
            // What provides a card settles its name by itself, unless one is named that it must then allow.
            let settled = !names.is_empty() || matches!(way, Way::Provide(_));
            action.name = name.filter(|_| settled);
        }
        if self.chosen(way, opts) {
            return targets.iter().all(|target| {
                let legal = game.next(request, &action).targets.contains(target);
                action.targets.push(*target);
                legal
            });
        }
        if targets.is_empty() {
            return true;
        }
        let card = match way {
            Way::Card(card) => game.make_virtual(game.face(card).name, &[card], None),
            Way::Convert(at) | Way::Provide(at) => {
                let Some(name) = opts.name.as_deref().and_then(|word| game.names().get(word)) else { return false };
                game.make_virtual(name, &action.cards, Some(at.skill))
            }
            _ => return false,
        };
        let legal = game.targets_at_idle(request.seat, &card);
        targets.iter().all(|target| legal.contains(target))
    }

    /// Are the card's targets chosen by its user?
    fn chosen(&self, way: Way, opts: &Opts) -> bool {
        let game = &self.stage.game;
        let name = match way {
            Way::Card(card) => Some(game.face(card).name),
            _ => opts.name.as_deref().and_then(|word| game.names().get(word)),
        };
        let def = name.and_then(|name| game.catalogue().card(name).cloned());
        def.is_none_or(|def| matches!(def.targets, TargetRule::Chosen { .. }))
    }

    fn can_activate(&self, lua: &Lua, player: PlayerId, skill: &str, table: Option<&Table>) -> mlua::Result<bool> {
        self.stage.flush()?;
        let opts = self.opts(lua, table, &["target", "targets", "cards", "option", "owner"])?;
        let game = &self.stage.game;
        skill_or_lent(game, skill).map_err(|message| self.stage.fail(lua, message))?;
        let here = game.idle() == Some(player);
        let request = seat::idle_ask(player);
        let ways = if here { seat::active_ways(game, &request, skill, opts.owner) } else { Vec::new() };
        let can = ways.iter().any(|way| {
            let mut action = Action::new(*way);
            for text in &opts.cards {
                let Some(card) = text.find(game, &game.next(&request, &action).cards) else { return false };
                action.cards.push(card);
            }
            if let Some(option) = &opts.option {
                let options = game.next(&request, &action).options;
                let Some(at) = options.iter().position(|known| super::answer::value_is(game, known, option)) else {
                    return false;
                };
                action.option = Some(at as u16);
            }
            for target in &opts.targets {
                if !game.next(&request, &action).targets.contains(target) {
                    return false;
                }
                action.targets.push(*target);
            }
            let complete = !opts.cards.is_empty() && !opts.targets.is_empty();
            !complete || game.check(&request, &Answer::Act(action)).is_ok()
        });
        self.stage.looked(lua)?;
        Ok(can)
    }

    fn damage(&self, lua: &Lua, table: &Table) -> mlua::Result<()> {
        let opts = self.opts(lua, Some(table), &["from", "to", "amount", "nature"])?;
        let target = opts.to.ok_or_else(|| self.stage.fail(lua, "`to` says who is damaged"))?;
        let word = opts.nature.unwrap_or_else(|| "normal".into());
        let nature = Nature::parse(&word);
        let nature = nature
            .ok_or_else(|| self.stage.fail(lua, format!("no nature `{word}`, expected normal, fire or thunder")))?;
        let damage = Damage::new(opts.from, target, opts.amount.unwrap_or(1) as i32, nature);
        self.stage.enqueue(lua, move |stage| Ok(stage.game.damage(damage).map(drop)?))
    }

    fn needs(&self, lua: &Lua, player: PlayerId, name: &str, table: Option<&Table>) -> mlua::Result<()> {
        let opts = self.opts(lua, table, &["use", "target", "targets"])?;
        let name = self.stage.game.names().get(name).filter(|name| self.stage.game.catalogue().card(*name).is_some());
        let name = name.ok_or_else(|| self.stage.fail(lua, "there is no such card"))?;
        let targets = (!opts.targets.is_empty()).then(|| opts.targets.as_slice().into());
        let respond = !opts.to_use && targets.is_none();
        let need = Need {
            player,
            respond,
            names: [name].as_slice().into(),
            to: None,
            targets,
            no_distance: false,
            reason: None,
        };
        let purpose = if respond { Purpose::Respond } else { Purpose::Use };
        self.stage.enqueue(lua, move |stage| Ok(stage.game.need(need, purpose).map(drop)?))
    }

    fn discard(&self, lua: &Lua, player: PlayerId, cards: &Value) -> mlua::Result<()> {
        let texts = self.given(lua, cards)?.cards().map_err(|message| self.stage.fail(lua, message))?;
        self.stage.enqueue(lua, move |stage| {
            let mut held: Vec<CardId> = {
                let state = stage.game.read();
                let of = &state.players[player.index()];
                of.hand.iter().chain(of.equip.iter().flatten()).copied().collect()
            };
            let cards = take(&stage.game, &mut held, &texts)?;
            Ok(stage.game.discard(player, &cards).map(drop)?)
        })
    }

    fn move_cards(&self, lua: &Lua, cards: &Value, to: &Value) -> mlua::Result<()> {
        let texts = self.given(lua, cards)?.cards().map_err(|message| self.stage.fail(lua, message))?;
        let to = self.given(lua, to)?;
        let place = seat::zone_of(&to);
        let (zone, spot) = place.ok_or_else(|| {
            self.stage.fail(lua, format!("{} is no place: a character, \"discard\", \"top\" or \"bottom\"", to.words()))
        })?;
        self.stage.enqueue(lua, move |stage| {
            let mut all: Vec<CardId> = (0..stage.game.read().zones.len()).map(|card| CardId(card as u16)).collect();
            let cards = take(&stage.game, &mut all, &texts)?;
            Ok(stage.game.put(None, &cards, zone, spot).map(drop)?)
        })
    }
}

/// These cards, each once.
fn take(game: &Game, from: &mut Vec<CardId>, texts: &[CardText]) -> Result<Vec<CardId>, Stop> {
    let mut taken = Vec::new();
    for text in texts {
        let card = text.find(game, from).ok_or_else(|| format!("there is no `{}` there", text.words))?;
        from.retain(|other| *other != card);
        taken.push(card);
    }
    Ok(taken)
}

/// Refuse a skill that doesn't exist, so that a slip of the keys is no proof that it can't be used.
fn skill_or_lent(game: &Game, skill: &str) -> Result<(), String> {
    let lent = game.names().get(skill).is_some_and(|name| {
        game.catalogue().skills.iter().flatten().any(|def| {
            def.abilities
                .iter()
                .any(|ability| matches!(ability, muniu_kernel::def::Ability::Lent { name: lent, .. } if *lent == name))
        })
    });
    let card = game.names().get(skill).is_some_and(|name| game.catalogue().skill_like(name).is_some());
    if lent || card { Ok(()) } else { skill_name(game, skill).map(drop) }
}

impl UserData for Tester {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods
            .add_method("check", |lua, this, (cond, message): (bool, Option<String>)| this.check(lua, cond, message));
        methods.add_method("equal", |lua, this, (left, right, message): (Value, Value, Option<String>)| {
            this.equal(lua, &left, &right, message)
        });
        methods.add_method("legal", |lua, this, (player, card, rest): (Value, String, MultiValue)| {
            let player = this.player(lua, &player)?;
            this.legal(lua, player, &card, &rest)
        });
        methods.add_method("can_activate", |lua, this, (player, skill, opts): (Value, String, Option<Table>)| {
            let player = this.player(lua, &player)?;
            this.can_activate(lua, player, &skill, opts.as_ref())
        });
        methods.add_method("asked", |lua, this, (player, what): (Value, String)| {
            let player = this.player(lua, &player)?;
            this.stage.flush()?;
            Ok(this.stage.asked_about(player, &what))
        });
        methods.add_method("asks", |lua, this, player: Value| {
            let player = this.player(lua, &player)?;
            this.stage.flush()?;
            Ok(this.stage.asked_count(player))
        });
        methods.add_method("over", |lua, this, ()| {
            this.stage.flush()?;
            let winners = this.stage.game.read().result.as_ref().map(|result| result.winners.clone());
            let seats = this.stage.seats.borrow();
            winners
                .map(|winners| lua.create_sequence_from(winners.iter().map(|winner| seats[winner.index()].clone())))
                .transpose()
        });
        methods.add_method("top_text", |_, this, count: usize| {
            this.stage.flush()?;
            let top: Vec<CardId> = this.stage.game.read().draw_pile.iter().rev().take(count).copied().collect();
            Ok(cards_text(&this.stage.game, &top))
        });
        methods.add_method("discarded", |lua, this, card: String| {
            let text = this.text(lua, &card)?;
            this.stage.flush()?;
            let pile = this.stage.game.read().discard_pile.clone();
            Ok(text.find(&this.stage.game, &pile).is_some())
        });
        methods.add_method("position", |_, this, ()| {
            this.stage.flush()?;
            Ok(describe::position(&this.stage.game).join("\n"))
        });
        methods.add_method("damage", |lua, this, table: Table| this.damage(lua, &table));
        methods.add_method("needs", |lua, this, (player, name, opts): (Value, String, Option<Table>)| {
            let player = this.player(lua, &player)?;
            this.needs(lua, player, &name, opts.as_ref())
        });
        methods.add_method("discard", |lua, this, (player, cards): (Value, Value)| {
            let player = this.player(lua, &player)?;
            this.discard(lua, player, &cards)
        });
        methods.add_method("move", |lua, this, (cards, to): (Value, Value)| this.move_cards(lua, &cards, &to));
        from_outside(methods);
    }
}

/// Things done to one character.
fn from_outside<M: UserDataMethods<Tester>>(methods: &mut M) {
    methods.add_method("lose_hp", |lua, this, (player, count): (Value, Option<i32>)| {
        let player = this.player(lua, &player)?;
        this.stage.enqueue(lua, move |stage| Ok(stage.game.lose_hp(player, count.unwrap_or(1), None)?))
    });
    methods.add_method("recover", |lua, this, (player, count): (Value, Option<i32>)| {
        let player = this.player(lua, &player)?;
        this.stage.enqueue(lua, move |stage| {
            Ok(stage.game.recover(player, count.unwrap_or(1), None, None, None).map(drop)?)
        })
    });
    methods.add_method("kill", |lua, this, (player, by): (Value, Value)| {
        let player = this.player(lua, &player)?;
        let by = if by.is_nil() { None } else { Some(this.player(lua, &by)?) };
        this.stage.enqueue(lua, move |stage| Ok(stage.game.die(player, by, None)?))
    });
    methods.add_method("draw", |lua, this, (player, count): (Value, Option<usize>)| {
        let player = this.player(lua, &player)?;
        this.stage.enqueue(lua, move |stage| Ok(stage.game.draw(player, count.unwrap_or(1)).map(drop)?))
    });
    methods.add_method("judge", |lua, this, (player, reason): (Value, Option<String>)| {
        let player = this.player(lua, &player)?;
        let reason = this.stage.game.names().intern(reason.as_deref().unwrap_or(SCENARIO));
        this.stage.enqueue(lua, move |stage| Ok(stage.game.judge(player, reason, None).map(drop)?))
    });
    methods.add_method("give_skill", |lua, this, (player, skill): (Value, String)| {
        let player = this.player(lua, &player)?;
        let skill = skill_name(&this.stage.game, &skill).map_err(|message| this.stage.fail(lua, message))?;
        let source = Source::Granted(this.stage.game.names().intern(SCENARIO));
        this.stage.enqueue(lua, move |stage| Ok(stage.game.gain_skill(player, skill, source, Lasts::Game)?))
    });
    methods.add_method("turn", |lua, this, (player, opts): (Value, Option<Table>)| {
        let player = this.player(lua, &player)?;
        Seat { stage: this.stage.clone(), player }.takes_turn(lua, opts.as_ref())
    });
    super::tester_more::methods(methods);
}
