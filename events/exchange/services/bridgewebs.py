"""Publishing a session at BridgeWebs: what is sent, the club's account, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from clubscore.database.transactions import in_transaction
from clubscore.keeping.sealed_text import UnreadableTextError, seal, unseal
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.exchange.engines import bridgewebs
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.formats import pbn_writer
from events.models import BridgeWebsAccount, BridgeWebsEvent, LogEntry, Session
from events.models.imported_file import MAX_EVENT, ONLY_ROW
from events.sessions.hands.selectors import shown_hands

MAX_LOGGED: Final = 400
_OTHER_SECRET = gettext_noop(
    "The password was stored by another installation and cannot be read here. Type it again."
)
_NOT_PUBLISHED = gettext_noop("Publish the results here first: BridgeWebs shows them to everybody.")


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is sent of a session: a USEBIO file and, once they may be seen, the hands as PBN."""

    title: str
    file_name: str
    usebio: str
    deals: str
    boards_with_hands: int
    losses: tuple[Sentence, ...] = ()

    def fields(self) -> dict[str, str]:
        """The fields of the form, without the account's."""
        sent = {"filename": f"{self.file_name}.xml", "data": self.usebio}
        if self.deals:
            sent |= {"dealname": f"{self.file_name}.pbn", "dealdata": self.deals}
        return sent


def parcel_of(session: Session) -> Parcel:
    """What would be sent: what everybody may read; and what USEBIO cannot express of it."""
    session.reader_is_director = False
    hands = shown_hands(session, director=False)
    boards = (pbn_writer.PbnBoard(hand.board, hand.deal, hand.makeable) for hand in hands.values())
    deals = pbn_writer.write(boards).decode("latin-1") if hands else ""
    name = f"{session.date:%Y%m%d}-{slugify(session.title) or 'session'}"
    lost = tuple(losses(session, SessionFormat.USEBIO))
    usebio = export_session(session, SessionFormat.USEBIO).decode()
    return Parcel(session.title, name, usebio, deals, len(hands), lost)


@in_transaction
def save_account(*, code: str, password: str, by: Actor) -> None:
    """Store the club's account; an empty password leaves the stored one. Raises
    :class:`Refused`."""
    stored = BridgeWebsAccount.objects.select_for_update().filter(pk=ONLY_ROW).first()
    sealed = seal(password) if password else (stored.sealed_password if stored else "")
    if not code.strip() or not sealed:
        raise Refused.because("Type the code of the club and the password.")
    values = {"code": code.strip(), "sealed_password": sealed}
    BridgeWebsAccount.objects.update_or_create(pk=ONLY_ROW, defaults=values)


@in_transaction
def forget_account(*, by: Actor) -> None:
    """Delete the account and its password."""
    BridgeWebsAccount.objects.filter(pk=ONLY_ROW).delete()


def events_of_day(session: Session) -> dict[str, str]:
    """The club's events at BridgeWebs on the day of a session: their titles by number."""
    day = f"{session.date:%Y%m%d}"
    return bridgewebs.events_of(day, _account_fields(), address=settings.BRIDGEWEBS_ADDRESS)


def send_session(*, session: Session, event_id: str, by: Actor) -> bridgewebs.Answer:
    """Send a session, and log what came of it. Nothing is locked meanwhile.

    Raises :class:`Refused` when it cannot be sent, or nobody answers.
    """
    if not session.is_published:
        raise Refused(sentence(_NOT_PUBLISHED))
    fields = {**parcel_of(session).fields(), **_account_fields()}
    if event_id:
        fields["event_id"] = event_id
    try:
        answer = bridgewebs.upload(fields, address=settings.BRIDGEWEBS_ADDRESS)
    except bridgewebs.NoAnswerError as error:
        note_failure(session=session, event_id=event_id, error=error, by=by)
        raise
    note_answer(session=session, event_id=event_id, answer=answer, by=by)
    return answer


@in_transaction
def note_answer(*, session: Session, event_id: str, answer: bridgewebs.Answer, by: Actor) -> None:
    """Keep what BridgeWebs answered to a session that was sent as the event ``event_id``."""
    lock_session(session.pk)
    # What was not taken changes nothing there: the number of the event stays.
    known = (answer.event_id or event_id) if answer.is_successful else ""
    _keep(session, known, is_successful=answer.is_successful, answer=answer.message)
    _log(session, known or event_id, answer.message, by)


@in_transaction
def note_failure(
    *, session: Session, event_id: str, error: bridgewebs.NoAnswerError, by: Actor
) -> None:
    """Keep that a session was sent, or could not be, and was not answered as usual."""
    lock_session(session.pk)
    if error.was_sent:
        _keep(session, "", is_successful=False, answer=error.answer)
    _log(session, event_id, str(error), by)


def _keep(session: Session, event_id: str, **values: Any) -> None:
    values["sent_at"] = timezone.now()
    if event_id:
        values["event_id"] = event_id[:MAX_EVENT]
    BridgeWebsEvent.objects.update_or_create(session=session, defaults=values)


def _log(session: Session, event_id: str, answer: str, by: Actor) -> None:
    after = {"to": "BridgeWebs", "event": event_id[:MAX_EVENT], "answer": answer[:MAX_LOGGED]}
    record(session_id=session.pk, action=LogEntry.Action.SENT, by=by, after=after)


def _account_fields() -> Mapping[str, str]:
    stored = BridgeWebsAccount.objects.filter(pk=ONLY_ROW).first()
    if stored is None:
        raise Refused.because("Type the code and the password of the club first.")
    try:
        password = unseal(stored.sealed_password)
    except UnreadableTextError:
        raise Refused(sentence(_OTHER_SECRET)) from None
    return {"club": stored.code, "password": password}
