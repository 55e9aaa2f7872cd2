//! The walk of `prove_strategy`: only answers that are right in every position make a proof.

use oxo_check::check;
use oxo_core::{Bits, Side};

use super::plain::{Plain, Random, Stones, Value, empty_cells, limits};
use crate::board::line_counts::LineCounts;
use crate::board::masks::LineMasks;
use crate::exact::strategy::ExactStrategy;
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, MissingAnswer, Proof, Strategy, StrategyMove, prove_strategy};

type SmallMasks = LineMasks<u64, 2>;
type SmallCounts = LineCounts<u64, 2, 3>;

/// A strategy from a closure, which maps stones and side to move to an answer.
pub(super) struct Scripted<F>(pub(super) F);

impl<F: FnMut(&Stones, Side) -> Option<StrategyMove>> Strategy<u64, 2, 3> for Scripted<F> {
    fn strategy_move(
        &mut self,
        masks: &SmallMasks,
        counts: &SmallCounts,
        _strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let stone = |cell| Side::BOTH.into_iter().find(|&side| counts.stones(side).contains(cell));
        self.0(&masks.board.cells().map(stone).collect(), to_move)
    }
}

/// A strategy that takes the answers of another one and spoils one of them.
struct Spoiled<'s, S, F> {
    honest: S,
    /// The number of the answer to spoil, from 0, and the function that spoils it.
    question: usize,
    spoil: &'s F,
    asked: usize,
}

impl<S, F> Strategy<u64, 2, 3> for Spoiled<'_, S, F>
where
    S: Strategy<u64, 2, 3>,
    F: Fn(&SmallMasks, &SmallCounts, StrategyMove) -> Option<StrategyMove>,
{
    fn strategy_move(
        &mut self,
        masks: &SmallMasks,
        counts: &SmallCounts,
        strategist: Side,
        to_move: Side,
    ) -> Option<StrategyMove> {
        let answer = self.honest.strategy_move(masks, counts, strategist, to_move)?;
        self.asked += 1;
        if self.asked - 1 == self.question {
            (self.spoil)(masks, counts, answer)
        } else {
            Some(answer)
        }
    }
}

fn prove(
    plain: &Plain,
    masks: &SmallMasks,
    stones: &Stones,
    to_move: Side,
    claim: (Side, Goal),
    strategy: &mut impl Strategy<u64, 2, 3>,
) -> Result<(Proof, Vec<u8>), MissingAnswer> {
    let counts = plain.counts(masks, stones);
    let mut writer = CertificateWriter::default();
    let proved = prove_strategy(masks, &counts, to_move, claim, strategy, &mut writer)?;
    let text = plain.position(stones, to_move).to_string();
    let file = writer.finish(&plain.board.to_string(), &text, Claim::Side(claim.0, claim.1));
    Ok((proved, file))
}

/// Spoils each answer of a sound strategy in turn. Returns the number of times that the walk failed.
fn failures(
    (board, drawing, to_move): (&str, &str, Side),
    claim: (Side, Goal),
    spoil: impl Fn(&SmallMasks, &SmallCounts, StrategyMove) -> Option<StrategyMove>,
) -> usize {
    let plain = Plain::new(board);
    let masks = LineMasks::new(&plain.board);
    let stones = plain.drawn(drawing);
    let limits = limits(None);
    let strategy = |question| Spoiled {
        honest: ExactStrategy::new(&masks, &limits, u64::MAX),
        question,
        spoil: &spoil,
        asked: 0,
    };
    let mut untouched = strategy(usize::MAX);
    assert!(prove(&plain, &masks, &stones, to_move, claim, &mut untouched).is_ok());
    let attempts = (0..untouched.asked).map(|question| {
        prove(&plain, &masks, &stones, to_move, claim, &mut strategy(question)).is_err()
    });
    attempts.filter(|&failed| failed).count()
}

/// X has a corner of 3x3x3 and O has answered beside it. X wins, by blocks as well as by free moves.
const CORNER: (&str, &str, Side) =
    ("3x3x3", "x o .  . . .  . . .   . . .  . . .  . . .   . . .  . . .  . . .", Side::X);
/// X has the centre of 3x3. The game is a draw, and O must answer on a corner.
const CENTRE: (&str, &str, Side) = ("3x3", ". . .  . x .  . . .", Side::O);

#[test]
fn a_dropped_answer_leaves_a_gap() {
    let drop_it = |_: &SmallMasks, _: &SmallCounts, _| None;
    assert!(failures(CORNER, (Side::X, Goal::Wins), drop_it) > 0);
    let asked = failures(CENTRE, (Side::O, Goal::Holds), drop_it);
    assert!(asked > 3, "{asked}");
}

