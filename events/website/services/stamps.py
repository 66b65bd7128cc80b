"""The stamps of the site's units: texts that change with whatever the pages of a unit are made of.

A stamp may change where no page does, which costs the making; the other way round would leave an
old page in the site. So rows are taken whole. Source: docs/site.md.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils import timezone

import clubscore
from clubscore.web.static_files import HashedStaticFilesStorage
from events.common.selectors import log_stamps, tournament_stamps
from events.models import (
    BridgeTeam,
    CarryOver,
    ClubSite,
    Contestant,
    ContestantPlayer,
    Entry,
    LogEntry,
    PointsRule,
    Round,
    Section,
    Series,
    SeriesSession,
    Session,
    Team,
    Tournament,
)
from events.sessions.scoring.selectors.sessions import chain
from players.models import ClubSettings, Player


def unit_stamps(*, language: str, address: str, site: ClubSite) -> dict[str, str]:
    """The stamp of each session, series and tournament that is published, by its unit."""
    common = _digest([_program(), language, address, site.is_listed, _of_club()])
    people = _rows(Player, "club__name")
    sessions = _sessions(people)
    published = Session.objects.filter(published_at__isnull=False).values_list("pk", flat=True)
    units = {f"session/{pk}": sessions[pk] for pk in published}
    units |= _series(sessions) | _tournaments(people)
    return {unit: _digest([common, made_of]) for unit, made_of in sorted(units.items())}


def _digest(value: object) -> str:
    text = json.dumps(value, cls=DjangoJSONEncoder, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()


@cache
def _program() -> str:
    """The release, its templates and words, and the names of its static files, which change with
    their content."""
    digest = sha256(clubscore.__version__.encode())
    for folder, pattern in (("templates", "*.html"), ("locale", "*.mo")):
        for path in sorted((Path(settings.BASE_DIR) / folder).rglob(pattern)):
            digest.update(path.relative_to(settings.BASE_DIR).as_posix().encode())
            digest.update(path.read_bytes())
    if isinstance(staticfiles_storage, HashedStaticFilesStorage):
        digest.update(json.dumps(staticfiles_storage.hashed_files, sort_keys=True).encode())
    return digest.hexdigest()


def _of_club() -> list[object]:
    """What the head of every page has: the club, and whether there are tournaments at all."""
    return [list(ClubSettings.objects.values()), Tournament.objects.exists(), settings.TIME_ZONE]


def _rows(model: type[Model], *more: str) -> dict[int, str]:
    """A digest of every row of a model, with further columns, by its key."""
    columns = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.order_by("pk").values_list("pk", *columns, *more)
    return {pk: _digest(row) for pk, *row in rows}


def _rows_of(model: type[Model], owner: str, *more: str) -> defaultdict[int, list[list[Any]]]:
    """The rows of a model, with further columns, by what they belong to."""
    columns = [field.attname for field in model._meta.concrete_fields]
    found: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for key, *row in model._base_manager.order_by("pk").values_list(owner, *columns, *more):
        found[key].append(row)
    return found


def _day(*, is_finished: bool) -> str:
    """Today, for what is not finished: it may be live, or over, by the day alone."""
    return "" if is_finished else timezone.localdate().isoformat()


def _sessions(people: Mapping[int, str]) -> dict[int, str]:
    """What each session is made of, published or not: an earlier one may be carried over."""
    rows = _rows(Session, "club__name")
    logs = log_stamps(list(rows))
    sections = _rows_of(Section, "session", "movement__name", "movement__source")
    contestants = _rows_of(Contestant, "section__session")
    teams = _rows_of(BridgeTeam, "session")
    seats = _rows_of(ContestantPlayer, "session")
    rules, of_series = _rows(PointsRule), _series_of_sessions()
    made: dict[int, str] = {}
    for session in Session.everything.order_by("pk"):
        pk = session.pk
        made[pk] = _digest(
            [
                rows[pk],
                logs[pk],
                _day(is_finished=session.is_finished),
                rules.get(session.points_rule_id or 0),
                sections[pk],
                contestants[pk],
                teams[pk],
                seats[pk],
                sorted({people.get(player, "") for player in map(_player_of, seats[pk])}),
                of_series.get(pk),
            ]
        )
    return made | _carrying(made)


_PLAYER: Final = [field.attname for field in ContestantPlayer._meta.concrete_fields].index(
    "player_id"
)


def _player_of(seat: Sequence[Any]) -> int:
    return int(seat[_PLAYER])


def _series_of_sessions() -> dict[int, list[tuple[Any, ...]]]:
    """The published series that the pages of each session link to."""
    found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    rows = SeriesSession.objects.filter(
        series__published_at__isnull=False, series__deleted_at=None
    ).order_by("series")
    for pk, *row in rows.values_list("session", "series", "series__name"):
        found[pk].append(tuple(row))
    return found


def _carrying(sessions: Mapping[int, str]) -> dict[int, str]:
    """The sessions that bring something from earlier ones, with these."""
    found = {}
    carried = CarryOver.objects.select_related("earlier_series").order_by("pk")
    for each in carried:
        earlier: list[object] = [each.weight, sessions.get(each.earlier_session_id or 0)]
        if each.earlier_series:
            earlier.append(_chained(each.earlier_series, sessions, director=True))
        found[each.session_id] = _digest([sessions.get(each.session_id), earlier])
    return found


def _chained(series: Series, sessions: Mapping[int, str], *, director: bool) -> object:
    """A series with all that is carried forward into it."""
    return [
        [
            link.series.pk,
            link.series.name,
            LogEntry.objects.filter(series=link.series).count(),
            [[each.session_id, each.weight, sessions[each.session_id]] for each in link.sessions],
        ]
        for link in chain(series, director=director)
    ]


def _series(sessions: Mapping[int, str]) -> dict[str, str]:
    rows = _rows(Series, "club__name", "earlier__name", "earlier__published_at")
    found = Series.objects.filter(published_at__isnull=False)
    return {
        f"series/{each.pk}": _digest([rows[each.pk], _chained(each, sessions, director=True)])
        for each in found
    }


def _tournaments(people: Mapping[int, str]) -> dict[str, str]:
    tournaments = Tournament.objects.filter(published_at__isnull=False)
    rows = _rows(Tournament, "club__name")
    logs = tournament_stamps([each.pk for each in tournaments])
    entries, rounds = _rows_of(Entry, "tournament"), _rows_of(Round, "tournament")
    teams = _rows_of(Team, "tournament")
    players: defaultdict[int, list[str]] = defaultdict(list)
    for tournament, player in Entry.objects.order_by("pk").values_list("tournament", "player"):
        players[tournament].append(people.get(player, ""))
    return {
        f"tournament/{each.slug}": _digest(
            [
                rows[each.pk],
                logs[each.pk],
                _day(is_finished=each.state == Tournament.State.FINISHED),
                entries[each.pk],
                rounds[each.pk],
                teams[each.pk],
                players[each.pk],
            ]
        )
        for each in tournaments
    }
