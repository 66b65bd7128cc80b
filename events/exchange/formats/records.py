"""How a line was bid and played, from the words of a file: auction, cards and claim, each as far
as it can be.

What the file says of the line itself wins: an auction that cannot be, or that gives another
contract, is left out; of the cards, those from the first that cannot be. The line stays as it is.
Every format gives its words as a :class:`Record`, and gets its line back with what is right.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from clubscore.text.problems import Problem, Sentence, gettext_noop, sentence, verbatim
from events.exchange.domain.results_file import FileLine
from events.exchange.formats.findings import Findings
from events.exchange.formats.words import PASS, contract_value, lead_of
from events.sessions.cardplay.domain.auction import (
    MAX_CALLS,
    MAX_EXPLANATION,
    Auction,
    impossible_call,
    made_auction,
)
from events.sessions.cardplay.domain.tricks import (
    CARDS,
    Play,
    Tricks,
    claim_fits,
    first_fault,
    follow,
    seat_name,
)
from events.sessions.core.domain.adjustment import Notation
from events.sessions.core.domain.contract import (
    PASS as PASSED_OUT,
    Card,
    Contract,
    PassedOut,
    Seat,
    Strain,
    read_card,
)
from events.sessions.hands.domain import Deal

_CALL = re.compile(
    r"(ALL ?PASS|AP|PASS|REDOUBLE|DOUBLE|RDBL|DBL|[1-7](?:NT|[CDHSN])|XX|DD|[PDRX])(!*)", re.ASCII
)
_CALLS: Final = {
    "PASS": "P", "D": "X", "DBL": "X", "DOUBLE": "X", "R": "XX", "RDBL": "XX", "DD": "XX",
    "REDOUBLE": "XX",
}  # fmt: skip
_ALL_PASS: Final = ("AP", "ALLPASS", "ALL PASS")

_NO_CALL = gettext_noop("Board %(board)s: “%(text)s” is not a call; the auction is left out.")
_NO_CARD = gettext_noop("Board %(board)s: “%(text)s” is not a card; the play ends before it.")
_CANNOT_CALL = gettext_noop(
    "Board %(board)s, call %(place)s: “%(call)s” cannot be made there; the auction is left out."
)
_OTHER_DEALER = gettext_noop(
    "Board %(board)s: the auction begins with %(seat)s, but %(dealer)s deals; it is left out."
)
_OTHER_CONTRACT = gettext_noop(
    "Board %(board)s: the auction gives %(auction)s, but the file says %(contract)s; it is left"
    " out."
)
_LONG = gettext_noop("Board %(board)s: an auction of more than %(most)s calls is left out.")
_BAD_CARD = gettext_noop("Board %(board)s, card %(card)s: %(reason)s")
_CARDS_OF_PASS = gettext_noop("Board %(board)s was passed out; its cards are left out.")
_BAD_CLAIM = gettext_noop(
    "Board %(board)s: a claim of %(claim)s tricks does not go with the cards; it is left out."
)
_OTHER_TRICKS = gettext_noop(
    "Board %(board)s: the cards give the declarer %(cards)s tricks, but the file says %(told)s."
    " That is kept."
)
_BY = gettext_noop("%(contract)s by %(seat)s")
_PASSED = gettext_noop("passed out")


@dataclass(slots=True)
class Record:
    """The words of a board as it was bid and played, read."""

    board: int
    line: int
    dealer: Seat
    """Who deals, as the file says of the board."""
    opener: Seat
    """Who makes the first call of the auction."""
    deal: Deal | None = None
    calls: list[str] | None = None
    """``None`` where there is no auction, or a word in it is no call."""
    explanations: dict[int, str] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Of each card its line in the file."""
    is_cut: bool = False
    """Whether a word was no card."""
    claim: int | None = None
    problems: list[Problem] = field(default_factory=list)

    def lost(self, template: str, line: int | None, element: str, **values: object) -> None:
        """Something that is left out."""
        message = sentence(template, board=self.board, **values)
        self.problems.append(Problem(message, line or self.line, element))

    def call(self, text: str, line: int) -> None:
        """Add a word of the auction: one call or several, ``!`` behind an alert. Of more calls than
        an auction may have only the first are kept, one too many."""
        if self.calls is None or len(self.calls) > MAX_CALLS:
            return
        for call, alert in calls_of(text, self.calls):
            if call is None:
                self.lost(_NO_CALL, line, "auction", text=text)
                self.calls = None
                return
            self.calls.append(call)
            if alert:
                self.explanations.setdefault(len(self.calls) - 1, "")
            if len(self.calls) > MAX_CALLS:
                return

    def explain(self, text: str) -> None:
        """Add what is said about the call before, as long as an explanation may be."""
        if self.calls:
            place = len(self.calls) - 1
            said = self.explanations.get(place, "")
            if len(said) < MAX_EXPLANATION:
                self.explanations[place] = " ".join(f"{said} {text}".split())

    def card(self, card: Card, line: int) -> None:
        self.cards.append(card)
        self.lines.append(line)

    def place_at(self, line: int) -> None:
        """Say of everything that it stands in this line of the file."""
        self.line = line
        self.lines = [line] * len(self.lines)
        self.problems = [replace(problem, line=line) for problem in self.problems]

    def empty(self) -> None:
        """Leave out all that was read."""
        self.calls, self.cards, self.is_cut = None, [], False

    def no_card(self, text: str, line: int) -> None:
        """A word that is no card: the play ends before it."""
        self.lost(_NO_CARD, line, "play", text=text)
        self.is_cut = True


