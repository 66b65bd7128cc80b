"""Readers fed with random bytes and with damaged real files: a value, or a reported error.

``make fuzz`` (``FUZZ=10000``) feeds each with so many, and looks that it takes a second (five,
where names are compared) and 200 MB at most; the tests feed as many as every property test gets,
and do not look at the clock.
"""

import contextlib
import gc
import os
import re
import resource
import time
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from clubscore.files.uploads import TEXT_LIMIT
from clubscore.text.problems import Problem, Refused
from clubscore.web.limits import MAX_FIELD
from tests.fuzz.fields import FIELDS
from tests.fuzz.readers import READERS, Reader, joined, parts_of

# As hypothesis marks a test that is itself a property.
pytestmark = pytest.mark.hypothesis

MANY = int(os.environ.get("FUZZ", "0"))
EXAMPLES = MANY or settings.default.max_examples
MAX_BYTES = 200 * 2**20
STATUS = Path("/proc/self/status")
ODD = (
    b"\0",
    b"\r",
    b"\n",
    b"\t",
    b'"',
    b"'",
    b"-",
    b"0",
    b"9" * 30,
    b"\xff",
    b"\xc3",
    b"\xe2\x80\xa8",
)


def fuzzed(share: int = 1) -> settings:
    """One of ``share`` examples, and at least one."""
    return settings(
        max_examples=max(1, EXAMPLES // share),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        # To explain a fault it writes out whole files.
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )


@st.composite
def random_bytes(draw: st.DrawFn, limit: int) -> bytes:
    """Any bytes; or a few of them again and again, as many as a door lets in."""
    if draw(st.booleans()):
        return draw(st.binary())
    unit = draw(st.binary(min_size=1, max_size=20))
    times = draw(st.integers(1, limit // len(unit)))
    return draw(st.binary(max_size=20)) + unit * times + draw(st.binary(max_size=20))


@st.composite
def random_text(draw: st.DrawFn) -> str:
    """Any text; or a few letters again and again, as many as a field lets in."""
    if draw(st.booleans()):
        return draw(st.text())
    unit = draw(st.text(min_size=1, max_size=5) | st.sampled_from(" 9a\t\n(:,/'"))
    times = draw(st.integers(1, MAX_FIELD // len(unit)))
    return draw(st.text(max_size=5)) + unit * times + draw(st.text(max_size=5))


@st.composite
def damaged(
    draw: st.DrawFn, seeds: tuple[bytes, ...], limit: int = TEXT_LIMIT, page: int = 1
) -> bytes:
    """A real file with up to eight pieces cut, doubled, moved, changed or put in; whole pages."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 8))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 60)))
        piece = draw(st.sampled_from(ODD) | st.binary(max_size=12))
        deed = draw(st.sampled_from(("cut", "double", "move", "put", "change", "end")))
        if deed == "cut":
            data = data[:start] + data[end:]
        elif deed == "double":
            data = data[:end] + data[start:end] * _times(draw, end - start, limit) + data[end:]
        elif deed == "move":
            data = data[end:] + data[start:end] + data[:start]
        elif deed == "put":
            data = data[:start] + piece + data[start:]
        elif deed == "change":
            data = data[:start] + piece + data[start + len(piece) :]
        else:
            data = data[:start]
    length = min(len(data), limit)
    return data[: length - length % page]


def _times(draw: st.DrawFn, length: int, limit: int) -> int:
    """Mostly a few times, and now and then as often as a door lets in."""
    most = 40 if draw(st.integers(0, 9)) else limit // max(1, length)
    return draw(st.integers(1, most))


@st.composite
def damaged_inside(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """A spreadsheet that is a sound archive, with one of its parts damaged."""
    parts = parts_of(draw(st.sampled_from(seeds)))
    name = draw(st.sampled_from(sorted(parts)))
    return joined(parts | {name: draw(damaged((parts[name],)))})


WORDS = (
    "", "0", "-", "?", "#", "##", "^", "*", "A", "A1", "B12", "1NS", "1+2", "Section", "PairId_NS",
    "420.0", "-50", "−50", "+1", "=", "NS 10", "EW 3 NS 10", "PASS", "AVE+", "AVE-", "NP", "A6040",
    "A50", "3.6", "50%", "4H", "4♥", "3NTXX", "xx", "dd", "4HX*", "SA", "Ann.Lee-Bo.Vos",
    "Van Dam-De Boer", "BYE", "2026-03-05", "5.3.2026", "9" * 12, "½", "BUTLERPAIRS", "Declarer",
    "N:A K", "qx", "md", "pn", "TRAVELLER_LINE", "PAIR_NUMBER", "IMPS", "null",
)  # fmt: skip
"""What programs write that do not write as the others."""


@st.composite
def restructured(draw: st.DrawFn, seeds: tuple[bytes, ...], parts: str) -> bytes:
    """A real file put together anew: parts of it dropped, doubled or moved, words in place of
    others."""
    text = draw(st.sampled_from(seeds)).decode("latin-1")
    pieces = re.split(f"({parts})", text)
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(pieces)))
        end = min(len(pieces), start + draw(st.integers(1, 12)))
        deed = draw(st.sampled_from(("word", "word", "word", "drop", "double", "move")))
        if deed == "word" and start < len(pieces):
            words = re.split(r"([\w.+-]+)", pieces[start])
            place = draw(st.integers(0, len(words) - 1))
            words[place] = draw(st.sampled_from(WORDS))
            pieces[start] = "".join(words)
        elif deed == "drop":
            del pieces[start:end]
        elif deed == "double":
            pieces[end:end] = pieces[start:end]
        else:
            pieces = [*pieces[end:], *pieces[start:end], *pieces[:start]]
    return "".join(pieces).encode()


def memory() -> int:
    """The memory that this process has now, in bytes; from here on the most is counted anew.

    Not since the process began: Hypothesis remembers ten thousand inputs of each test.
    """
    if STATUS.exists():
        # Documented in proc(5): forget the peak.
        Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def peak() -> int:
    """The most memory since :func:`memory` was asked, in bytes."""
    return _status("VmHWM")


def _status(name: str) -> int:
    """A line of what Linux says of this process; elsewhere the most that it ever had."""
    if not STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    match = re.search(rf"^{name}:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    assert match
    return int(match[1]) * 1024


def feed(reader: Reader, data: bytes) -> None:
    """Read; anything but a value or a reported error fails, and in ``make fuzz`` too much."""
    # Collecting what Hypothesis keeps takes a second now and then, and is not the reader's.
    gc.disable()
    before = memory() if MANY else 0
    started = time.process_time()
    try:
        with warnings.catch_warnings():
            # openpyxl tells of what it leaves out.
            warnings.simplefilter("ignore")
            reader.read(data)
    except Refused as refusal:
        assert refusal.problems
        assert all(isinstance(problem, Problem) and str(problem) for problem in refusal.problems)
    finally:
        took = time.process_time() - started
        gc.enable()
    if MANY:
        assert took <= reader.seconds
        assert peak() - before <= MAX_BYTES


@pytest.mark.parametrize("name", READERS)
def test_random_bytes(name: str):
    reader = READERS[name]

    @fuzzed()
    @given(random_bytes(reader.limit))
    def with_bytes(data: bytes) -> None:
        feed(reader, data)

    with_bytes()


@pytest.mark.parametrize("name", READERS)
def test_damaged_real_files(name: str):
    reader = READERS[name]

    @fuzzed(reader.share)
    @given(damaged(reader.seeds, reader.limit, reader.page))
    def with_files(data: bytes) -> None:
        feed(reader, data)

    with_files()


@pytest.mark.parametrize("name", [name for name in READERS if READERS[name].parts])
def test_real_files_put_together_anew(name: str):
    reader = READERS[name]

    @fuzzed(reader.share)
    @given(restructured(reader.seeds, reader.parts))
    def with_files(data: bytes) -> None:
        feed(reader, data)

    with_files()


@pytest.mark.parametrize("name", FIELDS)
def test_random_texts(name: str):
    reader = Reader(lambda data: FIELDS[name](data.decode()), ())

    @fuzzed()
    @given(random_text())
    def with_texts(text: str) -> None:
        feed(reader, text.encode())

    with_texts()


@pytest.mark.parametrize("name", [name for name in READERS if READERS[name].is_spreadsheet])
def test_spreadsheets_that_are_damaged_inside(name: str):
    reader = READERS[name]

    @fuzzed()
    @given(damaged_inside(reader.seeds))
    def with_spreadsheets(data: bytes) -> None:
        feed(reader, data)

    with_spreadsheets()


@pytest.mark.parametrize("name", READERS)
def test_real_files_are_read(name: str):
    """Else damaging them would try the first line of a reader only."""
    reader = READERS[name]
    values = []
    for seed in reader.seeds:
        with contextlib.suppress(Refused):
            values.append(reader.read(seed))

    assert len(values) >= 1


def test_reader_that_takes_too_much_memory_is_noticed(monkeypatch: pytest.MonkeyPatch):
    def read(data: bytes) -> int:
        return len(data * (2 * MAX_BYTES))

    monkeypatch.setitem(globals(), "MANY", 1)
    feed(Reader(bytes.upper, (), seconds=60), b"x")
    with pytest.raises(AssertionError):
        feed(Reader(read, (), seconds=60), b"x")
    # What was taken and given back is not the next reader's.
    feed(Reader(bytes.upper, (), seconds=60), b"x")
