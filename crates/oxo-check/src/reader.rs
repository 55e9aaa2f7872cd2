//! Reads a certificate: the header, the checksum and the bytes of the records. Reading is strict and safe on any bytes:
//! it never allocates memory or repeats work for a number that it has not checked.

use crate::board::{Board, number};
use crate::cells::{Cell, MAX_CELLS};
use crate::position::{Position, Side};
use crate::replay::Sequences;
use crate::verdict::{Claim, Failure};

/// The maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1 << 28;

/// The maximum number of records, except of a bound. Each position of the walk takes some 200 bytes.
pub(crate) const MAX_RECORDS: u64 = 4_000_000;

/// The maximum number of records of a bound, for which its walk takes 2 GB.
const MAX_OF_BOUND: u64 = 14_000_000;

/// The bytes that each record of a bound has at least: two replies and a count. Other records have at least one.
const MIN_OF_BOUND: u64 = 3;

/// The size of the checksum at the end, in bytes.
const CHECKSUM: usize = 4;

/// The content of the header.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) board: Board,
    pub(crate) position: Position,
    pub(crate) claim: Claim,
    pub(crate) records: u64,
}

/// Splits a certificate into its header and the reader of its records.
pub(crate) fn open(bytes: &[u8]) -> Result<(Header, RecordReader<'_>), Failure> {
    refuse_large(bytes)?;
    let mut header = HeaderReader { bytes, offset: 0 };
    let is_bound = header.line("oxo certificate ", |version| match version {
        "1" => Ok(false),
        "2" => Ok(true),
        _ => Err("this version of the format is not known; versions 1 and 2 are".to_owned()),
    })?;
    let Some(end) = bytes.len().checked_sub(CHECKSUM).filter(|&end| end >= header.offset) else {
        return Err(malformed(bytes.len(), "the file ends before its checksum"));
    };
    if crc32(&bytes[..end]).to_le_bytes() != bytes[end..] {
        return Err(malformed(end, "the checksum does not fit the file"));
    }
    header.bytes = &bytes[..end];
    let board = header.line("board ", Board::parse)?;
    let position = header.line("position ", |text| Position::parse(&board, text))?;
    let claim = if is_bound {
        let claim = header.line("claim x wins not within ", parse_plies)?;
        if position.to_move != Side::X {
            return Err(malformed(header.offset, "a bound is about a position with x to move"));
        }
        claim
    } else {
        header.line("claim ", parse_claim)?
    };
    let records = header.line("records ", parse_count)?;
    header.line("", |rest| {
        if rest.is_empty() { Ok(()) } else { Err("an empty line must end the header".to_owned()) }
    })?;
    let (most, least) = if is_bound { (MAX_OF_BOUND, MIN_OF_BOUND) } else { (MAX_RECORDS, 1) };
    if records > most {
        let reason = format!("the certificate has more than {most} records");
        return Err(Failure::OutOfResources { reason });
    }
    // So a small file has a small walk, whatever it announces.
    if records > (end - header.offset) as u64 / least {
        return Err(malformed(end, "the records end in the middle of one"));
    }
    let reader = RecordReader { bytes: header.bytes, offset: header.offset };
    Ok((Header { board, position, claim, records }, reader))
}

/// Refuses a file of more bytes than the checker reads.
pub(crate) fn refuse_large(file: &[u8]) -> Result<(), Failure> {
    if file.len() > MAX_BYTES {
        let reason = format!("the file has more than {MAX_BYTES} bytes");
        return Err(Failure::OutOfResources { reason });
    }
    Ok(())
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    match text {
        "x wins" => Ok(Claim::Wins(Side::X)),
        "o wins" => Ok(Claim::Wins(Side::O)),
        "x holds" => Ok(Claim::Holds(Side::X)),
        "o holds" => Ok(Claim::Holds(Side::O)),
        "draw" => Ok(Claim::Draw),
        _ => Err("the claim is not one of: x wins, o wins, x holds, o holds, draw".to_owned()),
    }
}

/// Reads the plies of a bound.
fn parse_plies(text: &str) -> Result<Claim, String> {
    let plies = number(text).filter(|plies| plies % 2 == 1 && *plies < 2 * MAX_CELLS);
    let reason = || format!("the plies are not an odd number below {}", 2 * MAX_CELLS);
    plies.map(|plies| Claim::NotWithin { plies }).ok_or_else(reason)
}

fn parse_count(text: &str) -> Result<u64, String> {
    match text {
        "0" => Some(0),
        _ => number(text).map(|count| count as u64),
    }
    .ok_or_else(|| "the number of records is not a number".to_owned())
}

