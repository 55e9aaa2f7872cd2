//! The threat search, compared with trying every threat sequence, and replay, checked against its definition.

use oxo_core::{Bits, Cell, Side, U256};

use super::plain::{Plain, Random, Stones, empty_cells};
use crate::board::masks::LineMasks;
use crate::limits::stop::Stop;
use crate::threats::replay::sequence_wins;
use crate::threats::search::{ThreatSearch, ThreatSequence};
use crate::value::ProofStatus;

/// A budget that no search of these tests uses up.
const PLENTY: u64 = 1 << 40;

/// Searches from random positions with up to `most` stones per side, and counts those with and without a forced win.
/// One search serves all, as in the solver, so that its memory is tested as well.
fn compare<B: Bits, const W: usize, const P: usize>(
    board: &str,
    most: usize,
    positions: usize,
) -> [usize; 2] {
    let plain = Plain::new(board);
    let masks = LineMasks::<B, W>::new(&plain.board);
    let mut search = ThreatSearch::new(Stop::NEVER);
    let mut random = Random(0xf0_0ced);
    let mut found = [0; 2];
    for _ in 0..positions {
        let counts = [random.below(most + 1), random.below(most + 1)];
        let stones = plain.scatter(counts, &mut random);
        let counts = plain.counts::<B, W, P>(&masks, &stones);
        for attacker in Side::BOTH {
            let exists = plain.has_forced_win(&stones, attacker);
            // Start with a tiny budget. Its result must be true already and must not change later.
            for budget in [3, PLENTY] {
                match search.search(&masks, &counts, attacker, budget) {
                    ProofStatus::Proved(sequence) => {
                        assert!(
                            plain.sequence_wins(&stones, attacker, &sequence),
                            "{stones:?} {sequence:?}"
                        );
                        assert!(sequence_wins(&masks, &counts, attacker, &sequence));
                    }
                    ProofStatus::Disproved => assert!(!exists, "{attacker} {stones:?}"),
                    ProofStatus::OutOfBudget => assert_ne!(budget, PLENTY),
                    ProofStatus::Exhausted => panic!("it tries sequences of any length"),
                }
            }
            found[usize::from(!exists)] += 1;
        }
    }
    found
}

#[test]
fn forced_wins_are_found_exactly_where_there_are_any() {
    for found in [
        compare::<u64, 2, 3>("3x3", 4, 2000),
        compare::<u64, 2, 3>("2x3:2", 2, 300),
        compare::<u64, 2, 3>("3x3x3", 6, 1000),
        compare::<u64, 2, 3>("4x4", 7, 2000),
        compare::<u64, 2, 3>("4x4x4", 10, 600),
        compare::<U256, 9, 3>("4x4x4", 9, 150),
        compare::<U256, 9, 3>("3x3x3x3", 3, 100),
        compare::<U256, 32, 5>("4x4x4x4", 9, 40),
    ] {
        assert!(found.into_iter().all(|positions| positions > 10), "{found:?}");
    }
}

