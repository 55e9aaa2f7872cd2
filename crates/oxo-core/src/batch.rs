//! Many games, stepped together, for programs that learn.
//!
//! A [`GameBatch`] holds the games. Every call describes all of them in arrays of the caller, one entry or row a game, so
//! that a learner reads thousands of games without an object for each. [`BatchArrays`] says what is in them.
//!
//! A row of a mask or plane holds one byte a cell. [`spread`] writes eight of them at once, from a table that has the
//! bytes of every combination of eight bits:
//!
//! ```text
//!   0b0000_0101  ->  1 0 1 0 0 0 0 0
//! ```

use std::sync::Arc;

use crate::bits::Bits;
use crate::board::Board;
use crate::cell::Cell;
use crate::error::MoveError;
use crate::geometry::Geometry;
use crate::playouts::PlayoutRng;
use crate::position::Position;
use crate::side::Side;

/// The action for a game that is over, which has no move.
pub const PASS: i64 = -1;

/// The maximum number of games in a batch. Their arrays take 3 bytes for each cell, 13 GB on the largest board.
pub const MAX_BATCH: u32 = 1 << 24;

/// The bytes of eight cells for every combination of eight bits, lowest bit first.
const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 == 1 {
                table[bits][bit] = 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// Arrays that describe the games of a batch. A row has as many entries as the board has cells.
#[derive(Debug)]
pub struct BatchArrays<'a> {
    /// A row for each game: 1 for a cell that can be played, else 0; all 0 if the game is over.
    pub action_mask: &'a mut [u8],
    /// Two rows for each game: 1 for a stone of the side to move, then 1 for a stone of the opponent.
    pub observation: &'a mut [u8],
    /// The side that has won: 1 for X, -1 for O, 0 for neither.
    pub winner: &'a mut [i8],
    /// 1 for a game that is over, else 0.
    pub ended: &'a mut [u8],
    /// The side to move: 1 for X, -1 for O.
    pub to_move: &'a mut [i8],
}

/// Games from one position, or each from its own, which are stepped together.
///
/// ```
/// use oxo_core::{BatchArrays, Board, GameBatch, Position};
/// let board: Board = "3x3".parse()?;
/// let mut batch = GameBatch::new(&Position::<u64>::empty(&board), 2, false);
/// let (mut action_mask, mut observation) = ([0; 2 * 9], [0; 2 * 2 * 9]);
/// let (mut winner, mut ended, mut to_move) = ([0; 2], [0; 2], [0; 2]);
/// let mut arrays = BatchArrays {
///     action_mask: &mut action_mask,
///     observation: &mut observation,
///     winner: &mut winner,
///     ended: &mut ended,
///     to_move: &mut to_move,
/// };
/// batch.reset(None, &mut arrays);
/// batch.step(&[4, 0], &mut arrays)?;
/// assert_eq!(arrays.action_mask[..9], [1, 1, 1, 1, 0, 1, 1, 1, 1]);
/// assert_eq!(arrays.to_move, [-1, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct GameBatch<B> {
    geometry: Arc<Geometry<B>>,
    /// One for every game, or one for each.
    starts: Vec<BatchedGame<B>>,
    games: Vec<BatchedGame<B>>,
    auto_reset: bool,
}

/// One game of a batch.
#[derive(Debug, Clone, Copy)]
struct BatchedGame<B> {
    stones: [B; 2],
    to_move: Side,
    winner: Option<Side>,
    is_over: bool,
}

