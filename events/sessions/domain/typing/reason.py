"""A reason typed behind a result: ``412! the players insist``.

With a reason, a score is accepted that no contract gives on the board. No result has the mark.
"""

from clubscore.problems import Refused, gettext_noop, sentence

MARK = "!"
MAX_LENGTH = 200


def split_reason(text: str) -> tuple[str, str]:
    """What was typed without its reason, and the reason; empty without a mark.

    Raises :class:`Refused` for a mark without a reason behind it.
    """
    typed, mark, rest = text.partition(MARK)
    # Pasted text may hold line breaks and control characters; PostgreSQL refuses NUL.
    printable = "".join(letter if letter.isprintable() else " " for letter in rest)
    reason = " ".join(printable.split())[:MAX_LENGTH]
    if mark and not reason:
        missing = gettext_noop("After “%(text)s!” the reason is missing: %(text)s! the reason.")
        raise Refused(sentence(missing, text=typed.strip()))
    return typed, reason
