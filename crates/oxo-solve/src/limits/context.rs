//! What the parts of one search share.

use crate::board::masks::LineMasks;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};

/// The board of a search, its limits, and what it has taken of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchContext<'f, B, const W: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) limits: &'f SearchLimits<'f>,
    pub(crate) resources: &'f ResourceCounter,
    /// Positions that may be searched in all.
    pub(crate) budget: u64,
}
