"""The result of one traveller line as a value, and how it is said.

A result is a score to North–South, with its contract where that is known, or an adjusted score.
Under an adjusted score may stand what the table got; it counts again when the ruling is taken back.
"""

from dataclasses import dataclass, replace

from clubscore.problems import Number, Sentence, gettext_noop, sentence
from events.common.domain.rounding import at_most_two_decimals
from events.sessions.domain.adjustment_notation import Notation
from events.sessions.domain.adjustments import (
    Adjustment,
    Artificial,
    Average,
    Award,
    Component,
    Split,
    Weighted,
    read_adjustment,
)
from events.sessions.domain.board import vulnerability
from events.sessions.domain.card import read_card
from events.sessions.domain.contract import PASS, Contract, PassedOut, Seat, read_contract
from events.sessions.domain.played_contract import Played
from events.sessions.domain.scoring.contract_score import signed
from events.sessions.domain.typing.letters import ENGLISH, Letters


@dataclass(frozen=True, slots=True)
class LineResult:
    """What a traveller line says: a score, a contract with its score, or an adjustment.

    With an adjustment, the score and the contract are the table's, and do not count. ``lead`` is
    the first card played to the contract, where it is known.
    """

    score_ns: int | None = None
    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    adjustment: str = ""
    lead: str = ""

    @property
    def at_the_table(self) -> "LineResult":
        """The same without a ruling."""
        return replace(self, adjustment="")

    @property
    def counting(self) -> "LineResult":
        """What counts: the table's score, the one assigned instead, or the adjustment alone."""
        if not self.adjustment:
            return self
        adjustment = read_adjustment(self.adjustment)
        if isinstance(adjustment, Weighted) and adjustment.assigned:
            return result_of(adjustment.assigned)
        return LineResult(adjustment=self.adjustment)


def result_of(component: Component) -> LineResult:
    """A score of an adjustment as a result of its own."""
    played = component.played
    if isinstance(played, Played):
        return LineResult(
            component.score_ns, str(played.contract), str(played.declarer), played.tricks
        )
    return LineResult(component.score_ns, "" if played is None else str(played))


def played_of(result: LineResult) -> Played | PassedOut | None:
    """The contract with its result; ``None`` where only the score is known."""
    if not result.contract:
        return None
    contract = read_contract(result.contract)
    if isinstance(contract, Contract) and result.tricks is not None:
        return Played(contract, Seat(result.declarer), result.tricks)
    return PASS


def write_entry(result: LineResult, letters: Letters = ENGLISH) -> str:
    """The canonical text, which the entry field reads with these letters as the same value."""
    if result.adjustment:
        return result.adjustment
    if result.contract == str(PASS):
        return "P"
    if isinstance(played := played_of(result), Played):
        lead = f" {letters.write_card(read_card(result.lead))}" if result.lead else ""
        return f"{letters.write(played)}{lead}"
    return "" if result.score_ns is None else str(result.score_ns)


SEAT_NAMES = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
}


def describe(result: LineResult) -> Sentence:
    """What was understood, for people: ``4♠ by North, 10 tricks, +420``."""
    if result.adjustment:
        return _describe_adjustment(read_adjustment(result.adjustment))
    if result.score_ns is None:
        return sentence(gettext_noop("no result"))
    if result.contract == str(PASS):
        return sentence(gettext_noop("passed out, 0"))
    score = signed(result.score_ns)
    if not result.contract:
        return sentence(gettext_noop("%(score)s to North–South"), score=score)
    contract = read_contract(result.contract)
    plain = gettext_noop("%(contract)s by %(declarer)s, %(tricks)s tricks, %(score)s")
    led = gettext_noop("%(contract)s by %(declarer)s, lead %(lead)s, %(tricks)s tricks, %(score)s")
    return sentence(
        led if result.lead else plain,
        contract=contract if isinstance(contract, PassedOut) else Notation(contract),
        declarer=Sentence(SEAT_NAMES[result.declarer]),
        tricks=result.tricks,
        score=score,
        **({"lead": Notation(read_card(result.lead))} if result.lead else {}),
    )


_AVERAGES = {
    Average.PLUS: gettext_noop("average plus"),
    Average.EQUAL: gettext_noop("average"),
    Average.MINUS: gettext_noop("average minus"),
}


def _describe_adjustment(adjustment: Adjustment) -> Sentence:
    match adjustment:
        case Artificial(ns, ew):
            both = gettext_noop("adjusted: %(ns)s to North–South, %(ew)s to East–West")
            return sentence(both, ns=_award(ns), ew=_award(ew))
        case Weighted() if adjustment.assigned:
            assigned = gettext_noop("assigned: %(result)s")
            return sentence(assigned, result=describe(result_of(adjustment.assigned)))
        case Weighted():
            scores = gettext_noop("adjusted: %(scores)s")
            return sentence(scores, scores=Notation(adjustment))
        case Split(ns, ew):
            both = gettext_noop("adjusted: %(ns)s for North–South, %(ew)s for East–West")
            return sentence(both, ns=Notation(ns), ew=Notation(ew))
    return sentence(gettext_noop("not played"))


def _award(award: Award) -> Sentence:
    if isinstance(award, Average):
        return Sentence(_AVERAGES[award])
    return sentence("%(number)s %%", number=Number(at_most_two_decimals(award)))


_VULNERABLE = gettext_noop("vulnerable")
_NOT_VULNERABLE = gettext_noop("not vulnerable")


def contradiction(score: int, result: LineResult, board: int) -> Sentence | None:
    """What is wrong when a line gives this score and this contract; ``None`` if they agree."""
    if score == result.score_ns or result.score_ns is None:
        return None
    if not result.declarer:
        wrong = gettext_noop("The score is %(score)s, but a board passed out gives 0.")
        return sentence(wrong, score=signed(score))
    side = Seat(result.declarer).side
    vulnerable = vulnerability(board).of(side)
    wrong = gettext_noop(
        "The contract would give %(right)s: %(understood)s, %(declarer)s %(vulnerable)s on board"
        " %(board)s. The score says %(score)s."
    )
    return sentence(
        wrong,
        right=signed(result.score_ns),
        score=signed(score),
        understood=describe(result),
        declarer=Sentence(SEAT_NAMES[result.declarer]),
        vulnerable=Sentence(_VULNERABLE if vulnerable else _NOT_VULNERABLE),
        board=board,
    )
