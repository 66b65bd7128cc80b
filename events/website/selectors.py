"""What is stored of the club’s site, and how far it is behind what the logs have: how many changes,
and what came of the last uploads.

And what its feed and its calendar say of the club’s events: no name of a person, since what readers
have copied cannot be erased.
"""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import get_ident
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Max, Model, Q, QuerySet

from clubscore.database.prepared import Prepared
from clubscore.text.problems import Sentence, sentence_from_json
from clubscore.web.caching import kept
from clubscore.web.request_id import NONE, current_request_id
from events.common.domain import Season
from events.models import ClubSite, LogEntry, Round, Series, Session, SiteUpload, Tournament
from events.models.log import AT_THE_TABLE
from events.models.website import ONLY_ROW
from players.models import RegisterEntry

Event = Session | Series | Tournament

IN_FEED: Final = 20
"""How many events the feed names."""

MOST_WITHOUT_RESULTS: Final = 10
"""How many of the latest sessions may be without a result, for the ranking of the last one."""

_STORED: Final = Prepared(lambda pk: ClubSite.objects.filter(pk=pk))


def site_settings() -> ClubSite:
    """The settings of the site: read once in a request, and each time outside of one."""
    request = current_request_id()
    if request == NONE:
        return stored_site()
    return kept(("club site", get_ident()), state=request, make=stored_site)


def stored_site() -> ClubSite:
    """The settings of the site as they are now.

    The migrations have made the row. Where somebody has emptied the table it is made anew, as
    another site; a server that only shows results writes nothing, and has the site of nobody then.
    """
    found = _STORED.first(ONLY_ROW)
    if found is None and settings.READ_ONLY:
        return ClubSite(uuid=UUID(int=0))
    return found or ClubSite.objects.get_or_create(pk=ONLY_ROW)[0]


_Action = LogEntry.Action

_ELSEWHERE = (_Action.SENT, _Action.HANDS_SENT)
"""Actions that change no page."""

_RESULTS = (_Action.ENTERED, _Action.CLEARED, *AT_THE_TABLE)
"""What counts once the event is finished: until then there is more to come."""

_PUBLISHED = (
    Q(session__published_at__isnull=False)
    | Q(tournament__published_at__isnull=False)
    | Q(series__published_at__isnull=False)
)

_BINNED_FROM_SITE = Q()
for _kind in ("session", "tournament", "series"):
    _kept = f"{_kind}__deleted_with"
    _BINNED_FROM_SITE |= Q(**{f"{_kept}__has_key": "published"}) & ~Q(**{f"{_kept}__published": ""})

_LEFT = Q(action=_Action.WITHDRAWN) | (Q(action=_Action.BINNED) & _BINNED_FROM_SITE)
"""What is no longer published, and was: the bin has much that never was."""

_OF_PAGES = (_PUBLISHED | _LEFT) & (
    ~Q(action__in=_RESULTS)
    | Q(session__state=Session.State.FINISHED)
    | Q(tournament__state=Tournament.State.FINISHED)
)

_OF_NAMES = Q(action__in=(RegisterEntry.Action.ERASED, RegisterEntry.Action.SETTINGS)) | Q(
    action__in=(RegisterEntry.Action.CHANGED, RegisterEntry.Action.KEPT),
    after__has_any_keys=["name", "given", "particle", "family", "initials_only"],
)


@dataclass(frozen=True, slots=True)
class Behind:
    """How far the site is behind: so many changes, the last of them at ``latest``; and why the last
    upload failed, if it did."""

    changes: int
    latest: datetime.datetime
    is_automatic: bool
    problem: Sentence | None = None
    is_under_way: bool = False


def behind() -> Behind | None:
    """What the site lacks where it goes; ``None`` where it goes nowhere, is up to date, or was
    never sent and is not to follow by itself."""
    site = ClubSite.objects.filter(pk=ONLY_ROW).exclude(target="").first()
    if site is None:
        return None
    uploads = SiteUpload.objects.filter(target=site.target)
    sent = uploads.filter(_WHOLE).first()
    if sent is None and not site.uploads_itself:
        return None
    changes, latest = changes_since(Logged.of(sent)) if sent else _all_there_is()
    if latest is None:
        return None
    last = uploads.filter(pk__gt=sent.pk if sent else 0).first()
    return Behind(
        changes=changes,
        latest=latest,
        is_automatic=site.uploads_itself,
        problem=problem_of(last) if last else None,
        is_under_way=last is not None and last.state == SiteUpload.State.RUNNING,
    )


_WHOLE = Q(state=SiteUpload.State.DONE, log_entry__isnull=False)
"""Uploads that left a whole site of this database."""


