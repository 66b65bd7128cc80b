"""Who of a tournament is in the register already, and who can be added to it.

An entrant is the register's player of the same FIDE number or EGD pin, else of the same name and
date of birth. The same name alone is asked about. Nobody of that name: a new player, if the
register can hold the name at all. An entry need not have a player.

Who takes part: entries, their last rounds, teams.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum

from django.db.models import Max, QuerySet
from django.utils import timezone

from clubscore.text.problems import Refused, Sentence, sentence
from events.models import Entry, RoundResult, Team, Tournament
from events.models.entry import listed_name, strength
from events.tournaments.core.domain.federations import country_of
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Entrant
from players.domain.names import Name, read_country, written_name
from players.domain.personal import read_born, read_fide_number
from players.models import Player
from players.models.player import name_fields
from players.selectors.register import players_by_name

MIN_FIDE_NUMBER = 100_000
"""Smaller numbers are national ones."""


class Way(StrEnum):
    """How an entrant is linked to the register."""

    FIDE_NUMBER = "fide"
    EGD_PIN = "egd"
    NAME_AND_BIRTH = "birth"
    NAME = "name"
    NEW = "new"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Link:
    """An entrant with the player found, or with the one to be added; ``why`` there is neither."""

    entrant: Entrant
    way: Way
    player: Player | None = None
    why: Sentence | None = None


def links_of(entrants: Iterable[Entrant]) -> tuple[Link, ...]:
    """The links of a tournament's entrants, each player at most once, in two queries."""
    entrants = tuple(entrants)
    names = {
        entrant.number: written_name(given=entrant.given, family=entrant.family)
        for entrant in entrants
    }
    by_name = players_by_name(name for name in names.values() if name)
    wanted = {number for entrant in entrants if (number := fide_number(entrant))}
    by_fide = {player.fide_number: player for player in _with_fide_numbers(wanted)}
    by_pin = _by_pin({entrant.egd_pin for entrant in entrants if entrant.egd_pin})
    linked: dict[object, Entrant] = {}
    links = []
    for entrant in entrants:
        name = names[entrant.number]
        link = _link(entrant, name, by_fide.get(fide_number(entrant)), by_name)
        if entrant.egd_pin in by_pin and link.way is not Way.FIDE_NUMBER:
            link = Link(entrant, Way.EGD_PIN, by_pin[entrant.egd_pin])
        # A new player has no id yet, and is the same one by name.
        identity = link.player and (link.player.pk or link.player.whole_name.key)
        if identity and (other := linked.setdefault(identity, entrant)) is not entrant:
            link = Link(
                entrant,
                Way.NONE,
                why=sentence("player %(number)s has this name too", number=other.number),
            )
        links.append(link)
    return tuple(links)


def fide_number(entrant: Entrant) -> str:
    """The identity number, if it can be one of FIDE's."""
    try:
        # Files fill the column with zeros on the left; FIDE's own numbers begin with none.
        number = read_fide_number(entrant.identity.lstrip("0"))
    except Refused:
        return ""
    return number if number and int(number) >= MIN_FIDE_NUMBER else ""


def _with_fide_numbers(numbers: Iterable[str]) -> Iterable[Player]:
    return Player.objects.filter(fide_number__in=set(numbers))


def _by_pin(pins: set[str]) -> dict[str, Player]:
    if not pins:
        return {}
    return {player.egd_pin: player for player in Player.objects.filter(egd_pin__in=pins)}


def _link(
    entrant: Entrant, name: Name | None, same_number: Player | None, by_name: dict[str, Player]
) -> Link:
    if same_number:
        return Link(entrant, Way.FIDE_NUMBER, same_number)
    if name is None:
        return Link(entrant, Way.NONE, why=sentence("the register cannot hold this name"))
    player = by_name.get(name.key)
    if player is None:
        return Link(entrant, Way.NEW, _new_player(entrant, name))
    if _is_somebody_else(entrant, player):
        return Link(
            entrant,
            Way.NONE,
            why=sentence(
                "player %(number)s of the register has this name but is a different person",
                number=player.pk,
            ),
        )
    exact = len(entrant.born) == len("yyyy-mm-dd") and entrant.born == player.born
    return Link(entrant, Way.NAME_AND_BIRTH if exact else Way.NAME, player)


