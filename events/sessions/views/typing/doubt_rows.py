"""Doubts as pages and the typing page's script show them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.sentences import translate
from events.models import Session
from events.sessions.domain.doubts.values import Doubt, Rule
from events.sessions.domain.line_result import describe
from events.sessions.selectors.boards import BoardProgress, progress
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.board_scoring import ScoredBoard
from events.sessions.services.doubts import SeenDoubt, doubts_of_lines, session_doubts
from events.sessions.views.typing.line_rows import place
from events.sessions.views.typing.ruling_notes import opponents_of

RULES = {
    Rule.ROUND_MISSING: gettext_lazy("A round is missing"),
    Rule.BOARDS_SWAPPED: gettext_lazy("Two boards exchanged"),
    Rule.ARROW_SWITCH: gettext_lazy("Arrow switch forgotten"),
    Rule.CONTRADICTION: gettext_lazy("Contract and score contradict each other"),
    Rule.LEAD: gettext_lazy("The lead is not in the leader’s hand"),
    Rule.WRONG_SIDE: gettext_lazy("The wrong side declared"),
    Rule.LONE_DECLARER: gettext_lazy("The only declarer of that side"),
    Rule.MIRRORED: gettext_lazy("The opposite of a common score"),
    Rule.TRICKS: gettext_lazy("Far from double dummy"),
    Rule.OUTLIER: gettext_lazy("Far from all others"),
    Rule.PASSED_OUT: gettext_lazy("Passed out everywhere"),
}

LARGE = 5000
"""With more lines than this, only the page of doubts searches the whole session for them."""


@dataclass(frozen=True, slots=True)
class DoubtedLine:
    """A doubted line: where it was played, who met there, and its result."""

    pk: int
    board: int
    where: str
    result: str


@dataclass(frozen=True, slots=True)
class DoubtRow:
    """A doubt: its sentence, its lines, and the label of its fix.

    ``fix_text`` is what the fix would enter, as one types it.
    """

    key: str
    board: int
    rule: str
    sentence: str
    fix_label: str
    fix_text: str
    is_dismissed: bool
    lines: tuple[DoubtedLine, ...] = ()
    line_ids: str = ""


def doubt_row(seen: SeenDoubt, lines: Iterable[DoubtedLine] = ()) -> DoubtRow:
    """A doubt as it is shown."""
    doubt = seen.doubt
    return DoubtRow(
        key=seen.key,
        board=doubt.board,
        rule=str(RULES[doubt.rule]),
        sentence=translate(doubt.message),
        fix_label=_fix_label(doubt),
        fix_text=seen.fix_text,
        is_dismissed=seen.is_dismissed,
        lines=tuple(lines),
        line_ids=" ".join(map(str, doubt.lines)),
    )


def doubt_rows(
    doubts: Iterable[SeenDoubt],
    lines: Mapping[int, LineRecord],
    contestants: Mapping[int, ContestantRecord],
) -> list[DoubtRow]:
    """Doubts with their lines, as far as these are given."""
    return [
        doubt_row(
            seen,
            (doubted_line(lines[pk], contestants) for pk in seen.doubt.lines if pk in lines),
        )
        for seen in doubts
    ]


def doubted_line(line: LineRecord, contestants: Mapping[int, ContestantRecord]) -> DoubtedLine:
    """A doubted line in words."""
    values = {
        "table": place(line.section, line.table),
        "round": line.round,
        "who": opponents_of(line, contestants),
    }
    if line.table is None or line.round is None:
        where = values["who"]
    else:
        where = _("table %(table)s, round %(round)s, %(who)s") % values
    result = "" if line.is_empty else translate(describe(line.result))
    return DoubtedLine(line.pk, line.board, str(where), result)


def doubts_values(session: Session, scored: ScoredBoard) -> dict[str, Any]:
    """The doubts of a board, or of one section of it, that are not dismissed, for the typing page's
    script; lines that scoring has read are not read again.
    """
    items = [seen for seen in doubts_of_lines(session, scored.read) if not seen.is_dismissed]
    return {
        "count": len(items),
        "text": count_text(len(items)),
        "items": [_item(seen) for seen in items],
        "marks": {str(scored.number): len(items)},
    }


def with_doubts(
    session: Session, boards: list[BoardProgress], section: str = ""
) -> list[BoardProgress]:
    """The boards of a session, or of one section of it, with how many doubts each has there."""
    counts = Counter(
        board
        for seen in session_doubts(session)
        if not seen.is_dismissed and (not section or section in seen.sections)
        for board in seen.boards
    )
    return [replace(board, doubts=counts[board.board]) for board in boards]


def marks_values(session: Session, section: str = "") -> dict[str, int]:
    """How many doubts each board has, in all sections or in one, for the page's script; nothing
    in a large session.
    """
    boards = progress(session.pk)
    if is_large(boards):
        return {}
    return {str(board.board): board.doubts for board in with_doubts(session, boards, section)}


def is_large(boards: Iterable[BoardProgress]) -> bool:
    """Whether these boards of a whole session have too many lines to look for doubts in passing."""
    return sum(board.expected for board in boards) > LARGE


def count_text(count: int) -> str:
    """``2 doubts``"""
    return ngettext("%(count)s doubt", "%(count)s doubts", count) % {"count": count}


def _item(seen: SeenDoubt) -> dict[str, Any]:
    row = doubt_row(seen)
    return {
        "key": row.key,
        "lines": row.line_ids,
        "html": render_to_string("events/sessions/typing/_line_doubt.html", {"row": row}),
    }


def _fix_label(doubt: Doubt) -> str:
    """The label of the fix button; empty where there is no fix."""
    match doubt.rule, len(doubt.fixes):
        case _rule, 0:
            return ""
        case Rule.BOARDS_SWAPPED, _number:
            return _("Exchange the two results")
        case Rule.ARROW_SWITCH, number:
            return _("Turn the %(number)s results of this round") % {"number": number}
    return _("Fix: %(result)s") % {"result": translate(describe(doubt.fixes[0].result))}
