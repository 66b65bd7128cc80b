"""Seats, the dealer and the vulnerability of a board in words.

Contracts, scores and adjustments as a page shows them, in its language: ready strings for
large tables.

The hands of a board as a diagram, and a line's tricks against double dummy: ready strings.

The heading of a board's table, for travellers and frequencies, as ready strings.

A session as the pages of results begin: read again, and scored once for each of its states.

The contestants of a session as its pages show them, read once until one of them changes.

Points that lead to their explanation: a link for every cell.

A line of a traveller as every page shows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, Generic, TypeVar

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, pgettext

from clubscore.text.sentences import language, translate
from clubscore.web.caching import kept
from events.common.selectors import people_stamp, session_stamp
from events.common.views import figures
from events.common.views.figures import MINUS
from events.models import Session
from events.sessions.core.domain.adjustment import Adjustment, Split, Weighted, notation
from events.sessions.core.domain.contract import (
    Card,
    Contract,
    Played,
    Seat,
    Side,
    Strain,
    dealer,
    vulnerability,
)
from events.sessions.core.domain.letters import Letters, letters_of
from events.sessions.core.domain.line_result import LineResult
from events.sessions.core.domain.progress import State
from events.sessions.hands.domain import DECLARERS, STRAINS, Makeable, Par, number_of_deal, par
from events.sessions.hands.selectors import DealtBoard
from events.sessions.scoring.figures.scoring import ScoredSession, score_session
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord


def seat_name(seat: Seat) -> str:
    """The seat as a word."""
    return {Seat.N: _("North"), Seat.E: _("East"), Seat.S: _("South"), Seat.W: _("West")}[seat]


def board_facts(number: int) -> dict[str, str]:
    """Dealer and vulnerability of a board as words."""
    words = {
        "none": pgettext("vulnerable", "none"),
        "NS": _("NS"),
        "EW": _("EW"),
        "both": _("both"),
    }
    return {
        "dealer": seat_name(dealer(number)),
        "vulnerability": words[vulnerability(number).value],
    }


NO_BREAK = "\N{NO-BREAK SPACE}"

_SUIT_CLASSES = {
    Strain.CLUBS: "clubs",
    Strain.DIAMONDS: "diamonds",
    Strain.HEARTS: "hearts",
    Strain.SPADES: "spades",
}


def score_columns(score_ns: int | None) -> tuple[str, str]:
    """A score in the columns NS + and EW +: a passed-out board is 0 on the left."""
    if score_ns is None:
        return "", ""
    return ("", str(-score_ns)) if score_ns < 0 else (str(score_ns), "")


def contract(result: LineResult, *, in_short: bool = False) -> SafeString | str:
    """The contract that counts, with its suit's symbol in colour and in words, and a mark where
    it was assigned; else the adjustment, or ``in_short`` its kind where it is a long one.
    """
    ruling = result.adjustment
    if ruling is None:
        return _contract(result)
    if not (isinstance(ruling, Weighted) and ruling.assigned):
        text = adjustment(ruling)
        if in_short and isinstance(ruling, Weighted | Split):
            text = _("weighted") if isinstance(ruling, Weighted) else _("split")
        return format_html('<span class="ruling">{}</span>', text)
    return _assigned(_contract(result.counting))


def played_text(
    result: LineResult, *, in_short: bool = False, letters: Letters | None = None
) -> SafeString | str:
    """The contract that counts with its declarer and result, in one: ``4♠N−1``; else what
    :func:`contract` shows. Seats are in the letters of the page's language or in others.
    """
    value = result.counting.declared
    if value is None:
        return contract(result, in_short=in_short)
    code = language()
    letters = letters or letters_of(code)
    over = value.over.replace("-", MINUS)
    shown = shown_contract(value.contract, code)
    text = format_html("{}{}{}", shown, letters.seats[value.declarer], over)
    return text if result.adjustment is None else _assigned(text)


def _assigned(shown: SafeString | str) -> SafeString:
    """What counts, with a mark that the director assigned it."""
    return format_html(
        '{}<abbr class="ruling" title="{}">{}</abbr>',
        format_html("{} ", shown) if shown else "",
        _("assigned by the director"),
        _("adj."),
    )


def adjustment(ruling: Adjustment) -> str:
    """An adjusted score in the usual notation; it breaks between scores only."""
    unbroken = translate(notation(ruling)).replace(" ", NO_BREAK)
    return unbroken.replace(f",{NO_BREAK}", ", ").replace(f";{NO_BREAK}", "; ")


def result_cells(
    result: LineResult, *, in_short: bool = False, letters: Letters | None = None
) -> dict[str, str]:
    """What counts of a result, in the columns of a traveller; seats and leads in the letters of
    the page's language or in others.
    """
    letters = letters or letters_of(language())
    counting = result.counting
    ns_score, ew_score = score_columns(counting.score_ns)
    return {
        "played": played_text(result, in_short=in_short, letters=letters),
        "lead": card_text(counting.lead, letters) if counting.lead else "",
        "ns_score": ns_score,
        "ew_score": ew_score,
    }


def _contract(result: LineResult) -> SafeString | str:
    """The contract of a result, where that is known."""
    match result.played:
        case None:
            return ""
        case Played(played):
            return shown_contract(played, language())
    return _("Pass")


@lru_cache(maxsize=256)
def shown_contract(value: Contract, code: str) -> SafeString | str:
    """A contract in a language: ``4♠x``."""
    if value.strain is Strain.NO_TRUMP:
        # Letters among letters: the style sheet sets them apart from the declarer's.
        letters = letters_of(code).strains[value.strain]
        strain = format_html('<span class="no-trump">{}</span>', letters)
    else:
        strain = suit_symbol(value.strain)
    return format_html("{}{}{}", value.level, strain, value.doubling)


def card_text(card: Card, letters: Letters) -> SafeString:
    """A card with its suit's symbol: ``♦A``."""
    return format_html("{}{}", suit_symbol(card.suit), letters.write_rank(card.rank))


