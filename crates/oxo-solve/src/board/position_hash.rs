//! The hash of a position, which is the same on every machine.
//!
//! The hash decides which positions a table of fixed size overwrites, and so the course of a search. Derived hashes
//! depend on the machine: they mix in lengths of its word size, and bytes in its order.

use oxo_core::Bits;

/// The fraction of the golden ratio: an odd number whose bits have no pattern.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash of two sets of stones, in order; all of its bits can be used.
#[inline]
pub(crate) fn position_hash<B: Bits>(stones: [B; 2]) -> u64 {
    hash(stones.into_iter().flat_map(B::words))
}

/// A hash of words, in order; all of its bits can be used.
#[inline]
pub(crate) fn hash(words: impl Iterator<Item = u64>) -> u64 {
    mix(words.fold(MULTIPLIER, |hash, word| mix(hash.rotate_left(23) ^ word)))
}

/// The upper half of a product, where its best bits are, folded onto the lower half.
#[inline]
fn mix(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(MULTIPLIER);
    #[expect(clippy::cast_possible_truncation, reason = "each half is taken by itself")]
    let [upper, lower] = [(product >> 64) as u64, product as u64];
    upper ^ lower
}
