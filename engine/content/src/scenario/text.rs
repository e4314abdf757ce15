//! Cards as scenarios write them: `♦4 fire_slash`, `♦4`, `jink`, `♦6 jink as indulgence`.

use muniu_kernel::Game;
use muniu_kernel::card::{Face, Suit, parse_rank, rank_text};
use muniu_kernel::ids::CardId;

const SUITS: [(char, Suit); 4] = [('♠', Suit::Spade), ('♥', Suit::Heart), ('♣', Suit::Club), ('♦', Suit::Diamond)];

/// A card as written; what is left out may be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardText {
    /// Suit and rank.
    pub printed: Option<(Suit, u8)>,
    /// Its name.
    pub name: Option<String>,
    /// What it is used as, in a judgement area.
    pub used_as: Option<String>,
    /// As written.
    pub words: String,
}

impl CardText {
    /// Read one card.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(words: &str) -> Result<CardText, String> {
        let words = words.trim();
        let (face, used_as) = match words.split_once(" as ") {
            Some((face, name)) => (face.trim(), Some(card_name(name.trim(), words)?)),
            None => (words, None),
        };
        let mut letters = face.chars();
        let suit = letters.next().and_then(|first| SUITS.iter().find(|(sign, _)| *sign == first));
        let Some((_, suit)) = suit else {
            let name = Some(card_name(face, words)?);
            return Ok(CardText { printed: None, name, used_as, words: words.to_owned() });
        };
        let rest = letters.as_str().trim_start_matches('\u{fe0e}').trim_start_matches('\u{fe0f}');
        let (rank, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let rank = parse_rank(rank)
            .ok_or_else(|| format!("`{words}` has the rank `{rank}`, expected A, 2 to 10, J, Q or K"))?;
        let name = name.trim();
        let name = if name.is_empty() { None } else { Some(card_name(name, words)?) };
        Ok(CardText { printed: Some((*suit, rank)), name, used_as, words: words.to_owned() })
    }

    /// Read cards separated by commas.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse_list(words: &str) -> Result<Vec<CardText>, String> {
        if words.trim().is_empty() {
            return Ok(Vec::new());
        }
        words.split([',', '，']).map(CardText::parse).collect()
    }

    /// Is this what the text means? `family`: a family name stands for all its kinds.
    fn fits(&self, game: &Game, face: Face, family: bool) -> bool {
        let name = self.name.as_deref().is_none_or(|name| {
            let known = game.names().get(name);
            known.is_some_and(|name| if family { game.name_is(face.name, name) } else { face.name == name })
        });
        name && self.printed.is_none_or(|(suit, rank)| face.suit == suit && face.rank == rank)
    }

    /// The first of these cards that the text means, by what is printed or what it counts as; by exact name before
    /// others of the family.
    #[must_use]
    pub fn find(&self, game: &Game, cards: &[CardId]) -> Option<CardId> {
        [false, true].into_iter().find_map(|family| {
            let mut cards = cards.iter().copied();
            cards.find(|card| self.fits(game, game.printed(*card), family) || self.fits(game, game.face(*card), family))
        })
    }

    /// Does the text mean exactly this printed face?
    #[must_use]
    pub fn is_face(&self, game: &Game, face: Face) -> bool {
        self.fits(game, face, false)
    }
}

fn card_name(name: &str, words: &str) -> Result<String, String> {
    let fine = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-'));
    if fine {
        Ok(name.to_owned())
    } else {
        Err(format!("`{words}` is no card, expected one like `♦4 fire_slash`, `♦4` or `jink`"))
    }
}

/// The sign of a suit.
#[must_use]
pub fn sign(suit: Suit) -> char {
    SUITS.iter().find(|(_, known)| *known == suit).map_or('?', |(sign, _)| *sign)
}

/// The suit written as a sign or as its id.
#[must_use]
pub fn parse_suit(text: &str) -> Option<Suit> {
    SUITS
        .iter()
        .find(|(sign, suit)| text.starts_with(*sign) && text.chars().count() == 1 || suit.id() == text)
        .map(|(_, suit)| *suit)
}

/// A face as scenarios write it.
#[must_use]
pub fn face_text(game: &Game, face: Face) -> String {
    format!("{}{} {}", sign(face.suit), rank_text(face.rank), game.names().text(face.name))
}

/// A card as scenarios write it: what is printed.
#[must_use]
pub fn card_text(game: &Game, card: CardId) -> String {
    face_text(game, game.printed(card))
}

/// Several cards.
#[must_use]
pub fn cards_text(game: &Game, cards: &[CardId]) -> String {
    cards.iter().map(|card| card_text(game, *card)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read() {
        let card = CardText::parse("♦4 fire_slash").unwrap();
        assert_eq!((card.printed, card.name.as_deref()), (Some((Suit::Diamond, 4)), Some("fire_slash")));
        let card = CardText::parse("♠A").unwrap();
        assert_eq!((card.printed, card.name), (Some((Suit::Spade, 1)), None));
        let card = CardText::parse("♦10 jink as indulgence").unwrap();
        assert_eq!((card.printed, card.used_as.as_deref()), (Some((Suit::Diamond, 10)), Some("indulgence")));
        assert_eq!(CardText::parse_list("♣3 slash, peach").unwrap().len(), 2);
        assert!(CardText::parse("♦14 slash").unwrap_err().contains("rank"));
        assert!(CardText::parse("red card").is_err());
    }
}
