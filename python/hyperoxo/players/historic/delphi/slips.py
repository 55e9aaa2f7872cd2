"""The slips of the article and of the parts of the program that it prints."""

from __future__ import annotations

from hyperoxo.players.slips import Effect, Slip

SLIPS = (
    Slip(
        "first-move",
        "FirstMove",
        "The board is set at the free field that was found, to no value that is named, and the node's pos is set to "
        "the player, 1 or 2.",
        "The board gets the player at that field, and pos gets the field.",
        "It cannot run, since a value is missing. Even with the player as the value, each node would take its "
        "first trial move back from field 1 or 2 and not from the field of the move, which spoils the board or the "
        "ratings. listing=printed is refused.",
        Effect.CANNOT_RUN,
    ),
    Slip(
        "threshold",
        "NextNode",
        "The threshold is 50 from node 26 on; the next line sets it to the usual value unless the node is 25.",
        "The second line is the else of the first: as printed, it undoes the 50, and leaves 25 without a threshold.",
        "It belongs to a search that cannot run as printed.",
        Effect.CANNOT_RUN,
    ),
    Slip(
        "last-node",
        "the rating and the nodes 26 and 27",
        "A rating that nothing improved at node 27 is said to be 50, but it starts from the threshold of node 26: 98 "
        "if 26 is the base node, which would report a win. With 27 as the base node nothing is reported.",
        "The last node without a win is 50.",
        "It belongs to a search that cannot run as printed. On 3x3x3 it would not show, since no full board is without "
        "a line.",
        Effect.CANNOT_RUN,
    ),
    Slip(
        "counts",
        "introduction and table of ratings",
        "Labels count the move itself: W5, L6. The table of ratings counts the moves after it: 96 is winning in 4 "
        "moves, 1 losing in 1. The introduction's examples use both: winning in 5 moves, losing in 7 moves.",
        "Both counts are right, and differ by one: a win in 5 moves by the label is rating 96, a loss in 7 moves by "
        "the rating is rating 7, label L8.",
        "None: it is a matter of words.",
    ),
    Slip(
        "occupied-field",
        "xy2field",
        "The text says that it returns 0 for an occupied field; the function only asks which field the mouse is in.",
        "A field that is taken cannot be played.",
        "None. The document does not print the procedure that makes the move, which may refuse the field.",
    ),
    Slip(
        "line-list",
        "makewinlist",
        "Ends of a line are at least two fields apart, which is said to keep lines from being found twice; the list "
        "has 50 places for 49 lines.",
        "The order of the ends keeps lines from being found twice; the distance leaves room for the middle field.",
        "None: the 49 lines are found.",
    ),
    Slip(
        "node-array",
        "the two declarations of node",
        "The array of nodes has maxmove places, and maxNode, which nothing declares, where it is shown again.",
        "It has 27 places, one for each move.",
        "None.",
    ),
)
"""The slips of the document."""
