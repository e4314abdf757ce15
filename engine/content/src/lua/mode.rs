//! `mode{}`: how a game is set up, ends and rewards.

use super::define::Declared;
use super::keys::Fields;
use super::skill;
use muniu_kernel::def::ModeDef;
use std::rc::Rc;

/// Put what a script says into a mode's definition.
pub(crate) fn mode(fields: &Fields<'_>, declared: &Declared, def: &mut ModeDef) {
    fields.only(&["setup", "first", "over", "reward"], true);
    def.setup = fields.need_fun("setup");
    def.first = fields.fun("first");
    def.over = fields.need_fun("over");
    def.reward = fields.fun("reward");
    let mut own = skill::empty(fields.build, declared);
    // Nobody is asked whether a rule of the table applies.
    own.compulsory = true;
    skill::abilities(fields, &mut own);
    if !own.abilities.is_empty() || !own.effects.is_empty() {
        def.skill = Some(Rc::new(own));
    }
}
