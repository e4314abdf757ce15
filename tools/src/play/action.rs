//! Actions: a way, then whatever it still needs, step by step as the game offers it.

use super::menu::{Item, Menu, Stop};
use super::questions::Question;
use muniu_bots::seen::Seen;
use muniu_kernel::def::Ability;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::legality::Next;
use muniu_kernel::request::{AbilityRef, Action, Answer, Ask, Way};

impl Question<'_> {
    pub(super) fn action(&mut self) -> Result<Answer, Stop> {
        loop {
            let mut actions: Vec<Action> = Vec::new();
            for way in self.game().ways(self.request) {
                actions.push(Action::new(way));
                if let Way::Convert(at) = way
                    && self.may_recast(at)
                {
                    actions.push(Action { recast: true, ..Action::new(way) });
                }
            }
            let items = actions.iter().map(|action| self.way_item(action)).collect();
            let menu = Menu { title: self.title(), items, min: 1, max: 1, enter: self.pass() };
            let Some(at) = self.choose(&menu)?.first().copied() else { return Ok(Answer::Pass) };
            match self.fill(actions[at].clone()) {
                Err(Stop::Back) => {}
                other => return other.map(Answer::Act),
            }
        }
    }

    fn may_recast(&self, at: AbilityRef) -> bool {
        let known = Seen::new(self.view).ability(at);
        self.request.ask == Ask::Play
            && matches!(known.as_ref().and_then(|known| known.ability()), Some(Ability::Convert(convert)) if convert.recast)
    }

    fn way_item(&self, action: &Action) -> Item {
        match action.way {
            Way::Card(card) => self.card_item(card),
            Way::Recast(card) => {
                let item = self.card_item(card);
                Item { label: format!("{} {}", self.say("重铸", "recast"), item.label), ..item }
            }
            Way::Convert(at) | Way::Provide(at) | Way::Active(at) | Way::Trigger(at) => {
                let recast = if action.recast { self.say(" (重铸)", " (recast)") } else { "" };
                Item::new(format!("【{}】{recast}", self.words.skill(at.skill)), Some(at.skill))
            }
        }
    }

    fn next(&self, action: &Action) -> Next {
        self.game().next(self.request, action)
    }

    fn fill(&mut self, mut action: Action) -> Result<Action, Stop> {
        self.fill_cards(&mut action)?;
        let names = self.next(&action).names;
        if !names.is_empty() {
            let items = names.iter().map(|name| Item::new(self.words.card_name(*name), Some(*name))).collect();
            let title = self.say("当作哪种牌?", "as which card?").to_owned();
            let at = self.just_one(title, items)?;
            action.name = Some(names[at]);
        }
        let options = self.next(&action).options;
        if !options.is_empty() {
            let item = |value| Item::new(self.words.option(self.game(), self.request.prompt.skill, value), None);
            let items = options.iter().map(item).collect();
            let title = self.say("选择一项", "choose one").to_owned();
            action.option = Some(self.just_one(title, items)? as u16);
        }
        self.fill_targets(&mut action)?;
        Ok(action)
    }

    fn just_one(&mut self, title: String, items: Vec<Item>) -> Result<usize, Stop> {
        let chosen = self.choose(&Menu { title, items, min: 1, max: 1, enter: None })?;
        chosen.first().copied().ok_or(Stop::Back)
    }

    fn fill_cards(&mut self, action: &mut Action) -> Result<(), Stop> {
        loop {
            let next = self.next(action);
            let (least, most) = next.card_bounds;
            let have = action.cards.len();
            if next.cards.is_empty() || have >= most {
                return Ok(());
            }
            let (min, max) = (least.saturating_sub(have), most.saturating_sub(have));
            let items = next.cards.iter().map(|card| self.card_item(*card)).collect();
            let title = self.say("选择牌", "choose cards").to_owned();
            let chosen = self.choose(&Menu { title, items, min: min.min(1), max, enter: None })?;
            if chosen.is_empty() {
                return Ok(());
            }
            for at in chosen {
                self.add_card(action, next.cards[at]);
            }
            if action.cards.len() >= least {
                return Ok(());
            }
        }
    }

    /// Cards given together are added one after another: one may rule out the next.
    fn add_card(&mut self, action: &mut Action, card: CardId) {
        if self.next(action).cards.contains(&card) {
            action.cards.push(card);
        } else {
            let label = self.words.card(self.game(), card);
            self.screen.line(&format!(
                "  ! {label}: {}",
                self.say("不能与前面的一起选", "can't be chosen with those before it")
            ));
        }
    }

    fn fill_targets(&mut self, action: &mut Action) -> Result<(), Stop> {
        loop {
            let next = self.next(action);
            let (least, most) = next.target_bounds;
            let have = action.targets.len();
            if next.targets.is_empty() || have >= most {
                return Ok(());
            }
            let min = if next.ready { 0 } else { least.saturating_sub(have).max(1) };
            let items = next.targets.iter().map(|player| self.player_item(*player)).collect();
            let title = self.say("选择目标", "choose targets").to_owned();
            let max = most.saturating_sub(have).max(1);
            let chosen = self.choose(&Menu { title, items, min: min.min(1), max, enter: None })?;
            if chosen.is_empty() {
                return Ok(());
            }
            for at in chosen {
                self.add_target(action, next.targets[at]);
            }
            if self.next(action).ready {
                return Ok(());
            }
        }
    }

    fn add_target(&mut self, action: &mut Action, target: PlayerId) {
        if self.next(action).targets.contains(&target) {
            action.targets.push(target);
        } else {
            let label = self.words.player(self.game(), target);
            self.screen
                .line(&format!("  ! {label}: {}", self.say("不能与前面的一起选", "can't be chosen with those before")));
        }
    }
}