#[test]
fn a_move_to_a_cell_that_is_taken_or_missing_leaves_a_gap() {
    let taken = |masks: &SmallMasks, counts: &SmallCounts, answer| {
        let cell = masks.all.without(counts.empty(masks)).lowest();
        Some(StrategyMove { cell, ..answer })
    };
    assert!(failures(CORNER, (Side::X, Goal::Wins), taken) > 0);
    assert!(failures(CENTRE, (Side::O, Goal::Holds), taken) > 0);
    let missing =
        |_: &SmallMasks, _: &SmallCounts, answer| Some(StrategyMove { cell: None, ..answer });
    assert!(failures(CORNER, (Side::X, Goal::Wins), missing) > 0);
}

#[test]
fn a_wrong_move_leaves_a_gap() {
    // After X in the centre, an edge loses. The walk must find this with any continuation.
    let edge = |masks: &SmallMasks, _: &SmallCounts, answer| {
        let cell = masks.board.cell(1).ok();
        Some(StrategyMove { cell, pairs: None, ..answer })
    };
    let plain = Plain::new("3x3");
    let masks = LineMasks::new(&plain.board);
    let limits = limits(None);
    let mut strategy = Spoiled {
        honest: ExactStrategy::new(&masks, &limits, u64::MAX),
        question: 0,
        spoil: &edge,
        asked: 0,
    };
    let stones = plain.drawn(". . .  . x .  . . .");
    let claim = (Side::O, Goal::Holds);
    assert_eq!(prove(&plain, &masks, &stones, Side::O, claim, &mut strategy), Err(MissingAnswer));
}

#[test]
fn threat_sequences_that_do_not_win_are_ignored() {
    let plain = Plain::new("3x3x3");
    let masks = LineMasks::new(&plain.board);
    let with_sequences = |sequences: &[&[usize]]| {
        let answer = |stones: &Stones, _| {
            let is_start = stones.iter().all(Option::is_none);
            let sequence =
                |sequence: &&[usize]| sequence.iter().map(|&index| plain.cell(index)).collect();
            let sequences = sequences.iter().map(sequence).collect();
            is_start.then(|| StrategyMove { cell: Some(plain.cell(13)), sequences, pairs: None })
        };
        let claim = (Side::X, Goal::Wins);
        prove(&plain, &masks, &plain.empty_board(), Side::X, claim, &mut Scripted(answer)).is_ok()
    };
    let good: [&[usize]; 4] = [&[1, 4], &[0, 18], &[3, 0], &[5, 2]];
    assert!(with_sequences(&good));
    for dropped in 0..good.len() {
        let mut sequences = good.to_vec();
        sequences.remove(dropped);
        assert!(!with_sequences(&sequences), "{sequences:?}");
        // The first move alone only makes a threat, 13 is taken, and an empty sequence does nothing.
        for wrong in [&good[dropped][..1], &[13, 4], &[]] {
            sequences.push(wrong);
            assert!(!with_sequences(&sequences), "{sequences:?}");
            sequences.pop();
        }
    }
}

#[test]
fn pairs_must_be_of_empty_cells_disjoint_and_on_every_open_line() {
    let plain = Plain::new("5x5");
    let masks = LineMasks::new(&plain.board);
    let holds = |corner: usize, pairs: &[[usize; 2]]| {
        let pairs: Vec<_> = pairs.iter().map(|pair| pair.map(|at| plain.cell(at))).collect();
        let answer = |stones: &Stones, _| {
            let is_start = stones.iter().all(Option::is_none);
            let cell = Some(plain.cell(corner));
            is_start.then(|| StrategyMove {
                cell,
                sequences: Vec::new(),
                pairs: Some(pairs.clone()),
            })
        };
        let claim = (Side::X, Goal::Holds);
        prove(&plain, &masks, &plain.empty_board(), Side::X, claim, &mut Scripted(answer)).is_ok()
    };
    // X has the corner 0. The nine lines that O could still complete have a pair each.
    let good = [[1, 6], [2, 12], [3, 13], [4, 8], [9, 14], [5, 7], [10, 11], [15, 16], [20, 21]];
    assert!(holds(0, &good));
    assert!(!holds(22, &good), "X is not on the corner");
    for spoiled in 0..good.len() {
        let mut pairs = good.to_vec();
        pairs.remove(spoiled);
        assert!(!holds(0, &pairs), "a line is left open: {pairs:?}");
        for wrong in [[0, good[spoiled][1]], [good[(spoiled + 1) % 9][0], good[spoiled][1]]] {
            let mut pairs = good;
            pairs[spoiled] = wrong;
            assert!(!holds(0, &pairs), "taken, or twice: {pairs:?}");
        }
    }
    // A pairing holds, but it does not win.
    let claim = (Side::X, Goal::Wins);
    let pairs: Vec<_> = good.iter().map(|pair| pair.map(|at| plain.cell(at))).collect();
    let answer = |_: &Stones, _| {
        let cell = Some(plain.cell(0));
        Some(StrategyMove { cell, sequences: Vec::new(), pairs: Some(pairs.clone()) })
    };
    let start = plain.empty_board();
    assert_eq!(
        prove(&plain, &masks, &start, Side::X, claim, &mut Scripted(answer)),
        Err(MissingAnswer)
    );
}

