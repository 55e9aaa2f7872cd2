//! Positions as texts such as `xo1x8x8o41o x`, and the facts that a text alone shows.
//!
//! The text has one token for each cell in index order: `x`, `o`, or a number for consecutive empty cells. One space
//! and the side to move follow. Every position has exactly one text.

use std::fmt;

use crate::board::{Board, number};
use crate::cells::{Cell, CellSet};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    pub(crate) fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::O => 1,
        }
    }
}

impl fmt::Display for Side {
    /// Writes `x` or `o`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "x",
            Self::O => "o",
        })
    }
}

/// A position that a game can reach: at most one side has lines, all of them through one cell, and then the other side
/// is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    /// X's stones and O's stones.
    pub(crate) stones: [CellSet; 2],
    pub(crate) to_move: Side,
    /// The side that has a line.
    pub(crate) winner: Option<Side>,
}

impl Position {
    /// Reads a position text.
    pub(crate) fn parse(board: &Board, text: &str) -> Result<Self, String> {
        let (tokens, turn) = text.split_once(' ').ok_or("the side to move is missing")?;
        let to_move = match turn {
            "x" => Side::X,
            "o" => Side::O,
            _ => return Err("the side to move is not x or o".to_owned()),
        };
        let stones = parse_stones(board, tokens)?;
        let covered = tokens_of(tokens).try_fold(0, |sum: usize, token| Some(sum + token?.cells()));
        if covered != Some(board.size()) {
            return Err(format!("the position does not cover all {} cells", board.size()));
        }
        let winner = winner(board, &stones)?;
        if winner == Some(to_move) {
            return Err(format!("{to_move} has a line and is to move"));
        }
        Ok(Self { stones, to_move, winner })
    }

    /// Returns whether no cell is empty.
    pub(crate) fn is_full(&self, board: &Board) -> bool {
        self.stones[0].len() + self.stones[1].len() == board.size()
    }
}

/// A token: a stone, or consecutive empty cells.
enum Token {
    Stone(Side),
    Empty(usize),
}

impl Token {
    fn cells(&self) -> usize {
        match self {
            Self::Stone(_) => 1,
            Self::Empty(run) => *run,
        }
    }
}

/// Returns the tokens of a text, with `None` in place of an invalid one.
fn tokens_of(text: &str) -> impl Iterator<Item = Option<Token>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (token, tail) = rest.split_at(digits.max(first.len_utf8()));
        rest = tail;
        Some(match token {
            "x" => Some(Token::Stone(Side::X)),
            "o" => Some(Token::Stone(Side::O)),
            _ => number(token).map(Token::Empty),
        })
    })
}

/// Reads stones and empty cells, which may end before the board's last cell. Returns X's stones and O's stones.
pub(crate) fn parse_stones(board: &Board, text: &str) -> Result<[CellSet; 2], String> {
    let mut stones = [CellSet::EMPTY; 2];
    let mut covered = 0;
    for token in tokens_of(text) {
        let token = token.ok_or("the position has a token that is not x, o or a number from 1")?;
        if token.cells() > board.size() - covered {
            return Err(format!("the position goes beyond the {} cells", board.size()));
        }
        if let Token::Stone(side) = token {
            stones[side.index()].insert(Cell::at(covered));
        }
        covered += token.cells();
    }
    Ok(stones)
}

/// Returns the side that has lines. Fails if no single move can have ended the game this way.
fn winner(board: &Board, stones: &[CellSet; 2]) -> Result<Option<Side>, String> {
    let mut winner = None;
    for side in [Side::X, Side::O] {
        let own = &stones[side.index()];
        let completed = board.lines().iter().filter(|line| own.contains_all(line));
        let Some(common) = completed.copied().reduce(|common, line| common.intersection(&line))
        else {
            continue;
        };
        if winner.is_some() {
            return Err("both sides have a line".to_owned());
        }
        if common.is_empty() {
            return Err(format!("{side} has lines that no single move completed"));
        }
        winner = Some(side);
    }
    Ok(winner)
}

/// Writes a position as text.
pub(crate) fn text(board: &Board, stones: &[CellSet; 2], to_move: Side) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in (0..board.size()).map(Cell::at) {
        let stone = [Side::X, Side::O].into_iter().find(|side| stones[side.index()].contains(cell));
        let Some(side) = stone else {
            run += 1;
            continue;
        };
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text += &side.to_string();
    }
    if run > 0 {
        text += &run.to_string();
    }
    format!("{text} {to_move}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_a_text_and_writing_it_gives_the_text_back() {
        let board = Board::parse("4x4x4").unwrap();
        for written in ["64 x", "xo1x8x8o41o x", "63x o", "x63 o", "10ox52 o"] {
            let position = Position::parse(&board, written).unwrap();
            assert_eq!(text(&board, &position.stones, position.to_move), written);
        }
    }

    #[test]
    fn a_text_of_no_position_is_refused_with_the_reason() {
        let board = Board::parse("3x3").unwrap();
        for (written, reason) in [
            ("9", "side to move is missing"),
            ("9 z", "not x or o"),
            ("9  x", "not x or o"),
            ("8 x", "does not cover"),
            ("x9 o", "goes beyond"),
            ("99999999999999999999 x", "goes beyond"),
            ("x08 o", "token"),
            ("x0x7 o", "token"),
            ("\u{e9}8 o", "token"),
            // x x x
            // o o o
            // . . .
            ("xxxooo3 o", "both sides"),
            // x x x
            // . o o
            // . . .   x to move
            ("xxx1oo3 x", "has a line and is to move"),
            // x x x
            // o o .
            // x x x
            ("xxxoo1xxx o", "no single move"),
        ] {
            let refusal = Position::parse(&board, written).unwrap_err();
            assert!(refusal.contains(reason), "{written}: {refusal}");
        }
    }
}
