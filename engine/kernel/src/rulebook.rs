//! The one door between the kernel and scripts.

use crate::def::Fun;
use crate::game::Game;
use crate::ids::{CardId, EffectId, PlayerId};
use crate::names::Name;
use crate::request::Ev;
use crate::value::Value;

/// What ends a game's run from inside. Scripts can't catch it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Interrupt {
    /// The game is over: there is a result in the state.
    #[error("the game is over")]
    GameOver,
    /// Somebody left: rewind, quit, shutdown.
    #[error("the game was left")]
    Quit,
    /// A bound on the length of a run was reached.
    #[error("the bound on decisions was reached")]
    Bound,
}

/// The result of a step of a flow.
pub type Flow<T = ()> = Result<T, Interrupt>;

/// What was chosen when an ability was used.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Act {
    /// Cards chosen.
    pub cards: Vec<CardId>,
    /// Cards paid.
    pub paid: Vec<CardId>,
    /// Characters chosen.
    pub targets: Vec<PlayerId>,
    /// The option.
    pub option: Value,
    /// The name, for conversions.
    pub name: Option<Name>,
    /// Who holds the ability, where that is not the one who uses it.
    pub owner: Option<PlayerId>,
}

/// An argument of a call into a script.
#[derive(Debug, Clone, Copy)]
pub enum Arg<'a> {
    /// nil
    Nil,
    /// A character.
    Player(PlayerId),
    /// A physical card.
    Card(CardId),
    /// An event.
    Event(Ev),
    /// A lasting effect.
    Effect(EffectId),
    /// A name.
    Name(Name),
    /// What was chosen.
    Act(&'a Act),
    /// The game itself.
    Game,
}

/// A call into a script.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The function.
    pub fun: Fun,
    /// The skill, card or mode it belongs to, for messages and for names that are relative to it.
    pub skill: Name,
    /// Arguments in order.
    pub args: &'a [Arg<'a>],
}

/// What runs scripts. A script error is reported by the rulebook with its place and stack and costs that one call:
/// `test` is then false, `number` is `None` and `run` returns [`Value::Nil`].
pub trait Rulebook {
    /// Is a condition true? Must not change the state nor ask anybody.
    fn test(&self, game: &Game, call: Call<'_>) -> bool;
    /// A number; must not change the state nor ask anybody.
    fn number(&self, game: &Game, call: Call<'_>) -> Option<i64>;
    /// A value; must not change the state nor ask anybody.
    fn value(&self, game: &Game, call: Call<'_>) -> Value;
    /// Run an effect.
    ///
    /// # Errors
    /// Passes an [`Interrupt`] from inside on.
    fn run(&self, game: &Game, call: Call<'_>) -> Flow<Value>;
    /// Something went wrong in a script that only the kernel can see, such as a loop of nested events.
    fn report(&self, game: &Game, skill: Name, message: &str);
}
