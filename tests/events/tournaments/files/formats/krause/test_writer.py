from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import (
    Entrant,
    Forbidden,
    PreservedLine,
    Team,
    Tournament,
)
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.writer import write

W, B = Colour.WHITE, Colour.BLACK
CELL = slice(91, 99)


def game(opponent: int, colour: Colour | None, code: Code) -> Result:
    return Result(opponent, colour, code)


def bye(code: Code) -> Result:
    return Result(None, None, code)


def tournament(*results: Result | None, **facts: object) -> Tournament:
    """A tournament of one round, in which the players from 1 have these results."""
    names = ("Lamb", "Moss", "Dale", "Ekman")
    entrants = tuple(
        Entrant(number, names[number - 1], "Ada", results=(result,))
        for number, result in enumerate(results, 1)
    )
    return replace(Tournament("Lakeside Open", rounds=1, entrants=entrants), **facts)  # type: ignore[arg-type]


PAIR = tournament(game(2, W, Code.WIN), game(1, B, Code.LOSS))


def lines(value: Tournament, format_: Format = Format.TRF16) -> list[str]:
    return write(value, format=format_).text.split("\r\n")[:-1]


def notices(value: Tournament, format_: Format = Format.TRF16) -> list[str]:
    return list(map(str, write(value, format=format_).notices))


@pytest.mark.parametrize(
    ("format_", "between"),
    [
        (Format.TRF16, ["013"]),
        (Format.KRAUSE, ["013"]),
        (Format.TRF26, ["142", "162", "202", "212", "310"]),
    ],
)
def test_the_order_of_the_records(format_: Format, between: list[str]) -> None:
    day = date(2026, 3, 7)
    value = replace(
        PAIR,
        city="Westerby",
        federation="ENG",
        start=day,
        finish=day,
        kind="Swiss (Dutch)",
        chief_arbiter="Ada Lind",
        deputies=("Bo Falk", "Cai Storm"),
        time_control="15 min",
        round_dates=(day,),
        teams=(Team("Mill", (1, 2)),),
        tie_breaks=("BH",),
        preserved=(PreservedLine("801 x", "end"), PreservedLine("XXC white1", "end")),
        lot=Colour.WHITE,
    )

    tags = [line[:3] for line in lines(value, format_)]
    header = "012 022 032 042 052 062 072 082 092 102 112 112 122 132".split()  # noqa: SIM905
    end = {
        Format.TRF16: ["801", "XXC"],
        Format.TRF26: ["182", "192", "222", "801", "XXC"],
        Format.KRAUSE: ["XXC"],
    }
    assert tags == [*header, *between, "001", "001", *end[format_]]


def test_lines_end_in_cr_lf() -> None:
    text = write(PAIR).text

    assert text.count("\r\n") == text.count("\n") == text.count("\r") == 5


CODES = {
    Code.WIN: ("   2 w 1", "   2 w 1"),
    Code.DRAW: ("   2 w =", "   2 w ="),
    Code.LOSS: ("   2 w 0", "   2 w 0"),
    Code.UNRATED_WIN: ("   2 w W", "   2 w +"),
    Code.UNRATED_DRAW: ("   2 w D", "   2 w ="),
    Code.UNRATED_LOSS: ("   2 w L", "   2 w -"),
    Code.FORFEIT_WIN: ("   2 w +", "   2 w +"),
    Code.FORFEIT_LOSS: ("   2 w -", "   2 w -"),
    Code.PENDING: ("   2 w", "   2 w"),
    Code.PAIRING_BYE: ("0000 - U", "0000 - +"),
    Code.HALF_BYE: ("0000 - H", "0000 - ="),
    Code.FULL_BYE: ("0000 - F", "0000 - +"),
    Code.ZERO_BYE: ("0000 - Z", "0000 - -"),
}


@pytest.mark.parametrize("code", Code)
def test_every_result(code: Code) -> None:
    value = tournament(bye(code) if code.is_bye else game(2, W, code), None)

    newer, old = CODES[code]
    assert lines(value)[3][CELL] == newer
    players = [line for line in lines(value, Format.TRF26) if line.startswith("001")]
    assert players[0][CELL] == newer
    assert lines(value, Format.KRAUSE)[3][CELL] == old


def test_an_unknown_colour_and_an_absence() -> None:
    value = tournament(game(2, None, Code.WIN), game(1, None, Code.LOSS), None)

    assert [line[CELL] for line in lines(value)[3:]] == ["   2 - 1", "   1 - 0", ""]


