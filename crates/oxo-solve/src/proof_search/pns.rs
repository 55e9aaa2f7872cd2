//! Proof-number search for a win of the attacker, from positions where he is to move.
//!
//! The tree alternates between *OR nodes*, positions with the attacker to move, one of whose moves must win, and *AND
//! nodes*: after a move of the attacker, the replies against which no forced win is known. Proof numbers (Allis, van der
//! Meulen and van den Herik 1994) estimate how much is left to prove; the search always goes where least is. What
//! differs from the textbook is that both kinds of nodes are expanded lazily, since every reply costs a search for a
//! forced win. An OR node tries another candidate only when those that it has tried grow expensive, and an AND node
//! looks at a few replies at a time: when many of the first are open, it will hardly be followed, and the rest need not
//! be known.
//!
//! OR nodes are shared by class under the board's automorphisms. Nothing is ever disproved: an OR node is exhausted when
//! none of the moves that are candidates worked.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::proof_search::candidates::candidates;
use crate::proof_search::nodes::{AndNode, AndOrTree};
use crate::proof_search::replies::DefenderReplies;
use crate::proof_search::tuning::{
    DEFENDERS_TWOS_PER_PROOF, FIRST_OPEN_REPLIES, FORCED_PROOF, FREE_PROOF, MORE_OPEN_REPLIES,
    REPLIES_PER_PROOF, WIDENING_COST,
};
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::search::ThreatSearch;
use crate::value::ProofStatus;

/// A proof number that stands for "nothing found", and a disproof number for "proved".
const INFINITE: u32 = 1 << 28;

