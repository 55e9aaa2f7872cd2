//! Tests of the crate's public interface: boards, positions, perft, random games and batches of games.

mod batch;
mod boards;
mod canonical;
mod notation;
mod perft;
mod playouts;
mod rules;
mod shapes;
mod symmetries;
