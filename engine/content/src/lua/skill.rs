//! `skill{}` and its abilities.

use super::define::{Declared, Form};
use super::keys::{Build, Fields};
use super::picks::{self, WHO, WHOSE};
use mlua::{AnyUserData, Value};
use muniu_kernel::card::{Slot, Suit};
use muniu_kernel::def::{
    Ability, Active, Ban, CardPick, CardTest, CardType, Convert, EffectDef, From, Fun, Handler, Hears, Modifier, Num,
    Prohibition, Provide, Query, SkillDef, To, Who,
};
use muniu_kernel::names::Name;
use muniu_kernel::timing::{FlowKind, Timing};

pub(crate) const TYPES: [(&str, CardType); 4] = [
    ("basic", CardType::Basic),
    ("trick", CardType::Trick),
    ("delayed_trick", CardType::DelayedTrick),
    ("equip", CardType::Equip),
];

const SKILL_KEYS: [&str; 8] = ["compulsory", "limited", "awakening", "lord", "wears", "piles", "on_lose", "ai"];

/// The skill that a script returns.
pub(crate) fn skill(build: &Build<'_>, declared: &Declared) -> SkillDef {
    let fields = Fields::of(build, declared);
    fields.only(&SKILL_KEYS, true);
    let mut def = empty(build, declared);
    def.compulsory = fields.flag("compulsory");
    def.limited = fields.flag("limited");
    def.awakening = fields.flag("awakening");
    def.lord = fields.flag("lord");
    def.wears = fields.word("wears").map(|name| fields.card("wears", &name));
    def.piles = fields.words("piles").unwrap_or_default().iter().map(|pile| build.name(pile)).collect();
    def.on_lose = fields.fun("on_lose");
    def.ai = hint(&fields);
    abilities(&fields, &mut def);
    if def.abilities.is_empty() && def.wears.is_none() && !build.failed.get() {
        let help = "put abilities into it, such as `on.damage_taken { … }`".to_owned();
        fields.error("", "empty-skill", "this skill does nothing".to_owned(), Some(help));
    }
    def
}

/// A skill without abilities.
pub(crate) fn empty(build: &Build<'_>, declared: &Declared) -> SkillDef {
    SkillDef {
        name: build.name(&build.owner),
        compulsory: false,
        limited: false,
        awakening: false,
        lord: false,
        abilities: Vec::new(),
        effects: Vec::new(),
        wears: None,
        piles: Vec::new(),
        on_lose: None,
        ai: None,
        script: declared.file.chunk.as_str().into(),
    }
}

/// `ai`: a number from -1 to 1 or a function that returns one.
fn hint(fields: &Fields<'_>) -> Option<Fun> {
    match fields.value("ai") {
        Value::Nil => None,
        Value::Function(function) => Some(fields.keep(function, "ai")),
        Value::Integer(number @ -1..=1) => constant(fields, f64::from(number as i32)),
        Value::Number(number) if (-1.0..=1.0).contains(&number) => constant(fields, number),
        _ => {
            fields.misfit("ai", "a number from -1 to 1 or a function");
            None
        }
    }
}

fn constant(fields: &Fields<'_>, number: f64) -> Option<Fun> {
    let function = fields.build.compile(&format!("return function() return {number:?} end"))?;
    Some(fields.keep(function, "ai"))
}

/// The abilities and effects in a definition, in the order they are written.
pub(crate) fn abilities(fields: &Fields<'_>, def: &mut SkillDef) {
    for made in fields.declared() {
        let Ok(declared) = made.borrow::<Declared>() else { continue };
        let inner = Fields::of(fields.build, &declared);
        if let Form::Effect(name) = &declared.form {
            let mut effect =
                EffectDef { name: fields.build.name(name), abilities: Vec::new(), on_end: inner.fun("on_end") };
            inner.only(&["on_end"], true);
            for part in inner.declared() {
                ability(fields.build, &part, true, &mut effect.abilities);
            }
            if def.effects.iter().any(|known| known.name == effect.name) {
                inner.error("", "duplicate-id", format!("`effect.{name}` is defined twice"), None);
            }
            def.effects.push(effect);
        } else {
            drop(declared);
            ability(fields.build, &made, false, &mut def.abilities);
        }
    }
}

