from datetime import date

import pytest

from events.tournaments.files.formats.krause.header import type_of_tournament
from tests.events.tournaments.files.formats.krause.files import PAIR, both, file, told

NAME, START = "012 Lakeside Open", "042 2026/03/07"

DATES = f"{'132':91}26/03/07"


def test_every_record_of_the_header() -> None:
    text = file(
        *PAIR,
        header=(
            NAME, "022 Westerby", "032 ENG", START, "052 2026/03/07", "062 2", "072 0", "082 0",
            "092 Individual: Swiss", "102 Ada Lind", "112 Bo Falk", "112 Cai Storm",
            "122 90 min + 30 s", DATES,
        ),
    )  # fmt: skip

    for found in both(text):
        value = found.value
        assert found.notices == []
        assert (value.name, value.city, value.federation) == ("Lakeside Open", "Westerby", "ENG")
        assert (value.start, value.finish) == (date(2026, 3, 7), date(2026, 3, 7))
        assert (value.kind, value.time_control) == ("Individual: Swiss", "90 min + 30 s")
        assert (value.chief_arbiter, value.deputies) == ("Ada Lind", ("Bo Falk", "Cai Storm"))
        assert value.round_dates == (date(2026, 3, 7),)


@pytest.mark.parametrize("header", [(START,), ("012", START), ("012   ", START)])
def test_without_a_name_the_file_s_is_taken(header: tuple[str, ...]) -> None:
    text = file(*PAIR, header=header)
    place = "" if len(header) == 1 else "line 1: "

    found = told(text, file_name="folder/spring-open.trf")
    assert found.value.name == "spring-open"
    assert found.adjustments == [
        f'{place}the tournament\'s name is missing; the file name is used: "spring-open"'
    ]
    assert told(text, strict=True, file_name="x.trf").errors == [
        f"{place}the tournament's name is missing"
    ]


def test_without_a_name_and_a_file_name_it_has_to_be_given() -> None:
    found = told(file(*PAIR, header=(START,)))

    assert found.value.name == ""
    assert found.adjustments == ["the tournament's name is missing; it must be given"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("012 2026", '"2026" has no letter'),
        ("022 1234", '"1234" has no letter'),
        ("092 ---", '"---" has no letter'),
        ("102 007", '"007" has no letter'),
        ("112 007", '"007" has no letter'),
        ("122 blitz", '"blitz" is not a time control: it has no digit'),
    ],
)
def test_texts_without_a_letter_are_errors_in_the_strict_profile(record: str, message: str) -> None:
    header = (NAME, START, record) if not record.startswith("012") else (START, record)
    lenient, strict = both(file(*PAIR, header=header))

    assert (lenient.errors, lenient.notices, lenient.adjustments) == ([], [], [])
    assert strict.errors == [f"line {len(header)}: {message}"]


def test_a_letter_of_any_script_will_do() -> None:
    for found in both(file(*PAIR, header=("012 Шахматы", START, "022 Łódź"))):
        assert (found.value.name, found.value.city) == ("Шахматы", "Łódź")


@pytest.mark.parametrize(
    ("text", "code"), [("IRL", "IRL"), ("Ireland", "IRL"), ("irl", "IRL"), ("FID", "FID")]
)
def test_a_federation_by_code_or_country(text: str, code: str) -> None:
    for found in both(file(*PAIR, header=(NAME, START, f"032 {text}"))):
        assert (found.value.federation, found.notices) == (code, [])


def test_an_unknown_federation_is_kept_as_it_is() -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, START, "032 Narnia")))

    message = 'line 3: "Narnia" is not a federation; it is kept as text'
    assert (lenient.value.federation, lenient.notices) == ("Narnia", [message])
    assert strict.errors == [message]


@pytest.mark.parametrize("text", ["2026.03.07", "07.03.2026", "07. 03. 2026", "March 7, 2026"])
def test_a_start_in_every_usual_form(text: str) -> None:
    for found in both(file(*PAIR, header=(NAME, f"042 {text}"))):
        assert (found.value.start, found.notices) == (date(2026, 3, 7), [])


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ((), "the start date is missing"),
        (("042",), "line 2: the start date is missing"),
        (("042 soon",), 'line 2: "soon" is not a date'),
    ],
)
def test_without_a_start_the_first_round_s_date_is_taken(
    record: tuple[str, ...], message: str
) -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, *record, DATES)))

    assert lenient.value.start == date(2026, 3, 7)
    assert lenient.adjustments == [f"{message}; the date of the first round is used: 2026-03-07"]
    assert strict.errors == [message]


def test_without_any_date_the_start_has_to_be_given() -> None:
    lenient, strict = both(file(*PAIR, header=(NAME,)))

    assert lenient.value.start is None
    assert lenient.adjustments == ["the start date is missing; the start must be given"]
    assert strict.errors == ["the start date is missing"]


def test_an_end_that_cannot_be_read() -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, START, "052 late")))

    message = 'line 3: "late" is not a date; the end is left out'
    assert (lenient.value.finish, lenient.notices) == (None, [message])
    assert strict.errors == [message]


def test_a_start_after_the_end_is_an_error() -> None:
    for found in both(file(*PAIR, header=(NAME, START, "052 2026/03/06"))):
        assert found.errors == ["line 2: the start 2026-03-07 is after the end 2026-03-06"]


