//! Recorded answers as calls of a scenario.

use super::describe;
use super::text::card_text;
use super::write::quoted;
use muniu_kernel::Game;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{AbilityRef, Action, Answer, Ask, Pick, Request, Way};
use muniu_kernel::value::Value;

/// Words that are no names for a seat.
const TAKEN: [&str; 27] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while", "continue", "t", "game", "history", "use", "scenario",
];

/// A call of a scenario that answers a question.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub seat: PlayerId,
    /// Without the seat: `answers("jink")`.
    pub words: String,
    /// Declines.
    pub pass: bool,
    /// What the question is: a queued answer to one of another sort doesn't fit it.
    pub sort: String,
}

/// The seats' names in a scenario: their generals'.
pub(super) struct Vars(Vec<String>);

impl Vars {
    pub fn new(game: &Game) -> Vars {
        let state = game.read();
        let mut vars: Vec<String> = Vec::new();
        for (number, of) in state.players.iter().enumerate() {
            let general = of.generals.first().map(|general| game.names().text(general.name).replace([':', '-'], "_"));
            let fine = general.filter(|word| {
                let bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
                    && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                bare && !TAKEN.contains(&word.as_str())
            });
            let name = fine.unwrap_or_else(|| format!("p{}", number + 1));
            let name = if vars.contains(&name) { format!("{name}_{}", number + 1) } else { name };
            vars.push(name);
        }
        Vars(vars)
    }

    pub fn of(&self, player: PlayerId) -> &str {
        &self.0[player.index()]
    }

    pub fn all(&self) -> String {
        self.0.join(", ")
    }

    fn list(&self, players: &[PlayerId]) -> String {
        match players {
            [one] => self.of(*one).to_owned(),
            several => braced(several.iter().map(|player| self.of(*player).to_owned())),
        }
    }
}

fn braced(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "{}".into() } else { format!("{{ {} }}", items.join(", ")) }
}

fn cards(game: &Game, cards: &[CardId]) -> String {
    quoted(&cards.iter().map(|card| card_text(game, *card)).collect::<Vec<_>>().join(", "))
}

/// The cards of a pile or a gift, each in quotes.
fn each(game: &Game, cards: &[CardId]) -> String {
    braced(cards.iter().map(|card| quoted(&card_text(game, *card))))
}

fn skill(game: &Game, at: AbilityRef) -> String {
    quoted(&game.names().text(at.skill))
}

fn value(game: &Game, vars: &Vars, value: &Value) -> Result<String, String> {
    Ok(match value {
        Value::Bool(yes) => yes.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => quoted(text),
        Value::Name(name) => quoted(&game.names().text(*name)),
        Value::Suit(suit) => quoted(suit.id()),
        Value::Player(player) => vars.of(*player).to_owned(),
        Value::Card(card) => quoted(&card_text(game, *card)),
        Value::Nil | Value::List(_) | Value::Map(_) => return Err("an option that no word says".into()),
    })
}

/// Options of a call: nothing if there are none.
struct Options(Vec<String>);

impl Options {
    fn put(&mut self, key: &str, value: String) {
        self.0.push(format!("{key} = {value}"));
    }

    /// As one more argument.
    fn argument(&self) -> String {
        if self.0.is_empty() { String::new() } else { format!(", {{ {} }}", self.0.join(", ")) }
    }
}

/// What is chosen with an action.
fn chosen(game: &Game, vars: &Vars, request: &Request, action: &Action) -> Result<Options, String> {
    let mut options = Options(Vec::new());
    if !action.cards.is_empty() {
        options.put("cards", cards(game, &action.cards));
    }
    if !action.targets.is_empty() {
        let key = if action.targets.len() == 1 { "target" } else { "targets" };
        options.put(key, vars.list(&action.targets));
    }
    if let Some(number) = action.option {
        let before = Action { option: None, targets: Vec::new(), ..action.clone() };
        let known = game.next(request, &before).options;
        let option = known.get(usize::from(number)).ok_or("an option that is not offered")?;
        options.put("option", value(game, vars, option)?);
    }
    Ok(options)
}

