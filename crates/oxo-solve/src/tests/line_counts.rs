//! The counters of all lines, compared with counting the stones of each line.

use oxo_core::{Bits, Side, U256};

use super::plain::{Plain, Random, Stones, empty_cells, indices};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;

/// Asserts that every query of the line counts agrees with plain counting.
fn assert_counted<B: Bits, const W: usize, const P: usize>(
    plain: &Plain,
    masks: &LineMasks<B, W>,
    counts: &LineCounts<B, W, P>,
    stones: &Stones,
) {
    assert_eq!(indices(counts.empty(masks)), empty_cells(stones));
    for side in Side::BOTH {
        let mut alive = Vec::new();
        for count in 0..=plain.board.line_length() {
            let lines = plain.lacking(stones, side, count);
            assert_eq!(counts.missing(masks, side, count).iter().collect::<Vec<_>>(), lines);
            let found = counts.missing(masks, side, count);
            assert_eq!(found.count() as usize, lines.len());
            assert_eq!(found.is_empty(), lines.is_empty());
            let mut gaps: Vec<usize> =
                lines.iter().flat_map(|&line| plain.lines[line].clone()).collect();
            gaps.retain(|&cell| stones[cell].is_none());
            gaps.sort_unstable();
            gaps.dedup();
            assert_eq!(indices(counts.gaps(masks, side, found)), gaps);
            alive.extend(lines);
        }
        alive.sort_unstable();
        assert_eq!(counts.alive(masks, side).iter().collect::<Vec<_>>(), alive);
        let completions: Vec<usize> = plain.completions(stones, side).into_iter().collect();
        assert_eq!(indices(counts.completions(masks, side)), completions);
        assert_eq!(counts.has_line(masks, side), plain.has_line(stones, side));
        let own = (0..stones.len()).filter(|&cell| stones[cell] == Some(side)).collect::<Vec<_>>();
        assert_eq!(indices(counts.stones(side)), own);
    }
}

/// Fills boards at random, with or without lines, and checks the counters after each stone.
fn fill<B: Bits, const W: usize, const P: usize>(board: &str, games: usize) {
    let plain = Plain::new(board);
    let masks = LineMasks::<B, W>::new(&plain.board);
    let mut random = Random(0x7a11);
    for _ in 0..games {
        let mut stones = plain.empty_board();
        let mut counts: LineCounts<B, W, P> = plain.counts(&masks, &stones);
        let look_every = 1 + random.below(plain.board.size());
        while let empty = empty_cells(&stones)
            && !empty.is_empty()
        {
            if empty.len().is_multiple_of(look_every) {
                assert_counted(&plain, &masks, &counts, &stones);
                assert_counted(&plain, &masks, &plain.counts::<B, W, P>(&masks, &stones), &stones);
            }
            let (cell, side) = (empty[random.below(empty.len())], random.side());
            stones[cell] = Some(side);
            let after = counts.with(&masks, side, plain.cell(cell));
            counts.play(&masks, side, plain.cell(cell));
            assert_eq!(
                Side::BOTH.map(|side| after.stones(side)),
                Side::BOTH.map(|side| counts.stones(side))
            );
        }
        assert_counted(&plain, &masks, &counts, &stones);
    }
}

#[test]
fn counters_agree_with_counting_in_the_narrowest_words() {
    for board in ["2x3:2", "3x3", "3x3x3", "4x4x4", "5x5:4", "7:7"] {
        fill::<u64, 2, 3>(board, 30);
    }
}

#[test]
fn counters_agree_with_counting_in_wider_words() {
    fill::<U256, 9, 3>("3x3", 30);
    fill::<U256, 9, 3>("4x4x4", 10);
    fill::<U256, 9, 3>("3x4x5:3", 10);
    fill::<U256, 9, 3>("4x4x4x4", 3);
    fill::<U256, 32, 5>("3x4x5:3", 10);
    fill::<U256, 32, 5>("4x4x4x4", 2);
    fill::<U256, 32, 5>("9x10:8", 10);
    fill::<U256, 512, 9>("3x3x3", 3);
    fill::<U256, 512, 9>("1x90:70", 3);
}

#[test]
fn a_board_that_is_too_large_does_not_fit() {
    let fits = |board: &str| LineMasks::<u64, 2>::fits(&board.parse().unwrap());
    assert!(fits("4x4x4"));
    assert!(!fits("5x13:5"), "65 cells");
    assert!(!fits("4x4x4:3"), "more than 128 lines");
}

#[test]
fn masks_hold_the_cells_of_lines_and_the_lines_of_cells() {
    for board in ["3x3", "5x5:4", "3x3x3", "4x4x4"] {
        let plain = Plain::new(board);
        let masks = LineMasks::<u64, 2>::new(&plain.board);
        assert_eq!(indices(masks.all), empty_cells(&plain.empty_board()));
        for (index, line) in plain.lines.iter().enumerate() {
            assert_eq!(indices(masks.lines[index]), *line);
        }
        for cell in plain.board.cells() {
            let through: Vec<usize> = (0..plain.lines.len())
                .filter(|&line| plain.lines[line].contains(&cell.index()))
                .collect();
            assert_eq!(masks.through(cell).iter().collect::<Vec<_>>(), through);
        }
    }
}
