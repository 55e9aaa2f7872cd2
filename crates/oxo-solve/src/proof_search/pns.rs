//! Proof-number search for a win of the attacker, from positions where he is to move.
//!
//! The tree alternates between *choices* of the attacker, one of which must win, and *demands* of the defender:
//! after a move of the attacker, the replies against which no forced win is known. Proof numbers (Allis, van der
//! Meulen and van den Herik 1994) estimate how much is left to prove; the search always goes where least is. What
//! differs from the textbook is that both kinds of nodes are expanded lazily, since every reply costs a search for a
//! forced win. A choice looks at another candidate only when those that it knows grow expensive, and a demand looks at
//! a few replies at a time: when many of the first are open, it will hardly be followed, and the rest need not be known.
//!
//! Choices are shared by class under the board's automorphisms. Nothing is ever reported as refuted: an exhausted
//! choice means that nothing among the moves tried worked.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::limits::search_limits::Meter;
use crate::proof_search::candidates::candidates;
use crate::proof_search::nodes::{Demand, Nodes};
use crate::proof_search::replies::Meeting;
use crate::proof_search::tuning::{
    DEFENDERS_TWOS_PER_PROOF, FIRST_OPEN_REPLIES, FORCED_PROOF, FREE_PROOF, MORE_OPEN_REPLIES,
    PATIENCE, REPLIES_PER_PROOF,
};
use crate::strategy::solution_table::{Answer, Answers, canonical};
use crate::threats::search::ForcedSearch;

/// A proof number that stands for "nothing found", and a disproof number for "proved".
const INFINITE: u32 = 1 << 28;

/// What came of working on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The attacker wins; the tree holds his answers.
    Proved,
    /// Nothing among the moves that are tried worked.
    Exhausted,
    /// The budget ran out first.
    OutOfBudget,
}

/// The tree of one attack.
#[derive(Debug)]
pub(crate) struct Tree<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    attacker: Side,
    nodes: Nodes<B>,
    forced: ForcedSearch<B>,
    meter: &'f Meter,
    /// Bytes taken so far, as the meter was told.
    taken: usize,
}

impl<'f, B: Bits, const W: usize, const P: usize> Tree<'f, B, W, P> {
    pub(crate) fn new(frame: &'f Frame<B, W>, attacker: Side, meter: &'f Meter) -> Self {
        Self { frame, attacker, nodes: Nodes::new(), forced: ForcedSearch::new(), meter, taken: 0 }
    }

    /// Positions searched for forced wins, the measure of its work.
    pub(crate) fn searched(&self) -> u64 {
        self.forced.nodes
    }

    /// Works on a position, attacker's stones first and attacker to move, until it is proved or exhausted, the
    /// budget of positions or the memory is used up, or `stop` says so. Later calls go on where this one ended.
    /// Positions in `known` count as proved. Calls `tell` now and then.
    pub(crate) fn work_on(
        &mut self,
        stones: [B; 2],
        budget: u64,
        known: &Answers<B>,
        stop: &impl Fn() -> bool,
        tell: &impl Fn(),
    ) -> Progress {
        let root = self.choice(stones, known);
        let limit = self.forced.nodes.saturating_add(budget);
        loop {
            match self.nodes.choice(root).proof {
                0 => return Progress::Proved,
                INFINITE => return Progress::Exhausted,
                _ if self.forced.nodes >= limit || self.meter.is_full() || stop() => {
                    return Progress::OutOfBudget;
                }
                _ => {}
            }
            let before = self.forced.nodes;
            self.grow(root, known);
            if self.meter.count(self.forced.nodes - before) {
                tell();
            }
        }
    }

    /// Adds the answers of everything that was proved here to `known`.
    pub(crate) fn harvest(&self, known: &mut Answers<B>) {
        for choice in 0..self.nodes.choices() {
            let proved = |&demand: &usize| self.nodes.demand(demand).proof == 0;
            if let Some(demand) = self.nodes.tried(choice).filter(proved).last() {
                let (cell, runs) = (self.nodes.demand(demand).cell, self.nodes.runs(demand));
                known.add(self.nodes.stones(choice), Answer { cell, runs });
            }
        }
    }

