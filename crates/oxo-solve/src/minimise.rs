//! Making a finished proof small: for each position below the attacker's second move, the answers with the fewest
//! strategic positions.
//!
//! Branch and bound on that number, deepening it one by one (a move needs one position for itself and the least
//! that each reply which it leaves open is known to need). What it finds is smallest among the moves that are
//! tried and the runs that are found within their budgets, counted without regard to positions that two parts
//! of a proof share; so it may only take answers that make the part it looks at smaller.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answers::{Answer, Answers, canonical};
use crate::candidates::candidates;
use crate::effort::Effort;
use crate::forced::{ForcedSearch, Run};
use crate::lines::Frame;
use crate::replies::meet_replies;
use crate::tally::Tally;

/// Positions that the branch and bound may search for one part.
const PART_BUDGET: u64 = 20_000_000;

/// A position with the attacker to move.
#[derive(Debug)]
struct Node<B> {
    /// Whether it is strategic: the attacker is free to choose.
    is_free: bool,
    /// The least that any proof tried from here is known to need.
    least: usize,
    /// The smallest proof found, and the option that it begins with.
    found: Option<(usize, usize)>,
    /// The moves with what they leave open; None until they are needed.
    options: Option<Vec<Alternative<B>>>,
}

/// A move of the attacker.
#[derive(Debug, Clone)]
struct Alternative<B> {
    cell: Cell,
    runs: Box<[Run]>,
    /// Canonical.
    open: Vec<[B; 2]>,
}

/// Branch and bound over proofs.
struct Minimiser<'f, B, const W: usize, const P: usize> {
    frame: &'f Frame<B, W>,
    attacker: Side,
    forced: ForcedSearch<B>,
    nodes: FxHashMap<[B; 2], Node<B>>,
    limit: u64,
}

/// Replaces answers by smaller ones, wherever that is found within the effort, and returns what it searched.
pub(crate) fn minimise<B: Bits, const W: usize, const P: usize>(
    frame: &Frame<B, W>,
    attacker: Side,
    answers: &mut Answers<B>,
    effort: &Effort<'_>,
) -> u64 {
    let mut parts: Vec<[B; 2]> =
        answers.keys().copied().filter(|stones| stones[0].count() == 2).collect();
    parts.sort_unstable_by_key(|stones| stones.map(|own| own.cells().collect::<Vec<_>>()));
    let mut searched = 0;
    for part in parts {
        if effort.is_over() {
            break;
        }
        let mut minimiser = Minimiser::<B, W, P> {
            frame,
            attacker,
            forced: ForcedSearch::new(),
            nodes: FxHashMap::default(),
            limit: PART_BUDGET,
        };
        minimiser.shrink(part, answers);
        searched += minimiser.forced.nodes;
    }
    searched
}

