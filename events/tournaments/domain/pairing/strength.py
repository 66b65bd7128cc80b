"""The order of the players for the pairing: a late entry stands where the strength says.

Starting numbers stay as they are; the order is the pairing's alone. Source: FIDE handbook, C.04.2,
articles 2.2 to 2.5.
"""

from dataclasses import replace

from events.tournaments.domain.tournament import Entrant, Tournament


def in_order_of_strength(tournament: Tournament) -> Tournament:
    """The tournament with late entries at the place of their rating.

    Where those who played from round 1 are not in the order of their ratings, the numbers were
    given otherwise, and everybody stays where he is.
    """
    ratings = [each.rating or 0 for each in tournament.entrants if _is_early(each)]
    if ratings != sorted(ratings, reverse=True):
        return tournament
    ordered = sorted(tournament.entrants, key=lambda each: -(each.rating or 0))
    return replace(tournament, entrants=tuple(ordered))


def has_late_entries(tournament: Tournament) -> bool:
    """Whether somebody who entered late has a number that is not the strength's."""
    is_begun = any(map(_is_early, tournament.entrants))
    return is_begun and in_order_of_strength(tournament).entrants != tournament.entrants


def _is_early(entrant: Entrant) -> bool:
    return bool(entrant.results and entrant.results[0])
