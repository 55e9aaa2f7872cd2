//! Branch and bound for small proofs, compared with trying everything.

use oxo_core::{Bits, Side};

use super::plain::{Plain, Random, limits};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::ResourceCounter;
use crate::limits::stop::Stop;
use crate::minimise::branch_and_bound::{BranchAndBound, PartContext};
use crate::proof_search::candidates::candidates;
use crate::threats::search::{ThreatSearch, ThreatSequence};
use crate::value::ProofStatus;

type SmallMasks = LineMasks<u64, 2>;
type SmallCounts = LineCounts<u64, 2, 3>;

/// Returns the size of the smallest proof that X, to move, wins, if it is at most `most`, by trying every candidate and
/// every reply. Positions that are left open twice count twice.
fn smallest(
    masks: &SmallMasks,
    counts: &SmallCounts,
    most: usize,
    given: &[[u64; 2]],
    forced: &mut ThreatSearch<'_, u64>,
) -> Option<usize> {
    if given.contains(&class(masks, counts)) {
        return Some(0);
    }
    let blocks = counts.completions(masks, Side::O);
    let own = usize::from(blocks.is_empty());
    if own > most {
        return None;
    }
    let mut best = None;
    for cell in candidates(masks, counts, Side::X, forced) {
        let after = counts.with(masks, Side::X, cell);
        let threatens = matches!(wins(masks, &after, forced), ProofStatus::Proved(_));
        if !after.completions(masks, Side::O).is_empty() || !(threatens || own == 0) {
            continue;
        }
        let mut classes = Vec::new();
        let mut size = Some(own);
        for reply in after.empty(masks).cells() {
            let position = after.with(masks, Side::O, reply);
            if matches!(wins(masks, &position, forced), ProofStatus::Proved(_)) {
                continue;
            }
            let class = class(masks, &position);
            if classes.contains(&class) {
                continue;
            }
            classes.push(class);
            let left = |size: usize| best.unwrap_or(most).checked_sub(size);
            size = size.and_then(|size| {
                let rest = smallest(masks, &position, left(size)?, given, forced)?;
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

fn wins(
    masks: &SmallMasks,
    counts: &SmallCounts,
    forced: &mut ThreatSearch<'_, u64>,
) -> ProofStatus<ThreatSequence> {
    forced.search(masks, counts, Side::X, u64::MAX)
}

fn class(masks: &SmallMasks, counts: &SmallCounts) -> [u64; 2] {
    canonical(&masks.board, Side::BOTH.map(|side| counts.stones(side))).0
}

#[test]
fn branch_and_bound_finds_the_smallest_proof() {
    let plain = Plain::new("4x4x4");
    let masks = SmallMasks::new(&plain.board);
    let mut random = Random(0x5ea7);
    let mut forced = ThreatSearch::new(Stop::NEVER);
    let mut sizes = [0; 3];
    for _ in 0..200 {
        let stones = plain.scatter([8, 8], &mut random);
        let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
        let is_quiet = Side::BOTH.iter().all(|&side| counts.completions(&masks, side).is_empty());
        if !is_quiet || matches!(wins(&masks, &counts, &mut forced), ProofStatus::Proved(_)) {
            continue;
        }
        let most = 2;
        let expected = smallest(&masks, &counts, most, &[], &mut forced);
        let (limits, resources) = (limits(None), ResourceCounter::new(usize::MAX));
        let context = SearchContext {
            most_stones: usize::MAX,
            masks: &masks,
            limits: &limits,
            resources: &resources,
            budget: u64::MAX,
        };
        let part = PartContext { context, attacker: Side::X, tasks: 1 };
        let stones = class(&masks, &counts);
        let mut search = BranchAndBound::<_, _, 2, 3>::new(part, |_: &[u64; 2]| false);
        let found = search.smallest(stones, most);
        assert_eq!(found, expected, "{stones:?}");
        sizes[found.unwrap_or(0)] += 1;
        let steps = search.steps(stones);
        let strategic = steps.iter().filter(|(_, step)| step.is_free).count();
        assert_eq!(found.unwrap_or(0), strategic);
        // Search again with the first open position of the first step given.
        let given: Vec<[u64; 2]> =
            steps.iter().take(1).filter_map(|(_, step)| step.open.first().copied()).collect();
        let mut search =
            BranchAndBound::<_, _, 2, 3>::new(part, |class: &[u64; 2]| given.contains(class));
        let expected = smallest(&masks, &counts, most, &given, &mut forced);
        assert_eq!(search.smallest(stones, most), expected, "{stones:?} given {given:?}");
    }
    println!("{sizes:?}");
    assert!(sizes[1..].iter().all(|&count| count > 0), "{sizes:?}");
}
