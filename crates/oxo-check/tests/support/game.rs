//! Boards and positions for tests: lists of numbers, and the rules word by word.

use std::collections::{BTreeSet, HashMap, HashSet};

/// A board with its lines and symmetries.
pub(crate) struct Game {
    pub(crate) description: String,
    pub(crate) size: usize,
    pub(crate) lines: Vec<Vec<usize>>,
    pub(crate) symmetries: Vec<Vec<usize>>,
    known_values: HashMap<Place, i8>,
}

/// Stones of the side to move, or of the strategist, and of the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) own: BTreeSet<usize>,
    pub(crate) other: BTreeSet<usize>,
}

impl Place {
    pub(crate) fn new(own: &[usize], other: &[usize]) -> Self {
        Self { own: own.iter().copied().collect(), other: other.iter().copied().collect() }
    }

    pub(crate) fn with_own(&self, cell: usize) -> Self {
        let mut place = self.clone();
        place.own.insert(cell);
        place
    }

    pub(crate) fn with_other(&self, cell: usize) -> Self {
        let mut place = self.clone();
        place.other.insert(cell);
        place
    }

    /// The same stones, seen from the other side.
    pub(crate) fn turned(&self) -> Self {
        Self { own: self.other.clone(), other: self.own.clone() }
    }
}

impl Game {
    /// The board with these sides and this line length; `description` is how it is written.
    pub(crate) fn new(description: &str, sides: &[usize], length: usize) -> Self {
        let size = sides.iter().product();
        let place = |cell: usize| {
            let mut rest = cell;
            let mut at: Vec<usize> = sides
                .iter()
                .rev()
                .map(|side| {
                    let value = rest % side;
                    rest /= side;
                    value
                })
                .collect();
            at.reverse();
            at
        };
        let index = |at: &[usize]| at.iter().zip(sides).fold(0, |sum, (at, side)| sum * side + at);
        // A line: cells of which any two neighbours differ by the same step of -1, 0 and 1.
        let mut lines = BTreeSet::new();
        for from in 0..size {
            for to in (0..size).filter(|&to| to != from) {
                let (a, b) = (place(from), place(to));
                if a.iter().zip(&b).any(|(&a, &b)| a.abs_diff(b) > 1) {
                    continue;
                }
                let mut run = vec![from];
                for distance in 1..length {
                    let next: Option<Vec<usize>> = (0..sides.len())
                        .map(|axis| {
                            let ahead = a[axis] + distance * b[axis];
                            ahead.checked_sub(distance * a[axis]).filter(|&at| at < sides[axis])
                        })
                        .collect();
                    run.extend(next.map(|at| index(&at)));
                }
                run.sort_unstable();
                if run.len() == length {
                    lines.insert(run);
                }
            }
        }
        // Symmetries: whatever reflections, swaps of axes and exchanges of values generate.
        let mut generators: Vec<Vec<usize>> = Vec::new();
        let mut add = |map: &dyn Fn(Vec<usize>) -> Vec<usize>| {
            generators.push((0..size).map(|cell| index(&map(place(cell)))).collect());
        };
        for axis in 0..sides.len() {
            add(&|mut at| {
                at[axis] = sides[axis] - 1 - at[axis];
                at
            });
            for other in (0..axis).filter(|&other| sides[other] == sides[axis]) {
                add(&|mut at| {
                    at.swap(axis, other);
                    at
                });
            }
        }
        if sides.iter().all(|&side| side == length) {
            let exchange = |at: Vec<usize>, a: usize, b: usize| {
                let swap = |value| match value {
                    _ if value == a => b,
                    _ if value == b => a,
                    _ => value,
                };
                at.into_iter().map(swap).collect::<Vec<usize>>()
            };
            for value in 0..length / 2 {
                add(&|at| exchange(at, value, length - 1 - value));
                if value > 0 {
                    add(&|at| {
                        exchange(exchange(at, value, value - 1), length - 1 - value, length - value)
                    });
                }
            }
        }
        let mut symmetries = vec![(0..size).collect::<Vec<usize>>()];
        let mut known: HashSet<Vec<usize>> = symmetries.iter().cloned().collect();
        let mut next = 0;
        while next < symmetries.len() && symmetries.len() <= 10_000 {
            for generator in &generators {
                let product: Vec<usize> = symmetries[next].iter().map(|&c| generator[c]).collect();
                if known.insert(product.clone()) {
                    symmetries.push(product);
                }
            }
            next += 1;
        }
        symmetries.truncate(if symmetries.len() > 10_000 { 1 } else { symmetries.len() });
        Self {
            description: description.to_owned(),
            size,
            lines: lines.into_iter().collect(),
            symmetries,
            known_values: HashMap::new(),
        }
    }

