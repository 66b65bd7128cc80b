"""Restoring a line: any logged state of it.

Which deal of a fouled board was played is not part of it: that is marked for the board as a whole.
Who sat there is restored separately; the log has it as a change of its own.
"""

from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.visitors import Actor
from events.models import LogEntry, TravellerLine
from events.models.line import RESULT_FIELDS, result_of_state
from events.sessions.core.domain.line_result import MARK, describe
from events.sessions.core.domain.seats import STAR
from events.sessions.lines.domain import PAIRS
from events.sessions.lines.services.saving import Conflict, change_line, changed_by, lock_line
from events.sessions.lines.services.seats import change_seats

RESTORED_FIELDS = (*RESULT_FIELDS, "law", "reason")
_EMPTY = {
    name: TravellerLine._meta.get_field(name).get_default()  # type: ignore[union-attr]
    for name in RESTORED_FIELDS
}


class NotAsShown(Refused):
    """The line was changed since its history was shown; ``line`` is the line as it is stored."""

    def __init__(self, line: TravellerLine, wanted: Sentence) -> None:
        who = changed_by(line)
        values = {"wanted": wanted, "now": describe(line.result), "who": who}
        super().__init__(
            sentence(
                "Not restored: you chose %(wanted)s, but since you opened this page %(who)s has "
                "changed the line to %(now)s. Look at the history below and choose again.",
                **values,
            )
        )
        self.line = line


@in_transaction
def restore_line(
    *,
    session_id: int,
    line_id: int,
    entry_id: int,
    by: Actor,
    version: int,
    is_before: bool = False,
    reason: str = "",
) -> TravellerLine:
    """Restore the line to its state after a log entry, or before it (``is_before``): the result,
    or who sat there if the entry is about that. Returns the line as it is then.

    Raises :class:`NotAsShown` when ``version`` is not the line's; :class:`Refused` when the log
    has no such entry of this line; ``TravellerLine.DoesNotExist``.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    entry = LogEntry.objects.filter(session=session_id, line=line, pk=entry_id).first()
    if entry is None:
        raise Refused.because("The history of this line has no such entry.")
    logged = entry.before if is_before else entry.after
    if PAIRS in logged:
        return _restore_seats(line, logged[PAIRS], by, version, reason)
    state = restored_state(logged)
    # Somebody else may have restored the same state; then there is nothing to ask.
    if version != line.version and state != {name: line.state[name] for name in state}:
        raise NotAsShown(line, describe(result_of_state(state)))
    restored = LogEntry.Action.RESTORED
    return change_line(line=line, state=state, action=restored, by=by, reason=reason).line


def _restore_seats(
    line: TravellerLine, pairs: str, by: Actor, version: int, reason: str
) -> TravellerLine:
    text = f"{pairs}{MARK} {reason}" if reason else pairs
    try:
        seated = change_seats(
            session_id=line.section.session_id, line_id=line.pk, text=text, by=by, version=version
        )
    except Conflict as conflict:
        raise NotAsShown(conflict.line, played_by_text(pairs)) from conflict
    return seated.line


def played_by_text(pairs: str) -> Sentence:
    """Who sat there, as it is logged (``3*8``), in words."""
    ns, _star, ew = pairs.partition(STAR)
    return sentence("%(ns)s against %(ew)s", ns=ns, ew=ew)


def restored_state(logged: dict[str, Any]) -> dict[str, Any]:
    """The columns of a line to restore, from a logged state; the log leaves blank ones out."""
    return _EMPTY | {name: logged[name] for name in RESTORED_FIELDS if name in logged}
