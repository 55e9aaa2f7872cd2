//! A store of runs of threats, which takes one byte for a run and one for each of its cells.
//!
//! A search finds millions of runs, short ones, and keeps them for the proof; an allocation each would take several
//! times as much as they hold. Nothing is taken out again before the whole store is given up.

use oxo_core::Cell;

use crate::board::position_index::narrow;

/// A block with more cells than this takes no more runs. What one move needs fits in as many again: fewer than 256
/// runs of fewer than 128 cells, so that places in a block are two bytes.
const FULL_BLOCK: usize = 1 << 15;

/// The store.
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

/// Some runs of a store that were put there together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StoredSequences {
    block: u32,
    /// Where their lengths and their cells begin.
    first_length: u16,
    first_cell: u16,
    count: u16,
}

impl SequenceStore {
    /// Puts some runs into the store: what one move needs at most.
    pub(crate) fn put<'a>(
        &mut self,
        runs: impl IntoIterator<Item = &'a [Cell]>,
    ) -> StoredSequences {
        let mut runs = runs.into_iter().peekable();
        if runs.peek().is_none() {
            return StoredSequences::default();
        }
        if self.blocks.last().is_none_or(Block::is_full) {
            self.blocks.push(Block::default());
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let (first_length, first_cell) = (block.lengths.len(), block.cells.len());
        for run in runs {
            block.lengths.push(u8::try_from(run.len()).expect("a run has at most 128 moves"));
            block.cells.extend_from_slice(run);
        }
        let count = block.lengths.len() - first_length;
        self.size += count + (block.cells.len() - first_cell) * size_of::<Cell>();
        let [first_length, first_cell, count] = [first_length, first_cell, count]
            .map(|place| u16::try_from(place).expect("the block was not full"));
        StoredSequences { block: narrow(number), first_length, first_cell, count }
    }

    /// Runs that were put into this store, in the order in which they were.
    pub(crate) fn get(&self, runs: StoredSequences) -> impl Iterator<Item = &[Cell]> + '_ {
        let StoredSequences { block, first_length, first_cell, count } = runs;
        let block = self.blocks.get(block as usize);
        let [first, count] = [first_length, count].map(usize::from);
        let lengths = block.map_or(&[][..], |block| &block.lengths[first..first + count]);
        let mut cells = block.map_or(&[][..], |block| &block.cells[first_cell.into()..]);
        lengths.iter().map(move |&length| {
            let (run, rest) = cells.split_at(length.into());
            cells = rest;
            run
        })
    }

    /// Bytes that the store holds.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Block {
    /// Lengths are as many as cells only where all runs are of one cell; empty runs, which win at once, are counted too.
    fn is_full(&self) -> bool {
        self.cells.len().max(self.lengths.len()) > FULL_BLOCK
    }
}
