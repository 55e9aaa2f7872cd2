//! The automorphism group of a board: permutations of its cells that take lines to lines.
//!
//! The group depends on the board:
//!
//! - n^d with full lines, n >= 3 and d >= 2: permutations of the axes, reflections of each axis, and permutations of
//!   the coordinate values, the same on every axis, that commute with reversal. Such a permutation permutes the pairs
//!   {v, n-1-v} and may swap the two values of a pair. Reversing all values is also the product of all reflections, so
//!   the order is 2^(d + m - 1) d! m! with m = floor(n/2).
//! - A single full line, and n = 2 with full lines, where every pair of cells is a line: all permutations of the cells.
//! - Any other board: swaps of axes of equal length, and reflections.
//!
//! Generators and order are always available. The elements are listed only up to [`MAX_SYMMETRIES`].

use std::collections::HashSet;
use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::bits::Bits;
use crate::cell::Cell;
use crate::description::Description;
use crate::error::SymmetryLimitError;

/// The maximum number of automorphisms that are listed and used for canonical forms.
pub const MAX_SYMMETRIES: usize = 10_000;

/// An automorphism: a permutation of a board's cells that takes lines to lines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(pub(crate) Box<[Cell]>);

impl Symmetry {
    /// Returns the image of a cell.
    #[inline]
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }

    /// Returns the image of a set of cells.
    #[must_use]
    pub fn image_of<B: Bits>(&self, cells: B) -> B {
        B::from_cells(cells.cells().map(|cell| self.image(cell)))
    }

    /// Returns the image of each cell, in order of the cells.
    #[must_use]
    pub fn images(&self) -> &[Cell] {
        &self.0
    }

    /// Returns the inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut sources = self.0.clone();
        for (index, image) in self.0.iter().enumerate() {
            sources[image.index()] = Cell::at(index);
        }
        Self(sources)
    }

    /// Returns the composition that applies this automorphism first and then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|&cell| next.image(cell)).collect())
    }

    fn identity(size: usize) -> Self {
        Self((0..size).map(Cell::at).collect())
    }

    fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(index, cell)| cell.index() == index)
    }

    /// Makes the permutation that takes the cell at coordinates `c` to the cell at `map(c)`.
    fn of_coordinates(description: &Description, map: impl Fn(&mut [usize])) -> Self {
        let images = (0..description.size()).map(|index| {
            let mut coordinates = description.coordinates(index);
            map(&mut coordinates);
            Cell::at(description.index(coordinates))
        });
        Self(images.collect())
    }
}

/// All automorphisms of one board.
///
/// ```
/// use oxo_core::Board;
/// let qubic: Board = "4x4x4".parse()?;
/// let symmetries = qubic.symmetries();
/// assert_eq!(symmetries.order(), &192_u32.into());
/// assert_eq!(symmetries.elements()?.len(), 192);
/// assert_eq!(symmetries.orbits().len(), 2, "corners and centres are alike, so are edges and faces");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Symmetries {
    board: String,
    size: usize,
    order: BigUint,
    generators: Vec<Symmetry>,
    elements: OnceLock<Vec<Symmetry>>,
    inverses: OnceLock<Inverses>,
}

impl Symmetries {
    pub(crate) fn of(description: &Description) -> Self {
        let (generators, order) = if !description.has_full_lines() {
            (axis_generators(description), axis_order(description))
        } else if description.shape().len() == 1 || description.line_length() == 2 {
            let size = description.size();
            (adjacent_transpositions(size), factorial(size))
        } else {
            let (d, m) = (description.shape().len(), description.line_length() / 2);
            let order = (factorial(d) * factorial(m)) << (d + m - 1);
            ([axis_generators(description), value_generators(description)].concat(), order)
        };
        Self {
            board: description.to_string(),
            size: description.size(),
            order,
            generators,
            elements: OnceLock::new(),
            inverses: OnceLock::new(),
        }
    }

    /// Returns the number of cells.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of automorphisms.
    #[must_use]
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// Returns automorphisms that generate all others by [`Symmetry::then`].
    #[must_use]
    pub fn generators(&self) -> &[Symmetry] {
        &self.generators
    }

    /// Returns every automorphism, in lexicographic order of the images. The identity is first.
    ///
    /// # Errors
    /// There are more than [`MAX_SYMMETRIES`].
    pub fn elements(&self) -> Result<&[Symmetry], SymmetryLimitError> {
        if self.order > MAX_SYMMETRIES.into() {
            return Err(SymmetryLimitError {
                board: self.board.clone(),
                order: self.order.clone(),
                limit: MAX_SYMMETRIES,
            });
        }
        Ok(self.elements.get_or_init(|| self.closure()))
    }

