//! A strategy that holds by a pairing, at once or after one more move. It suffices for draws on boards with few lines.

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::strategy::pairing::PairingSearch;
use crate::strategy::prove::{Strategy, StrategyMove};

/// A strategy whose move leaves a pairing, and which has no answer if none does.
impl<B: Bits, const W: usize, const P: usize> Strategy<B, W, P> for PairingSearch {
    fn strategy_move(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        if to_move == strategist {
            return self.move_to_pairing(masks, counts, strategist);
        }
        Some(StrategyMove {
            pairs: self.find(masks, counts, strategist),
            ..StrategyMove::default()
        })
    }
}

impl PairingSearch {
    /// Returns a move of the holder after which a pairing holds.
    pub(crate) fn move_to_pairing<B: Bits, const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        counts: &LineCounts<B, W, P>,
        holder: Side,
    ) -> Option<StrategyMove> {
        let blocks = counts.completions(masks, holder.other());
        let moves = if blocks.is_empty() { counts.empty(masks) } else { blocks };
        moves.cells().find_map(|cell| {
            let pairs = self.find(masks, &counts.with(masks, holder, cell), holder)?;
            Some(StrategyMove { cell: Some(cell), pairs: Some(pairs), ..StrategyMove::default() })
        })
    }
}
