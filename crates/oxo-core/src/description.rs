//! Board descriptions such as `4x4x4` and `5x5:4`: the shape and line length that define a board.
//!
//! A [`Description`] is a checked value: its board has at most [`MAX_CELLS`] cells, at most [`MAX_DIMENSIONS`] axes,
//! and at least one line. Parsing is strict, with one spelling for each number and no blanks, so that a description can
//! serve as a key in files and addresses. The parser never computes with a number before it has checked its bounds.

use std::fmt;
use std::str::FromStr;

use crate::error::BoardError;

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 256;

/// The maximum number of axes of a board.
pub const MAX_DIMENSIONS: usize = 8;

/// The shape and line length of a supported board.
///
/// ```
/// use oxo_core::Description;
/// let description: Description = "4x4:4".parse()?;
/// assert_eq!(description.to_string(), "4x4", "the line length is the side, so it is left out");
/// assert!("3x4".parse::<Description>().is_err(), "the axes differ, so the line length is needed");
/// # Ok::<(), oxo_core::BoardError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Description {
    shape: Vec<usize>,
    line_length: usize,
}

impl Description {
    /// Returns the number of cells along each axis, slowest axis first.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the number of cells in a line.
    #[must_use]
    pub fn line_length(&self) -> usize {
        self.line_length
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns whether all axes are as long as a line, so that every line spans the board.
    #[must_use]
    pub fn has_full_lines(&self) -> bool {
        self.shape.iter().all(|&side| side == self.line_length)
    }

    /// Returns the coordinates of the cell with this index, each from 0, slowest axis first.
    pub(crate) fn coordinates(&self, mut index: usize) -> Vec<usize> {
        let mut coordinates = vec![0; self.shape.len()];
        for (coordinate, side) in coordinates.iter_mut().zip(&self.shape).rev() {
            *coordinate = index % side;
            index /= side;
        }
        coordinates
    }

    /// Returns the index of the cell with these coordinates, each from 0 and below its side.
    pub(crate) fn index(&self, coordinates: impl IntoIterator<Item = usize>) -> usize {
        self.shape.iter().zip(coordinates).fold(0, |index, (side, at)| index * side + at)
    }
}

impl FromStr for Description {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let refuse = |reason: String, remedy: &str| Err(BoardError::new(text, reason, remedy));
        let (shape_text, length_text) = match text.split_once(':') {
            Some((shape, length)) => (shape, Some(length)),
            None => (text, None),
        };

        let dimensions = shape_text.split('x').count();
        if dimensions > MAX_DIMENSIONS {
            let reason =
                format!("the board has {dimensions} axes, and {MAX_DIMENSIONS} is the most");
            return refuse(reason, "");
        }
        let mut shape = Vec::with_capacity(dimensions);
        let mut cells = 1_usize;
        for (axis, axis_text) in shape_text.split('x').enumerate() {
            let Some(side) = number(axis_text) else {
                let is_number =
                    !axis_text.is_empty() && axis_text.bytes().all(|byte| byte.is_ascii_digit());
                let reason = if is_number {
                    format!("axis {} is not a whole number from 1", axis + 1)
                } else {
                    "not a board".to_owned()
                };
                return refuse(
                    reason,
                    "type the lengths of its axes joined by x, like 4x4x4, or 5x5:4 with a line length",
                );
            };
            shape.push(side);
            cells = cells.saturating_mul(side);
        }
        if cells > MAX_CELLS {
            return refuse(format!("the board has more than {MAX_CELLS} cells"), "make it smaller");
        }

        let shortest = shape.iter().copied().fold(MAX_CELLS, usize::min);
        let longest = shape.iter().copied().fold(0, usize::max);
        let line_length = match length_text {
            Some(length_text) => match number(length_text) {
                Some(length) => length,
                None => {
                    return refuse(
                        "the line length after `:` is not a whole number from 1".to_owned(),
                        "a line length is written like 5x5:4",
                    );
                }
            },
            None if shortest == longest => longest,
            None => {
                return refuse(
                    "the axes differ in length, so they do not say how long a line is".to_owned(),
                    &format!("add the line length, like {shape_text}:{}", shortest.max(2)),
                );
            }
        };
        if line_length < 2 {
            return refuse("a line needs at least 2 cells".to_owned(), "");
        }
        if line_length > longest {
            return refuse(
                "no line of that length fits on the board".to_owned(),
                &format!("the longest axis has {longest}"),
            );
        }
        Ok(Self { shape, line_length })
    }
}

/// Reads a whole number from 1 without a leading zero. Numbers of more than nine digits are too large for any board and
/// read as [`usize::MAX`].
pub(crate) fn number(text: &str) -> Option<usize> {
    let strict = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.len() {
        0 => None,
        1..=9 if strict => text.parse().ok(),
        _ if strict => Some(usize::MAX),
        _ => None,
    }
}

impl fmt::Display for Description {
    /// Writes the canonical form, with `:k` only if the shape does not imply the line length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, side) in self.shape.iter().enumerate() {
            write!(f, "{}{side}", if axis == 0 { "" } else { "x" })?;
        }
        if self.has_full_lines() { Ok(()) } else { write!(f, ":{}", self.line_length) }
    }
}
