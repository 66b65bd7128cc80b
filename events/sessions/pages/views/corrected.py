"""The mark "corrected": results that differ from what was first published, with a note on each."""

import datetime
from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from events.sessions.lines.domain import Correction, is_result
from events.sessions.lines.selectors import session_corrections
from events.sessions.pages.views.log import state_text
from events.sessions.pages.views.notes import opponents_of
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import Contestants
from events.sessions.scoring.selectors.lines import LineRecord

MAX_NAMED = 12
"""More corrections than these are counted in a summary; the travellers show which."""


class Corrected:
    """The corrections of a session, or of one contestant: which lines were corrected, and a note
    on each."""

    def __init__(
        self,
        session_id: int,
        scored: ScoredSession,
        contestants: Contestants,
        *,
        only: int | None = None,
    ) -> None:
        lines = None
        if only is not None:
            lines = [line.pk for line in scored.lines if only in line.ns or only in line.ew]
        corrections = session_corrections(session_id, lines)
        self._contestants = contestants
        self._found = [
            (line, corrections[line.pk])
            for line in scored.lines
            if line.pk in corrections and line.board not in scored.hidden
        ]
        self._corrections = {line.pk: correction for line, correction in self._found}
        self._players = {pk for line, _correction in self._found for pk in (*line.ns, *line.ew)}

    def __contains__(self, line_id: int) -> bool:
        return line_id in self._corrections

    def note(self, line_id: int) -> str:
        """The note on a line; empty where it is as first published."""
        correction = self._corrections.get(line_id)
        return _note(correction) if correction else ""

    def concerns(self, contestant_id: int) -> bool:
        """Whether a result of this contestant was corrected."""
        return contestant_id in self._players

    @property
    def boards(self) -> set[int]:
        return {line.board for line, _correction in self._found}

    def of_board(self, board: int, section: str = "") -> list[str]:
        """A note for every corrected line of a board, or of a section of it."""
        return [
            f"{opponents_of(line, self._contestants)}: {_note(correction)}"
            for line, correction in self._found
            if line.board == board and section in ("", line.section)
        ]

    def of_contestant(self, contestant_id: int) -> list[str]:
        """A note for every corrected line of a contestant, for its card."""
        return [
            _("Board %(board)s: %(note)s") % {"board": line.board, "note": _note(correction)}
            for line, correction in sorted(self._found, key=_by_board)
            if contestant_id in (*line.ns, *line.ew)
        ]

    @property
    def summary(self) -> str:
        """All of them in one sentence, for pages without single lines; else empty."""
        if not self._found:
            return ""
        time = _time(max(correction.at for _line, correction in self._found))
        if len(self._found) > MAX_NAMED:
            text = _(
                "%(count)s results were corrected since they were published, last on %(time)s."
            )
            return text % {"count": len(self._found), "time": time}
        text = _("Results corrected since they were published: %(lines)s. Last on %(time)s.")
        return text % {"lines": "; ".join(self._places()), "time": time}

    def _places(self) -> Iterator[str]:
        place = _("board %(board)s, %(who)s")
        for line, _correction in sorted(self._found, key=_by_board):
            yield place % {"board": line.board, "who": opponents_of(line, self._contestants)}


def _by_board(found: tuple[LineRecord, Correction]) -> int:
    return found[0].board


def _note(correction: Correction) -> str:
    """When it was corrected, and what the public first saw."""
    text = _("corrected on %(time)s, was %(result)s")
    if not is_result(correction.now):
        text = _("cleared on %(time)s, was %(result)s")
    return text % {"time": _time(correction.at), "result": state_text(correction.was)}


def _time(at: datetime.datetime) -> str:
    return date_format(timezone.localtime(at), "j F Y, H:i")
