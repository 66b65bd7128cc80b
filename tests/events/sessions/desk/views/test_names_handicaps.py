from decimal import Decimal
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.desk.services.handicaps import Handicaps, set_handicaps
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.setup.services.sessions import enter_names
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, name
from tests.queries import queries

HUGE = "99999999999999999999"

pytestmark = pytest.mark.django_db


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/handicaps/"


def stored(session: Session) -> dict[str, tuple[str, ...]]:
    """Code → own handicap and the players', of those who have any."""
    return {
        contestant.code: tuple(
            "" if one is None else str(one)
            for one in (contestant.own_handicap, *contestant.player_handicaps)
        )
        for contestant in session_contestants(session.pk).values()
        if contestant.handicap is not None
    }


def test_handicaps_are_entered_and_shown_again(director_client: Client) -> None:
    session = evening("AB", "C", "")
    answer = director_client.post(
        address(session),
        {"A1-1": "2,5", "A1-2": "−3", "A2-1": " 4.25 ", "A3-own": "10", "A9-own": "1"},
    )
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/ranking/")
    assert stored(session) == {"A1": ("", "2.50", "-3.00"), "A2": ("", "4.25"), "A3": ("10.00",)}
    form = director_client.get(address(session)).context["form"]
    assert [form[name].value() for name in ("A1-1", "A1-2", "A2-1", "A3-own", "A1-own")] == [
        "2.5",
        "-3",
        "4.25",
        "10",
        "",
    ]


def test_an_emptied_field_takes_the_handicap_away(director_client: Client) -> None:
    session = evening()
    director_client.post(address(session), {"A1-own": "5"})
    director_client.post(address(session), {"A1-own": ""})
    assert stored(session) == {}
    assert LogEntry.objects.filter(action="handicaps").count() == 2


@pytest.mark.parametrize(
    "wrong", [["x"], ["a\0b", "1.234", "1000", "-1000", "NaN", "1e9", HUGE]], ids=len
)
def test_what_is_no_handicap_is_refused_at_its_field_and_kept(
    director_client: Client, wrong: list[str]
) -> None:
    session = evening()
    fields = ("A2-1", "A2-2", "A3-1", "A3-2", "A4-1", "A4-2", "A5-1")
    typed = dict(zip(fields, wrong, strict=False))
    answer = director_client.post(address(session), {"A1-own": "5"} | typed)
    form = answer.context["form"]
    assert (answer.status_code, set(form.errors)) == (422, set(typed))
    assert ({field: form[field].value() for field in typed}, stored(session)) == (typed, {})
    if len(wrong) == 1:
        assert "One handicap needs a second look." in answer.content.decode()


def test_the_last_handicaps_are_offered_and_kept_only_when_saved(director_client: Client) -> None:
    before, session = evening(day=1), evening(day=2)
    given = {"A1": Handicaps(players=(Decimal(2), Decimal(4)))}
    set_handicaps(session=before, handicaps=given, by=Actor())
    set_handicaps(
        session=session, handicaps={"A1": Handicaps(players=(Decimal(9), None))}, by=Actor()
    )
    page = director_client.get(address(session))
    assert (
        "Fill in the handicaps of 2 players, of the register or their last sessions"
        in page.content.decode()
    )
    assert page.context["form"]["A1-2"].value() == ""
    filled = director_client.get(address(session), {"last": ""})
    form = filled.context["form"]
    assert [form[name].value() for name in ("A1-1", "A1-2", "A2-1")] == ["9", "4", ""]
    assert "Nothing is stored until you save." in filled.content.decode()
    assert stored(session) == {"A1": ("", "9.00", "")}


def test_nobody_who_had_one_is_not_offered(director_client: Client) -> None:
    assert "Fill in" not in director_client.get(address(evening())).content.decode()


@pytest.mark.parametrize(
    ("method", "described"),
    [
        ("mp", "In percent, added to the percentage of the session."),
        ("butler", "In IMPs, added to the total of the session."),
        ("cross-imps", "In IMPs, added to the total of the session."),
        ("total", "In points, added to the total of the session."),
    ],
)
def test_the_page_says_what_is_added(director_client: Client, method: str, described: str) -> None:
    text = director_client.get(address(evening(method=method))).content.decode()
    assert (described in text, "A handicap of the pair counts" in text) == (True, True)


def test_an_individual_has_a_field_for_each_player(director_client: Client) -> None:
    session = individual()
    page = director_client.get(address(session))
    assert list(page.context["form"].fields) == [f"A{number}-1" for number in range(1, 9)]
    assert "A handicap of the pair counts" not in page.content.decode()
    director_client.post(address(session), {"A1-1": "3"})
    assert stored(session) == {"A1": ("", "3.00")}


def test_queries_do_not_grow(director_client: Client) -> None:
    counts = [
        queries(partial(director_client.get, address(factories.played(text))))
        for text in (factories.ONE_TABLE, factories.MITCHELL_3)
    ]
    assert counts[0] == counts[1]


def test_a_handicap_is_not_given_to_whoever_came_in_meanwhile(director_client: Client) -> None:
    session = evening("AB", "CD")
    shown = director_client.get(address(session)).context["form"].shown_text
    names = {"A1": [name("X"), name("B")]}
    enter_names(session=session, names=names, by=Actor())
    sent = {"A1-1": "5", "A1-2": "3", "shown": shown}

    page = director_client.post(address(session), sent)

    form = page.context["form"]
    assert form.errors == {
        "A1-1": ["Somebody else has entered another player here. Save again to store yours."]
    }
    assert stored(session) == {}
    director_client.post(address(session), sent | {"shown": form.shown_text})
    assert stored(session) == {"A1": ("", "5.00", "3.00")}


def test_an_offered_handicap_is_one_that_the_page_did_not_show_as_stored(
    director_client: Client,
) -> None:
    earlier, session = evening("AB", day=1), evening("AB", day=2)
    director_client.post(address(earlier), {"A1-1": "9"})
    page = director_client.get(address(session), {"last": ""})
    form = page.context["form"]
    assert form["A1-1"].value() == "9"

    director_client.post(address(session), {"A1-1": "9", "shown": form.shown_text})

    assert stored(session) == {"A1": ("", "9.00", "")}
