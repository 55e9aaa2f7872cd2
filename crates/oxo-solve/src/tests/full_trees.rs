//! Trees that grow too large: what they proved is kept, and the search finds a proof all the same.

use oxo_core::{Side, U256};

use super::plain::{Plain, Random, limits};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::ResourceCounter;
use crate::proof_search::nodes::{AndNode, OrNode};
use crate::proof_search::pns::ProofNumberSearch;
use crate::strategy::certificate::CertificateWriter;
use crate::strategy::prove::{Goal, prove_strategy};
use crate::strategy::solution_table::SolutionTable;
use crate::value::ProofStatus;

/// Positions that a search may visit.
const BUDGET: u64 = 60_000;

/// Bytes of a tree of about a dozen positions.
const SMALL: usize = 1_000;

#[test]
fn answers_of_trees_that_were_too_large_make_a_proof() {
    let plain = Plain::new("4x4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let mut random = Random(0xf011);
    let (mut proved, mut several) = (0, 0);
    for _ in 0..30 {
        let stones = plain.scatter([4, 4], &mut random);
        let counts: LineCounts<u64, 2, 3> = plain.counts(&masks, &stones);
        if Side::BOTH.iter().any(|&side| !counts.missing(&masks, side, 1).is_empty()) {
            continue;
        }
        let (limits, resources) = (limits(None), ResourceCounter::new(usize::MAX));
        let context = SearchContext {
            masks: &masks,
            limits: &limits,
            resources: &resources,
            budget: BUDGET,
            most_stones: usize::MAX,
        };
        let class = canonical(&plain.board, counts.stones_first(Side::X)).0;
        let search = |most_tree| {
            let mut search = ProofNumberSearch::<u64, 2, 3>::new(context, Side::X);
            search.set_most_tree(most_tree);
            let known = SolutionTable::default();
            let status = search.search(class, BUDGET, &|_| false, &known, &|_| {});
            let mut answers = SolutionTable::default();
            search.collect_answers(&mut answers);
            (status, answers, search.nodes())
        };
        let (status, _, nodes) = search(usize::MAX);
        let (in_small_trees, answers, nodes_in_small_trees) = search(SMALL);
        assert_eq!(resources.used(), 0, "all memory is released");
        if status != ProofStatus::Proved(()) {
            continue;
        }
        assert_eq!(in_small_trees, status, "{class:?}");
        let position: LineCounts<u64, 2, 3> = LineCounts::with_first(&masks, Side::X, class);
        let claim = (Side::X, Goal::Wins);
        let mut writer = CertificateWriter::default();
        let proof = prove_strategy(&masks, &position, Side::X, claim, &mut &answers, &mut writer);
        assert!(proof.is_ok(), "{class:?}");
        proved += 1;
        several += usize::from(nodes_in_small_trees != nodes);
    }
    assert!(several > 10, "{several} of {proved} proofs are from several trees");
}

/// The bytes of a tree decide when it ends, so they must be the same on every machine.
#[test]
fn nodes_take_as_many_bytes_whatever_the_word_size() {
    assert_eq!(size_of::<OrNode>(), 28);
    assert_eq!([size_of::<AndNode<u64>>(), size_of::<AndNode<U256>>()], [32, 56]);
}
