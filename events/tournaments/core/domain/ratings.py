"""Which of a player's ratings is that of a tournament, and which one tie-breaks go by.

A player may have a FIDE and a national rating; the *method* of the tournament says which one counts
(record 172 of TRF26). Where there is neither, the one that was typed does. Source: FIDE handbook,
C.04.2, article 2, and C.07, article 10.
"""

from collections.abc import Mapping
from enum import StrEnum

from events.tournaments.core.domain.tournament import Entrant, Tournament


class RatingMethod(StrEnum):
    """FIDE's alone, the national one alone, FIDE's or else the national one, the other way round,
    the higher of both, another one, which is typed."""

    FIDE = "FIDE"
    NRO = "NRO"
    FIDON = "FIDON"
    NIDOF = "NIDOF"
    HBFN = "HBFN"
    OTHER = "OTHER"


def tournament_rating(
    method: str, *, fide: int | None, national: int | None, typed: int | None
) -> int | None:
    """The rating of a player in the tournament."""
    if method == RatingMethod.OTHER or not (fide or national):
        return typed
    match method:
        case RatingMethod.FIDE:
            return fide
        case RatingMethod.NRO:
            return national
        case RatingMethod.NIDOF:
            return national or fide
        case RatingMethod.HBFN:
            return max(fide or 0, national or 0)
    return fide or national


def rating_for_tie_breaks(tournament: Tournament) -> Mapping[int, int | None]:
    """The rating by number that tie-breaks go by: the first one, or that of a round where that is
    chosen; for the unrated the one that is set, or the lowest of all."""
    found = {entrant.number: _of_round(tournament, entrant) for entrant in tournament.entrants}
    if tournament.unrated_as is None:
        return found
    lowest = min((rating for rating in found.values() if rating), default=None)
    default = tournament.unrated_as or lowest
    return {number: rating or default for number, rating in found.items()}


def _of_round(tournament: Tournament, entrant: Entrant) -> int | None:
    known = [
        (round_, rating)
        for round_, rating in entrant.later_ratings
        if round_ <= tournament.ratings_of_round
    ]
    return max(known)[1] if known else entrant.rating
