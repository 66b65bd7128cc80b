"""What Bridgemates are given of a session, and what they give back; whatever carries it.

Sections are known by their letters, contestants by their numbers in a section and direction, as the
tables have them. Source: exchange, section 5.
"""

from dataclasses import dataclass

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.sessions.core.domain.adjustment import NOT_PLAYED, Adjustment, read_adjustment
from events.sessions.core.domain.contract import PASS, Card, Contract, Played, Seat
from events.sessions.core.domain.line_result import LineResult, result_on_board

_NO_RESULT = gettext_noop("Board %(board)s at table %(table)s: the Bridgemate’s result is none.")


@dataclass(frozen=True, slots=True)
class TableRound:
    """Who meets at a table in a round, and the boards from ``low`` to ``high``; 0 for nobody."""

    section: str
    table: int
    round: int
    ns: int
    ew: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Who sits at a seat in the first round."""

    section: str
    table: int
    seat: Seat
    given: str
    family: str


@dataclass(frozen=True, slots=True)
class Evening:
    """What is sent: the session's name and day, its winners by section, rounds and players."""

    guid: str
    name: str
    day: tuple[int, int, int]
    winners: int
    rounds: tuple[TableRound, ...]
    players: tuple[SeatedPlayer, ...]

    @property
    def sections(self) -> list[str]:
        return sorted({each.section for each in self.rounds})


@dataclass(frozen=True, slots=True)
class MachineResult:
    """A result as a Bridgemate has it. ``average`` is ``+-`` and the like: North–South's, then
    East–West's; ``None`` where the board was played, passed out or not played."""

    section: str
    table: int
    round: int
    board: int
    ns: int
    ew: int
    is_deleted: bool = False
    is_passed_out: bool = False
    is_not_played: bool = False
    average: str | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None

    def as_line_result(self) -> LineResult:
        """The result on its board. Raises :class:`Refused` for what is no result."""
        adjustment: Adjustment | None = None
        if self.is_not_played:
            adjustment = NOT_PLAYED
        elif self.average:
            adjustment = read_adjustment(f"A{self.average}")
        if adjustment:
            return LineResult(adjustment=adjustment)
        if self.is_passed_out:
            return result_on_board(PASS, self.board)
        if self.contract is None or self.declarer is None or self.tricks is None:
            raise Refused(sentence(_NO_RESULT, board=self.board, table=self.table))
        played = Played(self.contract, self.declarer, self.tricks)
        return result_on_board(played, self.board, lead=self.lead)
