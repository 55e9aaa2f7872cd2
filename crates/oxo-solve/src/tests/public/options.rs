//! Options beyond the outcome: a small proof, one attacker, and the continuation of an earlier search.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use oxo_core::Side;

use super::{position, solved, unbounded};
use crate::{
    Keeper, Report, SearchLimits, Solution, SolveOptions, Stop, Unreadable, Verdict, solve_with,
};

fn solved_with(
    board: &str,
    text: Option<&str>,
    nodes: Option<u64>,
    options: SolveOptions<'_>,
) -> Result<Solution, Unreadable> {
    solve_with(&position(board, text), options, &SearchLimits { nodes, ..unbounded() })
}

/// X has a corner and a centre cell of one diagonal, O an edge cell beside the corner.
const OPENING: &str = "xo19x42 o";

#[test]
fn a_stopped_search_can_be_continued() {
    let stopped = solved("4x4x4", Some(OPENING), 1, Some(150_000));
    assert_eq!(stopped.verdict, Verdict::Unknown);
    let left = stopped.unfinished.expect("what it found");
    let options = SolveOptions { begin_with: Some(&left), ..SolveOptions::default() };
    let finished = solved_with("4x4x4", Some(OPENING), None, options).expect("its own answers");
    assert_eq!(finished.verdict, Verdict::Wins(Side::X));
    assert!(finished.nodes < solved("4x4x4", Some(OPENING), 1, None).nodes);
}

#[test]
fn a_running_search_keeps_what_continues_it_and_takes_the_same_course() {
    let first = solved("4x4x4", Some(PART), 1, None);
    for (soonest, small) in [(false, false), (true, false), (false, true)] {
        let options = SolveOptions { small, soonest, ..SolveOptions::default() };
        let (intervals, kept) = (AtomicU64::new(1), Mutex::new(Vec::new()));
        let interval = || intervals.fetch_add(1, Ordering::Relaxed);
        let keep = |unfinished| kept.lock().unwrap().push(unfinished);
        let keeper = Keeper::new(&interval, &keep);
        let watched = SolveOptions { keeper: Some(&keeper), ..options };
        let [usual, watched] = [options, watched].map(|options| {
            solved_with("4x4x4", Some(PART), None, options).expect("nothing to begin with")
        });
        assert_eq!((watched.nodes, watched.certificate), (usual.nodes, usual.certificate));
        let kept = kept.into_inner().unwrap();
        let begin_with = kept.last().map(Vec::as_slice);
        let options = SolveOptions { begin_with, ..SolveOptions::default() };
        let taken_up = solved_with("4x4x4", Some(PART), None, options).expect("its own answers");
        assert_eq!(taken_up.verdict, Verdict::Wins(Side::X));
        assert!(taken_up.nodes * 2 < first.nodes, "{} of {}", taken_up.nodes, first.nodes);
    }
}

#[test]
fn answers_to_begin_with_must_be_undamaged_and_for_the_board() {
    let stopped = solved("4x4x4", Some(OPENING), 1, Some(150_000));
    let left = stopped.unfinished.expect("what it found");
    let begin = |board: &str, bytes: &[u8]| {
        let options = SolveOptions { begin_with: Some(bytes), ..SolveOptions::default() };
        solved_with(board, None, Some(1), options).map(|solution| solution.verdict)
    };
    assert_eq!(begin("4x4x4", &left), Ok(Verdict::Unknown));
    assert_eq!(begin("4x4x4", &left[..left.len() - 1]), Err(Unreadable));
    assert_eq!(begin("3x3x3", &left), Err(Unreadable));
    assert_eq!(begin("4x4x4", b""), Err(Unreadable));
    for place in (0..left.len()).step_by(97) {
        let mut spoilt = left.clone();
        spoilt[place] ^= 0x10;
        assert_eq!(begin("4x4x4", &spoilt), Err(Unreadable), "byte {place}");
    }
}

