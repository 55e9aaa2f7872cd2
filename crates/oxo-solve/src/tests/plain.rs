//! The slow reference: the rules stated literally on lists of stones, independent of the solver's code.
//!
//! It shares only the list of lines, which `oxo-core` compares with a separate definition.

use std::collections::{BTreeSet, HashMap, HashSet};

use oxo_core::{AnyGeometry, AnyPosition, Bits, Board, Cell, Setup, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::limits::search_limits::{Report, SearchLimits};
use crate::limits::stop::Stop;

/// The side whose stone is on each cell.
pub(super) type Stones = Vec<Option<Side>>;

/// Pseudo-random numbers that are the same in every run (xorshift, G. Marsaglia 2003).
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }

    pub(super) fn side(&mut self) -> Side {
        Side::BOTH[self.below(2)]
    }
}

/// The value of a position for the side to move, and the plies of the game if the winner plays for the shortest game
/// and the loser for the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Win(i16),
    Draw,
    Loss(i16),
}

/// A board and the known values of its positions.
pub(super) struct Plain {
    pub(super) board: Board,
    pub(super) lines: Vec<Vec<usize>>,
    values: HashMap<(Stones, Side), Value>,
}

impl Plain {
    pub(super) fn new(board: &str) -> Self {
        let board: Board = board.parse().unwrap();
        let lines =
            board.lines().map(|line| line.iter().map(|cell| cell.index()).collect()).collect();
        Self { board, lines, values: HashMap::new() }
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        self.board.cell(index).unwrap()
    }

    pub(super) fn empty_board(&self) -> Stones {
        vec![None; self.board.size()]
    }

    /// Reads a drawing: `x`, `o` or `.` for each cell in index order, with blanks anywhere.
    pub(super) fn drawn(&self, drawing: &str) -> Stones {
        let stones: Stones = drawing
            .split_whitespace()
            .map(|token| match token {
                "x" => Some(Side::X),
                "o" => Some(Side::O),
                _ => None,
            })
            .collect();
        assert_eq!(stones.len(), self.board.size(), "{drawing}");
        stones
    }

    /// Puts up to `counts` stones of X and O on random cells, none of which completes a line.
    pub(super) fn scatter(&self, counts: [usize; 2], random: &mut Random) -> Stones {
        let mut stones = self.empty_board();
        let mut left = counts;
        for _ in 0..4 * self.board.size() {
            let side = random.side();
            let cell = random.below(stones.len());
            if left[side.index()] > 0
                && stones[cell].is_none()
                && !self.completions(&stones, side).contains(&cell)
            {
                stones[cell] = Some(side);
                left[side.index()] -= 1;
            }
        }
        stones
    }

    /// Makes a position without a line and with about `empty` empty cells; the sides may have different numbers of
    /// stones.
    pub(super) fn late(&self, empty: usize, random: &mut Random) -> Stones {
        let placed = self.board.size() - empty;
        let more = (placed / 2 + random.below(3)).min(placed);
        let counts = [more, placed - more];
        let turn = random.below(2);
        self.scatter([counts[turn], counts[1 - turn]], random)
    }

    /// Returns the number of stones of `side` that a line still needs; None if it holds a stone of the other side.
    pub(super) fn lacks(&self, stones: &Stones, side: Side, line: usize) -> Option<usize> {
        let line = &self.lines[line];
        let blocked = line.iter().any(|&cell| stones[cell] == Some(side.other()));
        (!blocked).then(|| line.iter().filter(|&&cell| stones[cell].is_none()).count())
    }

    /// Lists the lines that need exactly `count` more stones of `side`.
    pub(super) fn lacking(&self, stones: &Stones, side: Side, count: usize) -> Vec<usize> {
        let lines = 0..self.lines.len();
        lines.filter(|&line| self.lacks(stones, side, line) == Some(count)).collect()
    }

    pub(super) fn has_line(&self, stones: &Stones, side: Side) -> bool {
        !self.lacking(stones, side, 0).is_empty()
    }

    /// Returns the cells that complete a line of `side`.
    pub(super) fn completions(&self, stones: &Stones, side: Side) -> BTreeSet<usize> {
        let lines = self.lacking(stones, side, 1).into_iter();
        lines.flat_map(|line| self.lines[line].clone()).filter(|&at| stones[at].is_none()).collect()
    }

    /// Returns the cells on which `side` would make a threat.
    pub(super) fn threatening_cells(&self, stones: &Stones, side: Side) -> BTreeSet<usize> {
        let lines = self.lacking(stones, side, 2).into_iter();
        lines.flat_map(|line| self.lines[line].clone()).filter(|&at| stones[at].is_none()).collect()
    }

    /// Returns the exact value for `to_move`, by trying every game.
    pub(super) fn value(&mut self, stones: &Stones, to_move: Side) -> Value {
        if self.has_line(stones, to_move.other()) {
            return Value::Loss(0);
        }
        if let Some(&value) = self.values.get(&(stones.clone(), to_move)) {
            return value;
        }
        let (mut best, mut rank) = (Value::Draw, i16::MIN);
        for cell in empty_cells(stones) {
            let after = with(stones, to_move, cell);
            let (value, rank_of_value) = match self.value(&after, to_move.other()) {
                Value::Loss(plies) => (Value::Win(plies + 1), i16::MAX - plies),
                Value::Draw => (Value::Draw, 0),
                Value::Win(plies) => (Value::Loss(plies + 1), plies - i16::MAX),
            };
            if rank_of_value > rank {
                (best, rank) = (value, rank_of_value);
            }
        }
        self.values.insert((stones.clone(), to_move), best);
        best
    }

