"""The rounds that a player does not attend, and the bye asked for in some of them, as typed:
``2 5h 6f`` is absent in round 2, a half-point bye in round 5, a full-point bye in round 6.
"""

import re
from collections.abc import Mapping
from typing import Final

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.domain.results import Code

MissedRounds = Mapping[int, Code | None]
"""The bye of each round that is not attended, ``None`` for an absence without points."""

_WORD: Final = re.compile(r"([1-9][0-9]{0,2})([hfz]?)", re.ASCII | re.IGNORECASE)
_BYES: Final = {"h": Code.HALF_BYE, "f": Code.FULL_BYE}


def read_missed_rounds(text: str) -> dict[int, Code | None]:
    """What is typed, in the order of the rounds; ``z`` is an absence.

    Raises :class:`Refused` for a word that is no round, and for a round that is there twice.
    """
    found: dict[int, Code | None] = {}
    for word in text.replace(",", " ").split():
        read = _WORD.fullmatch(word)
        if not read:
            template = gettext_noop(
                "“%(word)s” is not a round. Type round numbers separated by spaces: 2 5, with h or "
                "f behind one for a half-point or a full-point bye: 5h."
            )
            raise Refused(Problem(sentence(template, word=word), value=word))
        number, bye = int(read[1]), _BYES.get(read[2].lower())
        if found.setdefault(number, bye) is not bye:
            twice = gettext_noop("Round %(number)s is there twice, with two kinds of bye.")
            raise Refused(Problem(sentence(twice, number=number), value=word))
    return dict(sorted(found.items()))


def write_missed_rounds(missed: MissedRounds) -> str:
    """``2 5h``, as :func:`read_missed_rounds` reads it."""
    return " ".join(f"{number}{bye.value.lower() if bye else ''}" for number, bye in missed.items())
