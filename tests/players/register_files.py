"""Register files for the tests: the worked cases, and files and rows for properties."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from players.domain.register_rows import RegisterRow
from players.domain.registration import Registration
from players.domain.strict import StrictName, make_strict_name

CASES_FILE = Path(__file__).parent.parent / "data" / "register" / "cases.tsv"
HEADER = "NAME\tGRADE\tCLUB"
GOOD = f"{HEADER}\nClara Finch\t3d\tHollybrook\nHugo Tarrant\t12k\tMillford\n"

_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Case:
    """A file with what it must give: its players, or the line of its first mistake."""

    name: str
    content: str
    players: list[dict[str, Any]] | None
    line: int | None

    def __str__(self) -> str:
        return self.name

    @property
    def registration(self) -> Registration:
        """Cases A are of a registration that is closed before round 3."""
        closed = self.name.startswith("A-")
        return Registration(rounds=5, closed=closed, next_round=3 if closed else 1)

    @property
    def known(self) -> Mapping[str, int]:
        """Who is in the register: in cases R, John Smith."""
        return {"john smith": 7} if self.name.startswith("R-") else {}

    @property
    def options(self) -> list[str]:
        """The same on the command line."""
        if not self.registration.closed:
            return ["--rounds", "5"]
        return ["--rounds", "5", "--registration-closed", "--next-round", "3"]


def _case(row: str) -> Case:
    name, content, expected, shows = row.split("\t")
    match = re.fullmatch(r"ok (\[.*\])|error line (\d+)", expected)
    assert match
    return Case(
        name=f"{name} {shows}",
        content=re.sub(r"\\([tnr\\]|u[0-9A-F]{4})", _unescaped, content),
        players=json.loads(match[1]) if match[1] else None,
        line=int(match[2]) if match[2] else None,
    )


def _unescaped(escape: re.Match[str]) -> str:
    return _ESCAPES.get(escape[1]) or chr(int(escape[1][1:], 16))


CASES = [_case(row) for row in CASES_FILE.read_text(encoding="utf-8").splitlines()[1:]]

_FOR_DOORS = [
    "B-H04",
    "B-H27",
    "B-L10",
    "B-N03",
    "B-N24",
    "B-G20",
    "B-S01",
    "B-D01",
    "R-D11",
    "A-A04",
]
DOOR_CASES = [case for case in CASES if case.name.split(" ")[0] in _FOR_DOORS]
"""Good files and mistakes of every kind, for the doors through which a file comes; the rules
themselves are tried on all cases by the format's own test."""

_WORDS = st.text("abzéß世OÅ", min_size=1, max_size=4)
_PARTS = st.one_of(_WORDS, st.builds("{}{}{}".format, _WORDS, st.sampled_from("-'"), _WORDS))
_PLACES = st.one_of(_WORDS, st.builds("{}{}{}".format, _WORDS, st.sampled_from("- "), _WORDS))
_NOTES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).map(
    lambda text: text.strip(" ")
)
_NAMES = st.one_of(
    st.builds(make_strict_name, given=st.just(""), middle=st.just(""), family=_PARTS),
    st.builds(
        make_strict_name,
        given=_PARTS,
        middle=st.lists(_PARTS, max_size=2).map(" ".join),
        family=_PARTS,
    ),
)


@st.composite
def register_rows(draw: st.DrawFn) -> list[RegisterRow]:
    """Players in the lines from 2, no two of one name, as a reading of a file gives them."""
    names = draw(st.lists(_NAMES, unique_by=lambda name: name.key, max_size=4))
    return [draw(_row(number, name)) for number, name in enumerate(names, start=2)]


def _row(line: int, name: StrictName) -> st.SearchStrategy[RegisterRow]:
    return st.builds(
        RegisterRow,
        line=st.just(line),
        name=st.just(name),
        grade=st.sampled_from(["1k", "99k", "7d", "9p", "0k"]),
        club=_PLACES,
        country=_PLACES,
        registered=st.booleans(),
        rounds=st.sets(st.integers(1, 5)).map(lambda chosen: tuple(sorted(chosen))),
        group=st.sampled_from(["", "0:", "9:", "A~", "Z-"]),
        note=_NOTES,
        identity=_NOTES,
    )
