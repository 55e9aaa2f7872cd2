//! One task of an attack: a position with the attacker to move, and the second moves that are tried in it.
//!
//! With one stone of the attacker on the board, several second moves are under trial; with more there is one trial, of
//! the position itself. The first stages are short: a trial ends with the first reply that is not won within its
//! budget, and those that got furthest are kept. What is not won so is hard, and it pays to know more: from then on all
//! moves are tried again, each against all replies, unless more of them are left than with a move before it.
//!
//! All trials of a stage share one tree, since much of what follows one move is met again after another. The tree is
//! given up at the end of the stage, so that only the tasks at work need memory for one: what it has proved is kept,
//! and the next stage, which may cost several times as much, does the rest again.

use oxo_core::{Bits, Board, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::proof_search::attack::SearchContext;
use crate::proof_search::pns::{Progress, ProofNumberSearch};
use crate::proof_search::tuning::{
    SECOND_MOVES, SECOND_MOVES_OF_HARD_TASKS, SECOND_MOVES_WITH_MOST_LINES, SHORT_STAGES,
};
use crate::strategy::solution_table::{SolutionTable, canonical, reply_classes};

/// A task and how far it is.
#[derive(Debug)]
pub(crate) struct Task<B> {
    /// Canonical, the attacker's stones first.
    pub(super) stones: [B; 2],
    pub(super) trials: Vec<Trial<B>>,
    /// Moves that are tried if none of those under trial wins in the short stages.
    pub(super) reserve: Vec<Trial<B>>,
    /// Stages so far.
    pub(super) stages: usize,
    /// Positions searched.
    pub(super) spent: u64,
    pub(super) is_proved: bool,
    /// What was proved in the latest stage.
    pub(super) found: SolutionTable<B>,
}

/// A move under trial, or the position itself.
#[derive(Debug)]
pub(super) struct Trial<B> {
    /// The move, None if the trial is of the position itself.
    pub(super) cell: Option<Cell>,
    /// The classes of positions that have to be won, those that are not yet won first.
    pub(super) replies: Vec<[B; 2]>,
    /// How many of them were not won in the latest stage.
    pub(super) left: usize,
}

/// What came of a trial in one stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Every reply is won.
    Won,
    /// Some replies are left.
    Open,
    /// Nothing that is tried wins one of them.
    Exhausted,
}

impl<B: Bits> Task<B> {
    /// A task that is yet to be set up, which the first stage does.
    pub(crate) fn new(board: &Board, stones: [B; 2]) -> Self {
        Self {
            stones: canonical(board, stones).0,
            trials: Vec::new(),
            reserve: Vec::new(),
            stages: 0,
            spent: 0,
            is_proved: false,
            found: SolutionTable::default(),
        }
    }

    /// Chooses what is tried, and counts what that costs, which on large boards is much.
    fn set_up<const W: usize, const P: usize>(&mut self, masks: &LineMasks<B, W>, attacker: Side) {
        let moves = if self.has_second_moves() {
            self.spent += cost_of_second_moves(&masks.board);
            second_moves::<B, W, P>(masks, attacker, self.stones, SECOND_MOVES_OF_HARD_TASKS)
        } else {
            vec![(None, vec![self.stones])]
        };
        let trial = |(cell, replies): (_, Vec<_>)| Trial { cell, left: replies.len(), replies };
        self.trials = moves.into_iter().map(trial).collect();
        self.reserve = self.trials.split_off(SECOND_MOVES.min(self.trials.len()));
    }

    /// Whether the attacker's second move has to be chosen.
    fn has_second_moves(&self) -> bool {
        self.stones[0].count() == 1
    }

    /// Works on the trials for one stage, in which each reply may cost `budget` positions, and all stages together
    /// `share`, and says whether one has won. Calls `tell` now and then.
    pub(crate) fn run<const W: usize, const P: usize>(
        &mut self,
        context: SearchContext<'_, B, W>,
        attacker: Side,
        (budget, task_budget): (u64, u64),
        known: &SolutionTable<B>,
        report: &impl Fn(),
    ) -> bool {
        if context.limits.is_over() {
            return false;
        }
        if self.stages == 0 {
            if self.has_second_moves() && task_budget < cost_of_second_moves(&context.masks.board) {
                self.spent = task_budget;
                return false;
            }
            self.set_up::<W, P>(context.masks, attacker);
        }
        let is_short = self.stages < SHORT_STAGES;
        if self.stages == SHORT_STAGES {
            self.trials.append(&mut self.reserve);
        }
        self.stages += 1;
        let mut tree =
            ProofNumberSearch::<B, W, P>::new(context.masks, attacker, context.resources);
        let mut allowed = if is_short { 0 } else { usize::MAX };
        let mut work = |reply| {
            let left = task_budget.saturating_sub(self.spent + tree.searched());
            tree.search(reply, budget.min(left), known, &|| context.limits.is_over(), report)
        };
        let mut winner = None;
        let mut exhausted = Vec::new();
        for (index, trial) in self.trials.iter_mut().enumerate() {
            let outcome = trial.run(allowed, &mut work);
            match outcome {
                Outcome::Won => {
                    self.is_proved = true;
                    winner = trial.cell;
                    break;
                }
                Outcome::Open if is_short => {}
                Outcome::Open => allowed = allowed.min(trial.left),
                Outcome::Exhausted => exhausted.push(index),
            }
        }
        self.spent += tree.searched();
        tree.collect_answers(&mut self.found);
        if let Some(cell) = winner {
            self.found.add_move(self.stones, cell);
        }
        context.resources.allocate(self.found.size());
        for index in exhausted.into_iter().rev() {
            self.trials.remove(index);
        }
        self.drop_the_worst();
        self.is_proved
    }

