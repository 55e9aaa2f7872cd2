//! Which moves the attacker tries in a position where he has no forced win, and in what order.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::proof_search::tuning::COUNTER_BUDGET;
use crate::threats::search::ThreatSearch;
use crate::value::ProofStatus;

/// The attacker's moves worth trying, best first.
///
/// A threat of the defender leaves one cell or none. If the defender would win by force were it his turn, the moves
/// to try are the cells of that run and moves that threaten themselves, and after them cells that would make a reply
/// which the run forces into a threat. The list may leave out a winning move: a search that exhausts it has proved nothing.
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
    if let ProofStatus::Proved(run) = threat_search.search(masks, counts, defender, COUNTER_BUDGET)
    {
        let tempo = counts.gaps(masks, attacker, counts.missing(masks, attacker, 2));
        let (cells, spoiling) = cells_against_run(masks, counts, defender, &run);
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

/// Every cell that a run of threats plays, threatens or needs, and those with which a reply that it forces would
/// become a threat, so that the run could not go on.
fn cells_against_run<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    runner: Side,
    run: &[Cell],
) -> (B, B) {
    let other = runner.other();
    let mut after = *counts;
    let (mut cells, mut spoiling) = (B::EMPTY, B::EMPTY);
    for &cell in run {
        cells |= B::single(cell);
        after.play(masks, runner, cell);
        let threats = after.missing(masks, runner, 1);
        cells = threats.iter().fold(cells, |cells, line| cells | masks.lines[line]);
        match after.gaps(masks, runner, threats).lowest() {
            Some(reply) => {
                after.play(masks, other, reply);
                let spoilt = after.missing(masks, other, 2) & masks.through(reply);
                spoiling |= after.gaps(masks, other, spoilt);
            }
            None => break,
        }
    }
    (cells, spoiling)
}

/// How much a free move promises: above all new twos of the attacker, then twos of the defender that it breaks.
/// A move that only makes a threat uses up a two, and counts against itself.
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