/// One ability (or several, for `any_of`).
fn ability(build: &Build<'_>, made: &AnyUserData, in_effect: bool, out: &mut Vec<Ability>) {
    let Ok(declared) = made.borrow::<Declared>() else { return };
    let fields = Fields::of(build, &declared);
    match &declared.form {
        Form::On(timings) => out.extend(on(&fields, timings, in_effect)),
        Form::Watch(timings) => out.extend(watch(&fields, timings)),
        Form::Active => out.extend(active(&fields, &[]).map(Ability::Active)),
        Form::Convert => out.extend(convert(&fields).map(Ability::Convert)),
        Form::Provide => out.extend(provide(&fields).map(Ability::Provide)),
        Form::Modify(query) => out.push(Ability::Modify(modify(&fields, *query))),
        Form::Forbid(ban) => out.push(Ability::Forbid(forbid(&fields, *ban))),
        Form::Lent(name) => {
            let to = fields.fun("to");
            if let Some(active) = active(&fields, &["to"]) {
                out.push(Ability::Lent { name: build.name(name), to, active });
            }
        }
        Form::Broken => build.failed.set(true),
        Form::Effect(_) | Form::Skill | Form::Card | Form::Mode | Form::Scenario(_) => {
            let message = format!("`{}` can't stand inside another definition like this", declared.verb);
            fields.error("", "misplaced-key", message, None);
        }
    }
}

/// What a triggered ability listens for, tested before any script is called.
const HEAR_KEYS: [&str; 6] = ["who", "of", "suit", "color", "direct", "first"];
const ON_KEYS: [&str; 11] =
    ["to", "when", "times", "compulsory", "optional", "limit", "price", "cards", "targets", "options", "run"];

fn on(fields: &Fields<'_>, timings: &[Timing], in_effect: bool) -> Vec<Ability> {
    fields.only(&[&ON_KEYS[..], &HEAR_KEYS].concat(), false);
    let optional = fields.flag("optional");
    let compulsory = fields.flag("compulsory");
    if optional && compulsory {
        fields.error(
            "optional",
            "misplaced-key",
            format!("`{}` can't be both optional and compulsory", fields.what),
            None,
        );
    }
    let hears = hears(fields, timings);
    let to = fields.fun("to");
    let (when, times, limit, picks) = (fields.fun("when"), times(fields), picks::limit(fields), picks::picks(fields));
    let Some(run) = fields.need_fun("run") else { return Vec::new() };
    let handler = |timing: &Timing| {
        Ability::On(Handler {
            timing: *timing,
            hears: hears.clone(),
            to,
            when,
            times,
            compulsory: compulsory || in_effect && !optional,
            silent: false,
            limit,
            picks: picks.clone(),
            run,
            line: fields.line,
        })
    };
    timings.iter().map(handler).collect()
}

/// `who`, what its card must be, `direct`, `first`.
fn hears(fields: &Fields<'_>, timings: &[Timing]) -> Hears {
    use FlowKind as Kind;
    let who = fields.one_of("who", &WHO).unwrap_or_default();
    let hears = Hears {
        who,
        card: picks::test(fields),
        direct: fields.flag("direct"),
        first: fields.one_of("first", &picks::SCOPES),
    };
    let flows = || timings.iter().map(|timing| timing.row().flow);
    let card = |flow| {
        use Kind::{Damage, NeedRespond, NeedUse, PreRespond, PreUse, Recover, Respond, Use};
        matches!(flow, NeedUse | PreUse | Use | NeedRespond | PreRespond | Respond | Damage | Recover)
    };
    let wrong = |key: &str, why: String| fields.error(key, "misplaced-key", why, None);
    if let Some(key) = ["of", "suit", "color"].into_iter().find(|key| fields.has(key))
        && !flows().all(card)
    {
        wrong(key, format!("`{key}`: no card belongs to the event of `{}`", fields.what));
    }
    let faces = !hears.card.suits.is_empty() || hears.card.color.is_some();
    if faces && flows().any(|flow| matches!(flow, Kind::NeedUse | Kind::NeedRespond)) {
        let key = if hears.card.color.is_some() { "color" } else { "suit" };
        wrong(key, format!("`{key}`: what is needed has a name and no face yet at `{}`", fields.what));
    }
    if hears.direct && !flows().all(|flow| flow == Kind::Damage) {
        wrong("direct", format!("`direct` is said of damage, and `{}` is about none", fields.what));
    }
    if hears.first.is_some() && !flows().all(|flow| muniu_kernel::def::tally_of(flow, who).is_some()) {
        let why = "`first` needs an event that is counted for somebody, and `who` it is counted for: uses of the \
                   `user`, responses, recoveries, hp losses, judgements of the `player`, damage of the `source` or the \
                   `target`, deaths of the `player` or by the `source`";
        wrong("first", why.to_owned());
    }
    if hears.first.is_some() && faces && !flows().all(|flow| flow == Kind::Use) {
        wrong("first", "`first` with a suit or a colour is for uses: nothing else is remembered with them".to_owned());
    }
    hears
}

