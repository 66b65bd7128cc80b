from decimal import Decimal

import pytest

from events.models import Session
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.line_result import LineResult
from events.sessions.rulings.forms import PenaltyForm, RulingForm, initial_of
from events.sessions.scoring.selectors.contestants import ContestantRecord
from players.domain.names import read_name


def ruling_filled(**data: object) -> RulingForm:
    return RulingForm({name: str(value) for name, value in data.items()}, board=1)


def rows(prefix: str, *pairs: tuple[str, str]) -> dict[str, str]:
    fields = {}
    for number, (weight, result) in enumerate(pairs, start=1):
        fields[f"{prefix}_weight_{number}"] = weight
        fields[f"{prefix}_result_{number}"] = result
    return fields


ARTIFICIAL = {"kind": "artificial"}

WEIGHTED = {"kind": "weighted"}

SPLIT = {"kind": "split"}

WHICH = "Which score? Type it as on the traveller: 620, -50, 4hs= or 3ntxw-2."


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (ARTIFICIAL | {"ns_award": "+", "ew_award": "-"}, "A+-"),
        (ARTIFICIAL | {"ns_award": "percent", "ns_percent": "70", "ew_award": "="}, "A70="),
        (ARTIFICIAL, "A="),
        ({"kind": "assigned", "assigned": "4sn="}, "100:420(4SN=)"),
        (WEIGHTED | rows("weighted", ("60", "4sn="), ("40", "-50")), "60:420(4SN=)/40:-50"),
        (
            SPLIT | rows("ns", ("", "420")) | rows("ew", ("50", "420"), ("50", "p")),
            "100:420|50:420/50:0(PASS)",
        ),
        (SPLIT | rows("ns", ("", "420")) | {"ew_outcome": "+"}, "100:420|A+"),
        (SPLIT | {"ns_outcome": "not-played"} | rows("ew", ("", "420")), "NP|100:420"),
        (
            SPLIT | {"ns_outcome": "percent", "ns_outcome_percent": "55"} | rows("ew", ("", "420")),
            "A55|100:420",
        ),
        (SPLIT | {"ns_outcome": "+", "ew_outcome": "="}, "A+="),
        (SPLIT | {"ns_outcome": "not-played", "ew_outcome": "not-played"}, "NP"),
        ({"kind": "not-played"}, "NP"),
        # What stands in the fields of another kind does not matter.
        ({"kind": "not-played", "assigned": "412", "ns_percent": "900"}, "NP"),
    ],
)
def test_what_the_fields_make(data: dict, text: str) -> None:
    form = ruling_filled(**data)
    assert (form.is_valid(), form.errors, str(form.adjustment)) == (True, {}, text)


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        (
            ARTIFICIAL | {"ns_award": "percent", "ns_percent": "101"},
            "ns_percent",
            "“101” is not a percentage: a number from 0 to 100, with two decimals at most.",
        ),
        (
            ARTIFICIAL | {"ew_award": "percent"},
            "ew_percent",
            "How many per cent? A number from 0 to 100.",
        ),
        (
            {"kind": "assigned", "assigned": "412"},
            "assigned",
            "+412 is not a score: no contract gives it.",
        ),
        ({"kind": "assigned"}, "assigned", WHICH),
        (
            WEIGHTED | rows("weighted", ("60", "420"), ("30", "-50")),
            "weighted_result_1",
            "The weights add up to 90 %, not 100 %.",
        ),
        (
            WEIGHTED | rows("weighted", *[("10", "0")] * 6),
            "weighted_result_1",
            "These are 6 scores; a weighted score has 5 at most.",
        ),
        (
            WEIGHTED | rows("weighted", ("60", "420"), ("x", "-50")),
            "weighted_weight_2",
            "“x” is not a percentage: a number from 0 to 100, with two decimals at most.",
        ),
        (SPLIT | rows("ns", ("", "420")), "ew_result_1", WHICH),
        (
            SPLIT | {"ns_outcome": "not-played", "ew_outcome": "+"},
            "ns_outcome",
            "One side needs a score where the board does not count for the other.",
        ),
        (
            SPLIT | rows("ns", ("", "4s")) | rows("ew", ("", "420")),
            "ns_result_1",
            "Understood 4♠; who played it (N E S W) is missing.",
        ),
        (
            {"kind": "guess"},
            "kind",
            "Select a valid choice. guess is not one of the available choices.",
        ),
        ({}, "kind", "This field is required."),
    ],
)
def test_ruling_what_is_wrong_stands_at_its_field(data: dict, field: str, message: str) -> None:
    form = ruling_filled(**data, law="12C2")
    assert form.is_valid() is False
    assert (form.adjustment, dict(form.errors)) == (None, {field: [message]})


