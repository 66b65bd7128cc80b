import re
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Section, Session, TravellerLine
from events.sessions.lines.services import saving as lines
from events.sessions.setup.services import sections as layout, sessions
from movements.selectors import movement_value
from players.domain.names import read_name
from tests.events import factories
from tests.events.reading import cells
from tests.markup import squeezed
from tests.queries import queries, queries_again
from tests.stored import stored_once

pytestmark = pytest.mark.django_db

BY = Actor()


def make_session() -> Session:
    """Three tables and three rounds of two boards, with names; round 1 lacks table 3, of which
    the next table has brought the first board in round 2."""
    session = factories.session(factories.MITCHELL_3, boards_per_round=2)
    names = {f"A{n}": [read_name(f"Ann {letter}x")] for n, letter in enumerate("ABCDEF", start=1)}
    sessions.enter_names(session=session, names=names, by=BY)
    for place in TravellerLine.objects.filter(round=1, table__lt=3):
        enter(place)
    enter(TravellerLine.objects.filter(round=2, table=2).first())
    return session


stored, session = stored_once(make_session)


def enter(line: TravellerLine, text: str = "p") -> None:
    session_id = line.section.session_id
    lines.enter_result(session_id=session_id, line_id=line.pk, text=text, by=BY)


def add_sections(session: Session, *letters: str) -> None:
    first = session.sections.first()
    for letter in letters:
        section = Section.objects.create(
            session=session, letter=letter, movement=first.movement, boards_per_round=2
        )
        layout.set_up_section(section=section, movement=movement_value(first.movement))


def at(session: Session, page: str = "monitor") -> str:
    return f"/sessions/{session.pk}/{page}/"


def items(answer: HttpResponse) -> list[str]:
    """The sentences of the list of what is missing."""
    found = re.findall("(?s)<li>(.*?)</li>", answer.content.decode().split('id="follow"')[1])
    return [" ".join(re.sub("<[^>]*>", "", each).split()) for each in found]


def groups(answer: HttpResponse) -> list[str]:
    """The headings of that list."""
    found = re.findall('(?s)<h2(?! class="page-title).*?>(.*?)</h2>', answer.content.decode())
    return [" ".join(re.sub("<[^>]*>", "", each).split()) for each in found]


def text(answer: HttpResponse) -> str:
    """What the page says, without tags."""
    return " ".join(re.sub("<[^>]*>", " ", answer.content.decode()).split())


def test_the_monitor_shows_tables_in_rounds_in_numbers_and_words(
    director_client: Client, session: Session
) -> None:
    page = director_client.get(at(session))
    assert cells(page) == [["2/2", "0/2", "0/2"], ["2/2", "1/2", "0/2"], ["0/2", "0/2", "0/2"]]
    labels = re.findall(r'state-(\w+)"><a id="at-A-\d-\d" href="[^"]*" aria-label="([^"]*)"',
                        page.content.decode())  # fmt: skip
    assert [label for label in labels if label[0] != "nothing"] == [
        ("complete", "Table 1, round 1: 2 of 2, complete"),
        ("complete", "Table 2, round 1: 2 of 2, complete"),
        ("playing", "Table 2, round 2: 1 of 2, in play"),
        ("missing", "Table 3, round 1: 0 of 2, missing"),
    ]
    assert "5 of 18 results are in; the latest are of round 2." in text(page)
    assert "1 is missing from rounds that are over." in text(page)
    assert "still to come" in text(page)


def test_a_cell_leads_to_its_first_open_line(director_client: Client, session: Session) -> None:
    page = director_client.get(at(session)).content.decode()
    line = TravellerLine.objects.filter(round=1, table=3).order_by("board").first()
    link = f'id="at-A-3-1" href="/sessions/{session.pk}/boards/{line.board}/#line-{line.pk}"'
    assert page.count(link) == 1
    page = director_client.get(f"/sessions/{session.pk}/boards/{line.board}/").content.decode()
    assert page.count(f'data-line="{line.pk}"') == 1


def test_a_table_that_does_not_play_has_a_dot(director_client: Client) -> None:
    session = factories.session()
    TravellerLine.objects.filter(section__session=session, round=1, table=2).delete()
    assert cells(director_client.get(at(session))) == [["0/1", "0/1", "0/1"], ["·", "0/1", "0/1"]]


