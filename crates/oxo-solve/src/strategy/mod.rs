//! Strategies, and the proofs that are made from them.

pub(crate) mod certificate;
pub(crate) mod longest_game;
pub(crate) mod pairing;
pub(crate) mod pairing_strategy;
pub(crate) mod prove;
pub(crate) mod shortest_sequences;
pub(crate) mod solution_table;
pub(crate) mod threat_sequences;
