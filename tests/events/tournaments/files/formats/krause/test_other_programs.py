"""What other programs write in the format's lines, and what is told where it is not followed."""

from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import (
    ROUND_ROBIN,
    Award,
    VirtualPoints,
    is_round_robin,
)
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.standings.domain.standings import standings
from tests.events.tournaments.files.formats.krause.files import HEADER, PAIR, file, player, told

AWARD = "299           1.0    1    2"
FOUR = (
    player(1, "3 w 1", "2 b 1"),
    player(2, "4 w 1", "1 w 0"),
    player(3, "1 b 0", "4 w ="),
    player(4, "2 b 0", "3 b ="),
)


def test_points_besides_the_games_count_everywhere() -> None:
    rows = (PAIR[0], player(2, "1 b 0", points="1.0", rank="2"))
    found = told(file(*rows, more=(AWARD,)))

    assert (found.errors, found.adjustments, found.notices) == ([], [], [])
    value = found.value
    assert value.awards == (Award(2, 1, Fraction(1)),)
    assert [(line.number, line.points) for line in standings(value, tie_breaks=())] == [
        (1, 1), (2, 1),
    ]  # fmt: skip
    written = write(value, format=Format.TRF26).text.splitlines()
    assert AWARD in written
    assert [line[80:84] for line in written if line.startswith("001")] == [" 1.0", " 1.0"]
    assert read("\n".join(written)).tournament.awards == value.awards


def test_points_that_are_taken_behind_the_last_round() -> None:
    value = told(
        file(*PAIR, more=("299          -0.5  999    1",), header=(*HEADER, "142 2"))
    ).value

    assert value.points_of(value.entrants[0]) == Fraction(1, 2)
    assert value.points_of(value.entrants[0], 1) == 1


def test_a_round_robin_by_192_alone() -> None:
    value = told(file(*FOUR, header=(*HEADER, "142 3", "192 FIDE_ROUNDROBIN"))).value

    assert (value.kind, is_round_robin(value)) == (ROUND_ROBIN, True)
    written = write(value, format=Format.TRF26).text.splitlines()
    assert [line for line in written if line[:3] in ("092", "192")] == ["192 FIDE_ROUNDROBIN"]


def test_192_counts_where_the_type_in_words_contradicts_it() -> None:
    found = told(file(*FOUR, header=(*HEADER, "092 Swiss", "192 FIDE_DOUBLEROUNDROBIN")))

    assert found.value.kind == "Double round robin"
    assert (
        'line 3: the type is "Swiss", and record 192 has FIDE_DOUBLEROUNDROBIN, which counts'
        in (found.notices)
    )


def test_an_accelerated_tournament_is_written_as_one() -> None:
    value = told(file(*FOUR, header=(*HEADER, "092 Swiss (Dutch)", "192 FIDE_DUTCH_BAKU"))).value

    assert value.is_accelerated
    assert "192 FIDE_DUTCH_BAKU" in write(value, format=Format.TRF26).text.splitlines()


@pytest.mark.parametrize(
    ("planned", "cell", "rounds", "notice"),
    [
        ("XXR 2", "0000   -", 2, "round 3 is left out: nobody has an opponent or a point in it"),
        ("142 2", "0000 - H", 3, "2 rounds are planned, and the players’ lines have 3"),
    ],
)
def test_more_rounds_than_are_planned(planned: str, cell: str, rounds: int, notice: str) -> None:
    found = told(file(*FOUR[:3], f"{FOUR[3]}  {cell}", more=(planned,)))

    assert found.value.rounds == rounds
    assert any(text.startswith(notice) for text in found.notices)


