//! The opponent's replies in a record of a verified certificate, and how the record covers each of them.

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::reader::RecordReader;
use crate::replay::{self, Sequences};
use crate::stones::{Role, Stones};
use crate::verdict::Failure;
use crate::walk::Goal;

/// A record's content after the strategist's move.
pub(crate) enum Coverage {
    /// To win: threat sequences in stored order, shortest first. Each reply that none of them covers has a record.
    Sequences(Vec<Vec<Cell>>),
    /// To hold: pairs of cells, of which the strategist gets one each.
    Pairs(Vec<[Cell; 2]>),
    /// To hold: each reply that does not settle the game has a record.
    Records,
}

/// How a record covers a reply.
pub(crate) enum Cover<'a> {
    /// The strategist completes a line there.
    Completion(Cell),
    /// This sequence wins. The longest game has this many plies after the reply.
    Sequence { sequence: &'a [Cell], plies: usize },
    /// The position has a record.
    Position,
    /// The strategist plays there, on the other cell of the pair.
    Pair(Cell),
    /// No answer is needed.
    Nothing,
}

impl Coverage {
    /// Reads the part of a record after the strategist's move.
    pub(crate) fn read(
        goal: Goal,
        board: &Board,
        reader: &mut RecordReader<'_>,
    ) -> Result<Self, Failure> {
        match goal {
            Goal::Win => {
                let mut read = Sequences::default();
                reader.sequences(board, &mut read)?;
                let mut sequences: Vec<Vec<Cell>> = read.iter().map(<[Cell]>::to_vec).collect();
                sequences.sort_by_key(Vec::len);
                Ok(Self::Sequences(sequences))
            }
            Goal::Hold if reader.byte()? == 0 => Ok(Self::Records),
            Goal::Hold => {
                let mut pairs = Vec::new();
                for _ in 0..reader.count()? {
                    pairs.push([reader.cell(board)?, reader.cell(board)?]);
                }
                Ok(Self::Pairs(pairs))
            }
        }
    }

    /// Replaces every cell by its image under a symmetry.
    pub(crate) fn mapped(mut self, symmetry: &[Cell]) -> Self {
        let map = |cell: &mut Cell| *cell = symmetry[cell.index()];
        match &mut self {
            Self::Sequences(sequences) => sequences.iter_mut().flatten().for_each(map),
            Self::Pairs(pairs) => pairs.iter_mut().flatten().for_each(map),
            Self::Records => {}
        }
        self
    }

    /// Returns the cover of each reply, in ascending order of the cells. Requires that the opponent cannot complete a
    /// line and that the record is verified. Restores the stones before it returns.
    pub(crate) fn covers(&self, stones: &mut Stones<'_>) -> Vec<(Cell, Cover<'_>)> {
        match self {
            Self::Sequences(sequences) => covers_of_sequences(stones, sequences),
            Self::Pairs(pairs) => {
                stones.empty().iter().map(|reply| (reply, cover_of_pair(pairs, reply))).collect()
            }
            Self::Records => covers_of_records(stones),
        }
    }
}

/// Returns the moves of both sides after a reply that a sequence covers, until a line is complete.
pub(crate) fn moves_until_line(stones: &Stones<'_>, reply: Cell, sequence: &[Cell]) -> Vec<Cell> {
    let mut stones = stones.clone();
    let danger = stones.put(Role::Opponent, reply);
    let mut moves = replay::moves(&mut stones, danger, sequence).expect("the sequence wins");
    for (&cell, role) in moves.iter().zip([Role::Strategist, Role::Opponent].iter().cycle()) {
        stones.put(*role, cell);
    }
    // Several cells complete a line now. The opponent takes the first, and the strategist the next.
    moves.extend(stones.completions(Role::Strategist).iter().take(2));
    moves
}

/// Returns the completion that covers a reply, if there is one.
fn completion<'a>(completions: CellSet, reply: Cell) -> Option<Cover<'a>> {
    completions.iter().find(|&cell| cell != reply).map(Cover::Completion)
}

fn covers_of_sequences<'a>(
    stones: &mut Stones<'_>,
    sequences: &'a [Vec<Cell>],
) -> Vec<(Cell, Cover<'a>)> {
    let completions = stones.completions(Role::Strategist);
    let threatening = replay::cells_that_threaten(stones);
    let first_cover = |reply| (reply, completion(completions, reply).unwrap_or(Cover::Position));
    let mut all: Vec<(Cell, Cover<'a>)> = stones.empty().iter().map(first_cover).collect();
    for sequence in sequences {
        // By the lemma of `cells_that_matter`, the sequence wins after any other reply just as after a pass.
        let pass = completions.is_empty().then(|| replay::cells_that_matter(stones, sequence));
        let pass = pass.flatten().map(|(matter, plies)| (matter.union(&threatening), plies));
        // No reply makes a sequence shorter, and the shortest takes three plies.
        let fewest = pass.map_or(3, |(_, plies)| plies);
        for (reply, cover) in &mut all {
            let may_improve = match cover {
                Cover::Position => true,
                Cover::Sequence { plies, .. } => *plies > fewest,
                Cover::Completion(_) | Cover::Pair(_) | Cover::Nothing => false,
            };
            if !may_improve {
                continue;
            }
            let found = match pass {
                Some((matter, plies)) if !matter.contains(*reply) => Some(plies),
                _ => {
                    let danger = stones.put(Role::Opponent, *reply);
                    let plies = replay::plies(stones, danger, sequence);
                    stones.take(Role::Opponent, *reply);
                    plies
                }
            };
            if let Some(plies) = found
                && !matches!(cover, Cover::Sequence { plies: known, .. } if *known <= plies)
            {
                *cover = Cover::Sequence { sequence, plies };
            }
        }
    }
    all
}

fn cover_of_pair<'a>(pairs: &[[Cell; 2]], reply: Cell) -> Cover<'a> {
    let pair = pairs.iter().find(|pair| pair.contains(&reply));
    pair.map_or(Cover::Nothing, |&[low, high]| Cover::Pair(if reply == low { high } else { low }))
}

fn covers_of_records<'a>(stones: &Stones<'_>) -> Vec<(Cell, Cover<'a>)> {
    let completions = stones.completions(Role::Strategist);
    let is_held = stones.open_lines(Role::Opponent).next().is_none();
    let replies = stones.empty();
    let cover = |reply| match completion(completions, reply) {
        // The last reply fills the board.
        _ if is_held || replies.len() == 1 => Cover::Nothing,
        cover => cover.unwrap_or(Cover::Position),
    };
    replies.iter().map(|reply| (reply, cover(reply))).collect()
}
