//! The strategy in a verified certificate, which returns the strategist's move in any of its positions.
//!
//! Only the place and the position of each record are stored; the check's walk provides both. A position in any
//! orientation is found by its class, and a symmetry through the class maps the record's content to it. The length of
//! the longest game that the strategy allows is computed from the last record to the first, since every position that
//! follows from a record has a later one.

use std::collections::HashMap;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::coverage::{self, Cover, Coverage};
use crate::position::{self, Position, Side};
use crate::reader::{self, RecordReader};
use crate::stones::{Role, Stones};
use crate::symmetry::{Class, Symmetries};
use crate::verdict::{Claim, Failure, Verified};
use crate::walk::{self, Goal, RecordStart, RecordVisitor, Replay};

/// The reason of the strategist's move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It completes a line.
    Completes,
    /// It blocks the only cell on which the opponent can complete a line.
    Forced,
    /// The proof chooses it.
    Strategic,
}

/// The strategist's move in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The index of the cell.
    pub cell: usize,
    /// The reason of the move.
    pub reason: Reason,
    /// The plies of the longest game that follows the strategy from the position, including this move; `None` in a
    /// proof that a side holds.
    pub plies: Option<usize>,
}

/// The strategist's response to a reply of the opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Response {
    /// The strategist completes a line on this cell.
    Completion(usize),
    /// A threat sequence: the moves of both sides, first and last the strategist's, until it completes a line. The
    /// opponent blocks every threat; of several, it blocks the one with the lowest cell.
    Sequence(Vec<usize>),
    /// The position has a record: [`Strategy::answer`] returns its move.
    Record,
    /// The strategist plays this cell, the other cell of a pair.
    Pair(usize),
    /// No answer is needed: the opponent cannot complete a line any more, or the pairs prevent it.
    Nothing,
}

/// A reply of the opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The index of the cell.
    pub cell: usize,
    /// The strategist's response.
    pub response: Response,
    /// The plies of the longest game that follows the strategy after the reply; `None` in a proof that a side holds.
    pub plies: Option<usize>,
}

/// A verified proof as a strategy; a proof of a draw has one for each side.
#[derive(Debug)]
pub struct Strategy {
    certificate: Vec<u8>,
    verified: Verified,
    board: Board,
    symmetries: Symmetries,
    parts: Vec<Part>,
}

/// The strategy of one side.
#[derive(Debug)]
struct Part {
    strategist: Side,
    goal: Goal,
    records: Vec<Record>,
    /// The number of the record, by the class of its position and by the class of the position after its move. No class
    /// is of both kinds: after the move the strategist has one more stone.
    numbers: HashMap<Class, usize>,
}

/// The place of a record, and the facts about its position.
#[derive(Debug)]
struct Record {
    /// The strategist's stones and the opponent's, before the strategist's move.
    stones: [CellSet; 2],
    /// The move and its reason; `None` in an opening record.
    answer: Option<(Cell, Reason)>,
    /// Where the record continues after the move, in bytes from the start of the file.
    offset: usize,
    /// The plies of the longest game from the position, once they are computed; `None` in a proof that a side holds.
    plies: Option<usize>,
}

impl Record {
    /// Returns the stones after the strategist's move.
    fn after(&self) -> [CellSet; 2] {
        let [mut own, other] = self.stones;
        if let Some((cell, _)) = self.answer {
            own.insert(cell);
        }
        [own, other]
    }
}

/// The start of each record that the walk visits.
#[derive(Default)]
struct RecordStarts(Vec<RecordStart>);

impl RecordVisitor for RecordStarts {
    fn visit(&mut self, record: RecordStart) {
        self.0.push(record);
    }
}

impl Strategy {
    /// Checks a certificate and makes its strategy.
    ///
    /// # Errors
    /// The certificate does not prove its claim, is not in the format, or is beyond the limits.
    pub fn of(certificate: Vec<u8>) -> Result<Self, Failure> {
        let (header, records) = reader::open(&certificate)?;
        if let Claim::NotWithin { .. } = header.claim {
            let reason = "a bound on the length of a win is not a strategy to play".to_owned();
            return Err(Failure::Rejected { record: None, position: None, reason });
        }
        let mut starts = RecordStarts::default();
        let verified = walk::check_records(&header, records, Replay::default(), &mut starts)?;
        let board = header.board;
        let symmetries = Symmetries::of(&board);
        let mut strategy = Self { certificate, verified, board, symmetries, parts: Vec::new() };
        for start in &starts.0 {
            strategy.add(start)?;
        }
        for part in 0..strategy.parts.len() {
            for number in (0..strategy.parts[part].records.len()).rev() {
                let plies = strategy.longest(part, number)?;
                strategy.parts[part].set_plies(number, plies, &strategy.symmetries);
            }
        }
        Ok(strategy)
    }

