//! The root of the search: iterative deepening over the moves to choose from.
//!
//! An interrupted depth still counts if it has found a better move than the depth before: the best move so far is
//! searched first, so a move that beats it is better by the deeper search.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::empty_orbits;
use crate::limits::search_limits::SearchLimits;
use crate::limits::stop::SearchAborted;
use crate::search::evaluation::OpenLines;
use crate::search::pvs::{PrincipalVariationSearch, Window};
use crate::search::score::{MAX_GUESS, Score, WON, is_proved, plies, won_in};
use crate::search::tuning::{OPPONENTS_FORCED_WIN_BUDGET, OWN_FORCED_WIN_BUDGET};
use crate::threats::replay::{game_of, played_out};
use crate::threats::search::ThreatSequence;
use crate::value::{Outcome, Value};

/// The factor by which the budget for a forced win is larger at the root.
const ROOT_SHARE: u64 = 100;
/// The maximum depth in plies for each empty cell. At this depth nothing is omitted and no search ends in a guess,
/// since a late move costs three plies.
const PLIES_PER_CELL: usize = 3;
/// The maximum length of the reported line.
const LONGEST_LINE: usize = 64;

/// Options of a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchOptions<'a> {
    /// The only moves to choose from; None for all.
    pub among: Option<&'a [Cell]>,
    /// The maximum number of plies to look ahead, not counting forced blocks.
    pub depth: Option<usize>,
}

/// The result of a search: the best move found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The move.
    pub cell: Cell,
    /// The score for the side that makes the move, larger if better; 0 is even. A win scores more than any guess, and
    /// more the sooner it comes. A loss scores less than any guess, and less the sooner it comes.
    pub score: i32,
    /// The proved value, counting the move; `plies` is a bound, never exact. Unknown if the score is a guess.
    ///
    /// A win is that of this move. A loss or a draw is that of the best move to choose from.
    pub value: Value,
    /// The move and the expected continuation, as far as the table has it.
    pub line: Vec<Cell>,
    /// The depth searched in plies, not counting forced blocks; 0 if the budget was too small for one.
    pub depth: usize,
    /// Positions searched.
    pub nodes: u64,
}

/// One search from its root.
pub(super) struct Root<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    pvs: PrincipalVariationSearch<'f, B, W>,
    counts: LineCounts<B, W, P>,
    side: Side,
    /// The moves to choose from, the best so far first; of equivalent moves under symmetry, only one.
    moves: Vec<Cell>,
    /// The threat sequence with which the opponent would win after a pass.
    null_move_threat: Option<ThreatSequence>,
    most_depth: usize,
    score: Score,
    depth: usize,
    is_exhaustive: bool,
}

impl<'f, B: Bits, const W: usize, const P: usize> Root<'f, B, W, P> {
    /// Prepares a search. Returns None if there is no move to choose from.
    pub(super) fn new(
        masks: &'f LineMasks<B, W>,
        limits: &'f SearchLimits<'f>,
        counts: LineCounts<B, W, P>,
        side: Side,
        options: SearchOptions<'_>,
    ) -> Option<Self> {
        let moves = moves_to_choose_from(masks, &counts, side, options.among);
        moves.first()?;
        let most_depth =
            options.depth.unwrap_or(usize::MAX).min(PLIES_PER_CELL * masks.board.size());
        Some(Self {
            masks,
            pvs: PrincipalVariationSearch::new(masks, limits),
            counts,
            side,
            moves,
            null_move_threat: None,
            most_depth,
            score: OpenLines::new(masks, &counts, side).guess(),
            depth: 0,
            is_exhaustive: false,
        })
    }

    /// Searches until the value is proved or the limits are reached.
    pub(super) fn run(mut self, on_depth: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        if self.pvs.is_over() {
            return self.result(None);
        }
        if let Some(line) = self.own_forced_win() {
            self.score = won_in(line.len());
            return self.result(Some(line));
        }
        self.null_move_threat = self.pvs.forced_win_of(
            &self.counts,
            self.side.other(),
            ROOT_SHARE * OPPONENTS_FORCED_WIN_BUDGET,
        );
        while self.depth < self.most_depth && !self.is_settled() {
            if self.deepen(self.depth + 1).is_err() {
                break;
            }
            on_depth(&self.result(None));
        }
        self.result(None)
    }

    /// Returns whether a deeper search cannot change the result.
    fn is_settled(&self) -> bool {
        is_proved(self.score) || self.is_exhaustive
    }