def suit_symbol(suit: Strain) -> SafeString:
    """The symbol in its colour, with its name for screen readers."""
    names = {
        Strain.CLUBS: pgettext("suit", "clubs"),
        Strain.DIAMONDS: _("diamonds"),
        Strain.HEARTS: _("hearts"),
        Strain.SPADES: _("spades"),
    }
    return format_html(
        '<span class="suit {}" role="img" aria-label="{}">{}</span>',
        _SUIT_CLASSES[suit],
        names[suit],
        suit.symbol,
    )


SUITS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)

NO_CARDS: Final = "—"

MADE: Final = 7
"""The fewest tricks of a contract that is made."""

Hands = Mapping[int, DealtBoard]
"""The hands that the reader may see, by board."""

AREAS: Final = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}


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
    """The score, signed to North–South."""
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
        strains=[strain_text(strain) for strain in STRAINS],
        tricks=_tricks(dealt.makeable, letters.seats) if dealt.makeable else [],
        par_score=figures.signed(best.score_ns) if best else "",
        par_contracts=_par_contracts(best) if best else [],
        deal_number=f"{number_of_deal(dealt.deal):029d}",
    )


def diagram_of(hands: Hands, board: int) -> Diagram | None:
    """The diagram of a board whose hands the reader may see; no result changes it."""
    dealt = hands.get(board)
    if dealt is None:
        return None
    return kept(("diagram", dealt, language()), state="", make=lambda: diagram(dealt))


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
        area=AREAS[seat],
        points=dealt.deal.points(seat),
        suits=[
            (suit_symbol(suit), " ".join(letters.write_rank(rank) for rank in own) or NO_CARDS)
            for suit, own in zip(SUITS, ranks, strict=True)
        ],
        is_dealer=dealer(dealt.board) is seat,
        is_vulnerable=vulnerability(dealt.board).of(seat.side),
    )


