//! The defender's replies to a move, and the threat sequences that meet them.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::proof_search::tuning::{
    BROKEN_TWO, NEW_TWO_OF_REPLY, QUIET_STONES, QUIET_SURCHARGE, TEMPO_SURCHARGE, THREAT_BUDGET,
    THREAT_OF_REPLY,
};
use crate::threats::REPLY_BUDGET;
use crate::threats::replay::sequence_wins;
use crate::threats::search::{ThreatSearch, ThreatSequence};
use crate::value::ProofStatus;

/// The replies to a move: those met by a threat sequence, open ones, and those not searched yet.
#[derive(Debug)]
pub(crate) struct DefenderReplies<B, const W: usize, const P: usize> {
    attacker: Side,
    /// The position after the move.
    after: LineCounts<B, W, P>,
    /// Replies not searched yet.
    pub(crate) left: B,
    /// The positions after open replies, attacker's stones first.
    pub(crate) open: Vec<[B; 2]>,
    /// The threat sequences that win against the other replies.
    pub(crate) sequences: Vec<ThreatSequence>,
    /// The amount added to the proof number for the kind of move.
    pub(crate) surcharge: u8,
}

/// An error: the move loses, since a reply makes two threats at once and no threat sequence was found against it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LosingMove;

impl<B: Bits, const W: usize, const P: usize> DefenderReplies<B, W, P> {
    /// Plays a move of the attacker and collects the replies to search. A sequence of `likely` is used if it wins when
    /// the defender passes, or makes the one reply that is forced. Returns None if the move loses, or is a quiet move
    /// that is not worth trying.
    pub(crate) fn new(
        masks: &LineMasks<B, W>,
        before: &LineCounts<B, W, P>,
        attacker: Side,
        cell: Cell,
        likely: impl FnOnce() -> Vec<ThreatSequence>,
        threat_search: &mut ThreatSearch<'_, B>,
    ) -> Option<Self> {
        let defender = attacker.other();
        let after = before.with(masks, attacker, cell);
        if !after.completions(masks, defender).is_empty() || after.empty(masks).is_empty() {
            return None;
        }
        let (threats, left) = possible_replies(masks, &after, attacker);
        let mut replies =
            Self { attacker, after, left, open: Vec::new(), sequences: Vec::new(), surcharge: 0 };
        if threats < 2 {
            for sequence in likely() {
                replies.add_likely(masks, threat_search.cut(masks, &after, sequence), threats);
            }
        }
        match threats {
            0 if !replies.sequences.is_empty() => {}
            0 => match threat_search.search(masks, &after, attacker, THREAT_BUDGET) {
                ProofStatus::Proved(sequence) => replies.add_sequence(masks, sequence),
                // A move that blocks a line need not prepare a threat sequence.
                _ if !before.completions(masks, defender).is_empty() => {}
                _ if after.stones(attacker).count() <= QUIET_STONES => {
                    replies.surcharge = QUIET_SURCHARGE;
                }
                _ => return None,
            },
            1 => replies.surcharge = TEMPO_SURCHARGE,
            _ => {}
        }
        Some(replies)
    }

    /// Plays a move that is searched whatever it threatens; None if it loses at once or fills the board.
    pub(crate) fn of_any_move(
        masks: &LineMasks<B, W>,
        before: &LineCounts<B, W, P>,
        attacker: Side,
        cell: Cell,
        threat_search: &mut ThreatSearch<'_, B>,
    ) -> Option<Self> {
        let after = before.with(masks, attacker, cell);
        if !after.completions(masks, attacker.other()).is_empty() || after.empty(masks).is_empty() {
            return None;
        }
        let (threats, left) = possible_replies(masks, &after, attacker);
        let mut replies =
            Self { attacker, after, left, open: Vec::new(), sequences: Vec::new(), surcharge: 0 };
        if threats == 0
            && let ProofStatus::Proved(sequence) =
                threat_search.search(masks, &after, attacker, THREAT_BUDGET)
        {
            replies.add_sequence(masks, sequence);
        }
        Some(replies)
    }

