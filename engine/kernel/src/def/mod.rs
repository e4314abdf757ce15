//! Definitions: what content declares, as plain data. Whatever is code is a [`Fun`], which only the rulebook can run.

mod ability;
mod card;
mod catalogue;
mod picks;

pub use ability::{
    Ability, Active, Ban, Convert, EffectDef, Handler, Modifier, Prohibition, Provide, Query, SkillDef, To,
};
pub use card::{CardDef, CardType, Gender, Nature, Reach, SaveRule, TargetRule};
pub use catalogue::{Catalogue, GeneralDef, ModeDef};
pub use picks::{
    CardPick, CardTest, Each, From, Fun, Hears, Limit, Num, Of, OptionPick, Picks, Price, Scope, TargetPick, Who,
    tally_of,
};
