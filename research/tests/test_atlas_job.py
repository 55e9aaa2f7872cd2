"""The atlas as a job: every result is kept at once, nothing is repeated, and bad files are refused by name."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from atlas.__main__ import main, publish, read_budgets
from atlas.attempts import OpeningAttempt, OpeningTask, attempt_opening
from atlas.failed_searches import FAILED_SEARCHES
from atlas.job import Knowledge, Plan, Stage, work_through
from atlas.journal import Journal
from atlas.openings import openings
from atlas.page import documents
from atlas.proofs import ProofFiles
from atlas.results import SECOND_MOVES, Attempt, Results
from atlas.second_replies import SecondReplies
from hyperoxo import Board, Game, InputError, solve
from hyperoxo.cli.arguments import UsageError
from hyperoxo.executor import open_executor
from hyperoxo.solver.atlas import Atlas, ProvedOpening
from support.present import present

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SQUARE, CUBE, QUBIC = Board("3x3"), Board("3x3x3"), Board("4x4x4")
EVERYTHING = 1_000_000


def run(folder: Path, board: Board, *arguments: str) -> None:
    assert (
        main(["--board", str(board), "--out", str(folder), "--jobs", "1", "--nodes", str(EVERYTHING), *arguments]) == 0
    )


def attempts(folder: Path, board: Board) -> list[dict[str, Any]]:
    """Return the lines of a journal, without its head."""
    return [json.loads(line) for line in (folder / f"{board}.journal").read_text().splitlines()[1:]]


def knowledge(folder: Path, journal: Journal, results: Results) -> Knowledge:
    """Return what a run knows that has only a journal."""
    proofs = ProofFiles(folder / "proofs")
    return Knowledge(results, SecondReplies(results.board, results.openings[SECOND_MOVES], proofs), proofs, journal)


def atlas_json(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "atlas.json").read_text())
    return found


@pytest.fixture(scope="module")
def cube(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that proves every opening of 3x3x3."""
    folder = tmp_path_factory.mktemp("cube")
    run(folder, CUBE)
    return folder


# ---- What a run leaves ----


def test_every_opening_has_an_entry_and_what_is_proved_is_in_the_shipped_form(cube: Path) -> None:
    found = atlas_json(cube)
    shipped = Atlas.load(cube / "3x3x3.atlas")
    entries = [entry for part in ("first_moves", "replies", "second_moves") for entry in found[part]]
    assert [len(found[part]) for part in ("first_moves", "replies", "second_moves")] == [4, 31, 254]
    assert len(shipped) == len(entries)
    for entry in entries:
        position = CUBE.position(entry["position"])
        assert (CUBE.names(position.x), CUBE.names(position.o)) == (entry["x"], entry["o"])
        proved = present(shipped.proved(position))
        assert entry["outcome"] == ("draw" if proved.winner is None else f"{proved.winner} wins")
        assert entry["plies"] == proved.plies


def test_a_reply_has_the_best_value_of_its_second_moves(cube: Path) -> None:
    shipped = Atlas.load(cube / "3x3x3.atlas")
    for reply in openings(CUBE, 2):
        found = present(shipped.proved(reply))
        after = [shipped.proved(reply.play(cell)) for cell in reply.legal_moves()]
        wins = [one.plies for one in after if one is not None and one.winner == "x"]
        if wins:
            assert found.winner == "x"
            assert found.plies <= 1 + min(wins)
        else:
            assert found.winner == "o"


def test_openings_that_resist_a_search_as_a_whole_are_composed_with_the_same_outcomes(
    cube: Path, tmp_path: Path
) -> None:
    """Of what follows second replies: X's answers to all of them, or one after which O wins."""
    assert main(["--board", "3x3x3", "--out", str(tmp_path), "--jobs", "1", "--nodes", "1,300000"]) == 0
    expected = {entry["position"]: entry["outcome"] for entry in atlas_json(cube)["second_moves"]}
    composed = {
        entry["position"]: entry["outcome"]
        for entry in atlas_json(tmp_path)["second_moves"]
        if entry["attempt"]["second_replies"] is not None
    }
    assert len(composed) == len(expected)
    assert composed == expected
    assert set(composed.values()) == {"x wins", "o wins"}