    /// Returns whether a threat sequence wins for `attacker`, which is to move: docs/formats/certificate.md, "A
    /// sequence wins".
    pub(super) fn sequence_wins(&self, stones: &Stones, attacker: Side, sequence: &[Cell]) -> bool {
        if !self.completions(stones, attacker).is_empty() {
            return true;
        }
        let mut stones = stones.clone();
        for cell in sequence.iter().map(|cell| cell.index()) {
            let danger = self.completions(&stones, attacker.other());
            if stones[cell].is_some() || !(danger.is_empty() || danger == BTreeSet::from([cell])) {
                return false;
            }
            stones[cell] = Some(attacker);
            let threats: Vec<usize> = self.completions(&stones, attacker).into_iter().collect();
            match threats[..] {
                [] => return false,
                [reply] => stones[reply] = Some(attacker.other()),
                _ => return true,
            }
        }
        false
    }

    /// Returns whether any threat sequence wins for `attacker`, which is to move, by trying all of them.
    pub(super) fn has_forced_win(&self, stones: &Stones, attacker: Side) -> bool {
        self.wins_by_threats(&mut stones.clone(), attacker, &mut HashSet::new())
    }

    /// Does the same, given the positions that were tried without success.
    fn wins_by_threats(
        &self,
        stones: &mut Stones,
        attacker: Side,
        failures: &mut HashSet<Stones>,
    ) -> bool {
        if !self.completions(stones, attacker).is_empty() {
            return true;
        }
        let danger = self.completions(stones, attacker.other());
        let moves = match danger.len() {
            0 => self.threatening_cells(stones, attacker),
            1 => danger,
            _ => return false,
        };
        if failures.contains(stones) {
            return false;
        }
        let won = moves.into_iter().any(|cell| {
            stones[cell] = Some(attacker);
            let threats: Vec<usize> = self.completions(stones, attacker).into_iter().collect();
            let wins = match threats[..] {
                [] => false,
                [reply] => {
                    stones[reply] = Some(attacker.other());
                    let wins = self.wins_by_threats(stones, attacker, failures);
                    stones[reply] = None;
                    wins
                }
                _ => true,
            };
            stones[cell] = None;
            wins
        });
        if !won {
            failures.insert(stones.clone());
        }
        won
    }

    /// Returns the fewest threats of a winning sequence for `attacker`, which is to move; None if no sequence wins.
    pub(super) fn fewest_threats(&self, stones: &Stones, attacker: Side) -> Option<usize> {
        let exists = self.has_forced_win(stones, attacker);
        let wins = |&threats: &usize| self.wins_within(&mut stones.clone(), attacker, threats);
        exists.then(|| (0..stones.len()).find(wins).unwrap())
    }

    fn wins_within(&self, stones: &mut Stones, attacker: Side, threats: usize) -> bool {
        if !self.completions(stones, attacker).is_empty() {
            return true;
        }
        let danger = self.completions(stones, attacker.other());
        let moves = match danger.len() {
            _ if threats == 0 => return false,
            0 => self.threatening_cells(stones, attacker),
            1 => danger,
            _ => return false,
        };
        moves.into_iter().any(|cell| {
            stones[cell] = Some(attacker);
            let completions: Vec<usize> = self.completions(stones, attacker).into_iter().collect();
            let wins = match completions[..] {
                [] => false,
                [reply] => {
                    stones[reply] = Some(attacker.other());
                    let wins = self.wins_within(stones, attacker, threats - 1);
                    stones[reply] = None;
                    wins
                }
                _ => true,
            };
            stones[cell] = None;
            wins
        })
    }

    /// Converts the stones to the solver's line counts.
    pub(super) fn counts<B: Bits, const W: usize, const P: usize>(
        &self,
        masks: &LineMasks<B, W>,
        stones: &Stones,
    ) -> LineCounts<B, W, P> {
        let own = |side| B::from_cells(self.cells_of(stones, side));
        LineCounts::new(masks, Side::BOTH.map(own))
    }

    /// Converts the stones to a position.
    pub(super) fn position(&self, stones: &Stones, to_move: Side) -> AnyPosition {
        let [x, o] = Side::BOTH.map(|side| self.cells_of(stones, side));
        AnyGeometry::of(&self.board).position(&Setup { x, o, to_move }).unwrap()
    }

    fn cells_of(&self, stones: &Stones, side: Side) -> Vec<Cell> {
        self.board.cells().filter(|cell| stones[cell.index()] == Some(side)).collect()
    }
}

pub(super) fn empty_cells(stones: &Stones) -> Vec<usize> {
    (0..stones.len()).filter(|&cell| stones[cell].is_none()).collect()
}

pub(super) fn with(stones: &Stones, side: Side, cell: usize) -> Stones {
    let mut after = stones.clone();
    after[cell] = Some(side);
    after
}

pub(super) fn indices<B: Bits>(cells: B) -> Vec<usize> {
    cells.cells().map(oxo_core::Cell::index).collect()
}

/// Returns limits with only a number of positions.
pub(super) fn limits(nodes: Option<u64>) -> SearchLimits<'static> {
    const NOTHING: &(dyn Fn(Report) + Sync) = &|_| {};
    SearchLimits {
        nodes,
        memory: 1 << 28,
        threads: 1,
        runner: None,
        stop: Stop::NEVER,
        report: NOTHING,
    }
}