@pytest.mark.parametrize(
    ("lines", "notice"),
    [
        (("XXA 1 x",), 'line 5: "XXA 1 x" cannot be read; it is left out'),
        (("250 something",), 'line 5: "250 something" cannot be read; it is left out'),
        (("299 W   2.0   2.5    2   17",), 'line 5: "299 W   2.0   2.5    2   17" cannot be read;'),
        (("299           1.0    1    7",), "line 5: there is no player 7; the record is left out"),
        (
            ("250       1.0   1   1    1    1", "XXA    2  1.0"),
            "line 6: records 250 and XXA have different virtual points; those of 250 count",
        ),
        (("142 1", "XXZ 2"), "line 6: there is no round to pair; who is absent (XXZ) is left out"),
        (("142 3", "XXZ 7"), "line 6: there is no player 7; the bye is left out"),
    ],
)
def test_what_is_not_followed_is_told(lines: tuple[str, ...], notice: str) -> None:
    (text,) = told(file(*PAIR, more=lines)).notices
    assert text.startswith(notice)


def test_points_of_each_round_are_virtual_ones() -> None:
    value = told(file(*PAIR, more=("XXA    2  1.0  1.0       0.5",))).value

    assert value.virtual_points == (
        VirtualPoints(Fraction(0), Fraction(1), 1, 2, 2, 2),
        VirtualPoints(Fraction(0), Fraction(1, 2), 4, 4, 2, 2),
    )
    assert "XXA    2  1.0  1.0       0.5" in write(value).text.splitlines()


def test_who_is_absent_has_no_points_in_the_round_that_is_paired_next() -> None:
    value = told(file(*FOUR, more=("142 5", "XXZ 1 4"))).value

    results = [entrant.results[2] for entrant in value.entrants]
    assert [result and result.code for result in results] == [
        Code.ZERO_BYE, None, None, Code.ZERO_BYE,
    ]  # fmt: skip


def test_a_file_of_trf26_gets_the_lines_of_pairing_programs_in_trf16() -> None:
    header = (*HEADER, "142 5", "152 B", "192 FIDE_DUTCH", "222 5400+30", "212 PTS,BH")
    value = told(file(*FOUR, header=header, more=("250       1.0   1   2    1    2",))).value

    lines = write(value).text.splitlines()
    assert {line[:3] for line in lines} == {"012", "042", "062", "072", "001", "XXR", "XXC", "XXA"}
    assert {"XXR 5", "XXC black1", "XXA    1  1.0  1.0", "XXA    2  1.0  1.0"} <= set(lines)


@pytest.mark.parametrize(
    "record",
    [
        "162  W 3.0    D 1.0    L 0.0    P 1.0", "162 W=3.0 D=1.0 L=0.0 P=1.0", "162 w3 d1 l0 p1",
        "162 WW 3.0, BW 3.0, WD 1.0, BD 1.0, PAB 1.0, FW 3, FPB 3.0, HPB 1.0",
    ],
)  # fmt: skip
def test_points_by_their_codes_in_any_columns(record: str) -> None:
    found = told(file(player(1, "2 w 1"), player(2, "1 b 0"), more=(record,)))

    assert found.notices[1:] == []
    system = found.value.system
    assert (system.win, system.draw, system.loss, system.pairing_bye) == (3, 1, 0, 1)
    assert (system.forfeit_win, system.full_bye, system.half_bye) == (3, 3, 1)


def test_games_are_worth_in_162_what_they_are_worth() -> None:
    system = "XXS W=3 D=1 FPB=2"
    value = told(file(*FOUR, more=(system,))).value

    written = write(value, format=Format.TRF26).text.splitlines()
    assert "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0" in written
    assert read("\n".join(written)).tournament.system == value.system


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("5400+30", "90 min + 30 s"),
        ("900", "15 min"),
        ("40/5400+30:1800+30", "40 moves in 90 min + 30 s, then 30 min + 30 s"),
    ],
)
def test_a_time_control_by_its_code_alone(code: str, words: str) -> None:
    value = told(file(*FOUR, header=(*HEADER, f"222 {code}"))).value

    assert value.time_control == words
    written = write(value, format=Format.TRF26).text.splitlines()
    assert [line for line in written if line[:3] in ("122", "222")] == [f"222 {code}"]
