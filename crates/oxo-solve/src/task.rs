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

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::answers::{Answer, Answers, canonical, reply_classes};
use crate::attack::Means;
use crate::lines::Frame;
use crate::tally::Tally;
use crate::tree::{Progress, Tree};
use crate::tuning::{SECOND_MOVES, SECOND_MOVES_OF_HARD_TASKS, SHORT_STAGES};

/// A task and how far it is.
#[derive(Debug)]
pub(crate) struct Task<B> {
    /// Canonical, the attacker's stones first.
    stones: [B; 2],
    trials: Vec<Trial<B>>,
    /// Moves that are tried if none of those under trial wins in the short stages.
    reserve: Vec<Trial<B>>,
    /// Stages so far.
    stages: usize,
    /// Positions searched.
    spent: u64,
    is_proved: bool,
    /// What was proved in the latest stage.
    found: Answers<B>,
}

/// A move under trial, or the position itself.
#[derive(Debug)]
struct Trial<B> {
    /// The move, None if the trial is of the position itself.
    cell: Option<Cell>,
    /// The classes of positions that have to be won, those that are not yet won first.
    replies: Vec<[B; 2]>,
    /// How many of them were not won in the latest stage.
    left: usize,
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
    /// Sets a task up.
    pub(crate) fn new<const W: usize, const P: usize>(
        frame: &Frame<B, W>,
        attacker: Side,
        stones: [B; 2],
    ) -> Self {
        let (stones, _) = canonical(&frame.board, stones);
        let moves = if stones[0].count() == 1 {
            second_moves::<B, W, P>(frame, attacker, stones, SECOND_MOVES_OF_HARD_TASKS)
        } else {
            vec![(None, vec![stones])]
        };
        let trial = |(cell, replies): (_, Vec<_>)| Trial { cell, left: replies.len(), replies };
        let mut trials: Vec<_> = moves.into_iter().map(trial).collect();
        let reserve = trials.split_off(SECOND_MOVES.min(trials.len()));
        let found = Answers::default();
        Self { stones, trials, reserve, stages: 0, spent: 0, is_proved: false, found }
    }

    /// Works on the trials for one stage, in which each reply may cost `budget` positions, and all stages together
    /// `share`, and says whether one has won. Calls `tell` now and then.
    pub(crate) fn run<const W: usize, const P: usize>(
        &mut self,
        means: Means<'_, B, W>,
        attacker: Side,
        (budget, share): (u64, u64),
        known: &Answers<B>,
        tell: &impl Fn(),
    ) -> bool {
        let is_short = self.stages < SHORT_STAGES;
        if self.stages == SHORT_STAGES {
            self.trials.append(&mut self.reserve);
        }
        self.stages += 1;
        let mut tree = Tree::<B, W, P>::new(means.frame, attacker, means.meter);
        let mut allowed = if is_short { 0 } else { usize::MAX };
        let mut work = |reply| {
            let left = share.saturating_sub(self.spent + tree.nodes());
            tree.work_on(reply, budget.min(left), known, &|| means.effort.is_over(), tell)
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
        self.spent += tree.nodes();
        tree.harvest(&mut self.found);
        if let Some(cell) = winner {
            self.found.insert(self.stones, Answer { cell, runs: Box::default() });
        }
        for index in exhausted.into_iter().rev() {
            self.trials.remove(index);
        }
        self.keep_the_best();
        self.is_proved
    }

    /// Sets the trials aside that got least far: they are tried again when the short stages are over, if at all.
    fn keep_the_best(&mut self) {
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
    pub(crate) fn can_go_on(&self, share: u64) -> bool {
        !(self.trials.is_empty() && self.reserve.is_empty()) && self.spent < share
    }

    /// How many second moves are under trial.
    pub(crate) fn trials(&self) -> usize {
        self.trials.len()
    }

    /// Positions searched.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Hands over what was proved in the latest stage.
    pub(crate) fn take_answers(&mut self) -> Answers<B> {
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
