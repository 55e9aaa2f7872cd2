//! The public searches for forced wins, compared with trying every threat sequence.

use std::sync::atomic::{AtomicU64, Ordering};

use oxo_core::{AnyGeometry, AnyPosition, Cell, Side};

use super::plain::{Plain, Random, Stones, empty_cells, with};
use crate::limits::stop::{POLL_INTERVAL, Stop};
use crate::threats::{ForcedWin, ForcedWinLimits, forced_win, refutations};
use crate::value::ProofStatus;

const PLENTY: u64 = 1 << 40;

/// Boards, the maximum number of stones per side, and the number of positions.
const BOARDS: [(&str, usize, usize); 7] = [
    ("3x3", 4, 300),
    ("3x3x3", 5, 200),
    ("4x4", 7, 300),
    ("4x4x4", 10, 150),
    ("5x5:4", 9, 200),
    ("1x7:3", 3, 200),
    ("4x4x4x4", 12, 12),
];

/// Makes positions of unfinished games with up to `most` stones per side.
fn positions(plain: &Plain, most: usize, count: usize) -> Vec<(Stones, AnyPosition)> {
    let mut random = Random(0xf0_0d);
    let mut found = Vec::new();
    while found.len() < count {
        let counts = [random.below(most + 1), random.below(most + 1)];
        let stones = plain.scatter(counts, &mut random);
        let to_move = random.side();
        found.push((stones.clone(), plain.position(&stones, to_move)));
    }
    found
}

/// Returns whether `line` is a game of threats with single answers, up to a completed line.
fn is_forced(plain: &Plain, stones: &Stones, attacker: Side, line: &[Cell]) -> bool {
    let mut stones = stones.clone();
    let (mut side, mut forced) = (attacker, None);
    for (ply, cell) in line.iter().map(|cell| cell.index()).enumerate() {
        let is_last = ply + 1 == line.len();
        if stones[cell].is_some() || forced.is_some_and(|reply| side != attacker && reply != cell) {
            return false;
        }
        let misses_a_win = !is_last && !plain.completions(&stones, side).is_empty();
        stones[cell] = Some(side);
        if misses_a_win || plain.has_line(&stones, side) != is_last {
            return false;
        }
        if side == attacker && !is_last {
            let completions = plain.completions(&stones, attacker);
            forced = (completions.len() == 1).then(|| completions.into_iter().next().unwrap());
            if forced.is_none()
                && !plain.completions(&stones, attacker).contains(&line[ply + 1].index())
            {
                return false;
            }
        }
        side = side.other();
    }
    side != attacker
}

#[test]
fn the_shortest_forced_win_is_found_exactly_where_there_is_one() {
    for (board, most, count) in BOARDS {
        let plain = Plain::new(board);
        let mut found = [0; 2];
        for (stones, position) in positions(&plain, most, count) {
            for side in Side::BOTH {
                let fewest = plain.fewest_threats(&stones, side);
                let (answer, nodes) = forced_win(
                    &position,
                    side,
                    ForcedWinLimits { longest: None, nodes: PLENTY, stop: Stop::NEVER },
                );
                assert!(nodes > 0);
                match answer {
                    ProofStatus::Proved(ForcedWin { line, is_shortest }) => {
                        assert!(is_shortest);
                        assert_eq!(Some((line.len() - 1) / 2), fewest, "{position}");
                        assert!(is_forced(&plain, &stones, side, &line), "{position} {line:?}");
                    }
                    ProofStatus::Disproved | ProofStatus::Exhausted => {
                        assert_eq!(fewest, None, "{position}");
                    }
                    ProofStatus::OutOfBudget => panic!("the budget is more than enough"),
                }
                found[usize::from(fewest.is_none())] += 1;
            }
        }
        assert!(found.into_iter().all(|positions| positions > 3), "{board} {found:?}");
    }
}

