//! Proof-number search for a win of the attacker, from positions with the attacker to move.
//!
//! The tree alternates between *OR nodes*, positions in which one move of the attacker must win, and *AND nodes*,
//! which follow a move of the attacker and hold the replies without a known forced win. Proof numbers (Allis, van der
//! Meulen and van den Herik 1994) estimate how much is left to prove; the search always descends to where least is
//! left.
//!
//! Unlike the textbook's, both kinds of nodes are expanded lazily, since every reply costs a threat search. An OR node
//! tries another candidate only when those tried have become expensive. An AND node searches a few replies at a time:
//! if many of the first are open, the search will hardly ever follow it and does not need the rest.
//!
//! Positions of one class under the board's automorphisms share an OR node. An OR node is never disproved. It is
//! exhausted when no candidate worked.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::proof_search::candidates::candidates;
use crate::proof_search::nodes::{AndNode, AndOrTree};
use crate::proof_search::replies::DefenderReplies;
use crate::proof_search::siblings::{Reached, number_of};
use crate::proof_search::tuning::{
    ATTACKERS_TWO, DEFENDERS_TWO, FIRST_OPEN_REPLIES, FORCED_PROOF, FREE_EXPONENT, FREE_PROOF,
    FULL_TREES, MAX_TREE_BYTES, MORE_OPEN_REPLIES, REPLIES_PER_PROOF, WIDENING_COST,
};
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::search::ThreatSearch;
use crate::value::ProofStatus;

/// The proof number of an exhausted node, and the disproof number of a proved one.
pub(crate) const INFINITE: u32 = 1 << 28;

/// The largest exponent of an estimate, in quarters; the estimate is far less than `INFINITE`.
const MAX_QUARTERS: i32 = 60;

/// Plies that a win takes, at least, where no threat sequence is known.
const FEWEST_PLIES: usize = 5;

/// Proof-number search for one attacker, with the tree that it grows.
#[derive(Debug)]
pub(crate) struct ProofNumberSearch<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    tree: AndOrTree<B>,
    /// What earlier trees proved, which grew too large.
    kept: SolutionTable<B>,
    /// Bytes that a tree may take.
    most_tree: usize,
    threat_search: ThreatSearch<'f, B>,
    /// Bytes allocated so far.
    allocated: usize,
}

impl<'f, B: Bits, const W: usize, const P: usize> ProofNumberSearch<'f, B, W, P> {
    pub(crate) fn new(context: SearchContext<'f, B, W>, attacker: Side) -> Self {
        Self {
            context,
            attacker,
            tree: AndOrTree::new(),
            kept: SolutionTable::default(),
            most_tree: MAX_TREE_BYTES,
            threat_search: ThreatSearch::new(context.limits.stop).within(context.most_stones),
            allocated: 0,
        }
    }

    /// Sets how many bytes a tree may take.
    #[cfg(test)]
    pub(crate) fn set_most_tree(&mut self, most_tree: usize) {
        self.most_tree = most_tree;
    }

    /// Positions visited by threat searches, which measure the work.
    pub(crate) fn nodes(&self) -> u64 {
        self.threat_search.nodes
    }

