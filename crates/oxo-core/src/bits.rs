//! Sets of cells as bits: one trait over words of 64, 128 and 256 bits.
//!
//! Performance-critical code is generic over [`Bits`], so that a board of up to 64 cells uses one machine word and
//! larger boards pay only for what they need. Bit `i` represents the cell with index `i`.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use crate::cell::Cell;

/// A set of cells.
///
/// ```
/// use oxo_core::{Bits, Board};
/// let board: Board = "3x3".parse()?;
/// let corner = u64::single(board.cell(0)?);
/// let centre = u64::single(board.cell(4)?);
/// assert_eq!((corner | centre).cells().map(|cell| cell.index()).collect::<Vec<_>>(), [0, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
{
    /// The maximum number of cells in a set of this type.
    const CAPACITY: usize;

    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of one cell, or the empty set if its index is not below [`Self::CAPACITY`].
    fn single(cell: Cell) -> Self;

    /// Returns the set of the first `count` cells, or of all cells if `count` is above [`Self::CAPACITY`].
    fn first_cells(count: usize) -> Self;

    /// Returns the set of all cells that `cells` yields.
    fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::single(cell))
    }

    /// Returns the number of cells in the set.
    fn count(self) -> usize;

    /// Returns the cell with the lowest index.
    fn lowest(self) -> Option<Cell>;

    /// Returns the cells that are in `self` and not in `other`.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// Returns the bits as 64-bit words, lowest cells first. The words are the same on every machine.
    fn words(self) -> impl Iterator<Item = u64>;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether `cell` is in the set.
    #[inline]
    fn contains(self, cell: Cell) -> bool {
        !(self & Self::single(cell)).is_empty()
    }

    /// Returns whether every cell of `other` is in the set.
    #[inline]
    fn contains_all(self, other: Self) -> bool {
        self & other == other
    }

    /// Returns the cells of the set, ascending.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// Iterator over the cells of a set, ascending; see [`Bits::cells`].
#[derive(Debug, Clone)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.lowest()?;
        self.0 ^= B::single(cell);
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count();
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Cells<B> {}

macro_rules! machine_word_bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(cell: Cell) -> Self {
                (1 as $word).checked_shl(u32::from(cell.0)).unwrap_or(0)
            }

            #[inline]
            fn first_cells(count: usize) -> Self {
                let spare = Self::CAPACITY.saturating_sub(count);
                if spare == Self::CAPACITY { 0 } else { Self::MAX >> spare }
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 128")]
            fn lowest(self) -> Option<Cell> {
                (self != 0).then(|| Cell(self.trailing_zeros() as u8))
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "each word takes its own 64 bits")]
            #[allow(clippy::unnecessary_cast, reason = "one of the types is u64")]
            fn words(self) -> impl Iterator<Item = u64> {
                (0..<$word>::BITS).step_by(64).map(move |first| (self >> first) as u64)
            }
        }
    )*};
}

machine_word_bits!(u64, u128);

/// A set of up to 256 cells: four words, of which the first holds cells 0 to 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct U256([u64; 4]);

impl Bits for U256 {
    const CAPACITY: usize = 256;
    const EMPTY: Self = Self([0; 4]);

    #[inline]
    fn single(cell: Cell) -> Self {
        let mut words = [0; 4];
        words[cell.index() / 64] = 1 << (cell.index() % 64);
        Self(words)
    }

    #[inline]
    fn first_cells(count: usize) -> Self {
        Self([0, 64, 128, 192].map(|before| u64::first_cells(count.saturating_sub(before))))
    }

    #[inline]
    fn count(self) -> usize {
        self.0.into_iter().map(Bits::count).sum()
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 256")]
    fn lowest(self) -> Option<Cell> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Cell((64 * word) as u8 + self.0[word].trailing_zeros() as u8))
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn words(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }
}

impl U256 {
    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }
}

macro_rules! word_by_word {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for U256 {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a.$method(b))
            }
        }

        impl $assign for U256 {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = (*self).$method(other);
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proptest::test_runner::{RngSeed, TestCaseResult};

    use super::*;

    fn agrees_with_sets<B: Bits>(a: &BTreeSet<u8>, b: &BTreeSet<u8>) -> TestCaseResult {
        let within = |set: &BTreeSet<u8>| -> BTreeSet<Cell> {
            set.iter().copied().filter(|&i| usize::from(i) < B::CAPACITY).map(Cell).collect()
        };
        let bits = |set: &BTreeSet<u8>| B::from_cells(set.iter().copied().map(Cell));
        let cells = |bits: B| bits.cells().collect::<BTreeSet<Cell>>();
        let (set_a, set_b, bits_a, bits_b) = (within(a), within(b), bits(a), bits(b));

        prop_assert_eq!(cells(bits_a & bits_b), &set_a & &set_b);
        prop_assert_eq!(cells(bits_a | bits_b), &set_a | &set_b);
        prop_assert_eq!(cells(bits_a ^ bits_b), &set_a ^ &set_b);
        prop_assert_eq!(cells(bits_a.without(bits_b)), &set_a - &set_b);
        prop_assert_eq!(bits_a.contains_all(bits_b), set_a.is_superset(&set_b));
        prop_assert_eq!(bits_a.count(), set_a.len());
        prop_assert_eq!(bits_a.cells().len(), set_a.len());
        prop_assert_eq!(bits_a.lowest(), set_a.first().copied());
        prop_assert_eq!(bits_a.is_empty(), set_a.is_empty());
        let words: Vec<u64> = bits_a.words().collect();
        prop_assert_eq!(64 * words.len(), B::CAPACITY);
        prop_assert_eq!(
            words.iter().map(|word| word.count_ones() as usize).sum::<usize>(),
            bits_a.count()
        );
        let is_set = |cell: &Cell| words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
        prop_assert!(set_a.iter().all(is_set));
        for index in 0..=u8::MAX {
            prop_assert_eq!(bits_a.contains(Cell(index)), set_a.contains(&Cell(index)));
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(1),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn every_width_agrees_with_a_set_of_cells(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            agrees_with_sets::<u64>(&a, &b)?;
            agrees_with_sets::<u128>(&a, &b)?;
            agrees_with_sets::<U256>(&a, &b)?;
        }
    }

    #[test]
    fn the_first_cells_are_those_below_a_count() {
        fn check<B: Bits>() {
            for count in [0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256] {
                let expected = count.min(B::CAPACITY);
                let cells: Vec<usize> = B::first_cells(count).cells().map(Cell::index).collect();
                assert!(cells.into_iter().eq(0..expected), "{count} of {}", B::CAPACITY);
            }
        }
        check::<u64>();
        check::<u128>();
        check::<U256>();
    }
}
