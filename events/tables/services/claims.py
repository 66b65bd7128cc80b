"""Claims: a pair says that a result was recorded wrongly (Law 79C); its opponents consent on their
phone, the director decides."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.models import LineClaim, LogEntry
from events.models.result_columns import columns_of
from events.models.table_marks import MAX_NOTE
from events.sessions.services.lines import change_line, lock_line
from events.tables.domain.wire import as_wire, read_wire
from events.tables.selectors.readable import is_still_open_for_claims
from events.tables.selectors.snapshot import TableLine
from events.tables.services.lines import refuse_device
from events.tables.services.marks import log_agreement, write_mark
from events.tables.services.refusals import CHANGED, NOT_HERE, TableRefused
from events.tables.services.revision import raise_revision
from events.tables.services.submissions import Answer, Sender, once

Sent = Mapping[str, Any]
TOO_LATE = sentence(gettext_noop("It is too late to claim a correction: speak to the director."))
ONE_AT_A_TIME = sentence(gettext_noop("A correction of this board is being looked at already."))
GONE = sentence(gettext_noop("This claim is decided."))


@in_transaction
def claim(*, device_id: int, line_id: int, sent: Sent) -> Answer:
    """A pair's phone claims another result of one of its own lines."""

    def act(sender: Sender) -> dict[str, Any]:
        each = _own_line(sender, line_id)
        line = sender.own_line
        if sent.get("version") != line.version:
            raise TableRefused(409, CHANGED)
        if LineClaim.objects.filter(line=line, decided="").exists():
            raise TableRefused(403, ONE_AT_A_TIME)
        proposal = as_wire(read_wire(sent, each.line.board)) or {}
        made = LineClaim.objects.create(
            line=line,
            version=line.version,
            proposal=proposal,
            contestant_id=sender.here.own or 0,
            device=sender.device,
            note=str(sent.get("note") or "")[:MAX_NOTE],
        )
        log_agreement(line, LogEntry.Action.CLAIMED, sender.actor, proposal=proposal)
        return {"claim": made.pk}

    return once(device_id=device_id, line_id=line_id, sent=sent, act=act, when_finished=True)


@in_transaction
def answer_claim(*, device_id: int, claim_id: int, sent: Sent) -> Answer:
    """The opponents say yes or no (``agree``), or who claimed withdraws it."""

    def act(sender: Sender) -> dict[str, Any]:
        found = _open_claim(sender.device.session_id, claim_id)
        if found is None:
            raise TableRefused(409, GONE)
        each = _own_line(sender, found.line_id)
        agreed = sent.get("agree") is True
        if each.side_of(sender.here.own) == each.side_of(found.contestant_id):
            if agreed:
                raise TableRefused(403, NOT_HERE)
            found.delete()
            raise_revision(sender.device.session_id)
            return {"claim": None}
        _answer(found, sender, agreed=agreed)
        return {"claim": found.pk}

    return once(device_id=device_id, line_id=None, sent=sent, act=act, when_finished=True)


def _answer(found: LineClaim, sender: Sender, *, agreed: bool) -> None:
    line = lock_line(session_id=sender.device.session_id, line_id=found.line_id)
    now = timezone.now()
    if agreed:
        found.consented_at, found.consented_device = now, sender.device
        found.save(update_fields=["consented_at", "consented_device"])
        log_agreement(line, LogEntry.Action.CONSENTED, sender.actor, proposal=found.proposal)
    else:
        found.declined_at = now
        found.save(update_fields=["declined_at"])
        raise_revision(sender.device.session_id)


def _own_line(sender: Sender, line_id: int) -> TableLine:
    refuse_device(sender.device)
    each = sender.state.lines.get(line_id)
    if each is None or not sender.here.own or sender.here.own not in each.contestants:
        raise TableRefused(403, NOT_HERE)
    if each.line.is_empty:
        raise TableRefused(403, NOT_HERE)
    if not is_still_open_for_claims(sender.state):
        raise TableRefused(403, TOO_LATE)
    return each


def _open_claim(session_id: int, claim_id: int) -> LineClaim | None:
    claims = LineClaim.objects.select_for_update(of=("self",), no_key=True)
    return claims.filter(pk=claim_id, line__section__session=session_id, decided="").first()


@in_transaction
def record_consent(*, session_id: int, claim_id: int, by: Actor) -> None:
    """Opponents without a phone consent before the director. Raises :class:`Refused`."""
    keep_session(session_id)
    found = _to_decide(session_id, claim_id)
    found.consented_at, found.consented_by = timezone.now(), by.user
    found.save(update_fields=["consented_at", "consented_by"])
    line = lock_line(session_id=session_id, line_id=found.line_id)
    log_agreement(line, LogEntry.Action.CONSENTED, by, proposal=found.proposal)


@in_transaction
def decide_claim(
    *, session_id: int, claim_id: int, accepted: bool, by: Actor, reason: str = ""
) -> LineClaim:
    """The director accepts a claim, and the line gets the claimed result, or refuses it.

    Raises :class:`Refused` when it is decided already, or the line has changed since it was made.
    """
    keep_session(session_id)
    found = _to_decide(session_id, claim_id)
    found.decided = LineClaim.Decision.ACCEPTED if accepted else LineClaim.Decision.REFUSED
    found.decided_by, found.decided_at, found.reason = by.user, timezone.now(), reason[:200]
    if accepted:
        line = lock_line(session_id=session_id, line_id=found.line_id)
        if line.version != found.version:
            changed = gettext_noop("Board %(board)s has another result by now. Look at it again.")
            raise Refused(sentence(changed, board=line.board))
        result = read_wire(found.proposal, line.board)
        change_line(
            line=line,
            state=columns_of(result) | {"law": "", "reason": ""},
            action=LogEntry.Action.ENTERED,
            by=by,
            reason=reason,
        )
        write_mark(line, confirmed_version=line.version, how="director")
    found.save(update_fields=["decided", "decided_by", "decided_at", "reason"])
    raise_revision(session_id)
    return found


def _to_decide(session_id: int, claim_id: int) -> LineClaim:
    found = _open_claim(session_id, claim_id)
    if found is None:
        raise Refused(GONE)
    return found
