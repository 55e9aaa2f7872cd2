//! The search: can X, to move, complete a line with so many stones?
//!
//! Depth first, over X's moves and O's replies, exact, with a table of classes. A threat leaves O one reply. For other
//! moves the replies that met earlier moves are tried first, and then the move with which X won after a reply.

use oxo_core::{Bits, Cell, MAX_CELLS, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::stop::{SearchAborted, Stop, StopPoll};
use crate::within::settled::{Glance, Rules};

/// The most stones left for which the rules of `settled.rs` follow X's moves. With fewer, positions are not stored.
const FEW: usize = 4;

/// Nodes between two checks of the clock: each costs about a tenth of a millisecond.
const POLL_INTERVAL: u64 = 1 << 7;

/// Bytes that a position in the table takes, by estimate.
const ENTRY: usize = 2;

/// The answer to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// X cannot complete a line in time.
    Not,
    /// X can; with the move that was found, unless it is forgotten.
    Wins(Option<Cell>),
}

/// The search, with what it knows.
pub(crate) struct WithinSearch<'f, B, const W: usize, const P: usize> {
    pub(crate) masks: &'f LineMasks<B, W>,
    pub(crate) rules: Rules<'f, B, W>,
    /// Whether X wins in time from a class. The stones tell how many are left.
    table: FxHashMap<[B; 2], bool>,
    /// The most entries of the table.
    most_entries: usize,
    /// For each number of stones left, O's replies that met a move last, latest first.
    latest: Vec<Vec<Cell>>,
    pub(crate) nodes: u64,
    poll: StopPoll<'f>,
    /// Called at intervals with the positions searched.
    report: &'f (dyn Fn(u64) + Sync),
}

impl<'f, B: Bits, const W: usize, const P: usize> WithinSearch<'f, B, W, P> {
    pub(crate) fn new(
        masks: &'f LineMasks<B, W>,
        stop: Stop<'f>,
        memory: usize,
        report: &'f (dyn Fn(u64) + Sync),
    ) -> Self {
        let poll = StopPoll::with_interval(stop, POLL_INTERVAL);
        Self {
            masks,
            rules: Rules::new(masks),
            table: FxHashMap::default(),
            most_entries: memory / (ENTRY * size_of::<([B; 2], bool)>()),
            latest: vec![Vec::new(); MAX_CELLS + 1],
            nodes: 0,
            poll,
            report,
        }
    }

    /// Sets how many positions may be searched from now on.
    pub(crate) fn set_budget(&mut self, budget: u64) {
        self.poll.set_end(self.nodes.saturating_add(budget));
    }

    /// Returns a move with which X, to move, wins with `left` more stones; None if there is none.
    pub(crate) fn winning_move(
        &mut self,
        counts: &LineCounts<B, W, P>,
        left: usize,
    ) -> Result<Option<Cell>, SearchAborted> {
        let found = match self.rules.glance(counts, left) {
            Glance::Settled => Found::Not,
            Glance::Wins(cell) => Found::Wins(Some(cell)),
            Glance::Open(moves) => self.search(counts, left, moves, None)?,
        };
        Ok(if let Found::Wins(cell) = found { cell } else { None })
    }

