"""The queue of double-dummy analysis: boards that wait, solved a few at a time, never in a request.

The queue is the table of boards itself, so that it survives a restart. A process marks the boards
that it begins; when it is killed, they may be taken again after a while, and a board that was begun
twice without an answer is left without an analysis (exchange, section 6).
"""

import datetime
from collections.abc import Sequence

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.common.services.log import record
from events.exchange.engines import double_dummy
from events.models import BoardHands, LogEntry
from events.models.hands import MAX_TRIES
from events.sessions.domain.hands.deal import read_deal

AT_ONCE = 4
"""Boards that are solved between two looks at the database; about a second's work."""
SILENCE = datetime.timedelta(seconds=300)
"""After this a process that began boards is taken to be gone."""


def waiting() -> QuerySet[BoardHands]:
    """The boards that nobody is solving."""
    gone = Q(taken_at__isnull=True) | Q(taken_at__lt=timezone.now() - SILENCE)
    return BoardHands.objects.filter(gone, tricks="", tries__lt=MAX_TRIES)


def is_busy() -> bool:
    """Whether a process is solving boards."""
    since = timezone.now() - SILENCE
    return BoardHands.objects.filter(tricks="", tries__lt=MAX_TRIES, taken_at__gte=since).exists()


def solve_waiting() -> int:
    """Solve all boards that wait, and return how many were solved."""
    solved = 0
    while boards := take_boards():
        deals = [read_deal(each.deal) for each in boards]
        known = [deal for deal in deals if deal]
        answers = list(double_dummy.solve(known))
        digits = [str(each) if each else "" for each in answers]
        solved += sum(map(bool, digits))
        store_tricks(boards=boards, digits=digits)
    return solved


@in_transaction
def take_boards() -> list[BoardHands]:
    """Mark the boards to be solved next: of the newest session, the lowest first."""
    first = waiting().order_by("-hand_set", "board").first()
    if first is None:
        return []
    now = timezone.now()
    same_set = waiting().filter(hand_set=first.hand_set_id).order_by("board")
    taken = []
    for each in same_set[:AT_ONCE]:
        # Two processes may have read the same boards: one of them takes each.
        mine = waiting().filter(pk=each.pk).update(taken_at=now, tries=F("tries") + 1)
        if mine:
            taken.append(each)
    return taken


@in_transaction
def store_tricks(*, boards: Sequence[BoardHands], digits: Sequence[str]) -> None:
    """Store what was solved; a board without an answer has had its last try. When a session is
    done, that is logged: its pages show the tricks from then on."""
    hands = BoardHands.objects.filter(hand_set=boards[0].hand_set_id)
    session_id = hands.values_list("hand_set__session", flat=True).first()
    if session_id is None:
        # The hands were removed meanwhile.
        return
    keep_session(session_id)
    for board, tricks in zip(boards, digits, strict=True):
        tries = {} if tricks else {"tries": MAX_TRIES}
        BoardHands.objects.filter(pk=board.pk).update(tricks=tricks, **tries)
    if not hands.filter(tricks="", tries__lt=MAX_TRIES).exists():
        done = {"boards": hands.exclude(tricks="").count()}
        record(session_id=session_id, action=LogEntry.Action.ANALYSED, by=Actor(), after=done)
