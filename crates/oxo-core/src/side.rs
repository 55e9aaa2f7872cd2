//! The two sides of a game.

use std::fmt;

/// One of the two sides. X moves first in a game, O second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// Both sides, X first.
    pub const BOTH: [Self; 2] = [Self::X, Self::O];

    /// Returns the opponent.
    ///
    /// ```
    /// use oxo_core::Side;
    /// assert_eq!(Side::X.other(), Side::O);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the letter of the side in notation: `x` or `o`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::O => 'o',
        }
    }

    /// Returns the side as an array index: 0 for X, 1 for O.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