def test_what_was_typed_stays_also_beyond_the_fifth_row() -> None:
    form = ruling_filled(**WEIGHTED, **rows("weighted", *[("10", str(n)) for n in range(7)]))
    assert form.is_valid() is False
    assert [result.value() for _, result in form.weighted_rows] == [str(n) for n in range(7)]
    assert len(form.ns_rows) == 5


def test_a_flood_of_rows_is_not_shown_again() -> None:
    form = ruling_filled(**WEIGHTED, weighted_weight_99="1", ns_weight_1000="1")
    assert (form.is_valid(), len(form.weighted_rows), len(form.ns_rows)) == (False, 20, 5)


@pytest.mark.parametrize("field", ["law", "reason"])
def test_a_text_that_is_too_long_is_refused(field: str) -> None:
    form = ruling_filled(kind="not-played", **{field: "x" * 201})
    assert (form.is_valid(), list(form.errors)) == (False, [field])


@pytest.mark.parametrize(
    "text",
    [
        "A=",
        "A+-",
        "A62.5/37.5",
        "A+40",
        "100:420",
        "100:420(4SN=)",
        "100:0(PASS)",
        "60:420(4SN=)/40:-1000(3NTxxW+1)",
        "100:420|33.34:0/33.33:50/33.33:-50",
        "A+|100:420",
        "100:420|A62.5",
        "100:420(4SN=)|NP",
        "NP",
    ],
)
def test_the_fields_of_a_ruling_make_it_again(text: str) -> None:
    form = RulingForm(initial_of(LineResult(adjustment=read_adjustment(text))), board=1)
    assert form.is_valid(), form.errors
    assert str(form.adjustment) == text


def test_without_a_ruling_a_split_score_begins_with_the_table_result() -> None:
    assert initial_of(LineResult(420)) == {"ns_result_1": "420", "ew_result_1": "420"}


PAIR = ContestantRecord(7, 1, "A", "", 3, names=(read_name("Ada Finch"), read_name("Bo Lamb")))

OTHER = ContestantRecord(8, 2, "B", "NS", 4, is_of_several_sections=True)


def filled(method: str = "mp", **data: str) -> PenaltyForm:
    good = {"contestant": "7", "kind": "percent", "amount": "10", "reason": "Late."}
    return PenaltyForm(good | data, session=Session(method=method), contestants=[PAIR, OTHER])


@pytest.mark.parametrize(
    ("data", "amount"),
    [
        ({}, Decimal(10)),
        ({"amount": "12.5"}, Decimal("12.5")),
        ({"amount": "12,5"}, Decimal("12.5")),
        ({"amount": "100"}, Decimal(100)),
        ({"kind": "matchpoints", "amount": "150"}, Decimal(150)),
        ({"kind": "warning", "amount": ""}, Decimal(0)),
        ({"kind": "warning", "amount": "0"}, Decimal(0)),
    ],
)
def test_a_penalty(data: dict, amount: Decimal) -> None:
    form = filled(**data)
    assert form.is_valid(), form.errors
    assert (form.cleaned_data["contestant"], form.cleaned_data["amount"]) == (7, amount)


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({"contestant": ""}, "contestant", "This field is required."),
        (
            {"contestant": "9"},
            "contestant",
            "Select a valid choice. 9 is not one of the available choices.",
        ),
        (
            {"kind": "imps"},
            "kind",
            "Select a valid choice. imps is not one of the available choices.",
        ),
        ({"amount": ""}, "amount", "How much is deducted? For nothing, choose a warning."),
        ({"amount": "0"}, "amount", "How much is deducted? For nothing, choose a warning."),
        ({"amount": "-5"}, "amount", "Ensure this value is greater than or equal to 0."),
        ({"amount": "ten"}, "amount", "Enter a number."),
        ({"amount": "NaN"}, "amount", "Enter a number."),
        ({"amount": "101"}, "amount", "101 per cent is more than a whole top; 100 is the most."),
        (
            {"kind": "warning", "amount": "5"},
            "amount",
            "A warning deducts nothing: leave this empty, or choose a unit.",
        ),
        ({"reason": " "}, "reason", "This field is required."),
    ],
)
def test_what_is_wrong_stands_at_its_field(data: dict, field: str, message: str) -> None:
    form = filled(**data)
    assert (form.is_valid(), dict(form.errors)) == (False, {field: [message]})


@pytest.mark.parametrize(
    ("method", "kinds"),
    [
        ("mp", ["percent", "matchpoints", "warning"]),
        ("butler", ["imps", "warning"]),
        ("cross-imps", ["imps", "warning"]),
        ("total", ["points", "warning"]),
    ],
)
def test_units_follow_from_the_method(method: str, kinds: list[str]) -> None:
    field = filled(method).fields["kind"]
    assert ([value for value, _ in field.choices], field.initial) == (kinds, kinds[0])


def test_contestants_are_named() -> None:
    assert [str(label) for _, label in filled().fields["contestant"].choices] == [
        "Choose a contestant",
        "3 Ada Finch – Bo Lamb",
        "NS B4",
    ]
