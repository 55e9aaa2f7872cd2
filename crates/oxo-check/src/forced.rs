//! Finding forced wins: the only search in the checker, for proofs that leave them to the reader.
//!
//! What it finds is a sequence that `replay.rs` replays, and counts only if that replay wins; so a fault
//! here can make the checker refuse a good proof, but not accept a bad one. The search is complete: where
//! it finds none, there is none.

use std::collections::HashSet;

use crate::cells::{Cell, CellSet};
use crate::stones::{Completions, Role, Stones};

/// A search for forced wins that remembers where there are none.
#[derive(Debug, Default)]
pub(crate) struct ForcedWins {
    /// Positions, with the strategist to move, without a forced win.
    none: HashSet<[CellSet; 2]>,
    /// The moves that lead to the position being searched.
    line: Vec<Cell>,
}

/// A threatening move, the answer to it, and how promising that is.
struct Threat {
    cell: Cell,
    answer: Cell,
    promise: i32,
}

impl ForcedWins {
    /// A sequence that wins for the strategist, who is to move and cannot complete a line at once, if there
    /// is one. `danger` is where the opponent can complete a line.
    pub(crate) fn find(
        &mut self,
        stones: &mut Stones<'_>,
        danger: Completions,
    ) -> Option<Vec<Cell>> {
        self.line.clear();
        self.search(stones, danger).then(|| std::mem::take(&mut self.line))
    }

    fn search(&mut self, stones: &mut Stones<'_>, danger: Completions) -> bool {
        let mut threats = match threats(stones, danger) {
            Ok(threats) => threats,
            Err(double) => {
                self.line.push(double);
                return true;
            }
        };
        if threats.is_empty() || self.none.contains(&stones.by_role()) {
            return false;
        }
        threats.sort_unstable_by_key(|threat| (-threat.promise, threat.cell));
        for Threat { cell, answer, .. } in threats {
            self.line.push(cell);
            stones.put(Role::Strategist, cell);
            let danger = stones.put(Role::Opponent, answer);
            let found = self.search(stones, danger);
            stones.take(Role::Opponent, answer);
            stones.take(Role::Strategist, cell);
            if found {
                return true;
            }
            self.line.pop();
        }
        self.none.insert(stones.by_role());
        false
    }
}

/// The moves that make one threat and parry the danger; a move that makes two at once is the error.
fn threats(stones: &Stones<'_>, danger: Completions) -> Result<Vec<Threat>, Cell> {
    let board = stones.board();
    let mut threats: Vec<Threat> = Vec::new();
    let parries = |cell| match danger {
        Completions::None => true,
        Completions::One(needed) => needed == cell,
        Completions::Several => false,
    };
    let mut seen = CellSet::EMPTY;
    for (number, line) in board.lines().iter().enumerate() {
        if stones.tally(number).alone(Role::Strategist) != Some(board.line_length() - 2) {
            continue;
        }
        let mut ends = line.intersection(&stones.empty()).iter();
        let (Some(one), Some(other)) = (ends.next(), ends.next()) else { continue };
        for (cell, answer) in [(one, other), (other, one)] {
            if !parries(cell) {
                continue;
            }
            if seen.contains(cell) {
                return Err(cell);
            }
            seen.insert(cell);
            let promise = 2 * promise(stones, Role::Strategist, cell)
                - promise(stones, Role::Strategist, answer)
                - promise(stones, Role::Opponent, answer);
            threats.push(Threat { cell, answer, promise });
        }
    }
    Ok(threats)
}

/// How many lines a stone on a cell brings within two moves of completion.
fn promise(stones: &Stones<'_>, role: Role, cell: Cell) -> i32 {
    let board = stones.board();
    let lines = board.through(cell).iter().filter(|&&line| {
        stones.tally(usize::from(line)).alone(role) == Some(board.line_length().wrapping_sub(3))
    });
    lines.map(|_| 1).sum()
}
