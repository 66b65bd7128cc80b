"""A note on a player: any text of one line. Source: the register file's grammar (NOTE)."""

import re

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.characters import described

_BREAKS = re.compile(r"[\t\n\r]+")
# No database, or no encoding, has room for these.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def read_note(text: str) -> str:
    """The note, spaces at its ends trimmed; a tab or a line end within becomes a space.

    Raises :class:`Refused` for what no text may hold.
    """
    odd = _UNSTORABLE.search(text)
    if odd:
        unstorable = gettext_noop("A note cannot have the character %(character)s.")
        message = sentence(unstorable, character=described(odd[0]))
        raise Refused(Problem(message, column="note", value=text))
    return _BREAKS.sub(" ", text).strip(" ")
