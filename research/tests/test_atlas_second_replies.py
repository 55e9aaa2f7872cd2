"""Second replies: what one proof proves of several openings, the order of searches, and lost certificates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from atlas.attempts import OpeningAttempt, OpeningTask, attempt_opening
from atlas.composition import compose_opening
from atlas.job import Knowledge, Plan, Stage
from atlas.journal import Journal
from atlas.proofs import ProofFiles
from atlas.results import SECOND_MOVES, Attempt, Results
from atlas.second_replies import SecondReplies
from hyperoxo import Board, InputError, Position
from hyperoxo.solver.atlas import ProvedOpening
from support.present import present

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

QUBIC = Board("4x4x4")
OPENINGS = Results(QUBIC).openings[SECOND_MOVES]
BUDGET = 1_000_000
EASY = QUBIC.position("x2x57o2 o")
"""An opening of which every second reply is proved with this budget."""


def image_of(x: Sequence[str], o: Sequence[str]) -> str:
    """Return the text of the canonical position with these stones, X to move."""
    return Position(QUBIC, x, o, "x").canonical().text


@pytest.fixture
def proofs(tmp_path: Path) -> ProofFiles:
    return ProofFiles(tmp_path)


@pytest.fixture
def replies(proofs: ProofFiles) -> SecondReplies:
    """Return what is known at first of the second replies on 4x4x4."""
    return SecondReplies(QUBIC, OPENINGS, proofs)


def solved(text: str, proofs: ProofFiles) -> Attempt:
    found, certificate = attempt_opening(OpeningTask("4x4x4", text, BUDGET))
    proofs.add(found, present(certificate))
    return Attempt(found, "one")


def test_every_opening_lacks_its_61_second_replies_at_first(replies: SecondReplies) -> None:
    for opening in OPENINGS[::50]:
        cells = opening.legal_moves()
        assert len(cells) == 61
        lacking = present(replies.lacks(opening))
        assert set(lacking) == {opening.play(cell).canonical().text for cell in cells}


def test_a_proof_serves_both_stones_of_o_and_all_three_of_x(proofs: ProofFiles, replies: SecondReplies) -> None:
    """X's three stones after its third move and O's two: three second replies, and the openings of each."""
    before = {opening.text: set(replies.lacks(opening) or ()) for opening in OPENINGS}
    start = image_of(("111", "114"), ("112", "123"))
    attempt = solved(start, proofs)
    replies.add(attempt)
    [third] = attempt.found.third_moves
    after = QUBIC.position(third)
    proved = {
        image_of([QUBIC.name(own) for own in after.x if own != cell], [QUBIC.name(own) for own in after.o])
        for cell in after.x
    }
    assert start in proved
    assert 1 < len(proved) <= 3
    for opening in OPENINGS:
        assert set(replies.lacks(opening) or ()) == before[opening.text] - proved
    served = {opening.text for opening in OPENINGS if before[opening.text] & proved}
    assert len(served) > 2
    assert served == {opening for reply in proved for opening in replies.openings_of(reply)}


def test_an_opening_that_lacks_nothing_is_composed_and_verified(proofs: ProofFiles, replies: SecondReplies) -> None:
    classes = {EASY.play(cell).canonical().text for cell in EASY.legal_moves()}
    searched = 0
    while (reply := replies.hardest(EASY, ())) is not None:
        attempt = solved(reply, proofs)
        searched += attempt.found.nodes
        replies.add(attempt)
    assert replies.lacks(EASY) == set()
    task = replies.composition(EASY)
    assert task.third_moves.keys() == classes
    found = compose_opening(task)
    assert (present(found.proved).winner, found.position, found.second_replies) == ("x", EASY.text, len(classes))
    assert (found.nodes, found.third_moves) == (task.nodes, {})
    assert task.nodes == searched


def test_the_reply_with_o_on_the_most_lines_is_searched_first(replies: SecondReplies) -> None:
    first = present(replies.hardest(EASY, ()))
    lines = {
        text: sum(len(QUBIC.lines_through(cell)) for cell in QUBIC.position(text).o)
        for text in replies.lacks(EASY) or ()
    }
    assert lines[first] == max(lines.values()) == 11
    assert replies.hardest(EASY, {first}) != first
    assert replies.hardest(EASY, lines) is None


def test_a_reply_that_resists_postpones_its_openings_for_one_solver_and_budget(replies: SecondReplies) -> None:
    reply = present(replies.hardest(EASY, ()))
    replies.add(Attempt(OpeningAttempt(reply, 1_000, 1_001), "one"))
    for opening in OPENINGS:
        belongs = opening.text in replies.openings_of(reply)
        assert replies.resists(opening, 1_000, "one") == belongs
        assert not replies.resists(opening, 1_001, "one")
        assert not replies.resists(opening, 1_000, "another")
    [*unfinished] = replies.unfinished(OPENINGS, "one")
    assert {attempt.found.position for attempt in unfinished} == set(replies.openings_of(reply))
    assert {(one.found.budget, one.found.nodes, one.found.second_replies) for one in unfinished} == {(1_000, 1_001, 0)}


def test_a_search_that_failed_counts_once_for_the_openings_that_are_left(replies: SecondReplies) -> None:
    reply = min(replies.lacks(EASY) or ())
    searches = [
        Attempt(OpeningAttempt(reply, 100, 101, attacker="o", tasks=60, tasks_left=3), "one"),
        Attempt(OpeningAttempt(reply, 100, 101), "one"),
        Attempt(OpeningAttempt(reply, 100, 102), "two"),
        Attempt(OpeningAttempt(reply, 400, 401), "one"),
    ]
    for search in searches * 2:
        replies.add(search)
    replies.add(Attempt(OpeningAttempt(reply, 500, 450, ProvedOpening("x", 51)), "one"))
    assert replies.failed([EASY]) == searches
    assert replies.failed([opening for opening in OPENINGS if opening.text not in replies.openings_of(reply)]) == []
    [unfinished] = replies.unfinished([EASY], "one")
    found = unfinished.found
    assert (found.budget, found.nodes, found.second_replies) == (500, 101 + 101 + 102 + 401 + 450, 0)
    less = Attempt(OpeningAttempt(EASY.text, 1_000, 1_000), "one")
    assert min(less, unfinished, key=lambda attempt: attempt.rank) == unfinished


def test_a_reply_that_x_does_not_win_is_never_searched_again(replies: SecondReplies) -> None:
    reply = present(replies.hardest(EASY, ()))
    replies.add(Attempt(OpeningAttempt(reply, 1_000, 900, ProvedOpening("o", 50)), "one"))
    assert replies.resists(EASY, 2**64 - 1, "one")


def test_a_proof_whose_certificate_is_lost_is_not_used(replies: SecondReplies, tmp_path: Path) -> None:
    reply = image_of(("111", "114"), ("112", "123"))
    replies.add(solved(reply, ProofFiles(tmp_path / "elsewhere")))
    assert all(reply in (replies.lacks(QUBIC.position(text)) or ()) for text in replies.openings_of(reply))


def test_a_certificate_that_is_damaged_is_refused_by_name(proofs: ProofFiles, tmp_path: Path) -> None:
    found = solved(image_of(("111", "114"), ("112", "123")), proofs).found
    [path] = tmp_path.iterdir()
    whole = path.read_bytes()
    for data in (b"", whole[:-9], b"no archive", whole[:30] + bytes([whole[30] ^ 1]) + whole[31:]):
        path.write_bytes(data)
        with pytest.raises(InputError, match=r"it is (damaged|not the certificate)") as refused:
            proofs.read(found)
        assert refused.value.subject == str(path)
    path.write_bytes(whole)
    assert proofs.read(found)
    other = replace(found, certificate=(found.certificate or "")[:12] + "0" * 52)
    with pytest.raises(InputError, match="not the certificate that it is named after"):
        proofs.read(other)


def test_one_reply_after_which_o_wins_proves_its_openings(proofs: ProofFiles) -> None:
    """X begins on an edge of 3x3x3, and O gets the centre."""
    cube = Board("3x3x3")
    replies = SecondReplies(cube, Results(cube).openings[SECOND_MOVES], proofs)
    reply = Position(cube, ["112", "121"], ["222", "313"], "x").canonical()
    found, certificate = attempt_opening(OpeningTask("3x3x3", reply.text, BUDGET))
    plies = present(found.proved).plies
    served = [cube.position(opening) for opening in replies.openings_of(reply.text)]
    assert len(served) == 2
    replies.add(Attempt(found, "one"))
    assert [replies.winning_reply(opening) for opening in served] == [None, None]
    proofs.add(found, present(certificate))
    replies.add(Attempt(found, "one"))
    for opening in served:
        task = present(replies.winning_reply(opening))
        proved = compose_opening(task)
        assert (proved.position, proved.second_replies, proved.nodes) == (opening.text, 1, found.nodes)
        assert proved.proved == ProvedOpening("o", 1 + plies)


def test_o_may_win_where_its_stones_have_more_lines_than_those_of_x(replies: SecondReplies) -> None:
    kinds: dict[tuple[int, int], set[tuple[float, int, int]]] = {}
    for opening in OPENINGS:
        for text in replies.favourable(opening, BUDGET, "one"):
            reply = QUBIC.position(text)
            of_x, of_o = (sum(len(QUBIC.lines_through(cell)) for cell in cells) for cells in (reply.x, reply.o))
            kinds.setdefault((of_x, of_o), set()).add(replies.promise(text))
    assert set(kinds) == {(8, 14), (8, 11), (11, 14)}
    assert min(kinds[8, 14]) > max(kinds[8, 11] | kinds[11, 14])


def test_each_side_has_budgets_of_its_own(replies: SecondReplies) -> None:
    opening = next(opening for opening in OPENINGS if replies.favourable(opening, BUDGET, "one"))
    first, *others = replies.favourable(opening, BUDGET, "one")
    replies.add(Attempt(OpeningAttempt(first, BUDGET, BUDGET + 1), "one"))
    assert replies.resists(opening, BUDGET, "one")
    assert replies.favourable(opening, BUDGET, "one") == [first, *others]
    replies.add(Attempt(OpeningAttempt(first, 2 * BUDGET, BUDGET + 1, attacker="o"), "one"))
    assert not replies.resists(opening, 2 * BUDGET, "one")
    assert replies.favourable(opening, 2 * BUDGET, "one") == others
    assert replies.favourable(opening, BUDGET, "two") == [first, *others]
    assert replies.favourable(opening, 2 * BUDGET + 1, "one") == [first, *others]


def test_o_is_not_searched_for_where_x_wins(replies: SecondReplies) -> None:
    opening = next(opening for opening in OPENINGS if replies.favourable(opening, BUDGET, "one"))
    first, *others = replies.favourable(opening, BUDGET, "one")
    replies.add(Attempt(OpeningAttempt(first, BUDGET, 900, ProvedOpening("x", 50)), "one"))
    assert replies.favourable(opening, 2**64 - 1, "one") == others


def test_of_what_was_tried_for_o_little_is_left_first_and_much_is_not_tried_again(replies: SecondReplies) -> None:
    opening = next(opening for opening in OPENINGS if len(replies.favourable(opening, BUDGET, "one")) > 4)
    fresh, little, some, much, *_ = replies.favourable(opening, BUDGET, "one")
    for reply, unproved in ((little, 3), (some, 15), (much, 40)):
        found = OpeningAttempt(reply, BUDGET, BUDGET, attacker="o", tasks=60, tasks_left=unproved)
        replies.add(Attempt(found, "one"))
    left = replies.favourable(opening, 4 * BUDGET, "one")
    assert much not in left
    tried = [reply for reply in sorted(left, key=replies.promise, reverse=True) if reply in {fresh, little, some}]
    assert tried == [fresh, little, some]


def test_openings_that_were_searched_least_come_first_whatever_is_left_of_their_tasks(tmp_path: Path) -> None:
    results = Results(QUBIC)
    with Journal(tmp_path / "journal", QUBIC) as journal:
        proofs = ProofFiles(tmp_path)
        replies = SecondReplies(QUBIC, OPENINGS, proofs)
        known = Knowledge(results, replies, proofs, journal)
        own = {
            opening: set(found)
            for opening in results.attempted
            if len(found := replies.favourable(opening, 1, "one")) > 5
        }
        much = next(iter(own))
        little = next(opening for opening, found in own.items() if not found & own[much])
        for opening, nodes, left in ((much, 1_000, 3), (little, 10, 59)):
            for reply in own[opening]:
                before = OpeningAttempt(reply, 10, nodes, attacker="o", tasks=60, tasks_left=left)
                known.take(Attempt(before, "one"))
        searched = []
        stage = Stage(1, Plan([much, little], [500], 64, ["o"], least=1_000), known, "one")
        for task in stage.second_replies():
            searched.append(task.position)
            attempt = Attempt(OpeningAttempt(task.position, 500, 500, attacker="o", tasks=60, tasks_left=3), "one")
            stage.count(task, attempt)
            known.take(attempt)
    assert set(searched[:2]) <= own[little]
    assert set(searched[2:]) == own[much]
