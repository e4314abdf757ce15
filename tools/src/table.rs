//! The table at a glance: every seat in a line, as one of them (or everybody) sees it.

use crate::cli::Lang;
use crate::words::Words;
use muniu_kernel::Game;
use muniu_kernel::card::Slot;
use muniu_kernel::ids::PlayerId;
use std::fmt::Write;

impl Words {
    /// The table, a line for each seat, ending in a newline.
    pub fn table(&self, game: &Game) -> String {
        let mut out = self.heading(game);
        let seats = game.read().players.len();
        for seat in 0..seats {
            let _ = writeln!(out, "{}", self.seat_line(game, PlayerId(seat as u8)));
        }
        if let Some(viewer) = self.viewer {
            let hand = game.read().players[viewer.index()].hand.clone();
            let _ = writeln!(out, "  {}: {}", self.say("手牌", "hand"), self.cards(game, &hand));
        }
        out
    }

    fn heading(&self, game: &Game) -> String {
        let state = game.read();
        let (round, draw, discard) = (state.round, state.draw_pile.len(), state.discard_pile.len());
        let phase = state.phase;
        drop(state);
        let phase = phase.map(|phase| self.phase(phase)).unwrap_or_default();
        match self.lang {
            Lang::Zh => format!("┌ 第{round}轮 {phase} 牌堆{draw} 弃牌堆{discard}\n"),
            Lang::En => format!("┌ round {round} {phase}, draw pile {draw}, discard pile {discard}\n"),
        }
    }

    fn seat_line(&self, game: &Game, player: PlayerId) -> String {
        let (turn, seat) = {
            let state = game.read();
            (state.turn_owner == Some(player), state.players[player.index()].clone())
        };
        let zh = self.lang == Lang::Zh;
        let mut line = format!("{} {}", if turn { "│▶" } else { "│ " }, self.player(game, player));
        let known = seat.role_shown || !seat.alive || self.viewer.is_none_or(|viewer| viewer == player);
        match seat.role.filter(|_| known) {
            Some(role) => write!(line, " <{}>", self.role(role)),
            None if seat.role.is_some() => write!(line, " <?>"),
            None => Ok(()),
        }
        .ok();
        if !seat.alive {
            let _ = write!(line, " {}", self.say("阵亡", "dead"));
            return line;
        }
        let kingdom = seat.kingdom.map(|kingdom| self.word(kingdom)).unwrap_or_default();
        let hand = if zh { "手牌" } else { "hand " };
        let _ = write!(line, " {kingdom} ♥{}/{} {hand}{}", seat.hp, seat.max_hp, seat.hand.len());
        for slot in Slot::ALL {
            if let Some(card) = seat.equip[slot as usize] {
                let _ = write!(line, " [{}]", self.card(game, card));
            }
        }
        if !seat.judge.is_empty() {
            let cards: Vec<String> = seat.judge.iter().map(|card| self.delayed(game, *card)).collect();
            let _ = write!(line, " {}:{}", self.say("判定区", "judgement"), cards.join(","));
        }
        for (name, pile) in seat.piles.iter().filter(|(_, pile)| !pile.cards.is_empty()) {
            let _ = write!(line, " {}×{}", self.word(name), pile.cards.len());
        }
        for (mark, count) in seat.marks.iter().filter(|(_, count)| **count != 0) {
            let _ = write!(line, " {}={count}", self.word(mark));
        }
        if seat.chained {
            let _ = write!(line, " {}", self.say("连环", "chained"));
        }
        if !seat.face_up {
            let _ = write!(line, " {}", self.say("翻面", "face down"));
        }
        line
    }

    /// A card of a judgement area by the name it lies there as.
    fn delayed(&self, game: &Game, card: muniu_kernel::ids::CardId) -> String {
        let tied = game.read().ties[card.index()];
        let name = tied.map_or_else(|| game.printed(card).name, |tied| game.virtual_card(tied).name);
        self.card_name(name)
    }
}
