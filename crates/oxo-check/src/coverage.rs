//! What a record of a verified certificate says about the opponent's replies, and how it meets each of them.

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::reader::Body;
use crate::replay::{self, Sequences};
use crate::stones::{Completions, Role, Stones};
use crate::verdict::Failure;
use crate::walk::Goal;

/// What a record says about the replies.
pub(crate) enum Guide {
    /// To win: runs of threats, the shortest first; a reply that none of them meets has a record.
    Sequences(Vec<Vec<Cell>>),
    /// To hold: pairs of cells of which the strategist gets one each.
    Pairs(Vec<[Cell; 2]>),
    /// To hold: every reply that does not settle the game has a record.
    Records,
}

/// How a record meets a reply.
pub(crate) enum Met {
    /// The strategist completes a line there.
    Completion(Cell),
    /// The sequence with this number wins; the longest game has so many plies after the reply.
    Sequence { number: usize, plies: usize },
    /// The position has a record.
    Position,
    /// The strategist plays there, on the other cell of a pair.
    Pair(Cell),
    /// Nothing is needed.
    Nothing,
}

impl Guide {
    /// Reads what follows on the strategist's move in a record.
    pub(crate) fn read(goal: Goal, board: &Board, body: &mut Body<'_>) -> Result<Self, Failure> {
        match goal {
            Goal::Win => {
                let mut read = Sequences::default();
                body.sequences(board, &mut read)?;
                let mut sequences: Vec<Vec<Cell>> = read.iter().map(<[Cell]>::to_vec).collect();
                sequences.sort_by_key(Vec::len);
                Ok(Self::Sequences(sequences))
            }
            Goal::Hold if body.byte()? == 0 => Ok(Self::Records),
            Goal::Hold => {
                let mut pairs = Vec::new();
                for _ in 0..body.count()? {
                    pairs.push([body.cell(board)?, body.cell(board)?]);
                }
                Ok(Self::Pairs(pairs))
            }
        }
    }

    /// The same with every cell taken where `turning` says.
    pub(crate) fn turned(mut self, turning: &[Cell]) -> Self {
        let turn = |cell: &mut Cell| *cell = turning[cell.index()];
        match &mut self {
            Self::Sequences(sequences) => sequences.iter_mut().flatten().for_each(turn),
            Self::Pairs(pairs) => pairs.iter_mut().flatten().for_each(turn),
            Self::Records => {}
        }
        self
    }

    /// How each reply is met, in ascending order of the cells. The opponent cannot complete a line, and the
    /// record is verified. The stones are left as they were.
    pub(crate) fn met(&self, stones: &mut Stones<'_>) -> Vec<(Cell, Met)> {
        match self {
            Self::Sequences(sequences) => met_by_sequences(stones, sequences),
            Self::Pairs(pairs) => {
                stones.empty().iter().map(|reply| (reply, met_by_pair(pairs, reply))).collect()
            }
            Self::Records => met_by_records(stones),
        }
    }

    /// The moves of both sides after a reply that a sequence meets, until a line is complete.
    pub(crate) fn run(&self, stones: &Stones<'_>, reply: Cell, number: usize) -> Vec<Cell> {
        let Self::Sequences(sequences) = self else { return Vec::new() };
        let mut stones = stones.clone();
        let danger = stones.put(Role::Opponent, reply);
        let moves = replay::moves(&mut stones, danger, &sequences[number]);
        let mut moves = moves.unwrap_or_default();
        for (&cell, role) in moves.iter().zip([Role::Strategist, Role::Opponent].iter().cycle()) {
            stones.put(*role, cell);
        }
        // Several cells complete a line now, and the opponent takes the first.
        moves.extend(stones.completions(Role::Strategist).iter().take(2));
        moves
    }
}

/// The completion of a line that meets a reply, if one does.
fn completion(completions: CellSet, reply: Cell) -> Option<Met> {
    completions.iter().find(|&cell| cell != reply).map(Met::Completion)
}

fn met_by_sequences(stones: &mut Stones<'_>, sequences: &[Vec<Cell>]) -> Vec<(Cell, Met)> {
    let completions = stones.completions(Role::Strategist);
    let threatening = replay::cells_that_threaten(stones);
    let meet = |reply| (reply, completion(completions, reply).unwrap_or(Met::Position));
    let mut all: Vec<(Cell, Met)> = stones.empty().iter().map(meet).collect();
    for (number, sequence) in sequences.iter().enumerate() {
        if !all.iter().any(|(_, met)| matches!(met, Met::Position)) {
            break;
        }
        // What `cells_that_matter` proves: after other replies the sequence goes as after none.
        let pass = completions.is_empty().then(|| {
            let matter = replay::cells_that_matter(stones, sequence)?.union(&threatening);
            Some((matter, plies(stones, Completions::None, sequence)?))
        });
        let pass = pass.flatten();
        for (reply, met) in all.iter_mut().filter(|(_, met)| matches!(met, Met::Position)) {
            let plies = match pass {
                Some((matter, plies)) if !matter.contains(*reply) => Some(plies),
                _ => {
                    let danger = stones.put(Role::Opponent, *reply);
                    let plies = plies(stones, danger, sequence);
                    stones.take(Role::Opponent, *reply);
                    plies
                }
            };
            if let Some(plies) = plies {
                *met = Met::Sequence { number, plies };
            }
        }
    }
    all
}

/// The plies until a line is complete if a sequence is played and the opponent blocks; `None` if it does not
/// win.
fn plies(stones: &mut Stones<'_>, danger: Completions, sequence: &[Cell]) -> Option<usize> {
    // The last move leaves two cells: the opponent takes one, the strategist the other.
    replay::moves(stones, danger, sequence).map(|moves| moves.len() + 2)
}

fn met_by_pair(pairs: &[[Cell; 2]], reply: Cell) -> Met {
    let pair = pairs.iter().find(|pair| pair.contains(&reply));
    pair.map_or(Met::Nothing, |&[low, high]| Met::Pair(if reply == low { high } else { low }))
}

fn met_by_records(stones: &Stones<'_>) -> Vec<(Cell, Met)> {
    let completions = stones.completions(Role::Strategist);
    let is_held = stones.open_lines(Role::Opponent).next().is_none();
    let replies = stones.empty();
    let meet = |reply| match completion(completions, reply) {
        // The last cell fills the board.
        _ if is_held || replies.len() == 1 => Met::Nothing,
        met => met.unwrap_or(Met::Position),
    };
    replies.iter().map(|reply| (reply, meet(reply))).collect()
}
