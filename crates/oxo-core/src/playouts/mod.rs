//! Uniformly random games: at each ply every empty cell is equally likely, until a line is complete or the board is
//! full.
//!
//! The first games are played one at a time. They suffice for small requests, and their lengths show how many plies to
//! shuffle in [`Batch`], which plays the remaining games in batches. Both ways have exactly the same distribution.

mod batched;
mod counts;
mod rng;
mod single;

use batched::Batch;
pub use counts::Playouts;
pub use rng::PlayoutRng;
use single::play_out;

use crate::bits::Bits;
use crate::cell::Cell;
use crate::position::Position;
use crate::side::Side;

/// The number of games played one at a time at first.
const PILOT_GAMES: u64 = 64;

/// The number of batches between two calls of the caller's check: a few milliseconds of work.
const BATCHES_BETWEEN_CHECKS: u64 = 1 << 8;

impl<B: Bits> Position<B> {
    /// Plays `games` uniformly random games to their end. The same seed gives the same counts.
    ///
    /// ```
    /// use oxo_core::{Board, Position};
    /// let position = Position::<u64>::empty(&"3x3".parse::<Board>()?);
    /// let playouts = position.playouts(10_000, 1);
    /// assert_eq!(playouts.games(), 10_000);
    /// assert!(playouts.x_wins > 2 * playouts.o_wins - 500, "X wins 58.5 %, O 28.8 %");
    /// assert_eq!(playouts, position.playouts(10_000, 1));
    /// # Ok::<(), oxo_core::BoardError>(())
    /// ```
    #[must_use]
    pub fn playouts(&self, games: u64, seed: u64) -> Playouts {
        let never = || Ok::<(), std::convert::Infallible>(());
        match self.playouts_checked(games, seed, never) {
            Ok(playouts) => playouts,
        }
    }

    /// Plays as [`Position::playouts`] does, and calls `check` every few milliseconds.
    ///
    /// # Errors
    /// Returns the error of `check` as soon as it fails.
    pub fn playouts_checked<E>(
        &self,
        games: u64,
        seed: u64,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Playouts, E> {
        let mut total = Playouts::default();
        if self.is_over() {
            *total.won_by(self.winner()) = games;
            return Ok(total);
        }

        let mut rng = PlayoutRng::new(seed);
        let stones = Side::BOTH.map(|side| self.stones(side));
        let mut cells: Vec<Cell> = self.empty_cells().cells().collect();
        let mut lengths = Vec::new();
        for _ in 0..games.min(PILOT_GAMES) {
            let (winner, plies) =
                play_out(self.geometry(), stones, self.to_move(), &mut cells, &mut rng);
            total.record(winner, plies);
            lengths.push(plies);
        }
        if total.games() == games {
            return Ok(total);
        }

        // Shuffling a ply costs a small part of playing it singly. So shuffle all plies that at least one game in ten
        // reaches.
        lengths.sort_unstable();
        let mut many = Batch::new(self, lengths[lengths.len() * 9 / 10]);
        for batch in 0_u64.. {
            let left = games - total.games();
            if left == 0 {
                break;
            }
            if batch.is_multiple_of(BATCHES_BETWEEN_CHECKS) {
                check()?;
            }
            many.play(left, &mut rng, &mut total);
        }
        Ok(total)
    }
}
