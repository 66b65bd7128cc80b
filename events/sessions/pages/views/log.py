"""The log of a session in words: what an entry is about, and what it changed."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _, ngettext

from clubscore.text.sentences import translate
from events.common.views.log_text import changed
from events.models import LogEntry, TravellerLine
from events.models.line import result_of_state
from events.sessions.core.domain.letters import Letters
from events.sessions.core.domain.line_result import describe, write_result
from events.sessions.lines.domain import PAIRS
from events.sessions.lines.services.restoring import played_by_text
from events.sessions.pages.views import results as result_cells
from events.sessions.pages.views.notes import (
    deal_text,
    logged_penalty_text,
    opponents_of,
    with_reason,
)
from events.sessions.scoring.selectors.contestants import ContestantRecord
from events.sessions.scoring.selectors.lines import LineRecord


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
        pairs = seats_text(state)
        return _("%(pairs)s: %(result)s") % {"pairs": pairs, "result": text}
    return text


def seats_text(state: Mapping[str, Any]) -> str:
    """Who sat there by a logged state."""
    return translate(played_by_text(state[PAIRS]))


_PLAIN: Collection[str] = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
"""Actions that are not named: the new result says it."""


def place_text(
    entry: LogEntry, line: LineRecord | None, contestants: Mapping[int, ContestantRecord]
) -> str:
    if line is not None:
        values = {"board": line.board, "who": opponents_of(line, contestants)}
        return _("Board %(board)s, %(who)s") % values
    logged = entry.after or entry.before
    if "board" in logged:
        return _("Board %(board)s") % {"board": logged["board"]}
    if "penalty" in logged:
        return _("Contestant %(number)s") % {"number": logged["name"]}
    return str(logged.get("name", ""))


def change_text(entry: LogEntry, letters: Letters, others: int) -> str:
    """What was done: for a result its old and new text; else in words. ``others`` is the number of
    other lines changed with it.
    """
    if PAIRS in entry.after:
        return seats_text(entry.after) + _more(others)
    if not entry.line_id:
        done, penalty = str(entry.get_action_display()), entry.after or entry.before
        return f"{done}: {logged_penalty_text(penalty)}" if "penalty" in penalty else done
    was, now = (_written(state, letters) for state in (entry.before, entry.after))
    text = now if was == now else changed(was, now or _("nothing"))
    if entry.action not in _PLAIN:
        text = f"{entry.get_action_display()}: {text}"
    return text + _more(others)


def _more(others: int) -> str:
    """How many other lines were changed with a line."""
    if not others:
        return ""
    more = ngettext("and %(others)s other line", "and %(others)s other lines", others)
    return f" {more % {'others': others}}"


def _written(state: Mapping[str, Any], letters: Letters) -> str:
    """A result as travellers show it, without its score; a score alone as one types it."""
    result = result_of_state(state)
    if result.adjustment:
        return result_cells.adjustment(result.adjustment)
    if result.declared is None:
        return write_result(result, letters)
    lead = f" {letters.show_card(result.lead)}" if result.lead else ""
    return letters.show_played(result.declared) + lead


def logged_deal_text(values: Mapping[str, Any], line: TravellerLine) -> str:
    deal = values.get("deals", {}).get(str(line.pk), "")
    return deal_text(deal) or str(TravellerLine.Deal.ORIGINAL.label)
