//! Proofs that one side wins after each of many moves of a position, from one tree.
//!
//! The positions after different moves have most of their tree in common: a move played now and one played two plies
//! later often lead to the same position. So all moves share one proof-number search, and what one of them needs is
//! there for the others. The search always works on the move that is cheapest to prove by its proof number and by the
//! positions that were searched for it already, so that hard moves do not starve easy ones.

use oxo_core::{Bits, Cell, Side, Symmetry};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::proof_search::pns::{INFINITE, ProofNumberSearch};
use crate::strategy::prove::{Strategy, StrategyMove};
use crate::strategy::solution_table::SolutionTable;

/// Positions searched for a move before the cheapest one is chosen again.
const TURN: u64 = 2_000;
/// Positions that count as much as one more in the proof number of a move.
const NODES_PER_PROOF: u64 = 2_000;

/// The search for a win of one side after each of the moves of a position.
#[derive(Debug)]
pub(crate) struct MoveProofs<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    /// The position, and the side to move there.
    before: LineCounts<B, W, P>,
    to_move: Side,
    pns: ProofNumberSearch<'f, B, W, P>,
    /// Answers from earlier trees.
    known: SolutionTable<B>,
    moves: Vec<SearchedMove>,
    /// Positions searched in earlier trees.
    earlier_nodes: u64,
    /// Trees that have filled the memory.
    full_trees: usize,
    /// Whether the answers alone fill it.
    is_out_of_memory: bool,
}

/// One of the moves.
#[derive(Debug, Clone, Copy)]
struct SearchedMove {
    cell: Cell,
    root: Root,
    /// Positions searched for it.
    spent: u64,
    /// Whether it takes turns in the present tree.
    is_active: bool,
}

/// Where the tree of a move begins.
#[derive(Debug, Clone, Copy)]
enum Root {
    /// At no node yet.
    None,
    /// At the AND node of the attacker's move.
    AttackersMove(usize),
    /// At the OR node of the position after the defender's move.
    DefendersMove(usize),
    /// The move cannot be proved: it loses at once, or the search has tried everything that it tries.
    Failed,
}

impl<'f, B: Bits, const W: usize, const P: usize> MoveProofs<'f, B, W, P> {
    /// Sets up the search for wins of `attacker` after `moves` in a position, the most promising first. It takes all memory
    /// that `context` has.
    pub(crate) fn new(
        context: SearchContext<'f, B, W>,
        before: LineCounts<B, W, P>,
        to_move: Side,
        attacker: Side,
        moves: impl Iterator<Item = Cell>,
    ) -> Self {
        Self {
            context,
            attacker,
            before,
            to_move,
            pns: ProofNumberSearch::new(context, attacker),
            known: SolutionTable::default(),
            moves: moves
                .map(|cell| SearchedMove { cell, root: Root::None, spent: 0, is_active: true })
                .collect(),
            earlier_nodes: 0,
            full_trees: 0,
            is_out_of_memory: false,
        }
    }

    /// Returns the side whose wins are proved.
    pub(crate) fn attacker(&self) -> Side {
        self.attacker
    }

