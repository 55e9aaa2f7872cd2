//! A writer of certificates, the plainest implementation of docs/formats/certificate.md.

use std::collections::{BTreeSet, VecDeque};

use super::game::{Game, Place};
use super::strategies::Strategy;

/// A certificate that tests can take apart, since each record is separate.
#[derive(Debug, Clone)]
pub(crate) struct Certificate {
    pub(crate) header: Header,
    pub(crate) records: Vec<Vec<u8>>,
    /// The number of records with a strategic move, and of those with a forced one.
    pub(crate) strategic: u64,
    pub(crate) forced: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) version: String,
    pub(crate) board: String,
    pub(crate) position: String,
    pub(crate) claim: String,
    /// Replaces the number of records in the header.
    pub(crate) count: Option<String>,
}

impl Certificate {
    /// Makes a certificate without records.
    pub(crate) fn bare(board: &str, position: &str, claim: &str) -> Self {
        let header = Header {
            version: "1".to_owned(),
            board: board.to_owned(),
            position: position.to_owned(),
            claim: claim.to_owned(),
            count: None,
        };
        Self { header, records: Vec::new(), strategic: 0, forced: 0 }
    }

    /// Returns the bytes of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Header { version, board, position, claim, count } = &self.header;
        let count = count.clone().unwrap_or_else(|| self.records.len().to_string());
        let mut bytes = format!(
            "oxo certificate {version}\nboard {board}\nposition {position}\nclaim {claim}\nrecords {count}\n\n"
        )
        .into_bytes();
        bytes.extend(self.records.concat());
        sealed(bytes)
    }
}

/// Returns the bytes followed by their checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut crc = !0_u32;
    for &byte in &bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 * (crc & 1));
        }
    }
    bytes.extend((!crc).to_le_bytes());
    bytes
}

/// Adds the records of one part: the strategist, whose stones are `start.own`, wins, or otherwise holds.
pub(crate) fn add_part(
    certificate: &mut Certificate,
    game: &Game,
    (start, strategist_to_move): (&Place, bool),
    wins: bool,
    strategy: &mut dyn Strategy,
) {
    let mut walk = Walk { game, wins, met: BTreeSet::new(), queue: VecDeque::new(), certificate };
    if strategist_to_move {
        walk.meet(start.clone());
    } else {
        walk.replies(start, Vec::new(), strategy);
    }
    while let Some(place) = walk.queue.pop_front() {
        let (cell, record) = if let Some(&cell) = game.completions(&place.turned()).first() {
            walk.certificate.forced += 1;
            (cell, Vec::new())
        } else {
            walk.certificate.strategic += 1;
            let cell = strategy.cell(game, &place);
            (cell, vec![byte(cell)])
        };
        walk.replies(&place.with_own(cell), record, strategy);
    }
}

struct Walk<'a> {
    game: &'a Game,
    wins: bool,
    met: BTreeSet<Place>,
    queue: VecDeque<Place>,
    certificate: &'a mut Certificate,
}

impl Walk<'_> {
    fn meet(&mut self, place: Place) {
        if self.met.insert(self.game.class(&place)) {
            self.queue.push_back(place);
        }
    }

    /// Completes a record for a position with the opponent to move.
    fn replies(&mut self, place: &Place, mut record: Vec<u8>, strategy: &mut dyn Strategy) {
        let mut sequences = Vec::new();
        let mut replies = self.game.empty(place);
        if self.wins {
            sequences = strategy.sequences(self.game, place);
            record.extend(varint(sequences.len()));
            for sequence in &sequences {
                record.extend(varint(sequence.len()));
                record.extend(sequence.iter().map(|&cell| byte(cell)));
            }
        } else if let Some(pairs) = strategy.pairing(self.game, place) {
            record.push(1);
            record.extend(varint(pairs.len()));
            record.extend(pairs.iter().flatten().map(|&cell| byte(cell)));
            replies.clear();
        } else {
            record.push(0);
        }
        self.certificate.records.push(record);
        for reply in replies {
            let next = place.with_other(reply);
            let covered = !self.game.completions(&next).is_empty()
                || if self.wins {
                    sequences.iter().any(|sequence| replay(self.game, &next, sequence))
                } else {
                    self.game.open_lines(&next).is_empty() || self.game.empty(&next).is_empty()
                };
            if !covered {
                self.meet(next);
            }
        }
    }
}

/// Returns whether a sequence wins for `place.own`, which is to move.
pub(crate) fn replay(game: &Game, place: &Place, sequence: &[usize]) -> bool {
    let mut place = place.clone();
    for &cell in sequence {
        if !game.completions(&place).is_empty() {
            return true;
        }
        let dangers = game.completions(&place.turned());
        if dangers.iter().any(|&danger| danger != cell) || !game.empty(&place).contains(&cell) {
            return false;
        }
        place = place.with_own(cell);
        let threats = game.completions(&place);
        match threats.first() {
            None => return false,
            Some(_) if threats.len() > 1 => return true,
            Some(&answer) => place = place.with_other(answer),
        }
    }
    false
}

fn byte(cell: usize) -> u8 {
    u8::try_from(cell).unwrap()
}

fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(byte(number % 128) | 128);
        number /= 128;
    }
    bytes.push(byte(number));
    bytes
}