    /// Sets the trials aside that got least far: they are tried again when the short stages are over, if at all.
    fn drop_the_worst(&mut self) {
        self.trials.sort_by_key(|trial| 1000 * trial.left / trial.replies.len().max(1));
        let kept = (self.trials.len().div_ceil(2) + 1).min(self.trials.len());
        let dropped = self.trials.split_off(kept);
        if self.stages < SHORT_STAGES {
            self.reserve.extend(dropped);
        }
    }

    /// Whether one of the trials has won.
    pub(crate) fn is_proved(&self) -> bool {
        self.is_proved
    }

    /// Whether there is a trial left and something to spend on it.
    pub(crate) fn can_go_on(&self, task_budget: u64) -> bool {
        let has_trials = !self.trials.is_empty() || !self.reserve.is_empty();
        (has_trials || self.stages == 0) && self.spent < task_budget
    }

    /// How many moves are under trial, at most.
    pub(crate) fn trials(&self) -> usize {
        match self.stages {
            0 if self.has_second_moves() => SECOND_MOVES,
            0 => 1,
            _ => self.trials.len(),
        }
    }

    /// Positions searched.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Hands over what was proved in the latest stage.
    pub(crate) fn take_answers(&mut self) -> SolutionTable<B> {
        std::mem::take(&mut self.found)
    }
}

impl<B: Bits> Trial<B> {
    /// Works on the replies one after another until more than `allowed` of them are not won.
    fn run(&mut self, allowed: usize, work: &mut impl FnMut([B; 2]) -> Progress) -> Outcome {
        let (mut won, mut left) = (Vec::new(), Vec::new());
        let mut replies = std::mem::take(&mut self.replies).into_iter();
        let mut is_exhausted = false;
        while left.len() <= allowed
            && !is_exhausted
            && let Some(reply) = replies.next()
        {
            match work(reply) {
                Progress::Proved => won.push(reply),
                Progress::OutOfBudget => left.push(reply),
                Progress::Exhausted => {
                    left.push(reply);
                    is_exhausted = true;
                }
            }
        }
        left.extend(replies);
        self.left = left.len();
        self.replies = left;
        self.replies.append(&mut won);
        match self.left {
            _ if is_exhausted => Outcome::Exhausted,
            0 => Outcome::Won,
            _ => Outcome::Open,
        }
    }
}

/// What choosing second moves costs, in positions searched: about ten classes of replies take as long as one of those.
fn cost_of_second_moves(board: &Board) -> u64 {
    (SECOND_MOVES_WITH_MOST_LINES * board.size() / 10) as u64
}

/// The most promising classes of second moves, each with the classes of replies to it: those with most live lines,
/// above all lines that hold a stone of either side already, less the number of replies that are left to answer.
pub(crate) fn second_moves<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    stones: [B; 2],
    most: usize,
) -> Vec<(Option<Cell>, Vec<[B; 2]>)> {
    let board = &masks.board;
    let by_side = if attacker == Side::X { stones } else { [stones[1], stones[0]] };
    let counts = LineCounts::<B, W, P>::new(masks, by_side);
    let one_stone = masks.board.line_length() - 1;
    let mut seen = FxHashSet::default();
    let with = |cell| [stones[0] | B::single(cell), stones[1]];
    let classes =
        counts.empty(masks).cells().filter(|&cell| seen.insert(canonical(board, with(cell)).0));
    let score_of_lines = |cell| {
        let through = masks.through(cell);
        let lines =
            |side, missing| (counts.missing(masks, side, missing) & through).count().cast_signed();
        let alive = (counts.alive(masks, attacker) & through).count().cast_signed();
        10 * (alive + 2 * lines(attacker, one_stone) + lines(attacker.other(), one_stone))
    };
    let mut by_lines: Vec<(i32, Cell)> =
        classes.map(|cell| (-score_of_lines(cell), cell)).collect();
    by_lines.sort_unstable();
    by_lines.truncate(SECOND_MOVES_WITH_MOST_LINES.max(most));
    let with_replies = by_lines.into_iter().map(|(cost, cell)| {
        let free = counts.empty(masks).without(B::single(cell));
        let replies = reply_classes(board, with(cell), free);
        (cost + i32::try_from(replies.len()).unwrap_or(i32::MAX), Some(cell), replies)
    });
    let mut scored: Vec<_> = with_replies.collect();
    scored.sort_by_key(|&(cost, cell, _)| (cost, cell));
    scored.truncate(most);
    scored.into_iter().map(|(_, cell, replies)| (cell, replies)).collect()
}
