//! Positions on boards known only at run time. The narrowest word that fits the board is picked once.
//!
//! [`with_position!`](crate::with_position) and the three enums do all run-time dispatch. All other code is generic over
//! [`Bits`](crate::Bits) and compiled for each width.

use std::fmt;
use std::sync::Arc;

use crate::batch::{BatchArrays, GameBatch};
use crate::bits::U256;
use crate::board::Board;
use crate::error::{MoveError, PositionError};
use crate::geometry::Geometry;
use crate::playouts::PlayoutRng;
use crate::position::Position;
use crate::setup::Setup;

/// A board's geometry in the narrowest word that holds its cells.
#[derive(Debug, Clone)]
pub enum AnyGeometry {
    /// A board of up to 64 cells.
    Bits64(Arc<Geometry<u64>>),
    /// A board of up to 128 cells.
    Bits128(Arc<Geometry<u128>>),
    /// A board of up to 256 cells.
    Bits256(Arc<Geometry<U256>>),
}

/// A position in the narrowest word that holds the cells of its board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// On a board of up to 64 cells.
    Bits64(Position<u64>),
    /// On a board of up to 128 cells.
    Bits128(Position<u128>),
    /// On a board of up to 256 cells.
    Bits256(Position<U256>),
}

/// Evaluates an expression on the position inside an [`AnyPosition`], for any width.
///
/// ```
/// use oxo_core::{AnyGeometry, Board, with_position};
/// let board: Board = "4x4x4x4".parse()?;
/// let position = AnyGeometry::of(&board).start();
/// assert_eq!(with_position!(&position, p => p.legal_moves().count()), 256);
/// # use oxo_core::Bits;
/// # Ok::<(), oxo_core::BoardError>(())
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::Bits64($position) => $body,
            $crate::AnyPosition::Bits128($position) => $body,
            $crate::AnyPosition::Bits256($position) => $body,
        }
    };
}

macro_rules! with_geometry {
    ($any:expr, $geometry:ident => $body:expr) => {
        match $any {
            AnyGeometry::Bits64($geometry) => $body,
            AnyGeometry::Bits128($geometry) => $body,
            AnyGeometry::Bits256($geometry) => $body,
        }
    };
}

impl AnyGeometry {
    /// Computes the geometry of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        match board.size() {
            0..=64 => Self::Bits64(Geometry::new(board)),
            65..=128 => Self::Bits128(Geometry::new(board)),
            _ => Self::Bits256(Geometry::new(board)),
        }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        with_geometry!(self, geometry => geometry.board())
    }

    /// Returns the empty position, X to move.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        with_geometry!(self, geometry => Position::start(Arc::clone(geometry)).into())
    }

    /// Checks a set-up, as [`Position::new`] does.
    ///
    /// # Errors
    /// No game can reach the position.
    pub fn position(&self, setup: &Setup) -> Result<AnyPosition, PositionError> {
        with_geometry!(self, geometry => Ok(Position::new(Arc::clone(geometry), setup)?.into()))
    }

    /// Reads a position text, as [`Position::parse`] does.
    ///
    /// # Errors
    /// The text is malformed, or no game can reach the position.
    pub fn parse(&self, text: &str) -> Result<AnyPosition, PositionError> {
        with_geometry!(self, geometry => Ok(Position::parse_on(Arc::clone(geometry), text)?.into()))
    }
}

impl fmt::Display for AnyPosition {
    /// Writes the position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => position.fmt(f))
    }
}

/// A batch of games in the narrowest word that holds the cells of their board.
#[derive(Debug, Clone)]
pub enum AnyGameBatch {
    /// On a board of up to 64 cells.
    Bits64(GameBatch<u64>),
    /// On a board of up to 128 cells.
    Bits128(GameBatch<u128>),
    /// On a board of up to 256 cells.
    Bits256(GameBatch<U256>),
}

macro_rules! with_batch {
    ($any:expr, $batch:ident => $body:expr) => {
        match $any {
            AnyGameBatch::Bits64($batch) => $body,
            AnyGameBatch::Bits128($batch) => $body,
            AnyGameBatch::Bits256($batch) => $body,
        }
    };
}

impl AnyGameBatch {
    /// Makes a batch, as [`GameBatch::new`] does.
    ///
    /// # Panics
    /// The game is over in the position.
    #[must_use]
    pub fn new(start: &AnyPosition, games: usize, auto_reset: bool) -> Self {
        match start {
            AnyPosition::Bits64(start) => Self::Bits64(GameBatch::new(start, games, auto_reset)),
            AnyPosition::Bits128(start) => Self::Bits128(GameBatch::new(start, games, auto_reset)),
            AnyPosition::Bits256(start) => Self::Bits256(GameBatch::new(start, games, auto_reset)),
        }
    }

    /// Returns the position of a game.
    ///
    /// # Panics
    /// There is no such game.
    #[must_use]
    pub fn position(&self, index: usize) -> AnyPosition {
        with_batch!(self, batch => batch.position(index).into())
    }

    /// Puts a game into a position, as [`GameBatch::set`] does.
    ///
    /// # Panics
    /// There is no such game, or the position is on another board.
    pub fn set(&mut self, at: usize, to: &AnyPosition, start: bool, arrays: &mut BatchArrays<'_>) {
        match (self, to) {
            (Self::Bits64(batch), AnyPosition::Bits64(to)) => batch.set(at, to, start, arrays),
            (Self::Bits128(batch), AnyPosition::Bits128(to)) => batch.set(at, to, start, arrays),
            (Self::Bits256(batch), AnyPosition::Bits256(to)) => batch.set(at, to, start, arrays),
            _ => panic!("the position is on another board"),
        }
    }

    /// Starts games again, as [`GameBatch::reset`] does.
    ///
    /// # Panics
    /// An array has the wrong length.
    pub fn reset(&mut self, chosen: Option<&[u8]>, arrays: &mut BatchArrays<'_>) {
        with_batch!(self, batch => batch.reset(chosen, arrays));
    }

    /// Plays one move in every game, as [`GameBatch::step`] does.
    ///
    /// # Errors
    /// An action is illegal. Then no game and no array has changed.
    ///
    /// # Panics
    /// An array has the wrong length.
    pub fn step(&mut self, actions: &[i64], arrays: &mut BatchArrays<'_>) -> Result<(), MoveError> {
        with_batch!(self, batch => batch.step(actions, arrays))
    }

    /// Writes a random action for every game, as [`GameBatch::random_actions`] does.
    ///
    /// # Panics
    /// The array has the wrong length.
    pub fn random_actions(&self, rng: &mut PlayoutRng, actions: &mut [i64]) {
        with_batch!(self, batch => batch.random_actions(rng, actions));
    }
}

macro_rules! wrapped {
    ($($variant:ident($word:ty);)*) => {$(
        impl From<Position<$word>> for AnyPosition {
            fn from(position: Position<$word>) -> Self {
                Self::$variant(position)
            }
        }
    )*};
}

wrapped! {
    Bits64(u64);
    Bits128(u128);
    Bits256(U256);
}