def test_the_end_follows_from_the_last_round() -> None:
    for found in both(file(*PAIR, header=(NAME, START, DATES))):
        assert (found.value.finish, found.notices) == (date(2026, 3, 7), [])


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            (START, f"{DATES}  26/03/08"),
            "line 3: the number of round dates is 2, that of rounds 1; the round dates are dropped",
        ),
        (
            ("042 2026/03/08", DATES),
            "line 3: the first round is on 2026-03-07, the start on 2026-03-08; the round dates "
            "are dropped",
        ),
        (
            (START, f"{'132':91}26/13/40"),
            'line 3: "26/13/40" is not a date; the round dates are dropped',
        ),
    ],
)
def test_round_dates_that_cannot_be_are_dropped(header: tuple[str, ...], message: str) -> None:
    lenient = told(file(*PAIR, header=(NAME, *header)))

    assert (lenient.value.round_dates, lenient.notices) == ((), [message])
    assert told(file(*PAIR, header=(NAME, *header)), strict=True).errors[0] == message


def test_a_last_round_after_the_end_drops_the_round_dates() -> None:
    found = told(file(*PAIR, header=(NAME, "042 2026/03/01", "052 2026/03/06", DATES)))

    assert (found.value.round_dates, found.notices) == (
        (),
        [
            "line 4: the last round is on 2026-03-07, the end on 2026-03-06; the round dates are "
            "dropped"
        ],
    )


@pytest.mark.parametrize("dates", ["26/03/07", "     26.03.07", " 2026-03-07"])
def test_round_dates_outside_their_columns_are_read_in_their_order(dates: str) -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, START, f"132 {dates}")))

    message = "line 3: the round dates are not in their columns; they are read in their order"
    assert lenient.value.round_dates == (date(2026, 3, 7),)
    assert lenient.notices == [message]
    assert strict.errors == [message]


def test_several_round_dates_outside_their_columns() -> None:
    two = (PAIR[0] + "     2 b 0", PAIR[1] + "     1 w 1")
    text = file(*two, header=(NAME, START, "132 26/03/07   26/03/08"))

    assert told(text).value.round_dates == (date(2026, 3, 7), date(2026, 3, 8))


def test_round_dates_that_fall_are_dropped() -> None:
    two = (PAIR[0] + "     2 b 0", PAIR[1] + "     1 w 1")
    lenient, strict = both(file(*two, header=(NAME, START, f"{DATES}  26/03/06")))

    message = "line 3: round 1 is on 2026-03-07, after round 2; the round dates are dropped"
    assert (lenient.value.round_dates, lenient.notices[0]) == ((), message)
    assert strict.errors[0] == message


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            ("042 2026/03/06", DATES),
            "line 3: the first round is on 2026-03-07, the start on 2026-03-06; the round dates "
            "are dropped",
        ),
        (
            (START, "052 2026/03/08", DATES),
            "line 4: the last round is on 2026-03-07, the end on 2026-03-08; the round dates are "
            "dropped",
        ),
    ],
)
def test_the_strict_profile_wants_the_first_and_the_last_day(
    header: tuple[str, ...], message: str
) -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, *header)))

    assert (lenient.value.round_dates, lenient.notices) == ((date(2026, 3, 7),), [])
    assert strict.errors == [message]


def test_round_dates_with_the_month_last_are_read() -> None:
    for found in both(file(*PAIR, header=(NAME, "042 2026/03/17", f"{'132':91}26/17/03"))):
        assert found.value.round_dates == (date(2026, 3, 17),)
        assert found.notices == ["line 3: the round dates are read as year, day, month"]


def test_an_empty_record_of_round_dates() -> None:
    lenient, strict = both(file(*PAIR, header=(NAME, START, "132")))

    assert lenient.notices == []
    assert strict.errors == ["line 3: the round dates are missing"]


def test_counts_are_compared_with_what_the_file_holds() -> None:
    for found in both(file(*PAIR, header=(NAME, START, "062 3", "072 1", "082 4", "062 x"))):
        assert found.notices == [
            "line 4: the number of rated players is given as 1, and the file holds 0",
            "line 5: the number of teams is given as 4, and the file holds 0",
            "line 6: record 062 is also in line 3; the last one counts",
            'line 6: "x" is not a number',
        ]


def test_of_a_record_that_comes_twice_the_last_one_counts() -> None:
    for found in both(file(*PAIR, header=("012 First", START, "012 Second"))):
        assert found.value.name == "Second"
        assert found.notices == ["line 3: record 012 is also in line 1; the last one counts"]


def test_a_second_chief_arbiter_is_a_deputy() -> None:
    for found in both(file(*PAIR, header=(NAME, START, "102 Ada Lind", "102 Bo Falk"))):
        assert (found.value.chief_arbiter, found.value.deputies) == ("Ada Lind", ("Bo Falk",))
        assert found.notices == [
            "line 4: there is one chief arbiter; the others are read as deputies"
        ]


def test_a_text_that_is_too_long_is_cut() -> None:
    for found in both(file(*PAIR, header=(f"012 {'x' * 201}", START))):
        assert found.value.name == "x" * 200
        assert found.notices == ["line 1: record 012 has 201 characters; the first 200 are kept"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Individual: Swiss-System (Dutch)", "FIDE_DUTCH"),
        ("Swiss Dubov System", "FIDE_DUBOV"),
        ("Burstein", "FIDE_BURSTEIN"),
        ("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
        ("All-Play-All", "FIDE_ROUNDROBIN"),
        ("Double Round Robin", "FIDE_DOUBLEROUNDROBIN"),
        ("Swiss", ""),
        ("Dutch or Dubov", ""),
        ("", ""),
    ],
)
def test_the_type_of_a_tournament(text: str, code: str) -> None:
    assert type_of_tournament(text) == code