@pytest.mark.parametrize("side", ["x", "o"])
def test_second_replies_can_be_searched_for_wins_of_one_side_alone(side: str, tmp_path: Path) -> None:
    options = ["--board", "3x3x3", "--out", str(tmp_path), "--jobs", "1", "--nodes", "1,300000"]
    assert main([*options, "--attacker", side]) == 0
    searched = [entry for entry in attempts(tmp_path, CUBE) if CUBE.position(entry["position"]).stones == 4]
    assert {entry.get("attacker") for entry in searched} == ({"o"} if side == "o" else {None})
    composed = {entry["outcome"] for entry in atlas_json(tmp_path)["second_moves"] if entry["outcome"] != "unknown"}
    assert f"{side} wins" in composed


def test_a_second_move_that_the_proof_of_a_first_move_chooses_needs_no_attempt(tmp_path: Path) -> None:
    board = Board("6x6:4")
    run(tmp_path, board, "--classes", str(len(openings(board, 1))))
    first, second = (
        [entry for entry in atlas_json(tmp_path)[kind] if entry["outcome"] != "unknown"]
        for kind in ("first_moves", "second_moves")
    )
    assert first
    assert second
    implied = {text: plies for entry in attempts(tmp_path, board) for text, plies in entry.get("implied", {}).items()}
    for entry in second:
        assert entry["attempt"] is None
        assert entry["plies"] == implied[entry["position"]]
    results = Results.load(tmp_path / "atlas.json", board)
    left = [position for position in results.attempted if results.is_open(position, 1, "any")]
    assert len(left) == len(results.attempted) - len(first) - len(second)


def test_draws_are_proved_too(tmp_path: Path) -> None:
    run(tmp_path, SQUARE)
    found = atlas_json(tmp_path)
    assert [entry["outcome"] for entry in found["first_moves"]] == ["draw"] * 3
    assert {entry["outcome"] for entry in found["second_moves"]} == {"x wins", "o wins", "draw"}


def test_workers_in_other_processes_find_the_same(cube: Path, tmp_path: Path) -> None:
    assert main(["--board", "3x3x3", "--out", str(tmp_path), "--jobs", "2", "--nodes", str(EVERYTHING)]) == 0
    for name in ("atlas.json", "3x3x3.atlas"):
        assert (tmp_path / name).read_text() == (cube / name).read_text()


def test_the_short_form_tries_a_few_openings_of_4x4x4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--classes", "12", "--nodes", "1000,200000", "--jobs", "1", "--out", str(tmp_path)]) == 0
    assert "12 attempts" in capsys.readouterr().out
    found = atlas_json(tmp_path)
    tried = [entry for part in ("first_moves", "second_moves") for entry in found[part] if entry["attempt"]]
    assert len(tried) == 12
    assert {entry["attempt"]["budget"] for entry in tried} <= {1000, 200_000}
    assert {entry["ended"] for entry in attempts(tmp_path, QUBIC) if entry["outcome"] == "unknown"} == {"nodes"}
    assert sum(entry["outcome"] == "unknown" for entry in found["second_moves"]) >= 757 - 10
    assert "# The atlas of openings of 4x4x4" in (tmp_path / "atlas.md").read_text()
    assert len(list((tmp_path / "images/atlas").iterdir())) == 35


# ---- Resuming ----


@pytest.mark.parametrize("end", [-1, -20, -5_000, 20], ids=["end", "last line", "middle", "head"])
def test_a_line_that_was_cut_is_made_again_and_no_other(end: int, cube: Path, tmp_path: Path) -> None:
    whole = (cube / "3x3x3.journal").read_bytes()
    journal = tmp_path / "3x3x3.journal"
    journal.write_bytes(whole[:end])
    before = whole[:end].count(b"\n")
    run(tmp_path, CUBE)
    assert journal.read_bytes().splitlines()[:before] == whole.splitlines()[:before]
    found = attempts(tmp_path, CUBE)
    assert len({entry["position"] for entry in found}) == len(found) == 258
    assert (tmp_path / "atlas.json").read_text() == (cube / "atlas.json").read_text()


