"""What is done with each line of a list: as the director chose for it, for all of its kind, or by
default.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from clubscore.text.problems import Problem, Refused, sentence
from players.domain.members.matching import Action, Match


class Choice(StrEnum):
    """What is done with a line."""

    ADD = "add"
    UPDATE = "update"
    KEEP = "keep"
    """The stored values stay, and only what is empty is filled in."""
    SKIP = "skip"


POSSIBLE: Mapping[Action, tuple[Choice, ...]] = {
    Action.NEW: (Choice.ADD, Choice.SKIP),
    Action.UPDATE: (Choice.UPDATE, Choice.KEEP, Choice.SKIP),
    Action.SAME: (Choice.KEEP, Choice.SKIP),
    Action.ASK: (Choice.SKIP, Choice.UPDATE, Choice.KEEP, Choice.ADD),
}
"""What may be chosen, the default first. A question that nobody answered is skipped."""

Changes = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a director: for all lines of a kind, and for single ``lines``, by the key of
    the member."""

    kinds: Mapping[Action, Choice] = field(default_factory=dict)
    lines: Mapping[str, Choice] = field(default_factory=dict)
    leaves_out_problems: bool = False

    def of(self, match: Match) -> Choice:
        """What is done with a line."""
        possible = possible_choices(match)
        for choice in (self.lines.get(match.member.key), self.kinds.get(match.action)):
            if choice in possible:
                return choice
        return possible[0]


NO_CHOICES = Choices()


def possible_choices(match: Match) -> tuple[Choice, ...]:
    """What may be chosen for a line, the default first."""
    possible = POSSIBLE[match.action]
    if match.action is Action.ASK and match.name is None:
        return tuple(choice for choice in possible if choice is not Choice.ADD)
    return possible


def changes_by(match: Match, choice: Choice) -> Changes:
    """What a choice changes of the player found; nothing for a new one."""
    if choice is Choice.UPDATE:
        return match.changes
    if choice is Choice.KEEP:
        return {field: pair for field, pair in match.changes.items() if not pair[0]}
    return {}


def refuse_same_player(matches: Iterable[Match], choices: Choices) -> None:
    """Raise :class:`Refused` when two lines are the same player by the director's answers."""
    before: dict[int, Match] = {}
    for match in matches:
        known = match.known
        if known is None or choices.of(match) not in (Choice.UPDATE, Choice.KEEP):
            continue
        first = before.setdefault(known.number, match)
        if first is not match:
            values = {"name": known.name.text, "number": known.number}
            message = sentence(
                "Lines %(one)s and %(other)s cannot both be %(name)s (%(number)s): skip one of"
                " them, or add one as somebody else.",
                one=first.line,
                other=match.line,
                **values,
            )
            raise Refused(Problem(message, match.line, "name", match.member.name.text))
