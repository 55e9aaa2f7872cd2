//! One task of an attack: a position with the attacker to move, and the second moves that are tried in it.
//!
//! If the attacker has one stone on the board, a task has several trials, one for each second move; if it has more,
//! one trial, of the position itself. In the short stages a trial ends with the first reply that is not won within its
//! budget, and the trials that got furthest are kept. In later stages every second move is tried against all replies,
//! until more of them are unproved than after a move tried earlier in the stage.
//!
//! All trials of a stage share one tree, since positions after one move occur again after another. The tree is freed
//! at the end of the stage, so that only running tasks need memory for one. Its answers are kept; the next stage
//! searches the rest again, with several times the budget.

use oxo_core::{Bits, Board, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::checkpoint::keeper::Kept;
use crate::limits::context::SearchContext;
use crate::limits::ordered_budget::TaskBudget;
use crate::proof_search::pns::ProofNumberSearch;
use crate::proof_search::second_moves::{cost_of_second_moves, second_moves};
use crate::proof_search::tuning::{SECOND_MOVES, SECOND_MOVES_OF_HARD_TASKS, SHORT_STAGES};
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::REPLY_BUDGET;
use crate::threats::search::ThreatSearch;
use crate::value::ProofStatus;

/// The budgets of a stage, in positions searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StageLimits {
    pub(crate) attacker: Side,
    /// The budget of the search after each reply.
    pub(crate) reply_budget: u64,
    /// The budget of all tasks together, counted in their order.
    pub(crate) stage_budget: u64,
}

/// A task and its progress.
#[derive(Debug)]
pub(crate) struct Task<B> {
    /// Canonical, the attacker's stones first.
    pub(super) stones: [B; 2],
    pub(super) trials: Vec<Trial<B>>,
    /// Moves to try if no trial wins in the short stages.
    pub(super) reserve: Vec<Trial<B>>,
    /// Stages completed or begun.
    pub(super) stages: usize,
    /// Positions searched.
    pub(super) spent: u64,
    pub(super) is_proved: bool,
    /// What was proved in the latest stage.
    pub(super) found: SolutionTable<B>,
}

/// A second move under trial, or the position itself.
#[derive(Debug)]
pub(super) struct Trial<B> {
    /// The second move; None for the position itself.
    pub(super) cell: Option<Cell>,
    /// The classes of positions that have to be won, those not won yet first.
    pub(super) replies: Vec<[B; 2]>,
    /// The number of `replies` that were not won in the latest stage.
    pub(super) left: usize,
}

impl<B: Bits> Task<B> {
    /// Creates a task without trials. The first stage adds them.
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

    /// Chooses the trials and counts the cost of choosing, which is high on large boards.
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

    /// Whether the attacker has to choose its second move.
    fn has_second_moves(&self) -> bool {
        self.stones[0].count() == 1
    }

    /// Looks for one threat sequence that wins, before second moves are tried: on lines of three it can begin with one.
    fn wins_by_threats<const W: usize, const P: usize>(
        &mut self,
        context: SearchContext<'_, B, W>,
        attacker: Side,
    ) -> bool {
        let masks = context.masks;
        if !self.has_second_moves() || masks.board.line_length() > 3 {
            return false;
        }
        let counts = LineCounts::<B, W, P>::with_first(masks, attacker, self.stones);
        let mut search = ThreatSearch::new(context.limits.stop).within(context.most_stones);
        let found = search.search(masks, &counts, attacker, REPLY_BUDGET).proof();
        self.spent += search.nodes;
        let Some((&cell, rest)) = found.as_deref().and_then(<[Cell]>::split_first) else {
            return false;
        };
        self.found.add(self.stones, Answer { cell, sequences: [rest] });
        context.resources.allocate(self.found.size());
        true
    }

