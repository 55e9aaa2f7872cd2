//! Arbitrary bytes in place of a certificate: the checker never panics, always ends, and never verifies a false claim.
//!
//! After random changes the checksum is corrected, so that the check sees the changes. A changed certificate may still
//! be verified, for example if another move is as good. But then its claim must be true, and a search of the whole game
//! decides whether it is on these boards.

use std::panic::catch_unwind;

use oxo_check::{
    Claim, Failure, Replay, Side, Strategy, Verified, check, check_by, check_patashnik,
};

use crate::support::Random;
use crate::support::certificate::{Certificate, sealed};
use crate::support::game::{Game, Place};
use crate::support::samples;

/// Checks with both replay methods, which must agree, and makes the strategy of a verified certificate.
fn both_ways(bytes: &[u8]) -> Result<Verified, Failure> {
    let found = catch_unwind(|| check(bytes)).unwrap_or_else(|_| panic!("panic on {bytes:?}"));
    assert_eq!(check_by(bytes, Replay::Exact), found, "{bytes:?}");
    if found.is_ok() {
        let strategy = Strategy::of(bytes.to_vec());
        assert_eq!(strategy.map(|strategy| strategy.verified().clone()), found, "{bytes:?}");
    }
    found
}

/// Changes a few bytes: replaces them, adds or subtracts 1, removes or doubles them.
fn spoil(bytes: &mut Vec<u8>, from: usize, random: &mut Random) {
    for _ in 0..=random.below(3) {
        if bytes.len() <= from {
            return;
        }
        let at = from + random.below(bytes.len() - from);
        match random.below(6) {
            0 => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            1 | 2 => bytes[at] = u8::try_from(random.below(10)).unwrap(),
            3 => bytes[at] = bytes[at].wrapping_add(1),
            4 => drop(bytes.remove(at)),
            _ => bytes.insert(at, bytes[at]),
        }
    }
}

/// Returns whether a claim is true, by searching the game.
fn is_true(game: &mut Game, found: &Verified) -> bool {
    let empty = format!("{} x", game.size);
    let text = found.position.as_deref().unwrap_or(&empty);
    let (tokens, to_move) = text.split_once(' ').unwrap();
    let mut stones = [Vec::new(), Vec::new()];
    let mut cell = 0;
    for token in tokens.chars() {
        match token {
            'x' => stones[0].push(cell),
            'o' => stones[1].push(cell),
            digit => cell += digit.to_digit(10).unwrap() as usize - 1,
        }
        cell += 1;
    }
    let mover = usize::from(to_move == "o");
    let value = game.value(&Place::new(&stones[mover], &stones[1 - mover]));
    let for_side = |side: Side| if (side == Side::X) == (mover == 0) { value } else { -value };
    match found.claim {
        Claim::Wins(side) => for_side(side) == 1,
        Claim::Holds(side) => for_side(side) >= 0,
        Claim::Draw => value == 0,
        Claim::NotWithin { .. } => unreachable!("a certificate of version 1 claims no bound"),
    }
}

#[test]
fn no_changed_certificate_proves_a_false_claim() {
    let mut game = Game::full(3, 2);
    let mut random = Random(0x6f78_6f31);
    let claims = ["x wins", "o wins", "x holds", "o holds", "draw"];
    let (mut verified, mut rejected, mut malformed) = (0, 0, 0);
    for (_, certificate) in samples::all().iter().filter(|(_, it)| it.header.board == "3x3") {
        for _ in 0..8_000 {
            let mut changed = certificate.clone();
            if random.below(4) == 0 {
                claims[random.below(5)].clone_into(&mut changed.header.claim);
            }
            let mut body = changed.records.concat();
            spoil(&mut body, 0, &mut random);
            let count = changed.records.len();
            changed.header.count = Some(count.to_string());
            changed.records = vec![body];
            match both_ways(&changed.bytes()) {
                Ok(found) => {
                    assert!(is_true(&mut game, &found), "{found}: {changed:?}");
                    verified += 1;
                }
                Err(Failure::Rejected { .. }) => rejected += 1,
                Err(Failure::Malformed { .. }) => malformed += 1,
                Err(failure) => panic!("{failure}"),
            }
        }
    }
    // The test would show nothing if no change got this far.
    assert!(
        verified > 100 && rejected > 1000 && malformed > 1000,
        "{verified} {rejected} {malformed}"
    );
}

#[test]
fn random_records_for_random_claims_prove_nothing_false() {
    let mut game = Game::full(3, 2);
    let mut random = Random(0x6f78_6f32);
    let claims = ["x wins", "o wins", "x holds", "o holds", "draw"];
    let mut verified = 0;
    for _ in 0..40_000 {
        // Put stones on about half of the cells, so that many claims are nearly decided.
        let letters: String = (0..9).map(|_| ['x', 'o', '1', '1'][random.below(4)]).collect();
        let text = letters.replace("11111", "5").replace("111", "3").replace("11", "2");
        let side = ["x", "o"][random.below(2)];
        let claim = claims[random.below(5)];
        let mut certificate = Certificate::bare("3x3", &format!("{text} {side}"), claim);
        let records = random.below(4);
        let bytes = (0..random.below(12)).map(|_| u8::try_from(random.below(9)).unwrap()).collect();
        certificate.header.count = Some(records.to_string());
        certificate.records = vec![bytes];
        if let Ok(found) = both_ways(&certificate.bytes()) {
            assert!(is_true(&mut game, &found), "{found}: {certificate:?}");
            verified += 1;
        }
    }
    assert!(verified > 100, "{verified}");
}

#[test]
fn no_bytes_make_the_checker_panic() {
    let mut random = Random(0x6f78_6f33);
    for (_, certificate) in samples::all() {
        let bytes = certificate.bytes();
        let unsealed = &bytes[..bytes.len() - 4];
        for round in 0..10 {
            let mut changed = unsealed.to_vec();
            // In half of the rounds leave the first line unchanged, without which nothing else is read.
            spoil(&mut changed, if round % 2 == 0 { 18 } else { 0 }, &mut random);
            let _ = both_ways(&sealed(changed.clone()));
            let _ = both_ways(&changed);
        }
    }
    for _ in 0..1_000 {
        let length = random.below(200);
        let bytes: Vec<u8> =
            (0..length).map(|_| u8::try_from(random.below(256)).unwrap()).collect();
        let _ = both_ways(&bytes);
        assert!(catch_unwind(|| check_patashnik(&bytes)).is_ok(), "{bytes:?}");
        let titled = [b"oxo certificate 1\n", bytes.as_slice()].concat();
        let _ = both_ways(&sealed(titled));
    }
}
