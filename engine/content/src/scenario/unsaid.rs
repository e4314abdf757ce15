//! What a position's text has no words for: told at its head, so that nobody takes the text for the whole.

use muniu_kernel::Game;
use muniu_kernel::def::Scope;
use muniu_kernel::event::Event;
use muniu_kernel::history::Record;
use muniu_kernel::state::{Lasts, Player, State};

/// Comment lines in both languages; none if the text says everything.
pub(super) fn unsaid(game: &Game) -> String {
    let state = &*game.read();
    let missing: Vec<(&str, &str)> =
        LEFT_OUT.iter().filter(|(_, _, stands)| stands(state)).map(|(zh, en, _)| (*zh, *en)).collect();
    if missing.is_empty() {
        return String::new();
    }
    let (zh, en): (Vec<_>, Vec<_>) = missing.into_iter().unzip();
    format!("-- 没有写进文本的：{}\n-- not in this text: {}\n", zh.join("、"), en.join(", "))
}

/// Something that a game may stand at, in both languages, and whether this one does.
type LeftOut = (&'static str, &'static str, fn(&State) -> bool);

const LEFT_OUT: [LeftOut; 7] = [
    ("正在结算的事件", "the event that is being resolved", is_in_an_event),
    ("本回合用过的牌和技能", "cards and skills used this turn", has_used),
    ("持续的效果和暂时获得或失效的技能", "lasting effects, skills for a while", lasts),
    ("等待进行的额外回合", "extra turns to come", |state| !state.extra_turns.is_empty()),
    ("技能记下的内容", "notes of skills", has_notes),
    ("哪些牌堆是暗置的或可当手牌", "which piles are secret or count as hand cards", has_special_piles),
    ("被废除的区域", "abolished areas", has_abolished),
];

fn is_in_an_event(state: &State) -> bool {
    state.frames.iter().any(|frame| !matches!(frame.event, Event::Game | Event::Turn(_) | Event::Phase(_)))
}

fn has_used(state: &State) -> bool {
    let used = |record: &Record| matches!(record, Record::Use { .. } | Record::Skill { .. });
    state.turn_owner.is_some() && state.history.since(state.history.start(Scope::Turn)).any(used)
}

fn lasts(state: &State) -> bool {
    let for_a_while = |lasts: Lasts| lasts != Lasts::Game;
    !state.effects.is_empty()
        || state
            .players
            .iter()
            .any(|player| !player.suspended.is_empty() || player.skills.iter().any(|owned| for_a_while(owned.lasts)))
}

fn has_notes(state: &State) -> bool {
    state.players.iter().any(|player| player.memo.iter().next().is_some())
}

fn has_special_piles(state: &State) -> bool {
    let special =
        |player: &Player| player.piles.iter().any(|(_, pile)| !pile.cards.is_empty() && (pile.secret || pile.as_hand));
    state.players.iter().any(special)
}

fn has_abolished(state: &State) -> bool {
    state.players.iter().any(|player| player.judge_abolished || !player.abolished.is_empty())
}
