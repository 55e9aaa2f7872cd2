//! Tests: each part of the solver is compared with a slow reference, `plain`, written from the definitions alone.
//!
//! Those of the public interface, in `public`, are here as well, so that the solver is compiled once for all of them.

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
