//! How long games last in which the attacker follows its answers: so an answer can be kept for a search whose games must
//! be shorter, if those that follow on it are short enough already.

use std::cmp::Reverse;

use oxo_core::{Bits, Cell, Side};

use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::board::symmetry::canonical;
use crate::limits::workers::on_threads;
use crate::proof_search::replies::possible_replies;
use crate::strategy::solution_table::{Answer, SolutionTable};
use crate::threats::search::plies_of;

/// The games that follow on one answer.
#[derive(Debug)]
struct AnswerGames {
    /// The plies of the longest game after a reply that the answer meets itself.
    met: usize,
    /// The numbers of the answers to what the other replies lead to.
    open: Vec<usize>,
}

/// The answers with which the attacker completes a line before there are more than `most_stones` stones.
///
/// What they leave open is among them, so each is a proof.
pub(crate) fn answers_in_time<B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    answers: &SolutionTable<B>,
    most_stones: usize,
    threads: usize,
) -> SolutionTable<B> {
    let stones_of = |[own, other]: [B; 2]| own.count() + other.count();
    let mut games: Vec<(usize, Option<AnswerGames>)> =
        (0..answers.len()).map(|n| (n, None)).collect();
    on_threads(threads, &mut games, |(number, games)| {
        let (class, answer) = answers.entry(*number);
        *games = games_after::<B, W, P>(masks, attacker, answers, class, answer);
    });
    // Answers to what replies leave open have two stones more.
    games.sort_by_key(|&(number, _)| Reverse(stones_of(answers.entry(number).0)));
    let mut last_stones = vec![usize::MAX; games.len()];
    for (number, games) in &games {
        let stones = stones_of(answers.entry(*number).0);
        if let Some(AnswerGames { met, open }) = games {
            let open = open.iter().map(|&next| last_stones[next]);
            last_stones[*number] = open.fold(stones + 2 + met, usize::max);
        }
    }
    let mut in_time = SolutionTable::default();
    for ((class, answer), last_stones) in answers.iter().zip(last_stones) {
        if last_stones <= most_stones {
            in_time.add(class, answer);
        }
    }
    in_time
}

/// The games after one answer; None if it loses, or an answer to what it leaves open is missing.
fn games_after<'a, B: Bits, const W: usize, const P: usize>(
    masks: &LineMasks<B, W>,
    attacker: Side,
    answers: &SolutionTable<B>,
    class: [B; 2],
    answer: Answer<impl Iterator<Item = &'a [Cell]>>,
) -> Option<AnswerGames> {
    let defender = attacker.other();
    let before = LineCounts::<B, W, P>::with_first(masks, attacker, class);
    let after = before.with(masks, attacker, answer.cell);
    let is_legal = before.empty(masks).contains(answer.cell);
    if !is_legal || !after.completions(masks, defender).is_empty() || after.empty(masks).is_empty()
    {
        return None;
    }
    let (threats, replies) = possible_replies(masks, &after, attacker);
    let runs: Vec<&[Cell]> = answer.runs.collect();
    let mut games = AnswerGames { met: usize::from(threats > 0), open: Vec::new() };
    for reply in replies.cells() {
        let position = after.with(masks, defender, reply);
        let plies = runs.iter().filter_map(|run| plies_of(masks, &position, attacker, run)).min();
        if let Some(plies) = plies {
            games.met = games.met.max(plies);
        } else {
            let (class, _) = canonical(&masks.board, position.stones_first(attacker));
            games.open.push(answers.number(&class)?);
        }
    }
    Some(games)
}
