//! Verifies Oren Patashnik's dictionary: its moves win 4x4x4 for the first player.
//!
//! The dictionary (made in 1976-77; O. Patashnik, "Qubic: 4x4x4 Tic-Tac-Toe", Mathematics Magazine 53, 1980, pages
//! 202-216) lists strategic moves only. Its head leaves three things to the reader: to complete a line where that is
//! possible, to block the opponent's threat, and to find a forced win in every position that is not listed. The walk is
//! that of a certificate, with [`ForcedWins`] in place of stored sequences. Every line of the dictionary must be
//! needed.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::board::{Board, number};
use crate::cells::{Cell, CellSet};
use crate::forced_wins::ForcedWins;
use crate::position::{Side, parse_stones, text};
use crate::reader::{MAX_RECORDS, refuse_large};
use crate::replay::{self, Sequences};
use crate::stones::{Completions, Role, Stones};
use crate::symmetry::{Class, Symmetries};
use crate::verdict::{Claim, Failure, Verified};

/// The board of the dictionary.
const BOARD: &str = "4x4x4";

/// A move of the dictionary.
struct Entry {
    /// The line of the file, from 1.
    line: u64,
    /// The image of the move under a symmetry that takes the position to its class.
    cell: Cell,
    used: bool,
}

/// Verifies the dictionary as Patashnik published it, with or without its head.
pub(crate) fn check_dictionary(file: &[u8]) -> Result<Verified, Failure> {
    refuse_large(file)?;
    let board = Board::parse(BOARD).expect("the board is well-formed");
    let symmetries = Symmetries::of(&board);
    let entries = read(file, &board, &symmetries)?;
    let mut walk = DictionaryWalk {
        board: &board,
        symmetries: &symmetries,
        entries,
        forced_wins: ForcedWins::new(&board),
        met: HashSet::new(),
        queue: VecDeque::new(),
        strategic: 0,
        forced: 0,
    };
    walk.meet([CellSet::EMPTY; 2]);
    while let Some(by_role) = walk.queue.pop_front() {
        let mut stones = Stones::new(&board, by_role);
        walk.first_players_move(&mut stones)?;
        walk.replies(&mut stones)?;
    }
    if let Some(unused) =
        walk.entries.values().filter(|entry| !entry.used).map(|entry| entry.line).min()
    {
        return Err(rejected(Some(unused), None, "the line is for a position that never arises"));
    }
    Ok(Verified {
        claim: Claim::Wins(Side::X),
        board: board.to_string(),
        position: None,
        strategic: walk.strategic,
        forced: walk.forced,
        plies: None,
    })
}

/// Reads the lines below the head, which ends with a line of dashes.
fn read(
    file: &[u8],
    board: &Board,
    symmetries: &Symmetries,
) -> Result<HashMap<Class, Entry>, Failure> {
    let is_rule = |line: &[u8]| line.len() > 1 && line.iter().all(|&byte| byte == b'-');
    let head = file.split(|&byte| byte == b'\n').position(is_rule).map_or(0, |rule| rule + 1);
    let lines = file.split_inclusive(|&byte| byte == b'\n');
    if lines.clone().skip(head).count() as u64 > MAX_RECORDS {
        let reason = format!("the dictionary has more than {MAX_RECORDS} lines");
        return Err(Failure::OutOfResources { reason });
    }
    let mut entries: HashMap<Class, Entry> = HashMap::new();
    let mut offset = 0;
    for (line, number) in lines.zip(1..) {
        let start = offset;
        offset += line.len();
        if number <= head as u64 {
            continue;
        }
        let (stones, cell) = read_line(line, board)
            .map_err(|reason| Failure::Malformed { offset: start, reason })?;
        let (class, symmetry) = symmetries.class_and_symmetry(stones);
        let entry = Entry { line: number, cell: symmetry[cell.index()], used: false };
        if let Some(before) = entries.insert(class, entry) {
            let reason = format!("line {} is for the same position", before.line);
            return Err(rejected(Some(number), Some(text(board, &stones, Side::X)), &reason));
        }
    }
    Ok(entries)
}

/// Reads one line: a position with equal numbers of stones, and an empty cell.
fn read_line(line: &[u8], board: &Board) -> Result<([CellSet; 2], Cell), String> {
    let line = line.strip_suffix(b"\n").ok_or("the last line does not end")?;
    let line = std::str::from_utf8(line).map_err(|_| "the line is not ASCII")?;
    let (position, cell) = line.split_once(' ').ok_or("the line has no space before the move")?;
    let stones = parse_stones(board, position)?;
    if stones[0].len() != stones[1].len() {
        return Err("the sides have different numbers of stones".to_owned());
    }
    let index = if cell == "0" { Some(0) } else { number(cell) };
    let cell = index
        .and_then(|index| u8::try_from(index).ok())
        .and_then(|index| board.cell(index))
        .ok_or("the move is not a cell from 0 to 63")?;
    if stones.iter().any(|own| own.contains(cell)) {
        return Err("the move is not on an empty cell".to_owned());
    }
    Ok((stones, cell))
}