    /// Works on a position, attacker's stones first and attacker to move. Ends when the position is proved or
    /// exhausted, when the budget or the memory is used up, or when `is_spent` returns true for the number of
    /// positions searched so far. Later calls continue from there. Positions in `known` count as proved. Calls
    /// `report` at intervals.
    pub(crate) fn search(
        &mut self,
        stones: [B; 2],
        budget: u64,
        is_spent: &impl Fn(u64) -> bool,
        known: &SolutionTable<B>,
        report: &impl Fn(&Self),
    ) -> ProofStatus {
        let (mut root, _) = self.or_node(stones, known);
        let end = self.nodes().saturating_add(budget);
        let (mut full_trees, mut most_tree) = (0, self.most_tree);
        loop {
            match self.tree.or_node(root).proof {
                0 => return ProofStatus::Proved(()),
                INFINITE => return ProofStatus::Exhausted,
                _ => {}
            }
            if self.threat_search.poll(end).is_err()
                || is_spent(self.nodes())
                || self.context.resources.is_full()
            {
                return ProofStatus::OutOfBudget;
            }
            let before = self.nodes();
            if self.tree.size() > most_tree {
                self.begin_anew();
                (root, _) = self.or_node(stones, known);
                full_trees += 1;
                // A proof that does not fit in such a tree must be found, too.
                most_tree <<= u32::from(full_trees >= FULL_TREES);
            }
            self.expand_most_proving(root, None, known);
            if self.context.resources.count_nodes(self.nodes() - before) {
                report(self);
            }
        }
    }

    /// Adds the AND node of a move that is searched whatever it threatens, in a position with the attacker's stones
    /// first; None if the move loses at once.
    pub(crate) fn add_move(
        &mut self,
        stones: [B; 2],
        cell: Cell,
        known: &SolutionTable<B>,
    ) -> Option<usize> {
        let (or_node, _) = self.or_node(stones, known);
        let (_, symmetry) = canonical(&self.context.masks.board, stones);
        let cell = symmetry.map_or(cell, |symmetry| symmetry.image(cell));
        let (masks, before) = (self.context.masks, self.counts(self.tree.stones(or_node)));
        let threat_search = &mut self.threat_search;
        let replies =
            DefenderReplies::of_any_move(masks, &before, self.attacker, cell, threat_search)?;
        let and_node = self.tree.add_and_node(or_node, cell, replies.surcharge);
        self.tree.add_sequences(and_node, replies.sequences.iter().map(Box::as_ref));
        self.tree.and_node_mut(and_node).left = replies.left;
        self.update_and_node(and_node);
        Some(and_node)
    }

    /// Searches once for a proof of a move that was added: more replies to it, or the likeliest refutation.
    pub(crate) fn expand_move(
        &mut self,
        stones: [B; 2],
        and_node: usize,
        known: &SolutionTable<B>,
    ) {
        if !self.tree.and_node(and_node).left.is_empty() {
            let (or_node, _) = self.or_node(stones, known);
            self.expand_further(or_node, and_node, known);
        } else if let Some(reply) = self.likeliest_refutation(and_node) {
            self.expand_most_proving(reply, Some(and_node), known);
        }
    }

    /// Returns the proof number of a move that was added, with what has been found about its replies since.
    pub(crate) fn updated_and_node(&mut self, and_node: usize) -> u32 {
        if self.tree.and_node(and_node).proof < INFINITE {
            self.update_and_node(and_node);
        }
        self.tree.and_node(and_node).proof
    }

    /// Returns the proof number of a position.
    pub(crate) fn proof_number(&self, or_node: usize) -> u32 {
        self.tree.or_node(or_node).proof
    }

    /// Returns whether `end` positions have been searched in all, the memory is used up, or the search is stopped.
    pub(crate) fn is_spent(&mut self, end: u64) -> bool {
        self.threat_search.poll(end).is_err() || self.context.resources.is_full()
    }

