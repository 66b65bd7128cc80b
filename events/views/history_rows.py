"""The history of a line as ready strings: who made it what, when, from which device, and why."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubscore.device import show_device
from clubscore.sentences import translate
from events.domain.lineresult import describe
from events.models import LogEntry, TravellerLine
from events.services.restoring import restored_state, result_of_state
from events.views.ruling_notes import deal_text, with_reason


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One change. ``restores`` names the state after it for its button, and is empty where the
    line is so now, or where the change was another one than of the result.
    """

    pk: int
    at: datetime.datetime
    who: str
    device: str
    action: str
    before: str
    after: str
    reason: str
    restores: str
    is_present: bool


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the line was before anything of its history was done to it."""

    pk: int
    state: str
    restores: str


@dataclass(frozen=True, slots=True)
class History:
    rows: list[HistoryRow]
    beginning: Beginning | None


def history(line: TravellerLine, entries: Sequence[LogEntry]) -> History:
    """The history of a line from its log, the latest change first."""
    now = restored_state(line.state)
    of_result = [entry for entry in entries if entry.line_id == line.pk]
    present = next((e.pk for e in of_result if restored_state(e.after) == now), None)
    rows = [_row(entry, line, now, is_present=entry.pk == present) for entry in entries]
    if not of_result:
        return History(rows, None)
    first = of_result[-1]
    is_now = restored_state(first.before) == now
    text = state_text(first.before)
    return History(rows, Beginning(first.pk, text, "" if is_now else text))


def _row(
    entry: LogEntry, line: TravellerLine, now: Mapping[str, Any], *, is_present: bool
) -> HistoryRow:
    if entry.line_id == line.pk:
        before, after = state_text(entry.before), state_text(entry.after)
        is_so = restored_state(entry.after) == now or "pairs" in entry.after
        restores = "" if is_so else after
    else:
        before, after = (_deal(values, line) for values in (entry.before, entry.after))
        restores = ""
    return HistoryRow(
        pk=entry.pk,
        at=entry.at,
        who=entry.user.get_username() if entry.user else "",
        device=show_device(entry.device),
        action=entry.get_action_display(),
        before=before,
        after=after,
        reason=entry.reason,
        restores=restores,
        is_present=is_present,
    )


def state_text(kept: Mapping[str, Any]) -> str:
    """A state of the log in words, with what the table got under a ruling."""
    result = result_of_state(dict(kept))
    text = with_reason(translate(describe(result)), str(kept.get("law", "")), "")
    if result.adjustment and result.score_ns is not None:
        at_the_table = _("%(ruling)s; at the table %(result)s")
        text = at_the_table % {"ruling": text, "result": translate(describe(result.at_the_table))}
    if "pairs" in kept:
        return _("%(pairs)s: %(result)s") % {"pairs": kept["pairs"], "result": text}
    return text


def _deal(values: Mapping[str, Any], line: TravellerLine) -> str:
    deal = values.get("deals", {}).get(str(line.pk), "")
    return deal_text(deal) or str(TravellerLine.Deal.ORIGINAL.label)
