//! The symmetries of a board, and the classes of positions under them.
//!
//! The format defines which permutations of the cells are symmetries (docs/formats/certificate.md, "Symmetries"), since
//! a certificate holds one record for each class. They are found here by trial: all permutations of equal axes, all
//! reflections and, on boards with full lines, all permutations of coordinate values that respect opposite values.
//! Permutations that do not take every line to a line are dropped. A board with too many symmetries has only the
//! identity, so that each class is a single position.

use std::collections::HashSet;

use crate::board::{Board, cell_at, coordinates};
use crate::cells::{Cell, CellSet};

/// The maximum number of symmetries; a board with more has only the identity.
const MAX_SYMMETRIES: usize = 10_000;

/// The image of each cell.
type Symmetry = Vec<Cell>;

/// A class of positions, represented by one of them, which is the same for all that symmetries take to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class([CellSet; 2]);

/// The symmetries of one board, in a layout for finding classes.
#[derive(Debug)]
pub(crate) struct Symmetries {
    elements: Vec<Symmetry>,
    /// The orbit of each cell: two cells have the same number exactly if a symmetry takes one to the other.
    orbits: Vec<usize>,
    orbit_count: usize,
    /// For each cell, the indices of the symmetries that take it to the first cell of its orbit.
    to_first: Vec<Vec<usize>>,
}

impl Symmetries {
    /// Finds the symmetries of a board.
    pub(crate) fn of(board: &Board) -> Self {
        let elements = elements(board);
        let mut orbits = vec![usize::MAX; board.size()];
        let mut to_first = vec![Vec::new(); board.size()];
        let mut orbit_count = 0;
        for first in (0..board.size()).map(Cell::at) {
            if orbits[first.index()] != usize::MAX {
                continue;
            }
            for (number, element) in elements.iter().enumerate() {
                orbits[element[first.index()].index()] = orbit_count;
                if let Some(from) = element.iter().position(|&image| image == first) {
                    to_first[from].push(number);
                }
            }
            orbit_count += 1;
        }
        Self { elements, orbits, orbit_count, to_first }
    }

    /// Returns the number of symmetries, including the identity.
    #[cfg(test)]
    pub(crate) fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns the class of a position, given the stones of one side and of the other.
    pub(crate) fn class(&self, stones: [CellSet; 2]) -> Class {
        self.class_and_symmetry(stones).0
    }

    /// Returns the class, and the image of each cell under a symmetry that takes the position to it.
    ///
    /// The class is the least of some images: those in which one stone of a chosen side on a chosen orbit is on the
    /// first cell of that orbit. The choice commutes with all symmetries, so all positions of a class have the same
    /// images. The chosen side and orbit have the fewest images, so that only a few of up to a thousand symmetries are
    /// tried.
    pub(crate) fn class_and_symmetry(&self, stones: [CellSet; 2]) -> (Class, &[Cell]) {
        let mut images = vec![[0; 2]; self.orbit_count];
        for (side, own) in stones.into_iter().enumerate() {
            for cell in own.iter() {
                images[self.orbits[cell.index()]][side] += self.to_first[cell.index()].len();
            }
        }
        let choices = images.iter().enumerate().flat_map(|(orbit, &[one, other])| {
            [(one, orbit, 0), (other, orbit, 1)].into_iter().filter(|&(count, ..)| count > 0)
        });
        let Some((_, orbit, side)) = choices.min() else {
            return (Class(stones), &self.elements[0]);
        };
        stones[side]
            .iter()
            .filter(|cell| self.orbits[cell.index()] == orbit)
            .flat_map(|cell| &self.to_first[cell.index()])
            .map(|&number| {
                let symmetry = &self.elements[number];
                let image =
                    stones.map(|own| own.iter().map(|cell| symmetry[cell.index()]).collect());
                (Class(image), symmetry.as_slice())
            })
            .min_by_key(|&(class, _)| class)
            .expect("the choice has an image")
    }
}

/// Returns all symmetries of a board in lexicographic order, which puts the identity first; only the identity if there
/// are more than [`MAX_SYMMETRIES`].
fn elements(board: &Board) -> Vec<Symmetry> {
    let identity: Symmetry = (0..board.size()).map(Cell::at).collect();
    let Some(found) = candidates(board) else { return vec![identity] };
    let lines: HashSet<&CellSet> = board.lines().iter().collect();
    let takes_lines_to_lines = |symmetry: &Symmetry| {
        board.lines().iter().all(|line| {
            let image: CellSet = line.iter().map(|cell| symmetry[cell.index()]).collect();
            lines.contains(&image)
        })
    };
    let mut elements: Vec<Symmetry> = found.into_iter().filter(takes_lines_to_lines).collect();
    elements.sort_unstable();
    elements
}

