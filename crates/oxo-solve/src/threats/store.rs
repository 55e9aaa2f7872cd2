//! A store of threat sequences, which takes one byte for a sequence and one for each of its cells.
//!
//! A search finds millions of short sequences and keeps them for the proof. Separate allocations would take several
//! times the memory. Sequences are never removed; the whole store is freed at once.

use oxo_core::Cell;

use crate::board::position_index::narrow;

/// A block with more cells than this takes no further sequences. The sequences of one move fit in as many cells again:
/// fewer than 256 sequences of fewer than 128 cells. So an index within a block fits in two bytes.
const FULL_BLOCK: usize = 1 << 15;

/// A store of threat sequences.
#[derive(Debug, Clone, Default)]
pub(crate) struct SequenceStore {
    blocks: Vec<Block>,
    size: usize,
}

#[derive(Debug, Clone, Default)]
struct Block {
    lengths: Vec<u8>,
    cells: Vec<Cell>,
}

/// The sequences of one move in a store.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StoredSequences {
    block: u32,
    /// The indices of their first length and their first cell.
    first_length: u16,
    first_cell: u16,
    count: u16,
}

impl SequenceStore {
    /// Adds the sequences of at most one move.
    pub(crate) fn put<'a>(
        &mut self,
        sequences: impl IntoIterator<Item = &'a [Cell]>,
    ) -> StoredSequences {
        let mut sequences = sequences.into_iter().peekable();
        if sequences.peek().is_none() {
            return StoredSequences::default();
        }
        if self.blocks.last().is_none_or(Block::is_full) {
            self.blocks.push(Block::default());
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let (first_length, first_cell) = (block.lengths.len(), block.cells.len());
        for sequence in sequences {
            block
                .lengths
                .push(u8::try_from(sequence.len()).expect("a sequence has at most 128 moves"));
            block.cells.extend_from_slice(sequence);
        }
        let count = block.lengths.len() - first_length;
        self.size += count + (block.cells.len() - first_cell) * size_of::<Cell>();
        let [first_length, first_cell, count] = [first_length, first_cell, count]
            .map(|place| u16::try_from(place).expect("the block was not full"));
        StoredSequences { block: narrow(number), first_length, first_cell, count }
    }

    /// The sequences that were stored together, in the order in which they were added.
    pub(crate) fn get(&self, sequences: StoredSequences) -> impl Iterator<Item = &[Cell]> + '_ {
        let StoredSequences { block, first_length, first_cell, count } = sequences;
        let block = self.blocks.get(block as usize);
        let [first, count] = [first_length, count].map(usize::from);
        let lengths = block.map_or(&[][..], |block| &block.lengths[first..first + count]);
        let mut cells = block.map_or(&[][..], |block| &block.cells[first_cell.into()..]);
        lengths.iter().map(move |&length| {
            let (sequence, rest) = cells.split_at(length.into());
            cells = rest;
            sequence
        })
    }

    /// The memory of the store, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Block {
    /// There are as many lengths as cells only if all sequences have one cell. Empty sequences, which win at once,
    /// count too.
    fn is_full(&self) -> bool {
        self.cells.len().max(self.lengths.len()) > FULL_BLOCK
    }
}
