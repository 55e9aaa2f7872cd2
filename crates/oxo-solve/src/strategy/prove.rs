//! The walk: how a finished search becomes a proof.
//!
//! A search only ever *answers*: in this position, this move, and these runs of threats or these pairs of cells.
//! The walk asks for an answer in every position that a strategy can meet, replays what it is told, tries every
//! reply, and tells a [`Tracer`] what it found, in the order that docs/certificate.md prescribes. Only a walk that
//! ends makes a [`Proved`], and nothing else does: a mistake of the search can only make the walk fail.

use std::collections::VecDeque;

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::strategy::solution_table::{Answer, Answers, canonical};
use crate::threats::search::{Run, replay};

/// What a strategy achieves for its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// It completes a line.
    Wins,
    /// Its opponent never completes one.
    Holds,
}

/// How many positions a proof holds, up to automorphisms, with the strategist to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions in which the strategy chooses.
    pub strategic: usize,
    /// Positions in which it must block a line.
    pub forced: usize,
}

/// That a side wins or holds from a position: made by the walk alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proved {
    side: Side,
    goal: Goal,
    counts: Counts,
}

impl Proved {
    /// The side that the strategy is for.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What it achieves.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// How many positions the proof holds.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// Where the walk found that an answer is missing or does not do what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gap;

/// What a tracer is told: the records of a proof, in order.
pub trait Tracer {
    /// A position's record.
    fn record(&mut self, record: &Record<'_>);
}

/// One record: the strategist's move and what meets the replies to it.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The move, None where it must block a line and in an opening record.
    pub cell: Option<Cell>,
    /// What meets the replies.
    pub replies: Replies<'a>,
}

/// What meets the replies to a move.
#[derive(Debug, Clone, Copy)]
pub enum Replies<'a> {
    /// Runs of threats, the strategist's moves of each; other replies have records of their own.
    Runs(&'a [&'a [Cell]]),
    /// Pairs of cells that hold whatever is replied.
    Pairing(&'a [[Cell; 2]]),
    /// Nothing: every reply that does not end the game has a record of its own.
    Records,
}

/// An answer in the orientation of the position that was asked about.
#[derive(Debug, Default)]
pub(crate) struct Advice {
    /// The move; ignored where it is forced.
    pub(crate) cell: Option<Cell>,
    pub(crate) runs: Vec<Run>,
    pub(crate) pairs: Option<Vec<[Cell; 2]>>,
}

