//! The decision of a position: exhaustive search on small boards, an attack for each side on others, and pairings for
//! draws. A result counts only once `prove_strategy` has proved it.

use oxo_core::{AnyPosition, Bits, Side};

use crate::board::dispatch::{Dispatch, dispatch};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::{canonical, reply_classes};
use crate::checkpoint::answers;
use crate::checkpoint::keeper::Kept;
use crate::exact::holding::HoldingSearch;
use crate::exact::search::POSITIONS_PER_MIB;
use crate::exact::strategy::ExactStrategy;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::{Ending, ResourceCounter, SearchLimits};
use crate::limits::workers::Unreadable;
use crate::minimise::minimise;
use crate::proof_search::attack::Attack;
use crate::solution::{Solution, SolveOptions};
use crate::soonest::{Shortening, WonPosition};
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::pairing::{PairingSearch, SHARED_PAIRS};
use crate::strategy::prove::{Goal, Proof, ProofSink, Strategy, prove_strategy};
use crate::strategy::shortest_sequences::WithShortestSequences;
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::strategy::threat_sequences::{SequenceFinder, WithSequences};
use crate::threats::search::ThreatSequence;
use crate::value::{ProofStatus, Verdict};

/// The most empty cells for exhaustive search as the first method, and its budget there.
const EXACT_CELLS: usize = 27;
const EXACT_BUDGET: u64 = 300_000;
/// The most empty cells for exhaustive search after the attacks are exhausted. With more, it does not end.
const MAX_EXACT_CELLS: usize = 36;

/// The positions that the search for holding strategies may visit before the attacks, and once they are exhausted.
const HOLDING_BUDGET: u64 = 20_000;
const LATE_HOLDING_BUDGET: u64 = 30_000_000;

/// How many times as many positions the attack of the side with the initiative may search as the other attack.
const LEADER_FACTOR: u64 = 16;

/// The share of the positions left that attacks for shorter games may search.
const SHORTENING_SHARE: (u64, u64) = (7, 8);

/// Decides a position of any board and returns the first proof found.
///
/// # Panics
/// Never: only bytes to begin with can be unreadable.
#[must_use]
pub fn solve(position: &AnyPosition, limits: &SearchLimits<'_>) -> Solution {
    let solution = solve_with(position, SolveOptions::default(), limits);
    solution.expect("there are no bytes to begin with")
}

/// Decides a position of any board, with options.
///
/// # Errors
/// The bytes to begin with are damaged, or were written by a search on another board.
pub fn solve_with(
    position: &AnyPosition,
    options: SolveOptions<'_>,
    limits: &SearchLimits<'_>,
) -> Result<Solution, Unreadable> {
    dispatch(position, Decide { limits, options, text: position.to_string() })
}

struct Decide<'e> {
    limits: &'e SearchLimits<'e>,
    options: SolveOptions<'e>,
    text: String,
}

impl Dispatch for Decide<'_> {
    type Output = Result<Solution, Unreadable>;

    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output {
        let Self { limits, options, text } = self;
        let read = |bytes| answers::from_bytes(&masks.board, bytes).ok_or(Unreadable);
        let begin_with = options.begin_with.map(read).transpose()?;
        Ok(Solver { masks, limits, counts, to_move, text, options, begin_with }.run())
    }
}

/// Why an attack found no proof.
enum Unproved {
    /// Why it ended, and the answers found.
    Ended(Ending, Vec<u8>),
    /// The answers make no proof: those given in `begin_with` or returned by the task runner were wrong.
    WrongAnswers,
}

/// A win that is proved, with the records of its certificate.
#[derive(Debug)]
struct ProvedWin {
    proof: Proof,
    writer: CertificateWriter,
}

/// A solver for one width of words.
struct Solver<'f, B, const W: usize, const P: usize> {
    masks: &'f LineMasks<B, W>,
    limits: &'f SearchLimits<'f>,
    counts: LineCounts<B, W, P>,
    to_move: Side,
    /// The position's text, for the certificate.
    text: String,
    options: SolveOptions<'f>,
    /// Answers to try first, and their attacker. They need not be right.
    begin_with: Option<(Side, SolutionTable<B>)>,
}

