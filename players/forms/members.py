"""What a director chose on the page of a list of members: columns, lines, what is shown.

The page sends what is chosen for the lines that it shows; for the others it carries the choices
along in one field. What comes back otherwise than the page sent it is left out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from clubscore.numbers import whole_number
from clubscore.spreadsheets.workbook import MAX_COLUMNS
from players.domain.members.choices import POSSIBLE, Choice, Choices
from players.formats.members.facts import Fact

CARRIED = "choices"
"""The field with the choices of lines that are not shown."""
_CARRIED = re.compile(r"([0-9]{1,9})([a-z])", re.ASCII)
_LETTERS = {choice.value[0]: choice for choice in Choice}
_LINE = "choice-"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines are shown: of a kind (empty for those that matter most), and which page."""

    kind: str = ""
    page: int = 1


def chosen_columns(sent: QueryDict) -> dict[int, Fact]:
    """The facts that were chosen for columns."""
    facts = {fact.value: fact for fact in Fact}
    texts = ((place, sent.get(f"column-{place}", "")) for place in range(MAX_COLUMNS))
    return {place: facts[text] for place, text in texts if text in facts}


def read_choices(sent: QueryDict) -> Choices:
    """What is done with each line, with each kind of lines, and with those that have a problem."""
    kinds = {
        action: Choice(text)
        for action, possible in POSSIBLE.items()
        if (text := sent.get(f"all-{action}", "")) in possible
    }
    lines = {
        int(line): _LETTERS[letter]
        for line, letter in _CARRIED.findall(sent.get(CARRIED, ""))
        if letter in _LETTERS
    }
    for name in sent:
        line = whole_number(name.removeprefix(_LINE)) if name.startswith(_LINE) else None
        if line is not None:
            _choose(lines, line, sent.get(name, ""))
    return Choices(kinds, lines, leaves_out_problems="leave-out" in sent)


def carried(lines: Mapping[int, Choice], *, besides: set[int]) -> str:
    """The choices of lines as the page carries them, without those that it shows."""
    return ",".join(
        f"{line}{choice.value[0]}" for line, choice in lines.items() if line not in besides
    )


def read_wanted(sent: QueryDict) -> Wanted:
    """Which lines are to be shown."""
    # Another page is of the same kind.
    kind = sent.get("show", sent.get("kind", ""))
    return Wanted(kind, whole_number(sent.get("page", "")) or 1)


def _choose(lines: dict[int, Choice], line: int, text: str) -> None:
    """Choose for a line; nothing is as for all of its kind."""
    lines.pop(line, None)
    if text in set(Choice):
        lines[line] = Choice(text)
