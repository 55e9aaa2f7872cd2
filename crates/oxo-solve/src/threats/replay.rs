//! Replays of threat sequences. A sequence often wins after other replies than the one for which it was found; an exact
//! replay finds out.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// Replays a sequence of `attacker`, which is to move, until it can complete a line, and returns a cell that does; None
/// if the sequence does not win. Calls `on_move` with each move, the forced reply, and the position between the two.
///
/// A double threat is blocked on the cell with the lowest index. Other replies than the forced ones lose sooner.
pub(crate) fn replay<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
    mut on_move: impl FnMut(Cell, Cell, &LineCounts<B, W, P>),
) -> Option<Cell> {
    let defender = attacker.other();
    let mut counts = *counts;
    let mut completing = counts.completions(masks, attacker).lowest();
    for &cell in sequence {
        if completing.is_some() {
            break;
        }
        let blocks = counts.completions(masks, defender);
        if !counts.empty(masks).contains(cell) || !(blocks.is_empty() || blocks == B::single(cell))
        {
            return None;
        }
        counts.play(masks, attacker, cell);
        let threats = counts.completions(masks, attacker);
        let reply = threats.lowest()?;
        on_move(cell, reply, &counts);
        counts.play(masks, defender, reply);
        completing = threats.without(B::single(reply)).lowest();
    }
    completing
}

/// Whether a sequence wins for `attacker`, which is to move.
pub(crate) fn sequence_wins<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
) -> bool {
    replay(masks, counts, attacker, sequence, |_, _, _| {}).is_some()
}

/// The plies until `attacker`, which is to move, completes a line by a sequence; None if it does not win.
pub(crate) fn plies_of<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
) -> Option<usize> {
    let mut plies = 1;
    replay(masks, counts, attacker, sequence, |_, _, _| plies += 2).map(|_| plies)
}

/// The game that a sequence of `attacker`, which is to move, leads to, up to the completed line; None if the sequence
/// does not win. It has an odd number of plies.
pub(crate) fn played_out<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
) -> Option<Vec<Cell>> {
    let mut game = Vec::with_capacity(2 * sequence.len() + 1);
    let completing =
        replay(masks, counts, attacker, sequence, |cell, reply, _| game.extend([cell, reply]))?;
    game.push(completing);
    Some(game)
}

/// The game that a sequence leads to in the position in which it was found.
pub(crate) fn game_of<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
) -> Vec<Cell> {
    played_out(masks, counts, attacker, sequence).expect("the sequence was found in this position")
}
