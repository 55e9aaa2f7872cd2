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

use crate::board::dispatch::{Work, in_width};
use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::limits::stop::{Budget, IsStopped, LOOK_INTERVAL};
use crate::threats::search::{Forced, Run};
use crate::threats::shortest::{ShortestSearch, Within, played_out};

/// Threats up to which the short runs are tried before those of any length.
const SHORT: usize = 2;

/// What is asked about forced wins, and what the answer may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
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
    reach: Reach,
    is_stopped: &dyn Fn() -> bool,
) -> (ForcedWin, u64) {
    in_width(position, One { side, reach, is_stopped }).unwrap_or((ForcedWin::Unknown, 0))
}

/// Looks, after each move of the side to move, for the shortest forced win of its opponent: one answer for each cell
/// that can be played, ascending, with the positions searched for it. What passing allows is searched for the first.
///
/// `is_stopped` is asked as by [`forced_win`]; what has not been settled by then is unknown.
#[must_use]
pub fn refutations(
    position: &AnyPosition,
    reach: Reach,
    is_stopped: &dyn Fn() -> bool,
) -> Vec<(Cell, ForcedWin, u64)> {
    in_width(position, All { reach, is_stopped }).unwrap_or_default()
}

struct One<'a> {
    side: Side,
    reach: Reach,
    is_stopped: IsStopped<'a>,
}

impl Work for One<'_> {
    type Output = (ForcedWin, u64);

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        frame: &Frame<B, W>,
        tally: Tally<B, W, P>,
        _to_move: Side,
    ) -> Self::Output {
        if is_over(frame, &tally) {
            return (ForcedWin::None, 0);
        }
        let mut seeker = Seeker::new(frame, self.reach, self.is_stopped);
        let found = seeker.shortest_run(&tally, self.side, 0);
        (found.shown(frame, &tally, self.side), seeker.shortest.nodes())
    }
}

struct All<'a> {
    reach: Reach,
    is_stopped: IsStopped<'a>,
}

impl Work for All<'_> {
    type Output = Vec<(Cell, ForcedWin, u64)>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        frame: &Frame<B, W>,
        tally: Tally<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        if is_over(frame, &tally) {
            return Vec::new();
        }
        Seeker::new(frame, self.reach, self.is_stopped).refutations(&tally, to_move)
    }
}

fn is_over<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
) -> bool {
    tally.empty(frame).is_empty() || Side::BOTH.iter().any(|&side| tally.has_line(frame, side))
}

/// A run, or why there is none to tell.
#[derive(Debug, Clone)]
enum Found {
    Run { run: Run, is_shortest: bool },
    None,
    Unknown,
}

impl Found {
    /// The answer with the line that the run leads to.
    fn shown<B: Bits, const W: usize, const P: usize>(
        self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        attacker: Side,
    ) -> ForcedWin {
        match self {
            Self::Run { run, is_shortest } => played_out(frame, tally, attacker, &run)
                .map_or(ForcedWin::Unknown, |line| ForcedWin::Found { line, is_shortest }),
            Self::None => ForcedWin::None,
            Self::Unknown => ForcedWin::Unknown,
        }
    }
}

/// The search behind the answers, on one board.
struct Seeker<'f, B, const W: usize> {
    frame: &'f Frame<B, W>,
    reach: Reach,
    is_stopped: IsStopped<'f>,
    /// Positions after which to look between two searches whether the answers are still wanted.
    next_look: u64,
    shortest: ShortestSearch<B>,
}

impl<'f, B: Bits, const W: usize> Seeker<'f, B, W> {
    fn new(frame: &'f Frame<B, W>, reach: Reach, is_stopped: IsStopped<'f>) -> Self {
        let shortest = ShortestSearch::new();
        Self { frame, reach, is_stopped, next_look: LOOK_INTERVAL, shortest }
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
        self.reach.longest.map_or(Some(usize::MAX), |plies| Some(plies.checked_sub(1)? / 2))
    }

    /// The shortest run of `attacker`, who is to move; it is known that none has fewer than `at_least` threats.
    fn shortest_run<const P: usize>(
        &mut self,
        tally: &Tally<B, W, P>,
        attacker: Side,
        at_least: usize,
    ) -> Found {
        let Some(most) = self.most_threats() else { return Found::None };
        let node_limit = self.shortest.nodes().saturating_add(self.reach.nodes);
        for threats in at_least..=most.min(SHORT) {
            match self.within(tally, attacker, threats, node_limit) {
                Within::Wins(run) => return Found::Run { run, is_shortest: true },
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
            left => self.shortest.any(self.frame, tally, attacker, self.budget(left)),
        };
        let run = match run {
            Forced::Wins(run) => run,
            Forced::None => return Found::None,
            Forced::Unknown => return Found::Unknown,
        };
        let counts = run.len() <= most;
        for threats in at_least.max(SHORT + 1)..run.len().min(most.saturating_add(1)) {
            match self.within(tally, attacker, threats, node_limit) {
                Within::Wins(run) => return Found::Run { run, is_shortest: true },
                Within::Unknown if counts => return Found::Run { run, is_shortest: false },
                Within::Unknown => return Found::Unknown,
                Within::Longer | Within::Never => {}
            }
        }
        if counts { Found::Run { run, is_shortest: true } } else { Found::None }
    }

    fn within<const P: usize>(
        &mut self,
        tally: &Tally<B, W, P>,
        attacker: Side,
        threats: usize,
        node_limit: u64,
    ) -> Within {
        match node_limit.saturating_sub(self.shortest.nodes()) {
            0 => Within::Unknown,
            left => {
                let budget = self.budget(left);
                self.shortest.within(self.frame, tally, attacker, threats, budget)
            }
        }
    }

    /// The opponent's shortest run after each move of `mover`.
    fn refutations<const P: usize>(
        &mut self,
        tally: &Tally<B, W, P>,
        mover: Side,
    ) -> Vec<(Cell, ForcedWin, u64)> {
        let opponent = mover.other();
        // Runs that were found for one position are tried in the others before anything is searched.
        let (mut runs, mut at_least) = (Vec::new(), 0);
        let passed = self.shortest_run(tally, opponent, 0);
        let is_refuted_nowhere = matches!(passed, Found::None);
        if let Found::Run { run, is_shortest } = passed {
            if is_shortest {
                at_least = run.len();
            }
            runs.push(run);
        }
        let mut searched = 0;
        let mut answers = Vec::new();
        for cell in tally.empty(self.frame).cells() {
            let after = tally.with(self.frame, mover, cell);
            let answer = if is_refuted_nowhere || is_over(self.frame, &after) {
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
        tally: &Tally<B, W, P>,
        attacker: Side,
        at_least: usize,
        runs: &mut Vec<Run>,
    ) -> ForcedWin {
        let played = runs.iter().filter_map(|run| played_out(self.frame, tally, attacker, run));
        let known = played.min_by_key(Vec::len);
        if let Some(line) = &known
            && line.len() <= 2 * at_least + 1
        {
            return ForcedWin::Found { line: line.clone(), is_shortest: true };
        }
        let found = self.shortest_run(tally, attacker, at_least);
        if let Found::Run { run, .. } = &found {
            runs.push(run.clone());
        }
        let longest = self.reach.longest.unwrap_or(usize::MAX);
        match (found.shown(self.frame, tally, attacker), known) {
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
