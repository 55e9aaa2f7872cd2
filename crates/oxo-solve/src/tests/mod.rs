//! Tests of the solver's parts against `plain`, a slow reference that was written from the definitions.
//!
//! Tests of the public interface are in `public` and not in the crate's `tests/`, which would compile the solver twice.

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
mod public;
mod search;
mod siblings;
mod solutions;
mod soonest;
mod stores;
mod threat_search;
mod within;
