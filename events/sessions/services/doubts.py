"""Doubts about the lines of a session: found, and silenced by the director's tick.

A doubt is known by its *key*: its rule, and its lines with their versions. When one of them is
changed, it is another doubt.
"""

from dataclasses import dataclass
from hashlib import blake2s

from django.core.cache import cache
from django.db import transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from events.common.selectors.stamp import session_stamp
from events.common.services.log import record
from events.models import LogEntry, Session, TickedDoubt
from events.sessions.domain.doubts import doubts_of_board, find_doubts
from events.sessions.domain.doubts.values import Doubt, Rule
from events.sessions.domain.line_result import write_result
from events.sessions.selectors.doubts import (
    LinesToDoubt,
    all_lines,
    lines_around,
    lines_of_round,
    ticked_keys,
)
from events.sessions.selectors.lines import BoardLines

GONE = sentence(
    gettext_noop(
        "This doubt no longer exists: results have changed since the page was loaded. Nothing was "
        "changed; see the current doubts."
    )
)


@dataclass(frozen=True, slots=True)
class SeenDoubt:
    """A doubt of a session, its key, the versions of its lines, their boards and sections, and
    whether a director has ticked it.
    """

    doubt: Doubt
    key: str
    versions: tuple[int, ...]
    boards: tuple[int, ...]
    sections: frozenset[str]
    is_ticked: bool = False

    @property
    def mended(self) -> str:
        """What the mend would enter, as one types it; empty where there is no mend."""
        return " / ".join(write_result(mend.result) for mend in self.doubt.mends)


def session_doubts(session: Session) -> tuple[SeenDoubt, ...]:
    """The doubts of a session, by board, rule and line: in four queries, and found once for
    every state of the session.
    """
    key = f"doubts:{session.pk}:{session_stamp(session.pk)}"
    found: tuple[SeenDoubt, ...] | None = cache.get(key)
    if found is None:
        # Whether sections are compared may have changed since the session was read.
        session.refresh_from_db(fields=["one_field"])
        lines = all_lines(session)
        found = _seen(session, find_doubts(lines.lines), lines)
        cache.set(key, found)
    return found


def board_doubts(session: Session, board: int) -> tuple[SeenDoubt, ...]:
    """The doubts about results of one board, in three queries. Missing rounds are none of them."""
    lines = lines_of_round(session, board)
    return _seen(session, doubts_of_board(lines.lines, board), lines)


def doubts_of_lines(session: Session, read: BoardLines) -> tuple[SeenDoubt, ...]:
    """The same of a board that is read already, or of the one section of it that is: in two
    queries more, or three for a section.
    """
    lines = lines_around(session, read)
    if any(_is_passed_out(deal, lines, read.number) for deal in lines.elsewhere):
        # Of a board that is passed out everywhere every line is doubted.
        lines = lines_of_round(session, read.number)
    found = _seen(session, doubts_of_board(lines.lines, read.number, lines.elsewhere), lines)
    return tuple(seen for seen in found if not read.section or read.section in seen.sections)


def find_doubt(*, session: Session, board: int, key: str) -> SeenDoubt:
    """The doubt of this key on a board. Raises :class:`Refused` when there is none any more."""
    for seen in board_doubts(session, board):
        if seen.key == key:
            return seen
    for seen in session_doubts(session):
        if seen.key == key and seen.doubt.rule is Rule.ROUND_MISSING:
            return seen
    raise Refused(GONE)


@transaction.atomic
def tick_doubt(*, session: Session, board: int, key: str, by: Actor) -> bool:
    """Silence a doubt: what stands there is right. Whether it was not silent already.

    Raises :class:`Refused` when there is no such doubt any more.
    """
    seen = find_doubt(session=session, board=board, key=key)
    _, is_new = TickedDoubt.objects.get_or_create(
        session=session, key=key, defaults={"ticked_by": by.user}
    )
    if is_new:
        _record(session, seen, LogEntry.Action.TICKED, by)
    return is_new


@transaction.atomic
def untick_doubt(*, session: Session, board: int, key: str, by: Actor) -> bool:
    """Let a doubt be heard again. Whether it was silent.

    Raises :class:`Refused` when there is no such doubt any more.
    """
    seen = find_doubt(session=session, board=board, key=key)
    deleted, _ = TickedDoubt.objects.filter(session=session, key=key).delete()
    if deleted:
        _record(session, seen, LogEntry.Action.UNTICKED, by)
    return bool(deleted)


def _seen(
    session: Session, doubts: tuple[Doubt, ...], lines: LinesToDoubt
) -> tuple[SeenDoubt, ...]:
    if not doubts:
        return ()
    ticked = ticked_keys(session.pk)
    by_key = {line.key: line for line in lines.lines}
    found = []
    for doubt in doubts:
        versions = tuple(lines.versions[pk] for pk in doubt.lines)
        boards = tuple(sorted({by_key[pk].board for pk in doubt.lines}))
        sections = frozenset(by_key[pk].section for pk in doubt.lines)
        key = _key(doubt, versions)
        found.append(SeenDoubt(doubt, key, versions, boards, sections, key in ticked))
    return tuple(found)


def _is_passed_out(deal: tuple[int, str], lines: LinesToDoubt, board: int) -> bool:
    """Whether a deal of the board was passed out wherever its results are counted."""
    return deal[0] == board and not any(result.score_ns for result in lines.elsewhere[deal])


def _key(doubt: Doubt, versions: tuple[int, ...]) -> str:
    named = tuple(zip(doubt.lines, versions, strict=True))
    return blake2s(repr((doubt.rule.value, named)).encode(), digest_size=16).hexdigest()


def _record(session: Session, seen: SeenDoubt, action: LogEntry.Action, by: Actor) -> None:
    doubt = seen.doubt
    # Of the session, and not of a line: no line changes.
    record(
        session_id=session.pk,
        action=action,
        by=by,
        after={
            "doubt": doubt.rule.value,
            "board": doubt.board,
            "lines": list(doubt.lines),
            "key": seen.key,
        },
    )
