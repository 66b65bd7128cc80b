"""The lines of a stored session as played boards, with what is worked out of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.exchange.domain.results_file import FileLine
from events.exchange.figures.exporting_play import line_of_session, names_by_seat
from events.exchange.figures.played_boards import Analysis, PlayedBoard
from events.models import Session
from events.sessions.cardplay.domain.costs import Leads
from events.sessions.cardplay.domain.measures import CardPlay
from events.sessions.cardplay.figures import line_played, sums_of_lines
from events.sessions.cardplay.selectors import Contracts, StoredPlay, session_leads, session_plays
from events.sessions.core.domain.contract import Contract, dealer
from events.sessions.hands.selectors import DealtBoard, all_hands
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, session_lines


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """A line with its auction and play, and what is known of it."""

    pk: int
    section: str
    played: PlayedBoard
    analysis: Analysis


@dataclass(frozen=True, slots=True)
class SessionPlay:
    """The lines of a session, and the sums of its contestants."""

    boards: tuple[StoredBoard, ...]
    figures: tuple[tuple[ContestantRecord, CardPlay], ...]


def play_of_session(session: Session) -> SessionPlay:
    """All of it, also what is not shown to anybody yet; nothing is worked out here."""
    hands, plays = all_hands(session), session_plays(session.pk)
    leads = session_leads(session.pk, hands)
    contestants = session_contestants(session.pk)
    lines = session_lines(session.pk)
    boards = tuple(
        _board(line, hands.get(line.board), leads, plays, contestants)
        for line in lines
        if not line.is_empty or line.pk in plays
    )
    told = (line_played(line, hands, plays, leads) for line in lines)
    sums = sums_of_lines(filter(None, told))
    figures = tuple((record, sums.get(pk, CardPlay())) for pk, record in contestants.items())
    return SessionPlay(boards, figures)


def _board(
    line: LineRecord,
    dealt: DealtBoard | None,
    leads: Mapping[Contracts, Leads],
    plays: Mapping[int, StoredPlay],
    contestants: Mapping[int, ContestantRecord],
) -> StoredBoard:
    counts = not (line.result.adjustment or line.deal)
    stored = plays.get(line.pk) if counts else None
    own: FileLine = line_of_session(line, contestants, stored)
    played = PlayedBoard(
        line.board,
        own,
        dealt.deal if dealt else None,
        dealer(line.board),
        names_by_seat(line, contestants),
    )
    contract, declarer = played.contract
    analysis = Analysis()
    if counts and dealt and contract is not None:
        analysis = Analysis(makeable=dealt.makeable)
    if counts and dealt and isinstance(contract, Contract) and declarer:
        costs = stored.costs_of(contract, declarer) if stored else ()
        analysis = Analysis(
            costs or None,
            stored.kept if stored and costs else (),
            leads.get((line.board, declarer, contract.strain)),
            dealt.makeable,
        )
    return StoredBoard(line.pk, line.section, played, analysis)


def names_of_sides(board: StoredBoard) -> Sequence[str]:
    """The numbers of both sides as they are exported."""
    return tuple(
        "+".join(side) if isinstance(side, tuple) else side or ""
        for side in (board.played.line.ns, board.played.line.ew)
    )
