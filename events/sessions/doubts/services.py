"""Doubts about the lines of a session: found, dismissed by a director, and raised again.

A doubt is identified by its *key*: its rule, and its lines with their versions. When one of them
changes, it is a new doubt.

Fixing a doubt: the proposed results are entered, in all its lines or in none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2s
from itertools import chain

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.caching import kept, kept_many
from clubscore.web.visitors import Actor
from events.common.selectors import session_stamp
from events.common.services import keep, record
from events.models import LogEntry, Session, TickedDoubt, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.line_result import describe, write_result
from events.sessions.doubts.domain.table_doubts import (
    doubts_of_board,
    doubts_of_part,
    in_order,
    missing_rounds,
    parts_of,
)
from events.sessions.doubts.domain.values import Doubt, Rule
from events.sessions.doubts.selectors import (
    LinesToDoubt,
    all_lines,
    dismissed_keys,
    lines_around,
    lines_of_round,
)
from events.sessions.lines.services.saving import change_line, place_values
from events.sessions.scoring.selectors.lines import BoardLines

GONE = sentence(
    "This doubt no longer exists: results have changed since the page was loaded. Nothing was "
    "changed; see the current doubts."
)


@dataclass(frozen=True, slots=True)
class SeenDoubt:
    """A doubt of a session, its key, the versions of its lines, their boards and sections, and
    whether a director has dismissed it.
    """

    doubt: Doubt
    key: str
    versions: tuple[int, ...]
    boards: tuple[int, ...]
    sections: frozenset[str]
    is_dismissed: bool = False

    @property
    def fix_text(self) -> str:
        """What the fix would enter, as one types it; empty where there is no fix."""
        return " / ".join(write_result(fix.result) for fix in self.doubt.fixes)


def session_doubts(session: Session) -> tuple[SeenDoubt, ...]:
    """The doubts of a session, by board, rule and line: in five queries, and kept until the session
    changes; those of its other boards until one of their lines does.
    """

    def make() -> tuple[SeenDoubt, ...]:
        # What decides may have changed since the session was read.
        session.refresh_from_db(fields=["one_field", "state"])
        lines = all_lines(session)
        doubts = chain(missing_rounds(lines.lines), _doubts_of_parts(session.pk, lines))
        return _seen(session, in_order(doubts), lines)

    return kept(("doubts", session.pk), state=partial(session_stamp, session.pk), make=make)


def _doubts_of_parts(session_id: int, lines: LinesToDoubt) -> Iterator[Doubt]:
    parts = {(session_id, part[0].board): part for part in parts_of(lines.lines)}
    dealt = {
        key: {line.deal: lines.dealt[line.deal] for line in part if line.deal in lines.dealt}
        for key, part in parts.items()
    }
    doubts = kept_many(
        "doubts of boards",
        {key: (part, dealt[key]) for key, part in parts.items()},
        lambda missing: {key: doubts_of_part(parts[key], dealt[key]) for key in missing},
    )
    return chain.from_iterable(doubts.values())


def doubts_about(doubts: Iterable[SeenDoubt], board: int) -> list[SeenDoubt]:
    """Those of a session's doubts that :func:`board_doubts` finds."""
    return [
        seen
        for seen in doubts
        if board in seen.boards and seen.doubt.rule is not Rule.ROUND_MISSING
    ]


def board_doubts(session: Session, board: int) -> tuple[SeenDoubt, ...]:
    """The doubts about results of one board, in four queries, without missing rounds."""
    lines = lines_of_round(session, board)
    return _seen(session, doubts_of_board(lines.lines, board, dealt=lines.dealt), lines)


def doubts_of_lines(session: Session, read: BoardLines) -> tuple[SeenDoubt, ...]:
    """As :func:`board_doubts`, for a board or one section of it that is read already: in three
    more queries, or four for a section.
    """
    lines = lines_around(session, read)
    if any(_is_passed_out(deal, lines, read.number) for deal in lines.elsewhere):
        # If everybody passed, the doubt is about all lines, also those of other sections.
        lines = lines_of_round(session, read.number)
    doubts = doubts_of_board(lines.lines, read.number, lines.elsewhere, lines.dealt)
    found = _seen(session, doubts, lines)
    return tuple(seen for seen in found if not read.section or read.section in seen.sections)


def find_doubt(*, session: Session, board: int, key: str) -> SeenDoubt:
    """The doubt with this key on a board. Raises :class:`Refused` when there is none any more."""
    for seen in board_doubts(session, board):
        if seen.key == key:
            return seen
    # A missing round is no doubt about a result of the board, so board_doubts has none.
    for seen in session_doubts(session):
        if seen.key == key and seen.doubt.rule is Rule.ROUND_MISSING:
            return seen
    raise Refused(GONE)


@in_transaction
def dismiss_doubt(*, session: Session, board: int, key: str, by: Actor) -> bool:
    """Dismiss a doubt: the result is right. Returns whether it was not dismissed already.

    Raises :class:`Refused` when there is no such doubt any more.
    """
    keep(Session, session.pk)
    seen = find_doubt(session=session, board=board, key=key)
    _, is_new = TickedDoubt.objects.get_or_create(
        session=session, key=key, defaults={"ticked_by": by.user}
    )
    if is_new:
        _record(session, seen, LogEntry.Action.DISMISSED, by)
    return is_new


