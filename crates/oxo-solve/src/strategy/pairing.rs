//! Pairings: a side that answers each stone on a pair of cells with the other cell never loses.
//!
//! Suppose that the pairs are disjoint, and that every line which the opponent could still complete contains both cells
//! of some pair. The holder answers on the other cell of the pair, and anywhere if the opponent plays outside the
//! pairs. So the opponent never completes a line. Matching finds such pairs: each line gets two empty cells that no
//! other line has (Hales and Jewett 1963). This is sufficient but not necessary: if two lines share two cells, one pair
//! could serve both.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// Returns disjoint pairs of empty cells, the lower cell first, that cover every line which `holder`'s opponent could
/// still complete; None if the matching finds none. Returns no pairs if no such line is left.
pub(crate) fn pairing<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    holder: Side,
) -> Option<Vec<[Cell; 2]>> {
    let opponent = holder.other();
    let empty = counts.empty(masks);
    let lines: Vec<B> =
        counts.alive(masks, opponent).iter().map(|line| masks.lines[line] & empty).collect();
    if lines.iter().any(|gaps| gaps.count() < 2) || 2 * lines.len() > empty.count() {
        return None;
    }
    let mut matching = Matching { lines: &lines, owner: vec![None; masks.board.size()] };
    for line in 0..lines.len() {
        for _ in 0..2 {
            let mut visited = B::EMPTY;
            if !matching.augment(line, &mut visited) {
                return None;
            }
        }
    }
    Some(matching.pairs())
}

/// A matching of cells to lines by augmenting paths (Kuhn's algorithm), with two cells for each line.
struct Matching<'l, B> {
    /// The empty cells of each line.
    lines: &'l [B],
    /// The line to which each cell is assigned.
    owner: Vec<Option<usize>>,
}

impl<B: Bits> Matching<'_, B> {
    /// Assigns one more cell to a line, and reassigns others if necessary. `visited` holds the cells tried so far.
    fn augment(&mut self, line: usize, visited: &mut B) -> bool {
        for cell in self.lines[line].cells() {
            if visited.contains(cell) || self.owner[cell.index()] == Some(line) {
                continue;
            }
            *visited |= B::single(cell);
            let free = match self.owner[cell.index()] {
                None => true,
                Some(other) => self.augment(other, visited),
            };
            if free {
                self.owner[cell.index()] = Some(line);
                return true;
            }
        }
        false
    }

    fn pairs(&self) -> Vec<[Cell; 2]> {
        let mine = |line| move |cell: &Cell| self.owner[cell.index()] == Some(line);
        let pair = |line: usize| {
            let mut cells = self.lines[line].cells().filter(mine(line));
            Some([cells.next()?, cells.next()?])
        };
        (0..self.lines.len()).filter_map(pair).collect()
    }
}
