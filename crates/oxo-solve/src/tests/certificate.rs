//! The writer of certificates, compared byte for byte with the examples in docs/formats/certificate.md.

use std::path::Path;

use oxo_core::{Board, Cell, Side};

use super::plain::{Plain, Stones};
use super::prove::Scripted;
use crate::board::masks::LineMasks;
use crate::strategy::certificate::{CertificateWriter, Claim};
use crate::strategy::prove::{Goal, ProofSink, Record, Replies, StrategyMove, prove_strategy};

/// Reads the bytes of the examples on the page: the hexadecimal numbers before the bars.
fn examples() -> Vec<Vec<u8>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/certificate.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks = page.split("```hex\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let bytes = |line: &str| {
        let numbers = line.split('|').next().unwrap().split_whitespace();
        numbers.map(|number| u8::from_str_radix(number, 16).unwrap()).collect::<Vec<u8>>()
    };
    blocks.map(|block| block.lines().flat_map(bytes).collect()).collect()
}

fn cells(board: &Board, indices: &[usize]) -> Vec<Cell> {
    indices.iter().map(|&index| board.cell(index).unwrap()).collect()
}

fn pairs(board: &Board, indices: &[[usize; 2]]) -> Vec<[Cell; 2]> {
    indices.iter().map(|pair| pair.map(|index| board.cell(index).unwrap())).collect()
}

#[test]
fn the_examples_of_the_page_are_written_byte_for_byte() {
    let examples = examples();
    assert_eq!(examples.len(), 2);

    let cube: Board = "3x3x3".parse().unwrap();
    let sequences = [[1, 4], [0, 18], [3, 0], [5, 2]].map(|sequence| cells(&cube, &sequence));
    let sequences: Vec<&[Cell]> = sequences.iter().map(Vec::as_slice).collect();
    let mut writer = CertificateWriter::default();
    let centre = cube.cell(13).ok();
    writer.record(&Record { cell: centre, replies: Replies::Sequences(&sequences) });
    let file = writer.finish("3x3x3", "27 x", Claim::Side(Side::X, Goal::Wins));
    assert_eq!(file, examples[0]);

    let square: Board = "5x5".parse().unwrap();
    let nine = [[1, 6], [2, 12], [3, 13], [4, 8], [9, 14], [5, 7], [10, 11], [15, 16], [20, 21]];
    let twelve = [
        [1, 3],
        [0, 10],
        [18, 24],
        [6, 16],
        [2, 7],
        [8, 23],
        [4, 12],
        [14, 19],
        [5, 9],
        [11, 13],
        [15, 17],
        [20, 21],
    ];
    let mut writer = CertificateWriter::default();
    let corner = square.cell(0).ok();
    writer.record(&Record { cell: corner, replies: Replies::Pairing(&pairs(&square, &nine)) });
    writer.record(&Record { cell: None, replies: Replies::Pairing(&pairs(&square, &twelve)) });
    assert_eq!(writer.finish("5x5", "25 x", Claim::Draw), examples[1]);
}

#[test]
fn a_walk_through_the_example_of_3x3x3_writes_its_file() {
    let plain = Plain::new("3x3x3");
    let masks = LineMasks::<u64, 2>::new(&plain.board);
    // The last threat sequence meets no reply that the others leave open, so it is not written.
    let sequences = [vec![1, 4], vec![0, 18], vec![3, 0], vec![5, 2], vec![1, 4]];
    let advice = |stones: &Stones, _| {
        assert!(stones.iter().all(Option::is_none), "only the empty board needs an answer");
        let sequences =
            sequences.iter().map(|sequence| cells(&plain.board, sequence).into()).collect();
        Some(StrategyMove { cell: Some(plain.cell(13)), sequences, pairs: None })
    };
    let start = plain.counts::<u64, 2, 3>(&masks, &plain.empty_board());
    let mut writer = CertificateWriter::default();
    let claim = (Side::X, Goal::Wins);
    let proved =
        prove_strategy(&masks, &start, Side::X, claim, &mut Scripted(advice), &mut writer).unwrap();
    assert_eq!((proved.side(), proved.plies().is_some()), (Side::X, true));
    assert_eq!((proved.size().strategic, proved.size().forced), (1, 0));
    let file = writer.finish("3x3x3", "27 x", Claim::Side(Side::X, Goal::Wins));
    assert_eq!(file, examples()[0]);
}

#[test]
fn large_numbers_take_several_bytes() {
    let board: Board = "3x3".parse().unwrap();
    for (count, written) in [
        (0, &[0][..]),
        (127, &[127]),
        (128, &[128, 1]),
        (300, &[0xac, 2]),
        (16_384, &[128, 128, 1]),
    ] {
        let sequence = cells(&board, &[7]);
        let mut writer = CertificateWriter::default();
        let sequences = vec![sequence.as_slice(); count];
        writer.record(&Record { cell: None, replies: Replies::Sequences(&sequences) });
        let file = writer.finish("3x3", "9 x", Claim::Side(Side::O, Goal::Wins));
        let header = "oxo certificate 1\nboard 3x3\nposition 9 x\nclaim o wins\nrecords 1\n\n";
        let mut expected = header.as_bytes().to_vec();
        expected.extend(written);
        expected.extend([1, 7].repeat(count));
        assert_eq!(file[..file.len() - 4], expected);
    }
}

#[test]
fn records_without_answers_and_claims_are_written_as_on_the_page() {
    let board: Board = "3x3".parse().unwrap();
    let mut writer = CertificateWriter::default();
    writer.record(&Record { cell: board.cell(4).ok(), replies: Replies::Records });
    writer.record(&Record { cell: None, replies: Replies::Records });
    let file = writer.finish("3x3", "9 x", Claim::Side(Side::O, Goal::Holds));
    let text =
        b"oxo certificate 1\nboard 3x3\nposition 9 x\nclaim o holds\nrecords 2\n\n\x04\x00\x00";
    assert_eq!(file[..file.len() - 4], text[..]);
    for (claim, words) in [
        (Claim::Side(Side::X, Goal::Wins), "x wins"),
        (Claim::Side(Side::X, Goal::Holds), "x holds"),
        (Claim::Side(Side::O, Goal::Wins), "o wins"),
        (Claim::Draw, "draw"),
    ] {
        assert_eq!(claim.to_string(), words);
    }
}
