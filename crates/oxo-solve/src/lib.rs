//! Values and proofs: forced wins, exhaustive search, and proof search for tic-tac-toe in any number of dimensions.
//!
//! A search finds answers; `strategy` makes a [`Proof`] and a certificate from them, or rejects them. [`solve()`] does
//! both for any position.
//!
//! The modules, each of which imports only from modules below it; `layers.txt` lists all files in this order, and
//! `make lint` checks it.
//!
//! ```text
//! solve          decides a position, with a certificate
//! within         decides whether X wins within so many plies, with a certificate
//! analysis       values the move to each empty cell
//! search         finds the best move on boards beyond proof: principal variation search
//! solution       the result of solving a position, and the options
//! soonest        makes the games of a finished proof shorter
//! minimise       makes a finished proof smaller: branch and bound
//! exact          searches exhaustively
//! proof_search   looks for a win of one side: proof-number search over independent tasks
//! checkpoint     the answers of a search as bytes
//! strategy       the answers of a search; proofs and certificates made from them; pairings
//! threats        forced wins by threat sequences
//! limits         resource limits, cancellation, threads and task runners
//! board          line counters, symmetry, indices of positions, and the narrowest words for a board
//! value          results of searches: outcome, value, proved or not
//! ```
//!
//! Generic code sorts by `sort_by_cached_key`: that is compiled once for each type of keys, but `sort_by_key` for each
//! board, which made an eighth of the module.

mod analysis;
mod board;
mod checkpoint;
mod exact;
mod limits;
mod minimise;
mod proof_search;
mod search;
mod solution;
mod solve;
mod soonest;
mod strategy;
#[cfg(test)]
mod tests;
mod threats;
mod value;
mod within;

pub use analysis::{Analysis, CellAnalysis, Known, analyse};
pub use board::dispatch::needs_large_stack;
pub use checkpoint::keeper::Keeper;
pub use limits::search_limits::{Ending, Report, SearchLimits};
pub use limits::stop::Stop;
pub use limits::workers::{AcceptResult, TaskResult, TaskRunner, Unreadable};
pub use proof_search::distribute::work_on_task;
pub use search::{MoveScore, MoveScoreLimits, SearchOptions, SearchResult, move_scores, search};
pub use solution::{Solution, SolveOptions};
pub use solve::{solve, solve_with};
pub use strategy::certificate::Claim;
pub use strategy::prove::{Goal, Proof, ProofSink, ProofSize, Record, Replies};
pub use threats::{ForcedWin, ForcedWinLimits, forced_win, refutations};
pub use value::{Outcome, ProofStatus, Value, Verdict};
pub use within::{WithinAnswer, within};