def calls_of(text: str, before: Sequence[str] = ()) -> Iterator[tuple[str | None, bool]]:
    """The calls of a word, each with whether it was alerted; ``None`` for what is none."""
    letters = text.strip().upper()
    place, made = 0, list(before)
    while place < len(letters):
        found = _CALL.match(letters, place)
        if found is None:
            yield None, False
            return
        place = found.end()
        if found[1] in _ALL_PASS:
            while not Auction(tuple(made)).is_over:
                made.append("P")
                yield "P", False
            continue
        call = _CALLS.get(found[1], found[1])
        call = f"{call}T" if call[0].isdigit() and call[1:] == "N" else call
        made.append(call)
        yield call, bool(found[2])


@lru_cache(maxsize=512)
def card_of(text: str) -> Card | None:
    """The card of a word: ``SK``, ``h10``, ``TD``."""
    letters = lead_of(text)
    return read_card(letters.replace("10", "T")) if letters else None


def with_record(line: FileLine, record: Record, found: Findings, *, room: str = "") -> FileLine:
    """The line with the auction, the cards and the claim of a record, as far as they can be; what
    is left out is named."""
    contract, declarer = contract_of_line(line)
    auction = _auction(record, contract, declarer)
    play, tricks = _play(record, contract, declarer)
    if play and tricks and len(play.cards) == CARDS and tricks.revoke is None:
        _compare(record, line, tricks)
    record.problems.sort(key=lambda problem: problem.line or 0)
    found.losses += record.problems
    first = play.cards[0] if play and play.cards and contract is not None else None
    return replace(
        line,
        auction=auction,
        play=play,
        room=room,
        lead=line.lead or (lead_of(str(first)) if first else None),
        problems=tuple(record.problems),
    )


def contract_of_line(line: FileLine) -> tuple[Contract | PassedOut | None, Seat | None]:
    """The contract of a line and its declarer, as far as it says them."""
    if line.contract is None:
        return None, None
    if line.contract == PASS:
        return PASSED_OUT, None
    return contract_value(line.contract), Seat(line.declarer) if line.declarer else None


def _auction(
    record: Record, contract: Contract | PassedOut | None, declarer: Seat | None
) -> Auction | None:
    if not record.calls:
        return None
    wrong = impossible_call(record.calls)
    if wrong is not None:
        call = record.calls[wrong]
        record.lost(_CANNOT_CALL, None, "auction", place=wrong + 1, call=call)
        return None
    if len(record.calls) > MAX_CALLS:
        record.lost(_LONG, None, "auction", most=MAX_CALLS)
        return None
    if record.opener is not record.dealer:
        seats = {"seat": seat_name(record.opener), "dealer": seat_name(record.dealer)}
        record.lost(_OTHER_DEALER, None, "auction", **seats)
        return None
    auction = made_auction(record.calls, record.explanations)
    result = auction.result(record.dealer)
    if result and contract is not None:
        own, seat = result
        if own != contract or (declarer is not None and seat is not declarer):
            told = in_words(contract, declarer)
            record.lost(
                _OTHER_CONTRACT, None, "auction", auction=in_words(own, seat), contract=told
            )
            return None
    return auction


def in_words(contract: Contract | PassedOut, declarer: Seat | None) -> Sentence:
    """A contract with its declarer: “4♠ by North”."""
    if isinstance(contract, PassedOut):
        return Sentence(_PASSED)
    if declarer is None:
        return verbatim(Notation(contract))
    return sentence(_BY, contract=Notation(contract), seat=seat_name(declarer))


def _play(
    record: Record, contract: Contract | PassedOut | None, declarer: Seat | None
) -> tuple[Play | None, Tricks | None]:
    if not record.cards and not record.is_cut:
        return None, None
    if isinstance(contract, PassedOut):
        record.lost(_CARDS_OF_PASS, None, "play")
        return None, None
    strain: Strain | None = contract.strain if contract else None
    cards, is_cut = record.cards, record.is_cut
    fault = first_fault(cards, record.deal, declarer, strain)
    if fault:
        place = fault.place
        record.lost(_BAD_CARD, record.lines[place], "play", card=place + 1, reason=fault.reason)
        cards = cards[:place]
        is_cut = is_cut or place < CARDS
    is_cut = is_cut and len(cards) < CARDS
    claim = record.claim if 0 < len(cards) < CARDS else None
    tricks = follow(cards, declarer, strain, record.deal) if declarer and strain else None
    if claim is not None and tricks and not claim_fits(claim, tricks):
        record.lost(_BAD_CLAIM, None, "claim", claim=claim)
        claim = None
    if not cards and not is_cut:
        return None, None
    return Play(tuple(cards), claim, is_cut), tricks


def _compare(record: Record, line: FileLine, tricks: Tricks) -> None:
    """Note where the cards give other tricks than the line."""
    if line.tricks is not None and line.tricks != tricks.won:
        record.lost(_OTHER_TRICKS, None, "play", cards=tricks.won, told=line.tricks)
