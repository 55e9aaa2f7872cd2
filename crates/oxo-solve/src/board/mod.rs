//! Boards as searches see them: masks of lines, line counters, symmetry, and positions by number.

pub(crate) mod dispatch;
pub(crate) mod line_counts;
pub(crate) mod masks;
pub(crate) mod position_hash;
pub(crate) mod position_index;
pub(crate) mod symmetry;
