//! Which moves the attacker tries in a position where he has no forced win, and in what order.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::proof_search::tuning::COUNTER_BUDGET;
use crate::threats::search::{Forced, ForcedSearch};

/// The attacker's moves worth trying, best first.
///
/// A threat of the defender leaves one cell or none. If the defender would win by force were it his turn, the moves
/// to try are the cells of that run and moves that threaten themselves, and after them cells that would make a reply
/// which the run forces into a threat. The list may leave out a winning move: a search that exhausts it has proved nothing.
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
    let empty = tally.empty(frame);
    let (mut zone, mut rest) = (empty, B::EMPTY);
    if let Forced::Wins(run) = forced.search(frame, tally, defender, COUNTER_BUDGET) {
        let tempo = tally.gaps(frame, attacker, tally.missing(frame, attacker, 2));
        let (cells, spoiling) = cells_against_run(frame, tally, defender, &run);
        zone &= cells | tempo;
        rest = (spoiling & empty).without(zone);
    }
    let by_promise = |cells: B| {
        let mut moves: Vec<(i32, Cell)> =
            cells.cells().map(|cell| (-promise(frame, tally, attacker, cell), cell)).collect();
        moves.sort_unstable();
        moves.into_iter().map(|(_, cell)| cell)
    };
    by_promise(zone).chain(by_promise(rest)).collect()
}

/// Every cell that a run of threats plays, threatens or needs, and those with which a reply that it forces would
/// become a threat, so that the run could not go on.
fn cells_against_run<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    runner: Side,
    run: &[Cell],
) -> (B, B) {
    let other = runner.other();
    let mut after = *tally;
    let (mut cells, mut spoiling) = (B::EMPTY, B::EMPTY);
    for &cell in run {
        cells |= B::single(cell);
        after.play(frame, runner, cell);
        let threats = after.missing(frame, runner, 1);
        cells = threats.iter().fold(cells, |cells, line| cells | frame.lines[line]);
        match after.gaps(frame, runner, threats).lowest() {
            Some(reply) => {
                after.play(frame, other, reply);
                let spoilt = after.missing(frame, other, 2) & frame.through(reply);
                spoiling |= after.gaps(frame, other, spoilt);
            }
            None => break,
        }
    }
    (cells, spoiling)
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
