//! What an unfinished search has left, without its checksum, which is added: a search that begins with it must not trust it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use oxo_core::{AnyGeometry, Board};
use oxo_solve::{SearchLimits, SolveOptions, Stop, Verdict, solve_with};

fuzz_target!(|data: &[u8]| {
    for name in ["3x3", "3x3x3", "4x4x4"] {
        let board: Board = name.parse().expect("a board");
        let mut sealed = data.to_vec();
        sealed.extend(crc32fast::hash(data).to_le_bytes());
        let limits = SearchLimits {
            nodes: Some(300),
            memory: 64 << 20,
            threads: 1,
            runner: None,
            stop: Stop::NEVER,
            report: &|_| {},
        };
        let options = SolveOptions {
            small: false,
            soonest: false,
            attacker: None,
            begin_with: Some(&sealed),
        };
        if let Ok(solution) = solve_with(&AnyGeometry::of(&board).start(), options, &limits) {
            let certificate = solution.certificate.as_deref();
            assert_eq!(solution.verdict != Verdict::Unknown, certificate.is_some());
            let is_true = match solution.verdict {
                Verdict::Draw => name == "3x3",
                Verdict::Wins(side) => name != "3x3" && side == oxo_core::Side::X,
                Verdict::Unknown => true,
            };
            assert!(is_true, "{name} is decided wrongly");
            certificate.map(|found| oxo_check::check(found).expect("a proof"));
        }
    }
});