#[test]
fn within_a_limit_on_stones_sequences_are_found_that_are_short_enough() {
    let plain = Plain::new("4x4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let mut random = Random(0x11_417);
    let mut found = [0; 2];
    // One search with each limit serves all positions, since what it remembers depends on the limit.
    let mut searches: Vec<_> =
        (0..30).map(|limit| ThreatSearch::new(Stop::NEVER).within(limit)).collect();
    for _ in 0..300 {
        let stones = plain.scatter([9, 9], &mut random);
        let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
        let on_board = stones.iter().flatten().count();
        for attacker in Side::BOTH {
            let fewest = plain.fewest_threats(&stones, attacker);
            for (limit, search) in searches.iter_mut().enumerate().skip(on_board.saturating_sub(1))
            {
                let is_enough = fewest.is_some_and(|threats| on_board + 2 * threats < limit);
                match search.search(&masks, &counts, attacker, PLENTY) {
                    ProofStatus::Proved(sequence) => {
                        assert!(is_enough, "{limit} {attacker} {stones:?}");
                        assert!(
                            plain.sequence_wins(&stones, attacker, &sequence),
                            "{stones:?} {sequence:?}"
                        );
                        assert!(
                            on_board + 2 * sequence.len() < limit,
                            "{limit} {stones:?} {sequence:?}"
                        );
                    }
                    status => {
                        assert_eq!(status, ProofStatus::Disproved);
                        assert!(!is_enough, "{limit} {attacker} {stones:?}");
                    }
                }
                found[usize::from(is_enough)] += 1;
            }
        }
    }
    assert!(found.into_iter().all(|searches| searches > 500), "{found:?}");
}

#[test]
fn lines_that_share_several_cells_are_not_taken_for_two_threats() {
    // On five cells in a row with lines of four, both lines need the same two cells here.
    let plain = Plain::new("1x5:4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let counts = plain.counts::<u64, 2, 3>(&masks, &plain.drawn("x . . x x"));
    assert_eq!(
        ThreatSearch::new(Stop::NEVER).search(&masks, &counts, Side::X, PLENTY),
        ProofStatus::Disproved
    );

    for found in [
        compare::<u64, 2, 3>("5x5:4", 9, 2000),
        compare::<u64, 2, 3>("4x5:3", 5, 1000),
        compare::<u64, 2, 3>("6x6:5", 13, 1000),
        compare::<U256, 9, 3>("3x4x5:3", 5, 300),
    ] {
        assert!(found.into_iter().all(|positions| positions > 10), "{found:?}");
    }
}

#[test]
fn replay_follows_its_definition_on_any_sequence() {
    let mut random = Random(0x5e9);
    for (board, most, positions) in [("3x3", 3, 600), ("4x4x4", 14, 1500), ("5x5:4", 7, 1500)] {
        let plain = Plain::new(board);
        let masks = LineMasks::<u64, 2>::new(&plain.board);
        let mut cases = [0; 2];
        for _ in 0..positions {
            let stones = plain.scatter([most, random.below(most + 1)], &mut random);
            let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
            for attacker in Side::BOTH {
                for _ in 0..4 {
                    let sequence = some_sequence(&plain, &stones, attacker, &mut random);
                    let wins = plain.sequence_wins(&stones, attacker, &sequence);
                    assert_eq!(
                        sequence_wins(&masks, &counts, attacker, &sequence),
                        wins,
                        "{stones:?} {sequence:?}"
                    );
                    cases[usize::from(!wins)] += 1;
                }
            }
        }
        assert!(cases.into_iter().all(|count| count > 100), "{board} {cases:?}");
    }
}

/// Makes a sequence mostly of moves that threaten, sometimes of any cell, taken or not.
fn some_sequence(plain: &Plain, stones: &Stones, attacker: Side, random: &mut Random) -> Vec<Cell> {
    let mut stones = stones.clone();
    let mut sequence = Vec::new();
    for _ in 0..random.below(6) {
        let threats: Vec<usize> = plain.threatening_cells(&stones, attacker).into_iter().collect();
        let cell = if threats.is_empty() || random.below(12) == 0 {
            random.below(stones.len())
        } else {
            threats[random.below(threats.len())]
        };
        sequence.push(plain.cell(cell));
        stones[cell] = Some(attacker);
        if let Some(&reply) = plain.completions(&stones, attacker).first() {
            stones[reply] = Some(attacker.other());
        }
    }
    sequence
}

/// Returns the result of the search for X on 4x4x4, and which of the lines of moves win on replay. The drawing has the
/// four tiers side by side.
fn on_qubic(drawing: [&str; 4], lines: &[&str]) -> (ProofStatus<ThreatSequence>, Vec<bool>) {
    let plain = Plain::new("4x4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let rows: Vec<Vec<&str>> = drawing.map(|row| row.split("   ").collect()).into();
    let tiers: Vec<&str> = (0..4).flat_map(|tier| rows.iter().map(move |row| row[tier])).collect();
    let stones = plain.drawn(&tiers.join(" "));
    let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
    let found = ThreatSearch::new(Stop::NEVER).search(&masks, &counts, Side::X, PLENTY);
    assert_eq!(matches!(found, ProofStatus::Proved(_)), plain.has_forced_win(&stones, Side::X));
    let wins = |moves: &&str| {
        let sequence = plain.board.moves(moves).unwrap();
        sequence_wins(&masks, &counts, Side::X, &sequence)
    };
    (found, lines.iter().map(wins).collect())
}

#[test]
fn a_reply_that_threatens_must_be_met_by_a_threat() {
    // X makes a three on 113, and after that two at once on 313: 113 213 313 413 and column 3 of tier 3.
    let (found, wins) = on_qubic(
        [
            "x x . .   . . x .   . . . .   . . . .",
            ". . . .   . . . .   . . x .   . . . .",
            ". . . .   . . . .   . . . .   . . . .",
            ". . . .   . . . .   . . x .   . . . .",
        ],
        &["113 313"],
    );
    assert!(matches!(found, ProofStatus::Proved(_)));
    assert_eq!(wins, [true]);

    // Now O's forced reply on 114 makes a three, so X must play 144, which makes no threat. To begin with 313 fails as
    // well, since the reply on 333 makes a three; O's other stones block the other ways.
    let (found, wins) = on_qubic(
        [
            "x x . .   . . x .   . o . .   . . . .",
            ". . . o   . . . .   . . x .   . . . .",
            ". . . o   . . . .   o o . .   . . . .",
            "o . . .   . . . .   . . x .   . . . .",
        ],
        &["113 313", "113 144 313"],
    );
    assert_eq!(found, ProofStatus::Disproved);
    assert_eq!(wins, [false, false]);

    // With two stones on its pillar, 144 threatens 444, and the sequence continues.
    let (found, wins) = on_qubic(
        [
            "x x . .   . . x .   . o . .   . . . .",
            ". . . o   . . . .   . . x .   . . . .",
            ". . . o   . . . .   o o . .   . . . .",
            "o . . .   . . . x   . . x x   . . . .",
        ],
        &["113 313", "113 144 313"],
    );
    assert!(matches!(found, ProofStatus::Proved(_)));
    assert_eq!(wins, [false, true]);
}

#[test]
fn two_threats_of_the_defender_end_every_threat_sequence() {
    // x x . .        O completes row 2 or row 3 despite any threat of X.
    // o o o .
    // o o o .
    // . . . .
    let plain = Plain::new("4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let stones = plain.drawn("x x . .  o o o .  o o o .  . . . .");
    let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
    assert_eq!(
        ThreatSearch::new(Stop::NEVER).search(&masks, &counts, Side::X, PLENTY),
        ProofStatus::Disproved
    );
    // This does not affect a line that X can complete at once.
    let stones = plain.drawn("x x x .  o o o .  o o o .  . . . .");
    let counts = plain.counts::<u64, 2, 3>(&masks, &stones);
    let found = ThreatSearch::new(Stop::NEVER).search(&masks, &counts, Side::X, PLENTY);
    assert_eq!(found, ProofStatus::Proved(Box::default()));
}

#[test]
fn a_search_counts_its_positions_and_repeats_exactly() {
    let plain = Plain::new("4x4x4");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    let mut random = Random(0xc0de);
    let all: Vec<Stones> = (0..50).map(|_| plain.scatter([12, 12], &mut random)).collect();
    let run = || {
        let mut search = ThreatSearch::new(Stop::NEVER);
        let answers: Vec<ProofStatus<ThreatSequence>> = all
            .iter()
            .map(|stones| {
                assert_eq!(empty_cells(stones).len(), 40);
                let before = search.nodes;
                let counts = plain.counts::<u64, 2, 3>(&masks, stones);
                let found = search.search(&masks, &counts, Side::X, 25);
                assert!((1..=25).contains(&(search.nodes - before)));
                found
            })
            .collect();
        (answers, search.nodes)
    };
    assert_eq!(run(), run());
}
