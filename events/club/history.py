"""What players took part in, for the register: sessions of bridge, and tournaments.

See :mod:`players.history`.

A player's record, read from the events: see :mod:`players.domain.record`.
"""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubscore.text.problems import Sentence
from clubscore.text.sentences import decimals, language
from clubscore.web.caching import kept_many
from clubscore.web.visitors import Actor
from events.club.forgetting import forget_in_sessions, forget_in_tournaments
from events.common.domain import at_most_two_decimals, two_decimals
from events.common.selectors import log_stamps, tournament_stamps
from events.models import (
    ContestantPlayer,
    Entry,
    Game,
    RoundResult,
    Session,
    Tournament as StoredTournament,
)
from events.sessions.cardplay.domain.measures import (
    MEASURES,
    NO_PLAY,
    CardPlay,
    total as total_play,
)
from events.sessions.matches.figures.matches import matches_of_sessions
from events.sessions.matches.views.rows import result_of
from events.sessions.results.services import (
    Figures,
    PersonalFigures,
    figures_of_sessions,
    play_of_all,
)
from events.tables.selectors.claims import open_to_links
from events.tournaments.core.domain.results import Code, Outcome, write_points
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.standings.domain.rules.ratings import performance
from events.tournaments.standings.figures import standings_of
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings import team_places
from players.domain.names import Name
from players.domain.record import Measure, Measures, Outing, Record, TournamentResult
from players.history import Appearance, Erasure, Mark, OldName
from players.models import Player


class Sessions:
    """The sessions of bridge as a source of the register."""

    name = "sessions"

    def marks(self, number: int) -> Iterable[Mark]:
        played = _seats_of(number).order_by()
        for session, date in played.values_list("session", "session__date"):
            yield Mark(self.name, session, date)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        columns = ("session", "contestant", "session__matches", "session__date", "session__title")
        seats = _seats_of(number).filter(session__in=keys)
        rows = list(seats.values_list(*columns, "session__published_at"))
        own = {session: contestant for session, contestant, *_ in rows}
        matches = [session for session, _contestant, kind, *_ in rows if kind]
        partners = partners_of(number, own.values())
        standings = _standings(own, matches) if results else {}
        kind = gettext("Session")
        found = {}
        for key, contestant, _matches, date, title, published_at in rows:
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

    def with_old_name(self, player: Player, names: frozenset[Name]) -> Iterable[OldName]:
        """None: sessions name players as the register does."""
        return ()

    def rename(self, player: Player, keys: Collection[int], *, by: Actor) -> None:
        """Nothing to do."""


class Tournaments:
    """The round-by-round tournaments as a source of the register.

    The place is only on the player's card of the tournament: with its tie-breaks it takes too long
    for a list of events.
    """

    name = "tournaments"

    def marks(self, number: int) -> Iterable[Mark]:
        played = _entries_of(number).order_by()
        for tournament, start in played.values_list("tournament", "tournament__start"):
            yield Mark(self.name, tournament, start)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        entries = _entries_of(number).filter(tournament__in=keys)
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

    def with_old_name(self, player: Player, names: frozenset[Name]) -> Iterable[OldName]:
        former = {(name.surname, name.forenames) for name in names}
        former -= {_name_in_entry(player)}
        for entry in _entries_of(player.pk).select_related("tournament").order_by("pk"):
            if (entry.family, entry.given) in former:
                title, url = entry.tournament.name, entry.tournament.get_absolute_url()
                yield OldName(self.name, entry.tournament_id, title, url, entry.name)

    def rename(self, player: Player, keys: Collection[int], *, by: Actor) -> None:
        entries = _entries_of(player.pk).filter(tournament__in=keys)
        for entry in entries.select_related("tournament").order_by("tournament"):
            entry.family, entry.given = _name_in_entry(player)
            change_entry(entry=entry, fields=["family", "given"], by=by)


def _name_in_entry(player: Player) -> tuple[str, str]:
    """The family name and the others of an entry of the player."""
    return player.whole_name.surname, player.whole_name.forenames


def _seats_of(number: int) -> QuerySet[ContestantPlayer]:
    """Where a player sat, but for what is in the bin."""
    return ContestantPlayer.objects.filter(player=number, session__deleted_at=None)


