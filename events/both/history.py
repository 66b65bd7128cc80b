"""What players took part in, for the register: sessions of bridge, and tournaments.

See :mod:`players.history`.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubscore.sentences import decimals
from events.both.forgetting import forget_in_sessions, forget_in_tournaments
from events.both.record import (
    card_of_entry,
    partners_of,
    points_of_entries,
    result_text,
    session_record,
    tournament_record,
)
from events.models import ContestantPlayer, Entry
from events.sessions.services.personal_figures import figures_of_sessions
from events.tournaments.domain.points import write_points
from players.domain.record import Record
from players.history import Appearance, Erasure, Mark


class Sessions:
    """The sessions of bridge as a source of the register."""

    name = "sessions"

    def marks(self, number: int) -> Iterable[Mark]:
        played = ContestantPlayer.objects.filter(player=number).order_by()
        for session, date in played.values_list("session", "session__date"):
            yield Mark(self.name, session, date)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        columns = ("session", "contestant", "session__date", "session__title")
        seats = ContestantPlayer.objects.filter(player=number, session__in=keys)
        rows = list(seats.values_list(*columns, "session__published_at"))
        own = {session: contestant for session, contestant, *_ in rows}
        partners = partners_of(number, own.values())
        standings = _standings(own) if results else {}
        kind = gettext("Session")
        found = {}
        for key, contestant, date, title, published_at in rows:
            place, result = standings.get(contestant, ("", ""))
            found[key] = Appearance(
                kind=kind,
                date=date,
                title=title,
                url=reverse("events:card", args=[key, contestant]),
                partners=partners.get(contestant, ()),
                place=place,
                result=result,
                is_published=published_at is not None,
            )
        return found

    def record(self, number: int, *, public: bool) -> Record:
        return session_record(number, public=public)

    def erase(self, erasure: Erasure) -> None:
        forget_in_sessions(erasure)


class Tournaments:
    """The round-by-round tournaments as a source of the register.

    The place is only on the player's card of the tournament: with its tie-breaks it takes too long
    for a list of events.
    """

    name = "tournaments"

    def marks(self, number: int) -> Iterable[Mark]:
        played = Entry.objects.filter(player=number).order_by()
        for tournament, start in played.values_list("tournament", "tournament__start"):
            yield Mark(self.name, tournament, start)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        entries = Entry.objects.filter(player=number, tournament__in=keys)
        found = list(entries.select_related("tournament", "team"))
        points = points_of_entries(found) if results else {}
        return {
            entry.tournament_id: Appearance(
                kind=gettext("Tournament"),
                date=entry.tournament.start,
                title=entry.tournament.name,
                url=card_of_entry(entry),
                result=_points_text(points[entry.pk]) if entry.pk in points else "",
                is_published=entry.tournament.is_published,
            )
            for entry in found
        }

    def record(self, number: int, *, public: bool) -> Record:
        return tournament_record(number, public=public)

    def erase(self, erasure: Erasure) -> None:
        forget_in_tournaments(erasure)


def _standings(own: Mapping[int, int]) -> dict[int, tuple[str, str]]:
    """Place and result of each contestant."""
    figures = figures_of_sessions(own.keys())
    return {
        contestant: (figures[session][contestant].place, result_text(figures[session][contestant]))
        for session, contestant in own.items()
        if contestant in figures[session]
    }


def _points_text(points: Fraction) -> str:
    template = ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2)
    return template % {"points": decimals(write_points(points))}
