"""Reading who plays in sessions, in one query whatever their number.

This is the one place where a page of sessions gets names from: a player who is shown by initials
has no other name here, unless a director reads (``full_names``).
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.seats import seat_letters
from events.models import Contestant
from events.models.session import is_of_teams
from events.sessions.domain.scoring.handicap import pair_handicap
from players.domain.names import Name
from players.domain.short_names import short_names

LONGEST_TEAM = 16
"""Characters of a team's name that fit beside the names of a pair."""


@dataclass(frozen=True, slots=True)
class ContestantRecord:
    """A contestant: its number, and its players as far as they are known.

    ``names``, ``player_ids`` and ``player_handicaps`` go together, and so do ``short_names``, which
    tell apart whoever plays in the session. ``team`` is the name of the team it belongs to, and
    ``team_number`` its number; in Swiss pairs, where a pair is its own team, 0.
    """

    pk: int
    section_id: int
    section: str
    direction: str
    number: int
    own_handicap: Decimal | None = None
    names: tuple[Name, ...] = ()
    player_ids: tuple[int, ...] = ()
    player_handicaps: tuple[Decimal | None, ...] = ()
    short_names: tuple[str, ...] = ()
    team: str = ""
    team_number: int = 0

    @property
    def label(self) -> str:
        """The number, with its direction where both directions count from 1."""
        return f"{seat_letters(self.direction)} {self.number}".strip()

    @property
    def code(self) -> str:
        """The contestant's code in its session: ``A5``, ``ANS3``."""
        return f"{self.section}{self.direction}{self.number}"

    @property
    def players(self) -> str:
        """The names, joined; while none is known the team's, or nothing."""
        return " – ".join(str(name) for name in self.names) or self.team

    @property
    def short_players(self) -> str:
        """The short names, joined, where there is little room; else the team's name, or nothing."""
        return " – ".join(self.short_names) or self.team

    @property
    def of_team(self) -> str:
        """The team by name, or ``Team 3``; nothing where no teams play."""
        if not self.team_number:
            return ""
        return self.team or _("Team %(number)s") % {"number": self.team_number}

    @property
    def short_team(self) -> str:
        """The team; where its name is long, by its number."""
        if len(self.of_team) > LONGEST_TEAM:
            return _("Team %(number)s") % {"number": self.team_number}
        return self.of_team

    @property
    def players_and_team(self) -> str:
        """The names, and in brackets the team where teams play; without names the team alone."""
        return self._with_team(self.players if self.names else "", self.of_team)

    @property
    def short_players_and_team(self) -> str:
        """The same with short names."""
        team = self.short_team if self.names else self.of_team
        return self._with_team(" – ".join(self.short_names), team)

    def _with_team(self, names: str, team: str) -> str:
        return f"{names} ({team})" if names and team else names or team or self.team

    @property
    def handicap(self) -> Fraction | None:
        """The contestant's own, or else the mean of its players', of whom one without a handicap
        counts as 0; ``None`` where there is neither.
        """
        if self.own_handicap is not None:
            return Fraction(self.own_handicap)
        if all(handicap is None for handicap in self.player_handicaps):
            return None
        return pair_handicap([Fraction(handicap or 0) for handicap in self.player_handicaps])


def session_contestants(
    session_id: int, *, full_names: bool = False
) -> dict[int, ContestantRecord]:
    """The contestants of a session by id, in the order of section, direction and number."""
    return contestants_of_sessions([session_id], full_names=full_names)[session_id]


def unnamed(contestants: Iterable[ContestantRecord]) -> int:
    """How many contestants have no name: of teams, those without a name of their own of which a
    pair has no players."""
    return len(
        {
            each.team_number or each.code
            for each in contestants
            if not each.names and not (each.team_number and each.team)
        }
    )


def teams_without_players(contestants: Iterable[ContestantRecord]) -> int:
    """How many teams with a name have a pair of which no players are known."""
    return len({each.team_number for each in contestants if each.team and not each.names} - {0})


def contestants_by_id(
    ids: Collection[int], *, full_names: bool = False
) -> dict[int, ContestantRecord]:
    """These contestants by id, in the order of section, direction and number."""
    # All of their sessions, for short names that tell apart who plays there.
    sessions = Contestant.objects.filter(pk__in=ids).values("section__session")
    found = _records(Q(section__session__in=sessions), full_names=full_names)
    wanted = set(ids)
    return {contestant.pk: contestant for _session, contestant in found if contestant.pk in wanted}


def contestants_of_sessions(
    session_ids: Collection[int], *, full_names: bool = False
) -> dict[int, dict[int, ContestantRecord]]:
    """The contestants of several sessions by the session's id, each in its order."""
    contestants: dict[int, dict[int, ContestantRecord]] = {pk: {} for pk in session_ids}
    found = _records(Q(section__session__in=session_ids), full_names=full_names)
    for session_id, contestant in found:
        contestants[session_id][contestant.pk] = contestant
    return contestants


def _records(wanted: Q, *, full_names: bool) -> Iterator[tuple[int, ContestantRecord]]:
    """The contestants that match ``wanted``, each with its session's id."""
    # Backwards by direction: NS before EW. One row for each player, by place.
    rows = (
        Contestant.objects.filter(wanted)
        .order_by("section__letter", "-direction", "number", "pk", "memberships__place")
        .values_list(
            "section__session",
            "pk",
            "section",
            "section__letter",
            "direction",
            "number",
            "handicap",
            "section__session__matches",
            "team__number",
            "team__name",
            *_OF_PLAYER,
        )
    )
    of_session: dict[int, list[ContestantRecord]] = {}
    for (session_id, _pk), group in groupby(rows, key=itemgetter(0, 1)):
        record = _record(list(group), full_names=full_names)
        of_session.setdefault(session_id, []).append(record)
    for session_id, records in of_session.items():
        for record in _with_short_names(records):
            yield session_id, record


_OF_PLAYER = (
    "memberships__player",
    "memberships__handicap",
    "memberships__player__name",
    "memberships__player__given",
    "memberships__player__particle",
    "memberships__player__family",
    "memberships__player__initials_only",
)


def _record(seats: list[tuple[Any, ...]], *, full_names: bool) -> ContestantRecord:
    start = -len(_OF_PLAYER)
    # A contestant without names comes as one row of NULLs, from the outer join.
    named = [seat[start:] for seat in seats if seat[start] is not None]
    pk, section_id, section, direction, number, handicap, kind, team_number, team = seats[0][
        1:start
    ]
    return ContestantRecord(
        pk,
        section_id,
        section,
        direction,
        number,
        handicap,
        names=tuple(_name(*seat[2:], full_names=full_names) for seat in named),
        player_ids=tuple(player for player, *_ in named),
        player_handicaps=tuple(handicap for _, handicap, *_ in named),
        team=team or "",
        team_number=team_number or 0 if is_of_teams(kind) else 0,
    )


def _name(
    text: str, given: str, particle: str, family: str, is_hidden: bool, *, full_names: bool
) -> Name:
    name = Name(text, given, particle, family)
    return name.public if is_hidden and not full_names else name


def _with_short_names(records: list[ContestantRecord]) -> Iterator[ContestantRecord]:
    short = iter(short_names([name for record in records for name in record.names]))
    for record in records:
        yield replace(record, short_names=tuple(islice(short, len(record.names))))
