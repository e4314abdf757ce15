//! `Player`: a character. The handle of a seat is always the same value.

use super::hub::{Hub, oops, unknown};
use super::{player_ask, player_cards, player_hp, player_put, player_read, player_self, player_skill, player_use};
use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};
use muniu_kernel::game::Game;
use muniu_kernel::ids::PlayerId;
use muniu_kernel::state;
use std::rc::Rc;

/// The handle.
pub(crate) struct Player {
    pub id: PlayerId,
    pub hub: Rc<Hub>,
}

/// All fields and verbs, for suggestions and for the test that the reference is complete.
pub(crate) const MEMBERS: &[&str] = &[
    // player_read
    "seat",
    "alive",
    "hp",
    "max_hp",
    "lost",
    "hurt",
    "hand",
    "hand_count",
    "equips",
    "cards",
    "judging",
    "weapon",
    "armor",
    "plus_horse",
    "minus_horse",
    "treasure",
    "kingdom",
    "gender",
    "role",
    "role_shown",
    "chained",
    "face_up",
    "general",
    "generals",
    "skills",
    "hand_limit",
    "range",
    "next",
    "prev",
    "in_turn",
    "phase",
    "dying",
    "memo",
    "pile",
    "marks",
    "used",
    "uses_left",
    "has_skill",
    "suspend_skill",
    "borrow_skill",
    "refund",
    "reset_skill",
    "replace_phase",
    "has_effect",
    "effects",
    "distance_to",
    "in_range",
    "can_pindian",
    "can_use",
    "declare",
    "can_discard",
    "slot_open",
    "judge_area_takes",
    // player_cards
    "draw",
    "discard",
    "discard_from",
    "pick_from",
    "obtain",
    "obtain_from",
    "give",
    "recast",
    "look",
    "show",
    "swap_hands",
    "swap_equips",
    // player_put
    "put",
    // player_hp
    "judge",
    "damage",
    "lose_hp",
    "recover",
    "gain_max_hp",
    "lose_max_hp",
    "die",
    "chain",
    "reset",
    "flip",
    "turn_up",
    "reveal_general",
    // player_skill
    "gain_skill",
    "lose_skill",
    "lose_all_skills",
    "gain_mark",
    "lose_mark",
    "gain_effect",
    "end_effect",
    "extra_turn",
    "extra_phase",
    "skip",
    "abolish",
    "restore",
    "pass_on",
    // player_use
    "use",
    "ask_use",
    "ask_respond",
    "respond_with",
    "pindian",
    // player_self
    "has_cards",
    "cards_in",
    "can_respond",
    "lay_down",
    "reveal",
    "check_dying",
    "set_kingdom",
    "set_gender",
    "reset_identity",
    "skills_from",
    // player_ask
    "confirm",
    "choose_player",
    "choose_players",
    "choose_card",
    "choose_cards",
    "choose_option",
    "choose_number",
    "choose_suit",
    "choose_general",
    "arrange",
    "distribute",
];

impl Player {
    /// Look at the character's state.
    pub fn read<T>(&self, look: impl FnOnce(&state::Player) -> T) -> mlua::Result<T> {
        let game = self.hub.game()?;
        self.look(&game, look)
    }

    /// The same in a game at hand.
    pub fn look<T>(&self, game: &Game, look: impl FnOnce(&state::Player) -> T) -> mlua::Result<T> {
        let state = game.read();
        state.players.get(self.id.index()).map(look).ok_or_else(|| oops("there is no such seat in this game"))
    }
}

impl UserData for Player {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        player_read::fields(fields);
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        player_read::methods(methods);
        player_self::methods(methods);
        player_cards::methods(methods);
        player_put::methods(methods);
        player_hp::methods(methods);
        player_skill::methods(methods);
        player_use::methods(methods);
        player_ask::methods(methods);
        methods.add_meta_method(MetaMethod::Index, |_, _, key: String| -> mlua::Result<Value> {
            Err(unknown("a character", &key, MEMBERS))
        });
        methods.add_meta_method(MetaMethod::NewIndex, |_, _, (key, _): (String, Value)| -> mlua::Result<()> {
            Err(oops(format!("`{key}` of a character can't be written: use a verb, or `memo.{key}`")))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, this, other: Value| {
            Ok(super::args::maybe_player(&other) == Some(this.id))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(format!("Player({})", this.id.0 + 1)));
    }
}
