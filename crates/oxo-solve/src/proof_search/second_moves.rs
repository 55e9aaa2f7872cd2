//! The choice of the attacker's second moves that a task tries.

use oxo_core::{Bits, Board, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::{canonical, reply_classes};
use crate::proof_search::tuning::SECOND_MOVES_WITH_MOST_LINES;

/// The cost of choosing second moves, in positions searched: ten classes of replies take about as long as one
/// position.
pub(crate) fn cost_of_second_moves(board: &Board) -> u64 {
    (SECOND_MOVES_WITH_MOST_LINES * board.size() / 10) as u64
}

/// The most promising classes of second moves, each with its classes of replies. Open lines count for a move, lines
/// with a stone of either side count more, and each class of replies counts against it.
pub(crate) fn second_moves<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    stones: [B; 2],
    most: usize,
) -> Vec<(Option<Cell>, Vec<[B; 2]>)> {
    let board = &masks.board;
    let counts = LineCounts::<B, W, P>::with_first(masks, attacker, stones);
    let one_stone = masks.board.line_length() - 1;
    let mut seen = FxHashSet::default();
    let with = |cell| [stones[0] | B::single(cell), stones[1]];
    let classes =
        counts.empty(masks).cells().filter(|&cell| seen.insert(canonical(board, with(cell)).0));
    let score_of_lines = |cell| {
        let through = masks.through(cell);
        let lines =
            |side, missing| (counts.missing(masks, side, missing) & through).count().cast_signed();
        let alive = (counts.alive(masks, attacker) & through).count().cast_signed();
        10 * (alive + 2 * lines(attacker, one_stone) + lines(attacker.other(), one_stone))
    };
    let mut by_lines: Vec<(i32, Cell)> =
        classes.map(|cell| (-score_of_lines(cell), cell)).collect();
    by_lines.sort_unstable();
    by_lines.truncate(SECOND_MOVES_WITH_MOST_LINES.max(most));
    let with_replies = by_lines.into_iter().map(|(cost, cell)| {
        let free = counts.empty(masks).without(B::single(cell));
        let replies = reply_classes(board, with(cell), free);
        (cost + i32::try_from(replies.len()).unwrap_or(i32::MAX), Some(cell), replies)
    });
    let mut scored: Vec<_> = with_replies.collect();
    scored.sort_by_cached_key(|&(cost, cell, _)| (cost, cell));
    scored.truncate(most);
    scored.into_iter().map(|(_, cell, replies)| (cell, replies)).collect()
}
