//! Chance: one seeded stream. The generator is ChaCha8, whose output is fixed by its specification; bounded draws and
//! shuffles are ours, so that no release of a library changes a game.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// The game's stream of chance.
#[derive(Debug, Clone)]
pub struct Rng {
    seed: u64,
    stream: ChaCha8Rng,
}

impl Rng {
    /// The stream for `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Rng { seed, stream: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The stream for `seed` after so many numbers were drawn from it.
    #[must_use]
    pub fn after(seed: u64, drawn: u64) -> Self {
        let mut rng = Rng::new(seed);
        rng.stream.set_word_pos(u128::from(drawn));
        rng
    }

    /// The seed, and how many numbers were drawn.
    #[must_use]
    pub fn place(&self) -> (u64, u64) {
        (self.seed, self.stream.get_word_pos() as u64)
    }

    /// A number below `bound`, each with the same probability.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw needs at least one outcome");
        // Rejection of the incomplete top range keeps the draw exactly uniform.
        let zone = u32::MAX - (u32::MAX - bound + 1) % bound;
        loop {
            let draw = self.stream.next_u32();
            if draw <= zone {
                return draw % bound;
            }
        }
    }

    /// Fisher–Yates from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
