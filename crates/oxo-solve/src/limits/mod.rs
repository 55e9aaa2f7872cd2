//! What a search may cost, and how it is stopped.

pub(crate) mod search_limits;
pub(crate) mod stop;