/// What can be asked for advice.
pub(crate) trait Strategy<B: Bits, const W: usize, const P: usize> {
    /// Advice for the strategist, who is to move; if `to_move` is the opponent, on the runs or pairs that meet his
    /// replies. None if there is none.
    fn advise(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<Advice>;
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for &Answers<B> {
    fn advise(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<Advice> {
        if to_move != strategist {
            return Some(Advice::default());
        }
        let stones = [tally.stones(strategist), tally.stones(strategist.other())];
        let (key, symmetry) = canonical(&frame.board, stones);
        let Answer { cell, runs } = self.get(&key)?;
        let back = symmetry.map(oxo_core::Symmetry::inverse);
        let turn = |cell: Cell| back.as_ref().map_or(cell, |back| back.image(cell));
        let runs = runs.map(|run| run.iter().copied().map(turn).collect()).collect();
        Some(Advice { cell: Some(turn(cell)), runs, pairs: None })
    }
}

/// Walks a strategy from a position whose game is not over, and tells the tracer its records.
pub(crate) fn walk<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    start: &Tally<B, W, P>,
    to_move: Side,
    (strategist, goal): (Side, Goal),
    strategy: &mut impl Strategy<B, W, P>,
    tracer: &mut dyn Tracer,
) -> Result<Proved, Gap> {
    let mut walk =
        Walk { frame, strategist, goal, met: FxHashSet::default(), queue: VecDeque::new() };
    let mut counts = Counts::default();
    if to_move == strategist {
        if !walk.is_settled(start) {
            walk.meet(start);
        }
    } else if !walk.is_held(start) {
        // An opening record: no move of the strategist, so neither strategic nor forced.
        let advice = strategy.advise(frame, start, strategist, to_move).ok_or(Gap)?;
        walk.expand(start, None, &advice, tracer)?;
    }
    while let Some(tally) = walk.queue.pop_front() {
        let advice = strategy.advise(frame, &tally, strategist, strategist).ok_or(Gap)?;
        let blocks = tally.completions(frame, strategist.other());
        let (cell, written) = match (blocks.lowest(), blocks.count()) {
            (None, _) => {
                counts.strategic += 1;
                let cell = advice.cell.ok_or(Gap)?;
                (cell, Some(cell))
            }
            (Some(block), 1) => {
                counts.forced += 1;
                (block, None)
            }
            _ => return Err(Gap),
        };
        if !tally.empty(frame).contains(cell) {
            return Err(Gap);
        }
        walk.expand(&tally.with(frame, strategist, cell), written, &advice, tracer)?;
    }
    Ok(Proved { side: strategist, goal, counts })
}

struct Walk<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    strategist: Side,
    goal: Goal,
    /// The classes of the positions that have a record, or are in the queue for one.
    met: FxHashSet<[B; 2]>,
    queue: VecDeque<Tally<B, W, P>>,
}

impl<B: Bits, const W: usize, const P: usize> Walk<'_, B, W, P> {
    /// Writes the record of a position with the opponent to move, and queues the positions that it leaves open.
    fn expand(
        &mut self,
        after: &Tally<B, W, P>,
        cell: Option<Cell>,
        advice: &Advice,
        tracer: &mut dyn Tracer,
    ) -> Result<(), Gap> {
        let (frame, opponent) = (self.frame, self.strategist.other());
        if !after.completions(frame, opponent).is_empty() {
            return Err(Gap);
        }
        if let Some(pairs) = &advice.pairs {
            if self.goal == Goal::Wins || !holds_by_pairs(frame, after, opponent, pairs) {
                return Err(Gap);
            }
            tracer.record(&Record { cell, replies: Replies::Pairing(pairs) });
            return Ok(());
        }
        let replies = after.empty(frame).cells().map(|reply| after.with(frame, opponent, reply));
        let mut open: Vec<Tally<B, W, P>> =
            replies.filter(|position| !self.is_settled(position)).collect();
        match self.goal {
            Goal::Wins => {
                // Only the runs that meet a reply which no earlier one meets are needed.
                let mut needed = Vec::new();
                for run in &advice.runs {
                    let before = open.len();
                    open.retain(|position| !replay(frame, position, self.strategist, run));
                    if open.len() < before {
                        needed.push(&**run);
                    }
                }
                if after.empty(frame).is_empty() {
                    return Err(Gap);
                }
                tracer.record(&Record { cell, replies: Replies::Runs(&needed) });
            }
            Goal::Holds => tracer.record(&Record { cell, replies: Replies::Records }),
        }
        for position in &open {
            if self.goal == Goal::Wins && position.empty(frame).is_empty() {
                return Err(Gap);
            }
            self.meet(position);
        }
        Ok(())
    }

    /// Whether a position with the strategist to move needs no record.
    fn is_settled(&self, tally: &Tally<B, W, P>) -> bool {
        let wins_at_once = !tally.missing(self.frame, self.strategist, 1).is_empty();
        wins_at_once || self.is_held(tally)
    }

    /// Whether holding is all that is asked for, and the opponent can complete no line any more.
    fn is_held(&self, tally: &Tally<B, W, P>) -> bool {
        let opponent_is_dead = || tally.alive(self.frame, self.strategist.other()).is_empty();
        self.goal == Goal::Holds && (tally.empty(self.frame).is_empty() || opponent_is_dead())
    }

    fn meet(&mut self, tally: &Tally<B, W, P>) {
        let stones = [tally.stones(self.strategist), tally.stones(self.strategist.other())];
        if self.met.insert(canonical(&self.frame.board, stones).0) {
            self.queue.push_back(*tally);
        }
    }
}

/// Whether the pairs are disjoint, of empty cells, each with the lower cell first as certificates want it, and cover
/// every line that `opponent` could still complete.
fn holds_by_pairs<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    opponent: Side,
    pairs: &[[Cell; 2]],
) -> bool {
    if pairs.iter().any(|[low, high]| low >= high) {
        return false;
    }
    let mut free = tally.empty(frame);
    for cell in pairs.iter().flatten() {
        if !free.contains(*cell) {
            return false;
        }
        free = free.without(B::single(*cell));
    }
    let covered = |line: usize| {
        pairs.iter().any(|pair| pair.iter().all(|cell| frame.lines[line].contains(*cell)))
    };
    tally.alive(frame, opponent).iter().all(covered)
}
