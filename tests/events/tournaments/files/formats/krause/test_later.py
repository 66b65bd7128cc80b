from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, PointSystem, Result
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.files.formats.krause.team_facts import written_lines
from tests.events.tournaments.files.formats.krause.files import PAIR, both, file, player, told

HALF = Fraction(1, 2)


@pytest.mark.parametrize("record", ["142 9", "XXR 9", "142   9", "XXR     9"])
def test_the_rounds_that_are_planned(record: str) -> None:
    found = told(file(*PAIR, more=(record,)))

    assert (found.value.rounds, found.notices) == (9, [])


def test_the_rounds_that_are_played_are_planned() -> None:
    assert told(file(*PAIR, more=("142 0",))).value.rounds == 1


@pytest.mark.parametrize("text", ["nine", "1000", "-1"])
def test_rounds_that_cannot_be_read(text: str) -> None:
    found = told(file(*PAIR, more=(f"142 {text}",)))

    assert (found.value.rounds, found.notices) == (
        1,
        [f'line 5: "{text}" cannot be read; it is left out'],
    )


THREE_ONE = {
    "win": Fraction(3), "forfeit_win": Fraction(3), "full_bye": Fraction(3),
    "draw": Fraction(1), "half_bye": Fraction(1), "pairing_bye": Fraction(3),
}  # fmt: skip


@pytest.mark.parametrize(
    ("records", "points"),
    [
        (("162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",), THREE_ONE),
        (("162  W 3.0    D 1.0",), THREE_ONE),
        (("162  w 3.0    d 1.0    X 1.0",), THREE_ONE),
        (("XXS W=3 D=1 PAB=3",), THREE_ONE),
        (("XXS W=3", "XXS D=1"), THREE_ONE),
        (("BBW  3.0", "BBD  1.0"), THREE_ONE),
        (("162  P 0.5",), {"pairing_bye": HALF}),
        (("XXS PAB=.5",), {"pairing_bye": HALF}),
        (("BBU  0.5",), {"pairing_bye": HALF}),
        (("162  A-1.0",), {}),
        (("162  A 0.5",), {"zero_bye": HALF, "forfeit_loss": HALF}),
        (("BBZ  0.5",), {"zero_bye": HALF}),
        (("BBF  0.5", "BBL  0.5"), {"forfeit_loss": HALF, "loss": HALF}),
        (("XXS FW=.5 FL=.25 HPB=0 FPB=.5 ZPB=.5 WL=0,5",), {
            "forfeit_win": HALF, "forfeit_loss": Fraction(1, 4), "half_bye": Fraction(0),
            "full_bye": HALF, "zero_bye": HALF, "loss": HALF,
        }),
    ],
)  # fmt: skip
def test_a_point_system(records: tuple[str, ...], points: dict[str, Fraction]) -> None:
    found = told(file(player(1), player(2), more=records))

    assert found.value.system == PointSystem(**points)


def test_points_are_checked_in_the_tournament_s_system() -> None:
    text = file(player(1, "2 w 1", points="3.0", rank="1"), PAIR[1], more=("162  W 3.0    D 1.0",))

    assert told(text).adjustments == []


@pytest.mark.parametrize(
    ("record", "left_out"),
    [
        ("162  Q 3.0", "Q 3.0"),
        ("162  W x.x", "W x.x"),
        ("XXS WW=x", "WW=x"),
        ("XXS QQ=1", "QQ=1"),
        ("XXS W=101", "W=101"),
        ("XXS W=0.123", "W=0.123"),
        ("BBW much", "BBW much"),
    ],
)
def test_points_that_cannot_be_read(record: str, left_out: str) -> None:
    found = told(file(*PAIR, more=(record,)))

    assert found.value.system == PointSystem()
    assert found.notices == [f'line 5: "{left_out}" cannot be read; it is left out']


@pytest.mark.parametrize(
    ("records", "codes"),
    [
        (("202 BH/C1,BH,DE",), ("BH/C1", "BH", "DE")),
        (("202 bh/c1, bh  de",), ("BH/C1", "BH", "DE")),
        (("212 PTS,BH,SB",), ("BH", "SB")),
        (("212 PTS,SB,BH", "202 SB,BH"), ("SB", "BH")),
        (("202 BH-C1,BH-C1",), ("BH/C1",)),
        (("202",), ()),
    ],
)
def test_tie_breaks(records: tuple[str, ...], codes: tuple[str, ...]) -> None:
    found = told(file(*PAIR, more=records))

    assert (found.value.tie_breaks, found.notices) == (codes, [])


@pytest.mark.parametrize(
    ("records", "codes", "notice"),
    [
        (("212 PTS,BH,SB", "202 SB,BH"), ("SB", "BH"), "line 6: records 202 and 212 have"),
        (("202 SB,BH", "212 PTS,BH,SB"), ("SB", "BH"), "line 6: records 202 and 212 have"),
        (("212 SB,PTS,BH",), ("SB", "BH"), "line 5: the points come first here"),
    ],
)
def test_an_order_that_is_not_followed_is_told(
    records: tuple[str, ...], codes: tuple[str, ...], notice: str
) -> None:
    found = told(file(*PAIR, more=records))

    assert found.value.tie_breaks == codes
    (told_,) = found.notices
    assert told_.startswith(notice)


