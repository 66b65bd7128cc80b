import datetime
import html
import re
from functools import partial
from typing import Any

import pytest
from django.test import Client

from events.models import LogEntry, Series, Session
from players.models import Club
from tests.events.sessions.evenings import evening, individual, series
from tests.queries import queries

HUGE = "99999999999999999999"
TYPED = {
    "name": "Spring cup",
    "adding": "average",
    "unit": "pair",
    "best": "",
    "minimum": "1",
    "earlier_weight": "50",
}

pytestmark = pytest.mark.django_db


def ticked(*sessions: Session, **weights: str) -> dict[str, Any]:
    return {"session": [str(each.pk) for each in sessions]}


def weights(made: Series) -> dict[int, int]:
    return dict(made.counted_sessions.values_list("session", "weight"))


def picks(answer: Any) -> tuple[list[Session], list[Session]]:
    """The ticked sessions and those that are found."""
    picker = answer.context["picker"]
    return [pick.session for pick in picker.ticked], [pick.session for pick in picker.found]


def test_a_series_is_made_in_one_page(director_client: Client) -> None:
    club = Club.objects.create(name="Hollybrook")
    heat = series(name="Heat")
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    page = director_client.get("/series/new/")
    assert (page.status_code, picks(page)) == (200, ([], [third, second, first]))
    answer = director_client.post(
        "/series/new/",
        {
            **TYPED,
            **ticked(first, third),
            f"weight-{third.pk}": "200",
            f"weight-{second.pk}": "300",
            "club": club.pk,
            "best": "2",
            "minimum": "3",
            "handicap": "on",
            "earlier": heat.pk,
            "earlier_weight": "25",
        },
        headers={"user-agent": "Laptop"},
    )
    made = Series.objects.get(name="Spring cup")
    assert (answer.status_code, answer.url) == (302, made.get_absolute_url())
    assert (made.club, made.best, made.minimum, made.handicap) == (club, 2, 3, True)
    assert (made.earlier, made.earlier_weight) == (heat, 25)
    assert weights(made) == {first.pk: 100, third.pk: 200}
    entry = LogEntry.objects.get(series=made)
    assert (entry.action, entry.device, entry.user) == ("created", "Laptop", made.created_by)


def test_a_series_is_shown_as_it_is_and_changed(director_client: Client) -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, weights={first.pk: 50}, name="Spring", best=3)
    page = director_client.get(f"/series/{made.pk}/edit/")
    assert (page.context["form"]["best"].value(), picks(page)) == (3, ([first], [second]))
    assert [pick.weight for pick in page.context["picker"].ticked] == ["50"]
    answer = director_client.post(
        f"/series/{made.pk}/edit/", {**TYPED, **ticked(second), "unit": "player"}
    )
    made.refresh_from_db()
    assert (answer.status_code, answer.url) == (302, made.get_absolute_url())
    assert (made.name, made.unit, made.best, weights(made)) == (
        "Spring cup",
        "player",
        None,
        {second.pk: 100},
    )


def test_a_search_keeps_what_is_typed_and_ticked_and_changes_nothing(
    director_client: Client,
) -> None:
    first = evening(day=1, title="Winter pairs")
    second = evening(day=2, title="Winter pairs")
    third = evening(day=3, title="Teams")
    answer = director_client.post(
        "/series/new/",
        {
            **TYPED,
            "name": "",
            "adding": "total",
            "handicap": "on",
            **ticked(third),
            f"weight-{third.pk}": "x",
            "words": "winter",
            "since": "2026-03-02",
            "find": "1",
        },
    )
    assert (answer.status_code, picks(answer)) == (200, ([third], [second]))
    form, [pick] = answer.context["form"], answer.context["picker"].ticked
    assert (form["adding"].value(), form["handicap"].value()) == ("total", "on")
    assert (pick.weight, pick.problem, form.errors) == ("x", "", {})
    assert 'value="winter"' in answer.content.decode()
    assert first not in picks(answer)[1]
    assert Series.objects.count() == 0


@pytest.mark.parametrize("typed", ["x", "2026-02-30", "a\0b", HUGE])
def test_a_search_by_no_date_says_so(director_client: Client, typed: str) -> None:
    answer = director_client.post("/series/new/", {"since": typed, "find": "1"})
    assert list(answer.context["picker"].search.errors) == ["since"]
    assert "Enter a valid date." in answer.content.decode()


def test_nothing_found_is_reported(director_client: Client) -> None:
    evening()
    answer = director_client.post("/series/new/", {"words": "nowhere", "find": "1"})
    assert "No other session is found." in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        *[("name", typed) for typed in ("", "  ", "a\0b", "x" * 121)],
        *[("club", typed) for typed in ("0", "x", HUGE)],
        *[("adding", typed) for typed in ("", "sum", "a\0b")],
        *[("unit", typed) for typed in ("", "team", "a\0b")],
        *[("best", typed) for typed in ("0", "-1", "x", "a\0b", HUGE)],
        *[("minimum", typed) for typed in ("", "0", "-1", "x", "a\0b", HUGE)],
        *[("earlier", typed) for typed in ("0", "x", HUGE)],
        *[("earlier_weight", typed) for typed in ("", "0", "1000", "x", "a\0b", HUGE)],
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_kept(
    director_client: Client, field: str, typed: str
) -> None:
    session = evening()
    answer = director_client.post("/series/new/", {**TYPED, **ticked(session), field: typed})
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    assert (form[field].value(), picks(answer)) == (typed, ([session], []))
    assert Series.objects.count() == 0


