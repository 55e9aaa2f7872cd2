//! The results of searches: how a game ends, how soon, and whether a claim is proved.

use std::fmt;

use oxo_core::Side;

/// The result of a search for the proof of a claim, such as "X wins from here".
///
/// A claim that is `Disproved` is false. If it is `Exhausted`, the search has tried everything that it tries (some of
/// the moves, or sequences up to a length), and something else may still prove the claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofStatus<P = ()> {
    /// The claim is true; the value proves it.
    Proved(P),
    /// The claim is false.
    Disproved,
    /// Nothing that the search tries proves the claim.
    Exhausted,
    /// The budget ran out, or the search was stopped.
    OutOfBudget,
}

impl<P> ProofStatus<P> {
    /// The same status, with the proof changed by `change`.
    pub(crate) fn map<Q>(self, change: impl FnOnce(P) -> Q) -> ProofStatus<Q> {
        match self {
            Self::Proved(proof) => ProofStatus::Proved(change(proof)),
            Self::Disproved => ProofStatus::Disproved,
            Self::Exhausted => ProofStatus::Exhausted,
            Self::OutOfBudget => ProofStatus::OutOfBudget,
        }
    }

    /// The proof, None if the claim is not proved.
    pub(crate) fn proof(self) -> Option<P> {
        match self {
            Self::Proved(proof) => Some(proof),
            Self::Disproved | Self::Exhausted | Self::OutOfBudget => None,
        }
    }
}

/// The proved outcome of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A side wins.
    Wins(Side),
    /// Neither side can force a win.
    Draw,
    /// A limit was reached, or no method found a proof.
    Unknown,
}

/// How a game ends under best play, for the side that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The outcome is not known.
    Unknown,
}

/// An outcome, and the plies until the game ends when the winner hurries and the loser delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The outcome.
    pub outcome: Outcome,
    /// Plies to the end, the valued move included. An upper bound if the value is not exact; 0 if unknown.
    pub plies: usize,
    /// Whether `plies` is exact.
    pub exact: bool,
}

impl fmt::Display for Value {
    /// Writes the label: `W7` or `L2`, `W≤7` or `L≤8` for bounds, `D`, `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.outcome {
            Outcome::Win => 'W',
            Outcome::Loss => 'L',
            Outcome::Draw => return f.write_str("D"),
            Outcome::Unknown => return f.write_str("?"),
        };
        write!(f, "{letter}{}{}", if self.exact { "" } else { "≤" }, self.plies)
    }
}
