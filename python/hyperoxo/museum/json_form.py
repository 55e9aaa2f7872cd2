"""The museum as JSON, for `oxo museum --json` and for the page. Cells appear by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.museum.exhibit_files import exhibit_names, find_exhibit
from hyperoxo.museum.meeting import pairings
from hyperoxo.museum.pictures import exhibit_svg
from hyperoxo.museum.plots import strength_svg
from hyperoxo.museum.sample_game import replayed_sample
from hyperoxo.players import kind

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.museum.exhibit import Exhibit
    from hyperoxo.museum.figures import FigureStep
    from hyperoxo.museum.sample_game import SampleMove
    from hyperoxo.players.slips import Replay, Slip


def room_as_json() -> dict[str, JSON]:
    """Return the room: a summary of every exhibit, along the timeline, and who can meet whom.

    Raises:
        MuseumFileError: a file of the museum is broken.
    """
    return {
        "exhibits": [_summary(find_exhibit(name)) for name in exhibit_names()],
        "pairings": [{"board": each.board, "first": each.first, "second": each.second} for each in pairings()],
    }


def exhibit_as_json(exhibit: Exhibit) -> dict[str, JSON]:
    """Return everything that an exhibit shows, except the pictures of its figure."""
    return {
        **_summary(exhibit),
        "sources": exhibit.sources,
        "boards": list(exhibit.boards),
        "starts": exhibit.starts,
        "player": exhibit.player,
        "seat": exhibit.seat,
        "picture": exhibit_svg(exhibit),
        "picture_caption": exhibit.picture_caption,
        "story": exhibit.story,
        "sample": _sample(exhibit),
        "figure": {
            "kind": exhibit.figure.kind,
            "title": exhibit.figure.title,
            "caption": exhibit.figure.caption,
            "headings": list(exhibit.figure.headings),
            "rows": [{"key": row.key, "cells": list(row.cells)} for row in exhibit.figure.rows],
        },
        "strength": {
            "text": exhibit.strength.text,
            "kind": exhibit.strength.kind,
            "series": list(exhibit.strength.series),
            "rows": [
                {"label": row.label, "values": list(row.values), "is_this": row.is_this}
                for row in exhibit.strength.rows
            ],
            "plot": strength_svg(f"How strong {exhibit.name} is", exhibit.strength),
        },
        "slips": [_slip(slip) for slip in kind(exhibit.name).slips],
    }


def _summary(exhibit: Exhibit) -> dict[str, JSON]:
    return {
        "name": exhibit.name,
        "title": exhibit.title,
        "line": exhibit.line,
        "author": exhibit.author,
        "year": exhibit.year,
        "when": exhibit.when,
        "since": exhibit.since,
        "machine": exhibit.machine,
        "board": exhibit.board,
        "strength_short": exhibit.strength.short,
    }


def _sample(exhibit: Exhibit) -> dict[str, JSON]:
    sample, replayed = exhibit.sample, replayed_sample(exhibit)
    word = replayed.last_word
    return {
        "record": record.dumps(sample),
        "board": str(sample.board),
        "moves": [sample.board.name(cell) for cell in sample.all_moves],
        "first": sample.tags["First"],
        "second": sample.tags["Second"],
        "seed": sample.tags["Seed"],
        "seat": exhibit.sample_seat,
        "result": str(sample.result or ""),
        "steps": [_step(sample.board, move) for move in replayed.moves],
        "last_remark": "" if word is None else word.remark,
        "last_reasons": "" if word is None else word.reasons.sentence(sample.board),
    }


def _step(board: Board, move: SampleMove) -> dict[str, JSON]:
    decision = move.decision
    return {
        "ply": move.ply,
        "side": move.side,
        "cell": board.name(move.cell),
        "by_program": decision is not None,
        "sentence": "" if decision is None else decision.reasons.sentence(board),
        "reasons": {} if decision is None else decision.reasons.as_json(board),
        "marks": {}
        if decision is None
        else {board.name(cell): text for cell, text in decision.reasons.marks(board).items()},
        "remark": "" if decision is None else decision.remark,
        "figure": _figure_step(board, move.figure),
        "moment": None if move.moment is None else {"title": move.moment.title, "text": move.moment.text},
    }


def _figure_step(board: Board, step: FigureStep) -> dict[str, JSON]:
    return {
        "states": dict(step.states),
        "notes": dict(step.notes),
        "tree": [
            {
                "side": level.side,
                "groups": [
                    {
                        "rating": group.rating,
                        "label": group.label,
                        "cells": [board.name(cell) for cell in group.cells],
                    }
                    for group in level.groups
                ],
                "chosen": board.name(level.chosen),
            }
            for level in step.tree
        ],
    }


def _slip(slip: Slip) -> dict[str, JSON]:
    return {
        "key": slip.key,
        "place": slip.place,
        "printed": slip.printed,
        "corrected": slip.corrected,
        "in_play": slip.in_play,
        "effect": slip.effect.value,
        "replay": None if slip.replay is None else _replay(slip.replay),
    }


def _replay(replay: Replay) -> dict[str, JSON]:
    return {
        "board": replay.board,
        "program": replay.program,
        "options": replay.options,
        "moves": list(replay.moves),
        "slip_ply": replay.slip_ply,
        "steps": [{"side": step.side, "cell": step.cell, "text": step.text} for step in replay.steps],
        "corrected": replay.corrected,
    }
