"""National ratings in TRF26: a line of the federation for a player, and record 172.

    172 NED FIDON                                   the federation, and which rating counts
    NED    1          Finch,Clara       1987        columns as in record 001: number, name, rating

Columns 5 to 8 are the starting number, 15 to 47 the name, 49 to 52 the national rating, 58 to 68
the national number.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from clubscore.text.numbers import whole_number
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.ratings import RatingMethod
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.files.formats.krause.player_lines import full_name

_LINE = re.compile(r"([A-Z]{3}) +([0-9]{1,4}) ")

_RATING = slice(48, 52)

_HIGHEST = 3999

METHOD = "172"


def with_national_ratings(tournament: Tournament) -> Tournament:
    """The tournament of a file with the national ratings and the method that its lines have."""
    ratings: dict[int, int] = {}
    method = tournament.rating_method
    for line in tournament.preserved:
        found = _LINE.match(line.text)
        if found and found[1] in CODES:
            rating = whole_number(line.text[_RATING], most=_HIGHEST)
            if rating:
                ratings[whole_number(found[2]) or 0] = rating
        elif line.text.startswith(f"{METHOD} "):
            words = line.text.split()
            method = next((word for word in words[1:] if word in list(RatingMethod)), method)
    entrants = tuple(
        _with(entrant, ratings.get(entrant.number), str(method)) for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants, rating_method=str(method))


def _with(entrant: Entrant, national: int | None, method: str) -> Entrant:
    """The player with both ratings: record 001 has that of the tournament."""
    if national is None:
        return entrant
    fide = None if method == RatingMethod.NRO or entrant.rating == national else entrant.rating
    return replace(entrant, national_rating=national, fide_rating=fide)


def national_records(tournament: Tournament) -> Iterator[str]:
    """Record 172 and the lines of those with a national rating, unless the file brought its own."""
    if not any(entrant.national_rating for entrant in tournament.entrants):
        return
    own = [line.text for line in tournament.preserved]
    federation = tournament.federation if tournament.federation in CODES else ""
    if not federation or any(_is_national(text) for text in own):
        return
    if not any(text.startswith(f"{METHOD} ") for text in own):
        yield f"{METHOD} {federation} {tournament.rating_method}"
    yield from _lines(federation, tournament.entrants)


def _is_national(text: str) -> bool:
    found = _LINE.match(text)
    return bool(found) and text[:3] in CODES


def _lines(federation: str, entrants: Iterable[Entrant]) -> Iterator[str]:
    for entrant in entrants:
        if entrant.national_rating:
            name = full_name(entrant)[:33]
            start = f"{federation} {entrant.number:4} {entrant.sex:1}"
            yield f"{start}    {name:33} {entrant.national_rating:4}"
