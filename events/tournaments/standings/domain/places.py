"""The places that somebody else gave, judged by the points and a list of tie-breaks.

A place is right within the span of those who are equal after the whole list. Sources: FIDE C.07,
article 4.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.problems import Number, Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.standings.domain.catalogue import POINTS, find, ordering
from events.tournaments.standings.domain.stage import stage, written
from events.tournaments.standings.domain.standings import Ranking, leads, rank

_DECIDED = gettext_noop(
    "%(code)s decides against number %(other)s: %(own)s for number %(number)s, %(theirs)s for"
    " number %(other)s."
)
_NO_VALUE = gettext_noop("no value")
_BEYOND = gettext_noop("There are %(players)s players.")
_UNREADABLE = gettext_noop("“%(text)s” is not a place.")


@dataclass(frozen=True, slots=True)
class WrongPlace:
    """``given`` is the place that was given, or the text that is none; ``place`` the first one
    that is right."""

    number: int
    given: int | str
    place: int
    why: Sentence


@dataclass(frozen=True, slots=True)
class PlacesCheck:
    """``tie_breaks`` are the codes of the list as it was given. ``unknown`` is the first code that
    is not known, where the comparison ended. ``ok`` is ``None`` where nothing can be said."""

    tie_breaks: tuple[str, ...]
    ok: bool | None
    unknown: tuple[str, ...] = ()
    wrong: tuple[WrongPlace, ...] = ()


def judge_places(
    tournament: Tournament, codes: Sequence[str], places: Mapping[int, int | str]
) -> PlacesCheck:
    """The places by starting number, after the last round that was begun."""
    known: list[str] = []
    unknown: list[str] = []
    for code in codes:
        try:
            known.append(find(code).code)
        except Refused:
            unknown.append(code)
    before = next((place for place, code in enumerate(codes) if code in unknown), len(known))
    names = tuple(code if code in unknown else find(code).code for code in codes)
    if not places:
        return PlacesCheck(names, None, tuple(unknown))
    at = stage(tournament)
    ranking = rank(at, ordering(tournament.kind, known[:before]))
    spans = _spans(ranking)
    wrong = tuple(
        WrongPlace(number, given, spans[number][0], _why(ranking, number, given))
        for number, given in sorted(places.items())
        if number in spans
        and (isinstance(given, str) or not spans[number][0] <= given <= spans[number][1])
    )
    # While a game is open, the places may be those of any round.
    ok = False if wrong else None if unknown or at.provisional else True
    return PlacesCheck(names, None if at.provisional else ok, tuple(unknown), wrong)


def _spans(ranking: Ranking) -> dict[int, tuple[int, int]]:
    """The first and the last place of everybody's equals."""
    spans: dict[int, tuple[int, int]] = {}
    for group in ranking.groups:
        first, last = len(spans) + 1, len(spans) + len(group)
        spans |= {record.number: (first, last) for record in group}
    return spans


def _why(ranking: Ranking, number: int, given: int | str) -> Sentence:
    """What decides between a player and whoever has the place that was given."""
    if isinstance(given, str):
        return sentence(_UNREADABLE, text=given)
    order = [record for group in ranking.groups for record in group]
    if not 1 <= given <= len(order):
        return sentence(_BEYOND, players=len(order))
    own = next(record for record in order if record.number == number)
    other = order[given - 1]
    points = (POINTS.code, own.points, other.points)
    values: list[tuple[str, Fraction | None, Fraction | None]] = [
        (tie_break.code, column[own.number].amount, column[other.number].amount)
        for tie_break, column in zip(ranking.tie_breaks, ranking.columns, strict=True)
    ]
    values.insert(1 if leads(ranking.stage, ranking.tie_breaks) else 0, points)
    code, mine, theirs = next((each for each in values if each[1] != each[2]), points)
    return sentence(
        _DECIDED,
        code=code,
        number=number,
        other=other.number,
        own=_text(mine),
        theirs=_text(theirs),
    )


def _text(value: Fraction | None) -> Sentence | Number:
    return Sentence(_NO_VALUE) if value is None else Number(written(value))