@dataclass(frozen=True, slots=True)
class Logged:
    """How far the logs are: the last entry of each, that of the events and that of the register."""

    log_entry: int
    register_entry: int

    @classmethod
    def now(cls) -> "Logged":
        logs = (LogEntry.objects, RegisterEntry.objects)
        return cls(*(log.aggregate(last=Max("pk"))["last"] or 0 for log in logs))

    @classmethod
    def of(cls, sent: SiteUpload) -> "Logged":
        """As they were when a site was made."""
        return cls(sent.log_entry or 0, sent.register_entry or 0)


def changes_since(then: Logged) -> tuple[int, datetime.datetime | None]:
    """How many changes of pages there were since the logs were so far, and when the last was."""
    numbers = {"changes": Count("pk"), "latest": Max("at")}
    log = LogEntry.objects.filter(_OF_PAGES, pk__gt=then.log_entry)
    events = log.exclude(action__in=_ELSEWHERE).aggregate(**numbers)
    names = RegisterEntry.objects.filter(_OF_NAMES, pk__gt=then.register_entry).aggregate(**numbers)
    moments = [each["latest"] for each in (events, names) if each["latest"]]
    return events["changes"] + names["changes"], max(moments, default=None)


def has_changed_since(then: Logged) -> bool:
    """Whether any page may be another one since the logs were so far, also that of an event that
    is not finished."""
    log = LogEntry.objects.filter(_PUBLISHED | _LEFT, pk__gt=then.log_entry)
    names = RegisterEntry.objects.filter(_OF_NAMES, pk__gt=then.register_entry)
    return log.exclude(action__in=_ELSEWHERE).exists() or names.exists()


def _all_there_is() -> tuple[int, datetime.datetime | None]:
    """How many events are published, and when the last change was."""
    shown = sum(
        model.objects.filter(published_at__isnull=False).count() for model in (Session, Tournament)
    )
    latest = LogEntry.objects.aggregate(latest=Max("at"))["latest"]
    return shown, latest if shown else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site of ours was sent and is still: all of it or a part, and so many changes behind;
    ``None`` where nobody can say. ``is_chosen``: where the site goes now."""

    target: str
    is_whole: bool
    changes: int | None
    is_chosen: bool


ARRIVED: Final = Q(state=SiteUpload.State.DONE) | Q(files_done__gt=0)
"""Uploads that left something there: one that failed before its first file changed nothing."""


def places() -> list[Place]:
    """Every place that something was sent to, the one where the site goes now first."""
    chosen = site_settings().target
    latest: dict[str, SiteUpload] = {}
    for upload in SiteUpload.objects.filter(ARRIVED):
        latest.setdefault(upload.target, upload)
    found = []
    for target, upload in latest.items():
        is_whole = upload.state == SiteUpload.State.DONE
        sent = SiteUpload.objects.filter(_WHOLE, target=target).first()
        found.append(
            Place(
                target,
                is_whole,
                changes_since(Logged.of(sent))[0] if sent and is_whole else None,
                target == chosen,
            )
        )
    return sorted(found, key=lambda each: not each.is_chosen)


def last_arrivals() -> list[int]:
    """The last upload of which something is there, of every place."""
    latest = SiteUpload.objects.filter(ARRIVED).order_by().values("target")
    return list(latest.annotate(last=Max("pk")).values_list("last", flat=True))


def problem_of(upload: SiteUpload) -> Sentence | None:
    """Why an upload failed."""
    return sentence_from_json(upload.problem) if upload.problem else None


def last_uploads(count: int = 20) -> list[SiteUpload]:
    """The last uploads, the latest first, each with its user."""
    return list(SiteUpload.objects.select_related("user")[:count])


def upload_under_way() -> SiteUpload | None:
    """The upload that is under way, with its progress."""
    return SiteUpload.objects.filter(state=SiteUpload.State.RUNNING).first()


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event of the feed: its name there (``session/2``), and the moment of the last entry of its
    log."""

    key: str
    event: Event
    title: str
    day: datetime.date | None
    published_at: datetime.datetime
    changed_at: datetime.datetime


def last_published() -> list[PublishedEvent]:
    """The events that were published last, the latest first."""
    found: list[PublishedEvent] = []
    for kind, of_kind in (
        ("session", Session.objects),
        ("series", Series.objects),
        ("tournament", Tournament.objects),
    ):
        rows: QuerySet[Event] = of_kind.filter(published_at__isnull=False)
        events = list(rows.order_by("-published_at", "-pk")[:IN_FEED])
        changed = last_changes(kind, events)
        for event in events:
            published_at = event.published_at
            assert published_at is not None  # noqa: S101 - asked for above
            found.append(
                PublishedEvent(
                    f"{kind}/{event.pk}",
                    event,
                    event.title if isinstance(event, Session) else event.name,
                    _day_of(event),
                    published_at,
                    changed.get(event.pk, published_at),
                )
            )
    return sorted(found, key=lambda each: (each.published_at, each.key), reverse=True)[:IN_FEED]


