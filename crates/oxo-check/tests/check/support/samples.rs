//! Proofs of every kind, small enough to be generated in each run.

use super::certificate::{Certificate, add_part};
use super::game::{Game, Place};
use super::strategies::{Holder, Strategy, Winner};

/// Makes a proof that `side` (x or o), whose stones are `place.own`, wins or holds with `to_move` to move.
pub(crate) fn proof(
    game: &Game,
    (side, verb): (char, &str),
    (place, to_move): (&Place, char),
    strategy: &mut dyn Strategy,
) -> Certificate {
    let position = game.text(place, side, to_move);
    let claim = format!("{side} {verb}");
    let mut certificate = Certificate::bare(&game.description, &position, &claim);
    add_part(&mut certificate, game, (place, side == to_move), verb == "wins", strategy);
    certificate
}

/// Makes a proof that a board is a draw from its empty position.
pub(crate) fn draw(game: &Game, pairs: bool) -> Certificate {
    let empty = Place::new(&[], &[]);
    let mut certificate = proof(game, ('x', "holds"), (&empty, 'x'), &mut Holder::new(pairs));
    "draw".clone_into(&mut certificate.header.claim);
    add_part(&mut certificate, game, (&empty, false), false, &mut Holder::new(pairs));
    certificate
}

/// Makes a proof that X wins 3x3x3 from the empty board, with sequences of at most this length.
pub(crate) fn cube(longest_sequence: usize) -> Certificate {
    let mut strategy = Winner::new(longest_sequence);
    proof(&Game::full(3, 3), ('x', "wins"), (&Place::new(&[], &[]), 'x'), &mut strategy)
}

/// Makes a proof that O wins 3x3x3 after a first move on a corner.
pub(crate) fn cube_for_o(longest_sequence: usize) -> Certificate {
    let mut strategy = Winner::new(longest_sequence);
    proof(&Game::full(3, 3), ('o', "wins"), (&Place::new(&[], &[0]), 'o'), &mut strategy)
}

/// Makes a proof that X wins 3x3 when O has answered a corner on an edge, from a position with O to move:
///
/// ```text
/// x o .
/// . x .
/// . . .
/// ```
pub(crate) fn square() -> Certificate {
    let place = Place::new(&[0, 4], &[1]);
    proof(&Game::full(3, 2), ('x', "wins"), (&place, 'o'), &mut Winner::new(0))
}

/// Returns one proof of each kind, with its name.
pub(crate) fn all() -> Vec<(&'static str, Certificate)> {
    let (square4, square5) = (Game::full(4, 2), Game::full(5, 2));
    let lines = Game::new("3x4:3", &[3, 4], 3);
    let empty = Place::new(&[], &[]);
    let any_pair = Game::new("2x2x2", &[2, 2, 2], 2);
    vec![
        ("3x3x3 with sequences", cube(3)),
        ("3x3x3 with short sequences", cube(1)),
        ("3x3x3 without sequences", cube(0)),
        ("3x3x3 for O", cube_for_o(3)),
        ("3x3x3 for O without sequences", cube_for_o(0)),
        ("3x3, O to move", square()),
        ("3x3 drawn", draw(&Game::full(3, 2), false)),
        ("3x3 drawn with pairings", draw(&Game::full(3, 2), true)),
        ("4x4 drawn", draw(&square4, true)),
        ("5x5 drawn", draw(&square5, true)),
        ("5x5 held by O", proof(&square5, ('o', "holds"), (&empty, 'x'), &mut Holder::new(true))),
        ("3x4:3", proof(&lines, ('x', "wins"), (&empty, 'x'), &mut Winner::new(1))),
        ("2x2x2", proof(&any_pair, ('x', "wins"), (&empty, 'x'), &mut Winner::new(0))),
        ("16x16", proof(&Game::full(16, 2), ('o', "holds"), (&empty, 'x'), &mut Holder::new(true))),
        (
            "1-dimensional",
            proof(&Game::full(4, 1), ('x', "holds"), (&empty, 'x'), &mut Holder::new(false)),
        ),
    ]
}