    /// Returns whether the clock or the caller has stopped the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.threat_search.is_stopped()
    }

    /// Returns the AND node of the winning move in a canonical position; None if none is proved.
    pub(crate) fn proved_move(&self, stones: &[B; 2]) -> Option<usize> {
        let or_node = self.tree.number(stones)?;
        let proved = |&and_node: &usize| self.tree.and_node(and_node).proof == 0;
        self.tree.tried(or_node).filter(proved).last()
    }

    /// Returns the AND node of a move in a canonical position; None if the move was not tried.
    pub(crate) fn tried_move(&self, stones: &[B; 2], cell: Cell) -> Option<usize> {
        let or_node = self.tree.number(stones)?;
        self.tree.tried(or_node).find(|&and_node| self.tree.and_node(and_node).cell == cell)
    }

    /// Returns the move of an AND node, and the sequences that meet replies to it.
    pub(crate) fn answer(&self, and_node: usize) -> (Cell, impl Iterator<Item = &[Cell]>) {
        (self.tree.and_node(and_node).cell, self.tree.sequences(and_node))
    }

    /// Replaces the tree by an empty one, and keeps the answers of what it proved.
    fn begin_anew(&mut self) {
        let mut kept = SolutionTable::default();
        self.collect_answers(&mut kept);
        (self.kept, self.tree) = (kept, AndOrTree::new());
        self.context.resources.release(self.allocated);
        self.allocated = 0;
        self.count_memory();
    }

    /// Adds the answers of all proved positions to `known`; those of earlier trees are taken from here.
    pub(crate) fn collect_answers(&mut self, known: &mut SolutionTable<B>) {
        let kept = std::mem::take(&mut self.kept);
        if known.len() == 0 {
            *known = kept;
        } else {
            known.add_all(&kept);
        }
        self.add_answers(known);
    }

    /// Adds the answers of all proved positions to `known`, and keeps them here.
    pub(crate) fn add_answers(&self, known: &mut SolutionTable<B>) {
        known.add_all(&self.kept);
        for or_node in 0..self.tree.or_nodes() {
            let proved = |&and_node: &usize| self.tree.and_node(and_node).proof == 0;
            if let Some(and_node) = self.tree.tried(or_node).filter(proved).last() {
                let (cell, sequences) =
                    (self.tree.and_node(and_node).cell, self.tree.sequences(and_node));
                known.add(self.tree.stones(or_node), Answer { cell, sequences });
            }
        }
    }

    /// Descends from an OR node, reached by a move of `root_parent` if there is one, to the position with least left to
    /// prove, tries one more move or more replies to a move there, and updates the numbers on the path.
    pub(crate) fn expand_most_proving(
        &mut self,
        root: usize,
        root_parent: Option<usize>,
        known: &SolutionTable<B>,
    ) {
        let mut path = Vec::new();
        let mut at = root;
        loop {
            let parent = path.last().map(|&(_, and_node)| and_node).or(root_parent);
            self.list_moves(at, parent);
            let proof = |and_node: usize| self.tree.and_node(and_node).proof;
            // Among equals, the one tried first.
            let cheapest = self.tree.tried(at).max_by_key(|&and_node| Reverse(proof(and_node)));
            let cost = cheapest.map_or(INFINITE, proof);
            if cost >= next_move_threshold(self.tree.or_node(at).tried)
                && let Some(cell) = self.tree.next_unexpanded(at)
            {
                self.expand(at, cell, parent, known);
                break;
            }
            let Some(and_node) = cheapest.filter(|_| cost < INFINITE) else { break };
            if !self.tree.and_node(and_node).left.is_empty() {
                self.expand_further(at, and_node, known);
                break;
            }
            let Some(reply) = self.likeliest_refutation(and_node) else {
                // Another path has proved its last open reply.
                self.update_and_node(and_node);
                break;
            };
            path.push((at, and_node));
            at = reply;
        }
        self.update_or_node(at);
        for (or_node, and_node) in path.into_iter().rev() {
            self.update_and_node(and_node);
            self.update_or_node(or_node);
        }
        self.count_memory();
    }

    /// The open reply that is most likely to refute a move; among equals, the one with most left to prove.
    fn likeliest_refutation(&self, and_node: usize) -> Option<usize> {
        let open = self.tree.open(and_node).filter(|&or_node| self.tree.or_node(or_node).proof > 0);
        open.min_by_key(|&or_node| {
            let numbers = self.tree.or_node(or_node);
            (numbers.disproof, INFINITE - numbers.proof, or_node)
        })
    }

    /// Lists the candidates of an OR node that was reached by one of its parents: first the one that answers most of its
    /// siblings.
    fn list_moves(&mut self, or_node: usize, parent: Option<usize>) {
        if !self.tree.is_listed(or_node) {
            let counts = self.counts(self.tree.stones(or_node));
            let masks = self.context.masks;
            let mut moves = candidates(masks, &counts, self.attacker, &mut self.threat_search);
            let reached = Reached::new(&self.tree, &masks.board, or_node, parent);
            let answer = reached.answer_of_siblings();
            if let Some(at) = moves.iter().position(|&cell| Some(cell) == answer) {
                moves[..=at].rotate_right(1);
            }
            self.tree.list(or_node, &moves);
        }
    }

    /// Tries a move: adds its AND node unless the move loses or is not worth trying.
    fn expand(
        &mut self,
        or_node: usize,
        cell: Cell,
        parent: Option<usize>,
        known: &SolutionTable<B>,
    ) {
        let (masks, before) = (self.context.masks, self.counts(self.tree.stones(or_node)));
        let reached = Reached::new(&self.tree, &masks.board, or_node, parent);
        let likely = || reached.sequences_near(cell);
        let threat_search = &mut self.threat_search;
        let Some(replies) =
            DefenderReplies::new(masks, &before, self.attacker, cell, likely, threat_search)
        else {
            return;
        };
        let and_node = self.tree.add_and_node(or_node, cell, replies.surcharge);
        self.expand_replies(and_node, replies, known);
    }

    /// Searches more replies to a move.
    fn expand_further(&mut self, or_node: usize, and_node: usize, known: &SolutionTable<B>) {
        let (masks, before) = (self.context.masks, self.counts(self.tree.stones(or_node)));
        let AndNode { cell, surcharge, left, .. } = *self.tree.and_node(and_node);
        let replies =
            DefenderReplies::resume(masks, &before, self.attacker, (cell, surcharge), left);
        self.expand_replies(and_node, replies, known);
    }

    /// Searches some replies to a move and updates its numbers.
    fn expand_replies(
        &mut self,
        and_node: usize,
        mut replies: DefenderReplies<B, W, P>,
        known: &SolutionTable<B>,
    ) {
        let is_first = self.tree.open(and_node).next().is_none();
        let more = if is_first { FIRST_OPEN_REPLIES } else { MORE_OPEN_REPLIES };
        if replies.search_more(self.context.masks, more, &mut self.threat_search).is_err() {
            self.tree.and_node_mut(and_node).proof = INFINITE;
            self.tree.and_node_mut(and_node).disproof = 0;
            return;
        }
        for stones in std::mem::take(&mut replies.open) {
            let (or_node, turn) = self.or_node(stones, known);
            self.tree.add_open(and_node, or_node, turn);
        }
        self.tree.add_sequences(and_node, replies.sequences.iter().map(Box::as_ref));
        self.tree.and_node_mut(and_node).left = replies.left;
        self.update_and_node(and_node);
    }

    fn update_and_node(&mut self, and_node: usize) {
        let AndNode { surcharge, left, .. } = *self.tree.and_node(and_node);
        let (mut proof, mut disproof) = (0_u32, INFINITE);
        for or_node in self.tree.open(and_node).map(|or_node| self.tree.or_node(or_node)) {
            proof = (proof + or_node.proof).min(INFINITE);
            disproof = disproof.min(or_node.disproof);
        }
        if !left.is_empty() && proof < INFINITE {
            let left = u32::try_from(left.count()).expect("a board has at most 256 cells");
            proof += 1 + left / REPLIES_PER_PROOF;
            disproof = disproof.min(1);
        }
        if proof > 0 && proof < INFINITE {
            proof = (proof + u32::from(surcharge)).min(INFINITE - 1);
        }
        self.tree.and_node_mut(and_node).proof = proof;
        self.tree.and_node_mut(and_node).disproof = disproof;
    }

    fn update_or_node(&mut self, number: usize) {
        let or_node = self.tree.or_node(number);
        if or_node.proof == 0 {
            return;
        }
        let unexpanded = self.tree.unexpanded(number);
        let (mut proof, mut disproof) = (INFINITE, 0_u32);
        for and_node in self.tree.tried(number).map(|and_node| self.tree.and_node(and_node)) {
            proof = proof.min(and_node.proof);
            disproof = (disproof + and_node.disproof).min(INFINITE);
        }
        if unexpanded > 0 && proof > 0 {
            proof = proof.min(next_move_threshold(or_node.tried));
            disproof = disproof.saturating_add(unexpanded.into()).min(INFINITE - 1);
        }
        let or_node = self.tree.or_node_mut(number);
        or_node.proof = proof;
        or_node.disproof = match proof {
            0 => INFINITE,
            INFINITE => 0,
            _ => disproof,
        };
    }

    /// Returns the OR node of a position, attacker's stones first, and the number of the automorphism that takes the
    /// position there; adds the node if it is new.
    pub(crate) fn or_node(&mut self, stones: [B; 2], known: &SolutionTable<B>) -> (usize, u16) {
        let board = &self.context.masks.board;
        let (stones, symmetry) = canonical(board, stones);
        let turn = number_of(board, symmetry);
        let kept = &self.kept;
        let is_known = || known.has(&stones) || kept.has(&stones);
        if let Some(number) = self.tree.number(&stones) {
            if self.tree.or_node(number).proof > 0 && is_known() {
                self.tree.or_node_mut(number).proof = 0;
                self.tree.or_node_mut(number).disproof = INFINITE;
            }
            return (number, turn);
        }
        let fewest_stones = stones[0].count() + stones[1].count() + FEWEST_PLIES;
        let (proof, disproof) = if is_known() {
            (0, INFINITE)
        } else if fewest_stones > self.context.most_stones {
            (INFINITE, 0)
        } else {
            (self.initial_proof_number(stones), 1)
        };
        (self.tree.add_or_node(stones, proof, disproof), turn)
    }

    /// The proof number of a new position.
    fn initial_proof_number(&self, stones: [B; 2]) -> u32 {
        let (masks, defender) = (self.context.masks, self.attacker.other());
        let counts = self.counts(stones);
        if !counts.completions(masks, defender).is_empty() {
            return FORCED_PROOF;
        }
        let twos = |side| counts.missing(masks, side, 2).count().cast_signed();
        free_proof_number(twos(defender), twos(self.attacker))
    }

    fn count_memory(&mut self) {
        let size = self.tree.size() + self.kept.size();
        self.context.resources.allocate(size - self.allocated);
        self.allocated = size;
    }

    fn counts(&self, stones: [B; 2]) -> LineCounts<B, W, P> {
        LineCounts::with_first(self.context.masks, self.attacker, stones)
    }
}

impl<B, const W: usize, const P: usize> Drop for ProofNumberSearch<'_, B, W, P> {
    fn drop(&mut self) {
        self.context.resources.release(self.allocated);
    }
}

/// The proof number of a new position in which the attacker is free, by the twos of both sides: an estimate of how many
/// positions its proof has, as a power of two with an exponent in quarters.
pub(crate) fn free_proof_number(defenders_twos: i32, attackers_twos: i32) -> u32 {
    let weighted = DEFENDERS_TWO * defenders_twos + ATTACKERS_TWO * attackers_twos;
    let quarters = (FREE_EXPONENT + weighted).clamp(0, MAX_QUARTERS).unsigned_abs();
    // Between powers of two it grows in a straight line.
    ((4 + quarters % 4) << (quarters / 4)) / 4
}

/// The proof number that the cheapest of `tried` candidates must reach before another one is tried.
fn next_move_threshold(tried: u16) -> u32 {
    match tried {
        0 => FREE_PROOF,
        tried => WIDENING_COST * u32::from(tried),
    }
}
