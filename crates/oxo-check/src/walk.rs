//! The check itself: a walk through every position that the strategist's moves and all replies lead to.
//!
//! A certificate stores no positions. The walk makes them, always in the same order, and reads the next record for
//! each. A position whose class was met before needs no further record. The walk ends because every record adds stones,
//! and it does no search.

use std::cell::OnceCell;
use std::collections::{HashSet, VecDeque};

use crate::cells::{Cell, CellSet};
use crate::position::{self, Side};
use crate::reader::{Header, RecordReader};
use crate::replay::{self, Sequences};
use crate::stones::{Completions, Role, Stones};
use crate::symmetry::{Class, Symmetries};
use crate::verdict::{Claim, Failure, Verified};

/// How replies are compared with the stored sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Replay {
    /// Settles all replies that cannot affect a sequence together, by the lemma in `replay.rs`.
    #[default]
    Shared,
    /// Replays every sequence against every reply until one wins.
    Exact,
}

/// The strategist's goal in one part of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Win,
    Hold,
}

/// The start of the current record of the walk.
pub(crate) struct RecordStart {
    /// The strategist and the goal of its part of the certificate.
    pub(crate) part: (Side, Goal),
    /// The stones of the strategist and of the opponent in its position.
    pub(crate) stones: [CellSet; 2],
    /// The role to move there; in an opening record it is the opponent.
    pub(crate) to_move: Role,
    /// Where the record begins, in bytes from the start of the file.
    pub(crate) offset: usize,
}

/// Visits the records of a certificate in order, before the walk reads them. A visited record is proved only if the
/// whole certificate is verified.
pub(crate) trait RecordVisitor {
    /// Visits one record.
    fn visit(&mut self, record: RecordStart);
}

/// Ignores the records, for the checker itself.
impl RecordVisitor for () {
    fn visit(&mut self, _: RecordStart) {}
}

/// Checks the records of a certificate against its header.
pub(crate) fn check_records(
    header: &Header,
    reader: RecordReader<'_>,
    replay: Replay,
    visitor: &mut impl RecordVisitor,
) -> Result<Verified, Failure> {
    let mut walk = CertificateWalk {
        visitor,
        header,
        symmetries: OnceCell::new(),
        replay,
        reader,
        part: (Side::X, Goal::Win),
        met: HashSet::new(),
        queue: VecDeque::new(),
        sequences: Sequences::default(),
        read: 0,
        strategic: 0,
        forced: 0,
        longest: 0,
    };
    match header.claim {
        Claim::Wins(side) => walk.part(side, Goal::Win)?,
        Claim::Holds(side) => walk.part(side, Goal::Hold)?,
        Claim::Draw => {
            walk.part(Side::X, Goal::Hold)?;
            walk.part(Side::O, Goal::Hold)?;
        }
        Claim::NotWithin { .. } => {
            let reason = "a bound has no strategist".to_owned();
            return Err(Failure::Rejected { record: None, position: None, reason });
        }
    }
    if walk.read < header.records {
        let reason = format!("{} records are for no position", header.records - walk.read);
        return Err(Failure::Rejected { record: Some(walk.read + 1), position: None, reason });
    }
    if !walk.reader.is_used_up() {
        return Err(walk.reader.malformed("there are bytes after the last record"));
    }
    let start = &header.position;
    let is_empty_board = start.stones.iter().all(CellSet::is_empty) && start.to_move == Side::X;
    Ok(Verified {
        claim: header.claim,
        board: header.board.to_string(),
        position: (!is_empty_board)
            .then(|| position::text(&header.board, &start.stones, start.to_move)),
        strategic: walk.strategic,
        forced: walk.forced,
        plies: matches!(header.claim, Claim::Wins(_)).then_some(walk.longest),
    })
}

struct CertificateWalk<'a, R> {
    visitor: &'a mut R,
    header: &'a Header,
    /// Found when the walk meets the first position; some proofs have none.
    symmetries: OnceCell<Symmetries>,
    replay: Replay,
    reader: RecordReader<'a>,
    /// The strategist and the goal of the current part.
    part: (Side, Goal),
    /// The classes of all positions that were added to the queue of this part.
    met: HashSet<Class>,
    /// Positions with the strategist to move: the stones of the strategist and of the opponent.
    queue: VecDeque<[CellSet; 2]>,
    /// The sequences of the current record.
    sequences: Sequences,
    /// The number of records read, of those with a strategic move and of those with a forced one.
    read: u64,
    strategic: u64,
    forced: u64,
    /// The plies from the start to the completed line of the longest game that follows the proof of a win, among the
    /// games that the records so far cover. Games that continue need no extra work: every position met has a record,
    /// and its stones show how many plies led to it.
    longest: usize,
}

