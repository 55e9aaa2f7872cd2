//! Holding by a pairing, at once or after one more move of the holder: enough for draws on boards with few lines.

use oxo_core::{Bits, Side};

use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::strategy::pairing::pairing;
use crate::strategy::prove::{Advice, Strategy};

/// A strategy that moves so that a pairing is left, and has no advice where that is impossible.
#[derive(Debug)]
pub(crate) struct PairingStrategy;

impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for PairingStrategy {
    fn advise(
        &mut self,
        frame: &Frame<B, W>,
        tally: &Tally<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<Advice> {
        if to_move == strategist {
            return move_to_pairing(frame, tally, strategist);
        }
        Some(Advice { pairs: pairing(frame, tally, strategist), ..Advice::default() })
    }
}

/// A move of the holder after which a pairing holds.
pub(crate) fn move_to_pairing<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    tally: &Tally<B, W, P>,
    holder: Side,
) -> Option<Advice> {
    let blocks = tally.completions(frame, holder.other());
    let moves = if blocks.is_empty() { tally.empty(frame) } else { blocks };
    moves.cells().find_map(|cell| {
        let pairs = pairing(frame, &tally.with(frame, holder, cell), holder)?;
        Some(Advice { cell: Some(cell), pairs: Some(pairs), ..Advice::default() })
    })
}
