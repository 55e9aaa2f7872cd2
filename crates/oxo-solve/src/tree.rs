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

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::answers::{ALLOCATION, Answer, Answers, canonical, size_of_run};
use crate::candidates::candidates;
use crate::effort::Meter;
use crate::forced::{ForcedSearch, Run};
use crate::lines::Frame;
use crate::replies::Meeting;
use crate::tally::Tally;
use crate::tuning::{
    DEFENDERS_TWOS_PER_PROOF, FIRST_OPEN_REPLIES, FORCED_PROOF, FREE_PROOF, MORE_OPEN_REPLIES,
    PATIENCE, REPLIES_PER_PROOF,
};

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

/// A position with the attacker to move and without a forced win that is known.
#[derive(Debug)]
struct Choice<B> {
    /// Canonical, the attacker's stones first.
    stones: [B; 2],
    proof: u32,
    disproof: u32,
    /// Moves not looked at yet, best last; None until the position is first visited.
    waiting: Option<Vec<Cell>>,
    tried: Vec<usize>,
}

/// A position after a move of the attacker.
#[derive(Debug)]
struct Demand<B> {
    cell: Cell,
    proof: u32,
    disproof: u32,
    surcharge: u32,
    /// Replies that have not been looked at.
    left: B,
    /// The choices that arise from replies against which no run is known.
    open: Vec<usize>,
    /// What meets the other replies.
    runs: Box<[Run]>,
}

/// The tree of one attack.
#[derive(Debug)]
pub(crate) struct Tree<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    attacker: Side,
    choices: Vec<Choice<B>>,
    demands: Vec<Demand<B>>,
    by_position: FxHashMap<[B; 2], usize>,
    forced: ForcedSearch<B>,
    meter: &'f Meter,
    /// Bytes that the tree has taken, by estimate.
    memory: usize,
}

impl<'f, B: Bits, const W: usize, const P: usize> Tree<'f, B, W, P> {
    pub(crate) fn new(frame: &'f Frame<B, W>, attacker: Side, meter: &'f Meter) -> Self {
        Self {
            frame,
            meter,
            memory: 0,
            attacker,
            choices: Vec::new(),
            demands: Vec::new(),
            by_position: FxHashMap::default(),
            forced: ForcedSearch::new(),
        }
    }

