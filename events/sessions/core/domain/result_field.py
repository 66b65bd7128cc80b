"""The one field in which a director types a result, and the value it gives.

=======================  =================================================================
``620`` ``+620`` ``-50`` score to North–South in full
``62+`` ``5-``           score in tens, the sign last: +620, −50
``4sn=`` ``3nxw-2``      level, strain, doubling, declarer, result; ``x`` before or after
                         the seat
``4sw10`` ``4sw9``       the same with the tricks won; ``4sn3`` is asked about
``p``                    passed out
``np``                   not played
``a6040`` ``a+-`` ``a=`` adjusted scores, as :mod:`.adjustment` writes them
``60:4sn=/40:-50``       weighted ones, each a score or a contract
``.``                    the commonest result of the board so far
``62+ 4sn=``             both: they must agree
``4sn= sk``              the card led, behind a contract
=======================  =================================================================

Case and blanks never matter. :mod:`.letters` says which letters a language types.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.sessions.core.domain.adjustment import (
    Adjustment,
    Notation,
    components_of,
    read_adjustment,
)
from events.sessions.core.domain.contract import (
    PASS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Strain,
    why_impossible,
)
from events.sessions.core.domain.letters import ENGLISH, Letters, capitals
from events.sessions.core.domain.line_result import (
    SEAT_NAMES,
    LineResult,
    contradiction,
    result_on_board,
)

MAX_OVERTRICKS_ASKED = 4
"""Up to so many, a digit alone may well be overtricks whose sign was forgotten."""
MAX_TYPED_LENGTH = 250
"""The most characters that the field of a line takes; five scores for either side have some 200."""


class NeedsSign(Refused):
    """A digit without a sign that may be tricks, overtricks or undertricks; ``choices`` are the
    texts that say which.
    """

    def __init__(self, text: str, number: int, choices: tuple[str, ...]) -> None:
        template = _THREE_MEANINGS if len(choices) > 2 else _TWO_MEANINGS
        names = ("tricks", "under", "over")
        written = dict(zip(names, choices, strict=False))
        super().__init__(sentence(template, text=text, number=number, **written))
        self.choices = choices


_TWO_MEANINGS = gettext_noop(
    "“%(text)s”: %(number)s tricks, or %(number)s down? Type %(tricks)s or %(under)s."
)
_THREE_MEANINGS = gettext_noop(
    "“%(text)s”: %(number)s tricks, %(number)s down, or %(number)s overtricks? Type %(tricks)s, "
    "%(under)s or %(over)s."
)


def read_result(
    text: str,
    *,
    board: int,
    commonest: LineResult | None = None,
    any_score: bool = False,
    letters: Letters = ENGLISH,
) -> LineResult:
    """The result that was typed for a line of this board.

    ``commonest`` is what ``.`` stands for. ``any_score`` lets impossible scores pass. Raises
    :class:`Refused` with what was understood and what is wrong with it.
    """
    if len(text) > MAX_TYPED_LENGTH:
        raise Refused.because("A result has at most %(most)s characters.", most=MAX_TYPED_LENGTH)
    # Typographic minus signs come with text that is pasted.
    typed = capitals("".join(text.split())).replace("−", "-")
    if typed == ".":
        if commonest is None:
            raise Refused.because("There is no result on this board yet.")
        # The lead is the one at another table.
        return replace(commonest, lead=None)
    # No contract or seat begins with A, and no plain result has a colon.
    if typed == "NP" or typed.startswith("A") or ":" in typed or "|" in typed:
        return _read_adjusted("".join(text.split()), board, any_score, letters)
    found = letters.grammar.fullmatch(typed)
    if not typed or found is None:
        # Rather a contract than a score: perhaps in the letters of another language.
        is_contract = re.match(r"[^A-Z]*[1-7][^\W\d]", typed)
        here = [_letters_here(letters)] if is_contract else []
        raise Refused(_not_understood(text, letters), *here)
    score = None if found["score"] is None else _read_score(found["score"], board, any_score)
    if found["passed"]:
        return _agreed(score, LineResult(0, PASS), board)
    if found["level"] is None:
        return LineResult(score)
    result = _read_contract(found, letters, board)
    # A score beside the contract says which was meant.
    if score is None:
        _ask_for_sign(typed, found, result)
    return _agreed(score, result, board)


_WRITTEN_SCORE = re.compile(r"(?:[-+−]?\d+(?:\(.*\))?)?", re.ASCII)


def _not_understood(text: str, letters: Letters) -> Sentence:
    spades, no_trump = letters.strains[Strain.SPADES], letters.strains[Strain.NO_TRUMP]
    north, west = letters.seats[Seat.N], letters.seats[Seat.W]
    return sentence(
        "“%(text)s” is not a result. A result is a score such as 620, -50 or 62+, a contract"
        " such as %(made)s, %(down)s or %(tricks)s, p (passed out), np (not played) or a6040.",
        text=text.strip(),
        made=f"4{spades}{north}=".lower(),
        down=f"3{no_trump}x{west}-2".lower(),
        tricks=f"4{spades}{west}10".lower(),
    )


def _letters_here(letters: Letters) -> Sentence:
    return sentence(
        "The letters are %(strains)s for ♣ ♦ ♥ ♠ and no trump, %(seats)s for the seats: the"
        " session’s settings, “Letters”, choose others.",
        strains=" ".join(letters.strains.values()),
        seats=" ".join(letters.seats.values()),
    )


def _read_adjusted(text: str, board: int, any_score: bool, letters: Letters) -> LineResult:
    def written(score: re.Match[str]) -> str:
        if _WRITTEN_SCORE.fullmatch(score[1]):
            return score[0]
        result = read_result(score[1], board=board, any_score=any_score, letters=letters)
        return score[0] if result.score_ns is None else f":{_component_text(result)}"

    # Scores of a weighted result may be typed as contracts: they are written out as scores first.
    adjustment = read_adjustment(re.sub(r":([^:/|]*)", written, text))
    wrong = list(adjustment_faults(adjustment, board=board, any_score=any_score))
    if wrong:
        raise Refused(*wrong)
    return LineResult(adjustment=adjustment)


def _component_text(result: LineResult) -> str:
    """A plain result as the text of a weighted score, without its weight: ``420(4SN=)``."""
    return f"{result.score_ns}" if result.played is None else f"{result.score_ns}({result.played})"


def adjustment_faults(
    adjustment: Adjustment, *, board: int | None, any_score: bool = False
) -> Iterator[Sentence]:
    """Scores that are impossible on the board, or are not what their contracts give."""
    for component in components_of(adjustment):
        score = component.score_ns
        if wrong := why_impossible(score, board, any_score):
            yield wrong
        elif component.played is not None and board is not None:
            result = result_on_board(component.played, board)
            if wrong := contradiction(score, result, board):
                yield wrong


def score_as_it_stands(text: str, *, board: int) -> int | None:
    """The other meaning of a score in tens, where that is possible too: −50 of ``50-``, which is
    −500. ``None`` for any other text."""
    typed = re.fullmatch(r"(\d{1,6})([+-])", "".join(text.split()).replace("−", "-"), re.ASCII)
    if typed is None:
        return None
    score = integer_of(typed[2] + typed[1])
    return None if score == 0 or why_impossible(score, board) else score


def _read_score(digits: str, board: int, any_score: bool) -> int:
    in_tens = digits[-1] in "+-"
    score = int(digits[-1] + digits[:-1]) * 10 if in_tens else integer_of(digits)
    if wrong := why_impossible(score, board, any_score):
        # The usual slip: 62 for +620.
        if digits.isdigit() and not all(
            why_impossible(sign * 10 * score, board) for sign in (1, -1)
        ):
            raise Refused(
                wrong,
                sentence("A score in tens has its sign last: %(text)s+ or %(text)s-.", text=digits),
            )
        raise Refused(wrong)
    return score


def _read_contract(found: re.Match[str], letters: Letters, board: int) -> LineResult:
    level = integer_of(found["level"])
    strain = letters.strain_of[found["strain"]]
    if not 1 <= level <= 7:
        raise Refused.because(
            "Understood the strain %(strain)s, but a level is 1 to 7, not %(level)s.",
            strain=strain.symbol,
            level=level,
        )
    if found["before"] and found["after"]:
        raise Refused.because("Put the x before the seat or after it, not both.")
    # People write 4SxN and 4SNx.
    contract = Contract(level, strain, Doubling((found["before"] or found["after"]).lower()))
    if found["seat"] is None:
        seats = " ".join(letters.seats.values())
        raise Refused.because(
            "Understood %(contract)s; who played it (%(seats)s) is missing.",
            contract=Notation(contract),
            seats=seats,
        )
    seat = letters.seat_of[found["seat"]]
    if found["result"] is None:
        name = Sentence(SEAT_NAMES[seat])
        raise Refused.because(
            "Understood %(contract)s by %(declarer)s; the result (=, +1, -2 or the tricks won)"
            " is missing.",
            contract=Notation(contract),
            declarer=name,
        )
    tricks = _tricks(found["result"], contract, seat)
    lead = None
    if found["suit"]:
        lead = Card(letters.strain_of[found["suit"]], letters.rank_of[found["rank"]])
    return result_on_board(Played(contract, seat, tricks), board, lead=lead)


def _ask_for_sign(typed: str, found: re.Match[str], result: LineResult) -> None:
    """Raise :class:`NeedsSign` where one digit of tricks won would be less likely than the same
    number of tricks over or under the contract.
    """
    digit, played = found["result"], result.played
    if not isinstance(played, Played) or len(digit) != 1 or not digit.isdigit():
        return
    number, needed = integer_of(digit), played.contract.tricks_needed
    may_be_over = number <= MAX_OVERTRICKS_ASKED and needed + number <= 13
    if number >= needed or not (may_be_over or needed - number > number):
        return
    start, end = found.span("result")
    signs = ("0", "-", "+") if may_be_over else ("0", "-")
    choices = tuple(f"{typed[:start]}{sign}{number}{typed[end:]}".lower() for sign in signs)
    raise NeedsSign(typed.lower(), number, choices)


def _tricks(result: str, contract: Contract, seat: Seat) -> int:
    if result == "=":
        return contract.tricks_needed
    tricks = integer_of(result)
    # With a sign over or under the contract, without one the tricks won: 4S+1, 4S11.
    if result[0] in "+-":
        tricks += contract.tricks_needed
    if not 0 <= tricks <= 13:
        raise Refused.because(
            "Understood %(contract)s by %(declarer)s; %(result)s would make %(tricks)s tricks,"
            " and there are 13.",
            contract=Notation(contract),
            declarer=Sentence(SEAT_NAMES[seat]),
            result=result,
            tricks=tricks,
        )
    return tricks


def _agreed(score: int | None, result: LineResult, board: int) -> LineResult:
    if score is not None and (wrong := contradiction(score, result, board)):
        raise Refused(wrong)
    return result
