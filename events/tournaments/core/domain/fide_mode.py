"""FIDE mode: what FIDE does not foresee cannot be done in a tournament that is in it.

A tournament of chess by one of FIDE's systems begins in FIDE mode. It can be left, for good; there
is no way back. What is forbidden by its settings, which settings are *frozen* from the first
pairings on, and which rounds are closed. Source: FIDE handbook, C.02, C.04.2, C.04.3, C.07.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from clubscore.text.problems import Sentence, sentence
from events.tournaments.core.domain.results import PointSystem
from events.tournaments.core.domain.tournament import (
    BY_TABLE,
    DOUBLE_ROUND_ROBIN,
    MCMAHON,
    ROUND_ROBIN,
    SWISS,
    Tournament,
    kind_of,
)

POINTS: Final = (
    "win_points", "draw_points", "loss_points", "forfeit_win_points", "forfeit_loss_points",
    "pairing_bye_points", "half_bye_points", "full_bye_points", "zero_bye_points",
)  # fmt: skip

FROZEN: Final = (
    "rounds_planned", "kind", "discipline", "accelerated", "tie_breaks", "forbidden", "wishes",
    "same_club", "same_federation", "rating_method", "equals_by", "unrated_as", *POINTS,
)  # fmt: skip
"""The settings, by their columns, that stay as they are once round 1 is paired."""

CHECKED: Final = (
    "kind", "discipline", "tie_breaks", "wishes", "same_club", "same_federation", *POINTS
)  # fmt: skip
"""The settings of which some values are never possible."""

LEAVE: Final = sentence("FIDE does not foresee this: leave FIDE mode first (page FIDE).")

FROZEN_SINCE_ROUND_1: Final = sentence(
    "Since round 1 is paired this stays as it is. To change it, leave FIDE mode first (page FIDE)."
)

_OTHER_SYSTEMS: Final = frozenset(
    {"dubov", "burstein", "lim", "monrad", "keizer", "mcmahon", "other", "knockout", "scheveningen"}
)

_AVERAGE: Final = frozenset({"BH", "FB", "AOB"})
"""Tie-breaks that are the same for all where everybody meets everybody."""

_USUAL_BYES: Final = (Fraction(1), Fraction(1, 2), Fraction(0))

_BYES: Final = ("pairing_bye", "half_bye", "full_bye", "zero_bye")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that FIDE mode looks at. ``has_wishes``: pairs are avoided or preferred;
    ``apart`` are the columns of what keeps clubs or federations apart."""

    kind: str
    is_chess: bool
    system: PointSystem
    tie_breaks: tuple[str, ...] = ()
    has_wishes: bool = False
    apart: tuple[str, ...] = ()
    is_coded_otherwise: bool = False
    """Whether the tournament's file names another system by a code."""


def is_of_fide(kind: str) -> bool:
    """Whether the words of a type mean a system of FIDE's that is paired here: the Dutch system, a
    Swiss of teams, a round robin, a double one. No words at all mean a Swiss."""
    words = set(re.findall(r"[^\W\d_]+", kind.casefold()))
    named = kind_of(kind)
    if kind in BY_TABLE or named == MCMAHON:
        return named in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN)
    if named in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN):
        return True
    return not words & _OTHER_SYSTEMS


def settings_of(tournament: Tournament) -> Settings:
    """The settings of a tournament as a value."""
    codes = [line.text[4:] for line in tournament.preserved if line.text.startswith("192 ")]
    apart = ("same_club", "same_federation")
    return Settings(
        kind=tournament.kind or tournament.team_facts.type_code,
        is_chess=tournament.go is None,
        system=tournament.system,
        tie_breaks=tournament.tie_breaks,
        has_wishes=bool(tournament.wishes),
        apart=tuple(name for name in apart if getattr(tournament, name)),
        is_coded_otherwise=any(map(is_code_of_another_system, codes)),
    )


def is_code_of_another_system(code: str) -> bool:
    """Whether a code of record 192 names a system that is none of :func:`is_of_fide`."""
    words = set(code.casefold().replace("_", " ").split())
    return bool(words & _OTHER_SYSTEMS)


def is_swiss(kind: str) -> bool:
    """Whether the starting numbers are those of a Swiss, which go by strength."""
    return kind_of(kind) == SWISS


def against(settings: Settings) -> Iterator[tuple[str, Sentence]]:
    """What FIDE mode does not allow in these settings: the column, and a sentence."""
    if not settings.is_chess:
        yield "discipline", sentence("FIDE mode is for chess.")
    elif settings.is_coded_otherwise or not is_of_fide(settings.kind):
        yield (
            "kind",
            sentence(
                "In FIDE mode a tournament is a Dutch Swiss, a Swiss of teams, or a round robin."
            ),
        )
    yield from _points(settings.system)
    if kind_of(settings.kind) in (ROUND_ROBIN, DOUBLE_ROUND_ROBIN):
        for code in settings.tie_breaks:
            if code.partition("/")[0] in _AVERAGE:
                yield (
                    "tie_breaks",
                    sentence("%(code)s has no meaning in a round robin (C.07, 8).", code=code),
                )
    if settings.has_wishes:
        yield "wishes", sentence("FIDE’s rules know no pairs that are avoided or preferred.")
    for column in settings.apart:
        yield column, sentence("FIDE’s rules keep no clubs and no federations apart.")


def _points(system: PointSystem) -> Iterator[tuple[str, Sentence]]:
    if 2 * system.draw > system.win + system.loss:
        yield "draw_points", sentence("Two draws are not worth more than a win and a loss.")
    is_usual = (system.win, system.draw, system.loss) == _USUAL_BYES
    for name in _BYES:
        points = getattr(system, name)
        if points > system.win:
            yield f"{name}_points", sentence("A bye is not worth more than a win.")
        elif is_usual and points not in _USUAL_BYES:
            yield f"{name}_points", sentence("With 1, ½ and 0 a bye is worth 1, ½ or 0.")


def is_closed(number: int, last: int) -> bool:
    """Whether a round may not be changed any more, ``last`` being the last one with a result."""
    return number < last - 1


def changed(names: Iterable[str], before: object, after: object) -> list[str]:
    """The columns of these that two rows have different values in."""
    return [name for name in names if getattr(before, name) != getattr(after, name)]
