//! Work on a position in the narrowest words that its board fits.

use oxo_core::{AnyPosition, Bits, Position, Side, U256, with_position};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// Work that is compiled for every width, and done in one.
pub(crate) trait Dispatch {
    type Output;

    /// Does the work, in the widths that were found to fit.
    fn run<B: Bits, const W: usize, const P: usize>(
        self,
        masks: &LineMasks<B, W>,
        counts: LineCounts<B, W, P>,
        to_move: Side,
    ) -> Self::Output;
}

/// Picks the words for cells, lines and counters: 3x3 to 4x4x4, then 5x5x5 and 6x6x6, then up to 4x4x4x4, then
/// everything with lines of up to 31 cells, then the rest. None if no words fit, which no board of up to 256 cells brings about.
pub(crate) fn dispatch<T: Dispatch>(position: &AnyPosition, work: T) -> Option<T::Output> {
    with_position!(position, position => dispatch_sized(position, work))
}

fn dispatch_sized<S: Bits, T: Dispatch>(position: &Position<S>, work: T) -> Option<T::Output> {
    let (board, length) = (position.board(), position.board().line_length());
    if length < 1 << 3 {
        if let Some(masks) = LineMasks::<u64, 2>::new(board) {
            return Some(run_in::<_, _, _, 2, 3>(&masks, position, work));
        }
        if let Some(masks) = LineMasks::<U256, 3>::new(board) {
            return Some(run_in::<_, _, _, 3, 3>(&masks, position, work));
        }
        if let Some(masks) = LineMasks::<U256, 9>::new(board) {
            return Some(run_in::<_, _, _, 9, 3>(&masks, position, work));
        }
    }
    if length < 1 << 5
        && let Some(masks) = LineMasks::<U256, 32>::new(board)
    {
        return Some(run_in::<_, _, _, 32, 5>(&masks, position, work));
    }
    let masks = LineMasks::<U256, 512>::new(board)?;
    Some(run_in::<_, _, _, 512, 9>(&masks, position, work))
}

fn run_in<S: Bits, T: Dispatch, B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    position: &Position<S>,
    work: T,
) -> T::Output {
    let stones = Side::BOTH.map(|side| B::from_cells(position.stones(side).cells()));
    work.run(masks, LineCounts::<B, W, P>::new(masks, stones), position.to_move())
}
