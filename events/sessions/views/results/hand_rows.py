"""The hands of a board as a diagram, and a line's tricks against double dummy: ready strings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from clubscore.sentences import language
from events.common.views import figures
from events.sessions.domain.board import dealer, vulnerability
from events.sessions.domain.contract import Seat, Strain
from events.sessions.domain.hands.dealing import number_of_deal
from events.sessions.domain.hands.makeable import DECLARERS, STRAINS, Makeable, Par, par
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.typing.letters import letters_of
from events.sessions.selectors.hands import DealtBoard
from events.sessions.selectors.lines import LineRecord
from events.sessions.views.results import result_cells
from events.sessions.views.results.board_words import board_facts, seat_name

SUITS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
NO_CARDS: Final = "—"
MADE: Final = 7
"""The fewest tricks of a contract that is made."""
Hands = Mapping[int, DealtBoard]
"""The hands that the reader may see, by board."""
_AREAS: Final = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand: its seat as a word and its place in the diagram, its points and its four suits."""

    seat: str
    area: str
    points: int
    suits: list[tuple[SafeString, str]]
    """The suit's symbol and its ranks."""
    is_dealer: bool
    is_vulnerable: bool


@dataclass(frozen=True, slots=True)
class TricksRow:
    """A declarer's letter, and the tricks in each strain, with whether a contract is made."""

    seat: str
    cells: list[tuple[int, bool]]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board's deal. Without ``tricks`` nobody has worked them out."""

    number: int
    dealer: str
    vulnerability: str
    hands: list[HandRow]
    strains: list[SafeString | str]
    tricks: list[TricksRow]
    par_score: str
    """Signed to North–South."""
    par_contracts: list[SafeString | str]
    deal_number: str
    """The deal's place among all deals: 29 digits."""


def diagram(dealt: DealtBoard) -> Diagram:
    """The diagram of a board in the page's language."""
    letters = letters_of(language())
    best = par(dealt.makeable, dealt.board) if dealt.makeable else None
    return Diagram(
        number=dealt.board,
        **board_facts(dealt.board),
        hands=[_hand(dealt, seat) for seat in Seat],
        strains=[_strain(strain) for strain in STRAINS],
        tricks=_tricks(dealt.makeable, letters.seats) if dealt.makeable else [],
        par_score=figures.signed(best.score_ns) if best else "",
        par_contracts=_par_contracts(best) if best else [],
        deal_number=f"{number_of_deal(dealt.deal):029d}",
    )


def diagram_of(hands: Hands, board: int) -> Diagram | None:
    """The diagram of a board whose hands the reader may see."""
    dealt = hands.get(board)
    return diagram(dealt) if dealt else None


def double_dummy(hands: Hands, line: LineRecord) -> str:
    """A line's tricks against double dummy: ``+1``, ``−2``, ``=``; empty where nobody knows, as on
    a board that was fouled."""
    dealt, played = hands.get(line.board), line.result.counting.declared
    if dealt is None or dealt.makeable is None or played is None or line.deal:
        return ""
    difference = played.tricks - dealt.makeable.of(played.declarer, played.contract.strain)
    return figures.signed(difference) if difference else "="


def _hand(dealt: DealtBoard, seat: Seat) -> HandRow:
    letters = letters_of(language())
    ranks = dealt.deal.hand(seat).split(".")
    return HandRow(
        seat=seat_name(seat),
        area=_AREAS[seat],
        points=dealt.deal.points(seat),
        suits=[
            (
                result_cells.suit_symbol(suit),
                " ".join(letters.write_rank(rank) for rank in own) or NO_CARDS,
            )
            for suit, own in zip(SUITS, ranks, strict=True)
        ],
        is_dealer=dealer(dealt.board) is seat,
        is_vulnerable=vulnerability(dealt.board).of(seat.side),
    )


def _strain(strain: Strain) -> SafeString | str:
    if strain is Strain.NO_TRUMP:
        return letters_of(language()).strains[strain]
    return result_cells.suit_symbol(strain)


def _tricks(makeable: Makeable, seats: Mapping[Seat, str]) -> list[TricksRow]:
    return [
        TricksRow(
            seats[declarer],
            [_cell(makeable.of(declarer, strain)) for strain in STRAINS],
        )
        for declarer in DECLARERS
    ]


def _cell(tricks: int) -> tuple[int, bool]:
    return tricks, tricks >= MADE


def _par_contracts(best: Par) -> list[SafeString | str]:
    return [result_cells.played(LineResult(best.score_ns, played)) for played in best.contracts]
