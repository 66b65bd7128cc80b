from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from clubscore.files.decoding import ENCODINGS, decode
from clubscore.text.problems import Refused
from events.tournaments.core.domain.tournament import SWISS, Tournament, kind_of
from events.tournaments.files.domain import Format, Profile
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.pairing.domain.proposal import initial_colour
from tests.events.tournaments.files.formats.krause.tournaments import tournaments

DATA = Path("tests/data/krause")
CANONICAL = {
    "club.tab": Format.TRF16,
    "trf26.tab": Format.TRF26,
    "teams26.tab": Format.TRF26,
    "krause2006.tab": Format.KRAUSE,
}
FILES = [path.read_bytes() for path in sorted(DATA.glob("*.tab"))]


@pytest.mark.parametrize(("name", "format_"), CANONICAL.items())
def test_a_canonical_file_is_written_back_to_the_byte(name: str, format_: Format) -> None:
    data = (DATA / name).read_bytes()
    reading = read(data.decode())

    assert (reading.adjustments, reading.notices) == ((), ())
    assert write(reading.tournament, format=format_).text.encode() == data


@pytest.mark.parametrize("name", CANONICAL)
@pytest.mark.parametrize("format_", Format)
def test_writing_twice_gives_the_same(name: str, format_: Format) -> None:
    reading = read((DATA / name).read_bytes().decode())
    text = write(reading.tournament, format=format_).text

    again = read(text)
    assert write(again.tournament, format=format_).text == text


def test_the_file_of_2006_is_read_strictly() -> None:
    text = (DATA / "krause2006.tab").read_bytes().decode()

    strict = read(text, profile=Profile.STRICT)
    assert strict == read(text)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(tournaments())
def test_what_is_written_as_trf16_is_read_back(tournament: Tournament) -> None:
    _assert_round_trip(tournament, Format.TRF16)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(tournaments())
def test_what_is_written_as_trf26_is_read_back(tournament: Tournament) -> None:
    _assert_round_trip(tournament, Format.TRF26)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(tournaments(old=True))
def test_what_is_written_in_the_format_of_2006_is_read_back(tournament: Tournament) -> None:
    _assert_round_trip(tournament, Format.KRAUSE)


def _assert_round_trip(tournament: Tournament, format_: Format) -> None:
    text = write(tournament, format=format_).text
    reading = read(text)

    value = reading.tournament
    if format_ is Format.TRF26:
        # These records are ours: who answers for the pairings, and what the first round shows.
        shown = initial_colour(tournament) if kind_of(tournament.kind) == SWISS else None
        assert value.lot in (tournament.lot, shown)
        kept = tuple(line for line in value.preserved if not line.text.startswith("182 "))
        kept = tuple(line for line in kept if line.after not in ("152", "212"))
        value = replace(value, lot=tournament.lot, preserved=kept)
    assert value == tournament
    assert reading.adjustments == ()
    assert write(reading.tournament, format=format_).text == text


@given(st.sampled_from(FILES), st.data(), st.sampled_from(Profile))
def test_a_file_with_changed_characters_is_read_or_refused(
    data: bytes, draw: st.DataObject, profile: Profile
) -> None:
    text = list(data.decode())
    for _change in range(draw.draw(st.integers(1, 5))):
        place = draw.draw(st.integers(0, len(text) - 1))
        text[place : place + draw.draw(st.integers(0, 3))] = draw.draw(
            st.sampled_from(["", " ", "0", "9", "w", "-", "\n", "\t", "½", "٣", "001 ", "\x00"])
        )
    _read_or_refuse("".join(text), profile)


@given(st.sampled_from(FILES), st.data(), st.sampled_from(Profile))
def test_lines_left_out_doubled_or_cut_are_read_or_refused(
    data: bytes, draw: st.DataObject, profile: Profile
) -> None:
    lines = data.decode().splitlines()
    kept = draw.draw(st.lists(st.sampled_from(range(len(lines))), max_size=2 * len(lines)))
    cuts = draw.draw(st.lists(st.integers(0, 130), min_size=len(kept), max_size=len(kept)))
    texts = (
        lines[place][: cut if cut < 100 else None] for place, cut in zip(kept, cuts, strict=True)
    )
    _read_or_refuse("\n".join(texts), profile)


@given(st.text() | st.lists(st.sampled_from("01 239wb=-+\n"), max_size=400).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    for profile in Profile:
        _read_or_refuse(text, profile)


@given(st.sampled_from(FILES), st.data())
def test_any_bytes_are_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    damaged = bytearray(data)
    for _change in range(draw.draw(st.integers(1, 8))):
        damaged[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    encoding = draw.draw(st.sampled_from(("", *ENCODINGS)))
    try:
        text = decode(bytes(damaged), encoding=encoding).text
    except Refused as refusal:
        assert str(refusal)
        return
    _read_or_refuse(text, Profile.LENIENT)


def _read_or_refuse(text: str, profile: Profile) -> None:
    """Nothing but a refusal is raised; what is read can be written and read again."""
    try:
        reading = read(text, profile=profile, file_name="some.tab")
    except Refused as refusal:
        assert all(str(problem) for problem in refusal.problems)
        return
    for format_ in Format:
        write(reading.tournament, format=format_)
    written = write(reading.tournament).text
    again = read(written, file_name="some.tab").tournament
    assert again.entrants == reading.tournament.entrants
