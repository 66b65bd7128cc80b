"""The process that solves deals: a task in JSON on a line in, its answer on a line out.

It is started as a file of its own, ``python -S -E dds_worker.py LIBRARY``, and knows nothing but
the standard library: one task after the other, since the library crashes under several threads.
Whoever starts it has checked that each deal is one, that each card is held and that nobody
revokes; anything else crashes the library, or gives numbers that are none.

======================================  ==========================================================
``["table", DEAL]``                     the tricks of strains S H D C NT, for each N E S W
``["leads", DEAL, STRAIN, SEAT, PLAY]`` for each card that may be played after ``PLAY``, to which
                                        ``SEAT`` led, the tricks that its side still wins
``["costs", DEAL, STRAIN, SEAT, PLAY]`` the declarer's tricks before the first card and after each
======================================  ==========================================================

An answer is ``null`` where the library has none. A seat is 0 to 3 for N E S W, a strain 0 to 4 for
S H D C NT; for *leads* the play are the cards of the trick alone, and the deal those still held.
"""

import contextlib
import ctypes
import json
import os
import sys
from typing import Any

MEMORY = 100
"""Megabytes that the library may take for its tables; below 40 it does not work."""
NICE = 10
"""Below the server, which shares the machine."""
_OK = 1
_RANKS = "23456789TJQKA"
_SUITS = "SHDC"


class _Deal(ctypes.Structure):
    _fields_ = (("cards", ctypes.c_char * 80),)


class _Results(ctypes.Structure):
    # Strains S H D C NT, for each the hands N E S W.
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


class _Position(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("suits", ctypes.c_int * 3),
        ("ranks", ctypes.c_int * 3),
        ("cards", ctypes.c_char * 80),
    )


class _Cards(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("count", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class _Play(ctypes.Structure):
    _fields_ = (("number", ctypes.c_int), ("cards", ctypes.c_char * 106))


class _Solved(ctypes.Structure):
    _fields_ = (("number", ctypes.c_int), ("tricks", ctypes.c_int * 53))


class Solver:
    """The library, one task at a time."""

    def __init__(self, library: str) -> None:
        dds = ctypes.CDLL(library)
        pointer, number = ctypes.POINTER, ctypes.c_int
        dds.CalcDDtablePBN.argtypes = (_Deal, pointer(_Results))
        dds.SolveBoardPBN.argtypes = (_Position, number, number, number, pointer(_Cards), number)
        dds.AnalysePlayPBN.argtypes = (_Position, _Play, pointer(_Solved), number)
        dds.SetResources(MEMORY, 1)
        self.dds = dds

    def table(self, deal: str) -> list[list[int]] | None:
        results = _Results()
        code = self.dds.CalcDDtablePBN(_Deal(deal.encode("ascii")), ctypes.byref(results))
        return [list(strain) for strain in results.tricks] if code == _OK else None

    def leads(self, deal: str, strain: int, leader: int, play: str) -> dict[str, int] | None:
        position = _position(deal, strain, leader)
        for place in range(len(play) // 2):
            position.suits[place] = _SUITS.index(play[2 * place])
            position.ranks[place] = _RANKS.index(play[2 * place + 1]) + 2
        cards = _Cards()
        if self.dds.SolveBoardPBN(position, -1, 3, 1, ctypes.byref(cards), 0) != _OK:
            return None
        answer = {}
        for suit, rank, equals, score in list(
            zip(cards.suit, cards.rank, cards.equals, cards.score, strict=True)
        )[: cards.count]:
            # The lower cards of the same worth are bits.
            for each in range(2, 15):
                if each == rank or equals >> each & 1:
                    answer[_SUITS[suit] + _RANKS[each - 2]] = score
        return answer

    def costs(self, deal: str, strain: int, leader: int, play: str) -> list[int] | None:
        solved = _Solved()
        cards = len(play) // 2
        code = self.dds.AnalysePlayPBN(
            _position(deal, strain, leader),
            _Play(cards, play.encode("ascii")),
            ctypes.byref(solved),
            0,
        )
        if code != _OK or solved.number < 1:
            return None
        tricks = list(solved.tricks[: solved.number])
        # The last trick is forced: at most 49 numbers come back.
        return (tricks + tricks[-1:] * (cards + 1 - len(tricks)))[: cards + 1]


def _position(deal: str, strain: int, leader: int) -> _Position:
    position = _Position(trump=strain, first=leader)
    position.cards = deal.encode("ascii")
    return position


def main(library: str) -> None:
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    solver = Solver(library)
    kinds = {"table": solver.table, "leads": solver.leads, "costs": solver.costs}
    for line in sys.stdin:
        kind, *task = json.loads(line)
        solve: Any = kinds[kind]
        answer = solve(*task)
        # One line at a time: what was solved before a crash is not lost.
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
