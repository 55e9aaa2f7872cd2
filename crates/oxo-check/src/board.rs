//! A board: its description, its lines and the lines through each cell.
//!
//! All of it is computed here from the description alone. A line is a row of k cells, each one step from the cell
//! before; the step is the same along the row and is -1, 0 or 1 along each axis. The checker tries the row from every
//! cell in every direction and stores each set of cells once.

use std::fmt;

use crate::cells::{Cell, CellSet, MAX_CELLS};

/// The maximum number of axes of a board.
const MAX_DIMENSIONS: usize = 8;

/// A set of cells and the lines on them.
#[derive(Debug)]
pub(crate) struct Board {
    sides: Vec<usize>,
    line_length: usize,
    size: usize,
    lines: Vec<CellSet>,
    /// The indices of the lines through each cell, one cell after another, and where those of each cell begin.
    through: Vec<u16>,
    begins: Vec<usize>,
}

impl Board {
    /// Reads a description such as `4x4x4` or `5x5:4` in its canonical spelling.
    pub(crate) fn parse(description: &str) -> Result<Self, String> {
        let (sides_text, length_text) = match description.split_once(':') {
            Some((sides, length)) => (sides, Some(length)),
            None => (description, None),
        };
        if sides_text.split('x').count() > MAX_DIMENSIONS {
            return Err(format!("the board has more than {MAX_DIMENSIONS} axes"));
        }
        let sides: Vec<usize> = sides_text
            .split('x')
            .map(|side| number(side).ok_or("the board has a side that is not a number from 1"))
            .collect::<Result<_, _>>()?;
        let size = sides.iter().fold(1, |size: usize, &side| size.saturating_mul(side));
        if size > MAX_CELLS {
            return Err(format!("the board has more than {MAX_CELLS} cells"));
        }
        let equal = sides.iter().all(|&side| side == sides[0]);
        let line_length = match length_text {
            Some(text) => number(text).ok_or("the line length is not a number from 1")?,
            None if equal => sides[0],
            None => return Err("the sides differ, and the line length is missing".to_owned()),
        };
        if length_text.is_some() && equal && line_length == sides[0] {
            return Err("the line length is given though the sides say it".to_owned());
        }
        if line_length < 2 {
            return Err("a line needs at least 2 cells".to_owned());
        }
        if sides.iter().all(|&side| side < line_length) {
            return Err("no line fits on the board".to_owned());
        }
        let lines = all_lines(&sides, line_length);
        let mut begins = vec![0];
        let mut through = Vec::new();
        for cell in (0..size).map(Cell::at) {
            let here = (0_u16..).zip(&lines).filter(|(_, line)| line.contains(cell));
            through.extend(here.map(|(number, _)| number));
            begins.push(through.len());
        }
        Ok(Self { sides, line_length, size, lines, through, begins })
    }

    /// Returns the number of cells along each axis, slowest axis first.
    pub(crate) fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// Returns the number of cells in a line (k).
    pub(crate) fn line_length(&self) -> usize {
        self.line_length
    }

    /// Returns whether all sides equal the line length.
    pub(crate) fn has_full_lines(&self) -> bool {
        self.sides.iter().all(|&side| side == self.line_length)
    }

    /// Returns whether some row may have more cells than a line. Otherwise no two lines have two cells in common, since
    /// two cells determine their row.
    pub(crate) fn has_long_rows(&self) -> bool {
        self.sides.iter().any(|&side| side > self.line_length)
    }

    /// Returns the number of cells.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns the cell with an index from a file, if the board has it.
    pub(crate) fn cell(&self, index: u8) -> Option<Cell> {
        (usize::from(index) < self.size).then_some(Cell(index))
    }

    /// Returns the cells of each line.
    pub(crate) fn lines(&self) -> &[CellSet] {
        &self.lines
    }

    /// Returns the indices of the lines through a cell.
    #[inline]
    pub(crate) fn through(&self, cell: Cell) -> &[u16] {
        &self.through[self.begins[cell.index()]..self.begins[cell.index() + 1]]
    }
}

impl fmt::Display for Board {
    /// Writes the canonical description.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<String> = self.sides.iter().map(ToString::to_string).collect();
        write!(f, "{}", sides.join("x"))?;
        if self.has_full_lines() { Ok(()) } else { write!(f, ":{}", self.line_length) }
    }
}

/// Reads a number from 1 without leading zeros. A number of more than nine digits is beyond every limit here and reads
/// as the largest number.
pub(crate) fn number(text: &str) -> Option<usize> {
    if text.is_empty() || text.starts_with('0') || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if text.len() > 9 { Some(usize::MAX) } else { text.parse().ok() }
}

/// Returns the coordinates of the cell with this index, slowest axis first, each from 0.
pub(crate) fn coordinates(sides: &[usize], mut index: usize) -> Vec<usize> {
    let mut at = vec![0; sides.len()];
    for axis in (0..sides.len()).rev() {
        at[axis] = index % sides[axis];
        index /= sides[axis];
    }
    at
}

/// Returns the cell at coordinates that are on the board.
pub(crate) fn cell_at(sides: &[usize], at: &[usize]) -> Cell {
    Cell::at(sides.iter().zip(at).fold(0, |index, (side, at)| index * side + at))
}

/// Returns the cells of every line, each line once.
fn all_lines(sides: &[usize], length: usize) -> Vec<CellSet> {
    let size = sides.iter().product();
    let directions = sides.iter().map(|_| 3).product();
    let starts: Vec<Vec<usize>> = (0..size).map(|start| coordinates(sides, start)).collect();
    let mut lines = Vec::new();
    for direction in 0..directions {
        // In base 3, digit 0 of the direction means no step, 1 a step up and 2 a step down.
        let steps: Vec<usize> = coordinates(&vec![3; sides.len()], direction);
        for start in &starts {
            // The far end first: most runs leave the board before it.
            let run: Option<CellSet> = (0..length)
                .rev()
                .map(|distance| cell_along(sides, start, &steps, distance))
                .collect();
            lines.extend(run.filter(|cells| cells.len() == length));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns the cell some steps away from a start, unless it is off the board.
fn cell_along(sides: &[usize], start: &[usize], steps: &[usize], distance: usize) -> Option<Cell> {
    let mut index = 0;
    for axis in 0..sides.len() {
        let place = match steps[axis] {
            0 => start[axis],
            1 => start[axis] + distance,
            _ => start[axis].checked_sub(distance)?,
        };
        if place >= sides[axis] {
            return None;
        }
        index = index * sides[axis] + place;
    }
    Some(Cell::at(index))
}
