//! Exact replay of a threat sequence, which is what covers a reply of the opponent without a record.
//!
//! A sequence is a list of the strategist's moves. Each must make a threat: a cell on which the strategist would
//! complete a line, so that the opponent must answer there. The last move makes two such cells at once. If an answer
//! lets the opponent complete a line, the next move must be on that cell.

use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role, Stones};

/// The sequences of one record, in stored order.
#[derive(Debug, Default)]
pub(crate) struct Sequences {
    moves: Vec<Cell>,
    ends: Vec<usize>,
}

impl Sequences {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.ends.clear();
    }

    /// Adds a move to the current sequence.
    pub(crate) fn add_move(&mut self, cell: Cell) {
        self.moves.push(cell);
    }

    /// Ends the current sequence.
    pub(crate) fn end_sequence(&mut self) {
        self.ends.push(self.moves.len());
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Cell]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.moves[begin..end])
    }
}

/// Returns whether a sequence wins for the strategist, which is to move and cannot complete a line at once.
///
/// `danger` tells where the opponent can complete a line. Restores the stones before it returns.
pub(crate) fn wins(stones: &mut Stones<'_>, danger: Completions, sequence: &[Cell]) -> bool {
    plies(stones, danger, sequence).is_some()
}

/// Returns the plies until a replayed sequence completes a line for the strategist; `None` if it does not win. For the
/// arguments see [`wins`].
pub(crate) fn plies(
    stones: &mut Stones<'_>,
    danger: Completions,
    sequence: &[Cell],
) -> Option<usize> {
    play(stones, danger, sequence, &mut |_, _, _| ())
}

/// Returns the moves of both sides when a sequence is replayed, up to its winning move; `None` if it does not win. For
/// the arguments see [`wins`].
pub(crate) fn moves(
    stones: &mut Stones<'_>,
    danger: Completions,
    sequence: &[Cell],
) -> Option<Vec<Cell>> {
    let mut moves = Vec::new();
    play(stones, danger, sequence, &mut |_, _, cell| moves.push(cell))?;
    Some(moves)
}

/// Returns the cells that matter when a sequence is replayed after a pass of the opponent, and the plies of that
/// replay; `None` if the sequence does not win even then. Add the cells of [`cells_that_threaten`], which are the same
/// for all sequences.
///
/// Requires that neither side can complete a line. **Lemma:** the sequence also wins after any reply r of the opponent
/// that is on none of these cells. They are: the moves, the answers and the cells of the two threats at the end; and
/// the two empty cells of every line that at some moment holds k - 2 stones of the opponent and none of the strategist.
/// Proof: replay the sequence with an extra stone of the opponent on r. The same moves are legal, since r is not one of
/// them. They make the same threats: a stone of the opponent never makes a threat of the strategist, and removes one
/// only if it is on the line of the threat, which consists of the strategist's stones and the answer. The opponent gets
/// no other threat: a new one needs a line through r with k - 2 other stones of the opponent and one empty cell. So the
/// replay has the same moves and wins in the same number of plies.
pub(crate) fn cells_that_matter(
    stones: &mut Stones<'_>,
    sequence: &[Cell],
) -> Option<(CellSet, usize)> {
    let mut matter = CellSet::EMPTY;
    let plies = play(stones, Completions::None, sequence, &mut |stones, role, cell| {
        matter.insert(cell);
        let board = stones.board();
        for &line in board.through(cell) {
            let count = stones.on_line(usize::from(line));
            let empty = || board.lines()[usize::from(line)].intersection(&stones.empty());
            let critical = match role {
                Role::Strategist => count.alone(role) == Some(board.line_length() - 1),
                Role::Opponent => count.alone(role) == Some(board.line_length() - 2),
            };
            if critical {
                matter = matter.union(&empty());
            }
        }
    });
    plies.map(|plies| (matter, plies))
}

/// Returns the empty cells of the lines that now hold k - 2 stones of the opponent and none of the strategist. They
/// matter for every sequence from this position.
pub(crate) fn cells_that_threaten(stones: &Stones<'_>) -> CellSet {
    let board = stones.board();
    let lines = board.lines().iter().enumerate().filter(|(number, _)| {
        stones.on_line(*number).alone(Role::Opponent) == Some(board.line_length() - 2)
    });
    lines.fold(CellSet::EMPTY, |cells, (_, line)| cells.union(line)).intersection(&stones.empty())
}

