"""What an older file leaves open, and what is taken for it: a notice for each record of TRF26 that
it has not.

    142 rounds · 152 the lot · 162 points · 172 ratings · 192 system · 202 tie-breaks · 222 times
"""

from collections.abc import Iterator

from clubscore.text.problems import Sentence, sentence
from events.tournaments.core.domain.results import points_text
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.formats.krause.lines import named, split_lines

_OLDER = {"142": ("XXR",), "152": ("XXC",), "162": ("BBW", "BBD", "XXS"), "202": ("212",)}
"""The lines of pairing programs that say the same."""


def defaults_of(tournament: Tournament, text: str) -> tuple[Sentence, ...]:
    """A sentence for each record that a file of chess lacks."""
    starts = {line.text[:3] for line in split_lines(text)}
    if "001" not in starts:
        return ()
    return tuple(
        sentence("there is no record %(record)s: %(taken)s", record=named(tag), taken=taken)
        for tag, taken in _taken(tournament)
        if tag not in starts and not starts.intersection(_OLDER.get(tag, ()))
    )


def _taken(tournament: Tournament) -> Iterator[tuple[str, Sentence]]:
    system = tournament.system
    yield (
        "142",
        sentence("%(rounds)s rounds are taken, as there are here", rounds=tournament.rounds),
    )
    if any(result and result.opponent for each in tournament.entrants for result in each.results):
        yield "152", sentence("the colour of number 1 in round 1 is taken as it was played")
    yield (
        "162",
        sentence(
            "points are taken as %(win)s, %(draw)s and %(loss)s",
            win=points_text(system.win),
            draw=points_text(system.draw),
            loss=points_text(system.loss),
        ),
    )
    yield "172", sentence("the ratings are taken for those that the numbers go by")
    if tournament.kind:
        yield "192", sentence("the system is taken from “%(kind)s”", kind=tournament.kind)
    else:
        yield "192", sentence("the Dutch system is taken")
    yield "202", sentence("the tie-breaks are those usual for the kind of tournament")
    if not tournament.time_control:
        yield "222", sentence("there is no time control")
