//! Search for forced wins on 4x4x4. It is the only search in the checker, for Patashnik's dictionary, which omits them.
//!
//! A found sequence counts only if `replay.rs` confirms that it wins. So a fault here can make the checker refuse a
//! good proof, but not accept a bad one. The search is complete: if it finds no forced win, none exists.
//!
//! The search visits millions of positions, so it stores them in its own form, with one bit for each of the 76 lines.
//! Two such words count, in binary, the stones of one side on all lines at once, and a stone changes them with three
//! operations.

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role};

/// One bit for each line.
type LineBits = u128;

/// One bit for each cell.
type CellBits = u64;

/// A search for forced wins that remembers refuted positions.
pub(crate) struct ForcedWins {
    /// The lines through each cell.
    through: Vec<LineBits>,
    /// The cells of each line.
    cells: Vec<CellBits>,
    /// Positions with the strategist to move and no forced win, each at its `slot`. A new one replaces the old one. The
    /// table is small enough to stay in a processor cache.
    refuted: Vec<[CellBits; 2]>,
    /// The moves that lead to the current position of the search.
    moves: Vec<Cell>,
}

/// The table of refuted positions has two to this power slots.
const TABLE_BITS: u32 = 16;

/// Stones of the strategist and of the opponent.
#[derive(Clone, Copy, Default)]
struct State {
    stones: [CellBits; 2],
    /// For each side, the low and the high bit of its number of stones on each line. No line is ever full.
    counts: [[LineBits; 2]; 2],
}

/// A move that makes a threat, and the reply that blocks it.
#[derive(Clone, Copy)]
struct Threat {
    /// The score of the move; see [`ForcedWins::score`].
    score: i32,
    cell: usize,
    answer: usize,
}

impl ForcedWins {
    /// Makes a search for the board 4x4x4, or for another board of at most 64 cells and 128 lines of 4 cells.
    pub(crate) fn new(board: &Board) -> Self {
        assert!(board.size() <= 64 && board.lines().len() <= 128 && board.line_length() == 4);
        let through =
            |cell: Cell| board.through(cell).iter().fold(0, |lines, &line| lines | 1 << line);
        Self {
            through: (0..board.size()).map(Cell::at).map(through).collect(),
            cells: board.lines().iter().map(bits).collect(),
            // No position equals this one, since it has stones of both sides on every cell.
            refuted: vec![[CellBits::MAX; 2]; 1 << TABLE_BITS],
            moves: Vec::new(),
        }
    }

    /// Returns a sequence that wins for the strategist, if there is one. The strategist is to move and cannot complete
    /// a line at once. `danger` tells where the opponent can complete a line.
    pub(crate) fn find(
        &mut self,
        by_role: &[CellSet; 2],
        danger: Completions,
    ) -> Option<Vec<Cell>> {
        let mut state = State::default();
        for role in [Role::Strategist, Role::Opponent] {
            for cell in by_role[role as usize].iter() {
                self.put(&mut state, role, cell.index());
            }
        }
        let danger = match danger {
            Completions::None => 0,
            Completions::One(cell) => 1 << cell.index(),
            Completions::Several => return None,
        };
        self.moves.clear();
        self.search(&state, danger).then(|| self.moves.clone())
    }

    /// Returns whether the strategist, to move, has a forced win, and if so adds its moves. `danger` holds the only
    /// cell on which the opponent can complete a line, or no cell.
    fn search(&mut self, state: &State, danger: CellBits) -> bool {
        // Threats arise on lines with two stones of the strategist and none of the opponent.
        let [low, high] = state.counts[Role::Strategist as usize];
        let mut twos = high & !low & !state.touched(Role::Opponent);
        if danger != 0 {
            twos &= self.through[first(danger)];
        }
        let empty = !(state.stones[0] | state.stones[1]);
        let (mut once, mut twice) = (0, 0);
        for line in ones(twos) {
            let ends = self.cells[line] & empty;
            twice |= once & ends;
            once |= ends;
        }
        if danger != 0 {
            twice &= danger;
        }
        if twice != 0 {
            self.moves.push(Cell::at(first(twice)));
            return true;
        }
        if twos == 0 || self.refuted[slot(state.stones)] == state.stones {
            return false;
        }
        // No cell is on two of these lines, so there are at most as many threats as cells.
        let mut threats = [Threat { score: 0, cell: 0, answer: 0 }; 64];
        let mut count = 0;
        for line in ones(twos) {
            let ends = self.cells[line] & empty;
            let (lower, higher) = (first(ends), first(ends & (ends - 1)));
            for (cell, answer) in [(lower, higher), (higher, lower)] {
                if danger == 0 || danger == 1 << cell {
                    threats[count] =
                        Threat { score: self.score(state, cell, answer), cell, answer };
                    count += 1;
                }
            }
        }
        let threats = &mut threats[..count];
        threats.sort_unstable_by_key(|threat| (-threat.score, threat.cell));
        for &Threat { cell, answer, .. } in threats.iter() {
            let mut next = *state;
            self.put(&mut next, Role::Strategist, cell);
            self.put(&mut next, Role::Opponent, answer);
            let danger = self.completions(&next, answer);
            self.moves.push(Cell::at(cell));
            if danger.count_ones() < 2 && self.search(&next, danger) {
                return true;
            }
            self.moves.pop();
        }
        self.refuted[slot(state.stones)] = state.stones;
        false
    }

