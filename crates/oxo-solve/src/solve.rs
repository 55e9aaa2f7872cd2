//! Deciding a position: exhaustive search where the board allows it, an attack for each side where it does not, and
//! pairings for draws. Whatever is found goes through the walk before it counts.

use oxo_core::{Bits, Side};

use crate::answers::{Answer, Answers, canonical};
use crate::attack::{Attack, State};
use crate::certificate::{CertificateWriter, Claim};
use crate::effort::{Effort, Meter};
use crate::exact_strategy::ExactStrategy;
use crate::forced::{Forced, ForcedSearch};
use crate::lines::Frame;
use crate::minimise::minimise;
use crate::tally::Tally;
use crate::tuning::REPLY_BUDGET;
use crate::walk::{Goal, Proved, Strategy, Tracer, walk};

/// Empty cells up to which exhaustive search is tried at all, and what it may cost before other means are.
const EXACT_CELLS: usize = 27;
const EXACT_BUDGET: u64 = 300_000;

/// How much more is spent on an attack of the side with the initiative than on one of the other.
const LEADERS_SHARE: u64 = 16;

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
    pub proofs: Vec<Proved>,
    /// Positions searched.
    pub nodes: u64,
    /// The certificate, unless the outcome is unknown.
    pub certificate: Option<Vec<u8>>,
}

impl Solution {
    pub(crate) fn unknown(nodes: u64) -> Self {
        Self { verdict: Verdict::Unknown, proofs: Vec::new(), nodes, certificate: None }
    }
}

/// A solver for one width of words.
pub(crate) struct Solver<'f, B, const W: usize, const P: usize> {
    pub(crate) frame: &'f Frame<B, W>,
    pub(crate) effort: &'f Effort<'f>,
    pub(crate) tally: Tally<B, W, P>,
    pub(crate) to_move: Side,
    /// The position's text, for the certificate.
    pub(crate) text: String,
    /// Whether to go on from the first proof to a small one.
    pub(crate) small: bool,
}

