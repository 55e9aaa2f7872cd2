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
//! **3.** By lemma 2 X needs a fork first: a cell on two lines, each with one more empty cell of its own. X has
//! put stones on all other empty cells of the two lines, and puts one more to complete a line: at least as many as the
//! lines have empty cells together, less 1. If that is more than r for any two lines, X has too few. **4.** After a
//! forced reply rule 2 applies; after a quiet move rule 2 and lemma 1 apply, and any reply of O will do.

use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role, Stones};

/// The most stones left for which X's moves are followed.
const FEW: usize = 4;

/// Returns whether X, to move, cannot complete a line with `left` more stones, by the rules. Requires that it cannot
/// complete one with the next. `danger` tells where O can complete one. Restores the stones before it returns.
pub(crate) fn is_settled(stones: &mut Stones<'_>, danger: Completions, left: usize) -> bool {
    let moves = counting_moves(stones, danger);
    if left <= 1 || moves.is_empty() {
        return true;
    }
    let twos = twos(stones);
    if twos.several.intersection(&moves).iter().any(|cell| is_fork(stones, cell)) {
        return false;
    }
    left == 2
        || (left >= FEW && has_no_crossing(stones, left))
        || (left <= FEW && {
            let doubtful = if left == 3 { moves_that_may_fork(stones, &twos) } else { moves };
            doubtful.intersection(&moves).iter().all(|cell| move_is_settled(stones, cell, left))
        })
}

/// Returns the moves of X after which O cannot complete a line: every empty cell, the only cell on which O can complete
/// one now, or none.
pub(crate) fn counting_moves(stones: &Stones<'_>, danger: Completions) -> CellSet {
    match danger {
        Completions::None => stones.empty(),
        Completions::One(cell) => CellSet::from_iter([cell]),
        Completions::Several => CellSet::EMPTY,
    }
}

/// Returns whether a move of X that counts leaves a settled position after the block of its threat; or else, with three
/// stones left, whether one stone of O leaves no fork, and with more, whether the position is settled after a pass of O.
fn move_is_settled(stones: &mut Stones<'_>, cell: Cell, left: usize) -> bool {
    let threat = stones.put(Role::Opponent, cell);
    let settled = match threat {
        Completions::Several => false,
        Completions::One(block) => {
            let danger = stones.put(Role::Strategist, block);
            let settled = is_settled(stones, danger, left - 1);
            stones.take(Role::Strategist, block);
            settled
        }
        Completions::None if left == 3 => forks_can_be_prevented(stones),
        Completions::None => is_settled(stones, Completions::None, left - 1),
    };
    stones.take(Role::Opponent, cell);
    settled
}

/// The cells that are in some of several sets.
#[derive(Default)]
struct Overlap {
    /// The cells in at least one set.
    once: CellSet,
    /// The cells in at least two.
    several: CellSet,
}

impl Overlap {
    fn add(&mut self, set: &CellSet) {
        self.several = self.several.union(&self.once.intersection(set));
        self.once = self.once.union(set);
    }
}

/// Returns the empty cells of the *twos*: the lines without O on which X lacks two stones. Every fork is on several.
fn twos(stones: &Stones<'_>) -> Overlap {
    let mut twos = Overlap::default();
    for (number, line) in stones.board().lines().iter().enumerate() {
        if stones.lacking(number) == Some(2) {
            twos.add(&line.intersection(&stones.empty()));
        }
    }
    twos
}

/// Returns moves of X, with three stones left: at least those on no fork that are not settled. The others need not be
/// made.
///
/// The twos after a move are among those before it and those that it makes: the lines through it on which X lacked three
/// stones. So if no cell was on several twos, each fork after it is on one of these lines and on a two, where the line
/// *meets* that two. A move on a two makes a threat, and is settled if no fork is left. Another move is settled if at
/// most one is left, since O prevents a fork on its own cell.
fn moves_that_may_fork(stones: &Stones<'_>, twos: &Overlap) -> CellSet {
    let board = stones.board();
    if board.has_long_rows() || !twos.several.is_empty() {
        return stones.empty();
    }
    // For each move, the cells in which its lines meet twos: all different, since two lines have one cell in common.
    let mut meeting = Overlap::default();
    for (number, line) in board.lines().iter().enumerate() {
        if stones.lacking(number) == Some(3) {
            let gaps = line.intersection(&stones.empty());
            for met in gaps.intersection(&twos.once).iter() {
                meeting.add(&gaps.without(&CellSet::from_iter([met])));
            }
        }
    }
    meeting.once.intersection(&twos.once).union(&meeting.several)
}

/// Returns whether a stone of X on a cell leaves several cells that complete a line.
fn is_fork(stones: &Stones<'_>, cell: Cell) -> bool {
    // Two lines that share both empty cells leave only one.
    completing_after(stones, cell).len() > 1
}

/// Returns the cells that complete a line of X after a stone of X on a cell.
fn completing_after(stones: &Stones<'_>, cell: Cell) -> CellSet {
    let board = stones.board();
    let lines = board.through(cell).iter().map(|&line| usize::from(line));
    let twos = lines.filter(|&line| stones.lacking(line) == Some(2));
    let ends = twos.fold(CellSet::EMPTY, |ends, line| ends.union(&board.lines()[line]));
    ends.intersection(&stones.empty()).without(&CellSet::from_iter([cell]))
}

