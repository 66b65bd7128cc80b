"""What the bidding of a line was worth against double dummy: a verdict for each side.

All scores are those of the vulnerability of the board when everybody sees all cards. ``worth``
is what a bid brings its side against opponents who let it stand, double it or bid on; see
:class:`~events.sessions.hands.domain.Bidding`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.sessions.core.domain.adjustment import Notation
from events.sessions.core.domain.contract import (
    Contract,
    Doubling,
    PassedOut,
    Seat,
    Side,
    contract_score,
    vulnerability,
)
from events.sessions.hands.domain import BIDS, Bidding, Makeable, par


class Verdict(StrEnum):
    CORRECT = "correct"
    UNDERBID = "underbid"
    OVERBID = "overbid"
    FAILED_TO_DOUBLE = "failed to double"
    DOUBLED_INCORRECTLY = "doubled incorrectly"


VERDICT_NAMES: Final[Mapping[Verdict, str]] = {
    Verdict.CORRECT: gettext_noop("correct"),
    Verdict.UNDERBID: gettext_noop("underbid"),
    Verdict.OVERBID: gettext_noop("overbid"),
    Verdict.FAILED_TO_DOUBLE: gettext_noop("failed to double"),
    Verdict.DOUBLED_INCORRECTLY: gettext_noop("doubled incorrectly"),
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A side's verdict; where it underbid, the bid that was worth most, doubled where it goes
    down."""

    verdict: Verdict
    bid: Contract | None = None

    @property
    def sentence(self) -> Sentence:
        """The verdict in words: “underbid. 4♠ makes.”"""
        name = Sentence(VERDICT_NAMES[self.verdict])
        if self.bid is None:
            return sentence(_ALONE, verdict=name)
        template = _MAKES if self.bid.doubling is Doubling.UNDOUBLED else _COSTS_LESS
        undoubled = Contract(self.bid.level, self.bid.strain)
        return sentence(template, verdict=name, bid=Notation(undoubled))


_ALONE = gettext_noop("%(verdict)s.")
_MAKES = gettext_noop("%(verdict)s. %(bid)s makes.")
_COSTS_LESS = gettext_noop("%(verdict)s. %(bid)s doubled costs less.")


def judge(
    makeable: Makeable, board: int, contract: Contract | PassedOut, declarer: Seat | None
) -> dict[Side, Judged]:
    """The verdict for each side."""
    vulnerable = vulnerability(board)
    bidding = Bidding(makeable, vulnerable)
    if isinstance(contract, PassedOut) or declarer is None:
        return {side: _best_above(bidding, side, -1, 0) or _CORRECT for side in Side}
    tricks = makeable.of(declarer, contract.strain)
    makes = tricks >= contract.tricks_needed
    is_doubled = contract.doubling is not Doubling.UNDOUBLED
    is_vulnerable = vulnerable.of(declarer.side)
    punished = contract_score(contract, is_vulnerable, tricks)
    if not makes and not is_doubled:
        doubled = Contract(contract.level, contract.strain, Doubling.DOUBLED)
        punished = contract_score(doubled, is_vulnerable, tricks)
    height = BIDS.index((contract.level, contract.strain))
    side, others = declarer.side, declarer.side.opponents
    par_ns = par(makeable, board).score_ns
    own_par = par_ns if side is Side.NS else -par_ns
    own = _best_above(bidding, side, height, punished)
    if own is None:
        own = _CORRECT if makes or punished >= own_par else Judged(Verdict.OVERBID)
    if makes and is_doubled:
        theirs = Judged(Verdict.DOUBLED_INCORRECTLY)
    elif better := _best_above(bidding, others, height, -punished):
        theirs = better
    else:
        theirs = _CORRECT if makes or is_doubled else Judged(Verdict.FAILED_TO_DOUBLE)
    return {side: own, others: theirs}


_CORRECT: Final = Judged(Verdict.CORRECT)


def _best_above(bidding: Bidding, side: Side, height: int, least: int) -> Judged | None:
    """The verdict *underbid* with the bid above a height that is worth most, of equals the lowest;
    ``None`` where none is worth more than ``least``."""
    worth = bidding.worth[side]
    places = range(height + 1, len(BIDS))
    best = max(places, key=lambda place: (worth[place], -place), default=None)
    if best is None or worth[best] <= least:
        return None
    return Judged(Verdict.UNDERBID, bidding.best_result(side, best).contract)
