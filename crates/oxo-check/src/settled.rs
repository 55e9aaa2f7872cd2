//! Positions in which X, to move, has too few stones left to complete a line, by rules that need no record.
//!
//! docs/formats/certificate.md, "Settled positions", states the rules and proves them. X is the opponent here, since
//! the strategy is O's. The rules follow every move of X to one reply of O, which they name, so nothing is searched.

use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role, Stones};

/// The most stones left for which X's moves are followed.
const FEW: usize = 4;

/// Returns whether X, to move, cannot complete a line with `left` more stones, by the rules. Requires that it cannot
/// complete one with the next. Restores the stones before it returns.
pub(crate) fn is_settled(stones: &mut Stones<'_>, left: usize) -> bool {
    let moves = counting_moves(stones);
    if left <= 1 || moves.is_empty() {
        return true;
    }
    let forks = Forks::of(stones);
    if forks.iter().any(|fork| moves.contains(fork)) {
        return false;
    }
    left == 2
        || (left >= FEW && has_no_crossing(stones, left))
        || (left <= FEW && moves.iter().all(|cell| move_is_settled(stones, cell, left)))
}

/// Returns the moves of X after which O cannot complete a line: every empty cell, the only cell on which O can complete
/// one now, or none.
pub(crate) fn counting_moves(stones: &Stones<'_>) -> CellSet {
    let threats = stones.completions(Role::Strategist);
    match Completions::from(&threats) {
        Completions::None => stones.empty(),
        Completions::One(_) => threats,
        Completions::Several => CellSet::EMPTY,
    }
}

/// Returns whether a move of X leaves a settled position after the block of its threat; or else, with three stones left,
/// whether one stone of O leaves no fork, and with more, whether the position is settled after a pass of O.
fn move_is_settled(stones: &mut Stones<'_>, cell: Cell, left: usize) -> bool {
    let threat = stones.put(Role::Opponent, cell);
    let settled = match threat {
        Completions::Several => false,
        Completions::One(block) => {
            stones.put(Role::Strategist, block);
            let settled = is_settled(stones, left - 1);
            stones.take(Role::Strategist, block);
            settled
        }
        Completions::None if left == 3 => Forks::of(stones).can_be_prevented(),
        Completions::None => is_settled(stones, left - 1),
    };
    stones.take(Role::Opponent, cell);
    settled
}

/// The forks of a position: empty cells on which a stone of X leaves several cells that complete a line.
struct Forks {
    /// The empty cells of each line without O on which X lacks two stones.
    pairs: Vec<[Cell; 2]>,
    forks: CellSet,
}

impl Forks {
    fn of(stones: &Stones<'_>) -> Self {
        let board = stones.board();
        let lacking_two = board.line_length() - 2;
        let mut pairs = Vec::new();
        let (mut once, mut several) = (CellSet::EMPTY, CellSet::EMPTY);
        for (number, line) in board.lines().iter().enumerate() {
            if stones.on_line(number).alone(Role::Opponent) != Some(lacking_two) {
                continue;
            }
            let gaps = line.intersection(&stones.empty());
            several = several.union(&once.intersection(&gaps));
            once = once.union(&gaps);
            let mut cells = gaps.iter();
            pairs.extend(cells.next().zip(cells.next()).map(|(one, other)| [one, other]));
        }
        let mut forks = Self { pairs, forks: CellSet::EMPTY };
        // Two lines that share both empty cells leave only one cell.
        forks.forks = several.iter().filter(|&cell| forks.completing(cell).len() > 1).collect();
        forks
    }

    fn iter(&self) -> impl Iterator<Item = Cell> {
        self.forks.iter()
    }

    /// Returns the cells that complete a line after a stone of X on a cell.
    fn completing(&self, cell: Cell) -> CellSet {
        let pairs = self.pairs.iter().filter(|pair| pair.contains(&cell));
        pairs.flatten().copied().filter(|&other| other != cell).collect()
    }

    /// Returns whether some stone of O prevents all forks. It prevents a fork on the fork itself, and on each of the
    /// cells that complete a line after it if these are two.
    fn can_be_prevented(&self) -> bool {
        let preventing = self.iter().map(|fork| {
            let completing = self.completing(fork);
            let mut cells = if completing.len() == 2 { completing } else { CellSet::EMPTY };
            cells.insert(fork);
            cells
        });
        preventing.reduce(|all, cells| all.intersection(&cells)).is_none_or(|all| !all.is_empty())
    }
}

/// Returns whether X lacks too many stones for a fork and the line after it: whether any two lines without O that share
/// an empty cell, each with an empty cell that the other does not have, have more than `left + 1` empty cells together.
fn has_no_crossing(stones: &Stones<'_>, left: usize) -> bool {
    let board = stones.board();
    !stones.empty().iter().any(|cell| {
        let gaps: Vec<CellSet> = board
            .through(cell)
            .iter()
            .map(|&line| usize::from(line))
            .filter(|&line| stones.on_line(line).alone(Role::Opponent).is_some())
            .map(|line| board.lines()[line].intersection(&stones.empty()))
            .collect();
        gaps.iter().enumerate().any(|(number, one)| {
            gaps[..number].iter().any(|other| {
                one.union(other).len() <= left + 1
                    && !one.contains_all(other)
                    && !other.contains_all(one)
            })
        })
    })
}
