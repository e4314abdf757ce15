//! Does a queued answer fit a request, and what does it come to?

use super::build;
use super::given::{self, Given, Opts};
use super::stage::about;
use super::text::{CardText, parse_suit};
use muniu_kernel::Game;
use muniu_kernel::event::Event;
use muniu_kernel::ids::{CardId, PlayerId};
use muniu_kernel::request::{Answer, Ask, Pick, Request, Way};
use muniu_kernel::value::Value;

/// Whether an answer is for a request.
pub(super) enum Fit {
    /// It is for another.
    No,
    /// It is for this one, and can't be given.
    Wrong(String),
    /// It is this.
    Is(Answer),
}

impl Fit {
    fn of(answer: Option<Answer>) -> Fit {
        answer.map_or(Fit::No, Fit::Is)
    }
}

/// The answer that was given, if it is for this request.
pub(super) fn fit(game: &Game, request: &Request, given: &Given, opts: &Opts) -> Fit {
    let word = given.text();
    if matches!(word, Some("no")) || *given == Given::Bool(false) && !matches!(request.ask, Ask::Option { .. }) {
        return if request.optional { Fit::Is(Answer::Pass) } else { Fit::No };
    }
    let yes = word == Some("yes") || *given == Given::Bool(true);
    // By the name of the skill (or of the question) what is chosen is said in the options.
    let named = word.is_some_and(|word| about(game, request).iter().any(|about| about == word));
    match &request.ask {
        Ask::Trigger { ability, .. } if named || yes => act(game, request, &[Way::Trigger(*ability)], opts),
        Ask::Card { .. } => word.map_or(Fit::No, |word| card(game, request, word, opts)),
        Ask::Confirm if named || yes => Fit::Is(Answer::Yes),
        Ask::Cards { cards, hidden, .. } => {
            let found = if named {
                picks(game, cards, hidden, &Given::Nothing, opts)
            } else {
                picks(game, cards, hidden, given, opts)
            };
            Fit::of(found.map(Answer::Cards))
        }
        Ask::Players { .. } => {
            let players =
                if named { Some(opts.targets.clone()).filter(|list| !list.is_empty()) } else { given.players() };
            Fit::of(players.map(Answer::Players))
        }
        Ask::Option { options } => {
            let wanted = if named && opts.option.is_some() { opts.option.as_ref() } else { Some(given) };
            let at = wanted.and_then(|wanted| options.iter().position(|option| value_is(game, option, wanted)));
            Fit::of(at.map(Answer::Index))
        }
        Ask::Number { .. } => match (given, opts.number) {
            (Given::Number(number), _) => Fit::Is(Answer::Number(*number)),
            (_, Some(number)) if named => Fit::Is(Answer::Number(number)),
            _ => Fit::No,
        },
        Ask::Suit => {
            let suit = word.and_then(parse_suit).or(opts.suit.filter(|_| named));
            Fit::of(suit.map(Answer::Suit))
        }
        Ask::General { choices } => {
            let wanted = if named { opts.name.as_deref() } else { word };
            let by_number = match given {
                Given::Number(at) => usize::try_from(*at - 1).ok().and_then(|at| choices.get(at).copied()),
                _ => None,
            };
            let name =
                wanted.and_then(|word| game.names().get(word)).filter(|name| choices.contains(name)).or(by_number);
            Fit::of(name.map(Answer::Name))
        }
        Ask::Arrange { cards, piles } => arrange(game, cards, piles.len(), given, opts, named),
        Ask::Distribute { cards, .. } => distribute(game, cards, given, opts, named),
        _ => Fit::No,
    }
}

/// The first of these ways that what was said completes.
fn act(game: &Game, request: &Request, ways: &[Way], opts: &Opts) -> Fit {
    let mut wrong = None;
    for way in ways {
        match build::action(game, request, *way, opts) {
            Ok(action) => return Fit::Is(Answer::Act(action)),
            Err(reason) => drop(wrong.get_or_insert(reason)),
        }
    }
    wrong.map_or(Fit::No, Fit::Wrong)
}

/// A card that is needed: a hand card, or a skill that converts or provides.
fn card(game: &Game, request: &Request, word: &str, opts: &Opts) -> Fit {
    let all = game.ways(request);
    let skill = game.names().get(word);
    let by_skill: Vec<Way> = all
        .iter()
        .copied()
        .filter(|way| match way {
            Way::Convert(at) | Way::Provide(at) => {
                Some(at.skill) == skill && opts.owner.is_none_or(|owner| owner == at.owner)
            }
            _ => false,
        })
        .collect();
    // An answer that says `as` waits for the need that wants such a card.
    if let (Ask::Card { need, .. }, Some(name)) =
        (&request.ask, opts.name.as_deref().and_then(|word| game.names().get(word)))
        && let Event::Need(need) = &*game.event(*need)
        && !need.names.iter().any(|wanted| game.name_is(name, *wanted))
    {
        return Fit::No;
    }
    if !by_skill.is_empty() {
        return act(game, request, &by_skill, opts);
    }
    let Ok(text) = CardText::parse(word) else { return Fit::No };
    let usable: Vec<CardId> =
        all.iter().filter_map(|way| if let Way::Card(card) = way { Some(*card) } else { None }).collect();
    match text.find(game, &usable) {
        Some(card) => act(game, request, &[Way::Card(card)], opts),
        None => Fit::No,
    }
}

