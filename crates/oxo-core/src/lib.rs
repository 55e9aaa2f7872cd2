//! Boards, symmetries, positions, notation, perft and random games of tic-tac-toe in any number of dimensions.
//!
//! A [`Board`] is a set of cells and the lines on them. A [`Setup`] holds stones on a board, not yet checked. A
//! [`Position`] is checked: a game can reach it. Positions are generic over the word that holds a set of cells
//! ([`Bits`]). [`AnyPosition`] picks the smallest word that fits a board known only at run time.
//!
//! The modules, in layers. Each imports only from lines below its own; `layers.txt` beside `src` lists the layers and
//! `make lint` checks them.
//!
//! ```text
//! any                                 a position on a board known only at run time
//! batch                               many games, stepped together
//! canonical   perft   playouts        canonical forms; counts of sequences; random games
//! notation                            positions as text
//! position                            the rules
//! geometry   setup                    a board's lines as bit sets; unchecked stones
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
mod batch;
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

pub use any::{AnyGameBatch, AnyGeometry, AnyPosition};
pub use batch::{BatchArrays, GameBatch, MAX_BATCH, PASS};
pub use bits::{Bits, Cells, U256};
pub use board::{Board, Line};
pub use cell::Cell;
pub use description::{Description, MAX_CELLS, MAX_DIMENSIONS};
pub use error::{BoardError, CellError, MoveError, PositionError, SymmetryLimitError};
pub use geometry::Geometry;
pub use playouts::{PlayoutRng, Playouts};
pub use position::Position;
pub use setup::Setup;
pub use side::Side;
pub use symmetry::{MAX_SYMMETRIES, Symmetries, Symmetry};
