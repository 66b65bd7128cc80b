"""Contracts, scores and adjustments as a page shows them, in its language: ready strings for
large tables."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.sentences import language, translate
from events.common.views.figures import MINUS
from events.sessions.domain.adjustment_notation import notation
from events.sessions.domain.adjustments import Adjustment, Split, Weighted
from events.sessions.domain.card import Card
from events.sessions.domain.contract import Contract, Strain
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.played_contract import Played
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
    ruling = result.adjustment
    if ruling is None:
        return _contract(result)
    if not (isinstance(ruling, Weighted) and ruling.assigned):
        text = adjustment(ruling)
        if in_short and isinstance(ruling, Weighted | Split):
            text = _("weighted") if isinstance(ruling, Weighted) else _("split")
        return format_html('<span class="ruling">{}</span>', text)
    return _assigned(_contract(result.counting))


def played(result: LineResult, *, in_short: bool = False) -> SafeString | str:
    """The contract that counts with its declarer and result, in one: ``4♠N−1``; else what
    :func:`contract` shows.
    """
    value = result.counting.declared
    if value is None:
        return contract(result, in_short=in_short)
    text = _shown_played(value, language())
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
    played = counting.declared
    ns_score, ew_score = score_columns(counting.score_ns)
    return {
        "contract": contract(result, in_short=in_short),
        "declarer": letters.seats[played.declarer] if played else "",
        "lead": _lead(counting.lead, letters) if counting.lead else "",
        "tricks": str(played.tricks) if played else "",
        "ns_score": ns_score,
        "ew_score": ew_score,
    }


def _contract(result: LineResult) -> SafeString | str:
    """The contract of a result, where that is known."""
    match result.played:
        case None:
            return ""
        case Played(played):
            return _shown_contract(played, language())
    return _("Pass")


@lru_cache(maxsize=256)
def _shown_contract(value: Contract, code: str) -> SafeString | str:
    if value.strain is Strain.NO_TRUMP:
        return letters_of(code).show_contract(value)
    doubling = mark_safe(value.doubling)  # noqa: S308 - one of "", "x" and "xx"
    return format_html("{}{}{}", value.level, suit_symbol(value.strain), doubling)


def _shown_played(value: Played, code: str) -> SafeString:
    over = value.over.replace("-", MINUS)
    seat = letters_of(code).seats[value.declarer]
    return format_html("{}{}{}", _shown_contract(value.contract, code), seat, over)


def _lead(card: Card, letters: Letters) -> SafeString:
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
