from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubscore.web.visitors import Actor
from events.common.services import non_blank
from events.models import LogEntry, Series, Session, TravellerLine
from events.sessions.series.services import create_series
from tests.events import factories
from tests.events.sessions.desk.views.test_setup_session import SETTINGS as OF_A_SESSION
from tests.queries import queries

SESSIONS = "/admin/events/session/"
LINES = "/admin/events/travellerline/"
LOG = "/admin/events/logentry/"
HUGE = "99999999999999999999"
SETTINGS = OF_A_SESSION | {"sections-TOTAL_FORMS": "1", "sections-INITIAL_FORMS": "1"}

pytestmark = pytest.mark.django_db


def sections(session: Session) -> dict[str, str]:
    """What the page posts of the section, none of which can be changed."""
    section = session.sections.get()
    return {"sections-0-id": str(section.pk), "sections-0-session": str(session.pk)}


def sides(line: TravellerLine) -> dict[str, str]:
    posted = {"sides-TOTAL_FORMS": "2", "sides-INITIAL_FORMS": "2"}
    for number, side in enumerate(line.sides.all()):
        posted |= {f"sides-{number}-id": str(side.pk), f"sides-{number}-line": str(line.pk)}
    return posted


def errors(page: Any) -> dict[str, list[str]]:
    return page.context["adminform"].form.errors


def test_the_settings_of_a_session_are_saved_and_logged(admin_client: Client) -> None:
    session = factories.session()
    answer = admin_client.post(
        f"{SESSIONS}{session.pk}/change/",
        {**SETTINGS, **sections(session), "title": "Winter pairs", "scale": "1"},
    )
    assert answer.status_code == 302
    session.refresh_from_db()
    entry = LogEntry.objects.first()
    assert (session.title, session.scale) == ("Winter pairs", 1)
    assert (entry.action, entry.user.username, entry.after) == (
        "changed",
        "admin",
        {"title": "Winter pairs", "scale": "1"},
    )


def test_a_series_that_comes_between_reading_and_saving_is_reported(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = factories.session()
    create_series(series=Series(name="Spring"), weights={session.pk: 100}, by=Actor())
    typed = {**SETTINGS, **sections(session), "method": "total"}
    address = f"{SESSIONS}{session.pk}/change/"
    assert "This session belongs to the series “Spring”." in str(
        errors(admin_client.post(address, typed))
    )
    monkeypatch.setattr(
        "events.sessions.desk.forms.session.refuse_unfit_settings", lambda session: None
    )
    answer = admin_client.post(address, typed, follow=True)
    described = [str(message) for message in answer.context["messages"]]
    assert described[0].startswith("This session belongs to the series “Spring”.")
    session.refresh_from_db()
    assert session.method == "mp"


@pytest.mark.parametrize("title", ["", "a\0b"])
def test_settings_that_cannot_be_are_refused(admin_client: Client, title: str) -> None:
    session = factories.session()
    wrong = {"title": title, "date": "x", "scale": "3", "butler_drop": HUGE, "datums": "1"}
    page = admin_client.post(
        f"{SESSIONS}{session.pk}/change/", SETTINGS | sections(session) | wrong
    )
    assert (page.status_code, set(errors(page))) == (200, set(wrong))
    assert LogEntry.objects.count() == 1


def test_the_movement_under_a_session_stays(admin_client: Client) -> None:
    session = factories.session()
    before = session.sections.get().movement
    other = factories.movement(factories.ONE_TABLE, name="Another")
    admin_client.post(
        f"{SESSIONS}{session.pk}/change/",
        {**SETTINGS, **sections(session), "sections-0-movement": other.pk, "title": "Changed"},
    )
    session.refresh_from_db()
    assert (session.title, session.sections.get().movement) == ("Changed", before)


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("4sn=", {"score_ns": 420, "contract": "4S", "declarer": "N", "tricks": 10}),
        ("42+", {"score_ns": 420}),
        ("p", {"score_ns": 0, "contract": "PASS"}),
        ("np", {"score_ns": 430, "adjustment": "NP"}),
        ("a6040", {"score_ns": 430, "adjustment": "A6040"}),
        (".", {"score_ns": -50}),
        ("", {}),
    ],
)
def test_a_line_is_read_as_on_the_entry_page_and_logged(
    admin_client: Client, typed: str, after: dict[str, object]
) -> None:
    session = factories.session()
    factories.enter(session, 1, "50", "-50")
    factories.enter(session, 1, "430", "-50")
    line = factories.line(session, 1)
    answer = admin_client.post(f"{LINES}{line.pk}/change/", {**sides(line), "typed": typed})
    assert answer.status_code == 302
    line.refresh_from_db()
    entry = LogEntry.objects.filter(line=line).first()
    assert (entry.user.username, entry.before, entry.after) == ("admin", {"score_ns": 430}, after)
    assert (non_blank(line.state), line.version) == (after, 3)


