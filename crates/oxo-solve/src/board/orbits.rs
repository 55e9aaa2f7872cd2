//! Which empty cells are alike: those that an automorphism of the board which keeps all stones takes to each other.
//!
//! A value that is found for one of them holds for all, so the empty 3x3x3 board asks 4 questions instead of 27.

use oxo_core::{Bits, Cell, Symmetry};

use crate::board::masks::LineMasks;

/// Cells that are alike, the lowest first, each with an automorphism that takes the lowest to it; None for itself.
pub(crate) type Orbit<'f> = Vec<(Cell, Option<&'f Symmetry>)>;

/// The classes of the empty cells, by their lowest cells. On a board with too many automorphisms to list, each cell is
/// a class of its own.
pub(crate) fn classes<'f, B: Bits, const W: usize>(
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
    let mut found = Vec::new();
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
        found.push(orbit);
    }
    found
}