    /// Goes down to the position where least is left to prove, looks at one more move or at some more replies to one
    /// there, and brings the numbers on the way back up to date.
    fn grow(&mut self, root: usize, known: &Answers<B>) {
        let mut path = Vec::new();
        let mut at = root;
        loop {
            self.list_candidates(at);
            let proof = |demand: usize| self.nodes.demand(demand).proof;
            // Of equals the one that was tried first.
            let cheapest = self.nodes.tried(at).max_by_key(|&demand| Reverse(proof(demand)));
            let cost = cheapest.map_or(INFINITE, proof);
            if cost >= price_of_another(self.nodes.choice(at).tried)
                && let Some(cell) = self.nodes.take_waiting(at)
            {
                self.look_at(at, cell, known);
                break;
            }
            let Some(demand) = cheapest.filter(|_| cost < INFINITE) else { break };
            if !self.nodes.demand(demand).left.is_empty() {
                self.look_further(at, demand, known);
                break;
            }
            let Some(hardest) = self.hardest(demand) else {
                // Its last open reply was proved on another way.
                self.update_demand(demand);
                break;
            };
            path.push((at, demand));
            at = hardest;
        }
        self.update_choice(at);
        for (choice, demand) in path.into_iter().rev() {
            self.update_demand(demand);
            self.update_choice(choice);
        }
        self.tell_meter();
    }

    /// The reply to a move that is most likely to refute it, and among equals the one with most left to prove.
    fn hardest(&self, demand: usize) -> Option<usize> {
        let open = self.nodes.open(demand).filter(|&choice| self.nodes.choice(choice).proof > 0);
        open.min_by_key(|&choice| {
            let numbers = self.nodes.choice(choice);
            (numbers.disproof, INFINITE - numbers.proof, choice)
        })
    }

    fn list_candidates(&mut self, choice: usize) {
        if !self.nodes.is_listed(choice) {
            let tally = self.tally(self.nodes.stones(choice));
            let moves = candidates(self.frame, &tally, self.attacker, &mut self.forced);
            self.nodes.list(choice, &moves);
        }
    }

    /// Looks at a move, and adds it to those tried unless it is hopeless.
    fn look_at(&mut self, choice: usize, cell: Cell, known: &Answers<B>) {
        let before = self.tally(self.nodes.stones(choice));
        let Some(meeting) =
            Meeting::new(self.frame, &before, self.attacker, cell, &mut self.forced)
        else {
            return;
        };
        let demand = self.nodes.add_demand(choice, cell, meeting.surcharge);
        self.look_at_replies(demand, meeting, known);
    }

    /// Looks at some more replies to a move.
    fn look_further(&mut self, choice: usize, demand: usize, known: &Answers<B>) {
        let before = self.tally(self.nodes.stones(choice));
        let Demand { cell, surcharge, left, .. } = *self.nodes.demand(demand);
        let meeting = Meeting::resume(self.frame, &before, self.attacker, (cell, surcharge), left);
        self.look_at_replies(demand, meeting, known);
    }

    /// Looks at some replies to a move, and brings its numbers up to date.
    fn look_at_replies(
        &mut self,
        demand: usize,
        mut meeting: Meeting<B, W, P>,
        known: &Answers<B>,
    ) {
        let is_first = self.nodes.open(demand).next().is_none();
        let more = if is_first { FIRST_OPEN_REPLIES } else { MORE_OPEN_REPLIES };
        if meeting.look_further(self.frame, more, &mut self.forced).is_err() {
            self.nodes.demand_mut(demand).proof = INFINITE;
            self.nodes.demand_mut(demand).disproof = 0;
            return;
        }
        for stones in std::mem::take(&mut meeting.open) {
            let choice = self.choice(stones, known);
            self.nodes.add_open(demand, choice);
        }
        self.nodes.add_runs(demand, meeting.runs.iter().map(Box::as_ref));
        self.nodes.demand_mut(demand).left = meeting.left;
        self.update_demand(demand);
    }

