//! Forced wins of either side in any position, with a line that can be replayed.
//!
//! A search supposes that the side in question is to move. If it is not, the result is its threat: how it would win if
//! the opponent passed.
//!
//! Short sequences are tried first, with one more threat allowed at a time (`shortest.rs`), since most positions have
//! no sequence or one of one or two threats. Only the others need the search for sequences of any length
//! (`search.rs`), whose table alone costs more to set up.
//!
//! **Lemma.** *An extra stone never helps the other side.* A sequence that wins also wins without that stone of the
//! opponent: the same moves make at least the same threats, and the opponent makes at most the same. So if the
//! opponent has a forced win after some move of the mover, it has one no longer than that if the mover passes. If it
//! has none after a pass, it has none after any move.

pub(crate) mod replay;
pub(crate) mod search;
pub(crate) mod shortest;
pub(crate) mod store;

use oxo_core::{AnyPosition, Bits, Cell, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::stop::Stop;
use crate::threats::replay::{game_of, played_out};
use crate::threats::search::ThreatSequence;
use crate::threats::shortest::ShortestSearch;
use crate::value::ProofStatus;

/// Positions that a search for a forced win may visit where one is tried after each reply to each move.
pub(crate) const REPLY_BUDGET: u64 = 675;

/// The number of threats up to which short sequences are tried before those of any length.
const SHORT: usize = 2;

/// Limits of a search for forced wins: the longest sequence and the cost.
#[derive(Debug, Clone, Copy)]
pub struct ForcedWinLimits<'a> {
    /// The most plies of a sequence; None for no limit. 1 completes a line, 3 is a double threat. A sequence has an
    /// odd number of plies.
    pub longest: Option<usize>,
    /// Positions that one search may visit, about.
    pub nodes: u64,
    /// Ends the search early. The searching thread polls it every few thousand positions.
    pub stop: Stop<'a>,
}

/// A win by an unbroken sequence of threats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcedWin {
    /// The attacker's moves and the forced replies, up to the completed line.
    pub line: Vec<Cell>,
    /// Whether none has fewer plies.
    pub is_shortest: bool,
}

/// Finds the shortest forced win of `side`, as if it were to move; none if the game is over. Also returns the number
/// of positions searched. `Exhausted` means that no sequence is short enough.
#[must_use]
pub fn forced_win(
    position: &AnyPosition,
    side: Side,
    limits: ForcedWinLimits<'_>,
) -> (ProofStatus<ForcedWin>, u64) {
    dispatch(position, ForcedWinOf { side, limits })
}

/// Finds, after each move of the side to move, the shortest forced win of its opponent. Returns one result for each
/// empty cell, ascending, with the positions searched for it; the cost of the search after a pass counts for the
/// first.
///
/// Results that were not finished when the search was stopped are `OutOfBudget`.
#[must_use]
pub fn refutations(
    position: &AnyPosition,
    limits: ForcedWinLimits<'_>,
) -> Vec<(Cell, ProofStatus<ForcedWin>, u64)> {
    dispatch(position, RefutationsOf { limits })
}

struct ForcedWinOf<'a> {
    side: Side,
    limits: ForcedWinLimits<'a>,
}

impl Dispatch for ForcedWinOf<'_> {
    type Output = (ProofStatus<ForcedWin>, u64);

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        _to_move: Side,
    ) -> Self::Output {
        if counts.is_over(masks) {
            return (ProofStatus::Disproved, 0);
        }
        let mut finder = ForcedWinFinder::new(masks, self.limits);
        let found = finder.shortest_sequence(&counts, self.side, 0);
        let forced_win = found.map(|found| found.forced_win(masks, &counts, self.side));
        (forced_win, finder.shortest.nodes())
    }
}

struct RefutationsOf<'a> {
    limits: ForcedWinLimits<'a>,
}

impl Dispatch for RefutationsOf<'_> {
    type Output = Vec<(Cell, ProofStatus<ForcedWin>, u64)>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        if counts.is_over(masks) {
            return Vec::new();
        }
        ForcedWinFinder::new(masks, self.limits).refutations(&counts, to_move)
    }
}

/// A threat sequence that wins.
#[derive(Debug, Clone)]
struct WinningSequence {
    sequence: ThreatSequence,
    is_shortest: bool,
}

impl WinningSequence {
    /// Returns the forced win, with the line that the sequence leads to.
    fn forced_win<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
    ) -> ForcedWin {
        let Self { sequence, is_shortest } = self;
        ForcedWin { line: game_of(masks, counts, attacker, &sequence), is_shortest }
    }
}

/// The searches behind the public functions, on one board.
struct ForcedWinFinder<'f, B, const W: usize> {
    masks: &'f LineMasks<B, W>,
    limits: ForcedWinLimits<'f>,
    shortest: ShortestSearch<'f, B>,
}

impl<'f, B: Bits, const W: usize> ForcedWinFinder<'f, B, W> {
    fn new(masks: &'f LineMasks<B, W>, limits: ForcedWinLimits<'f>) -> Self {
        Self { masks, limits, shortest: ShortestSearch::new(limits.stop) }
    }

