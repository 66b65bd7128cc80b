"""Seats, the dealer and the vulnerability of a board in words."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.sessions.domain.board import dealer, vulnerability
from events.sessions.domain.contract import Seat


def seat_name(seat: Seat) -> str:
    """The seat as a word."""
    return {
        Seat.N: _("North"),
        Seat.E: _("East"),
        Seat.S: _("South"),
        Seat.W: _("West"),
    }[seat]


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
