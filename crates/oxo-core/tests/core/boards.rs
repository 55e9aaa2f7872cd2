//! Descriptions, lines and cells of boards.

use oxo_core::{Board, Description, Line};
use proptest::prelude::*;

use crate::shapes::{any_board, board, repeatable};

#[test]
fn a_description_is_written_in_its_shortest_form() {
    for (given, canonical) in [
        ("3x3", "3x3"),
        ("4x4x4:4", "4x4x4"),
        ("5x5:4", "5x5:4"),
        ("3x4x5:3", "3x4x5:3"),
        ("7", "7"),
        ("1x5:5", "1x5:5"),
        ("16x16", "16x16"),
    ] {
        assert_eq!(board(given).to_string(), canonical);
        assert_eq!(board(given), board(canonical));
    }
    assert_ne!(board("5x5"), board("5x5:4"));
    assert_ne!(board("3x4:3"), board("4x3:3"));
}

#[test]
fn a_description_of_no_board_is_refused_with_the_reason() {
    for (given, reason) in [
        ("", "not a board"),
        ("x", "not a board"),
        ("3x", "not a board"),
        ("0x3", "axis 1 is not a whole number from 1"),
        ("03x3", "axis 1 is not a whole number from 1"),
        ("+3x3", "not a board"),
        ("3 x 3", "not a board"),
        ("3x3\n", "not a board"),
        ("٣x٣", "not a board"),
        ("3x4", "the axes differ in length, so they do not say how long a line is"),
        ("1x1", "a line needs at least 2 cells"),
        ("3x3:1", "a line needs at least 2 cells"),
        ("3x3:", "the line length after `:` is not a whole number from 1"),
        ("3x3:3:3", "the line length after `:` is not a whole number from 1"),
        ("3x3:4", "no line of that length fits on the board"),
        ("3x3:99999999999999999999999", "no line of that length fits on the board"),
        ("16x17:3", "the board has more than 256 cells"),
        ("999999999999x9", "the board has more than 256 cells"),
        ("4294967296x4294967296", "the board has more than 256 cells"),
        ("2x2x2x2x2x2x2x2x2", "the board has 9 axes, and 8 is the most"),
    ] {
        let error = given.parse::<Description>().expect_err(given);
        assert_eq!((error.subject.as_str(), error.reason.as_str()), (given, reason));
    }
}

#[test]
fn a_full_cube_has_the_known_number_of_lines() {
    for n in 2..=16_usize {
        for d in (1..=8).take_while(|&d| n.pow(d) <= 256) {
            let cube = board(&vec![n.to_string(); d as usize].join("x"));
            let expected = ((n + 2).pow(d) - n.pow(d)) / 2;
            assert_eq!(cube.line_count(), expected, "{cube}");
        }
    }
}

#[test]
fn lines_are_in_lexicographic_order() {
    let lines: Vec<String> =
        board("3x3").lines().map(|line| board("3x3").names(line.iter().copied())).collect();
    let expected = [
        "11 12 13", "11 21 31", "11 22 33", "12 22 32", "13 22 31", "13 23 33", "21 22 23",
        "31 32 33",
    ];
    assert_eq!(lines, expected);
}

/// Counts lines by their ends. Two cells are the ends of a line exactly if each coordinate differs by 0 or k-1 and some
/// coordinate differs.
fn lines_by_ends(board: &Board) -> usize {
    let reach = board.line_length() - 1;
    let coordinates: Vec<_> = board.cells().map(|cell| board.coordinates(cell)).collect();
    let is_line = |a: &[usize], b: &[usize]| {
        a != b && a.iter().zip(b).all(|(a, b)| [0, reach].contains(&a.abs_diff(*b)))
    };
    let pairs = coordinates
        .iter()
        .enumerate()
        .flat_map(|(index, a)| coordinates[index + 1..].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| is_line(a, b)).count()
}

proptest! {
    #![proptest_config(repeatable())]

    #[test]
    fn lines_are_straight_ascending_and_complete(board in any_board()) {
        let mut previous: Option<&[_]> = None;
        for line in board.lines() {
            prop_assert_eq!(line.len(), board.line_length());
            prop_assert!(line.is_sorted());
            prop_assert!(previous.is_none_or(|previous| previous < line));
            previous = Some(line);
            let steps: Vec<Vec<isize>> = line
                .windows(2)
                .map(|pair| {
                    let [from, to] = [pair[0], pair[1]].map(|cell| board.coordinates(cell));
                    from.iter().zip(to).map(|(&a, b)| b.cast_signed() - a.cast_signed()).collect()
                })
                .collect();
            prop_assert!(steps.iter().all(|step| *step == steps[0]));
            prop_assert!(steps[0].iter().all(|step| step.abs() <= 1));
        }
        prop_assert_eq!(board.line_count(), lines_by_ends(&board));
    }

    #[test]
    fn lines_through_a_cell_are_the_lines_that_hold_it(board in any_board()) {
        for cell in board.cells() {
            let through: Vec<usize> =
                board.lines_through(cell).iter().map(|line| line.index()).collect();
            let holding: Vec<usize> = board
                .lines()
                .enumerate()
                .filter(|(_, line)| line.contains(&cell))
                .map(|(index, _)| index)
                .collect();
            prop_assert_eq!(through, holding);
        }
    }

    #[test]
    fn a_line_is_found_by_its_cells(board in any_board()) {
        for (index, cells) in board.lines().enumerate() {
            prop_assert_eq!(board.line_of(cells).map(Line::index), Some(index));
            prop_assert_eq!(board.line_of(&cells[1..]), None);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9x:]{0,24}|\\PC{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert!(board.size() <= 256 && board.line_count() > 0);
            prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        }
    }
}
