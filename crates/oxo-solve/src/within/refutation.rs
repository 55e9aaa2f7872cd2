//! The certificate that X does not win in time: version 2 of the format, which docs/formats/certificate.md defines.

use std::collections::VecDeque;

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashSet;

use crate::board::line_counts::LineCounts;
use crate::board::symmetry::canonical;
use crate::limits::stop::SearchAborted;
use crate::within::search::{Found, WithinSearch};
use crate::within::settled::Glance;

/// The records of a certificate.
#[derive(Debug, Default)]
pub(crate) struct Refutation {
    pub(crate) records: usize,
    body: Vec<u8>,
}

impl Refutation {
    /// Returns the whole file.
    pub(crate) fn finish(&self, board: &str, position: &str, plies: usize) -> Vec<u8> {
        let mut file = format!(
            "oxo certificate 2\nboard {board}\nposition {position}\n\
             claim x wins not within {plies}\nrecords {}\n\n",
            self.records
        )
        .into_bytes();
        file.extend_from_slice(&self.body);
        let sum = crc32fast::hash(&file);
        file.extend_from_slice(&sum.to_le_bytes());
        file
    }

    /// Adds a record: O's replies to X's moves that make no threat.
    fn add(&mut self, first: Cell, second: Cell, exceptions: &[(Cell, Cell)]) {
        self.records += 1;
        self.body.extend([u8::from(first), u8::from(second)]);
        let mut count = exceptions.len();
        while count >= 0x80 {
            self.body.push(count.to_le_bytes()[0] | 0x80);
            count >>= 7;
        }
        self.body.push(count.to_le_bytes()[0]);
        for &(cell, reply) in exceptions {
            self.body.extend([u8::from(cell), u8::from(reply)]);
        }
    }
}

/// Writes the records for a position in which X, to move, cannot complete a line with `left` stones, as `search` has
/// found.
pub(crate) fn refute<B: Bits, const W: usize, const P: usize>(
    search: &mut WithinSearch<'_, B, W, P>,
    start: &LineCounts<B, W, P>,
    left: usize,
) -> Result<Refutation, SearchAborted> {
    let masks = search.masks;
    let mut refutation = Refutation::default();
    let mut met = FxHashSet::default();
    let mut queue = VecDeque::new();
    let last = start.stones(Side::X).count() + left;
    let mut enqueue = |search: &WithinSearch<'_, B, W, P>,
                       queue: &mut VecDeque<[B; 2]>,
                       counts: &LineCounts<B, W, P>| {
        let left = last - counts.stones(Side::X).count();
        if search.rules.glance(counts, left) != Glance::Settled {
            let stones = counts.stones_first(Side::X);
            if met.insert(canonical(&masks.board, stones).0) {
                queue.push_back(stones);
            }
        }
    };
    enqueue(search, &mut queue, start);
    while let Some(stones) = queue.pop_front() {
        let counts = LineCounts::<B, W, P>::new(masks, stones);
        let left = last - stones[0].count();
        let mut order = search.replies(&counts, left);
        // Each move with the reply to it, and whether that is forced.
        let mut moves: Vec<(Cell, Cell, bool)> = Vec::new();
        let mut uses = vec![0_usize; masks.board.size()];
        for cell in search.rules.moves(&counts).cells() {
            let after = counts.with(masks, Side::X, cell);
            if let Some(block) = after.completions(masks, Side::X).lowest() {
                moves.push((cell, block, true));
            } else {
                // The search has found a reply before, so it finds one again.
                let reply = search.reply_to(&after, left, &mut order)?.ok_or(SearchAborted)?;
                uses[reply.index()] += 1;
                moves.push((cell, reply, false));
            }
        }
        let first = order.iter().copied().rev().max_by_key(|cell| uses[cell.index()]);
        let first = first.ok_or(SearchAborted)?;
        let own_reply = moves.iter().find(|(cell, ..)| *cell == first).map(|&(_, reply, _)| reply);
        let second = own_reply.unwrap_or(first);
        let mut exceptions = Vec::new();
        for &(cell, reply, is_forced) in &moves {
            if is_forced {
                let after = counts.with(masks, Side::X, cell).with(masks, Side::O, reply);
                enqueue(search, &mut queue, &after);
                continue;
            }
            let default = if cell == first { second } else { first };
            let after = counts.with(masks, Side::X, cell);
            let by_default = after.with(masks, Side::O, default);
            if default == reply || search.is_known_not(&by_default, left - 1) {
                enqueue(search, &mut queue, &by_default);
            } else {
                exceptions.push((cell, reply));
                enqueue(search, &mut queue, &after.with(masks, Side::O, reply));
            }
        }
        refutation.add(first, second, &exceptions);
    }
    Ok(refutation)
}

impl<B: Bits, const W: usize, const P: usize> WithinSearch<'_, B, W, P> {
    /// Returns whether it is known, without a search, that X cannot complete a line in time.
    fn is_known_not(&self, counts: &LineCounts<B, W, P>, left: usize) -> bool {
        match self.rules.glance(counts, left) {
            Glance::Settled => true,
            Glance::Wins(_) => false,
            Glance::Open(_) => self.known(counts) == Some(Found::Not),
        }
    }
}