    /// Continues with a move whose replies `left` were not searched.
    pub(crate) fn resume(
        masks: &LineMasks<B, W>,
        before: &LineCounts<B, W, P>,
        attacker: Side,
        (cell, surcharge): (Cell, u8),
        left: B,
    ) -> Self {
        let after = before.with(masks, attacker, cell);
        Self { attacker, after, left, open: Vec::new(), sequences: Vec::new(), surcharge }
    }

    /// Searches replies until `more` further ones are open or none is left.
    pub(crate) fn search_more(
        &mut self,
        masks: &LineMasks<B, W>,
        more: usize,
        threat_search: &mut ThreatSearch<'_, B>,
    ) -> Result<(), LosingMove> {
        let defender = self.attacker.other();
        let enough = self.open.len().saturating_add(more);
        for reply in self.likeliest_refutations(masks) {
            if self.open.len() >= enough {
                break;
            }
            if !self.left.contains(reply) {
                continue;
            }
            self.left = self.left.without(B::single(reply));
            let position = self.after.with(masks, defender, reply);
            let search = threat_search.search(masks, &position, self.attacker, REPLY_BUDGET);
            if let ProofStatus::Proved(sequence) = search {
                self.add_sequence(masks, sequence);
            } else if position.completions(masks, defender).count() > 1 {
                return Err(LosingMove);
            } else {
                self.open.push([self.attacker, defender].map(|side| position.stones(side)));
            }
        }
        Ok(())
    }

    /// The replies not searched yet, sorted by how likely they stay open: they break twos of the attacker, make
    /// threats, or prepare some. Among equals, the lowest cell is first.
    fn likeliest_refutations(&self, masks: &LineMasks<B, W>) -> Vec<Cell> {
        let lines = |side: Side, missing| self.after.missing(masks, side, missing);
        let defender = self.attacker.other();
        let (broken, threats) = (lines(self.attacker, 2), lines(defender, 2));
        let new_twos = lines(defender, 3);
        let points = |cell: &Cell| {
            let through = masks.through(*cell);
            BROKEN_TWO * (broken & through).count()
                + THREAT_OF_REPLY * (threats & through).count()
                + NEW_TWO_OF_REPLY * (new_twos & through).count()
        };
        let mut replies: Vec<Cell> = self.left.cells().collect();
        replies.sort_by_cached_key(|cell| (Reverse(points(cell)), *cell));
        replies
    }

    /// Adds a sequence if it wins after a pass, or after the forced reply to one threat, and meets a reply that is
    /// left.
    fn add_likely(&mut self, masks: &LineMasks<B, W>, sequence: ThreatSequence, threats: usize) {
        let defender = self.attacker.other();
        let forced = self.left.lowest().filter(|_| threats > 0);
        let position = forced.map_or(self.after, |reply| self.after.with(masks, defender, reply));
        if self.left.is_empty() || !sequence_wins(masks, &position, self.attacker, &sequence) {
            return;
        }
        let left = unrefuted_replies(masks, &self.after, self.attacker, &sequence, self.left);
        if left != self.left {
            self.left = left;
            self.sequences.push(sequence);
        }
    }

    /// Adds a threat sequence, and removes the replies that it wins against.
    fn add_sequence(&mut self, masks: &LineMasks<B, W>, sequence: ThreatSequence) {
        self.left = unrefuted_replies(masks, &self.after, self.attacker, &sequence, self.left);
        self.sequences.push(sequence);
    }
}

/// After a move of the attacker, returns how many cells complete a line for it, and the replies worth searching: all
/// empty cells if there is no such cell, the block if there is one, none if there are more.
pub(crate) fn possible_replies<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    after: &LineCounts<B, W, P>,
    attacker: Side,
) -> (usize, B) {
    let threats = after.completions(masks, attacker);
    let left = match threats.count() {
        0 => after.empty(masks),
        1 => threats,
        _ => B::EMPTY,
    };
    (threats.count(), left)
}

/// The replies that a threat sequence of the attacker does not beat.
pub(crate) fn unrefuted_replies<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    after: &LineCounts<B, W, P>,
    attacker: Side,
    sequence: &[Cell],
    replies: B,
) -> B {
    let defender = attacker.other();
    let stands = |reply: &Cell| {
        !sequence_wins(masks, &after.with(masks, defender, *reply), attacker, sequence)
    };
    B::from_cells(replies.cells().filter(stands))
}