impl<B: Bits, const W: usize, const P: usize> Solver<'_, B, W, P> {
    fn run(&self) -> Solution {
        if let Some(side) = self.counts.winner(self.masks) {
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
        if let Some(solution) = self.by_pairing(&mut nodes) {
            return solution;
        }
        if let Some(solution) = self.by_threats(&mut nodes) {
            return solution;
        }
        let is_too_large = self.counts.empty(self.masks).count() > MAX_EXACT_CELLS;
        let holding_budget = self.left(nodes).min(HOLDING_BUDGET);
        if !is_too_large && let Some(solution) = self.by_holding(holding_budget, &mut nodes) {
            return solution;
        }
        let mut attacked = self.by_attack(self.begin_with.as_ref(), &mut nodes);
        if let Err(Unproved::WrongAnswers) = attacked {
            attacked = self.by_attack(None, &mut nodes);
        }
        let (ended, answers) = match attacked {
            Ok(solution) => return solution,
            Err(Unproved::Ended(ended, answers)) => (ended, answers),
            // Only the answers of a task runner can be wrong twice, and there is no other.
            Err(Unproved::WrongAnswers) => return Solution::unknown(nodes, Ending::Interrupted),
        };
        let unknown = |nodes, ended, answers| Solution {
            unfinished: Some(answers),
            ..Solution::unknown(nodes, ended)
        };
        if ended != Ending::Exhausted || is_too_large {
            return unknown(nodes, ended, answers);
        }
        if self.left(nodes) == 0 || self.limits.stop.is_set() {
            return unknown(nodes, self.limits.ending(nodes, false), answers);
        }
        if let Some(keeper) = self.options.keeper {
            keeper.keep(answers.clone());
        }
        let holding_budget = self.left(nodes).min(LATE_HOLDING_BUDGET);
        if let Some(solution) = self.by_holding(holding_budget, &mut nodes) {
            return solution;
        }
        match self.exhaustively(self.left(nodes), &mut nodes) {
            Some(solution) => solution,
            None => unknown(nodes, self.limits.ending(nodes, false), answers),
        }
    }

    /// Decides by exhaustive search. `budget` limits the search for the outcome; each part of the proof may cost as
    /// much again.
    fn exhaustively(&self, budget: u64, nodes: &mut u64) -> Option<Solution> {
        let mut strategy = ExactStrategy::new(self.masks, self.limits, budget);
        let score = strategy.score(&self.counts, self.to_move);
        strategy.set_budget(budget.saturating_mul(2));
        let mut finder = SequenceFinder::new(self.limits.stop, budget);
        let solution = score.and_then(|score| match score.signum() {
            0 => self
                .by_holding(budget.min(LATE_HOLDING_BUDGET), nodes)
                .or_else(|| self.prove_draw(&mut strategy)),
            sign => {
                let winner = if sign > 0 { self.to_move } else { self.to_move.other() };
                let win = self.prove_soonest(winner, &mut strategy, &mut finder)?;
                Some(self.won(win, 0))
            }
        });
        *nodes += strategy.nodes() + finder.nodes();
        solution.map(|solution| Solution { nodes: *nodes, ..solution })
    }

    /// Proves a draw if the search for small holding strategies finds one for each side.
    fn by_holding(&self, budget: u64, nodes: &mut u64) -> Option<Solution> {
        let table_limit = (self.limits.memory >> 20) * POSITIONS_PER_MIB;
        let mut search = HoldingSearch::new(self.masks, self.limits.stop, budget, table_limit);
        // The side that is not to move is likelier not to hold.
        let sides = [self.to_move.other(), self.to_move];
        let both = sides.into_iter().all(|side| search.holds(&self.counts, (side, self.to_move)));
        let solution = if both { self.prove_draw(&mut search) } else { None };
        *nodes += search.nodes();
        solution.map(|solution| Solution { nodes: *nodes, ..solution })
    }

    /// Proves a draw if each side holds by a pairing now, or after its best next move.
    fn by_pairing(&self, nodes: &mut u64) -> Option<Solution> {
        let mut search = PairingSearch::new(SHARED_PAIRS);
        let solution = self.prove_draw(&mut search);
        *nodes += search.nodes;
        solution.map(|solution| Solution { nodes: *nodes, ..solution })
    }

    /// Proves a win of the side to move by one threat sequence.
    fn by_threats(&self, nodes: &mut u64) -> Option<Solution> {
        let nodes_before = *nodes;
        let mut finder = SequenceFinder::new(self.limits.stop, self.left(*nodes));
        let found = finder.sequence(self.masks, &self.counts, self.to_move);
        *nodes += finder.nodes();
        let sequence = found?;
        let (key, symmetry) = canonical(&self.masks.board, self.counts.stones_first(self.to_move));
        let mut turned =
            sequence.iter().map(|&cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell)));
        let mut answers = SolutionTable::default();
        if let Some(cell) = turned.next() {
            let rest: ThreatSequence = turned.collect();
            answers.add(key, Answer { cell, sequences: [&*rest] });
        }
        let win = self.prove_soonest(self.to_move, &mut &answers, &mut finder)?;
        Some(self.won(win, nodes_before + finder.nodes()))
    }

    /// Searches for a win by attack: for the side that the options name, or mainly for the side with the initiative, and
    /// with a small share of the positions for the other.
    fn by_attack(
        &self,
        begin_with: Option<&(Side, SolutionTable<B>)>,
        nodes: &mut u64,
    ) -> Result<Solution, Unproved> {
        let count = |side| self.counts.stones(side).count();
        let has_initiative = count(self.to_move) >= count(self.to_move.other());
        let leader = self.options.attacker.unwrap_or(if has_initiative {
            self.to_move
        } else {
            self.to_move.other()
        });
        let resources = ResourceCounter::new(self.limits.memory);
        let context = |limits, budget| SearchContext {
            masks: self.masks,
            limits,
            resources: &resources,
            budget,
            most_stones: usize::MAX,
        };
        // Only the leader's tasks are reported, since the two attacks alternate.
        let silent = SearchLimits { report: &|_| {}, ..*self.limits };
        let attack = |side, limits| {
            let known = begin_with.filter(|(attacker, _)| *attacker == side);
            let known = known.map(|(_, answers)| answers.clone()).unwrap_or_default();
            Attack::new(context(limits, self.left(*nodes)), &self.counts, self.to_move, side, known)
        };
        let keep = |keeper| Kept::new(keeper, &self.masks.board, leader, None);
        let kept = self.options.keeper.map(keep);
        let mut leading = Some(attack(leader, self.limits));
        if let Some(leading) = &mut leading {
            leading.kept = kept.as_ref();
        }
        let mut trailing = self.options.attacker.is_none().then(|| attack(leader.other(), &silent));
        let mut found = SolutionTable::default();
        let mut is_abandoned = false;
        while !is_abandoned
            && self.left(*nodes) > 0
            && !self.limits.stop.is_set()
            && !resources.is_full()
        {
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
            let status = attack.advance(self.left(*nodes));
            *nodes += attack.spent - before;
            let attacker = attack.attacker();
            match status {
                ProofStatus::OutOfBudget => {
                    is_abandoned = attack.is_abandoned;
                    *turn = Some(attack);
                }
                ProofStatus::Exhausted | ProofStatus::Disproved => {
                    if attacker == leader {
                        found = attack.into_answers();
                    }
                }
                ProofStatus::Proved(()) => {
                    let context = context(self.limits, self.left(*nodes));
                    let proved = self.prove_attack(context, attacker, attack.into_answers(), nodes);
                    return proved.ok_or(Unproved::WrongAnswers);
                }
            }
        }
        let ended = match (&leading, &trailing) {
            (None, None) if !resources.is_full() => Ending::Exhausted,
            _ if is_abandoned && !self.limits.stop.is_set() => Ending::Interrupted,
            _ => self.limits.ending(*nodes, resources.is_full()),
        };
        let found = leading.map_or(found, Attack::into_answers);
        let found = answers::to_bytes(&self.masks.board, leader, &found);
        Err(Unproved::Ended(ended, found))
    }

    /// Proves a win with the answers of an attack, and goes on from there as far as the options ask: first to shorter
    /// games, and then to fewer strategic positions without longer games. What a limit leaves to be done can be resumed.
    fn prove_attack(
        &self,
        mut context: SearchContext<'_, B, W>,
        attacker: Side,
        mut answers: SolutionTable<B>,
        nodes: &mut u64,
    ) -> Option<Solution> {
        let stop = self.limits.stop;
        let mut finder = SequenceFinder::new(stop, context.budget);
        let (mut first, mut is_cut) = (None, false);
        if self.options.soonest {
            let proved = self.prove_win(attacker, &mut &answers, &mut finder)?;
            *nodes += finder.nodes();
            context.resources.count_nodes(finder.nodes());
            // The rest is for the threat sequences of the final proof.
            context.budget = self.left(*nodes) / SHORTENING_SHARE.1 * SHORTENING_SHARE.0;
            let position = WonPosition { counts: &self.counts, to_move: self.to_move, attacker };
            // Answers of an earlier search for shorter games win sooner by themselves than with longer sequences.
            let resumed = self.begin_with.as_ref().and_then(|_| {
                let mut writer = CertificateWriter::default();
                self.prove((attacker, Goal::Wins), &mut &answers, &mut writer)?.plies()
            });
            let mut shortening = Shortening::new(
                context,
                position,
                answers,
                &proved.proof,
                resumed,
                self.options.keeper,
            );
            shortening.run();
            *nodes += shortening.spent();
            is_cut = shortening.is_over();
            context.budget = self.left(*nodes);
            if self.options.small || shortening.has_succeeded() {
                context.most_stones = shortening.most_stones();
            }
            answers = shortening.into_answers();
            finder = SequenceFinder::new(stop, context.budget).within(context.most_stones);
            first = Some(proved);
        }
        if self.options.small {
            let roots = self.roots(attacker, &mut finder);
            let keep = |keeper| Kept::new(keeper, &self.masks.board, attacker, None);
            let kept = self.options.keeper.map(keep);
            let kept = kept.as_ref();
            *nodes +=
                minimise::<B, W, P>(context, attacker, &roots, &mut answers, &mut finder, kept);
        }
        let last = self.prove_soonest(attacker, &mut &answers, &mut finder);
        *nodes += finder.nodes();
        // A search for sequences with a limit can miss one that a search without it has found.
        let is_longer = |first: &ProvedWin| {
            last.as_ref().is_none_or(|last| last.proof.plies() > first.proof.plies())
        };
        let best = first.filter(is_longer).or(last)?;
        is_cut |= stop.is_set() || context.resources.is_full() || self.left(*nodes) == 0;
        let is_cut = is_cut && (self.options.small || self.options.soonest);
        let unfinished = is_cut.then(|| answers::to_bytes(&self.masks.board, attacker, &answers));
        let ended = is_cut.then(|| self.limits.ending(*nodes, context.resources.is_full()));
        Some(Solution { unfinished, ended, ..self.won(best, *nodes) })
    }

    /// The classes of positions that an attacker has to win, to win this one; if the defender is to move, those without
    /// a threat sequence.
    fn roots(&self, attacker: Side, finder: &mut SequenceFinder<'_, B>) -> Vec<[B; 2]> {
        let stones = self.counts.stones_first(attacker);
        if self.to_move == attacker {
            return vec![canonical(&self.masks.board, stones).0];
        }
        let mut roots = reply_classes(&self.masks.board, stones, self.counts.empty(self.masks));
        roots.retain(|&class| {
            let counts = LineCounts::<B, W, P>::with_first(self.masks, attacker, class);
            finder.sequence(self.masks, &counts, attacker).is_none()
        });
        roots
    }

    /// Positions that may still be searched after `nodes` positions.
    fn left(&self, nodes: u64) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes))
    }

    /// Proves a win, with the threat sequences that `finder` adds.
    fn prove_win(
        &self,
        side: Side,
        strategy: &mut impl Strategy<B, W, P>,
        finder: &mut SequenceFinder<'_, B>,
    ) -> Option<ProvedWin> {
        let mut writer = CertificateWriter::default();
        let mut strategy = WithSequences { strategy, finder };
        let proof = self.prove((side, Goal::Wins), &mut strategy, &mut writer)?;
        Some(ProvedWin { proof, writer })
    }

    /// Proves a win in the same way, with the shortest threat sequences if games are to be short.
    fn prove_soonest(
        &self,
        side: Side,
        strategy: &mut impl Strategy<B, W, P>,
        finder: &mut SequenceFinder<'_, B>,
    ) -> Option<ProvedWin> {
        let win = self.prove_win(side, strategy, finder)?;
        Some(if self.options.soonest {
            self.with_shortest_sequences(win, strategy, finder)
        } else {
            win
        })
    }

    /// Proves a win once more with shorter threat sequences, unless the search has been stopped. The proof before stays if
    /// its longest game is shorter.
    fn with_shortest_sequences(
        &self,
        win: ProvedWin,
        strategy: &mut impl Strategy<B, W, P>,
        finder: &mut SequenceFinder<'_, B>,
    ) -> ProvedWin {
        if self.limits.stop.is_set() {
            return win;
        }
        let left = finder.left();
        let mut strategy = WithSequences { strategy, finder };
        let mut shorter = WithShortestSequences::new(&mut strategy, self.limits.stop, left);
        let mut writer = CertificateWriter::default();
        let found = self.prove((win.proof.side(), Goal::Wins), &mut shorter, &mut writer);
        let nodes = shorter.nodes();
        finder.count_shortening(nodes);
        match found {
            Some(proof) if proof.plies() <= win.proof.plies() => ProvedWin { proof, writer },
            _ => win,
        }
    }

    fn won(&self, ProvedWin { proof, writer }: ProvedWin, nodes: u64) -> Solution {
        let side = proof.side();
        let claim = Claim::Side(side, Goal::Wins);
        self.solution(Verdict::Wins(side), vec![proof], nodes, &writer, claim)
    }

    fn prove_draw(&self, strategy: &mut impl Strategy<B, W, P>) -> Option<Solution> {
        let mut writer = CertificateWriter::default();
        let mut proofs = Vec::new();
        for side in Side::BOTH {
            proofs.push(self.prove((side, Goal::Holds), strategy, &mut writer)?);
        }
        Some(self.solution(Verdict::Draw, proofs, 0, &writer, Claim::Draw))
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
        let certificate = Some(certificate);
        Solution { verdict, proofs, nodes, certificate, unfinished: None, ended: None }
    }
}