    /// Returns the number of positions searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.earlier_nodes + self.pns.nodes()
    }

    /// Gives up all moves that `is_wanted` does not name.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(Cell) -> bool) {
        self.moves.retain(|one| is_wanted(one.cell) && !one.has_failed());
    }

    /// Returns whether no move is left that the search could prove.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_out_of_memory || self.moves.iter().all(SearchedMove::has_failed)
    }

    /// Searches until a move is proved, and returns it; None if the budget or all moves are used up before, or the
    /// search is stopped.
    pub(crate) fn search(&mut self, budget: u64) -> Option<Cell> {
        let end = self.nodes().saturating_add(budget);
        while !self.is_exhausted() && self.nodes() < end {
            if self.context.resources.is_full() {
                self.begin_anew();
                continue;
            }
            let next = self.cheapest()?;
            let before = self.nodes();
            let turn_end = end.min(before.saturating_add(TURN));
            let proof = self.work_on(next, turn_end);
            self.moves[next].spent += (self.nodes() - before).max(1);
            match proof {
                0 => return Some(self.moves.remove(next).cell),
                INFINITE.. => self.moves[next].root = Root::Failed,
                _ => {}
            }
            if self.pns.is_stopped() {
                return None;
            }
        }
        None
    }

    /// Returns the strategy that wins after a move that has been proved.
    pub(crate) fn strategy(&self, cell: Cell) -> ProvedMove<'_, 'f, B, W, P> {
        ProvedMove { proofs: self, cell }
    }

    /// Finds the move with the least left to prove.
    fn cheapest(&mut self) -> Option<usize> {
        let can_go_on = |one: &SearchedMove| one.is_active && !one.has_failed();
        if !self.moves.iter().any(can_go_on) {
            self.moves.iter_mut().for_each(|one| one.is_active = true);
        }
        let candidates: Vec<usize> =
            (0..self.moves.len()).filter(|&number| can_go_on(&self.moves[number])).collect();
        candidates.into_iter().min_by_key(|&number| {
            u64::from(self.proof_number(number)) * NODES_PER_PROOF + self.moves[number].spent
        })
    }

    /// Returns the proof number of a move. Other moves may have changed it.
    fn proof_number(&mut self, number: usize) -> u32 {
        match self.moves[number].root {
            Root::None => 0,
            Root::AttackersMove(and_node) => self.pns.updated_and_node(and_node),
            Root::DefendersMove(or_node) => self.pns.proof_number(or_node),
            Root::Failed => INFINITE,
        }
    }

    /// Searches for a proof of a move until it is proved or cannot be, or `end` positions have been searched in all.
    /// Returns its proof number.
    fn work_on(&mut self, number: usize, end: u64) -> u32 {
        let end = end - self.earlier_nodes;
        self.begin(number);
        let root = self.moves[number].root;
        loop {
            let proof = self.proof_number(number);
            if proof == 0 || proof >= INFINITE || self.pns.is_spent(end) {
                return proof;
            }
            match root {
                Root::AttackersMove(and_node) => {
                    let before = self.before.stones_first(self.attacker);
                    self.pns.expand_move(before, and_node, &self.known);
                }
                Root::DefendersMove(or_node) => {
                    self.pns.expand_most_proving(or_node, None, &self.known);
                }
                Root::None | Root::Failed => return INFINITE,
            }
        }
    }

    /// Makes the first node of a move.
    fn begin(&mut self, number: usize) {
        let SearchedMove { cell, root: Root::None, .. } = self.moves[number] else { return };
        let root = if self.to_move == self.attacker {
            let and_node =
                self.pns.add_move(self.before.stones_first(self.attacker), cell, &self.known);
            and_node.map_or(Root::Failed, Root::AttackersMove)
        } else {
            let after = self.before.with(self.context.masks, self.to_move, cell);
            let (or_node, _) = self.pns.or_node(after.stones_first(self.attacker), &self.known);
            Root::DefendersMove(or_node)
        };
        self.moves[number].root = root;
    }

    /// Replaces a tree that has filled the memory by an empty one; only the answers of what it proved are kept. Fewer moves
    /// take turns in the next tree, so that it reaches further: half of them in two trees, a quarter in the next four.
    fn begin_anew(&mut self) {
        let before = self.known.size();
        self.pns.collect_answers(&mut self.known);
        self.earlier_nodes += self.pns.nodes();
        self.pns = ProofNumberSearch::new(self.context, self.attacker);
        self.context.resources.allocate(self.known.size() - before);
        self.context.resources.reopen();
        self.is_out_of_memory = self.context.resources.is_full();
        self.full_trees += 1;
        let groups = 1 << (self.full_trees + 1).ilog2();
        let group = self.full_trees + 1 - groups;
        for (number, one) in self.moves.iter_mut().enumerate() {
            one.is_active = number % groups == group;
            if !one.has_failed() {
                one.root = Root::None;
            }
        }
    }
}

impl SearchedMove {
    fn has_failed(&self) -> bool {
        matches!(self.root, Root::Failed)
    }
}

/// The strategy that wins after one move, read from the tree.
#[derive(Debug)]
pub(crate) struct ProvedMove<'t, 'f, B, const W: usize, const P: usize> {
    proofs: &'t MoveProofs<'f, B, W, P>,
    cell: Cell,
}

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for ProvedMove<'_, '_, B, W, P> {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let MoveProofs { pns, known, before, .. } = self.proofs;
        let (stones, is_asked_for_move) = if to_move == strategist {
            (counts.stones_first(strategist), true)
        } else {
            (before.stones_first(strategist), false)
        };
        let (stones, symmetry) = canonical(&masks.board, stones);
        let and_node = if is_asked_for_move {
            pns.proved_move(&stones)
        } else {
            let turned = symmetry.map_or(self.cell, |symmetry| symmetry.image(self.cell));
            pns.tried_move(&stones, turned)
        };
        let Some(and_node) = and_node else {
            return { known }.strategy_move(masks, counts, strategist, to_move);
        };
        let back = symmetry.map(Symmetry::inverse);
        let turn = |cell: Cell| back.as_ref().map_or(cell, |back| back.image(cell));
        let (cell, sequences) = pns.answer(and_node);
        let sequences =
            sequences.map(|sequence| sequence.iter().copied().map(turn).collect()).collect();
        Some(StrategyMove { cell: Some(turn(cell)), sequences, pairs: None })
    }
}
