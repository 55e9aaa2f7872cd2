//! Classes of positions and cells under the automorphisms of the board.
//!
//! A result for one member of a class holds for all, so the empty 3x3x3 board needs 4 searches instead of 27. On a
//! board with too many automorphisms to list, each position and each cell is a class of its own.

use oxo_core::{Bits, Board, Cell, Symmetry};
use rustc_hash::FxHashSet;

use crate::board::masks::LineMasks;

/// Returns stones in canonical form, and the automorphism that takes them there; None if there are too many
/// automorphisms.
pub(crate) fn canonical<B: Bits>(board: &Board, stones: [B; 2]) -> ([B; 2], Option<&Symmetry>) {
    match board.symmetries().to_canonical(stones) {
        Ok(symmetry) => (stones.map(|own| symmetry.image_of(own)), Some(symmetry)),
        Err(_) => (stones, None),
    }
}

/// Lists the classes of positions in which the second set has one more stone, on any cell of `free`, in order of the
/// first cell that leads to each.
pub(crate) fn reply_classes<B: Bits>(board: &Board, stones: [B; 2], free: B) -> Vec<[B; 2]> {
    let mut seen = FxHashSet::default();
    let after = |reply| canonical(board, [stones[0], stones[1] | B::single(reply)]).0;
    free.cells().map(after).filter(|&class| seen.insert(class)).collect()
}

/// Equivalent cells, the lowest first, each with an automorphism that takes the lowest to it; the lowest has None.
pub(crate) type Orbit<'f> = Vec<(Cell, Option<&'f Symmetry>)>;

/// Lists the orbits of the empty cells under the automorphisms that preserve all stones, in order of their lowest
/// cells.
pub(crate) fn empty_orbits<'f, B: Bits, const W: usize>(
    masks: &'f LineMasks<B, W>,
    stones: [B; 2],
) -> Vec<Orbit<'f>> {
    let keeps_stones =
        |symmetry: &&Symmetry| stones.iter().all(|&own| symmetry.image_of(own) == own);
    let symmetries: Vec<&Symmetry> = masks
        .board
        .symmetries()
        .elements()
        .map_or_else(|_| Vec::new(), |elements| elements.iter().filter(keeps_stones).collect());
    let mut seen = stones[0] | stones[1];
    let mut orbits = Vec::new();
    for cell in masks.all.without(seen).cells() {
        if seen.contains(cell) {
            continue;
        }
        seen |= B::single(cell);
        let mut orbit: Orbit<'f> = vec![(cell, None)];
        for symmetry in &symmetries {
            let image = symmetry.image(cell);
            if !seen.contains(image) {
                seen |= B::single(image);
                orbit.push((image, Some(symmetry)));
            }
        }
        orbits.push(orbit);
    }
    orbits
}
