//! Golden certificates, valid and damaged: each has its verdict, with the figures or the reason, to the letter.
//!
//! `tests/support/golden_certificates.py` writes the file. Of those of version 1, the plain checker must agree whether they
//! hold; of bounds, the writer compares the verdicts with a second checker in Python.

use std::path::Path;

use oxo_check::{Failure, Replay, Strategy, Verified, check, check_by};

use crate::support::certificate::Certificate;
use crate::support::game::Game;
use crate::support::plain::{Holds, proves};

/// Returns what the program prints.
fn line(found: &Result<Verified, Failure>) -> String {
    match found {
        Ok(verified) => format!("VERIFIED: {verified}"),
        Err(failure @ Failure::Rejected { .. }) => format!("REJECTED: {failure}"),
        Err(failure @ Failure::OutOfResources { .. }) => format!("OUT OF RESOURCES: {failure}"),
        Err(failure @ Failure::Malformed { .. }) => format!("MALFORMED: {failure}"),
    }
}

fn bytes_of(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}

#[test]
fn each_golden_certificate_has_its_verdict() {
    let games = [
        Game::full(3, 2),
        Game::full(3, 3),
        Game::full(4, 2),
        Game::full(5, 2),
        Game::new("3x4:3", &[3, 4], 3),
    ];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/certificates.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut verified, mut refused) = (0, 0);
    for row in file.lines().filter(|row| !row.starts_with('#')) {
        let [version, board, position, claim, count, records, expected] =
            row.split(" | ").collect::<Vec<_>>().try_into().expect(row);
        let mut certificate = Certificate::bare(board, position, claim);
        version.clone_into(&mut certificate.header.version);
        certificate.header.count = Some(count.to_owned());
        certificate.records = vec![bytes_of(records)];
        let bytes = certificate.bytes();
        let found = check(&bytes);
        assert_eq!(line(&found), expected, "{row}");
        assert_eq!(check_by(&bytes, Replay::Exact), found, "{row}");
        if version == "1" {
            let game = games.iter().find(|game| game.description == board);
            let holds = found.as_ref().ok().map(|found| Holds { plies: found.plies });
            assert_eq!(game.and_then(|game| proves(game, &certificate)), holds, "{row}");
            let strategy = Strategy::of(bytes).map(|strategy| strategy.verified().clone());
            assert_eq!(strategy, found, "{row}");
        }
        *(if found.is_ok() { &mut verified } else { &mut refused }) += 1;
    }
    assert!(verified > 100 && refused > 200, "{verified} {refused}");
}

#[test]
fn the_certificates_of_the_theorems_have_their_figures() {
    for (name, expected) in [
        ("3x3", "3x3 is a draw from the empty board; 14 strategic and 18 forced positions"),
        (
            "3x3x3",
            "x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most 7 plies",
        ),
        (
            "3x3x3-111",
            "o wins 3x3x3 from x26 o; 1 strategic and 0 forced positions; at most 9 plies",
        ),
        ("4x4", "4x4 is a draw from the empty board; 3 strategic and 0 forced positions"),
        ("5x5", "5x5 is a draw from the empty board; 1 strategic and 0 forced positions"),
        (
            "4x4x4",
            "x wins 4x4x4 from the empty board; 3990 strategic and 4602 forced positions; at most 29 plies",
        ),
    ] {
        let path = format!("../../theorems/certificates/{name}.oxc");
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        let found = check(&bytes).unwrap();
        assert_eq!(found.to_string(), expected);
        assert_eq!(check_by(&bytes, Replay::Exact), Ok(found));
    }
}
