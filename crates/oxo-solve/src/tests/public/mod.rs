//! Tests of the crate's public interface: known outcomes, options, limits and analyses.

mod analysis;
mod distribute;
mod labels;
mod limits;
mod options;
mod outcomes;

use oxo_core::{AnyGeometry, AnyPosition, Board};

use crate::{Report, SearchLimits, Solution, Stop, solve};

const NOTHING: &(dyn Fn(Report) + Sync) = &|_| {};

/// Returns limits with only a memory limit.
fn unbounded() -> SearchLimits<'static> {
    SearchLimits {
        nodes: None,
        memory: 1 << 30,
        threads: 1,
        runner: None,
        stop: Stop::NEVER,
        report: NOTHING,
    }
}

/// Reads the position with this text, or makes the empty one.
fn position(board: &str, text: Option<&str>) -> AnyPosition {
    let board: Board = board.parse().expect("a board");
    let geometry = AnyGeometry::of(&board);
    text.map_or_else(|| geometry.start(), |text| geometry.parse(text).expect("a position"))
}

fn solved(board: &str, text: Option<&str>, threads: usize, nodes: Option<u64>) -> Solution {
    solve(&position(board, text), &SearchLimits { nodes, threads, ..unbounded() })
}
