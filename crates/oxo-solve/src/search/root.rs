//! The root of the search: deeper and deeper, with the moves that may be chosen.
//!
//! A depth that is broken off still counts if it has found a better move than the one before: the move that was best so
//! far is searched first, so what passes it is better by the deeper search.

use oxo_core::{Bits, Cell, Side};

use super::evaluation::OpenLines;
use super::pvs::{Over, Tree, Window};
use super::score::{MOST_GUESS, Score, WON, is_proved, plies, won_in};
use super::tuning::{OPPONENTS_RUN, OWN_RUN};
use super::{Searched, Wish};
use crate::analysis::{Outcome, Value};
use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::board::orbits::classes;
use crate::limits::search_limits::Effort;
use crate::threats::search::Run;
use crate::threats::shortest::played_out;

/// How much more than elsewhere a forced win may cost at the root.
const ROOT_SHARE: u64 = 100;
/// Plies that a depth counts at most for each empty cell: so deep, nothing is left out and no search ends in a guess,
/// since a late move costs three of them.
const PLIES_PER_CELL: usize = 3;
/// The longest line that is told.
const LONGEST_LINE: usize = 64;

/// One search from its root.
pub(super) struct Root<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    tree: Tree<'f, B, W>,
    tally: Tally<B, W, P>,
    side: Side,
    /// The moves to choose from, the best so far first; of moves that are alike by symmetry, one.
    moves: Vec<Cell>,
    /// The run with which the opponent would win after a pass.
    menace: Option<Run>,
    most_depth: usize,
    score: Score,
    depth: usize,
    is_exhaustive: bool,
}

impl<'f, B: Bits, const W: usize, const P: usize> Root<'f, B, W, P> {
    /// Prepares a search; None if there is no move to choose.
    pub(super) fn new(
        frame: &'f Frame<B, W>,
        effort: &'f Effort<'f>,
        tally: Tally<B, W, P>,
        side: Side,
        wish: Wish<'_>,
    ) -> Option<Self> {
        let moves = moves_to_choose_from(frame, &tally, side, wish.among);
        moves.first()?;
        let most_depth = wish.depth.unwrap_or(usize::MAX).min(PLIES_PER_CELL * frame.board.size());
        Some(Self {
            frame,
            tree: Tree::new(frame, effort),
            tally,
            side,
            moves,
            menace: None,
            most_depth,
            score: OpenLines::new(frame, &tally, side).guess(),
            depth: 0,
            is_exhaustive: false,
        })
    }

    /// Searches until the value is proved or the effort is spent.
    pub(super) fn run(mut self, on_depth: &mut dyn FnMut(&Searched)) -> Option<Searched> {
        if self.tree.look().is_err() {
            return self.searched(None);
        }
        if let Some(line) = self.own_run() {
            self.score = won_in(line.len());
            return self.searched(Some(line));
        }
        self.menace = self.tree.run_of(&self.tally, self.side.other(), ROOT_SHARE * OPPONENTS_RUN);
        while self.depth < self.most_depth && !self.is_settled() {
            if self.deepen(self.depth + 1).is_err() {
                break;
            }
            if let Some(searched) = self.searched(None) {
                on_depth(&searched);
            }
        }
        self.searched(None)
    }

    /// Whether a deeper search would say nothing new.
    fn is_settled(&self) -> bool {
        is_proved(self.score) || self.is_exhaustive
    }

    /// The line of a forced win that begins with a move that may be chosen.
    fn own_run(&mut self) -> Option<Vec<Cell>> {
        let completions = self.tally.completions(self.frame, self.side);
        if let Some(&cell) = self.moves.iter().find(|&&cell| completions.contains(cell)) {
            return Some(vec![cell]);
        }
        let run = self.tree.run_of(&self.tally, self.side, ROOT_SHARE * OWN_RUN)?;
        let line = played_out(self.frame, &self.tally, self.side, &run)?;
        self.moves.contains(line.first()?).then_some(line)
    }

    /// Searches all moves to one depth.
    fn deepen(&mut self, depth: usize) -> Result<(), Over> {
        let guesses_before = self.tree.guesses;
        let (mut best, score_before) = (-WON, self.score);
        let mut tried = 0;
        for index in 0..self.moves.len() {
            let cell = self.moves[index];
            let after = self.tally.with(self.frame, self.side, cell);
            let lost = self
                .menace
                .as_ref()
                .and_then(|run| played_out(self.frame, &after, self.side.other(), run));
            let score = if let Some(game) = lost {
                -won_in(game.len() + 1)
            } else {
                tried += 1;
                let window = Window { low: best, high: WON };
                let result = self.tree.late_move(&after, self.side, depth - 1, window, 0, tried);
                if result.is_err() && best < -MOST_GUESS {
                    // All before this one are lost, and nothing is known of this one and the rest.
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
        self.is_exhaustive = self.tree.guesses == guesses_before;
        Ok(())
    }

    /// What is known so far, with the line of a forced win if there is one.
    fn searched(&self, line: Option<Vec<Cell>>) -> Option<Searched> {
        let line = line.unwrap_or_else(|| self.expected_line());
        Some(Searched {
            cell: *line.first()?,
            score: self.score,
            value: self.value(),
            line,
            depth: self.depth,
            nodes: self.tree.nodes(),
        })
    }

    fn value(&self) -> Value {
        let (outcome, plies) = match plies(self.score) {
            Some(plies) if self.score > 0 => (Outcome::Win, plies),
            Some(plies) => (Outcome::Loss, plies),
            None if self.is_exhaustive => (Outcome::Draw, self.tally.empty(self.frame).count()),
            None => (Outcome::Unknown, 0),
        };
        Value { outcome, plies, exact: outcome == Outcome::Draw }
    }

    /// The best move and those that the search remembers as the best after it.
    fn expected_line(&self) -> Vec<Cell> {
        let mut line = Vec::from_iter(self.moves.first().copied());
        let (mut tally, mut side) = (self.tally, self.side);
        while let Some(&cell) = line.last()
            && line.len() < LONGEST_LINE
        {
            tally.play(self.frame, side, cell);
            if tally.has_line(self.frame, side) {
                break;
            }
            side = side.other();
            let completions = tally.completions(self.frame, side);
            let blocks = tally.completions(self.frame, side.other());
            let next = completions.lowest().or_else(|| blocks.lowest());
            line.extend(next.or_else(|| self.tree.remembered_move(&tally)));
            // Nothing is remembered of this position.
            if line.last() == Some(&cell) {
                break;
            }
        }
        line
    }
}

/// The empty cells among those that are wanted, without those that an automorphism makes superfluous, the most promising
/// first.
fn moves_to_choose_from<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    side: Side,
    among: Option<&[Cell]>,
) -> Vec<Cell> {
    let wanted = among.map_or(frame.all, |cells| B::from_cells(cells.iter().copied()));
    let stones = Side::BOTH.map(|side| tally.stones(side));
    let mut moves: Vec<Cell> = classes(frame, stones)
        .into_iter()
        .filter_map(|alike| {
            alike.into_iter().map(|(cell, _)| cell).find(|cell| wanted.contains(*cell))
        })
        .collect();
    let open = OpenLines::new(frame, tally, side);
    // A cell that completes or blocks a line counts as more than any other.
    let urgent = tally.completions(frame, side) | tally.completions(frame, side.other());
    moves.sort_by_key(|&cell| (!urgent.contains(cell), -open.gain(frame, cell), cell));
    moves
}
