//! Shorter games: never shorter than the distance of the win, and as short as the answers to begin with are said to be.

use oxo_check::check;
use oxo_core::{Bits, Side};

use super::plain::{Plain, Random, Stones, limits};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::exact::search::{ExactSearch, WIN};
use crate::exact::strategy::ExactStrategy;
use crate::limits::context::SearchContext;
use crate::limits::search_limits::{ResourceCounter, SearchLimits};
use crate::limits::stop::Stop;
use crate::proof_search::attack::Attack;
use crate::soonest::answer_games::AnswerGames;
use crate::soonest::{Shortening, WonPosition};
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, Proof, ProofSink, Record, Strategy, prove_strategy};
use crate::strategy::solution_table::SolutionTable;
use crate::value::ProofStatus;

type SmallMasks = LineMasks<u64, 2>;
type SmallCounts = LineCounts<u64, 2, 3>;

struct NoRecords;

impl ProofSink for NoRecords {
    fn record(&mut self, _: &Record<'_>) {}
}

fn prove(
    masks: &SmallMasks,
    counts: &SmallCounts,
    (to_move, winner): (Side, Side),
    strategy: &mut impl Strategy<u64, 2, 3>,
    sink: &mut dyn ProofSink,
) -> Option<Proof> {
    prove_strategy(masks, counts, to_move, (winner, Goal::Wins), strategy, sink).ok()
}

/// The first proof of a win by exhaustive search, which plays long threat sequences.
fn first_proof(
    masks: &SmallMasks,
    counts: &SmallCounts,
    to_move: Side,
    winner: Side,
) -> Option<Proof> {
    let limits = limits(None);
    let mut strategy = ExactStrategy::new(masks, &limits, u64::MAX);
    prove(masks, counts, (to_move, winner), &mut strategy, &mut NoRecords)
}

/// Makes the games of a won position shorter and checks the result; says whether it got shorter, and as short as can be.
fn shorten(
    plain: &Plain,
    masks: &SmallMasks,
    (stones, to_move): (&Stones, Side),
    winner: Side,
    distance: usize,
) -> [bool; 2] {
    let counts: SmallCounts = plain.counts(masks, stones);
    let first = first_proof(masks, &counts, to_move, winner).expect("a won position");
    let (limits, resources) = (limits(None), ResourceCounter::new(usize::MAX));
    let context = SearchContext {
        masks,
        limits: &limits,
        resources: &resources,
        budget: u64::MAX,
        most_stones: usize::MAX,
    };
    let position = WonPosition { counts: &counts, to_move, attacker: winner };
    let mut shortening =
        Shortening::new(context, position, SolutionTable::default(), &first, None, None);
    shortening.run();
    let plies = shortening.most_stones() - stones.iter().flatten().count();
    assert!(plies >= distance, "{plies} < {distance}: {stones:?} {to_move}");
    if !shortening.has_succeeded() {
        assert_eq!(Some(plies), first.plies());
        return [false, plies == distance];
    }
    let mut writer = CertificateWriter::default();
    let answers = shortening.into_answers();
    let proof = prove(masks, &counts, (to_move, winner), &mut &answers, &mut writer);
    let found = proof.expect("a proof").plies().expect("a win");
    assert!((distance..=plies).contains(&found), "{found}: {stones:?} {to_move}");
    let text = plain.position(stones, to_move).to_string();
    let claim = Claim::Side(winner, Goal::Wins);
    let file = writer.finish(&plain.board.to_string(), &text, claim);
    let verdict = check(&file);
    let said = verdict.expect("a proof").to_string();
    assert!(said.ends_with(&format!("at most {found} plies")), "{said}");
    [true, found == distance]
}

#[test]
fn no_bound_is_below_the_distance_and_most_are_the_distance() {
    let plain = Plain::new("5x5:4");
    let masks = SmallMasks::new(&plain.board);
    let mut exact = ExactSearch::<u64, 2, 3>::new(&masks, Stop::NEVER, 1 << 20);
    let mut random = Random(0x50_0e57);
    let (mut won, mut shorter, mut shortest) = (0, 0, 0);
    for _ in 0..60 {
        let stones = plain.scatter([3, 2], &mut random);
        let counts = plain.counts(&masks, &stones);
        for to_move in Side::BOTH {
            let Ok(score) = exact.score(&counts, to_move, 300_000) else { continue };
            let winner = if score > 0 { to_move } else { to_move.other() };
            let distance = usize::try_from(WIN - score.abs()).unwrap();
            // Quicker wins are found at once.
            if score == 0 || distance < 6 {
                continue;
            }
            let [is_shorter, is_shortest] =
                shorten(&plain, &masks, (&stones, to_move), winner, distance);
            won += 1;
            shorter += usize::from(is_shorter);
            shortest += usize::from(is_shortest);
        }
    }
    println!("{won} won, {shorter} made shorter, {shortest} of the distance");
    assert!(shorter > 10 && shortest > won / 2);
}

#[test]
fn the_answers_that_win_in_time_are_those_whose_proofs_do() {
    let plain = Plain::new("4x4x4");
    let masks = SmallMasks::new(&plain.board);
    // X has a corner and a centre of one diagonal, O the cells beside the corner on an edge.
    let stones = [[0, 21], [1, 2]].map(|cells| u64::from_cells(cells.map(|cell| plain.cell(cell))));
    let counts = SmallCounts::new(&masks, stones);
    let (limits, resources) = (limits(None), ResourceCounter::new(usize::MAX));
    let context = SearchContext {
        masks: &masks,
        limits: &limits,
        resources: &resources,
        budget: u64::MAX,
        most_stones: usize::MAX,
    };
    let mut attack = Attack::new(context, &counts, Side::X, Side::X, SolutionTable::default());
    while attack.advance(u64::MAX) != ProofStatus::Proved(()) {}
    let answers = attack.into_answers();
    // What the proof of each needs is the number of stones after its longest game.
    let stones_after = |class: [u64; 2]| {
        let counts = SmallCounts::with_first(&masks, Side::X, class);
        let proof = prove(&masks, &counts, (Side::X, Side::X), &mut &answers, &mut NoRecords);
        proof.map(|proof| class[0].count() + class[1].count() + proof.plies().expect("a win"))
    };
    let needed: Vec<_> = answers.iter().map(|(class, _)| (class, stones_after(class))).collect();
    let (mut games, mut kept) = (AnswerGames::new(), Vec::new());
    for most_stones in [0, 21, 26, 31, 36, 64] {
        let limits = SearchLimits { threads: 1 + most_stones / 31, ..limits };
        let in_time =
            games.answers_in_time::<2, 3>(&masks, Side::X, &answers, most_stones, &limits);
        for (class, needed) in &needed {
            let is_enough = needed.is_some_and(|needed| needed <= most_stones);
            assert_eq!(in_time.has(class), is_enough, "{most_stones} for {needed:?}: {class:?}");
        }
        kept.push(in_time.len());
    }
    println!("{kept:?} of {}", answers.len());
    let limits = SearchLimits { stop: Stop::when(&|| true), ..limits };
    let mut games = AnswerGames::new();
    let stopped = games.answers_in_time::<2, 3>(&masks, Side::X, &answers, 64, &limits);
    assert_eq!(stopped.len(), 0, "it works out no games once it is stopped");
    assert!(kept.is_sorted() && kept[0] == 0 && kept[3] > 0 && kept[3] < kept[5]);
}
