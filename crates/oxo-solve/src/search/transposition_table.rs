//! What the search remembers of positions: a table with full keys that grows up to a bound on its memory.
//!
//! Stones alone are the key: within one search they say whose turn it is. A place has two entries, one for the deeper
//! search and one for the latest.

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

/// The depth of a score that does not rest on any guess.
pub(super) const EXHAUSTIVE: usize = usize::MAX;

/// What is known of a position.
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
    /// Slots that the memory holds.
    room: usize,
}

impl<B: Bits> TranspositionTable<B> {
    /// A table that takes at most `memory` bytes, two entries in any case.
    pub(super) fn new(memory: usize) -> Self {
        let room = (memory / size_of::<Slot<B>>()).max(2);
        // The largest power of two that fits.
        let slots = FIRST_SLOTS.min(1 << room.ilog2());
        Self { slots: vec![None; slots], filled: 0, room }
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: [B; 2]) -> Option<Entry> {
        let place = self.place(key);
        let of_key = |slot: &Slot<B>| slot.filter(|(known, _)| *known == key);
        self.slots[place..place + 2].iter().find_map(of_key).map(|(_, entry)| entry)
    }

    /// Remembers what was found.
    pub(super) fn put(&mut self, key: [B; 2], entry: Entry) {
        // While it grows, the old table is there beside one of twice the size.
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

    /// Where the two entries of a position begin.
    fn place(&self, key: [B; 2]) -> usize {
        let places = (self.slots.len() / 2) as u64;
        2 * usize::try_from(position_hash(key) % places).expect("less than a number of slots")
    }
}
