"""What a deletion would change.

A plan has a stamp that changes whenever its content does. The service compares the stamp with that
of the page, from before the backup was made: so the backup has everything that is deleted.
"""

import unicodedata
from dataclasses import dataclass

from clubscore.problems import Refused, Sentence, gettext_noop, sentence

CHANGED = gettext_noop(
    "This was changed in the meantime. Nothing was deleted; look at the page again."
)
_QUOTES = str.maketrans("‘’“”", "''\"\"")


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be deleted: the ``name`` to type, the stamp of what there is (``seen``), how many
    results it has, and a sentence for each thing that changes with it."""

    name: str
    seen: str
    results: int = 0
    changes: tuple[Sentence, ...] = ()


def refuse_unless_seen(plan: Plan, seen: str | None) -> None:
    """Raise :class:`Refused` when what is deleted is not what a page showed; with ``None`` no page
    showed it."""
    if seen is not None and seen != plan.seen:
        raise Refused(sentence(CHANGED))


def same_name(typed: str, name: str) -> bool:
    """Whether a name was typed right: case, spaces and the shape of quotes do not matter."""
    return _plain(typed) == _plain(name)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold().split())
