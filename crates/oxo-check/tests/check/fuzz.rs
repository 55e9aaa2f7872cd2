//! Mutated proofs: on each, the checker must agree with a second, plain checker, and must not panic.
//!
//! `cargo test` tries the same few every time. `make fuzz ARGS="proofs"` runs for `FUZZ_SECONDS`, from a new seed, which it prints. A
//! mutation is a change that could make a proof prove more than it does, such as a changed move, a dropped record or
//! another claim, or that could crash the reader. The checksum is corrected afterwards, so that the mutated proof
//! passes the first check. It may still be verified, if the mutation does no harm; the plain checker, which implements
//! only docs/formats/certificate.md, decides whether it does. A failure is reduced to the fewest mutations that show
//! it.

use std::cell::Cell;
use std::env;
use std::panic::catch_unwind;
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use oxo_check::{Failure, Replay, Verified, check, check_by, check_patashnik};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

use crate::support::certificate::{Certificate, sealed};
use crate::support::game::{Game, Place};
use crate::support::plain::{Holds, proves};
use crate::support::samples;

/// The number of mutated proofs between two checks of the clock.
const BATCH: u32 = 1_000;

/// A change to a proof. An `Index` chooses among the records, bytes or cells that exist.
#[derive(Debug, Clone)]
enum Mutation {
    DropRecord(Index),
    RepeatRecord(Index),
    SwapRecords(Index, Index),
    /// Changes the first cell of the record: its move, or nonsense in a forced record.
    ChangeMove(Index, Index),
    /// Reduces the record to its first byte and an empty list.
    EmptyList(Index),
    ChangeByte(Index, Index, u8),
    RemoveByte(Index, Index),
    InsertByte(Index, Index, u8),
    /// Ends the records early.
    Cut(Index),
    Append(u8),
    Claim(usize),
    /// Adds, replaces or removes a stone in the position of the claim.
    Stone(Index, usize),
    OtherSideToMove,
    /// Changes the number of records in the header.
    Announce(u8),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    use Mutation::*;
    let index = any::<Index>;
    prop_oneof![
        2 => index().prop_map(DropRecord),
        1 => index().prop_map(RepeatRecord),
        1 => (index(), index()).prop_map(|(a, b)| SwapRecords(a, b)),
        4 => (index(), index()).prop_map(|(record, cell)| ChangeMove(record, cell)),
        2 => index().prop_map(EmptyList),
        // Most bytes of a proof are small numbers.
        6 => (index(), index(), prop_oneof![0..30_u8, any::<u8>()])
            .prop_map(|(record, at, value)| ChangeByte(record, at, value)),
        2 => (index(), index()).prop_map(|(record, at)| RemoveByte(record, at)),
        2 => (index(), index(), prop_oneof![0..30_u8, any::<u8>()])
            .prop_map(|(record, at, value)| InsertByte(record, at, value)),
        1 => index().prop_map(Cut),
        1 => any::<u8>().prop_map(Append),
        2 => (0..5_usize).prop_map(Claim),
        2 => (index(), 0..3_usize).prop_map(|(cell, stone)| Stone(cell, stone)),
        1 => Just(OtherSideToMove),
        1 => any::<u8>().prop_map(Announce),
    ]
}

impl Mutation {
    fn apply(&self, game: &Game, proof: &mut Certificate) {
        use Mutation::*;
        let count = proof.records.len();
        if let Claim(which) = self {
            ["x wins", "o wins", "x holds", "o holds", "draw"][*which]
                .clone_into(&mut proof.header.claim);
        } else if let Stone(cell, stone) = self {
            let (mut place, to_move) = placed(game, &proof.header.position);
            let cell = cell.index(game.size);
            place.own.remove(&cell);
            place.other.remove(&cell);
            match stone {
                0 => drop(place.own.insert(cell)),
                1 => drop(place.other.insert(cell)),
                _ => {}
            }
            proof.header.position = game.text(&place, 'x', to_move);
        } else if matches!(self, OtherSideToMove) {
            let (place, to_move) = placed(game, &proof.header.position);
            proof.header.position = game.text(&place, 'x', if to_move == 'x' { 'o' } else { 'x' });
        } else if let Announce(number) = self {
            proof.header.count = Some(number.to_string());
        } else if let Append(byte) = self {
            proof.records.push(vec![*byte]);
            proof.header.count.get_or_insert(count.to_string());
        } else if count > 0 {
            self.apply_to_records(game, &mut proof.records);
        }
    }

    /// Applies a mutation of records, of which there is at least one.
    fn apply_to_records(&self, game: &Game, records: &mut Vec<Vec<u8>>) {
        use Mutation::*;
        let count = records.len();
        let byte = |cell: usize| u8::try_from(cell).expect("boards have at most 256 cells");
        match self {
            DropRecord(record) => drop(records.remove(record.index(count))),
            RepeatRecord(record) => {
                let record = record.index(count);
                records.insert(record, records[record].clone());
            }
            SwapRecords(a, b) => records.swap(a.index(count), b.index(count)),
            ChangeMove(record, cell) => {
                if let Some(first) = records[record.index(count)].first_mut() {
                    *first = byte(cell.index(game.size));
                }
            }
            EmptyList(record) => {
                let record = &mut records[record.index(count)];
                record.truncate(1);
                record.push(0);
            }
            ChangeByte(record, at, value) => {
                let record = &mut records[record.index(count)];
                if !record.is_empty() {
                    let at = at.index(record.len());
                    record[at] = *value;
                }
            }
            RemoveByte(record, at) => {
                let record = &mut records[record.index(count)];
                if !record.is_empty() {
                    record.remove(at.index(record.len()));
                }
            }
            InsertByte(record, at, value) => {
                let record = &mut records[record.index(count)];
                record.insert(at.index(record.len() + 1), *value);
            }
            Cut(record) => records.truncate(record.index(count)),
            Append(_) | Claim(_) | Stone(..) | OtherSideToMove | Announce(_) => {
                unreachable!("these do not change records that are there")
            }
        }
    }
}

