//! Answers of a search that was stopped, as bytes, so that another run can begin with them.
//!
//! ```text
//! oxo answers 1\n              what it is, and its version
//! board 4x4x4\n
//! x\n                          the attacker
//! records, one for each answer:
//!   number of the attacker's stones, their cells; the same for the defender's
//!   the answer's cell; number of runs; for each its length and its cells
//! CRC-32 of all before it, 4 bytes, little-endian
//! ```
//!
//! Numbers and cells are single bytes, runs and stones being fewer than 256. Nothing in such a file is believed: it
//! says what to try first, and only the walk over a finished search proves anything.

use oxo_core::{Bits, Board, Cell, Side};

use crate::answers::{Answer, Answers, canonical};

const HEAD: &str = "oxo answers 1\n";

/// Writes answers, in an order of their own so that equal answers make equal files.
pub(crate) fn to_bytes<B: Bits>(board: &Board, attacker: Side, answers: &Answers<B>) -> Vec<u8> {
    let mut records: Vec<Vec<u8>> =
        answers.iter().filter_map(|(stones, answer)| record(stones, answer)).collect();
    records.sort_unstable();
    let mut bytes = format!("{HEAD}board {board}\n{attacker}\n").into_bytes();
    bytes.extend(records.concat());
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads answers for a board, with the attacker whom they are for; None if the bytes are not such a file, whole and
/// for this board.
pub(crate) fn from_bytes<B: Bits>(board: &Board, bytes: &[u8]) -> Option<(Side, Answers<B>)> {
    let (bytes, sum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
        return None;
    }
    let bytes = bytes.strip_prefix(HEAD.as_bytes())?;
    let bytes = bytes.strip_prefix(format!("board {board}\n").as_bytes())?;
    let (attacker, bytes) = bytes.split_at_checked(2)?;
    let attacker =
        Side::BOTH.into_iter().find(|side| format!("{side}\n").as_bytes() == attacker)?;
    let mut reader = Reader { board, bytes };
    let mut answers = Answers::default();
    while !reader.bytes.is_empty() {
        let [own, his] = [reader.cells()?, reader.cells()?].map(B::from_cells);
        let cell = reader.cell()?;
        let runs =
            (0..reader.byte()?).map(|_| reader.cells()).collect::<Option<Vec<Vec<Cell>>>>()?;
        let (key, _) = canonical(board, [own, his]);
        if key == [own, his] && (own & his).is_empty() && !(own | his).contains(cell) {
            answers.add(key, Answer { cell, runs: runs.iter().map(Vec::as_slice) });
        }
    }
    Some((attacker, answers))
}

/// One record, None if something in it is too long for a byte.
fn record<'a, B: Bits>(
    stones: [B; 2],
    answer: Answer<impl Iterator<Item = &'a [Cell]>>,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for own in stones {
        bytes.push(u8::try_from(own.count()).ok()?);
        bytes.extend(own.cells().filter_map(byte));
    }
    bytes.extend(byte(answer.cell));
    let count = bytes.len();
    bytes.push(0);
    for run in answer.runs {
        bytes[count] = bytes[count].checked_add(1)?;
        bytes.push(u8::try_from(run.len()).ok()?);
        bytes.extend(run.iter().copied().filter_map(byte));
    }
    Some(bytes)
}

fn byte(cell: Cell) -> Option<u8> {
    u8::try_from(cell.index()).ok()
}

struct Reader<'a> {
    board: &'a Board,
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn cell(&mut self) -> Option<Cell> {
        let index = self.byte()?;
        self.board.cell(index.into()).ok()
    }

    fn cells(&mut self) -> Option<Vec<Cell>> {
        (0..self.byte()?).map(|_| self.cell()).collect()
    }
}
