//! Pairings: a side that answers each stone on a pair of cells with the other cell never loses.
//!
//! Suppose that the pairs are disjoint, and that every line which the opponent could still complete contains both cells
//! of some pair. The holder answers on the other cell of the pair, and anywhere if the opponent plays outside the
//! pairs. So the opponent never completes a line.
//!
//! If no pair can serve two lines, matching decides whether a pairing exists (Hales and Jewett 1963): each line gets two
//! empty cells that no other line has. A pair can serve several lines only if they share two cells, which they
//! do where a side of the board is longer than a line: on `1x5:3`, cells 2 and 3 serve both 1-2-3 and 2-3-4.
//!
//! The search for shared pairs is exact, unless its limit ends it. It rests on matching: if matching fails, it names
//! lines that have fewer than two cells each among them (Hall's theorem). So in every pairing some pair serves two of
//! *these* lines, and only such pairs are tried, each in turn; what has been tried is not tried again in the rest. Lines
//! that are not connected by empty cells fall into parts, which are searched one by one.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// How many shared pairs one search may try.
pub(crate) const SHARED_PAIRS: u64 = 1_000;

/// How many shared pairs it may try if it is made in every position of another search.
pub(crate) const FEW_SHARED_PAIRS: u64 = 16;

/// A search for pairings, which counts what it tries.
#[derive(Debug, Clone)]
pub(crate) struct PairingSearch {
    /// Shared pairs tried so far.
    pub(crate) nodes: u64,
    /// How many shared pairs one search may try.
    limit: u64,
    /// The number of tried pairs at which the current search ends.
    end: u64,
}

impl PairingSearch {
    /// Makes searches of which each may try at most `limit` shared pairs.
    pub(crate) fn new(limit: u64) -> Self {
        Self { nodes: 0, limit, end: 0 }
    }

    /// Returns disjoint pairs of empty cells, the lower cell first, that cover every line which `holder`'s opponent
    /// could still complete; None if the search finds none. Returns no pairs if no such line is left.
    pub(crate) fn find<B: Bits, const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        holder: Side,
    ) -> Option<Vec<[Cell; 2]>> {
        let open = counts.alive(masks, holder.other());
        let empty = counts.empty(masks);
        let most_served = masks.most_lines_through_two_cells();
        if open.count() as usize > empty.count() / 2 * most_served {
            return None;
        }
        let lines: Vec<B> = open.iter().map(|line| masks.lines[line] & empty).collect();
        if lines.iter().any(|gaps| gaps.count() < 2) {
            return None;
        }
        if most_served == 1 {
            return Matching::new(&lines).pairs().ok();
        }
        self.end = self.nodes.saturating_add(self.limit);
        self.cover(lines, &[])
    }

    /// Finds pairs for lines, given as their empty cells: two or more of each.
    fn cover<B: Bits>(&mut self, lines: Vec<B>, tried: &[[Cell; 2]]) -> Option<Vec<[Cell; 2]>> {
        let mut parts = parts(minimal(lines));
        parts.sort_by_cached_key(Vec::len);
        let mut pairs = Vec::new();
        for part in parts {
            pairs.extend(self.cover_part(&part, tried.to_vec())?);
        }
        Some(pairs)
    }

    fn cover_part<B: Bits>(
        &mut self,
        lines: &[B],
        mut tried: Vec<[Cell; 2]>,
    ) -> Option<Vec<[Cell; 2]>> {
        let short = match Matching::new(lines).pairs() {
            Ok(pairs) => return Some(pairs),
            Err(short) => short,
        };
        for pair in shared_pairs(lines, &short)? {
            if tried.contains(&pair) {
                continue;
            }
            if self.nodes == self.end {
                return None;
            }
            self.nodes += 1;
            let both = B::from_cells(pair);
            let rest = lines.iter().filter(|line| !line.contains_all(both));
            let rest: Vec<B> = rest.map(|line| line.without(both)).collect();
            if rest.iter().all(|gaps| gaps.count() >= 2)
                && let Some(mut pairs) = self.cover(rest, &tried)
            {
                pairs.push(pair);
                return Some(pairs);
            }
            tried.push(pair);
        }
        None
    }
}