def test_a_line_shows_its_result_as_it_is_typed(admin_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 1, "3nxw-2", "")
    line = factories.line(session, 1)
    page = admin_client.get(f"{LINES}{line.pk}/change/")
    assert page.context["adminform"].form["typed"].value() == "3NTxW-2"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("412", "+412 is not a score: no contract gives it."),
        ("4s", "Understood 4♠; who played it (N E S W) is missing."),
        ("\0", "Null characters are not allowed."),
        (".", "There is no result on this board yet."),
        ("x" * 251, "Ensure this value has at most 250 characters (it has 251)."),
    ],
    ids=["impossible", "seat", "NUL", "dot", "long"],
)
def test_a_line_that_is_no_result_is_refused_and_nothing_changes(
    admin_client: Client, typed: str, message: str
) -> None:
    line = factories.line(factories.session(), 1)
    page = admin_client.post(f"{LINES}{line.pk}/change/", {**sides(line), "typed": typed})
    assert (page.status_code, errors(page)) == (200, {"typed": [message]})
    line.refresh_from_db()
    assert (line.is_empty, line.version, LogEntry.objects.count()) == (True, 0, 1)


def test_the_log_is_read_and_never_changed(admin_client: Client) -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    entry = LogEntry.objects.first()
    page = admin_client.get(f"{LOG}{entry.pk}/change/")
    assert (page.status_code, page.context["has_change_permission"]) == (200, False)
    answer = admin_client.post(f"{LOG}{entry.pk}/change/", {"reason": "another"})
    assert (answer.status_code, LogEntry.objects.get(pk=entry.pk).reason) == (403, "")


@pytest.mark.parametrize("at", [SESSIONS, LINES, LOG])
def test_nothing_is_added_or_deleted(admin_client: Client, at: str) -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    pk = {SESSIONS: session.pk, LINES: factories.line(session, 1).pk}.get(
        at, LogEntry.objects.first().pk
    )
    for asked in (
        admin_client.get(f"{at}add/"),
        admin_client.post(f"{at}add/", {}),
        admin_client.get(f"{at}{pk}/delete/"),
        admin_client.post(f"{at}{pk}/delete/", {"post": "yes"}),
    ):
        assert asked.status_code == 403
    admin_client.post(
        at, {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}, follow=True
    )
    assert (Session.objects.count(), TravellerLine.objects.count(), LogEntry.objects.count()) == (
        1,
        6,
        2,
    )


@pytest.mark.parametrize("at", [SESSIONS, LINES, LOG])
def test_lists_are_shown_whatever_is_looked_for(admin_client: Client, at: str) -> None:
    factories.played()
    for query in ("", "?q=%00", f"?q={HUGE}", "?q=evening"):
        assert admin_client.get(at + query).status_code == 200


@pytest.mark.parametrize("at", [SESSIONS, LINES, LOG])
@pytest.mark.parametrize("number", ["0", "x", HUGE])
def test_what_is_not_there_is_reported(admin_client: Client, at: str, number: str) -> None:
    page = admin_client.get(f"{at}{number}/change/", follow=True)
    [message] = page.context["messages"]
    assert "doesn’t exist" in str(message)


@pytest.mark.parametrize("at", [SESSIONS, LINES, LOG])
def test_queries_of_a_list_do_not_grow(admin_client: Client, at: str) -> None:
    counts = []
    for text in (factories.ONE_TABLE, factories.HOWELL_4):
        factories.played(text)
        counts.append(queries(partial(admin_client.get, at)))
    assert counts[0] == counts[1]


def test_a_director_without_rights_in_the_admin_changes_nothing(client: Client) -> None:
    client.force_login(User.objects.create_user("director", is_staff=True))
    line = factories.line(factories.session(), 1)
    page = f"{LINES}{line.pk}/change/"
    answer = client.post(page, {**sides(line), "typed": "420"}, follow=True)
    assert (answer.status_code, LogEntry.objects.count()) == (403, 1)