def test_columns_never_shift() -> None:
    entrant = Entrant(
        9999, "A-very-long-family-name", "With-a-given-name", "w", "WGM", 3999, "ENG",
        "12345678901", "1990-12-31", 9999, (game(1, B, Code.LOSS),),
    )  # fmt: skip
    value = replace(PAIR, entrants=(*PAIR.entrants, entrant))

    assert lines(value)[-1] == (
        "001 9999 wWGM A-very-long-family-name,With-a-gi 3999 ENG 12345678901 1990/12/31  0.0 9999"
        "     1 b 0"
    )
    assert notices(value) == [
        "“A-very-long-family-name,With-a-given-name” is cut after 33 characters."
    ]


@pytest.mark.parametrize(
    ("family", "given", "name"),
    [
        ("Lamb", "", "Lamb"),
        ("Lamb, jr", "", "Lamb, jr,"),
        ("Lamb, jr", "Ada", "Lamb, jr,Ada"),
        ("Lamb", "Ada, Bea", "Lamb,Ada  Bea"),
        ("Lamb\r\n001", "Ada", "Lamb 001,Ada"),
    ],
)
def test_a_name_is_read_back_as_it_was_as_far_as_can_be(family: str, given: str, name: str) -> None:
    value = replace(PAIR, entrants=(replace(PAIR.entrants[0], family=family, given=given),))

    assert lines(value)[3][14:47].rstrip() == name


def test_what_is_too_long_for_its_columns_is_left_out() -> None:
    long = replace(PAIR.entrants[0], federation="Ireland", identity="1234567890123")
    value = replace(PAIR, entrants=(long,), system=PointSystem(win=Fraction(1000)))

    assert lines(value)[3][47:].split() == ["2", "w", "1"]
    assert notices(value) == [
        "“Ireland” of player 1 is too long and is left out.",
        "“1234567890123” of player 1 is too long and is left out.",
        "“1000.0” of player 1 is too long and is left out.",
    ]


def test_a_title_is_written_as_the_format_has_it() -> None:
    value = replace(PAIR, entrants=(replace(PAIR.entrants[0], title="WIM"),))

    assert [lines(value, format_)[-1][10:13] for format_ in (Format.TRF16, Format.KRAUSE)] == [
        "WIM",
        " wm",
    ]


def test_a_year_of_birth() -> None:
    value = replace(PAIR, entrants=(replace(PAIR.entrants[0], born="1990"),))

    assert lines(value)[3][69:79] == "1990      "


def test_teams_in_both_formats() -> None:
    value = replace(PAIR, teams=(Team("Mill Lane Chess Club of Westerby-on-Sea", (1, 2)),))

    assert lines(value)[4] == "013 Mill Lane Chess Club of Westerby   1    2"
    assert lines(value, Format.TRF26)[6] == (
        "310   1 Mill Lane Chess Club of Westerby                        1.0         1    2"
    )
    assert notices(value) == [
        "“Mill Lane Chess Club of Westerby-on-Sea” is cut after 32 characters."
    ]


def test_rounds_planned_beyond_those_played() -> None:
    value = replace(PAIR, rounds=9)

    assert lines(value)[-1] == lines(value, Format.KRAUSE)[-1] == "XXR 9"
    assert lines(value, Format.TRF26)[3] == "142 9"


THREE_ONE = PointSystem(
    win=Fraction(3), draw=Fraction(1), forfeit_win=Fraction(3), pairing_bye=Fraction(3),
    half_bye=Fraction(1), full_bye=Fraction(3),
)  # fmt: skip


def test_a_point_system_by_its_letters() -> None:
    value = replace(PAIR, system=THREE_ONE)

    assert lines(value)[-6:] == [
        "BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  3.0",
    ]  # fmt: skip
    assert lines(value, Format.TRF26)[4] == "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0"


def test_a_point_system_that_the_letters_cannot_say() -> None:
    value = replace(PAIR, system=replace(THREE_ONE, half_bye=Fraction(1, 4)))

    expected = (
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.25 FPB=3.0 PAB=3.0 FW=3.0"
        " FL=0.0"
    )
    assert lines(value)[-1] == expected
    assert expected in lines(value, Format.TRF26)


def test_byes_that_were_asked_for_stand_in_records_of_their_own() -> None:
    value = tournament(
        bye(Code.HALF_BYE), bye(Code.PAIRING_BYE), bye(Code.ZERO_BYE), bye(Code.HALF_BYE)
    )

    assert lines(value, Format.TRF26)[5:7] == ["240 H 001 0001 0004", "240 Z 001 0003"]
    teams = replace(value, teams=(Team("Mill", (1, 2, 3, 4)),), forbidden=(Forbidden((1, 2)),))
    tags = {line[:3] for line in lines(teams, Format.TRF26)}
    assert {"240", "260"} & tags == set()


