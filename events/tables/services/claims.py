"""Claims: a pair says that a result was recorded wrongly (Law 79C); its opponents consent on their
phone, the director decides."""

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_session
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.models import LineClaim, LogEntry, Session, TableEntrySettings, TableMark
from events.models.line import columns_of
from events.models.tables import MAX_NOTE
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.lines.figures import read_typed
from events.sessions.lines.services.saving import change_line, lock_line
from events.tables.domain.lines import WrittenResult, as_wire, read_wire
from events.tables.selectors.lines import TableLine
from events.tables.selectors.readable import is_still_open_for_claims
from events.tables.services.marks import (
    CHANGED,
    NOT_HERE,
    log_agreement,
    raise_revision,
    write_mark,
)
from events.tables.services.submissions import Sender, Sending, once

TOO_LATE = sentence("It is too late to claim a correction: speak to the director.")

ONE_AT_A_TIME = sentence("A correction of this board is being looked at already.")

GONE = sentence("This claim is decided.")


@in_transaction
def claim(
    *, sending: Sending, line_id: int, version: int, result: WrittenResult | None, note: str = ""
) -> Answer:
    """A pair's phone claims another result of one of its own lines."""

    def act(sender: Sender) -> LineClaim:
        table_line = _own_line(sender, line_id)
        line = sender.own_line
        if version != line.version:
            raise DeviceRefused(Why.CHANGED, CHANGED)
        if LineClaim.objects.filter(line=line, decided="").exists():
            raise DeviceRefused(Why.NOT_ALLOWED, ONE_AT_A_TIME)
        proposal = as_wire((result or WrittenResult()).on_board(table_line.line.board)) or {}
        made = LineClaim.objects.create(
            line=line,
            version=line.version,
            proposal=proposal,
            contestant_id=sender.here.pair or 0,
            device=sender.device,
            note=note[:MAX_NOTE],
        )
        log_agreement(line, LogEntry.Action.CLAIMED, sender.actor, proposal=proposal)
        return made

    return once(sending=sending, line_id=line_id, act=act, when_finished=True)


@in_transaction
def claim_on_card(
    *, session_id: int, contestant_id: int, line_id: int, text: str, note: str = "", by: Actor
) -> LineClaim:
    """Whoever reads a published card claims that one of its results was another one, as a director
    types it. Raises :class:`Refused`."""
    session = lock_session(session_id)
    # Where no phones were on there are no settings: these switch nothing on, and want no device's
    # word for what the director has typed.
    TableEntrySettings.objects.get_or_create(session=session, defaults={"confirm": False})
    line = lock_line(session_id=session_id, line_id=line_id)
    if not line.sides.filter(contestant=contestant_id).exists() or line.is_empty:
        raise Refused(NOT_HERE)
    if LineClaim.objects.filter(line=line, decided="").exists():
        raise Refused(ONE_AT_A_TIME)
    result = read_typed(line=line, text=text).result
    proposal = as_wire(result)
    if proposal is None or result.adjustment not in (None, NOT_PLAYED):
        raise Refused.because(
            "Type the result that it was, such as %(made)s.",
            made=session.typing_letters.examples.made,
        )
    if result == line.result:
        raise Refused.because("That is what is recorded.")
    made = LineClaim.objects.create(
        line=line,
        version=line.version,
        proposal=proposal,
        contestant_id=contestant_id,
        note=note[:MAX_NOTE],
    )
    log_agreement(line, LogEntry.Action.CLAIMED, by, proposal=proposal)
    raise_revision(session_id)
    return made


@in_transaction
def answer_claim(*, sending: Sending, claim_id: int, agree: bool) -> Answer:
    """The opponents say yes or no (``agree``), or who claimed withdraws it."""

    def act(sender: Sender) -> LineClaim | None:
        line_claim = _open_claim(sender.device.session_id, claim_id)
        if line_claim is None:
            raise DeviceRefused(Why.CHANGED, GONE)
        table_line = _own_line(sender, line_claim.line_id)
        if table_line.side_of(sender.here.pair) == table_line.side_of(line_claim.contestant_id):
            if agree:
                raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
            line_claim.delete()
            raise_revision(sender.device.session_id)
            return None
        _answer(line_claim, sender, agreed=agree)
        return line_claim

    return once(sending=sending, line_id=None, act=act, when_finished=True)