def _entries_of(number: int) -> QuerySet[Entry]:
    """The entries of a player, but for what is in the bin."""
    return Entry.objects.filter(player=number, tournament__deleted_at=None)


def _standings(own: Mapping[int, int], matches: Collection[int]) -> dict[int, tuple[str, str]]:
    """Place and result of each contestant; ``matches`` are the sessions that consist of them."""
    figures, of_matches = figures_of_sessions(own.keys()), places_of_matches(matches)
    return {
        contestant: of_matches.get(contestant)
        or (figures[session][contestant].place, result_text(figures[session][contestant]))
        for session, contestant in own.items()
        if contestant in figures[session]
    }


def places_of_matches(
    session_ids: Collection[int], *, director: bool = True
) -> dict[int, tuple[str, str]]:
    """Place and points of the team or pair of each contestant, of sessions of matches."""
    if not session_ids:
        return {}
    sessions = list(Session.objects.filter(pk__in=session_ids))
    for session in sessions:
        session.reader_is_director = director
    by_pk = {session.pk: session for session in sessions}

    def make(missing: list[int]) -> dict[int, dict[int, tuple[str, str]]]:
        found = matches_of_sessions(by_pk[pk] for pk in missing)
        return {
            pk: {
                contestant: (str(standing.place), result_of(scored.matches.play, standing))
                for standing in scored.standings
                for contestant in scored.matches.teams[standing.side].contestants
            }
            for pk, scored in found.items()
        }

    kept = kept_many(f"places of matches, {director}, {language()}", log_stamps(by_pk), make)
    return {
        contestant: place
        for of_session in kept.values()
        for contestant, place in of_session.items()
    }


def _points_text(points: Fraction) -> str:
    template = ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2)
    return template % {"points": decimals(write_points(points))}


MAX_SESSIONS = 200
"""The latest ones count: a session that was not looked at yet takes some 6 ms to score."""


class _InTournament(NamedTuple):
    """The place of a player, or of the ``team`` where teams meet, among how many; and the player's
    performance."""

    place: str
    among: int
    performance: int | None
    team: str = ""


TournamentFigures = dict[int, _InTournament]
"""By starting number."""


def session_record(number: int, *, public: bool) -> Record:
    """The sessions of a player, scored again only where something has changed."""
    seats = _seats_of(number)
    if public:
        seats = seats.filter(session__published_at__isnull=False)
    columns = (
        "session", "contestant", "session__date", "session__title", "session__published_at",
        "session__matches", "session__show_play",
    )  # fmt: skip
    latest = seats.order_by("-session__date", "-session").values_list(*columns)[:MAX_SESSIONS]
    own = [_Seat(*row) for row in latest]
    earlier = max(seats.count() - len(own), 0)
    figures = figures_of_sessions([seat.session for seat in own], director=not public)
    of_matches = [seat.session for seat in own if seat.matches]
    places = places_of_matches(of_matches, director=not public)
    partners = partners_of(number, [seat.contestant for seat in own], public=public)
    told = [seat for seat in own if seat.shows_play or not public]
    return Record(
        outings=tuple(_outings(own, figures, places, partners)),
        earlier=earlier,
        measures=tuple(_measures(told, figures)),
    )


YEARS: Final = 3
"""Of the last years each has its measures."""


def _measures(seats: Iterable["_Seat"], figures: Mapping[int, Figures]) -> Iterator[Measures]:
    """Play and bidding against double dummy, in all sessions and in each of the last years, beside
    that of everybody in the same sessions."""
    years: dict[int, list[tuple[CardPlay, CardPlay]]] = {}
    for seat in seats:
        of_session = figures[seat.session]
        own = of_session.get(seat.contestant)
        if own and own.play != NO_PLAY:
            pair = (own.play, play_of_all(of_session))
            years.setdefault(seat.date.year, []).append(pair)
    every = [pair for pairs in years.values() for pair in pairs]
    if every:
        yield _measures_of(0, every)
    for year in sorted(years, reverse=True)[:YEARS] if len(years) > 1 else ():
        yield _measures_of(year, years[year])


def _measures_of(year: int, pairs: Sequence[tuple[CardPlay, CardPlay]]) -> Measures:
    own = total_play(pair[0] for pair in pairs)
    everybody = total_play(pair[1] for pair in pairs)
    return Measures(
        year, tuple(Measure(Sentence(name), tell(own), tell(everybody)) for name, tell in MEASURES)
    )