#[test]
fn a_threat_is_blocked_despite_the_answer_and_two_cannot_be() {
    // O has a three that the answer does not block. The walk blocks it in spite of the answer.
    let plain = Plain::new("4x4");
    let masks = LineMasks::new(&plain.board);
    let stones = plain.drawn("o o o .  x x . .  . . . .  . . . .");
    let answer = |_: &Stones, _| {
        let sequence = [plain.cell(6), plain.cell(7)].into();
        Some(StrategyMove { cell: Some(plain.cell(6)), sequences: vec![sequence], pairs: None })
    };
    let claim = (Side::X, Goal::Wins);
    assert_eq!(
        prove(&plain, &masks, &stones, Side::X, claim, &mut Scripted(answer)),
        Err(MissingAnswer)
    );
    // Two threats cannot be blocked.
    let stones = plain.drawn("o o o .  x x . .  o o o .  . . . .");
    let claim = (Side::X, Goal::Holds);
    assert_eq!(
        prove(&plain, &masks, &stones, Side::X, claim, &mut Scripted(answer)),
        Err(MissingAnswer)
    );
}

/// Makes a random answer without knowledge of the game.
fn nonsense(plain: &Plain, stones: &Stones, random: &mut Random) -> Option<StrategyMove> {
    let any = |random: &mut Random| plain.cell(random.below(stones.len()));
    let empty = empty_cells(stones);
    let cell = match random.below(20) {
        0 => return None,
        1 => Some(any(random)),
        _ => Some(plain.cell(empty[random.below(empty.len())])),
    };
    let mut sequences = Vec::new();
    for _ in 0..random.below(4) {
        sequences.push((0..random.below(4)).map(|_| any(random)).collect());
    }
    let pair = |random: &mut Random| [any(random), any(random)];
    let pairs = (random.below(8) == 0)
        .then(|| (0..random.below(3)).map(|_| pair(random)).collect::<Vec<_>>());
    Some(StrategyMove { cell, sequences, pairs })
}

#[test]
fn random_answers_prove_nothing_false() {
    let mut random = Random(0x0bad);
    for (board, empty) in [("3x3", 7), ("2x4:3", 8), ("4x4", 6), ("3x3x3", 6)] {
        let mut plain = Plain::new(board);
        let masks = LineMasks::new(&plain.board);
        let mut outcomes = [0; 2];
        for _ in 0..4000 {
            let stones = plain.late(random.below(empty) + 1, &mut random);
            if empty_cells(&stones).is_empty() {
                continue;
            }
            let (to_move, side) = (random.side(), random.side());
            let goal = [Goal::Wins, Goal::Holds][random.below(2)];
            let answer = |stones: &Stones, _| nonsense(&plain, stones, &mut random);
            let found =
                prove(&plain, &masks, &stones, to_move, (side, goal), &mut Scripted(answer));
            outcomes[usize::from(found.is_ok())] += 1;
            let Ok((proved, file)) = found else { continue };
            let is_true = match (plain.value(&stones, to_move), goal) {
                (Value::Draw, goal) => goal == Goal::Holds,
                (Value::Win(_), _) => side == to_move,
                (Value::Loss(_), _) => side != to_move,
            };
            assert!(is_true, "{side} {goal:?} {stones:?}");
            let verified = check(&file).unwrap_or_else(|failure| panic!("{failure}: {stones:?}"));
            let counts = proved.size();
            assert_eq!(
                (counts.strategic as u64, counts.forced as u64),
                (verified.strategic, verified.forced)
            );
        }
        assert!(outcomes.into_iter().all(|count| count > 100), "{board} {outcomes:?}");
    }
}