/// An action at an idle point.
pub(super) fn action(game: &Game, vars: &Vars, request: &Request, action: &Action) -> Result<String, String> {
    let who = vars.of(request.seat);
    let several = |at: AbilityRef| {
        let same = |way: &Way| match way {
            Way::Convert(other) | Way::Provide(other) | Way::Active(other) => other.skill == at.skill,
            _ => false,
        };
        at.owner != request.seat && game.ways(request).iter().filter(|way| same(way)).count() > 1
    };
    Ok(match action.way {
        Way::Recast(card) => format!("{who}:recasts({})", cards(game, &[card])),
        Way::Convert(at) if action.recast => {
            format!("{who}:recasts({}, {{ by = {} }})", cards(game, &action.cards), skill(game, at))
        }
        Way::Card(card) => {
            let card_name = game.face(card).name;
            let paired = game.catalogue().card(card_name).is_some_and(|def| def.second.is_some());
            let card = cards(game, &[card]);
            match action.targets.as_slice() {
                [] => format!("{who}:uses({card})"),
                [target, second] if paired => {
                    format!("{who}:uses({card}, {}, {{ second = {} }})", vars.of(*target), vars.of(*second))
                }
                targets => format!("{who}:uses({card}, {})", vars.list(targets)),
            }
        }
        Way::Convert(at) | Way::Provide(at) => {
            let name = game.declares(request, action).ok_or("a card without a name")?;
            let mut options = Options(vec![format!("by = {}", skill(game, at))]);
            if !action.cards.is_empty() {
                options.put("cards", cards(game, &action.cards));
            }
            if several(at) {
                options.put("owner", vars.of(at.owner).to_owned());
            }
            let targets = match action.targets.as_slice() {
                [] => String::new(),
                targets => format!(", {}", vars.list(targets)),
            };
            format!("{who}:uses({}{targets}{})", quoted(&game.names().text(name)), options.argument())
        }
        Way::Active(at) => {
            let mut options = chosen(game, vars, request, action)?;
            if several(at) {
                options.put("owner", vars.of(at.owner).to_owned());
            }
            format!("{who}:activates({}{})", skill(game, at), options.argument())
        }
        Way::Trigger(_) => return Err("a triggered skill at an idle point".into()),
    })
}

/// The answer to a question in the middle of an action.
pub(super) fn call(game: &Game, vars: &Vars, request: &Request, answer: &Answer) -> Result<Call, String> {
    let subject = subject(game, request);
    let words = match answer {
        Answer::Pass => match (&request.ask, &subject) {
            (Ask::Trigger { .. } | Ask::Card { .. }, Some(word)) => format!("declines({})", quoted(word)),
            _ => "passes()".to_owned(),
        },
        Answer::Act(action) => acted(game, vars, request, action)?,
        Answer::Yes => {
            let skill = request.prompt.skill.map(|skill| game.names().text(skill).to_string());
            format!("answers({})", quoted(skill.as_deref().unwrap_or("yes")))
        }
        Answer::Index(number) => match &request.ask {
            Ask::OrderTriggers { options, .. } => {
                let at = options.get(*number).ok_or("a skill that is not offered")?;
                format!("picks({})", skill(game, *at))
            }
            Ask::Option { options } => {
                let option = options.get(*number).ok_or("an option that is not offered")?;
                format!("picks({})", value(game, vars, option)?)
            }
            _ => return Err("a number that no word says".into()),
        },
        Answer::Cards(picks) => format!("picks({})", picked(game, vars, picks)),
        Answer::Players(players) => format!("picks({})", vars.list(players)),
        Answer::Number(number) => format!("picks({number})"),
        Answer::Suit(suit) => format!("picks({})", quoted(suit.id())),
        Answer::Name(name) => format!("picks({})", quoted(&game.names().text(*name))),
        Answer::Piles(piles) => format!("picks({})", braced(piles.iter().map(|pile| each(game, pile)))),
        Answer::Gifts(gifts) => {
            let gift = |(card, to): &(CardId, PlayerId)| {
                format!("{{ {}, {} }}", quoted(&card_text(game, *card)), vars.of(*to))
            };
            format!("picks({})", braced(gifts.iter().map(gift)))
        }
    };
    let sort = format!("{} {}", request.ask.kind(), subject.unwrap_or_default());
    Ok(Call { seat: request.seat, words, pass: *answer == Answer::Pass, sort })
}

/// The skill or the card that a question is about, where that tells it from others of its sort.
fn subject(game: &Game, request: &Request) -> Option<String> {
    match &request.ask {
        Ask::Trigger { ability, .. } => Some(describe::ability(game, *ability)),
        Ask::Card { need, .. } => describe::needed(game, *need).into_iter().next(),
        _ => None,
    }
}

fn acted(game: &Game, vars: &Vars, request: &Request, action: &Action) -> Result<String, String> {
    let mut options = Options(Vec::new());
    let what = match action.way {
        Way::Card(card) => {
            if !action.targets.is_empty() {
                options.put("targets", vars.list(&action.targets));
            }
            cards(game, &[card])
        }
        Way::Convert(at) | Way::Provide(at) | Way::Trigger(at) | Way::Active(at) => {
            options = chosen(game, vars, request, action)?;
            if let Some(name) = action.name {
                options.put("as", quoted(&game.names().text(name)));
            }
            skill(game, at)
        }
        Way::Recast(_) => return Err("a recast in the place of an answer".into()),
    };
    Ok(format!("answers({what}{})", options.argument()))
}

fn picked(game: &Game, vars: &Vars, picks: &[Pick]) -> String {
    let open: Vec<CardId> = picks.iter().filter_map(|pick| pick.open()).collect();
    if open.len() == picks.len() && !open.is_empty() {
        return cards(game, &open);
    }
    match picks {
        [Pick::Hidden(player)] => vars.of(*player).to_owned(),
        picks => braced(picks.iter().map(|pick| match pick {
            Pick::Card(card) => quoted(&card_text(game, *card)),
            Pick::Hidden(player) => vars.of(*player).to_owned(),
        })),
    }
}
