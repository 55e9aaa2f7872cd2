//! Bounds on the length of a win, compared with the values of exhaustive search.

use oxo_core::Side;

use crate::tests::plain::{Plain, Random, Value, limits};
use crate::within::within;

#[test]
fn x_wins_within_its_distance_and_not_sooner() {
    let mut random = Random(30);
    let mut wins = 0;
    for (board, empty) in [("3x3", 7), ("3x3x3", 11), ("4x4", 10), ("3x4x2:3", 11), ("5x4:4", 10)] {
        let mut plain = Plain::new(board);
        for _ in 0..25 {
            let stones = plain.late(empty, &mut random);
            let over = Side::BOTH.iter().any(|&side| plain.has_line(&stones, side));
            if over {
                continue;
            }
            let position = plain.position(&stones, Side::X);
            let answer = |plies| within(&position, plies, &limits(None));
            match plain.value(&stones, Side::X) {
                Value::Win(plies) => {
                    let plies = usize::try_from(plies).unwrap();
                    assert_eq!(answer(plies).wins, Some(true), "{position}: {plies}");
                    assert!(answer(plies).plies <= Some(plies));
                    if plies > 1 {
                        assert_eq!(answer(plies - 2).wins, Some(false), "{position}: {plies}");
                    }
                    wins += usize::from(plies > 3);
                }
                Value::Draw | Value::Loss(_) => {
                    assert_eq!(answer(13).wins, Some(false), "{position}");
                }
            }
        }
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn a_limit_leaves_the_answer_open() {
    let plain = Plain::new("4x4x4");
    let position = plain.position(&plain.empty_board(), Side::X);
    let answer = within(&position, 25, &limits(Some(500)));
    assert_eq!((answer.wins, answer.certificate), (None, None));
}
