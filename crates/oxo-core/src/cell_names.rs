//! Names and coordinates of cells: `231` has the coordinates 2, 3, 1, counted from 1, slowest axis first.
//!
//! A name has one digit for each axis. On a board with a side above 9, dots separate the coordinates, as in `10.2.3`.
//! Each cell has exactly one name, so reading is strict.

use crate::board::Board;
use crate::cell::Cell;
use crate::description::{MAX_DIMENSIONS, number};
use crate::error::CellError;

/// Separates the coordinates of a name on boards with a side above 9.
const SEPARATOR: char = '.';

impl Board {
    /// Returns the coordinates of a cell of this board, each from 1, slowest axis first.
    #[must_use]
    pub fn coordinates(&self, cell: Cell) -> Vec<usize> {
        let coordinates = self.description().coordinates(cell.index());
        coordinates.into_iter().map(|at| at + 1).collect()
    }

    /// Returns the name of a cell of this board.
    ///
    /// ```
    /// use oxo_core::Board;
    /// let qubic: Board = "4x4x4".parse()?;
    /// let cell = qubic.cell_named("231")?;
    /// assert_eq!(cell.index(), 24);
    /// assert_eq!(qubic.name(cell), "231");
    /// let wide: Board = "3x12:3".parse()?;
    /// assert_eq!(wide.name(wide.cell(11)?), "1.12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let coordinates = self.coordinates(cell).into_iter().map(|at| at.to_string());
        let separator = if self.has_dotted_names() { "." } else { "" };
        coordinates.collect::<Vec<_>>().join(separator)
    }

    /// Returns the names of cells in the given order, separated by single spaces.
    #[must_use]
    pub fn names(&self, cells: impl IntoIterator<Item = Cell>) -> String {
        cells.into_iter().map(|cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the cell with this name.
    ///
    /// # Errors
    /// The name is malformed or not on this board.
    pub fn cell_named(&self, name: &str) -> Result<Cell, CellError> {
        let shape = self.shape();
        let first = || self.name(Cell::at(0));
        let last = || self.name(Cell::at(self.size() - 1));
        let refuse = |reason: String| {
            CellError::new(
                name,
                reason,
                format!("the cells of {self} are {} to {}", first(), last()),
            )
        };
        let malformed = || {
            let remedy =
                format!("a cell of {self} is {}, {} to {}", self.form_of_names(), first(), last());
            CellError::new(name, "not a cell".to_owned(), remedy)
        };
        let parts: Vec<&str> = if self.has_dotted_names() {
            name.split(SEPARATOR).take(shape.len() + 1).collect()
        } else {
            name.split("").filter(|part| !part.is_empty()).take(shape.len() + 1).collect()
        };
        if parts.len() != shape.len() {
            return Err(malformed());
        }
        let mut coordinates = Vec::with_capacity(shape.len());
        for (axis, (part, &side)) in parts.into_iter().zip(shape).enumerate() {
            match number(part) {
                Some(at) if at <= side => coordinates.push(at - 1),
                Some(_) => {
                    return Err(refuse(format!("coordinate {} is above {side}", axis + 1)));
                }
                None if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => {
                    return Err(refuse(format!("coordinate {} is not a number from 1", axis + 1)));
                }
                None => return Err(malformed()),
            }
        }
        Ok(Cell::at(self.description().index(coordinates)))
    }

    /// Reads names of cells separated by white space, in order. Does not check whether the moves are legal.
    ///
    /// # Errors
    /// A name is malformed or not on this board.
    pub fn moves(&self, text: &str) -> Result<Vec<Cell>, CellError> {
        text.split_whitespace().map(|name| self.cell_named(name)).collect()
    }

    /// Returns what the names of cells consist of, in words.
    fn form_of_names(&self) -> String {
        const COUNTS: [&str; MAX_DIMENSIONS] =
            ["one", "two", "three", "four", "five", "six", "seven", "eight"];
        let count = COUNTS[self.shape().len() - 1];
        match (self.has_dotted_names(), self.shape().len()) {
            (true, 1) => "a number".to_owned(),
            (true, _) => format!("{count} numbers joined by dots"),
            (false, 1) => "one digit".to_owned(),
            (false, _) => format!("{count} digits"),
        }
    }

    fn has_dotted_names(&self) -> bool {
        self.shape().iter().any(|&side| side > 9)
    }
}
