//! Internal tests: each part of the solver is compared with a slow reference, written from the definitions alone.
//!
//! The reference is `plain`. Tests of the public interface are in the crate's `tests/`.

mod candidates;
mod certificate;
mod exact;
mod forced_wins;
mod full_trees;
mod holding;
mod line_counts;
mod minimise;
mod move_proofs;
mod pairing;
mod plain;
mod position_hash;
mod prove;
mod search;
mod siblings;
mod solutions;
mod soonest;
mod stores;
mod threat_search;
mod within;