struct DictionaryWalk<'a> {
    board: &'a Board,
    symmetries: &'a Symmetries,
    entries: HashMap<Class, Entry>,
    forced_wins: ForcedWins,
    /// The classes of all positions that were added to the queue.
    met: HashSet<Class>,
    /// Positions with the first player, the strategist, to move.
    queue: VecDeque<[CellSet; 2]>,
    strategic: u64,
    forced: u64,
}

impl DictionaryWalk<'_> {
    fn meet(&mut self, by_role: [CellSet; 2]) {
        if self.met.insert(self.symmetries.class(by_role)) {
            self.queue.push_back(by_role);
        }
    }

    /// Blocks the opponent's threat, or otherwise plays the dictionary's move.
    fn first_players_move(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        let cell = match Completions::from(&stones.completions(Role::Opponent)) {
            Completions::One(cell) => {
                self.forced += 1;
                cell
            }
            Completions::None => {
                self.strategic += 1;
                let (class, symmetry) = self.symmetries.class_and_symmetry(stones.by_role());
                let Some(entry) = self.entries.get_mut(&class) else {
                    return Err(self.reject(stones, Side::X, "the dictionary lacks the position"));
                };
                entry.used = true;
                let from = symmetry.iter().position(|&image| image == entry.cell);
                Cell::at(from.expect("a symmetry is a permutation of the cells"))
            }
            Completions::Several => {
                return Err(self.reject(stones, Side::X, "the opponent has two threats"));
            }
        };
        stones.put(Role::Strategist, cell);
        Ok(())
    }

    /// Tries every reply. Each must lose at once, lose to a forced win, or lead to a new position of the queue.
    fn replies(&mut self, stones: &mut Stones<'_>) -> Result<(), Failure> {
        if !stones.completions(Role::Opponent).is_empty() {
            return Err(self.reject(stones, Side::O, "the opponent completes a line"));
        }
        let threats = stones.completions(Role::Strategist);
        let mut replies = match threats.len() {
            0 => stones.empty(),
            1 => threats,
            _ => CellSet::EMPTY,
        };
        let threatening = replay::cells_that_threaten(stones);
        let mut sequences = Sequences::default();
        while let Some(reply) = replies.first() {
            replies.remove(reply);
            let danger = stones.put(Role::Opponent, reply);
            let mut found = None;
            if !sequences.iter().any(|sequence| replay::wins(stones, danger, sequence)) {
                found = self.forced_win(stones, danger)?;
            }
            stones.take(Role::Opponent, reply);
            let Some(found) = found else { continue };
            for &cell in &found {
                sequences.add_move(cell);
            }
            sequences.end_sequence();
            if threats.is_empty()
                && let Some((matter, _)) = replay::cells_that_matter(stones, &found)
            {
                replies = replies.intersection(&matter.union(&threatening));
            }
        }
        Ok(())
    }

    /// Returns a forced win in a position with the first player to move. If there is none, adds the position to the
    /// queue.
    fn forced_win(
        &mut self,
        stones: &mut Stones<'_>,
        danger: Completions,
    ) -> Result<Option<Vec<Cell>>, Failure> {
        let by_role = stones.by_role();
        let class = self.symmetries.class(by_role);
        if self.met.contains(&class) {
            return Ok(None);
        }
        if danger == Completions::None && self.entries.contains_key(&class) {
            self.meet(by_role);
            return Ok(None);
        }
        match self.forced_wins.find(&by_role, danger) {
            Some(found) if replay::wins(stones, danger, &found) => Ok(Some(found)),
            _ if danger == Completions::None => {
                Err(self.reject(stones, Side::X, "neither a move nor a forced win is known"))
            }
            _ => {
                self.meet(by_role);
                Ok(None)
            }
        }
    }

    fn reject(&self, stones: &Stones<'_>, to_move: Side, reason: &str) -> Failure {
        rejected(None, Some(text(self.board, &stones.by_role(), to_move)), reason)
    }
}

fn rejected(record: Option<u64>, position: Option<String>, reason: &str) -> Failure {
    Failure::Rejected { record, position, reason: reason.to_owned() }
}
