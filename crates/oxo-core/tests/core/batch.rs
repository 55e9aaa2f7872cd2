//! Games in a batch go as positions that are played one at a time.

use std::sync::Arc;

use oxo_core::{BatchArrays, Bits, Board, GameBatch, PASS, PlayoutRng, Position, Side, U256};

/// Returns a side as the arrays have it.
fn sign(side: Side) -> i8 {
    if side == Side::X { 1 } else { -1 }
}

/// The arrays of a batch, as a caller owns them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owned {
    action_mask: Vec<u8>,
    observation: Vec<u8>,
    winner: Vec<i8>,
    ended: Vec<u8>,
    to_move: Vec<i8>,
}

impl Owned {
    fn of<B: Bits>(batch: &GameBatch<B>) -> Self {
        let (games, cells) = (batch.games(), batch.board().size());
        Self {
            action_mask: vec![9; games * cells],
            observation: vec![9; games * 2 * cells],
            winner: vec![9; games],
            ended: vec![9; games],
            to_move: vec![9; games],
        }
    }

    fn arrays(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            action_mask: &mut self.action_mask,
            observation: &mut self.observation,
            winner: &mut self.winner,
            ended: &mut self.ended,
            to_move: &mut self.to_move,
        }
    }
}

fn bytes<B: Bits>(cells: B, board: &Board) -> Vec<u8> {
    board.cells().map(|cell| u8::from(cells.contains(cell))).collect()
}

/// Asserts that the arrays describe positions that were played one at a time.
fn assert_describes<B: Bits>(owned: &Owned, positions: &[Position<B>], auto_reset: bool) {
    let start = Position::start(Arc::clone(positions[0].geometry()));
    let cells = start.board().size();
    for (at, played) in positions.iter().enumerate() {
        let next = if auto_reset && played.is_over() { &start } else { played };
        let mask = &owned.action_mask[at * cells..][..cells];
        assert_eq!(mask, bytes(next.legal_moves(), start.board()));
        let [own, other] = [next.to_move(), next.to_move().other()].map(|side| next.stones(side));
        let planes = &owned.observation[at * 2 * cells..][..2 * cells];
        assert_eq!(planes, [bytes(own, start.board()), bytes(other, start.board())].concat());
        assert_eq!(owned.winner[at], played.winner().map_or(0, sign));
        assert_eq!(owned.ended[at], u8::from(played.is_over()));
        assert_eq!(owned.to_move[at], sign(next.to_move()));
    }
}

/// Plays random games in a batch and one at a time, and compares them after every step. Returns how many ended, by
/// the winner's sign plus one.
fn compare<B: Bits>(description: &str, auto_reset: bool, steps: usize) -> [usize; 3] {
    let board: Board = description.parse().expect("a board");
    let start = Position::<B>::empty(&board);
    let mut batch = GameBatch::new(&start, 20, auto_reset);
    let mut owned = Owned::of(&batch);
    let mut positions = vec![start.clone(); 20];
    let mut rng = PlayoutRng::new(7);
    let mut actions = [0; 20];
    let mut ends = [0; 3];
    batch.reset(None, &mut owned.arrays());
    assert_describes(&owned, &positions, auto_reset);
    for _ in 0..steps {
        batch.random_actions(&mut rng, &mut actions);
        batch.step(&actions, &mut owned.arrays()).expect("random actions are legal");
        for (position, &action) in positions.iter_mut().zip(&actions) {
            if auto_reset && position.is_over() {
                *position = start.clone();
            }
            if position.is_over() {
                assert_eq!(action, PASS);
                continue;
            }
            *position = position
                .play(board.cell(usize::try_from(action).expect("a cell")).expect("a cell"))
                .expect("a legal action");
            if position.is_over() {
                ends[usize::try_from(1 + position.winner().map_or(0, sign)).expect("0 to 2")] += 1;
            }
        }
        assert_describes(&owned, &positions, auto_reset);
    }
    ends
}

#[test]
fn games_in_a_batch_go_as_positions_played_one_at_a_time() {
    for auto_reset in [false, true] {
        let ends = compare::<u64>("3x3", auto_reset, 40);
        assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
        assert!(compare::<u64>("4x4x4", auto_reset, 70)[2] > 0);
        assert!(compare::<u128>("3x3x3x3", auto_reset, 70)[2] > 0);
        assert!(compare::<U256>("11x13:3", auto_reset, 70)[2] > 0);
        compare::<U256>("4x4x4x4", auto_reset, 260);
    }
}

#[test]
fn an_illegal_action_is_named_and_changes_nothing() {
    let board: Board = "3x3".parse().expect("a board");
    let mut batch = GameBatch::new(&Position::<u64>::empty(&board), 3, false);
    let mut owned = Owned::of(&batch);
    batch.reset(None, &mut owned.arrays());
    for actions in [[0, 0, 4], [3, 1, 5], [1, 3, 6], [4, 2, 0], [2, 4, 7]] {
        batch.step(&actions, &mut owned.arrays()).expect("legal actions");
    }
    // x x x   x o o   . x x     games 0 and 1: X has won the first,
    // o o .   x x .   . x o     the second goes on, as the third does
    // . . .   . . .   o o .
    assert_eq!(owned.winner, [1, 0, 0]);
    let before = owned.clone();
    for (actions, message) in [
        ([5, 5, 1], "game 0, cell 23: the game is over; its action is -1"),
        ([-1, 0, 1], "game 1, cell 11: the cell is taken; play a cell of the action mask"),
        ([-1, 5, 9], "game 2, action 9: there is no such cell; actions are the cells 0 to 8"),
        ([-1, 5, -1], "game 2, action -1: there is no such cell; actions are the cells 0 to 8"),
        (
            [-1, 5, i64::MAX],
            "game 2, action 9223372036854775807: there is no such cell; actions are the cells 0 to 8",
        ),
    ] {
        let error = batch.step(&actions, &mut owned.arrays()).expect_err("an illegal action");
        assert_eq!(error.to_string(), message);
        assert_eq!(owned, before);
    }
    batch.step(&[PASS, 5, 1], &mut owned.arrays()).expect("what was refused is still to play");
    assert_eq!(owned.winner, [1, 0, 0]);
}

#[test]
fn chosen_games_start_again_from_the_position_of_the_batch() {
    let board: Board = "3x3".parse().expect("a board");
    let start = Position::<u64>::parse(&board, "xo7 x").expect("a position");
    let mut batch = GameBatch::new(&start, 2, false);
    let mut owned = Owned::of(&batch);
    batch.reset(None, &mut owned.arrays());
    let first = owned.clone();
    batch.step(&[4, 4], &mut owned.arrays()).expect("legal actions");
    let played = owned.clone();
    batch.reset(Some(&[0, 1]), &mut owned.arrays());
    assert_eq!(owned.action_mask[..9], played.action_mask[..9]);
    assert_eq!(owned.action_mask[9..], first.action_mask[9..]);
    assert_eq!(owned.to_move, [-1, 1]);
}
