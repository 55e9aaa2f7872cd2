//! Exhaustive search, for positions with few empty cells.

pub(crate) mod holding;
pub(crate) mod search;
pub(crate) mod strategy;