    /// A board such as `3x3x3`, with full lines.
    pub(crate) fn full(side: usize, dimensions: usize) -> Self {
        let description = vec![side.to_string(); dimensions].join("x");
        Self::new(&description, &vec![side; dimensions], side)
    }

    pub(crate) fn empty(&self, place: &Place) -> Vec<usize> {
        let is_empty = |cell: &usize| !place.own.contains(cell) && !place.other.contains(cell);
        (0..self.size).filter(is_empty).collect()
    }

    /// Where `place.own` completes a line.
    pub(crate) fn completions(&self, place: &Place) -> BTreeSet<usize> {
        let last_cell = |line: &Vec<usize>| {
            let missing: Vec<usize> =
                line.iter().copied().filter(|cell| !place.own.contains(cell)).collect();
            match missing[..] {
                [cell] if !place.other.contains(&cell) => Some(cell),
                _ => None,
            }
        };
        self.lines.iter().filter_map(last_cell).collect()
    }

    /// Whether `place.own` has a line.
    pub(crate) fn has_line(&self, place: &Place) -> bool {
        self.lines.iter().any(|line| line.iter().all(|cell| place.own.contains(cell)))
    }

    /// The lines that `place.other` can still complete.
    pub(crate) fn open_lines(&self, place: &Place) -> Vec<&Vec<usize>> {
        self.lines.iter().filter(|line| line.iter().all(|cell| !place.own.contains(cell))).collect()
    }

    /// The least image of a position: equal for the positions of one class.
    pub(crate) fn class(&self, place: &Place) -> Place {
        let image = |symmetry: &Vec<usize>| Place {
            own: place.own.iter().map(|&cell| symmetry[cell]).collect(),
            other: place.other.iter().map(|&cell| symmetry[cell]).collect(),
        };
        self.symmetries.iter().map(image).min().unwrap()
    }

    /// 1, 0 or -1: what the side to move, `place.own`, reaches with best play on both sides. Walks the
    /// whole tree below, so only for small boards.
    pub(crate) fn value(&mut self, place: &Place) -> i8 {
        if self.has_line(&place.turned()) {
            return -1;
        }
        if !self.completions(place).is_empty() {
            return 1;
        }
        if let Some(&value) = self.known_values.get(place) {
            return value;
        }
        let moves = self.empty(place);
        let mut best = if moves.is_empty() { 0 } else { -1 };
        for cell in moves {
            best = best.max(-self.value(&place.with_own(cell).turned()));
            if best == 1 {
                break;
            }
        }
        self.known_values.insert(place.clone(), best);
        best
    }

    /// The text of a position in which the strategist plays `strategist`, and `to_move` is to move.
    pub(crate) fn text(&self, place: &Place, strategist: char, to_move: char) -> String {
        let opponent = if strategist == 'x' { 'o' } else { 'x' };
        let mut text = String::new();
        let mut run = 0;
        for cell in 0..=self.size {
            let stone = match cell {
                _ if place.own.contains(&cell) => Some(strategist),
                _ if place.other.contains(&cell) => Some(opponent),
                _ => None,
            };
            if run > 0 && (stone.is_some() || cell == self.size) {
                text += &run.to_string();
                run = 0;
            }
            match stone {
                Some(letter) => text.push(letter),
                None => run += 1,
            }
        }
        format!("{text} {to_move}")
    }
}
