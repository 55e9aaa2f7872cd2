//! Certificates that prove their claims, and all ways to spoil one.

use oxo_check::{Failure, MAX_BYTES, Replay, Strategy, Verified, check, check_by, check_patashnik};

use crate::support::certificate::{Certificate, sealed};
use crate::support::game::{Game, Place};
use crate::support::plain::{Holds, proves};
use crate::support::samples;
use crate::support::strategies::Winner;

/// Returns the verdict on a claim without records.
fn bare(board: &str, position: &str, claim: &str) -> Result<Verified, Failure> {
    check(&Certificate::bare(board, position, claim).bytes())
}

fn is_rejected(found: &Result<Verified, Failure>) -> bool {
    matches!(found, Err(Failure::Rejected { .. }))
}

fn is_malformed(found: &Result<Verified, Failure>) -> bool {
    matches!(found, Err(Failure::Malformed { .. }))
}

#[test]
fn proofs_of_every_kind_are_verified_in_both_ways_of_replaying() {
    for (name, certificate) in samples::all() {
        let found =
            check(&certificate.bytes()).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let header = &certificate.header;
        assert_eq!(
            (&found.claim.to_string(), &found.board),
            (&header.claim, &header.board),
            "{name}"
        );
        assert_eq!(
            (found.strategic, found.forced),
            (certificate.strategic, certificate.forced),
            "{name}"
        );
        assert_eq!(check_by(&certificate.bytes(), Replay::Exact), Ok(found), "{name}");
    }
}

#[test]
fn the_centre_of_3x3x3_wins_with_one_strategic_move() {
    let found = check(&samples::cube(3).bytes()).unwrap();
    assert_eq!(
        found.to_string(),
        "x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; at most 7 plies"
    );
    let found = check(&samples::cube_for_o(3).bytes()).unwrap();
    assert_eq!(
        found.to_string(),
        "o wins 3x3x3 from x26 o; 1 strategic and 0 forced positions; at most 9 plies"
    );
}

/// Returns the verdict on a bound without records.
fn bound(board: &str, position: &str, plies: &str) -> Result<Verified, Failure> {
    let claim = format!("x wins not within {plies}");
    let mut certificate = Certificate::bare(board, position, &claim);
    "2".clone_into(&mut certificate.header.version);
    check(&certificate.bytes())
}

#[test]
fn a_bound_is_verified_up_to_the_length_of_the_win() {
    let found = bound("3x3x3", "27 x", "5").unwrap();
    let line = "x wins 3x3x3 not within 5 plies from the empty board; 0 positions";
    assert_eq!(found.to_string(), line);
    assert!(is_rejected(&bound("3x3x3", "27 x", "7")));
    // x x .
    // o o .
    // . . .
    assert!(is_rejected(&bound("3x3", "xx1oo4 x", "1")));
    for plies in ["9", "511"] {
        assert!(bound("3x3", "xx1ooo3 x", plies).is_ok(), "O has won");
    }
    for (position, plies) in
        [("27 o", "5"), ("27 x", "4"), ("27 x", "0"), ("27 x", "05"), ("27 x", "513")]
    {
        assert!(is_malformed(&bound("3x3x3", position, plies)), "{position} {plies}");
    }
}

#[test]
fn a_finished_game_needs_no_record() {
    // x x x
    // o o .
    // . . .   o to move
    for (claim, holds) in [
        ("x wins", true),
        ("x holds", true),
        ("o wins", false),
        ("o holds", false),
        ("draw", false),
    ] {
        let found = bare("3x3", "xxxoo4 o", claim);
        assert!(if holds { found.is_ok() } else { is_rejected(&found) }, "{claim}: {found:?}");
        let plies = found.ok().and_then(|found| found.plies);
        assert_eq!(plies, (claim == "x wins").then_some(0), "{claim}");
    }
    // x o x
    // x o o
    // o x x
    for (claim, holds) in
        [("x wins", false), ("x holds", true), ("o wins", false), ("o holds", true), ("draw", true)]
    {
        let found = bare("3x3", "xoxxoooxx o", claim);
        assert!(if holds { found.is_ok() } else { is_rejected(&found) }, "{claim}: {found:?}");
    }
}

