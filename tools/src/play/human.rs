//! A person's seat.

use super::menu::Stop;
use super::questions::Question;
use super::reload::Hook;
use super::screen::Screen;
use crate::words::Words;
use muniu_bots::HeuristicBot;
use muniu_kernel::agent::{Agent, View};
use muniu_kernel::request::{Answer, Ask, Request};
use muniu_kernel::rulebook::{Flow, Interrupt};

/// Asks a person, and a bot once there is nothing left to read.
pub struct Human {
    words: Words,
    screen: Screen,
    stand_in: HeuristicBot,
    reload: Option<Hook>,
    away: bool,
}

impl Human {
    pub fn new(words: Words, screen: Screen, stand_in: HeuristicBot, reload: Option<Hook>) -> Self {
        Human { words, screen, stand_in, reload, away: false }
    }
}

impl Agent for Human {
    fn answer(&mut self, view: View<'_>, request: &Request) -> Flow<Answer> {
        if self.screen.is_closed() {
            return Err(Interrupt::Quit);
        }
        if self.away {
            return self.stand_in.answer(view, request);
        }
        if request.ask == Ask::Play {
            let table = self.words.table(view.rules());
            self.screen.print(&table);
        }
        loop {
            let mut question = Question { words: &self.words, screen: &mut self.screen, view, request };
            match question.ask() {
                Ok(answer) => {
                    if let Some(reload) = &self.reload {
                        reload(view.rules());
                    }
                    match view.rules().check(request, &answer) {
                        Ok(()) => return Ok(answer),
                        Err(reason) => {
                            let reason = self.words.refusal(view.rules(), &reason);
                            self.screen.line(&format!("  ! {reason}"));
                        }
                    }
                }
                Err(Stop::Back) => {}
                Err(Stop::Quit) => return Err(Interrupt::Quit),
                Err(Stop::End) => {
                    self.away = true;
                    self.screen.line(
                        self.words.say(
                            "\n* 输入已结束, 由电脑代打",
                            "\n* There is no more input: a bot takes over this seat",
                        ),
                    );
                    return self.stand_in.answer(view, request);
                }
            }
        }
    }
}
