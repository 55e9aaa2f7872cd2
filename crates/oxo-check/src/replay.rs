//! Replaying a run of threats, exactly: the one thing that covers a reply of the opponent without a record.
//!
//! A sequence is a list of the strategist's moves. Each must make a threat - a cell on which the
//! strategist would complete a line - that the opponent has to answer there, until a move makes two such
//! cells at once. Where an answer lets the opponent complete a line, the next move must be on that cell.

use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role, Stones};

/// Sequences of one record, in the order in which they are stored.
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

    /// Adds a move to the sequence that is being read.
    pub(crate) fn add_move(&mut self, cell: Cell) {
        self.moves.push(cell);
    }

    /// Ends the sequence that is being read.
    pub(crate) fn end_sequence(&mut self) {
        self.ends.push(self.moves.len());
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Cell]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.moves[begin..end])
    }
}

/// Returns whether a sequence wins for the strategist, who is to move and cannot complete a line at
/// once.
///
/// `danger` is where the opponent can complete a line. The stones are left as they were.
pub(crate) fn wins(stones: &mut Stones<'_>, danger: Completions, sequence: &[Cell]) -> bool {
    plies(stones, danger, sequence).is_some()
}

/// Returns the plies of the game from here on if a sequence is replayed, until the strategist has completed a line;
/// `None` if it does not win. For the arguments see [`wins`].
pub(crate) fn plies(
    stones: &mut Stones<'_>,
    danger: Completions,
    sequence: &[Cell],
) -> Option<usize> {
    play(stones, danger, sequence, &mut |_, _, _| ())
}

/// Returns the moves of both sides when a sequence is replayed, as far as the one with which it wins;
/// `None` if it does not win. For the arguments see [`wins`].
pub(crate) fn moves(
    stones: &mut Stones<'_>,
    danger: Completions,
    sequence: &[Cell],
) -> Option<Vec<Cell>> {
    let mut moves = Vec::new();
    play(stones, danger, sequence, &mut |_, _, cell| moves.push(cell))?;
    Some(moves)
}

/// Returns the cells that matter when a sequence is replayed with the opponent passing first, and the plies that
/// this takes; `None` if it does not even win then.
///
/// The strategist cannot complete a line, and neither can the opponent. **Lemma:** the sequence also wins
/// after any reply r of the opponent that is not among these cells. They are: the moves, the answers and
/// the cells of the two threats at the end; and, for every line that at some moment holds k - 2 stones of
/// the opponent and none of the strategist, its two empty cells. Now replay it with an extra stone of the
/// opponent on r. The same moves are legal, as r is no move. They make the same threats: a stone of the
/// opponent makes no threat of the strategist, and takes one away only if it is on the line of the threat,
/// whose cells are the strategist's stones, the answer and nothing else. And the opponent threatens nothing
/// else: a new threat needs a line through r with k - 2 other stones of the opponent and one empty cell. So
/// the replay goes move by move as before, and wins in as many plies.
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

/// Returns the empty cells of the lines that hold k - 2 stones of the opponent and none of the strategist:
/// part of the cells that matter for every sequence from this position.
pub(crate) fn cells_that_threaten(stones: &Stones<'_>) -> CellSet {
    let board = stones.board();
    let lines = board.lines().iter().enumerate().filter(|(number, _)| {
        stones.on_line(*number).alone(Role::Opponent) == Some(board.line_length() - 2)
    });
    lines.fold(CellSet::EMPTY, |cells, (_, line)| cells.union(line)).intersection(&stones.empty())
}

/// Replays a sequence, shows every stone to `watch` when it has been put down, and takes all of them back. Returns
/// the plies until a line is complete if it wins. Every call below a call has less room on the board, so that they cannot become too many.
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
    // The strategist had no threat before this move and the opponent has none after it, so that every
    // threat there is runs through the stone put down last.
    let threat = stones.put(Role::Strategist, cell);
    watch(stones, Role::Strategist, cell);
    let plies = match threat {
        Completions::None => None,
        // The opponent blocks one of the threats, and the strategist completes another.
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

    /// Plays the sequences of moves that come out of a fixed stream of numbers, and compares what the lemma
    /// says about every reply with the replay against it.
    #[test]
    fn replies_that_do_not_matter_lose_to_the_sequence_on_exact_replay_in_as_many_plies() {
        let mut state = 0x006f_786f_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % limit
        };
        let (mut settled, mut compared) = (0, 0);
        for (description, stones_each) in
            [("3x3x3", 3), ("4x4x4", 9), ("4x4x4", 13), ("5x5:4", 5), ("3x3x3x3", 4), ("2x2x2", 0)]
        {
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
                    // An extra stone of the opponent ends no sequence sooner.
                    assert!(found.is_none_or(|found| found >= after_pass));
                    compared += 1;
                }
            }
        }
        assert!(settled > 1_000 && compared > 2 * settled, "{settled} of {compared}");
    }

    /// A run of threats, each the first that there is, as long as it can be.
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
