//! Makes a proof from the answers of a finished search: `prove_strategy`.
//!
//! A search only gives *answers*: for a position, a move with threat sequences or with pairs of cells. `prove_strategy`
//! gets an answer for every position that the strategy can reach, replays it, tries every reply, and passes the records
//! to a [`ProofSink`], in the order that docs/formats/certificate.md prescribes. Nothing else makes a [`Proof`], so a
//! fault of the search can only cause a [`MissingAnswer`].

use std::collections::VecDeque;

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::position_index::narrow;
use crate::board::symmetry::canonical;
use crate::strategy::longest_game::{RecordGames, longest_games, longest_met};
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::replay::plies_of;
use crate::threats::search::ThreatSequence;

/// The goal that a strategy achieves for its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// It completes a line.
    Wins,
    /// Its opponent never completes one.
    Holds,
}

/// The number of positions of a proof with the strategist to move, up to automorphisms.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProofSize {
    /// Positions in which the strategy chooses a move.
    pub strategic: usize,
    /// Positions in which it must block a line.
    pub forced: usize,
}

/// A proof that a side wins or holds from a position. Only `prove_strategy` makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    side: Side,
    size: ProofSize,
    plies: Option<usize>,
}

impl Proof {
    /// Returns the side of the strategy.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the number of positions of the proof.
    #[must_use]
    pub fn size(&self) -> ProofSize {
        self.size
    }

    /// Returns the plies of the longest game in which the side follows the strategy; None unless it wins.
    #[must_use]
    pub fn plies(&self) -> Option<usize> {
        self.plies
    }
}

/// An answer of a strategy is missing or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MissingAnswer;

/// Receives the records of a proof, in order.
pub trait ProofSink {
    /// Receives the record of a position.
    fn record(&mut self, record: &Record<'_>);
}

/// A record: the strategist's move, and what meets the replies to it.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The move; None if it must block a line, and in an opening record.
    pub cell: Option<Cell>,
    /// What meets the replies.
    pub replies: Replies<'a>,
}

/// The strategist's means against the replies to a move.
#[derive(Debug, Clone, Copy)]
pub enum Replies<'a> {
    /// Threat sequences, as the strategist's moves of each; other replies have their own records.
    Sequences(&'a [&'a [Cell]]),
    /// Pairs of cells that hold against any reply.
    Pairing(&'a [[Cell; 2]]),
    /// None; every reply that does not end the game has its own record.
    Records,
}

/// An answer in the orientation of the current position.
#[derive(Debug, Default)]
pub(crate) struct StrategyMove {
    /// The move; ignored if the move is forced.
    pub(crate) cell: Option<Cell>,
    pub(crate) sequences: Vec<ThreatSequence>,
    pub(crate) pairs: Option<Vec<[Cell; 2]>>,
}

/// A source of one side's answers.
pub(crate) trait Strategy<B: Bits, const W: usize, const P: usize> {
    /// Returns the answer of the strategist, which is to move. If `to_move` is the opponent, returns the threat
    /// sequences or pairs that meet its replies. Returns None if there is no answer.
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove>;
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for &SolutionTable<B> {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        if to_move != strategist {
            return Some(StrategyMove::default());
        }
        let stones = counts.stones_first(strategist);
        let (key, symmetry) = canonical(&masks.board, stones);
        let Answer { cell, sequences } = self.get(&key)?;
        let back = symmetry.map(oxo_core::Symmetry::inverse);
        let turn = |cell: Cell| back.as_ref().map_or(cell, |back| back.image(cell));
        let sequences =
            sequences.map(|sequence| sequence.iter().copied().map(turn).collect()).collect();
        Some(StrategyMove { cell: Some(turn(cell)), sequences, pairs: None })
    }
}

/// Proves that a strategy reaches its goal from a position whose game is not over, and writes the records to `sink`.
pub(crate) fn prove_strategy<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    start: &LineCounts<B, W, P>,
    to_move: Side,
    (strategist, goal): (Side, Goal),
    strategy: &mut dyn Strategy<B, W, P>,
    sink: &mut dyn ProofSink,
) -> Result<Proof, MissingAnswer> {
    let mut prover = Prover {
        masks,
        strategist,
        goal,
        has_opening: to_move != strategist,
        met: FxHashMap::default(),
        queue: VecDeque::new(),
        games: Vec::new(),
    };
    let mut size = ProofSize::default();
    if to_move == strategist {
        if !prover.is_settled(start) {
            prover.number(start);
        }
    } else if !prover.is_held(start) {
        // An opening record has no move of the strategist, so it is neither strategic nor forced.
        let answer =
            strategy.strategy_move(masks, start, strategist, to_move).ok_or(MissingAnswer)?;
        prover.expand(start, None, &answer, sink)?;
    }
    while let Some(counts) = prover.queue.pop_front() {
        let answer =
            strategy.strategy_move(masks, &counts, strategist, strategist).ok_or(MissingAnswer)?;
        let blocks = counts.completions(masks, strategist.other());
        let (cell, written) = match (blocks.lowest(), blocks.count()) {
            (None, _) => {
                size.strategic += 1;
                let cell = answer.cell.ok_or(MissingAnswer)?;
                (cell, Some(cell))
            }
            (Some(block), 1) => {
                size.forced += 1;
                (block, None)
            }
            _ => return Err(MissingAnswer),
        };
        if !counts.empty(masks).contains(cell) {
            return Err(MissingAnswer);
        }
        prover.expand(&counts.with(masks, strategist, cell), written, &answer, sink)?;
    }
    // Without any record, the strategist completes a line at once.
    let plies = longest_games(&prover.games).first().copied().unwrap_or(1);
    Ok(Proof { side: strategist, size, plies: (goal == Goal::Wins).then_some(plies) })
}

