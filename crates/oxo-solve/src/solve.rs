//! Deciding a position: exhaustive search where the board allows it, an attack for each side where it does not, and
//! pairings for draws. Whatever is found goes through the walk before it counts.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::checkpoint::answers::to_bytes;
use crate::exact::strategy::ExactStrategy;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};
use crate::minimise::minimise;
use crate::proof_search::attack::{Attack, SearchContext, State};
use crate::proof_search::tuning::REPLY_BUDGET;
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, Proof, ProofSink, Strategy, prove_strategy};
use crate::strategy::solution_table::{Answer, SolutionTable, canonical, reply_classes};
use crate::threats::search::{Forced, ThreatSearch, ThreatSequence};

/// Empty cells up to which exhaustive search is tried at all, and what it may cost before other means are.
const EXACT_CELLS: usize = 27;
const EXACT_BUDGET: u64 = 300_000;

/// How much more is spent on an attack of the side with the initiative than on one of the other.
const LEADER_FACTOR: u64 = 16;

/// The outcome of a position as it was proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A side wins.
    Wins(Side),
    /// Neither side can be beaten.
    Draw,
    /// The effort ran out, or nothing that is tried here worked.
    Unknown,
}

/// What solving a position gave.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The outcome.
    pub verdict: Verdict,
    /// The proofs behind it: one for a win, one for each side for a draw; none if the game is over already.
    pub proofs: Vec<Proof>,
    /// Positions searched.
    pub nodes: u64,
    /// The certificate, unless the outcome is unknown.
    pub certificate: Option<Vec<u8>>,
    /// What a search that was stopped has found so far, for [`SolveOptions::begin_with`] of another.
    pub unfinished: Option<Vec<u8>>,
}

/// What is wanted of a search beyond the outcome.
#[derive(Debug, Clone, Copy, Default)]
pub struct SolveOptions<'a> {
    /// Whether to go on from the first proof to one with fewer strategic positions.
    pub small: bool,
    /// What an earlier search on the same board left unfinished ([`Solution::unfinished`]).
    pub begin_with: Option<&'a [u8]>,
}

/// The bytes to begin with are not what a search on this board left unfinished, or not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not what a search on this board left unfinished, or not whole")
    }
}

impl std::error::Error for Unreadable {}

impl Solution {
    pub(crate) fn unknown(nodes: u64) -> Self {
        Self {
            verdict: Verdict::Unknown,
            proofs: Vec::new(),
            nodes,
            certificate: None,
            unfinished: None,
        }
    }
}

/// Why an attack gave no proof.
enum Unproved {
    /// Time or memory ran out, or it was cancelled, or its crew left; the answers that it has found.
    Stopped(Vec<u8>),
    /// Nothing that it tries within its budget of positions wins; the answers that it has found.
    Unfinished(Vec<u8>),
    /// The walk refused its answers: those that it began with were wrong, or what its crew found.
    Wrong,
}

/// A solver for one width of words.
pub(crate) struct Solver<'f, B, const W: usize, const P: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) limits: &'f SearchLimits<'f>,
    pub(crate) counts: LineCounts<B, W, P>,
    pub(crate) to_move: Side,
    /// The position's text, for the certificate.
    pub(crate) text: String,
    /// Whether to go on from the first proof to a small one.
    pub(crate) small: bool,
    /// Answers to begin with, and the attacker whom they are for. They are tried, not believed.
    pub(crate) begin_with: Option<(Side, SolutionTable<B>)>,
}

