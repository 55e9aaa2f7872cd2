//! Branch and bound for the smallest proof of one position.
//!
//! Here a proof is a tree, and its size is the number of positions in which the attacker is free to choose. A position
//! that occurs twice counts twice, and a *given* one does not count. For each position the search has a lower bound on
//! the size of any proof, which it raises by one at a time. The first proof of just that size is the smallest. So a
//! move is searched only until its replies need more than the bound: often the first few replies, each tested by a
//! threat search, rule it out.
//!
//! The proof is the smallest among those that use the candidates, and the forced wins found within their budget.

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

/// The maximum number of positions of a search for a forced win. It is far larger than a proof search can afford, since
/// a missed win costs a position in the proof.
const FORCED_WIN_BUDGET: u64 = 5_000;

/// The context of a search within the proof that is minimised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartContext<'f, B, const W: usize> {
    /// The context of the search, with its own budget.
    pub(crate) context: SearchContext<'f, B, W>,
    pub(crate) attacker: Side,
    /// The number of tasks of the whole proof, all proved, for progress reports.
    pub(crate) tasks: usize,
}

/// A position with the attacker to move and no known forced win.
#[derive(Debug)]
struct Node<B> {
    /// The canonical stones, the attacker's first.
    stones: [B; 2],
    /// Whether the position is strategic, so that the attacker is free to choose.
    is_free: bool,
    /// The lower bound on the size of any proof.
    lower_bound: usize,
    /// A proof of just that size.
    proof: Option<SmallestProof>,
    /// The index of its first move and the index after its last; None until they are listed.
    moves: Option<(usize, usize)>,
    /// Replies against which some move here has no known forced win. They come first for other moves.
    refutations: B,
}

/// The smallest proof of a position.
#[derive(Debug, Clone, Copy)]
enum SmallestProof {
    /// The position is given and costs nothing.
    Given,
    /// The proof begins with this move.
    Move(usize),
}

/// A move of the attacker, and the result of its search so far.
#[derive(Debug)]
struct Move<B> {
    cell: Cell,
    state: MoveState,
    sequences: Vec<ThreatSequence>,
    /// The positions after replies that no threat sequence meets.
    open: Vec<usize>,
    /// Replies not searched yet.
    left: B,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MoveState {
    Unexpanded,
    /// The replies are listed.
    Expanded,
    /// The move loses, or threatens too little to be tried.
    Exhausted,
}

/// The search, with its results so far.
#[derive(Debug)]
pub(crate) struct BranchAndBound<'f, B, G, const W: usize, const P: usize> {
    part: PartContext<'f, B, W>,
    /// Returns whether a position costs nothing.
    is_given: G,
    threat_search: ThreatSearch<'f, B>,
    nodes: Vec<Node<B>>,
    moves: Vec<Move<B>>,
    by_class: FxHashMap<[B; 2], usize>,
    /// Whether the search ended without a result.
    pub(crate) is_out_of_budget: bool,
    /// Positions reported to the resource counter.
    counted: u64,
    /// The estimated memory in bytes.
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
            threat_search: ThreatSearch::new(stop).within(part.context.most_stones),
            nodes: Vec::new(),
            moves: Vec::new(),
            by_class: FxHashMap::default(),
            is_out_of_budget: stop.is_set(),
            counted: 0,
            memory: 0,
        }
    }

    /// Returns the positions visited by threat searches, which measure the cost.
    pub(crate) fn cost(&self) -> u64 {
        self.threat_search.nodes
    }

    /// Returns the size of the smallest proof of a position, if it is at most `most` and found within the budget.
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

    /// Returns the steps of the proof that [`Self::smallest`] has found, without those of given positions.
    pub(crate) fn steps(&self, stones: [B; 2]) -> Vec<Placed<B>> {
        let mut steps = Vec::new();
        let mut stack: Vec<usize> = self.by_class.get(&stones).copied().into_iter().collect();
        while let Some(node) = stack.pop() {
            let node = &self.nodes[node];
            if let Some(SmallestProof::Move(best)) = node.proof {
                let Move { cell, ref sequences, ref open, .. } = self.moves[best];
                let step = Step {
                    is_free: node.is_free,
                    cell,
                    sequences: sequences.clone().into(),
                    open: open.iter().map(|&open| self.nodes[open].stones).collect(),
                };
                steps.push((node.stones, step));
                stack.extend(open);
            }
        }
        steps
    }

    /// Finds a proof of a position that needs just its lower bound, or raises the bound by one.
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

    /// Reports the progress if a report is due, and ends the search if its budget is spent or it is stopped.
    fn poll(&mut self) {
        let PartContext { context: SearchContext { limits, resources, budget, .. }, tasks, .. } =
            self.part;
        if resources.count_nodes(self.threat_search.nodes - self.counted) {
            (limits.report)(Report { tasks_done: tasks, tasks, nodes: resources.nodes() });
        }
        self.counted = self.threat_search.nodes;
        self.is_out_of_budget |= self.threat_search.poll(budget).is_err() || resources.is_full();
    }

    /// Returns whether the positions that a move leaves open have proofs of at most `most` together.
    fn fits(&mut self, index: usize, most: usize) -> bool {
        while !self.is_out_of_budget && self.needed(index) <= most {
            let open = self.moves[index].open.iter().copied();
            let unproved = open.filter(|&node| self.nodes[node].proof.is_none());
            // Raise the lowest bound first; raising any of them raises the sum.
            match unproved.min_by_key(|&node| self.nodes[node].lower_bound) {
                Some(next) => self.raise_bound(next),
                None => return true,
            }
        }
        false
    }

    /// Returns the sum of the lower bounds of the positions known to be left open by a move.
    fn needed(&self, index: usize) -> usize {
        self.moves[index].open.iter().map(|&node| self.nodes[node].lower_bound).sum()
    }

    /// Searches the replies to a move until they need more than `most`. Returns what they need if it is at most `most`.
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
            let found = self.threat_search.search(masks, &position, attacker, FORCED_WIN_BUDGET);
            if let ProofStatus::Proved(sequence) = found {
                left = unrefuted_replies(masks, &after, attacker, &sequence, left);
                self.allocate(size_of_sequence(&sequence));
                self.moves[index].sequences.push(sequence);
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

    /// Lists the replies to a new move that must be searched, or marks the move as exhausted.
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
            match self.threat_search.search(masks, after, attacker, FORCED_WIN_BUDGET) {
                ProofStatus::Proved(sequence) => {
                    self.allocate(size_of_sequence(&sequence));
                    self.moves[index].left =
                        unrefuted_replies(masks, after, attacker, &sequence, left);
                    self.moves[index].sequences.push(sequence);
                }
                // A move that blocks a threat need not threaten.
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
            sequences: Vec::new(),
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

/// Estimates the memory of a threat sequence in bytes, including the overhead of its allocation.
fn size_of_sequence(sequence: &ThreatSequence) -> usize {
    size_of::<ThreatSequence>() + size_of_val::<[Cell]>(sequence) + 16
}
