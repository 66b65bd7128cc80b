"""Fixing a doubt: the proposed results are entered, in all its lines or in none."""

from dataclasses import dataclass

from clubscore.actor import Actor
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.models import LogEntry, Session, TravellerLine
from events.models.result_columns import columns_of
from events.sessions.domain.line_result import describe
from events.sessions.services.doubts import GONE, SeenDoubt, find_doubt
from events.sessions.services.lines import change_line, place_values


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
    keep_session(session.pk)
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
        several = gettext_noop("Fixed: %(lines)s results on boards %(boards)s.")
        named = ", ".join(map(str, boards))
        message = sentence(several, lines=len(lines), boards=named)
    return Fixed(message, boards)


def _refuse(seen: SeenDoubt, fix_text: str) -> None:
    if not seen.doubt.fixes:
        none = gettext_noop(
            "No fix is known for this doubt. Type the right result, or dismiss the doubt."
        )
        raise Refused(sentence(none))
    if seen.fix_text != fix_text:
        other = gettext_noop(
            "Other results of the board have changed, so the fix would be different now. Nothing "
            "was changed; look again."
        )
        raise Refused(sentence(other))


def _locked(seen: SeenDoubt) -> dict[int, TravellerLine]:
    """The doubted lines, locked, if they are as the doubt saw them."""
    locked = TravellerLine.objects.select_for_update(of=("self",), no_key=True)
    found = locked.select_related("section__session")
    lines = {line.pk: line for line in found.filter(pk__in=seen.doubt.lines).order_by("pk")}
    # The doubt was found before the lines were locked; somebody may have been faster.
    if [lines[pk].version for pk in seen.doubt.lines if pk in lines] != list(seen.versions):
        raise Refused(GONE)
    return lines


def _one(line: TravellerLine, before: Sentence) -> Sentence:
    template = gettext_noop(
        "Fixed on board %(board)s, %(ns)s against %(ew)s: %(was)s is now %(now)s."
    )
    return sentence(template, **place_values(line), was=before, now=describe(line.result))
