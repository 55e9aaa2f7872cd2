//! Which moves the attacker tries in a position where he has no forced win, and in what order.

use oxo_core::{Bits, Cell, Side};

use crate::forced::{Forced, ForcedSearch};
use crate::lines::Frame;
use crate::tally::Tally;
use crate::tuning::COUNTER_BUDGET;

/// The attacker's moves worth trying, best first.
///
/// A threat of the defender leaves one cell or none. If the defender would win by force were it his turn, only
/// cells of that run can stop it, and moves that threaten can put it off. The list may leave out a winning move:
/// a search that exhausts it has proved nothing.
pub(crate) fn candidates<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    attacker: Side,
    forced: &mut ForcedSearch<B>,
) -> Vec<Cell> {
    let defender = attacker.other();
    let blocks = tally.completions(frame, defender);
    match blocks.count() {
        0 => {}
        1 => return blocks.cells().collect(),
        _ => return Vec::new(),
    }
    let mut zone = tally.empty(frame);
    if let Forced::Wins(run) = forced.search(frame, tally, defender, COUNTER_BUDGET) {
        let tempo = tally.gaps(frame, attacker, tally.missing(frame, attacker, 2));
        zone &= cells_of_run(frame, tally, defender, &run) | tempo;
    }
    let mut moves: Vec<(i32, Cell)> =
        zone.cells().map(|cell| (-promise(frame, tally, attacker, cell), cell)).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, cell)| cell).collect()
}

/// Every empty cell that a run of threats plays, threatens or needs.
fn cells_of_run<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    runner: Side,
    run: &[Cell],
) -> B {
    let mut after = *tally;
    let mut cells = B::EMPTY;
    for &cell in run {
        cells |= B::single(cell);
        after.play(frame, runner, cell);
        let threats = after.missing(frame, runner, 1);
        cells = threats.iter().fold(cells, |cells, line| cells | frame.lines[line]);
        match after.gaps(frame, runner, threats).lowest() {
            Some(reply) => after.play(frame, runner.other(), reply),
            None => break,
        }
    }
    cells
}

/// How much a free move promises: above all new twos of the attacker, then twos of the defender that it breaks.
/// A move that only makes a threat uses up a two, and counts against itself.
fn promise<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    attacker: Side,
    cell: Cell,
) -> i32 {
    let length = frame.board.line_length();
    let through = frame.through(cell);
    let lines =
        |side, missing| (tally.missing(frame, side, missing) & through).count().cast_signed();
    let defender = attacker.other();
    lines(attacker, length) + 6 * lines(attacker, 3) - 2 * lines(attacker, 2)
        + lines(defender, 3)
        + 4 * lines(defender, 2)
}