def test_an_opening_is_tried_again_with_a_larger_budget_or_by_another_solver(cube: Path) -> None:
    results = Results(QUBIC)
    [first, second, *_] = results.attempted
    results.add(Attempt(OpeningAttempt(first.text, 1_000, 1_001), "one"))
    assert not results.is_open(first, 1_000, "one")
    assert not results.is_open(first, 500, "one")
    assert results.is_open(first, 1_001, "one")
    assert results.is_open(first, 1_000, "another")
    assert results.is_open(second, 1, "one")
    done = Results.load(cube / "atlas.json", CUBE)
    assert not any(done.is_open(position, 2**64 - 1, "another") for position in done.attempted)


def test_two_runs_cannot_write_one_journal(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "3x3.journal", SQUARE),
        pytest.raises(InputError, match="another run writes there"),
    ):
        Journal(tmp_path / "3x3.journal", SQUARE)


def test_progress_shows_the_time_left_if_nothing_more_is_proved(tmp_path: Path) -> None:
    """Two first moves and ten second moves; three of these are tried in 60 s, 1,000 positions each, and two proved.

    Nine attempts are left, then one second reply to each of eight, and in the next stage ten times 5,000 positions.
    """
    times = iter([100.0, 160.0])
    results = Results(QUBIC)
    chosen = results.attempted[:12]
    with Journal(tmp_path / "journal", QUBIC) as journal:
        known = knowledge(tmp_path, journal, results)
        stage = Stage(1, Plan(chosen, [1_000, 5_000], 64), known, "one", lambda: next(times))
    none = "stage 1 of 2, 1,000 positions each: 0 attempts, 0 at second replies, 0 composed"
    assert stage.progress() == none
    tasks = [*stage.whole(1), *stage.whole(3)]
    for task, proved in zip(tasks[2:], (None, ProvedOpening("x", 50), ProvedOpening("x", 48)), strict=False):
        stage.count(task, Attempt(OpeningAttempt(task.position, 1_000, 1_000, proved), "one"))
    shown = "stage 1 of 2, 1,000 positions each: 12 attempts, 0 at second replies, 0 composed"
    assert stage.progress() == f"{shown}, at most 0:22 h left"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stage_leaves_out_what_its_own_attempts_imply(jobs: int, tmp_path: Path) -> None:
    board = Board("6x6:4")
    results = Results(board)
    centre = board.empty().play("33").canonical()
    chosen = attempt_opening(OpeningTask(str(board), centre.text, 300_000))[0].implied
    second = [position for position in results.attempted if position.stones == 3]
    # Those that the proof chooses come last, when its result is there.
    others = [position for position in second if position.text not in chosen][:40]
    others += [position for position in second if position.text in chosen]
    with Journal(tmp_path / "journal", board) as journal, open_executor(jobs) as workers:
        work_through(Plan([centre, *others], [300_000], 64), knowledge(tmp_path, journal, results), workers)
        tried = {attempt.found.position for attempt in journal.attempts}
        implied = chosen.keys() & {position.text for position in others}
    assert implied
    assert tried == {centre.text, *(position.text for position in others)} - implied


# ---- Files that are refused ----


