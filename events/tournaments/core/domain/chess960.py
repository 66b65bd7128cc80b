"""The start positions of Chess960 by their numbers, 0 to 959 (FIDE Laws of Chess, Guidelines II).

518 is the usual position. The number gives, one after another, the square of the bishop on light
squares, that of the other, that of the queen among those left, and those of the knights; rook, king
and rook stand on what is left.
"""

from itertools import combinations

POSITIONS = 960

_FILES = 8


def position(number: int) -> str:
    """The pieces of White from the a-file on: ``RNBQKBNR`` for 518. Raises ``ValueError`` for no
    number of a position."""
    if not 0 <= number < POSITIONS:
        raise ValueError(f"{number} is no position")
    board = [""] * _FILES
    number, light = divmod(number, 4)
    board[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    board[2 * dark] = "B"
    number, queen = divmod(number, 6)
    free = [place for place in range(_FILES) if not board[place]]
    board[free.pop(queen)] = "Q"
    for place in list(combinations(range(5), 2))[number]:
        board[free[place]] = "N"
    free = [place for place in range(_FILES) if not board[place]]
    for place, piece in zip(free, "RKR", strict=True):
        board[place] = piece
    return "".join(board)
