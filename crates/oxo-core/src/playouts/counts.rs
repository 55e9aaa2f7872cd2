//! Result counts of random games.

use crate::side::Side;

/// Result counts of random games.
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
    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.x_wins + self.o_wins + self.draws
    }

    /// Adds one game.
    pub(crate) fn record(&mut self, winner: Option<Side>, plies: usize) {
        *self.won_by(winner) += 1;
        self.plies += plies as u64;
    }

    /// Returns the count of games that a side won, or of draws.
    pub(crate) fn won_by(&mut self, winner: Option<Side>) -> &mut u64 {
        match winner {
            Some(Side::X) => &mut self.x_wins,
            Some(Side::O) => &mut self.o_wins,
            None => &mut self.draws,
        }
    }
}
