"""The history of a line as ready strings: who changed it, how, when, on which device, and why."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubscore.sentences import translate
from events.models import LogEntry, TravellerLine
from events.models.result_columns import result_of_state
from events.sessions.domain.line_history import PAIRS
from events.sessions.domain.line_result import describe
from events.sessions.services.restoring import played_by_text, restored_state
from events.sessions.views.typing.ruling_notes import deal_text, with_reason
from events.tables.views.device_words import show_agreement, show_sender


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One change. ``restores`` is the label of its button: the result after the change, or, for a
    change of who sat there, the seats before it (``is_before``); empty if that is so now.
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
    is_before: bool
    is_present: bool


@dataclass(frozen=True, slots=True)
class Beginning:
    """The state of the line before the first change of its history."""

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
    own = [entry for entry in entries if entry.line_id == line.pk]
    seated = [entry for entry in own if PAIRS in entry.after]
    of_result = [entry for entry in own if PAIRS not in entry.after]
    present = next((e.pk for e in of_result if restored_state(e.after) == now), None)
    pairs = seated[0].after[PAIRS] if seated else ""
    rows = []
    for entry in entries:
        if entry in seated:
            rows.append(_seats_row(entry, pairs))
        elif entry in of_result:
            rows.append(_result_row(entry, now, is_present=entry.pk == present))
        else:
            before, after = (_deal(values, line) for values in (entry.before, entry.after))
            rows.append(_row(entry, before, after))
    if not of_result:
        return History(rows, None)
    first = of_result[-1]
    text = state_text(first.before)
    is_now = restored_state(first.before) == now
    return History(rows, Beginning(first.pk, text, "" if is_now else text))


def _result_row(entry: LogEntry, now: Mapping[str, Any], *, is_present: bool) -> HistoryRow:
    before, after = state_text(entry.before), state_text(entry.after)
    restores = "" if restored_state(entry.after) == now else after
    return _row(entry, before, after, restores=restores, is_present=is_present)


def _seats_row(entry: LogEntry, pairs: str) -> HistoryRow:
    before, after = (translate(played_by_text(e[PAIRS])) for e in (entry.before, entry.after))
    # Seats that changed because of another line are restored from that line.
    is_own = entry.action != LogEntry.Action.EXCHANGED and entry.before[PAIRS] != pairs
    return _row(entry, before, after, restores=before if is_own else "", is_before=True)


def _row(
    entry: LogEntry,
    before: str,
    after: str,
    *,
    restores: str = "",
    is_before: bool = False,
    is_present: bool = False,
) -> HistoryRow:
    return HistoryRow(
        pk=entry.pk,
        at=entry.at,
        who=entry.user.get_username() if entry.user else "",
        device=show_sender(entry.device),
        action=entry.get_action_display(),
        before=before,
        after=after,
        reason=show_agreement(entry.reason),
        restores=restores,
        is_before=is_before,
        is_present=is_present,
    )


def state_text(state: Mapping[str, Any]) -> str:
    """A logged state in words, with the table's result under a ruling, and who played it if the
    state holds that.
    """
    result = result_of_state(state)
    text = with_reason(translate(describe(result)), str(state.get("law", "")), "")
    if result.adjustment and result.score_ns is not None:
        at_the_table = _("%(ruling)s; at the table %(result)s")
        text = at_the_table % {"ruling": text, "result": translate(describe(result.at_the_table))}
    if PAIRS in state:
        pairs = translate(played_by_text(state[PAIRS]))
        return _("%(pairs)s: %(result)s") % {"pairs": pairs, "result": text}
    return text


def _deal(values: Mapping[str, Any], line: TravellerLine) -> str:
    deal = values.get("deals", {}).get(str(line.pk), "")
    return deal_text(deal) or str(TravellerLine.Deal.ORIGINAL.label)
