//! Bounds on the length of a win: does X, to move, complete a line within so many plies?
//!
//! `search.rs` decides this exactly, and `refutation.rs` makes a certificate of "no". A "yes" is proved like any win, with a
//! certificate whose longest game is short enough. The attack of the proof search finds many short wins sooner than the
//! exact search, but cannot rule any out, so the two take turns.

pub(crate) mod refutation;
pub(crate) mod search;
pub(crate) mod settled;

use std::sync::atomic::{AtomicU64, Ordering};

use oxo_core::{AnyPosition, Bits, Cell, MAX_CELLS, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::{Report, ResourceCounter, SearchLimits};
use crate::limits::stop::SearchAborted;
use crate::proof_search::attack::Attack;
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, Strategy, StrategyMove, prove_strategy};
use crate::strategy::solution_table::SolutionTable;
use crate::strategy::threat_sequences::{SequenceFinder, WithSequences};
use crate::value::ProofStatus;
use crate::within::refutation::refute;
use crate::within::search::{Found, WithinSearch};

/// The positions of the first turn; each turn doubles them.
const FIRST_TURN: u64 = 20_000;

/// How many positions of the attack take the time of one position of the exact search.
const ATTACK_POSITIONS: u64 = 64;

/// The answer to whether X wins within so many plies.
#[derive(Debug, Clone)]
pub struct WithinAnswer {
    /// The answer; None if a limit came first.
    pub wins: Option<bool>,
    /// The plies of the longest game in which X follows the certificate of a win.
    pub plies: Option<usize>,
    /// The positions of the certificate that have a record.
    pub records: usize,
    /// Positions searched.
    pub nodes: u64,
    /// The certificate, unless a limit came first.
    pub certificate: Option<Vec<u8>>,
}

/// Decides whether X, to move in a position without a line of X, completes a line within `plies` plies, an odd number.
#[must_use]
pub fn within(position: &AnyPosition, plies: usize, limits: &SearchLimits<'_>) -> WithinAnswer {
    dispatch(position, Decide { limits, plies, text: position.to_string() })
}

struct Decide<'e> {
    limits: &'e SearchLimits<'e>,
    plies: usize,
    text: String,
}

/// A certificate, its records, and the plies of the longest game if it is of a win.
struct Certified {
    file: Vec<u8>,
    records: usize,
    plies: Option<usize>,
}

impl Dispatch for Decide<'_> {
    type Output = WithinAnswer;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        _: Side,
    ) -> WithinAnswer {
        let (by_search, by_attack) = (AtomicU64::new(0), AtomicU64::new(0));
        let report = || {
            let nodes = by_search.load(Ordering::Relaxed) + by_attack.load(Ordering::Relaxed);
            (self.limits.report)(Report { tasks_done: 0, tasks: 0, nodes });
        };
        let on_search = |nodes| {
            by_search.store(nodes, Ordering::Relaxed);
            report();
        };
        let on_attack = |progress: Report| {
            by_attack.store(progress.nodes, Ordering::Relaxed);
            report();
        };
        let Self { limits, .. } = self;
        let mut search =
            WithinSearch::<B, W, P>::new(masks, limits.stop, limits.memory / 2, &on_search);
        let attack_limits = SearchLimits { runner: None, report: &on_attack, ..*limits };
        let mut attacked = 0;
        let found = self.decide(&counts, &mut search, &attack_limits, &mut attacked);
        by_attack.store(attacked, Ordering::Relaxed);
        on_search(search.nodes);
        let found = found.ok();
        WithinAnswer {
            wins: found.as_ref().map(|found| found.plies.is_some()),
            plies: found.as_ref().and_then(|found| found.plies),
            records: found.as_ref().map_or(0, |found| found.records),
            nodes: search.nodes + attacked,
            certificate: found.map(|found| found.file),
        }
    }
}

