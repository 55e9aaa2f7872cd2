//! The program `oxo-check`: exit codes, its line of output, and the examples in docs/formats/certificate.md.

use std::fs::File;
use std::io::{Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use oxo_check::MAX_BYTES;

use crate::support::certificate::Certificate;
use crate::support::samples;

/// Runs the program with the given bytes on its standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_oxo-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may end before the write.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns the exit code and the only line on standard output.
fn verdict(arguments: &[&str], input: &[u8]) -> (i32, String) {
    let output = run(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.stderr.is_empty());
    assert_eq!(text.lines().count(), 1, "{text}");
    (output.status.code().unwrap(), text.trim_end().to_owned())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn each_verdict_has_its_exit_code() {
    let good = samples::cube(3);
    let line = "VERIFIED: x wins 3x3x3 from the empty board; 1 strategic and 0 forced positions; \
                at most 7 plies";
    assert_eq!(verdict(&["-"], &good.bytes()), (0, line.to_owned()));
    assert_eq!(verdict(&["--exact", "-"], &good.bytes()), (0, line.to_owned()));
    assert_eq!(verdict(&["--format", "oxc", "-"], &good.bytes()), (0, line.to_owned()));

    let emptied = Certificate { records: vec![vec![13, 0]], ..good.clone() };
    let (code, line) = verdict(&["-"], &emptied.bytes());
    assert!(code == 1 && line.starts_with("REJECTED: "), "{line}");

    let mut large = good.clone();
    large.header.count = Some("4000001".to_owned());
    let (code, line) = verdict(&["-"], &large.bytes());
    assert!(code == 3 && line.starts_with("OUT OF RESOURCES: "), "{line}");

    for bytes in [&good.bytes()[1..], b"", b"VERIFIED"] {
        let (code, line) = verdict(&["-"], bytes);
        assert!(code == 4 && line.starts_with("MALFORMED: "), "{line}");
    }
    let (code, line) = verdict(&["--format", "patashnik", "-"], &good.bytes());
    assert!(code == 4 && line.starts_with("MALFORMED: "), "{line}");
}

#[test]
fn wrong_usage_and_unreadable_files_end_with_2() {
    for (arguments, reason) in [
        (&[][..], "FILE is missing"),
        (&["a", "b"], "more than one FILE"),
        (&["--format"], "--format needs"),
        (&["--format", "zip", "-"], "--format needs"),
        (&["--frobnicate", "-"], "unknown option --frobnicate"),
        (&["no/such/file.oxc"], "cannot read no/such/file.oxc"),
        (&["."], "cannot read ."),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.stdout.is_empty() && said.starts_with("oxo-check: "));
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
    let output = run(&["--help"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"usage: oxo-check "));
}

/// The name on the command line is not UTF-8; a file whose name is its nearest text is another file.
#[cfg(target_os = "linux")]
#[test]
fn the_file_that_is_named_is_checked_whatever_its_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let code = |arguments: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oxo-check"));
        command.current_dir(folder).args(arguments).output().unwrap().status.code()
    };
    let named = OsStr::from_bytes(b"named-\xff.oxc");
    std::fs::write(folder.join("named-\u{fffd}.oxc"), samples::cube(3).bytes()).unwrap();
    std::fs::write(folder.join(named), b"").unwrap();
    assert_eq!(code(&[named]), Some(4));
    std::fs::remove_file(folder.join(named)).unwrap();
    assert_eq!(code(&[named]), Some(2));
    let option = OsStr::from_bytes(b"-\xff");
    assert_eq!(code(&[option, OsStr::new("named-\u{fffd}.oxc")]), Some(2));
    assert_eq!(code(&[OsStr::new("--format"), option, OsStr::new("-")]), Some(2));
}