HEAD = '{"journal": "atlas", "version": 2, "board": "3x3x3"}\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD.replace("3x3x3", "4x4x4"), ": it is no journal of the openings of 3x3x3"),
        (HEAD.replace("2", "1"), ": it is no journal of the openings of 3x3x3"),
        ("[Board 3x3x3]\n", ": it is no journal"),
        ("no line feed, and no head", ": it is no journal"),
        (HEAD + "[1]\n", ", line 2"),
        (HEAD + "null\n", ", line 2"),
        (HEAD + "{\n", ", line 2"),
        (HEAD + '{"position": "13x13 o"}\n', ", line 2"),
        (HEAD + "\x00\n", ", line 2"),
        pytest.param(HEAD + "[" * 100_000 + "\n", ", line 2", id="deep"),
    ],
)
def test_a_foreign_or_damaged_journal_is_refused_and_left_alone(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "3x3x3.journal"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"3x3x3\.journal{reason}"):
        Journal(path, CUBE)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("position", "27 x"),
        ("position", "26x o"),
        ("position", 3),
        ("outcome", "x draws"),
        ("plies", 0),
        ("plies", 27),
        ("plies", 5.0),
        ("nodes", -1),
        ("budget", None),
        ("solver", 5),
        ("certificate", "none"),
        ("strategic", "1"),
        ("implied", [1]),
        ("implied", {"x": "1"}),
        ("implied", {"27 x": 5}),
        ("implied", {"o12x13 x": 26}),
        ("implied", {"o12x13 x": 0}),
        ("implied", {"13xo12 x": 5}),
        ("second_replies", "1"),
        ("attacker", "z"),
        ("tasks", 3),
        ("command", None),
        ("cpu_seconds", -1),
        ("ended", "late"),
        ("third_moves", {"13xo12 x": 5}),
    ],
)
def test_an_attempt_that_is_none_is_refused(key: str, value: object, cube: Path, tmp_path: Path) -> None:
    entry = attempts(cube, CUBE)[0] | {key: value}
    path = tmp_path / "3x3x3.journal"
    path.write_text(f"{HEAD}{json.dumps(entry)}\n")
    with pytest.raises(InputError, match=r"3x3x3\.journal, line 2: it is no attempt"):
        Journal(path, CUBE)
    published = atlas_json(cube)
    published["first_moves"][0]["attempt"] = entry
    (tmp_path / "atlas.json").write_text(json.dumps(published))
    with pytest.raises(InputError, match=r"atlas\.json: it holds no whole atlas"):
        Results.load(tmp_path / "atlas.json", CUBE)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[: len(text) // 2], "it holds no atlas"),
        (lambda _: "", "it holds no atlas"),
        (lambda _: "[]", "it holds no atlas of 3x3x3"),
        (lambda _: "[" * 100_000, "it holds no atlas"),
        (lambda text: text.replace('"3x3x3"', '"4x4x4"'), "it holds no atlas of 3x3x3"),
        (lambda text: text.replace('"atlas": 2', '"atlas": 1'), "it holds no atlas of 3x3x3"),
        (lambda text: text.replace('"replies": [', '"answers": ['), "it holds no whole atlas"),
        (lambda text: text.replace('"13x13 o", "x": "222"', '"26x o", "x": "222"'), "it holds no whole atlas"),
        (
            lambda text: text.replace('"outcome": "x wins"', '"outcome": "o wins"', 1),
            "do not follow|not those that follow",
        ),
    ],
)
def test_results_that_are_cut_or_changed_or_foreign_are_refused_by_name(
    change: Callable[[str], str], reason: str, cube: Path, tmp_path: Path
) -> None:
    path = tmp_path / "atlas.json"
    path.write_text(change((cube / "atlas.json").read_text()))
    with pytest.raises(InputError, match=rf"atlas\.json: .*({reason})"):
        Results.load(path, CUBE)


def test_attempts_that_contradict_each_other_are_an_error(cube: Path) -> None:
    data = json.loads((cube / "atlas.json").read_text())
    [entry] = [one["attempt"] for one in data["first_moves"] if one["x"] == "222"]
    results = Results.load(cube / "atlas.json", CUBE)
    results.add(Attempt.from_json(CUBE, entry | {"outcome": "o wins", "plies": 2, "implied": {}}))
    with pytest.raises(RuntimeError, match="contradict"):
        results.proved()


def test_only_the_best_attempt_at_a_first_move_implies_openings(tmp_path: Path) -> None:
    """It alone is stored, so that what is read again is the same."""
    results = Results(QUBIC)
    first = results.openings[1][0].text
    longer, shorter = (later.text for later in results.openings[3][:2])
    for later, plies in ((longer, 50), (shorter, 40)):
        found = OpeningAttempt(first, 0, 0, ProvedOpening("x", plies), 1, 1, "0" * 64, {later: plies - 2})
        results.add(Attempt(found, "elsewhere"))
    assert [opening.text for opening in results.openings[3] if results.is_proved(opening)] == [shorter]
    path = tmp_path / "atlas.json"
    path.write_text(results.as_text())
    assert Results.load(path, QUBIC).proved() == results.proved()


# ---- Proofs found elsewhere ----


