//! The packed nodes of an AND/OR tree.
//!
//! Nodes are in a few long vectors and linked by indices of four bytes. They hold only what the search needs, since
//! trees have millions of nodes and memory limits which proofs can be found.

use oxo_core::{Bits, Cell};

use crate::board::position_index::{PositionIndex, narrow};
use crate::threats::store::{SequenceStore, StoredSequences};

/// Marks the end of a chain.
const NONE: u32 = u32::MAX;

/// A position with the attacker to move and no known forced win. Its index is that of its position.
#[derive(Debug)]
pub(crate) struct OrNode {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// The move tried last.
    latest: u32,
    /// Moves not tried yet, the next one last: their first index and their number in `AndOrTree::unexpanded`; None
    /// until they are listed.
    unexpanded: Option<(u32, u16)>,
    pub(crate) tried: u16,
}

/// A position after a move of the attacker.
#[derive(Debug)]
pub(crate) struct AndNode<B> {
    pub(crate) cell: Cell,
    pub(crate) surcharge: u8,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// Replies not searched yet.
    pub(crate) left: B,
    /// The move tried before this one in the same position.
    earlier: u32,
    /// The last of the OR nodes after open replies.
    latest_open: u32,
    /// The last of the threat sequences that meet the other replies.
    latest_sequences: u32,
}

/// An item of a linked chain.
#[derive(Debug)]
struct Link<T> {
    item: T,
    earlier: u32,
}

/// The nodes of an AND/OR tree, addressed by index.
#[derive(Debug)]
pub(crate) struct AndOrTree<B> {
    positions: PositionIndex<B>,
    or_nodes: Vec<OrNode>,
    and_nodes: Vec<AndNode<B>>,
    open: Vec<Link<u32>>,
    /// By link of `open`, the number of the automorphism that takes the parent's cells to those of the OR node.
    turns: Vec<u16>,
    sequences: Vec<Link<StoredSequences>>,
    store: SequenceStore,
    unexpanded: Vec<Cell>,
}

impl<B: Bits> AndOrTree<B> {
    pub(crate) fn new() -> Self {
        Self {
            positions: PositionIndex::default(),
            or_nodes: Vec::new(),
            and_nodes: Vec::new(),
            open: Vec::new(),
            turns: Vec::new(),
            sequences: Vec::new(),
            store: SequenceStore::default(),
            unexpanded: Vec::new(),
        }
    }

