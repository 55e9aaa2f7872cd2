//! Forced wins for those who ask: of either side, in any position, with a line that can be replayed.
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
use crate::limits::stop::{Budget, IsStopped, LOOK_INTERVAL};
use crate::threats::search::{Forced, ThreatSequence};
use crate::threats::shortest::{ShortestSearch, Within, played_out};

/// Threats up to which the short runs are tried before those of any length.
const SHORT: usize = 2;

/// What is asked about forced wins, and what the answer may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForcedWinLimits {
    /// Plies of the longest run that counts, None for any: 1 completes a line, 3 is a double threat. A run has an odd
    /// number of plies.
    pub longest: Option<usize>,
    /// Positions that may be searched for one answer, about.
    pub nodes: u64,
}

/// What is known of the forced wins of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForcedWin {
    /// There is one.
    Found {
        /// Its moves and the forced replies, up to the completed line.
        line: Vec<Cell>,
        /// Whether none has fewer plies.
        is_shortest: bool,
    },
    /// There is none, or none that is short enough.
    None,
    /// The budget ran out first, or the answer was wanted no more.
    Unknown,
}

/// Looks for the shortest forced win of `side`, as if it were on move; a game that is over has none. Also says how
/// many positions were searched.
///
/// Every few thousand positions `is_stopped` is asked, by the thread that searches, whether the answer is wanted no more;
/// once it has said so, it has to go on saying so.
#[must_use]
pub fn forced_win(
    position: &AnyPosition,
    side: Side,
    limits: ForcedWinLimits,
    is_stopped: &dyn Fn() -> bool,
) -> (ForcedWin, u64) {
    dispatch(position, ForcedWinOf { side, limits, is_stopped }).unwrap_or((ForcedWin::Unknown, 0))
}

/// Looks, after each move of the side to move, for the shortest forced win of its opponent: one answer for each cell
/// that can be played, ascending, with the positions searched for it. What passing allows is searched for the first.
///
/// `is_stopped` is asked as by [`forced_win`]; what has not been settled by then is unknown.
#[must_use]
pub fn refutations(
    position: &AnyPosition,
    limits: ForcedWinLimits,
    is_stopped: &dyn Fn() -> bool,
) -> Vec<(Cell, ForcedWin, u64)> {
    dispatch(position, RefutationsOf { limits, is_stopped }).unwrap_or_default()
}

struct ForcedWinOf<'a> {
    side: Side,
    limits: ForcedWinLimits,
    is_stopped: IsStopped<'a>,
}

impl Dispatch for ForcedWinOf<'_> {
    type Output = (ForcedWin, u64);

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        _to_move: Side,
    ) -> Self::Output {
        if is_over(masks, &counts) {
            return (ForcedWin::None, 0);
        }
        let mut finder = ForcedWinFinder::new(masks, self.limits, self.is_stopped);
        let found = finder.shortest_run(&counts, self.side, 0);
        (found.shown(masks, &counts, self.side), finder.shortest.nodes())
    }
}

struct RefutationsOf<'a> {
    limits: ForcedWinLimits,
    is_stopped: IsStopped<'a>,
}

impl Dispatch for RefutationsOf<'_> {
    type Output = Vec<(Cell, ForcedWin, u64)>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        if is_over(masks, &counts) {
            return Vec::new();
        }
        ForcedWinFinder::new(masks, self.limits, self.is_stopped).refutations(&counts, to_move)
    }
}

fn is_over<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
) -> bool {
    counts.empty(masks).is_empty() || Side::BOTH.iter().any(|&side| counts.has_line(masks, side))
}

/// A run, or why there is none to tell.
#[derive(Debug, Clone)]
enum Found {
    ThreatSequence { run: ThreatSequence, is_shortest: bool },
    None,
    Unknown,
}

impl Found {
    /// The answer with the line that the run leads to.
    fn shown<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
    ) -> ForcedWin {
        match self {
            Self::ThreatSequence { run, is_shortest } => played_out(masks, counts, attacker, &run)
                .map_or(ForcedWin::Unknown, |line| ForcedWin::Found { line, is_shortest }),
            Self::None => ForcedWin::None,
            Self::Unknown => ForcedWin::Unknown,
        }
    }
}

/// The search behind the answers, on one board.
struct ForcedWinFinder<'f, B, const W: usize> {
    masks: &'f LineMasks<B, W>,
    limits: ForcedWinLimits,
    is_stopped: IsStopped<'f>,
    /// Positions after which to look between two searches whether the answers are still wanted.
    next_look: u64,
    shortest: ShortestSearch<B>,
}

