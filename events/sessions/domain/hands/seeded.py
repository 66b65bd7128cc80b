"""Hands that follow from one secret number, so that anybody can check that they were not chosen.

The *seed* has 256 bits from the operating system. Its SHA-256 *digest* is shown before the session,
the seed afterwards. The number of a board's deal is the first 96 bits of the SHA-256 of
``SEED:BOARD:ATTEMPT``, where SEED is in hexadecimal digits and ATTEMPT counts from 0 until the
number is below :data:`~events.sessions.domain.hands.dealing.DEALS`; so every deal is as likely as
every other. Source: exchange, section 6, Fair deals.
"""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from itertools import count

from events.sessions.domain.hands.deal import Deal
from events.sessions.domain.hands.dealing import DEALS, deal_of_number

_BYTES = 32
_NUMBER_BYTES = 12


def new_seed() -> str:
    """A seed that nobody can predict: 64 hexadecimal digits."""
    return secrets.token_hex(_BYTES)


def digest_of(seed: str) -> str:
    """What is shown of a seed before the session: 64 hexadecimal digits."""
    return sha256(seed.encode("ascii")).hexdigest()


def number_of_board(seed: str, board: int) -> int:
    """The number of a board's deal, from 0 to DEALS − 1."""
    for attempt in count():
        drawn = sha256(f"{seed}:{board}:{attempt}".encode("ascii")).digest()
        number = int.from_bytes(drawn[:_NUMBER_BYTES], "big")
        if number < DEALS:
            return number
    raise AssertionError


def deals_of_seed(seed: str, boards: Iterable[int]) -> list[tuple[int, Deal]]:
    """The deal of each board; it depends on the seed and the board's number alone."""
    return [(board, deal_of_number(number_of_board(seed, board))) for board in boards]
