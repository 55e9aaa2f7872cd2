//! Pairings, checked against their definition, and the search for them, compared with trying all pairs.

use oxo_core::{Bits, Cell, Side, U256};

use super::plain::{Plain, Random, Stones, empty_cells};
use crate::board::masks::LineMasks;
use crate::strategy::pairing::PairingSearch;

const PLENTY: u64 = 1 << 40;

fn indices_of(pairs: &[[Cell; 2]]) -> Vec<[usize; 2]> {
    pairs.iter().map(|pair| pair.map(Cell::index)).collect()
}

/// Lists the lines that `opponent` could still complete, each as its empty cells.
fn open_lines(plain: &Plain, stones: &Stones, opponent: Side) -> Vec<Vec<usize>> {
    let open = (0..plain.lines.len()).filter(|&at| plain.lacks(stones, opponent, at).is_some());
    let gaps =
        |line: &Vec<usize>| line.iter().copied().filter(|&at| stones[at].is_none()).collect();
    open.map(|line| gaps(&plain.lines[line])).collect()
}

fn assert_holds(plain: &Plain, stones: &Stones, holder: Side, pairs: &[[usize; 2]]) {
    let mut free = vec![true; stones.len()];
    for &[low, high] in pairs {
        assert!(low < high);
        for cell in [low, high] {
            assert!(free[cell] && stones[cell].is_none(), "{pairs:?} {stones:?}");
            free[cell] = false;
        }
    }
    for line in open_lines(plain, stones, holder.other()) {
        let covers = |pair: &[usize; 2]| pair.iter().all(|cell| line.contains(cell));
        assert!(pairs.iter().any(covers), "{line:?} {pairs:?} {stones:?}");
    }
}

/// Lets the opponent play at random. The holder answers on the other cell of the pair, or at random if none is needed.
fn play_in_pairs(
    plain: &Plain,
    stones: &Stones,
    holder: Side,
    pairs: &[[usize; 2]],
    random: &mut Random,
) {
    let mut stones = stones.clone();
    let mut answer = None;
    let mut to_move = holder.other();
    while let empty = empty_cells(&stones)
        && !empty.is_empty()
    {
        let cell = answer.take().unwrap_or_else(|| empty[random.below(empty.len())]);
        stones[cell] = Some(to_move);
        if to_move != holder {
            let pair = pairs.iter().find(|pair| pair.contains(&cell));
            let partner = pair.map(|&[low, high]| if cell == low { high } else { low });
            answer = partner.filter(|&partner| stones[partner].is_none());
        }
        assert!(!plain.has_line(&stones, holder.other()), "{pairs:?}");
        to_move = to_move.other();
    }
}

fn check<B: Bits, const W: usize>(board: &str, empty: usize, positions: usize) -> [usize; 2] {
    let plain = Plain::new(board);
    let masks = LineMasks::<B, W>::new(&plain.board);
    let mut random = Random(0x9a125);
    let mut search = PairingSearch::new(1_000);
    let mut found = [0; 2];
    for _ in 0..positions {
        let stones = plain.late(random.below(empty) + 1, &mut random);
        let counts = plain.counts::<B, W, 5>(&masks, &stones);
        for holder in Side::BOTH {
            let pairs = search.find(&masks, &counts, holder).map(|pairs| indices_of(&pairs));
            found[usize::from(pairs.is_none())] += 1;
            if let Some(pairs) = pairs {
                assert_holds(&plain, &stones, holder, &pairs);
                (0..3).for_each(|_| play_in_pairs(&plain, &stones, holder, &pairs, &mut random));
            }
            if let Some(advice) = search.move_to_pairing(&masks, &counts, holder) {
                let (cell, pairs) = (advice.cell.unwrap().index(), advice.pairs.unwrap());
                assert!(stones[cell].is_none());
                let threats = plain.completions(&stones, holder.other());
                assert!(threats.is_empty() || threats.contains(&cell));
                let after = super::plain::with(&stones, holder, cell);
                assert_holds(&plain, &after, holder, &indices_of(&pairs));
            }
        }
    }
    found
}

#[test]
fn pairings_are_disjoint_cover_every_open_line_and_hold_against_random_play() {
    for found in [
        check::<u64, 2>("3x3", 9, 300),
        check::<u64, 2>("4x4", 16, 300),
        check::<u64, 2>("5x5", 25, 200),
        check::<u64, 2>("5x5:4", 10, 300),
        check::<u64, 2>("4x4x4", 20, 300),
        check::<U256, 9>("5x5x5", 60, 100),
        check::<U256, 32>("9x10:8", 60, 50),
    ] {
        assert!(found.into_iter().all(|positions| positions > 3), "{found:?}");
    }
}

/// Returns whether disjoint pairs cover all lines, by trying all pairs of each line that has none yet.
fn can_be_covered(lines: &[Vec<usize>], taken: &mut Vec<usize>) -> bool {
    let covers =
        |line: &Vec<usize>| taken.chunks(2).any(|pair| pair.iter().all(|cell| line.contains(cell)));
    let Some(line) = lines.iter().find(|line| !covers(line)) else { return true };
    let free: Vec<usize> = line.iter().copied().filter(|cell| !taken.contains(cell)).collect();
    free.iter().enumerate().any(|(index, &low)| {
        free[index + 1..].iter().any(|&high| {
            taken.extend([low, high]);
            let is_covered = can_be_covered(lines, taken);
            taken.truncate(taken.len() - 2);
            is_covered
        })
    })
}

#[test]
fn a_pairing_is_found_wherever_trying_all_pairs_finds_one() {
    let mut random = Random(0xa11);
    let boards = [
        ("3x3", 9),
        ("4x4", 16),
        ("5x5:4", 16),
        ("4x5:4", 16),
        ("5x5", 25),
        ("1x9:3", 9),
        ("2x7:3", 14),
        ("3x5:3", 9),
        ("2x2x5:3", 16),
    ];
    for (board, empty) in boards {
        let plain = Plain::new(board);
        let masks = LineMasks::<u64, 2>::new(&plain.board);
        let mut search = PairingSearch::new(PLENTY);
        let mut found = [0; 2];
        for _ in 0..200 {
            let stones = plain.late(random.below(empty) + 1, &mut random);
            let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
            for holder in Side::BOTH {
                let lines = open_lines(&plain, &stones, holder.other());
                let exists = can_be_covered(&lines, &mut Vec::new());
                let pairs = search.find(&masks, &counts, holder);
                assert_eq!(pairs.is_some(), exists, "{board} {holder} {stones:?}");
                found[usize::from(exists)] += 1;
            }
        }
        assert!(found.into_iter().all(|count| count > 10), "{board} {found:?}");
    }
}

#[test]
fn a_search_at_its_limit_finds_nothing_and_tries_no_more() {
    let plain = Plain::new("1x5:3");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let counts = plain.counts::<u64, 2, 3>(&masks, &plain.empty_board());
    for (limit, pairs) in [(0, None), (1, Some(vec![[3, 4], [1, 2]]))] {
        let mut search = PairingSearch::new(limit);
        let found = search.find(&masks, &counts, Side::O).map(|pairs| indices_of(&pairs));
        assert_eq!((found.is_some(), search.nodes), (pairs.is_some(), limit));
        if let Some(pairs) = found {
            assert_holds(&plain, &plain.empty_board(), Side::O, &pairs);
        }
    }
}