impl<B: Bits, const W: usize, const P: usize> Solver<'_, B, W, P> {
    /// Decides the position.
    pub(crate) fn run(&self) -> Solution {
        if let Some(side) =
            Side::BOTH.into_iter().find(|&side| self.counts.has_line(self.masks, side))
        {
            return self.finished(Verdict::Wins(side), Claim::Side(side, Goal::Wins));
        }
        if self.counts.empty(self.masks).is_empty() {
            return self.finished(Verdict::Draw, Claim::Draw);
        }
        let mut nodes = 0;
        let may_be_exact = self.counts.empty(self.masks).count() <= EXACT_CELLS;
        let exact_budget = self.limits.nodes.unwrap_or(u64::MAX).min(EXACT_BUDGET);
        if may_be_exact && let Some(solution) = self.exhaustively(exact_budget, &mut nodes) {
            return solution;
        }
        if let Some(solution) = self.by_pairing(nodes) {
            return solution;
        }
        if let Some(solution) = self.by_threats(&mut nodes) {
            return solution;
        }
        let mut attacked = self.by_attack(self.begin_with.as_ref(), &mut nodes);
        if let Err(Unproved::Wrong) = attacked {
            attacked = self.by_attack(None, &mut nodes);
        }
        let unfinished = match attacked {
            Ok(solution) => return solution,
            Err(Unproved::Stopped(answers)) => {
                return Solution { unfinished: Some(answers), ..Solution::unknown(nodes) };
            }
            Err(Unproved::Unfinished(answers)) => Some(answers),
            // Only a crew can be wrong twice, and there is no better one.
            Err(Unproved::Wrong) => return Solution::unknown(nodes),
        };
        let unknown = |nodes| Solution { unfinished, ..Solution::unknown(nodes) };
        if self.limits.is_over() || self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return unknown(nodes);
        }
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit - nodes);
        match self.exhaustively(left, &mut nodes) {
            Some(solution) => solution,
            None => unknown(nodes),
        }
    }

    /// By exhaustive search: `budget` bounds the search for the outcome, and the walk may cost as much again for
    /// each of its parts.
    fn exhaustively(&self, budget: u64, nodes: &mut u64) -> Option<Solution> {
        let mut strategy = ExactStrategy::new(self.masks, self.limits, budget);
        let score = strategy.score(&self.counts, self.to_move);
        strategy.grant(budget.saturating_mul(2));
        let solution = score.and_then(|score| match score.signum() {
            0 => self.prove_draw(&mut strategy, 0),
            sign => {
                let winner = if sign > 0 { self.to_move } else { self.to_move.other() };
                self.prove_win(winner, &mut strategy, 0)
            }
        });
        *nodes += strategy.nodes();
        solution.map(|solution| Solution { nodes: *nodes, ..solution })
    }

    /// A draw, if each side can hold by a pairing now, or after the best of its next moves.
    fn by_pairing(&self, nodes: u64) -> Option<Solution> {
        self.prove_draw(&mut crate::strategy::pairing_strategy::PairingStrategy, nodes)
    }

    /// A win by an unbroken run of threats, for whoever is to move.
    fn by_threats(&self, nodes: &mut u64) -> Option<Solution> {
        let mut forced = ThreatSearch::new();
        let found = forced.search(self.masks, &self.counts, self.to_move, REPLY_BUDGET);
        *nodes += forced.nodes;
        let Forced::Wins(run) = found else { return None };
        let stones = [self.counts.stones(self.to_move), self.counts.stones(self.to_move.other())];
        let (key, symmetry) = canonical(&self.masks.board, stones);
        let mut turned =
            run.iter().map(|&cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell)));
        let mut answers = SolutionTable::default();
        if let Some(cell) = turned.next() {
            let rest: ThreatSequence = turned.collect();
            answers.add(key, Answer { cell, runs: [&*rest] });
        }
        self.prove_win(self.to_move, &mut &answers, *nodes)
    }

    /// A win by attack: of the side that has the initiative, above all, and now and then of the other.
    fn by_attack(
        &self,
        begin_with: Option<&(Side, SolutionTable<B>)>,
        nodes: &mut u64,
    ) -> Result<Solution, Unproved> {
        let count = |side| self.counts.stones(side).count();
        let leader = if count(self.to_move) >= count(self.to_move.other()) {
            self.to_move
        } else {
            self.to_move.other()
        };
        let resources = ResourceCounter::new(self.limits.memory);
        let limit = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(*nodes));
        let silent = SearchLimits { report: &|_| {}, ..*self.limits };
        let attack = |side| {
            // Of what may be searched, the attack behind gets its small share, and the leader the rest. Whoever
            // watches sees the leader's tasks alone, since the two would take turns before his eyes.
            let trailing_budget = limit / LEADER_FACTOR;
            let (budget, limits) = if side == leader {
                (limit - trailing_budget, self.limits)
            } else {
                (trailing_budget, &silent)
            };
            let context =
                SearchContext { masks: self.masks, limits, resources: &resources, budget };
            let known = begin_with.filter(|(attacker, _)| *attacker == side);
            let known = known.map(|(_, answers)| answers.clone()).unwrap_or_default();
            Attack::new(context, &self.counts, self.to_move, side, known)
        };
        let mut left = SolutionTable::default();
        let mut leading = Some(attack(leader));
        let mut trailing = Some(attack(leader.other()));
        let mut is_left = false;
        while !is_left && !self.limits.is_over() && !resources.is_full() {
            let spent = leading.as_ref().map_or(u64::MAX, |attack| attack.spent);
            let affordable = |attack: &Attack<'_, B, W, P>| {
                (attack.spent + attack.stage_cost()).saturating_mul(LEADER_FACTOR) <= spent
            };
            let turn = if trailing.as_ref().is_some_and(affordable) {
                &mut trailing
            } else {
                &mut leading
            };
            let Some(mut attack) = turn.take() else { break };
            let before = attack.spent;
            let state = attack.advance();
            *nodes += attack.spent - before;
            match state {
                State::Open => *turn = Some(attack),
                State::Left => {
                    *turn = Some(attack);
                    is_left = true;
                }
                State::Failed if attack.attacker() == leader => left = attack.into_answers(),
                State::Failed => {}
                State::Won => {
                    let attacker = attack.attacker();
                    let mut answers = attack.into_answers();
                    if self.small {
                        let budget = self.limits.nodes.map_or(u64::MAX, |limit| limit - *nodes);
                        let context = SearchContext {
                            masks: self.masks,
                            limits: self.limits,
                            resources: &resources,
                            budget,
                        };
                        let roots = self.roots(attacker);
                        *nodes += minimise::<B, W, P>(context, attacker, &roots, &mut answers);
                    }
                    return self.prove_win(attacker, &mut &answers, *nodes).ok_or(Unproved::Wrong);
                }
            }
        }
        let is_stopped = is_left || self.limits.is_over() || resources.is_full();
        let left = leading.map_or(left, Attack::into_answers);
        let left = to_bytes(&self.masks.board, leader, &left);
        Err(if is_stopped { Unproved::Stopped(left) } else { Unproved::Unfinished(left) })
    }

    /// The classes of positions that an attacker has to win, to win this one.
    fn roots(&self, attacker: Side) -> Vec<[B; 2]> {
        let stones = [self.counts.stones(attacker), self.counts.stones(attacker.other())];
        if self.to_move == attacker {
            return vec![canonical(&self.masks.board, stones).0];
        }
        reply_classes(&self.masks.board, stones, self.counts.empty(self.masks))
    }

    fn prove_win(
        &self,
        side: Side,
        strategy: &mut impl Strategy<B, W, P>,
        nodes: u64,
    ) -> Option<Solution> {
        let mut writer = CertificateWriter::default();
        let proved = self.prove((side, Goal::Wins), strategy, &mut writer)?;
        Some(self.solution(
            Verdict::Wins(side),
            vec![proved],
            nodes,
            &writer,
            Claim::Side(side, Goal::Wins),
        ))
    }

    fn prove_draw(&self, strategy: &mut impl Strategy<B, W, P>, nodes: u64) -> Option<Solution> {
        let mut writer = CertificateWriter::default();
        let mut proofs = Vec::new();
        for side in Side::BOTH {
            proofs.push(self.prove((side, Goal::Holds), strategy, &mut writer)?);
        }
        Some(self.solution(Verdict::Draw, proofs, nodes, &writer, Claim::Draw))
    }

    fn prove(
        &self,
        claim: (Side, Goal),
        strategy: &mut impl Strategy<B, W, P>,
        sink: &mut dyn ProofSink,
    ) -> Option<Proof> {
        prove_strategy(self.masks, &self.counts, self.to_move, claim, strategy, sink).ok()
    }

    fn finished(&self, verdict: Verdict, claim: Claim) -> Solution {
        self.solution(verdict, Vec::new(), 0, &CertificateWriter::default(), claim)
    }

    fn solution(
        &self,
        verdict: Verdict,
        proofs: Vec<Proof>,
        nodes: u64,
        writer: &CertificateWriter,
        claim: Claim,
    ) -> Solution {
        let certificate = writer.finish(&self.masks.board.to_string(), &self.text, claim);
        Solution { verdict, proofs, nodes, certificate: Some(certificate), unfinished: None }
    }
}
