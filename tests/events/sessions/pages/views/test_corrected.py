import datetime
import re
from functools import partial
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session
from events.sessions.lines.services.saving import enter_result
from events.sessions.pages.views import corrected
from events.sessions.setup.services import sessions
from events.sessions.typing.services.undo import undo_last
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

pytestmark = pytest.mark.django_db

PAGES = ("travellers", "frequencies", "ranking", "grid", "cards")
MARK = "mark mark-corrected"
BY = Actor()


@pytest.fixture
def session() -> Session:
    """Published with all its results: at the first table 120, at the second 140."""
    session = factories.played()
    sessions.finish(session=session, by=BY)
    sessions.publish(session=session, by=BY)
    return session


def page(client: Client, session: Session, name: str) -> str:
    return client.get(f"/sessions/{session.pk}/{name}/").content.decode()


def notes(client: Client, session: Session, name: str) -> list[str]:
    found = re.findall(r'<ul class="ruling-notes".*?</ul>', page(client, session, name), re.DOTALL)
    return [note for each in found for note in re.findall("<li>(.*?)</li>", each)]


def time_of_the_last_entry() -> str:
    return date_format(timezone.localtime(LogEntry.objects.first().at), "j F Y, H:i")


def test_nothing_is_corrected_without_a_change(client: Client, session: Session) -> None:
    for name in PAGES:
        assert (name, page(client, session, name).count(MARK)) == (name, 0)


def test_a_traveller_marks_the_line_and_says_when_and_what_it_was(
    client: Client, session: Session
) -> None:
    factories.enter(session, 1, "4sn=", "140")
    rows = [row for row in cells(client.get(f"/sessions/{session.pk}/travellers/")) if row]
    [marked] = [row for row in rows if "corrected" in " ".join(row)]
    assert [each.count("corrected") for each in marked] == [0, 1, 0, 0, 0, 0, 0]
    assert (marked[1].split()[0], marked[2]) == ("2", "4 ♠ N=")
    assert notes(client, session, "travellers") == [
        f"1 against 2: corrected on {time_of_the_last_entry()}, was +120 to North–South"
    ]


def test_the_time_is_that_of_the_change(client: Client, session: Session, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Amsterdam"
    factories.enter(session, 1, "430", "140")
    at = datetime.datetime(2026, 3, 5, 22, 41, tzinfo=datetime.UTC)
    entry = LogEntry.objects.first()
    QuerySet(LogEntry).filter(pk=entry.pk).update(at=at)
    assert notes(client, session, "travellers") == [
        "1 against 2: corrected on 5 March 2026, 23:41, was +120 to North–South"
    ]


def test_the_frequencies_say_it_below_the_board(client: Client, session: Session) -> None:
    factories.enter(session, 1, "430", "140")
    assert notes(client, session, "frequencies") == notes(client, session, "travellers")


def test_sections_that_are_scored_apart_have_their_own_notes(
    client: Client, session: Session
) -> None:
    Session.objects.update(one_field=False)
    factories.enter(session, 1, "430", "140")
    assert len(notes(client, session, "frequencies")) == 1


def test_the_cards_of_both_sides_mark_it(client: Client, session: Session) -> None:
    factories.enter(session, 1, "430", "140")
    text = page(client, session, "cards")
    described = f"Board 1: corrected on {time_of_the_last_entry()}, was +120 to North–South"
    assert (text.count(MARK), notes(client, session, "cards")) == (2, [described, described])
    marked = {
        number: page(client, session, f"cards/{factories.contestant(session, number).pk}").count(
            MARK
        )
        for number in (1, 2, 3, 4)
    }
    assert marked == {1: 1, 2: 1, 3: 0, 4: 0}


def test_ranking_and_grid_say_which_results(client: Client, session: Session) -> None:
    factories.enter(session, 1, "430", "140")
    factories.enter(session, 3, "120", "100")
    reported = (
        "Results corrected since they were published: board 1, 1 against 2; board 3, 2 against 3."
        f" Last on {time_of_the_last_entry()}."
    )
    for name, marks in (("ranking", 4), ("grid", 1)):
        text = page(client, session, name)
        assert (name, text.count(reported), text.count(MARK)) == (name, 1, marks)


def test_a_result_taken_out_is_shown(client: Client) -> None:
    session = factories.session(factories.ONE_TABLE)
    factories.enter(session, 1, "4sn=")
    sessions.publish(session=session, by=BY)
    factories.enter(session, 1, "")
    sessions.finish(session=session, by=BY)
    described = f"cleared on {time_of_the_last_entry()}, was 4♠N= +420"
    assert notes(client, session, "travellers") == [f"1 against 2: {described}"]


def test_what_was_undone_is_not_marked(client: Client, session: Session) -> None:
    director = Actor(user=factories.DirectorFactory())
    line = factories.line(session, 1)
    enter_result(session_id=session.pk, line_id=line.pk, text="430! misread", by=director)
    assert page(client, session, "travellers").count(MARK) == 1
    undo_last(session_id=session.pk, by=director, reason="asked again")
    assert page(client, session, "travellers").count(MARK) == 0


def test_results_that_come_in_while_everybody_reads_are_not_marked(client: Client) -> None:
    session = factories.session()
    sessions.publish(session=session, by=BY)
    factories.enter(session, 1, "420", "450")
    assert page(client, session, "travellers").count(MARK) == 0
    factories.enter(session, 1, "420", "400")
    assert page(client, session, "travellers").count(MARK) == 1


@pytest.mark.parametrize("name", PAGES)
def test_queries_do_not_grow_with_the_corrections(
    client: Client, session: Session, name: str
) -> None:
    counts = []
    for board in (1, 2, 3):
        factories.enter(session, board, "110", "90")
        counts.append(queries(partial(client.get, f"/sessions/{session.pk}/{name}/")))
    assert len(set(counts)) == 1


def test_many_corrections_are_counted(
    client: Client, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrected, "MAX_NAMED", 1)
    factories.enter(session, 1, "430", "140")
    factories.enter(session, 3, "120", "100")
    reported = (
        f"2 results were corrected since they were published, last on {time_of_the_last_entry()}."
    )
    assert reported in page(client, session, "ranking")