#[test]
fn wrong_answers_to_begin_with_prove_nothing() {
    let stopped = solved("4x4x4", Some(OPENING), 1, Some(150_000));
    let left = stopped.unfinished.expect("what it found");
    let spoilt = with_wrong_moves(&left);
    assert!(spoilt.len() < left.len());
    let options = SolveOptions { begin_with: Some(&spoilt), ..SolveOptions::default() };
    let solution = solved_with("4x4x4", Some(OPENING), None, options).expect("a readable file");
    assert_eq!(solution.verdict, Verdict::Wins(Side::X));
    assert!(solution.nodes >= solved("4x4x4", Some(OPENING), 1, None).nodes, "it began anew");
}

/// Returns answers for the same positions, each with the last empty cell as its move and without threat sequences.
fn with_wrong_moves(file: &[u8]) -> Vec<u8> {
    let head = b"oxo answers 1\nboard 4x4x4\nx\n";
    let mut out = head.to_vec();
    let mut rest = file[head.len()..file.len() - 4].iter().copied();
    while let Some(attackers) = rest.next() {
        let mut stones: Vec<u8> = rest.by_ref().take(attackers.into()).collect();
        out.push(attackers);
        out.extend(&stones);
        let defenders = rest.next().expect("the defender's stones");
        stones.extend(rest.by_ref().take(defenders.into()));
        out.push(defenders);
        out.extend(&stones[attackers.into()..]);
        rest.next().expect("a cell");
        out.push((0..64).rev().find(|cell| !stones.contains(cell)).expect("an empty cell"));
        out.push(0);
        for _ in 0..rest.next().expect("a number of sequences") {
            let length = rest.next().expect("a sequence");
            rest.by_ref().take(length.into()).for_each(drop);
        }
    }
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

#[test]
fn an_attack_for_one_side_alone_finds_its_wins_sooner_and_none_of_the_other() {
    let won_by_o = "o6x11x22o21 x";
    let alone = |side, nodes| {
        let options = SolveOptions { attacker: Some(side), ..SolveOptions::default() };
        solved_with("4x4x4", Some(won_by_o), Some(nodes), options).expect("nothing to begin with")
    };
    assert_eq!(alone(Side::O, 2_000_000).verdict, Verdict::Wins(Side::O));
    assert_eq!(alone(Side::X, 2_000_000).verdict, Verdict::Unknown);
    let options = SolveOptions { attacker: Some(Side::O), ..SolveOptions::default() };
    let of_x = solved_with("4x4x4", Some(OPENING), Some(2_000_000), options).expect("a position");
    assert_eq!(of_x.verdict, Verdict::Unknown, "it is won by X");
}

/// Two stones per side: X has a corner and a centre cell of one diagonal, O the cells beside the corner on an edge.
const PART: &str = "xoo18x42 x";

fn small(text: &str, threads: usize, nodes: Option<u64>) -> Solution {
    let options = SolveOptions { small: true, ..SolveOptions::default() };
    let limits = SearchLimits { nodes, threads, ..unbounded() };
    solve_with(&position("4x4x4", Some(text)), options, &limits).expect("nothing to begin with")
}

fn strategic(solution: &Solution) -> usize {
    solution.proofs[0].size().strategic
}

#[test]
fn a_small_proof_is_smaller_and_proves_the_same() {
    let first = solved("4x4x4", Some(OPENING), 1, None);
    let small = small(OPENING, 1, None);
    assert_eq!(small.verdict, first.verdict);
    assert!(strategic(&small) < strategic(&first), "{} < {}", strategic(&small), strategic(&first));
}

#[test]
fn a_small_proof_does_not_depend_on_the_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| small(OPENING, threads, Some(4_000_000)));
    assert_eq!(one.nodes, three.nodes);
    assert_eq!(one.certificate, three.certificate);
}

#[test]
fn an_interrupted_search_for_a_small_proof_ends_with_a_proof() {
    let first = solved("4x4x4", Some(PART), 1, None);
    let all = small(PART, 1, None);
    for nodes in [first.nodes + first.nodes / 8, u64::midpoint(first.nodes, all.nodes)] {
        let cut = small(PART, 1, Some(nodes));
        assert_eq!(cut.verdict, first.verdict);
        assert!((strategic(&all)..=strategic(&first)).contains(&strategic(&cut)));
    }
    assert!(strategic(&all) < strategic(&first));
}

