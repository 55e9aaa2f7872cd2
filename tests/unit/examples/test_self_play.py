"""The learner of examples/self_play.py: what it computes at once is what it means, and it learns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from examples.learning_curve import learning_curve
from examples.self_play import BOARD, CELLS, OPPONENT, PLANES, SelfPlay, ValueFunction, meet
from hyperoxo.rl import observe

ROOT = Path(__file__).parents[3]


def test_the_planes_contain_every_line() -> None:
    assert len(PLANES) == 15
    assert all(any(set(line) <= set(plane) for plane in PLANES) for line in BOARD.lines)


def test_the_best_move_leads_to_the_highest_value() -> None:
    """The learner adds up changes; here every move is played, and the position after it valued."""
    rng = np.random.default_rng(1)
    value = ValueFunction()
    value.weights[:] = rng.normal(size=len(value.weights)) / 10
    for _ in range(20):
        position = BOARD.empty()
        for _ in range(rng.integers(5)):  # too few to complete a line
            position = position.play(int(rng.choice(position.legal_moves())))
        side = position.to_move
        values = {
            cell: float(value.values(value.patterns(observe(position.play(cell), side)["observation"][np.newaxis]))[0])
            for cell in position.legal_moves()
        }
        seen = observe(position, side)
        best = value.best_moves(value.patterns(seen["observation"][np.newaxis]), seen["action_mask"].view(np.bool_))
        assert int(best[0]) == max(values, key=lambda cell: values[cell])


def test_a_short_form_learns() -> None:
    """A thirtieth of the run on the page: the intervals before and after are far apart."""
    learner = SelfPlay(seed=1)
    before = meet(learner.value, OPPONENT, games=100, seed=1, steps=0)
    for _ in range(250):
        learner.step()
    after = meet(learner.value, OPPONENT, games=100, seed=1, steps=250)
    assert before.high < 0.35
    assert after.low > 0.5


def test_the_page_shows_what_was_recorded() -> None:
    facts = json.loads((ROOT / "docs/learning.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs/learning.md").read_text(encoding="utf-8")
    for point in facts["curve"]:
        score, low, high, first, second = (
            f"{point[key]:.1%}".replace("%", " %") for key in ("score", "low", "high", "first", "second")
        )
        assert f"| {point['steps'] * 256:,} | {score} | {low} to {high} | {first} | {second} |" in page
    assert f"It took {facts['seconds']} s " in page
    last = facts["curve"][-1]
    assert last["games"] == 400
    assert last["score"] >= 0.9
    assert (ROOT / "docs/images/learning.svg").read_text(encoding="utf-8") == learning_curve(facts)


def test_a_pattern_sees_own_and_other_stones() -> None:
    empty, own, other = (np.zeros((1, 2, CELLS), np.int8) for _ in range(3))
    own[0, 0, 13] = other[0, 1, 13] = 1  # the centre, which is on 9 planes
    value = ValueFunction()
    numbers = [value.patterns(seen)[0] for seen in (empty, own, other)]
    changed = numbers[1] - numbers[0]
    assert np.count_nonzero(changed) == 9
    assert (numbers[2] - numbers[0] == 2 * changed).all()
