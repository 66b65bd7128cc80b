"""Registering for a tournament: who is registered, and which rounds are attended.

While the registration is open, a player is registered by ``r`` and attends the rounds that are
listed, or all. Once it is *closed*, every newcomer is registered and plays the next and all
remaining rounds. Source: the register file's grammar (REG, ROUNDS).

Groups of a tournament: who is paired within one part of the field, who must or must not meet.

``1:`` to ``9:`` is a super group, ``0:`` the top McMahon group; members of ``A*`` must meet each
other, of ``A~`` must not (families), of ``A+`` and ``A-`` prefer to, or prefer not to. Source:
the register file's grammar (GROUP).

Teams: the name of somebody's team, and the board there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, sentence
from players.domain.characters import described, shown

_NO_ROUND = re.compile(r"[^0-9 _]")


@dataclass(frozen=True, slots=True)
class Registration:
    """The facts of a tournament for registering: its rounds, whether the registration is closed,
    and then the round that is played next."""

    rounds: int = 5
    closed: bool = False
    next_round: int = 1

    @property
    def remaining(self) -> tuple[int, ...]:
        """The rounds of somebody without a list of rounds."""
        return tuple(range(self.next_round if self.closed else 1, self.rounds + 1))


def read_registered(text: str) -> bool:
    """Whether the player is registered: ``r``, ``R`` or nothing. Raises :class:`Refused`."""
    mark = text.strip(" ")
    if mark not in {"", "r", "R"}:
        raise Refused(
            Problem(
                sentence(
                    '"%(text)s" does not say whether the player is registered: write r for yes, '
                    "nothing"
                    " for no.",
                    text=shown(mark),
                ),
                column="registered",
                value=text,
            )
        )
    return bool(mark)


def read_rounds(text: str, *, rounds: int) -> tuple[int, ...]:
    """The rounds attended of ``1`` to ``rounds``, ascending; all when the text is empty, and none
    when it is only ``_``. Raises :class:`Refused`, also for a round that does not exist.
    """
    numbers = read_round_numbers(text)
    if numbers is None:
        return tuple(range(1, rounds + 1))
    for number in numbers:
        if not whole_number(number, most=rounds):
            message = sentence(
                "There is no round %(number)s: the tournament has the rounds 1 to %(rounds)s.",
                number=shown(number or "0"),
                rounds=rounds,
            )
            raise Refused(Problem(message, column="rounds", value=text))
    return tuple(sorted({integer_of(number) for number in numbers}))


def read_round_numbers(text: str) -> list[str] | None:
    """The numbers of a list of rounds, as digits without zeros in front, in the order of the
    text; ``None`` when it is empty. Raises :class:`Refused` for what is no such list.
    """
    listed = text.strip(" ")
    if not listed:
        return None
    wrong = _NO_ROUND.search(listed)
    if wrong:
        message = sentence(
            '"%(text)s" is not a list of rounds: there is %(character)s in it. Write the numbers'
            " of the rounds with spaces or _ between them, such as 1 3 5, or _ for none.",
            text=shown(listed),
            character=described(wrong[0]),
        )
        raise Refused(Problem(message, column="rounds", value=text))
    return [digits.lstrip("0") for digits in listed.replace("_", " ").split(" ") if digits]


def write_rounds(attended: Iterable[int], *, rounds: int) -> str:
    """The shortest text that :func:`read_rounds` reads as these rounds."""
    numbers = sorted(attended)
    if numbers == list(range(1, rounds + 1)):
        return ""
    return " ".join(map(str, numbers)) or "_"


# Only ASCII letters: some others have these for capitals.
_GROUP = re.compile(r"[0-9]:|[A-Z][*~+-]", re.ASCII | re.IGNORECASE)


def read_group(text: str) -> str:
    """The group, in upper case; empty for none. Raises :class:`Refused` for anything else."""
    group = text.strip(" ")
    if group and not _GROUP.fullmatch(group):
        raise Refused(
            Problem(
                sentence(
                    '"%(text)s" is not a group. A group is 1: to 9:, or 0:, or a letter A–Z and '
                    "one of"
                    " * ~ + -, without a space.",
                    text=shown(group),
                ),
                column="group",
                value=text,
            )
        )
    return group.upper()


MAX_TEAM_LENGTH = 100

MAX_TEAM_PLACE = 999


def read_team(text: str) -> str:
    """The name of a team. Raises :class:`Refused` for one that is too long."""
    team = " ".join(text.split())
    if len(team) > MAX_TEAM_LENGTH:
        message = sentence(
            "The name of the team has more than %(most)s characters.", most=MAX_TEAM_LENGTH
        )
        raise Refused(Problem(message, column="team", value=text))
    return team


def read_team_place(text: str) -> int | None:
    """The place in the team, which is the board; ``None`` for none. Raises :class:`Refused`."""
    place = whole_number(text, most=MAX_TEAM_PLACE) if text else None
    if text and not place:
        message = sentence(
            "“%(text)s” is not a board of the team: 1, 2, 3 and so on.", text=shown(text)
        )
        raise Refused(Problem(message, column="team_place", value=text))
    return place
