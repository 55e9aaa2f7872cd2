//! Uniform random numbers below a bound, one at a time or several from one random word.
//!
//! Both methods are exact, since words that would favour some results are rejected. A single number is made as in
//! Lemire, "Fast Random Integer Generation in an Interval" (2019): it is the high word of the product of a random word
//! and the bound. Several are made as in Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation"
//! (2024): the low word of that product serves as the random word for the next bound, as long as the product of all
//! bounds is well below 2^64.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A random number generator, for random games. The same seed gives the same numbers on every machine.
#[derive(Debug, Clone)]
pub struct PlayoutRng(Xoshiro256PlusPlus);

impl PlayoutRng {
    /// Makes the generator with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Makes a generator with a state, such as `state` returns.
    #[must_use]
    pub fn from_state(state: [u8; 32]) -> Self {
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&self) -> [u8; 32] {
        self.0.state()
    }

    /// Returns a number below `bound`, which is at least 1.
    #[inline]
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let mut word = self.0.next_u64();
        if word.wrapping_mul(bound as u64) < bound as u64 {
            let threshold = rejection_threshold(bound as u64);
            while word.wrapping_mul(bound as u64) < threshold {
                word = self.0.next_u64();
            }
        }
        split(word, bound).0
    }

    /// Returns a word from which [`split`] makes one number for each bound of `countdown`.
    #[inline]
    pub(crate) fn word_for(&mut self, countdown: &Countdown) -> u64 {
        loop {
            let word = self.0.next_u64();
            if word.wrapping_mul(countdown.product) >= countdown.rejection_threshold {
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

/// Returns 2^64 mod `bound`. A word is rejected if the low word of its product with `bound` is below this.
fn rejection_threshold(bound: u64) -> u64 {
    bound.wrapping_neg() % bound
}

/// Consecutive descending bounds, as many as one random word serves.
#[derive(Debug)]
pub(crate) struct Countdown {
    first: usize,
    last: usize,
    product: u64,
    rejection_threshold: u64,
}

impl Countdown {
    /// Bounds the probability that a word is rejected, which is below the product of the bounds over 2^64: below one in
    /// 256.
    const LARGEST_PRODUCT: u64 = 1 << 56;

    /// Returns the `length` bounds that count down from `first`, grouped by the word that serves them.
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
                    rejection_threshold: 0,
                }),
            }
        }
        for countdown in &mut series {
            countdown.rejection_threshold = rejection_threshold(countdown.product);
        }
        series
    }

    /// Returns the bounds, descending.
    #[inline]
    pub(crate) fn bounds(&self) -> impl Iterator<Item = usize> + use<> {
        (self.last..=self.first).rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that each count is within five standard deviations of the mean of equally likely outcomes.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    fn assert_uniform(counts: &[u32]) {
        let draws: u32 = counts.iter().sum();
        let chance = 1.0 / counts.len() as f64;
        let mean = f64::from(draws) * chance;
        let tolerance = 5.0 * (mean * (1.0 - chance)).sqrt();
        for count in counts {
            assert!((f64::from(*count) - mean).abs() <= tolerance, "{counts:?}");
        }
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut rng = PlayoutRng::new(1);
        for bound in [1, 2, 3, 7, 256] {
            let mut counts = vec![0; bound];
            (0..100_000).for_each(|_| counts[rng.below(bound)] += 1);
            assert_uniform(&counts);
        }
    }

    #[test]
    fn numbers_from_one_word_are_equally_likely_together() {
        let mut rng = PlayoutRng::new(2);
        let [countdown] = &Countdown::series(5, 3)[..] else { panic!("one word serves 5*4*3") };
        let mut counts = vec![0; 5 * 4 * 3];
        for _ in 0..100_000 {
            let mut word = rng.word_for(countdown);
            let mut outcome = 0;
            for bound in countdown.bounds() {
                let (number, next) = split(word, bound);
                word = next;
                outcome = outcome * bound + number;
            }
            counts[outcome] += 1;
        }
        assert_uniform(&counts);
    }

    #[test]
    fn a_series_counts_down_in_groups_that_one_word_serves() {
        for (first, length) in [(1, 1), (9, 9), (64, 44), (256, 254), (64, 0)] {
            let series = Countdown::series(first, length);
            let bounds: Vec<usize> = series.iter().flat_map(Countdown::bounds).collect();
            assert!(bounds.into_iter().eq((1..=first).rev().take(length)));
            for countdown in &series {
                let product = countdown.bounds().map(|bound| bound as u128).product::<u128>();
                assert_eq!(u128::from(countdown.product), product);
                assert!(countdown.product <= Countdown::LARGEST_PRODUCT);
                assert_eq!(u128::from(countdown.rejection_threshold), (1 << 64) % product);
            }
        }
    }
}
