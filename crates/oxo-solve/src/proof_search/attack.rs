//! From a position to tasks: the attacker's first two moves are chosen by trying, the rest is left to the trees.
//!
//! One proof-number search from the empty board would wander between the attacker's second moves. So each class of
//! replies to his first move is a task of its own (`task.rs`), worked on in stages of growing budgets. What all
//! tasks have proved by the end of a stage is known to all of them in the next; within a stage they share nothing.
//! So they can be worked on in any order, on any number of threads or by others (`distribute.rs`), and give the same proof.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::{Report, ResourceCounter, SearchLimits};
use crate::proof_search::distribute::{StageLimits, run_stage};
use crate::proof_search::task::Task;
use crate::proof_search::tuning::{FIRST_STAGE, STAGE_GROWTH};
use crate::strategy::solution_table::{SolutionTable, canonical, reply_classes};

/// What an attack works with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchContext<'f, B, const W: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) limits: &'f SearchLimits<'f>,
    pub(crate) resources: &'f ResourceCounter,
    /// Positions that may be searched in all.
    pub(crate) budget: u64,
}

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
    stage: u64,
    /// What each task may cost.
    task_budget: u64,
    /// Positions searched by tasks that have ended, and in all.
    ended: u64,
    pub(crate) spent: u64,
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

/// How an attack stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// It may win in a further stage.
    Open,
    /// It has won: the answers are all known.
    Won,
    /// Nothing that is tried wins, or nothing is left to spend.
    Failed,
    /// The crew has left tasks out, and so the search is to end.
    Left,
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
        let stones = [counts.stones(attacker), counts.stones(attacker.other())];
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
            stage: FIRST_STAGE,
            task_budget: 0,
            ended: 0,
            spent: 0,
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
        self.open.iter().map(|task| task.trials() as u64).sum::<u64>().saturating_mul(self.stage)
    }

    /// The answers of everything that is proved.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        self.known
    }

    /// Works through one stage.
    pub(crate) fn advance(&mut self) -> State {
        if self.open.is_empty() {
            // Not even the first opening could be afforded.
            return State::Failed;
        }
        let done = AtomicUsize::new(self.tasks - self.open.len());
        let Self { context, attacker, stage, task_budget, ref known, tasks, .. } = *self;
        let report = || {
            let (tasks_done, nodes) = (done.load(Ordering::Relaxed), context.resources.nodes());
            (context.limits.report)(Report { tasks_done, tasks, nodes });
        };
        let mut is_whole = true;
        if let Some(runner) = context.limits.runner {
            let stage_limits = StageLimits { attacker, budget: stage, task_budget };
            // Nothing may be heard for a long time.
            report();
            is_whole =
                run_stage(runner, context, stage_limits, known, &mut self.open, |is_proved| {
                    done.fetch_add(is_proved.into(), Ordering::Relaxed);
                    report();
                });
        } else {
            on_threads(context.limits.threads, &mut self.open, |task| {
                if task.run::<W, P>(context, attacker, (stage, task_budget), known, &report) {
                    done.fetch_add(1, Ordering::Relaxed);
                    report();
                }
            });
        }
        for task in &mut self.open {
            let (found, before) = (task.take_answers(), self.known.size());
            self.known.add_all(&found);
            context.resources.allocate(self.known.size() - before);
            context.resources.release(found.size());
        }
        let won = self.open.iter().filter(|task| task.is_proved());
        self.ended += won.map(Task::spent).sum::<u64>();
        self.open.retain(|task| !task.is_proved());
        self.spent = self.ended + self.open.iter().map(Task::spent).sum::<u64>();
        self.stage = self.stage.saturating_mul(STAGE_GROWTH);
        if self.open.is_empty() {
            if let Some((stones, cell)) = self.first.take() {
                self.known.add_move(stones, cell);
            }
            return State::Won;
        }
        if !is_whole {
            return State::Left;
        }
        if self.open.iter().all(|task| task.can_go_on(self.task_budget)) {
            return State::Open;
        }
        self.ended = self.spent;
        if self.next_opening() { State::Open } else { State::Failed }
    }

    /// Begins with the next of the openings, if there is one and something to spend on each of its tasks.
    fn next_opening(&mut self) -> bool {
        let Some(Opening { first, stones, defender_is_next }) = self.openings.pop() else {
            return false;
        };
        let SearchContext { masks, budget, .. } = self.context;
        let positions = if defender_is_next {
            reply_classes(&masks.board, stones, masks.all.without(stones[0] | stones[1]))
        } else {
            vec![stones]
        };
        self.task_budget = budget.saturating_sub(self.spent) / positions.len().max(1) as u64;
        if self.task_budget == 0 {
            return false;
        }
        self.open = positions.into_iter().map(|stones| Task::new(&masks.board, stones)).collect();
        self.tasks = self.open.len();
        self.first = first;
        self.stage = FIRST_STAGE;
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
    cells.sort_by_key(|&cell| std::cmp::Reverse(board.lines_through(cell).len()));
    let (key, symmetry) = canonical(board, stones);
    let turned = |cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell));
    cells.into_iter().map(|cell| (key, turned(cell), [B::single(cell), stones[1]])).collect()
}

/// Does `work` on every item, on up to `threads` threads.
pub(crate) fn on_threads<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let threads = threads.clamp(1, items.len().max(1));
    let queue = Mutex::new(items.iter_mut());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let worker = || std::iter::from_fn(next).for_each(&work);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}
