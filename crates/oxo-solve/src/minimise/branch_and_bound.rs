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

use super::counts_of;
use super::proof::{Placed, Step};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::{Report, ResourceCounter, SearchLimits};
use crate::proof_search::candidates::candidates;
use crate::proof_search::replies::{possible_replies, unrefuted_replies};
use crate::proof_search::tuning::QUIET_STONES;
use crate::strategy::solution_table::canonical;
use crate::threats::search::{Forced, ThreatSearch, ThreatSequence};

/// Positions that a forced win may cost. Far more than a search for a proof can afford: a win that is missed
/// costs a position in the proof.
const RUN_BUDGET: u64 = 5_000;

/// Positions after which a search looks around, about as many as a run may cost.
const LOOK_INTERVAL: u64 = 1 << 12;

/// What a search may cost, and for whom it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartContext<'f, B, const W: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) attacker: Side,
    pub(crate) limits: &'f SearchLimits<'f>,
    pub(crate) resources: &'f ResourceCounter,
    /// Positions that may be searched for forced wins.
    pub(crate) budget: u64,
    /// Tasks of the proof that is made small, all of them proved, for those who watch.
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
    solved: Option<Answered>,
    /// The first of its moves and the one after the last; None until they are needed.
    moves: Option<(usize, usize)>,
    /// Replies that withstood a move here. They come first when another move is looked at.
    refutations: B,
}

/// How a position is won at the least cost.
#[derive(Debug, Clone, Copy)]
enum Answered {
    /// It costs nothing.
    Given,
    /// By this move.
    By(usize),
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
    New,
    Begun,
    Hopeless,
}

/// The search, with everything that it has found out.
#[derive(Debug)]
pub(crate) struct BranchAndBound<'f, B, G, const W: usize, const P: usize> {
    part: PartContext<'f, B, W>,
    /// Whether a position costs nothing.
    is_given: G,
    forced: ThreatSearch<B>,
    nodes: Vec<Node<B>>,
    moves: Vec<Move<B>>,
    by_class: FxHashMap<[B; 2], usize>,
    /// Whether it has ended before it knew.
    pub(crate) is_over: bool,
    /// Positions that the meter knows of.
    counted: u64,
    /// Bytes taken, by estimate.
    memory: usize,
}