def _answer(found: LineClaim, sender: Sender, *, agreed: bool) -> None:
    line, now = found.line, timezone.now()
    if line.is_empty:
        raise DeviceRefused(Why.CHANGED, CHANGED)
    if agreed:
        found.consented_at, found.consented_device = now, sender.device
        found.save(update_fields=["consented_at", "consented_device"])
        log_agreement(line, LogEntry.Action.CONSENTED, sender.actor, proposal=found.proposal)
    else:
        found.declined_at = now
        found.save(update_fields=["declined_at"])
        raise_revision(sender.device.session_id)


def _own_line(sender: Sender, line_id: int) -> TableLine:
    table_line = sender.state.lines.get(line_id)
    if table_line is None or not sender.here.pair or sender.here.pair not in table_line.contestants:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if table_line.line.is_empty:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if not is_still_open_for_claims(sender.state):
        raise DeviceRefused(Why.NOT_ALLOWED, TOO_LATE)
    return table_line


def _open_claim(session_id: int, claim_id: int) -> LineClaim | None:
    """An open claim, locked, and its line before it, as whoever changes a result has it."""
    claims = LineClaim.objects.filter(pk=claim_id, line__section__session=session_id, decided="")
    line_id = claims.values_list("line", flat=True).first()
    if line_id is None:
        return None
    line = lock_line(session_id=session_id, line_id=line_id)
    found = claims.select_for_update(of=("self",), no_key=True).first()
    if found is not None:
        found.line = line
    return found


@in_transaction
def record_consent(*, session_id: int, claim_id: int, by: Actor) -> None:
    """Opponents without a phone consent before the director. Raises :class:`Refused`."""
    keep(Session, session_id)
    line_claim = _to_decide(session_id, claim_id)
    line_claim.consented_at, line_claim.consented_by = timezone.now(), by.user
    line_claim.save(update_fields=["consented_at", "consented_by"])
    log_agreement(line_claim.line, LogEntry.Action.CONSENTED, by, proposal=line_claim.proposal)


@in_transaction
def decide_claim(
    *, session_id: int, claim_id: int, accepted: bool, by: Actor, reason: str = ""
) -> LineClaim:
    """The director accepts a claim, and the line gets the claimed result, or refuses it.

    Raises :class:`Refused` when it is decided already, or the line has changed since it was made.
    """
    keep(Session, session_id)
    line_claim = _to_decide(session_id, claim_id)
    line_claim.decided = LineClaim.Decision.ACCEPTED if accepted else LineClaim.Decision.REFUSED
    line_claim.decided_by, line_claim.decided_at, line_claim.reason = (
        by.user,
        timezone.now(),
        reason[:200],
    )
    if accepted:
        line = line_claim.line
        if line.version != line_claim.version:
            raise Refused.because(
                "Board %(board)s has another result by now. Look at it again.", board=line.board
            )
        result = read_wire(line_claim.proposal, line.board)
        change_line(
            line=line,
            state=columns_of(result) | {"law": "", "reason": ""},
            action=LogEntry.Action.ENTERED,
            by=by,
            reason=reason or line_claim.note or TableMark.How.DIRECTOR,
        )
        write_mark(line, confirmed_version=line.version, how="director")
    line_claim.save(update_fields=["decided", "decided_by", "decided_at", "reason"])
    raise_revision(session_id)
    return line_claim


def _to_decide(session_id: int, claim_id: int) -> LineClaim:
    line_claim = _open_claim(session_id, claim_id)
    if line_claim is None:
        raise Refused(GONE)
    return line_claim