    /// Positions searched for forced wins, the measure of its work.
    pub(crate) fn nodes(&self) -> u64 {
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
            match self.choices[root].proof {
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
        for choice in &self.choices {
            if let Some(&demand) =
                choice.tried.iter().find(|&&demand| self.demands[demand].proof == 0)
            {
                let Demand { cell, ref runs, .. } = self.demands[demand];
                known.entry(choice.stones).or_insert_with(|| Answer { cell, runs: runs.clone() });
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
            let cheapest = self.choices[at]
                .tried
                .iter()
                .copied()
                .min_by_key(|&demand| self.demands[demand].proof);
            let cost = cheapest.map_or(INFINITE, |demand| self.demands[demand].proof);
            if cost >= price_of_another(&self.choices[at])
                && let Some(cell) = self.choices[at].waiting.as_mut().and_then(Vec::pop)
            {
                self.look_at(at, cell, known);
                break;
            }
            let Some(demand) = cheapest.filter(|_| cost < INFINITE) else { break };
            if !self.demands[demand].left.is_empty() {
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
    }

    /// The reply to a move that is most likely to refute it, and among equals the one with most left to prove.
    fn hardest(&self, demand: usize) -> Option<usize> {
        let open = self.demands[demand]
            .open
            .iter()
            .copied()
            .filter(|&choice| self.choices[choice].proof > 0);
        open.min_by_key(|&choice| {
            (self.choices[choice].disproof, INFINITE - self.choices[choice].proof)
        })
    }

    fn list_candidates(&mut self, choice: usize) {
        if self.choices[choice].waiting.is_none() {
            let tally = self.tally(self.choices[choice].stones);
            let mut moves = candidates(self.frame, &tally, self.attacker, &mut self.forced);
            moves.reverse();
            self.take(moves.len() + ALLOCATION);
            self.choices[choice].waiting = Some(moves);
        }
    }

    /// Looks at a move, and adds it to those tried unless it is hopeless.
    fn look_at(&mut self, choice: usize, cell: Cell, known: &Answers<B>) {
        let before = self.tally(self.choices[choice].stones);
        let Some(meeting) =
            Meeting::new(self.frame, &before, self.attacker, cell, &mut self.forced)
        else {
            return;
        };
        self.take(size_of::<Demand<B>>() + ALLOCATION);
        self.demands.push(Demand {
            cell,
            proof: 0,
            disproof: 0,
            surcharge: meeting.surcharge,
            left: B::EMPTY,
            open: Vec::new(),
            runs: Box::default(),
        });
        let demand = self.demands.len() - 1;
        self.choices[choice].tried.push(demand);
        self.look_at_replies(demand, meeting, known);
    }

    /// Looks at some more replies to a move.
    fn look_further(&mut self, choice: usize, demand: usize, known: &Answers<B>) {
        let before = self.tally(self.choices[choice].stones);
        let Demand { cell, surcharge, left, .. } = self.demands[demand];
        let runs = std::mem::take(&mut self.demands[demand].runs).into_vec();
        let (kind, rest) = ((cell, surcharge), (left, runs));
        let meeting = Meeting::resume(self.frame, &before, self.attacker, kind, rest);
        self.look_at_replies(demand, meeting, known);
    }

    /// Looks at some replies to a move, and brings its numbers up to date.
    fn look_at_replies(
        &mut self,
        demand: usize,
        mut meeting: Meeting<B, W, P>,
        known: &Answers<B>,
    ) {
        let mut open = std::mem::take(&mut self.demands[demand].open);
        let more = if open.is_empty() { FIRST_OPEN_REPLIES } else { MORE_OPEN_REPLIES };
        let runs_before = meeting.runs.len();
        if meeting.look_further(self.frame, more, &mut self.forced).is_err() {
            self.demands[demand].proof = INFINITE;
            self.demands[demand].disproof = 0;
            return;
        }
        self.take(meeting.runs[runs_before..].iter().map(size_of_run).sum());
        let newly_open = std::mem::take(&mut meeting.open);
        self.take(newly_open.len() * size_of::<usize>());
        open.extend(newly_open.into_iter().map(|stones| self.choice(stones, known)));
        open.sort_unstable();
        open.dedup();
        self.demands[demand].open = open;
        self.demands[demand].left = meeting.left;
        self.demands[demand].runs = meeting.runs.into();
        self.update_demand(demand);
    }

    fn update_demand(&mut self, demand: usize) {
        let Demand { ref open, surcharge, left, .. } = self.demands[demand];
        let (mut proof, mut disproof) = (0_u32, INFINITE);
        for &choice in open {
            proof = (proof + self.choices[choice].proof).min(INFINITE);
            disproof = disproof.min(self.choices[choice].disproof);
        }
        if !left.is_empty() && proof < INFINITE {
            let left = u32::try_from(left.count()).unwrap_or(INFINITE);
            proof += 1 + left / REPLIES_PER_PROOF;
            disproof = disproof.min(1);
        }
        if proof > 0 && proof < INFINITE {
            proof = (proof + surcharge).min(INFINITE - 1);
        }
        self.demands[demand].proof = proof;
        self.demands[demand].disproof = disproof;
    }

    fn update_choice(&mut self, index: usize) {
        let choice = &self.choices[index];
        if choice.proof == 0 {
            return;
        }
        let waiting = choice.waiting.as_ref().map_or(0, Vec::len);
        let (mut proof, mut disproof) = (INFINITE, 0_u32);
        for &demand in &choice.tried {
            proof = proof.min(self.demands[demand].proof);
            disproof = (disproof + self.demands[demand].disproof).min(INFINITE);
        }
        if waiting > 0 && proof > 0 {
            proof = proof.min(price_of_another(choice));
            disproof = disproof
                .saturating_add(u32::try_from(waiting).unwrap_or(INFINITE))
                .min(INFINITE - 1);
        }
        let choice = &mut self.choices[index];
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
        if let Some(&index) = self.by_position.get(&stones) {
            if self.choices[index].proof > 0 && known.contains_key(&stones) {
                self.choices[index].proof = 0;
                self.choices[index].disproof = INFINITE;
            }
            return index;
        }
        let proof = if known.contains_key(&stones) { 0 } else { self.first_proof(stones) };
        let disproof = if proof == 0 { INFINITE } else { 1 };
        self.choices.push(Choice { stones, proof, disproof, waiting: None, tried: Vec::new() });
        self.by_position.insert(stones, self.choices.len() - 1);
        self.take(size_of::<Choice<B>>() + 2 * size_of::<([B; 2], usize)>() + 2 * ALLOCATION);
        self.choices.len() - 1
    }

    /// The proof number that a new position gets.
    fn first_proof(&self, stones: [B; 2]) -> u32 {
        let (tally, defender) = (self.tally(stones), self.attacker.other());
        if !tally.completions(self.frame, defender).is_empty() {
            return FORCED_PROOF;
        }
        FREE_PROOF + tally.missing(self.frame, defender, 2).count() / DEFENDERS_TWOS_PER_PROOF
    }

    fn take(&mut self, bytes: usize) {
        self.memory += bytes;
        self.meter.take(bytes);
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
        self.meter.give_back(self.memory);
    }
}

/// What a choice's cheapest candidate must cost before another one is looked at.
fn price_of_another<B>(choice: &Choice<B>) -> u32 {
    match choice.tried.len() {
        0 => FREE_PROOF,
        tried => {
            PATIENCE.saturating_mul(u32::try_from(tried).unwrap_or(INFINITE)).min(INFINITE - 1)
        }
    }
}
