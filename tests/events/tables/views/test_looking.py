"""A phone that only looks, or waits to be let in, takes nothing from those who play."""

import pytest

from events.models import Submission, TableCall, TableDevice
from tests.events.tables.phones import FOUR_SPADES, Phone, evening

pytestmark = pytest.mark.django_db

NOWHERE = "/play/lines/999999/"


@pytest.fixture
def session():
    return evening()


def waiting(session) -> Phone:
    """The third phone of a table."""
    phone = Phone(session, 1, "NS")
    assert phone.now["device"]["approved"] is False
    return phone


@pytest.fixture
def north(session) -> Phone:
    return Phone(session, 1, "NS")


@pytest.mark.parametrize(
    ("path", "values"),
    [
        (NOWHERE, {"version": 0, **FOUR_SPADES}),
        (NOWHERE + "confirm/", {"version": 0}),
        ("/play/round/", {"round": 2}),
        ("/play/names/", {"names": {"N": "Ann Green"}}),
        ("/play/claims/1/", {"agree": True}),
    ],
)
@pytest.mark.parametrize("kind", ["look", "waiting"])
def test_what_it_sends_is_refused_and_leaves_no_row(session, north, kind, path, values):
    phone = Phone(session, 1, kind="look") if kind == "look" else waiting(session)
    assert phone.post(path, **values).status_code == 403
    assert (Submission.objects.count(), TableCall.objects.count()) == (0, 0)


def test_it_takes_no_call_back(session, north):
    looks, waits = Phone(session, 1, kind="look"), waiting(session)
    north.post("/play/call/")
    assert looks.post("/play/call/").status_code == 403
    assert looks.post("/play/call/", withdraw=True).status_code == 403
    assert waits.post("/play/call/", withdraw=True).status_code == 200
    assert TableCall.objects.get().withdrawn_at is None
    assert waits.post("/play/call/", board=9).status_code == 200
    waits.post("/play/call/", withdraw=True)
    assert TableCall.objects.get(board=9).withdrawn_at is not None


def test_it_uses_up_nobody_elses_sends(session, north):
    looks, waits = Phone(session, 1, kind="look"), waiting(session)
    for _ in range(40):
        looks.post("/play/call/")
    calls = [waits.post("/play/call/").status_code for _ in range(6)]
    assert calls == [200] * 5 + [429]
    assert north.enter(1).status_code == 200


@pytest.mark.parametrize("kind", ["look", "waiting"])
def test_it_gives_its_place(session, north, kind, monkeypatch):
    monkeypatch.setattr("events.tables.services.joining.MAX_LOOKING", 5)
    monkeypatch.setattr("events.tables.services.joining.MAX_DEVICES", 5)
    many = [
        Phone(session, 1, kind="look") if kind == "look" else waiting(session) for _ in range(7)
    ]
    assert many[-1].client.get("/play/now/").status_code == 200
    assert many[0].client.get("/play/now/").status_code == 401
    assert Phone(session, 1, "EW").now["device"]["approved"] is True
    assert TableDevice.objects.filter(revoked_at=None).count() <= 7


def test_a_phone_tells_the_director_of_a_result_for_no_line_once(session, north):
    for tricks in (10, 10, *range(14)):
        values = FOUR_SPADES | {"tricks": tricks}
        assert north.post(NOWHERE, version=0, board=7, **values).status_code == 404
    notes = list(TableCall.objects.values_list("kind", "board"))
    assert notes == [("late", 7)] * 10
    assert north.post(NOWHERE + "confirm/", version=0).status_code == 404
    assert TableCall.objects.count() == 10


def test_it_is_asked_nothing(session, north):
    """What one side says waits for the other side alone."""
    looks, waits = Phone(session, 1, kind="look"), waiting(session)
    east = Phone(session, 1, "EW")
    assert north.post("/play/round/", round=2).status_code == 200
    assert [phone.now["said"] for phone in (north, east, looks, waits)] == ["NS", "NS", "", ""]
