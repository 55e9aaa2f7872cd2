//! Random games, compared with exact probabilities where these can be computed, and otherwise with a slow simulation.
//! Seeds are fixed, so a test passes always or never. Tolerances are five standard errors.

#![expect(clippy::cast_precision_loss, reason = "counts of games and plies are far below 2^53")]

use std::collections::HashMap;

use oxo_core::{AnyGeometry, Bits, Cell, Playouts, Position, Side, with_position};

use crate::shapes::{board, position};

/// The probabilities that X wins, that O wins and of a draw, the expected plies, and the expected squared plies.
type Figures = [f64; 5];

/// Computes the exact figures of uniformly random play by recursion over positions.
fn exact(position: &Position<u64>, known: &mut HashMap<Position<u64>, Figures>) -> Figures {
    if position.is_over() {
        let is = |winner| f64::from(u8::from(position.winner() == winner));
        return [is(Some(Side::X)), is(Some(Side::O)), is(None), 0.0, 0.0];
    }
    if let Some(figures) = known.get(position) {
        return *figures;
    }
    let moves: Vec<Cell> = position.legal_moves().cells().collect();
    let mut mean = [0.0; 5];
    for &cell in &moves {
        let [x, o, draw, plies, squared] = exact(&position.play(cell).unwrap(), known);
        let after = [x, o, draw, plies + 1.0, squared + 2.0 * plies + 1.0];
        for (mean, after) in mean.iter_mut().zip(after) {
            *mean += after / moves.len() as f64;
        }
    }
    known.insert(position.clone(), mean);
    mean
}

fn assert_close(playouts: &Playouts, [x, o, draw, plies, squared]: Figures) {
    let games = playouts.games() as f64;
    let counted = [
        (playouts.x_wins, x, x * (1.0 - x)),
        (playouts.o_wins, o, o * (1.0 - o)),
        (playouts.draws, draw, draw * (1.0 - draw)),
        (playouts.plies, plies, squared - plies * plies),
    ];
    for (count, mean, variance) in counted {
        let tolerance = 5.0 * (variance / games).sqrt() + 1e-9;
        let found = count as f64 / games;
        assert!((found - mean).abs() < tolerance, "{found} for {mean} in {playouts:?}");
    }
}

#[test]
fn tic_tac_toe_has_the_exact_probabilities() {
    let empty = Position::empty(&board("3x3"));
    let figures = exact(&empty, &mut HashMap::new());
    assert!((figures[0] - 737.0 / 1260.0).abs() < 1e-12, "X wins 737 in 1260");
    assert_close(&empty.playouts(1_000_000, 1), figures);
}

#[test]
fn games_from_any_position_have_the_exact_probabilities() {
    for (description, drawing, to_move) in [
        ("3x3", "x . .  . o .  . . .", Side::X),
        ("3x3", "x x .  . o .  . . .", Side::O),
        ("3x3", "x o x  x o o  . x .", Side::O),
        ("3x3", "o o .  . . .  . . .", Side::X),
        ("2x2", ". .  . .", Side::X),
        ("2x5:3", ". x . . .  . . o . .", Side::X),
        ("3x4:3", "x . . o  . . . .  o . . x", Side::X),
        ("2x2x3:2", "x . .  . . .  . . .  . . o", Side::O),
        ("11:4", ". . . . . . . . . . .", Side::O),
    ] {
        let position = position(description, drawing, to_move);
        let figures = exact(&position, &mut HashMap::new());
        assert_close(&position.playouts(200_000, 2), figures);
    }
}

/// Plays a game ply by ply with a separate generator (Steele's `SplitMix64`). The bias of taking a remainder is below
/// 2^-55.
fn simulated<B: Bits>(start: &Position<B>, state: &mut u64) -> (Option<Side>, f64) {
    let mut position = start.clone();
    let mut plies = 0.0;
    while !position.is_over() {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = *state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        let moves: Vec<Cell> = position.legal_moves().cells().collect();
        let chosen = usize::try_from(word % moves.len() as u64).unwrap();
        position = position.play(moves[chosen]).unwrap();
        plies += 1.0;
    }
    (position.winner(), plies)
}

#[test]
fn games_on_larger_boards_agree_with_a_simulation() {
    const GAMES: u32 = 5_000;
    for description in ["4x4x4", "3x3x3", "3x3x3x3", "4x4x4x4", "5x5:4", "16x16:3"] {
        let start = AnyGeometry::of(&board(description)).start();
        with_position!(&start, start => {
            let mut state = 3;
            let mut figures = [0.0; 5];
            for _ in 0..GAMES {
                let (winner, plies) = simulated(start, &mut state);
                let is = |side| f64::from(u8::from(winner == side));
                let game = [is(Some(Side::X)), is(Some(Side::O)), is(None), plies, plies * plies];
                for (figure, game) in figures.iter_mut().zip(game) {
                    *figure += game / f64::from(GAMES);
                }
            }
            // Both counts are samples of the same size, so the standard error is that of a sample of half the size.
            let playouts = start.playouts(u64::from(GAMES), 4);
            let halved = Playouts {
                x_wins: playouts.x_wins / 2,
                o_wins: playouts.o_wins / 2,
                draws: playouts.draws / 2,
                plies: playouts.plies / 2,
            };
            assert_close(&halved, figures);
        });
    }
}

/// A game of 256 plies is longer than a byte can count. Nearly all games on this board are that long.
#[test]
fn games_as_long_as_the_largest_board_are_played_to_their_end() {
    let start = Position::<oxo_core::U256>::empty(&board("16x16"));
    let playouts = start.playouts(1_000, 5);
    assert_eq!(playouts.games(), 1_000);
    assert!(playouts.draws >= 980, "{playouts:?}");
    assert!(playouts.plies <= 256_000 && playouts.plies >= 980 * 256, "{playouts:?}");
}

#[test]
fn the_requested_number_of_games_is_played_and_the_seed_decides() {
    let empty = Position::<u64>::empty(&board("4x4x4"));
    for games in [0, 1, 63, 64, 65, 96, 97, 1_000, 12_345] {
        let playouts = empty.playouts(games, 6);
        assert_eq!(playouts.games(), games);
        assert_eq!(playouts, empty.playouts(games, 6));
    }
    assert_ne!(empty.playouts(1_000, 6), empty.playouts(1_000, 7));
}

#[test]
fn a_game_that_is_over_stays_so() {
    let won = position("3x3", "x x x  o o .  . . .", Side::O);
    let full = position("3x3", "x o x  x o o  o x x", Side::X);
    let expected = Playouts { x_wins: u64::MAX, ..Playouts::default() };
    assert_eq!(won.playouts(u64::MAX, 1), expected);
    assert_eq!(full.playouts(5, 1), Playouts { draws: 5, ..Playouts::default() });
}

#[test]
fn a_check_that_fails_ends_the_games() {
    let empty = Position::<u64>::empty(&board("4x4x4"));
    let mut calls = 0;
    let result = empty.playouts_checked(u64::MAX, 1, || {
        calls += 1;
        if calls == 3 { Err("stopped") } else { Ok(()) }
    });
    assert_eq!((result, calls), (Err("stopped"), 3));
}