impl<'f, B: Bits, G: Fn(&[B; 2]) -> bool, const W: usize, const P: usize>
    BranchAndBound<'f, B, G, W, P>
{
    pub(crate) fn new(part: PartContext<'f, B, W>, is_given: G) -> Self {
        Self {
            part,
            is_given,
            forced: ThreatSearch::new(),
            nodes: Vec::new(),
            moves: Vec::new(),
            by_class: FxHashMap::default(),
            is_over: false,
            counted: 0,
            memory: 0,
        }
    }

    /// Positions searched for forced wins, the measure of its work.
    pub(crate) fn cost(&self) -> u64 {
        self.forced.nodes
    }

    /// The size of the smallest proof of a position, if that is at most `most` and found at a bearable cost.
    pub(crate) fn smallest(&mut self, stones: [B; 2], most: usize) -> Option<usize> {
        let root = self.node(stones);
        while self.nodes[root].lower_bound <= most && !self.is_over {
            if self.nodes[root].solved.is_some() {
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
            if let Some(Answered::By(best)) = node.solved {
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
            if self.is_over {
                return;
            }
            if let Some(needed) = self.search_replies(at, index, most) {
                promising.push((needed, index));
            }
        }
        promising.sort_unstable();
        for (_, index) in promising {
            if self.fits(index, most) {
                self.nodes[at].solved = Some(Answered::By(index));
                return;
            }
        }
        if !self.is_over {
            self.nodes[at].lower_bound += 1;
        }
    }

    /// Tells how far the search is, if it is time to, and ends it if it may not go on.
    fn poll(&mut self) {
        let PartContext { limits, resources, budget, tasks, .. } = self.part;
        if resources.count_nodes(self.forced.nodes - self.counted) {
            (limits.report)(Report { tasks_done: tasks, tasks, nodes: resources.nodes() });
        }
        self.counted = self.forced.nodes;
        self.is_over |= self.counted >= budget || resources.is_full() || limits.is_over();
    }

    /// Whether the positions that a move leaves open have proofs that need at most `most` together.
    fn fits(&mut self, index: usize, most: usize) -> bool {
        while !self.is_over && self.needed(index) <= most {
            let open = self.moves[index].open.iter().copied();
            let unsolved = open.filter(|&node| self.nodes[node].solved.is_none());
            // The cheapest first: whichever it is, raising it raises the sum.
            match unsolved.min_by_key(|&node| self.nodes[node].lower_bound) {
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
        let PartContext { masks, attacker, .. } = self.part;
        let defender = attacker.other();
        let Move { cell, state, left, .. } = self.moves[index];
        let mut needed = self.needed(index);
        if state == MoveState::Hopeless || needed > most {
            return None;
        }
        if state == MoveState::Begun && left.is_empty() {
            return Some(needed);
        }
        let before = self.counts(self.nodes[at].stones);
        let after = before.with(masks, attacker, cell);
        if state == MoveState::New {
            self.list_replies(index, &before, &after);
        }
        let mut left = self.moves[index].left;
        while !self.is_over && self.moves[index].state != MoveState::Hopeless && needed <= most {
            let first = (left & self.nodes[at].refutations).lowest();
            let Some(reply) = first.or(left.lowest()) else { break };
            left = left.without(B::single(reply));
            let position = after.with(masks, defender, reply);
            if let Forced::Wins(run) = self.forced.search(masks, &position, attacker, RUN_BUDGET) {
                left = unrefuted_replies(masks, &after, attacker, &run, left);
                self.allocate(size_of_run(&run));
                self.moves[index].runs.push(run);
            } else if position.completions(masks, defender).count() > 1 {
                self.moves[index].state = MoveState::Hopeless;
            } else {
                self.nodes[at].refutations |= B::single(reply);
                let node = self.node([position.stones(attacker), position.stones(defender)]);
                if !self.moves[index].open.contains(&node) {
                    self.allocate(size_of::<usize>());
                    self.moves[index].open.push(node);
                    needed += self.nodes[node].lower_bound;
                }
            }
            if self.forced.nodes - self.counted >= LOOK_INTERVAL {
                self.poll();
            }
        }
        let option = &mut self.moves[index];
        option.left = left;
        (!self.is_over && option.state != MoveState::Hopeless && needed <= most).then_some(needed)
    }

    /// Finds out which replies to a new move have to be looked at, or that it is not worth it.
    fn list_replies(
        &mut self,
        index: usize,
        before: &LineCounts<B, W, P>,
        after: &LineCounts<B, W, P>,
    ) {
        let PartContext { masks, attacker, .. } = self.part;
        let defender = attacker.other();
        let (threats, left) = possible_replies(masks, after, attacker);
        self.moves[index].left = left;
        self.moves[index].state = MoveState::Begun;
        if !after.completions(masks, defender).is_empty() {
            self.moves[index].state = MoveState::Hopeless;
        } else if threats == 0 {
            match self.forced.search(masks, after, attacker, RUN_BUDGET) {
                Forced::Wins(run) => {
                    self.allocate(size_of_run(&run));
                    self.moves[index].left = unrefuted_replies(masks, after, attacker, &run, left);
                    self.moves[index].runs.push(run);
                }
                // A move that only answers a threat need not threaten.
                _ if !before.completions(masks, defender).is_empty()
                    || after.stones(attacker).count() <= QUIET_STONES => {}
                _ => self.moves[index].state = MoveState::Hopeless,
            }
        }
    }

    fn list_moves(&mut self, at: usize) -> (usize, usize) {
        if let Some(range) = self.nodes[at].moves {
            return range;
        }
        let counts = self.counts(self.nodes[at].stones);
        let cells = candidates(self.part.masks, &counts, self.part.attacker, &mut self.forced);
        self.set_moves(at, cells)
    }

    fn set_moves(&mut self, at: usize, cells: Vec<Cell>) -> (usize, usize) {
        self.allocate(cells.len() * size_of::<Move<B>>());
        let first = self.moves.len();
        self.moves.extend(cells.into_iter().map(|cell| Move {
            cell,
            state: MoveState::New,
            runs: Vec::new(),
            open: Vec::new(),
            left: B::EMPTY,
        }));
        *self.nodes[at].moves.insert((first, self.moves.len()))
    }

    fn node(&mut self, stones: [B; 2]) -> usize {
        let (stones, _) = canonical(&self.part.masks.board, stones);
        if let Some(&node) = self.by_class.get(&stones) {
            return node;
        }
        let PartContext { masks, attacker, .. } = self.part;
        let is_free = self.counts(stones).completions(masks, attacker.other()).is_empty();
        let is_given = (self.is_given)(&stones);
        self.nodes.push(Node {
            stones,
            is_free,
            lower_bound: usize::from(is_free && !is_given),
            solved: is_given.then_some(Answered::Given),
            moves: None,
            refutations: B::EMPTY,
        });
        self.by_class.insert(stones, self.nodes.len() - 1);
        self.allocate(size_of::<Node<B>>() + 2 * size_of::<([B; 2], usize)>());
        self.nodes.len() - 1
    }

    fn allocate(&mut self, bytes: usize) {
        self.memory += bytes;
        self.part.resources.allocate(bytes);
    }

    fn counts(&self, stones: [B; 2]) -> LineCounts<B, W, P> {
        counts_of(self.part.masks, self.part.attacker, stones)
    }
}

impl<B, G, const W: usize, const P: usize> Drop for BranchAndBound<'_, B, G, W, P> {
    fn drop(&mut self) {
        self.part.resources.count_nodes(self.forced.nodes - self.counted);
        self.part.resources.release(self.memory);
    }
}

/// Bytes that a run takes, by estimate, with what its allocation costs beyond what it holds.
fn size_of_run(run: &ThreatSequence) -> usize {
    size_of::<ThreatSequence>() + size_of_val::<[Cell]>(run) + 16
}
