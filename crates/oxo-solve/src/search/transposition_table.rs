//! The transposition table of the search, with full keys; it grows up to a limit of memory.
//!
//! The key is the stones alone, since they determine the side to move within one search. A bucket has two entries, one
//! for the deeper search and one for the latest.

use oxo_core::{Bits, Cell};

use crate::board::position_hash::position_hash;
use crate::search::score::Score;

/// What the score of an entry bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score is the value.
    Exact,
    /// The value is the score or more.
    Lower,
    /// The value is the score or less.
    Upper,
}

/// The depth of a score that depends on no estimate.
pub(super) const EXHAUSTIVE: usize = usize::MAX;

/// The stored result of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// Plies searched, or [`EXHAUSTIVE`].
    pub(super) depth: usize,
    /// The best move.
    pub(super) cell: Option<Cell>,
}

type Slot<B> = Option<([B; 2], Entry)>;

/// Entries when the table is new.
const FIRST_SLOTS: usize = 1 << 10;

/// The table.
pub(super) struct TranspositionTable<B> {
    slots: Vec<Slot<B>>,
    filled: usize,
    /// Entries that fit in the memory.
    room: usize,
}

impl<B: Bits> TranspositionTable<B> {
    /// Creates a table of at most `memory` bytes, but with at least two entries.
    pub(super) fn new(memory: usize) -> Self {
        let room = (memory / size_of::<Slot<B>>()).max(2);
        // The largest power of two that fits.
        let slots = FIRST_SLOTS.min(1 << room.ilog2());
        Self { slots: vec![None; slots], filled: 0, room }
    }

    /// The entry of a position.
    pub(super) fn get(&self, key: [B; 2]) -> Option<Entry> {
        let place = self.place(key);
        let of_key = |slot: &Slot<B>| slot.filter(|(known, _)| *known == key);
        self.slots[place..place + 2].iter().find_map(of_key).map(|(_, entry)| entry)
    }

    /// Stores the result of a position.
    pub(super) fn put(&mut self, key: [B; 2], entry: Entry) {
        // While the table grows, the old one and a new one of twice its size exist.
        if 2 * self.filled > self.slots.len() && 3 * self.slots.len() <= self.room {
            self.grow();
        }
        let place = self.place(key);
        let [deep, latest] = &mut self.slots[place..place + 2] else { return };
        let is_same = |slot: &Slot<B>| slot.is_some_and(|(known, _)| known == key);
        let chosen = match deep {
            _ if is_same(deep) => deep,
            _ if is_same(latest) => latest,
            None => deep,
            Some((_, old)) if entry.depth >= old.depth => {
                self.filled += usize::from(latest.is_none());
                *latest = *deep;
                deep
            }
            Some(_) => latest,
        };
        self.filled += usize::from(chosen.is_none());
        *chosen = Some((key, entry));
    }

    fn grow(&mut self) {
        let larger = vec![None; 2 * self.slots.len()];
        let entries = std::mem::replace(&mut self.slots, larger);
        self.filled = 0;
        for (key, entry) in entries.into_iter().flatten() {
            self.put(key, entry);
        }
    }

    /// The index of the first of the two entries for a position.
    fn place(&self, key: [B; 2]) -> usize {
        let places = (self.slots.len() / 2) as u64;
        2 * usize::try_from(position_hash(key) % places).expect("less than a number of slots")
    }
}