/// Returns the position after the strategist's move, which a threat may force. If the opponent is to move, returns the
/// position unchanged. Returns None if there is no legal move.
pub(crate) fn position_after<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    (strategist, to_move): (Side, Side),
    cell: Option<Cell>,
) -> Option<LineCounts<B, W, P>> {
    if to_move != strategist {
        return Some(*counts);
    }
    let cell = counts.completions(masks, strategist.other()).lowest().or(cell)?;
    counts.empty(masks).contains(cell).then(|| counts.with(masks, strategist, cell))
}

struct Prover<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    strategist: Side,
    goal: Goal,
    /// Whether the first record is an opening record, which has no move.
    has_opening: bool,
    /// The numbers of the records by the class of their positions, including those in the queue. An opening record is
    /// for a position with the opponent to move and has no class here.
    met: FxHashMap<[B; 2], u32>,
    queue: VecDeque<LineCounts<B, W, P>>,
    /// The games of each record, in the proof of a win.
    games: Vec<RecordGames>,
}

impl<B: Bits, const W: usize, const P: usize> Prover<'_, B, W, P> {
    /// Writes the record of a position with the opponent to move, and queues the positions that it leaves open.
    fn expand(
        &mut self,
        after: &LineCounts<B, W, P>,
        cell: Option<Cell>,
        answer: &StrategyMove,
        sink: &mut dyn ProofSink,
    ) -> Result<(), MissingAnswer> {
        let (masks, opponent) = (self.masks, self.strategist.other());
        if !after.completions(masks, opponent).is_empty() {
            return Err(MissingAnswer);
        }
        if let Some(pairs) = &answer.pairs {
            if self.goal == Goal::Wins || !holds_by_pairs(masks, after, opponent, pairs) {
                return Err(MissingAnswer);
            }
            sink.record(&Record { cell, replies: Replies::Pairing(pairs) });
            return Ok(());
        }
        let replies = after.empty(masks).cells().map(|reply| after.with(masks, opponent, reply));
        let mut open: Vec<LineCounts<B, W, P>> =
            replies.filter(|position| !self.is_settled(position)).collect();
        match self.goal {
            Goal::Wins => {
                // Keep only sequences that meet a reply which no earlier one meets.
                let (mut needed, mut met) = (Vec::new(), Vec::new());
                let completed = after.empty(masks).count() > open.len();
                for sequence in &answer.sequences {
                    let before = open.len();
                    open.retain(|position| {
                        let plies = plies_of(masks, position, self.strategist, sequence);
                        met.extend(plies.map(|plies| (plies, *position)));
                        plies.is_none()
                    });
                    if open.len() < before {
                        needed.push(&**sequence);
                    }
                }
                if after.empty(masks).is_empty() {
                    return Err(MissingAnswer);
                }
                sink.record(&Record { cell, replies: Replies::Sequences(&needed) });
                let met = longest_met(masks, self.strategist, met, &needed);
                self.games.push(RecordGames {
                    has_move: !(self.has_opening && self.games.is_empty()),
                    met: met.max(usize::from(completed)),
                    open: Vec::new(),
                });
            }
            Goal::Holds => sink.record(&Record { cell, replies: Replies::Records }),
        }
        for position in &open {
            if self.goal == Goal::Wins && position.empty(masks).is_empty() {
                return Err(MissingAnswer);
            }
            let number = self.number(position);
            if let Some(games) = self.games.last_mut() {
                games.open.push(number);
            }
        }
        Ok(())
    }

    /// Returns whether a position with the strategist to move needs no record.
    fn is_settled(&self, counts: &LineCounts<B, W, P>) -> bool {
        let wins_at_once = !counts.missing(self.masks, self.strategist, 1).is_empty();
        wins_at_once || self.is_held(counts)
    }

    /// Returns whether the goal is to hold and is reached: the board is full, or the opponent cannot complete a line
    /// any more.
    fn is_held(&self, counts: &LineCounts<B, W, P>) -> bool {
        let opponent_is_dead = || counts.alive(self.masks, self.strategist.other()).is_empty();
        self.goal == Goal::Holds && (counts.empty(self.masks).is_empty() || opponent_is_dead())
    }

    /// Returns the number of the record for a position, and queues the position if its class is new.
    fn number(&mut self, counts: &LineCounts<B, W, P>) -> u32 {
        let class = canonical(&self.masks.board, counts.stones_first(self.strategist)).0;
        let next = narrow(self.met.len() + usize::from(self.has_opening));
        *self.met.entry(class).or_insert_with(|| {
            self.queue.push_back(*counts);
            next
        })
    }
}

/// Returns whether the pairs hold: they are disjoint, consist of empty cells, have their lower cell first as
/// certificates require, and cover every line that `opponent` could still complete.
fn holds_by_pairs<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    opponent: Side,
    pairs: &[[Cell; 2]],
) -> bool {
    if pairs.iter().any(|[low, high]| low >= high) {
        return false;
    }
    let mut free = counts.empty(masks);
    for cell in pairs.iter().flatten() {
        if !free.contains(*cell) {
            return false;
        }
        free = free.without(B::single(*cell));
    }
    let covered = |line: usize| {
        pairs.iter().any(|pair| pair.iter().all(|cell| masks.lines[line].contains(*cell)))
    };
    counts.alive(masks, opponent).iter().all(covered)
}
