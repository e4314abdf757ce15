//! `muniu table`: the playtest table in the browser. One thread plays the game and owns everything of it; a small server
//! carries messages between that thread and the pages.

mod ask;
mod commands;
mod direct;
mod journal;
mod moment;
mod page;
mod position;
#[cfg(test)]
mod protocol;
mod publish;
mod reload;
mod room;
mod saved;
mod seat;
mod server;
mod session;
mod shapes;
mod source;
mod told;
mod view;
mod wire;

use crate::cli::{Common, TableArgs};
use crate::exit::Exit;
use crate::load::{self, Plan};
use crate::root;
use anyhow::{Context, Result};
use muniu_kernel::ids::PlayerId;
use room::Room;
use session::Session;
use std::sync::mpsc;

/// Serve a table until the process is stopped.
pub fn run(common: &Common, args: &TableArgs) -> Result<Exit> {
    let source = load::source(common)?;
    let content = load::content(source);
    let plan = Plan::of(&args.game)?;
    plan.check(&content)?;

    let (commands, inbox) = mpsc::channel();
    let room = Room::new(plan.seats, PlayerId((args.game.seat - 1) as u8))?;
    let address = server::start(room.clone(), commands, args)?;
    let url = format!("http://{address}/?token={}", room.host_token());
    println!("{url}");
    if !args.host.is_loopback() {
        eprintln!("muniu: anybody who can reach {address} and knows a link can join this table");
    }
    if !args.no_open {
        server::open_browser(&url);
    }
    let packs = root::packs(common)?;
    Session::new(content, plan, packs, room, inbox, args).run().context("the table stopped")?;
    Ok(Exit::Clean)
}
