//! The numbers that steer the proof search, in one place. None of them can make a proof wrong: they decide what is
//! tried first and when to stop, and were chosen by the node counts of `benchmarks/`.

/// Positions that a forced win may cost, at most, where the attacker's move must threaten one.
pub(crate) const THREAT_BUDGET: u64 = 500;
/// Positions that the defender's own forced win may cost, at most, when it is looked for.
pub(crate) const COUNTER_BUDGET: u64 = 200;

/// Proof number of a new position whose next move is forced, and of one where the attacker is free; there it grows by
/// one for so many lines on which the defender misses two stones, since threats of his own help him out.
pub(crate) const FORCED_PROOF: u32 = 1;
pub(crate) const FREE_PROOF: u32 = 3;
pub(crate) const DEFENDERS_TWOS_PER_PROOF: u32 = 2;
/// Added to the proof number of a move that threatens a line at once, which rarely leads anywhere new.
pub(crate) const TEMPO_SURCHARGE: u8 = 3;
/// Added for an attacker's move that threatens nothing, as his third stone.
pub(crate) const QUIET_SURCHARGE: u8 = 60;
/// With more stones than this, an attacker's move that threatens nothing is not tried unless it is forced.
pub(crate) const QUIET_STONES: usize = 3;

/// What the cheapest of the attacker's candidates must cost, times the number looked at, before another one is.
pub(crate) const WIDENING_COST: u32 = 4;
/// How many replies that no run meets are looked for when a candidate is first looked at, and whenever it is again:
/// most candidates that leave many replies open are never followed. So many replies not looked at count as an open one.
pub(crate) const FIRST_OPEN_REPLIES: usize = 1;
pub(crate) const MORE_OPEN_REPLIES: usize = 2;
pub(crate) const REPLIES_PER_PROOF: u32 = 2;

/// Second moves of the attacker that are tried for each reply of the defender to his first.
pub(crate) const SECOND_MOVES: usize = 5;
/// Second moves whose replies are counted before those that are tried are chosen.
pub(crate) const SECOND_MOVES_WITH_MOST_LINES: usize = 32;
/// Stages in which a trial ends with its first reply that is not won, and second moves that are tried after these.
pub(crate) const SHORT_STAGES: usize = 3;
pub(crate) const SECOND_MOVES_OF_HARD_TASKS: usize = 8;
/// Budget of each reply to a second move in the first stage, and its growth from stage to stage.
pub(crate) const FIRST_STAGE: u64 = 30_000;
pub(crate) const STAGE_GROWTH: u64 = 4;
