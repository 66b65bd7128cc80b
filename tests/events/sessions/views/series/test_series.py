from decimal import Decimal
from functools import partial

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import LogEntry, Series
from events.sessions.services import sessions
from events.sessions.services.handicaps import Handicaps, set_handicaps
from events.sessions.services.series import publish_series
from tests.events.reading import cells
from tests.events.sessions.evenings import evening, series
from tests.queries import queries, queries_again

HUGE = "99999999999999999999"

pytestmark = pytest.mark.django_db


def published(*evenings: object, **values: object) -> Series:
    made = series(*evenings, **values)
    publish_series(series=made, by=Actor())
    return made


def page(client: Client, made: Series) -> str:
    return client.get(made.get_absolute_url()).content.decode()


def test_a_visitor_finds_published_series_by_the_navigation(client: Client) -> None:
    published(evening(day=1), evening(day=2), name="Spring cup")
    series(name="Hidden cup")
    assert 'href="/series/"' in client.get("/").content.decode()
    text = client.get("/series/").content.decode()
    assert ("Spring cup" in text, "Hidden cup" in text) == (True, False)
    assert ("1 March 2026 – 2 March 2026" in text, "2 sessions" in text) == (True, True)


def test_a_director_finds_all_series_with_a_mark(director_client: Client) -> None:
    series(name="Hidden cup")
    text = director_client.get("/series/").content.decode()
    assert ("Hidden cup" in text, "not published" in text, "no sessions yet" in text) == (
        True,
        True,
        True,
    )


def test_no_series_is_reported(client: Client, director_client: Client) -> None:
    assert "No series has been published yet." in client.get("/series/").content.decode()
    text = director_client.get("/series/").content.decode()
    assert "There is no series yet. A series adds up several sessions" in text


def test_standings_of_pairs(client: Client) -> None:
    made = published(
        evening("AB", "CD", "EF", "GH", day=1),
        evening("AB", "CD", "GH", "EF", day=2, scores=("50", "420", "p")),
        best=1,
        minimum=2,
    )
    assert cells(client.get(made.get_absolute_url())) == [
        ["1=", "Ann Ax – Ann Bx 1 Mar 100.00 2 Mar (50.00)", "100.00", "(50.00)", "2", "100.00"],
        ["1=", "Ann Gx – Ann Hx 1 Mar (50.00) 2 Mar 100.00", "(50.00)", "100.00", "2", "100.00"],
        ["3=", "Ann Cx – Ann Dx 1 Mar (0.00) 2 Mar 50.00", "(0.00)", "50.00", "2", "50.00"],
        ["3=", "Ann Ex – Ann Fx 1 Mar 50.00 2 Mar (0.00)", "50.00", "(0.00)", "2", "50.00"],
    ]
    text = page(client, made)
    assert "results that are dropped" not in text
    assert "a result that is dropped stands in brackets" in text
    assert "A pair that plays with a substitute is another pair." in text


def test_whoever_came_too_seldom_is_below_with_the_reason(client: Client) -> None:
    made = published(evening("AB", "CD", day=1), evening("GH", "CD", day=2), minimum=2)
    assert [row[:2] for row in cells(client.get(made.get_absolute_url()))] == [
        ["1", "Ann Cx – Ann Dx 1 Mar 0.00 2 Mar 0.00"],
        ["", "Ann Ax – Ann Bx without a place: 1 session, 2 are needed 1 Mar 100.00"],
        ["", "Ann Gx – Ann Hx without a place: 1 session, 2 are needed 2 Mar 100.00"],
    ]


def test_standings_of_players_with_totals_and_weights(client: Client) -> None:
    first = evening("AB", "CD", day=1, method="total")
    second = evening("CA", "BD", day=2, method="total")
    made = published(first, second, adding="total", unit="player", weights={second.pk: 50})
    answer = client.get(made.get_absolute_url())
    assert [row[2:] for row in cells(answer)] == [
        ["420", "420", "2", "630"],
        ["420", "−420", "2", "210"],
        ["−420", "420", "2", "−210"],
        ["−420", "−420", "2", "−630"],
    ]
    assert "<small>50 %</small>" in answer.content.decode()


def test_a_missing_evening_is_a_dash(client: Client) -> None:
    made = published(evening("AB", "CD", day=1), evening("AB", "GH", day=2))
    rows = cells(client.get(made.get_absolute_url()))
    assert [row[2:4] for row in rows] == [["100.00", "100.00"], ["0.00", "–"], ["–", "0.00"]]


def test_scratch_and_handicap_lists(client: Client) -> None:
    session = evening("AB", "CD", day=1)
    set_handicaps(session=session, handicaps={"A2": Handicaps(own=Decimal("112.5"))}, by=Actor())
    made = published(session, handicap=True)
    answer = client.get(made.get_absolute_url())
    assert [row[:1] + row[2:] for row in cells(answer)] == [
        ["1", "100.00", "1", "100.00"],
        ["2", "0.00", "1", "0.00"],
        ["1", "112.50", "1", "112.50"],
        ["2", "100.00", "1", "100.00"],
    ]
    text = answer.content.decode()
    assert ("<h2>Scratch</h2>" in text, "<h2>Handicap</h2>" in text) == (True, True)


def test_what_is_carried_forward_has_a_column(client: Client) -> None:
    heat = series(evening("AB", "CD", day=1), name="Heat")
    made = published(evening("AB", "GH", day=2), earlier=heat, earlier_weight=50)
    rows = cells(client.get(made.get_absolute_url()))
    assert [row[2:] for row in rows] == [
        ["100.00", "100.00", "1", "100.00"],
        ["0.00", "–", "1", "0.00"],
    ]
    assert "Each session of “Heat” is carried forward and counts 50 %." in page(client, made)


