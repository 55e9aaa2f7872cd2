//! Negamax with alpha-beta bounds below the root, to a depth in plies.
//!
//! - Proofs come before heuristics: completions, and forced wins of the side to move within a small budget.
//! - A forced block costs no depth.
//! - If the opponent would win by a threat sequence after a pass, a move that leaves this sequence winning on exact
//!   replay has lost. Such moves are not searched; the search is restricted to moves that disturb the sequence.
//! - The first move gets the full window and the others a null window first (principal variation search, T. A. Marsland
//!   and M. Campbell 1982). Late moves get less depth (reductions), and the last plies a limited number of moves.
//!
//! Omitting moves and reducing depth are guesses. A proved loss never depends on them: as long as every move searched
//! so far is lost, the search continues with the next one, and a proof holds at any depth. `guesses` counts the guesses
//! behind scores that prove neither a win nor a loss; a score found without any is exact.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::SearchLimits;
use crate::limits::stop::{SearchAborted, StopPoll};
use crate::search::evaluation::OpenLines;
use crate::search::score::{MAX_GUESS, Score, after_move, before_move, is_proved, won_in};
use crate::search::transposition_table::{Bound, EXHAUSTIVE, Entry, TranspositionTable};
use crate::search::tuning::{
    LATE, NODES_PER_POLL, NULL_MOVE_THREAT_COST, OPPONENTS_FORCED_WIN_BUDGET,
    OWN_FORCED_WIN_BUDGET, VERY_LATE, WIDTH,
};
use crate::threats::replay::played_out;
use crate::threats::search::{ThreatSearch, ThreatSequence};

