//! Uniformly random numbers below a bound, one at a time or several from one random word.
//!
//! Both ways are exact: words that would favour some results are drawn again. A single number is made
//! as in Lemire, "Fast Random Integer Generation in an Interval" (2019): the high word of a random word
//! times the bound. Several are made as in Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
//! Generation" (2024): the low word of that product is as good as a fresh random word for the next
//! bound, as long as the product of all bounds stays well below 2^64.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Source of random numbers; the same seed gives the same numbers on every machine.
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, which is at least 1.
    #[inline]
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let mut word = self.0.next_u64();
        if word.wrapping_mul(bound as u64) < bound as u64 {
            let favoured = favoured(bound as u64);
            while word.wrapping_mul(bound as u64) < favoured {
                word = self.0.next_u64();
            }
        }
        split(word, bound).0
    }

    /// A word from which [`split`] makes one number for each bound of `countdown`.
    #[inline]
    pub(crate) fn word_for(&mut self, countdown: &Countdown) -> u64 {
        loop {
            let word = self.0.next_u64();
            if word.wrapping_mul(countdown.product) >= countdown.favoured {
                return word;
            }
        }
    }
}

/// Makes a number below `bound` from a random word, and the word for the next bound.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the two words of the product")]
pub(crate) fn split(word: u64, bound: usize) -> (usize, u64) {
    let product = u128::from(word) * bound as u128;
    ((product >> 64) as usize, product as u64)
}

/// How many low words of a product with `bound` have to be drawn again: 2^64 mod `bound`.
fn favoured(bound: u64) -> u64 {
    bound.wrapping_neg() % bound
}

/// Bounds that count down by one, as many as one random word serves.
#[derive(Debug)]
pub(crate) struct Countdown {
    first: usize,
    last: usize,
    product: u64,
    favoured: u64,
}

impl Countdown {
    /// Words are drawn again with a chance below the product of the bounds over 2^64; this keeps it
    /// below one in 256.
    const LARGEST_PRODUCT: u64 = 1 << 56;

    /// The `length` bounds that count down from `first`, cut into what one word serves.
    pub(crate) fn series(first: usize, length: usize) -> Vec<Self> {
        let mut series: Vec<Self> = Vec::new();
        for bound in (1..=first).rev().take(length) {
            match series.last_mut() {
                Some(current) if current.product <= Self::LARGEST_PRODUCT / bound as u64 => {
                    current.last = bound;
                    current.product *= bound as u64;
                }
                _ => series.push(Self {
                    first: bound,
                    last: bound,
                    product: bound as u64,
                    favoured: 0,
                }),
            }
        }
        for countdown in &mut series {
            countdown.favoured = favoured(countdown.product);
        }
        series
    }

    /// The bounds, descending.
    #[inline]
    pub(crate) fn bounds(&self) -> impl Iterator<Item = usize> + use<> {
        (self.last..=self.first).rev()
    }
}
