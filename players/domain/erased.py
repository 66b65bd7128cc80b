"""The name of a player who was erased: unique, and valid by the rules of every register file, so
that results still have a name that can be typed and read.
"""

from players.domain.names import Name

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def erased_name(number: int) -> Name:
    """The name given to the erased player of a number: ``Erased-One-Two`` for 12."""
    # In words, for the strict register file has no digits in names.
    text = "-".join(("Erased", *(_DIGITS[int(digit)] for digit in str(number))))
    return Name(text, family=text)
