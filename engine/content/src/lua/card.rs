//! `card{}`: what a kind of card does. What it is (type, family, slot, range …) is said by its TOML.

use super::define::Declared;
use super::keys::{self, Fields};
use super::picks::{self, SCOPES};
use super::skill;
use mlua::Value;
use muniu_kernel::def::{CardDef, CardType, Reach, SaveRule, Scope, TargetRule};
use std::rc::Rc;

const KEYS: [&str; 14] = [
    "targets",
    "quota",
    "at_idle",
    "answered_by",
    "nullifiable",
    "nullifies",
    "saves",
    "recast",
    "when",
    "run",
    "save",
    "missed",
    "compulsory",
    "ai",
];

/// Put what a script says into a card's definition.
pub(crate) fn card(fields: &Fields<'_>, declared: &Declared, def: &mut CardDef) {
    fields.only(&KEYS, true);
    targets(fields, def);
    def.quota = quota(fields);
    def.at_idle = fields.flag_or("at_idle", def.targets != TargetRule::Answer);
    def.answered_by = fields.word("answered_by").map(|name| fields.card("answered_by", &name));
    def.nullifiable = fields.flag_or("nullifiable", def.card_type.is_trick());
    def.nullifies = fields.flag("nullifies");
    let saves = [("anyone", SaveRule::Anyone), ("self", SaveRule::Own)];
    def.saves = fields.one_of("saves", &saves).unwrap_or(SaveRule::No);
    def.recast = fields.flag("recast");
    def.when = fields.fun("when");
    def.run = fields.fun("run");
    def.run_save = fields.fun("save");
    def.missed = fields.fun("missed");
    let mut own = skill::empty(fields.build, declared);
    own.compulsory = fields.flag("compulsory");
    skill::abilities(fields, &mut own);
    if !own.abilities.is_empty() || !own.effects.is_empty() {
        def.skill = Some(Rc::new(own));
    }
}

/// `quota = { phase|turn = n }`
fn quota(fields: &Fields<'_>) -> Option<(Scope, i64)> {
    let quota = fields.table("quota")?;
    quota.only(&SCOPES.map(|(word, _)| word), false);
    let written: Vec<_> = SCOPES.iter().filter(|(word, _)| quota.has(word)).collect();
    let [(word, scope)] = written.as_slice() else {
        quota.error("", "wrong-type", format!("`{}` needs exactly one of phase, turn, round, game", quota.what), None);
        return None;
    };
    Some((*scope, quota.integer(word, 0..=99)?))
}

#[derive(Clone, Copy)]
enum Group {
    Own,
    All,
    Others,
    Answer,
}

const GROUPS: [(&str, Group); 4] =
    [("self", Group::Own), ("all", Group::All), ("others", Group::Others), ("answer", Group::Answer)];

impl Group {
    fn rule(self) -> TargetRule {
        match self {
            Group::Own => TargetRule::Own,
            Group::All => TargetRule::All,
            Group::Others => TargetRule::Others,
            Group::Answer => TargetRule::Answer,
        }
    }
}

fn targets(fields: &Fields<'_>, def: &mut CardDef) {
    match fields.value("targets") {
        Value::Nil if def.card_type == CardType::Equip => {}
        Value::String(_) => {
            def.targets = fields.one_of("targets", &GROUPS).map_or(TargetRule::Own, Group::rule);
        }
        Value::Table(table) => chosen(&fields.inside("targets", table), def),
        Value::Nil => {
            let help = "write `targets = { count = 1 }`, or \"self\", \"all\", \"others\" or \"answer\"".to_owned();
            fields.error("", "missing-key", "this card has no `targets`".to_owned(), Some(help));
        }
        _ => fields.misfit("targets", "\"self\", \"all\", \"others\", \"answer\" or a table"),
    }
}

/// Targets that the user chooses; or with `who` a whole group, of which `where` leaves the legal ones.
fn chosen(targets: &Fields<'_>, def: &mut CardDef) {
    def.target_filter = targets.fun("where");
    if targets.has("who") {
        targets.only(&["who", "where"], false);
        def.targets = targets.one_of("who", &GROUPS).map_or(TargetRule::Own, Group::rule);
        return;
    }
    targets.only(&["count", "min", "max", "own", "reach", "where", "second"], false);
    def.second = targets.fun("second");
    let (min, max) = picks::bounds(targets);
    let reach = match targets.value("reach") {
        Value::Nil => Reach::Any,
        Value::String(word) if word == "range" => Reach::Range,
        other => match keys::whole(&other) {
            Some(number @ 1..=99) => Reach::Distance(number as i32),
            _ => {
                targets.misfit("reach", "\"range\" or a distance from 1 to 99");
                Reach::Any
            }
        },
    };
    def.targets = TargetRule::Chosen { min, max, own: targets.flag("own"), reach };
}
