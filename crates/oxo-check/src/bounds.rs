//! The check of a bound: that X, to move, does not complete a line within so many plies.
//!
//! A walk through every position that X's moves and O's replies lead to, as docs/formats/certificate.md defines for
//! version 2. A record gives O's replies to the moves of X that make no threat; a threat leaves O one reply. Positions
//! that the rules of `settled.rs` settle have no record.

use std::collections::{HashSet, VecDeque};

use crate::cells::{Cell, CellSet};
use crate::position::{self, Side};
use crate::reader::{Header, RecordReader};
use crate::settled;
use crate::stones::{Completions, Role, Stones};
use crate::symmetry::{Class, Symmetries};
use crate::verdict::{Failure, Verified};

/// The most classes of settled positions that are remembered, which saves time only.
const MOST_SETTLED: usize = 200_000;

/// O's replies to the moves of X in one record.
struct Replies {
    /// The reply to most moves, and the reply to a move on its cell.
    usual: [Cell; 2],
    /// Moves with other replies, ascending.
    exceptions: Vec<[Cell; 2]>,
}

/// Checks the records of a certificate of a bound. `left` is the number of stones that X may put within the plies.
pub(crate) fn check_bound(
    header: &Header,
    reader: RecordReader<'_>,
    left: usize,
) -> Result<Verified, Failure> {
    let [x, o] = header.position.stones;
    let mut walk = BoundWalk {
        header,
        reader,
        symmetries: Symmetries::of(&header.board),
        last: x.len().saturating_add(left),
        met: HashSet::new(),
        settled: HashSet::new(),
        queue: VecDeque::new(),
        read: 0,
    };
    walk.run([o, x])?;
    if walk.read < header.records {
        let reason = format!("{} records are for no position", header.records - walk.read);
        return Err(Failure::Rejected { record: Some(walk.read + 1), position: None, reason });
    }
    if !walk.reader.is_used_up() {
        return Err(walk.reader.malformed("there are bytes after the last record"));
    }
    let is_empty_board = x.is_empty() && o.is_empty();
    Ok(Verified {
        claim: header.claim,
        board: header.board.to_string(),
        position: (!is_empty_board).then(|| walk.text([o, x])),
        strategic: walk.read,
        forced: 0,
        plies: None,
    })
}

struct BoundWalk<'a> {
    header: &'a Header,
    reader: RecordReader<'a>,
    symmetries: Symmetries,
    /// The stones that X has when the plies are over.
    last: usize,
    /// The classes of all positions that were added to the queue.
    met: HashSet<Class>,
    /// Classes of positions that are settled.
    settled: HashSet<Class>,
    /// Positions with X to move that are not settled: the stones of O and of X.
    queue: VecDeque<[CellSet; 2]>,
    /// The number of records read.
    read: u64,
}

impl BoundWalk<'_> {
    fn run(&mut self, start: [CellSet; 2]) -> Result<(), Failure> {
        if self.header.position.winner == Some(Side::O) {
            return Ok(());
        }
        let mut stones = Stones::new(&self.header.board, start);
        if let Some(cell) = stones.completions(Role::Opponent).first() {
            let reason = format!("x completes a line on cell {}", cell.index());
            return Err(self.reject(&stones, reason));
        }
        let danger = Completions::from(&stones.completions(Role::Strategist));
        self.meet(&mut stones, danger)?;
        while let Some(by_role) = self.queue.pop_front() {
            let mut stones = Stones::new(&self.header.board, by_role);
            self.record(&mut stones)?;
        }
        Ok(())
    }

    /// Reads the record of a position, and meets the positions after every move of X and the reply to it.
    fn record(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        if self.read == self.header.records {
            return Err(self.no_record(stones));
        }
        self.read += 1;
        let replies = self.replies()?;
        let mut exceptions = replies.exceptions.iter().peekable();
        let danger = Completions::from(&stones.completions(Role::Strategist));
        for cell in settled::counting_moves(stones, danger).iter() {
            let threat = stones.put(Role::Opponent, cell);
            let reply = match threat {
                Completions::Several => {
                    stones.take(Role::Opponent, cell);
                    let reason = format!("x leaves two threats on cell {}", cell.index());
                    return Err(self.reject(stones, reason));
                }
                Completions::One(block) => block,
                Completions::None => {
                    let [first, second] = replies.usual;
                    let usual = if cell == first { second } else { first };
                    exceptions.next_if(|exception| exception[0] == cell).map_or(usual, |e| e[1])
                }
            };
            if !stones.empty().contains(reply) {
                stones.take(Role::Opponent, cell);
                let (cell, reply) = (cell.index(), reply.index());
                let reason =
                    format!("the reply {reply} to the move {cell} is not on an empty cell");
                return Err(self.reject(stones, reason));
            }
            // O cannot complete a line after a move that counts, so each such line now runs through the reply.
            let danger = stones.put(Role::Strategist, reply);
            let met = self.meet(stones, danger);
            stones.take(Role::Strategist, reply);
            stones.take(Role::Opponent, cell);
            met?;
        }
        if let Some([cell, _]) = exceptions.next() {
            let reason =
                format!("the record replies to the move {}, which needs no reply", cell.index());
            return Err(self.reject(stones, reason));
        }
        Ok(())
    }

    /// Reads a record.
    fn replies(&mut self) -> Result<Replies, Failure> {
        let board = &self.header.board;
        let usual = [self.reader.cell(board)?, self.reader.cell(board)?];
        let mut exceptions: Vec<[Cell; 2]> = Vec::new();
        for _ in 0..self.reader.count()? {
            let exception = [self.reader.cell(board)?, self.reader.cell(board)?];
            if exceptions.last().is_some_and(|last| last[0] >= exception[0]) {
                return Err(self
                    .reader
                    .malformed("the moves of a record are not in ascending order"));
            }
            exceptions.push(exception);
        }
        Ok(Replies { usual, exceptions })
    }

    /// Adds a position with X to move to the queue, unless its class was met before or is settled. `danger` tells where O
    /// can complete a line.
    fn meet(&mut self, stones: &mut Stones<'_>, danger: Completions) -> Result<(), Failure> {
        let by_role = stones.by_role();
        let left = self.last - by_role[Role::Opponent as usize].len();
        // Few positions are settled as quickly as their classes are found.
        let is_quick = left < 4;
        if is_quick && settled::is_settled(stones, danger, left) {
            return Ok(());
        }
        let class = self.symmetries.class(by_role);
        if self.met.contains(&class) || self.settled.contains(&class) {
            return Ok(());
        }
        if !is_quick && settled::is_settled(stones, danger, left) {
            if self.settled.len() == MOST_SETTLED {
                self.settled.clear();
            }
            self.settled.insert(class);
            return Ok(());
        }
        // So the records limit the memory.
        if self.met.len() as u64 == self.header.records {
            return Err(self.no_record(stones));
        }
        self.met.insert(class);
        self.queue.push_back(by_role);
        Ok(())
    }

    fn text(&self, [o, x]: [CellSet; 2]) -> String {
        position::text(&self.header.board, &[x, o], Side::X)
    }

    fn no_record(&self, stones: &Stones<'_>) -> Failure {
        Failure::Rejected {
            record: (self.read > 0).then_some(self.read),
            position: Some(self.text(stones.by_role())),
            reason: format!("a position is covered by none of the {} records", self.header.records),
        }
    }

    fn reject(&self, stones: &Stones<'_>, reason: String) -> Failure {
        let record = (self.read > 0).then_some(self.read);
        Failure::Rejected { record, position: Some(self.text(stones.by_role())), reason }
    }
}