/// Reads the lines of the header.
struct HeaderReader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl HeaderReader<'_> {
    /// Reads the next line, which starts with `key`, and parses what follows the key.
    fn line<T>(
        &mut self,
        key: &str,
        value: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        let start = self.offset;
        let rest = &self.bytes[start..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let line = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        let Some(text) = line.and_then(|line| line.strip_prefix(key)) else {
            let expected = if key.is_empty() { "the empty line" } else { key.trim_end() };
            return Err(malformed(start, &format!("the header lacks its line `{expected}`")));
        };
        if text.ends_with('\r') {
            let reason = "a text transfer changed the file: its lines end with CR LF";
            return Err(malformed(start, reason));
        }
        let value = value(text).map_err(|reason| malformed(start + key.len(), &reason))?;
        self.offset = start + key.len() + text.len() + 1;
        Ok(value)
    }
}

/// Reads the records in order.
pub(crate) struct RecordReader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> RecordReader<'a> {
    /// Reads the records of a certificate from an offset at which a record begins.
    pub(crate) fn from(certificate: &'a [u8], offset: usize) -> Self {
        Self { bytes: &certificate[..certificate.len() - CHECKSUM], offset }
    }

    /// Returns the current offset, in bytes from the start of the file.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether all bytes have been read.
    pub(crate) fn is_used_up(&self) -> bool {
        self.offset == self.bytes.len()
    }

    /// Makes a failure at the current offset.
    pub(crate) fn malformed(&self, reason: &str) -> Failure {
        malformed(self.offset, reason)
    }

    /// Reads the next byte.
    pub(crate) fn byte(&mut self) -> Result<u8, Failure> {
        let byte = self.bytes.get(self.offset);
        let byte = *byte.ok_or_else(|| self.malformed("the records end in the middle of one"))?;
        self.offset += 1;
        Ok(byte)
    }

    /// Reads the next byte as a cell of the board.
    pub(crate) fn cell(&mut self, board: &Board) -> Result<Cell, Failure> {
        let index = self.byte()?;
        board.cell(index).ok_or_else(|| {
            malformed(self.offset - 1, &format!("the board {board} has no cell {index}"))
        })
    }

    /// Reads the next number: LEB128, seven bits per byte, lowest first, in the fewest bytes possible.
    pub(crate) fn count(&mut self) -> Result<u32, Failure> {
        let start = self.offset;
        let mut value = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return Err(malformed(start, "a number takes more bytes than it needs"));
                }
                let too_large = |_| malformed(start, "a number is beyond 32 bits");
                return u32::try_from(value).map_err(too_large);
            }
        }
        Err(malformed(start, "a number is beyond 32 bits"))
    }

    /// Reads the sequences of a record.
    pub(crate) fn sequences(
        &mut self,
        board: &Board,
        sequences: &mut Sequences,
    ) -> Result<(), Failure> {
        sequences.clear();
        for _ in 0..self.count()? {
            let start = self.offset;
            let moves = self.count()?;
            if moves == 0 {
                return Err(malformed(start, "a sequence has no moves"));
            }
            for _ in 0..moves {
                sequences.add_move(self.cell(board)?);
            }
            sequences.end_sequence();
        }
        Ok(())
    }
}

fn malformed(offset: usize, reason: &str) -> Failure {
    Failure::Malformed { offset, reason: reason.to_owned() }
}

/// Computes the CRC-32 of zip and PNG (ISO-HDLC): reflected polynomial `0xEDB88320`, initial and final value inverted.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0_u32; 256];
    for (entry, byte) in table.iter_mut().zip(0..) {
        *entry = (0..8).fold(
            byte,
            |rest, _| {
                if rest & 1 == 0 { rest >> 1 } else { rest >> 1 ^ 0xEDB8_8320 }
            },
        );
    }
    let step = |crc: u32, &byte: &u8| table[usize::from(crc.to_le_bytes()[0] ^ byte)] ^ (crc >> 8);
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_the_digits_is_the_published_check_value() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn numbers_have_one_spelling() {
        let read = |bytes: &[u8]| RecordReader { bytes, offset: 0 }.count();
        assert_eq!(read(&[0]), Ok(0));
        assert_eq!(read(&[0x7f]), Ok(127));
        assert_eq!(read(&[0x80, 1]), Ok(128));
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0x0f]), Ok(u32::MAX));
        for wrong in
            [&[][..], &[0x80], &[0x80, 0], &[0xff; 5], &[0xff, 0xff, 0xff, 0xff, 0x1f], &[0x80; 6]]
        {
            assert!(matches!(read(wrong), Err(Failure::Malformed { .. })), "{wrong:?}");
        }
    }
}
