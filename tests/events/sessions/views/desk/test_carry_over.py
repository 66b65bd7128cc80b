from typing import Any

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import CarryOver, Session
from events.sessions.services.carry_over import set_carry_over
from tests.events.sessions.evenings import evening, series

HUGE = "99999999999999999999"

pytestmark = pytest.mark.django_db


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/carry-over/"


def offered(answer: Any) -> list[tuple[str, bool]]:
    return [(choice.value, choice.is_ticked) for choice in answer.context["form"].choices]


def test_earlier_sessions_and_series_are_offered(director_client: Client) -> None:
    before, final, after = (evening(day=day) for day in (1, 2, 3))
    same_day = evening(day=2, title="Afternoon")
    made = series(before)
    page = director_client.get(address(final))
    assert (page.status_code, page.context["form"].is_nothing) == (200, True)
    assert offered(page) == [
        (f"series-{made.pk}", False),
        (f"session-{same_day.pk}", False),
        (f"session-{before.pk}", False),
    ]
    assert after.date > final.date


@pytest.mark.parametrize("kind", ["session", "series"])
def test_a_carry_over_is_chosen_and_shown_again(director_client: Client, kind: str) -> None:
    heat, final = evening(day=1), evening(day=2)
    source = heat if kind == "session" else series(heat)
    typed = {"source": f"{kind}-{source.pk}", "weight": "75"}
    answer = director_client.post(address(final), typed)
    assert (answer.status_code, answer.url) == (302, f"/sessions/{final.pk}/ranking/")
    stored = CarryOver.objects.get(session=final)
    assert (stored.earlier_session or stored.earlier_series, stored.weight) == (source, 75)
    page = director_client.get(address(final))
    assert (offered(page)[0], page.context["form"]["weight"].value()) == (
        (typed["source"], True),
        75,
    )


def test_nothing_takes_a_carry_over_back(director_client: Client) -> None:
    heat, final = evening(day=1), evening(day=2)
    set_carry_over(session=final, earlier_session=heat, by=Actor())
    director_client.post(address(final), {"source": "nothing", "weight": "50"})
    assert CarryOver.objects.count() == 0


def test_a_search_keeps_what_is_chosen_and_changes_nothing(director_client: Client) -> None:
    first = evening(day=1, title="Heat one")
    second = evening(day=2, title="Heat two")
    final = evening(day=3)
    series(first, name="Other")
    answer = director_client.post(
        address(final),
        {"source": f"session-{second.pk}", "weight": "x", "words": "one", "find": "1"},
    )
    assert (answer.status_code, offered(answer)) == (
        200,
        [(f"session-{second.pk}", True), (f"session-{first.pk}", False)],
    )
    assert (answer.context["form"]["weight"].value(), CarryOver.objects.count()) == ("x", 0)


@pytest.mark.parametrize(
    "typed", ["", "session-0", "series-x", "session-", f"series-{HUGE}", "a\0b", "else-1", "²"]
)
def test_what_is_no_source_is_refused(director_client: Client, typed: str) -> None:
    final = evening()
    answer = director_client.post(address(final), {"source": typed, "weight": "50"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["source"])
    assert CarryOver.objects.count() == 0


@pytest.mark.parametrize("typed", ["", "0", "1000", "x", "a\0b", HUGE])
def test_what_is_no_weight_is_refused(director_client: Client, typed: str) -> None:
    heat, final = evening(day=1), evening(day=2)
    answer = director_client.post(address(final), {"source": f"session-{heat.pk}", "weight": typed})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["weight"])
    assert offered(answer) == [(f"session-{heat.pk}", True)]


def test_what_does_not_go_with_the_session_is_refused_in_words(director_client: Client) -> None:
    heat, final = evening(day=1, method="butler"), evening(day=2)
    answer = director_client.post(address(final), {"source": f"session-{heat.pk}", "weight": "50"})
    assert answer.status_code == 422
    assert "nothing can be carried forward." in answer.content.decode()


def test_a_visitor_carries_nothing_over(client: Client) -> None:
    heat, final = evening(day=1), evening(day=2)
    answer = client.post(address(final), {"source": f"session-{heat.pk}", "weight": "50"})
    assert (answer.status_code, CarryOver.objects.count()) == (302, 0)


def test_no_session_carries_nothing_over(director_client: Client) -> None:
    assert director_client.get(f"/sessions/{HUGE}/carry-over/").status_code == 404
