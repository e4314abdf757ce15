//! Sentences for moving cards: who, which, from where, to where.

use crate::cli::Lang;
use crate::words::Words;
use muniu_kernel::Game;
use muniu_kernel::card::Zone;
use muniu_kernel::event::{CardMove, Reason};
use muniu_kernel::ids::{CardId, PlayerId};

impl Words {
    /// The sentence for a batch of cards; nothing for moves that other sentences tell of.
    pub(super) fn moved(
        &self,
        game: &Game,
        moves: &[CardMove],
        reason: Reason,
        by: Option<PlayerId>,
    ) -> Option<String> {
        if matches!(reason, Reason::Use | Reason::Respond | Reason::Pindian | Reason::Judge | Reason::System) {
            return None;
        }
        let mut groups: Vec<(Zone, Zone, Vec<CardMove>)> = Vec::new();
        for entry in moves {
            match groups.iter_mut().find(|(from, to, _)| alike(*from, entry.from) && alike(*to, entry.to)) {
                Some((.., list)) => list.push(*entry),
                None => groups.push((entry.from, entry.to, vec![*entry])),
            }
        }
        let sentences: Vec<String> =
            groups.iter().filter_map(|(from, to, list)| self.group(game, list, (*from, *to), reason, by)).collect();
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }

    fn group(
        &self,
        game: &Game,
        list: &[CardMove],
        (from, to): (Zone, Zone),
        reason: Reason,
        by: Option<PlayerId>,
    ) -> Option<String> {
        let zh = self.lang == Lang::Zh;
        let cards = self.seen_cards(game, list);
        let owner = from.owner().map(|owner| self.player(game, owner));
        let taker = to.owner().map(|taker| self.player(game, taker));
        Some(match (reason, owner, taker) {
            (Reason::Draw, _, Some(taker)) if zh => format!("  {taker} 摸{cards}"),
            (Reason::Draw, _, Some(taker)) => format!("  {taker} draws {cards}"),
            (Reason::Discard, Some(owner), _) => match by.filter(|by| from.owner() != Some(*by)) {
                Some(by) if zh => format!("  {} 弃置 {owner} 的{cards}", self.player(game, by)),
                Some(by) => format!("  {} discards {cards} of {owner}", self.player(game, by)),
                None if zh => format!("  {owner} 弃置{cards}"),
                None => format!("  {owner} discards {cards}"),
            },
            (_, Some(owner), Some(taker)) if owner == taker => self.within(&taker, &cards, to)?,
            (Reason::Give, Some(owner), Some(taker)) if zh => format!("  {owner} 将{cards}交给 {taker}"),
            (Reason::Give, Some(owner), Some(taker)) => format!("  {owner} gives {cards} to {taker}"),
            (_, Some(owner), Some(taker)) if zh => format!("  {taker} 获得 {owner} 的{cards}{}", self.place(to)),
            (_, Some(owner), Some(taker)) => format!("  {taker} gets {cards} from {owner}{}", self.place(to)),
            (_, None, Some(taker)) if zh => format!("  {taker} 获得{cards}{}", self.place(to)),
            (_, None, Some(taker)) => format!("  {taker} gets {cards}{}", self.place(to)),
            (_, owner, None) => {
                let owner = owner.map(|owner| if zh { format!("{owner} 的") } else { format!("{owner}: ") });
                let owner = owner.unwrap_or_default();
                match to {
                    Zone::DrawPile if zh => format!("  {owner}{cards}置于牌堆"),
                    Zone::DrawPile => format!("  {owner}{cards} into the draw pile"),
                    Zone::DiscardPile if matches!(from, Zone::Processing) => return None,
                    Zone::DiscardPile if zh => format!("  {owner}{cards}置入弃牌堆"),
                    Zone::DiscardPile => format!("  {owner}{cards} into the discard pile"),
                    _ => return None,
                }
            }
        })
    }

    fn within(&self, taker: &str, cards: &str, to: Zone) -> Option<String> {
        let place = self.place(to);
        let zh = self.lang == Lang::Zh;
        (!place.is_empty()).then(|| {
            if zh { format!("  {taker} 放置{cards}{place}") } else { format!("  {taker} puts {cards}{place}") }
        })
    }

    /// Where cards go, if it isn't a hand.
    fn place(&self, to: Zone) -> String {
        match to {
            Zone::Pile(_, name) => format!("({})", self.word(name)),
            Zone::Equip(_, slot) => format!("({})", self.word_of(slot.id())),
            Zone::Judge(_) => self.say("(判定区)", " (judgement area)").into(),
            _ => String::new(),
        }
    }

    fn seen_cards(&self, game: &Game, list: &[CardMove]) -> String {
        let seen = |entry: &&CardMove| {
            let own = |zone: Zone| self.viewer.is_none_or(|viewer| zone.owner() == Some(viewer));
            let open = |zone: Zone| matches!(zone, Zone::Equip(..) | Zone::Judge(_) | Zone::DiscardPile);
            entry.open || open(entry.from) || own(entry.from) || self.shows(game, entry.card)
        };
        let (open, covered): (Vec<&CardMove>, Vec<&CardMove>) = list.iter().partition(|entry| seen(entry));
        let mut parts: Vec<String> = open.iter().map(|entry| format!("[{}]", self.card(game, entry.card))).collect();
        let covered: Vec<CardId> = covered.iter().map(|entry| entry.card).collect();
        if !covered.is_empty() {
            parts.push(self.count(covered.len()));
        }
        parts.join(self.say("、", ", "))
    }
}

/// Zones that one sentence can name together.
fn alike(one: Zone, other: Zone) -> bool {
    one == other || (one.holds_own_cards() && other.holds_own_cards() && one.owner() == other.owner())
}
