"""The result of one traveller line as a value, and how it is written and described.

A result is a score to North–South, with its contract where that is known, or an adjusted score.
An adjusted score may cover the table's result, which counts again when the ruling is cancelled.

A reason typed behind a result: ``412! the players insist``.

With a reason, a score is accepted that no contract gives on the board. No result has the mark.
"""

from dataclasses import dataclass, replace

from clubscore.text.problems import Number, Refused, Sentence, gettext_noop, sentence, verbatim
from events.common.domain import at_most_two_decimals
from events.sessions.core.domain.adjustment import (
    Adjustment,
    Artificial,
    Average,
    Award,
    Component,
    Notation,
    NotPlayed,
    Outcome,
    Split,
    Weighted,
)
from events.sessions.core.domain.contract import (
    Card,
    PassedOut,
    Played,
    score_to_ns,
    signed,
    vulnerability,
)
from events.sessions.core.domain.letters import ENGLISH, Letters


@dataclass(frozen=True, slots=True)
class LineResult:
    """What a traveller line holds: a score, a contract with its score, or an adjustment.

    With an adjustment, the score and the contract are the table's, and do not count. ``lead`` is
    the first card played to the contract, where it is known.
    """

    score_ns: int | None = None
    played: Played | PassedOut | None = None
    adjustment: Adjustment | None = None
    lead: Card | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is entered yet."""
        return self.score_ns is None and self.adjustment is None

    @property
    def declared(self) -> Played | None:
        """The contract, where one was played and is known."""
        return self.played if isinstance(self.played, Played) else None

    @property
    def at_the_table(self) -> "LineResult":
        """The same without a ruling."""
        return replace(self, adjustment=None)

    @property
    def counting(self) -> "LineResult":
        """What counts: the table's score, the one assigned instead, or the adjustment alone."""
        adjustment = self.adjustment
        if adjustment is None:
            return self
        if isinstance(adjustment, Weighted) and adjustment.assigned:
            return result_of(adjustment.assigned)
        return LineResult(adjustment=adjustment)


def result_of(component: Component) -> LineResult:
    """A score of an adjustment as a result of its own."""
    return LineResult(component.score_ns, component.played)


EMPTY = LineResult()


def result_on_board(
    played: Played | PassedOut, board: int, *, lead: Card | None = None
) -> LineResult:
    """What a contract with its tricks gives on a board of this number."""
    if isinstance(played, PassedOut):
        return LineResult(0, played)
    score = score_to_ns(played.contract, played.declarer, played.tricks, board)
    return LineResult(score, played, lead=lead)


def write_result(result: LineResult, letters: Letters = ENGLISH) -> str:
    """The canonical text; the field of a line reads it with these letters as the same value."""
    if result.adjustment is not None:
        return str(result.adjustment)
    match result.played:
        case Played():
            lead = f" {letters.write_card(result.lead)}" if result.lead else ""
            return f"{letters.write(result.played)}{lead}"
        case PassedOut():
            return "P"
    return "" if result.score_ns is None else str(result.score_ns)


SEAT_NAMES = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
}


def describe(result: LineResult) -> Sentence:
    """The result as every page writes it, ``4♠N= +420``; a ruling in words."""
    if result.adjustment is not None:
        return _describe_adjustment(result.adjustment)
    if result.score_ns is None:
        return sentence("no result")
    match result.played:
        case Played():
            values = (("played", Notation(result.played)), ("score", signed(result.score_ns)))
            shown = Sentence("%(played)s %(score)s", values)
            if result.lead is None:
                return shown
            return sentence("%(result)s, lead %(lead)s", result=shown, lead=Notation(result.lead))
        case PassedOut():
            return sentence("passed out, 0")
    return sentence("%(score)s to North–South", score=signed(result.score_ns))


_AVERAGES = {
    Average.PLUS: gettext_noop("average plus"),
    Average.EQUAL: gettext_noop("average"),
    Average.MINUS: gettext_noop("average minus"),
}


def _describe_adjustment(adjustment: Adjustment) -> Sentence:
    match adjustment:
        case Artificial(ns, ew):
            return sentence(
                "adjusted: %(ns)s to North–South, %(ew)s to East–West", ns=_award(ns), ew=_award(ew)
            )
        case Weighted() if adjustment.assigned:
            return sentence("assigned: %(result)s", result=describe(result_of(adjustment.assigned)))
        case Weighted():
            return sentence("adjusted: %(scores)s", scores=Notation(adjustment))
        case Split(ns, ew):
            return sentence(
                "adjusted: %(ns)s for North–South, %(ew)s for East–West",
                ns=_outcome(ns),
                ew=_outcome(ew),
            )
    return sentence("not played")


def _outcome(outcome: Outcome) -> Sentence:
    match outcome:
        case Weighted():
            return verbatim(Notation(outcome))
        case NotPlayed():
            return sentence("not played")
    return _award(outcome)


def _award(award: Award) -> Sentence:
    if isinstance(award, Average):
        return Sentence(_AVERAGES[award])
    return Sentence("%(number)s %%", (("number", Number(at_most_two_decimals(award))),))


_VULNERABLE = gettext_noop("vulnerable")

_NOT_VULNERABLE = gettext_noop("not vulnerable")


def contradiction(score: int, result: LineResult, board: int) -> Sentence | None:
    """What is wrong when a line gives this score and this contract; ``None`` if they agree."""
    if score == result.score_ns or result.score_ns is None:
        return None
    played = result.declared
    if played is None:
        return sentence(
            "The score is %(score)s, but a board passed out gives 0.", score=signed(score)
        )
    vulnerable = vulnerability(board).of(played.declarer.side)
    return sentence(
        "The contract would give %(right)s: %(understood)s, %(declarer)s %(vulnerable)s on board"
        " %(board)s. The score says %(score)s.",
        right=signed(result.score_ns),
        score=signed(score),
        understood=Notation(played),
        declarer=Sentence(SEAT_NAMES[played.declarer]),
        vulnerable=Sentence(_VULNERABLE if vulnerable else _NOT_VULNERABLE),
        board=board,
    )


MARK = "!"

MAX_LENGTH = 200


def split_reason(text: str) -> tuple[str, str]:
    """What was typed without its reason, and the reason; empty without a mark.

    Raises :class:`Refused` for a mark without a reason behind it.
    """
    typed, mark, rest = text.partition(MARK)
    # Pasted text may hold line breaks and control characters; PostgreSQL refuses NUL.
    printable = "".join(letter if letter.isprintable() else " " for letter in rest)
    # Who has a mark already begins the reason with another one.
    reason = " ".join(printable.split()).lstrip(f"{MARK} ")[:MAX_LENGTH]
    if mark and not reason:
        raise Refused.because(
            "After “%(text)s!” the reason is missing: %(text)s! the reason.", text=typed.strip()
        )
    return typed, reason