    fn put(&self, state: &mut State, role: Role, cell: usize) {
        state.stones[role as usize] |= 1 << cell;
        let [low, high] = &mut state.counts[role as usize];
        *high ^= *low & self.through[cell];
        *low ^= self.through[cell];
    }

    /// Returns the cells on which the opponent can complete a line through a given cell.
    fn completions(&self, state: &State, cell: usize) -> CellBits {
        let [low, high] = state.counts[Role::Opponent as usize];
        let threes = self.through[cell] & low & high & !state.touched(Role::Strategist);
        let empty = !(state.stones[0] | state.stones[1]);
        ones(threes).fold(0, |cells, line| cells | self.cells[line] & empty)
    }

    /// Counts the new lines with two stones that a move makes, twice, and subtracts those that its answer breaks or
    /// makes for the opponent.
    fn score(&self, state: &State, cell: usize, answer: usize) -> i32 {
        let single = |role: Role| {
            let [low, high] = state.counts[role as usize];
            low & !high & !state.touched(role.other())
        };
        let count = |role: Role, cell: usize| (self.through[cell] & single(role)).count_ones();
        2 * count(Role::Strategist, cell).cast_signed()
            - count(Role::Strategist, answer).cast_signed()
            - count(Role::Opponent, answer).cast_signed()
    }
}

impl State {
    /// Returns the lines with stones of one side.
    fn touched(&self, role: Role) -> LineBits {
        let [low, high] = self.counts[role as usize];
        low | high
    }
}

/// Returns the set as one word.
fn bits(cells: &CellSet) -> CellBits {
    cells.iter().fold(0, |bits, cell| bits | 1 << cell.index())
}

/// Returns the index of the lowest bit.
fn first(cells: CellBits) -> usize {
    cells.trailing_zeros() as usize
}

/// Returns the indices of all set bits, ascending.
fn ones(mut lines: LineBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let line = lines.trailing_zeros() as usize;
        lines &= lines.checked_sub(1)?;
        Some(line)
    })
}

/// Returns the index of a position in the table: the high bits of a product with two odd numbers, which depend on all
/// bits of both sides' stones (Knuth, *The Art of Computer Programming* 3, section 6.4).
fn slot([own, other]: [CellBits; 2]) -> usize {
    let mixed = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.rotate_left(32))
        .wrapping_mul(0xff51_afd7_ed55_8ccd);
    usize::try_from(mixed >> (64 - TABLE_BITS)).expect("a word of the machine has 16 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay;
    use crate::stones::Stones;

    /// Returns whether there is a forced win, by trying every cell with the checker's own stones.
    fn exists(stones: &mut Stones<'_>, danger: Completions) -> bool {
        if danger == Completions::Several {
            return false;
        }
        let moves = match danger {
            Completions::One(cell) => CellSet::from_iter([cell]),
            _ => stones.empty(),
        };
        moves.iter().any(|cell| {
            let won = match stones.put(Role::Strategist, cell) {
                Completions::None => false,
                Completions::Several => true,
                Completions::One(answer) => {
                    let danger = stones.put(Role::Opponent, answer);
                    let won = exists(stones, danger);
                    stones.take(Role::Opponent, answer);
                    won
                }
            };
            stones.take(Role::Strategist, cell);
            won
        })
    }

    #[test]
    fn forced_wins_are_found_exactly_where_they_exist() {
        let board = Board::parse("4x4x4").unwrap();
        let mut search = ForcedWins::new(&board);
        let mut state = 0x006f_786f_u64;
        let mut random_stones = |count: usize| -> CellSet {
            let mut below = |limit: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                usize::try_from(state >> 33).unwrap() % limit
            };
            (0..count).map(|_| Cell::at(below(64))).collect()
        };
        let (mut found, mut none) = (0, 0);
        for round in 0..4_000 {
            let own = random_stones(5 + round % 6);
            let other = random_stones(5 + round % 6).without(&own);
            let mut stones = Stones::new(&board, [own, other]);
            let over = board.lines().iter().any(|l| own.contains_all(l) || other.contains_all(l));
            if over || !stones.completions(Role::Strategist).is_empty() {
                continue;
            }
            let danger = Completions::from(&stones.completions(Role::Opponent));
            let sequence = search.find(&stones.by_role(), danger);
            assert_eq!(sequence.is_some(), exists(&mut stones, danger), "{own:?} {other:?}");
            match sequence {
                Some(sequence) => {
                    assert!(replay::wins(&mut stones, danger, &sequence));
                    found += 1;
                }
                None => none += 1,
            }
        }
        assert!(found > 100 && none > 100, "{found} {none}");
    }
}