def _day_of(event: Event) -> datetime.date | None:
    if isinstance(event, Session):
        return event.date
    return event.start if isinstance(event, Tournament) else None


def last_changes(kind: str, events: Iterable[Model]) -> dict[int, datetime.datetime]:
    """When the log of each event was last added to."""
    pks = [event.pk for event in events]
    rows = LogEntry.objects.filter(**{f"{kind}__in": pks}).order_by().values(kind)
    return dict(rows.annotate(last=Max("at")).values_list(kind, "last"))


@dataclass(frozen=True, slots=True)
class Appointment:
    """A day, or the days from ``first`` to ``last``, on which the club plays."""

    key: str
    event: Session | Tournament
    title: str
    round: int | None
    first: datetime.date
    last: datetime.date
    place: str
    changed_at: datetime.datetime


def appointments(*, today: datetime.date) -> list[Appointment]:
    """All published sessions, rounds with a day and tournaments without such rounds, from the first
    day of this season on, by day."""
    since = Season.of(today).start
    found = [*_of_sessions(since), *_of_tournaments(since)]
    return sorted(found, key=lambda each: (each.first, each.key))


def _of_sessions(since: datetime.date) -> Iterator[Appointment]:
    sessions = list(
        Session.objects.select_related("club").filter(published_at__isnull=False, date__gte=since)
    )
    changed = last_changes("session", sessions)
    for session in sessions:
        yield Appointment(
            f"session-{session.pk}",
            session,
            session.title,
            None,
            session.date,
            session.date,
            session.club.name if session.club else "",
            changed.get(session.pk, session.created_at),
        )


def _of_tournaments(since: datetime.date) -> Iterator[Appointment]:
    tournaments = list(Tournament.objects.select_related("club").filter(published_at__isnull=False))
    changed = last_changes("tournament", tournaments)
    # Unpublished pairings do not hide the day.
    rounds = Round.objects.filter(tournament__in=tournaments, date__isnull=False)
    days: dict[int, list[tuple[int, datetime.date]]] = {}
    for dated in rounds.order_by("number"):
        if dated.date:
            days.setdefault(dated.tournament_id, []).append((dated.number, dated.date))
    for tournament in tournaments:
        place = tournament.city or (tournament.club.name if tournament.club else "")
        at = changed.get(tournament.pk, tournament.created_at)
        for number, day in days.get(tournament.pk, ()):
            if day >= since:
                key = f"round-{tournament.pk}-{number}"
                yield Appointment(key, tournament, tournament.name, number, day, day, place, at)
        first = tournament.start or tournament.finish
        last = tournament.finish or first
        if first and last and tournament.pk not in days and last >= since:
            key = f"tournament-{tournament.pk}"
            yield Appointment(key, tournament, tournament.name, None, first, last, place, at)


def latest_sessions(*, today: datetime.date) -> Iterator[Session]:
    """The published sessions up to today as visitors see them, the last first; as many as are
    looked at for results."""
    latest = Session.objects.select_related(
        "carry_over__earlier_session", "carry_over__earlier_series"
    ).filter(published_at__isnull=False, date__lte=today)[:MOST_WITHOUT_RESULTS]
    for session in latest:
        session.reader_is_director = False
        yield session


def events_with_names(*, today: datetime.date) -> list[Session | Tournament]:
    """The published events of this season, the last first, or of the last one with any."""
    sessions = Session.objects.filter(published_at__isnull=False)
    tournaments = Tournament.objects.filter(published_at__isnull=False)
    days = [
        *sessions.aggregate(last=Max("date")).values(),
        *tournaments.aggregate(last=Max("start")).values(),
    ]
    season = Season.of(max((min(day, today) for day in days if day), default=today))
    found = [
        *sessions.filter(date__gte=season.start).order_by("-date", "-pk"),
        *tournaments.filter(start__gte=season.start).order_by("-start", "-pk"),
    ]
    return sorted(found, key=_day_of, reverse=True)  # type: ignore[arg-type]


def events_of(units: Iterable[str]) -> dict[str, Event]:
    """The events of units of the site, such as ``session/2``, also those in the bin."""
    found: dict[str, Event] = {}
    keys = [unit.partition("/")[::2] for unit in units]
    numbers = {kind: [int(key) for of, key in keys if of == kind and key.isdigit()]
               for kind in ("session", "series")}  # fmt: skip
    for session in Session.everything.filter(pk__in=numbers["session"]):
        found[f"session/{session.pk}"] = session
    for series in Series.everything.filter(pk__in=numbers["series"]):
        found[f"series/{series.pk}"] = series
    slugs = [key for of, key in keys if of == "tournament"]
    for tournament in Tournament.everything.filter(slug__in=slugs):
        found[f"tournament/{tournament.slug}"] = tournament
    return found
