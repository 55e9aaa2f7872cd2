//! Positions numbered in the order in which they are added.
//!
//! Large searches visit tens of millions of positions. The table holds each once, plus four bytes to find it. Numbers
//! begin at 0 and never change; nothing is removed.

use hashbrown::HashTable;
use oxo_core::Bits;

use crate::board::position_hash::position_hash;

/// Positions, the attacker's stones first, each with a number.
#[derive(Debug, Clone)]
pub(crate) struct PositionIndex<B> {
    stones: Vec<[B; 2]>,
    numbers: HashTable<u32>,
}

impl<B: Bits> PositionIndex<B> {
    /// Bytes that a position takes, by estimate: the table of numbers is between half and almost full.
    pub(crate) const SIZE: usize = size_of::<[B; 2]>() + 2 * size_of::<u32>();

    /// The number of a position, None if it is not among these.
    pub(crate) fn number(&self, stones: &[B; 2]) -> Option<usize> {
        let is_it = |&number: &u32| self.stones[number as usize] == *stones;
        self.numbers.find(position_hash(*stones), is_it).map(|&number| number as usize)
    }

    /// Adds a position that has no number, and returns its number.
    pub(crate) fn add(&mut self, stones: [B; 2]) -> usize {
        let Self { stones: all, numbers } = self;
        let number = all.len();
        all.push(stones);
        numbers.insert_unique(position_hash(stones), narrow(number), |&other| {
            position_hash(all[other as usize])
        });
        number
    }

    /// The position with a number.
    pub(crate) fn stones(&self, number: usize) -> [B; 2] {
        self.stones[number]
    }

    /// All of them, by number.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = [B; 2]> + '_ {
        self.stones.iter().copied()
    }
}

impl<B> Default for PositionIndex<B> {
    fn default() -> Self {
        Self { stones: Vec::new(), numbers: HashTable::new() }
    }
}

/// Converts a place in a store of a search to four bytes.
///
/// # Panics
///
/// If it does not fit. A store would need more than 4 GiB, which the limits of searches rule out.
pub(crate) fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("a store of a search has fewer than 2^32 entries")
}
