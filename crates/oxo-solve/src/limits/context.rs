//! The context of one search: its board, limits and used resources.

use crate::board::masks::LineMasks;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};

/// The board of a search, its limits, and the resources that it has used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchContext<'f, B, const W: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) limits: &'f SearchLimits<'f>,
    pub(crate) resources: &'f ResourceCounter,
    /// The maximum number of positions of the whole search.
    pub(crate) budget: u64,
    /// Stones on the board with which the attacker must have completed a line.
    pub(crate) most_stones: usize,
}
