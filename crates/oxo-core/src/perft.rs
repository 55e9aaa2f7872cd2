//! Counts of move sequences, the classic test of a rules implementation ("performance test").
//!
//! Only sequences of exactly the given number of plies count; a game that ends earlier does not. At the last ply every
//! empty cell is one sequence, so that ply is counted without being played.

use crate::bits::Bits;
use crate::geometry::Geometry;
use crate::position::Position;

/// The number of nodes visited between two calls of the caller's check: a few milliseconds of work.
const NODES_BETWEEN_CHECKS: u32 = 1 << 16;

impl<B: Bits> Position<B> {
    /// Counts the sequences of exactly `depth` legal plies from here.
    ///
    /// ```
    /// use oxo_core::{Board, Position};
    /// let position = Position::<u64>::empty(&"3x3".parse::<Board>()?);
    /// assert_eq!(position.perft(5), 15_120);
    /// assert_eq!(position.perft(6), 54_720, "games that O cannot extend are not counted");
    /// # Ok::<(), oxo_core::BoardError>(())
    /// ```
    #[must_use]
    pub fn perft(&self, depth: usize) -> u64 {
        let never = || Ok::<(), std::convert::Infallible>(());
        match self.perft_checked(depth, never) {
            Ok(count) => count,
        }
    }

    /// Counts as [`Position::perft`] does, and calls `check` every few milliseconds.
    ///
    /// # Errors
    /// Returns the error of `check` as soon as it fails.
    pub fn perft_checked<E>(
        &self,
        depth: usize,
        check: impl FnMut() -> Result<(), E>,
    ) -> Result<u64, E> {
        if depth == 0 {
            return Ok(1);
        }
        if depth > self.legal_moves().count() {
            return Ok(0);
        }
        let mut counter =
            Counter { geometry: self.geometry(), check, nodes_left: NODES_BETWEEN_CHECKS };
        counter.count(self.stones(self.to_move()), self.stones(self.to_move().other()), depth)
    }
}

struct Counter<'a, B, C> {
    geometry: &'a Geometry<B>,
    check: C,
    nodes_left: u32,
}

impl<B: Bits, E, C: FnMut() -> Result<(), E>> Counter<'_, B, C> {
    /// Counts the sequences of `depth` >= 1 plies from a game that is not won. The side with the stones `own` is to
    /// move.
    fn count(&mut self, own: B, other: B, depth: usize) -> Result<u64, E> {
        let empty = self.geometry.all().without(own | other);
        if depth == 1 {
            return Ok(empty.count() as u64);
        }
        self.nodes_left -= 1;
        if self.nodes_left == 0 {
            self.nodes_left = NODES_BETWEEN_CHECKS;
            (self.check)()?;
        }
        let mut sequences = 0;
        for cell in empty.cells() {
            let own = own | B::single(cell);
            if !self.geometry.has_line_through(cell, own) {
                sequences += self.count(other, own, depth - 1)?;
            }
        }
        Ok(sequences)
    }
}
