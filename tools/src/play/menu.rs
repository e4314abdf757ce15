//! Menus: numbered lines, and what people may type.

use super::screen::Screen;
use crate::cli::Lang;
use crate::words::Words;
use muniu_kernel::names::Name;

/// Why a question got no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// One step back.
    Back,
    /// Leave the game.
    Quit,
    /// There is nothing left to read.
    End,
}

/// A line of a menu.
#[derive(Debug, Clone)]
pub struct Item {
    pub label: String,
    /// What `? N` explains.
    pub about: Option<Name>,
}

impl Item {
    pub fn new(label: impl Into<String>, about: Option<Name>) -> Self {
        Item { label: label.into(), about }
    }
}

/// What may be chosen.
#[derive(Debug, Clone)]
pub struct Menu {
    pub title: String,
    pub items: Vec<Item>,
    pub min: usize,
    pub max: usize,
    /// What an empty line means, if it means anything beyond "none".
    pub enter: Option<String>,
}

impl Menu {
    /// Let somebody choose; answers the numbers chosen, from 0, in the order typed. An empty list is an empty line.
    pub fn choose(&self, words: &Words, screen: &mut Screen) -> Result<Vec<usize>, Stop> {
        self.show(screen);
        loop {
            let Some(line) = screen.read(&self.prompt(words)) else { return Err(Stop::End) };
            if screen.is_closed() {
                return Err(Stop::Quit);
            }
            match line.as_str() {
                "q" | "Q" | "quit" => return Err(Stop::Quit),
                "b" | "B" | "back" => return Err(Stop::Back),
                "?" | "？" | "h" | "help" => self.help(words, screen),
                "" if self.enter.is_some() || self.min == 0 => return Ok(Vec::new()),
                text if text.starts_with(['?', '？']) => self.explain(text, words, screen),
                text => match self.parse(text, words) {
                    Ok(chosen) => return Ok(chosen),
                    Err(reason) => screen.line(&format!("  ! {reason}")),
                },
            }
        }
    }

    fn show(&self, screen: &mut Screen) {
        screen.line(&format!("? {}", self.title));
        for (at, item) in self.items.iter().enumerate() {
            screen.line(&format!("  {:>2}. {}", at + 1, item.label));
        }
    }

    fn prompt(&self, words: &Words) -> String {
        let enter = match &self.enter {
            Some(enter) => format!(" [Enter={enter}]"),
            None if self.min == 0 => format!(" [Enter={}]", words.say("不选", "none")),
            None => String::new(),
        };
        let count = match (self.min.max(1), self.max.min(self.items.len())) {
            (1, 0 | 1) => String::new(),
            (min, max) if min == max => format!(" ×{min}"),
            (min, max) => format!(" ×{min}–{max}"),
        };
        format!("{count}{enter} > ")
    }

    fn parse(&self, text: &str, words: &Words) -> Result<Vec<usize>, String> {
        let mut chosen = Vec::new();
        for part in text.split(|c: char| c.is_whitespace() || ",，、;".contains(c)).filter(|part| !part.is_empty()) {
            let number: Option<usize> = part.parse().ok().filter(|number| (1..=self.items.len()).contains(number));
            let Some(number) = number else {
                let most = self.items.len();
                return Err(match words.lang {
                    Lang::Zh => format!("“{part}”不是 1 到 {most} 的数字; 输入 ? 看说明"),
                    Lang::En => format!("`{part}` is no number from 1 to {most}; type ? for help"),
                });
            };
            if chosen.contains(&(number - 1)) {
                return Err(format!("{number}: {}", words.say("选了两次", "chosen twice")));
            }
            chosen.push(number - 1);
        }
        let (min, max) = (self.min.max(1), self.max.min(self.items.len()));
        if chosen.len() < min || chosen.len() > max {
            let bounds = if min == max { min.to_string() } else { format!("{min}–{max}") };
            return Err(match words.lang {
                Lang::Zh => format!("要选 {bounds} 个, 给了 {} 个", chosen.len()),
                Lang::En => format!("choose {bounds}, not {}", chosen.len()),
            });
        }
        Ok(chosen)
    }

    fn explain(&self, text: &str, words: &Words, screen: &mut Screen) {
        let number = text.trim_start_matches(['?', '？']).trim().parse::<usize>().ok();
        let item = number.and_then(|number| self.items.get(number.checked_sub(1)?));
        let said = item.and_then(|item| item.about).and_then(|about| words.text(about));
        match said {
            Some(said) => screen.line(&format!("  {said}")),
            None => screen.line(words.say("  没有更多说明", "  there is no more to say")),
        }
    }

    fn help(&self, words: &Words, screen: &mut Screen) {
        screen.line(words.say(
            "  输入编号选择, 多个用空格或逗号隔开. Enter: 方括号里写的. b: 返回上一步. ? N: 说明第 N 项. q: 退出.",
            "  Type a number; several with spaces or commas. Enter: what the brackets say. b: back. ? N: explain line N. q: quit.",
        ));
    }
}
