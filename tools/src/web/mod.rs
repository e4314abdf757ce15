//! `muniu play`: the playtest table in the browser. One thread plays a table's game and owns everything of it; a small
//! server carries messages between those threads and the pages.

mod ask;
mod changes;
mod commands;
mod decide;
mod direct;
mod games;
mod hall;
mod host;
mod journal;
mod kept;
mod moment;
mod page;
mod pictures;
mod position;
#[cfg(test)]
mod protocol;
mod publish;
mod record;
mod reload;
mod rescue;
#[cfg(test)]
mod rescued;
mod room;
mod scenario;
mod seat;
mod server;
mod session;
mod shapes;
mod source;
mod told;
mod view;
mod window;
mod wire;

pub use direct::apply as make_change;
pub use record::{beside, is_played};
pub use wire::Change;

use crate::cli::{Common, PlayArgs};
use crate::exit::Exit;
use crate::load::{self, Plan};
use crate::replay::{self, saved};
use crate::root;
use anyhow::{Context, Result, bail};
use hall::{Hall, House, Spot};
use kept::Kept;
use muniu_content::{Content, Packs};
use muniu_kernel::ids::PlayerId;
use record::Record;
use room::{Links, Room};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Serve tables until the process is stopped.
pub fn run(common: &Common, args: &PlayArgs) -> Result<Exit> {
    let packs = root::packs(common)?;
    let source = load::source(common)?;
    let content = load::content(source.clone());
    let games = (!args.no_replay).then(|| PathBuf::from(replay::DIRECTORY));
    let park = Duration::from_secs(args.park);
    let house = House::new(
        Packs::new(packs, source),
        args.game.bot,
        args.edit,
        args.lang,
        games,
        park,
        Duration::from_secs(args.clock),
    );
    let mut spots = Vec::new();
    for number in 0..u64::from(args.tables) {
        spots.push(match &args.resume {
            Some(file) if number == 0 => resumed(&house, &content, args, file)?,
            _ => fresh(&house, &content, args, number)?,
        });
    }
    drop(content);
    let links: Vec<String> = spots.iter().map(|spot| spot.room.host_token()).collect();
    let (address, server) = server::start(Hall::new(spots), house.packs.roots().to_vec(), args)?;
    let urls: Vec<String> = links.iter().map(|token| format!("http://{address}/?token={token}")).collect();
    if !args.host.is_loopback() {
        eprintln!("muniu: anybody who can reach {address} and knows a link can join this table");
    }
    if args.resume.is_none()
        && let Some(game) = saved::unfinished(&house.games)
    {
        eprintln!("muniu: there is an unfinished game: {game}; the page offers it, or start with --resume last");
    }
    urls.iter().for_each(|url| println!("{url}"));
    if !args.no_open {
        server::open_browser(&urls[0]);
    }
    server.join().ok().context("the server stopped")?;
    Ok(Exit::Clean)
}

/// A table with a new game.
fn fresh(house: &Arc<House>, content: &Content, args: &PlayArgs, number: u64) -> Result<Arc<Spot>> {
    let mut plan = Plan::of(&args.game)?;
    plan.seed = plan.seed.wrapping_add(number);
    plan.check(content)?;
    let record = match &args.replay {
        Some(file) if file.exists() => bail!("{} is there already", file.display()),
        Some(file) => Record::new(Some(file.clone()), replay::file::Header::of(&plan, &content.source(), true)),
        None => house.record(&plan, &content.source()),
    };
    let links = Links::new(plan.seats, PlayerId((args.game.seat - 1) as u8))?;
    Ok(Spot::new(house.clone(), Room::new(links), Kept::new(plan, record)))
}

/// A table that goes on with a saved game.
fn resumed(house: &Arc<House>, content: &Content, args: &PlayArgs, file: &Path) -> Result<Arc<Spot>> {
    let last = || match saved::unfinished(&house.games) {
        Some(game) => Ok(game.path),
        None => bail!("there is no unfinished game in {}/", replay::DIRECTORY),
    };
    let path = if file == Path::new("last") { last()? } else { file.to_owned() };
    let (kept, seating) = Kept::open(&path)?;
    kept.plan.check(content)?;
    let links = match seating {
        Some(seating) if seating.links.are_whole(kept.plan.seats) => seating.links,
        _ => Links::new(kept.plan.seats, PlayerId((args.game.seat - 1) as u8))?,
    };
    eprintln!("muniu: going on with {}", path.display());
    Ok(Spot::new(house.clone(), Room::new(links), kept))
}