def strain_text(strain: Strain) -> SafeString | str:
    """A suit's symbol, or what the page's language calls no trump."""
    if strain is Strain.NO_TRUMP:
        return letters_of(language()).strains[strain]
    return suit_symbol(strain)


def _tricks(makeable: Makeable, seats: Mapping[Seat, str]) -> list[TricksRow]:
    return [
        TricksRow(seats[declarer], [_cell(makeable.of(declarer, strain)) for strain in STRAINS])
        for declarer in DECLARERS
    ]


def _cell(tricks: int) -> tuple[int, bool]:
    return tricks, tricks >= MADE


def _par_contracts(best: Par) -> list[SafeString | str]:
    return [played_text(LineResult(best.score_ns, played)) for played in best.contracts]


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class BoardTable(Generic[Row]):
    """A board's heading, the rows of its table and notes below them; ``section`` where each is
    scored separately; ``datum`` of Butler scoring, as it is printed.
    """

    number: int
    section: str
    dealer: str
    vulnerability: str
    rows: list[Row]
    notes: list[str] = field(default_factory=list)
    datum: str = ""
    diagram: Diagram | None = None
    """The hands, where the reader may see them."""

    @property
    def has_leads(self) -> bool:
        """Whether a lead is known in any row."""
        return any(getattr(row, "lead", "") for row in self.rows)


def board_table(
    number: int,
    rows: list[Row],
    *,
    section: str = "",
    notes: Sequence[str] = (),
    datum: str = "",
    diagram: Diagram | None = None,
) -> BoardTable[Row]:
    """The table of a board."""
    return BoardTable(
        number=number,
        section=section,
        rows=rows,
        notes=list(notes),
        datum=datum,
        diagram=diagram,
        **board_facts(number),
    )


def state_name(state: State) -> str:
    return {
        State.NOTHING: _("nothing"),
        State.PLAYING: _("in play"),
        State.COMPLETE: _("complete"),
        State.MISSING: _("missing"),
    }[state]


def read_scored(session: Session, *, stamp: str = "") -> ScoredSession:
    """The scored session; ``session`` is read again, for its settings may have changed since.

    ``stamp`` is the session's, where that was read before the session.
    """
    if not stamp:
        stamp = session_stamp(session.pk)
        session.refresh_from_db()
    name = ("scored", session.pk, session.hides_open_boards)
    return kept(name, state=stamp, make=partial(score_session, session))


def recent_contestants(session_id: int, *, full_names: bool) -> dict[int, ContestantRecord]:
    """The contestants as :func:`session_contestants` has them."""
    return kept(
        ("contestants", session_id, full_names),
        state=partial(people_stamp, session_id),
        make=partial(session_contestants, session_id, full_names=full_names),
    )


class PointsLinks:
    """The links of one session's points."""

    def __init__(self, session_id: int) -> None:
        end = "0/points/ns/"
        # One reverse() for a page of hundreds of links.
        self._start = reverse("events:points", args=[session_id, 0, "ns"]).removesuffix(end)

    def __call__(
        self, line_id: int, side: Side, points: Fraction | None, of: Fraction | None = None
    ) -> SafeString:
        """A cell with the points of a side, or with their percentage ``of`` a top; empty where it
        has none."""
        if points is None:
            return mark_safe("")
        address = f"{self._start}{line_id}/points/{side.lower()}/"
        text = figures.share(points, of) if of else figures.points(points)
        return mark_safe(f'<a class="points" href="{address}">{text}</a>')  # noqa: S308 - numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """Who met, what counts, and what it brought, as ready strings; ``scheduled`` says who should
    have played where others did."""

    pk: int
    ns: str
    ns_names: str
    ew: str
    ew_names: str
    played: str
    lead: str
    ns_score: str
    ew_score: str
    ns_points: str
    ew_points: str
    scheduled: str
