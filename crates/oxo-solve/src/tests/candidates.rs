//! The attacker's candidates.

use oxo_core::{Cell, Side};

use super::plain::{Plain, Random, empty_cells};
use crate::board::masks::LineMasks;
use crate::limits::stop::Stop;
use crate::proof_search::candidates::candidates;
use crate::threats::search::ThreatSearch;

/// Lists the candidates of X, in order.
fn offered(board: &str, drawing: &str) -> Vec<usize> {
    let plain = Plain::new(board);
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let counts = plain.counts::<u64, 2, 3>(&masks, &plain.drawn(drawing));
    let cells = candidates(&masks, &counts, Side::X, &mut ThreatSearch::new(Stop::NEVER));
    cells.into_iter().map(Cell::index).collect()
}

#[test]
fn a_threat_leaves_one_cell_and_two_leave_none() {
    assert_eq!(offered("4x4", "x . . .  o o o .  . . . .  . . x ."), [7]);
    assert_eq!(offered("4x4", "x . . .  o o o .  o o o .  . . x ."), [0; 0]);
    // Two lines of O share their only empty cell.
    assert_eq!(offered("4x4", ". x . o  o o o .  . x . o  . . x o"), [7]);
}

#[test]
fn without_a_forced_win_of_the_defender_every_cell_is_offered_once() {
    let plain = Plain::new("4x4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let mut random = Random(0xca4d);
    let mut search = ThreatSearch::new(Stop::NEVER);
    let mut seen = [0; 2];
    for _ in 0..300 {
        let stones = plain.scatter([6, 6 + random.below(4)], &mut random);
        if !plain.completions(&stones, Side::O).is_empty() {
            continue;
        }
        let in_danger = plain.has_forced_win(&stones, Side::O);
        let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
        let offered = candidates(&masks, &counts, Side::X, &mut search);
        let mut cells: Vec<usize> = offered.into_iter().map(Cell::index).collect();
        cells.sort_unstable();
        let all = empty_cells(&stones);
        let count = cells.len();
        cells.dedup();
        assert_eq!(cells.len(), count);
        if in_danger {
            assert!(cells.iter().all(|cell| all.contains(cell)));
        } else {
            assert_eq!(cells, all);
        }
        // A move of X that makes a threat delays O's win.
        let threats = plain.threatening_cells(&stones, Side::X);
        assert!(threats.iter().all(|cell| cells.contains(cell)), "{stones:?}");
        seen[usize::from(in_danger)] += 1;
    }
    assert!(seen.into_iter().all(|positions| positions > 20), "{seen:?}");
}