/// Replays a sequence, calls `watch` after every stone, and takes all stones back. Returns the plies until a line is
/// complete, if the sequence wins. The depth of the recursion is bounded by the empty cells.
fn play<'b>(
    stones: &mut Stones<'b>,
    danger: Completions,
    sequence: &[Cell],
    watch: &mut impl FnMut(&Stones<'b>, Role, Cell),
) -> Option<usize> {
    let (&cell, rest) = sequence.split_first()?;
    let parries = match danger {
        Completions::None => true,
        Completions::One(needed) => needed == cell,
        Completions::Several => false,
    };
    if !parries || !stones.empty().contains(cell) {
        return None;
    }
    // The strategist had no threat before this move, and the opponent has none after it, so every threat now runs
    // through the latest stone.
    let threat = stones.put(Role::Strategist, cell);
    watch(stones, Role::Strategist, cell);
    let plies = match threat {
        Completions::None => None,
        // The opponent blocks one threat, and the strategist completes another.
        Completions::Several => Some(3),
        Completions::One(answer) => {
            let danger = stones.put(Role::Opponent, answer);
            watch(stones, Role::Opponent, answer);
            let plies = play(stones, danger, rest, watch);
            stones.take(Role::Opponent, answer);
            plies.map(|plies| plies + 2)
        }
    };
    stones.take(Role::Strategist, cell);
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// Makes threat sequences from a fixed stream of numbers, and compares the lemma with the replay for every reply.
    #[test]
    fn replies_that_do_not_matter_lose_to_the_sequence_on_exact_replay_in_as_many_plies() {
        let mut state = 0x006f_786f_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % limit
        };
        let (mut settled, mut compared) = (0, 0);
        for (description, stones_each) in [
            ("3x3x3", 3),
            ("4x4x4", 9),
            ("4x4x4", 13),
            ("5x5:4", 5),
            ("5x5x5", 34),
            ("3x3x3x3", 4),
            ("2x2x2", 0),
        ] {
            let board = Board::parse(description).unwrap();
            let mut random_stones = |count: usize| -> CellSet {
                (0..count).map(|_| Cell::at(below(board.size()))).collect()
            };
            for _ in 0..3_000 {
                let own = random_stones(stones_each);
                let other = random_stones(stones_each).without(&own);
                let mut stones = Stones::new(&board, [own, other]);
                let over =
                    board.lines().iter().any(|l| own.contains_all(l) || other.contains_all(l));
                if over
                    || !stones.completions(Role::Strategist).is_empty()
                    || !stones.completions(Role::Opponent).is_empty()
                {
                    continue;
                }
                let sequence = threats_while_there_are_some(&mut stones.clone());
                let before = (stones.by_role(), stones.empty());
                let matter = cells_that_matter(&mut stones, &sequence);
                let threatening = cells_that_threaten(&stones);
                assert_eq!((stones.by_role(), stones.empty()), before, "all stones are taken back");
                let Some((matter, after_pass)) = matter else { continue };
                for reply in stones.empty().iter() {
                    let danger = stones.put(Role::Opponent, reply);
                    let found = plies(&mut stones, danger, &sequence);
                    stones.take(Role::Opponent, reply);
                    if !matter.union(&threatening).contains(reply) {
                        let against = format!("{description}: {sequence:?} against {reply:?}");
                        assert_eq!(found, Some(after_pass), "{against}");
                        settled += 1;
                    }
                    // An extra stone of the opponent never makes a sequence shorter.
                    assert!(found.is_none_or(|found| found >= after_pass));
                    compared += 1;
                }
            }
        }
        assert!(settled > 1_000 && compared > 2 * settled, "{settled} of {compared}");
    }

    /// Returns a threat sequence that takes the first threat each time, until there is none.
    fn threats_while_there_are_some(stones: &mut Stones<'_>) -> Vec<Cell> {
        let mut sequence = Vec::new();
        'next: loop {
            for cell in stones.empty().iter() {
                let threat = stones.put(Role::Strategist, cell);
                match threat {
                    Completions::None => stones.take(Role::Strategist, cell),
                    Completions::One(answer) => {
                        sequence.push(cell);
                        if stones.put(Role::Opponent, answer) != Completions::None {
                            return sequence;
                        }
                        continue 'next;
                    }
                    Completions::Several => {
                        sequence.push(cell);
                        return sequence;
                    }
                }
            }
            return sequence;
        }
    }
}
