//! The encoding of a task in a file (`codec.rs`), which another process continues and sends back.
//!
//! ```text
//! positions searched, number of stages so far, 1 if it is proved and 0 if not: numbers
//! the position
//! number of trials; for each
//!   number of moves, which is 0 or 1, and the move
//!   how many replies were not won in the latest stage
//!   number of replies, and the position after each
//! number of trials in reserve; for each the same
//! ```

use oxo_core::{Bits, Board};

use crate::checkpoint::codec::{Reader, put_cells, put_count, put_numbers, put_stones};
use crate::proof_search::task::{Task, Trial};
use crate::strategy::solution_table::SolutionTable;

impl<B: Bits> Task<B> {
    /// Appends the task to a file, without its answers.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        put_numbers(bytes, [self.spent, self.stages as u64, self.is_proved.into()]);
        put_stones(bytes, self.stones);
        for trials in [&self.trials, &self.reserve] {
            put_count(bytes, trials.len());
            for trial in trials {
                trial.put(bytes);
            }
        }
    }

    /// Reads a task. Returns None if the bytes are not a task.
    pub(crate) fn read(reader: &mut Reader<'_>, board: &Board) -> Option<Self> {
        let [spent, stages, proved] = [reader.number()?, reader.number()?, reader.number()?];
        let stones = reader.apart(board)?;
        let mut trials =
            || (0..reader.byte()?).map(|_| Trial::read(reader, board)).collect::<Option<Vec<_>>>();
        let [trials, reserve] = [trials()?, trials()?];
        let stages = usize::try_from(stages).ok()?;
        let found = SolutionTable::default();
        Some(Self { stones, trials, reserve, stages, spent, is_proved: proved == 1, found })
    }

    /// Merges the progress that another process made with this task in one stage, and the answers it proved. Returns
    /// whether the task advanced, or None if `other` is a different task.
    pub(crate) fn merge(&mut self, other: Self, found: SolutionTable<B>) -> Option<bool> {
        if self.stones != other.stones || self.spent > other.spent {
            return None;
        }
        let is_further = (self.spent, self.stages) != (other.spent, other.stages);
        *self = Self { found, ..other };
        Some(is_further)
    }
}

impl<B: Bits> Trial<B> {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_cells(bytes, self.cell);
        put_count(bytes, self.left);
        put_count(bytes, self.replies.len());
        for &stones in &self.replies {
            put_stones(bytes, stones);
        }
    }

    fn read(reader: &mut Reader<'_>, board: &Board) -> Option<Self> {
        let moves = reader.cells(board)?;
        let left = reader.byte()?.into();
        let replies = (0..reader.byte()?).map(|_| reader.apart(board)).collect::<Option<_>>()?;
        Some(Self { cell: moves.first().copied(), replies, left })
    }
}
