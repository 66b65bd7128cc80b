"""Reading who plays in sessions, in one query whatever their number.

This is the one place where a page of sessions gets names from: a player who is shown by initials
has no other name here, unless a director reads (``full_names``).

The guests of sessions: people who are in no register.

Reading handicaps of other sessions.

Who played with whom the last time: the pairs that the page of names offers, and the session that
a new one repeats.
"""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from clubscore.text.letters import seat_letters
from clubscore.text.sentences import translate
from events.models import Contestant, ContestantPlayer, Section, Session
from events.models.session import OF_TEAMS
from events.sessions.scoring.domain.ranking import pair_handicap
from players.domain.names import ERASED, Name, erased_name, short_names
from players.models import Player

LONGEST_TEAM = 16
"""Characters of a team's name that fit beside the names of a pair."""


@dataclass(frozen=True, slots=True)
class ContestantRecord:
    """A contestant: its number, and its players as far as they are known.

    ``names``, ``player_ids`` and ``player_handicaps`` go together, and so do ``short_names``, which
    tell apart whoever plays in the session. ``team`` is the name of the team it belongs to, and
    ``team_number`` its number; in Swiss pairs, where a pair is its own team, 0. ``stratum`` is
    empty where the session has no strata, or nobody chose one.
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
    is_of_several_sections: bool = False
    adds_handicaps: bool = False
    stratum: str = ""

    @property
    def label(self) -> str:
        """The number, with its direction where both directions count from 1, and with the letter of
        its section where there are several: ``7``, ``NS 7``, ``A7``, ``NS A7``."""
        section = self.section if self.is_of_several_sections else ""
        return f"{seat_letters(self.direction)} {section}{self.number}".strip()

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
        """The contestant's own, or else the mean or the sum of its players', of whom one without a
        handicap counts as 0; ``None`` where there is neither.
        """
        if self.own_handicap is not None:
            return Fraction(self.own_handicap)
        if all(handicap is None for handicap in self.player_handicaps):
            return None
        own = [Fraction(handicap or 0) for handicap in self.player_handicaps]
        return pair_handicap(own, added=self.adds_handicaps)


Contestants = Mapping[int, ContestantRecord]
"""By the contestant's id."""


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
            contestant.team_number or contestant.code
            for contestant in contestants
            if not contestant.names and not (contestant.team_number and contestant.team)
        }
    )


def teams_without_players(contestants: Iterable[ContestantRecord]) -> int:
    """How many teams with a name have a pair of which no players are known."""
    return len(
        {
            contestant.team_number
            for contestant in contestants
            if contestant.team and not contestant.names
        }
        - {0}
    )


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
            "stratum",
            "section__session__handicap_sum",
            *_OF_PLAYER,
        )
    )
    of_session: dict[int, list[ContestantRecord]] = {}
    for (session_id, _pk), group in groupby(rows, key=itemgetter(0, 1)):
        record = _record(list(group), full_names=full_names)
        of_session.setdefault(session_id, []).append(record)
    for session_id, records in of_session.items():
        for record in _told_apart(records):
            yield session_id, record


_OF_PLAYER = (
    "memberships__player",
    "memberships__handicap",
    "memberships__player__name",
    "memberships__player__given",
    "memberships__player__particle",
    "memberships__player__family",
    "memberships__player__initials_only",
    "memberships__player__deleted_at",
    "memberships__player__erased_at",
)


def _record(seats: list[tuple[Any, ...]], *, full_names: bool) -> ContestantRecord:
    start = -len(_OF_PLAYER)
    # A contestant without names comes as one row of NULLs, from the outer join.
    named = [seat[start:] for seat in seats if seat[start] is not None]
    pk, section_id, section, direction, number, handicap, *of_session = seats[0][1:start]
    kind, team_number, team, stratum, adds_handicaps = of_session
    return ContestantRecord(
        pk,
        section_id,
        section,
        direction,
        number,
        handicap,
        names=tuple(
            _name(player, *seat, full_names=full_names) for player, _handicap, *seat in named
        ),
        player_ids=tuple(player for player, *_ in named),
        player_handicaps=tuple(handicap for _, handicap, *_ in named),
        team=team or "",
        team_number=team_number or 0 if kind in OF_TEAMS else 0,
        stratum=stratum,
        adds_handicaps=adds_handicaps,
    )


def _name(
    player: int,
    text: str,
    given: str,
    particle: str,
    family: str,
    is_hidden: bool,
    deleted_at: datetime.datetime | None,
    erased_at: datetime.datetime | None,
    *,
    full_names: bool,
) -> Name:
    name = Name(text, given, particle, family)
    if deleted_at and not erased_at and not full_names:
        return erased_name(player, translate(ERASED))
    return name.public if is_hidden and not full_names else name


def _told_apart(records: list[ContestantRecord]) -> Iterator[ContestantRecord]:
    short = iter(short_names([name for record in records for name in record.names]))
    several = len({record.section for record in records}) > 1
    for record in records:
        yield replace(
            record,
            short_names=tuple(islice(short, len(record.names))),
            is_of_several_sections=several,
        )


