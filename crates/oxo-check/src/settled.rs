//! Positions in which X, to move, has too few stones left to complete a line, by rules that need no record.
//!
//! docs/formats/certificate.md, "Settled positions", states the rules. X is the opponent here, since the strategy is
//! O's. The rules follow every move of X to one reply of O, which they name, so nothing is searched. This proves them:
//!
//! **Lemma 1.** *A further stone of O never harms O: `Not(P, r)` implies `Not(P + o, r)`, where `P + o` has one more
//! stone of O on an empty cell.* By induction on r. It is true if O has a line in `P + o`, if `r = 0`, or if `P + o` is
//! full. X completes no line in `P + o` that it could not complete in P. Let X play m in `P + o`. After m in P the
//! board is not full, so O has a reply e that completes a line or has `Not(P + m + e, r - 1)`. If e is not the cell of
//! o, O plays it: it completes the same line, or leaves `(P + m + e) + o`, and the induction holds. If it is, e leaves
//! `P + m + o`, where O has no line, since it has none in `P + o`. O plays any other empty cell, and the induction
//! holds again; if no cell is empty, the board is full.
//!
//! **Lemma 2.** *If O answers every threat by the block, X completes a line only after a move on a fork.* Before the
//! line's last stone X had several completing cells, or O would have blocked the only one. If X had none before its
//! previous move, that move was on a fork. O's stones leave no completing cell, so this holds at each of X's moves.
//!
//! The rules: if no move counts, O completes a line next. With `r = 1` X has no completing cell. **1.** X's next move
//! leaves at most one completing cell, which O blocks (or O completes a line), and X has one stone left. **2.** After
//! the forced reply rule 1 applies. After a quiet move O plays the common cell: on the fork's own cell there is no fork
//! any more, and of two completing cells one is left. A stone of O makes no fork, so none is left and rule 1 applies.
//! **3.** By lemma 2 X needs a fork first: two lines through its cell, each then with one empty cell of its own. X has
//! put stones on all other empty cells of the two lines, and puts one more to complete a line: at least as many as the
//! lines have empty cells together, less 1. If that is more than r for any two lines, X has too few. **4.** After a
//! forced reply rule 2 applies; after a quiet move rule 2 and lemma 1 apply, and any reply of O will do.

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
