//! An independent checker of proofs about tic-tac-toe in any number of dimensions.
//!
//! A certificate is a file that proves the outcome of a position; docs/certificate.md is its format. The
//! checker shares no code with the programs that find proofs and needs nothing but the standard library,
//! so that this crate is all that has to be trusted. It is best read in this order: `board`, `symmetry`
//! and `position` say what the game is, `stones` and `replay` how it is played on, `reader` what a file
//! holds, and `walk` is the check. `patashnik` and `forced_wins` read an older kind of proof. `strategy`
//! and `coverage` ask a verified proof what it plays.
//!
//! ```
//! use oxo_check::{Failure, check};
//! assert!(matches!(check(b"not a certificate"), Err(Failure::Malformed { offset: 0, .. })));
//! ```

mod board;
mod cells;
mod coverage;
mod forced_wins;
mod patashnik;
mod position;
mod reader;
mod replay;
mod stones;
mod strategy;
mod symmetry;
mod verdict;
mod walk;

pub use position::Side;
pub use reader::MAX_BYTES;
pub use strategy::{Answer, Meeting, Reason, Reply, Strategy};
pub use verdict::{Claim, Failure, Verified};
pub use walk::Replay;

/// Checks a certificate.
///
/// # Errors
/// The certificate does not prove its claim, is not in the format, or is beyond the limits.
pub fn check(certificate: &[u8]) -> Result<Verified, Failure> {
    check_by(certificate, Replay::default())
}

/// Checks a certificate with one way of replaying sequences; the verdict is the same for both.
///
/// # Errors
/// As for [`check`].
pub fn check_by(certificate: &[u8], replay: Replay) -> Result<Verified, Failure> {
    let (header, body) = reader::open(certificate)?;
    walk::check(&header, body, replay, &mut ())
}

/// Verifies Patashnik's dictionary for 4x4x4, filling in the forced wins that it leaves to the reader.
///
/// # Errors
/// The dictionary is not a complete win for the first player, has lines that are not needed, or is not in
/// Patashnik's format.
pub fn check_patashnik(dictionary: &[u8]) -> Result<Verified, Failure> {
    patashnik::check(dictionary)
}
