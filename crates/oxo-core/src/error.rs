//! Error types for wrong input. Each repeats the input and adds a reason and a remedy.
//!
//! Four types share one shape, so that the terminal, Python and JSON print all of them the same way. The type names the
//! kind of input that was wrong.

use std::error::Error;
use std::fmt;

use num_bigint::BigUint;

macro_rules! input_errors {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            /// The input as it was given.
            pub subject: String,
            /// The reason, without a full stop at the end.
            pub reason: String,
            /// What to do instead; empty if there is no advice.
            pub remedy: String,
        }

        impl $name {
            /// Makes the error from the input, the reason and the remedy.
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

/// The board has too many automorphisms to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymmetryLimitError {
    /// Canonical description of the board.
    pub board: String,
    /// The number of automorphisms.
    pub order: BigUint,
    /// The maximum number of automorphisms that are listed.
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