/// Returns the stones of a generated position text, X's as `own`, and the side to move.
fn placed(game: &Game, text: &str) -> (Place, char) {
    let mut place = Place::new(&[], &[]);
    let (mut cell, mut run) = (0, 0);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = 10 * run + digit as usize;
            continue;
        }
        cell += run;
        run = 0;
        match letter {
            'x' if cell < game.size => drop(place.own.insert(cell)),
            'o' if cell < game.size => drop(place.other.insert(cell)),
            _ => {}
        }
        cell += usize::from(cell < game.size);
    }
    (place, text.chars().last().expect("a position says who is to move"))
}

fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok().filter(|text| !text.is_empty())?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text}, which is no number")))
}

/// Tries batches for the time that the environment sets, or one batch without a setting.
fn go_on<S: Strategy>(cases: &S, property: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let seconds: Option<u64> = number("FUZZ_SECONDS");
    let now =
        SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is past 1970").as_secs();
    let first: u64 = number("FUZZ_SEED").unwrap_or(if seconds.is_some() { now } else { 1 });
    let ends = Instant::now() + Duration::from_secs(seconds.unwrap_or(0));
    for seed in first.. {
        let rng_seed = RngSeed::Fixed(seed);
        let config =
            Config { cases: BATCH, rng_seed, failure_persistence: None, ..Config::default() };
        TestRunner::new(config)
            .run(cases, &property)
            .unwrap_or_else(|failure| panic!("FUZZ_SEED={seed} shows it again: {failure}"));
        if Instant::now() >= ends {
            println!("seeds {first} to {seed}, {BATCH} cases each");
            return;
        }
    }
}

/// Returns the checker's verdict, on which both replay methods must agree.
fn checked(bytes: &[u8]) -> Result<Result<Verified, Failure>, TestCaseError> {
    let found = catch_unwind(|| check(bytes)).map_err(|_| TestCaseError::fail("a panic"))?;
    prop_assert_eq!(&check_by(bytes, Replay::Exact), &found);
    Ok(found)
}

#[test]
fn the_verdict_on_mutated_proofs_agrees_with_a_plain_checker() {
    let games = [
        Game::full(3, 3),
        Game::full(3, 2),
        Game::full(4, 2),
        Game::full(5, 2),
        Game::new("3x4:3", &[3, 4], 3),
        Game::new("2x2x2", &[2, 2, 2], 2),
        Game::full(4, 1),
    ];
    let on_these = |(_, proof): (&str, Certificate)| {
        let game = games.iter().find(|game| game.description == proof.header.board)?;
        Some((game, proof))
    };
    let samples: Vec<_> = samples::all().into_iter().filter_map(on_these).collect();
    let (verified, refused) = (Cell::new(0_u64), Cell::new(0_u64));
    go_on(&(any::<Index>(), vec(mutation(), 1..5)), |(sample, mutations)| {
        let (game, proof) = &samples[sample.index(samples.len())];
        let mut mutated = proof.clone();
        for mutation in &mutations {
            mutation.apply(game, &mut mutated);
        }
        let found = checked(&mutated.bytes())?;
        let expected = found.as_ref().ok().map(|found| Holds { plies: found.plies });
        prop_assert_eq!(proves(game, &mutated), expected, "{:?}: {:?}", found, mutated);
        let counter = if found.is_ok() { &verified } else { &refused };
        counter.set(counter.get() + 1);
        Ok(())
    });
    println!("{} mutated proofs still hold, {} do not", verified.get(), refused.get());
    assert!(verified.get() > 20 && refused.get() > 500, "{verified:?} {refused:?}");
}

#[test]
fn changed_bytes_never_make_it_panic() {
    let samples: Vec<Vec<u8>> = samples::all().iter().map(|(_, proof)| proof.bytes()).collect();
    let changes = vec((any::<Index>(), any::<u8>()), 1..6);
    go_on(&(any::<Index>(), changes, any::<bool>()), |(sample, changes, keeps_the_header)| {
        let sample = &samples[sample.index(samples.len())];
        let mut bytes = sample[..sample.len() - 4].to_vec();
        let header = bytes.windows(2).position(|two| two == b"\n\n").expect("a header ends") + 2;
        let from = if keeps_the_header && header < bytes.len() { header } else { 0 };
        for (at, value) in changes {
            let at = from + at.index(bytes.len() - from);
            bytes[at] = value;
        }
        let _ = checked(&sealed(bytes.clone()))?;
        prop_assert!(catch_unwind(|| check_patashnik(&bytes)).is_ok(), "a panic");
        Ok(())
    });
}

/// The plain checker is useful only if it accepts unchanged proofs.
#[test]
fn the_plain_checker_accepts_every_unchanged_proof() {
    for (name, proof) in samples::all() {
        let game = match proof.header.board.as_str() {
            "3x4:3" => Game::new("3x4:3", &[3, 4], 3),
            board => {
                let sides: Vec<usize> =
                    board.split('x').map(|side| side.parse().unwrap()).collect();
                Game::new(board, &sides, sides[0])
            }
        };
        let found = check(&sealed(proof.bytes()[..proof.bytes().len() - 4].to_vec()));
        let found = found.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert_eq!(proves(&game, &proof), Some(Holds { plies: found.plies }), "{name}");
        assert_eq!(found.plies.is_some(), proof.header.claim.ends_with("wins"), "{name}");
    }
}
