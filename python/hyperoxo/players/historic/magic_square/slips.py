"""The slips of the article, each found by checking a formula against the square."""

from __future__ import annotations

from hyperoxo.players.slips import Effect, Replay, ReplayStep, Slip

SLIPS = (
    Slip(
        "third-move",
        "corner first, the formula of X3",
        "After a reply in a neighbouring corner X3 is across(X2). X2 is across(X1), so this is X1 itself.",
        "X3 = across(O1), which makes the fork. The condition before it, O2 = across(X1), cannot hold, since X2 stands "
        "there; it means X2 = across(X1).",
        "The program puts its stone on its own first one, and the game ends as an illegal move. Each time with "
        "variety=no; otherwise it may draw the table's third move instead, which is right.",
        Effect.ILLEGAL_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "13", "33", "22"),
            slip_ply=4,
            steps=(ReplayStep("x", "11", "X2 is 8, and across(8) is 2: the stone lands on X1."),),
            corrected="31",
            options="opening=corner,variety=no",
        ),
    ),
    Slip(
        "fifth-move",
        "corner first, the formula of X5 after a reply in the centre",
        "X5 = across(O3), where X4 stands.",
        "X5 = across(O4), the last free square.",
        "The program puts its stone on its own fourth one, and a drawn game ends as an illegal move.",
        Effect.ILLEGAL_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "22", "33", "12", "32", "31", "13", "23"),
            slip_ply=8,
            steps=(ReplayStep("x", "13", "O3 is 6, and across(6) is 4: the stone lands on X4."),),
            corrected="21",
            options="opening=corner,variety=no",
        ),
    ),
    Slip(
        "table-row-3",
        "corner first, the table, reply 3",
        "The third moves after 4, 5 and 6 are 8, 6 and 4.",
        "They are 6, 4 and 5, the mirror image of the row for reply 1. The printed ones make no fork that lasts: after "
        "8 there is one threat, and 6 and 4 leave a line of the opponent's open.",
        "After the corner 2 and the reply 3, or the same pair turned, the program may draw one of these moves. The "
        "opponent can then win, after 6 or 4 at once. With variety=no it plays the formula, which is right.",
        Effect.OTHER_MOVE,
        Replay(
            "3x3",
            "x",
            ("11", "23", "22", "33", "31", "13"),
            slip_ply=4,
            corrected="13",
            options="opening=corner",
        ),
    ),
    Slip(
        "knights",
        "the relatives of a number, the two knight formulas",
        "They are half printed under each other's names: the corner branch of the previous knight is called next, the "
        "edge branch of the next one previous.",
        "Each branch belongs to the name above it; the examples beside them say so.",
        "None: the article's openings use no knight. The edge opening, which is worked out here, uses the right ones.",
    ),
    Slip(
        "opponents-third-move",
        "corner first, the formula of O3",
        "It has the condition O2 = across(X1), too; and after the opposite corner one of the two blocks, 15 - X2 - X1, "
        "is where O2 stands.",
        "The condition means X2 = across(X1), and the block is 15 - X2 - X3.",
        "None: it is the opponent's move.",
    ),
    Slip(
        "four-places",
        "corner first, the note on O2 after a reply in the centre",
        "O2 is said to have four places.",
        "It has six: four edges, which draw, and two corners, which lose.",
        "None: it is the opponent's move.",
    ),
    Slip(
        "names",
        "centre first, the formula of X3; corner first, the formula of X2",
        "The formula for the next corner, Cn, is called Nc once, and a stray > stands behind it once.",
        "Cn in both places.",
        "None: both settings read it so, since no other formula can be meant.",
    ),
)
"""The slips of the document."""
