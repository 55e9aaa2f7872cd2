//! A score for every move of a position, each from a small search of its own.
//!
//! The search of the root says what the best move is worth, and of the others only that they are no better. Guesses at
//! cells need a score for each. Every move gets a search that remembers nothing of the others, so that its score does
//! not depend on which moves are asked about.

use oxo_core::{AnyPosition, Bits, Cell, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::empty_orbits;
use crate::limits::search_limits::SearchLimits;
use crate::limits::stop::Stop;
use crate::search::evaluation::OpenLines;
use crate::search::pvs::{PrincipalVariationSearch, Window};
use crate::search::score::{Score, WON, is_proved, won_in};

/// Bytes of the table of one search, which is small.
const MEMORY: usize = 1 << 16;

/// What a move is worth to the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveScore {
    /// The move.
    pub cell: Cell,
    /// Its score, as in [`crate::SearchResult`]: beyond the range of guesses for a proved win or loss.
    pub score: i32,
    /// Plies looked ahead after the move, forced blocks not counted.
    pub depth: usize,
}

/// How far the search after each move goes.
#[derive(Debug, Clone, Copy)]
pub struct MoveScoreLimits<'a> {
    /// Plies to look ahead after the move.
    pub depth: usize,
    /// Positions that the search of one move may visit; it goes back to the last depth that it has finished.
    pub nodes: u64,
    /// Once it is set, moves are scored by open lines alone.
    pub stop: Stop<'a>,
}

/// Scores moves: those in `among` that can be played, or all for None; ascending by cell.
///
/// Moves that an automorphism of the position takes to each other have the same score.
#[must_use]
pub fn move_scores(
    position: &AnyPosition,
    among: Option<&[Cell]>,
    limits: MoveScoreLimits<'_>,
) -> Vec<MoveScore> {
    dispatch(position, MoveScores { among, limits })
}

struct MoveScores<'e> {
    among: Option<&'e [Cell]>,
    limits: MoveScoreLimits<'e>,
}

impl Dispatch for MoveScores<'_> {
    type Output = Vec<MoveScore>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Vec<MoveScore> {
        if counts.is_over(masks) {
            return Vec::new();
        }
        let wanted = self.among.map_or(masks.all, |cells| B::from_cells(cells.iter().copied()));
        let mut scores = Vec::new();
        for orbit in empty_orbits(masks, counts.stones_first(Side::X)) {
            let cells: Vec<Cell> =
                orbit.iter().map(|(cell, _)| *cell).filter(|cell| wanted.contains(*cell)).collect();
            if cells.is_empty() {
                continue;
            }
            let after = counts.with(masks, to_move, orbit[0].0);
            let (score, depth) = self.score(masks, &after, to_move);
            scores.extend(cells.into_iter().map(|cell| MoveScore { cell, score, depth }));
        }
        scores.sort_by_cached_key(|scored| scored.cell.index());
        scores
    }
}

impl MoveScores<'_> {
    /// The score of a move for the side that made it, and the plies looked ahead from the position after it.
    fn score<B: Bits, const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        after: &LineCounts<B, W, P>,
        mover: Side,
    ) -> (Score, usize) {
        if after.has_line(masks, mover) {
            return (won_in(1), 0);
        }
        let limits = SearchLimits {
            nodes: Some(self.limits.nodes),
            memory: MEMORY,
            threads: 1,
            runner: None,
            stop: self.limits.stop,
            report: &|_| {},
        };
        let mut found = (-OpenLines::new(masks, after, mover.other()).guess(), 0);
        let mut search = PrincipalVariationSearch::new(masks, &limits);
        if search.is_over() {
            return found;
        }
        let window = Window { low: -WON, high: WON };
        for depth in 0..=self.limits.depth {
            let guesses_before = search.guesses;
            let Ok(score) = search.score_of_move(after, mover, depth, window, 0) else { break };
            found = (score, depth);
            // A deeper search would find nothing new.
            if is_proved(score) || search.guesses == guesses_before {
                break;
            }
        }
        found
    }
}