/// The bounds between which scores are exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Window {
    /// Returns the opponent's window after a move.
    fn after_move(self) -> Self {
        Self { low: before_move(self.high), high: before_move(self.low) }
    }

    /// Returns the null window at the lower bound, which tests whether a score is above it.
    fn null(self) -> Self {
        Self { low: self.low, high: self.low + 1 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OrderedMove {
    promise: i32,
    cell: Cell,
}

/// The bonus that orders a remembered or killer move before all others.
const FIRST: i32 = 1 << 20;
/// The maximum of a move's history score.
const MAX_HISTORY: i32 = 512;

/// The search of one board, with its tables.
pub(super) struct PrincipalVariationSearch<'f, B, const W: usize> {
    pub(super) masks: &'f LineMasks<B, W>,
    limits: &'f SearchLimits<'f>,
    poll: StopPoll<'f>,
    threat_search: ThreatSearch<'f, B>,
    table: TranspositionTable<B>,
    visited: u64,
    /// The number of guesses in scores so far.
    pub(super) guesses: u64,
    /// For each side and cell, a score of how well moves there have done.
    history: [Vec<i32>; 2],
    /// For each ply, the latest moves that caused a cutoff there.
    killers: Vec<[Option<Cell>; 2]>,
    /// The moves not tried yet on all levels of the search, one level after another.
    moves: Vec<OrderedMove>,
}

impl<'f, B: Bits, const W: usize> PrincipalVariationSearch<'f, B, W> {
    pub(super) fn new(masks: &'f LineMasks<B, W>, limits: &'f SearchLimits<'f>) -> Self {
        let cells = masks.board.size();
        let mut poll = StopPoll::with_interval(limits.stop, NODES_PER_POLL);
        poll.set_end(limits.nodes.unwrap_or(u64::MAX));
        Self {
            masks,
            limits,
            poll,
            threat_search: ThreatSearch::new(limits.stop),
            table: TranspositionTable::new(limits.memory),
            visited: 0,
            guesses: 0,
            history: [vec![0; cells], vec![0; cells]],
            killers: vec![[None; 2]; cells + 1],
            moves: Vec::new(),
        }
    }

    /// Returns the positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.visited + self.threat_search.nodes
    }

    /// Returns whether the limits allow no search at all.
    pub(super) fn is_over(&self) -> bool {
        self.limits.stop.is_set() || self.limits.nodes == Some(0)
    }

    /// Returns a forced win of `attacker`, as if it were to move, if a small budget finds one.
    pub(super) fn forced_win_of<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        budget: u64,
    ) -> Option<ThreatSequence> {
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        self.threat_search.search(self.masks, counts, attacker, budget.min(left)).proof()
    }

    /// Returns the score of a move for the side that makes it, from the position after it.
    pub(super) fn score_of_move<const P: usize>(
        &mut self,
        after: &LineCounts<B, W, P>,
        mover: Side,
        depth: usize,
        window: Window,
        ply: usize,
    ) -> Result<Score, SearchAborted> {
        let score = self.search(after, mover.other(), depth, window.after_move(), ply + 1)?;
        Ok(after_move(score))
    }

    /// Returns the score of a position for `side`, which is to move: exact inside the window, a bound outside it.
    fn search<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        side: Side,
        depth: usize,
        window: Window,
        ply: usize,
    ) -> Result<Score, SearchAborted> {
        let (masks, other) = (self.masks, side.other());
        self.visited += 1;
        self.poll.poll(self.nodes())?;
        if !counts.missing(masks, side, 1).is_empty() {
            return Ok(won_in(1));
        }
        let blocks = counts.completions(masks, other);
        match (blocks.lowest(), blocks.count()) {
            (None, _) => {}
            (Some(block), 1) => {
                let after = counts.with(masks, side, block);
                return self.score_of_move(&after, side, depth, window, ply);
            }
            _ => return Ok(-won_in(2)),
        }
        let open = OpenLines::new(masks, counts, side);
        if open.all().is_empty() {
            return Ok(0);
        }
        let key = [counts.stones(Side::X), counts.stones(Side::O)];
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|entry| self.remembered(entry, depth, window)) {
            return Ok(score);
        }
        if let Some(sequence) = self.forced_win_of(counts, side, OWN_FORCED_WIN_BUDGET) {
            let score = won_in(2 * sequence.len() + 1);
            let bound = Bound::Lower;
            let cell = sequence.first().copied();
            self.table.put(key, Entry { score, bound, depth: EXHAUSTIVE, cell });
            return Ok(score);
        }
        let null_move_threat = self.forced_win_of(counts, other, OPPONENTS_FORCED_WIN_BUDGET);
        if depth == 0 {
            self.guesses += 1;
            let cost = if null_move_threat.is_some() { NULL_MOVE_THREAT_COST } else { 0 };
            return Ok((open.guess() - cost).clamp(-MAX_GUESS, MAX_GUESS));
        }
        let guesses_before = self.guesses;
        let first = known.and_then(|entry| entry.cell);
        let (score, cell) = self.best_move(
            counts,
            side,
            depth,
            window,
            ply,
            &open,
            first,
            null_move_threat.as_ref(),
        )?;
        let bound = if score >= window.high {
            Bound::Lower
        } else if score <= window.low {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let depth = if self.guesses == guesses_before { EXHAUSTIVE } else { depth };
        self.table.put(key, Entry { score, bound, depth, cell });
        Ok(score)
    }

    /// Returns the score of a table entry if its depth or its proof settles the window.
    fn remembered(&mut self, entry: Entry, depth: usize, window: Window) -> Option<Score> {
        let is_win = entry.bound != Bound::Upper && entry.score > MAX_GUESS;
        let is_loss = entry.bound != Bound::Lower && entry.score < -MAX_GUESS;
        if entry.depth < depth && !is_win && !is_loss {
            return None;
        }
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => is_win || entry.score >= window.high,
            Bound::Upper => is_loss || entry.score <= window.low,
        };
        if settles && entry.depth != EXHAUSTIVE && !is_proved(entry.score) {
            self.guesses += 1;
        }
        settles.then_some(entry.score)
    }

    /// Searches the moves of a position without a forced move. Returns the best score and its move.
    #[expect(clippy::too_many_arguments, reason = "what has been found out of a position")]
    fn best_move<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        side: Side,
        depth: usize,
        window: Window,
        ply: usize,
        open: &OpenLines<W>,
        first: Option<Cell>,
        null_move_threat: Option<&ThreatSequence>,
    ) -> Result<(Score, Option<Cell>), SearchAborted> {
        let masks = self.masks;
        let level = self.moves.len();
        self.push_moves(counts, side, ply, open, first);
        let width = WIDTH.get(depth - 1).copied().unwrap_or(usize::MAX);
        let mut best = (-won_in(0), None);
        let mut window = window;
        let mut tried = 0;
        while self.moves.len() > level
            && let Some(OrderedMove { cell, .. }) = self.moves.pop()
        {
            if tried >= width && best.0 >= -MAX_GUESS {
                self.guesses += 1;
                break;
            }
            let after = counts.with(masks, side, cell);
            let lost = null_move_threat
                .and_then(|sequence| played_out(masks, &after, side.other(), sequence));
            let score = if let Some(game) = lost {
                -won_in(game.len() + 1)
            } else {
                tried += 1;
                let result = self.late_move(&after, side, depth - 1, window, ply, tried);
                match result {
                    Ok(score) => score,
                    Err(over) => {
                        self.moves.truncate(level);
                        return Err(over);
                    }
                }
            };
            if score > best.0 {
                best = (score, Some(cell));
            }
            if score >= window.high {
                self.reward_cutoff(side, cell, depth, ply);
                break;
            }
            window.low = window.low.max(score);
        }
        self.moves.truncate(level);
        Ok(best)
    }

    /// Returns the score of the `nth` move to be searched. A late move is searched with less depth, and every move but
    /// the first with a null window; if the score exceeds the lower bound, the move is searched again in full.
    pub(super) fn late_move<const P: usize>(
        &mut self,
        after: &LineCounts<B, W, P>,
        mover: Side,
        depth: usize,
        window: Window,
        ply: usize,
        nth: usize,
    ) -> Result<Score, SearchAborted> {
        if nth > 1 {
            let reduction = usize::from(nth > LATE) + usize::from(nth > VERY_LATE);
            let reduced = depth.saturating_sub(reduction);
            let mut score = self.score_of_move(after, mover, reduced, window.null(), ply)?;
            if score > window.low && reduced < depth {
                score = self.score_of_move(after, mover, depth, window.null(), ply)?;
            }
            if score <= window.low || score >= window.high {
                return Ok(score);
            }
        }
        self.score_of_move(after, mover, depth, window, ply)
    }

    /// Pushes the moves of a position, the most promising last. Cells on no open line are equivalent, so only one of
    /// them is pushed.
    fn push_moves<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        side: Side,
        ply: usize,
        open: &OpenLines<W>,
        first: Option<Cell>,
    ) {
        let masks = self.masks;
        let (level, lines) = (self.moves.len(), open.all());
        let killers = self.killers[ply];
        let mut has_dead_cell = false;
        for cell in counts.empty(masks).cells() {
            if (masks.through(cell) & lines).is_empty() {
                if has_dead_cell {
                    continue;
                }
                has_dead_cell = true;
            }
            let promise = if Some(cell) == first {
                2 * FIRST
            } else if killers.contains(&Some(cell)) {
                FIRST
            } else {
                open.gain(masks, cell) + self.history[side.index()][cell.index()]
            };
            self.moves.push(OrderedMove { promise, cell });
        }
        self.moves[level..].sort_unstable();
    }

    /// Rewards a move that caused a cutoff, so that other positions try it early.
    fn reward_cutoff(&mut self, side: Side, cell: Cell, depth: usize, ply: usize) {
        let bonus = i32::try_from(16 * depth * depth).unwrap_or(MAX_HISTORY).min(MAX_HISTORY);
        let history = &mut self.history[side.index()][cell.index()];
        // The bonus shrinks towards the maximum, so that the score never exceeds it.
        *history += bonus - *history * bonus / MAX_HISTORY;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
    }

    /// Returns the best move of a position that the table remembers.
    pub(super) fn remembered_move<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
    ) -> Option<Cell> {
        self.table.get(counts.stones_first(Side::X))?.cell
    }
}
