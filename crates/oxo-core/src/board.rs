//! A board: its shape, its line length, and its lines.
//!
//! A [`Board`] is made from a description such as `4x4x4` or `5x5:4` and never changes. It is a handle to shared data,
//! so cloning it is cheap. Making one is cheap too: the symmetries ([`Board::symmetries`]) are computed on first use.
//! Bit masks of the lines depend on the word that fits the board; they are in [`Geometry`](crate::Geometry).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use crate::cell::Cell;
use crate::description::Description;
use crate::error::{BoardError, CellError, PositionError};
use crate::symmetry::{Symmetries, Symmetry};

/// A line of a board: its index in the board's list of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u16);

impl Line {
    /// Returns the line's index on its board, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Makes the line with an index below the board's line count.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most 32,640 lines: every pair of 256 cells"
    )]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index <= u16::MAX as usize);
        Self(index as u16)
    }
}

/// A set of cells and the lines on them.
///
/// ```
/// use oxo_core::Board;
/// let qubic: Board = "4x4x4".parse()?;
/// assert_eq!((qubic.size(), qubic.line_count()), (64, 76));
/// assert_eq!(qubic.to_string(), "4x4x4");
/// let connect: Board = "5x5:4".parse()?;
/// assert_eq!((connect.shape(), connect.line_length()), (&[5, 5][..], 4));
/// # Ok::<(), oxo_core::BoardError>(())
/// ```
#[derive(Clone)]
pub struct Board(Arc<Inner>);

struct Inner {
    description: Description,
    size: usize,
    /// The cells of all lines, one line after another.
    lines: Vec<Cell>,
    /// The lines through each cell, ascending.
    through: Vec<Vec<Line>>,
    symmetries: OnceLock<Symmetries>,
}

impl Board {
    /// Makes a board from a checked description.
    #[must_use]
    pub fn new(description: Description) -> Self {
        let size = description.size();
        let lines = all_lines(&description);
        let mut through = vec![Vec::new(); size];
        for (index, line) in lines.chunks_exact(description.line_length()).enumerate() {
            for cell in line {
                through[cell.index()].push(Line::at(index));
            }
        }
        Self(Arc::new(Inner { description, size, lines, through, symmetries: OnceLock::new() }))
    }