@in_transaction
def raise_doubt_again(*, session: Session, board: int, key: str, by: Actor) -> bool:
    """Raise a dismissed doubt again. Returns whether it was dismissed.

    Raises :class:`Refused` when there is no such doubt any more.
    """
    keep(Session, session.pk)
    seen = find_doubt(session=session, board=board, key=key)
    deleted, _ = TickedDoubt.objects.filter(session=session, key=key).delete()
    if deleted:
        _record(session, seen, LogEntry.Action.RAISED_AGAIN, by)
    return bool(deleted)


def _seen(
    session: Session, doubts: tuple[Doubt, ...], lines: LinesToDoubt
) -> tuple[SeenDoubt, ...]:
    if not doubts:
        return ()
    dismissed = dismissed_keys(session.pk)
    by_key = {line.key: line for line in lines.lines}
    seen_doubts = []
    for doubt in doubts:
        versions = tuple(lines.versions[pk] for pk in doubt.lines)
        boards = tuple(sorted({by_key[pk].board for pk in doubt.lines}))
        sections = frozenset(by_key[pk].section for pk in doubt.lines)
        key = _key(doubt, versions)
        seen_doubts.append(SeenDoubt(doubt, key, versions, boards, sections, key in dismissed))
    return tuple(seen_doubts)


def _is_passed_out(deal: tuple[int, str], lines: LinesToDoubt, board: int) -> bool:
    """Whether every counted result of this deal of the board is a pass-out."""
    return deal[0] == board and not any(result.score_ns for result in lines.elsewhere[deal])


def _key(doubt: Doubt, versions: tuple[int, ...]) -> str:
    named = tuple(zip(doubt.lines, versions, strict=True))
    # 32 characters, the length of the key column.
    return blake2s(repr((doubt.rule.value, named)).encode(), digest_size=16).hexdigest()


def _record(session: Session, seen: SeenDoubt, action: LogEntry.Action, by: Actor) -> None:
    doubt = seen.doubt
    # An entry of the session without a line: a line’s history shows only its own changes.
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


@dataclass(frozen=True, slots=True)
class Fixed:
    """What was fixed; ``boards`` are those whose lines changed."""

    message: Sentence
    boards: tuple[int, ...]


@in_transaction
def fix_doubt(*, session: Session, board: int, key: str, fix_text: str, by: Actor) -> Fixed:
    """Enter what the doubt with this key proposes; ``fix_text`` is the proposal the page showed.

    Raises :class:`Refused` when there is no such doubt any more, or its proposal is now another
    one, or it has none.
    """
    keep(Session, session.pk)
    seen = find_doubt(session=session, board=board, key=key)
    _refuse(seen, fix_text)
    lines = _locked(seen)
    first: LogEntry | None = None
    message = None
    # All lines are part of the first one’s log entry, so that they are undone together.
    for fix in sorted(seen.doubt.fixes, key=lambda fix: fix.line):
        line = lines[fix.line]
        before = line.result
        entered = change_line(
            line=line,
            state=columns_of(fix.result),
            action=LogEntry.Action.FIXED,
            by=by,
            part_of=first,
        )
        first = first or entered.entry
        message = message or _one(line, describe(before))
    boards = tuple(sorted({line.board for line in lines.values()}))
    if len(lines) > 1 or message is None:
        named = ", ".join(map(str, boards))
        message = sentence(
            "Fixed: %(lines)s results on boards %(boards)s.", lines=len(lines), boards=named
        )
    return Fixed(message, boards)


def _refuse(seen: SeenDoubt, fix_text: str) -> None:
    if not seen.doubt.fixes:
        raise Refused.because(
            "No fix is known for this doubt. Type the right result, or dismiss the doubt."
        )
    if seen.fix_text != fix_text:
        raise Refused.because(
            "Other results of the board have changed, so the fix would be different now. "
            "Nothing "
            "was changed; look again."
        )


def _locked(seen: SeenDoubt) -> dict[int, TravellerLine]:
    """The doubted lines, locked, if they are as the doubt saw them."""
    locked = TravellerLine.objects.select_for_update(of=("self",), no_key=True)
    traveller_lines = locked.select_related("section__session")
    lines = {
        line.pk: line for line in traveller_lines.filter(pk__in=seen.doubt.lines).order_by("pk")
    }
    # The doubt was found before the lines were locked; somebody may have been faster.
    if [lines[pk].version for pk in seen.doubt.lines if pk in lines] != list(seen.versions):
        raise Refused(GONE)
    return lines


def _one(line: TravellerLine, before: Sentence) -> Sentence:
    return sentence(
        "Fixed on board %(board)s, %(ns)s against %(ew)s: %(was)s is now %(now)s.",
        **place_values(line),
        was=before,
        now=describe(line.result),
    )
