//! A finished proof as a graph: for each class of positions, the attacker's answer and the classes that it leaves open.
//! An answer can be exchanged for another, and the size of the proof counted at once.

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

/// The attacker's answer in a class of positions in which it is to move.
#[derive(Debug, Clone)]
pub(crate) struct Step<B> {
    /// Whether the class is strategic, so that the attacker is free to choose.
    pub(crate) is_free: bool,
    pub(crate) cell: Cell,
    pub(crate) sequences: Box<[ThreatSequence]>,
    /// The classes of positions after replies that no threat sequence meets, without repetition.
    pub(crate) open: Vec<[B; 2]>,
}

/// A step and its class.
pub(crate) type Placed<B> = ([B; 2], Step<B>);

/// The steps of a proof by class. Every class that a step leaves open has a step too. Exchanged steps may leave behind
/// classes that are no longer part of the proof.
#[derive(Debug, Clone)]
pub(crate) struct ProofGraph<B> {
    /// The indices of the classes at which the proof begins.
    roots: Vec<usize>,
    numbers: FxHashMap<[B; 2], usize>,
    /// The nodes by index.
    entries: Vec<ProofNode<B>>,
}

#[derive(Debug, Clone)]
struct ProofNode<B> {
    class: [B; 2],
    step: Option<Step<B>>,
    /// The indices of the classes that the step leaves open.
    open: Vec<usize>,
}

/// The classes that belong to a proof, or to the proof without one class and all that only this class needs.
#[derive(Debug)]
pub(crate) struct Extent {
    /// By index, how often a class is a root or is left open by a step; 0 if it does not belong here.
    uses: Vec<u32>,
    /// The number of strategic classes.
    pub(crate) strategic: usize,
}

impl<B: Bits> ProofGraph<B> {
    /// Makes the graph of the answers from some classes on, with the threat sequences that `finder` adds. Returns None
    /// if an answer is missing or the search is stopped.
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

    /// Returns the answers of the classes that belong to the proof.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        let Extent { uses, .. } = self.extent(None);
        let used = self.entries.into_iter().zip(uses).filter(|&(_, uses)| uses > 0);
        let mut answers = SolutionTable::default();
        for (ProofNode { class, step, .. }, _) in used {
            if let Some(Step { cell, sequences, .. }) = step {
                answers.add(class, Answer { cell, sequences: sequences.iter().map(Box::as_ref) });
            }
        }
        answers
    }

    /// Returns the number of strategic classes.
    pub(crate) fn size(&self) -> usize {
        self.extent(None).strategic
    }

    /// Returns the steps of the proof of one class, including its own.
    pub(crate) fn steps_of(&self, class: [B; 2]) -> Vec<Placed<B>> {
        let root = self.numbers.get(&class).copied();
        let Extent { uses, .. } = self.extent_from(root.into_iter().collect(), None);
        let used = self.entries.iter().zip(uses).filter(|&(_, uses)| uses > 0);
        used.filter_map(|(entry, _)| Some((entry.class, entry.step.clone()?))).collect()
    }

    /// Returns the number of tasks of the proof's search: one for each class of replies, if the first move of the game
    /// had to be chosen, and otherwise one for each root.
    pub(crate) fn tasks(&self) -> usize {
        match self.roots[..] {
            [root] if self.entries[root].class[0].is_empty() => self.entries[root].open.len(),
            _ => self.roots.len(),
        }
    }

    /// Returns the extent of the proof, or of the proof without a class and all that only this class needs.
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

    /// Returns whether a class belongs to an extent.
    pub(crate) fn is_in(&self, extent: &Extent, class: &[B; 2]) -> bool {
        self.uses(extent, class) > 0
    }

    /// Returns whether some class is open only because of this one's step. Otherwise removing this step removes nothing
    /// else, since a class is left open only by steps for classes with one stone less per side.
    pub(crate) fn has_own_follower(&self, extent: &Extent, class: &[B; 2]) -> bool {
        let open = self.step(class).map_or(&[][..], |step| &step.open);
        open.iter().any(|class| self.uses(extent, class) == 1)
    }

    fn uses(&self, extent: &Extent, class: &[B; 2]) -> u32 {
        let number = self.numbers.get(class);
        number.and_then(|&number| extent.uses.get(number)).copied().unwrap_or(0)
    }

    /// Returns the strategic classes of the proof, those with the fewest stones first.
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

    /// Sets the step for a class and returns the old one. The caller must also set steps for the classes that the new
    /// one leaves open.
    pub(crate) fn set(&mut self, class: [B; 2], step: Step<B>) -> Option<Step<B>> {
        let number = self.number(class);
        let open = step.open.iter().map(|&class| self.number(class)).collect();
        let entry = &mut self.entries[number];
        entry.open = open;
        entry.step.replace(step)
    }

    /// Returns the index of a class; adds the class if it is new.
    fn number(&mut self, class: [B; 2]) -> usize {
        let next = self.entries.len();
        let number = *self.numbers.entry(class).or_insert(next);
        if number == next {
            self.entries.push(ProofNode { class, step: None, open: Vec::new() });
        }
        number
    }
}

/// Makes the step of an answer, with further threat sequences.
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
    let mut sequences: Vec<ThreatSequence> = answer.sequences.map(ThreatSequence::from).collect();
    finder.add_sequences(masks, &after, attacker, &mut sequences);
    for sequence in &sequences {
        left = unrefuted_replies(masks, &after, attacker, sequence, left);
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
    Step { is_free, cell: answer.cell, sequences: sequences.into(), open }
}
