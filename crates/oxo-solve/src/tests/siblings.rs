//! What a position takes over from the positions after sibling replies, and the estimate of what it will cost.

use oxo_core::{Bits, Board, Cell};

use super::plain::Random;
use crate::board::symmetry::canonical;
use crate::proof_search::nodes::AndOrTree;
use crate::proof_search::pns::free_proof_number;
use crate::proof_search::siblings::{Reached, number_of};

/// A move with two replies on 4x4x4. The tree is drawn in canonical forms; these are the cells before.
struct Family {
    board: Board,
    tree: AndOrTree<u64>,
    parent: usize,
    /// The move and the replies have been played: the attacker's stones, and the defender's after each reply.
    attacker: u64,
    defender: [u64; 2],
    /// The OR nodes after the replies.
    nodes: [usize; 2],
    /// Three empty cells.
    free: [Cell; 3],
}

fn family(random: &mut Random) -> Family {
    let board: Board = "4x4x4".parse().expect("a board");
    let mut cells: Vec<Cell> = board.cells().collect();
    for at in 1..cells.len() {
        cells.swap(at, random.below(at + 1));
    }
    let set = |range: std::ops::Range<usize>| u64::from_cells(cells[range].iter().copied());
    let (before, [first, second]) = ([set(0..3), set(3..6)], [set(7..8), set(8..9)]);
    let (before, turned) = canonical(&board, before);
    let turn = |cells: u64| turned.map_or(cells, |symmetry| symmetry.image_of(cells));
    let attacker = before[0] | turn(set(6..7));
    let defender = [first, second].map(|reply| before[1] | turn(reply));
    let free = [9, 10, 11].map(|at: usize| turn(set(at..at + 1)).lowest().expect("one cell"));
    let mut tree = AndOrTree::<u64>::new();
    let root = tree.add_or_node(before, 1, 1);
    let parent = tree.add_and_node(root, turn(set(6..7)).lowest().expect("one cell"), 0);
    let nodes = defender.map(|defender| {
        let (class, symmetry) = canonical(&board, [attacker, defender]);
        let number = tree.number(&class).unwrap_or_else(|| tree.add_or_node(class, 1, 1));
        tree.add_open(parent, number, number_of(&board, symmetry));
        number
    });
    Family { board, tree, parent, attacker, defender, nodes, free }
}

impl Family {
    /// A cell or sequence as it stands in the canonical form after one of the replies.
    fn turned(&self, reply: usize, cells: &[Cell]) -> Vec<Cell> {
        let (_, symmetry) = canonical(&self.board, [self.attacker, self.defender[reply]]);
        cells.iter().map(|&cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell))).collect()
    }

    /// The class after the second reply and a move there, with the cells of a sequence marked for the defender.
    fn class(&self, stones: [u64; 2], cell: Cell, sequence: &[Cell]) -> [u64; 2] {
        let marked = u64::from_cells(sequence.iter().copied());
        canonical(&self.board, [stones[0] | u64::single(cell), stones[1] | marked]).0
    }
}

#[test]
fn an_answer_and_its_sequences_are_turned_from_one_sibling_to_another() {
    let mut random = Random(0x51b);
    let mut seen = 0;
    for _ in 0..200 {
        let mut family = family(&mut random);
        let [first, second] = family.nodes;
        if first == second {
            continue;
        }
        let [cell, ..] = family.free;
        let answer = family.turned(0, &[cell])[0];
        let sequence = family.turned(0, &family.free[1..]);
        let and_node = family.tree.add_and_node(first, answer, 0);
        family.tree.add_sequences(and_node, std::iter::once(sequence.as_slice()));
        family.tree.and_node_mut(and_node).disproof = 1;

        let reached = Reached::new(&family.tree, &family.board, second, Some(family.parent));
        let found = reached.answer_of_siblings().expect("the sibling has an answer");
        let sequences = reached.sequences_near(found);
        let [sequence] = &sequences[..] else { panic!("{} sequences", sequences.len()) };
        let own = family.tree.stones(second);
        let played = [family.attacker, family.defender[1]];
        assert_eq!(family.class(own, found, &[]), family.class(played, cell, &[]));
        assert_eq!(
            family.class(own, found, sequence),
            family.class(played, cell, &family.free[1..])
        );
        assert_eq!(sequence.to_vec(), family.turned(1, &family.free[1..]));
        seen += 1;
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn sequences_of_the_parent_and_of_other_moves_are_near() {
    let mut family = family(&mut Random(7));
    let [_, second] = family.nodes;
    let [first, last, cell] = family.free;
    family.tree.add_sequences(family.parent, std::iter::once(&[first, last][..]));
    let other = family.tree.add_and_node(second, last, 0);
    family.tree.add_sequences(other, std::iter::once(&[first][..]));
    let reached = Reached::new(&family.tree, &family.board, second, Some(family.parent));
    let sequences: Vec<Vec<Cell>> =
        reached.sequences_near(cell).iter().map(|sequence| sequence.to_vec()).collect();
    assert_eq!(sequences, [family.turned(1, &[first, last]), vec![first]]);
    assert!(Reached::new(&family.tree, &family.board, second, None).answer_of_siblings().is_none());
}

#[test]
fn a_proved_sibling_has_more_votes_than_one_under_trial() {
    let mut family = family(&mut Random(11));
    let [first, second] = family.nodes;
    let [proved, tried, dead] = family.free.map(|cell| family.turned(0, &[cell])[0]);
    for (cell, proof, disproof) in [(tried, 3, 1), (dead, 2, 0), (proved, 0, 9)] {
        let and_node = family.tree.add_and_node(first, cell, 0);
        family.tree.and_node_mut(and_node).proof = proof;
        family.tree.and_node_mut(and_node).disproof = disproof;
    }
    let reached = Reached::new(&family.tree, &family.board, second, Some(family.parent));
    assert_eq!(reached.answer_of_siblings(), Some(family.turned(1, &family.free[..1])[0]));
}

#[test]
fn more_twos_of_the_defender_cost_more_and_the_attackers_less() {
    assert_eq!(
        [(0, 0), (1, 2), (2, 2), (0, 6)].map(|(o, x)| free_proof_number(o, x)),
        [3, 4, 8, 1]
    );
    for twos in 0..40 {
        assert!(free_proof_number(twos + 1, 3) >= free_proof_number(twos, 3));
        assert!(free_proof_number(3, twos + 1) <= free_proof_number(3, twos));
    }
    assert_eq!(free_proof_number(1_000, 0), 1 << 15);
}
