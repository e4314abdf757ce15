//! Cards as people write them, in scenarios, positions and for the director: `♦4 fire_slash`, `♦4`, `jink`, `♥ jink`,
//! `red jink`, `♦6 jink as indulgence`.

use muniu_kernel::Game;
use muniu_kernel::card::{Color, Face, Suit, parse_rank, rank_text};
use muniu_kernel::ids::CardId;

const SUITS: [(char, Suit); 4] = [('♠', Suit::Spade), ('♥', Suit::Heart), ('♣', Suit::Club), ('♦', Suit::Diamond)];

/// A card as written; what is left out may be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardText {
    /// Its suit.
    pub suit: Option<Suit>,
    /// Its rank.
    pub rank: Option<u8>,
    /// Its colour, where no suit is said.
    pub color: Option<Color>,
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
        let (first, name) = face.split_once(char::is_whitespace).unwrap_or((face, ""));
        let mut text = CardText { suit: None, rank: None, color: None, name: None, used_as, words: words.to_owned() };
        let mut letters = first.chars();
        let suit = letters.next().and_then(|first| SUITS.iter().find(|(sign, _)| *sign == first));
        if let Some((_, suit)) = suit {
            text.suit = Some(*suit);
            let rank = letters.as_str().trim_start_matches('\u{fe0e}').trim_start_matches('\u{fe0f}');
            if !rank.is_empty() {
                let wrong = || format!("`{words}` has the rank `{rank}`, expected A, 2 to 10, J, Q or K");
                text.rank = Some(parse_rank(rank).ok_or_else(wrong)?);
            }
        } else if let Some(color) = [Color::Red, Color::Black].into_iter().find(|color| color.id() == first) {
            text.color = Some(color);
        } else {
            text.name = Some(card_name(face, words)?);
            return Ok(text);
        }
        let name = name.trim();
        if !name.is_empty() {
            text.name = Some(card_name(name, words)?);
        }
        Ok(text)
    }

    /// Suit and rank, if both are said.
    #[must_use]
    pub fn printed(&self) -> Option<(Suit, u8)> {
        self.suit.zip(self.rank)
    }

    /// Read cards separated by commas.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse_list(words: &str) -> Result<Vec<CardText>, String> {
        CardText::split(words).map(CardText::parse).collect()
    }

    /// The words of each card of a list.
    pub fn split(words: &str) -> impl Iterator<Item = &str> {
        words.split([',', '，']).filter(|_| !words.trim().is_empty())
    }

    /// Is this what the text means? `family`: a family name stands for all its kinds.
    fn fits(&self, game: &Game, face: Face, family: bool) -> bool {
        let name = self.name.as_deref().is_none_or(|name| {
            let known = game.names().get(name);
            known.is_some_and(|name| if family { game.name_is(face.name, name) } else { face.name == name })
        });
        name && self.suit.is_none_or(|suit| face.suit == suit)
            && self.rank.is_none_or(|rank| face.rank == rank)
            && self.color.is_none_or(|color| face.suit.color() == color)
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
        assert_eq!((card.printed(), card.name.as_deref()), (Some((Suit::Diamond, 4)), Some("fire_slash")));
        let card = CardText::parse("♠A").unwrap();
        assert_eq!((card.printed(), card.name), (Some((Suit::Spade, 1)), None));
        let card = CardText::parse("♦10 jink as indulgence").unwrap();
        assert_eq!((card.printed(), card.used_as.as_deref()), (Some((Suit::Diamond, 10)), Some("indulgence")));
        assert_eq!(CardText::parse_list("♣3 slash, peach").unwrap().len(), 2);
        let card = CardText::parse("♥ jink").unwrap();
        assert_eq!((card.suit, card.rank, card.name.as_deref()), (Some(Suit::Heart), None, Some("jink")));
        let card = CardText::parse("red jink").unwrap();
        assert_eq!((card.color, card.name.as_deref()), (Some(Color::Red), Some("jink")));
        assert!(CardText::parse("♦14 slash").unwrap_err().contains("rank"));
        assert!(CardText::parse("great card").is_err());
    }
}
