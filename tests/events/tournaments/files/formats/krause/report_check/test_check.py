import pytest
from hypothesis import given, strategies as st

from events.tournaments.files.domain import Finding, Level
from events.tournaments.files.formats.krause.report_check.check import validate
from events.tournaments.files.generating import (
    Acceleration,
    Amount,
    Options,
    generate,
    generated_text,
)
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.engines.systems import pair

M, T, W = Level.MANDATORY, Level.TITLE, Level.WARNING


def made(**options) -> str:
    values = {"players": 12, "rounds": 4, "acceleration": Acceleration.BAKU, **options}
    tournament = generate(Options(**values), seed=4, file=1, pair=pair)
    return generated_text(tournament, seed=4, file=1)


VALID = made(half_bye=Amount(2), full_bye=Amount(1), forfeit_win=Amount(2), zero_bye=Amount(1))
PLAYERS = [line for line in VALID.splitlines() if line.startswith("001")]


def named(text: str) -> list[tuple[Level, str, str]]:
    return [(each.level, each.record, each.field) for each in validate(text)]


@pytest.mark.parametrize(
    "text",
    [
        VALID,
        made(acceleration=Acceleration.NONE),
        made(odd=Amount(3), double_forfeit=Amount(1)),
        made(system=System.ROUND_ROBIN, players=7, rounds=None, acceleration=None),
    ],
)
def test_a_complete_file_has_no_finding(text):
    assert validate(text) == ()


@pytest.mark.parametrize(
    ("record", "level"),
    [
        *((record, M) for record in ("012", "022", "032", "042", "052", "102", "132")),
        *((record, T) for record in ("182", "192", "202", "212")),
        *((record, W) for record in ("112", "122", "222", "152")),
    ],
)
def test_a_record_that_is_not_there_has_its_finding(record, level):
    lines = VALID.splitlines()
    without = "\n".join(line for line in lines if not line.startswith(f"{record} "))
    blank = "\n".join(f"{record} " if line.startswith(f"{record} ") else line for line in lines)

    (finding,) = validate(without)
    assert (finding.level, finding.record, finding.field, finding.line) == (level, record, "", None)
    assert [(each.record, each.field) for each in validate(blank)] == [(record, "")]


FIELDS = {
    "starting number": (M, 5, 8),
    "FIDE number": (M, 58, 68),
    "rank": (M, 86, 89),
    "opponent": (M, 92, 95),
    "colour": (M, 97, 97),
    "result": (M, 99, 99),
    "sex": (W, 10, 10),
    "name": (W, 15, 47),
    "federation": (W, 54, 56),
    "birth date": (W, 70, 79),
}


@given(st.sampled_from(sorted(FIELDS)), st.integers(0, len(PLAYERS) - 1), st.integers(0, 3))
def test_a_field_that_is_removed_has_its_finding(name, place, round_):
    level, first, last = FIELDS[name]
    if first >= 92:
        first, last = first + 10 * round_, last + 10 * round_
    line = PLAYERS[place]
    spoilt = f"{line[: first - 1]}{' ' * (last - first + 1)}{line[last:]}"
    found = validate(VALID.replace(line, spoilt))

    own = [each for each in found if each.field == name]
    assert {(each.level, each.record) for each in own} == {(level, "001")}
    if name != "starting number":
        assert [each.player for each in own] == [int(line[4:8])]
    assert len(own) == 1
    assert len({(each.record, each.field) for each in found}) <= 3


def spoilt(first: int, text: str) -> str:
    """The valid file with a text in the first player's line."""
    line = PLAYERS[0]
    return VALID.replace(line, f"{line[: first - 1]}{text}{line[first - 1 + len(text) :]}")


def with_record(record: str, text: str) -> str:
    lines = (f"{record} {text}" if line.startswith(f"{record} ") else line for line in
             VALID.splitlines())  # fmt: skip
    return "\n".join(lines)


DATES = next(line for line in VALID.splitlines() if line.startswith("132"))


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (spoilt(11, "XXX"), (W, "001", "title")),
        (spoilt(49, "24x0"), (W, "001", "rating")),
        (spoilt(54, "XYZ"), (W, "001", "federation")),
        (spoilt(70, "1990/00/00"), (W, "001", "birth date")),
        (spoilt(10, "x"), (W, "001", "sex")),
        (spoilt(58, "     ENG 12"), (M, "001", "FIDE number")),
        (spoilt(86, "  1a"), (M, "001", "rank")),
        (spoilt(81, " 9.5"), (M, "001", "points")),
        (spoilt(58, PLAYERS[1][57:68]), (M, "001", "FIDE number")),
        (with_record("032", "Belgium"), (M, "032", "")),
        (with_record("042", "soon"), (M, "042", "")),
        (with_record("052", "2020/01/01"), (M, "052", "")),
        (with_record("062", "13"), (M, "062", "")),
        (with_record("102", "IA Binary, Bo"), (W, "102", "FIDE number")),
        (with_record("152", "X"), (W, "152", "")),
        (with_record("192", "DUTCH"), (T, "192", "")),
        (with_record("202", "BH,XYZ"), (T, "202", "")),
        (with_record("212", "PTS,XYZ"), (T, "212", "")),
        (with_record("222", "long"), (W, "222", "")),
        (with_record("250", "      1.0   1   2        7"), (T, "250", "first number")),
        (with_record("132", DATES[4:-10]), (M, "132", "day")),
        (with_record("132", DATES[4:-8] + "99/01/01"), (M, "132", "day")),
        (with_record("132", DATES[4:-8] + "soon    "), (M, "132", "day")),
        (f"{VALID}260 001 004    1   99\n", (T, "260", "numbers")),
        (f"{VALID}260 001        1    2\n", (T, "260", "last round")),
        (f"{VALID}NED    1 m    Moss,Quentin\n".replace("172 ", "### "), (W, "172", "")),
        (spoilt(92, "  99"), (M, "001", "opponent")),
        (spoilt(99, "?"), (M, "001", "result")),
    ],
)  # fmt: skip
def test_what_is_spoilt_has_its_finding(text, finding):
    assert finding in named(text)
    assert len({each[1:] for each in named(text)}) <= 3


def test_both_sides_of_a_game_have_to_agree():
    line = next(line for line in PLAYERS if line[98] == "0")
    (finding,) = (
        each for each in validate(VALID.replace(line, f"{line[:98]}1{line[99:]}"))
        if each.field == "result"
    )  # fmt: skip

    assert isinstance(finding, Finding)
    assert "has another opponent, colour or result there" in str(finding.message)


def test_a_new_player_and_the_last_day_are_told():
    born = validate(spoilt(70, "          "))[0]
    end = validate("\n".join(line for line in VALID.splitlines() if line[:3] != "052"))[0]

    assert "which a new player needs" in str(born.message)
    assert "due within seven days" in str(end.message)
