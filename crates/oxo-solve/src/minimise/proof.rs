//! A finished proof as a graph: for each class of positions the attacker's answer and the classes that it leaves open,
//! so that one answer can be exchanged for another and the proof counted again at once.

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::context::SearchContext;
use crate::proof_search::replies::{possible_replies, unrefuted_replies};
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::strategy::threat_sequences::SequenceFinder;
use crate::threats::search::ThreatSequence;

/// What the attacker does in a class of positions in which it is to move.
#[derive(Debug, Clone)]
pub(crate) struct Step<B> {
    /// Whether the class is strategic: the attacker is free to choose.
    pub(crate) is_free: bool,
    pub(crate) cell: Cell,
    pub(crate) runs: Box<[ThreatSequence]>,
    /// The classes of positions after replies that no run meets, each once.
    pub(crate) open: Vec<[B; 2]>,
}

/// A step and the class that it is for.
pub(crate) type Placed<B> = ([B; 2], Step<B>);

/// Steps by class. Every class that a step leaves open has a step too, but steps that were exchanged for others may
/// have left some behind that are no longer part of the proof.
#[derive(Debug)]
pub(crate) struct ProofGraph<B> {
    /// Where the proof begins.
    roots: Vec<usize>,
    numbers: FxHashMap<[B; 2], usize>,
    /// By number.
    entries: Vec<ProofNode<B>>,
}

#[derive(Debug)]
struct ProofNode<B> {
    class: [B; 2],
    step: Option<Step<B>>,
    /// The numbers of the classes that the step leaves open.
    open: Vec<usize>,
}

/// The classes that belong to a proof, or to the rest of it without what follows on one class.
#[derive(Debug)]
pub(crate) struct Extent {
    /// By number, how often a class is a root or left open by a step: 0 if it does not belong here.
    uses: Vec<u32>,
    /// How many classes are strategic.
    pub(crate) strategic: usize,
}

impl<B: Bits> ProofGraph<B> {
    /// Follows answers from some classes on, with the threat sequences that `finder` adds; None if an answer is missing,
    /// or the search is stopped first.
    pub(crate) fn from_answers<const W: usize, const P: usize>(
        context: SearchContext<'_, B, W>,
        attacker: Side,
        roots: &[[B; 2]],
        answers: &SolutionTable<B>,
        finder: &mut SequenceFinder<'_, B>,
    ) -> Option<Self> {
        let SearchContext { masks, limits, .. } = context;
        let mut proof =
            Self { roots: Vec::new(), numbers: FxHashMap::default(), entries: Vec::new() };
        proof.roots = roots.iter().map(|&class| proof.number(class)).collect();
        let mut next = 0;
        while let Some(&ProofNode { class, .. }) = proof.entries.get(next) {
            if limits.stop.is_set() {
                return None;
            }
            let step = step::<B, W, P>(masks, attacker, class, answers.get(&class)?, finder);
            proof.set(class, step);
            next += 1;
        }
        Some(proof)
    }

