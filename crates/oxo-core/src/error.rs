//! Errors for wrong input, as types: each gives the input back with a reason and a remedy.
//!
//! Four of them have one shape on purpose: the terminal, Python and JSON print any of them the same way,
//! and only the type says what was wrong.

use std::error::Error;
use std::fmt;

use num_bigint::BigUint;

macro_rules! input_errors {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            /// What was given, as it was given.
            pub subject: String,
            /// Why it is refused, without a full stop at its end.
            pub reason: String,
            /// What would be accepted instead; empty where there is nothing to say.
            pub remedy: String,
        }

        impl $name {
            /// Makes the error from what was given, why it is refused and what to do instead.
            pub fn new(
                subject: impl Into<String>,
                reason: impl Into<String>,
                remedy: impl Into<String>,
            ) -> Self {
                Self { subject: subject.into(), reason: reason.into(), remedy: remedy.into() }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}: {}", self.subject, self.reason)?;
                if self.remedy.is_empty() { Ok(()) } else { write!(f, "; {}", self.remedy) }
            }
        }

        impl Error for $name {}
    )*};
}

input_errors! {
    /// A board's description is malformed or describes a board that is not supported.
    BoardError;
    /// A cell's name or index is not on the board.
    CellError;
    /// A move cannot be played: the cell is taken, or the game is over.
    MoveError;
    /// A position is malformed, or no game can reach it.
    PositionError;
}

/// The board has more automorphisms than are listed one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymmetryLimitError {
    /// Canonical description of the board.
    pub board: String,
    /// How many automorphisms it has.
    pub order: BigUint,
    /// The most automorphisms that are listed.
    pub limit: usize,
}

impl fmt::Display for SymmetryLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.order.to_string();
        write!(f, "{}: the board has ", self.board)?;
        match digits.len() {
            0..=20 => f.write_str(&digits)?,
            length => write!(f, "a {length}-digit number of")?,
        }
        write!(f, " automorphisms, and they are listed one by one only up to {}", self.limit)
    }
}

impl Error for SymmetryLimitError {}
