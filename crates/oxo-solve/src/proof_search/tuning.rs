//! The numbers that steer the proof search, in one place. None of them can make a proof wrong: they decide what is
//! tried first and when to stop.
//!
//! Most of them come from a random search, one number at a time, for the lowest geometric mean of the positions that the
//! empty 4x4x4 and seven positions with two X and one O cost. `docs/solver-internals.md` has the figures, also for
//! positions that the search had not seen.

/// Positions that a forced win may cost, at most, where the attacker's move must threaten one.
pub(crate) const THREAT_BUDGET: u64 = 500;
/// Positions that the defender's own forced win may cost, at most, when it is looked for.
pub(crate) const COUNTER_BUDGET: u64 = 500;

/// Proof number of a new position whose next move is forced, and of one where the attacker is free; there it grows by
/// one for so many lines on which the defender misses two stones, since threats of his own help him out.
pub(crate) const FORCED_PROOF: u32 = 1;
pub(crate) const FREE_PROOF: u32 = 2;
pub(crate) const DEFENDERS_TWOS_PER_PROOF: u32 = 1;
/// Added to the proof number of a move that threatens a line at once, which rarely leads anywhere new.
pub(crate) const TEMPO_SURCHARGE: u8 = 5;
/// Added for an attacker's move that threatens nothing, as his third stone.
pub(crate) const QUIET_SURCHARGE: u8 = 60;
/// With more stones than this, an attacker's move that threatens nothing is not tried unless it is forced.
pub(crate) const QUIET_STONES: usize = 3;

/// What the cheapest of the attacker's candidates must cost, times the number looked at, before another one is.
pub(crate) const WIDENING_COST: u32 = 2;
/// How many replies that no run meets are looked for when a candidate is first looked at, and whenever it is again:
/// most candidates that leave many replies open are never followed. So many replies not looked at count as an open one.
pub(crate) const FIRST_OPEN_REPLIES: usize = 1;
pub(crate) const MORE_OPEN_REPLIES: usize = 1;
pub(crate) const REPLIES_PER_PROOF: u32 = 4;
/// Replies are looked at in the order of what they do: points for each two of the attacker that a reply breaks, for each
/// two of the defender that it makes a threat, and for each new two. A reply that stays open tells most of a bad
/// candidate, so the likeliest first save searches for runs against all others.
pub(crate) const BROKEN_TWO: u32 = 2;
pub(crate) const THREAT_OF_REPLY: u32 = 6;
pub(crate) const NEW_TWO_OF_REPLY: u32 = 1;

/// Second moves of the attacker that are tried for each reply of the defender to his first.
pub(crate) const SECOND_MOVES: usize = 3;
/// Second moves whose replies are counted before those that are tried are chosen.
pub(crate) const SECOND_MOVES_WITH_MOST_LINES: usize = 32;
/// Stages in which a trial ends with its first reply that is not won, and second moves that are tried after these.
pub(crate) const SHORT_STAGES: usize = 5;
pub(crate) const SECOND_MOVES_OF_HARD_TASKS: usize = 7;
/// Budget of each reply to a second move in the first stage, and its growth from stage to stage.
pub(crate) const FIRST_STAGE: u64 = 75_000;
pub(crate) const STAGE_GROWTH: u64 = 5;
