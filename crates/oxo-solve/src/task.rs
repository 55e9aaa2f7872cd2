//! One task of an attack: a position with the attacker to move, and the second moves that are tried in it.
//!
//! With one stone of the attacker on the board, a few second moves are under trial at once, each with a tree of its
//! own for the replies to it; after each stage those that got furthest are kept. With more stones there is one
//! tree, for the position itself.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::answers::{Answer, Answers, canonical, reply_classes};
use crate::effort::{Effort, Meter};
use crate::lines::Frame;
use crate::tally::Tally;
use crate::tree::{Progress, Tree};
use crate::tuning::SECOND_MOVES;

/// A task and how far it is.
#[derive(Debug)]
pub(crate) struct Task<'f, B, const W: usize, const P: usize> {
    /// Canonical, the attacker's stones first.
    stones: [B; 2],
    trials: Vec<Trial<'f, B, W, P>>,
    spent: u64,
    /// The trial that won.
    winner: Option<usize>,
}

/// A move under trial, or the position itself.
#[derive(Debug)]
struct Trial<'f, B, const W: usize, const P: usize> {
    /// The move, None if the trial is of the position itself.
    cell: Option<Cell>,
    /// The classes of positions that have to be won.
    replies: Vec<[B; 2]>,
    tree: Tree<'f, B, W, P>,
    /// How many of them were won in the latest stage.
    won: usize,
    /// Whether nothing that is tried wins one of them.
    exhausted: bool,
}

impl<'f, B: Bits, const W: usize, const P: usize> Task<'f, B, W, P> {
    /// Sets a task up.
    pub(crate) fn new(
        frame: &'f Frame<B, W>,
        attacker: Side,
        stones: [B; 2],
        meter: &'f Meter,
    ) -> Self {
        let (stones, _) = canonical(&frame.board, stones);
        let moves = if stones[0].count() == 1 {
            second_moves::<B, W, P>(frame, attacker, stones, SECOND_MOVES)
        } else {
            vec![(None, vec![stones])]
        };
        let trial = |(cell, replies)| Trial {
            cell,
            replies,
            tree: Tree::new(frame, attacker, meter),
            won: 0,
            exhausted: false,
        };
        let trials = moves.into_iter().map(trial).collect();
        Self { stones, trials, spent: 0, winner: None }
    }

    /// Works on the trials for one stage, in which each reply may cost `budget` positions, and the task `share` in
    /// all, and says whether one has won.
    pub(crate) fn run(
        &mut self,
        budget: u64,
        share: u64,
        known: &Answers<B>,
        effort: &Effort<'_>,
    ) -> bool {
        for (index, trial) in self.trials.iter_mut().enumerate() {
            let before = trial.tree.nodes();
            let won = trial.run(budget.min(share - self.spent.min(share)), known, effort);
            self.spent += trial.tree.nodes() - before;
            if won {
                self.winner = Some(index);
                return true;
            }
        }
        self.trials.retain(|trial| !trial.exhausted);
        self.trials.sort_by_key(|trial| 1000 - 1000 * trial.won / trial.replies.len().max(1));
        false
    }

    /// Whether one of the trials has won.
    pub(crate) fn is_proved(&self) -> bool {
        self.winner.is_some()
    }

    /// Whether there is a trial left and something to spend on it.
    pub(crate) fn can_go_on(&self, share: u64) -> bool {
        !self.trials.is_empty() && self.spent < share
    }

    /// How many second moves are under trial.
    pub(crate) fn trials(&self) -> usize {
        self.trials.len()
    }

    /// Positions searched.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Adds everything that the task has proved to `known`, and lets go of the trials that got least far.
    pub(crate) fn harvest(&mut self, known: &mut Answers<B>) {
        if let Some(cell) = self.winner.and_then(|winner| self.trials[winner].cell) {
            known.entry(self.stones).or_insert(Answer { cell, runs: Box::default() });
        }
        for trial in &self.trials {
            trial.tree.harvest(known);
        }
        self.trials.truncate(self.trials.len().div_ceil(2) + 1);
    }
}

impl<B: Bits, const W: usize, const P: usize> Trial<'_, B, W, P> {
    /// Works on the replies one after another until one is not won within its budget; whether all were.
    fn run(&mut self, budget: u64, known: &Answers<B>, effort: &Effort<'_>) -> bool {
        self.won = 0;
        for &reply in &self.replies {
            match self.tree.work_on(reply, budget, known, &|| effort.is_over()) {
                Progress::Proved => self.won += 1,
                Progress::OutOfBudget => return false,
                Progress::Exhausted => {
                    self.exhausted = true;
                    return false;
                }
            }
        }
        true
    }
}

/// The most promising classes of second moves, each with the classes of replies to it: those with most live lines,
/// above all lines that hold a stone of either side already, less the number of replies that are left to answer.
pub(crate) fn second_moves<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    attacker: Side,
    stones: [B; 2],
    most: usize,
) -> Vec<(Option<Cell>, Vec<[B; 2]>)> {
    let by_side = if attacker == Side::X { stones } else { [stones[1], stones[0]] };
    let tally = Tally::<B, W, P>::new(frame, by_side);
    let one_stone = frame.board.line_length() - 1;
    let mut seen = FxHashSet::default();
    let mut scored = Vec::new();
    for cell in tally.empty(frame).cells() {
        let after = [stones[0] | B::single(cell), stones[1]];
        if !seen.insert(canonical(&frame.board, after).0) {
            continue;
        }
        let through = frame.through(cell);
        let lines =
            |side, missing| (tally.missing(frame, side, missing) & through).count().cast_signed();
        let alive = (tally.alive(frame, attacker) & through).count().cast_signed();
        let replies =
            reply_classes(&frame.board, after, tally.empty(frame).without(B::single(cell)));
        let score = 10
            * (alive + 2 * lines(attacker, one_stone) + lines(attacker.other(), one_stone))
            - i32::try_from(replies.len()).unwrap_or(i32::MAX);
        scored.push((-score, Some(cell), replies));
    }
    scored.sort_by_key(|&(cost, cell, _)| (cost, cell));
    scored.truncate(most);
    scored.into_iter().map(|(_, cell, replies)| (cell, replies)).collect()
}
