//! What a finished search hands to the tracer: for each class of positions with the attacker to move, his answer.

use oxo_core::{Bits, Board, Cell, Symmetry};
use rustc_hash::FxHashMap;

use crate::forced::Run;

/// The attacker's answer to a position, and the runs of threats that win against replies to it.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) cell: Cell,
    pub(crate) runs: Box<[Run]>,
}

/// Answers by canonical position, the attacker's stones first.
pub(crate) type Answers<B> = FxHashMap<[B; 2], Answer>;

/// Bytes that an allocation costs beyond what it holds, by estimate.
pub(crate) const ALLOCATION: usize = 16;

/// Bytes that a run takes, by estimate.
pub(crate) fn size_of_run(run: &Run) -> usize {
    size_of::<Run>() + size_of_val::<[Cell]>(run) + ALLOCATION
}

/// Bytes that an answer takes among others, by estimate: the table that holds them is half empty.
pub(crate) fn size_of_answer<B>(answer: &Answer) -> usize {
    let runs: usize = answer.runs.iter().map(size_of_run).sum();
    2 * size_of::<([B; 2], Answer)>() + ALLOCATION + runs
}

/// Stones in canonical form, and the automorphism that takes them there; on a board with too many automorphisms
/// every position is its own class, and there is none.
pub(crate) fn canonical<B: Bits>(board: &Board, stones: [B; 2]) -> ([B; 2], Option<&Symmetry>) {
    match board.symmetries().to_canonical(stones) {
        Ok(symmetry) => (stones.map(|own| symmetry.image_of(own)), Some(symmetry)),
        Err(_) => (stones, None),
    }
}

/// The classes of positions that arise when the second set gets one more stone on any cell of `free`, in order
/// of the first cell that leads to each.
pub(crate) fn reply_classes<B: Bits>(board: &Board, stones: [B; 2], free: B) -> Vec<[B; 2]> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut classes = Vec::new();
    for reply in free.cells() {
        let (class, _) = canonical(board, [stones[0], stones[1] | B::single(reply)]);
        if seen.insert(class) {
            classes.push(class);
        }
    }
    classes
}