@pytest.mark.parametrize("typed", ["", "0", "1000", "-1", "1.5", "x", "a\0b", "²", HUGE])
def test_what_is_no_weight_is_refused_at_its_session(director_client: Client, typed: str) -> None:
    session = evening()
    answer = director_client.post(
        "/series/new/", {**TYPED, **ticked(session), f"weight-{session.pk}": typed}
    )
    [pick] = answer.context["picker"].ticked
    assert (answer.status_code, pick.weight, pick.problem) == (
        422,
        typed,
        "A weight is a whole number of percent, from 1 to 999.",
    )
    assert pick.problem in answer.content.decode()


@pytest.mark.parametrize("typed", ["0", "x", "-1", "a\0b", "²", HUGE])
def test_what_is_no_session_is_left_out(director_client: Client, typed: str) -> None:
    answer = director_client.post("/series/new/", {**TYPED, "session": [typed]})
    assert (answer.status_code, weights(Series.objects.get())) == (302, {})


def test_sessions_that_do_not_add_up_are_refused_each_at_its_place(
    director_client: Client,
) -> None:
    good, imps, alone = evening(day=1), evening(day=2, method="butler"), individual(day=3)
    answer = director_client.post("/series/new/", {**TYPED, **ticked(good, imps, alone)})
    problems = {pick.session: pick.problem for pick in answer.context["picker"].ticked}
    assert (answer.status_code, problems[good]) == (422, "")
    assert problems[imps].startswith("“Evening 2” (2 March 2026) is scored by IMPs")
    assert problems[alone].startswith("“Individual 3” (3 March 2026) is an individual")
    assert Series.objects.count() == 0


def test_an_earlier_series_of_another_kind_is_refused_at_its_field(
    director_client: Client,
) -> None:
    heat = series(name="Heat", unit="player")
    answer = director_client.post("/series/new/", {**TYPED, "earlier": heat.pk})
    assert (answer.status_code, answer.context["form"].errors["earlier"]) == (
        422,
        ["“Heat” ranks players and “Spring cup” pairs: nothing can be carried forward."],
    )


def test_a_series_does_not_offer_itself_to_be_carried_forward(director_client: Client) -> None:
    made, other = series(name="Spring"), series(name="Autumn")
    page = director_client.get(f"/series/{made.pk}/edit/")
    assert list(page.context["form"].fields["earlier"].queryset) == [other]


def test_found_sessions_are_limited_to_sixty(director_client: Client) -> None:
    date = datetime.date(2026, 3, 1)
    Session.objects.bulk_create(Session(title=f"S{n}", date=date) for n in range(61))
    assert len(picks(director_client.get("/series/new/"))[1]) == 60


def test_queries_do_not_grow(director_client: Client) -> None:
    counts = []
    for number in (1, 3):
        Session.objects.all().update(title="Elsewhere")
        made = series(*(evening(day=day, club=_club(day)) for day in range(1, number + 1)))
        evening(day=20 + number, club=_club(9))
        counts.append(queries(partial(director_client.get, f"/series/{made.pk}/edit/")))
    assert counts[0] == counts[1]


def _club(number: int) -> Club:
    return Club.objects.get_or_create(name=f"Club {number}")[0]


def _shown(page: Any) -> dict[str, str]:
    """What the page says that it showed."""
    fields = [page.context["form"].shown, page.context["picker"].shown]
    return dict(re.findall(r'name="(.*?)" value="(.*?)"', html.unescape("".join(fields))))


def test_sessions_that_two_directors_tick_are_both_in_the_series(director_client: Client) -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    made = series(first)
    address = f"/series/{made.pk}/edit/"
    shown = _shown(director_client.get(address))
    mine = {**TYPED, **ticked(first, second), **shown}
    theirs = {**TYPED, **ticked(first, third), **shown}

    for sent in (mine, theirs):
        assert director_client.post(address, sent).status_code == 302

    assert weights(made) == {each.pk: 100 for each in (first, second, third)}


def test_a_session_that_one_unticks_and_another_weights_is_asked_about(
    director_client: Client,
) -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    address = f"/series/{made.pk}/edit/"
    shown = _shown(director_client.get(address))
    made.counted_sessions.filter(session=first).update(weight=50)
    sent = {**TYPED, **ticked(second)}

    page = director_client.post(address, {**sent, **shown})

    asked = next(pick for pick in page.context["picker"].ticked if pick.session == first)
    assert (page.status_code, asked.is_ticked, asked.weight) == (422, False, "50")
    assert "to “50” meanwhile" in asked.problem
    assert weights(made) == {first.pk: 50, second.pk: 100}
    director_client.post(address, {**sent, **_shown(page)})
    assert weights(made) == {second.pk: 100}


def test_a_search_keeps_what_the_page_showed_at_first(director_client: Client) -> None:
    first = evening(day=1)
    made = series(first)
    address = f"/series/{made.pk}/edit/"
    shown = _shown(director_client.get(address))
    Series.objects.update(name="Theirs")
    made.counted_sessions.update(weight=50)

    page = director_client.post(address, {**TYPED, **ticked(first), **shown, "find": "1"})

    assert _shown(page) == shown