/// Returns the permutations of cells to try, unless there are more than [`MAX_SYMMETRIES`].
fn candidates(board: &Board) -> Option<HashSet<Symmetry>> {
    let sides = board.sides();
    let mut found = HashSet::new();
    if board.has_full_lines() && (sides.len() == 1 || board.line_length() == 2) {
        // The board is one line, or any two cells are a line. First count the permutations.
        (1..=board.size()).try_fold(1, |count, factor| {
            Some(count * factor).filter(|&product| product <= MAX_SYMMETRIES)
        })?;
        for images in arrangements(board.size(), |_| true)? {
            found.insert(images.into_iter().map(Cell::at).collect());
        }
        return Some(found);
    }
    // Reflecting or swapping an axis with one cell has no effect.
    let long = |axis: usize| sides[axis] > 1;
    let axis_orders = arrangements(sides.len(), |order| {
        let axis = order.len() - 1;
        if long(axis) { sides[order[axis]] == sides[axis] } else { order[axis] == axis }
    })?;
    let value_orders = if board.has_full_lines() {
        let last = board.line_length() - 1;
        arrangements(board.line_length(), |order| {
            let value = order.len() - 1;
            (0..=value).all(|v| (v + value == last) == (order[v] + order[value] == last))
        })?
    } else {
        vec![(0..*sides.iter().max()?).collect()]
    };
    let places: Vec<Vec<usize>> =
        (0..board.size()).map(|index| coordinates(sides, index)).collect();
    let mut to = vec![0; sides.len()];
    for axes in &axis_orders {
        for reflected in 0..1_usize << sides.len() {
            let is_reflected = |axis: usize| reflected >> axis & 1 != 0;
            if !(0..sides.len()).all(|axis| long(axis) || !is_reflected(axis)) {
                continue;
            }
            for values in &value_orders {
                let image = |from: &Vec<usize>| {
                    for axis in 0..sides.len() {
                        let value = values[from[axes[axis]]];
                        to[axis] = if is_reflected(axis) { sides[axis] - 1 - value } else { value };
                    }
                    cell_at(sides, &to)
                };
                found.insert(places.iter().map(image).collect());
                if found.len() > MAX_SYMMETRIES {
                    return None;
                }
            }
        }
    }
    Some(found)
}

/// Returns all orders of the numbers below `count` of which every prefix `fits`, unless there are more than
/// [`MAX_SYMMETRIES`].
fn arrangements(count: usize, fits: impl Fn(&[usize]) -> bool) -> Option<Vec<Vec<usize>>> {
    let mut whole = Vec::new();
    extend(&mut Vec::new(), count, &fits, &mut whole);
    (whole.len() <= MAX_SYMMETRIES).then_some(whole)
}

/// Adds every arrangement that begins with `order` to `whole`, until there are too many.
fn extend(
    order: &mut Vec<usize>,
    count: usize,
    fits: &impl Fn(&[usize]) -> bool,
    whole: &mut Vec<Vec<usize>>,
) {
    if order.len() == count {
        whole.push(order.clone());
        return;
    }
    for next in 0..count {
        if order.contains(&next) || whole.len() > MAX_SYMMETRIES {
            continue;
        }
        order.push(next);
        if fits(order) {
            extend(order, count, fits, whole);
        }
        order.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(description: &str) -> usize {
        Symmetries::of(&Board::parse(description).unwrap()).order()
    }

    #[test]
    fn full_boards_have_the_known_numbers_of_symmetries() {
        // 2^(d + m - 1) d! m! with m = floor(n / 2).
        for (board, expected) in [
            ("3x3", 8),
            ("3x3x3", 48),
            ("4x4", 32),
            ("4x4x4", 192),
            ("3x3x3x3", 384),
            ("4x4x4x4", 1536),
            ("5x5", 32),
            ("5x5x5", 192),
            ("6x6x6", 1152),
            ("9x9", 1536),
            ("3x3x3x3x3", 3840),
        ] {
            assert_eq!(order(board), expected, "{board}");
        }
    }

    #[test]
    fn other_boards_have_reflections_and_swaps_of_equal_sides() {
        for (board, expected) in
            [("5x5:4", 8), ("3x4:3", 4), ("3x1x3:3", 8), ("7:3", 2), ("3x3x4:3", 16), ("1x5:5", 2)]
        {
            assert_eq!(order(board), expected, "{board}");
        }
    }

    #[test]
    fn all_permutations_count_where_the_board_is_a_line_or_every_pair_is_one() {
        for (board, expected) in [("2x2", 24), ("2", 2), ("5", 120), ("7", 5040)] {
            assert_eq!(order(board), expected, "{board}");
        }
    }

    #[test]
    fn beyond_ten_thousand_there_is_only_the_identity() {
        for board in ["16x16", "10x10", "8", "256", "2x2x2", "2x2x2x2x2x2x2x2"] {
            assert_eq!(order(board), 1, "{board}");
        }
        assert_eq!(order("2x2x2x2x2x1:2"), 3840);
    }

    #[test]
    fn all_images_of_a_position_have_one_class_and_no_others() {
        // Take every pair of an X and an O on different cells of 3x3x3. There are as many classes as orbits of pairs,
        // which Burnside's lemma counts.
        let board = Board::parse("3x3x3").unwrap();
        let symmetries = Symmetries::of(&board);
        let set = |cell: usize| CellSet::from_iter([Cell::at(cell)]);
        let mut classes = HashSet::new();
        for x in 0..27 {
            for o in (0..27).filter(|&o| o != x) {
                let class = symmetries.class([set(x), set(o)]);
                for element in &symmetries.elements {
                    let image = [set(element[x].index()), set(element[o].index())];
                    assert_eq!(symmetries.class(image), class);
                }
                classes.insert(class);
            }
        }
        let fixed_pairs: usize = symmetries
            .elements
            .iter()
            .map(|element| (0..27).filter(|&cell| element[cell].index() == cell).count())
            .map(|fixed| fixed * fixed.saturating_sub(1))
            .sum();
        assert_eq!(classes.len(), fixed_pairs / symmetries.order());
    }
}
