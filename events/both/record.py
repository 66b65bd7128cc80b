"""A player's record, read from the events: see :mod:`players.domain.record`."""

import datetime
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from django.core.cache import cache
from django.urls import reverse

from clubscore.sentences import decimals
from events.common.domain.rounding import at_most_two_decimals, two_decimals
from events.common.selectors.stamp import tournament_stamps
from events.models import ContestantPlayer, Entry, Game, RoundResult
from events.models import Tournament as StoredTournament
from events.sessions.services.kept_figures import Figures, PersonalFigures
from events.sessions.services.personal_figures import figures_of_sessions
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.points import write_points
from events.tournaments.domain.results import Code
from events.tournaments.domain.tiebreaks.ratings import performance
from events.tournaments.services.standings import standings_of
from players.domain.record import Outing, Record, TournamentResult
from players.models import Player

MAX_SESSIONS = 200
"""The latest ones count: a session that was not looked at yet takes some 6 ms to score."""

TournamentFigures = dict[int, tuple[str, int | None]]
"""Place and performance by starting number."""


def session_record(number: int, *, public: bool) -> Record:
    """The sessions of a player, scored again only where something has changed."""
    seats = ContestantPlayer.objects.filter(player=number)
    if public:
        seats = seats.filter(session__published_at__isnull=False)
    columns = ("session", "contestant", "session__date", "session__title")
    latest = seats.order_by("-session__date", "-session").values_list(*columns)[:MAX_SESSIONS]
    own = [_Seat(*row) for row in latest]
    earlier = max(seats.count() - len(own), 0)
    figures = figures_of_sessions([seat.session for seat in own])
    partners = partners_of(number, [seat.contestant for seat in own], public=public)
    return Record(outings=tuple(_outings(own, figures, partners)), earlier=earlier)


class _Seat(NamedTuple):
    """Where a player sat, with what a list says of the session."""

    session: int
    contestant: int
    date: datetime.date
    title: str


def _outings(
    seats: list[_Seat], figures: dict[int, Figures], partners: "Partners"
) -> Iterator[Outing]:
    for seat in seats:
        own = figures[seat.session].get(seat.contestant)
        yield Outing(
            date=seat.date,
            title=seat.title,
            url=reverse("events:card", args=[seat.session, seat.contestant]),
            partners=partners.get(seat.contestant, ()),
            place=own.place if own else "",
            result=result_text(own) if own else "",
            percentage=own.percentage if own else None,
            **({"declaring": own.declaring, "defending": own.defending} if own else {}),
        )


Partners = dict[int, tuple[tuple[int, str], ...]]
"""By the contestant's id, numbers and names of the others in it."""


def partners_of(number: int, contestants: Collection[int], *, public: bool = False) -> Partners:
    """The others of each contestant; ``public``: names as everybody may read them."""
    seats = ContestantPlayer.objects.filter(contestant__in=contestants).exclude(player=number)
    rows = list(seats.order_by("place").values_list("contestant", "player"))
    players = Player.everybody.in_bulk({player for _, player in rows})
    found: Partners = {}
    for contestant, player in rows:
        # Deleted between the two reads.
        if other := players.get(player):
            name = other.public_name if public else str(other)
            found[contestant] = (*found.get(contestant, ()), (player, name))
    return found


def result_text(figures: PersonalFigures) -> str:
    """The percentage where there is one, else the points."""
    if figures.percentage is None:
        return decimals(at_most_two_decimals(figures.points))
    return decimals(f"{two_decimals(figures.percentage)} %")


def tournament_record(number: int, *, public: bool) -> Record:
    """The tournaments of a player with a starting number."""
    entries = Entry.objects.filter(player=number).select_related("tournament")
    if public:
        entries = entries.filter(tournament__published_at__isnull=False)
    own = list(entries.order_by("-tournament__start", "-tournament"))
    points = points_of_entries(own)
    figures = _figures_of_tournaments([entry.tournament for entry in own])
    return Record(
        tournaments=tuple(_result_of(entry, points, figures[entry.tournament_id]) for entry in own)
    )


def _result_of(
    entry: Entry, points: dict[int, Fraction], figures: TournamentFigures
) -> TournamentResult:
    place, performed = figures.get(entry.number or 0, ("", None))
    return TournamentResult(
        date=entry.tournament.start,
        title=entry.tournament.name,
        url=card_of_entry(entry),
        place=place,
        players=len(figures),
        points=decimals(write_points(points[entry.pk])) if entry.pk in points else "",
        performance=performed,
    )


def _figures_of_tournaments(
    tournaments: Collection[StoredTournament],
) -> dict[int, TournamentFigures]:
    """The figures of each tournament by its id, cached until it changes."""
    stamps = tournament_stamps([tournament.pk for tournament in tournaments])
    found = {}
    for tournament in tournaments:
        key = f"tournament:{tournament.pk}:{stamps[tournament.pk]}"
        figures: TournamentFigures | None = cache.get(key)
        if figures is None:
            figures = _figures(tournament)
            cache.set(key, figures, None)
        found[tournament.pk] = figures
    return found


def _figures(tournament: StoredTournament) -> TournamentFigures:
    standings = standings_of(tournament)
    stage = standings.ranking.stage
    return {
        line.number: (line.place, _whole(performance(stage, stage.records[line.number]).amount))
        for line in standings.lines
    }


def _whole(amount: Fraction | None) -> int | None:
    # A performance is a whole number, of which the type says nothing.
    return None if amount is None else int(amount)


def card_of_entry(entry: Entry) -> str:
    """The player's card; without a starting number yet, the tournament."""
    if entry.number is None:
        return entry.tournament.get_absolute_url()
    return reverse("events:tournament-player", args=[entry.tournament.slug, entry.number])


def points_of_entries(entries: Collection[Entry]) -> dict[int, Fraction]:
    """The points of each entry that has results, in one query."""
    systems = {entry.pk: entry.tournament.system for entry in entries}
    sums: dict[int, Fraction] = {}
    rows = RoundResult.objects.filter(entry__in=systems, round__is_hidden=False).order_by()
    for pk, bye, side, outcome in rows.values_list("entry", "bye", "side", "game__outcome"):
        if outcome is None:
            code = Code(bye)
        else:
            code = Outcome(outcome).first if side == Game.FIRST else Outcome(outcome).second
        sums[pk] = sums.get(pk, Fraction(0)) + (systems[pk].points(code) or 0)
    return sums