    /// Decides whether X, to move, which cannot complete a line, can complete one with `left` more stones. `hint` is the
    /// move to try first.
    pub(crate) fn decide(
        &mut self,
        counts: &LineCounts<B, W, P>,
        left: usize,
        hint: Option<Cell>,
    ) -> Result<Found, SearchAborted> {
        let key = if left < FEW {
            None
        } else {
            let key = self.class(counts);
            if let Some(&wins) = self.table.get(&key) {
                return Ok(if wins { Found::Wins(None) } else { Found::Not });
            }
            Some(key)
        };
        let moves = match self.rules.glance(counts, left) {
            Glance::Settled => {
                self.store(key, false);
                return Ok(Found::Not);
            }
            Glance::Wins(cell) => {
                self.store(key, true);
                return Ok(Found::Wins(Some(cell)));
            }
            Glance::Open(moves) => moves,
        };
        self.nodes += 1;
        self.poll.poll(self.nodes)?;
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            (self.report)(self.nodes);
        }
        let found = self.search(counts, left, moves, hint)?;
        self.store(key, found != Found::Not);
        Ok(found)
    }

    /// Returns the answer that the table holds.
    pub(crate) fn known(&self, counts: &LineCounts<B, W, P>) -> Option<Found> {
        let wins = self.table.get(&self.class(counts))?;
        Some(if *wins { Found::Wins(None) } else { Found::Not })
    }

    fn store(&mut self, key: Option<[B; 2]>, wins: bool) {
        if let Some(key) = key
            && self.table.len() < self.most_entries
        {
            self.table.insert(key, wins);
        }
    }

    fn class(&self, counts: &LineCounts<B, W, P>) -> [B; 2] {
        canonical(&self.masks.board, counts.stones_first(Side::X)).0
    }

    fn search(
        &mut self,
        counts: &LineCounts<B, W, P>,
        left: usize,
        moves: B,
        hint: Option<Cell>,
    ) -> Result<Found, SearchAborted> {
        let masks = self.masks;
        let twos = counts.missing(masks, Side::X, 2);
        let threats = counts.gaps(masks, Side::X, twos) & moves;
        for cell in threats.cells() {
            let after = counts.with(masks, Side::X, cell);
            // The rules have found the forks.
            let Some(block) = after.completions(masks, Side::X).lowest() else { continue };
            let after = after.with(masks, Side::O, block);
            if self.decide(&after, left - 1, None)? != Found::Not {
                return Ok(Found::Wins(Some(cell)));
            }
        }
        let mut replies = self.replies(counts, left);
        let quiet = moves.without(threats);
        let first = hint.filter(|&cell| quiet.contains(cell));
        let mut order: Vec<Cell> = first.into_iter().collect();
        order.extend(replies.iter().filter(|&&cell| quiet.contains(cell) && Some(cell) != first));
        for cell in order {
            let after = counts.with(masks, Side::X, cell);
            if self.reply_to(&after, left, &mut replies)?.is_none()
                && !after.empty(masks).is_empty()
            {
                return Ok(Found::Wins(Some(cell)));
            }
        }
        Ok(Found::Not)
    }

    /// Returns a reply of O that meets X's quiet move; None if there is none. `left` counts the move. The reply moves to
    /// the front of `replies`, which holds all empty cells.
    pub(crate) fn reply_to(
        &mut self,
        after: &LineCounts<B, W, P>,
        left: usize,
        replies: &mut [Cell],
    ) -> Result<Option<Cell>, SearchAborted> {
        let masks = self.masks;
        let mut untried = after.empty(masks);
        if left > FEW {
            // A reply after which X is known to fail saves a search, and keeps the positions few.
            for cell in untried.cells() {
                if self.table.get(&self.class(&after.with(masks, Side::O, cell))) == Some(&false) {
                    return Ok(Some(cell));
                }
            }
        }
        let mut hint = None;
        let mut next = None;
        let mut place = 0;
        loop {
            let reply = match next.take().filter(|&cell| untried.contains(cell)) {
                Some(cell) => cell,
                None => loop {
                    let Some(&cell) = replies.get(place) else { return Ok(None) };
                    place += 1;
                    if untried.contains(cell) {
                        break cell;
                    }
                },
            };
            untried = untried.without(B::single(reply));
            let position = after.with(masks, Side::O, reply);
            match self.decide(&position, left - 1, hint)? {
                Found::Not => {
                    let at = replies.iter().position(|&cell| cell == reply).unwrap_or(0);
                    replies[..=at].rotate_right(1);
                    remember(&mut self.latest[left], reply);
                    return Ok(Some(reply));
                }
                Found::Wins(cell) => {
                    hint = cell.or(hint);
                    next = cell;
                }
            }
        }
    }

    /// Returns the empty cells in the order in which O tries them: those that met a move last, then those on the lines
    /// that X is closest to.
    pub(crate) fn replies(&self, counts: &LineCounts<B, W, P>, left: usize) -> Vec<Cell> {
        let masks = self.masks;
        let mut scores = vec![0_u32; masks.board.size()];
        let length = masks.board.line_length();
        for missing in 1..=length {
            let weight = 1 << (2 * (length - missing)).min(16);
            for line in counts.missing(masks, Side::X, missing).iter() {
                for cell in masks.lines[line].cells() {
                    scores[cell.index()] += 2 * weight;
                }
            }
            for line in counts.missing(masks, Side::O, missing).iter() {
                for cell in masks.lines[line].cells() {
                    scores[cell.index()] += weight / 2;
                }
            }
        }
        for (rank, cell) in self.latest[left].iter().enumerate() {
            scores[cell.index()] += 1 << 24 >> rank;
        }
        let mut order: Vec<Cell> = counts.empty(masks).cells().collect();
        order.sort_by_cached_key(|cell| std::cmp::Reverse(scores[cell.index()]));
        order
    }
}

/// Moves a cell to the front of the few that are kept.
fn remember(latest: &mut Vec<Cell>, cell: Cell) {
    if latest.first() == Some(&cell) {
        return;
    }
    latest.retain(|&other| other != cell);
    latest.insert(0, cell);
    latest.truncate(4);
}
