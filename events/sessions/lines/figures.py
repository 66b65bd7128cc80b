"""Entering results: a line of a traveller is filled in, changed or cleared."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from clubscore.text.problems import Refused
from events.models import TravellerLine
from events.sessions.core.domain.line_result import EMPTY, LineResult, split_reason
from events.sessions.core.domain.result_field import read_result
from events.sessions.scoring.selectors import lines as lines_selector


@dataclass(frozen=True, slots=True)
class Typed:
    """What a text means on a line, and the reason behind it."""

    result: LineResult
    reason: str


class NeedsReason(Refused):
    """The score is impossible on the board, or the session is finished: a reason lets it pass."""


def read_typed(
    *, line: TravellerLine, text: str, commonest: Callable[[], LineResult | None] | None = None
) -> Typed:
    """What ``text`` means on this line. ``commonest`` gives the result that ``.`` stands for, where
    the caller knows it. Raises :class:`Refused`, for a score that a reason would let pass
    :class:`NeedsReason`.
    """
    text, reason = split_reason(text)
    usual = None
    # Every line that is saved comes here; the query is only for the one text that needs it.
    if text.strip() == ".":
        find = partial(
            lines_selector.commonest_result, session_id=line.section.session_id, board=line.board
        )
        usual = (commonest or find)()
    if not text.strip():
        return Typed(EMPTY, reason)
    read = partial(
        read_result,
        text,
        board=line.board,
        commonest=usual,
        letters=line.section.session.typing_letters,
    )
    try:
        return Typed(read(any_score=bool(reason)), reason)
    except Refused as refusal:
        impossible = None if reason else _or_none(partial(read, any_score=True))
        if impossible is None:
            raise
        # The reason was given when this score was first saved; do not ask for it again.
        if not line.is_empty and impossible == line.result.at_the_table:
            return Typed(impossible, reason)
        raise NeedsReason(*refusal.problems) from refusal


def _or_none(read: Callable[[], LineResult]) -> LineResult | None:
    try:
        return read()
    except Refused:
        return None
