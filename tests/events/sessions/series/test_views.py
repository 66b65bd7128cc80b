import datetime
import html
import re
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import CarryOver, LogEntry, Series, Session
from events.sessions.desk.services.handicaps import Handicaps, set_handicaps
from events.sessions.series.services import publish_series, set_carry_over
from events.sessions.setup.services import sessions
from players.models import Club
from tests.events.reading import cells
from tests.events.sessions.evenings import evening, individual, series
from tests.markup import squeezed
from tests.queries import queries, queries_again


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


@pytest.mark.parametrize(
    ("dates", "columns"),
    [
        (["2026-03-01", "2026-03-02"], ["1 Mar", "2 Mar"]),
        (["2026-03-01", "2026-03-01"], ["1 Mar Evening 1", "1 Mar Evening 2"]),
        (["2025-03-01", "2026-03-01"], ["1 Mar 2025", "1 Mar 2026"]),
    ],
)
def test_a_column_says_which_evening_it_is(
    client: Client, dates: list[str], columns: list[str]
) -> None:
    made = published(*(evening(day=day, date=date) for day, date in enumerate(dates, start=1)))
    text = page(client, made)
    assert re.findall(r'title="[^"]*">([^<]*)</a>', text) == columns


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
    listed = squeezed(page(director_client, made)).partition('<ul class="ps-3">')[2]
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
    assert queries(partial(client.get, "/series/")) == before == 4


def test_kept_standings_take_seven_queries(client: Client) -> None:
    made = published(evening(day=1), evening(day=2))
    assert queries_again(partial(client.get, made.get_absolute_url())) == 7


TYPED = {
    "name": "Spring cup",
    "adding": "average",
    "unit": "pair",
    "best": "",
    "minimum": "1",
    "earlier_weight": "50",
}


def chosen(*sessions: Session, **weights: str) -> dict[str, Any]:
    return {"session": [str(session.pk) for session in sessions]}


def weights(made: Series) -> dict[int, int]:
    return dict(made.counted_sessions.values_list("session", "weight"))


def picks(answer: Any) -> tuple[list[Session], list[Session]]:
    """The chosen sessions and those that are found."""
    picker = answer.context["picker"]
    return [pick.session for pick in picker.chosen], [pick.session for pick in picker.found]


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
            **chosen(first, third),
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
    assert [pick.weight for pick in page.context["picker"].chosen] == ["50"]
    answer = director_client.post(
        f"/series/{made.pk}/edit/", {**TYPED, **chosen(second), "unit": "player"}
    )
    made.refresh_from_db()
    assert (answer.status_code, answer.url) == (302, made.get_absolute_url())
    assert (made.name, made.unit, made.best, weights(made)) == (
        "Spring cup",
        "player",
        None,
        {second.pk: 100},
    )


def test_a_search_keeps_what_is_typed_and_chosen_and_changes_nothing(
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
            **chosen(third),
            f"weight-{third.pk}": "x",
            "words": "winter",
            "since": "2026-03-02",
            "find": "1",
        },
    )
    assert (answer.status_code, picks(answer)) == (200, ([third], [second]))
    form, [pick] = answer.context["form"], answer.context["picker"].chosen
    assert (form["adding"].value(), form["handicap"].value()) == ("total", "on")
    assert (pick.weight, pick.problem, form.errors) == ("x", "", {})
    assert 'value="winter"' in answer.content.decode()
    assert first not in picks(answer)[1]
    assert Series.objects.count() == 0


HUGE = "99999999999999999999"


@pytest.mark.parametrize("typed", ["x", "2026-02-30"])
def test_a_search_by_no_date_says_so(director_client: Client, typed: str) -> None:
    answer = director_client.post("/series/new/", {"since": typed, "find": "1"})
    assert list(answer.context["picker"].search.errors) == ["since"]
    assert "Enter a valid date." in answer.content.decode()


def test_nothing_found_is_reported(director_client: Client) -> None:
    evening()
    answer = director_client.post("/series/new/", {"words": "nowhere", "find": "1"})
    assert "No other session is found." in answer.content.decode()


WRONG = {
    "name": ("", "  ", "a\0b", "x" * 121),
    "club": ("0", "x", HUGE),
    "adding": ("", "sum", "a\0b"),
    "unit": ("", "team", "a\0b"),
    "best": ("0", "-1", "x", "a\0b", HUGE),
    "minimum": ("", "0", "-1", "x", "a\0b", HUGE),
    "earlier": ("0", "x", HUGE),
    "earlier_weight": ("", "0", "1000", "x", "a\0b", HUGE),
}


