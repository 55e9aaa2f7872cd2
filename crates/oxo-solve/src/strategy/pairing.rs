//! Pairings: how a side that answers each stone on a pair of cells with the other cell never loses.
//!
//! If every line that the opponent could still complete contains both cells of some pair, and the pairs are
//! disjoint, the opponent never gets a whole line: who pairs answers in the pair, and elsewhere plays anything.
//! Such pairs are found by matching: each line asks for two empty cells that no other line has (Hales and Jewett
//! 1963). That is sufficient, not necessary: where two lines share two cells, one pair could serve both.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// Disjoint pairs of empty cells, the lower cell first, that cover every line which `holder`'s opponent could still
/// complete; None if the matching finds none. No pairs at all when no such line is left.
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

/// Cells given to lines: augmenting paths as in Kuhn's algorithm, each line asking for two cells.
struct Matching<'l, B> {
    /// The empty cells of each line.
    lines: &'l [B],
    /// The line that has each cell.
    owner: Vec<Option<usize>>,
}

impl<B: Bits> Matching<'_, B> {
    /// Finds one more cell for a line, moving others along if need be; `visited` holds the cells already asked for.
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
