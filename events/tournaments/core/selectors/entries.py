"""Reading who takes part in a tournament: the names that a page may show, the facts in use, and
what somebody who registers needs to know.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Max, Q, QuerySet

from events.models import Entry, RoundResult, Tournament as StoredTournament
from events.tournaments.core.domain.results import Code
from players.domain.name_parts import split_particle
from players.domain.names import Name
from players.domain.personal import Game as GameOfClub, usual_facts
from players.domain.registration import Registration
from players.selectors.clubs import club_settings, facts_in_use


def tournament_entries(tournament: StoredTournament) -> QuerySet[Entry]:
    """The entries by starting number, those without one at the end, each with its player and
    team, in one query."""
    return tournament.entries.select_related("player", "team")


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry as tables of results show it."""

    pk: int
    number: int
    name: str
    title: str
    strength: str
    federation: str
    club: str
    has_left: bool = False


def shown_entries(tournament: StoredTournament, *, public: bool) -> dict[int, Shown]:
    """The entries that have a starting number, by it; ``public`` shortens the names that not
    everybody may read. ``strength`` is the rating, or in go the grade."""
    return {
        entry.number: Shown(
            pk=entry.pk,
            number=entry.number,
            name=entry.public_name if public else entry.shown_name,
            title=entry.title,
            strength=entry.strength_in(tournament),
            federation=entry.federation,
            club=entry.club,
            has_left=entry.withdrawn_after is not None,
        )
        for entry in tournament_entries(tournament)
        if entry.number is not None
    }


def names_of(tournament: StoredTournament, numbers: Iterable[int]) -> dict[int, str]:
    """The names of these starting numbers as directors read them, by number."""
    entries = tournament.entries.filter(number__in=list(numbers))
    return {entry.number or 0: entry.shown_name for entry in entries}


class Listed(Protocol):
    """Whoever stands in a list by name."""

    @property
    def pk(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def given(self) -> str: ...
    @property
    def family(self) -> str: ...


def by_name() -> Callable[[Listed], tuple[str, int]]:
    """The key of lists by name: *van der Berg* under B or V, as the club sorts."""
    by_particle = club_settings().sorts_by_particle

    def key(entry: Listed) -> tuple[str, int]:
        particle, family = split_particle(entry.family)
        name = Name(entry.name, entry.given, particle, family)
        return name.sort_key(by_particle), entry.pk

    return key


def playing(tournament: StoredTournament, number: int) -> list[Entry]:
    """Who may be paired in a round: everybody with a starting number who attends it."""
    entries = tournament_entries(tournament).filter(number__isnull=False)
    return [entry for entry in entries if entry.attends(number)]


def unknown_grades(tournament_id: int) -> list[Entry]:
    """Who is registered in a tournament of go with a grade that is not known yet, by name: none,
    ``0k``, ``0d``, ``0p``. Other games have no grades."""
    entries = Entry.objects.filter(
        tournament=tournament_id,
        tournament__discipline=StoredTournament.Discipline.GO,
        registered=True,
    )
    unknown = entries.filter(Q(grade__startswith="0") | Q(grade=""))
    return sorted(unknown, key=by_name())


_GAMES = {
    StoredTournament.Discipline.CHESS: GameOfClub.CHESS,
    StoredTournament.Discipline.GO: GameOfClub.GO,
}


def tournament_facts(tournament: StoredTournament) -> frozenset[str]:
    """The facts that forms and lists of the tournament show. Only go has grades; every other game
    has ratings."""
    game = _GAMES.get(StoredTournament.Discipline(tournament.discipline))
    used = frozenset(facts_in_use()).union(usual_facts([game]) if game else ())
    return used if tournament.has_grades else (used | {"rating"}) - {"grade"}


def registration_of(tournament: StoredTournament) -> Registration:
    """The tournament's rounds, whether registration is closed, and the first round without a
    pairing."""
    # Byes that were asked for are stored before their round is paired.
    paired = RoundResult.objects.filter(
        Q(game__isnull=False) | Q(bye=Code.PAIRING_BYE.value), round__tournament=tournament
    )
    last = paired.aggregate(last=Max("round__number"))["last"] or 0
    return Registration(
        rounds=tournament.rounds_planned,
        closed=tournament.registration_is_closed,
        next_round=last + 1,
    )
