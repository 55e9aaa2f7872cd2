//! The numbers that steer the proof search, in one place. None of them can make a proof wrong: they decide what is
//! tried first and when to stop, and were chosen by the node counts of `benchmarks/`.

/// Positions that a forced win may cost, at most, where the attacker's move must threaten one.
pub(crate) const THREAT_BUDGET: u64 = 500;
/// Positions that a forced win may cost, at most, after one reply of the defender.
pub(crate) const REPLY_BUDGET: u64 = 500;
/// Positions that the defender's own forced win may cost, at most, when it is looked for.
pub(crate) const COUNTER_BUDGET: u64 = 200;

/// Proof number of a new position whose next move is forced, and of one where the attacker is free.
pub(crate) const FORCED_PROOF: u32 = 1;
pub(crate) const FREE_PROOF: u32 = 2;
/// Added to the proof number of a move that threatens a line at once, which rarely leads anywhere new.
pub(crate) const TEMPO_SURCHARGE: u32 = 3;
/// Added for an attacker's move that threatens nothing, as his third stone.
pub(crate) const QUIET_SURCHARGE: u32 = 60;
/// With more stones than this, an attacker's move that threatens nothing is not tried unless it is forced.
pub(crate) const QUIET_STONES: usize = 3;

/// How many of the attacker's candidates are looked at before the cheapest of them is followed, and what the
/// cheapest must cost, times the number looked at, before another one is.
pub(crate) const EAGER_CANDIDATES: usize = 2;
pub(crate) const PATIENCE: u32 = 4;

/// Second moves of the attacker that are tried for each reply of the defender to his first.
pub(crate) const SECOND_MOVES: usize = 5;
/// Budget of each reply to a second move in the first stage, and its growth from stage to stage.
pub(crate) const FIRST_STAGE: u64 = 30_000;
pub(crate) const STAGE_GROWTH: u64 = 4;
