"""The museum: an exhibit for each historical program, with its story, a sample game, and how it thinks.

The programs themselves are players (`hyperoxo.players.historic`); this package is what a visitor reads and steps
through. The content is in `exhibits/`: facts as TOML, stories as Markdown, sample games as records.

>>> exhibit_names()
('ibm1620', 'atari-st', 'delphi', 'magic-square', 'fignition')
>>> find_exhibit("atari-st").year
'1986'
"""

from hyperoxo.museum.description import LevelsShown, exhibit_as_json, levels_shown, room_as_json
from hyperoxo.museum.exhibit import Exhibit, exhibit_names, find_exhibit
from hyperoxo.museum.level_pictures import flow_svg, positions_svg
from hyperoxo.museum.levels import LevelAnswer, LevelShown, level_numbers, level_that_answers, show_level
from hyperoxo.museum.meeting import MeetingTurn, Pairing, find_pairing, meeting, pairings
from hyperoxo.museum.pictures import exhibit_figure_svg, exhibit_svg
from hyperoxo.museum.sample_game import MuseumFileError, SampleGame, SampleMove, replayed_sample

__all__ = [
    "Exhibit",
    "LevelAnswer",
    "LevelShown",
    "LevelsShown",
    "MeetingTurn",
    "MuseumFileError",
    "Pairing",
    "SampleGame",
    "SampleMove",
    "exhibit_as_json",
    "exhibit_figure_svg",
    "exhibit_names",
    "exhibit_svg",
    "find_exhibit",
    "find_pairing",
    "flow_svg",
    "level_numbers",
    "level_that_answers",
    "levels_shown",
    "meeting",
    "pairings",
    "positions_svg",
    "replayed_sample",
    "room_as_json",
    "show_level",
]
__dir__ = __all__.copy
