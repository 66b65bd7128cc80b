"""What is stored of the club’s site, and how far it is behind what the logs have: how many changes,
and what came of the last uploads.
"""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Max, Q

from clubscore.text.problems import Sentence, sentence_from_json
from events.models import ClubSite, LogEntry, Session, SiteUpload, Tournament
from events.models.log import AT_THE_TABLE
from events.models.website import ONLY_ROW
from players.models import RegisterEntry


def site_settings() -> ClubSite:
    """The settings of the site, made when they are first asked for: whose site it is stays."""
    found, _is_new = ClubSite.objects.get_or_create(pk=ONLY_ROW)
    return found


_Action = LogEntry.Action

_ELSEWHERE = (_Action.SENT, _Action.HANDS_SENT)
"""Actions that change no page."""

_RESULTS = (_Action.ENTERED, _Action.CLEARED, *AT_THE_TABLE)
"""What counts once the event is finished: until then there is more to come."""

_LEAVING = (_Action.WITHDRAWN, _Action.BINNED)

_PUBLISHED = (
    Q(session__published_at__isnull=False)
    | Q(tournament__published_at__isnull=False)
    | Q(series__published_at__isnull=False)
)

_OF_PAGES = (_PUBLISHED | Q(action__in=_LEAVING)) & (
    ~Q(action__in=_RESULTS)
    | Q(session__state=Session.State.FINISHED)
    | Q(tournament__state=Tournament.State.FINISHED)
)

_OF_NAMES = Q(action=RegisterEntry.Action.ERASED) | Q(
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
    sent = uploads.filter(state=SiteUpload.State.DONE, log_entry__isnull=False).first()
    if sent is None and not site.uploads_itself:
        return None
    changes, latest = _changes_since(sent) if sent else _all_there_is()
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


def _changes_since(sent: SiteUpload) -> tuple[int, datetime.datetime | None]:
    """How many changes of pages there were since the site was made, and when the last was."""
    numbers = {"changes": Count("pk"), "latest": Max("at")}
    log = LogEntry.objects.filter(_OF_PAGES, pk__gt=sent.log_entry or 0)
    events = log.exclude(action__in=_ELSEWHERE).aggregate(**numbers)
    names = RegisterEntry.objects.filter(_OF_NAMES, pk__gt=sent.register_entry or 0).aggregate(
        **numbers
    )
    moments = [each["latest"] for each in (events, names) if each["latest"]]
    return events["changes"] + names["changes"], max(moments, default=None)


def _all_there_is() -> tuple[int, datetime.datetime | None]:
    """How many events are published, and when the last change was."""
    shown = sum(
        model.objects.filter(published_at__isnull=False).count() for model in (Session, Tournament)
    )
    latest = LogEntry.objects.aggregate(latest=Max("at"))["latest"]
    return shown, latest if shown else None


def problem_of(upload: SiteUpload) -> Sentence | None:
    """Why an upload failed."""
    return sentence_from_json(upload.problem) if upload.problem else None


def last_uploads(count: int = 20) -> list[SiteUpload]:
    """The last uploads, the latest first, each with its user."""
    return list(SiteUpload.objects.select_related("user")[:count])


def upload_under_way() -> SiteUpload | None:
    """The upload that is under way, with its progress."""
    return SiteUpload.objects.filter(state=SiteUpload.State.RUNNING).first()
