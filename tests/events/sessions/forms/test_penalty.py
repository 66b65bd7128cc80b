from decimal import Decimal

import pytest

from events.models import Session
from events.sessions.forms.penalty import PenaltyForm
from events.sessions.selectors.contestants import ContestantRecord
from players.domain.names import read_name

PAIR = ContestantRecord(7, 1, "A", "", 3, names=(read_name("Ada Finch"), read_name("Bo Lamb")))
OTHER = ContestantRecord(8, 2, "B", "NS", 4)


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
        (
            {"amount": "101"},
            "amount",
            "101 per cent is more than a whole top; 100 is the most.",
        ),
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
        "BNS 4",
    ]
