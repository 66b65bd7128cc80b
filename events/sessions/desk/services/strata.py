"""The strata of a session: its rule, and which stratum a contestant is in."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import check, lock_session, record
from events.models import Contestant, LogEntry, Session
from events.sessions.scoring.domain.strata import StrataRule


@in_transaction
def set_strata(*, session: Session, rule: StrataRule, strata: Mapping[str, str], by: Actor) -> None:
    """Save the limits of the strata, and the strata of contestants by their codes; the others stay
    as they are."""
    stored = lock_session(session.pk)
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for name, value in {
        "strata_by": rule.by.value, "strata_mean": rule.mean,
        "strata_b": rule.b, "strata_c": rule.c,
    }.items():  # fmt: skip
        if (old := getattr(stored, name)) != value:
            before[name], after[name] = _plain(old), _plain(value)
            setattr(stored, name, value)
    if after:
        check(stored)
        stored.save(update_fields=list(after))
    changed = []
    contestants = Contestant.objects.filter(section__session=session).select_related("section")
    for contestant in contestants:
        wanted = strata.get(contestant.code, contestant.stratum)
        if wanted != contestant.stratum:
            before[contestant.code], after[contestant.code] = contestant.stratum, wanted
            contestant.stratum = wanted
            changed.append(contestant)
    Contestant.objects.bulk_update(changed, ["stratum"])
    if after:
        record(
            session_id=session.pk, action=LogEntry.Action.STRATA, by=by, before=before, after=after
        )


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Decimal) else value
