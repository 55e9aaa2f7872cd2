//! Position text such as `xo1x8x8o41o x`: Patashnik's notation for stones, and the side to move.
//!
//! The text has one token for each cell in index order: `x`, `o`, or a number for consecutive empty cells. One space
//! and the side to move follow. Reading is strict, so that each position has exactly one text and texts can be
//! compared. Errors name the wrong token and its place.

use std::fmt::{self, Write};
use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;
use crate::description::number;
use crate::error::PositionError;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::setup::Setup;
use crate::side::Side;

/// The number of characters of a wrong token that its error quotes.
const LONGEST_SHOWN: usize = 12;

impl Setup {
    /// Reads a position text. Does not check whether a game can reach the position.
    ///
    /// # Errors
    /// The text is malformed or does not cover the board's cells exactly.
    pub fn parse(board: &Board, text: &str) -> Result<Self, PositionError> {
        let refuse = |reason: String, remedy: &str| PositionError::new(text, reason, remedy);
        let (stones, turn) = text.split_once(' ').ok_or_else(|| {
            refuse("the side to move is missing".to_owned(), "end the text with a space and x or o")
        })?;
        let to_move = match turn {
            "x" => Side::X,
            "o" => Side::O,
            _ => {
                let reason = "what follows the first space is not the side to move".to_owned();
                return Err(refuse(reason, "end the text with one space and x or o"));
            }
        };

        let size = board.size();
        let mut setup = Self { x: Vec::new(), o: Vec::new(), to_move };
        let mut covered = 0;
        for (index, token) in tokens(stones).enumerate() {
            let run = match token {
                "x" | "o" => Some(1),
                _ => number(token),
            };
            let number = index + 1;
            let run = run.ok_or_else(|| {
                let shown: String = token.chars().take(LONGEST_SHOWN).collect();
                let reason = format!("token {number}, {shown:?}, is not x, o or a number from 1");
                refuse(reason, "each cell is x or o, and a number is a run of empty cells")
            })?;
            if run > size - covered {
                let reason = format!(
                    "token {number} goes beyond the {size} cells of {board}, of which {covered} came before it"
                );
                return Err(refuse(reason, ""));
            }
            match token {
                "x" => setup.x.push(Cell::at(covered)),
                "o" => setup.o.push(Cell::at(covered)),
                _ => {}
            }
            covered += run;
        }
        if covered < size {
            let reason = format!("it covers {covered} of the {size} cells of {board}");
            return Err(refuse(reason, "empty cells at the end are counted too"));
        }
        Ok(setup)
    }
}

/// Splits a text into groups of digits and single characters.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (token, tail) = rest.split_at(digits.max(first.len_utf8()));
        rest = tail;
        Some(token)
    })
}

impl<B: Bits> Position<B> {
    /// Reads a position text for a board, and makes the board's geometry.
    ///
    /// # Errors
    /// The text is malformed, or no game can reach the position.
    ///
    /// # Panics
    /// The board has more cells than the word has bits.
    pub fn parse(board: &Board, text: &str) -> Result<Self, PositionError> {
        Self::parse_on(Geometry::new(board), text)
    }

    /// Reads a position text on an existing geometry.
    ///
    /// # Errors
    /// The text is malformed, or no game can reach the position.
    pub fn parse_on(geometry: Arc<Geometry<B>>, text: &str) -> Result<Self, PositionError> {
        let setup = Setup::parse(geometry.board(), text)?;
        Self::new(geometry, &setup)
            .map_err(|error| PositionError { subject: text.to_owned(), ..error })
    }
}

impl<B: Bits> fmt::Display for Position<B> {
    /// Writes the position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty_run = 0;
        for cell in self.board().cells() {
            match self.stone(cell) {
                None => empty_run += 1,
                Some(side) => {
                    write_run(f, empty_run)?;
                    empty_run = 0;
                    f.write_char(side.letter())?;
                }
            }
        }
        write_run(f, empty_run)?;
        write!(f, " {}", self.to_move())
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, length: usize) -> fmt::Result {
    if length == 0 { Ok(()) } else { write!(f, "{length}") }
}
