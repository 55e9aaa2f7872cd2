//! Tests of the crate through its public face: what a board, a position and the counts over it promise.

mod boards;
mod canonical;
mod notation;
mod perft;
mod playouts;
mod rules;
mod shapes;
mod symmetries;