impl<B: Bits> GameBatch<B> {
    /// Makes a batch of games that start from a position. With `auto_reset`, a game that ends starts again at once.
    ///
    /// # Panics
    /// The game is over in the position.
    #[must_use]
    pub fn new(start: &Position<B>, games: usize, auto_reset: bool) -> Self {
        assert!(!start.is_over(), "the game is over");
        let geometry = Arc::clone(start.geometry());
        let start = BatchedGame::at(start);
        Self { geometry, starts: vec![start], games: vec![start; games], auto_reset }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.geometry.board()
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Starts games again: all, or those whose entry in `chosen` is not 0. Describes these games in `arrays`.
    ///
    /// # Panics
    /// An array has the wrong length.
    pub fn reset(&mut self, chosen: Option<&[u8]>, arrays: &mut BatchArrays<'_>) {
        assert!(
            chosen.is_none_or(|chosen| chosen.len() == self.games()),
            "one entry for each game"
        );
        let Self { geometry, starts, games, .. } = self;
        let rows = Rows::of(arrays, geometry.all(), games.len());
        for ((index, game), row) in games.iter_mut().enumerate().zip(rows) {
            if chosen.is_none_or(|chosen| chosen[index] != 0) {
                *game = *starts.get(index).unwrap_or(&starts[0]);
                row.write(game, game);
            }
        }
    }

    /// Returns the position of a game.
    ///
    /// # Panics
    /// There is no such game.
    #[must_use]
    pub fn position(&self, index: usize) -> Position<B> {
        let BatchedGame { stones, to_move, winner, .. } = self.games[index];
        Position { geometry: Arc::clone(&self.geometry), stones, to_move, winner }
    }

    /// Puts a game into a position and describes it in `arrays`. With `start`, it also starts there from now on.
    ///
    /// # Panics
    /// There is no such game.
    pub fn set(&mut self, at: usize, to: &Position<B>, start: bool, arrays: &mut BatchArrays<'_>) {
        let game = BatchedGame::at(to);
        self.games[at] = game;
        if start {
            self.starts.resize(self.games.len(), self.starts[0]);
            self.starts[at] = game;
        }
        Rows::at(arrays, self.geometry.all(), at).write(&game, &game);
    }

    /// Plays one move in every game and describes all games in `arrays`. An action is the index of a cell, or [`PASS`]
    /// in a game that is over.
    ///
    /// After a move that ends a game, `winner` and `ended` show how; with automatic reset, the other arrays show the
    /// start of the next game.
    ///
    /// # Errors
    /// An action is illegal. Then no game and no array has changed.
    ///
    /// # Panics
    /// An array has the wrong length.
    pub fn step(&mut self, actions: &[i64], arrays: &mut BatchArrays<'_>) -> Result<(), MoveError> {
        assert_eq!(actions.len(), self.games(), "one action for each game");
        let Self { geometry, starts, games, auto_reset } = self;
        let all = geometry.all();
        if let Some(at) =
            games.iter().zip(actions).position(|(game, &action)| !game.permits(action, all))
        {
            return Err(self.illegal(at, actions[at]));
        }
        let rows = Rows::of(arrays, all, games.len());
        for (index, ((game, &action), row)) in games.iter_mut().zip(actions).zip(rows).enumerate() {
            if !game.is_over {
                game.play(cell_of(action), geometry);
            }
            let played = *game;
            if *auto_reset && game.is_over {
                *game = *starts.get(index).unwrap_or(&starts[0]);
            }
            row.write(&played, game);
        }
        Ok(())
    }

    /// Writes an action for every game: a cell that can be played, each equally likely, or [`PASS`] if the game is over.
    ///
    /// # Panics
    /// The array has the wrong length.
    pub fn random_actions(&self, rng: &mut PlayoutRng, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.games(), "one action for each game");
        let all = self.geometry.all();
        for (game, action) in self.games.iter().zip(actions) {
            let legal = game.legal(all);
            *action = match legal.count() {
                0 => PASS,
                count => cell_at(legal, rng.below(count)),
            };
        }
    }

    /// Returns why an action is illegal.
    #[cold]
    fn illegal(&self, at: usize, action: i64) -> MoveError {
        let (game, board) = (&self.games[at], self.board());
        let refuse = |what: String, reason: &str, remedy: String| {
            MoveError::new(format!("game {at}, {what}"), reason, remedy)
        };
        let Some(cell) = usize::try_from(action).ok().and_then(|index| board.cell(index).ok())
        else {
            let last = board.size() - 1;
            let remedy = format!("actions are the cells 0 to {last}");
            return refuse(format!("action {action}"), "there is no such cell", remedy);
        };
        let subject = format!("cell {}", board.name(cell));
        if game.is_over {
            return refuse(subject, "the game is over", format!("its action is {PASS}"));
        }
        refuse(subject, "the cell is taken", "play a cell of the action mask".to_owned())
    }
}

impl<B: Bits> BatchedGame<B> {
    /// Makes the game that stands in a position.
    fn at(position: &Position<B>) -> Self {
        Self {
            stones: Side::BOTH.map(|side| position.stones(side)),
            to_move: position.to_move(),
            winner: position.winner(),
            is_over: position.is_over(),
        }
    }

    /// Returns the cells that can be played.
    #[inline]
    fn legal(&self, all: B) -> B {
        if self.is_over { B::EMPTY } else { all.without(self.stones[0] | self.stones[1]) }
    }

    /// Returns whether an action is legal.
    #[inline]
    fn permits(&self, action: i64, all: B) -> bool {
        if self.is_over {
            return action == PASS;
        }
        let on_board = usize::try_from(action).is_ok_and(|index| index < B::CAPACITY);
        on_board && self.legal(all).contains(cell_of(action))
    }

    /// Plays a cell that can be played.
    #[inline]
    fn play(&mut self, cell: Cell, geometry: &Geometry<B>) {
        let own = &mut self.stones[self.to_move.index()];
        *own |= B::single(cell);
        let won = geometry.has_line_through(cell, *own);
        self.winner = won.then_some(self.to_move);
        self.is_over = won || self.stones[0] | self.stones[1] == geometry.all();
        self.to_move = self.to_move.other();
    }
}

