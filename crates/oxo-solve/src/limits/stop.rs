//! What one search for a forced win may cost, and whether its answer is still wanted.
//!
//! A search that nobody wants any more ends as if its budget had: what it has not settled is unknown. Looking costs
//! more than a position does, so it is done once in a few thousand of them.

/// Positions between two looks at whether the answer is still wanted: about two milliseconds on 4x4x4x4.
pub(crate) const LOOK_INTERVAL: u64 = 1 << 12;

/// Says whether the answer is wanted no more; once it has, it has to go on saying so.
pub(crate) type IsStopped<'a> = &'a dyn Fn() -> bool;

/// What a search may cost, in positions.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) is_stopped: IsStopped<'a>,
}

impl From<u64> for Budget<'_> {
    /// A budget of so many positions, whose answer is wanted to the end.
    fn from(nodes: u64) -> Self {
        Self { nodes, is_stopped: &|| false }
    }
}

/// Where a search has to end.
pub(crate) struct Limit<'a> {
    end: u64,
    /// The end, or the next look before it.
    pause: u64,
    is_stopped: IsStopped<'a>,
}

impl<'a> Limit<'a> {
    /// The limit of a search that begins when `spent` positions have been counted.
    pub(crate) fn new(spent: u64, budget: Budget<'a>) -> Self {
        let end = spent.saturating_add(budget.nodes);
        let pause = end.min(spent.saturating_add(LOOK_INTERVAL));
        Self { end, pause, is_stopped: budget.is_stopped }
    }

    /// Whether the search ends here, when `spent` positions have been counted.
    pub(crate) fn is_reached(&mut self, spent: u64) -> bool {
        spent >= self.pause && self.ends(spent)
    }

    #[cold]
    fn ends(&mut self, spent: u64) -> bool {
        if spent >= self.end || (self.is_stopped)() {
            return true;
        }
        self.pause = self.end.min(spent.saturating_add(LOOK_INTERVAL));
        false
    }
}