#[test]
fn a_search_for_a_small_proof_reports_its_progress_and_ends_when_it_is_stopped() {
    let first = solved("4x4x4", Some(OPENING), 1, None);
    let (cancelled, reports) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let report = |report: Report| {
        reports.lock().unwrap().push(report);
        if report.nodes > first.nodes + 500_000 {
            cancelled.store(true, Ordering::Relaxed);
        }
    };
    let options = SolveOptions { small: true, ..SolveOptions::default() };
    let is_cancelled = || cancelled.load(Ordering::Relaxed);
    let stop = Stop::when(&is_cancelled);
    let limits = SearchLimits { report: &report, stop, ..unbounded() };
    let cut = solve_with(&position("4x4x4", Some(OPENING)), options, &limits).expect("a position");
    assert_eq!(cut.verdict, first.verdict);
    let reports = reports.into_inner().unwrap();
    assert!(reports.is_sorted_by_key(|report| (report.tasks_done, report.nodes)));
    let last = reports.last().unwrap();
    assert!(last.tasks > 1 && last.tasks_done == last.tasks);
    assert!(cancelled.into_inner() && last.nodes <= cut.nodes);
    // The rest of the current batch still begins, and ends at once.
    assert!(cut.nodes < last.nodes + 20_000, "{} after {}", cut.nodes, last.nodes);
}

fn soonest(text: &str, threads: usize, nodes: Option<u64>) -> Solution {
    let options = SolveOptions { soonest: true, ..SolveOptions::default() };
    let limits = SearchLimits { nodes, threads, ..unbounded() };
    solve_with(&position("4x4x4", Some(text)), options, &limits).expect("nothing to begin with")
}

fn said_by_the_checker(solution: &Solution) -> String {
    let certificate = solution.certificate.as_ref().expect("a certificate");
    oxo_check::check(certificate).expect("a proof").to_string()
}

#[test]
fn games_become_shorter_in_the_same_way_on_any_number_of_threads() {
    let first = solved("4x4x4", Some(OPENING), 1, None);
    let [sooner, on_three] = [1, 3].map(|threads| soonest(OPENING, threads, Some(3_000_000)));
    // Shorter threat sequences alone make it 36.
    let plies = sooner.plies().expect("a win");
    assert!(plies < 36 && first.plies() > Some(36), "{plies} < {:?}", first.plies());
    assert_eq!((sooner.nodes, &sooner.certificate), (on_three.nodes, &on_three.certificate));
    assert!(said_by_the_checker(&sooner).ends_with(&format!("at most {plies} plies")));
}

#[test]
fn a_search_for_shorter_games_that_is_cut_short_ends_with_a_proof_and_goes_on_from_it() {
    let first = solved("4x4x4", Some(PART), 1, None);
    let all = soonest(PART, 1, None);
    assert!(all.plies() < first.plies() && all.unfinished.is_none());
    for nodes in [first.nodes + first.nodes / 8, first.nodes * 8, all.nodes / 2] {
        let cut = soonest(PART, 1, Some(nodes));
        assert_eq!(cut.verdict, first.verdict);
        assert!((all.plies()..=first.plies()).contains(&cut.plies()), "{nodes}: {:?}", cut.plies());
        assert!((first.nodes + 1..nodes + 30_000).contains(&cut.nodes), "{} of {nodes}", cut.nodes);
        let plies = cut.plies().expect("a win");
        assert!(said_by_the_checker(&cut).ends_with(&format!("at most {plies} plies")));
        let left = cut.unfinished.as_ref().expect("what it found");
        let options =
            SolveOptions { soonest: true, begin_with: Some(left), ..SolveOptions::default() };
        let resumed =
            solved_with("4x4x4", Some(PART), Some(nodes), options).expect("its own answers");
        assert!(resumed.plies() <= cut.plies(), "{:?} after {:?}", resumed.plies(), cut.plies());
    }
}

#[test]
fn shorter_games_stay_short_when_the_proof_is_made_smaller() {
    let sooner = soonest(PART, 1, None);
    let options = SolveOptions { small: true, soonest: true, ..SolveOptions::default() };
    let both = solved_with("4x4x4", Some(PART), None, options).expect("nothing to begin with");
    assert!(both.plies() <= sooner.plies(), "{:?} <= {:?}", both.plies(), sooner.plies());
    assert!(strategic(&both) < strategic(&sooner), "{} < {}", strategic(&both), strategic(&sooner));
}