#[test]
fn a_limit_on_the_plies_is_respected_exactly() {
    for (board, most, count) in BOARDS {
        let plain = Plain::new(board);
        for (stones, position) in positions(&plain, most, count / 4) {
            for side in Side::BOTH {
                let fewest = plain.fewest_threats(&stones, side);
                for longest in 0..=9 {
                    let limits = ForcedWinLimits {
                        longest: Some(longest),
                        nodes: PLENTY,
                        stop: Stop::NEVER,
                    };
                    let (answer, _) = forced_win(&position, side, limits);
                    let plies = match answer {
                        ProofStatus::Proved(ForcedWin { line, .. }) => Some(line.len()),
                        ProofStatus::Disproved | ProofStatus::Exhausted => None,
                        ProofStatus::OutOfBudget => panic!("the budget is more than enough"),
                    };
                    let expected = fewest.map(|threats| 2 * threats + 1);
                    assert_eq!(plies, expected.filter(|&plies| plies <= longest), "{position}");
                }
            }
        }
    }
}

#[test]
fn results_of_a_small_budget_are_true_and_repeat() {
    for (board, most, count) in BOARDS {
        let plain = Plain::new(board);
        for (stones, position) in positions(&plain, most, count / 4) {
            let fewest = plain.fewest_threats(&stones, Side::X);
            for nodes in [0, 1, 3, 10, 30, 100] {
                let limits = ForcedWinLimits { longest: None, nodes, stop: Stop::NEVER };
                let (answer, searched) = forced_win(&position, Side::X, limits);
                assert!(searched <= nodes + 16, "{searched} > {nodes}");
                assert_eq!(forced_win(&position, Side::X, limits), (answer.clone(), searched));
                match answer {
                    ProofStatus::Proved(ForcedWin { line, is_shortest }) => {
                        assert!(is_forced(&plain, &stones, Side::X, &line), "{position} {line:?}");
                        let plies = 2 * fewest.unwrap() + 1;
                        assert!(if is_shortest {
                            line.len() == plies
                        } else {
                            line.len() >= plies
                        });
                    }
                    ProofStatus::Disproved | ProofStatus::Exhausted => assert_eq!(fewest, None),
                    ProofStatus::OutOfBudget => {}
                }
            }
        }
    }
}

