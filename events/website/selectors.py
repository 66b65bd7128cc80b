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
    problem: Sentence | None = None
    is_under_way: bool = False


def behind() -> Behind | None:
    """What the site lacks; ``None`` where it goes nowhere, was never sent, or is up to date."""
    target = ClubSite.objects.filter(pk=ONLY_ROW).values_list("target", flat=True).first()
    if not target:
        return None
    uploads = SiteUpload.objects.filter(target=target)
    sent = uploads.filter(state=SiteUpload.State.DONE, log_entry__isnull=False).first()
    if sent is None:
        return None
    numbers = {"changes": Count("pk"), "latest": Max("at")}
    log = LogEntry.objects.filter(_OF_PAGES, pk__gt=sent.log_entry)
    events = log.exclude(action__in=_ELSEWHERE).aggregate(**numbers)
    names = RegisterEntry.objects.filter(_OF_NAMES, pk__gt=sent.register_entry).aggregate(**numbers)
    changes = events["changes"] + names["changes"]
    if not changes:
        return None
    last = uploads.exclude(pk=sent.pk).filter(pk__gt=sent.pk).first()
    return Behind(
        changes=changes,
        latest=max(moment for moment in (events["latest"], names["latest"]) if moment),
        problem=problem_of(last) if last else None,
        is_under_way=last is not None and last.state == SiteUpload.State.RUNNING,
    )


def problem_of(upload: SiteUpload) -> Sentence | None:
    """Why an upload failed."""
    return sentence_from_json(upload.problem) if upload.problem else None


def last_uploads(count: int = 20) -> list[SiteUpload]:
    """The last uploads, the latest first, each with its user."""
    return list(SiteUpload.objects.select_related("user")[:count])


def upload_under_way() -> SiteUpload | None:
    """The upload that is under way, with its progress."""
    return SiteUpload.objects.filter(state=SiteUpload.State.RUNNING).first()
