"""Reading who plays in sessions, in one query whatever their number.

This is the one place where a page of sessions gets names from: a player who is shown by initials
has no other name here, unless a director reads (``full_names``).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from django.db.models import Q

from clubscore.seats import seat_letters
from events.models import Contestant
from events.sessions.domain.scoring.handicap import pair_handicap
from players.domain.names import Name


@dataclass(frozen=True, slots=True)
class ContestantRecord:
    """A contestant: its number, and its players as far as they are known.

    ``names``, ``player_ids`` and ``player_handicaps`` go together.
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
        """The names, joined; empty while none is known."""
        return " – ".join(str(name) for name in self.names)

    @property
    def short_players(self) -> str:
        """The family names, joined, where there is little room."""
        return " – ".join(name.family for name in self.names)

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


def contestants_by_id(
    ids: Collection[int], *, full_names: bool = False
) -> dict[int, ContestantRecord]:
    """These contestants by id, in the order of section, direction and number."""
    found = _records(Q(pk__in=ids), full_names=full_names)
    return {contestant.pk: contestant for _, contestant in found}


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
            "memberships__player",
            "memberships__handicap",
            "memberships__player__given",
            "memberships__player__middle",
            "memberships__player__family",
            "memberships__player__initials_only",
        )
    )
    for (session_id, pk), group in groupby(rows, key=itemgetter(0, 1)):
        seats = list(group)
        # A contestant without names comes as one row of NULLs, from the outer join.
        named = [seat[-6:] for seat in seats if seat[-6] is not None]
        names = [
            Name(given, middle, family).public
            if is_hidden and not full_names
            else Name(given, middle, family)
            for _, _, given, middle, family, is_hidden in named
        ]
        yield (
            session_id,
            ContestantRecord(
                pk,
                *seats[0][2:-6],
                names=tuple(names),
                player_ids=tuple(player for player, *_ in named),
                player_handicaps=tuple(handicap for _, handicap, *_ in named),
            ),
        )