@pytest.mark.parametrize("turn", range(6))
def test_what_cannot_be_is_refused_at_its_field_and_kept(
    director_client: Client, turn: int
) -> None:
    """One of the wrong values of every field at a time."""
    session = evening()
    typed = {field: values[turn % len(values)] for field, values in WRONG.items()}
    answer = director_client.post("/series/new/", {**TYPED, **chosen(session), **typed})
    form = answer.context["form"]
    assert (answer.status_code, set(form.errors)) == (422, set(WRONG))
    assert ({field: form[field].value() for field in typed}, picks(answer)) == (
        typed,
        ([session], []),
    )
    assert Series.objects.count() == 0


@pytest.mark.parametrize("typed", ["", "1000", "1.5", "²", HUGE])
def test_what_is_no_weight_is_refused_at_its_session(director_client: Client, typed: str) -> None:
    session = evening()
    answer = director_client.post(
        "/series/new/", {**TYPED, **chosen(session), f"weight-{session.pk}": typed}
    )
    [pick] = answer.context["picker"].chosen
    assert (answer.status_code, pick.weight, pick.problem) == (
        422,
        typed,
        "A weight is a whole number of percent, from 1 to 999.",
    )
    assert pick.problem in answer.content.decode()


@pytest.mark.parametrize("typed", ["0", "x", HUGE])
def test_what_is_no_session_is_left_out(director_client: Client, typed: str) -> None:
    answer = director_client.post("/series/new/", {**TYPED, "session": [typed]})
    assert (answer.status_code, weights(Series.objects.get())) == (302, {})


def test_sessions_that_do_not_add_up_are_refused_each_at_its_place(director_client: Client) -> None:
    good, imps, alone = evening(day=1), evening(day=2, method="butler"), individual(day=3)
    answer = director_client.post("/series/new/", {**TYPED, **chosen(good, imps, alone)})
    problems = {pick.session: pick.problem for pick in answer.context["picker"].chosen}
    assert (answer.status_code, problems[good]) == (422, "")
    assert problems[imps].startswith("“Evening 2” (2 March 2026) is scored by IMPs")
    assert problems[alone].startswith("“Individual 3” (3 March 2026) is an individual")
    assert Series.objects.count() == 0


def test_an_earlier_series_of_another_kind_is_refused_at_its_field(director_client: Client) -> None:
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


def test_series_edit_queries_do_not_grow(director_client: Client) -> None:
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


def test_sessions_that_two_directors_choose_are_both_in_the_series(director_client: Client) -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    made = series(first)
    address = f"/series/{made.pk}/edit/"
    shown = _shown(director_client.get(address))
    mine = {**TYPED, **chosen(first, second), **shown}
    theirs = {**TYPED, **chosen(first, third), **shown}

    for sent in (mine, theirs):
        assert director_client.post(address, sent).status_code == 302

    assert weights(made) == {each.pk: 100 for each in (first, second, third)}


def test_a_session_that_one_leaves_out_and_another_weights_is_asked_about(
    director_client: Client,
) -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    address = f"/series/{made.pk}/edit/"
    shown = _shown(director_client.get(address))
    made.counted_sessions.filter(session=first).update(weight=50)
    sent = {**TYPED, **chosen(second)}

    page = director_client.post(address, {**sent, **shown})

    asked = next(pick for pick in page.context["picker"].chosen if pick.session == first)
    assert (page.status_code, asked.is_chosen, asked.weight) == (422, False, "50")
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

    page = director_client.post(address, {**TYPED, **chosen(first), **shown, "find": "1"})

    assert _shown(page) == shown


pytestmark = pytest.mark.django_db


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/carry-over/"


def offered(answer: Any) -> list[tuple[str, bool]]:
    return [(choice.value, choice.is_chosen) for choice in answer.context["form"].choices]


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


@pytest.mark.parametrize("typed", ["", "session-0", f"series-{HUGE}", "a\0b", "else-1"])
def test_what_is_no_source_is_refused(director_client: Client, typed: str) -> None:
    final = evening()
    answer = director_client.post(address(final), {"source": typed, "weight": "50"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["source"])
    assert CarryOver.objects.count() == 0


@pytest.mark.parametrize("typed", ["", "0", "x"])
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
