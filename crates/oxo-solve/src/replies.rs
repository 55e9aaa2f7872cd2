//! What the defender can still reply to a move of the attacker: the step that every proof is made of.

use oxo_core::{Bits, Cell, Side};

use crate::forced::{Forced, ForcedSearch, Run, replay};
use crate::lines::Frame;
use crate::tally::Tally;
use crate::tuning::{QUIET_STONES, QUIET_SURCHARGE, REPLY_BUDGET, TEMPO_SURCHARGE, THREAT_BUDGET};

/// How the replies to a move are met.
#[derive(Debug)]
pub(crate) struct Met<B> {
    /// The positions, attacker's stones first, after replies against which no run is known.
    pub(crate) open: Vec<[B; 2]>,
    /// The runs that win against the others.
    pub(crate) runs: Vec<Run>,
    /// What the kind of move adds to its proof number.
    pub(crate) surcharge: u32,
}

/// Looks for runs against every reply to a move of the attacker; None if the move loses, or threatens nothing where
/// that is not worth looking at.
pub(crate) fn meet_replies<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    before: &Tally<B, W, P>,
    attacker: Side,
    cell: Cell,
    forced: &mut ForcedSearch<B>,
) -> Option<Met<B>> {
    let defender = attacker.other();
    let after = before.with(frame, attacker, cell);
    if !after.completions(frame, defender).is_empty() {
        return None;
    }
    let mut met = Met { open: Vec::new(), runs: Vec::new(), surcharge: 0 };
    let threats = after.completions(frame, attacker);
    let mut left = after.empty(frame);
    match threats.count() {
        0 => match forced.search(frame, &after, attacker, THREAT_BUDGET) {
            Forced::Wins(run) => {
                left = withstanding(frame, &after, attacker, &run, left);
                met.runs.push(run);
            }
            // A move that only answers a threat need not threaten.
            _ if !before.completions(frame, defender).is_empty() => {}
            _ if after.stones(attacker).count() <= QUIET_STONES => met.surcharge = QUIET_SURCHARGE,
            _ => return None,
        },
        1 => {
            left = threats;
            met.surcharge = TEMPO_SURCHARGE;
        }
        _ => left = B::EMPTY,
    }
    while let Some(reply) = left.lowest() {
        left = left.without(B::single(reply));
        let position = after.with(frame, defender, reply);
        if let Forced::Wins(run) = forced.search(frame, &position, attacker, REPLY_BUDGET) {
            left = withstanding(frame, &after, attacker, &run, left);
            met.runs.push(run);
        } else if position.completions(frame, defender).count() > 1 {
            return None;
        } else {
            met.open.push([position.stones(attacker), position.stones(defender)]);
        }
    }
    Some(met)
}

/// The replies against which a run fails.
fn withstanding<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    after: &Tally<B, W, P>,
    attacker: Side,
    run: &[Cell],
    replies: B,
) -> B {
    let defender = attacker.other();
    let stands = |reply: &Cell| !replay(frame, &after.with(frame, defender, *reply), attacker, run);
    B::from_cells(replies.cells().filter(stands))
}
