//! Tests from inside: every part of the solver against a slow twin that is written from the definitions alone.
//!
//! `plain` is the twin. The tests of what other programs see are in the crate's `tests/`.

mod candidates;
mod certificate;
mod exact;
mod forced_wins;
mod line_counts;
mod minimise;
mod pairing;
mod plain;
mod position_hash;
mod prove;
mod search;
mod solutions;
mod stores;
mod threat_search;
