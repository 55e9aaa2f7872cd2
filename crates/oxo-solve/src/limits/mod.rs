//! What a search may cost, how it is stopped, and what works on its tasks.

pub(crate) mod context;
pub(crate) mod ordered_budget;
pub(crate) mod search_limits;
pub(crate) mod stop;
pub(crate) mod workers;
