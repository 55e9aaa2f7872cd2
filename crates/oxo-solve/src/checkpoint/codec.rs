//! What the files of a search have in common: a head that says what they are, records, and a sum at the end.
//!
//! ```text
//! HEAD\n                       what it is, and its version
//! board 4x4x4\n
//! x\n                          the attacker
//! records
//! CRC-32 of all before it, 4 bytes, little-endian
//! ```
//!
//! Cells, and how many of something follow, are single bytes, since boards have no more than 256 cells; other numbers
//! are eight bytes, little-endian. Nothing in such a file is believed: it says what to try first, and only `prove_strategy`
//! proves anything.

use oxo_core::{Bits, Board, Cell, Side};

/// Begins a file.
pub(crate) fn write_header(head: &str, board: &Board, attacker: Side) -> Vec<u8> {
    format!("{head}\nboard {board}\n{attacker}\n").into_bytes()
}

/// Ends a file.
pub(crate) fn append_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Adds numbers of eight bytes.
pub(crate) fn put_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [u64; N]) {
    bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
}

/// Adds how many of something follow: never more than a position with an empty cell has other cells.
pub(crate) fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.push(u8::try_from(count).expect("fewer than the cells of a board"));
}

/// Adds how many cells there are, and the cells.
pub(crate) fn put_cells(bytes: &mut Vec<u8>, cells: impl IntoIterator<Item = Cell>) {
    let cells: Vec<u8> = cells.into_iter().map(u8::from).collect();
    put_count(bytes, cells.len());
    bytes.extend(cells);
}

/// Adds a position, the attacker's stones first.
pub(crate) fn put_stones<B: Bits>(bytes: &mut Vec<u8>, stones: [B; 2]) {
    for own in stones {
        put_cells(bytes, own.cells());
    }
}

/// A file that is whole, and is being read.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    /// The board's description, as it is written.
    pub(crate) board: &'a str,
    pub(crate) attacker: Side,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Begins with a file; None if it is not one with this head, or not whole.
    pub(crate) fn new(head: &str, bytes: &'a [u8]) -> Option<Self> {
        let (bytes, sum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
            return None;
        }
        let bytes = bytes.strip_prefix(head.as_bytes())?.strip_prefix(b"\nboard ")?;
        let (board, bytes) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n')?);
        let board = std::str::from_utf8(board).ok()?;
        let (attacker, rest) = bytes.split_at_checked(3)?;
        let is_side = |side: &Side| format!("\n{side}\n").as_bytes() == attacker;
        Some(Self { board, attacker: Side::BOTH.into_iter().find(is_side)?, rest })
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(u64::from_le_bytes(*number))
    }

    pub(crate) fn cell(&mut self, board: &Board) -> Option<Cell> {
        board.cell(self.byte()?.into()).ok()
    }

    pub(crate) fn cells(&mut self, board: &Board) -> Option<Vec<Cell>> {
        (0..self.byte()?).map(|_| self.cell(board)).collect()
    }

    /// A position, the attacker's stones first, which may lie upon the defender's.
    pub(crate) fn stones<B: Bits>(&mut self, board: &Board) -> Option<[B; 2]> {
        Some([self.cells(board)?, self.cells(board)?].map(B::from_cells))
    }

    /// A position in which they do not.
    pub(crate) fn apart<B: Bits>(&mut self, board: &Board) -> Option<[B; 2]> {
        self.stones(board).filter(|&[own, other]: &[B; 2]| (own & other).is_empty())
    }
}