impl Decide<'_> {
    fn decide<B: Bits, const W: usize, const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        search: &mut WithinSearch<'_, B, W, P>,
        attack_limits: &SearchLimits<'_>,
        attacked: &mut u64,
    ) -> Result<Certified, SearchAborted> {
        let masks = search.masks;
        let left = self.plies.div_ceil(2).min(MAX_CELLS);
        let mut finder =
            SequenceFinder::new(self.limits.stop, self.limits.nodes.unwrap_or(u64::MAX));
        finder = finder.within(self.most_stones(masks, counts));
        if counts.winner(masks) == Some(Side::O) {
            return self.refuted(counts, search, 0);
        }
        if !counts.completions(masks, Side::X).is_empty() {
            let found = self.won(masks, counts, &mut Moves { search, last: 0 }, &mut finder);
            return found.ok_or(SearchAborted);
        }
        let resources = ResourceCounter::new(self.limits.memory / 2);
        let context = SearchContext {
            masks,
            limits: attack_limits,
            resources: &resources,
            budget: self.limits.nodes.unwrap_or(u64::MAX),
            most_stones: self.most_stones(masks, counts),
        };
        let mut attack =
            Some(Attack::new(context, counts, Side::X, Side::X, SolutionTable::default()));
        let mut turn = FIRST_TURN;
        loop {
            let spent = search.nodes + *attacked;
            let budget = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(spent));
            if budget == 0 || self.limits.stop.is_set() {
                return Err(SearchAborted);
            }
            search.set_budget(turn.min(budget));
            match search.decide(counts, left, None) {
                Ok(Found::Not) => {
                    search.set_budget(budget);
                    return self.refuted(counts, search, left);
                }
                Ok(Found::Wins(_)) => {
                    search.set_budget(budget);
                    let last = counts.stones(Side::X).count() + left;
                    let found = self.won(masks, counts, &mut Moves { search, last }, &mut finder);
                    return found.ok_or(SearchAborted);
                }
                Err(SearchAborted) => {}
            }
            let spent = search.nodes + *attacked;
            let budget = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(spent));
            if let Some(mut trying) = attack.take().filter(|_| budget > 0 && !resources.is_full()) {
                let before = trying.spent;
                let end = budget.min(turn * ATTACK_POSITIONS);
                let mut status = ProofStatus::OutOfBudget;
                while status == ProofStatus::OutOfBudget
                    && trying.spent - before < end
                    && !self.limits.stop.is_set()
                    && !resources.is_full()
                {
                    status = trying.advance(end - (trying.spent - before));
                }
                *attacked += trying.spent - before;
                match status {
                    ProofStatus::OutOfBudget => attack = Some(trying),
                    ProofStatus::Exhausted | ProofStatus::Disproved => {}
                    ProofStatus::Proved(()) => {
                        let answers = trying.into_answers();
                        if let Some(found) = self.won(masks, counts, &mut &answers, &mut finder) {
                            return Ok(found);
                        }
                    }
                }
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// The stones on the board when the plies are over.
    fn most_stones<B: Bits, const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
    ) -> usize {
        masks.all.without(counts.empty(masks)).count() + self.plies
    }

    /// Certifies that X does not win in time.
    fn refuted<B: Bits, const W: usize, const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        search: &mut WithinSearch<'_, B, W, P>,
        left: usize,
    ) -> Result<Certified, SearchAborted> {
        let refutation = refute(search, counts, left)?;
        let board = search.masks.board.to_string();
        let file = refutation.finish(&board, &self.text, self.plies);
        Ok(Certified { file, records: refutation.records, plies: None })
    }

    /// Certifies that X wins in time; None if the strategy does not.
    fn won<B: Bits, const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategy: &mut impl Strategy<B, W, P>,
        finder: &mut SequenceFinder<'_, B>,
    ) -> Option<Certified> {
        let mut writer = CertificateWriter::default();
        let mut strategy = WithSequences { strategy, finder };
        let claim = (Side::X, Goal::Wins);
        let proof =
            prove_strategy(masks, counts, Side::X, claim, &mut strategy, &mut writer).ok()?;
        let plies = proof.plies().filter(|&plies| plies <= self.plies)?;
        let claim = Claim::Side(Side::X, Goal::Wins);
        let file = writer.finish(&masks.board.to_string(), &self.text, claim);
        Some(Certified {
            file,
            records: proof.size().strategic + proof.size().forced,
            plies: Some(plies),
        })
    }
}

/// The exact search as a strategy of X.
struct Moves<'s, 'f, B, const W: usize, const P: usize> {
    search: &'s mut WithinSearch<'f, B, W, P>,
    /// The stones that X has when the plies are over.
    last: usize,
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for Moves<'_, '_, B, W, P> {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        _: Side,
        _: Side,
    ) -> Option<StrategyMove> {
        let block: Option<Cell> = counts.completions(masks, Side::O).lowest();
        let left = self.last.saturating_sub(counts.stones(Side::X).count());
        let cell = match block {
            Some(block) => block,
            None => self.search.winning_move(counts, left).ok()??,
        };
        Some(StrategyMove { cell: Some(cell), ..StrategyMove::default() })
    }
}
