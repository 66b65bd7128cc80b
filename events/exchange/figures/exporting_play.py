"""The lines of a session one by one, as they were bid and played: LIN, and PBN with one game each.

Auctions and play are those that everybody may see; without them a line is its result alone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.exchange.domain.results_file import FileBoard, FileLine
from events.exchange.formats import lin, pbn_writer
from events.exchange.formats.pbn_writer import Written
from events.exchange.formats.words import PASS
from events.models import Session
from events.sessions.cardplay.selectors import StoredPlay, are_plays_shown, session_plays
from events.sessions.core.domain.contract import PassedOut, Seat, dealer
from events.sessions.hands.domain import Deal
from events.sessions.hands.selectors import shown_hands
from events.sessions.scoring.selectors.contestants import Contestants, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, lines_as_read, session_lines

_NO_AUCTIONS = gettext_noop(
    "LIN tells a contract by its auction alone: %(count)s results without one are written without"
    " their contract."
)
_SCORINGS = {"mp": "MP", "butler": "Butler", "cross-imps": "IMP;Cross1"}
_SEATS = ((Seat.N, Seat.S), (Seat.E, Seat.W))


def export_lin(session: Session) -> bytes:
    """The lines in LIN."""
    return lin.write_records(_records(session))


def export_games(session: Session) -> bytes:
    """The lines in PBN, one game each."""
    return pbn_writer.write_records(
        _records(session),
        event=session.title,
        date=f"{session.date:%Y.%m.%d}",
        scoring=_SCORINGS.get(session.method, ""),
    )


def losses_in_lin(session: Session) -> Iterator[Sentence]:
    """What LIN cannot express of a session."""
    records = [line for _board, line, _names in _records(session)]
    count = sum(line.contract is not None and line.auction is None for line in records)
    if count:
        yield sentence(_NO_AUCTIONS, count=count)


def _records(session: Session) -> list[Written]:
    contestants = session_contestants(session.pk)
    hands = shown_hands(session, director=False)
    shown = bool(hands) and are_plays_shown(session, director=False)
    plays = session_plays(session.pk) if shown else {}
    lines = lines_as_read(session, session_lines(session.pk))
    return [
        _record(line, plays, hands[line.board].deal if line.board in hands else None, contestants)
        for line in sorted(lines, key=lambda line: line.board)
        if not line.is_empty or line.pk in plays
    ]


def _record(
    line: LineRecord, plays: Mapping[int, StoredPlay], deal: Deal | None, contestants: Contestants
) -> Written:
    board = FileBoard(line.board, deal=deal, dealer=dealer(line.board))
    own = line_of_session(line, contestants, plays.get(line.pk))
    return board, own, names_by_seat(line, contestants)


def names_by_seat(line: LineRecord, contestants: Contestants) -> dict[Seat, str]:
    """The names of a line; the first of a pair in the first of its seats, for nobody knows more."""
    return {
        seat: str(name)
        for side, seats in zip((line.ns, line.ew), _SEATS, strict=True)
        for seat, name in zip(
            seats, (name for pk in side for name in contestants[pk].names), strict=False
        )
    }


def line_of_session(
    line: LineRecord, contestants: Contestants, stored: StoredPlay | None
) -> FileLine:
    """A line as a file has it, with its auction and play; an adjusted one without a contract."""
    return _with_play(_result(line, contestants), line, stored)


def _result(line: LineRecord, contestants: Contestants) -> FileLine:
    counting = line.result.counting
    played = counting.declared
    ns, ew = (_numbers(side, contestants) for side in (line.ns, line.ew))
    contract = str(played.contract).upper() if played else None
    return FileLine(
        ns=ns,
        ew=ew,
        contract=PASS if isinstance(counting.played, PassedOut) else contract,
        declarer=str(played.declarer) if played else None,
        tricks=played.tricks if played else None,
        score_ns=counting.score_ns,
        round=line.round,
        table=line.table,
        section=line.section,
    )


def _numbers(side: tuple[int, ...], contestants: Contestants) -> str | tuple[str, ...]:
    numbers = tuple(f"{contestants[pk].number}{contestants[pk].direction}" for pk in side)
    return numbers[0] if len(numbers) == 1 else numbers


def _with_play(own: FileLine, line: LineRecord, stored: StoredPlay | None) -> FileLine:
    if stored is None or line.result.adjustment or line.deal:
        return own
    auction = stored.auction
    result = auction.result(dealer(line.board)) if auction else None
    played = line.result.declared
    if result and played and result != (played.contract, played.declarer):
        auction = None
    return replace(own, auction=auction, play=stored.play if str(stored.play) else None)