#[test]
fn every_refuted_move_has_its_refutation() {
    for (board, most, count) in BOARDS {
        let plain = Plain::new(board);
        let mut found = [0; 2];
        for (stones, position) in positions(&plain, most, count / 12) {
            let mover = oxo_core::with_position!(&position, position => position.to_move());
            let plies: Vec<Option<usize>> = empty_cells(&stones)
                .into_iter()
                .map(|cell| {
                    let after = with(&stones, mover, cell);
                    let is_over = plain.has_line(&after, mover) || empty_cells(&after).is_empty();
                    let threats = plain.fewest_threats(&after, mover.other());
                    threats.filter(|_| !is_over).map(|threats| 2 * threats + 1)
                })
                .collect();
            for (longest, nodes) in
                [(None, PLENTY), (Some(3), PLENTY), (Some(5), PLENTY), (None, 0), (None, 9)]
            {
                let answers =
                    refutations(&position, ForcedWinLimits { longest, nodes, stop: Stop::NEVER });
                let cells: Vec<usize> = answers.iter().map(|(cell, ..)| cell.index()).collect();
                assert_eq!(cells, empty_cells(&stones));
                for ((cell, answer, _), &plies) in answers.into_iter().zip(&plies) {
                    let expected = plies.filter(|&plies| longest.is_none_or(|most| plies <= most));
                    match answer {
                        ProofStatus::Proved(ForcedWin { line, is_shortest }) => {
                            assert!(is_shortest || nodes < PLENTY);
                            assert!(Some(line.len()) == expected || !is_shortest, "{position}");
                            let after = with(&stones, mover, cell.index());
                            assert!(is_forced(&plain, &after, mover.other(), &line));
                        }
                        ProofStatus::Disproved | ProofStatus::Exhausted => {
                            assert_eq!(expected, None, "{position} {cell:?}");
                        }
                        ProofStatus::OutOfBudget => assert!(nodes < PLENTY),
                    }
                    found[usize::from(expected.is_none())] += 1;
                }
            }
        }
        assert!(found.into_iter().all(|moves| moves > 10), "{board} {found:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_forced_wins() {
    let plain = Plain::new("3x3");
    for drawing in ["x x x  o o .  . . .", "x o x  x o o  o x x"] {
        let position = plain.position(&plain.drawn(drawing), Side::O);
        let limits = ForcedWinLimits { longest: None, nodes: PLENTY, stop: Stop::NEVER };
        for side in Side::BOTH {
            assert_eq!(forced_win(&position, side, limits), (ProofStatus::Disproved, 0));
        }
        assert_eq!(refutations(&position, limits), []);
    }
}

/// X to move on 4x4x4x4. A search of more than a million positions does not decide whether it has a forced win.
const OPEN: &str = "1x3o4oo9x6o3o2x2o8xo2o14o1oo20oo3x8x1o7x4x4o2x2o3x5o10oo2xo6o14o3o11x4ooo5o1o5o10o10x3x7o2x2o x";

/// O to move on 4x4x4x4. Every move allows X a forced win that takes a few hundred positions to find.
const REFUTED: &str = "1x19x13x12o19o21o4x28o9x21o6o14o47x10x3x14 o";

fn in_four_dimensions(text: &str) -> AnyPosition {
    AnyGeometry::of(&"4x4x4x4".parse().unwrap()).parse(text).unwrap()
}

#[test]
fn polling_for_cancellation_changes_no_answer() {
    let asked = AtomicU64::new(0);
    let goes_on = || {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    };
    let (position, limits) = (
        in_four_dimensions(REFUTED),
        ForcedWinLimits { longest: None, nodes: 500, stop: Stop::NEVER },
    );
    let answers = refutations(&position, limits);
    let nodes: u64 = answers.iter().map(|(.., nodes)| nodes).sum();
    assert_eq!(
        refutations(&position, ForcedWinLimits { stop: Stop::when(&goes_on), ..limits }),
        answers
    );
    assert!(
        (nodes / POLL_INTERVAL / 2..=nodes / POLL_INTERVAL)
            .contains(&asked.swap(0, Ordering::Relaxed))
    );

    let (position, nodes) = (in_four_dimensions(OPEN), 10 * POLL_INTERVAL);
    let limits = ForcedWinLimits { longest: None, nodes, stop: Stop::NEVER };
    let answer = forced_win(&position, Side::X, limits);
    assert_eq!(
        forced_win(&position, Side::X, ForcedWinLimits { stop: Stop::when(&goes_on), ..limits }),
        answer
    );
    assert_eq!(asked.into_inner(), 9);
}

#[test]
fn a_stopped_search_ends_soon_with_an_unknown_result() {
    let position = in_four_dimensions(OPEN);
    let limits = ForcedWinLimits { longest: None, nodes: PLENTY, stop: Stop::NEVER };
    for looks in 0..4 {
        let asked = AtomicU64::new(0);
        let stops = || asked.fetch_add(1, Ordering::Relaxed) >= looks;
        let (answer, searched) =
            forced_win(&position, Side::X, ForcedWinLimits { stop: Stop::when(&stops), ..limits });
        assert_eq!(answer, ProofStatus::OutOfBudget);
        assert!(searched <= (looks + 2) * POLL_INTERVAL, "{searched}");
    }
}

#[test]
fn stopped_refutations_are_known_for_the_first_moves() {
    let position = in_four_dimensions(REFUTED);
    let limits = ForcedWinLimits { longest: None, nodes: 500, stop: Stop::NEVER };
    let whole = refutations(&position, limits);
    for looks in 0..4 {
        let asked = AtomicU64::new(0);
        let stops = || asked.fetch_add(1, Ordering::Relaxed) >= looks;
        let answers =
            refutations(&position, ForcedWinLimits { stop: Stop::when(&stops), ..limits });
        assert_eq!(answers.len(), whole.len());
        let known = answers.iter().zip(&whole).take_while(|(answer, whole)| answer == whole);
        let known = known.count();
        assert!(0 < known && known < whole.len());
        let searched: u64 = answers.iter().map(|(.., nodes)| nodes).sum();
        assert!(searched <= (looks + 2) * POLL_INTERVAL, "{searched}");
        // One search is stopped before its end and may know less. The moves after it are not searched.
        let is_unknown =
            |(_, answer, nodes): &(_, _, _)| *answer == ProofStatus::OutOfBudget && *nodes == 0;
        assert!(answers[known + 1..].iter().all(is_unknown));
    }
}
