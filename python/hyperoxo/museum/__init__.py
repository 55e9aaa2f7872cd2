"""The museum: an exhibit for each historical program, with its story, a sample game, and how it thinks.

The programs themselves are players (`hyperoxo.players.historic`); this package is what a visitor reads and steps
through. The content is in `exhibits/`: facts as TOML, stories as Markdown, sample games as records.

>>> exhibit_names()
('ibm1620', 'atari-st', 'delphi', 'magic-square', 'fignition')
>>> find_exhibit("atari-st").year
'1986'
"""

from hyperoxo.museum.answers import AnswerAt, FiveAnswers, ProgramAnswer, answers, five_answers
from hyperoxo.museum.description import (
    LevelsShown,
    MuseumFileError,
    SampleGame,
    SampleMove,
    exhibit_as_json,
    exhibit_svg,
    levels_shown,
    replayed_sample,
    room_as_json,
)
from hyperoxo.museum.exhibit import Exhibit, exhibit_names, find_exhibit
from hyperoxo.museum.experiments import Experiment, experiments
from hyperoxo.museum.feats import FEATS, GUESSES, Feat, LevelGuess, feats_shown, guess
from hyperoxo.museum.level_pictures import flow_svg, positions_svg, routine_svg
from hyperoxo.museum.levels import LevelAnswer, LevelShown, level_numbers, level_that_answers, show_level
from hyperoxo.museum.opening_table import OpeningTable, opening_tables, relatives
from hyperoxo.museum.trial_moves import TrialExample, TrialStep, trial_examples

__all__ = [
    "FEATS",
    "GUESSES",
    "AnswerAt",
    "Exhibit",
    "Experiment",
    "Feat",
    "FiveAnswers",
    "LevelAnswer",
    "LevelGuess",
    "LevelShown",
    "LevelsShown",
    "MuseumFileError",
    "OpeningTable",
    "ProgramAnswer",
    "SampleGame",
    "SampleMove",
    "TrialExample",
    "TrialStep",
    "answers",
    "exhibit_as_json",
    "exhibit_names",
    "exhibit_svg",
    "experiments",
    "feats_shown",
    "find_exhibit",
    "five_answers",
    "flow_svg",
    "guess",
    "level_numbers",
    "level_that_answers",
    "levels_shown",
    "opening_tables",
    "positions_svg",
    "relatives",
    "replayed_sample",
    "room_as_json",
    "routine_svg",
    "show_level",
    "trial_examples",
]
__dir__ = __all__.copy
