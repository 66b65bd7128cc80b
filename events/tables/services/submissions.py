"""What a device sends is done once, whatever the network does: the same key, the same answer.

A refusal is an answer as well; only what may succeed a moment later (too many at once) is not
stored. What came after the session was finished, or for a line that is gone, waits for the
director.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from clubscore.text.letters import seat_letters
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.text.sentences import translate_refusal
from clubscore.web.visitors import Actor
from events.common.services import keep_session
from events.models import Submission, TableCall, TableDevice, TravellerLine
from events.sessions.lines.services.saving import lock_line
from events.tables.domain.devices import DeviceName
from events.tables.selectors.play_state import line_values
from events.tables.selectors.snapshot import Snapshot, current_snapshot, with_line
from events.tables.selectors.whereabouts import Whereabouts, whereabouts
from events.tables.services.marks import (
    FINISHED,
    GONE,
    SWITCHED_OFF,
    TOO_MANY,
    TableRefused,
    raise_revision,
)

MAX_OF_DEVICE: Final = 30
MAX_OF_TABLE: Final = 60
MINUTE: Final = timedelta(minutes=1)
_KEY: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a phone is answered."""

    status: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sender:
    """A device that sends, where it is, and as whom it is logged; ``line`` is what it sends
    something about, locked before the session was read."""

    device: TableDevice
    state: Snapshot
    here: Whereabouts
    line: TravellerLine | None = None

    @property
    def own_line(self) -> TravellerLine:
        """The line. Raises ``TravellerLine.DoesNotExist`` where there is none with its id."""
        if self.line is None:
            raise TravellerLine.DoesNotExist
        return self.line

    @property
    def actor(self) -> Actor:
        """The table instead of a user: ``Table A5, NS, device 2 (Safari on iPhone)``."""
        return Actor(device=self.name)

    @property
    def side(self) -> str:
        """The side of a pair's phone in this round, empty for a table's device."""
        side = self.here.lines[0].side_of(self.here.own) if self.here.lines else ""
        return side or self.device.side[:2]

    @property
    def name(self) -> str:
        device = self.device
        place = f"{self.state.letters.get(device.section_id, '')}{self.here.table or device.table}"
        return str(DeviceName(place, self.side, device.number, device.name))


def once(
    *,
    device_id: int,
    line_id: int | None,
    sent: Mapping[str, Any],
    act: Callable[[Sender], dict[str, Any] | None],
    when_finished: bool = False,
) -> Answer:
    """Do what a device sent, in the caller's transaction, or give the answer that is stored for
    its ``key``.

    ``act`` changes what it has to and gives the values of the answer; for ``None`` the line as it
    stands now. ``when_finished``: also after the session. Raises :class:`TableRefused` with 401
    for a device that was forgotten.
    """
    device, key = _locked(device_id), key_of(sent)
    if not _KEY.fullmatch(key):
        no_key = gettext_noop("This page is out of date. Load it again.")
        return Answer(422, {"message": " ".join(_texts(no_key)), "line": None})
    stored = Submission.objects.filter(device=device, key=key).first()
    if stored is not None:
        return Answer(stored.status, stored.answer)
    sender = sender_of(device, _line(device, line_id))
    try:
        _refuse_too_many(device)
        with transaction.atomic():
            if not when_finished:
                _refuse_closed(sender)
            values = act(sender)
        answer = Answer(200, values or line_answer(sender, line_id))
    except TableRefused as refusal:
        answer = _refusal(refusal, refusal.status, sender, line_id)
    except TravellerLine.DoesNotExist:
        answer = _refusal(Refused(GONE), 404, sender, None)
    except Refused as refusal:
        answer = _refusal(refusal, 422, sender, line_id)
    if answer.status != 429:
        _store(sender, key, line_id, sent, answer)
    return answer


def sender_of(device: TableDevice, line: TravellerLine | None) -> Sender:
    """A device with the session as it is stored now, that is after ``line`` was locked."""
    state = current_snapshot(device.session_id)
    if state is None:
        raise TableRefused(410, SWITCHED_OFF)
    return Sender(device, state, whereabouts(state, device), line)


