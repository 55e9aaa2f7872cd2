//! The answers of a finished search: the attacker's move for each class of positions with the attacker to move.

use oxo_core::{Bits, Cell};

use crate::board::position_index::PositionIndex;
use crate::threats::store::{SequenceStore, StoredSequences};

/// The attacker's answer in a position, and the threat sequences that win against replies to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer<R> {
    pub(crate) cell: Cell,
    pub(crate) sequences: R,
}

/// Answers by canonical position, the attacker's stones first.
#[derive(Debug, Clone)]
pub(crate) struct SolutionTable<B> {
    positions: PositionIndex<B>,
    by_number: Vec<Answer<StoredSequences>>,
    store: SequenceStore,
}

impl<B: Bits> SolutionTable<B> {
    /// Returns whether a position has an answer.
    pub(crate) fn has(&self, stones: &[B; 2]) -> bool {
        self.positions.number(stones).is_some()
    }

    /// Returns how many answers there are.
    pub(crate) fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Returns the number of the answer in a position, in the order of addition; None if it has none.
    pub(crate) fn number(&self, stones: &[B; 2]) -> Option<usize> {
        self.positions.number(stones)
    }

    /// Returns the position and the answer with a number.
    pub(crate) fn entry(
        &self,
        number: usize,
    ) -> ([B; 2], Answer<impl Iterator<Item = &[Cell]> + use<'_, B>>) {
        (self.positions.stones(number), self.answer(number))
    }

    /// Returns the answer in a position, None if it has none.
    pub(crate) fn get(
        &self,
        stones: &[B; 2],
    ) -> Option<Answer<impl Iterator<Item = &[Cell]> + use<'_, B>>> {
        self.positions.number(stones).map(|number| self.answer(number))
    }

    /// Adds an answer, unless the position has one already.
    pub(crate) fn add<'a>(
        &mut self,
        stones: [B; 2],
        answer: Answer<impl IntoIterator<Item = &'a [Cell]>>,
    ) {
        if !self.has(&stones) {
            let Answer { cell, sequences } = answer;
            self.positions.add(stones);
            self.by_number.push(Answer { cell, sequences: self.store.put(sequences) });
        }
    }

    /// Adds an answer without threat sequences, as [`Self::add`] does.
    pub(crate) fn add_move(&mut self, stones: [B; 2], cell: Cell) {
        self.add(stones, Answer { cell, sequences: [] });
    }

    /// Adds the answers of another table in positions that have none here.
    pub(crate) fn add_all(&mut self, others: &Self) {
        for (stones, answer) in others.iter() {
            self.add(stones, answer);
        }
    }

    /// Returns all positions with their answers, in the order in which they were added.
    pub(crate) fn iter(
        &self,
    ) -> impl Iterator<Item = ([B; 2], Answer<impl Iterator<Item = &[Cell]>>)> {
        self.positions.iter().enumerate().map(|(number, stones)| (stones, self.answer(number)))
    }

    /// Estimates the memory of the table, in bytes.
    pub(crate) fn size(&self) -> usize {
        let each = PositionIndex::<B>::SIZE + size_of::<Answer<StoredSequences>>();
        self.by_number.len() * each + self.store.size()
    }

    fn answer(&self, number: usize) -> Answer<impl Iterator<Item = &[Cell]> + use<'_, B>> {
        let Answer { cell, sequences } = self.by_number[number];
        Answer { cell, sequences: self.store.get(sequences) }
    }
}

impl<B> Default for SolutionTable<B> {
    fn default() -> Self {
        Self {
            positions: PositionIndex::default(),
            by_number: Vec::new(),
            store: SequenceStore::default(),
        }
    }
}