fn times(fields: &Fields<'_>) -> Option<Fun> {
    match fields.value("times") {
        Value::Nil => None,
        Value::Function(function) => Some(fields.keep(function, "times")),
        _ => {
            fields.misfit("times", "a function that returns how many times it may run");
            None
        }
    }
}

fn watch(fields: &Fields<'_>, timings: &[Timing]) -> Vec<Ability> {
    fields.only(&[&["when", "run"][..], &HEAR_KEYS].concat(), false);
    let hears = hears(fields, timings);
    let when = fields.fun("when");
    let Some(run) = fields.need_fun("run") else { return Vec::new() };
    let handler = |timing: &Timing| {
        Ability::On(Handler {
            timing: *timing,
            hears: hears.clone(),
            to: None,
            when,
            times: None,
            compulsory: true,
            silent: true,
            limit: None,
            picks: muniu_kernel::def::Picks::default(),
            run,
            line: fields.line,
        })
    };
    timings.iter().map(handler).collect()
}

fn active(fields: &Fields<'_>, more: &[&str]) -> Option<Active> {
    let keys: Vec<&str> =
        ["when", "limit", "price", "cards", "targets", "options", "run"].iter().chain(more).copied().collect();
    fields.only(&keys, false);
    let (when, limit, picks) = (fields.fun("when"), picks::limit(fields), picks::picks(fields));
    Some(Active { when, limit, picks, run: fields.need_fun("run")?, line: fields.line })
}

/// For uses, for responses.
fn ways(fields: &Fields<'_>) -> (bool, bool) {
    fields.one_of("as", &[("use", (true, false)), ("respond", (false, true))]).unwrap_or((true, true))
}

fn convert(fields: &Fields<'_>) -> Option<Convert> {
    fields.only(&["to", "named", "cards", "as", "when", "limit", "recast", "face_down", "before"], false);
    let (for_use, for_respond) = ways(fields);
    let name = fields.word("named").map(|name| fields.card("named", &name));
    let cards = name.map_or_else(|| picks::cards(fields), |name| Some(named(fields, name)));
    Some(Convert {
        to: to(fields)?,
        cards,
        named: name,
        for_use,
        for_respond,
        when: fields.fun("when"),
        limit: picks::limit(fields),
        recast: fields.flag("recast"),
        face_down: fields.flag("face_down"),
        before: fields.fun("before"),
        line: fields.line,
    })
}

/// `named`: one hand card of this very name.
fn named(fields: &Fields<'_>, name: Name) -> CardPick {
    if fields.has("cards") {
        let help = "`named` says which card it is; leave `cards` out".to_owned();
        fields.error("cards", "misplaced-key", format!("`{}` has both `named` and `cards`", fields.what), Some(help));
    }
    let name = fields.build.runtime.shared().names.text(name);
    let filter = fields.build.compile(&format!("return function(me, ev, card) return card.name == {name:?} end"));
    let filter = filter.map(|filter| fields.keep(filter, "named"));
    CardPick { from: From::HAND, min: Num::Is(1), max: Some(Num::Is(1)), test: CardTest::default(), filter }
}