def _line(device: TableDevice, line_id: int | None) -> TravellerLine | None:
    if line_id is None:
        return None
    try:
        return lock_line(session_id=device.session_id, line_id=line_id)
    except TravellerLine.DoesNotExist:
        return None


def key_of(sent: Mapping[str, Any]) -> str:
    """The key of what was sent; empty for none."""
    key = sent.get("key")
    return key if isinstance(key, str) else ""


def line_answer(sender: Sender, line_id: int | None) -> dict[str, Any]:
    """A line as it stands now, as far as the device may read it."""
    known = line_id if line_id in sender.state.lines else None
    state = with_line(sender.state, known) if known else None
    each = state.lines.get(known or 0) if state else None
    if state is None or each is None:
        return {"line": None}
    device = sender.device
    return {"line": line_values(state, device, whereabouts(state, device), each)}


def _locked(device_id: int) -> TableDevice:
    """The device, so that what it sends is done in its order."""
    found = TableDevice.objects.filter(pk=device_id, revoked_at=None)
    session_id = found.values_list("session", flat=True).first()
    if session_id is not None:
        keep_session(session_id)
        device = found.select_for_update(of=("self",), no_key=True).first()
        if device is not None:
            return device
    forgotten = gettext_noop("This phone is not bound to a table any more. Ask the director.")
    raise TableRefused(401, sentence(forgotten))


def _refuse_too_many(device: TableDevice) -> None:
    since = timezone.now() - MINUTE
    lately = Submission.objects.filter(
        at__gt=since, device__section=device.section_id, device__table=device.table
    )
    own, of_table = lately.aggregate(
        own=Count("pk", filter=Q(device=device)), of_table=Count("pk")
    ).values()
    if own >= MAX_OF_DEVICE or of_table >= MAX_OF_TABLE:
        raise TableRefused(429, TOO_MANY)


def _refuse_closed(sender: Sender) -> None:
    if sender.state.session.is_finished:
        raise TableRefused(410, FINISHED)
    if not sender.state.settings.is_on:
        raise TableRefused(410, SWITCHED_OFF)


def _refusal(refusal: Refused, status: int, sender: Sender, line_id: int | None) -> Answer:
    message = " ".join(translate_refusal(refusal))
    return Answer(status, {"message": message, **line_answer(sender, line_id)})


def _texts(template: str) -> list[str]:
    return translate_refusal(Refused(sentence(template)))


def _store(
    sender: Sender, key: str, line_id: int | None, sent: Mapping[str, Any], answer: Answer
) -> None:
    device, line = sender.device, sender.line
    Submission.objects.create(
        device=device,
        key=key,
        line=line,
        at=timezone.now(),
        status=answer.status,
        answer=answer.values,
        sent=dict(sent),
    )
    if answer.status in (404, 410) and line_id is not None:
        TableCall.objects.create(
            session_id=device.session_id,
            section_id=device.section_id,
            table=device.table,
            device=device,
            at=timezone.now(),
            kind=TableCall.Kind.LATE,
            board=line.board if line else _board(sent),
            note=_described(sent, line),
        )
        raise_revision(device.session_id)


def _board(sent: Mapping[str, Any]) -> int | None:
    board = sent.get("board")
    return board if isinstance(board, int) and 0 < board < 10_000 else None


def _described(sent: Mapping[str, Any], line: TravellerLine | None) -> str:
    """What was sent, as a director types it."""
    if sent.get("pass"):
        return "P"
    if sent.get("np"):
        return "NP"
    level, tricks = sent.get("level"), sent.get("tricks")
    if not isinstance(level, int) or not isinstance(tricks, int):
        return ""
    over = tricks - level - 6
    result = "=" if over == 0 else f"{over:+d}"
    contract = f"{level}{sent.get('strain')}{sent.get('doubled') or ''}"
    return f"{contract}{seat_letters(str(sent.get('declarer')))}{result}"[:60]
