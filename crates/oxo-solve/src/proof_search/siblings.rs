//! What the tree knows near an OR node: moves and threat sequences of positions that differ from it in one reply or one
//! move, turned to the node's own canonical form.
//!
//! The OR nodes below one AND node are *siblings*: positions after different replies to the same move. What wins after
//! one reply often wins after another.

use std::cmp::Reverse;

use oxo_core::{Bits, Board, Cell, Symmetry};

use crate::proof_search::nodes::AndOrTree;
use crate::threats::search::ThreatSequence;

/// What a proved sibling counts for its move, compared with one whose move is only the cheapest tried.
const PROVED_VOTE: u32 = 10;

/// An OR node that the search has reached by one of its parents.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached<'t, B> {
    tree: &'t AndOrTree<B>,
    board: &'t Board,
    or_node: usize,
    /// The AND node above it, and the automorphism that takes the parent's cells to those of the node.
    parent: Option<(usize, Option<&'t Symmetry>)>,
}

impl<'t, B: Bits> Reached<'t, B> {
    pub(crate) fn new(
        tree: &'t AndOrTree<B>,
        board: &'t Board,
        or_node: usize,
        parent: Option<usize>,
    ) -> Self {
        let parent = parent.and_then(|parent| {
            let mut open = tree.open_turned(parent);
            let (_, number) = open.find(|&(open, _)| open == or_node)?;
            Some((parent, symmetry(board, number)))
        });
        Self { tree, board, or_node, parent }
    }

    /// The move that wins, or is the cheapest, in most siblings; those that are proved count more.
    pub(crate) fn answer_of_siblings(&self) -> Option<Cell> {
        let (parent, own) = self.parent?;
        let mut votes: Vec<(Cell, u32)> = Vec::new();
        for (sibling, number) in self.siblings(parent) {
            let tried = self.tree.tried(sibling).map(|and_node| self.tree.and_node(and_node));
            // Among equals, the one tried first.
            let cheapest = tried.max_by_key(|and_node| Reverse(and_node.proof));
            let Some(cheapest) = cheapest.filter(|and_node| and_node.disproof > 0) else {
                continue;
            };
            let vote = if cheapest.proof == 0 { PROVED_VOTE } else { 1 };
            let cell =
                turn(turn_back(self.board, cheapest.cell, symmetry(self.board, number)), own);
            match votes.iter_mut().find(|(voted, _)| *voted == cell) {
                Some((_, votes)) => *votes += vote,
                None => votes.push((cell, vote)),
            }
        }
        let (cell, _) = votes.into_iter().min_by_key(|&(cell, votes)| (u32::MAX - votes, cell))?;
        Some(cell)
    }

    /// Threat sequences that may win after a move: those that meet replies to the same move in siblings, to the parent's
    /// move, and to other moves here.
    pub(crate) fn sequences_near(&self, cell: Cell) -> Vec<ThreatSequence> {
        let tree = self.tree;
        let mut sequences: Vec<ThreatSequence> = Vec::new();
        if let Some((parent, own)) = self.parent {
            let in_parent = turn_back(self.board, cell, own);
            for (sibling, number) in self.siblings(parent) {
                let theirs = symmetry(self.board, number);
                let same = turn(in_parent, theirs);
                let is_same = |&and_node: &usize| tree.and_node(and_node).cell == same;
                for and_node in tree.tried(sibling).filter(is_same) {
                    let back = theirs.map(Symmetry::inverse);
                    sequences.extend(tree.sequences(and_node).map(|sequence| {
                        sequence.iter().map(|&cell| turn(turn(cell, back.as_ref()), own)).collect()
                    }));
                }
            }
            let turned = |sequence: &[Cell]| sequence.iter().map(|&cell| turn(cell, own)).collect();
            sequences.extend(tree.sequences(parent).map(turned));
        }
        let other_moves = tree.tried(self.or_node).flat_map(|and_node| tree.sequences(and_node));
        sequences.extend(other_moves.map(ThreatSequence::from));
        sequences
    }

    fn siblings(&self, parent: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.tree.open_turned(parent).filter(|&(or_node, _)| or_node != self.or_node)
    }
}

/// The number of an automorphism, by which the tree stores it.
pub(crate) fn number_of(board: &Board, symmetry: Option<&Symmetry>) -> u16 {
    let elements = board.symmetries().elements().unwrap_or_default();
    let number = symmetry.and_then(|symmetry| elements.binary_search(symmetry).ok());
    u16::try_from(number.unwrap_or_default()).expect("a board lists at most 10,000 automorphisms")
}

/// The automorphism of a number; None on a board that lists none, where each position is a class of its own.
fn symmetry(board: &Board, number: u16) -> Option<&Symmetry> {
    board.symmetries().elements().ok().map(|elements| &elements[usize::from(number)])
}

fn turn(cell: Cell, symmetry: Option<&Symmetry>) -> Cell {
    symmetry.map_or(cell, |symmetry| symmetry.image(cell))
}

fn turn_back(board: &Board, cell: Cell, symmetry: Option<&Symmetry>) -> Cell {
    let source = |symmetry: &Symmetry| board.cells().find(|&source| symmetry.image(source) == cell);
    symmetry.and_then(source).unwrap_or(cell)
}
