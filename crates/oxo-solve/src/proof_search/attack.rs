//! The search for a win of one side, which splits the position into tasks and works on them in stages.
//!
//! A single proof-number search from the empty board would alternate between the attacker's second moves without
//! proving any. So each class of replies to the attacker's first move is a separate task (`task.rs`). Tasks advance in
//! stages of growing budgets. Within a stage they share nothing; after it, all tasks know the answers that any of them
//! proved. So they can run in any order, on any number of threads or with a task runner (`distribute.rs`), and give
//! the same proof.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::{canonical, reply_classes};
use crate::checkpoint::keeper::Kept;
use crate::limits::context::SearchContext;
use crate::limits::ordered_budget::OrderedBudget;
use crate::limits::search_limits::Report;
use crate::limits::workers::on_threads;
use crate::proof_search::distribute::run_stage;
use crate::proof_search::task::{StageLimits, Task};
use crate::proof_search::tuning::{FIRST_STAGE, STAGE_GROWTH};
use crate::strategy::solution_table::SolutionTable;
use crate::value::ProofStatus;

/// A search for a win of one side, which advances stage by stage.
#[derive(Debug)]
pub(crate) struct Attack<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    /// Openings not tried yet, the next one last.
    openings: Vec<Opening<B>>,
    /// The first move of the current opening, and the position before it.
    first: Option<([B; 2], Cell)>,
    tasks: usize,
    open: Vec<Task<B>>,
    known: SolutionTable<B>,
    /// Positions that the search after each reply may visit in the next stage.
    reply_budget: u64,
    /// Keeps the answers while the attack runs, if that is wanted.
    pub(crate) kept: Option<&'f Kept<'f, B>>,
    /// Positions searched.
    pub(crate) spent: u64,
    /// Whether the task runner returned some task without progress, or not at all; this ends the search.
    pub(crate) is_abandoned: bool,
}

/// A first move of the attacker, if it has to choose one, and the position after it.
#[derive(Debug)]
struct Opening<B> {
    first: Option<([B; 2], Cell)>,
    /// The attacker's stones first.
    stones: [B; 2],
    /// Whether the defender is to move, so that the attacker must win against each reply.
    defender_is_next: bool,
}

impl<'f, B: Bits, const W: usize, const P: usize> Attack<'f, B, W, P> {
    /// Sets up the search for a win of `attacker` from a position whose game is not over. Positions with an answer in
    /// `known` count as proved; `prove_strategy` checks them in the end.
    pub(crate) fn new(
        context: SearchContext<'f, B, W>,
        counts: &LineCounts<B, W, P>,
        to_move: Side,
        attacker: Side,
        known: SolutionTable<B>,
    ) -> Self {
        let masks = context.masks;
        let stones = counts.stones_first(attacker);
        let openings = if to_move == attacker && stones[0].is_empty() {
            let opening = |(key, cell, stones)| {
                let first = Some((key, cell));
                Opening { first, stones, defender_is_next: true }
            };
            first_moves(masks, stones).into_iter().rev().map(opening).collect()
        } else {
            vec![Opening { first: None, stones, defender_is_next: to_move != attacker }]
        };
        let mut attack = Self {
            context,
            attacker,
            openings,
            first: None,
            tasks: 0,
            open: Vec::new(),
            known,
            reply_budget: FIRST_STAGE,
            kept: None,
            spent: 0,
            is_abandoned: false,
        };
        attack.next_opening();
        attack
    }

    /// The side for which a win is searched.
    pub(crate) fn attacker(&self) -> Side {
        self.attacker
    }

    /// Estimates how many positions the next stage will search.
    pub(crate) fn stage_cost(&self) -> u64 {
        self.open
            .iter()
            .map(|task| task.trials() as u64)
            .sum::<u64>()
            .saturating_mul(self.reply_budget)
    }