    /// Returns the claim and the figures of the proof.
    #[must_use]
    pub fn verified(&self) -> &Verified {
        &self.verified
    }

    /// Returns the strategist's move in a position with the strategist to move, if the strategy can lead to the
    /// position or to an image of it. A move that completes a line is always preferred. Returns `None` if the game is
    /// over or the proof does not cover the position, also if it arises only within a threat sequence or a pairing.
    ///
    /// # Errors
    /// The text is not a position on the board.
    pub fn answer(&self, position: &str) -> Result<Option<Answer>, String> {
        let position = Position::parse(&self.board, position)?;
        let Some(part) = self.part_of(position.to_move).filter(|_| position.winner.is_none())
        else {
            return Ok(None);
        };
        let by_role = part.by_role(&position);
        if let Some(cell) = Stones::new(&self.board, by_role).completions(Role::Strategist).first()
        {
            let plies = (part.goal == Goal::Win).then_some(1);
            return Ok(Some(Answer { cell: cell.index(), reason: Reason::Completes, plies }));
        }
        let Some(record) = self.record(part, by_role, Role::Strategist) else { return Ok(None) };
        Ok(record.answer.map(|(cell, reason)| {
            let cell = self.symmetry_between(record.stones, by_role)[cell.index()].index();
            Answer { cell, reason, plies: record.plies }
        }))
    }

    /// Returns the response to each reply in a position with the opponent to move, in ascending order of the cells, if
    /// the strategy can lead to the position or to an image of it. Returns `None` if the game is over or the proof does
    /// not cover the position, as [`answer`](Self::answer) does.
    ///
    /// # Errors
    /// The text is not a position on the board.
    pub fn replies(&self, position: &str) -> Result<Option<Vec<Reply>>, String> {
        let position = Position::parse(&self.board, position)?;
        let strategist = position.to_move.other();
        let Some(part) = self.part_of(strategist).filter(|_| position.winner.is_none()) else {
            return Ok(None);
        };
        let by_role = part.by_role(&position);
        let Some(record) = self.record(part, by_role, Role::Opponent) else { return Ok(None) };
        let symmetry = self.symmetry_between(record.after(), by_role);
        let coverage = self.coverage(part, record).map_err(|failure| failure.to_string())?;
        let coverage = coverage.mapped(&symmetry);
        let mut stones = Stones::new(&self.board, by_role);
        let covers = coverage.covers(&mut stones).into_iter();
        Ok(Some(
            covers
                .map(|(reply, cover)| {
                    let plies = self.plies_after(part, by_role, reply, &cover);
                    let response = match cover {
                        Cover::Completion(cell) => Response::Completion(cell.index()),
                        Cover::Sequence { sequence, .. } => {
                            let moves = coverage::moves_until_line(&stones, reply, sequence);
                            Response::Sequence(moves.into_iter().map(Cell::index).collect())
                        }
                        Cover::Position => Response::Record,
                        Cover::Pair(cell) => Response::Pair(cell.index()),
                        Cover::Nothing => Response::Nothing,
                    };
                    Reply { cell: reply.index(), response, plies }
                })
                .collect(),
        ))
    }

    /// Returns the positions in which the proof chooses a move, one for each class, in the order of the records, as the
    /// text of the position and the answer.
    pub fn strategic(&self) -> impl Iterator<Item = (String, Answer)> {
        self.parts.iter().flat_map(|part| {
            part.records.iter().filter_map(|record| {
                let (cell, reason) =
                    record.answer.filter(|answer| answer.1 == Reason::Strategic)?;
                let [own, other] = record.stones;
                let stones = if part.strategist == Side::X { [own, other] } else { [other, own] };
                let answer = Answer { cell: cell.index(), reason, plies: record.plies };
                Some((position::text(&self.board, &stones, part.strategist), answer))
            })
        })
    }

