"""Lists of names alone, as people type and paste them: ``Jan de Vries, 101``, ``A & B``, ``3. Cy``.

Where two names stand on a line they are two people, and a given name alone in front of a whole name
has its family name: ``Piet & Marie Bakker`` are two Bakkers. A short number beside a name is that
of the member, or the line is only counted. A list with names of columns, or with more in a line, is
a table: :mod:`.tables`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, sentence
from players.domain.characters import shown
from players.domain.members.columns import Fact
from players.domain.name_parts import is_particle
from players.domain.names import read_name
from players.domain.register_rows import Unit
from players.formats.members.tables import Row, Table
from players.formats.members.values import fact_named

_NAME = r"[^\W\d_][^\d@:;<>/\\|_=+*&%$€£#!?\[\]{}\t\"]*"

_WITH_NUMBER = re.compile(rf"(?P<name>{_NAME}?)\s*[,;]\s*(?P<number>\d{{1,5}})\s*[.,;]?")

_BEHIND_NUMBER = re.compile(rf"(?P<number>\d{{1,5}})[.):,;]?\s+(?P<name>{_NAME})")

_TWO_NAMES = re.compile(rf"(?P<one>{_NAME}?)(?:\s*[;&/+]\s*|\s+[-–—]\s+)(?P<other>{_NAME})")

_TWO_IN_WORDS = re.compile(rf"(?P<one>{_NAME}?)\s+(?:and|en)\s+(?P<other>{_NAME}\s{_NAME})")

_BY_COMMA = re.compile(rf"(?P<one>{_NAME}?),(?P<other>[^,]+)")

_RATINGS = range(1000, 3000)

_MAX_LINE = 200
"""Two names and what is between them."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line: the names on it, and the number beside one, in front of it or behind it."""

    line: int
    text: str
    names: tuple[str, ...]
    number: str = ""
    is_in_front: bool = False


def plain_table(text: str) -> Table | None:
    """The people of such a list, with the number of each as the second cell; ``None`` where a line
    is another one, or where no line has a number or a second name."""
    read: list[_Line] = []
    for number, text_line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not text_line.strip():
            continue
        line = _read(number, text_line.strip())
        if line is None:
            return None
        read.append(line)
    if not read or all(map(fact_named, _words(read[0].text))):
        return None
    doubtful = [line for line in read if _may_be_two(line)]
    if not (doubtful or any(line.number or len(line.names) > 1 for line in read)):
        return None
    if _are_ratings(read):
        return None
    numbers = Fact.NOTHING if _are_counted(read) else Fact.CLUB_NUMBER
    rows = tuple(
        Row(line.line, (name, line.number) if line.number else (name,), which)
        for line in read
        for which, name in enumerate(line.names, start=1)
    )
    facts = {0: Fact.NAME, 1: numbers} if any(line.number for line in read) else {0: Fact.NAME}
    return Table(rows, Unit.LINE, notices=tuple(_notices(read, doubtful)), facts=facts)


def _read(number: int, text: str) -> _Line | None:
    if len(text) > _MAX_LINE:
        return None
    if found := _WITH_NUMBER.fullmatch(text):
        return _Line(number, text, (found["name"].strip(" ,"),), found["number"])
    if found := _BEHIND_NUMBER.fullmatch(text):
        return _Line(number, text, (found["name"],), found["number"], is_in_front=True)
    found = _TWO_NAMES.fullmatch(text) or _TWO_IN_WORDS.fullmatch(text)
    # "Ann; Lee" is a table of given and family names.
    if found and (";" not in text or _are_whole(found["one"], found["other"])):
        one, other = found["one"].strip(" ,"), found["other"]
        return _Line(number, text, (_with_family(one, other), other))
    is_one = not re.search(r"[\t;\"@]", text) and text.count(",") < 2
    return _Line(number, text, (text,)) if is_one else None


def _with_family(one: str, other: str) -> str:
    """A given name alone with the family name of the other, who has both."""
    if len(one.split()) > 1 or "," in other or not _are_whole(other):
        return one
    try:
        return f"{one} {read_name(other).surname}"
    except Refused:
        # What is wrong with it is said of the other.
        return one


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"\s*[,;&/+–-]\s*", text) if word]


def _may_be_two(line: _Line) -> bool:
    """Whether a comma may stand between two people: ``Ann Lee, Bo Finch``."""
    found = _BY_COMMA.fullmatch(line.names[0]) if len(line.names) == 1 else None
    return found is not None and _are_whole(found["one"], found["other"])


def _are_whole(*names: str) -> bool:
    """Whether each has a given and a family name."""
    return all(sum(not is_particle(word) for word in name.split()) > 1 for name in names)


def _are_ratings(lines: Sequence[_Line]) -> bool:
    numbers = [integer_of(line.number) for line in lines if line.number]
    return len(numbers) > 1 and all(number in _RATINGS for number in numbers)


def _are_counted(lines: Sequence[_Line]) -> bool:
    """Whether the numbers in front of the names are 1, 2, 3 and so on."""
    numbered = [line for line in lines if line.number]
    counted = (
        line.is_in_front and integer_of(line.number) == number
        for number, line in enumerate(numbered, start=1)
    )
    return len(numbered) > 1 and all(counted)


def _notices(lines: Sequence[_Line], doubtful: Sequence[_Line]) -> Iterator[Problem]:
    pairs = [line for line in lines if len(line.names) > 1]
    if pairs:
        message = sentence(
            "Lines with two names: %(count)s, such as “%(text)s”. Each is read as two people.",
            count=len(pairs),
            text=shown(pairs[0].text),
        )
        yield Problem(message, pairs[0].line, "")
    for line in doubtful:
        message = sentence(
            "“%(text)s” is read as one person, the family name first. If they are two people,"
            " write each on a line.",
            text=shown(line.text),
        )
        yield Problem(message, line.line, "")