def test_forbidden_pairings() -> None:
    value = replace(PAIR, rounds=5, forbidden=(Forbidden((1, 2)), Forbidden((2, 1), 2, 3)))

    assert lines(value)[-3:] == ["XXR 5", "XXP 1 2", "260 002 003    2    1"]
    assert lines(value, Format.TRF26)[5:7] == ["260 001 005    1    2", "260 002 003    2    1"]
    assert lines(value, Format.KRAUSE)[-2:] == ["XXR 5", "XXP 1 2"]
    assert notices(value, Format.KRAUSE) == [
        "This format has no pairings forbidden in some rounds only."
    ]


def test_type_and_time_control_are_encoded_where_the_file_brought_nothing() -> None:
    value = replace(PAIR, kind="Swiss (Dutch)", time_control="90 min + 30 s")

    assert lines(value, Format.TRF26)[-2:] == ["192 FIDE_DUTCH", "222 5400+30"]
    own = replace(
        value, preserved=(PreservedLine("192 CUSTOM_SWISS", "end"), PreservedLine("222 1", "end"))
    )
    assert lines(own, Format.TRF26)[-2:] == ["192 CUSTOM_SWISS", "222 1"]
    assert notices(PAIR, Format.TRF26) == [
        "Record 192 is not written: the tournament has no type, such as Swiss (Dutch). Another"
        " program has to be told the pairing system.",
        "Record 222 is not written: the tournament has no time control.",
    ]
    assert notices(replace(PAIR, kind="Ladder", time_control="slow"), Format.TRF26) == [
        "Record 192 is not written: the type “Ladder” is none of the pairing systems of TRF26, such"
        " as Swiss (Dutch). Another program has to be told the system.",
        "Record 222 is not written: the time control “slow” is not of the form 90 min + 30 s. It is"
        " in words in record 122 alone.",
    ]


def test_tie_breaks_are_in_trf26_only() -> None:
    value = replace(PAIR, tie_breaks=("BH/C1", "DE"))

    assert "202 BH/C1,DE" in lines(value, Format.TRF26)
    assert notices(value) == ["This format has no tie-breaks."]


def test_comments_follow_the_record_that_they_followed() -> None:
    value = replace(
        PAIR,
        preserved=(
            PreservedLine("first"),
            PreservedLine("second"),
            PreservedLine("behind the city", "022"),
            PreservedLine("behind the players", "062"),
            PreservedLine("behind number 1", "001 1"),
            PreservedLine("behind number 7", "001 7"),
            PreservedLine("999 last", "end"),
            PreservedLine("end", "end"),
        ),
    )

    found = [line if not line.startswith("001") else line[:8] for line in lines(value)]
    assert found == [
        "first", "second", "012 Lakeside Open", "behind the city", "062 2", "behind the players",
        "072 0", "001    1", "behind number 1", "001    2", "behind number 7", "999 last", "end",
    ]  # fmt: skip


def test_the_format_of_2006_has_no_other_records() -> None:
    value = replace(
        PAIR, preserved=(PreservedLine("250 x", "end"), PreservedLine("a comment", "end"))
    )

    assert lines(value, Format.KRAUSE)[-1] == "a comment"
    assert notices(value, Format.KRAUSE) == [
        "This format has no record 250 (virtual points); it is left out."
    ]


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        ((Code.PAIRING_BYE, Code.ZERO_BYE), False),
        ((Code.FULL_BYE, Code.FULL_BYE), False),
        ((Code.FULL_BYE, None), True),
        ((Code.FULL_BYE, Code.PAIRING_BYE), True),
    ],
)
def test_byes_that_the_old_spelling_cannot_distinguish(
    codes: tuple[Code | None, ...], told: bool
) -> None:
    value = tournament(*(bye(code) if code else None for code in codes))

    alike = "Pairing-allocated and full-point byes are written alike."
    assert notices(value, Format.KRAUSE) == ([alike] if told else [])


def test_games_shorter_than_a_move_are_reported_in_the_old_format() -> None:
    value = tournament(game(2, W, Code.UNRATED_WIN), game(1, B, Code.UNRATED_LOSS))

    assert notices(value, Format.KRAUSE) == [
        "Games shorter than a move each are written as forfeits or as draws."
    ]
    assert notices(value) == []


def test_late_entries_whose_numbers_a_checker_would_go_by_are_noticed() -> None:
    played = (Result(None, None, Code.PAIRING_BYE),)
    early = (Entrant(1, "A", rating=2000, results=played), Entrant(2, "B", results=played))
    late = Entrant(3, "C", rating=1900)
    found = notices(Tournament("T", rounds=3, entrants=(*early, late)))

    assert [text[:12] for text in found] == ["Late entries"]
    assert notices(Tournament("T", rounds=3, entrants=early)) == []