    /// The answers of all proved positions.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        self.known
    }

    /// Works through one stage, for `budget` positions at most. Returns `Proved` if the answers of the win are
    /// complete, `Exhausted` if nothing that is tried wins, and `OutOfBudget` if a further stage, or more positions in
    /// this one, may win.
    ///
    /// The budget ends a stage but does not change its course. If it ends the stage early, `spent` grows by the whole
    /// budget, and the answers of the task that used it up and of later tasks are discarded, except the first task's.
    pub(crate) fn advance(&mut self, budget: u64) -> ProofStatus {
        if self.open.is_empty() {
            // If the first move filled the board, the defender has no reply.
            return ProofStatus::Exhausted;
        }
        let done = AtomicUsize::new(self.tasks - self.open.len());
        let Self { context, attacker, reply_budget, ref known, tasks, kept, .. } = *self;
        let stage = StageLimits { attacker, reply_budget, stage_budget: budget };
        let before: Vec<u64> = self.open.iter().map(Task::spent).collect();
        let report = || {
            let (tasks_done, nodes) = (done.load(Ordering::Relaxed), context.resources.nodes());
            (context.limits.report)(Report { tasks_done, tasks, nodes });
        };
        if let Some(runner) = context.limits.runner {
            // Report before the first task ends, since it may take long.
            report();
            let on_result = |is_proved: bool| {
                done.fetch_add(is_proved.into(), Ordering::Relaxed);
                report();
            };
            let is_whole = run_stage(runner, context, stage, known, &mut self.open, on_result);
            self.is_abandoned = !is_whole;
        } else {
            let budget = OrderedBudget::new(budget, self.open.len());
            let mut tasks: Vec<_> = self.open.iter_mut().enumerate().collect();
            on_threads(context.limits.threads, &mut tasks, |(number, task)| {
                let budget = budget.of_task(*number);
                if task.run::<W, P>(context, stage, budget, known, &report, kept) {
                    done.fetch_add(1, Ordering::Relaxed);
                    report();
                }
            });
        }
        let mut cost = 0;
        let mut is_cut = false;
        for (number, (task, before)) in self.open.iter_mut().zip(before).enumerate() {
            let found = task.take_answers();
            context.resources.release(found.size());
            cost += task.spent() - before;
            // Keep the answers of the first task in any case: it has the whole budget, however many threads there are,
            // so they are the same in every run.
            is_cut = is_cut || (cost > budget && number > 0);
            if !is_cut {
                let before = self.known.size();
                self.known.add_all(&found);
                context.resources.allocate(self.known.size() - before);
            }
        }
        if let Some(kept) = kept {
            kept.end_stage(&self.known);
        }
        if is_cut {
            self.spent += budget;
            return ProofStatus::OutOfBudget;
        }
        self.spent += cost;
        self.open.retain(|task| !task.is_proved());
        self.reply_budget = self.reply_budget.saturating_mul(STAGE_GROWTH);
        if self.open.is_empty() {
            if let Some((stones, cell)) = self.first.take() {
                self.known.add_move(stones, cell);
            }
            return ProofStatus::Proved(());
        }
        if self.is_abandoned || self.open.iter().all(Task::can_go_on) {
            return ProofStatus::OutOfBudget;
        }
        if self.next_opening() { ProofStatus::OutOfBudget } else { ProofStatus::Exhausted }
    }

    /// Begins the next opening. Returns false if there is none.
    fn next_opening(&mut self) -> bool {
        let Some(Opening { first, stones, defender_is_next }) = self.openings.pop() else {
            return false;
        };
        let masks = self.context.masks;
        let positions = if defender_is_next {
            reply_classes(&masks.board, stones, masks.all.without(stones[0] | stones[1]))
        } else {
            vec![stones]
        };
        self.open = positions.into_iter().map(|stones| Task::new(&masks.board, stones)).collect();
        self.tasks = self.open.len();
        self.first = first;
        self.reply_budget = FIRST_STAGE;
        true
    }
}

/// Lists the classes of the attacker's first moves, those on most lines first: the canonical position before the move,
/// the move there, and the stones after it.
fn first_moves<B: Bits, const W: usize>(
    masks: &LineMasks<B, W>,
    stones: [B; 2],
) -> Vec<([B; 2], Cell, [B; 2])> {
    let board = &masks.board;
    let mut seen = FxHashSet::default();
    let mut cells: Vec<Cell> = (masks.all.without(stones[1]).cells())
        .filter(|&cell| seen.insert(canonical(board, [B::single(cell), stones[1]]).0))
        .collect();
    cells.sort_by_cached_key(|&cell| Reverse(board.lines_through(cell).len()));
    let (key, symmetry) = canonical(board, stones);
    let turned = |cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell));
    cells.into_iter().map(|cell| (key, turned(cell), [B::single(cell), stones[1]])).collect()
}