    /// Estimates the memory of the nodes, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.or_nodes.len() * (PositionIndex::<B>::SIZE + size_of::<OrNode>())
            + self.and_nodes.len() * size_of::<AndNode<B>>()
            + self.open.len() * (size_of::<Link<u32>>() + size_of::<u16>())
            + self.sequences.len() * size_of::<Link<StoredSequences>>()
            + self.store.size()
            + self.unexpanded.len() * size_of::<Cell>()
    }

    /// The index of the OR node of a position, None if there is none.
    pub(crate) fn number(&self, stones: &[B; 2]) -> Option<usize> {
        self.positions.number(stones)
    }

    /// Adds the OR node of a position that has none.
    pub(crate) fn add_or_node(&mut self, stones: [B; 2], proof: u32, disproof: u32) -> usize {
        self.or_nodes.push(OrNode { proof, disproof, latest: NONE, unexpanded: None, tried: 0 });
        self.positions.add(stones)
    }

    pub(crate) fn or_node(&self, or_node: usize) -> &OrNode {
        &self.or_nodes[or_node]
    }

    pub(crate) fn or_node_mut(&mut self, or_node: usize) -> &mut OrNode {
        &mut self.or_nodes[or_node]
    }

    /// The position of an OR node, the attacker's stones first.
    pub(crate) fn stones(&self, or_node: usize) -> [B; 2] {
        self.positions.stones(or_node)
    }

    /// The number of OR nodes.
    pub(crate) fn or_nodes(&self) -> usize {
        self.or_nodes.len()
    }

    /// Whether the moves of an OR node have been listed.
    pub(crate) fn is_listed(&self, or_node: usize) -> bool {
        self.or_nodes[or_node].unexpanded.is_some()
    }

    /// Lists the moves of an OR node, best first.
    pub(crate) fn list(&mut self, or_node: usize, moves: &[Cell]) {
        let first = narrow(self.unexpanded.len());
        self.unexpanded.extend(moves.iter().rev());
        let count = u16::try_from(moves.len()).expect("a board has at most 256 cells");
        self.or_nodes[or_node].unexpanded = Some((first, count));
    }

    /// The number of moves that are listed and not tried yet.
    pub(crate) fn unexpanded(&self, or_node: usize) -> u16 {
        self.or_nodes[or_node].unexpanded.map_or(0, |(_, count)| count)
    }

    /// Removes and returns the next of the moves that are listed and not tried yet.
    pub(crate) fn next_unexpanded(&mut self, or_node: usize) -> Option<Cell> {
        let (first, count) = self.or_nodes[or_node].unexpanded.as_mut()?;
        *count = count.checked_sub(1)?;
        Some(self.unexpanded[*first as usize + usize::from(*count)])
    }

    /// Adds the AND node after a move that is tried in an OR node.
    pub(crate) fn add_and_node(&mut self, or_node: usize, cell: Cell, surcharge: u8) -> usize {
        let earlier = self.or_nodes[or_node].latest;
        let and_node = self.and_nodes.len();
        self.and_nodes.push(AndNode {
            cell,
            surcharge,
            proof: 0,
            disproof: 0,
            left: B::EMPTY,
            earlier,
            latest_open: NONE,
            latest_sequences: NONE,
        });
        let or_node = &mut self.or_nodes[or_node];
        or_node.latest = narrow(and_node);
        or_node.tried += 1;
        and_node
    }

    pub(crate) fn and_node(&self, and_node: usize) -> &AndNode<B> {
        &self.and_nodes[and_node]
    }

    pub(crate) fn and_node_mut(&mut self, and_node: usize) -> &mut AndNode<B> {
        &mut self.and_nodes[and_node]
    }

    /// The AND nodes of an OR node, the latest first.
    pub(crate) fn tried(&self, or_node: usize) -> impl Iterator<Item = usize> + '_ {
        chain(self.or_nodes[or_node].latest, |and_node| self.and_nodes[and_node].earlier)
    }

    /// Adds the OR node after an open reply, unless another reply has added it. `turn` is the number of the automorphism
    /// that takes the position after the reply to its canonical form.
    pub(crate) fn add_open(&mut self, and_node: usize, or_node: usize, turn: u16) {
        if self.open(and_node).all(|other| other != or_node) {
            let AndNode { latest_open, .. } = &mut self.and_nodes[and_node];
            self.open.push(Link { item: narrow(or_node), earlier: *latest_open });
            self.turns.push(turn);
            *latest_open = narrow(self.open.len() - 1);
        }
    }

    /// The OR nodes after open replies.
    pub(crate) fn open(&self, and_node: usize) -> impl Iterator<Item = usize> + '_ {
        self.open_turned(and_node).map(|(or_node, _)| or_node)
    }

    /// The OR nodes after open replies, each with the number of the automorphism that takes the AND node's cells to its.
    pub(crate) fn open_turned(&self, and_node: usize) -> impl Iterator<Item = (usize, u16)> + '_ {
        chain(self.and_nodes[and_node].latest_open, |link| self.open[link].earlier)
            .map(|link| (self.open[link].item as usize, self.turns[link]))
    }

    /// Adds threat sequences that meet replies.
    pub(crate) fn add_sequences<'a>(
        &mut self,
        and_node: usize,
        sequences: impl ExactSizeIterator<Item = &'a [Cell]>,
    ) {
        if sequences.len() > 0 {
            let item = self.store.put(sequences);
            let AndNode { latest_sequences, .. } = &mut self.and_nodes[and_node];
            self.sequences.push(Link { item, earlier: *latest_sequences });
            *latest_sequences = narrow(self.sequences.len() - 1);
        }
    }

    /// The threat sequences that meet replies, in the order in which they were added.
    pub(crate) fn sequences(&self, and_node: usize) -> impl Iterator<Item = &[Cell]> + '_ {
        let links =
            chain(self.and_nodes[and_node].latest_sequences, |link| self.sequences[link].earlier);
        let mut batches: Vec<StoredSequences> =
            links.map(|link| self.sequences[link].item).collect();
        batches.reverse();
        batches.into_iter().flat_map(|sequences| self.store.get(sequences))
    }
}

/// The indices of a chain, from its latest link to its first.
fn chain(latest: u32, earlier: impl Fn(usize) -> u32) -> impl Iterator<Item = usize> {
    let link = |number| (number != NONE).then_some(number as usize);
    std::iter::successors(link(latest), move |&number| link(earlier(number)))
}
