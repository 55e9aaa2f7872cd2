//! The answers of a search as bytes, so that a later run or another process can begin with them.
//!
//! ```text
//! oxo answers 1\n              and the rest of a head (`codec.rs`)
//! records, one for each answer:
//!   number of the attacker's stones, their cells; the same for the defender's
//!   the answer's cell; number of threat sequences; for each its length and its cells
//! ```

use oxo_core::{Bits, Board, Cell, Side};

use crate::checkpoint::codec::{
    Reader, append_checksum, put_cells, put_count, put_stones, write_header,
};
use crate::strategy::solution_table::{Answer, SolutionTable};

const HEAD: &str = "oxo answers 1";

/// Writes answers in a fixed order, so that equal answers make equal files.
pub(crate) fn to_bytes<B: Bits>(
    board: &Board,
    attacker: Side,
    answers: &SolutionTable<B>,
) -> Vec<u8> {
    let mut records: Vec<Vec<u8>> =
        answers.iter().map(|(stones, answer)| record(stones, answer)).collect();
    records.sort_unstable();
    let mut bytes = write_header(HEAD, board, attacker);
    bytes.extend(records.concat());
    append_checksum(bytes)
}

/// Reads the answers of a file, and the attacker that they are for. Returns None if the file is damaged or is for
/// another board.
pub(crate) fn from_bytes<B: Bits>(board: &Board, bytes: &[u8]) -> Option<(Side, SolutionTable<B>)> {
    let mut reader = Reader::new(HEAD, bytes)?;
    if reader.board != board.to_string() {
        return None;
    }
    let mut answers = SolutionTable::default();
    while !reader.is_at_end() {
        let [own, other]: [B; 2] = reader.stones(board)?;
        let cell = reader.cell(board)?;
        let sequences =
            (0..reader.byte()?).map(|_| reader.cells(board)).collect::<Option<Vec<Vec<Cell>>>>()?;
        // Does not check whether the position is canonical, which would take long. If it is not, no search looks it up.
        if (own & other).is_empty() && !(own | other).contains(cell) {
            answers
                .add([own, other], Answer { cell, sequences: sequences.iter().map(Vec::as_slice) });
        }
    }
    Some((reader.attacker, answers))
}

fn record<'a, B: Bits>(
    stones: [B; 2],
    answer: Answer<impl Iterator<Item = &'a [Cell]>>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_stones(&mut bytes, stones);
    bytes.push(answer.cell.into());
    let sequences: Vec<&[Cell]> = answer.sequences.collect();
    put_count(&mut bytes, sequences.len());
    for sequence in sequences {
        put_cells(&mut bytes, sequence.iter().copied());
    }
    bytes
}