def test_what_is_missing_by_table_says_who_met_there_and_where_they_sit_now(
    director_client: Client, session: Session
) -> None:
    who = "3 Cx against 6 Fx now, in round 2: 3 at table 3, 6 at table 1"
    page = director_client.get(at(session, "missing"))
    assert items(page) == [f"Board 5, round 1, table 3: {who}"]
    enter(TravellerLine.objects.filter(round=2, table=2).last())
    page = director_client.get(at(session, "missing"))
    assert items(page) == [f"Boards 5, 6, round 1, table 3: {who}"]
    assert groups(page) == ["Table 3 2 missing"]


def test_what_is_missing_by_board(director_client: Client, session: Session) -> None:
    enter(TravellerLine.objects.filter(round=2, table=2).last())
    page = director_client.get(f"{at(session, 'missing')}?by=board")
    who = "3 Cx against 6 Fx now, in round 2: 3 at table 3, 6 at table 1"
    assert items(page) == [f"Board {board}, round 1, table 3: {who}" for board in (5, 6)]
    assert groups(page) == ["Board 5 1 missing", "Board 6 1 missing"]
    for line in TravellerLine.objects.filter(round=1, table=3):
        way = f'href="/sessions/{session.pk}/boards/{line.board}/#line-{line.pk}"'
        assert page.content.decode().count(way) == 1


def test_four_players_who_met_are_all_told(director_client: Client) -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    for board in (2, 3):
        enter(factories.line(session, board))
    [item] = items(director_client.get(at(session, "missing")))
    seats = ", ".join(f"{number} at table 1" for number in (1, 2, 3, 4))
    assert item == f"Board 1, round 1, table 1: 1 + 2 against 3 + 4 now, in round 3: {seats}"


def test_boards_that_are_not_typed_yet_are_to_come_and_not_missing(
    director_client: Client, session: Session
) -> None:
    TravellerLine.objects.update(score_ns=None, contract="")
    for line in TravellerLine.objects.filter(board=1):
        enter(line)
    # Two of the three rounds are over, with five other boards each but one.
    reported = (
        "10 results of earlier rounds are still to come. Their boards have not come in from"
        " anybody who had them later, so they are not missing yet."
    )
    for page in ("monitor", "missing"):
        assert text(director_client.get(at(session, page))).count(reported) == 1
    assert (
        'class="monitor-cell state-missing"'
        not in director_client.get(at(session)).content.decode()
    )
    sessions.finish(session=session, by=BY)
    assert "still to come" not in text(director_client.get(at(session, "missing")))


def test_many_groups_have_a_way_to_each(director_client: Client, session: Session) -> None:
    few = director_client.get(at(session, "missing")).content.decode()
    assert few.count('href="#missing-from-') == 0
    add_sections(session, "B", "C")
    sessions.finish(session=session, by=BY)
    many = director_client.get(at(session, "missing")).content.decode()
    keys = re.findall('href="#missing-from-([^"]*)"', many)
    assert keys == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert [many.count(f'id="missing-from-{key}"') for key in keys] == [1] * 9


def test_a_finished_session_lists_all_that_is_empty(
    director_client: Client, session: Session
) -> None:
    sessions.finish(session=session, by=BY)
    page = director_client.get(f"{at(session, 'missing')}?by=board")
    assert len(items(page)) == 13
    assert "now, in round" not in text(page)
    assert "13 results are missing." in text(page)


def test_nothing_missing_is_reported(director_client: Client) -> None:
    session = factories.played()
    assert "Nothing is missing from the rounds that are over." in text(
        director_client.get(at(session, "missing"))
    )
    assert "All 6 results are in." in text(director_client.get(at(session)))


def test_a_session_of_a_file_has_no_tables(director_client: Client, session: Session) -> None:
    TravellerLine.objects.update(round=None, table=None)
    reported = "The lines of this section come from a file without tables and rounds."
    assert reported in text(director_client.get(at(session)))
    sessions.finish(session=session, by=BY)
    # Seven pairs of opponents, of one of whom a board is in.
    assert len(items(director_client.get(at(session, "missing")))) == 7
    by_board = director_client.get(f"{at(session, 'missing')}?by=board")
    assert len(items(by_board)) == 13
    assert items(by_board)[0] == "Board 1: 3 Cx against 5 Ex"


