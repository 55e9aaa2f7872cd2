//! The packed stores of a search, compared with plain collections.

use std::collections::HashMap;

use oxo_core::{Board, Cell};
use proptest::prelude::*;

use crate::proof_search::nodes::AndOrTree;
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::store::SequenceStore;

type Sequences = Vec<Vec<Cell>>;

fn cells() -> Vec<Cell> {
    "4x4x4".parse::<Board>().expect("a board").cells().collect()
}

/// Generates the threat sequences of one move; some moves have none, and an empty sequence wins at once.
fn sequences() -> impl Strategy<Value = Sequences> {
    let sequence = prop::collection::vec(prop::sample::select(cells()), 0..9);
    prop::collection::vec(sequence, 0..12)
}

/// A number for each of eight OR nodes, to be kept with it.
fn turn_of(or_node: usize) -> u16 {
    u16::try_from(or_node).expect("small")
}

fn slices(sequences: &Sequences) -> impl ExactSizeIterator<Item = &[Cell]> {
    sequences.iter().map(Vec::as_slice)
}

fn owned<'a>(sequences: impl Iterator<Item = &'a [Cell]>) -> Sequences {
    sequences.map(<[Cell]>::to_vec).collect()
}

#[test]
fn a_store_returns_its_items_from_any_block() {
    let all = cells();
    let batch = |number: usize| -> Sequences {
        (0..number % 7).map(|nth| all[..nth * number % 60].to_vec()).collect()
    };
    let mut store = SequenceStore::default();
    let stored: Vec<_> = (1..20_000).map(|number| store.put(slices(&batch(number)))).collect();
    for (number, sequences) in (1..).zip(stored) {
        assert_eq!(owned(store.get(sequences)), batch(number));
    }
    let bytes = (1..20_000).flat_map(batch).map(|sequence| 1 + sequence.len()).sum::<usize>();
    assert_eq!(store.size(), bytes);
}

proptest! {
    #[test]
    fn answers_are_a_map_that_keeps_the_first_value(
        entries in prop::collection::vec((0..40_u64, 0..40_u64, 0..64_usize, sequences()), 0..200),
    ) {
        let (all, mut plain, mut answers) = (cells(), HashMap::new(), SolutionTable::default());
        for (own, other, cell, sequences) in &entries {
            plain.entry([*own, *other]).or_insert((all[*cell], sequences.clone()));
            answers.add([*own, *other], Answer { cell: all[*cell], sequences: slices(sequences) });
        }
        prop_assert_eq!(answers.iter().count(), plain.len());
        for (stones, answer) in answers.iter() {
            prop_assert_eq!(&(answer.cell, owned(answer.sequences)), &plain[&stones]);
        }
        for (stones, expected) in &plain {
            let found = answers.get(stones).map(|answer| (answer.cell, owned(answer.sequences)));
            prop_assert_eq!(found.as_ref(), Some(expected));
        }
        prop_assert!(!answers.has(&[99, 99]) && answers.get(&[99, 99]).is_none());
    }

    #[test]
    fn nodes_keep_their_moves_open_replies_and_threat_sequences(
        steps in prop::collection::vec((0..5_usize, 0..8_usize, sequences()), 0..60),
    ) {
        let all = cells();
        let mut nodes = AndOrTree::<u64>::new();
        for number in 0..8 {
            assert_eq!(nodes.add_or_node([number, 0], 1, 1), usize::try_from(number).expect("small"));
        }
        let and_nodes: Vec<usize> = (0..5).map(|d| nodes.add_and_node(d % 2, all[d], 3)).collect();
        let (mut open, mut met) = (vec![Vec::new(); 5], vec![Sequences::new(); 5]);
        for (and_node, or_node, sequences) in &steps {
            nodes.add_open(and_nodes[*and_node], *or_node, 7 - turn_of(*or_node));
            if !open[*and_node].contains(or_node) {
                open[*and_node].push(*or_node);
            }
            nodes.add_sequences(and_nodes[*and_node], slices(sequences));
            met[*and_node].extend(sequences.iter().cloned());
        }
        for (number, &and_node) in and_nodes.iter().enumerate() {
            let mut found: Vec<usize> = nodes.open(and_node).collect();
            found.reverse();
            for (or_node, turn) in nodes.open_turned(and_node) {
                prop_assert_eq!(turn, 7 - turn_of(or_node));
            }
            prop_assert_eq!(&found, &open[number]);
            prop_assert_eq!(&owned(nodes.sequences(and_node)), &met[number]);
        }
        prop_assert_eq!(nodes.tried(0).collect::<Vec<_>>(), [4, 2, 0].map(|d| and_nodes[d]));
        prop_assert_eq!(nodes.tried(1).collect::<Vec<_>>(), [3, 1].map(|d| and_nodes[d]));
    }
}

#[test]
fn each_or_node_keeps_its_untried_moves_in_order() {
    let all = cells();
    let mut nodes = AndOrTree::<u64>::new();
    let (first, second) = (nodes.add_or_node([1, 2], 1, 1), nodes.add_or_node([3, 4], 1, 1));
    nodes.list(first, &all[..3]);
    nodes.list(second, &all[5..5]);
    assert!(nodes.is_listed(second) && nodes.next_unexpanded(second).is_none());
    let taken: Vec<_> = std::iter::from_fn(|| nodes.next_unexpanded(first)).collect();
    assert_eq!((taken.as_slice(), nodes.unexpanded(first)), (&all[..3], 0));
    assert_eq!((nodes.number(&[3, 4]), nodes.stones(first)), (Some(second), [1, 2]));
}