/// Cards to be chosen; of a hand that can't be seen, its owner is named.
fn picks(game: &Game, cards: &[CardId], hidden: &[(PlayerId, usize)], given: &Given, opts: &Opts) -> Option<Vec<Pick>> {
    let mut chosen = Vec::new();
    let mut one = |text: &CardText| {
        let left: Vec<CardId> = cards.iter().copied().filter(|card| !chosen.contains(&Pick::Card(*card))).collect();
        // The one card of a hand is the one, seen or not.
        let covered = || match hidden {
            [(player, 1)] => {
                text.find(game, &game.read().players[player.index()].hand.clone()).map(|_| Pick::Hidden(*player))
            }
            _ => None,
        };
        chosen.push(text.find(game, &left).map(Pick::Card).or_else(covered)?);
        Some(())
    };
    match given {
        Given::Nothing => {}
        Given::Player(player) => {
            return hidden.iter().any(|(owner, _)| owner == player).then(|| vec![Pick::Hidden(*player)]);
        }
        Given::List(list) if list.iter().any(|item| matches!(item, Given::Player(_))) => {
            let mut all = Vec::new();
            for item in list {
                all.extend(picks(game, cards, hidden, item, &Opts::default())?);
            }
            return Some(all);
        }
        Given::Text(_) | Given::List(_) => given.cards().ok()?.iter().try_for_each(&mut one)?,
        _ => return None,
    }
    opts.cards.iter().try_for_each(&mut one)?;
    if let Some(from) = opts.from {
        let count = usize::try_from(opts.number.unwrap_or(1)).unwrap_or(0);
        chosen.extend(std::iter::repeat_n(Pick::Hidden(from), count));
    }
    let empty = matches!(given, Given::List(list) if list.is_empty());
    (!chosen.is_empty() || empty).then_some(chosen)
}

/// Is this what was meant by the word, number, character …?
pub(super) fn value_is(game: &Game, value: &Value, given: &Given) -> bool {
    match (value, given) {
        (Value::Int(number), Given::Number(wanted)) => number == wanted,
        (Value::Bool(yes), Given::Bool(wanted)) => yes == wanted,
        (Value::Player(player), Given::Player(wanted)) => player == wanted,
        (Value::Name(name), Given::Text(wanted)) => *game.names().text(*name) == **wanted,
        (Value::Text(text), Given::Text(wanted)) => **text == **wanted,
        (Value::Suit(suit), Given::Text(wanted)) => parse_suit(wanted) == Some(*suit),
        (Value::Card(card), Given::Text(wanted)) => {
            CardText::parse(wanted).is_ok_and(|text| text.find(game, &[*card]).is_some())
        }
        (Value::Bool(yes), Given::Text(wanted)) => (if *yes { "yes" } else { "no" }) == *wanted,
        _ => false,
    }
}

/// The cards that these texts mean, each once.
fn cards_of(game: &Game, from: &[CardId], texts: &[CardText]) -> Option<Vec<CardId>> {
    let mut left = from.to_vec();
    texts
        .iter()
        .map(|text| {
            let card = text.find(game, &left)?;
            left.retain(|other| *other != card);
            Some(card)
        })
        .collect()
}

/// Piles one by one; or an order for the first pile, behind which the rest stay as they are.
fn arrange(game: &Game, cards: &[CardId], piles: usize, given: &Given, opts: &Opts, named: bool) -> Fit {
    let flat = |texts: &[CardText]| {
        let mut first = cards_of(game, cards, texts)?;
        first.extend(cards.iter().copied().filter(|card| !first.contains(card)).collect::<Vec<_>>());
        let mut all = vec![first];
        all.resize(piles, Vec::new());
        Some(Answer::Piles(all))
    };
    let split = |piles: &[Vec<CardText>]| {
        let mut left = cards.to_vec();
        let mut all = Vec::new();
        for pile in piles {
            let pile = cards_of(game, &left, pile)?;
            left.retain(|card| !pile.contains(card));
            all.push(pile);
        }
        Some(Answer::Piles(all))
    };
    if named {
        return match (&opts.piles, &opts.order) {
            (Some(piles), _) => {
                split(piles).map_or_else(|| Fit::Wrong("a card that is not among those to arrange".into()), Fit::Is)
            }
            (None, Some(order)) => {
                flat(order).map_or_else(|| Fit::Wrong("a card that is not among those to arrange".into()), Fit::Is)
            }
            (None, None) => Fit::Wrong("say `piles = { {…}, {…} }` or `order = \"…\"`".into()),
        };
    }
    match given {
        Given::List(list) if list.iter().any(|item| matches!(item, Given::List(_))) => {
            Fit::of(given::piles(given).ok().and_then(|piles| split(&piles)))
        }
        Given::List(_) | Given::Text(_) => Fit::of(given.cards().ok().and_then(|texts| flat(&texts))),
        _ => Fit::No,
    }
}

fn distribute(game: &Game, cards: &[CardId], given: &Given, opts: &Opts, named: bool) -> Fit {
    let share = |gifts: &[(Vec<CardText>, PlayerId)]| {
        let mut left = cards.to_vec();
        let mut all = Vec::new();
        for (texts, to) in gifts {
            for card in cards_of(game, &left, texts)? {
                left.retain(|other| *other != card);
                all.push((card, *to));
            }
        }
        Some(Answer::Gifts(all))
    };
    if !named {
        return Fit::of(given::gifts(given).ok().and_then(|gifts| share(&gifts)));
    }
    let wrong = || Fit::Wrong("a card that is not among those to give".into());
    match (&opts.gifts, opts.targets.as_slice()) {
        (Some(gifts), _) => share(gifts).map_or_else(wrong, Fit::Is),
        (None, [to]) => share(&[(opts.cards.clone(), *to)]).map_or_else(wrong, Fit::Is),
        _ => Fit::Wrong("say `gifts = { {\"♣3\", p}, … }`, or `cards` and `target`".into()),
    }
}