def test_with_many_tables_sections_are_chosen(
    director_client: Client, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_sections(session, "B", "AA")
    assert len(cells(director_client.get(at(session)))) == 9
    monkeypatch.setattr("events.sessions.desk.views.progress.TABLES_AT_ONCE", 8)
    session = Session.objects.get()
    sessions.reopen(session=session, by=BY)
    page = director_client.get(at(session))
    assert cells(page) == [
        ["5/18", "1", "4/6", "1/6", "0/6"],
        ["0/18", "–", "0/6", "0/6", "0/6"],
        ["0/18", "–", "0/6", "0/6", "0/6"],
    ]
    assert 'aria-label="Section A, round 1: 4 of 6, missing"' in page.content.decode()
    one = director_client.get(f"{at(session)}?section=AA")
    assert [row[0] for row in cells(one)] == ["0/2", "0/2", "0/2"]
    assert 'aria-label="Table AA1, round 1: 0 of 2, nothing"' in one.content.decode()
    lists = director_client.get(at(session, "missing"))
    assert "1 line is missing from rounds that are over. Choose a section." in text(lists)
    assert len(items(director_client.get(f"{at(session, 'missing')}?section=A"))) == 1
    assert "Nothing is missing from section B." in text(
        director_client.get(f"{at(session, 'missing')}?section=B")
    )


@pytest.mark.parametrize("asked", ["?section=%00", "?section=ZZZZ&by=x", "?by=board&section=<b>"])
def test_whatever_is_asked_for_is_answered(
    director_client: Client, session: Session, asked: str
) -> None:
    for page in ("monitor", "monitor/now", "missing", "missing/now"):
        assert director_client.get(at(session, page) + asked).status_code == 200


@pytest.mark.parametrize("page", ["monitor", "missing"])
def test_an_unchanged_page_costs_one_query_beside_the_login(
    director_client: Client, session: Session, page: str
) -> None:
    whole = director_client.get(at(session, page))
    tag = whole.context["tag"]
    ask = partial(director_client.get, at(session, f"{page}/now"), headers={"if-none-match": tag})
    answer = ask()
    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", tag)
    # The login is its session and its user.
    assert queries(ask) == 2 + 1
    enter(TravellerLine.objects.filter(round=1, table=3).first())
    changed = ask()
    assert (changed.status_code, changed.headers["ETag"] == tag) == (200, False)
    assert changed.headers["Cache-Control"].split(", ")[-1] == "private"


@pytest.mark.parametrize("page", ["monitor", "missing"])
def test_everything_that_it_shows_changes_the_tag(
    director_client: Client, session: Session, page: str
) -> None:
    first, last = (TravellerLine.objects.filter(round=n).first() for n in (1, 3))
    tags = {director_client.get(at(session, page)).context["tag"]}
    names = {"A1": [read_name("Zoe Zed")]}
    for change in (
        partial(enter, last),
        partial(enter, first, ""),
        partial(sessions.enter_names, session=session, names=names, by=BY),
        partial(sessions.finish, session=session, by=BY),
        partial(sessions.reopen, session=session, by=BY),
    ):
        change()
        tags.add(director_client.get(at(session, f"{page}/now")).headers["ETag"])
    assert len(tags) == 6


@pytest.mark.parametrize("page", ["monitor", "missing", "missing/now"])
def test_queries_do_not_grow_with_the_sections(
    director_client: Client, session: Session, page: str
) -> None:
    counts = []
    for letter in ("B", "C", "D"):
        add_sections(session, letter)
        ask = partial(director_client.get, at(session, page))
        for line in TravellerLine.objects.filter(section__letter=letter, round=2)[:1]:
            enter(line)
        counts.append((queries(ask), queries_again(ask)))
    assert len(set(counts)) == 1


def test_the_session_leads_to_both(director_client: Client, session: Session) -> None:
    page = director_client.get(f"/sessions/{session.pk}/").content.decode()
    assert [page.count(f'href="{at(session, name)}"') for name in ("monitor", "missing")] == [0, 1]


def pace(director_client: Client, session: Session) -> list[str]:
    """What stands beside the bar of each table."""
    html = squeezed(director_client.get(at(session, "monitor/now")).text)
    return re.findall('class="chart-ahead"[^>]*>(.*?)</text>', html)


def test_the_pace_shows_which_tables_are_ahead_and_behind(
    director_client: Client, session: Session
) -> None:
    assert pace(director_client, session) == ["2/6", "3/6 +1", "0/6 −2"]
    for line in TravellerLine.objects.filter(table=3).order_by("round", "board")[:4]:
        enter(line)
    assert pace(director_client, session) == ["2/6 −1", "3/6", "4/6 +1"]


def test_there_is_no_pace_before_the_first_result_and_after_the_last(
    director_client: Client, session: Session
) -> None:
    empty = factories.session(factories.MITCHELL_3)
    assert pace(director_client, empty) == []
    for line in TravellerLine.objects.filter(section__session=session):
        enter(line)
    assert pace(director_client, session) == []
    alone = factories.session(factories.ONE_TABLE, boards_per_round=2)
    enter(TravellerLine.objects.filter(section__session=alone).first())
    assert pace(director_client, alone) == []
