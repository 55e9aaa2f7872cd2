//! From a position to tasks: the attacker's first two moves are chosen by trying, the rest is left to the trees.
//!
//! One proof-number search from the empty board would wander between the attacker's second moves. So each class of
//! replies to his first move is a task of its own (`task.rs`), worked on in stages of growing budgets. What all
//! tasks have proved by the end of a stage is known to all of them in the next; within a stage they share nothing.
//! So they can be worked on in any order, on any number of threads or by a task runner (`distribute.rs`), and give the same
//! proof.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::{canonical, reply_classes};
use crate::limits::context::SearchContext;
use crate::limits::ordered_budget::OrderedBudget;
use crate::limits::search_limits::Report;
use crate::limits::workers::on_threads;
use crate::proof_search::distribute::run_stage;
use crate::proof_search::task::{StageLimits, Task};
use crate::proof_search::tuning::{FIRST_STAGE, STAGE_GROWTH};
use crate::strategy::solution_table::SolutionTable;
use crate::value::ProofStatus;

/// A search for a win of one side, which goes on stage by stage.
#[derive(Debug)]
pub(crate) struct Attack<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    /// What can be tried one after another, last first.
    openings: Vec<Opening<B>>,
    /// The first move of the opening that is worked on, and the position before it.
    first: Option<([B; 2], Cell)>,
    tasks: usize,
    open: Vec<Task<B>>,
    known: SolutionTable<B>,
    /// What each reply may cost in the next stage.
    reply_budget: u64,
    /// Positions searched.
    pub(crate) spent: u64,
    /// Whether the task runner has left tasks out, and so the search is to end.
    pub(crate) is_abandoned: bool,
}

/// A first move of the attacker, if one has to be chosen, and what follows it.
#[derive(Debug)]
struct Opening<B> {
    first: Option<([B; 2], Cell)>,
    /// The attacker's stones first.
    stones: [B; 2],
    /// Whether it is the replies of the defender that the attacker has to win against.
    defender_is_next: bool,
}

impl<'f, B: Bits, const W: usize, const P: usize> Attack<'f, B, W, P> {
    /// Sets up the search for a win of `attacker` from a position whose game is not over, beginning with answers
    /// that are known or only believed.
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
            spent: 0,
            is_abandoned: false,
        };
        attack.next_opening();
        attack
    }

    /// The side that is to win.
    pub(crate) fn attacker(&self) -> Side {
        self.attacker
    }

    /// Positions that the next stage may cost, roughly.
    pub(crate) fn stage_cost(&self) -> u64 {
        self.open
            .iter()
            .map(|task| task.trials() as u64)
            .sum::<u64>()
            .saturating_mul(self.reply_budget)
    }

    /// The answers of everything that is proved.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        self.known
    }

    /// Works through one stage, for `budget` positions at most: proved, the answers of the win are all known; exhausted,
    /// nothing that is tried wins; out of budget, a further stage may win, or more positions in this one.
    ///
    /// The course of a stage does not depend on the budget, only where it ends. When it ends early, `spent` grows by the
    /// whole budget, and what it gave is discarded.
    pub(crate) fn advance(&mut self, budget: u64) -> ProofStatus {
        if self.open.is_empty() {
            // A board that the first move fills leaves nothing to reply.
            return ProofStatus::Exhausted;
        }
        let done = AtomicUsize::new(self.tasks - self.open.len());
        let Self { context, attacker, reply_budget, ref known, tasks, .. } = *self;
        let stage = StageLimits { attacker, reply_budget, stage_budget: budget };
        let before: Vec<u64> = self.open.iter().map(Task::spent).collect();
        let report = || {
            let (tasks_done, nodes) = (done.load(Ordering::Relaxed), context.resources.nodes());
            (context.limits.report)(Report { tasks_done, tasks, nodes });
        };
        if let Some(runner) = context.limits.runner {
            // The first task may take long.
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
                if task.run::<W, P>(context, stage, budget.of_task(*number), known, &report) {
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
            // The first task has the budget to itself, however many threads there are, so what it gave repeats.
            is_cut = is_cut || (cost > budget && number > 0);
            if !is_cut {
                let before = self.known.size();
                self.known.add_all(&found);
                context.resources.allocate(self.known.size() - before);
            }
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

    /// Begins with the next of the openings, if there is one.
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

/// The classes of the attacker's first moves, those on most lines first: the canonical position before, the move
/// there, and the stones after it.
fn first_moves<B: Bits, const W: usize>(
    masks: &LineMasks<B, W>,
    stones: [B; 2],
) -> Vec<([B; 2], Cell, [B; 2])> {
    let board = &masks.board;
    let mut seen = FxHashSet::default();
    let mut cells: Vec<Cell> = (masks.all.without(stones[1]).cells())
        .filter(|&cell| seen.insert(canonical(board, [B::single(cell), stones[1]]).0))
        .collect();
    cells.sort_by_key(|&cell| Reverse(board.lines_through(cell).len()));
    let (key, symmetry) = canonical(board, stones);
    let turned = |cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell));
    cells.into_iter().map(|cell| (key, turned(cell), [B::single(cell), stones[1]])).collect()
}
