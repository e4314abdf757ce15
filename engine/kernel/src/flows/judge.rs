//! 判定事件 (rules 4.2.11).

use crate::card::Zone;
use crate::event::{Event, Judge, JudgeResult, Reason, Spot};
use crate::game::Game;
use crate::history::Record;
use crate::ids::{CardId, EventId, PlayerId};
use crate::names::Name;
use crate::note::Note;
use crate::rulebook::{Arg, Call, Flow};
use crate::timing::Timing;

impl Game {
    /// `player` judges for `reason`. `then(me, ev)` is the effect of the skill that judges, at "result decided ❶".
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn judge(&self, player: PlayerId, reason: Name, then: Option<crate::def::Fun>) -> Flow<Option<JudgeResult>> {
        if !self.alive(player) {
            return Ok(None);
        }
        let card = self.top(1)?[0];
        let id = self.begin(Event::Judge(Judge { player, reason, card, result: None, then }));
        let result = self.judge_flow(id, player, card);
        self.settle(id, result).map(Some)
    }

    fn judge_flow(&self, id: EventId, player: PlayerId, card: CardId) -> Flow<JudgeResult> {
        self.shift(&[card], Zone::Processing, Reason::Judge, Some(player), true)?;
        self.note(|| Note::Judge { player, reason: self.judging(id).reason, card });
        self.fire(Timing::JudgeStart, id)?;
        self.fire(Timing::JudgeCardSet, id)?;
        self.fire(Timing::BeforeJudgeResult, id)?;
        let result = self.fix_result(id);
        self.fire(Timing::JudgeResultFixed, id)?;
        self.judge_effect(id, player)?;
        self.fire(Timing::AfterJudgeResult1, id)?;
        self.fire(Timing::AfterJudgeResult2, id)?;
        self.fire(Timing::JudgeResolved, id)?;
        Ok(result)
    }

    fn judging(&self, id: EventId) -> Judge {
        match &*self.event(id) {
            Event::Judge(judge) => judge.clone(),
            _ => unreachable!("the event is a judgement"),
        }
    }

    /// What the judgement card shows when the result is fixed is the result, whatever becomes of the card.
    fn fix_result(&self, id: EventId) -> JudgeResult {
        let Judge { player, card, reason, .. } = self.judging(id);
        let face = self.face(card);
        let result = JudgeResult { name: face.name, suit: face.suit, color: face.suit.color(), rank: face.rank };
        if let Event::Judge(judge) = &mut *self.event_mut(id) {
            judge.result = Some(result);
        }
        self.edit().record(id, Record::Judge { player, reason, card, color: result.color });
        self.note(|| Note::JudgeResult { player, card });
        result
    }

    fn judge_effect(&self, id: EventId, player: PlayerId) -> Flow {
        let Judge { then: Some(fun), reason, .. } = self.judging(id) else { return Ok(()) };
        let args = [Arg::Player(player), Arg::Event(id.into())];
        self.run_script(Call { fun, skill: reason, args: &args }).map(drop)
    }

    /// Put another card in the place of the judgement card; `take` is who gets the old one (鬼道), else it goes to the
    /// discard pile.
    ///
    /// # Errors
    /// Interrupts from inside.
    pub fn replace_judge_card(&self, id: EventId, by: PlayerId, card: CardId, take: Option<PlayerId>) -> Flow {
        let old = self.judging(id).card;
        if self.read().zones[card.index()] != Zone::Processing {
            self.shift(&[card], Zone::Processing, Reason::Respond, Some(by), true)?;
        }
        self.hand_over(&[card], id);
        if let Event::Judge(judge) = &mut *self.event_mut(id) {
            judge.card = card;
        }
        match take {
            Some(player) => self.obtain(player, &[old], true).map(drop),
            None => self.put(Some(by), &[old], Zone::DiscardPile, Spot::Top).map(drop),
        }
    }
}
