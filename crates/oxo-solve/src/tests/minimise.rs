//! Small proofs: branch and bound finds no more and no less than trying everything.

use oxo_core::{Bits, Side};

use super::plain::{Plain, Random, effort};
use crate::board::line_counts::Tally;
use crate::board::masks::Frame;
use crate::limits::search_limits::Meter;
use crate::minimise::branch_and_bound::{Search, Terms};
use crate::proof_search::candidates::candidates;
use crate::strategy::solution_table::canonical;
use crate::threats::search::{Forced, ForcedSearch};

type SmallFrame = Frame<u64, 2>;
type SmallTally = Tally<u64, 2, 3>;

/// The size of the smallest proof that X, to move, wins, counting what is left open twice twice, if that is at most
/// `most`: by trying every candidate and every reply.
fn smallest(
    frame: &SmallFrame,
    tally: &SmallTally,
    most: usize,
    given: &[[u64; 2]],
    forced: &mut ForcedSearch<u64>,
) -> Option<usize> {
    if given.contains(&class(frame, tally)) {
        return Some(0);
    }
    let blocks = tally.completions(frame, Side::O);
    let own = usize::from(blocks.is_empty());
    if own > most {
        return None;
    }
    let mut best = None;
    for cell in candidates(frame, tally, Side::X, forced) {
        let after = tally.with(frame, Side::X, cell);
        let threatens = matches!(wins(frame, &after, forced), Forced::Wins(_));
        if !after.completions(frame, Side::O).is_empty() || !(threatens || own == 0) {
            continue;
        }
        let mut classes = Vec::new();
        let mut size = Some(own);
        for reply in after.empty(frame).cells() {
            let position = after.with(frame, Side::O, reply);
            if matches!(wins(frame, &position, forced), Forced::Wins(_)) {
                continue;
            }
            let class = class(frame, &position);
            if classes.contains(&class) {
                continue;
            }
            classes.push(class);
            let left = |size: usize| best.unwrap_or(most).checked_sub(size);
            size = size.and_then(|size| {
                let rest = smallest(frame, &position, left(size)?, given, forced)?;
                Some(size + rest)
            });
            if size.is_none() {
                break;
            }
        }
        best = size.filter(|&size| best.unwrap_or(most) >= size).or(best);
    }
    best
}

fn wins(frame: &SmallFrame, tally: &SmallTally, forced: &mut ForcedSearch<u64>) -> Forced {
    forced.search(frame, tally, Side::X, u64::MAX)
}

fn class(frame: &SmallFrame, tally: &SmallTally) -> [u64; 2] {
    canonical(&frame.board, Side::BOTH.map(|side| tally.stones(side))).0
}

#[test]
fn branch_and_bound_finds_the_smallest_proof() {
    let plain = Plain::new("4x4x4");
    let frame = SmallFrame::new(&plain.board).unwrap();
    let mut random = Random(0x5ea7);
    let mut forced = ForcedSearch::new();
    let mut sizes = [0; 3];
    for _ in 0..200 {
        let stones = plain.scatter([8, 8], &mut random);
        let tally = plain.tally::<u64, 2, 3>(&frame, &stones);
        let is_quiet = Side::BOTH.iter().all(|&side| tally.completions(&frame, side).is_empty());
        if !is_quiet || matches!(wins(&frame, &tally, &mut forced), Forced::Wins(_)) {
            continue;
        }
        let most = 2;
        let expected = smallest(&frame, &tally, most, &[], &mut forced);
        let (effort, meter) = (effort(None), Meter::new(usize::MAX));
        let terms = Terms {
            frame: &frame,
            attacker: Side::X,
            effort: &effort,
            meter: &meter,
            budget: u64::MAX,
            tasks: 1,
        };
        let stones = class(&frame, &tally);
        let mut search = Search::<_, _, 2, 3>::new(terms, |_: &[u64; 2]| false);
        let found = search.smallest(stones, most);
        assert_eq!(found, expected, "{stones:?}");
        sizes[found.unwrap_or(0)] += 1;
        let steps = search.steps(stones);
        let strategic = steps.iter().filter(|(_, step)| step.is_free).count();
        assert_eq!(found.unwrap_or(0), strategic);
        // Without what the first reply leads to.
        let given: Vec<[u64; 2]> =
            steps.iter().take(1).filter_map(|(_, step)| step.open.first().copied()).collect();
        let mut search = Search::<_, _, 2, 3>::new(terms, |class: &[u64; 2]| given.contains(class));
        let expected = smallest(&frame, &tally, most, &given, &mut forced);
        assert_eq!(search.smallest(stones, most), expected, "{stones:?} given {given:?}");
    }
    println!("{sizes:?}");
    assert!(sizes[1..].iter().all(|&count| count > 0), "{sizes:?}");
}
