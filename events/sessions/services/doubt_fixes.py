"""Mending a doubt: what it proposes is entered, in all its lines or in none."""

from dataclasses import dataclass

from django.db import transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.models import LogEntry, Session, TravellerLine
from events.models.result_columns import columns_of
from events.sessions.domain.line_result import describe
from events.sessions.services.doubts import GONE, SeenDoubt, find_doubt
from events.sessions.services.lines import change_line, told_place


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done; ``boards`` are those whose lines changed."""

    message: Sentence
    boards: tuple[int, ...]


@transaction.atomic
def mend_doubt(*, session: Session, board: int, key: str, mended: str, by: Actor) -> Mended:
    """Enter what the doubt of this key proposes, which is ``mended`` as the page showed it.

    Raises :class:`Refused` when there is no such doubt any more, or it proposes something else by
    now, or nothing.
    """
    seen = find_doubt(session=session, board=board, key=key)
    _refuse(seen, mended)
    lines = _locked(seen)
    first: LogEntry | None = None
    message = None
    for mend in sorted(seen.doubt.mends, key=lambda mend: mend.line):
        line = lines[mend.line]
        before = line.result
        entered = change_line(
            line=line,
            state=columns_of(mend.result),
            action=LogEntry.Action.MENDED,
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
    return Mended(message, boards)


def _refuse(seen: SeenDoubt, mended: str) -> None:
    if not seen.doubt.mends:
        none = gettext_noop(
            "No fix is known for this doubt. Type the right result, or dismiss the doubt."
        )
        raise Refused(sentence(none))
    if seen.mended != mended:
        other = gettext_noop(
            "Other results of the board have changed, so the fix would be different now. Nothing "
            "was changed; look again."
        )
        raise Refused(sentence(other))


def _locked(seen: SeenDoubt) -> dict[int, TravellerLine]:
    """The doubted lines for a change, if they are as the doubt saw them."""
    found = TravellerLine.objects.select_for_update(of=("self",)).select_related("section__session")
    lines = {line.pk: line for line in found.filter(pk__in=seen.doubt.lines).order_by("pk")}
    if [lines[pk].version for pk in seen.doubt.lines if pk in lines] != list(seen.versions):
        raise Refused(GONE)
    return lines


def _one(line: TravellerLine, before: Sentence) -> Sentence:
    template = gettext_noop(
        "Fixed on board %(board)s, %(ns)s against %(ew)s: %(was)s is now %(now)s."
    )
    return sentence(template, **told_place(line), was=before, now=describe(line.result))
