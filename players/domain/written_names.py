"""The register's form of a name from a file without the register's grammar.

Tournament files split a name at a comma and allow anything on both sides: ``van der Berg,Jan
Willem``, ``O’Neill, Mary-Jane``, ``Smith jr.,A.``. The register wants one given part, one family
part and the rest between them. Punctuation is fixed; what cannot be read with certainty
(``Player 1``, a name with brackets, several words without a given name) has no name here.
"""

import re

from clubscore.problems import Refused
from players.domain.characters import clean
from players.domain.names import Name, make_name

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013", "-"))
_STOPS = re.compile(r"[.,]+")
_GENERATIONS = frozenset({"jr", "jun", "junior", "sr", "sen", "senior", "ii", "iii", "iv"})


def nearest_name(*, given: str, family: str) -> Name | None:
    """The name with its first given word, its last family word and all others between them.

    ``jr`` and the like after the family name go between them too. ``None`` when it does not
    fit, and for several words without a given name: nobody can tell which is which.
    """
    forenames, families = _words(given), _words(family)
    generation: list[str] = []
    while len(families) > 1 and families[-1].casefold() in _GENERATIONS:
        generation.insert(0, families.pop())
    if not families or (not forenames and len(families) + len(generation) > 1):
        return None
    middle = [*forenames[1:], *families[:-1], *generation]
    try:
        return make_name(
            given=forenames[0] if forenames else "", middle=" ".join(middle), family=families[-1]
        )
    except Refused:
        return None


def _words(text: str) -> list[str]:
    plain = _STOPS.sub(" ", text.translate(_APOSTROPHES).translate(_DASHES))
    return clean(plain).split()
