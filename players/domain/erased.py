"""The name of a player who was erased: it says so, is nobody else's, and is a name by the rules,
so that results keep a name that can be typed and read back.
"""

from players.domain.names import Name

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def erased_name(number: int) -> Name:
    """The name that stands for the erased player of a number: ``Erased-One-Two`` for 12."""
    return Name("", "", "-".join(("Erased", *(_DIGITS[int(digit)] for digit in str(number)))))