/// The rows of one game in [`BatchArrays`].
struct Rows<'a, B> {
    all: B,
    action_mask: &'a mut [u8],
    own: &'a mut [u8],
    opponent: &'a mut [u8],
    winner: &'a mut i8,
    ended: &'a mut u8,
    to_move: &'a mut i8,
}

impl<'a, B: Bits> Rows<'a, B> {
    /// Returns the rows of each game, in order.
    fn of(arrays: &'a mut BatchArrays<'_>, all: B, games: usize) -> impl Iterator<Item = Self> {
        let cells = all.count();
        assert_eq!(arrays.action_mask.len(), games * cells, "a row for each game");
        assert_eq!(arrays.observation.len(), games * 2 * cells, "two rows for each game");
        let lengths = [arrays.winner.len(), arrays.ended.len(), arrays.to_move.len()];
        assert_eq!(lengths, [games; 3], "an entry for each game");
        let masks = arrays.action_mask.chunks_exact_mut(cells);
        let planes = arrays.observation.chunks_exact_mut(2 * cells);
        let ends = arrays.winner.iter_mut().zip(arrays.ended.iter_mut());
        masks.zip(planes).zip(ends).zip(arrays.to_move.iter_mut()).map(
            move |(((action_mask, planes), (winner, ended)), to_move)| {
                let (own, opponent) = planes.split_at_mut(cells);
                Self { all, action_mask, own, opponent, winner, ended, to_move }
            },
        )
    }

    /// Returns the rows of one game.
    fn at(arrays: &'a mut BatchArrays<'_>, all: B, index: usize) -> Self {
        let cells = all.count();
        let planes = &mut arrays.observation[2 * index * cells..][..2 * cells];
        let (own, opponent) = planes.split_at_mut(cells);
        Self {
            all,
            action_mask: &mut arrays.action_mask[index * cells..][..cells],
            own,
            opponent,
            winner: &mut arrays.winner[index],
            ended: &mut arrays.ended[index],
            to_move: &mut arrays.to_move[index],
        }
    }

    /// Describes how a game stands after the last move, and what is next: the same game, or the one after it.
    #[inline]
    fn write(self, played: &BatchedGame<B>, next: &BatchedGame<B>) {
        *self.winner = played.winner.map_or(0, sign);
        *self.ended = u8::from(played.is_over);
        *self.to_move = sign(next.to_move);
        spread(next.legal(self.all), self.action_mask);
        spread(next.stones[next.to_move.index()], self.own);
        spread(next.stones[next.to_move.other().index()], self.opponent);
    }
}

/// Returns a side as a number: 1 for X, -1 for O.
#[inline]
fn sign(side: Side) -> i8 {
    match side {
        Side::X => 1,
        Side::O => -1,
    }
}

/// Returns the cell of an action that is known to be one.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn cell_of(action: i64) -> Cell {
    Cell::at(action as usize)
}

/// Writes a set of cells as one byte a cell.
#[inline]
fn spread<B: Bits>(cells: B, row: &mut [u8]) {
    let (eights, rest) = row.as_chunks_mut::<8>();
    let mut bytes = cells.words().flat_map(u64::to_le_bytes);
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = SPREAD[usize::from(byte)];
    }
    if let Some(byte) = bytes.next().filter(|_| !rest.is_empty()) {
        rest.copy_from_slice(&SPREAD[usize::from(byte)][..rest.len()]);
    }
}

/// Returns the index of the cell that has `before` cells before it in a set with more cells than that.
#[inline]
fn cell_at<B: Bits>(cells: B, mut before: usize) -> i64 {
    let mut first = 0;
    for word in cells.words() {
        let count = word.count_ones() as usize;
        if before < count {
            return first + i64::from(bit_at(word, before));
        }
        before -= count;
        first += 64;
    }
    unreachable!("the set has more cells")
}

/// Returns the place of the bit of a word that has `before` bits below it, by halving the part where it can be.
#[inline]
fn bit_at(mut word: u64, mut before: usize) -> u32 {
    let mut place = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let below = (word & ((1 << half) - 1)).count_ones() as usize;
        if before >= below {
            before -= below;
            word >>= half;
            place += half;
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_found_by_the_number_of_cells_before_it() {
        let words = [1, 1 << 63, u64::MAX, 0xF0F0_0000_0001_8001];
        for word in words {
            let places: Vec<u32> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            let found: Vec<u32> = (0..places.len()).map(|before| bit_at(word, before)).collect();
            assert_eq!(found, places);
        }
    }
}