#[test]
fn of_several_sequences_the_one_that_takes_the_fewest_plies_counts() {
    let game = Game::full(3, 3);
    // The sequences are those of docs/formats/certificate.md; 9, 1, 4 makes one more threat before the first of them.
    let record = |first: &[&[u8]]| {
        let rest: [&[u8]; 3] = [&[0, 18], &[3, 0], &[5, 2]];
        let count = |number: usize| u8::try_from(number).unwrap();
        let mut bytes = vec![13, count(first.len() + rest.len())];
        for sequence in first.iter().chain(&rest) {
            bytes.push(count(sequence.len()));
            bytes.extend_from_slice(sequence);
        }
        Certificate { records: vec![bytes], ..samples::cube(3) }
    };
    for (first, plies) in [
        (&[&[1, 4][..]][..], 7),
        (&[&[9, 1, 4], &[1, 4]], 7),
        // The moves after the winning one are not played.
        (&[&[9, 1, 4], &[1, 4, 0, 2, 3, 5, 6]], 7),
        (&[&[9, 1, 4, 22]], 9),
    ] {
        let certificate = record(first);
        let found = check(&certificate.bytes()).unwrap();
        assert_eq!(found.plies, Some(plies), "{first:?}");
        assert_eq!(check_by(&certificate.bytes(), Replay::Exact).as_ref(), Ok(&found));
        assert_eq!(proves(&game, &certificate), Some(Holds { plies: Some(plies) }), "{first:?}");
        let strategy = Strategy::of(certificate.bytes()).unwrap();
        assert_eq!(strategy.answer("27 x").unwrap().unwrap().plies, Some(plies), "{first:?}");
    }
}

#[test]
fn a_claim_decided_at_the_start_needs_no_record() {
    // x x .
    // o o .
    // . . .
    assert_eq!(bare("3x3", "xx1oo4 x", "x wins").unwrap().plies, Some(1));
    assert!(bare("3x3", "xx1oo4 x", "x holds").is_ok());
    assert!(is_rejected(&bare("3x3", "xx1oo4 o", "x wins")));
    assert!(is_rejected(&bare("3x3", "xx1oo4 x", "draw")));
    // x o x
    // . o .
    // o x o     X stands on every line but the middle row, and O cannot complete that one.
    assert!(is_rejected(&bare("3x3", "xox1o1oxo x", "x holds")));
    // x o x
    // o x o
    // o x .     each line has an X.
    assert!(bare("3x3", "xoxoxoox1 o", "x holds").is_ok());
}

#[test]
fn false_claims_are_rejected_with_any_records() {
    for (name, certificate) in samples::all() {
        let claims: &[&str] = match certificate.header.claim.as_str() {
            "x wins" => &["o wins", "o holds", "draw"],
            "o wins" => &["x wins", "x holds", "draw"],
            _ => &["x wins", "o wins"],
        };
        for claim in claims {
            let mut changed = certificate.clone();
            (*claim).clone_into(&mut changed.header.claim);
            assert!(check(&changed.bytes()).is_err(), "{name}: {claim}");
        }
    }
}

#[test]
fn a_proof_with_a_record_too_many_or_too_few_is_refused() {
    for (name, certificate) in samples::all() {
        for record in 0..certificate.records.len() {
            let mut dropped = certificate.clone();
            dropped.records.remove(record);
            assert!(check(&dropped.bytes()).is_err(), "{name} without record {record}");
            dropped.header.count = Some(certificate.records.len().to_string());
            assert!(
                check(&dropped.bytes()).is_err(),
                "{name} without record {record}, still counted"
            );
        }
        let mut longer = certificate.clone();
        longer.records.push(vec![0, 0]);
        assert!(is_rejected(&check(&longer.bytes())), "{name} with an idle record");
        longer.header.count = Some(certificate.records.len().to_string());
        assert!(is_malformed(&check(&longer.bytes())), "{name} with bytes after the last record");
        let mut last_dropped = certificate.clone();
        last_dropped.records.pop();
        assert!(is_rejected(&check(&last_dropped.bytes())), "{name} without its last record");
    }
}

#[test]
fn changed_moves_are_rejected() {
    // The centre is the only first move that wins 3x3x3 with the sequences stored for it.
    let certificate = samples::cube(3);
    for cell in (0..27).filter(|&cell| cell != 13) {
        let mut changed = certificate.clone();
        changed.records[0][0] = cell;
        assert!(is_rejected(&check(&changed.bytes())), "{cell}");
    }
    for cell in 27..=255 {
        let mut changed = certificate.clone();
        changed.records[0][0] = cell;
        assert!(is_malformed(&check(&changed.bytes())), "{cell}");
    }
    // The move is on the strategist's own first stone.
    let mut occupied = samples::draw(&Game::full(3, 2), false);
    occupied.records[1][0] = occupied.records[0][0];
    assert!(is_rejected(&check(&occupied.bytes())));
}

