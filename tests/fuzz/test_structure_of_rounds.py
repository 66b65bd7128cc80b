"""Tournament files whose structure is another program's: words exchanged, records dropped, doubled
or moved. Whatever is read can be shown and written in every format.

``make fuzz`` feeds each reader with 10,000.
"""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.tournaments.files.domain import Format, Profile, Reading
from events.tournaments.files.formats import anyformat
from events.tournaments.files.formats.egf_writer import write_h9
from events.tournaments.files.formats.krause.checks import with_final_ranks
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.formats.plain_values import tournament_data
from tests.fuzz.readers import DATA, EGF, Reader
from tests.fuzz.test_readers import feed, fuzzed

# As hypothesis marks a test that is itself a property.
pytestmark = pytest.mark.hypothesis

WORDS = re.compile(r"\S+")
ATTRIBUTES = re.compile(r'\w+="[^"]*"')
OF_TRF = (
    "0000 - U", "0000 - Z", "   2 w 1", "0000   -", "XXZ 1 2", "XXA    1  1.0  1.0", "XXR 2",
    "142 1", "XXC black1", "152 B", "162  W 3.0    D 1.0", "162 W=3 D=1 X=0",
    "192 FIDE_ROUNDROBIN", "192 FIDE_DUTCH_BAKU", "192 FIDE_TEAM_ROUNDROBIN", "212 SB,PTS,XYZ",
    "202 BH", "222 5400+30", "240 F 002    1", "250       1.0   1   2    1    2",
    "260 001 002    1    2", "299     1.0 2 2", "299 W   2.0   2.5    2    1", "310   1 Reds",
    "013 Blues  1 2", "1", "=", "+", "*", "w", "-", "99",
)  # fmt: skip
OF_GO = (
    'result="RESULT_BOTHLOSE"', 'result="RESULT_EQUAL_BYDEF"', 'rank="99K"', 'rank=""',
    'rating="x"', 'name="CAT"', 'name="NBW"', 'name="DC"', 'name="MMS"', 'roundNumber="0"',
    'roundNumber="3"', 'participating="0101"', 'handicap="11"', 'hdBasedOnMMS="false"',
    'numberOfRounds="1"', 'egfPin="12345"', 'whitePlayer="\u0130"', 'genMMBar="40D"',
    'genRoundDownNBWMMS="false"', 'registeringStatus="PRE"', 'firstName=""',
    "<Teams><Team/></Teams>", "</Players>", "<Player/>",
)  # fmt: skip
OF_H9 = (
    "0=0", "0=", "0-", "3+/b0!", "2+/w11", "1=/b0", "2?", "31\u00bd", "31?", "905", "4d", "12",
    "1p", "NL", "xxxx", "; Pl Name Rk Co Club MMS SOS", "; Pl Name Rk Co Club CAT NBW", "; CL[A]",
    "; TM[60]", "; EV[A] B", "|12345", "|x", "Total of games",
)  # fmt: skip


@st.composite
def restructured(
    draw: st.DrawFn, seeds: tuple[str, ...], words: tuple[str, ...], unit: re.Pattern[str]
) -> bytes:
    """A file with up to eight lines or words dropped, doubled, moved, or another program's."""
    lines = draw(st.sampled_from(seeds)).splitlines()
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        deed = draw(st.sampled_from(("drop", "double", "move", "word", "word", "insert")))
        end = min(len(lines), at + draw(st.integers(1, 6)))
        if deed == "drop":
            del lines[at:end]
        elif deed == "double":
            lines[end:end] = lines[at:end]
        elif deed == "move":
            piece = lines[at:end]
            del lines[at:end]
            to = draw(st.integers(0, len(lines)))
            lines[to:to] = piece
        elif deed == "insert":
            lines.insert(at, draw(st.sampled_from(words)))
        elif lines and (places := [found.span() for found in unit.finditer(lines[at])]):
            start, stop = draw(st.sampled_from(places))
            word = draw(st.sampled_from(words))
            # In their columns words keep the others in theirs.
            if draw(st.booleans()):
                word = word[: stop - start].rjust(stop - start)
            lines[at] = lines[at][:start] + word + lines[at][stop:]
    return "\n".join(lines).encode()


def used(reading: Reading) -> None:
    """Shown and written as a page and a download do."""
    assert all(str(problem) for problem in (*reading.notices, *reading.adjustments))
    value = reading.tournament
    tournament_data(value)
    for format_ in Format:
        write(with_final_ranks(value), format=format_)
    if value.go:
        write_h9(value)


def read(data: bytes) -> None:
    used(anyformat.read(data.decode()))


def read_strictly(data: bytes) -> None:
    used(anyformat.read(data.decode(), profile=Profile.STRICT))


def _texts(*names: str) -> tuple[str, ...]:
    return tuple((DATA / name).read_text(encoding="utf-8") for name in names)


KRAUSE = _texts(
    "krause/club.tab", "krause/trf26.tab", "krause/teams26.tab", "krause/krause2006.tab"
)
STRUCTURES: dict[
    str, tuple[Callable[[bytes], None], tuple[str, ...], tuple[str, ...], re.Pattern[str]]
] = {
    "TRF": (read, KRAUSE, OF_TRF, WORDS),
    "TRF, strictly": (read_strictly, KRAUSE, OF_TRF, WORDS),
    "OpenGotha": (read, _texts("opengotha/cup.xml"), OF_GO, ATTRIBUTES),
    "EGF": (read, (EGF.decode("latin-1"),), OF_H9, WORDS),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_files_of_another_structure(name: str) -> None:
    reader, seeds, words, unit = STRUCTURES[name]

    @fuzzed()
    @given(restructured(seeds, words, unit))
    def with_files(data: bytes) -> None:
        feed(Reader(reader, ()), data)

    with_files()


@pytest.mark.parametrize("name", STRUCTURES)
def test_seeds_are_read(name: str) -> None:
    reader, seeds, _words, _unit = STRUCTURES[name]
    read_ = 0
    for seed in seeds:
        try:
            reader(seed.encode())
        except Refused:
            continue
        read_ += 1
    assert read_