def test_sessions_are_listed_with_what_they_are(client: Client, director_client: Client) -> None:
    played = evening(day=1)
    going_on, coming, hidden, unfit = (
        evening(day=2),
        evening(day=3, scores=()),
        evening(day=4),
        evening(day=5),
    )
    made = published(played, going_on, coming, hidden, unfit)
    sessions.reopen(session=going_on, by=Actor())
    sessions.withdraw(session=hidden, by=Actor())
    type(unfit).objects.filter(pk=unfit.pk).update(method="total")
    listed = page(director_client, made).partition('<ul class="ps-3">')[2]
    described = [part.partition("</a>")[2].strip() for part in listed.split("<li>")[1:]]
    assert [each.partition("</li>")[0] for each in described] == [
        ", 1 March 2026",
        ", 2 March 2026 – provisional",
        ", 3 March 2026 – no results yet",
        ", 4 March 2026 – not published",
        ", 5 March 2026 – does not count",
    ]
    assert "1 session is not published: visitors see these standings without it." in (
        page(director_client, made)
    )
    assert "4 March 2026" not in page(client, made)


def test_an_empty_series_says_so(client: Client) -> None:
    assert "No result has been entered yet." in page(client, published())


def test_a_visitor_does_not_find_what_is_not_published(
    client: Client, director_client: Client
) -> None:
    made = series(evening())
    answer = client.get(made.get_absolute_url())
    assert answer.status_code == 404
    assert "There is no such series, or it is not published." in answer.content.decode()
    assert "Only directors see this page until the standings are published." in (
        page(director_client, made)
    )


def test_what_directors_see_is_not_kept_for_visitors(
    client: Client, director_client: Client
) -> None:
    hidden = evening("CD", "AB", day=2)
    made = published(evening("AB", "CD", day=1), hidden)
    sessions.withdraw(session=hidden, by=Actor())
    for reader in (director_client, client, director_client):
        rows = cells(reader.get(made.get_absolute_url()))
        assert rows[0][-1] == ("50.00" if reader is director_client else "100.00")


@pytest.mark.parametrize("count", [6, 7])
def test_many_sessions_are_printed_sideways(client: Client, count: int) -> None:
    made = published(*(evening("AB", "CD", day=day) for day in range(1, count + 1)))
    assert ("series-wide" in page(client, made)) is (count > 6)


@pytest.mark.parametrize("count", [14, 15])
def test_very_many_sessions_stand_below_the_names(client: Client, count: int) -> None:
    made = published(*(evening("AB", "CD", day=day) for day in range(1, count + 1)))
    assert ("series-table many" in page(client, made)) is (count > 14)


def test_publishing_and_taking_back(director_client: Client) -> None:
    made = series()
    for action, is_public in (("publish", True), ("withdraw", False)):
        answer = director_client.post(f"/series/{made.pk}/state/", {"action": action})
        made.refresh_from_db()
        assert (answer.status_code, answer.url, made.is_published) == (
            302,
            made.get_absolute_url(),
            is_public,
        )
    assert LogEntry.objects.filter(series=made).count() == 3


@pytest.mark.parametrize("values", [{}, {"action": ""}, {"action": "burn"}, {"action": "\0"}])
def test_an_unknown_change_of_state_is_refused(
    director_client: Client, values: dict[str, str]
) -> None:
    made = series()
    assert director_client.post(f"/series/{made.pk}/state/", values).status_code == 400
    assert LogEntry.objects.filter(series=made).count() == 1


@pytest.mark.parametrize("name", ["new/", "1/edit/", "1/delete/"])
def test_a_visitor_changes_nothing(client: Client, name: str) -> None:
    answer = client.get(f"/series/{name}")
    assert (answer.status_code, answer.url) == (302, f"/login/?next=/series/{name}")


@pytest.mark.parametrize("name", ["", "edit/", "delete/", "state/"])
@pytest.mark.parametrize("number", ["0", "9223372036854775808", HUGE, "9" * 5000])
def test_no_series_is_not_found(director_client: Client, name: str, number: str) -> None:
    ask = director_client.post if name == "state/" else director_client.get
    assert ask(f"/series/{number}/{name}").status_code == 404


@pytest.mark.parametrize(
    ("name", "method"),
    [("", "post"), ("1/", "post"), ("1/state/", "get"), ("new/", "put"), ("1/delete/", "put")],
)
def test_other_methods_are_refused(director_client: Client, name: str, method: str) -> None:
    assert getattr(director_client, method)(f"/series/{name}").status_code == 405


def test_queries_do_not_grow(client: Client) -> None:
    counts = []
    for number in (1, 3):
        heat = series(*(evening(day=day) for day in range(1, number + 1)), name="Heat")
        made = published(
            *(evening(day=10 + day) for day in range(number)), earlier=heat, handicap=True
        )
        counts.append(queries(partial(client.get, made.get_absolute_url())))
    assert counts[0] == counts[1]


def test_queries_of_the_list_do_not_grow(client: Client) -> None:
    published(evening(day=1))
    before = queries(partial(client.get, "/series/"))
    published(evening(day=2), evening(day=3), name="Two")
    published(name="Three")
    assert queries(partial(client.get, "/series/")) == before == 3


def test_kept_standings_take_six_queries(client: Client) -> None:
    made = published(evening(day=1), evening(day=2))
    assert queries_again(partial(client.get, made.get_absolute_url())) == 6
