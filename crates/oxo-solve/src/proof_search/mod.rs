//! Proof search: proof-number search for a win of one side, over independent tasks.

pub(crate) mod attack;
pub(crate) mod candidates;
pub(crate) mod distribute;
pub(crate) mod move_proofs;
pub(crate) mod nodes;
pub(crate) mod pns;
pub(crate) mod replies;
pub(crate) mod second_moves;
pub(crate) mod siblings;
pub(crate) mod task;
pub(crate) mod task_codec;
pub(crate) mod tuning;
