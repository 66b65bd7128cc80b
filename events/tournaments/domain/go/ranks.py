"""Ranks of go players as numbers: 1 dan is 0, 2 dan 1, 1 kyu −1, 30 kyu −30."""

import re

MIN_RANK, MAX_RANK = -30, 8
_RANK = re.compile(r"([0-9]{1,2})\s*([KDP])", re.IGNORECASE | re.ASCII)


def write_rank(rank: int) -> str:
    """``4d``, ``12k``."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


def read_rank(text: str) -> int | None:
    """The rank that a text such as ``4d`` or ``12K`` means; a professional counts as 9 dan.
    ``None`` for anything else."""
    found = _RANK.fullmatch(text.strip())
    if not found:
        return None
    number, letter = int(found[1]), found[2].upper()
    if letter == "P":
        return MAX_RANK
    rank = -number if letter == "K" else number - 1
    return rank if number and MIN_RANK <= rank <= MAX_RANK else None