def test_a_proof_that_was_found_elsewhere_counts_once_it_is_verified(tmp_path: Path) -> None:
    opening = Game(CUBE, "222 111 112").position
    certificate = present(solve(opening).certificate)
    proof = tmp_path / "found.oxc"
    proof.write_bytes(certificate)
    arguments = ["--board", "3x3x3", "--classes", "1", "--nodes", "1", "--jobs", "1", "--out", str(tmp_path)]
    for _ in range(2):
        assert main([*arguments, "--certificate", str(proof)]) == 0
    [known] = [entry for entry in attempts(tmp_path, CUBE) if entry["solver"] == "elsewhere"]
    assert (known["outcome"], known["budget"], known["nodes"]) == ("x wins", 0, 0)
    assert known["certificate"] == hashlib.sha256(certificate).hexdigest()
    position = opening.canonical()
    assert known["position"] == position.text
    [entry] = [one for one in atlas_json(tmp_path)["second_moves"] if one["position"] == position.text]
    assert entry["outcome"] == "x wins"
    assert Atlas.load(tmp_path / "3x3x3.atlas").proved(position) is not None


@pytest.mark.parametrize(
    ("game", "end", "reason"),
    [
        (Game(CUBE), None, "it proves 'x wins' from 27 x"),
        (Game(CUBE, "222 111 112 333 113"), None, "it proves 'x wins'"),
        (Game(CUBE, "222 111"), None, "that is tried"),
        (Game(SQUARE, "22"), None, "no proof of an opening of 3x3x3"),
        (Game(CUBE, "222"), -1, "malformed"),
    ],
)
def test_a_proof_of_something_else_or_of_nothing_is_refused_by_name(
    game: Game, end: int | None, reason: str, tmp_path: Path
) -> None:
    certificate = present(solve(game.position).certificate)
    proof = tmp_path / "found.oxc"
    proof.write_bytes(certificate[:end])
    with pytest.raises(InputError, match=rf"found\.oxc: .*{reason}"):
        main(["--board", "3x3x3", "--nodes", "1", "--jobs", "1", "--out", str(tmp_path), "--certificate", str(proof)])
    assert attempts(tmp_path, CUBE) == []


# ---- The command line ----


@pytest.mark.parametrize("typed", ["", "0", "5,", "5,4", "5,5", "x", "1.5"])
def test_budgets_that_do_not_grow_are_refused(typed: str) -> None:
    with pytest.raises(InputError, match="--nodes"):
        read_budgets(typed)


@pytest.mark.parametrize("option", ["--publish", "--pages"])
def test_only_the_atlas_of_4x4x4_is_published(option: str) -> None:
    with pytest.raises(UsageError, match="the published atlas is of 4x4x4"):
        main(["--board", "3x3x3", option])


def test_what_is_published_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atlas.__main__.DOCS", tmp_path / "docs")
    monkeypatch.setattr("atlas.__main__.PACKAGE", tmp_path / "package")
    monkeypatch.setattr("atlas.__main__.BUILD", tmp_path / "build")
    monkeypatch.setattr("atlas.__main__.KEPT", tmp_path / "kept")
    arguments = ["--classes", "3", "--nodes", "1000", "--jobs", "1", "--publish"]
    assert main(arguments) == 0
    (tmp_path / "build/4x4x4.journal").unlink()
    published = (tmp_path / "docs/atlas.json").read_text()
    assert main(arguments) == 0
    assert (tmp_path / "docs/atlas.json").read_text() == published
    assert (tmp_path / "build/4x4x4.journal").read_text().count("\n") == 1
    published_searches = (tmp_path / "docs" / FAILED_SEARCHES).read_text()
    assert published_searches.count("\n") > 1
    assert {path.name for path in (tmp_path / "package").iterdir()} == {"4x4x4.atlas", "4x4x4-replies.json"}
    publish(Results.load(tmp_path / "docs/atlas.json", QUBIC))
    assert (tmp_path / "docs" / FAILED_SEARCHES).read_text() == published_searches
    assert set(documents(Results(QUBIC))) - {"4x4x4.atlas", "4x4x4-replies.json"} | {FAILED_SEARCHES} == {
        str(path.relative_to(tmp_path / "docs")) for path in (tmp_path / "docs").rglob("*") if path.is_file()
    }