    /// Returns the checked description. It is canonical: equal boards have equal descriptions.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.0.description
    }

    /// Returns the number of cells along each axis, slowest axis first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.0.description.shape()
    }

    /// Returns the number of cells in a line (k).
    #[must_use]
    pub fn line_length(&self) -> usize {
        self.0.description.line_length()
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Returns every cell, ascending.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.size()).map(Cell::at)
    }

    /// Returns the cell with this index.
    ///
    /// # Errors
    /// The index is not below [`Board::size`].
    #[inline]
    pub fn cell(&self, index: usize) -> Result<Cell, CellError> {
        if index < self.size() { Ok(Cell::at(index)) } else { Err(self.no_such_cell(index)) }
    }

    /// Makes the error for a cell index, of any type, that is not on the board.
    #[cold]
    pub fn no_such_cell(&self, index: impl fmt::Display) -> CellError {
        let size = self.size();
        CellError::new(
            index.to_string(),
            format!("no cell of the board {self} has this index"),
            format!("its {size} cells are numbered from 0 to {}", size - 1),
        )
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.0.lines.len() / self.line_length()
    }

    /// Returns the cells of every line. Each line is listed from end to end, which is ascending; the lines are in
    /// lexicographic order of their cells. [`Line::index`] counts in this order.
    #[must_use]
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.0.lines.chunks_exact(self.line_length())
    }

    /// Returns the line that consists of exactly these cells, which must be ascending.
    #[must_use]
    pub fn line_of(&self, cells: &[Cell]) -> Option<Line> {
        let length = self.line_length();
        let (mut low, mut high) = (0, self.line_count());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.0.lines[middle * length..][..length].cmp(cells) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(Line::at(middle)),
            }
        }
        None
    }

    /// Returns the lines that run through a cell of this board, ascending.
    ///
    /// ```
    /// use oxo_core::Board;
    /// let qubic: Board = "4x4x4".parse()?;
    /// assert_eq!(qubic.lines_through(qubic.cell_named("111")?).len(), 7);
    /// assert_eq!(qubic.lines_through(qubic.cell_named("112")?).len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lines_through(&self, cell: Cell) -> &[Line] {
        &self.0.through[cell.index()]
    }

    /// Checks that the permutation which takes each cell to `images[cell]` is an automorphism of the board.
    ///
    /// # Errors
    /// `images` is not a permutation of the board's cells, or takes a line to cells that are no line.
    ///
    /// ```
    /// use oxo_core::Board;
    /// let board: Board = "3x3".parse()?;
    /// let mirrored = board.automorphism(&board.moves("13 12 11 23 22 21 33 32 31")?)?;
    /// assert_eq!(board.name(mirrored.image(board.cell_named("11")?)), "13");
    /// assert!(board.automorphism(&board.moves("12 11 13 21 22 23 31 32 33")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn automorphism(&self, images: &[Cell]) -> Result<Symmetry, PositionError> {
        let refuse = |reason: String| {
            let subject: Vec<String> = images.iter().map(|cell| cell.index().to_string()).collect();
            let remedy = "the board's symmetries list all that there are";
            Err(PositionError::new(subject.join(" "), reason, remedy))
        };
        let size = self.size();
        if images.len() != size {
            return refuse(format!("has {} entries for the {size} cells of {self}", images.len()));
        }
        let mut taken = vec![false; size];
        for image in images.iter().map(|cell| cell.index()) {
            match taken.get_mut(image) {
                None => return refuse(format!("{image} is not a cell of {self}")),
                Some(true) => return refuse(format!("two cells go to {image}")),
                Some(free) => *free = true,
            }
        }
        let symmetry = Symmetry(images.into());
        for (index, line) in self.lines().enumerate() {
            let mut cells: Vec<Cell> = line.iter().map(|&cell| symmetry.image(cell)).collect();
            cells.sort_unstable();
            if self.line_of(&cells).is_none() {
                return refuse(format!("line {index} goes to cells that are no line of {self}"));
            }
        }
        Ok(symmetry)
    }

    /// Returns the board's automorphisms, computed on first use.
    #[must_use]
    pub fn symmetries(&self) -> &Symmetries {
        self.0.symmetries.get_or_init(|| Symmetries::of(&self.0.description))
    }
}

/// Returns every straight row of `line_length` cells. The cells of a row ascend, and the rows are in lexicographic
/// order.
fn all_lines(description: &Description) -> Vec<Cell> {
    let (shape, length) = (description.shape(), description.line_length());
    let directions = forward_directions(shape.len());
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for start in 0..description.size() {
        let from = description.coordinates(start);
        for direction in &directions {
            let fits =
                shape.iter().zip(&from).zip(direction).all(|((&side, &at), step)| match step {
                    1 => at + length <= side,
                    -1 => at + 1 >= length,
                    _ => true,
                });
            if fits {
                let run = (0..length).map(|steps| {
                    let at = from.iter().zip(direction).map(|(&at, &step)| match step {
                        1 => at + steps,
                        -1 => at - steps,
                        _ => at,
                    });
                    Cell::at(description.index(at))
                });
                lines.push(run.collect());
            }
        }
    }
    lines.sort_unstable();
    lines.concat()
}

/// Returns one direction of each opposite pair: the one whose first nonzero step is positive, so that the cells along a
/// line ascend.
fn forward_directions(dimensions: usize) -> Vec<Vec<i8>> {
    let mut directions = vec![vec![]];
    for _ in 0..dimensions {
        directions = directions
            .iter()
            .flat_map(|head| [-1, 0, 1].map(|step| [head.as_slice(), &[step]].concat()))
            .collect();
    }
    directions.retain(|direction| direction.iter().find(|&&step| step != 0) == Some(&1));
    directions
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        text.parse().map(Self::new)
    }
}

impl fmt::Display for Board {
    /// Writes the canonical description.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.description.fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.description == other.0.description
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.description.hash(state);
    }
}