    /// The most threats that a sequence may have; None if not even completing a line is allowed.
    fn most_threats(&self) -> Option<usize> {
        self.limits.longest.map_or(Some(usize::MAX), |plies| Some(plies.checked_sub(1)? / 2))
    }

    /// Finds the shortest sequence of `attacker`, which is to move. The caller knows that none has fewer than
    /// `at_least` threats.
    fn shortest_sequence<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
    ) -> ProofStatus<WinningSequence> {
        let Some(most) = self.most_threats() else { return ProofStatus::Exhausted };
        let node_limit = self.shortest.nodes().saturating_add(self.limits.nodes);
        let shortest = |sequence| WinningSequence { sequence, is_shortest: true };
        for threats in at_least..=most.min(SHORT) {
            match self.within(counts, attacker, threats, node_limit) {
                ProofStatus::Exhausted => {}
                settled_or_out_of_budget => return settled_or_out_of_budget.map(shortest),
            }
        }
        if most <= SHORT {
            return ProofStatus::Exhausted;
        }
        let sequence = match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => return ProofStatus::OutOfBudget,
            left => match self.shortest.any(self.masks, counts, attacker, left) {
                ProofStatus::Proved(sequence) => sequence,
                unproved => return unproved.map(shortest),
            },
        };
        let is_short_enough = sequence.len() <= most;
        for threats in at_least.max(SHORT + 1)..sequence.len().min(most.saturating_add(1)) {
            match self.within(counts, attacker, threats, node_limit) {
                ProofStatus::Exhausted | ProofStatus::Disproved => {}
                ProofStatus::OutOfBudget if is_short_enough => {
                    return ProofStatus::Proved(WinningSequence { sequence, is_shortest: false });
                }
                proved_or_out_of_budget => return proved_or_out_of_budget.map(shortest),
            }
        }
        if is_short_enough {
            ProofStatus::Proved(shortest(sequence))
        } else {
            ProofStatus::Exhausted
        }
    }

    fn within<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
        node_limit: u64,
    ) -> ProofStatus<ThreatSequence> {
        match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => ProofStatus::OutOfBudget,
            left => self.shortest.within(self.masks, counts, attacker, threats, left),
        }
    }

    /// Finds the opponent's shortest sequence after each move of `mover`.
    fn refutations<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        mover: Side,
    ) -> Vec<(Cell, ProofStatus<ForcedWin>, u64)> {
        let opponent = mover.other();
        // Try the sequences found for one position in the others before searching.
        let (mut sequences, mut at_least) = (Vec::new(), 0);
        let passed = self.shortest_sequence(counts, opponent, 0);
        let no_move_is_refuted = matches!(passed, ProofStatus::Disproved | ProofStatus::Exhausted);
        if let ProofStatus::Proved(WinningSequence { sequence, is_shortest }) = passed {
            if is_shortest {
                at_least = sequence.len();
            }
            sequences.push(sequence);
        }
        let mut searched = 0;
        let mut answers = Vec::new();
        for cell in counts.empty(self.masks).cells() {
            let after = counts.with(self.masks, mover, cell);
            let answer = if no_move_is_refuted || after.is_over(self.masks) {
                ProofStatus::Disproved
            } else if self.shortest.is_stopped() {
                ProofStatus::OutOfBudget
            } else {
                self.refutation(&after, opponent, at_least, &mut sequences)
            };
            let nodes = self.shortest.nodes();
            answers.push((cell, answer, nodes - searched));
            searched = nodes;
        }
        answers
    }

    /// Finds the shortest sequence of `attacker` in one position, where none has fewer than `at_least` threats. Tries
    /// the sequences found in other positions first.
    fn refutation<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
        sequences: &mut Vec<ThreatSequence>,
    ) -> ProofStatus<ForcedWin> {
        let played = sequences
            .iter()
            .filter_map(|sequence| played_out(self.masks, counts, attacker, sequence));
        let known = played.min_by_key(Vec::len);
        if let Some(line) = &known
            && line.len() <= 2 * at_least + 1
        {
            return ProofStatus::Proved(ForcedWin { line: line.clone(), is_shortest: true });
        }
        let found = self.shortest_sequence(counts, attacker, at_least);
        if let ProofStatus::Proved(WinningSequence { sequence, .. }) = &found {
            sequences.push(sequence.clone());
        }
        let longest = self.limits.longest.unwrap_or(usize::MAX);
        let found = found.map(|found| found.forced_win(self.masks, counts, attacker));
        let better = known.filter(|known| match &found {
            ProofStatus::OutOfBudget => known.len() <= longest,
            ProofStatus::Proved(win) => !win.is_shortest && known.len() < win.line.len(),
            ProofStatus::Disproved | ProofStatus::Exhausted => false,
        });
        better.map_or(found, |line| ProofStatus::Proved(ForcedWin { line, is_shortest: false }))
    }
}
