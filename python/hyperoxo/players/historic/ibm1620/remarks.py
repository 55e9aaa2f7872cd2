"""The remarks of the IBM 1620 program during play: it needles its opponent.

The original typed remarks from several sets; its document does not print them, so these are written anew, one set
per situation. They are drawn from a random stream of their own, so that talk never changes a move.
"""

from __future__ import annotations

import random
from enum import Enum


class Situation(Enum):
    """The situation of a remark."""

    OPENING = "the machine's first move"
    WINNING = "the machine completes a row"
    BLOCKING = "the person had three in a row"
    TRAP = "the machine makes a two-way trap"
    FORCING = "the machine forces a block that leads to a two-way trap"
    SPOILING = "the person was about to make or force a two-way trap"
    SCHEMING = "the machine prepares a forced trap (6MOV)"
    GUARDING = "the machine prevents the preparation of one (9MOV)"
    BUILDING = "the machine joins two of its rows (level 10)"
    WANDERING = "the machine takes a spot of the major diagonals"
    FILLING = "the machine takes any open spot"
    WON = "the machine has won"
    LOST = "the machine has lost"
    TIED = "the board is full, or a draw was agreed"
    STUCK = "the machine stops because the major diagonals are full"


_QUIET = frozenset({Situation.BUILDING, Situation.WANDERING, Situation.FILLING})
"""Frequent situations, with a remark in one of three only."""

_REMARKS = {
    Situation.OPENING: (
        "MAKE YOURSELF COMFORTABLE. THIS WILL BE SHORT.",
        "I HAVE DONE THIS BEFORE. HAVE YOU?",
        "PLEASE DO NOT LEAN ON THE CONSOLE WHILE YOU LOSE.",
        "LET US SEE WHAT THEY TEACH YOU THESE DAYS.",
    ),
    Situation.WINNING: (
        "FOUR IN A ROW. COUNT THEM SLOWLY IF YOU LIKE.",
        "AND THAT COMPLETES THE ROW. THANK YOU FOR LEAVING IT OPEN.",
        "I WIN. WERE YOU LOOKING AT ANOTHER CUBE?",
        "THERE. I WAS BEGINNING TO THINK YOU HAD NOTICED.",
    ),
    Situation.BLOCKING: (
        "THREE IN A ROW? I CAN COUNT THAT FAR.",
        "DID YOU THINK I WOULD NOT LOOK THERE?",
        "BLOCKED. SUBTLE IT WAS NOT.",
        "NICE TRY. NO, LET ME BE EXACT: A TRY.",
    ),
    Situation.TRAP: (
        "YOU HAVE ONE MOVE. YOU NEED TWO.",
        "CHOOSE WHICH ROW TO BLOCK. I WILL USE THE OTHER.",
        "TWO ROWS AT ONCE. A PITY ABOUT YOUR TURN.",
        "LOOK CAREFULLY. THEN LOOK IN THE OTHER DIRECTION.",
    ),
    Situation.FORCING: (
        "YOU MUST ANSWER THIS. I KNOW ALREADY WHAT COMES AFTER.",
        "BLOCK IT, PLEASE. EXACTLY THERE.",
        "YOUR NEXT MOVE IS MINE.",
        "THE END IS PUNCHED. YOU ONLY FEED THE CARDS.",
    ),
    Situation.SPOILING: (
        "I SAW THAT ONE COMING SEVERAL CARDS AGO.",
        "A TRAP? FOR ME? HOW THOUGHTFUL.",
        "YOU WERE DOING SO WELL.",
        "THAT WAS ALMOST A PLAN.",
    ),
    Situation.SCHEMING: (
        "NOTHING TO SEE HERE. REALLY.",
        "THIS MOVE IS PERFECTLY HARMLESS. TRUST ME.",
        "TAKE YOUR TIME. IT WILL NOT HELP.",
    ),
    Situation.GUARDING: (
        "YOUR IDEA WAS VISIBLE FROM THE CARD SORTER.",
        "I WOULD RATHER YOU DID NOT GO THERE.",
        "I TOOK THE LIBERTY OF TIDYING UP YOUR SIDE.",
    ),
    Situation.BUILDING: (
        "ONE STONE, TWO ROWS. I AM THRIFTY.",
        "I AM ONLY ARRANGING THE FURNITURE.",
        "THIS IS GOING ACCORDING TO MY DECK.",
    ),
    Situation.WANDERING: (
        "I LIKE THE VIEW FROM THE DIAGONAL.",
        "EENY, MEENY, 15, 10.",
        "EVEN MY RANDOM MOVES HAVE MORE ROWS THAN YOURS.",
    ),
    Situation.FILLING: (
        "I AM ONLY PASSING THE TIME UNTIL YOU ERR.",
        "WAKE ME WHEN SOMETHING HAPPENS.",
        "ANY SPOT WILL DO AGAINST YOU.",
    ),
    Situation.WON: (
        "ANOTHER GAME? I HAVE PLENTY OF CARDS.",
        "DO NOT BE SAD. I ADD FOR A LIVING.",
        "PERHAPS TWO DIMENSIONS WOULD SUIT YOU BETTER.",
        "I WOULD SAY WELL PLAYED, BUT I KEEP A RECORD TABLE.",
    ),
    Situation.LOST: (
        "I LOSE. THERE MUST BE A BENT CARD SOMEWHERE.",
        "YOU WIN. PLEASE TELL NO ONE IN THE COMPUTER LAB.",
        "I LOSE. SOMEBODY TOUCHED THE TOGGLE SWITCHES.",
        "BEGINNER'S LUCK IS NOT IN MY TABLES.",
    ),
    Situation.TIED: (
        "A TIE. I EXPECTED LESS OF YOU.",
        "NOBODY WINS. ONE OF US SHOULD BE ASHAMED.",
        "A TIE. LET US BOTH SAY THAT I WAS WINNING.",
    ),
    Situation.STUCK: (
        "THERE IS NO DIAGONAL LEFT THAT IS WORTHY OF ME. I STOP HERE.",
        "I HAVE RUN OUT OF GOOD SPOTS AND WILL NOT STOOP TO YOURS.",
        "NO MORE DIAGONALS, NO MORE GAME. THOSE ARE THE RULES. MINE.",
    ),
}


class Remarks:
    """The remarks of one session.

    Args:
        seed: the source of the choice among remarks.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def on(self, situation: Situation) -> str:
        """Return a remark on a situation; empty if the program keeps quiet about it this time."""
        if situation in _QUIET and self._random.randrange(3):
            return ""
        return self._random.choice(_REMARKS[situation])
