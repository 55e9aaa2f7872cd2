//! An independent checker of proofs about tic-tac-toe in any number of dimensions.
//!
//! A certificate is a file that proves the outcome of a position; docs/formats/certificate.md defines its format. The
//! checker shares no code with the programs that find proofs and uses only the standard library, so this crate is all
//! that must be trusted. The modules, in layers: each imports only from lines below its own. `layers.txt` beside `src`
//! lists the layers and `make lint` checks them. Read them from the bottom up.
//!
//! ```text
//! strategy   patashnik           the strategy of a verified proof; Patashnik's dictionary
//! coverage   forced_wins         how a record covers replies; the forced wins of 4x4x4
//! walk   bounds                  the check itself; that of a bound
//! reader                         the header and records of a file
//! replay   settled   verdict     replay of threat sequences; settled positions; the checker's results
//! position   stones   symmetry   positions as text and during play; classes of positions
//! board                          cells and lines
//! cells                          sets of cells
//! ```
//!
//! ```
//! use oxo_check::{Failure, check};
//! assert!(matches!(check(b"not a certificate"), Err(Failure::Malformed { offset: 0, .. })));
//! ```

mod board;
mod bounds;
mod cells;
mod coverage;
mod forced_wins;
mod patashnik;
mod position;
mod reader;
mod replay;
mod settled;
mod stones;
mod strategy;
mod symmetry;
mod verdict;
mod walk;

pub use position::Side;
pub use reader::MAX_BYTES;
pub use strategy::{Answer, Reason, Reply, Response, Strategy};
pub use verdict::{Claim, Failure, Verified};
pub use walk::Replay;

/// Checks a certificate.
///
/// # Errors
/// The certificate does not prove its claim, is not in the format, or is beyond the limits.
pub fn check(certificate: &[u8]) -> Result<Verified, Failure> {
    check_by(certificate, Replay::default())
}

/// Checks a certificate with the given replay method. The verdict is the same for both.
///
/// # Errors
/// As for [`check`].
pub fn check_by(certificate: &[u8], replay: Replay) -> Result<Verified, Failure> {
    let (header, records) = reader::open(certificate)?;
    match header.claim {
        Claim::NotWithin { plies } => bounds::check_bound(&header, records, plies.div_ceil(2)),
        _ => walk::check_records(&header, records, replay, &mut ()),
    }
}

/// Verifies Patashnik's dictionary for 4x4x4, and finds the forced wins that it omits.
///
/// # Errors
/// The dictionary is not a complete win for the first player, has lines that are not needed, is not in Patashnik's
/// format, or is beyond the limits.
pub fn check_patashnik(dictionary: &[u8]) -> Result<Verified, Failure> {
    patashnik::check_dictionary(dictionary)
}
