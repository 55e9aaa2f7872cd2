//! Wins of either side by proof search: one tree for each side, which all cells share.

use oxo_core::{Bits, Cell, Side};

use crate::analysis::analyst::Analyst;
use crate::analysis::longest::LongestGames;
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::workers::on_threads;
use crate::proof_search::move_proofs::MoveProofs;
use crate::strategy::prove::{Goal, ProofSink, Record, prove_strategy};

/// Positions searched in both trees before what they have proved is reported.
const SLICE: u64 = 100_000;
/// The percentage of them that each side's tree gets at least.
const MIN_PERCENT: u64 = 20;
/// Wins of the side to move and of its opponent that are counted before any is found, so that the first few do not
/// decide.
const PRIOR_WINS: [u64; 2] = [3, 1];

/// Does nothing with a proof: an analysis keeps the value, not the certificate.
struct NoSink;

impl ProofSink for NoSink {
    fn record(&mut self, _: &Record<'_>) {}
}

/// What one tree does in a slice.
struct Slice<'s, 'a, B, const W: usize, const P: usize> {
    proofs: &'s mut MoveProofs<'a, B, W, P>,
    budget: u64,
    /// The proved moves, each with the longest game that its proof allows.
    won: Vec<(Cell, Vec<Cell>)>,
}

impl<'a, B: Bits, const W: usize, const P: usize> Analyst<'a, B, W, P> {
    /// Searches for proofs that a side wins after moves of unknown value, for `budget` positions.
    ///
    /// The two trees grow side by side, on two threads if there are as many. Each has its share of every slice to itself, so
    /// that the threads do not change the result.
    pub(super) fn proved_wins(&mut self, budget: u64) {
        if self.proofs.is_empty() && self.affordable(1) > 0 {
            self.proofs = self.new_proofs();
        }
        let end = self.nodes().saturating_add(self.affordable(budget));
        loop {
            let left = end.saturating_sub(self.nodes());
            if self.affordable(left) == 0 {
                break;
            }
            for proofs in &mut self.proofs {
                let attacker = proofs.attacker();
                proofs.retain(|cell| self.knowledge.may_be_won_by(attacker, cell));
            }
            let (masks, threads) = (self.masks, self.limits.threads);
            let (before, side) = (self.knowledge.counts, self.knowledge.side);
            let mut slices = self.slices(left.min(SLICE));
            if slices.is_empty() {
                break;
            }
            on_threads(threads, &mut slices, |slice| slice.work(masks, &before, side));
            let won: Vec<_> =
                slices.into_iter().map(|slice| (slice.proofs.attacker(), slice.won)).collect();
            for (attacker, won) in won {
                for (cell, game) in won {
                    self.knowledge.learn_game(cell, attacker, game);
                }
            }
        }
    }

    /// A tree for each side, its moves in the order of what they promise.
    fn new_proofs(&self) -> Vec<MoveProofs<'a, B, W, P>> {
        let Self { contexts, knowledge, .. } = self;
        let mut classes: Vec<_> = knowledge.classes.iter().collect();
        classes.sort_by(|a, b| b.promise.total_cmp(&a.promise).then(a.cell().cmp(&b.cell())));
        let tree = |attacker: Side| {
            let moves = classes.iter().map(|class| class.cell());
            let context = contexts[attacker as usize];
            MoveProofs::new(context, knowledge.counts, knowledge.side, attacker, moves)
        };
        [knowledge.side, knowledge.opponent()].map(tree).into()
    }

    /// Divides positions among the trees that have something left to prove, that of the side to move first.
    fn slices(&mut self, nodes: u64) -> Vec<Slice<'_, 'a, B, W, P>> {
        let movers = nodes * self.movers_percentage() / 100;
        let open: Vec<_> = self.proofs.iter_mut().filter(|proofs| !proofs.is_exhausted()).collect();
        let budgets = match open.len() {
            2 => vec![movers, nodes - movers],
            _ => vec![nodes],
        };
        let slice = |(proofs, budget)| Slice { proofs, budget, won: Vec::new() };
        open.into_iter().zip(budgets).map(slice).collect()
    }
}

impl<B: Bits, const W: usize, const P: usize> Analyst<'_, B, W, P> {
    /// The share of the side to move: that of its wins among all wins found so far, as a percentage.
    fn movers_percentage(&self) -> u64 {
        let bounds = self.knowledge.classes.iter().map(|class| class.bounds);
        let won = bounds.clone().filter(|bounds| bounds.low() > 0).count() as u64;
        let lost = bounds.filter(|bounds| bounds.high() < 0).count() as u64;
        let [prior_won, prior_lost] = PRIOR_WINS;
        let percentage = 100 * (won + prior_won) / (won + lost + prior_won + prior_lost);
        percentage.clamp(MIN_PERCENT, 100 - MIN_PERCENT)
    }
}

impl<B: Bits, const W: usize, const P: usize> Slice<'_, '_, B, W, P> {
    fn work(&mut self, masks: &LineMasks<B, W>, before: &LineCounts<B, W, P>, to_move: Side) {
        let end = self.proofs.nodes() + self.budget;
        while let Some(cell) = self.proofs.search(end.saturating_sub(self.proofs.nodes())) {
            let (attacker, opponent) = (self.proofs.attacker(), to_move.other());
            let after = before.with(masks, to_move, cell);
            let mut strategy = self.proofs.strategy(cell);
            let claim = (attacker, Goal::Wins);
            if prove_strategy(masks, &after, opponent, claim, &mut strategy, &mut NoSink).is_ok() {
                let rest = LongestGames::new(masks, strategy, attacker).game(&after, opponent);
                self.won.push((cell, [vec![cell], rest].concat()));
            }
        }
    }
}
