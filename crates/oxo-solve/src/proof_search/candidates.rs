//! The attacker's candidates in a position without a forced win, and their order.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::proof_search::tuning::COUNTER_BUDGET;
use crate::threats::replay::replay;
use crate::threats::search::ThreatSearch;
use crate::value::ProofStatus;

/// Lists the attacker's moves worth trying, best first.
///
/// If the defender threatens a line, only the block is listed, and nothing if it threatens two. If the defender would
/// win by a threat sequence with the move, the candidates are the cells of that sequence and the moves that make a
/// threat, followed by the cells that would turn a reply within that sequence into a threat of the attacker. The list
/// may lack a winning move, so exhausting it proves nothing.
pub(crate) fn candidates<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    threat_search: &mut ThreatSearch<'_, B>,
) -> Vec<Cell> {
    let defender = attacker.other();
    let blocks = counts.completions(masks, defender);
    match blocks.count() {
        0 => {}
        1 => return blocks.cells().collect(),
        _ => return Vec::new(),
    }
    let empty = counts.empty(masks);
    let (mut zone, mut rest) = (empty, B::EMPTY);
    if let ProofStatus::Proved(sequence) =
        threat_search.search(masks, counts, defender, COUNTER_BUDGET)
    {
        let tempo = counts.gaps(masks, attacker, counts.missing(masks, attacker, 2));
        let (cells, spoiling) = zone_of(masks, counts, defender, &sequence);
        zone &= cells | tempo;
        rest = (spoiling & empty).without(zone);
    }
    let by_promise = |cells: B| {
        let mut moves: Vec<(i32, Cell)> =
            cells.cells().map(|cell| (-promise(masks, counts, attacker, cell), cell)).collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, cell)| cell)
    };
    by_promise(zone).chain(by_promise(rest)).collect()
}

/// Returns the cells that a threat sequence of `side` plays, threatens or needs, and the cells at which a stone would
/// turn one of its forced replies into a threat, which breaks the sequence.
fn zone_of<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    side: Side,
    sequence: &[Cell],
) -> (B, B) {
    let (mut zone, mut spoiling) = (B::EMPTY, B::EMPTY);
    replay(masks, counts, side, sequence, |cell, reply, after| {
        zone |= B::single(cell);
        for line in after.missing(masks, side, 1).iter() {
            zone |= masks.lines[line];
        }
        let after_reply = after.with(masks, side.other(), reply);
        let spoilt = after_reply.missing(masks, side.other(), 2) & masks.through(reply);
        spoiling |= after_reply.gaps(masks, side.other(), spoilt);
    });
    (zone, spoiling)
}

/// Scores a free move: above all the new twos that it makes, then the defender's twos that it breaks. A move that only
/// makes a threat uses up a two, which costs points.
fn promise<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    attacker: Side,
    cell: Cell,
) -> i32 {
    let length = masks.board.line_length();
    let through = masks.through(cell);
    let lines =
        |side, missing| (counts.missing(masks, side, missing) & through).count().cast_signed();
    let defender = attacker.other();
    lines(attacker, length) + 6 * lines(attacker, 3) - 2 * lines(attacker, 2)
        + lines(defender, 3)
        + 4 * lines(defender, 2)
}