def _is_somebody_else(entrant: Entrant, player: Player) -> bool:
    """Another date of birth, or another FIDE number or EGD pin, is another person."""
    number = fide_number(entrant)
    # Either may know the year alone: compared as far as both know the date.
    known = min(len(entrant.born), len(player.born))
    another_birth = bool(known) and entrant.born[:known] != player.born[:known]
    numbers = ((number, player.fide_number), (entrant.egd_pin, player.egd_pin))
    return another_birth or any(own and other and own != other for own, other in numbers)


def _new_player(entrant: Entrant, name: Name) -> Player:
    try:
        born = read_born(entrant.born, today=timezone.localdate())
    except Refused:
        born = ""
    try:
        country = read_country(country_of(entrant.federation))
    except Refused:
        country = ""
    return Player(
        **name_fields(name),
        born=born,
        country=country,
        fide_number=fide_number(entrant),
        egd_pin=entrant.egd_pin,
    )


def entries_at(slug: str) -> QuerySet[Entry]:
    """The entries of the tournament whose pages have this address, each with the tournament, its
    player and team, in one query."""
    entries = Entry.objects.select_related("tournament", "player", "team")
    return entries.filter(tournament__slug=slug)


@dataclass(frozen=True, slots=True)
class DeskEntry:
    """What the registration desk shows of an entry."""

    pk: int
    given: str
    family: str
    number: int | None
    club: str
    rating: int | None
    grade: str
    registered: bool
    absent_rounds: list[int]
    asked_byes: dict[str, str]
    withdrawn_after: int | None
    group: str
    mark: str
    team_id: int | None
    team_place: int | None

    @property
    def name(self) -> str:
        """``Family, Given``."""
        return listed_name(self.given, self.family)

    @property
    def shown_name(self) -> str:
        """As :meth:`Entry.shown_name`."""
        return f"{self.name} ({self.mark})" if self.mark else self.name

    def strength_in(self, tournament: Tournament) -> str:
        """As :meth:`Entry.strength_in`."""
        return strength(tournament, rating=self.rating, grade=self.grade)


Missed = tuple[int, Code]
"""A round, and the bye in it."""

_AT_DESK = tuple(field.name for field in fields(DeskEntry))


def desk_entries(tournament: Tournament) -> list[DeskEntry]:
    """All entries for the desk, which has hundreds: no tables of players and teams are read."""
    entries = Entry.objects.filter(tournament=tournament).order_by()
    return [DeskEntry(*values) for values in entries.values_list(*_AT_DESK)]


def last_round_of(entry: Entry) -> int:
    """The last round in which the player has a game or a bye, 0 without any; nobody withdraws
    before it."""
    last = RoundResult.objects.filter(entry=entry).aggregate(last=Max("round__number"))["last"]
    return last or 0


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """The teams of a tournament, in the order in which they were entered."""
    return Team.objects.filter(tournament=tournament)


def given_byes(tournament: Tournament, entry: int | None = None) -> dict[int, list[Missed]]:
    """The byes that stand in the rounds, by the key of the entry, but those of the pairing; of one
    ``entry``, or of all."""
    found = RoundResult.objects.filter(round__tournament=tournament, game=None)
    if entry is not None:
        found = found.filter(entry=entry)
    byes: dict[int, list[Missed]] = {}
    values = found.exclude(bye=Code.PAIRING_BYE.value).order_by("round__number")
    for key, number, code in values.values_list("entry", "round__number", "bye"):
        byes.setdefault(key, []).append((number, Code(code)))
    return byes


def latest_team(tournament: Tournament) -> str:
    """The team of who was entered last, where teams meet: the next one is mostly of it, too."""
    if not tournament.teams_meet:
        return ""
    latest = tournament.entries.select_related("team").order_by("-pk").first()
    return latest.team.name if latest and latest.team else ""
