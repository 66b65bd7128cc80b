"""A result from a file's words: contract, declarer, tricks, lead and score, checked together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from clubscore.problems import gettext_noop
from events.exchange.domain.results_file import FileLine
from events.exchange.formats.problems import (
    CONTRADICTION,
    NO_CONTRACT,
    NO_CONTRACT_NO_SCORE,
    Findings,
)
from events.exchange.formats.words import (
    NOTHING,
    PASS,
    contract_of,
    lead_of,
    score_of,
    seat_of,
    signed_number,
    tricks_of,
)

Value = TypeVar("Value")
_NO_SCORE = gettext_noop("“%(text)s” is not a score.")
_NO_SEAT = gettext_noop("“%(text)s” is not a seat: N, E, S or W.")
_NO_TRICKS = gettext_noop("“%(text)s” is not a number of tricks from 0 to 13.")
_NO_LEAD = gettext_noop("“%(text)s” is not a card; the lead is left out.")


@dataclass(frozen=True, slots=True)
class Words:
    """A result as the file writes it; empty where it says nothing."""

    board: int
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    lead: str = ""
    score: str = ""
    vulnerable: str = ""
    line: int | None = None


def read_words(words: Words, found: Findings) -> FileLine:
    """The result; what is wrong goes to ``found``. The score of the file wins over what the
    contract gives, and a contract that cannot be read is left out where there is a score."""
    score = _optional(words.score, signed_number, _NO_SCORE, "score", words, found)
    contract = _contract(words, score, found)
    if contract is None or contract == PASS:
        given = 0 if contract == PASS and score is None else score
        return FileLine(contract=contract, score_ns=given, line=words.line)
    declarer = _optional(words.declarer, seat_of, _NO_SEAT, "declarer", words, found)
    tricks = _optional(words.tricks, tricks_of, _NO_TRICKS, "tricks", words, found)
    right = score_of(contract, declarer, tricks, words.board, words.vulnerable)
    if score is not None and right is not None and score != right:
        found.note(
            CONTRADICTION,
            words.line,
            "score",
            board=words.board,
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            right=right,
            score=score,
        )
    return FileLine(
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        lead=_lead(words, found),
        score_ns=right if score is None else score,
        line=words.line,
    )


def _contract(words: Words, score: int | None, found: Findings) -> str | None:
    text = words.contract.strip()
    if text in NOTHING:
        return None
    contract = contract_of(text)
    if contract is None and score is not None:
        found.note(NO_CONTRACT, words.line, "contract", text=text)
    elif contract is None:
        found.wrong(NO_CONTRACT_NO_SCORE, words.line, "contract", text, text=text)
    return contract


def _lead(words: Words, found: Findings) -> str | None:
    text = words.lead.strip()
    if text in NOTHING:
        return None
    lead = lead_of(text)
    if lead is None:
        found.note(_NO_LEAD, words.line, "lead", text=text)
    return lead


def _optional(
    text: str,
    read: Callable[[str], Value | None],
    template: str,
    element: str,
    words: Words,
    found: Findings,
) -> Value | None:
    """A value that may be missing, but not be wrong."""
    if text.strip() in NOTHING:
        return None
    value = read(text)
    if value is None:
        found.wrong(template, words.line, element, text, text=text)
    return value
