//! Uniformly random games: at each ply every empty cell is equally likely, until a line is completed
//! or the board is full.
//!
//! The first games are played one at a time. They are enough for small requests; their lengths also
//! tell how many plies are worth dealing to the many at a time of [`Dealer`], which plays the rest.
//! Both ways draw games from exactly the same distribution.

mod batched;
mod rng;

use batched::Dealer;
use rng::Dice;

use crate::bits::Bits;
use crate::board::Cell;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::side::Side;

/// How many games are played one at a time first.
const PILOT_GAMES: u64 = 64;

/// How many batches are dealt between two calls of a caller's check: a few milliseconds of work.
const BATCHES_BETWEEN_CHECKS: u64 = 1 << 8;

/// What random games came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Playouts {
    /// Games that X won.
    pub x_wins: u64,
    /// Games that O won.
    pub o_wins: u64,
    /// Games that filled the board without a line.
    pub draws: u64,
    /// Plies played, summed over the games.
    pub plies: u64,
}

impl Playouts {
    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.x_wins + self.o_wins + self.draws
    }

    /// Adds one game.
    pub(crate) fn record(&mut self, winner: Option<Side>, plies: usize) {
        *self.won_by(winner) += 1;
        self.plies += plies as u64;
    }

    fn won_by(&mut self, winner: Option<Side>) -> &mut u64 {
        match winner {
            Some(Side::X) => &mut self.x_wins,
            Some(Side::O) => &mut self.o_wins,
            None => &mut self.draws,
        }
    }
}

impl<B: Bits> Position<B> {
    /// Plays `games` uniformly random games to their end; the same seed gives the same figures.
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
    /// What `check` returned, as soon as it does.
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

        let mut dice = Dice::new(seed);
        let stones = Side::BOTH.map(|side| self.stones(side));
        let mut cells: Vec<Cell> = self.empty_cells().cells().collect();
        let mut lengths = Vec::new();
        for _ in 0..games.min(PILOT_GAMES) {
            let (winner, plies) =
                finish(self.geometry(), stones, self.to_move(), &mut cells, &mut dice);
            total.record(winner, plies);
            lengths.push(plies);
        }
        if total.games() == games {
            return Ok(total);
        }

        // Dealing a ply to a game costs a small part of playing it singly, so deal what one game in
        // ten outlasts.
        lengths.sort_unstable();
        let mut dealer = Dealer::new(self, lengths[lengths.len() * 9 / 10]);
        for batch in 0_u64.. {
            let left = games - total.games();
            if left == 0 {
                break;
            }
            if batch.is_multiple_of(BATCHES_BETWEEN_CHECKS) {
                check()?;
            }
            dealer.play(left, &mut dice, &mut total);
        }
        Ok(total)
    }
}

/// Plays a game to its end from stones with no line, over the empty `cells`, whose order does not
/// matter and is lost. Returns the winner and how many plies were played.
pub(crate) fn finish<B: Bits>(
    geometry: &Geometry<B>,
    mut stones: [B; 2],
    mut side: Side,
    cells: &mut [Cell],
    dice: &mut Dice,
) -> (Option<Side>, usize) {
    for left in (1..=cells.len()).rev() {
        let chosen = dice.below(left);
        cells.swap(chosen, left - 1);
        let cell = cells[left - 1];
        let own = &mut stones[side.index()];
        *own |= B::single(cell);
        if geometry.has_line_through(cell, *own) {
            return (Some(side), cells.len() + 1 - left);
        }
        side = side.other();
    }
    (None, cells.len())
}
