//! Boards, symmetries, positions, notation, counting and random games of tic-tac-toe in any number of
//! dimensions.
//!
//! A [`Board`] is a set of cells and the lines on them. A [`Setup`] is stones on a board, not yet
//! checked; a [`Position`] is a checked one, which a game can reach. Positions are generic over the
//! word that holds a set of cells ([`Bits`]); where the board is known only at run time,
//! [`AnyPosition`] picks the smallest word that fits.
//!
//! The modules, in layers: each imports only from lines below its own, as `layers.txt` beside `src` says
//! and `make lint` checks.
//!
//! ```text
//! any                                 a position on a board known only at run time
//! canonical   perft   playouts        what is worked out from a position
//! notation                            positions as text
//! position                            the rules
//! geometry   setup                    a board's lines as bit sets; stones not yet checked
//! cell_names                          cells as text
//! board                               cells and lines
//! symmetry                            the automorphism group of a board
//! bits   description                  sets of cells; boards as text
//! cell   error   side
//! ```
//!
//! ```
//! use oxo_core::{Board, Position, Side};
//! let board: Board = "3x3".parse()?;
//! let mut position = Position::<u64>::empty(&board);
//! for cell in board.moves("11 21 12 22 13")? {
//!     position = position.play(cell)?;
//! }
//! assert_eq!(position.to_string(), "xxxoo4 o");
//! assert_eq!(position.winner(), Some(Side::X));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bits;
mod board;
mod canonical;
mod cell;
mod cell_names;
mod description;
mod error;
mod geometry;
mod notation;
mod perft;
mod playouts;
mod position;
mod setup;
mod side;
mod symmetry;

pub use any::{AnyGeometry, AnyPosition};
pub use bits::{Bits, Cells, U256};
pub use board::{Board, Line};
pub use cell::Cell;
pub use description::{Description, MAX_CELLS, MAX_DIMENSIONS};
pub use error::{BoardError, CellError, MoveError, PositionError, SymmetryLimitError};
pub use geometry::Geometry;
pub use playouts::Playouts;
pub use position::Position;
pub use setup::Setup;
pub use side::Side;
pub use symmetry::{MAX_SYMMETRIES, Symmetries, Symmetry};