impl<B: Bits, const W: usize, const P: usize> Minimiser<'_, B, W, P> {
    /// Finds the smallest proof of a position that is smaller than the one in `answers`, and takes it over.
    fn shrink(&mut self, part: [B; 2], answers: &mut Answers<B>) {
        let size = self.size(part, answers);
        for limit in 1..size {
            if self.proves(part, limit) {
                self.take_over(part, answers);
                return;
            }
            if self.forced.nodes >= self.limit {
                return;
            }
        }
    }

    /// Strategic positions in the proof of a position, itself included.
    fn size(&self, part: [B; 2], answers: &Answers<B>) -> usize {
        let mut seen = FxHashSet::default();
        let mut stack = vec![part];
        let mut size = 0;
        while let Some(stones) = stack.pop() {
            if !seen.insert(stones) {
                continue;
            }
            size += usize::from(self.is_free(stones));
            if let Some(answer) = answers.get(&stones) {
                stack.extend(self.left_open(stones, answer));
            }
        }
        size
    }

    /// The classes of positions after an answer that its runs do not meet.
    fn left_open(&self, stones: [B; 2], answer: &Answer) -> Vec<[B; 2]> {
        let (frame, attacker, defender) = (self.frame, self.attacker, self.attacker.other());
        let after = self.tally(stones).with(frame, attacker, answer.cell);
        let replies = after.empty(frame).cells().map(|reply| after.with(frame, defender, reply));
        let is_open = |position: &Tally<B, W, P>| {
            position.completions(frame, attacker).is_empty()
                && !answer
                    .runs
                    .iter()
                    .any(|run| crate::forced::replay(frame, position, attacker, run))
        };
        let class = |position: Tally<B, W, P>| {
            canonical(&frame.board, [position.stones(attacker), position.stones(defender)]).0
        };
        replies.filter(is_open).map(class).collect()
    }

    /// Whether there is a proof with at most `limit` strategic positions; if so, the nodes hold it.
    fn proves(&mut self, stones: [B; 2], limit: usize) -> bool {
        self.enter(stones);
        let node = &self.nodes[&stones];
        if let Some((size, _)) = node.found
            && size <= limit
        {
            return true;
        }
        let own = usize::from(node.is_free);
        if node.least > limit || own > limit || self.forced.nodes >= self.limit {
            return false;
        }
        let options = self.options(stones);
        let mut order: Vec<(usize, usize)> = (options.iter().enumerate())
            .map(|(index, option)| (option.open.iter().map(|open| self.least(*open)).sum(), index))
            .collect();
        order.sort_unstable();
        for (least, index) in order {
            if own + least > limit {
                break;
            }
            if let Some(size) = self.proves_all(&options[index].open, limit - own) {
                if let Some(node) = self.nodes.get_mut(&stones) {
                    node.found = Some((own + size, index));
                }
                return true;
            }
        }
        if self.forced.nodes < self.limit
            && let Some(node) = self.nodes.get_mut(&stones)
        {
            node.least = limit + 1;
        }
        false
    }

    /// The sum of the smallest proofs of some positions, if it is at most `limit`.
    fn proves_all(&mut self, open: &[[B; 2]], limit: usize) -> Option<usize> {
        let mut rest: usize = open.iter().map(|stones| self.least(*stones)).sum();
        let mut spent = 0;
        for &stones in open {
            let least = self.least(stones);
            rest -= least;
            let allowed = limit.checked_sub(spent + rest)?;
            let size = (least..=allowed).find(|&size| self.proves(stones, size))?;
            spent += self.nodes[&stones].found.map_or(size, |(found, _)| found);
        }
        (spent <= limit).then_some(spent)
    }

    fn least(&self, stones: [B; 2]) -> usize {
        let node = self.nodes.get(&stones);
        node.map_or_else(
            || usize::from(self.is_free(stones)),
            |node| node.found.map_or(node.least, |(size, _)| size),
        )
    }

    fn enter(&mut self, stones: [B; 2]) {
        if !self.nodes.contains_key(&stones) {
            let is_free = self.is_free(stones);
            let node = Node { is_free, least: usize::from(is_free), found: None, options: None };
            self.nodes.insert(stones, node);
        }
    }

    fn options(&mut self, stones: [B; 2]) -> Vec<Alternative<B>> {
        if let Some(options) = self.nodes.get(&stones).and_then(|node| node.options.clone()) {
            return options;
        }
        let tally = self.tally(stones);
        let cells = candidates(self.frame, &tally, self.attacker, &mut self.forced);
        let mut options = Vec::new();
        for cell in cells {
            let met = meet_replies(self.frame, &tally, self.attacker, cell, &mut self.forced);
            let Some(met) = met else { continue };
            let mut open: Vec<[B; 2]> = Vec::new();
            for stones in met.open {
                let (class, _) = canonical(&self.frame.board, stones);
                if !open.contains(&class) {
                    open.push(class);
                }
            }
            options.push(Alternative { cell, runs: met.runs.into(), open });
        }
        if let Some(node) = self.nodes.get_mut(&stones) {
            node.options = Some(options.clone());
        }
        options
    }

    /// Puts the proof that was found in the place of the answers.
    fn take_over(&mut self, part: [B; 2], answers: &mut Answers<B>) {
        let mut stack = vec![part];
        while let Some(stones) = stack.pop() {
            let Some(node) = self.nodes.get(&stones) else { continue };
            if let (Some((_, index)), Some(options)) = (node.found, &node.options) {
                let Alternative { cell, runs, open } = &options[index];
                answers.insert(stones, Answer { cell: *cell, runs: runs.clone() });
                stack.extend(open);
            }
        }
    }

    fn is_free(&self, stones: [B; 2]) -> bool {
        self.tally(stones).completions(self.frame, self.attacker.other()).is_empty()
    }

    fn tally(&self, stones: [B; 2]) -> Tally<B, W, P> {
        let [own, his] = stones;
        Tally::new(self.frame, if self.attacker == Side::X { [own, his] } else { [his, own] })
    }
}
