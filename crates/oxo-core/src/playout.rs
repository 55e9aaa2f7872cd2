//! Uniformly random games: at each ply every empty cell is equally likely, until a line is completed
//! or the board is full.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::bits::Bits;
use crate::board::Cell;
use crate::position::Position;
use crate::side::Side;

/// How many games are played between two calls of a caller's check: a few milliseconds of work.
const GAMES_BETWEEN_CHECKS: u64 = 1 << 12;

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

    fn record(&mut self, winner: Option<Side>, games: u64) {
        *match winner {
            Some(Side::X) => &mut self.x_wins,
            Some(Side::O) => &mut self.o_wins,
            None => &mut self.draws,
        } += games;
    }
}

impl<B: Bits> Position<B> {
    /// Plays `games` uniformly random games to their end; the same seed gives the same figures.
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
            total.record(self.winner(), games);
            return Ok(total);
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut cells: Vec<Cell> = self.empty_cells().cells().collect();
        for game in 0..games {
            if game % GAMES_BETWEEN_CHECKS == 0 {
                check()?;
            }
            let (winner, plies) = self.playout(&mut cells, &mut random);
            total.record(winner, 1);
            total.plies += plies;
        }
        Ok(total)
    }

    /// Plays one game over the empty `cells`, whose order does not matter and is lost.
    fn playout(&self, cells: &mut [Cell], random: &mut impl Rng) -> (Option<Side>, u64) {
        let mut side = self.to_move();
        let mut stones = Side::BOTH.map(|side| self.stones(side));
        let mut plies = 0;
        for left in (1..=cells.len()).rev() {
            let chosen = below(left as u64, random);
            cells.swap(chosen, left - 1);
            let cell = cells[left - 1];
            let own = &mut stones[side.index()];
            *own |= B::single(cell);
            plies += 1;
            if self.geometry().has_line_through(cell, *own) {
                return (Some(side), plies);
            }
            side = side.other();
        }
        (None, plies)
    }
}

/// A uniformly random number below `bound`, which is not 0 (Lemire 2019, "Fast Random Integer
/// Generation in an Interval").
#[expect(
    clippy::cast_possible_truncation,
    reason = "the high word of the product is below the bound"
)]
fn below(bound: u64, random: &mut impl Rng) -> usize {
    let mut product = u128::from(random.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        let biased = bound.wrapping_neg() % bound;
        while (product as u64) < biased {
            product = u128::from(random.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as usize
}
