//! Tests of the crate's public interface: boards, positions, perft and random games.

mod boards;
mod canonical;
mod notation;
mod perft;
mod playouts;
mod rules;
mod shapes;
mod symmetries;
