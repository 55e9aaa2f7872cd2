//! Forced wins of either side, in any position, with a line that can be replayed.
//!
//! The side that is asked about is taken to be on move. If it is not, the answer says what it threatens: how it would
//! win if its opponent passed.
//!
//! Short runs are tried first, with one more threat allowed at a time (`shortest.rs`), because most questions end
//! there: most positions have no run at all, or one of a threat or two. Only what is left is worth the search that
//! does not care how long a run is (`search.rs`), whose table alone costs more than that to set up.
//!
//! **Lemma.** *A stone more never helps the other side.* Where a run wins, it wins without that stone too: the same
//! moves threaten, at least as much, and are threatened at most as much. So a forced win that the opponent has after
//! some move is there if the mover passes, and no longer; where passing allows none, no move does.

pub(crate) mod search;
pub(crate) mod shortest;
pub(crate) mod store;

use oxo_core::{AnyPosition, Bits, Cell, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::stop::Stop;
use crate::threats::search::ThreatSequence;
use crate::threats::shortest::{ShortestSearch, game_of, played_out};
use crate::value::ProofStatus;

/// Positions that a search for a forced win may visit where one is tried after each reply to each move.
pub(crate) const REPLY_BUDGET: u64 = 675;

/// Threats up to which the short runs are tried before those of any length.
const SHORT: usize = 2;

/// Which forced wins count, and what one answer may cost.
#[derive(Debug, Clone, Copy)]
pub struct ForcedWinLimits<'a> {
    /// Plies of the longest run that counts, None for any: 1 completes a line, 3 is a double threat. A run has an odd
    /// number of plies.
    pub longest: Option<usize>,
    /// Positions that may be searched for one answer, about.
    pub nodes: u64,
    /// When to stop early; the thread that searches asks every few thousand positions.
    pub stop: Stop<'a>,
}

/// A win by an unbroken run of threats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcedWin {
    /// The attacker's moves and the forced replies, up to the completed line.
    pub line: Vec<Cell>,
    /// Whether none has fewer plies.
    pub is_shortest: bool,
}

/// Looks for the shortest forced win of `side`, as if it were on move; a game that is over has none. Also says how
/// many positions were searched. Exhausted means that there is none which is short enough.
#[must_use]
pub fn forced_win(
    position: &AnyPosition,
    side: Side,
    limits: ForcedWinLimits<'_>,
) -> (ProofStatus<ForcedWin>, u64) {
    dispatch(position, ForcedWinOf { side, limits })
}

/// Looks, after each move of the side to move, for the shortest forced win of its opponent: one answer for each cell
/// that can be played, ascending, with the positions searched for it. What passing allows is searched for the first.
///
/// What has not been settled when the search is stopped is out of budget.
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
        let found = finder.shortest_run(&counts, self.side, 0);
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

/// A run that wins.
#[derive(Debug, Clone)]
struct WinningRun {
    run: ThreatSequence,
    is_shortest: bool,
}

impl WinningRun {
    /// The win with the line that the run leads to.
    fn forced_win<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
    ) -> ForcedWin {
        let Self { run, is_shortest } = self;
        ForcedWin { line: game_of(masks, counts, attacker, &run), is_shortest }
    }
}

/// The search behind the answers, on one board.
struct ForcedWinFinder<'f, B, const W: usize> {
    masks: &'f LineMasks<B, W>,
    limits: ForcedWinLimits<'f>,
    shortest: ShortestSearch<'f, B>,
}

impl<'f, B: Bits, const W: usize> ForcedWinFinder<'f, B, W> {
    fn new(masks: &'f LineMasks<B, W>, limits: ForcedWinLimits<'f>) -> Self {
        Self { masks, limits, shortest: ShortestSearch::new(limits.stop) }
    }

    /// The threats of the longest run that counts; None if not even completing a line does.
    fn most_threats(&self) -> Option<usize> {
        self.limits.longest.map_or(Some(usize::MAX), |plies| Some(plies.checked_sub(1)? / 2))
    }

    /// The shortest run of `attacker`, who is to move; it is known that none has fewer than `at_least` threats.
    fn shortest_run<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
    ) -> ProofStatus<WinningRun> {
        let Some(most) = self.most_threats() else { return ProofStatus::Exhausted };
        let node_limit = self.shortest.nodes().saturating_add(self.limits.nodes);
        let shortest = |run| WinningRun { run, is_shortest: true };
        for threats in at_least..=most.min(SHORT) {
            match self.within(counts, attacker, threats, node_limit) {
                ProofStatus::Exhausted => {}
                settled_or_out_of_budget => return settled_or_out_of_budget.map(shortest),
            }
        }
        if most <= SHORT {
            return ProofStatus::Exhausted;
        }
        let run = match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => return ProofStatus::OutOfBudget,
            left => match self.shortest.any(self.masks, counts, attacker, left) {
                ProofStatus::Proved(run) => run,
                unproved => return unproved.map(shortest),
            },
        };
        let is_short_enough = run.len() <= most;
        for threats in at_least.max(SHORT + 1)..run.len().min(most.saturating_add(1)) {
            match self.within(counts, attacker, threats, node_limit) {
                ProofStatus::Exhausted | ProofStatus::Disproved => {}
                ProofStatus::OutOfBudget if is_short_enough => {
                    return ProofStatus::Proved(WinningRun { run, is_shortest: false });
                }
                proved_or_out_of_budget => return proved_or_out_of_budget.map(shortest),
            }
        }
        if is_short_enough { ProofStatus::Proved(shortest(run)) } else { ProofStatus::Exhausted }
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

    /// The opponent's shortest run after each move of `mover`.
    fn refutations<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        mover: Side,
    ) -> Vec<(Cell, ProofStatus<ForcedWin>, u64)> {
        let opponent = mover.other();
        // Runs that were found for one position are tried in the others before anything is searched.
        let (mut runs, mut at_least) = (Vec::new(), 0);
        let passed = self.shortest_run(counts, opponent, 0);
        let no_move_is_refuted = matches!(passed, ProofStatus::Disproved | ProofStatus::Exhausted);
        if let ProofStatus::Proved(WinningRun { run, is_shortest }) = passed {
            if is_shortest {
                at_least = run.len();
            }
            runs.push(run);
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
                self.refutation(&after, opponent, at_least, &mut runs)
            };
            let nodes = self.shortest.nodes();
            answers.push((cell, answer, nodes - searched));
            searched = nodes;
        }
        answers
    }

    /// The shortest run of `attacker` in one position, where none has fewer than `at_least` threats, with what is
    /// known from others.
    fn refutation<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        at_least: usize,
        runs: &mut Vec<ThreatSequence>,
    ) -> ProofStatus<ForcedWin> {
        let played = runs.iter().filter_map(|run| played_out(self.masks, counts, attacker, run));
        let known = played.min_by_key(Vec::len);
        if let Some(line) = &known
            && line.len() <= 2 * at_least + 1
        {
            return ProofStatus::Proved(ForcedWin { line: line.clone(), is_shortest: true });
        }
        let found = self.shortest_run(counts, attacker, at_least);
        if let ProofStatus::Proved(WinningRun { run, .. }) = &found {
            runs.push(run.clone());
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
