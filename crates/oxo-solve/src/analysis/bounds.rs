//! The knowledge of a move's value: two bounds that only get tighter.
//!
//! Every source of knowledge - immediate threats, forced wins, exhaustive search, proofs - gives a lower or an upper
//! bound, and all of them are merged here. So an unknown value can become known and a bound exact, and nothing else. If
//! two sources contradict each other, that is a bug, and the analysis panics instead of showing a false value.

use crate::exact::search::{ExactScore, WIN};

use crate::value::{Outcome, Value};

/// Bounds on the score of a move, counting that move: a win in `n` plies scores `WIN - n`, a loss `n - WIN`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    low: ExactScore,
    high: ExactScore,
}

impl Bounds {
    /// Returns bounds that hold for every move of a position with `empty` empty cells.
    pub(super) fn of_any_move(empty: usize) -> Self {
        // The plies count from the move. A win ends with an odd ply, and a loss with an even one.
        let (least, most) = (if empty > 1 { 2 - WIN } else { 0 }, WIN - 1);
        Self { low: least, high: most }
    }

    pub(super) fn low(self) -> ExactScore {
        self.low
    }

    pub(super) fn high(self) -> ExactScore {
        self.high
    }

    pub(super) fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Returns whether the outcome is known, even if the number of plies is not.
    pub(super) fn is_decided(self) -> bool {
        self.low > 0 || self.high < 0 || self.is_exact()
    }

    /// Narrows the bounds by `low..=high`, which must hold for the score. Returns whether they changed.
    ///
    /// # Panics
    /// The given bounds contradict the known ones.
    pub(super) fn narrow(&mut self, low: ExactScore, high: ExactScore) -> bool {
        let narrowed = Self { low: self.low.max(low), high: self.high.min(high) };
        assert!(narrowed.low <= narrowed.high, "{self:?} contradicts {low}..={high}");
        let is_news = narrowed != *self;
        *self = narrowed;
        is_news
    }

    /// Returns bounds with the same outcome and the same maximum of plies, but without a minimum of plies.
    pub(super) fn as_bound(self) -> Self {
        match self {
            Self { low, .. } if low > 0 => Self { low, high: WIN - 1 },
            Self { high, .. } if high < 0 => Self { low: 2 - WIN, high },
            undecided_or_drawn => undecided_or_drawn,
        }
    }

    /// Returns the bounds of the better of two moves.
    pub(super) fn better(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// Returns the value to report, with `empty` empty cells before the move.
    pub(super) fn value(self, empty: usize) -> Value {
        let (outcome, plies) = match self {
            Self { low, .. } if low > 0 => (Outcome::Win, (WIN - low).unsigned_abs().into()),
            Self { high, .. } if high < 0 => (Outcome::Loss, (WIN + high).unsigned_abs().into()),
            Self { low: 0, high: 0 } => (Outcome::Draw, empty),
            _ => (Outcome::Unknown, 0),
        };
        Value { outcome, plies, exact: self.is_exact() }
    }
}

/// Returns the score of a win in `plies` plies.
pub(super) fn win_in(plies: usize) -> ExactScore {
    WIN - ExactScore::try_from(plies).unwrap_or(WIN)
}

/// Returns the score of a loss in `plies` plies.
pub(super) fn loss_in(plies: usize) -> ExactScore {
    -win_in(plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(bounds: Bounds) -> String {
        bounds.value(20).to_string()
    }

    #[test]
    fn a_bound_becomes_tighter_and_then_exact() {
        let mut bounds = Bounds::of_any_move(20);
        assert_eq!(label(bounds), "?");
        assert!(bounds.narrow(win_in(9), win_in(1)));
        assert_eq!(label(bounds), "W≤9");
        assert!(bounds.narrow(win_in(7), win_in(1)));
        assert_eq!(label(bounds), "W≤7");
        assert!(!bounds.narrow(win_in(11), win_in(1)));
        assert!(bounds.narrow(win_in(11), win_in(7)));
        assert_eq!(label(bounds), "W7");
    }

    #[test]
    fn a_loss_is_bounded_from_the_other_side() {
        let mut bounds = Bounds::of_any_move(20);
        assert!(bounds.narrow(loss_in(2), loss_in(8)));
        assert_eq!(label(bounds), "L≤8");
        assert!(bounds.narrow(loss_in(8), win_in(1)));
        assert_eq!(label(bounds), "L8");
    }

    #[test]
    fn two_halves_make_a_draw() {
        let mut bounds = Bounds::of_any_move(20);
        assert!(bounds.narrow(0, win_in(1)));
        assert!(!bounds.is_decided());
        assert!(bounds.narrow(loss_in(2), 0));
        assert_eq!(label(bounds), "D");
    }

    #[test]
    fn an_exact_number_of_plies_is_a_bound_too() {
        for (low, high, expected) in [
            (win_in(7), win_in(7), "W≤7"),
            (loss_in(8), loss_in(8), "L≤8"),
            (0, 0, "D"),
            (0, win_in(1), "?"),
        ] {
            let mut bounds = Bounds::of_any_move(20);
            bounds.narrow(low, high);
            assert_eq!(label(bounds.as_bound()), expected);
        }
    }

    #[test]
    fn the_better_move_may_be_the_less_known_one() {
        let (mut known, unknown) = (Bounds::of_any_move(20), Bounds::of_any_move(20));
        known.narrow(win_in(7), win_in(7));
        assert_eq!(label(known.better(unknown)), "W≤7");
    }

    #[test]
    #[should_panic(expected = "contradicts")]
    fn a_contradiction_is_never_shown() {
        let mut bounds = Bounds::of_any_move(20);
        bounds.narrow(win_in(7), win_in(1));
        bounds.narrow(loss_in(2), 0);
    }
}
