"""Groups of a tournament: who is paired within one part of the field, who must or must not meet.

``1:`` to ``9:`` is a super group, ``0:`` the top McMahon group; members of ``A*`` must meet each
other, of ``A~`` must not (families), of ``A+`` and ``A-`` prefer to, or prefer not to. Source:
the register file's grammar (GROUP).
"""

import re

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.characters import shown

# Only ASCII letters: some others have these for capitals.
_GROUP = re.compile(r"[0-9]:|[A-Z][*~+-]", re.ASCII | re.IGNORECASE)


def read_group(text: str) -> str:
    """The group, in upper case; empty for none. Raises :class:`Refused` for anything else."""
    group = text.strip(" ")
    if group and not _GROUP.fullmatch(group):
        wrong = gettext_noop(
            '"%(text)s" is not a group. A group is 1: to 9:, or 0:, or a letter A–Z and one of'
            " * ~ + -, without a space."
        )
        raise Refused(Problem(sentence(wrong, text=shown(group)), column="group", value=text))
    return group.upper()