    /// Returns the line of a forced win that begins with a move to choose from.
    fn own_forced_win(&mut self) -> Option<Vec<Cell>> {
        let completions = self.counts.completions(self.masks, self.side);
        if let Some(&cell) = self.moves.iter().find(|&&cell| completions.contains(cell)) {
            return Some(vec![cell]);
        }
        let sequence =
            self.pvs.forced_win_of(&self.counts, self.side, ROOT_SHARE * OWN_FORCED_WIN_BUDGET)?;
        let line = game_of(self.masks, &self.counts, self.side, &sequence);
        self.moves.contains(line.first()?).then_some(line)
    }

    /// Searches all moves to one depth.
    fn deepen(&mut self, depth: usize) -> Result<(), SearchAborted> {
        let guesses_before = self.pvs.guesses;
        let (mut best, score_before) = (-WON, self.score);
        let mut tried = 0;
        for index in 0..self.moves.len() {
            let cell = self.moves[index];
            let after = self.counts.with(self.masks, self.side, cell);
            let lost = self
                .null_move_threat
                .as_ref()
                .and_then(|sequence| played_out(self.masks, &after, self.side.other(), sequence));
            let score = if let Some(game) = lost {
                -won_in(game.len() + 1)
            } else {
                tried += 1;
                let window = Window { low: best, high: WON };
                let result = self.pvs.late_move(&after, self.side, depth - 1, window, 0, tried);
                if result.is_err() && best < -MAX_GUESS {
                    // All moves before this one are lost; this one and the rest are unknown.
                    self.moves[..=index].rotate_right(1);
                    self.score = score_before;
                }
                result?
            };
            if score > best {
                best = score;
                self.score = score;
                self.moves[..=index].rotate_right(1);
            }
        }
        self.depth = depth;
        self.is_exhaustive = self.pvs.guesses == guesses_before;
        Ok(())
    }

    /// Returns the result so far, with the line of a forced win if there is one.
    fn result(&self, forced_win: Option<Vec<Cell>>) -> SearchResult {
        let line = forced_win.unwrap_or_else(|| self.expected_line());
        SearchResult {
            cell: line[0],
            score: self.score,
            value: self.value(),
            line,
            depth: self.depth,
            nodes: self.pvs.nodes(),
        }
    }

    fn value(&self) -> Value {
        let (outcome, plies) = match plies(self.score) {
            Some(plies) if self.score > 0 => (Outcome::Win, plies),
            Some(plies) => (Outcome::Loss, plies),
            None if self.is_exhaustive => (Outcome::Draw, self.counts.empty(self.masks).count()),
            None => (Outcome::Unknown, 0),
        };
        Value { outcome, plies, exact: outcome == Outcome::Draw }
    }

    /// Returns the best move and the moves that the table has after it.
    fn expected_line(&self) -> Vec<Cell> {
        let mut line = Vec::from_iter(self.moves.first().copied());
        let (mut counts, mut side) = (self.counts, self.side);
        while let Some(&cell) = line.last()
            && line.len() < LONGEST_LINE
        {
            counts.play(self.masks, side, cell);
            if counts.has_line(self.masks, side) {
                break;
            }
            side = side.other();
            let completions = counts.completions(self.masks, side);
            let blocks = counts.completions(self.masks, side.other());
            let next = completions.lowest().or_else(|| blocks.lowest());
            line.extend(next.or_else(|| self.pvs.remembered_move(&counts)));
            // The table has no move for this position.
            if line.last() == Some(&cell) {
                break;
            }
        }
        line
    }
}

/// Lists the empty cells of `among`, one of each class under the automorphisms that preserve the stones, the most
/// promising first.
fn moves_to_choose_from<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    side: Side,
    among: Option<&[Cell]>,
) -> Vec<Cell> {
    let wanted = among.map_or(masks.all, |cells| B::from_cells(cells.iter().copied()));
    let stones = counts.stones_first(Side::X);
    let mut moves: Vec<Cell> = empty_orbits(masks, stones)
        .into_iter()
        .filter_map(|orbit| {
            orbit.into_iter().map(|(cell, _)| cell).find(|cell| wanted.contains(*cell))
        })
        .collect();
    let open = OpenLines::new(masks, counts, side);
    // Cells that complete or block a line come first.
    let urgent = counts.completions(masks, side) | counts.completions(masks, side.other());
    moves.sort_by_cached_key(|&cell| (!urgent.contains(cell), -open.gain(masks, cell), cell));
    moves
}