def guests_of_session(session_id: int) -> dict[str, Player]:
    """The guests by the keys of their names, in the order of names; and whoever sits there but was
    deleted from the register."""
    outside = Q(is_guest=True) | Q(deleted_at__isnull=False)
    guests = Player.everybody.filter(outside, memberships__session=session_id)
    return {guest.name_key: guest for guest in guests}


def guests_of_sessions(session_ids: Iterable[int]) -> list[Player]:
    """All guests of these sessions, in the order of names."""
    guests = Player.everybody.filter(is_guest=True, memberships__session__in=list(session_ids))
    return list(guests.distinct())


def last_handicaps(session: Session, player_ids: Collection[int]) -> dict[int, Decimal]:
    """The handicap of each player in the register, else the last one before this session, for those
    who have one."""
    # Of two sessions on one day, the one set up first counts as the earlier.
    earlier = Q(session__date__lt=session.date) | Q(
        session__date=session.date, session__lt=session.pk
    )
    # One row for each player, however often they played.
    last = (
        ContestantPlayer.objects.filter(
            earlier, player=OuterRef("pk"), handicap__isnull=False, session__deleted_at=None
        )
        .order_by("-session__date", "-session")
        .values("handicap")[:1]
    )
    players = Player.everybody.filter(pk__in=player_ids).order_by()
    rows = players.annotate(last=Subquery(last)).values_list("pk", "handicap", "last")
    known = {player: last if own is None else own for player, own, last in rows}
    return {player: handicap for player, handicap in known.items() if handicap is not None}


def handicaps_to_take(session_id: int) -> int:
    """How many players of a session have a handicap in the register, and none in the session."""
    seats = ContestantPlayer.objects.filter(session=session_id, handicap=None)
    return seats.filter(contestant__handicap=None, player__handicap__isnull=False).count()


WEEKS: Final = 8
"""How many weeks back the evening of the same weekday is looked for."""


@dataclass(frozen=True, slots=True)
class LastPairs:
    """The pairs of a session, by number, and its date."""

    date: datetime.date
    pairs: tuple[tuple[str, str], ...]


def last_pairs(*, date: datetime.date, session_id: int | None = None) -> LastPairs | None:
    """The pairs of the session before: of the same series if there is one, else of the same
    weekday. ``None`` without one. Guests are left out, and in an individual all are."""
    earlier = _earlier(date, session_id)
    return pairs_of(earlier) if earlier else None


def pairs_of(earlier: Session) -> LastPairs | None:
    """The pairs of a session, without guests; ``None`` if it has none."""
    seats = ContestantPlayer.objects.filter(session=earlier, player__is_guest=False)
    seats = seats.filter(player__deleted_at=None, player__erased_at=None).select_related("player")
    names: dict[int, list[str]] = {}
    for seat in seats.order_by("contestant__section", "contestant__number", "place"):
        names.setdefault(seat.contestant_id, []).append(seat.player.full_name)
    pairs = tuple((pair[0], pair[1]) for pair in names.values() if len(pair) > 1)
    return LastPairs(earlier.date, pairs) if pairs else None


def session_to_repeat(*, date: datetime.date) -> Session | None:
    """The session that one on this date is most like: the last before it of the same weekday, else
    the last before it, else the last of all; only of those that were played by a movement."""
    played = (
        Session.objects.filter(
            # A session of matches is set up in another way.
            matches=Session.Matches.NONE
        )
        .filter(Exists(Section.objects.filter(session=OuterRef("pk"), movement__isnull=False)))
        .order_by("-date", "-pk")
    )
    before = played.filter(date__lt=date)
    return before.filter(date__in=_same_weekday(date)).first() or before.first() or played.first()


def names_to_repeat(session_id: int) -> dict[str, tuple[str, ...]]:
    """The names of those who sat in a session, by the code of the contestant; empty where nobody
    sat, or somebody who was deleted since."""
    seats = ContestantPlayer.objects.filter(
        session=session_id, player__deleted_at=None, player__erased_at=None
    ).select_related("player", "contestant__section")
    names: dict[str, list[str]] = {}
    for seat in seats.order_by("contestant", "place"):
        places = names.setdefault(seat.contestant.code, ["", ""])
        places[seat.place - 1] = seat.player.full_name
    return {code: tuple(pair) for code, pair in names.items()}


def _earlier(date: datetime.date, session_id: int | None) -> Session | None:
    before = Session.objects.filter(date__lte=date, matches=Session.Matches.NONE)
    if session_id:
        before = before.exclude(pk=session_id)
    # Somebody sat second: an individual has no pairs to offer.
    named = ContestantPlayer.objects.filter(session=OuterRef("pk"), place=2)
    before = before.filter(Exists(named)).order_by("-date", "-pk")
    same_series = before.filter(series__sessions=session_id) if session_id else before.none()
    return same_series.first() or before.filter(date__in=_same_weekday(date)).first()


def _same_weekday(date: datetime.date) -> Iterable[datetime.date]:
    return [date - datetime.timedelta(weeks=weeks) for weeks in range(1, WEEKS + 1)]
