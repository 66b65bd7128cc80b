"""What players took part in, for the register: sessions of bridge, and tournaments.

See :mod:`players.history`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.sentences import decimals
from events.both.forgetting import forget_in_sessions, forget_in_tournaments
from events.common.domain.rounding import at_most_two_decimals, two_decimals
from events.common.selectors.stamp import common_stamp
from events.models import ContestantPlayer, Entry, Game, RoundResult, Session
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.services.standings_cache import standings_of_sessions
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.points import write_points
from events.tournaments.domain.results import Code
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
        sessions = Session.objects.in_bulk(keys)
        own = {
            seat.session_id: seat.contestant_id
            for seat in ContestantPlayer.objects.filter(player=number, session__in=keys)
        }
        partners = _partners(number, own.values())
        standings = _standings(own) if results else {}
        found = {}
        for key, contestant in own.items():
            session = sessions[key]
            place, result = standings.get(contestant, ("", ""))
            found[key] = Appearance(
                kind=_("Session"),
                date=session.date,
                title=session.title,
                url=reverse("events:card", args=[key, contestant]),
                partners=partners.get(contestant, ()),
                place=place,
                result=result,
                is_published=session.is_published,
            )
        return found

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
        points = _points(found) if results else {}
        return {
            entry.tournament_id: Appearance(
                kind=_("Tournament"),
                date=entry.tournament.start,
                title=entry.tournament.name,
                url=_card(entry),
                result=points.get(entry.pk, ""),
                is_published=entry.tournament.is_published,
            )
            for entry in found
        }

    def erase(self, erasure: Erasure) -> None:
        forget_in_tournaments(erasure)


def _card(entry: Entry) -> str:
    """The player's card; without a starting number yet, the tournament."""
    if entry.number is None:
        return entry.tournament.get_absolute_url()
    return reverse("events:tournament-player", args=[entry.tournament.slug, entry.number])


def _points(entries: Collection[Entry]) -> dict[int, str]:
    """The points of each entry that has results, in one query."""
    systems = {entry.pk: entry.tournament.system for entry in entries}
    sums: dict[int, Fraction] = {}
    rows = RoundResult.objects.filter(entry__in=systems).order_by()
    for pk, bye, side, outcome in rows.values_list("entry", "bye", "side", "game__outcome"):
        if outcome is None:
            code = Code(bye)
        else:
            code = Outcome(outcome).first if side == Game.FIRST else Outcome(outcome).second
        sums[pk] = sums.get(pk, Fraction(0)) + (systems[pk].points(code) or 0)
    return {pk: _points_text(points) for pk, points in sums.items()}


def _points_text(points: Fraction) -> str:
    template = ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2)
    return template % {"points": decimals(write_points(points))}


def _partners(number: int, contestants: Collection[int]) -> dict[int, tuple[tuple[int, str], ...]]:
    """The others of each contestant: number and name."""
    seats = ContestantPlayer.objects.filter(contestant__in=contestants).exclude(player=number)
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for seat in seats.select_related("player").order_by("place"):
        partner = (seat.player_id, str(seat.player))
        found[seat.contestant_id] = (*found.get(seat.contestant_id, ()), partner)
    return found


def _standings(own: Mapping[int, int]) -> dict[int, tuple[str, str]]:
    """Place and result of each contestant; cached until one of the sessions changes."""
    stamp = common_stamp(session_ids=sorted(own))
    contestants = "-".join(str(own[session]) for session in sorted(own))
    key = f"standings:{sha256(contestants.encode()).hexdigest()}:{stamp}"
    known: dict[int, tuple[str, str]] | None = cache.get(key)
    if known is None:
        wanted = set(own.values())
        known = {
            standing.contestant: (standing.place, _result(standing))
            for session in standings_of_sessions(list(own)).values()
            # A contestant ranked in two lists is shown with its place in the first.
            for standing in reversed(session.standings)
            if isinstance(standing.contestant, int) and standing.contestant in wanted
        }
        cache.set(key, known)
    # The cache is shared by readers of every language: the decimal comma comes last.
    return {pk: (place, decimals(result)) for pk, (place, result) in known.items()}


def _result(standing: Standing) -> str:
    """The percentage where there is one, else the points."""
    if standing.percentage is None:
        return at_most_two_decimals(standing.points)
    return f"{two_decimals(standing.percentage)} %"