/// Proof-number search for one attacker, with the tree that it grows.
#[derive(Debug)]
pub(crate) struct ProofNumberSearch<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    attacker: Side,
    tree: AndOrTree<B>,
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
            threat_search: ThreatSearch::new(context.limits.stop),
            allocated: 0,
        }
    }

    /// Positions searched for forced wins, the measure of its work.
    pub(crate) fn nodes(&self) -> u64 {
        self.threat_search.nodes
    }

    /// Works on a position, attacker's stones first and attacker to move, until it is proved or exhausted, or the
    /// budget of positions or the memory is used up, or `is_spent` says so of the number of positions searched in all.
    /// Later calls go on where this one ended. Positions in `known` count as proved. Calls `report` now and then.
    pub(crate) fn search(
        &mut self,
        stones: [B; 2],
        budget: u64,
        is_spent: &impl Fn(u64) -> bool,
        known: &SolutionTable<B>,
        report: &impl Fn(),
    ) -> ProofStatus {
        let root = self.or_node(stones, known);
        let end = self.nodes().saturating_add(budget);
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
            self.expand_most_proving(root, known);
            if self.context.resources.count_nodes(self.nodes() - before) {
                report();
            }
        }
    }

    /// Adds the answers of everything that was proved here to `known`.
    pub(crate) fn collect_answers(&self, known: &mut SolutionTable<B>) {
        for or_node in 0..self.tree.or_nodes() {
            let proved = |&and_node: &usize| self.tree.and_node(and_node).proof == 0;
            if let Some(and_node) = self.tree.tried(or_node).filter(proved).last() {
                let (cell, runs) = (self.tree.and_node(and_node).cell, self.tree.runs(and_node));
                known.add(self.tree.stones(or_node), Answer { cell, runs });
            }
        }
    }

    /// Goes down to the position where least is left to prove, looks at one more move or at some more replies to one
    /// there, and brings the numbers on the way back up to date.
    fn expand_most_proving(&mut self, root: usize, known: &SolutionTable<B>) {
        let mut path = Vec::new();
        let mut at = root;
        loop {
            self.list_moves(at);
            let proof = |and_node: usize| self.tree.and_node(and_node).proof;
            // Of equals the one that was tried first.
            let cheapest = self.tree.tried(at).max_by_key(|&and_node| Reverse(proof(and_node)));
            let cost = cheapest.map_or(INFINITE, proof);
            if cost >= next_move_threshold(self.tree.or_node(at).tried)
                && let Some(cell) = self.tree.next_unexpanded(at)
            {
                self.expand(at, cell, known);
                break;
            }
            let Some(and_node) = cheapest.filter(|_| cost < INFINITE) else { break };
            if !self.tree.and_node(and_node).left.is_empty() {
                self.expand_further(at, and_node, known);
                break;
            }
            let Some(reply) = self.likeliest_refutation(and_node) else {
                // Its last open reply was proved on another way.
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

    /// The reply to a move that is most likely to refute it, and among equals the one with most left to prove.
    fn likeliest_refutation(&self, and_node: usize) -> Option<usize> {
        let open = self.tree.open(and_node).filter(|&or_node| self.tree.or_node(or_node).proof > 0);
        open.min_by_key(|&or_node| {
            let numbers = self.tree.or_node(or_node);
            (numbers.disproof, INFINITE - numbers.proof, or_node)
        })
    }

    fn list_moves(&mut self, or_node: usize) {
        if !self.tree.is_listed(or_node) {
            let counts = self.counts(self.tree.stones(or_node));
            let masks = self.context.masks;
            let moves = candidates(masks, &counts, self.attacker, &mut self.threat_search);
            self.tree.list(or_node, &moves);
        }
    }

    /// Looks at a move, and adds it to those tried unless it loses or is not worth it.
    fn expand(&mut self, or_node: usize, cell: Cell, known: &SolutionTable<B>) {
        let (masks, before) = (self.context.masks, self.counts(self.tree.stones(or_node)));
        let threat_search = &mut self.threat_search;
        let Some(replies) =
            DefenderReplies::new(masks, &before, self.attacker, cell, threat_search)
        else {
            return;
        };
        let and_node = self.tree.add_and_node(or_node, cell, replies.surcharge);
        self.expand_replies(and_node, replies, known);
    }

    /// Looks at some more replies to a move.
    fn expand_further(&mut self, or_node: usize, and_node: usize, known: &SolutionTable<B>) {
        let (masks, before) = (self.context.masks, self.counts(self.tree.stones(or_node)));
        let AndNode { cell, surcharge, left, .. } = *self.tree.and_node(and_node);
        let replies =
            DefenderReplies::resume(masks, &before, self.attacker, (cell, surcharge), left);
        self.expand_replies(and_node, replies, known);
    }

    /// Looks at some replies to a move, and brings its numbers up to date.
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
            let or_node = self.or_node(stones, known);
            self.tree.add_open(and_node, or_node);
        }
        self.tree.add_runs(and_node, replies.runs.iter().map(Box::as_ref));
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

    /// The OR node for a position, attacker's stones first; made when it is new.
    fn or_node(&mut self, stones: [B; 2], known: &SolutionTable<B>) -> usize {
        let (stones, _) = canonical(&self.context.masks.board, stones);
        let is_known = || known.has(&stones);
        if let Some(number) = self.tree.number(&stones) {
            if self.tree.or_node(number).proof > 0 && is_known() {
                self.tree.or_node_mut(number).proof = 0;
                self.tree.or_node_mut(number).disproof = INFINITE;
            }
            return number;
        }
        let (proof, disproof) =
            if is_known() { (0, INFINITE) } else { (self.initial_proof_number(stones), 1) };
        self.tree.add_or_node(stones, proof, disproof)
    }

    /// The proof number that a new position gets.
    fn initial_proof_number(&self, stones: [B; 2]) -> u32 {
        let (masks, defender) = (self.context.masks, self.attacker.other());
        let counts = self.counts(stones);
        if !counts.completions(masks, defender).is_empty() {
            return FORCED_PROOF;
        }
        FREE_PROOF + counts.missing(masks, defender, 2).count() / DEFENDERS_TWOS_PER_PROOF
    }

    fn count_memory(&mut self) {
        let size = self.tree.size();
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

/// What an OR node's cheapest candidate must cost before another one is looked at, when so many have been.
fn next_move_threshold(tried: u16) -> u32 {
    match tried {
        0 => FREE_PROOF,
        tried => WIDENING_COST * u32::from(tried),
    }
}
