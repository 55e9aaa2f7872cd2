//! Certificates: proofs as files, in the format that docs/formats/certificate.md defines and `oxo-check` reads.

use oxo_core::{Cell, Side};

use crate::strategy::prove::{Goal, ProofSink, Record, Replies};

/// The claim of a certificate, as written in its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The side has a strategy that reaches the goal.
    Side(Side, Goal),
    /// Both sides hold. The body has X's part first, then O's.
    Draw,
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Side(side, Goal::Wins) => write!(f, "{side} wins"),
            Self::Side(side, Goal::Holds) => write!(f, "{side} holds"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// Writes the body of a certificate, record by record.
#[derive(Debug, Default, Clone)]
pub(crate) struct CertificateWriter {
    body: Vec<u8>,
    records: usize,
}

impl CertificateWriter {
    /// Returns the whole file.
    pub(crate) fn finish(&self, board: &str, position: &str, claim: Claim) -> Vec<u8> {
        let header = format!(
            "oxo certificate 1\nboard {board}\nposition {position}\nclaim {claim}\nrecords {}\n\n",
            self.records
        );
        let mut file = header.into_bytes();
        file.extend_from_slice(&self.body);
        let sum = crc32fast::hash(&file);
        file.extend_from_slice(&sum.to_le_bytes());
        file
    }

    fn cell(&mut self, cell: Cell) {
        self.body.push(cell.into());
    }

    /// Writes LEB128: seven bits per byte, the lowest first, with the top bit set on all bytes but the last.
    fn number(&mut self, mut number: usize) {
        let lowest_byte = |number: usize| number.to_le_bytes()[0];
        while number >= 0x80 {
            self.body.push(lowest_byte(number) | 0x80);
            number >>= 7;
        }
        self.body.push(lowest_byte(number));
    }
}

impl ProofSink for CertificateWriter {
    fn record(&mut self, record: &Record<'_>) {
        self.records += 1;
        if let Some(cell) = record.cell {
            self.cell(cell);
        }
        match record.replies {
            Replies::Sequences(sequences) => {
                self.number(sequences.len());
                for sequence in sequences {
                    self.number(sequence.len());
                    for &cell in *sequence {
                        self.cell(cell);
                    }
                }
            }
            Replies::Pairing(pairs) => {
                self.body.push(1);
                self.number(pairs.len());
                for &cell in pairs.iter().flatten() {
                    self.cell(cell);
                }
            }
            Replies::Records => self.body.push(0),
        }
    }
}
