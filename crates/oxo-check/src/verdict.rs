//! The checker's results, and the line that it prints for each.

use std::fmt;

use crate::position::Side;

/// The claim of a certificate about its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// This side can force a line.
    Wins(Side),
    /// This side can keep the other from every line.
    Holds(Side),
    /// Both sides can hold.
    Draw,
    /// X, to move, can be kept from a line for this odd number of plies.
    NotWithin {
        /// The plies.
        plies: usize,
    },
}

impl fmt::Display for Claim {
    /// Writes the claim as in the header of a certificate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(side) => write!(f, "{side} wins"),
            Self::Holds(side) => write!(f, "{side} holds"),
            Self::Draw => f.write_str("draw"),
            Self::NotWithin { plies } => write!(f, "x wins not within {plies}"),
        }
    }
}

/// A verified proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The claim that was proved.
    pub claim: Claim,
    /// The board, as `4x4x4`.
    pub board: String,
    /// The position of the claim, as `64 x`; `None` for the empty board.
    pub position: Option<String>,
    /// The number of positions in which the proof chooses a move, up to symmetry; in a bound, of those with a record.
    pub strategic: u64,
    /// The number of positions in which the move is forced, up to symmetry.
    pub forced: u64,
    /// The plies of the longest game that follows the proof from the position, an upper bound on the distance of the
    /// win. `None` unless a certificate proves a win; a dictionary gives no bound, since the checker's own searches
    /// fill it in.
    pub plies: Option<usize>,
}

impl fmt::Display for Verified {
    /// Writes one line, as `x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most
    /// 7 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, strategic, forced, plies, .. } = self;
        match self.claim {
            Claim::Wins(side) => write!(f, "{side} wins {board} from "),
            Claim::Holds(side) => write!(f, "{side} holds {board} from "),
            Claim::Draw => write!(f, "{board} is a draw from "),
            Claim::NotWithin { plies } => {
                write!(f, "x wins {board} not within {plies} plies from ")
            }
        }?;
        f.write_str(self.position.as_deref().unwrap_or("the empty board"))?;
        if let Claim::NotWithin { .. } = self.claim {
            return write!(f, "; {strategic} positions");
        }
        write!(f, "; {strategic} strategic and {forced} forced positions")?;
        plies.map_or(Ok(()), |plies| write!(f, "; at most {plies} plies"))
    }
}

/// The reason why a file was not verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The file is well-formed but does not prove its claim.
    Rejected {
        /// The record in question, counted from 1; in a dictionary, the line.
        record: Option<u64>,
        /// The position in question, as text.
        position: Option<String>,
        /// What is wrong.
        reason: String,
    },
    /// The file is not in the format.
    Malformed {
        /// The offset of the fault, in bytes from the start of the file.
        offset: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file exceeds the checker's limits, so that its claim was not checked.
    OutOfResources {
        /// The limit that is exceeded.
        reason: String,
    },
}

impl fmt::Display for Failure {
    /// Writes one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected { record, position, reason } => {
                f.write_str(reason)?;
                if let Some(record) = record {
                    write!(f, "; record {record}")?;
                }
                if let Some(position) = position {
                    write!(f, "; position {position}")?;
                }
                Ok(())
            }
            Self::Malformed { offset, reason } => write!(f, "{reason}; byte {offset}"),
            Self::OutOfResources { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}