/// Returns the proof of 3x3x3 with one record whose sequences are all needed, and these sequences.
fn pruned_cube() -> (Certificate, Vec<Vec<u8>>) {
    let mut certificate = samples::cube(3);
    let mut rest = &certificate.records[0][2..];
    let mut sequences = Vec::new();
    while let Some((&length, tail)) = rest.split_first() {
        let (sequence, tail) = tail.split_at(usize::from(length));
        sequences.push(sequence.to_vec());
        rest = tail;
    }
    for number in (0..sequences.len()).rev() {
        let mut fewer = sequences.clone();
        fewer.remove(number);
        if check(&with_sequences(&certificate, &fewer).bytes()).is_ok() {
            sequences = fewer;
        }
    }
    certificate = with_sequences(&certificate, &sequences);
    (certificate, sequences)
}

fn with_sequences(certificate: &Certificate, sequences: &[Vec<u8>]) -> Certificate {
    let mut record = vec![13, u8::try_from(sequences.len()).unwrap()];
    for sequence in sequences {
        record.push(u8::try_from(sequence.len()).unwrap());
        record.extend(sequence);
    }
    Certificate { records: vec![record], ..certificate.clone() }
}

#[test]
fn dropped_emptied_and_shortened_sequences_are_refused() {
    let (certificate, sequences) = pruned_cube();
    assert!(check(&certificate.bytes()).is_ok() && sequences.len() > 1);
    assert!(is_rejected(&check(&with_sequences(&certificate, &[]).bytes())));
    for number in 0..sequences.len() {
        let mut changed = sequences.clone();
        changed.remove(number);
        assert!(is_rejected(&check(&with_sequences(&certificate, &changed).bytes())));
        changed = sequences.clone();
        changed[number].pop();
        assert!(is_rejected(&check(&with_sequences(&certificate, &changed).bytes())));
        changed[number].clear();
        assert!(is_malformed(&check(&with_sequences(&certificate, &changed).bytes())));
        changed = sequences.clone();
        changed[number][0] = 27;
        assert!(is_malformed(&check(&with_sequences(&certificate, &changed).bytes())));
        changed[number][0] = 13;
        assert!(is_rejected(&check(&with_sequences(&certificate, &changed).bytes())));
    }
}

#[test]
fn spoiled_pairings_are_refused() {
    let certificate = samples::draw(&Game::full(5, 2), true);
    let second = certificate.records[1].clone();
    let pairs = usize::from(second[1]);
    for pair in 0..pairs {
        let mut without = certificate.clone();
        without.records[1].drain(2 + 2 * pair..4 + 2 * pair);
        without.records[1][1] -= 1;
        assert!(is_rejected(&check(&without.bytes())), "without pair {pair}");
        let mut turned = certificate.clone();
        turned.records[1].swap(2 + 2 * pair, 3 + 2 * pair);
        assert!(is_malformed(&check(&turned.bytes())), "pair {pair} turned round");
    }
    let mut twice = certificate.clone();
    twice.records[1][1] += 1;
    twice.records[1].extend(&second[2..4]);
    assert!(is_rejected(&check(&twice.bytes())), "a pair given twice");
    let mut kind = certificate;
    kind.records[1][0] = 2;
    assert!(is_malformed(&check(&kind.bytes())), "a kind that does not exist");
}

#[test]
fn a_full_board_is_no_win() {
    // x o x
    // x o o
    // o x .   X fills the board without a line.
    let mut certificate = Certificate::bare("3x3", "xoxxooox1 x", "x wins");
    certificate.records = vec![vec![8, 0]];
    assert!(is_rejected(&check(&certificate.bytes())));
    // x o x
    // . o o
    // o x .   X must stop the middle row, and O fills the board.
    let mut certificate = Certificate::bare("3x3", "xox1ooox1 x", "x wins");
    certificate.records = vec![vec![0], vec![0]];
    assert!(is_rejected(&check(&certificate.bytes())));
}

/// Sets one line of the header to a text.
type Entry = fn(&mut Certificate, &str);

