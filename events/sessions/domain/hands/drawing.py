"""Fair deals: a number drawn evenly from all deals, for each board."""

import secrets
from collections.abc import Callable, Iterable

from events.sessions.domain.hands.deal import Deal
from events.sessions.domain.hands.dealing import DEALS, deal_of_number


def draw_deals(
    boards: Iterable[int], *, draw: Callable[[int], int] = secrets.randbelow
) -> list[tuple[int, Deal]]:
    """A deal for each board. ``draw`` gives a number below the one that it gets, each as likely
    as every other: that of the operating system, which nobody can predict or repeat."""
    return [(board, deal_of_number(draw(DEALS))) for board in boards]
