//! Branch and bound for the smallest proof of one position.
//!
//! A proof is a tree here, and its size the number of positions in it in which the attacker is free to choose: one
//! that the tree holds twice counts twice, and one that is *given* not at all. For every position the search knows
//! the least that any proof of it needs, and raises that one by one; once a proof of just that size is found, it is
//! the smallest. So the moves in a position and the replies to a move are looked at only until they are seen to need
//! more than the least: often the first few replies, met with a search for a forced win each, rule a move out.
//!
//! Smallest means among the moves that are candidates and the forced wins that are found within their budget.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::Report;
use crate::limits::stop::POLL_INTERVAL;
use crate::minimise::proof::{Placed, Step};
use crate::proof_search::candidates::candidates;
use crate::proof_search::replies::{possible_replies, unrefuted_replies};
use crate::proof_search::tuning::QUIET_STONES;
use crate::threats::search::{ThreatSearch, ThreatSequence};
use crate::value::ProofStatus;

/// Positions that a forced win may cost. Far more than a search for a proof can afford: a win that is missed
/// costs a position in the proof.
const RUN_BUDGET: u64 = 5_000;

/// What a search needs to know of the proof that is made small.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartContext<'f, B, const W: usize> {
    /// With what this search may cost.
    pub(crate) context: SearchContext<'f, B, W>,
    pub(crate) attacker: Side,
    /// Tasks of the whole proof, all of them proved, for progress reports.
    pub(crate) tasks: usize,
}

/// A position with the attacker to move, and without a run that is known.
#[derive(Debug)]
struct Node<B> {
    /// Canonical, the attacker's stones first.
    stones: [B; 2],
    /// Whether it is strategic: the attacker is free to choose.
    is_free: bool,
    /// The least that any proof needs.
    lower_bound: usize,
    /// A proof that needs no more.
    proof: Option<SmallestProof>,
    /// The first of its moves and the one after the last; None until they are needed.
    moves: Option<(usize, usize)>,
    /// Replies that withstood a move here. They come first when another move is looked at.
    refutations: B,
}

/// How a position is won at the least cost.
#[derive(Debug, Clone, Copy)]
enum SmallestProof {
    /// It costs nothing.
    Given,
    /// It begins with this move.
    Move(usize),
}

/// A move of the attacker, as far as it has been looked at.
#[derive(Debug)]
struct Move<B> {
    cell: Cell,
    state: MoveState,
    runs: Vec<ThreatSequence>,
    /// The positions after replies that no run meets.
    open: Vec<usize>,
    /// Replies that have not been looked at.
    left: B,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MoveState {
    Unexpanded,
    /// Its replies are listed.
    Expanded,
    /// It loses, or threatens too little to be tried.
    Exhausted,
}

/// The search, with everything that it has found out.
#[derive(Debug)]
pub(crate) struct BranchAndBound<'f, B, G, const W: usize, const P: usize> {
    part: PartContext<'f, B, W>,
    /// Whether a position costs nothing.
    is_given: G,
    threat_search: ThreatSearch<'f, B>,
    nodes: Vec<Node<B>>,
    moves: Vec<Move<B>>,
    by_class: FxHashMap<[B; 2], usize>,
    /// Whether it ended before its result.
    pub(crate) is_out_of_budget: bool,
    /// Positions that the resource counter knows of.
    counted: u64,
    /// Bytes taken, by estimate.
    memory: usize,
}

