//! The constants of the proof search. They decide what is tried first and when a search stops; none of them can make a
//! proof wrong.
//!
//! Most of them come from a random search that varied one constant at a time. It minimised the geometric mean of the
//! positions searched for the empty 4x4x4 and seven positions with two X and one O.
//! `docs/maintainers/solver-internals.md` says how they were compared, and what was tried without success.

/// Positions that the threat search after a quiet move may visit; it supposes that the defender passes.
pub(crate) const THREAT_BUDGET: u64 = 500;
/// Positions that the search for the defender's forced win may visit.
pub(crate) const COUNTER_BUDGET: u64 = 500;

/// Proof number of a new position in which the attacker must block, and the threshold at which a position has its first candidate tried.
pub(crate) const FORCED_PROOF: u32 = 1;
pub(crate) const FREE_PROOF: u32 = 2;
/// Proof number of a new position in which the attacker is free: a power of two whose exponent, in quarters, is this,
/// plus these weights for each two of either side. `docs/maintainers/solver-internals.md` says how they were chosen.
pub(crate) const FREE_EXPONENT: i32 = 6;
pub(crate) const DEFENDERS_TWO: i32 = 4;
pub(crate) const ATTACKERS_TWO: i32 = -1;
/// Added to the proof number of a move that makes one threat, which rarely leads anywhere new.
pub(crate) const TEMPO_SURCHARGE: u8 = 5;
/// Added for a quiet move without a threat sequence, as the attacker's third stone or earlier.
pub(crate) const QUIET_SURCHARGE: u8 = 60;
/// With more stones than this, the attacker tries such a quiet move only if it blocks a line.
pub(crate) const QUIET_STONES: usize = 3;

/// An OR node tries another candidate when the cheapest proof number is at least this times the number tried.
pub(crate) const WIDENING_COST: u32 = 2;
/// How many open replies to find when a candidate is tried, and at each later visit: the search never follows most
/// candidates that leave many replies open. `REPLIES_PER_PROOF` replies not searched yet count as one open reply.
pub(crate) const FIRST_OPEN_REPLIES: usize = 1;
pub(crate) const MORE_OPEN_REPLIES: usize = 1;
pub(crate) const REPLIES_PER_PROOF: u32 = 4;
/// Replies are searched in the order of their points: for each two of the attacker that a reply breaks, each threat
/// that it makes, and each new two. An open reply shows that a candidate is bad. Finding it early saves searches
/// against the other replies.
pub(crate) const BROKEN_TWO: u32 = 2;
pub(crate) const THREAT_OF_REPLY: u32 = 6;
pub(crate) const NEW_TWO_OF_REPLY: u32 = 1;

/// Second moves tried for each class of replies to the attacker's first move.
pub(crate) const SECOND_MOVES: usize = 3;
/// Second moves, those on most lines, for which the classes of replies are counted.
pub(crate) const SECOND_MOVES_WITH_MOST_LINES: usize = 32;
/// Stages in which a trial ends with its first reply that is not won, and the number of second moves tried after these
/// stages.
pub(crate) const SHORT_STAGES: usize = 5;
pub(crate) const SECOND_MOVES_OF_HARD_TASKS: usize = 7;
/// Budget of each reply to a second move in the first stage, and the factor by which it grows from stage to stage.
pub(crate) const FIRST_STAGE: u64 = 75_000;
pub(crate) const STAGE_GROWTH: u64 = 5;

/// Bytes that the tree of a task may take, by estimate. A tree that has grown to this keeps the answers of what it proved,
/// and begins anew. It does not depend on the memory of a search, nor does what the search proves.
pub(crate) const MAX_TREE_BYTES: usize = 160 << 20;
/// Trees that the search of one position may fill before each further one may take twice as many bytes.
pub(crate) const FULL_TREES: u32 = 4;