/// Leaves out lines that contain another one: its pair serves them, too.
fn minimal<B: Bits>(mut lines: Vec<B>) -> Vec<B> {
    lines.sort_by_cached_key(|line| line.count());
    let mut kept: Vec<B> = Vec::with_capacity(lines.len());
    for line in lines {
        if !kept.iter().any(|&other| line.contains_all(other)) {
            kept.push(line);
        }
    }
    kept
}

/// Divides lines into parts without a common cell.
fn parts<B: Bits>(lines: Vec<B>) -> Vec<Vec<B>> {
    let mut parts: Vec<(B, Vec<B>)> = Vec::new();
    for line in lines {
        let (mut cells, mut part) = (line, vec![line]);
        parts.retain_mut(|(other, others)| {
            let is_apart = (*other & line).is_empty();
            if !is_apart {
                cells |= *other;
                part.append(others);
            }
            is_apart
        });
        parts.push((cells, part));
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Lists the pairs that serve at least two of the lines in `short`, those that serve most first; None if pairs cannot
/// serve all of these lines.
///
/// A pair gives each of its cells half of the lines that it serves. So all pairs together serve at most half of the sum,
/// over all cells, of the most lines that a pair with this cell serves.
fn shared_pairs<B: Bits>(lines: &[B], short: &[usize]) -> Option<Vec<[Cell; 2]>> {
    let all = short.iter().fold(B::EMPTY, |all, &line| all | lines[line]);
    let served = |pair| {
        let both = B::from_cells(pair);
        short.iter().filter(|&&line| lines[line].contains_all(both)).count()
    };
    let mut most = 0;
    let mut shared = Vec::new();
    for cell in all.cells() {
        let through = short.iter().filter(|&&line| lines[line].contains(cell));
        let near = through.fold(B::EMPTY, |near, &line| near | lines[line]);
        let mut most_here = 1;
        for other in near.cells().filter(|&other| other != cell) {
            let count = served([cell, other]);
            most_here = most_here.max(count);
            if cell < other && count > 1 {
                shared.push((count, [cell, other]));
            }
        }
        most += most_here;
    }
    shared.sort_by_cached_key(|&(count, _)| std::cmp::Reverse(count));
    (most >= 2 * short.len()).then(|| shared.into_iter().map(|(_, pair)| pair).collect())
}

/// A matching of cells to lines by augmenting paths (Kuhn's algorithm), with two cells for each line.
struct Matching<'l, B> {
    /// The empty cells of each line.
    lines: &'l [B],
    /// The line to which each cell is assigned.
    owner: [Option<u16>; 256],
}

impl<'l, B: Bits> Matching<'l, B> {
    fn new(lines: &'l [B]) -> Self {
        Self { lines, owner: [None; 256] }
    }

    /// Returns a pair for each line, or lines that have fewer than two cells each among them.
    fn pairs(mut self) -> Result<Vec<[Cell; 2]>, Vec<usize>> {
        let mut pairs = vec![Vec::with_capacity(2); self.lines.len()];
        for line in 0..self.lines.len() {
            for _ in 0..2 {
                let mut visited = B::EMPTY;
                if !self.augment(line, &mut visited) {
                    let mut short: Vec<usize> =
                        visited.cells().filter_map(|cell| self.owner(cell)).collect();
                    short.push(line);
                    short.sort_unstable();
                    short.dedup();
                    return Err(short);
                }
            }
        }
        let all = self.lines.iter().fold(B::EMPTY, |all, &line| all | line);
        for cell in all.cells() {
            if let Some(line) = self.owner(cell) {
                pairs[line].push(cell);
            }
        }
        Ok(pairs.into_iter().map(|pair| [pair[0], pair[1]]).collect())
    }

    /// Assigns one more cell to a line, and reassigns others if necessary. `visited` holds the cells tried so far.
    fn augment(&mut self, line: usize, visited: &mut B) -> bool {
        for cell in self.lines[line].cells() {
            if visited.contains(cell) || self.owner(cell) == Some(line) {
                continue;
            }
            *visited |= B::single(cell);
            if self.owner(cell).is_none_or(|other| self.augment(other, visited)) {
                self.owner[cell.index()] = u16::try_from(line).ok();
                return true;
            }
        }
        false
    }

    fn owner(&self, cell: Cell) -> Option<usize> {
        self.owner[cell.index()].map(usize::from)
    }
}