#[test]
fn a_file_beyond_the_limit_is_not_cut_to_it() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.oxc");
    for (beyond, expected) in [(0, 4), (1, 3)] {
        File::create(&path).unwrap().set_len(MAX_BYTES as u64 + beyond).unwrap();
        for format in ["oxc", "patashnik"] {
            let (code, line) = verdict(&["--format", format, path.to_str().unwrap()], b"");
            assert_eq!(code, expected, "{format}: {line}");
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_dictionary_of_too_many_lines_is_beyond_the_limits() {
    let head = b"--\n".as_slice();
    for (lines, expected) in [(4_000_000, 4), (4_000_001, 3)] {
        let dictionary = [head, &vec![b'\n'; lines]].concat();
        let (code, line) = verdict(&["--format", "patashnik", "-"], &dictionary);
        assert_eq!(code, expected, "{line}");
    }
}

/// Returns a pipe whose reader is gone.
fn closed_pipe() -> Stdio {
    let (_, writer) = pipe().unwrap();
    writer.into()
}

/// Returns a device that is always full, where the system has one.
fn full_disk() -> Stdio {
    File::create("/dev/full").map_or_else(|_| closed_pipe(), Stdio::from)
}

#[test]
fn output_that_cannot_be_written_ends_with_2_and_one_line() {
    for arguments in [&["-"][..], &["--help"]] {
        for lost in [full_disk, closed_pipe] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_oxo-check"));
            command.args(arguments).stdin(Stdio::null()).stdout(lost());
            let output = command.stderr(Stdio::piped()).output().unwrap();
            let line = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}");
            assert!(line.starts_with("oxo-check: cannot write") && line.lines().count() == 1);
            assert_eq!(command.stdout(lost()).stderr(lost()).status().unwrap().code(), Some(2));
        }
    }
}

/// Returns the bytes of a block of the document: lines of hexadecimal numbers, each followed by `|` and their meaning.
fn bytes_of(block: &str) -> Vec<u8> {
    block
        .lines()
        .flat_map(|line| line.split('|').next().unwrap_or_default().split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

#[test]
fn the_examples_in_the_document_are_verified_as_it_says() {
    let document =
        std::fs::read_to_string(repository().join("docs/formats/certificate.md")).unwrap();
    let mut examples = 0;
    for part in document.split("```hex\n").skip(1) {
        let (block, after) = part.split_once("```").unwrap();
        let line = after.lines().find_map(|line| line.strip_prefix("    VERIFIED: ")).unwrap();
        let bytes = bytes_of(block);
        assert_eq!(verdict(&["-"], &bytes), (0, format!("VERIFIED: {line}")));
        for end in 0..bytes.len() {
            assert_ne!(run(&["-"], &bytes[..end]).status.code(), Some(0));
        }
        examples += 1;
    }
    assert_eq!(examples, 2);
}

/// Returns Patashnik's dictionary, if it is beside the repository.
fn dictionary() -> Option<Vec<u8>> {
    let path = repository().join("../shared/data/patashnik-qubic-dictionary.txt");
    let found = std::fs::read(&path).ok();
    if found.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    found
}

#[test]
fn the_dictionary_of_patashnik_is_verified() {
    let Some(dictionary) = dictionary() else { return };
    let line =
        "VERIFIED: x wins 4x4x4 from the empty board; 2929 strategic and 6218 forced positions";
    assert_eq!(verdict(&["--format", "patashnik", "-"], &dictionary), (0, line.to_owned()));
}

#[test]
fn a_dictionary_with_a_changed_line_is_not_verified() {
    let Some(dictionary) = dictionary() else { return };
    let text = String::from_utf8(dictionary).unwrap();
    let spoiled = |from: &str, to: &str| {
        assert_eq!(text.matches(from).count(), 1, "{from:?}");
        verdict(&["--format", "patashnik", "-"], text.replace(from, to).as_bytes())
    };
    for (from, to, expected, said) in [
        // The first move, changed to a cell of another kind and to one off the board.
        ("--\n 0\n", "--\n 1\n", 1, "REJECTED"),
        ("--\n 0\n", "--\n 64\n", 4, "MALFORMED"),
        // No first line; another line missing; a changed move; a repeated line.
        ("--\n 0\n", "--\n", 1, "lacks the position"),
        ("\nx20o 48\n", "\n", 1, "neither a move nor a forced win"),
        ("\nx20o 48\n", "\nx20o 1\n", 1, "REJECTED"),
        ("\nx20o 48\n", "\nx20o 48\nx20o 48\n", 1, "same position"),
        ("\nx20o 48\n", "\nx20o 0\n", 4, "not on an empty cell"),
        ("\nx20o 48\n", "\nxx20o 48\n", 4, "different numbers"),
        ("\nx20o 48\n", "\nx20o48\n", 4, "no space"),
        // A position that the first player never reaches, since X would have a stone on cell 1.
        ("\nx20o 48\n", "\nx20o 48\n1x14o 12\n", 1, "never arises"),
    ] {
        let (code, line) = spoiled(from, to);
        assert!(code == expected && line.contains(said), "{from:?} to {to:?}: {line}");
    }
}
