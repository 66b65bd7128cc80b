"""What may be told of the lines of a session against double dummy, and each contestant's sums."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from events.models import Session
from events.sessions.cardplay.domain.costs import Leads, card_costs, lead_cost
from events.sessions.cardplay.domain.measures import (
    NO_PLAY,
    CardPlay,
    declared_board,
    judged_board,
    led_board,
)
from events.sessions.cardplay.domain.tricks import Tricks, follow
from events.sessions.cardplay.domain.verdicts import Judged, judge
from events.sessions.cardplay.selectors import (
    Contracts,
    StoredPlay,
    are_plays_shown,
    session_leads,
    session_plays,
)
from events.sessions.core.domain.contract import (
    PASS,
    Card,
    PassedOut,
    Played,
    Seat,
    Side,
    Strain,
    dealer,
)
from events.sessions.hands.selectors import DealtBoard
from events.sessions.scoring.selectors.lines import LineRecord


@dataclass(frozen=True)
class LinePlayed:
    """A line of a board whose hands the reader may see, with what is known of its play. Without a
    ruling, and on a board that was not fouled: of others there is none (:func:`line_played`)."""

    line: LineRecord
    dealt: DealtBoard
    played: Played | PassedOut
    record: StoredPlay | None
    leads: Leads | None
    """The declarer's tricks after each lead to this contract."""

    @property
    def declared(self) -> Played | None:
        return None if isinstance(self.played, PassedOut) else self.played

    @cached_property
    def is_misfit(self) -> bool:
        """Whether auction or cards are of another contract or declarer than was entered."""
        record = self.record
        if record is None:
            return False
        if record.auction is not None:
            result = record.auction.result(dealer(self.line.board))
            entered = (
                (self.declared.contract, self.declared.declarer) if self.declared else (PASS, None)
            )
            if result is not None and result != entered:
                return True
        if not record.play.cards:
            return False
        if self.declared is None:
            return True
        contract, declarer = self.declared.contract, self.declared.declarer
        return not record.fits(contract, declarer, self.dealt.deal)

    @property
    def _suits(self) -> tuple[Seat, Strain]:
        assert self.declared is not None  # noqa: S101 - asked only of what was declared
        return self.declared.declarer, self.declared.contract.strain

    @cached_property
    def tricks(self) -> Tricks | None:
        """Who played what; ``None`` where no card is known, or those that are do not fit."""
        if self.record is None or not self.record.play.cards or self.is_misfit:
            return None
        return follow(self.record.play.cards, *self._suits, self.dealt.deal)

    @cached_property
    def every_trick(self) -> Tricks | None:
        """The same for all cards, also those after a revoke, which stay as they were played."""
        if self.record is None or self.tricks is None:
            return None
        if self.tricks.revoke is None:
            return self.tricks
        return follow(self.record.play.cards, *self._suits)

    @cached_property
    def costs(self) -> tuple[int, ...]:
        """The declarer's double-dummy tricks before the first card and after each, as far as they
        are worked out."""
        if self.record is None or self.tricks is None or self.declared is None:
            return ()
        return self.record.costs_of(self.declared.contract, self.declared.declarer)

    @property
    def cost_of_lead(self) -> int | None:
        """What the lead cost; ``None`` where nobody knows."""
        if self.declared is None:
            return None
        if self.tricks and len(self.costs) > 1:
            return card_costs(self.costs, self.tricks.seats, self.declared.declarer)[0]
        lead = self.lead
        return lead_cost(self.leads, lead) if self.leads and lead else None

    @property
    def lead(self) -> Card | None:
        """The card led: the first that was played, or the one that was entered."""
        if self.record and self.tricks:
            return self.record.play.cards[0]
        return self.line.result.lead

    @cached_property
    def verdicts(self) -> Mapping[Side, Judged]:
        """The verdict of each side on the bidding; empty until double dummy is known."""
        if self.dealt.makeable is None:
            return {}
        if self.declared is None:
            return judge(self.dealt.makeable, self.line.board, PASS, None)
        contract, declarer = self.declared.contract, self.declared.declarer
        return judge(self.dealt.makeable, self.line.board, contract, declarer)


def line_played(
    line: LineRecord,
    hands: Mapping[int, DealtBoard],
    plays: Mapping[int, StoredPlay],
    leads: Mapping[Contracts, Leads],
) -> LinePlayed | None:
    """What may be told of a line; ``None`` of one with a ruling, on a fouled board, without a
    contract or without hands."""
    dealt, result = hands.get(line.board), line.result
    if dealt is None or line.deal or result.adjustment is not None or result.played is None:
        return None
    table = None
    if not isinstance(result.played, PassedOut):
        table = leads.get((line.board, result.played.declarer, result.played.contract.strain))
    return LinePlayed(line, dealt, result.played, plays.get(line.pk), table)


def told_of_lines(
    session: Session,
    lines: Iterable[LineRecord],
    hands: Mapping[int, DealtBoard],
    board: int | None = None,
) -> dict[int, LinePlayed]:
    """What may be told of lines whose hands the reader sees, all of one ``board`` where it is
    given, by line: nothing before its time. Two queries, and none where there are no hands."""
    if not (hands and are_plays_shown(session, director=session.reader_is_director)):
        return {}
    boards = None if board is None else [board]
    plays = session_plays(session.pk, boards=boards)
    leads = session_leads(session.pk, hands, boards=boards)
    told = {line.pk: line_played(line, hands, plays, leads) for line in lines}
    return {pk: played for pk, played in told.items() if played}


def sums_of_lines(lines: Iterable[LinePlayed]) -> dict[int, CardPlay]:
    """The sums of each contestant, by id: of the boards declared and led to where double dummy is
    known, and of the verdicts on the bidding."""
    sums: dict[int, CardPlay] = {}

    def add(contestants: Iterable[int], board: CardPlay) -> None:
        for contestant in contestants:
            sums[contestant] = sums.get(contestant, NO_PLAY) + board

    for played in lines:
        declared, makeable = played.declared, played.dealt.makeable
        if makeable is None:
            continue
        sides = {Side.NS: played.line.ns, Side.EW: played.line.ew}
        if declared is not None:
            own = declared.declarer.side
            tricks = makeable.of(declared.declarer, declared.contract.strain)
            add(sides[own], declared_board(declared.tricks, tricks))
            cost = played.cost_of_lead
            if cost is not None:
                add(sides[own.opponents], led_board(cost))
        for side, judged in played.verdicts.items():
            add(sides[side], judged_board(judged.verdict))
    return sums