#[test]
fn the_header_has_one_spelling() {
    let certificate = samples::cube(3);
    let wrong: [(Entry, &[&str]); 5] = [
        (|c, text| text.clone_into(&mut c.header.version), &["2", "", "01", "1 "]),
        (
            |c, text| text.clone_into(&mut c.header.board),
            &[
                "3x3x3:3", "3X3x3", "03x3x3", "3x3", "3x3x3x", "", "7x7x7", "1", "3x3x3:4", "x",
                "3x3x4",
            ],
        ),
        (
            |c, text| text.clone_into(&mut c.header.position),
            &["27", "27 o x", "26 x", "28 x", "027 x", "27 X", "", "xxx24 x", "27  x"],
        ),
        (
            |c, text| text.clone_into(&mut c.header.claim),
            &["x win", "X wins", "wins", "", "o draws", "draw ", "x  wins"],
        ),
        (
            |c, text| c.header.count = Some(text.to_owned()),
            &["", "01", "-1", "one", "1 ", "+1", "0x1"],
        ),
    ];
    for (put, texts) in wrong {
        for text in texts {
            let mut changed = certificate.clone();
            put(&mut changed, text);
            assert!(is_malformed(&check(&changed.bytes())), "{text:?}: {:?}", changed.header);
        }
    }
    let whole = certificate.bytes();
    let text = &whole[..whole.len() - 4];
    let newline = text.iter().position(|&byte| byte == b'\n').unwrap();
    let spoiled = [
        [&text[..newline], b"\r", &text[newline..]].concat(),
        [b"\xef\xbb\xbf", text].concat(),
        [b"\n", text].concat(),
    ];
    for bytes in spoiled {
        assert!(is_malformed(&check(&sealed(bytes))));
    }
}

#[test]
fn a_cut_or_lengthened_file_is_malformed() {
    let bytes = samples::cube(1).bytes();
    for end in 0..bytes.len() {
        assert!(is_malformed(&check(&bytes[..end])), "cut at {end}");
    }
    for byte in [0, b'\n', 255] {
        assert!(is_malformed(&check(&[bytes.as_slice(), &[byte]].concat())));
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = samples::cube(1).bytes();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(is_malformed(&check(&changed)), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn more_records_than_the_limit_are_refused() {
    for (version, claim, most) in
        [("1", "x wins", 4_000_000), ("2", "x wins not within 1", 14_000_000)]
    {
        let mut certificate = Certificate::bare("3x3", "9 x", claim);
        version.clone_into(&mut certificate.header.version);
        let mut verdict = |count: String| {
            certificate.header.count = Some(count);
            check(&certificate.bytes())
        };
        assert!(is_malformed(&verdict(most.to_string())), "{claim}");
        for count in [(most + 1).to_string(), "99999999999999999999".to_owned()] {
            let found = verdict(count);
            assert!(matches!(found, Err(Failure::OutOfResources { .. })), "{found:?}");
        }
    }
}

#[test]
fn a_file_that_is_shorter_than_its_records_is_malformed_whatever_the_walk_meets() {
    for (version, position, claim, least) in
        [("1", "xxxoo4 o", "x wins", 1), ("2", "9 x", "x wins not within 1", 3)]
    {
        let mut certificate = Certificate::bare("3x3", position, claim);
        version.clone_into(&mut certificate.header.version);
        certificate.header.count = Some("2".to_owned());
        certificate.records = vec![vec![0; 2 * least]];
        assert!(is_rejected(&check(&certificate.bytes())), "{claim}");
        certificate.records[0].pop();
        assert!(is_malformed(&check(&certificate.bytes())), "{claim}");
    }
}

#[test]
fn a_file_of_more_than_256_mib_is_beyond_the_limits() {
    let mut bytes = vec![0; MAX_BYTES + 1];
    bytes[0] = b'\n';
    assert!(is_malformed(&check(&bytes[..MAX_BYTES])));
    assert!(matches!(check(&bytes), Err(Failure::OutOfResources { .. })));
}

#[test]
fn a_dictionary_begins_after_a_line_of_dashes() {
    let fault = |file: &[u8]| match check_patashnik(file) {
        Err(Failure::Malformed { offset, .. }) => Some(offset),
        _ => None,
    };
    assert_eq!(fault(b"--\n"), None);
    assert_eq!(fault(b"-\n"), Some(0));
    assert_eq!(fault(b"--\n 0\nx\n"), Some(6));
}

#[test]
fn a_rejection_names_the_record_and_the_position() {
    let mut certificate = samples::cube(0);
    certificate.records[0][0] = 0;
    let Err(Failure::Rejected { record, position, .. }) = check(&certificate.bytes()) else {
        panic!("a corner was taken for the centre");
    };
    assert!(record.is_some());
    assert!(position.is_some_and(|position| position.starts_with('x')));
    // x . o
    // . o .
    // . . .   O takes the corner that completes a diagonal, and nothing stops it.
    let place = Place::new(&[0], &[2, 4]);
    let game = Game::full(3, 2);
    let mut late = samples::proof(
        &game,
        ('x', "wins"),
        (&Place::new(&[0, 4], &[1]), 'o'),
        &mut Winner::new(0),
    );
    late.header.position = game.text(&place, 'x', 'o');
    let found = check(&late.bytes()).unwrap_err().to_string();
    assert!(found.contains("cell 6") && found.ends_with("record 1; position x1o1o4 o"), "{found}");
}
