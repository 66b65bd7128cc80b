"""Reading who takes part in a tournament, and the names that a page may show."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from events.models import Entry, Tournament
from players.domain.name_parts import split_particle
from players.domain.names import Name
from players.selectors.club_settings import club_settings


def tournament_entries(tournament: Tournament) -> QuerySet[Entry]:
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


def shown_entries(tournament: Tournament, *, public: bool) -> dict[int, Shown]:
    """The entries that have a starting number, by it; ``public`` shortens the names that not
    everybody may read. ``strength`` is the rating, or in go the grade."""
    return {
        entry.number: Shown(
            pk=entry.pk,
            number=entry.number,
            name=entry.public_name if public else entry.name,
            title=entry.title,
            strength=entry.strength_in(tournament),
            federation=entry.federation,
            club=entry.club,
        )
        for entry in tournament_entries(tournament)
        if entry.number is not None
    }


def by_name() -> Callable[[Entry], tuple[str, int]]:
    """The key of lists by name: *van der Berg* under B or V, as the club sorts."""
    by_particle = club_settings().sorts_by_particle

    def key(entry: Entry) -> tuple[str, int]:
        particle, family = split_particle(entry.family)
        name = Name(entry.name, entry.given, particle, family)
        return name.sort_key(by_particle), entry.pk

    return key


def playing(tournament: Tournament, number: int) -> list[Entry]:
    """Who may be paired in a round: everybody with a starting number who attends it."""
    entries = tournament_entries(tournament).filter(number__isnull=False)
    return [entry for entry in entries if entry.attends(number)]


def unknown_grades(tournament_id: int) -> list[Entry]:
    """Who is registered in a tournament of go with a grade that is not known yet, by name: none,
    ``0k``, ``0d``, ``0p``. Other games have no grades."""
    entries = Entry.objects.filter(
        tournament=tournament_id,
        tournament__discipline=Tournament.Discipline.GO,
        registered=True,
    )
    unknown = entries.filter(Q(grade__startswith="0") | Q(grade=""))
    return sorted(unknown, key=by_name())