    /// Works on the trials for one stage. Returns whether one has won. Calls `report` at intervals, and offers `kept`
    /// what it has proved so far.
    pub(crate) fn run<const W: usize, const P: usize>(
        &mut self,
        context: SearchContext<'_, B, W>,
        stage: StageLimits,
        budget: TaskBudget<'_>,
        known: &SolutionTable<B>,
        report: &impl Fn(),
        kept: Option<&Kept<'_, B>>,
    ) -> bool {
        let (masks, StageLimits { attacker, reply_budget, .. }) = (context.masks, stage);
        let before = self.spent;
        if context.limits.stop.is_set() || budget.is_spent(0) {
            return false;
        }
        if known.has(&self.stones) {
            self.is_proved = true;
            return true;
        }
        if self.stages == 0 {
            if self.wins_by_threats::<W, P>(context, attacker) {
                self.is_proved = true;
                return true;
            }
            self.set_up::<W, P>(masks, attacker);
        }
        let set_up = self.spent - before;
        let is_short = self.stages < SHORT_STAGES;
        if self.stages == SHORT_STAGES {
            self.trials.append(&mut self.reserve);
        }
        self.stages += 1;
        let mut pns = ProofNumberSearch::<B, W, P>::new(context, attacker);
        let mut allowed = if is_short { 0 } else { usize::MAX };
        let is_spent = |nodes| budget.is_spent(set_up + nodes);
        let seen = std::cell::Cell::new(kept.map_or(0, Kept::latest));
        let report = |pns: &ProofNumberSearch<'_, B, W, P>| {
            report();
            if let Some(kept) = kept {
                kept.offer(&seen, known, |answers| pns.add_answers(answers));
            }
        };
        let mut search = |reply| pns.search(reply, reply_budget, &is_spent, known, &report);
        let mut winner = None;
        let mut exhausted = Vec::new();
        for (index, trial) in self.trials.iter_mut().enumerate() {
            match trial.run(allowed, &mut search) {
                ProofStatus::Proved(()) => {
                    self.is_proved = true;
                    winner = trial.cell;
                    break;
                }
                ProofStatus::OutOfBudget if is_short => {}
                ProofStatus::OutOfBudget => allowed = allowed.min(trial.left),
                ProofStatus::Exhausted | ProofStatus::Disproved => exhausted.push(index),
            }
        }
        self.spent += pns.nodes();
        pns.collect_answers(&mut self.found);
        if let Some(cell) = winner {
            self.found.add_move(self.stones, cell);
        }
        context.resources.allocate(self.found.size());
        if let Some(kept) = kept {
            kept.add(&self.found);
        }
        for index in exhausted.into_iter().rev() {
            self.trials.remove(index);
        }
        self.drop_the_worst();
        self.is_proved
    }

    /// Removes the trials that got least far; in the short stages, keeps them in reserve.
    fn drop_the_worst(&mut self) {
        self.trials.sort_by_cached_key(|trial| 1000 * trial.left / trial.replies.len().max(1));
        let kept = (self.trials.len().div_ceil(2) + 1).min(self.trials.len());
        let dropped = self.trials.split_off(kept);
        if self.stages < SHORT_STAGES {
            self.reserve.extend(dropped);
        }
    }

    /// Whether a trial has won.
    pub(crate) fn is_proved(&self) -> bool {
        self.is_proved
    }

    /// Whether a trial is left.
    pub(crate) fn can_go_on(&self) -> bool {
        self.stages == 0 || !self.trials.is_empty() || !self.reserve.is_empty()
    }

    /// The number of trials, at most.
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

    /// Removes and returns the answers proved in the latest stage.
    pub(crate) fn take_answers(&mut self) -> SolutionTable<B> {
        std::mem::take(&mut self.found)
    }
}

impl<B: Bits> Trial<B> {
    /// Searches the replies in order until more than `allowed` of them are not won. Returns `Proved` if every reply is
    /// won, and `Exhausted` if nothing that is tried wins one of them.
    fn run(
        &mut self,
        allowed: usize,
        search: &mut impl FnMut([B; 2]) -> ProofStatus,
    ) -> ProofStatus {
        let (mut won, mut left) = (Vec::new(), Vec::new());
        let mut replies = std::mem::take(&mut self.replies).into_iter();
        let mut is_exhausted = false;
        while left.len() <= allowed
            && !is_exhausted
            && let Some(reply) = replies.next()
        {
            match search(reply) {
                ProofStatus::Proved(()) => won.push(reply),
                ProofStatus::OutOfBudget => left.push(reply),
                ProofStatus::Exhausted | ProofStatus::Disproved => {
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
            _ if is_exhausted => ProofStatus::Exhausted,
            0 => ProofStatus::Proved(()),
            _ => ProofStatus::OutOfBudget,
        }
    }
}
