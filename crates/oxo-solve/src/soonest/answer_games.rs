//! How long games last in which the attacker follows its answers: so an answer can be kept for a search whose games must
//! be shorter, if those that follow on it are short enough already.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};
use rustc_hash::FxHashMap;

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::search_limits::SearchLimits;
use crate::limits::workers::on_threads;
use crate::proof_search::replies::possible_replies;
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::replay::plies_of;

/// The games that follow on one answer.
#[derive(Debug)]
struct Games<B> {
    /// The plies of the longest game after a reply that the answer meets itself.
    met: usize,
    /// The classes of positions after the other replies.
    open: Vec<[B; 2]>,
}

/// The games that follow on answers, each worked out once.
#[derive(Debug)]
pub(crate) struct AnswerGames<B> {
    /// By class; None if the answer is illegal or loses.
    games: FxHashMap<[B; 2], Option<Games<B>>>,
}

impl<B: Bits> AnswerGames<B> {
    pub(crate) fn new() -> Self {
        Self { games: FxHashMap::default() }
    }

    /// Forgets the games of a class that gets another answer.
    pub(crate) fn forget(&mut self, class: &[B; 2]) {
        self.games.remove(class);
    }

    /// Returns the answers with which the attacker completes a line before there are more than `most_stones` stones.
    ///
    /// What they leave open is among them, so each is a proof. If the search is stopped, some are left out.
    pub(crate) fn answers_in_time<const W: usize, const P: usize>(
        &mut self,
        masks: &LineMasks<B, W>,
        attacker: Side,
        answers: &SolutionTable<B>,
        most_stones: usize,
        limits: &SearchLimits<'_>,
    ) -> SolutionTable<B> {
        let is_new = |number: &usize| !self.games.contains_key(&answers.entry(*number).0);
        let new = (0..answers.len()).filter(is_new);
        let mut new: Vec<(usize, Option<Option<Games<B>>>)> = new.map(|n| (n, None)).collect();
        on_threads(limits.threads, &mut new, |(number, games)| {
            if !limits.stop.is_set() {
                let (class, answer) = answers.entry(*number);
                *games = Some(games_after::<B, W, P>(masks, attacker, class, answer));
            }
        });
        for (number, games) in new {
            self.games.extend(games.map(|games| (answers.entry(number).0, games)));
        }
        let last_stones = self.last_stones(answers);
        let mut in_time = SolutionTable::default();
        for ((class, answer), last_stones) in answers.iter().zip(last_stones) {
            if last_stones <= most_stones {
                in_time.add(class, answer);
            }
        }
        in_time
    }

    /// Returns, for each answer by its number, how many stones are on the board after the longest game; the largest number
    /// if it is no proof.
    fn last_stones(&self, answers: &SolutionTable<B>) -> Vec<usize> {
        let stones_of = |[own, other]: [B; 2]| own.count() + other.count();
        // Answers to what replies leave open have two stones more.
        let mut order: Vec<usize> = (0..answers.len()).collect();
        order.sort_by_cached_key(|&number| Reverse(stones_of(answers.entry(number).0)));
        let mut last_stones = vec![usize::MAX; answers.len()];
        for number in order {
            let class = answers.entry(number).0;
            if let Some(Some(Games { met, open })) = self.games.get(&class) {
                let after =
                    |class| answers.number(class).map_or(usize::MAX, |next| last_stones[next]);
                last_stones[number] =
                    open.iter().map(after).fold(stones_of(class) + 2 + met, usize::max);
            }
        }
        last_stones
    }
}

/// Returns the games after one answer; None if it is illegal or loses.
fn games_after<'a, B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    class: [B; 2],
    answer: Answer<impl Iterator<Item = &'a [Cell]>>,
) -> Option<Games<B>> {
    let defender = attacker.other();
    let before = LineCounts::<B, W, P>::with_first(masks, attacker, class);
    let after = before.with(masks, attacker, answer.cell);
    let is_legal = before.empty(masks).contains(answer.cell);
    if !is_legal || !after.completions(masks, defender).is_empty() || after.empty(masks).is_empty()
    {
        return None;
    }
    let (threats, replies) = possible_replies(masks, &after, attacker);
    let mut sequences: Vec<&[Cell]> = answer.sequences.collect();
    sequences.sort_by_cached_key(|sequence| sequence.len());
    let mut games = Games { met: usize::from(threats > 0), open: Vec::new() };
    for reply in replies.cells() {
        let position = after.with(masks, defender, reply);
        // The shortest counts, and it matters only if it is longer than another reply's.
        let mut shortest = None;
        for sequence in &sequences {
            if let Some(plies) = plies_of(masks, &position, attacker, sequence) {
                shortest = Some(shortest.map_or(plies, |shortest: usize| shortest.min(plies)));
            }
            if shortest.is_some_and(|plies| plies <= games.met) {
                break;
            }
        }
        if let Some(plies) = shortest {
            games.met = games.met.max(plies);
        } else {
            let (class, _) = canonical(&masks.board, position.stones_first(attacker));
            if !games.open.contains(&class) {
                games.open.push(class);
            }
        }
    }
    Some(games)
}