    /// Returns the orbits: the sets of cells that automorphisms take to each other. Each orbit is ascending, and the
    /// orbits are in order of their first cells.
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<Cell>> {
        // Union-find; the root of a tree is its lowest cell.
        let mut parent: Vec<usize> = (0..self.size).collect();
        let root = |parent: &[usize], mut cell: usize| {
            while parent[cell] != cell {
                cell = parent[cell];
            }
            cell
        };
        for generator in &self.generators {
            for (cell, image) in generator.images().iter().enumerate() {
                let (a, b) = (root(&parent, cell), root(&parent, image.index()));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut orbits = vec![Vec::new(); self.size];
        for cell in 0..self.size {
            orbits[root(&parent, cell)].push(Cell::at(cell));
        }
        orbits.retain(|orbit| !orbit.is_empty());
        orbits
    }

    /// Returns the elements in the layout that the search for canonical forms needs.
    pub(crate) fn inverses(&self) -> Result<&Inverses, SymmetryLimitError> {
        let elements = self.elements()?;
        Ok(self.inverses.get_or_init(|| Inverses::of(self.size, elements)))
    }

    fn closure(&self) -> Vec<Symmetry> {
        let identity = Symmetry::identity(self.size);
        let mut known = HashSet::from([identity.clone()]);
        let mut elements = vec![identity];
        let mut next = 0;
        while next < elements.len() {
            for generator in &self.generators {
                let product = elements[next].then(generator);
                if known.insert(product.clone()) {
                    elements.push(product);
                }
            }
            next += 1;
        }
        elements.sort_unstable();
        elements
    }
}

/// The elements of a group in the layout that the search for canonical forms needs. An element is identified by its
/// index.
#[derive(Debug)]
pub(crate) struct Inverses {
    /// For each cell, the elements that take it to cell 0.
    to_first: Vec<Vec<u16>>,
    /// The number of elements.
    order: usize,
    /// For each cell, and for each element, the preimage of the cell.
    sources: Vec<Cell>,
}

impl Inverses {
    /// Makes the layout for a group on a board of `size` cells.
    fn of(size: usize, elements: &[Symmetry]) -> Self {
        let mut to_first = vec![Vec::new(); size];
        let mut sources = vec![Cell::at(0); size * elements.len()];
        for (number, element) in (0_u16..).zip(elements) {
            for (cell, image) in element.images().iter().enumerate() {
                sources[image.index() * elements.len() + usize::from(number)] = Cell::at(cell);
            }
            to_first[sources[usize::from(number)].index()].push(number);
        }
        Self { to_first, order: elements.len(), sources }
    }

    /// Returns the elements that take one of `cells` to cell 0.
    pub(crate) fn to_first<B: Bits>(&self, cells: B) -> Vec<u16> {
        cells.cells().flat_map(|cell| &self.to_first[cell.index()]).copied().collect()
    }

    /// Returns, for each cell in order, its preimages under the elements, by element index.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &[Cell]> {
        self.sources.chunks_exact(self.order)
    }
}

/// Returns swaps of axes of equal length, and reflections. Axes with one cell have neither.
fn axis_generators(description: &Description) -> Vec<Symmetry> {
    let shape = description.shape();
    let reflections = shape.iter().enumerate().map(|(axis, side)| {
        Symmetry::of_coordinates(description, |at| at[axis] = side - 1 - at[axis])
    });
    let swaps = shape.iter().enumerate().filter_map(|(axis, side)| {
        let twin = axis + 1 + shape[axis + 1..].iter().position(|other| other == side)?;
        Some(Symmetry::of_coordinates(description, |at| {
            at.swap(axis, twin);
        }))
    });
    reflections.chain(swaps).filter(|symmetry| !symmetry.is_identity()).collect()
}

/// Returns the order of the group that [`axis_generators`] generates.
fn axis_order(description: &Description) -> BigUint {
    let mut shape: Vec<usize> = description.shape().iter().copied().filter(|&s| s > 1).collect();
    shape.sort_unstable();
    let swaps: BigUint =
        shape.chunk_by(|a, b| a == b).map(|equal| factorial(equal.len())).product();
    swaps << shape.len()
}

/// Returns permutations of the coordinate values, applied to every axis, that commute with reversal: the swap of the
/// first and the last value, and swaps of neighbouring pairs of opposite values.
fn value_generators(description: &Description) -> Vec<Symmetry> {
    let last = description.line_length() - 1;
    let on_all_axes = |map: &dyn Fn(usize) -> usize| {
        Symmetry::of_coordinates(description, |at| {
            for value in at {
                *value = map(*value);
            }
        })
    };
    let exchange = |value: usize, a: usize, b: usize| match value {
        _ if value == a => b,
        _ if value == b => a,
        _ => value,
    };
    let flip = on_all_axes(&|value| exchange(value, 0, last));
    let swaps = (1..description.line_length() / 2).map(|pair| {
        on_all_axes(&|value| {
            exchange(exchange(value, pair - 1, pair), last + 1 - pair, last - pair)
        })
    });
    std::iter::once(flip).chain(swaps).collect()
}

/// Returns swaps of neighbouring cells, which generate all permutations.
fn adjacent_transpositions(size: usize) -> Vec<Symmetry> {
    let transposition = |cell: usize| {
        let mut symmetry = Symmetry::identity(size);
        symmetry.0.swap(cell - 1, cell);
        symmetry
    };
    (1..size).map(transposition).collect()
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}
