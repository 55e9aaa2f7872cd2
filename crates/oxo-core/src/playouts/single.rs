//! One random game, played ply by ply.

use super::rng::PlayoutRng;
use crate::bits::Bits;
use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::side::Side;

/// Plays a game to its end from stones without a line. `cells` holds the empty cells in any order and comes back
/// reordered. Returns the winner and the number of plies played.
pub(crate) fn play_out<B: Bits>(
    geometry: &Geometry<B>,
    mut stones: [B; 2],
    mut side: Side,
    cells: &mut [Cell],
    rng: &mut PlayoutRng,
) -> (Option<Side>, usize) {
    for left in (1..=cells.len()).rev() {
        let chosen = rng.below(left);
        cells.swap(chosen, left - 1);
        let cell = cells[left - 1];
        let own = &mut stones[side.index()];
        *own |= B::single(cell);
        if geometry.has_line_through(cell, *own) {
            return (Some(side), cells.len() + 1 - left);
        }
        side = side.other();
    }
    (None, cells.len())
}
