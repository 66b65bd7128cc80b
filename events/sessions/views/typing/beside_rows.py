"""The panel beside a traveller being typed: its frequencies so far, and the last changes."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.actor import Actor
from clubscore.sentences import translate
from events.common.selectors.log import last_change, last_changes
from events.models import LogEntry, Session
from events.models.result_columns import result_of_state
from events.sessions.domain.line_history import PAIRS
from events.sessions.domain.line_result import write_result
from events.sessions.domain.typing.letters import Letters, letters_named
from events.sessions.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.selectors.lines import LineRecord, lines_by_id
from events.sessions.services.board_scoring import ScoredBoard
from events.sessions.services.restoring import played_by_text
from events.sessions.views.results import result_cells
from events.sessions.views.results.traveller_rows import FrequencyRow, frequency_rows
from events.sessions.views.typing.ruling_notes import logged_penalty_text, opponents_of

MAX_CHANGES = 6
"""The number of last changes that are shown."""


@dataclass(frozen=True, slots=True)
class FrequencyTable:
    """The scores of a board in one field; ``section`` is empty where all sections are one."""

    section: str
    rows: list[FrequencyRow]


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One of the last changes: when, by whom (empty for the reader), where, and what was done.

    ``line`` is its line on ``board``, 0 and 0 for a change of something else; ``is_next`` marks
    the one that an undo would take back.
    """

    at: datetime.datetime
    who: str
    board: int
    line: int
    place: str
    what: str
    is_next: bool


def frequency_tables(scored: ScoredBoard) -> list[FrequencyTable]:
    """The frequencies of a board as far as it is entered, of each field that plays it."""
    return [FrequencyTable(score.section, list(frequency_rows(score))) for score in scored.scores]


def change_rows(
    session: Session, by: Actor, contestants: Mapping[int, ContestantRecord] | None = None
) -> list[ChangeRow]:
    """The last changes of results in a session, the latest first; its ``contestants`` are read
    where they are not given."""
    changes = last_changes(session_id=session.pk, count=MAX_CHANGES)
    own = last_change(session_id=session.pk, user_id=by.user.pk) if by.user else None
    # Changes made together are listed once, under the first of them.
    following = (own.part_of_id or own.pk) if own else None
    lines = lines_by_id({entry.line_id for entry, _ in changes if entry.line_id})
    if contestants is None:
        contestants = session_contestants(session.pk)
    letters = letters_named(session.letters)
    rows = []
    for entry, others in changes:
        line = lines.get(entry.line_id or 0)
        rows.append(
            ChangeRow(
                at=entry.at,
                who="" if entry.user == by.user else _name(entry),
                board=line.board if line else 0,
                line=line.pk if line else 0,
                place=_place(entry, line, contestants),
                what=_what(entry, letters, others),
                is_next=entry.pk == following,
            )
        )
    return rows


def _name(entry: LogEntry) -> str:
    return entry.user.get_username() if entry.user else _("somebody else")


def _place(
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


def _what(entry: LogEntry, letters: Letters, others: int) -> str:
    """What was done: for a result its old and new text, as one types it; else in words. ``others``
    is the number of other lines changed with it.
    """
    if PAIRS in entry.after:
        return translate(played_by_text(entry.after[PAIRS])) + _more(others)
    if not entry.line_id:
        done, penalty = str(entry.get_action_display()), entry.after or entry.before
        return f"{done}: {logged_penalty_text(penalty)}" if "penalty" in penalty else done
    was, now = (_written(state, letters) for state in (entry.before, entry.after))
    text = now if was in ("", now) else f"{was} → {now or _('nothing')}"
    if entry.action not in _PLAIN:
        text = f"{entry.get_action_display()}: {text}"
    return text + _more(others)


def _more(others: int) -> str:
    """How many other lines were changed with a line."""
    if not others:
        return ""
    more = ngettext("and %(others)s other line", "and %(others)s other lines", others)
    return f" {more % {'others': others}}"


_PLAIN: Collection[str] = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)
"""Actions that are not named: the new result says it."""


def _written(state: Mapping[str, Any], letters: Letters) -> str:
    """A ruling as the pages show it, and any other result as one types it."""
    result = result_of_state(state)
    if result.adjustment:
        return result_cells.adjustment(result.adjustment)
    return write_result(result, letters)
