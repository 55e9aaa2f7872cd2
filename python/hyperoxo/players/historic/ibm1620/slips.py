"""The slips of the page, all of them in its prose: none changes a move, so there is no option for them."""

from __future__ import annotations

from hyperoxo.players.slips import Slip

SLIPS = (
    Slip(
        "marked-rows",
        "the paragraphs on levels 8 and 9",
        "The spots that level 7 has marked are said to be in rows with two machine moves.",
        "They are in rows with two of the person's moves: this is the row-sum of level 7, 02, and its paragraph says "
        "so.",
        "None: the strategy table is right.",
    ),
    Slip(
        "level-9-purpose",
        "the paragraph on level 9",
        "The move is said to set up the situation of level 5.",
        "This is what level 6 does. The move at level 9 prevents it.",
        "None: the rule of level 9, the first intersection of the row, is not affected.",
    ),
    Slip(
        "first-table",
        "the paragraph on level 4",
        "The Intersection Table is initialized before level 1; the definitions have it before the levels that use "
        "Routine One.",
        "It is the same, since levels 1 to 3 do not use the table.",
        "None.",
    ),
)
"""The slips of the document."""
