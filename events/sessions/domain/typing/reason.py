"""A reason typed behind a result: ``412! the players insist``.

With a reason a score is kept that no contract gives on the board. The mark stands in no result.
"""

from clubscore.problems import Refused, gettext_noop, sentence

MARK = "!"
MAX_LENGTH = 200


def split_reason(text: str) -> tuple[str, str]:
    """What was typed without its reason, and the reason; empty where no mark stands.

    Raises :class:`Refused` for a mark without a reason behind it.
    """
    typed, mark, rest = text.partition(MARK)
    # Whatever is pasted: one line of characters that can be stored and printed.
    printable = "".join(letter if letter.isprintable() else " " for letter in rest)
    reason = " ".join(printable.split())[:MAX_LENGTH]
    if mark and not reason:
        missing = gettext_noop("After “%(text)s!” the reason is missing: %(text)s! the reason.")
        raise Refused(sentence(missing, text=typed.strip()))
    return typed, reason