impl<'f, B: Bits, G: Fn(&[B; 2]) -> bool, const W: usize, const P: usize>
    BranchAndBound<'f, B, G, W, P>
{
    pub(crate) fn new(part: PartContext<'f, B, W>, is_given: G) -> Self {
        let stop = part.context.limits.stop;
        Self {
            part,
            is_given,
            threat_search: ThreatSearch::new(stop),
            nodes: Vec::new(),
            moves: Vec::new(),
            by_class: FxHashMap::default(),
            is_out_of_budget: stop.is_set(),
            counted: 0,
            memory: 0,
        }
    }

    /// Positions searched for forced wins, the measure of its work.
    pub(crate) fn cost(&self) -> u64 {
        self.threat_search.nodes
    }

    /// The size of the smallest proof of a position, if that is at most `most` and found at a bearable cost.
    pub(crate) fn smallest(&mut self, stones: [B; 2], most: usize) -> Option<usize> {
        let root = self.node(stones);
        while self.nodes[root].lower_bound <= most && !self.is_out_of_budget {
            if self.nodes[root].proof.is_some() {
                return Some(self.nodes[root].lower_bound);
            }
            self.raise_bound(root);
        }
        None
    }

    /// The steps of the proof that [`Self::smallest`] has found, those of given positions left out.
    pub(crate) fn steps(&self, stones: [B; 2]) -> Vec<Placed<B>> {
        let mut steps = Vec::new();
        let mut stack: Vec<usize> = self.by_class.get(&stones).copied().into_iter().collect();
        while let Some(node) = stack.pop() {
            let node = &self.nodes[node];
            if let Some(SmallestProof::Move(best)) = node.proof {
                let Move { cell, ref runs, ref open, .. } = self.moves[best];
                let step = Step {
                    is_free: node.is_free,
                    cell,
                    runs: runs.clone().into(),
                    open: open.iter().map(|&open| self.nodes[open].stones).collect(),
                };
                steps.push((node.stones, step));
                stack.extend(open);
            }
        }
        steps
    }

    /// Finds a proof of a position that needs just the least, or else raises the least by one.
    fn raise_bound(&mut self, at: usize) {
        self.poll();
        let (first, end) = self.list_moves(at);
        let most = self.nodes[at].lower_bound - usize::from(self.nodes[at].is_free);
        let mut promising = Vec::new();
        for index in first..end {
            if self.is_out_of_budget {
                return;
            }
            if let Some(needed) = self.search_replies(at, index, most) {
                promising.push((needed, index));
            }
        }
        promising.sort_unstable();
        for (_, index) in promising {
            if self.fits(index, most) {
                self.nodes[at].proof = Some(SmallestProof::Move(index));
                return;
            }
        }
        if !self.is_out_of_budget {
            self.nodes[at].lower_bound += 1;
        }
    }

    /// Reports the progress if it is time to, and ends the search if it may not go on.
    fn poll(&mut self) {
        let PartContext { context: SearchContext { limits, resources, budget, .. }, tasks, .. } =
            self.part;
        if resources.count_nodes(self.threat_search.nodes - self.counted) {
            (limits.report)(Report { tasks_done: tasks, tasks, nodes: resources.nodes() });
        }
        self.counted = self.threat_search.nodes;
        self.is_out_of_budget |= self.threat_search.poll(budget).is_err() || resources.is_full();
    }

    /// Whether the positions that a move leaves open have proofs that need at most `most` together.
    fn fits(&mut self, index: usize, most: usize) -> bool {
        while !self.is_out_of_budget && self.needed(index) <= most {
            let open = self.moves[index].open.iter().copied();
            let unproved = open.filter(|&node| self.nodes[node].proof.is_none());
            // The cheapest first: whichever it is, raising it raises the sum.
            match unproved.min_by_key(|&node| self.nodes[node].lower_bound) {
                Some(next) => self.raise_bound(next),
                None => return true,
            }
        }
        false
    }

    /// The least that the positions which a move leaves open need together, as far as they are known.
    fn needed(&self, index: usize) -> usize {
        self.moves[index].open.iter().map(|&node| self.nodes[node].lower_bound).sum()
    }

    /// Looks at the replies to a move until they need more than `most`; what they need if that is not more.
    fn search_replies(&mut self, at: usize, index: usize, most: usize) -> Option<usize> {
        let PartContext { context: SearchContext { masks, .. }, attacker, .. } = self.part;
        let defender = attacker.other();
        let Move { cell, state, left, .. } = self.moves[index];
        let mut needed = self.needed(index);
        if state == MoveState::Exhausted || needed > most {
            return None;
        }
        if state == MoveState::Expanded && left.is_empty() {
            return Some(needed);
        }
        let before = self.counts(self.nodes[at].stones);
        let after = before.with(masks, attacker, cell);
        if state == MoveState::Unexpanded {
            self.list_replies(index, &before, &after);
        }
        let mut left = self.moves[index].left;
        while !self.is_out_of_budget
            && self.moves[index].state != MoveState::Exhausted
            && needed <= most
        {
            let first = (left & self.nodes[at].refutations).lowest();
            let Some(reply) = first.or(left.lowest()) else { break };
            left = left.without(B::single(reply));
            let position = after.with(masks, defender, reply);
            let found = self.threat_search.search(masks, &position, attacker, RUN_BUDGET);
            if let ProofStatus::Proved(run) = found {
                left = unrefuted_replies(masks, &after, attacker, &run, left);
                self.allocate(size_of_run(&run));
                self.moves[index].runs.push(run);
            } else if position.completions(masks, defender).count() > 1 {
                self.moves[index].state = MoveState::Exhausted;
            } else {
                self.nodes[at].refutations |= B::single(reply);
                let node = self.node(position.stones_first(attacker));
                if !self.moves[index].open.contains(&node) {
                    self.allocate(size_of::<usize>());
                    self.moves[index].open.push(node);
                    needed += self.nodes[node].lower_bound;
                }
            }
            if self.threat_search.nodes - self.counted >= POLL_INTERVAL {
                self.poll();
            }
        }
        let option = &mut self.moves[index];
        option.left = left;
        (!self.is_out_of_budget && option.state != MoveState::Exhausted && needed <= most)
            .then_some(needed)
    }

    /// Finds out which replies to a new move have to be looked at, or that it is not worth it.
    fn list_replies(
        &mut self,
        index: usize,
        before: &LineCounts<B, W, P>,
        after: &LineCounts<B, W, P>,
    ) {
        let PartContext { context: SearchContext { masks, .. }, attacker, .. } = self.part;
        let defender = attacker.other();
        let (threats, left) = possible_replies(masks, after, attacker);
        self.moves[index].left = left;
        self.moves[index].state = MoveState::Expanded;
        if !after.completions(masks, defender).is_empty() {
            self.moves[index].state = MoveState::Exhausted;
        } else if threats == 0 {
            match self.threat_search.search(masks, after, attacker, RUN_BUDGET) {
                ProofStatus::Proved(run) => {
                    self.allocate(size_of_run(&run));
                    self.moves[index].left = unrefuted_replies(masks, after, attacker, &run, left);
                    self.moves[index].runs.push(run);
                }
                // A move that only answers a threat need not threaten.
                _ if !before.completions(masks, defender).is_empty()
                    || after.stones(attacker).count() <= QUIET_STONES => {}
                _ => self.moves[index].state = MoveState::Exhausted,
            }
        }
    }

    fn list_moves(&mut self, at: usize) -> (usize, usize) {
        if let Some(range) = self.nodes[at].moves {
            return range;
        }
        let counts = self.counts(self.nodes[at].stones);
        let cells = candidates(
            self.part.context.masks,
            &counts,
            self.part.attacker,
            &mut self.threat_search,
        );
        self.set_moves(at, cells)
    }

    fn set_moves(&mut self, at: usize, cells: Vec<Cell>) -> (usize, usize) {
        self.allocate(cells.len() * size_of::<Move<B>>());
        let first = self.moves.len();
        self.moves.extend(cells.into_iter().map(|cell| Move {
            cell,
            state: MoveState::Unexpanded,
            runs: Vec::new(),
            open: Vec::new(),
            left: B::EMPTY,
        }));
        *self.nodes[at].moves.insert((first, self.moves.len()))
    }

    fn node(&mut self, stones: [B; 2]) -> usize {
        let (stones, _) = canonical(&self.part.context.masks.board, stones);
        if let Some(&node) = self.by_class.get(&stones) {
            return node;
        }
        let PartContext { context: SearchContext { masks, .. }, attacker, .. } = self.part;
        let is_free = self.counts(stones).completions(masks, attacker.other()).is_empty();
        let is_given = (self.is_given)(&stones);
        self.nodes.push(Node {
            stones,
            is_free,
            lower_bound: usize::from(is_free && !is_given),
            proof: is_given.then_some(SmallestProof::Given),
            moves: None,
            refutations: B::EMPTY,
        });
        self.by_class.insert(stones, self.nodes.len() - 1);
        self.allocate(size_of::<Node<B>>() + 2 * size_of::<([B; 2], usize)>());
        self.nodes.len() - 1
    }

    fn allocate(&mut self, bytes: usize) {
        self.memory += bytes;
        self.part.context.resources.allocate(bytes);
    }

    fn counts(&self, stones: [B; 2]) -> LineCounts<B, W, P> {
        LineCounts::with_first(self.part.context.masks, self.part.attacker, stones)
    }
}

impl<B, G, const W: usize, const P: usize> Drop for BranchAndBound<'_, B, G, W, P> {
    fn drop(&mut self) {
        self.part.context.resources.count_nodes(self.threat_search.nodes - self.counted);
        self.part.context.resources.release(self.memory);
    }
}

/// Bytes that a run takes, by estimate, with what its allocation costs beyond what it holds.
fn size_of_run(run: &ThreatSequence) -> usize {
    size_of::<ThreatSequence>() + size_of_val::<[Cell]>(run) + 16
}
