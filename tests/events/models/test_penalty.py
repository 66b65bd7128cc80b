import pytest
from django.db import IntegrityError, transaction

from events.models import Penalty
from tests.events import factories

pytestmark = pytest.mark.django_db

GOOD = {"kind": "percent", "amount": 10, "reason": "Slow play."}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "fine"},
        {"amount": 0},
        {"amount": -1},
        {"amount": 101},
        {"kind": "warning"},
        {"kind": "warning", "amount": -1},
        {"kind": "imps", "amount": 0},
        {"reason": ""},
    ],
)
def test_a_penalty_that_is_none_is_refused_by_the_database(change: dict) -> None:
    contestant = factories.contestant(factories.session(), 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Penalty.objects.create(contestant=contestant, **(GOOD | change))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "2: 10 per cent of a top"),
        ({"amount": 100}, "2: 100 per cent of a top"),
        ({"kind": "imps", "amount": 150}, "2: 150 IMPs"),
        ({"kind": "warning", "amount": 0}, "2: 0 a warning"),
    ],
)
def test_a_penalty_is_taken_by_the_database(change: dict, text: str) -> None:
    contestant = factories.contestant(factories.session(), 2)
    assert str(Penalty.objects.create(contestant=contestant, **(GOOD | change))) == text
