//! What becomes of a table whose game breaks off by itself: the kernel, a mode or the table panicked, or the game was
//! interrupted. Its thread outlives that. The game, its VM and what was said to it are thrown away; what is kept of a table
//! at any time ([`Kept`]) is whole, since it only ever grows by one entry or is cut at one, and the record with it. So the
//! table is set up anew from there, one decision before it broke. What followed is not played again but still there: it is
//! the recorded future, and a branch as soon as somebody plays on in another way.

use super::hall::{Life, Spot};
use super::kept::Kept;
use super::room::Role;
use super::server::Command;
use super::session::{Entry, Session, Table, Then};
use super::shapes::Both;
use super::told::complaint;
use muniu_content::ContentSource;
use muniu_content::watch::Saved;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// How a game broke off.
pub struct Broken {
    /// What the panic said.
    pub what: String,
    /// The decision it had come to.
    pub at: u64,
    /// The content in force, which need not be what lies on the disk.
    pub source: Arc<ContentSource>,
}

/// The decision at which to stand after a game broke off at decision `at`, on its way to `goal` if it was being played
/// again. `last`: where the table was set up when this happened before. Nothing: there is no way back.
fn back(at: u64, goal: Option<u64>, last: Option<u64>) -> Option<u64> {
    match last {
        Some(0) if at == 0 => None,
        // Not even the way there can be played.
        Some(last) if goal == Some(last) && at <= last => Some(0),
        _ => Some(at.saturating_sub(1)),
    }
}

impl Table {
    /// The decision that the game has come to.
    pub(super) fn reached(&self) -> u64 {
        self.entries.iter().take(self.at).filter(|entry| matches!(entry, Entry::Answer(_))).count() as u64
    }
}

impl Session {
    /// Begin by going to this decision, and don't play what follows it, as would be done for the timeline's sake.
    pub fn stand_at(&self, at: u64) {
        let table = &mut *self.0.borrow_mut();
        (table.survey, table.then) = (None, Then::Again(Some(at)));
    }
}

impl Spot {
    /// Set the table up anew after its game broke off. Answers the decision to stand at, and where commands come from;
    /// nothing if the table can't go on.
    pub(super) fn rescue(
        &self,
        broken: &Broken,
        kept: &mut Kept,
        last: Option<u64>,
    ) -> Option<(u64, Receiver<Command>)> {
        let Broken { what, at, source } = broken;
        eprintln!("muniu: a table's game broke off at decision {at}: {what}");
        if let Some(path) = kept.record.path() {
            eprintln!("muniu: its record is {0}; to see it again: muniu replay {0}", path.display());
        }
        let life = &mut *self.life();
        let Some(at) = back(*at, kept.at, last) else {
            self.give_up(life, what, kept.record.path());
            return None;
        };
        kept.playing = false;
        let (commands, inbox) = self.line();
        for (client, role) in self.room.clients() {
            let Both { zh, en } = rescued(at, (role == Role::Host).then_some(what));
            self.room.send(client, &complaint(zh, en));
            // It gets everything anew.
            let _ = commands.send(Command::Joined(client));
        }
        let newest = self.newest();
        if newest.digest != source.digest {
            // Refused already, or saved just now: told again, for what was told is forgotten.
            let _ = commands.send(Command::Saved(Saved { files: Vec::new(), source: newest }));
        }
        *life = Life::Running(commands);
        Some((at, inbox))
    }

    /// The table can't go on; its pages are told why, now and whenever they ask.
    pub(super) fn give_up(&self, life: &mut Life, what: &str, record: Option<&Path>) {
        eprintln!("muniu: a table stopped: {what}");
        let why = gone(record);
        for (client, _) in self.room.clients() {
            self.room.send(client, &complaint(&why.zh, &why.en));
        }
        *life = Life::Gone(why);
    }
}

/// What pages hear of a table that was set up anew. What exactly broke may tell of hidden things: only the host hears it.
fn rescued(at: u64, what: Option<&String>) -> Both {
    let (what_zh, what_en) = what.map(|what| (format!("（{what}）"), format!(" ({what})"))).unwrap_or_default();
    let (zh, en) = match at {
        0 => ("回到了开局".into(), "went back to the beginning".into()),
        at => (format!("退回到第 {at} 步"), format!("went back to #{at}")),
    };
    Both::new(
        format!("程序出错，对局中断{what_zh}。牌桌{zh}并暂停，什么都没有丢：可以换一种选择、从这里继续，或退得更早"),
        format!(
            "A fault in the program broke the game off{what_en}. The table {en} and stands still; nothing is lost: answer otherwise, play on from here, or go back further"
        ),
    )
}

/// What pages hear of a table that can't go on.
fn gone(record: Option<&Path>) -> Both {
    let name = record.and_then(Path::file_name).map(|name| name.display().to_string());
    let (zh, en) =
        name.map(|name| (format!("；对局记录在 {name}"), format!("; its record is {name}"))).unwrap_or_default();
    Both::new(
        format!("程序出错，这张牌桌无法继续，已经停用{zh}"),
        format!("A fault in the program: this table can't go on and is closed{en}"),
    )
}

#[cfg(test)]
mod tests {
    use super::back;

    #[test]
    fn each_time_it_goes_further_back_until_there_is_no_way() {
        // Broken off in play, wherever it stood before.
        assert_eq!(back(41, None, None), Some(40));
        assert_eq!(back(41, None, Some(40)), Some(40));
        assert_eq!(back(12, Some(20), Some(40)), Some(11));
        // Broken off on the way back.
        assert_eq!(back(17, Some(40), Some(40)), Some(0));
        assert_eq!(back(40, Some(40), Some(40)), Some(0));
        assert_eq!(back(0, Some(0), Some(0)), None);
        // At the beginning nothing may be left to go back from.
        assert_eq!(back(0, None, None), Some(0));
        assert_eq!(back(0, None, Some(0)), None);
    }
}
