//! Resource limits of a search, its cancellation, and the threads or task runner that work on its tasks.

pub(crate) mod context;
pub(crate) mod ordered_budget;
pub(crate) mod search_limits;
pub(crate) mod stop;
pub(crate) mod workers;
