//! Shorter games: from a proof to one whose longest game takes fewer plies.
//!
//! A position and the plies that a whole game may take say how many plies are left: a line must be complete before there
//! are more than so many stones. An attack with this limit (`SearchContext::most_stones`) is as cheap as one without, as
//! long as the limit is not too low, since a threat sequence that is too long is passed over, and positions without the time
//! for one are not searched. So this is a search for the lowest limit with which an attack succeeds: with small budgets at
//! first, and from a limit that succeeded in growing steps to lower ones, until one fails, and then halfway between.
//!
//! Every attack begins with the answers of earlier ones that win in time. What those with lower limits proved before they
//! failed is among them.

pub(crate) mod answer_games;

use oxo_core::{Bits, Side};

use crate::board::line_counts::LineCounts;
use crate::checkpoint::keeper::{Keeper, Kept};
use crate::limits::context::SearchContext;
use crate::limits::search_limits::{Report, SearchLimits};
use crate::proof_search::attack::Attack;
use crate::soonest::answer_games::AnswerGames;
use crate::strategy::prove::Proof;
use crate::strategy::solution_table::SolutionTable;
use crate::value::ProofStatus;

/// Positions that an attack may search for each strategic position of the first proof: little at first, since most
/// limits succeed with little or not at all.
const BUDGETS: [u64; 3] = [1_000, 4_000, 16_000];

/// Strategic positions that every proof counts as having, at least.
const FEWEST_STRATEGIC: usize = 16;

/// The position whose win is proved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WonPosition<'f, B, const W: usize, const P: usize> {
    pub(crate) counts: &'f LineCounts<B, W, P>,
    pub(crate) to_move: Side,
    pub(crate) attacker: Side,
}

/// The search for shorter games, with what it has found.
#[derive(Debug)]
pub(crate) struct Shortening<'f, B, const W: usize, const P: usize> {
    context: SearchContext<'f, B, W>,
    position: WonPosition<'f, B, W, P>,
    keeper: Option<&'f Keeper<'f>>,
    /// All answers found so far, the latest to each position. They win within `plies` once an attack has lowered it.
    answers: SolutionTable<B>,
    games: AnswerGames<B>,
    /// The plies of the longest game; those of the first proof at first.
    plies: usize,
    first: Proof,
    /// Positions searched.
    spent: u64,
    /// Bytes of the answers that the resource counter knows of.
    counted: usize,
}

impl<'f, B: Bits, const W: usize, const P: usize> Shortening<'f, B, W, P> {
    /// Begins with a first proof and answers that win; within so many plies by themselves, if that is known.
    pub(crate) fn new(
        context: SearchContext<'f, B, W>,
        position: WonPosition<'f, B, W, P>,
        answers: SolutionTable<B>,
        first: &Proof,
        known_plies: Option<usize>,
        keeper: Option<&'f Keeper<'f>>,
    ) -> Self {
        let plies = first.plies().unwrap_or(0);
        let plies = known_plies.map_or(plies, |known_plies| plies.min(known_plies));
        Self {
            context,
            position,
            keeper,
            answers,
            games: AnswerGames::new(),
            plies,
            first: *first,
            spent: 0,
            counted: 0,
        }
    }

    /// Positions searched.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether an attack has lowered the plies of the longest game.
    pub(crate) fn has_succeeded(&self) -> bool {
        self.first.plies() > Some(self.plies)
    }

    /// The stones on the board after the longest game.
    pub(crate) fn most_stones(&self) -> usize {
        let WonPosition { counts, .. } = self.position;
        let masks = self.context.masks;
        masks.all.without(counts.empty(masks)).count() + self.plies
    }

    /// All answers found; with those of the first proof, or the latest attack that succeeded, among them.
    pub(crate) fn into_answers(self) -> SolutionTable<B> {
        self.answers
    }

    /// Lowers the plies of the longest game as far as that succeeds.
    pub(crate) fn run(&mut self) {
        let strategic = self.first.size().strategic.max(FEWEST_STRATEGIC) as u64;
        // A win has an odd number of plies if the attacker begins with one, or else an even one.
        let mut too_few = self.plies % 2;
        for budget in BUDGETS {
            let mut failed = too_few;
            let mut step = Some(2);
            while self.plies - failed > 2 && !self.is_over() {
                let tried = match step {
                    Some(step) => self.plies - step.min(self.plies - failed - 2),
                    None => failed + (self.plies - failed) / 4 * 2,
                };
                match self.attack(tried, budget * strategic) {
                    ProofStatus::Proved(()) => {
                        self.plies = tried;
                        step = step.map(|step| 2 * step);
                        continue;
                    }
                    ProofStatus::OutOfBudget => {}
                    // A larger budget would not help.
                    ProofStatus::Exhausted | ProofStatus::Disproved => too_few = tried,
                }
                (failed, step) = (tried, None);
            }
        }
    }

    /// Whether a limit has ended it.
    pub(crate) fn is_over(&self) -> bool {
        let SearchContext { limits, resources, budget, .. } = self.context;
        limits.stop.is_set() || resources.is_full() || self.spent >= budget
    }

    /// Searches for a win within so many plies, for `budget` positions at most, and keeps what it finds.
    fn attack(&mut self, plies: usize, budget: u64) -> ProofStatus {
        let Self { context, position: WonPosition { counts, to_move, attacker }, .. } = *self;
        let SearchContext { masks, limits, resources, .. } = context;
        let most_stones = self.most_stones() - self.plies + plies;
        let known =
            self.games.answers_in_time::<W, P>(masks, attacker, &self.answers, most_stones, limits);
        let known_at_first = known.len();
        resources.allocate(known.size());
        let report = |report: Report| {
            (limits.report)(Report { tasks_done: report.tasks, ..report });
        };
        // Tasks of other processes know of no limit on stones.
        let limits = SearchLimits { report: &report, runner: None, ..*limits };
        let budget = budget.min(context.budget - self.spent);
        let context = SearchContext { limits: &limits, budget, most_stones, ..context };
        let keep = |keeper| Kept::new(keeper, &masks.board, attacker, Some(&self.answers));
        let kept = self.keeper.map(keep);
        let mut attack = Attack::new(context, counts, to_move, attacker, known);
        attack.kept = kept.as_ref();
        let mut status = ProofStatus::OutOfBudget;
        while status == ProofStatus::OutOfBudget
            && attack.spent < budget
            && !limits.stop.is_set()
            && !resources.is_full()
        {
            status = attack.advance(budget - attack.spent);
        }
        self.spent += attack.spent;
        let mut answers = attack.into_answers();
        resources.release(answers.size());
        for number in known_at_first..answers.len() {
            self.games.forget(&answers.entry(number).0);
        }
        answers.add_all(&self.answers);
        self.answers = answers;
        resources.allocate(self.answers.size());
        resources.release(self.counted);
        self.counted = self.answers.size();
        status
    }
}
