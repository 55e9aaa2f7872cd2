"""The solver: values, proofs and forced wins of any position, over the search in the Rust core.

explain/       why a cell has its value: a proof walked through node by node
analysis       what moving to each cell is worth
atlas/         who wins after the first three moves, as far as it is proved
books/         the winner's moves of proved games, and the shipped ones
by_replies     a position decided reply by reply, where a search of the whole is not enough: replies_tree chooses what
               is searched, replies_checkpoint keeps what is unfinished
composition    one proof made of the proofs after each reply, or after one move
distributed    a solve whose tasks run in other processes
strategies     the strategy in a verified proof: its moves and responses
solve          a position decided, with a certificate
verify         a certificate checked
within         whether X wins within a number of plies
search         the best move that a budget finds, where nothing can be proved
chances        guesses on one scale: scores of searches as expected scores in percent
forced_wins    wins by an unbroken sequence of threats
"""

from hyperoxo.modules import on_first_use

__all__ = [
    "analysis",
    "atlas",
    "books",
    "by_replies",
    "chances",
    "composition",
    "distributed",
    "explain",
    "forced_wins",
    "search",
    "solve",
    "strategies",
    "verify",
    "within",
]
__getattr__, __dir__ = on_first_use(__name__, __all__)