    /// The answers of the classes that belong to the proof.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        let Extent { uses, .. } = self.extent(None);
        let used = self.entries.into_iter().zip(uses).filter(|&(_, uses)| uses > 0);
        let mut answers = SolutionTable::default();
        for (ProofNode { class, step, .. }, _) in used {
            if let Some(Step { cell, runs, .. }) = step {
                answers.add(class, Answer { cell, runs: runs.iter().map(Box::as_ref) });
            }
        }
        answers
    }

    /// How many classes are strategic.
    pub(crate) fn size(&self) -> usize {
        self.extent(None).strategic
    }

    /// How many strategic classes the proof of one class holds, itself included.
    pub(crate) fn size_of(&self, class: [B; 2]) -> usize {
        let root = self.numbers.get(&class).copied();
        self.extent_from(root.into_iter().collect(), None).strategic
    }

    /// How many tasks the search for it was divided into: one for each class of replies, if the first move of all had to
    /// be chosen, and for each root.
    pub(crate) fn tasks(&self) -> usize {
        match self.roots[..] {
            [root] if self.entries[root].class[0].is_empty() => self.entries[root].open.len(),
            _ => self.roots.len(),
        }
    }

    /// What belongs to the proof; to the rest of it if nothing follows on a class and it is not counted itself.
    pub(crate) fn extent(&self, without: Option<[B; 2]>) -> Extent {
        let without = without.and_then(|class| self.numbers.get(&class).copied());
        self.extent_from(self.roots.clone(), without)
    }

    fn extent_from(&self, mut stack: Vec<usize>, without: Option<usize>) -> Extent {
        let mut extent = Extent { uses: vec![0; self.entries.len()], strategic: 0 };
        while let Some(number) = stack.pop() {
            if Some(number) == without {
                continue;
            }
            extent.uses[number] += 1;
            if extent.uses[number] == 1 {
                let ProofNode { step, open, .. } = &self.entries[number];
                extent.strategic += usize::from(step.as_ref().is_some_and(|step| step.is_free));
                stack.extend(open);
            }
        }
        extent
    }

    /// Whether a class belongs to an extent.
    pub(crate) fn is_in(&self, extent: &Extent, class: &[B; 2]) -> bool {
        self.uses(extent, class) > 0
    }

    /// Whether some class is open only because of this one's step. Only then does anything else go when that goes:
    /// the steps that leave a class open are all for classes with one stone less a side.
    pub(crate) fn has_own_follower(&self, extent: &Extent, class: &[B; 2]) -> bool {
        let open = self.step(class).map_or(&[][..], |step| &step.open);
        open.iter().any(|class| self.uses(extent, class) == 1)
    }

    fn uses(&self, extent: &Extent, class: &[B; 2]) -> u32 {
        let number = self.numbers.get(class);
        number.and_then(|&number| extent.uses.get(number)).copied().unwrap_or(0)
    }

    /// The strategic classes of the proof, those with fewest stones first.
    pub(crate) fn strategic(&self) -> Vec<[B; 2]> {
        let Extent { uses, .. } = self.extent(None);
        let used = self.entries.iter().zip(uses).filter(|&(_, uses)| uses > 0);
        let is_free = |entry: &ProofNode<B>| entry.step.as_ref().is_some_and(|step| step.is_free);
        let strategic = used.filter(|(entry, _)| is_free(entry));
        let mut classes: Vec<[B; 2]> = strategic.map(|(entry, _)| entry.class).collect();
        classes.sort_by_cached_key(|class| {
            (class[0].count(), class.map(|own| own.cells().collect::<Vec<_>>()))
        });
        classes
    }

    pub(crate) fn step(&self, class: &[B; 2]) -> Option<&Step<B>> {
        let number = self.numbers.get(class)?;
        self.entries[*number].step.as_ref()
    }

    /// Sets the step for a class, and returns the one that was there. The caller sees to it that what the new one
    /// leaves open gets steps too.
    pub(crate) fn set(&mut self, class: [B; 2], step: Step<B>) -> Option<Step<B>> {
        let number = self.number(class);
        let open = step.open.iter().map(|&class| self.number(class)).collect();
        let entry = &mut self.entries[number];
        entry.open = open;
        entry.step.replace(step)
    }

    /// The number of a class; a new one if it has none.
    fn number(&mut self, class: [B; 2]) -> usize {
        let next = self.entries.len();
        let number = *self.numbers.entry(class).or_insert(next);
        if number == next {
            self.entries.push(ProofNode { class, step: None, open: Vec::new() });
        }
        number
    }
}

/// The step that an answer is, with further threat sequences.
fn step<'a, B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    class: [B; 2],
    answer: Answer<impl Iterator<Item = &'a [Cell]>>,
    finder: &mut SequenceFinder<'_, B>,
) -> Step<B> {
    let defender = attacker.other();
    let before: LineCounts<B, W, P> = LineCounts::with_first(masks, attacker, class);
    let after = before.with(masks, attacker, answer.cell);
    let (_, mut left) = possible_replies(masks, &after, attacker);
    let mut runs: Vec<ThreatSequence> = answer.runs.map(ThreatSequence::from).collect();
    finder.add_sequences(masks, &after, attacker, &mut runs);
    for run in &runs {
        left = unrefuted_replies(masks, &after, attacker, run, left);
    }
    let mut open = Vec::new();
    for reply in left.cells() {
        let position = after.with(masks, defender, reply);
        let stones = position.stones_first(attacker);
        let (class, _) = canonical(&masks.board, stones);
        if !open.contains(&class) {
            open.push(class);
        }
    }
    let is_free = before.completions(masks, defender).is_empty();
    Step { is_free, cell: answer.cell, runs: runs.into(), open }
}
