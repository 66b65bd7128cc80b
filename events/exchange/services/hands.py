"""The hands of a session: dealt here or taken from a file, opened, removed.

They are sealed until the session is finished. Whoever opens or removes them gives a reason, which
is in the log. Nothing is chosen: what is dealt here follows from a seed whose digest is shown
before the session (Law 6E4; exchange, section 2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.exchange.figures.plan_builder import Dealt, set_of_boards
from events.models import BoardHands, HandSet, LogEntry, Session
from events.sessions.hands.domain import deals_of_seed, digest_of, new_seed
from events.sessions.hands.selectors import boards_of, boards_to_deal

NONE = gettext_noop("This session has no hands any more. Look again.")


_OTHER_BOARDS = gettext_noop(
    "The file has none of the boards of this session, which are %(boards)s."
)


@dataclass(frozen=True, slots=True)
class Attached:
    """What became of the hands of a file: the boards stored, those of the session for which it has
    none, those that the session does not play, and another session with one of the same deals."""

    stored: tuple[int, ...]
    missing: tuple[int, ...]
    others: tuple[int, ...]
    played_before: Session | None


@in_transaction
def deal_hands(*, session: Session, by: Actor) -> HandSet:
    """Deal the boards of a session that nobody has played yet. Raises :class:`Refused` where it has
    hands or no such boards."""
    lock_session(session.pk)
    boards = boards_to_deal(session)
    if not boards and boards_of(session):
        raise Refused.because(
            "Every board has a result: it was played with other cards. Take its hands from a file."
        )
    if not boards:
        raise Refused.because("This session has no boards yet.")
    seed = new_seed()
    made = _create(session, by, seed=seed)
    _store(made, [(board, deal, None) for board, deal in deals_of_seed(seed, boards)])
    record(
        session_id=session.pk,
        action=LogEntry.Action.DEALT,
        by=by,
        after={"boards": numbers_text(boards), "digest": digest_of(seed)},
    )
    return made


@in_transaction
def attach_hands(
    *, session: Session, hands: Sequence[Dealt], file_name: str, by: Actor
) -> Attached:
    """Store the hands of a file for the boards that a session plays. Raises :class:`Refused`."""
    lock_session(session.pk)
    own = set_of_boards(hands)
    played = boards_of(session)
    stored = [dealt for dealt in own if dealt[0] in set(played)]
    if not stored:
        raise Refused(sentence(_OTHER_BOARDS, boards=numbers_text(played)))
    before = played_before(session, stored)
    made = _create(session, by, file_name=file_name[-255:] or "?")
    _store(made, stored)
    numbers = tuple(board for board, _deal, _makeable in stored)
    record(
        session_id=session.pk,
        action=LogEntry.Action.DEALT,
        by=by,
        after={"boards": numbers_text(numbers), "file": made.file_name},
    )
    return Attached(
        numbers,
        tuple(board for board in played if board not in set(numbers)),
        tuple(board for board, _deal, _makeable in own if board not in set(numbers)),
        before,
    )


def store_imported(*, session: Session, hands: Sequence[Dealt], file_name: str, by: Actor) -> None:
    """Store the hands that came with the results of a session, which is new: whoever has the file
    has seen them, also where a result is left to be settled."""
    name = file_name[-255:] or session.title
    made = _create(session, by, file_name=name, shown_at=timezone.now())
    _store(made, hands)


@in_transaction
def open_hands(*, session: Session, reason: str, by: Actor) -> None:
    """Let directors see the hands before every result is in. Raises :class:`Refused`."""
    stored = _stored(session, reason)
    if stored.opened_at:
        raise Refused.because("These hands are open already.")
    stored.opened_at = timezone.now()
    # Of the session as it is stored: it may have been finished in the meantime.
    if stored.session.is_finished:
        stored.shown_at = stored.opened_at
    stored.save(update_fields=["opened_at", "shown_at"])
    record(session_id=session.pk, action=LogEntry.Action.UNSEALED, by=by, reason=reason)


@in_transaction
def remove_hands(*, session: Session, reason: str, by: Actor) -> None:
    """Remove the hands of a session; their boards and where they came from stay in the log, and the
    seed of those dealt here, so that the log can be checked. Raises :class:`Refused`."""
    # Alone: what is worked out of them meanwhile would be stored for hands that are gone.
    stored = _stored(session, reason, alone=True)
    boards = list(stored.boards.values_list("board", flat=True))
    before = {"boards": numbers_text(boards), "opened": bool(stored.opened_at)}
    origin = {"file": stored.file_name} if stored.file_name else {"seed": stored.seed}
    stored.delete()
    record(
        session_id=session.pk,
        action=LogEntry.Action.HANDS_REMOVED,
        by=by,
        before=before | origin,
        reason=reason,
    )


@in_transaction
def note_saved_hands(*, session: Session, file_format: str, reason: str, by: Actor) -> None:
    """Note that somebody saved hands that are sealed as a file for a dealing machine, and why.
    Raises :class:`Refused`."""
    _stored(session, reason)
    record(
        session_id=session.pk,
        action=LogEntry.Action.HANDS_SENT,
        by=by,
        after={"format": file_format},
        reason=reason,
    )


def played_before(session: Session, hands: Iterable[Dealt]) -> Session | None:
    """Another session in which one of these deals was played (Law 6D2)."""
    deals = [str(deal) for _board, deal, _makeable in hands]
    found = BoardHands.objects.filter(deal__in=deals, hand_set__session__deleted_at=None)
    found = found.exclude(hand_set__session=session.pk)
    other = found.select_related("hand_set__session").order_by("pk").first()
    return other.hand_set.session if other else None


def numbers_text(numbers: Iterable[int]) -> str:
    """Ascending numbers in short: ``1–24, 27``."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in parts)


def _create(session: Session, by: Actor, **values: Any) -> HandSet:
    if HandSet.objects.filter(session=session.pk).exists():
        raise Refused.because("This session has its hands already; remove them first.")
    return HandSet.objects.create(session=session, created_by=by.user, **values)


def _store(made: HandSet, hands: Iterable[Dealt]) -> None:
    BoardHands.objects.bulk_create(
        BoardHands(
            hand_set=made, board=board, deal=str(deal), tricks=str(makeable) if makeable else ""
        )
        for board, deal, makeable in hands
    )


def _stored(session: Session, reason: str, *, alone: bool = False) -> HandSet:
    if not reason.strip():
        raise Refused.because("Say why: the reason is kept in the log.")
    lock_session(session.pk, alone=alone)
    stored = HandSet.objects.select_related("session").filter(session=session.pk).first()
    if stored is None:
        raise Refused(sentence(NONE))
    return stored
