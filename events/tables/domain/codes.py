"""The code of a table: ten characters of Crockford's base 32, 50 bits, as people copy it.

Case and hyphens never matter; O is read as 0, I and L as 1.
"""

from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 10
BITS: Final = 50
_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def write_code(number: int) -> str:
    """The code of a number below 2**50."""
    if not 0 <= number < 1 << BITS:
        raise ValueError(number)
    places = range(BITS - 5, -1, -5)
    return "".join(ALPHABET[number >> place & 31] for place in places)


def read_code(text: str) -> str:
    """The code as it is stored; empty for a text that is no code."""
    code = text.strip().upper().translate(_ALIKE)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""
