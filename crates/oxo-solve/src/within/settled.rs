//! Positions that need no record: X to move has too few stones left for a line, as a glance shows.
//!
//! These are the rules of docs/formats/certificate.md, "Settled positions", which crates/oxo-check/src/settled.rs proves.
//! A *fork* is an empty cell on which a stone of X leaves at least two cells that complete a line.

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::{LineMasks, LineSet};

/// What the rules say of a position with X to move, which cannot complete a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Glance<B> {
    /// X cannot complete a line with the stones that are left.
    Settled,
    /// X wins in time with this move, whatever O replies.
    Wins(Cell),
    /// The rules do not decide. Holds the moves that may win.
    Open(B),
}

/// The rules, prepared for a board.
#[derive(Debug)]
pub(crate) struct Rules<'f, B, const W: usize> {
    masks: &'f LineMasks<B, W>,
    /// Whether no two lines share more than one cell, so that two lines through a cell have different other cells.
    crosses_once: bool,
}

impl<'f, B: Bits, const W: usize> Rules<'f, B, W> {
    pub(crate) fn new(masks: &'f LineMasks<B, W>) -> Self {
        let lines = &masks.lines;
        let crosses_once = lines.iter().enumerate().all(|(number, line)| {
            lines[..number].iter().all(|other| (*line & *other).count() <= 1)
        });
        Self { masks, crosses_once }
    }

    /// Returns the moves that X may make without O completing a line in reply: all, or the block of O's one threat.
    pub(crate) fn moves<const P: usize>(&self, counts: &LineCounts<B, W, P>) -> B {
        let threats = counts.completions(self.masks, Side::O);
        match threats.count() {
            0 => counts.empty(self.masks),
            1 => threats,
            _ => B::EMPTY,
        }
    }

    /// Decides a position with X to move and `left` stones left, if the rules do. X must not be able to complete a line.
    pub(crate) fn glance<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        left: usize,
    ) -> Glance<B> {
        let moves = self.moves(counts);
        if left <= 1 || moves.is_empty() {
            return Glance::Settled;
        }
        let twos = counts.missing(self.masks, Side::X, 2);
        let (paired, forks) = self.forks_among(counts, twos);
        if let Some(fork) = (forks & moves).lowest() {
            return Glance::Wins(fork);
        }
        match left {
            2 => Glance::Settled,
            3 => self.glance_at_three(counts, moves, paired, forks.is_empty()),
            _ if self.has_no_crossing(counts, left) => Glance::Settled,
            4 => self.glance_at_four(counts, moves),
            _ => Glance::Open(moves),
        }
    }

    /// Returns the cells of the lines on which X lacks two stones, and the forks among them.
    fn forks_among<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        twos: LineSet<W>,
    ) -> (B, B) {
        let own = counts.stones(Side::X);
        let (mut once, mut twice) = (B::EMPTY, B::EMPTY);
        for line in twos.iter() {
            let gaps = self.masks.lines[line].without(own);
            twice |= once & gaps;
            once |= gaps;
        }
        if !self.crosses_once {
            for cell in twice.cells() {
                if self.completions_after(counts, twos, cell).count() < 2 {
                    twice = twice.without(B::single(cell));
                }
            }
        }
        (once, twice)
    }

    /// Returns the cells that complete a line of X after a stone on a cell of some of its twos.
    fn completions_after<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        twos: LineSet<W>,
        cell: Cell,
    ) -> B {
        counts.gaps(self.masks, Side::X, twos & self.masks.through(cell)).without(B::single(cell))
    }

    /// Decides a position with three stones left. `paired` holds the empty cells of X's twos. `is_forkless` tells whether
    /// X lacks a fork on every cell, also on those that do not block a line of O: then a fork needs a two that the move
    /// makes.
    fn glance_at_three<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
        moves: B,
        paired: B,
        is_forkless: bool,
    ) -> Glance<B> {
        let masks = self.masks;
        let lacks_three = counts.missing(masks, Side::X, 3);
        for cell in (paired & moves).cells() {
            let new_twos = masks.through(cell) & lacks_three;
            if is_forkless && new_twos.is_empty() {
                continue;
            }
            let after = counts.with(masks, Side::X, cell);
            let Some(block) = after.completions(masks, Side::X).lowest() else { continue };
            let after = after.with(masks, Side::O, block);
            let twos = after.missing(masks, Side::X, 2);
            let (_, forks) = self.forks_among(&after, twos);
            if !(forks & self.moves(&after)).is_empty() {
                return Glance::Wins(cell);
            }
        }
        let mut open = B::EMPTY;
        for cell in moves.without(paired).cells() {
            let new_twos = masks.through(cell) & lacks_three;
            if is_forkless && new_twos.is_empty() {
                continue;
            }
            if is_forkless && self.crosses_once {
                let gaps = counts.gaps(masks, Side::X, new_twos).without(B::single(cell));
                if (gaps & paired).count() <= 1 {
                    continue;
                }
            }
            let after = counts.with(masks, Side::X, cell);
            if self.preventing_cells(&after).is_some_and(B::is_empty) {
                open |= B::single(cell);
            }
        }
        if open.is_empty() { Glance::Settled } else { Glance::Open(open) }
    }

    /// Decides a position with four stones left and without a fork: each move must be settled after the forced reply, or
    /// after a pass.
    fn glance_at_four<const P: usize>(&self, counts: &LineCounts<B, W, P>, moves: B) -> Glance<B> {
        let masks = self.masks;
        let mut open = B::EMPTY;
        for cell in moves.cells() {
            let mut after = counts.with(masks, Side::X, cell);
            let block = after.completions(masks, Side::X).lowest();
            if let Some(block) = block {
                after.play(masks, Side::O, block);
            }
            match self.glance(&after, 3) {
                Glance::Settled => {}
                Glance::Wins(_) if block.is_some() => return Glance::Wins(cell),
                _ => open |= B::single(cell),
            }
        }
        if open.is_empty() { Glance::Settled } else { Glance::Open(open) }
    }

    /// Returns the cells each of which, with a stone of O, leaves X without a fork, if X were to move; None if there is
    /// no fork.
    pub(crate) fn preventing_cells<const P: usize>(
        &self,
        counts: &LineCounts<B, W, P>,
    ) -> Option<B> {
        let twos = counts.missing(self.masks, Side::X, 2);
        let (_, forks) = self.forks_among(counts, twos);
        let preventing = |fork: Cell| {
            let completing = self.completions_after(counts, twos, fork);
            let completed = if completing.count() == 2 { completing } else { B::EMPTY };
            completed | B::single(fork)
        };
        forks.cells().map(preventing).reduce(|all, next| all & next)
    }

    /// Returns whether X cannot make a fork in time: no two lines without O that cross on an empty cell, each with an
    /// empty cell that the other lacks, have at most `left + 1` empty cells together.
    fn has_no_crossing<const P: usize>(&self, counts: &LineCounts<B, W, P>, left: usize) -> bool {
        let masks = self.masks;
        let own = counts.stones(Side::X);
        let alive = counts.alive(masks, Side::X);
        !counts.empty(masks).cells().any(|cell| {
            let through = alive & masks.through(cell);
            through.iter().enumerate().any(|(number, one)| {
                let one = masks.lines[one].without(own);
                through.iter().take(number).any(|other| {
                    let other = masks.lines[other].without(own);
                    (one | other).count() <= left + 1
                        && !one.without(other).is_empty()
                        && !other.without(one).is_empty()
                })
            })
        })
    }
}
