"""The hands of a session, as far as somebody may see them.

They are sealed until the session is finished and every result is in. A director may see them
earlier, once they were opened with a reason; everybody else sees them when the session is finished.
What everybody has seen stays open when the session is opened again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from django.db import connection

from clubscore.database.prepared import Prepared
from events.models import BoardHands, HandSet, Session, TravellerLine
from events.models.imported_file import MAX_TRIES
from events.sessions.core.domain.contract import Seat, Strain
from events.sessions.hands.domain import (
    MAX_BOARD,
    SEATS,
    Deal,
    Hands,
    Makeable,
    digest_of,
    read_deal,
    read_makeable,
)
from events.sessions.lines.selectors import has_every_result

NOTHING: Final[Mapping[int, "DealtBoard"]] = MappingProxyType({})
_DEALT = f"""
    SELECT hands.board, hands.deal, hands.tricks
    FROM {BoardHands._meta.db_table} AS hands
    JOIN {HandSet._meta.db_table} AS stored ON stored.id = hands.hand_set_id
    WHERE stored.session_id = %s
"""  # noqa: S608 - the names of tables are our own
_OPENED = "AND stored.opened_at IS NOT NULL"
_OF_DOUBTS = f"""
    SELECT hands.board, hands.deal, hands.tricks, COALESCE(stored.shown_at, stored.opened_at)
    FROM {BoardHands._meta.db_table} AS hands
    JOIN {HandSet._meta.db_table} AS stored ON stored.id = hands.hand_set_id
    WHERE stored.session_id = %s AND hands.board BETWEEN %s AND %s
"""  # noqa: S608 - the names of tables are our own


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """The deal of a board; ``makeable`` is ``None`` until it is worked out."""

    board: int
    deal: Deal
    makeable: Makeable | None = None


@dataclass(frozen=True, slots=True)
class SetState:
    """What may always be said of the hands of a session. ``seed`` is empty while they are sealed
    and where they came from a file; ``file_name`` is empty where they were dealt here."""

    boards: tuple[int, ...]
    is_sealed: bool
    file_name: str
    digest: str
    seed: str
    waiting: int
    """How many boards wait for the solver."""
    unsolved: int
    """How many boards the solver could not solve."""

    @property
    def solved(self) -> int:
        return len(self.boards) - self.waiting - self.unsolved


def set_state(session: Session) -> SetState | None:
    """The state of a session's hands, ``None`` where none are stored; in two queries."""
    stored = HandSet.objects.filter(session=session.pk).first()
    if stored is None:
        return None
    rows = list(stored.boards.order_by("board").values_list("board", "tricks", "tries"))
    is_sealed = not (stored.opened_at or _are_shown(session))
    left = [tries for _board, tricks, tries in rows if not tricks]
    return SetState(
        boards=tuple(board for board, _tricks, _tries in rows),
        is_sealed=is_sealed,
        file_name=stored.file_name,
        digest=digest_of(stored.seed) if stored.seed else "",
        seed="" if is_sealed else stored.seed,
        waiting=sum(tries < MAX_TRIES for tries in left),
        unsolved=sum(tries >= MAX_TRIES for tries in left),
    )


def shown_hands(
    session: Session, *, director: bool, boards: Collection[int] | None = None
) -> Mapping[int, DealtBoard]:
    """The hands that this reader may see, by board; of ``boards`` alone where they are given."""
    if _are_shown(session):
        return _read(session.pk, boards)
    return _read(session.pk, boards, _OPENED) if director else NOTHING


_SET = Prepared(lambda session_id: HandSet.objects.filter(session=session_id))


def _are_shown(session: Session) -> bool:
    """Whether everybody may see the hands: they were seen, or the session is finished, and every
    result is in or a director opened them."""
    stored = _SET.first(session.pk)
    if stored is None:
        return False
    if stored.shown_at is not None:
        return True
    return session.is_finished and (stored.opened_at is not None or has_every_result(session.pk))


def all_hands(session: Session) -> Mapping[int, DealtBoard]:
    """The hands also while they are sealed: for files and papers that nobody reads."""
    return _read(session.pk)


def _read(
    session_id: int, boards: Collection[int] | None = None, which: str = ""
) -> Mapping[int, DealtBoard]:
    """Raw SQL: the pages of results ask after every line."""
    values = [session_id]
    if boards is not None:
        values += [board for board in boards if board <= MAX_BOARD]
        which += f" AND hands.board IN ({', '.join(['%s'] * (len(values) - 1)) or 'NULL'})"
    with connection.cursor() as cursor:
        cursor.execute(f"{_DEALT} {which} ORDER BY hands.board", values)
        rows = cursor.fetchall()
    return {board: DealtBoard(board, *_values(deal, tricks)) for board, deal, tricks in rows}


@lru_cache(maxsize=2_000)
def _values(deal: str, tricks: str) -> tuple[Deal, Makeable | None]:
    value = read_deal(deal)
    if value is None:
        raise ValueError(deal)
    return value, read_makeable(tricks)


def boards_of(session: Session) -> list[int]:
    """The numbers of the boards that a session plays, ascending."""
    lines = TravellerLine.objects.filter(section__session=session.pk)
    return list(lines.order_by("board").values_list("board", flat=True).distinct())


def boards_to_deal(session: Session) -> list[int]:
    """The boards of which no table has a result yet: the others were played with other cards."""
    lines = TravellerLine.objects.filter(section__session=session.pk)
    played = set(lines.exclude(TravellerLine.EMPTY).values_list("board", flat=True))
    return [board for board in boards_of(session) if board not in played]


def sessions_without_hands(count: int) -> list[Session]:
    """The sessions for which no hands are stored: those that are open first, then the latest."""
    bare = Session.objects.filter(hand_set__isnull=True)
    return list(bare.order_by("-state", "-date", "-pk")[:count])


def hands_to_doubt(session: Session, first: int = 1, last: int = 32_767) -> Mapping[int, Hands]:
    """The hands of the boards from ``first`` to ``last`` for the rules of doubt; while they are
    sealed without what would tell of cards that were not played. In one query."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_DOUBTS, [session.pk, first, last])
        rows = cursor.fetchall()
    is_shown = bool(rows) and session.is_finished and _are_shown(session)
    return {
        board: _to_doubt(deal, tricks, is_shown or opened_at is not None)
        for board, deal, tricks, opened_at in rows
    }


@lru_cache(maxsize=2_000)
def _to_doubt(text: str, digits: str, is_open: bool) -> Hands:
    deal, makeable = _values(text, digits)
    cards = {seat: deal.held(seat) for seat in SEATS}
    if not is_open:
        return Hands(cards, is_sealed=True)
    tricks = (
        {(seat, strain): makeable.of(seat, strain) for seat in Seat for strain in Strain}
        if makeable
        else {}
    )
    return Hands(cards, tricks)
