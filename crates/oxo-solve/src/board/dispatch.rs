//! Dispatch of generic code to the narrowest words that hold a position's board.

use oxo_core::{AnyPosition, Bits, Board, Position, Side, U256, with_position};

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
    with_position!(position, position => dispatch_sized(position, question))
}

fn dispatch_sized<S: Bits, T: Dispatch>(position: &Position<S>, question: T) -> T::Output {
    let (board, length) = (position.board(), position.board().line_length());
    let is_short = length < 1 << 3;
    if is_short && LineMasks::<u64, 2>::fits(board) {
        run_in::<_, _, u64, 2, 3>(position, question)
    } else if is_short && LineMasks::<U256, 3>::fits(board) {
        run_in::<_, _, U256, 3, 3>(position, question)
    } else if is_short && LineMasks::<U256, 9>::fits(board) {
        run_in::<_, _, U256, 9, 3>(position, question)
    } else if is_widest(board) {
        run_in::<_, _, U256, 512, 9>(position, question)
    } else {
        run_in::<_, _, U256, 32, 5>(position, question)
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

fn run_in<S: Bits, T: Dispatch, B: Bits, const W: usize, const P: usize>(
    position: &Position<S>,
    question: T,
) -> T::Output {
    let masks = LineMasks::<B, W>::new(position.board());
    let stones = Side::BOTH.map(|side| B::from_cells(position.stones(side).cells()));
    question.run(&masks, LineCounts::<B, W, P>::new(&masks, stones), position.to_move())
}
