"""Contracts, scores and adjustments as a page shows them, in its language: ready strings for
large tables."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubscore.sentences import language, translate
from events.sessions.domain.adjustment_notation import notation
from events.sessions.domain.adjustments import Split, Weighted, read_adjustment
from events.sessions.domain.card import read_card
from events.sessions.domain.contract import PASS, Seat, Strain, read_contract
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.typing.letters import Letters, letters_of

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
    if not result.adjustment:
        return _contract(result.contract, language()) if result.contract else ""
    value = read_adjustment(result.adjustment)
    if not (isinstance(value, Weighted) and value.assigned):
        text = adjustment(result.adjustment)
        if in_short and isinstance(value, Weighted | Split):
            text = _("weighted") if isinstance(value, Weighted) else _("split")
        return format_html('<span class="ruling">{}</span>', text)
    counting = result.counting.contract
    return format_html(
        '{}<abbr class="ruling" title="{}">{}</abbr>',
        format_html("{} ", _contract(counting, language())) if counting else "",
        _("assigned by the director"),
        _("adj."),
    )


def adjustment(text: str) -> str:
    """An adjusted score in the usual notation; it breaks between scores only."""
    unbroken = translate(notation(read_adjustment(text))).replace(" ", NO_BREAK)
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
        "contract": contract(result, in_short=in_short),
        "declarer": letters.seats[Seat(counting.declarer)] if counting.declarer else "",
        "lead": _lead(counting.lead, letters) if counting.lead else "",
        "tricks": "" if counting.tricks is None else str(counting.tricks),
        "ns_score": ns_score,
        "ew_score": ew_score,
    }


@lru_cache(maxsize=256)
def _contract(text: str, code: str) -> SafeString | str:
    value = read_contract(text)
    if value is PASS:
        return _("Pass")
    if value.strain is Strain.NO_TRUMP:
        return letters_of(code).show_contract(value)
    doubling = mark_safe(value.doubling)  # noqa: S308 - one of "", "x" and "xx"
    return format_html("{}{}{}", value.level, _suit(value.strain), doubling)


def _lead(text: str, letters: Letters) -> SafeString:
    card = read_card(text)
    return format_html("{}{}", _suit(card.suit), letters.write_rank(card.rank))


def _suit(suit: Strain) -> SafeString:
    """The symbol in its colour, and in words for who listens."""
    names = {
        Strain.CLUBS: _("clubs"),
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