/// Returns whether some stone of O leaves X without a fork. It prevents a fork on the fork itself, and on each of the
/// cells that complete a line after it if these are two.
fn forks_can_be_prevented(stones: &Stones<'_>) -> bool {
    let preventing = twos(stones).several.iter().filter_map(|cell| {
        let completing = completing_after(stones, cell);
        let cells = if completing.len() == 2 { completing } else { CellSet::EMPTY };
        (completing.len() > 1).then(|| cells.union(&CellSet::from_iter([cell])))
    });
    preventing.reduce(|all, cells| all.intersection(&cells)).is_none_or(|all| !all.is_empty())
}

/// Returns whether X lacks too many stones for a fork and the line after it: whether any two lines without O that share
/// an empty cell, each with an empty cell that the other does not have, have more than `left + 1` empty cells together.
fn has_no_crossing(stones: &Stones<'_>, left: usize) -> bool {
    let board = stones.board();
    let gaps = |line: &u16| {
        let line = usize::from(*line);
        stones.lacking(line).map(|_| board.lines()[line].intersection(&stones.empty()))
    };
    !stones.empty().iter().any(|cell| {
        let through = board.through(cell);
        through.iter().enumerate().any(|(number, one)| {
            gaps(one).is_some_and(|one| {
                through[..number].iter().filter_map(gaps).any(|other| {
                    one.union(&other).len() <= left + 1
                        && !one.contains_all(&other)
                        && !other.contains_all(&one)
                })
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// X's stones and O's.
    type Plain = [CellSet; 2];

    fn with(cells: &CellSet, cell: Cell) -> CellSet {
        cells.union(&CellSet::from_iter([cell]))
    }

    /// The rules as the document states them, on sets of cells.
    struct Rules<'b>(&'b Board);

    impl Rules<'_> {
        fn empty(&self, [x, o]: &Plain) -> CellSet {
            CellSet::below(self.0.size()).without(&x.union(o))
        }

        /// Returns the cells that each complete a line.
        fn completing(&self, own: &CellSet, other: &CellSet) -> CellSet {
            let open = self.0.lines().iter().filter(|line| line.intersection(other).is_empty());
            let gaps = open.map(|line| line.without(own)).filter(|gaps| gaps.len() == 1);
            gaps.flat_map(CellSet::iter).collect()
        }

        /// Returns each fork, with the cells that complete a line after it.
        fn forks(&self, [x, o]: &Plain) -> Vec<(Cell, CellSet)> {
            let after = |cell| (cell, self.completing(&with(x, cell), o));
            self.empty(&[*x, *o]).iter().map(after).filter(|(_, after)| after.len() > 1).collect()
        }

        fn is_settled(&self, [x, o]: Plain, left: usize) -> bool {
            let threats = self.completing(&o, &x);
            let moves = match threats.len() {
                0 => self.empty(&[x, o]),
                1 => threats,
                _ => CellSet::EMPTY,
            };
            let passes = |cell| {
                let x = with(&x, cell);
                let forced = self.completing(&x, &o);
                if left == 4 || !forced.is_empty() {
                    return self.is_settled([x, o.union(&forced)], left - 1);
                }
                let forks = self.forks(&[x, o]);
                let prevents = |cell, (fork, after): &(Cell, CellSet)| {
                    cell == *fork || (after.len() == 2 && after.contains(cell))
                };
                let all = |cell| forks.iter().all(|fork| prevents(cell, fork));
                forks.is_empty() || self.empty(&[x, o]).iter().any(all)
            };
            let crosses = |one: &CellSet, other: &CellSet| {
                let is_shared = !one.intersection(other).is_empty();
                let have_own = !one.contains_all(other) && !other.contains_all(one);
                is_shared && have_own && one.union(other).len() <= left + 1
            };
            let open = || self.0.lines().iter().filter(|line| line.intersection(&o).is_empty());
            let gaps: Vec<CellSet> = open().map(|line| line.without(&x)).collect();
            if left <= 1 || moves.is_empty() {
                return true;
            }
            if self.forks(&[x, o]).iter().any(|&(fork, _)| moves.contains(fork)) {
                return false;
            }
            left == 2
                || (left <= 4 && moves.iter().all(passes))
                || (left >= 4 && !gaps.iter().any(|one| gaps.iter().any(|two| crosses(one, two))))
        }
    }

    #[test]
    fn positions_are_settled_exactly_by_the_rules_of_the_document() {
        let mut state = 0x006f_786f_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % limit
        };
        let mut found = [[0; 2]; 6];
        for (board, most, rounds) in [
            ("3x3", 4, 200),
            ("3x3x3", 8, 200),
            ("4x4", 7, 500),
            ("4x4x4", 8, 25),
            ("3x5:3", 5, 300),
            ("7:2", 2, 100),
        ] {
            let board = Board::parse(board).unwrap();
            let rules = Rules(&board);
            for _ in 0..rounds {
                let own = below(most + 1);
                let other = own + below(3);
                let [x, o]: Plain = [own, other]
                    .map(|count| (0..count).map(|_| Cell::at(below(board.size()))).collect());
                let o = o.without(&x);
                let over = board.lines().iter().any(|l| x.contains_all(l) || o.contains_all(l));
                if over || !rules.completing(&x, &o).is_empty() {
                    continue;
                }
                let left = 2 + below(4);
                let mut stones = Stones::new(&board, [o, x]);
                let danger = Completions::from(&stones.completions(Role::Strategist));
                let settled = is_settled(&mut stones, danger, left);
                assert_eq!(settled, rules.is_settled([x, o], left), "{board} {left} {x:?} {o:?}");
                assert_eq!(stones.by_role(), [o, x]);
                found[left][usize::from(settled)] += 1;
            }
        }
        assert!(found[2..].as_flattened().iter().all(|&count| count > 10), "{found:?}");
    }
}