/// `to`: a name, names, `{ kind = … }`, or a function.
fn to(fields: &Fields<'_>) -> Option<To> {
    const EXPECTED: &str = "a card, a list of cards, { kind = \"basic\" } or a function";
    match fields.value("to") {
        Value::Function(function) => Some(To::Ask(fields.keep(function, "to"))),
        Value::Table(table) if table.raw_len() == 0 => {
            let kinds = fields.inside("to", table);
            kinds.only(&["kind"], false);
            let words = kinds.words("kind")?;
            Some(To::Kinds(words.iter().filter_map(|word| kinds.choose("kind", word, &TYPES)).collect()))
        }
        Value::Nil => {
            fields.error("", "missing-key", format!("`{}` has no `to`, expected {EXPECTED}", fields.what), None);
            None
        }
        _ => {
            let words = fields.words("to")?;
            Some(To::Names(words.iter().map(|word| fields.card("to", word)).collect()))
        }
    }
}

fn provide(fields: &Fields<'_>) -> Option<Provide> {
    fields.only(&["to", "as", "when", "limit", "price", "cards", "targets", "options", "run"], false);
    if !fields.has("to") {
        fields.error(
            "",
            "missing-key",
            format!("`{}` has no `to`, expected a card or a list of cards", fields.what),
            None,
        );
    }
    let to = fields.words("to").unwrap_or_default().iter().map(|word| fields.card("to", word)).collect();
    let (for_use, for_respond) = ways(fields);
    let (when, limit, picks) = (fields.fun("when"), picks::limit(fields), picks::picks(fields));
    Some(Provide { to, for_use, for_respond, when, limit, picks, run: fields.need_fun("run")?, line: fields.line })
}

fn modify(fields: &Fields<'_>, query: Query) -> Modifier {
    let face = query == Query::Face;
    let of_card = matches!(query, Query::Quota | Query::TargetCount | Query::Reach | Query::Prescribed);
    let changes: &[&str] = if face { &["name", "suit"] } else { &["by", "to", "unlimited"] };
    let tests: &[&str] = match query {
        // `suit` is what the card counts as.
        Query::Face => &["who", "when", "of", "color"],
        _ if of_card => &["who", "when", "of", "suit", "color"],
        _ => &["who", "when"],
    };
    fields.only(&[tests, changes].concat(), false);
    let card = match query {
        Query::Face => CardTest { suits: Default::default(), ..picks::test(fields) },
        _ if of_card => picks::test(fields),
        _ => CardTest::default(),
    };
    let who = fields.one_of("who", &WHOSE).unwrap_or(Who::Player);
    let when = fields.fun("when");
    let (by, to, unlimited) =
        if face { (None, None, false) } else { (fields.num("by"), fields.num("to"), fields.flag("unlimited")) };
    let name = if face { fields.word("name").map(|name| fields.card("name", &name)) } else { None };
    let suits = Suit::ALL.map(|suit| (suit.id(), suit));
    let suit = if face { fields.one_of("suit", &suits) } else { None };
    let changed = by.is_some() || to.is_some() || unlimited || name.is_some() || suit.is_some();
    let fact = matches!(query, Query::Reach | Query::Prescribed);
    if !changed && !fact && !fields.build.failed.get() {
        let help =
            format!("give it one of {}", changes.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "));
        fields.error("", "missing-key", format!("`{}` changes nothing", fields.what), Some(help));
    }
    // A fact is changed by saying so.
    Modifier { query, who, card, when, by, to, unlimited: unlimited || fact && !changed, name, suit }
}

fn forbid(fields: &Fields<'_>, ban: Ban) -> Prohibition {
    let keys: &[&str] = match ban {
        Ban::Equip => &["who", "when", "slot"],
        Ban::Target | Ban::Use | Ban::Respond | Ban::Discard => &["who", "when", "of", "suit", "color"],
        Ban::Recover | Ban::Skill | Ban::Pindian => &["who", "when"],
    };
    fields.only(keys, false);
    Prohibition {
        ban,
        card: picks::test(fields),
        who: fields.one_of("who", &WHOSE).unwrap_or(Who::Player),
        when: fields.fun("when"),
        slot: fields.one_of("slot", &Slot::ALL.map(|slot| (slot.id(), slot))),
    }
}
