//! The common format of a search's files: a head that names their kind, records, and a checksum.
//!
//! ```text
//! HEAD\n                       what it is, and its version
//! board 4x4x4\n
//! x\n                          the attacker
//! records
//! CRC-32 of all before it, 4 bytes, little-endian
//! ```
//!
//! Cells and counts are single bytes, since boards have at most 256 cells. Other numbers are eight bytes,
//! little-endian. The content of such a file is not trusted: it says what to try first, and only `prove_strategy` makes
//! proofs.

use oxo_core::{Bits, Board, Cell, Side};

/// Writes the head of a file.
pub(crate) fn write_header(head: &str, board: &Board, attacker: Side) -> Vec<u8> {
    format!("{head}\nboard {board}\n{attacker}\n").into_bytes()
}

/// Completes a file with its checksum.
pub(crate) fn append_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Appends numbers of eight bytes each.
pub(crate) fn put_numbers<const N: usize>(bytes: &mut Vec<u8>, numbers: [u64; N]) {
    bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
}

/// Appends the count of what follows, which is below the number of the board's cells.
pub(crate) fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.push(u8::try_from(count).expect("fewer than the cells of a board"));
}

/// Appends the number of cells and the cells.
pub(crate) fn put_cells(bytes: &mut Vec<u8>, cells: impl IntoIterator<Item = Cell>) {
    let cells: Vec<u8> = cells.into_iter().map(u8::from).collect();
    put_count(bytes, cells.len());
    bytes.extend(cells);
}

/// Appends a position, the attacker's stones first.
pub(crate) fn put_stones<B: Bits>(bytes: &mut Vec<u8>, stones: [B; 2]) {
    for own in stones {
        put_cells(bytes, own.cells());
    }
}

/// Reads a file whose checksum was verified.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    /// The board's description, as written in the file.
    pub(crate) board: &'a str,
    pub(crate) attacker: Side,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Opens a file. Returns None if it has another head or is damaged.
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

    /// Reads a position, the attacker's stones first. The sets may overlap.
    pub(crate) fn stones<B: Bits>(&mut self, board: &Board) -> Option<[B; 2]> {
        Some([self.cells(board)?, self.cells(board)?].map(B::from_cells))
    }

    /// Reads a position in which the sets do not overlap.
    pub(crate) fn apart<B: Bits>(&mut self, board: &Board) -> Option<[B; 2]> {
        self.stones(board).filter(|&[own, other]: &[B; 2]| (own & other).is_empty())
    }
}
