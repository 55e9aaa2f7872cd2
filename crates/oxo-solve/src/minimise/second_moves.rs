//! Joint choice of the attacker's second moves.
//!
//! A second move costs the parts that it leaves open, but second moves after different replies can share parts. So the
//! moves are chosen together, for the least sum over all parts that any of them needs. Computing the cost of a part
//! takes long, and there are thousands of them. So an unsearched part counts as a cheap one at first; the parts of the
//! best choice are searched, and this repeats until all parts of the best choice are known.

use oxo_core::{Bits, Cell};
use rustc_hash::FxHashMap;

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

/// How often the chosen moves need each part, and the cost of these parts together.
#[derive(Debug)]
struct Needs<'p, B> {
    parts: &'p [Part<B>],
    uses: Vec<u32>,
    cost: usize,
}

impl<B> Needs<'_, B> {
    fn add(&mut self, second_move: &SecondMove) {
        for &part in &second_move.parts {
            self.uses[part] += 1;
            if self.uses[part] == 1 {
                self.cost += self.parts[part].cost;
            }
        }
    }

    fn remove(&mut self, second_move: &SecondMove) {
        for &part in &second_move.parts {
            self.uses[part] -= 1;
            if self.uses[part] == 0 {
                self.cost -= self.parts[part].cost;
            }
        }
    }
}

impl<B: Bits, const W: usize, const P: usize> Minimiser<'_, B, W, P> {
    /// Exchanges second moves for others that make the proof smaller.
    pub(super) fn choose_second_moves(&mut self) {
        let (mut choices, mut parts) = self.second_moves();
        if choices.is_empty() {
            return;
        }
        let limits = self.context.limits;
        loop {
            choose(&mut choices, &parts, limits);
            let mut unknown: Vec<usize> = (choices.iter())
                .flat_map(|choice| &choice.moves[choice.chosen].parts)
                .copied()
                .filter(|&part| !parts[part].is_known)
                .collect();
            unknown.sort_unstable();
            unknown.dedup();
            if unknown.is_empty() || self.is_over() {
                break;
            }
            self.search_parts(&mut parts, &unknown);
        }
        for part in parts.iter_mut().filter(|part| !part.is_known) {
            part.cost = UNAFFORDABLE;
        }
        if choose(&mut choices, &parts, limits) >= UNAFFORDABLE {
            // Start again from the proof's present moves, whose parts are all known.
            for choice in &mut choices {
                choice.chosen = 0;
            }
            choose(&mut choices, &parts, limits);
        }
        for SecondMoveChoice { class, moves, chosen } in choices {
            let SecondMove { cell, parts: open } = &moves[chosen];
            let open: Vec<[B; 2]> = open.iter().map(|&part| parts[part].class).collect();
            self.proof
                .set(class, Step { is_free: true, cell: *cell, sequences: Box::default(), open });
        }
        for part in parts {
            for (class, step) in part.proof {
                self.proof.set(class, step);
            }
        }
    }

    /// Lists the positions in which the attacker makes its second move, with the moves to choose from, the proof's own
    /// first, and all parts that these leave open. The cost of parts that are in the proof is known.
    fn second_moves(&self) -> (Vec<SecondMoveChoice<B>>, Vec<Part<B>>) {
        let Self { context, attacker, ref proof, .. } = *self;
        let whole = proof.extent(None);
        let mut sizes = Vec::new();
        let mut parts: Vec<Part<B>> = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut number = |class: [B; 2]| {
            *numbers.entry(class).or_insert_with(|| {
                let is_known = proof.is_in(&whole, &class);
                let cost = if is_known { proof.size_of(class) } else { 0 };
                sizes.extend(is_known.then_some(cost));
                parts.push(Part { class, cost, is_known, proof: Vec::new() });
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
        (choices, parts)
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
                    part.cost = steps.iter().filter(|(_, step)| step.is_free).count();
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

/// Chooses second moves for the least cost, by exchanging two at a time until no exchange helps or the search is
/// stopped. Returns the cost.
fn choose<B>(
    choices: &mut [SecondMoveChoice<B>],
    parts: &[Part<B>],
    limits: &SearchLimits<'_>,
) -> usize {
    let mut needs = Needs { parts, uses: vec![0; parts.len()], cost: 0 };
    for choice in &*choices {
        needs.add(&choice.moves[choice.chosen]);
    }
    loop {
        let before = needs.cost;
        for first in 0..choices.len() {
            for second in 0..=first {
                if limits.stop.is_set() {
                    return needs.cost;
                }
                exchange(choices, first, second, &mut needs);
            }
        }
        if needs.cost == before {
            return before;
        }
    }
}

/// Sets two choices to their best combination, or one if they are the same, and keeps the others.
fn exchange<B>(
    choices: &mut [SecondMoveChoice<B>],
    first: usize,
    second: usize,
    needs: &mut Needs<'_, B>,
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
