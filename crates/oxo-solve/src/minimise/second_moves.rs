//! Joint choice of the attacker's second moves.
//!
//! A second move costs the parts that it leaves open, but second moves after different replies can share parts. So the
//! moves are chosen together, for the least sum over all parts that any of them needs. Computing the cost of a part
//! takes long, and there are thousands of them. So an unsearched part counts as a cheap one at first; the parts of the
//! best choice are searched, and this repeats until all parts of the best choice are known.
//!
//! That sum says little about the size of the proof once its parts share positions, and the exchange of two moves at a
//! time often ends far from the least sum. So further rounds choose again, each with the costs multiplied by other powers
//! of two, and the smallest proof of all rounds is kept.

use oxo_core::{Bits, Cell};
use rustc_hash::FxHashMap;

use crate::board::position_hash::hash;
use crate::limits::search_limits::SearchLimits;
use crate::minimise::minimiser::{Job, Minimiser, PART_BUDGET, PART_STONES};
use crate::minimise::proof::{Placed, Step};
use crate::proof_search::second_moves::second_moves;

/// The maximum number of second moves considered for each reply to the first, the most promising ones.
const SECOND_MOVES: usize = 64;

/// The maximum number of positions searched for a part that is not in the proof.
const TRIAL_BUDGET: u64 = PART_BUDGET / 5;

/// The cost of a part for which no proof was found.
const UNAFFORDABLE: usize = 1 << 20;

/// The exponent of the greatest power of two by which a later round multiplies a cost. That of the least is its negative.
const SPREAD: u64 = 3;

/// The second moves to choose from, and what is known of the parts.
#[derive(Debug)]
pub(super) struct SecondMoves<B> {
    choices: Vec<SecondMoveChoice<B>>,
    parts: Vec<Part<B>>,
}

impl<B> SecondMoves<B> {
    /// Returns whether the proof has no second move of the attacker.
    pub(super) fn are_none(&self) -> bool {
        self.choices.is_empty()
    }
}

/// A position in which the attacker makes its second move.
#[derive(Debug)]
struct SecondMoveChoice<B> {
    class: [B; 2],
    moves: Vec<SecondMove>,
    chosen: usize,
}

/// A second move, and the indices of the parts that it leaves open.
#[derive(Debug)]
struct SecondMove {
    cell: Cell,
    parts: Vec<usize>,
}

/// A position after a reply to a second move.
#[derive(Debug)]
struct Part<B> {
    class: [B; 2],
    /// The size of its smallest proof, or an estimate or lower bound of it.
    cost: usize,
    /// Whether `cost` is final: the size of a known proof, or [`UNAFFORDABLE`].
    is_known: bool,
    proof: Vec<Placed<B>>,
}

impl<B: Bits> Part<B> {
    /// Returns the cost as it counts in a round, in eighths: as it is in the first, and times a power of two in others.
    fn weighed(&self, round: u64) -> u64 {
        let cost = self.cost as u64;
        if round == 0 || self.cost == UNAFFORDABLE {
            return cost << SPREAD;
        }
        cost << (hash(self.class.into_iter().flat_map(B::words).chain([round])) % (2 * SPREAD + 1))
    }
}

/// How often the chosen moves need each part, and the cost of these parts together.
#[derive(Debug)]
struct Needs {
    costs: Vec<u64>,
    uses: Vec<u32>,
    cost: u64,
}

impl Needs {
    fn add(&mut self, second_move: &SecondMove) {
        for &part in &second_move.parts {
            self.uses[part] += 1;
            if self.uses[part] == 1 {
                self.cost += self.costs[part];
            }
        }
    }

    fn remove(&mut self, second_move: &SecondMove) {
        for &part in &second_move.parts {
            self.uses[part] -= 1;
            if self.uses[part] == 0 {
                self.cost -= self.costs[part];
            }
        }
    }
}

