//! Boards for searches: masks of lines, line counters, symmetry, and numbered positions.

pub(crate) mod dispatch;
pub(crate) mod line_counts;
pub(crate) mod masks;
pub(crate) mod position_hash;
pub(crate) mod position_index;
pub(crate) mod symmetry;
