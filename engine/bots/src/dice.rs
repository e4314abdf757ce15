//! A bot's own stream of chance, apart from the game's: a bot that thinks more changes no shuffle.

use muniu_kernel::ids::PlayerId;
use muniu_kernel::rng::Rng;

/// A seed for number `index` of a family of streams: splitmix64's mixing, fixed for good.
#[must_use]
pub fn derive_seed(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The stream.
#[derive(Debug, Clone)]
pub struct Dice(Rng);

impl Dice {
    /// The stream of a seat in the game with this seed.
    #[must_use]
    pub fn for_seat(seed: u64, seat: PlayerId) -> Self {
        Dice(Rng::new(derive_seed(seed ^ 0x626F_7473, u64::from(seat.0))))
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        u32::try_from(bound).ok().filter(|bound| *bound > 0).map_or(0, |bound| self.0.below(bound) as usize)
    }

    /// True once in `bound` times.
    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// One of the items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }

    /// Mix them.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