impl<R: RecordVisitor> CertificateWalk<'_, R> {
    /// Walks the part that proves that `strategist` reaches `goal` from the start.
    fn part(&mut self, strategist: Side, goal: Goal) -> Result<(), Failure> {
        self.part = (strategist, goal);
        self.met.clear();
        let start = &self.header.position;
        let by_role = [start.stones[strategist.index()], start.stones[strategist.other().index()]];
        let mut stones = Stones::new(&self.header.board, by_role);
        if let Some(holds) = self.is_decided(&stones) {
            return if holds { Ok(()) } else { Err(self.reject_start("the game is over")) };
        }
        if start.to_move == strategist {
            if !stones.completions(Role::Strategist).is_empty() {
                self.longest = 1;
                return Ok(());
            }
            self.meet(by_role)?;
        } else {
            self.next_record(by_role, Role::Opponent)?;
            self.replies(&mut stones)?;
        }
        while let Some(by_role) = self.queue.pop_front() {
            self.next_record(by_role, Role::Strategist)?;
            let mut stones = Stones::new(&self.header.board, by_role);
            self.strategists_move(&mut stones)?;
            self.replies(&mut stones)?;
        }
        Ok(())
    }

    /// Returns whether the start already decides the goal: true if it is reached and false if it cannot be; `None` if
    /// that depends on the moves.
    fn is_decided(&self, stones: &Stones<'_>) -> Option<bool> {
        let (strategist, goal) = self.part;
        let start = &self.header.position;
        match (start.winner, goal) {
            (Some(winner), _) => Some(winner == strategist),
            (None, Goal::Win) => start.is_full(stones.board()).then_some(false),
            (None, Goal::Hold) => {
                stones.open_lines(Role::Opponent).next().is_none().then_some(true)
            }
        }
    }

    /// Plays the strategist's move: the forced one, or the record's.
    fn strategists_move(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        let cell = match Completions::from(&stones.completions(Role::Opponent)) {
            Completions::One(cell) => {
                self.forced += 1;
                cell
            }
            Completions::None => {
                self.strategic += 1;
                let cell = self.reader.cell(&self.header.board)?;
                if !stones.empty().contains(cell) {
                    let reason = format!("the move {} is not on an empty cell", cell.index());
                    return Err(self.reject(stones, Role::Strategist, reason));
                }
                cell
            }
            Completions::Several => {
                let reason = "the opponent can complete a line on several cells".to_owned();
                return Err(self.reject(stones, Role::Strategist, reason));
            }
        };
        stones.put(Role::Strategist, cell);
        Ok(())
    }

    /// Reads the record's answers to the opponent's replies, and checks all of them.
    fn replies(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        match self.part.1 {
            Goal::Win => self.replies_to_win(stones),
            Goal::Hold => self.replies_to_hold(stones),
        }
    }

    fn replies_to_win(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        self.reader.sequences(&self.header.board, &mut self.sequences)?;
        if stones.empty().len() < 2 {
            let reason = "the board fills up without a line of the strategist".to_owned();
            return Err(self.reject(stones, Role::Opponent, reason));
        }
        let mut replies = self.replies_without_win(stones)?;
        let plies_with_reply = self.plies_to(stones) + 1;
        if replies != stones.empty() {
            self.longest = self.longest.max(plies_with_reply + 1);
        }
        if self.replay == Replay::Shared && replies == stones.empty() {
            let threatening = replay::cells_that_threaten(stones);
            for sequence in self.sequences.iter() {
                // Replay a reply that may make the longest game longer, since another sequence may be shorter.
                if let Some((matter, plies)) = replay::cells_that_matter(stones, sequence)
                    && plies_with_reply + plies <= self.longest
                {
                    replies = replies.intersection(&matter.union(&threatening));
                }
            }
        }
        for reply in replies.iter() {
            let danger = stones.put(Role::Opponent, reply);
            match self.fewest_plies(stones, danger, self.longest.saturating_sub(plies_with_reply)) {
                Some(plies) => self.longest = self.longest.max(plies_with_reply + plies),
                None => self.meet(stones.by_role())?,
            }
            stones.take(Role::Opponent, reply);
        }
        Ok(())
    }

    /// Returns the plies of the first sequence of the record that wins in at most `enough` plies, or else the fewest
    /// plies in which one wins; `None` if none wins.
    fn fewest_plies(
        &self,
        stones: &mut Stones<'_>,
        danger: Completions,
        enough: usize,
    ) -> Option<usize> {
        let mut fewest: Option<usize> = None;
        for sequence in self.sequences.iter() {
            if let Some(plies) = replay::plies(stones, danger, sequence) {
                fewest = Some(fewest.map_or(plies, |fewest| fewest.min(plies)));
                if plies <= enough {
                    break;
                }
            }
        }
        fewest
    }

    /// Returns the plies from the start to a position of the walk.
    fn plies_to(&self, stones: &Stones<'_>) -> usize {
        let start: usize = self.header.position.stones.iter().map(CellSet::len).sum();
        stones.board().size() - stones.empty().len() - start
    }

    fn replies_to_hold(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        match self.reader.byte()? {
            0 => {}
            1 => return self.pairing(stones),
            _ => {
                return Err(self
                    .reader
                    .malformed("the byte before is neither 0 nor 1, for a pairing"));
            }
        }
        if stones.open_lines(Role::Opponent).next().is_none() {
            return Ok(());
        }
        let replies = self.replies_without_win(stones)?;
        // The last empty cell fills the board without a line.
        for reply in replies.iter().filter(|_| stones.empty().len() > 1) {
            let mut by_role = stones.by_role();
            by_role[Role::Opponent as usize].insert(reply);
            self.meet(by_role)?;
        }
        Ok(())
    }

    /// Returns the replies after which the strategist cannot complete a line. Fails if a reply completes a line.
    fn replies_without_win(&self, stones: &Stones<'_>) -> Result<CellSet, Failure> {
        if let Some(cell) = stones.completions(Role::Opponent).first() {
            let reason = format!("the opponent completes a line on cell {}", cell.index());
            return Err(self.reject(stones, Role::Opponent, reason));
        }
        let threats = stones.completions(Role::Strategist);
        Ok(match Completions::from(&threats) {
            Completions::None => stones.empty(),
            Completions::One(_) => threats,
            Completions::Several => CellSet::EMPTY,
        })
    }

    /// Reads a pairing and checks that it holds. For every line that the opponent can still complete it must pair two
    /// empty cells of the line; the strategist gets one of them by always answering on the other cell of the pair.
    fn pairing(&mut self, stones: &Stones<'_>) -> Result<(), Failure> {
        let mut unpaired = stones.empty();
        let mut pairs: Vec<[Cell; 2]> = Vec::new();
        for _ in 0..self.reader.count()? {
            let pair =
                [self.reader.cell(&self.header.board)?, self.reader.cell(&self.header.board)?];
            if pair[0] >= pair[1] {
                return Err(self.reader.malformed("the pair before has not its lower cell first"));
            }
            if let Some(cell) = pair.into_iter().find(|&cell| !unpaired.contains(cell)) {
                let reason = format!("the pairing uses cell {}, taken or paired", cell.index());
                return Err(self.reject(stones, Role::Opponent, reason));
            }
            for cell in pair {
                unpaired.remove(cell);
            }
            pairs.push(pair);
        }
        for line in stones.open_lines(Role::Opponent) {
            if !pairs.iter().any(|pair| pair.iter().all(|&cell| line.contains(cell))) {
                let cells: Vec<String> = line.iter().map(|cell| cell.index().to_string()).collect();
                let reason = format!("no pair lies on the line of cells {}", cells.join(" "));
                return Err(self.reject(stones, Role::Opponent, reason));
            }
        }
        Ok(())
    }

    /// Adds a position with the strategist to move to the queue if its class is new.
    fn meet(&mut self, by_role: [CellSet; 2]) -> Result<(), Failure> {
        let symmetries = self.symmetries.get_or_init(|| Symmetries::of(&self.header.board));
        if self.met.insert(symmetries.class(by_role)) {
            if self.read + (self.queue.len() as u64) == self.header.records {
                return Err(self.no_record(by_role, Role::Strategist));
            }
            self.queue.push_back(by_role);
        }
        Ok(())
    }

    /// Begins a record for a position with `to_move` to move.
    fn next_record(&mut self, by_role: [CellSet; 2], to_move: Role) -> Result<(), Failure> {
        if self.read == self.header.records {
            return Err(self.no_record(by_role, to_move));
        }
        self.read += 1;
        let (part, offset) = (self.part, self.reader.offset());
        self.visitor.visit(RecordStart { part, stones: by_role, to_move, offset });
        Ok(())
    }

    /// Returns the text of a position of the walk.
    fn text(&self, by_role: [CellSet; 2], to_move: Role) -> String {
        let (strategist, _) = self.part;
        let [own, other] = by_role;
        let stones = if strategist == Side::X { [own, other] } else { [other, own] };
        let side = if to_move == Role::Strategist { strategist } else { strategist.other() };
        position::text(&self.header.board, &stones, side)
    }

    fn no_record(&self, by_role: [CellSet; 2], to_move: Role) -> Failure {
        Failure::Rejected {
            record: (self.read > 0).then_some(self.read),
            position: Some(self.text(by_role, to_move)),
            reason: format!("a position is covered by none of the {} records", self.header.records),
        }
    }

    fn reject(&self, stones: &Stones<'_>, to_move: Role, reason: String) -> Failure {
        let position = Some(self.text(stones.by_role(), to_move));
        Failure::Rejected { record: Some(self.read), position, reason }
    }

    fn reject_start(&self, reason: &str) -> Failure {
        let start = &self.header.position;
        let position = position::text(&self.header.board, &start.stones, start.to_move);
        let reason = format!("{reason} and the claim `{}` is wrong", self.header.claim);
        Failure::Rejected { record: None, position: Some(position), reason }
    }
}