    /// Adds a record that the walk visited.
    fn add(&mut self, start: &RecordStart) -> Result<(), Failure> {
        let (strategist, goal) = start.part;
        if self.parts.last().is_none_or(|part| part.strategist != strategist) {
            let (records, numbers) = (Vec::new(), HashMap::new());
            self.parts.push(Part { strategist, goal, records, numbers });
        }
        let mut reader = RecordReader::from(&self.certificate, start.offset);
        let blocks = Stones::new(&self.board, start.stones).completions(Role::Opponent);
        let answer = match (start.to_move, blocks.first()) {
            (Role::Opponent, _) => None,
            (Role::Strategist, Some(block)) => Some((block, Reason::Forced)),
            (Role::Strategist, None) => Some((reader.cell(&self.board)?, Reason::Strategic)),
        };
        let record = Record { stones: start.stones, answer, offset: reader.offset(), plies: None };
        if let Some(part) = self.parts.last_mut() {
            part.numbers.insert(self.symmetries.class(record.stones), part.records.len());
            part.records.push(record);
        }
        Ok(())
    }

    /// Returns the plies of the longest game from the position of a record; `None` in a proof that a side holds. The
    /// plies of all later records must be known.
    fn longest(&self, part: usize, number: usize) -> Result<Option<usize>, Failure> {
        let part = &self.parts[part];
        if part.goal == Goal::Hold {
            return Ok(None);
        }
        let record = &part.records[number];
        let coverage = self.coverage(part, record)?;
        let by_role = record.after();
        let mut stones = Stones::new(&self.board, by_role);
        let mut longest = 0;
        for (reply, cover) in coverage.covers(&mut stones) {
            let Some(plies) = self.plies_after(part, by_role, reply, &cover) else {
                let reason = "a reply is met by nothing".to_owned();
                return Err(Failure::Rejected { record: None, position: None, reason });
            };
            longest = longest.max(1 + plies);
        }
        Ok(Some(usize::from(record.answer.is_some()) + longest))
    }

    /// Returns the plies of the longest game after a reply.
    fn plies_after(
        &self,
        part: &Part,
        [own, mut other]: [CellSet; 2],
        reply: Cell,
        cover: &Cover<'_>,
    ) -> Option<usize> {
        if part.goal == Goal::Hold {
            return None;
        }
        match cover {
            Cover::Completion(_) => Some(1),
            Cover::Sequence { plies, .. } => Some(*plies),
            Cover::Position => {
                other.insert(reply);
                self.record(part, [own, other], Role::Strategist).and_then(|record| record.plies)
            }
            Cover::Pair(_) | Cover::Nothing => None,
        }
    }

    fn part_of(&self, strategist: Side) -> Option<&Part> {
        self.parts.iter().find(|part| part.strategist == strategist)
    }

    /// Returns the record for the class of a position before or after the strategist's move.
    fn record<'a>(
        &self,
        part: &'a Part,
        by_role: [CellSet; 2],
        to_move: Role,
    ) -> Option<&'a Record> {
        let record = &part.records[*part.numbers.get(&self.symmetries.class(by_role))?];
        let of_record = if to_move == Role::Strategist { record.stones } else { record.after() };
        let is_opening = record.answer.is_none();
        let fits =
            of_record[0].len() == by_role[0].len() && !(is_opening && to_move == Role::Strategist);
        fits.then_some(record)
    }

    /// Returns a symmetry that takes one position to another of its class.
    fn symmetry_between(&self, from: [CellSet; 2], to: [CellSet; 2]) -> Vec<Cell> {
        let (_, there) = self.symmetries.class_and_symmetry(from);
        let (_, back) = self.symmetries.class_and_symmetry(to);
        let mut inverse = vec![Cell::at(0); back.len()];
        for (cell, image) in back.iter().enumerate() {
            inverse[image.index()] = Cell::at(cell);
        }
        there.iter().map(|image| inverse[image.index()]).collect()
    }

    /// Reads the part of a record after the strategist's move.
    fn coverage(&self, part: &Part, record: &Record) -> Result<Coverage, Failure> {
        Coverage::read(
            part.goal,
            &self.board,
            &mut RecordReader::from(&self.certificate, record.offset),
        )
    }
}

impl Part {
    /// Returns the strategist's stones and the opponent's.
    fn by_role(&self, position: &Position) -> [CellSet; 2] {
        [self.strategist, self.strategist.other()].map(|side| position.stones[side.index()])
    }

    /// Sets the length of the longest game from the position of a record, and makes the record available by the
    /// position after its move, unless another record's move leads to the same class and wins sooner.
    fn set_plies(&mut self, number: usize, plies: Option<usize>, symmetries: &Symmetries) {
        let after = symmetries.class(self.records[number].after());
        let known = self.numbers.entry(after).or_insert(number);
        if plies < self.records[*known].plies {
            *known = number;
        }
        self.records[number].plies = plies;
    }
}
