"""What a tournament file holds, as strings for the preview."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubscore.sentences import decimals, translate
from events.models import Tournament as StoredTournament
from events.models.go_fields import facts_of_go
from events.tournaments.domain.results import Result
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.formats.krause.points import points_text
from events.tournaments.selectors.register_matches import Link, Way
from events.tournaments.views.tie_figures import shown_points


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of the file; ``asked`` when the director has to decide whether it is the same."""

    number: int
    name: str
    facts: str
    points: str
    rank: int | None
    results: tuple[str, ...]
    register: str
    asked: bool


def player_rows(tournament: Tournament, links: Iterable[Link]) -> list[PlayerRow]:
    """The players in the order of their numbers."""
    return [_row(link, tournament) for link in links]


def _row(link: Link, tournament: Tournament) -> PlayerRow:
    entrant = link.entrant
    results = (*entrant.results, *[None] * tournament.rounds)[: tournament.rounds]
    return PlayerRow(
        number=entrant.number,
        name=name_of(entrant),
        facts=_facts(entrant),
        points=decimals(points_text(tournament.points_of(entrant))),
        rank=entrant.rank,
        results=tuple(result_text(result) for result in results),
        register=_register(link),
        asked=link.way is Way.NAME,
    )


def _facts(entrant: Entrant) -> str:
    facts = (
        entrant.title,
        entrant.grade,
        entrant.rating,
        entrant.federation,
        entrant.club,
        entrant.born,
    )
    return " · ".join(str(fact) for fact in facts if fact)


def name_of(entrant: Entrant) -> str:
    """``Family, Given``."""
    return f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family


def result_text(result: Result | None) -> str:
    """``12w1``: opponent, colour and code as in the file."""
    if result is None:
        return ""
    stones = f"h{result.handicap}" if result.handicap else ""
    return f"{result.opponent or ''}{result.colour or ''}{result.code}{stones}"


def _register(link: Link) -> str:
    """How the player is linked to the register, in words."""
    if link.player is None:
        why = translate(link.why) if link.why else ""
        return _("in this tournament only: %(why)s") % {"why": why}
    values = {"name": link.player.full_name, "number": link.player.pk}
    match link.way:
        case Way.FIDE_NUMBER:
            return _("%(name)s, no. %(number)s: same FIDE number") % values
        case Way.NAME_AND_BIRTH:
            return _("%(name)s, no. %(number)s: same name and date of birth") % values
        case Way.NAME:
            return _("%(name)s, no. %(number)s: same name") % values
        case _:
            return _("new: %(name)s") % values


@dataclass(frozen=True, slots=True)
class Registering:
    """How many players are linked in which way."""

    known: int
    asked: int
    new: int
    alone: int


def registering(links: Iterable[Link]) -> Registering:
    """The numbers in front of the list of players."""
    ways = [link.way for link in links]
    return Registering(
        known=ways.count(Way.FIDE_NUMBER) + ways.count(Way.NAME_AND_BIRTH),
        asked=ways.count(Way.NAME),
        new=ways.count(Way.NEW),
        alone=ways.count(Way.NONE),
    )


def go_facts(value: Tournament) -> list[tuple[str, str]]:
    """The settings of go that were found in a file, as the page of the settings calls them."""
    if value.go is None:
        return []
    columns = facts_of_go(value.go)
    none = {"mm_bar": _("no bar"), "mm_floor": _("no floor")}
    return [
        (_label(name), _fact(columns[name]) or none.get(name, "–"))
        for name in (
            *("mm_bar", "mm_floor", "no_handicap_from", "handicap_reduction"),
            *("handicap_ceiling", "komi", "absent_points"),
        )
    ]


def _label(name: str) -> str:
    field: Any = StoredTournament._meta.get_field(name)
    return str(field.verbose_name)


def _fact(value: object) -> str:
    return shown_points(value) if isinstance(value, Fraction) else str(value)