def test_an_unknown_tie_break_is_left_out() -> None:
    found = told(file(*PAIR, more=("202 BH,KEIZER",)))

    assert (found.value.tie_breaks, found.notices) == (
        ("BH",),
        ['line 5: "KEIZER" is not a known tie-break; it is left out'],
    )


def bye(code: Code) -> Result:
    return Result(None, None, code)


@pytest.mark.parametrize(
    ("letter", "code"),
    [("H", Code.HALF_BYE), ("F", Code.FULL_BYE), ("Z", Code.ZERO_BYE), ("h", Code.HALF_BYE)],
)
def test_byes_of_a_round_that_no_line_has_yet(letter: str, code: Code) -> None:
    found = told(file(*PAIR, more=(f"240 {letter} 003 0002 0001",)))

    assert [entrant.results[1:] for entrant in found.value.entrants] == [(None, bye(code))] * 2
    assert (found.value.rounds, found.notices, found.adjustments) == (3, [], [])


def test_a_bye_that_is_in_the_player_s_line_too() -> None:
    text = file(player(1, "2 w 1"), player(2, "1 b 0"), player(3, "0000 - H"))

    found = told(text + "240 H 001 0003\n")
    assert found.player(3).results == (bye(Code.HALF_BYE),)
    assert found.notices == ["there are no ranks; all ranks are recalculated"]


def test_a_bye_against_what_the_player_s_line_says() -> None:
    found = told(file(*PAIR, more=("240 H 001 0002",)))

    assert found.player(2).results[0] != bye(Code.HALF_BYE)
    assert found.notices == ["line 5: the line of player 2 differs for round 1; that line counts"]


def test_a_bye_of_nobody() -> None:
    assert told(file(*PAIR, more=("240 H 002 0007",))).notices == [
        "line 5: there is no player 7; the bye is left out"
    ]


@pytest.mark.parametrize("record", ["240 X 002 0001", "240 H     0001", "240 H 00x 0001"])
def test_a_bye_that_cannot_be_read(record: str) -> None:
    assert told(file(*PAIR, more=(record,))).notices == [
        f'line 5: "{record}" cannot be read; it is left out'
    ]


THREE = (*PAIR, player(3, rank="3"))


@pytest.mark.parametrize(
    ("records", "forbidden"),
    [
        (("260 001 002    1    2    3", "142 5"), Forbidden((1, 2, 3), 1, 2)),
        (("260 002     0001 0002", "142 5"), Forbidden((1, 2), 2, 2)),
        (("260 001 005 0001 0002", "142 5"), Forbidden((1, 2))),
        (("260         0001 0002", "142 5"), Forbidden((1, 2))),
        (("XXP 1 2", "142 5"), Forbidden((1, 2))),
        (("XXP   1   3  2", "142 5"), Forbidden((1, 3, 2))),
    ],
)
def test_forbidden_pairings(records: tuple[str, ...], forbidden: Forbidden) -> None:
    found = told(file(*THREE, more=records))

    assert (found.value.forbidden, found.notices) == ((forbidden,), [])


@pytest.mark.parametrize(
    "record", ["260 001 005 0001", "260 x   005    1    2", "XXP 1", "XXP a b"]
)
def test_forbidden_pairings_that_cannot_be_read(record: str) -> None:
    assert told(file(*THREE, more=(record,))).notices == [
        f'line 6: "{record}" cannot be read; it is left out'
    ]


def test_forbidden_pairings_of_nobody() -> None:
    nobody = "line 6: there is no player %s; the record is left out"
    assert told(file(*THREE, more=("XXP 1 9",))).notices == [nobody % 9]
    assert told(file(*THREE, more=("XXP 1 " + "9" * 5000,))).notices == [nobody % ("9" * 18)]


@pytest.mark.parametrize("record", ["240 H 003 0001", "260 001 005    1    2", "XXP 1 2"])
def test_in_a_team_tournament_these_records_name_teams_and_are_kept(record: str) -> None:
    teams = (f"013 {'Mill':32}   1", f"013 {'Lane':32}   2", record)
    found = told(file(*PAIR, more=teams))

    assert (found.value.rounds, found.value.forbidden) == (1, ())
    assert [kept.text for kept in written_lines(found.value)] == [record]


@pytest.mark.parametrize("tag", ["142", "162", "202", "212", "240", "260"])
def test_the_strict_profile_knows_none_of_these_records(tag: str) -> None:
    _lenient, strict = both(file(*PAIR, more=(f"{tag} 1",)))

    assert strict.errors == [f"line 5: invalid record {tag}"]


@pytest.mark.parametrize("line", ["XXR 9", "XXS W=3", "XXP 1 2", "BBW  3.0"])
def test_the_strict_profile_takes_lines_without_numbers_for_comments(line: str) -> None:
    found = told(file(*PAIR, more=(line,)), strict=True)

    assert (found.value.rounds, found.value.system) == (1, PointSystem())
    assert [kept.text for kept in found.value.preserved] == [line]


@pytest.mark.parametrize("record", ["142", "XXR", "162 W", "BBW", "XXS W=", "240", "260", "260 1"])
def test_a_number_of_any_length_is_left_out(record: str) -> None:
    found = told(file(*PAIR, more=(f"{record} {'9' * 5000}",)))

    assert found.value.rounds == 1
    assert all(len(notice) < 2000 for notice in found.notices)