impl<B: Bits, const W: usize, const P: usize> Solver<'_, B, W, P> {
    /// Decides the position.
    pub(crate) fn run(&self) -> Solution {
        if let Some(side) =
            Side::BOTH.into_iter().find(|&side| self.tally.has_line(self.frame, side))
        {
            return self.finished(Verdict::Wins(side), Claim::Side(side, Goal::Wins));
        }
        if self.tally.empty(self.frame).is_empty() {
            return self.finished(Verdict::Draw, Claim::Draw);
        }
        let mut nodes = 0;
        let exact_budget =
            if self.tally.empty(self.frame).count() <= EXACT_CELLS { EXACT_BUDGET } else { 0 };
        if let Some(solution) = self.exhaustively(exact_budget, &mut nodes) {
            return solution;
        }
        if let Some(solution) = self.by_pairing(nodes) {
            return solution;
        }
        if let Some(solution) = self.by_threats(&mut nodes) {
            return solution;
        }
        if let Some(solution) = self.by_attack(&mut nodes) {
            return solution;
        }
        if self.effort.is_over() || self.effort.nodes.is_some_and(|limit| nodes >= limit) {
            return Solution::unknown(nodes);
        }
        let left = self.effort.nodes.map_or(u64::MAX, |limit| limit - nodes);
        self.exhaustively(left, &mut nodes).unwrap_or_else(|| Solution::unknown(nodes))
    }

    fn exhaustively(&self, budget: u64, nodes: &mut u64) -> Option<Solution> {
        let mut strategy = ExactStrategy::new(self.frame, self.effort, budget);
        let score = strategy.score(&self.tally, self.to_move);
        *nodes += strategy.nodes();
        match score?.signum() {
            0 => self.prove_draw(&mut strategy, *nodes),
            sign => {
                let winner = if sign > 0 { self.to_move } else { self.to_move.other() };
                self.prove_win(winner, &mut strategy, *nodes)
            }
        }
    }

    /// A draw, if each side can hold by a pairing now, or after the best of its next moves.
    fn by_pairing(&self, nodes: u64) -> Option<Solution> {
        self.prove_draw(&mut crate::hold::PairingStrategy, nodes)
    }

    /// A win by an unbroken run of threats, for whoever is to move.
    fn by_threats(&self, nodes: &mut u64) -> Option<Solution> {
        let mut forced = ForcedSearch::new();
        let found = forced.search(self.frame, &self.tally, self.to_move, REPLY_BUDGET);
        *nodes += forced.nodes;
        let Forced::Wins(run) = found else { return None };
        let stones = [self.tally.stones(self.to_move), self.tally.stones(self.to_move.other())];
        let (key, symmetry) = canonical(&self.frame.board, stones);
        let mut turned =
            run.iter().map(|&cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell)));
        let answer = turned.next().map(|cell| Answer { cell, runs: Box::new([turned.collect()]) });
        let answers: Answers<B> = answer.map(|answer| (key, answer)).into_iter().collect();
        self.prove_win(self.to_move, &mut &answers, *nodes)
    }

    /// A win by attack: of the side that has the initiative, above all, and now and then of the other.
    fn by_attack(&self, nodes: &mut u64) -> Option<Solution> {
        let count = |side| self.tally.stones(side).count();
        let leader = if count(self.to_move) >= count(self.to_move.other()) {
            self.to_move
        } else {
            self.to_move.other()
        };
        let meter = Meter::new(self.effort.memory);
        let attack =
            |side| Attack::new(self.frame, self.effort, &meter, &self.tally, self.to_move, side);
        let mut ahead = Some(attack(leader));
        let mut behind = Some(attack(leader.other()));
        while !self.effort.is_over() && !meter.is_full() {
            let spent = ahead.as_ref().map_or(u64::MAX, |attack| attack.spent);
            let affordable = |attack: &Attack<'_, B, W, P>| {
                (attack.spent + attack.price()).saturating_mul(LEADERS_SHARE) <= spent
            };
            let turn =
                if behind.as_ref().is_some_and(affordable) { &mut behind } else { &mut ahead };
            let Some(mut attack) = turn.take() else { break };
            let before = attack.spent;
            let state = attack.advance();
            *nodes += attack.spent - before;
            match state {
                State::Open => *turn = Some(attack),
                State::Failed => {}
                State::Won => {
                    let attacker = attack.attacker();
                    let mut answers = attack.into_answers();
                    if self.small {
                        *nodes +=
                            minimise::<B, W, P>(self.frame, attacker, &mut answers, self.effort);
                    }
                    return self.prove_win(attacker, &mut &answers, *nodes);
                }
            }
        }
        None
    }

    fn prove_win(
        &self,
        side: Side,
        strategy: &mut impl Strategy<B, W, P>,
        nodes: u64,
    ) -> Option<Solution> {
        let mut writer = CertificateWriter::default();
        let proved = self.walk((side, Goal::Wins), strategy, &mut writer)?;
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
            proofs.push(self.walk((side, Goal::Holds), strategy, &mut writer)?);
        }
        Some(self.solution(Verdict::Draw, proofs, nodes, &writer, Claim::Draw))
    }

    fn walk(
        &self,
        claim: (Side, Goal),
        strategy: &mut impl Strategy<B, W, P>,
        tracer: &mut dyn Tracer,
    ) -> Option<Proved> {
        walk(self.frame, &self.tally, self.to_move, claim, strategy, tracer).ok()
    }

    fn finished(&self, verdict: Verdict, claim: Claim) -> Solution {
        self.solution(verdict, Vec::new(), 0, &CertificateWriter::default(), claim)
    }

    fn solution(
        &self,
        verdict: Verdict,
        proofs: Vec<Proved>,
        nodes: u64,
        writer: &CertificateWriter,
        claim: Claim,
    ) -> Solution {
        let certificate = writer.finish(&self.frame.board.to_string(), &self.text, claim);
        Solution { verdict, proofs, nodes, certificate: Some(certificate) }
    }
}