impl<B: Bits, const W: usize, const P: usize> Minimiser<'_, B, W, P> {
    /// Exchanges second moves for others with the least cost, as it counts in a round.
    pub(super) fn choose_second_moves(&mut self, second_moves: &mut SecondMoves<B>, round: u64) {
        let SecondMoves { choices, parts } = second_moves;
        let limits = self.context.limits;
        loop {
            choose(choices, parts, round, limits);
            let mut unknown: Vec<usize> = (choices.iter())
                .flat_map(|choice| &choice.moves[choice.chosen].parts)
                .copied()
                .filter(|&part| !parts[part].is_known)
                .collect();
            unknown.sort_unstable();
            unknown.dedup();
            if unknown.is_empty() {
                break;
            }
            if self.is_over() {
                return;
            }
            self.search_parts(parts, &unknown);
        }
        for SecondMoveChoice { class, moves, chosen } in choices {
            let SecondMove { cell, parts: open } = &moves[*chosen];
            if open.iter().all(|&part| parts[part].cost != UNAFFORDABLE) {
                for (class, step) in open.iter().flat_map(|&part| &parts[part].proof) {
                    self.proof.set(*class, step.clone());
                }
                let open = open.iter().map(|&part| parts[part].class).collect();
                let step = Step { is_free: true, cell: *cell, sequences: Box::default(), open };
                self.proof.set(*class, step);
            }
        }
    }

    /// Lists the positions in which the attacker makes its second move, with the moves to choose from, the proof's own
    /// first, and all parts that these leave open. The cost of parts that are in the proof is known.
    pub(super) fn second_moves(&self) -> SecondMoves<B> {
        let Self { context, attacker, ref proof, .. } = *self;
        let whole = proof.extent(None);
        let mut sizes = Vec::new();
        let mut parts: Vec<Part<B>> = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut number = |class: [B; 2]| {
            *numbers.entry(class).or_insert_with(|| {
                let is_known = proof.is_in(&whole, &class);
                let steps = if is_known { proof.steps_of(class) } else { Vec::new() };
                let cost = strategic(&steps);
                sizes.extend(is_known.then_some(cost));
                parts.push(Part { class, cost, is_known, proof: steps });
                parts.len() - 1
            })
        };
        let mut classes = proof.strategic();
        classes.retain(|class| class[0].count() == PART_STONES - 1);
        let choice = |class| {
            let step = proof.step(&class)?;
            let now = SecondMove {
                cell: step.cell,
                parts: step.open.iter().map(|&class| number(class)).collect(),
            };
            let mut moves = vec![now];
            for (cell, replies) in
                second_moves::<B, W, P>(context.masks, attacker, class, SECOND_MOVES)
            {
                let parts = replies.into_iter().map(&mut number).collect();
                moves.extend(cell.map(|cell| SecondMove { cell, parts }));
            }
            Some(SecondMoveChoice { class, moves, chosen: 0 })
        };
        let lasts = |_: &[B; 2]| !context.limits.stop.is_set();
        let choices: Vec<SecondMoveChoice<B>> =
            classes.into_iter().take_while(lasts).filter_map(choice).collect();
        sizes.sort_unstable();
        let cheap = sizes.get(sizes.len() / 4).copied().unwrap_or(1);
        for part in parts.iter_mut().filter(|part| !part.is_known) {
            part.cost = cheap;
        }
        SecondMoves { choices, parts }
    }

    /// Finds the cost of parts, or that a part costs more than twice its estimate.
    fn search_parts(&mut self, parts: &mut [Part<B>], unknown: &[usize]) {
        let jobs = unknown.iter().map(|&part| {
            let Part { class, cost, .. } = parts[part];
            Job {
                class,
                most: 2 * cost,
                given: None,
                found: None,
                is_out_of_budget: false,
                cost: 0,
            }
        });
        let jobs = self.search_all(jobs.collect(), TRIAL_BUDGET);
        for (&part, job) in unknown.iter().zip(jobs) {
            let part = &mut parts[part];
            match job.found {
                Some(steps) => {
                    part.cost = strategic(&steps);
                    part.proof = steps;
                    part.is_known = true;
                }
                None if job.is_out_of_budget => {
                    part.cost = UNAFFORDABLE;
                    part.is_known = true;
                }
                None => part.cost = job.most + 1,
            }
        }
    }
}

/// Returns the number of strategic positions in which steps are.
fn strategic<B>(steps: &[Placed<B>]) -> usize {
    steps.iter().filter(|(_, step)| step.is_free).count()
}

/// Chooses second moves for the least cost, by exchanging two at a time until no exchange helps or the search is
/// stopped.
fn choose<B: Bits>(
    choices: &mut [SecondMoveChoice<B>],
    parts: &[Part<B>],
    round: u64,
    limits: &SearchLimits<'_>,
) {
    let costs = parts.iter().map(|part| part.weighed(round)).collect();
    let mut needs = Needs { costs, uses: vec![0; parts.len()], cost: 0 };
    for choice in &*choices {
        needs.add(&choice.moves[choice.chosen]);
    }
    loop {
        let before = needs.cost;
        for first in 0..choices.len() {
            for second in 0..=first {
                if limits.stop.is_set() {
                    return;
                }
                exchange(choices, first, second, &mut needs);
            }
        }
        if needs.cost == before {
            return;
        }
    }
}

/// Sets two choices to their best combination, or one if they are the same, and keeps the others.
fn exchange<B>(
    choices: &mut [SecondMoveChoice<B>],
    first: usize,
    second: usize,
    needs: &mut Needs,
) {
    let chosen = |choices: &[SecondMoveChoice<B>], choice: usize| choices[choice].chosen;
    let mut best = (needs.cost, chosen(choices, first), chosen(choices, second));
    let SecondMoveChoice { moves: ours, chosen: now, .. } = &choices[first];
    needs.remove(&ours[*now]);
    if first == second {
        for (index, second_move) in ours.iter().enumerate() {
            needs.add(second_move);
            best = best.min((needs.cost, index, index));
            needs.remove(second_move);
        }
    } else {
        let SecondMoveChoice { moves: theirs, chosen: now, .. } = &choices[second];
        needs.remove(&theirs[*now]);
        for (index, second_move) in ours.iter().enumerate() {
            needs.add(second_move);
            for (other, second_move) in theirs.iter().enumerate() {
                needs.add(second_move);
                best = best.min((needs.cost, index, other));
                needs.remove(second_move);
            }
            needs.remove(second_move);
        }
        needs.add(&theirs[best.2]);
    }
    needs.add(&choices[first].moves[best.1]);
    choices[first].chosen = best.1;
    choices[second].chosen = best.2;
}
