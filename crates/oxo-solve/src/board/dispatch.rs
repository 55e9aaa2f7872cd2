//! Dispatch of generic code to the narrowest words that hold a position's board.

use oxo_core::{AnyPosition, Bits, Board, Side, U256, with_position};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// A question about a position, compiled for every word width.
pub(crate) trait Dispatch {
    type Output;

    /// Answers the question in the chosen widths.
    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output;
}

/// Answers a question in the narrowest words for cells, lines and counters: 3x3 to 4x4x4, then 5x5x5 and 6x6x6, then up
/// to 4x4x4x4, then everything with lines of up to 31 cells, then the rest of the boards, which have up to 256 cells.
pub(crate) fn dispatch<T: Dispatch>(position: &AnyPosition, question: T) -> T::Output {
    // Widened first: then a question is compiled once for each width, and not for each kind of position, too.
    let (board, stones, to_move) = with_position!(position, position => {
        let wide = |side| U256::from_cells(position.stones(side).cells());
        (position.board(), [wide(Side::X), wide(Side::O)], position.to_move())
    });
    let is_short = board.line_length() < 1 << 3;
    if is_short && LineMasks::<u64, 2>::fits(board) {
        run_in::<_, u64, 2, 3>(board, stones, to_move, question)
    } else if is_short && LineMasks::<U256, 3>::fits(board) {
        run_in::<_, U256, 3, 3>(board, stones, to_move, question)
    } else if is_short && LineMasks::<U256, 9>::fits(board) {
        run_in::<_, U256, 9, 3>(board, stones, to_move, question)
    } else if is_widest(board) {
        run_in::<_, U256, 512, 9>(board, stones, to_move, question)
    } else {
        run_in::<_, U256, 32, 5>(board, stones, to_move, question)
    }
}

fn is_widest(board: &Board) -> bool {
    board.line_length() >= 1 << 5 || !LineMasks::<U256, 32>::fits(board)
}

/// Whether a deep search of a position needs a large stack, since its counters have the widest words.
#[must_use]
pub fn needs_large_stack(position: &AnyPosition) -> bool {
    with_position!(position, position => is_widest(position.board()))
}

fn run_in<T: Dispatch, B: Bits, const W: usize, const P: usize>(
    board: &Board,
    stones: [U256; 2],
    to_move: Side,
    question: T,
) -> T::Output {
    let masks = LineMasks::<B, W>::new(board);
    let counts = LineCounts::<B, W, P>::new(&masks, narrowed(stones));
    question.run(&masks, counts, to_move)
}

fn narrowed<B: Bits>([x, o]: [U256; 2]) -> [B; 2] {
    [B::from_cells(x.cells()), B::from_cells(o.cells())]
}
