"""The rounds of an imported tournament against the rules: what differs, as lines of its file."""

from collections.abc import Iterable, Iterator

from events.tournaments.core.domain.breaches import BY_HAND, EXITED, IMPORT, Breach, pairings_text
from events.tournaments.core.domain.fide_mode import against, settings_of
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Tournament, games_of_round

Difference = tuple[int, tuple[tuple[int, int], ...]]
"""A round, and the pairs that only the file or the rules have: White first, a bye with 0."""


def is_for_fide(tournament: Tournament) -> bool:
    """Whether a tournament that is imported begins in FIDE mode."""
    has_left = any(breach.kind == EXITED for breach in tournament.breaches)
    return not has_left and not any(against(settings_of(tournament)))


def import_breaches(tournament: Tournament, differences: Iterable[Difference]) -> Iterator[Breach]:
    """A line for each round that the rules pair otherwise, unless the file has one already."""
    told = {each.round for each in tournament.breaches if each.kind in (IMPORT, BY_HAND)}
    for number, pairs in differences:
        if number in told:
            continue
        here = set(games_of_round(tournament, number)) | {
            (entrant.number, 0)
            for entrant in tournament.entrants
            if len(entrant.results) >= number
            and (result := entrant.results[number - 1])
            and result.code is Code.PAIRING_BYE
        }
        rules = _text(pair for pair in pairs if pair not in here)
        played = _text(pair for pair in pairs if pair in here)
        yield Breach(number, IMPORT, f"{rules} => {played}".strip())


def _text(pairs: Iterable[tuple[int, int]]) -> str:
    pairs = list(pairs)
    byes = [(white, Code.PAIRING_BYE) for white, black in pairs if not black]
    return pairings_text([pair for pair in pairs if pair[1]], byes)