impl<'f, B: Bits, const W: usize> ForcedWinFinder<'f, B, W> {
    fn new(masks: &'f LineMasks<B, W>, limits: ForcedWinLimits, is_stopped: IsStopped<'f>) -> Self {
        let shortest = ShortestSearch::new();
        Self { masks, limits, is_stopped, next_look: LOOK_INTERVAL, shortest }
    }

    /// Whether the answers are wanted no more. The single searches may be too short to find that out.
    fn is_stopped(&mut self) -> bool {
        let is_due = self.shortest.nodes() >= self.next_look;
        if is_due && !(self.is_stopped)() {
            self.next_look = self.shortest.nodes() + LOOK_INTERVAL;
            return false;
        }
        is_due
    }

    /// The budget of a search, of what is left.
    fn budget(&self, nodes: u64) -> Budget<'f> {
        Budget { nodes, is_stopped: self.is_stopped }
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
    ) -> Found {
        let Some(most) = self.most_threats() else { return Found::None };
        let node_limit = self.shortest.nodes().saturating_add(self.limits.nodes);
        for threats in at_least..=most.min(SHORT) {
            match self.within(counts, attacker, threats, node_limit) {
                Within::Wins(run) => return Found::ThreatSequence { run, is_shortest: true },
                Within::Never => return Found::None,
                Within::Unknown => return Found::Unknown,
                Within::Longer => {}
            }
        }
        if most <= SHORT {
            return Found::None;
        }
        let run = match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => return Found::Unknown,
            left => self.shortest.any(self.masks, counts, attacker, self.budget(left)),
        };
        let run = match run {
            Forced::Wins(run) => run,
            Forced::None => return Found::None,
            Forced::Unknown => return Found::Unknown,
        };
        let is_short_enough = run.len() <= most;
        for threats in at_least.max(SHORT + 1)..run.len().min(most.saturating_add(1)) {
            match self.within(counts, attacker, threats, node_limit) {
                Within::Wins(run) => return Found::ThreatSequence { run, is_shortest: true },
                Within::Unknown if is_short_enough => {
                    return Found::ThreatSequence { run, is_shortest: false };
                }
                Within::Unknown => return Found::Unknown,
                Within::Longer | Within::Never => {}
            }
        }
        if is_short_enough { Found::ThreatSequence { run, is_shortest: true } } else { Found::None }
    }

    fn within<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        attacker: Side,
        threats: usize,
        node_limit: u64,
    ) -> Within {
        match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => Within::Unknown,
            left => {
                let budget = self.budget(left);
                self.shortest.within(self.masks, counts, attacker, threats, budget)
            }
        }
    }

    /// The opponent's shortest run after each move of `mover`.
    fn refutations<const P: usize>(
        &mut self,
        counts: &LineCounts<B, W, P>,
        mover: Side,
    ) -> Vec<(Cell, ForcedWin, u64)> {
        let opponent = mover.other();
        // Runs that were found for one position are tried in the others before anything is searched.
        let (mut runs, mut at_least) = (Vec::new(), 0);
        let passed = self.shortest_run(counts, opponent, 0);
        let is_refuted_nowhere = matches!(passed, Found::None);
        if let Found::ThreatSequence { run, is_shortest } = passed {
            if is_shortest {
                at_least = run.len();
            }
            runs.push(run);
        }
        let mut searched = 0;
        let mut answers = Vec::new();
        for cell in counts.empty(self.masks).cells() {
            let after = counts.with(self.masks, mover, cell);
            let answer = if is_refuted_nowhere || is_over(self.masks, &after) {
                ForcedWin::None
            } else if self.is_stopped() {
                ForcedWin::Unknown
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
    ) -> ForcedWin {
        let played = runs.iter().filter_map(|run| played_out(self.masks, counts, attacker, run));
        let known = played.min_by_key(Vec::len);
        if let Some(line) = &known
            && line.len() <= 2 * at_least + 1
        {
            return ForcedWin::Found { line: line.clone(), is_shortest: true };
        }
        let found = self.shortest_run(counts, attacker, at_least);
        if let Found::ThreatSequence { run, .. } = &found {
            runs.push(run.clone());
        }
        let longest = self.limits.longest.unwrap_or(usize::MAX);
        match (found.shown(self.masks, counts, attacker), known) {
            (ForcedWin::Unknown, Some(known)) if known.len() <= longest => {
                ForcedWin::Found { line: known, is_shortest: false }
            }
            (ForcedWin::Found { line, is_shortest: false }, Some(known))
                if known.len() < line.len() =>
            {
                ForcedWin::Found { line: known, is_shortest: false }
            }
            (answer, _) => answer,
        }
    }
}