class _Seat(NamedTuple):
    """Where a player sat, with what a list says of the session."""

    session: int
    contestant: int
    date: datetime.date
    title: str
    published_at: datetime.datetime | None
    matches: str
    shows_play: bool


def _outings(
    seats: list[_Seat],
    figures: dict[int, Figures],
    places: dict[int, tuple[str, str]],
    partners: "Partners",
) -> Iterator[Outing]:
    claimed = open_to_links(
        {seat.session: seat.published_at for seat in seats if seat.published_at}
    )
    for seat in seats:
        place = (seat.session, seat.contestant)
        own = figures[seat.session].get(seat.contestant)
        standing = (own.place, result_text(own)) if own else ("", "")
        ranked, result = places.get(seat.contestant, standing)
        yield Outing(
            date=seat.date,
            title=seat.title,
            url=reverse("events:card", args=place),
            claim=reverse("events:card-claim", args=place) if seat.session in claimed else "",
            partners=partners.get(seat.contestant, ()),
            place=ranked,
            result=result,
            percentage=own.percentage if own else None,
            **({"declaring": own.declaring, "defending": own.defending} if own else {}),
        )


Partners = dict[int, tuple[tuple[int, str], ...]]
"""The numbers and names of the others in a contestant, by its id."""


def partners_of(number: int, contestants: Collection[int], *, public: bool = False) -> Partners:
    """The others of each contestant; ``public``: names as everybody may read them."""
    seats = ContestantPlayer.objects.filter(contestant__in=contestants).exclude(player=number)
    rows = list(seats.order_by("place").values_list("contestant", "player"))
    players = Player.everybody.in_bulk({player for _, player in rows})
    partners: Partners = {}
    for contestant, player in rows:
        # Deleted between the two reads.
        if other := players.get(player):
            name = other.public_name if public else str(other)
            partners[contestant] = (*partners.get(contestant, ()), (player, name))
    return partners


def result_text(figures: PersonalFigures) -> str:
    """The percentage where there is one, else the points."""
    if figures.percentage is None:
        return decimals(at_most_two_decimals(figures.points))
    return decimals(f"{two_decimals(figures.percentage)} %")


def tournament_record(number: int, *, public: bool) -> Record:
    """The tournaments of a player with a starting number."""
    entries = _entries_of(number).select_related("tournament")
    if public:
        entries = entries.filter(tournament__published_at__isnull=False)
    own_entries = list(entries.order_by("-tournament__start", "-tournament"))
    points = points_of_entries(own_entries)
    figures = _figures_of_tournaments([entry.tournament for entry in own_entries])
    return Record(
        tournaments=tuple(
            _result_of(entry, points, figures[entry.tournament_id]) for entry in own_entries
        )
    )


def _result_of(
    entry: Entry, points: dict[int, Fraction], figures: TournamentFigures
) -> TournamentResult:
    place, among, performed, team = figures.get(entry.number or 0, _InTournament("", 0, None))
    return TournamentResult(
        date=entry.tournament.start,
        title=entry.tournament.name,
        url=card_of_entry(entry),
        place=place,
        among=among,
        team=team,
        points=decimals(write_points(points[entry.pk])) if entry.pk in points else "",
        performance=performed,
    )


def _figures_of_tournaments(
    tournaments: Collection[StoredTournament],
) -> dict[int, TournamentFigures]:
    """The figures of each tournament by its id, cached until it changes."""
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    return kept_many(
        "figures of a tournament",
        tournament_stamps(by_pk),
        lambda missing: {pk: _figures(by_pk[pk]) for pk in missing},
    )


def _figures(tournament: StoredTournament) -> TournamentFigures:
    standings = standings_of(tournament)
    stage = standings.ranking.stage
    event = team_event(standings.value) if tournament.teams_meet else None
    teams = team_places(event) if event else []
    of_teams = {member: team for team in teams for member in team.members}
    found = {}
    for line in standings.lines:
        performed = _whole(performance(stage, stage.records[line.number]).amount)
        own = _InTournament(str(line.place), len(standings.lines), performed)
        if team := of_teams.get(line.number):
            own = own._replace(place=str(team.place), among=len(teams), team=team.name)
        found[line.number] = own
    return found


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
