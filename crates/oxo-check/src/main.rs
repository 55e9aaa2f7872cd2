//! `oxo-check`: checks a proof in a file and prints the verdict in one line. Exit code 0 means that the proof holds.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use oxo_check::{Failure, MAX_BYTES, Replay, Verified, check_by, check_patashnik};

const USAGE: &str = "\
usage: oxo-check [--format oxc|patashnik] [--exact] FILE

Checks a proof in FILE, or on standard input if FILE is `-`.

  --format oxc        a certificate (the default)
  --format patashnik  Patashnik's dictionary for 4x4x4
  --exact             replay every sequence against every reply, one by one
  --help              show this

exit code: 0 verified; 1 rejected; 2 bad usage, or a file that cannot be read or written;
           3 beyond the limits; 4 malformed";

/// The options of the command line.
struct Request {
    file: OsString,
    patashnik: bool,
    replay: Replay,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments == ["--help"] {
        return print(USAGE, 0);
    }
    let request = match parse(arguments) {
        Ok(request) => request,
        Err(reason) => {
            return refuse(&format!("{reason}\n{USAGE}"));
        }
    };
    let bytes = match read(&request.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            return refuse(&format!("cannot read {}: {error}", request.file.display()));
        }
    };
    let found =
        if request.patashnik { check_patashnik(&bytes) } else { check_by(&bytes, request.replay) };
    let (line, code) = verdict(&found);
    print(&line, code)
}

/// Prints a text and returns its exit code, or refuses where the output is a full disk or a closed pipe.
fn print(text: &str, code: u8) -> ExitCode {
    let mut output = io::stdout().lock();
    match writeln!(output, "{text}").and_then(|()| output.flush()) {
        Ok(()) => ExitCode::from(code),
        Err(error) => refuse(&format!("cannot write the output: {error}")),
    }
}

/// Prints a reason on standard error, and returns the code of bad usage.
fn refuse(reason: &str) -> ExitCode {
    // Where standard error cannot be written either, the code alone says it.
    let _ = writeln!(io::stderr(), "oxo-check: {reason}");
    ExitCode::from(2)
}

/// Returns the line and the exit code for a result.
fn verdict(found: &Result<Verified, Failure>) -> (String, u8) {
    match found {
        Ok(verified) => (format!("VERIFIED: {verified}"), 0),
        Err(failure @ Failure::Rejected { .. }) => (format!("REJECTED: {failure}"), 1),
        Err(failure @ Failure::OutOfResources { .. }) => {
            (format!("OUT OF RESOURCES: {failure}"), 3)
        }
        Err(failure @ Failure::Malformed { .. }) => (format!("MALFORMED: {failure}"), 4),
    }
}

fn parse(arguments: Vec<OsString>) -> Result<Request, String> {
    let mut file = None;
    let mut patashnik = false;
    let mut replay = Replay::Shared;
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--format") => match rest.next().as_deref().and_then(OsStr::to_str) {
                Some("oxc") => patashnik = false,
                Some("patashnik") => patashnik = true,
                _ => return Err("--format needs oxc or patashnik".to_owned()),
            },
            Some("--exact") => replay = Replay::Exact,
            _ if argument != "-" && argument.as_encoded_bytes().starts_with(b"-") => {
                return Err(format!("unknown option {}", argument.display()));
            }
            _ if file.is_none() => file = Some(argument),
            _ => return Err("there is more than one FILE".to_owned()),
        }
    }
    Ok(Request { file: file.ok_or("FILE is missing")?, patashnik, replay })
}

/// Reads a file, up to one byte more than the checker accepts.
fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    let source: Box<dyn Read> =
        if file == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) };
    let mut bytes = Vec::new();
    source.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
