"""Auctions and card play of a file, stored with the lines of a session that has them already.

A record goes to the line of its board with the same contract, declarer and tricks: of the same
contestants by number, else by the names on both sides, else where nobody else can be meant. All
others are left over, each with the reason. Lines that have auction or play keep theirs.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.exchange.domain.results_file import Number
from events.exchange.figures.opening import Read
from events.exchange.figures.plan_builder import numbers_of, set_of_boards
from events.exchange.figures.played_boards import PlayedBoard, played_boards
from events.exchange.formats import lin, pbn, usebio
from events.exchange.formats.lin import plain_name
from events.exchange.formats.records import in_words
from events.exchange.services.hands import Attached, attach_hands
from events.models import BoardHands, HandSet, LinePlay, LogEntry, Session, TravellerLine
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.cardplay.domain.tricks import Play
from events.sessions.core.domain.contract import PASS, PassedOut, Side, dealer
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, session_lines
from players.domain.characters import match_key

_NO_RECORDS = gettext_noop("There are no auctions and no card play in this file.")
_OTHER_EVENING = gettext_noop(
    "No auction and no play of this file is of a result of this session: it may be of another"
    " evening. Its hands are not stored, either."
)
_NONE_LIKE_IT = gettext_noop(
    "Board %(board)s, %(contract)s: the session has no such result without auction and play."
)
_SEVERAL = gettext_noop(
    "Board %(board)s, %(contract)s: the session has several such results, and the file does not say"
    " whose this is."
)
_NO_CONTRACT = gettext_noop("Board %(board)s: the file does not say what was played.")
_NO_HANDS = gettext_noop("Board %(board)s: the session has no hands of this board.")
_OTHER_DEAL = gettext_noop("Board %(board)s: the session has another deal of this board.")
_OTHER_DEALER = gettext_noop(
    "Board %(board)s: in the file another seat deals; the auction is left out."
)


@dataclass(frozen=True, slots=True)
class Added:
    """How many auctions and plays were stored, what is left over, and the hands that came with
    them."""

    auctions: int = 0
    plays: int = 0
    left: tuple[Problem, ...] = ()
    hands: Attached | None = None


def store_plays(
    plays: Iterable[tuple[TravellerLine | int, Auction | None, Play | None]],
) -> tuple[int, int]:
    """Store how lines were bid and played that have nothing of it; the number of auctions and of
    plays."""
    rows = [
        LinePlay(
            line_id=line if isinstance(line, int) else line.pk,
            auction=str(auction or ""),
            cards=str(play or ""),
        )
        for line, auction, play in plays
        if auction or (play and str(play))
    ]
    LinePlay.objects.bulk_create(rows)
    return sum(bool(row.auction) for row in rows), sum(bool(row.cards) for row in rows)


@in_transaction
def add_plays(
    *, session: Session, boards: Sequence[PlayedBoard], file_name: str, by: Actor
) -> Added:
    """Store the auctions and the play of a file with the lines of a session that have none; a
    session without hands gets those of the file. Raises :class:`Refused` for a file without any,
    where its hands are not those of the session's boards, and where it brings hands and none of
    it is of a result of the session."""
    lock_session(session.pk)
    records = [board for board in boards if board.line.auction or board.line.play]
    if not records:
        raise Refused(sentence(_NO_RECORDS))
    attached = None
    if not HandSet.objects.filter(session=session.pk).exists():
        dealt = [(each.board, each.deal, None) for each in records if each.deal]
        attached = attach_hands(
            session=session, hands=set_of_boards(dealt), file_name=file_name, by=by
        )
    left: list[Problem] = []
    matched = _matched(session, _playable(session, records, left), left)
    if attached and not matched:
        # Hands of another evening would be sealed into this one: nothing of the file is stored.
        raise Refused(sentence(_OTHER_EVENING))
    auctions, plays = store_plays(
        (pk, each.line.auction, each.line.play) for pk, each in matched.items()
    )
    if matched:
        record(
            session_id=session.pk,
            action=LogEntry.Action.PLAY_ADDED,
            by=by,
            after={"file": file_name[-255:], "auctions": auctions, "plays": plays},
        )
    return Added(auctions, plays, tuple(left), attached)


def add_missing(*, session: Session, reading: Read, file_name: str, by: Actor) -> Added:
    """The same for a file of results whose session is stored, which need not have any; a refusal is
    left over, too."""
    if not isinstance(reading, usebio.Reading | pbn.Reading | lin.Reading):
        return Added()
    boards = played_boards(reading)
    if not any(board.line.auction or board.line.play for board in boards):
        return Added()
    try:
        return add_plays(session=session, boards=boards, file_name=file_name, by=by)
    except Refused as refusal:
        return Added(left=refusal.problems)


def _playable(
    session: Session, records: Iterable[PlayedBoard], left: list[Problem]
) -> list[PlayedBoard]:
    """The records whose deal is the stored one and that say what was played."""
    rows = BoardHands.objects.filter(hand_set__session=session.pk).values_list("board", "deal")
    deals = dict(rows)
    playable = []
    for each in records:
        reason = None
        if each.contract[0] is None:
            reason = _NO_CONTRACT
        elif each.board not in deals:
            reason = _NO_HANDS
        elif str(each.deal) != deals[each.board]:
            reason = _OTHER_DEAL
        if reason:
            left.append(Problem(sentence(reason, board=each.board), each.line.line))
            continue
        if each.line.auction and each.dealer is not dealer(each.board):
            left.append(Problem(sentence(_OTHER_DEALER, board=each.board), each.line.line))
            each = _without_auction(each)
        playable.append(each)
    return playable


def _without_auction(board: PlayedBoard) -> PlayedBoard:
    return replace(board, line=replace(board.line, auction=None))


Fact = tuple[int, str, str, int | None]
"""A board, the contract, the declarer and the tricks."""


def _fact_of_record(board: PlayedBoard) -> Fact:
    contract, declarer = board.contract
    if isinstance(contract, PassedOut) or declarer is None:
        return board.board, str(contract), "", None
    return board.board, str(contract), str(declarer), board.line.tricks


def _fact_of_line(line: LineRecord) -> Fact | None:
    played = line.result.declared
    if played:
        return line.board, str(played.contract), str(played.declarer), played.tricks
    if isinstance(line.result.played, PassedOut):
        return line.board, str(line.result.played), "", None
    return None


def _matched(
    session: Session, records: Sequence[PlayedBoard], left: list[Problem]
) -> dict[int, PlayedBoard]:
    """The records by the lines to which they belong; the rest is left over."""
    contestants = session_contestants(session.pk)
    rows = LinePlay.objects.filter(line__section__session=session.pk)
    stored = {
        pk: (auction, cards) for pk, auction, cards in rows.values_list("line", "auction", "cards")
    }
    there: Counter[tuple[Fact, str, str]] = Counter()
    lines: dict[Fact, list[LineRecord]] = {}
    for line in session_lines(session.pk):
        fact = _fact_of_line(line)
        if fact and line.pk in stored:
            there[fact, *stored[line.pk]] += 1
        elif fact:
            lines.setdefault(fact, []).append(line)
    waiting: dict[Fact, list[PlayedBoard]] = {}
    for each in records:
        fact = _fact_of_record(each)
        known = fact, str(each.line.auction or ""), str(each.line.play or "")
        if there[known]:
            # Stored before, with this line or another like it.
            there[known] -= 1
        else:
            waiting.setdefault(fact, []).append(each)
    matched: dict[int, PlayedBoard] = {}
    for fact, own in waiting.items():
        free = lines.get(fact, [])
        for is_same in _rules(contestants):
            own, free = _pair(own, free, is_same, matched)
        template = _SEVERAL if free else _NONE_LIKE_IT
        left += [
            Problem(sentence(template, board=fact[0], contract=_told(each)), each.line.line)
            for each in own
        ]
    return matched


def _told(board: PlayedBoard) -> Sentence:
    """What was played, in words."""
    contract, declarer = board.contract
    return in_words(PASS if contract is None else contract, declarer)


Rule = Callable[[PlayedBoard, LineRecord], bool]


def _rules(contestants: Mapping[int, ContestantRecord]) -> tuple[Rule, ...]:
    """By what a record is that of a line, in this order."""

    def by_number(record: PlayedBoard, line: LineRecord) -> bool:
        return all(
            _has_numbers(record, number, own, contestants)
            for number, own in ((record.line.ns, line.ns), (record.line.ew, line.ew))
        )

    def by_names(record: PlayedBoard, line: LineRecord) -> bool:
        return all(
            _names_of_record(record, side) == _names_of_line(own, contestants) != set()
            for side, own in ((Side.NS, line.ns), (Side.EW, line.ew))
        )

    def alone(_record: PlayedBoard, _line: LineRecord) -> bool:
        return True

    return by_number, by_names, alone


_NUMBER = re.compile(r"([A-Z]{0,2}?)0*(\d{1,4})(?:NS|EW)?", re.ASCII)
"""The letter of a section, a number, and a direction where both count from 1."""


def _numbers(record: PlayedBoard, number: Number) -> list[tuple[str, str]] | None:
    """The numbers of a side with their section, which is empty where the file does not say it."""
    found = [_NUMBER.fullmatch(each.upper()) for each in numbers_of(number, ())]
    section = record.line.section.upper()
    return [(each[1] or section, each[2]) for each in found if each] if all(found) else None


def _has_numbers(
    record: PlayedBoard,
    number: Number,
    own: Sequence[int],
    contestants: Mapping[int, ContestantRecord],
) -> bool:
    told = _numbers(record, number)
    there = [(contestants[pk].section, str(contestants[pk].number)) for pk in own]
    if not told or len(told) != len(there):
        return False
    return all(
        digits == number and letter in ("", section)
        for (letter, digits), (section, number) in zip(told, there, strict=True)
    )


def _names_of_record(record: PlayedBoard, side: Side) -> set[str]:
    names = (plain_name(name) for seat, name in record.names.items() if seat.side is side)
    return {match_key(name) for name in names if name.strip()}


def _names_of_line(own: Iterable[int], contestants: Mapping[int, ContestantRecord]) -> set[str]:
    return {name.match_key for pk in own for name in contestants[pk].names}


def _pair(
    records: Sequence[PlayedBoard],
    lines: Sequence[LineRecord],
    is_same: Rule,
    matched: dict[int, PlayedBoard],
) -> tuple[list[PlayedBoard], list[LineRecord]]:
    """Match what is the same and nothing else; what is left of both."""
    alike = {
        place: [line for line in lines if is_same(each, line)] for place, each in enumerate(records)
    }
    wanted = [line.pk for own in alike.values() for line in own]
    left, used = [], set()
    for place, each in enumerate(records):
        own = alike[place]
        if len(own) == 1 and wanted.count(own[0].pk) == 1:
            matched[own[0].pk] = each
            used.add(own[0].pk)
        else:
            left.append(each)
    return left, [line for line in lines if line.pk not in used]
