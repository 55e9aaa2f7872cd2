//! The result of solving a position, and the options of the search.

use oxo_core::Side;

use crate::checkpoint::keeper::Keeper;
use crate::limits::search_limits::Ending;
use crate::strategy::prove::Proof;
use crate::value::Verdict;

/// The result of solving a position.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The outcome.
    pub verdict: Verdict,
    /// The proofs behind it: one for a win, one for each side for a draw; none if the game is over already.
    pub proofs: Vec<Proof>,
    /// Positions searched.
    pub nodes: u64,
    /// The certificate, unless the outcome is unknown.
    pub certificate: Option<Vec<u8>>,
    /// The findings of a search that ended early, for [`SolveOptions::begin_with`]: without an outcome, or with a proof
    /// whose improvement was cut short.
    pub unfinished: Option<Vec<u8>>,
    /// Why the search ended without an outcome, or before it could improve its proof further; None otherwise.
    pub ended: Option<Ending>,
}

/// Options of a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct SolveOptions<'a> {
    /// Whether to search for a proof with fewer strategic positions after the first one.
    pub small: bool,
    /// Whether to search for a proof with a shorter longest game before that.
    pub soonest: bool,
    /// The side whose attack alone is tried; None for both, mainly that of the side with the initiative.
    pub attacker: Option<Side>,
    /// What an earlier search on the same board left unfinished ([`Solution::unfinished`]).
    pub begin_with: Option<&'a [u8]>,
    /// Keeps what the search has found while it runs.
    pub keeper: Option<&'a Keeper<'a>>,
}

impl Solution {
    /// The plies of the longest game in which the winner follows its proof, a bound on the distance of the win; None if
    /// no side wins.
    #[must_use]
    pub fn plies(&self) -> Option<usize> {
        match self.verdict {
            Verdict::Wins(_) => self.proofs.first().map_or(Some(0), Proof::plies),
            Verdict::Draw | Verdict::Unknown => None,
        }
    }

    pub(crate) fn unknown(nodes: u64, ended: Ending) -> Self {
        Self {
            verdict: Verdict::Unknown,
            proofs: Vec::new(),
            nodes,
            certificate: None,
            unfinished: None,
            ended: Some(ended),
        }
    }
}
