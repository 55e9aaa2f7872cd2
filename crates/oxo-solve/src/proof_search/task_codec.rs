//! A task as a record of a file (`codec.rs`), so that another process can go on with it and send it back.
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

use super::task::{Task, Trial};
use crate::checkpoint::codec::{Reader, put_cells, put_stones};
use crate::strategy::solution_table::SolutionTable;

impl<B: Bits> Task<B> {
    /// Adds the task to a file, without what was proved; None if a byte does not hold how many there are of something,
    /// which no board brings about.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) -> Option<()> {
        let numbers = [self.spent, self.stages as u64, self.is_proved.into()];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        put_stones(bytes, self.stones)?;
        for trials in [&self.trials, &self.reserve] {
            bytes.push(u8::try_from(trials.len()).ok()?);
            trials.iter().try_for_each(|trial| trial.put(bytes))?;
        }
        Some(())
    }

    /// Reads a task; None if there is none.
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

    /// Takes over how far somebody else came with this task in one stage, and what he proved, and says whether he came
    /// any further; None if it was another task.
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
    fn put(&self, bytes: &mut Vec<u8>) -> Option<()> {
        put_cells(bytes, self.cell)?;
        bytes.push(u8::try_from(self.left).ok()?);
        bytes.push(u8::try_from(self.replies.len()).ok()?);
        self.replies.iter().try_for_each(|&stones| put_stones(bytes, stones))
    }

    fn read(reader: &mut Reader<'_>, board: &Board) -> Option<Self> {
        let moves = reader.cells(board)?;
        let left = reader.byte()?.into();
        let replies = (0..reader.byte()?).map(|_| reader.apart(board)).collect::<Option<_>>()?;
        Some(Self { cell: moves.first().copied(), replies, left })
    }
}