    fn update_demand(&mut self, demand: usize) {
        let Demand { surcharge, left, .. } = *self.nodes.demand(demand);
        let (mut proof, mut disproof) = (0_u32, INFINITE);
        for choice in self.nodes.open(demand).map(|choice| self.nodes.choice(choice)) {
            proof = (proof + choice.proof).min(INFINITE);
            disproof = disproof.min(choice.disproof);
        }
        if !left.is_empty() && proof < INFINITE {
            let left = u32::try_from(left.count()).unwrap_or(INFINITE);
            proof += 1 + left / REPLIES_PER_PROOF;
            disproof = disproof.min(1);
        }
        if proof > 0 && proof < INFINITE {
            proof = (proof + u32::from(surcharge)).min(INFINITE - 1);
        }
        self.nodes.demand_mut(demand).proof = proof;
        self.nodes.demand_mut(demand).disproof = disproof;
    }

    fn update_choice(&mut self, number: usize) {
        let choice = self.nodes.choice(number);
        if choice.proof == 0 {
            return;
        }
        let waiting = self.nodes.waiting(number);
        let (mut proof, mut disproof) = (INFINITE, 0_u32);
        for demand in self.nodes.tried(number).map(|demand| self.nodes.demand(demand)) {
            proof = proof.min(demand.proof);
            disproof = (disproof + demand.disproof).min(INFINITE);
        }
        if waiting > 0 && proof > 0 {
            proof = proof.min(price_of_another(choice.tried));
            disproof = disproof.saturating_add(waiting.into()).min(INFINITE - 1);
        }
        let choice = self.nodes.choice_mut(number);
        choice.proof = proof;
        choice.disproof = match proof {
            0 => INFINITE,
            INFINITE => 0,
            _ => disproof,
        };
    }

    /// The choice for a position, attacker's stones first; made when it is new.
    fn choice(&mut self, stones: [B; 2], known: &Answers<B>) -> usize {
        let (stones, _) = canonical(&self.frame.board, stones);
        let is_known = || known.has(&stones);
        if let Some(number) = self.nodes.number(&stones) {
            if self.nodes.choice(number).proof > 0 && is_known() {
                self.nodes.choice_mut(number).proof = 0;
                self.nodes.choice_mut(number).disproof = INFINITE;
            }
            return number;
        }
        let (proof, disproof) =
            if is_known() { (0, INFINITE) } else { (self.first_proof(stones), 1) };
        self.nodes.add_choice(stones, proof, disproof)
    }

    /// The proof number that a new position gets.
    fn first_proof(&self, stones: [B; 2]) -> u32 {
        let (tally, defender) = (self.tally(stones), self.attacker.other());
        if !tally.completions(self.frame, defender).is_empty() {
            return FORCED_PROOF;
        }
        FREE_PROOF + tally.missing(self.frame, defender, 2).count() / DEFENDERS_TWOS_PER_PROOF
    }

    fn tell_meter(&mut self) {
        let size = self.nodes.size();
        self.meter.take(size - self.taken);
        self.taken = size;
    }

    fn tally(&self, stones: [B; 2]) -> Tally<B, W, P> {
        Tally::new(self.frame, self.attacker_first(stones))
    }

    /// Swaps the attacker's stones and X's to the front and back: it serves both ways.
    fn attacker_first(&self, [front, back]: [B; 2]) -> [B; 2] {
        if self.attacker == Side::X { [front, back] } else { [back, front] }
    }
}

impl<B, const W: usize, const P: usize> Drop for Tree<'_, B, W, P> {
    fn drop(&mut self) {
        self.meter.give_back(self.taken);
    }
}

/// What a choice's cheapest candidate must cost before another one is looked at, when so many have been.
fn price_of_another(tried: u16) -> u32 {
    match tried {
        0 => FREE_PROOF,
        tried => PATIENCE * u32::from(tried),
    }
}
