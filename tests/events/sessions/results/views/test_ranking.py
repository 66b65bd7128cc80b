from decimal import Decimal
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import MovementChange, Session
from events.sessions.desk.services.handicaps import Handicaps, set_handicaps
from events.sessions.lines.services.saving import enter_result
from events.sessions.results.views import ranking as ranking_pages
from events.sessions.series.services import publish_series, set_carry_over
from events.sessions.setup.services import sessions
from movements.domain.individual import whist
from movements.formats import asc
from tests.events import factories
from tests.events.reading import cells
from tests.events.sessions.evenings import evening, series
from tests.markup import squeezed
from tests.queries import forget, queries, queries_again

pytestmark = pytest.mark.django_db


def address(session: Session) -> str:
    return f"/sessions/{session.pk}/ranking/"


def page(client: Client, session: Session) -> str:
    return client.get(address(session)).content.decode()


def give(session: Session, **texts: str) -> None:
    wanted = {code: Handicaps(own=Decimal(text)) for code, text in texts.items()}
    set_handicaps(session=session, handicaps=wanted, by=Actor())


def test_each_player_of_a_pair_stands_on_a_line_of_their_own(client: Client) -> None:
    html = squeezed(page(client, evening()))
    assert (
        '<span class="player">Ann Ax</span><span class="player-dash">–</span>'
        '<span class="player">Ann Bx</span>'
    ) in html


def test_the_rules_are_folded_away_on_the_screen_and_open_on_paper(client: Client) -> None:
    html = page(client, evening())
    folded = html[html.index('<details class="scoring-note d-print-none">') :]
    folded, rest = folded.split("</details>", 1)
    assert "<summary>How this is scored</summary>" in folded
    assert "Matchpoints" in folded
    assert "Matchpoints" in rest[rest.index("d-none d-print-block") :]


def test_scratch_and_handicap_stand_beside_each_other(client: Client) -> None:
    session = evening()
    give(session, A3="51", A6="-1.5")
    answer = client.get(address(session))
    assert [(each.heading, each.with_handicap) for each in answer.context["lists"]] == [
        ("North–South · Scratch", False),
        ("North–South · Handicap", True),
        ("East–West · Scratch", False),
        ("East–West · Handicap", True),
    ]
    rows = cells(answer)
    assert rows[0] == ["1", "Ann Ax – Ann Bx 1", "100.00"]
    assert rows[3] == ["1", "Ann Ex – Ann Fx 3 50.00, handicap 51", "50.00", "51", "101.00"]
    assert rows[9][2:] == ["100.00", "−1.5", "98.50"]
    assert "In the handicap list, everybody’s handicap is added to the result." in (
        answer.content.decode()
    )


def test_a_carry_over_has_a_column_and_a_total(client: Client) -> None:
    heat, final = evening("EF", "CD", "AB", day=1), evening(day=2)
    set_carry_over(session=final, earlier_session=heat, weight=50, by=Actor())
    answer = client.get(address(final))
    assert cells(answer)[:3] == [
        ["1", "Ann Ax – Ann Bx 1 100.00, carry-over 50.00", "100.00", "50.00", "83.33"],
        ["2", "Ann Ex – Ann Fx 3 50.00, carry-over 100.00", "50.00", "100.00", "66.67"],
        ["3", "Ann Ix – Ann Jx 5 0.00", "0.00", "–", "0.00"],
    ]
    text = answer.content.decode()
    assert (
        "The total is the average in which this session counts 100 %, and each session of"
        " “Evening 1” 50 %." in text
    )
    assert "Pairs without both names in “Evening 1” (1 March 2026): 3. They do not count." in text


def test_a_carry_over_of_totals_is_reported(client: Client) -> None:
    heat, final = evening(day=1, method="total"), evening(day=2, method="total")
    set_carry_over(session=final, earlier_session=heat, weight=50, by=Actor())
    assert "The total is that of this session and 50 % of “Evening 1”." in page(client, final)


def test_a_carry_over_of_matchpoints_is_reported(client: Client) -> None:
    heat, final = series(evening(day=1), adding="matchpoints", name="Heat"), evening(day=2)
    set_carry_over(session=final, earlier_series=heat, weight=50, by=Actor())
    assert (
        "The total is the percentage of all matchpoints, of which those of “Heat” count 50 %."
        in page(client, final)
    )


def test_a_visitor_sees_no_carry_over_from_what_is_not_published(
    client: Client, director_client: Client
) -> None:
    heat, final = evening(day=1), evening(day=2)
    set_carry_over(session=final, earlier_session=heat, weight=50, by=Actor())
    sessions.withdraw(session=heat, by=Actor())
    # Whoever comes first, nothing is kept of it for the other.
    for reader in (director_client, client, director_client):
        rows = cells(reader.get(address(final)))
        assert len(rows[0]) == 5
        assert (rows[0][3] == "100.00") is (reader is director_client)
    assert "The carry-over from “Evening 1” is not published yet" in page(client, final)
    assert "Visitors see this ranking without the carry-over from “Evening 1”" in (
        page(director_client, final)
    )


def test_series_of_the_session_are_linked(client: Client, director_client: Client) -> None:
    session = evening()
    made = series(session, name="Spring cup")
    link = f'<a href="/series/{made.pk}/">Spring cup</a>'
    assert (link in page(client, session), link in page(director_client, session)) == (False, True)
    publish_series(series=made, by=Actor())
    assert link in page(client, session)


def test_whoever_played_too_little_is_below_with_the_reason(client: Client) -> None:
    session = evening(boards_per_round=2)
    factories.enter(session, 2, "630", "50", "np")
    Session.objects.filter(pk=session.pk).update(minimum_part=60)
    assert cells(client.get(address(session)))[2] == [
        "",
        "Ann Ix – Ann Jx 5 without a place: 1 of 2 boards played, 60 % are needed",
        "1",
        "0",
        "0.00",
    ]


def test_while_results_come_in_everybody_has_a_place(client: Client) -> None:
    session = evening(boards_per_round=2)
    Session.objects.filter(pk=session.pk).update(minimum_part=60, state="open")
    factories.enter(session, 2, "630", "50", "np")
    assert cells(client.get(address(session)))[2][0] == "3"


def test_whoever_played_nothing_is_below_with_the_reason(client: Client) -> None:
    session = evening(scores=("420", "50", "np"))
    assert cells(client.get(address(session)))[2][1] == (
        "Ann Ix – Ann Jx 5 without a place: no board was scored"
    )


def test_whoever_has_no_result_yet_is_named_below(client: Client) -> None:
    session = evening("AB", "CD", "EF", "GH", scores=("420", "50", ""))
    described = page(client, session).partition("Without a result so far:")[2].partition("</p>")[0]
    assert " ".join(described.split()) == "5; 6"
    assert "Without a result so far" not in page(client, evening())
    assert "Without a result so far" not in page(client, evening(scores=()))


def test_sections_apart_have_a_ranking_each_and_say_so(client: Client) -> None:
    session = evening(winners=1)
    session.sections.update(letter="B")
    Session.objects.filter(pk=session.pk).update(one_field=False)
    assert "<h2>Section B</h2>" in page(client, session)


def test_queries_do_not_grow_with_what_is_carried_over(client: Client) -> None:
    counts = []
    for number in (1, 3):
        final = evening(day=9)
        heat = series(*(evening(day=day) for day in range(1, number + 1)))
        set_carry_over(session=final, earlier_series=heat, by=Actor())
        publish_series(series=series(final, name="One"), by=Actor())
        counts.append(queries(partial(client.get, address(final))))
    assert counts[0] == counts[1]


def test_a_kept_page_asks_for_session_field_series_stamp_club_and_site(client: Client) -> None:
    assert queries_again(partial(client.get, address(evening()))) == 6


def test_imps_of_unequal_boards_are_ranked_by_the_board(director_client: Client) -> None:
    session = factories.session(method=Session.Method.BUTLER)
    factories.enter(session, 1, "420", "90")
    factories.enter(session, 2, "50", "")
    ranking = director_client.get(address(session))
    [table] = ranking.context["lists"]
    assert [(row.place, row.number, row.result, row.per_board) for row in table.rows] == [
        ("1", "4", "5", "5"),
        ("2", "1", "4", "2"),
        ("3", "3", "−5", "−2.5"),
        ("4", "2", "−4", "−4"),
    ]
    text = ranking.content.decode()
    assert "IMPs per board" in text
    assert "Where the numbers of boards played differ, the IMPs per board decide." in text


def test_an_individual_of_twelve_is_entered_and_ranked(director_client: Client) -> None:
    session = factories.played(asc.write(whist(12)), boards_per_round=2)
    answer = director_client.get(f"/sessions/{session.pk}/ranking/")
    rows = [row for row in cells(answer) if len(row) > 3]
    assert len(rows) == 12
    assert {row[2] for row in rows} == {"22"}
    for page in ("travellers/", "cards/", "boards/1/", "slips/A/1/1/", "paper/guide-cards/"):
        assert director_client.get(f"/sessions/{session.pk}/{page}").status_code == 200


def test_a_complete_provisional_ranking_says_what_makes_it_final(
    client: Client, director_client: Client
) -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    open_for = "Provisional: all results are in, and may be corrected until the director finishes"
    assert open_for in page(client, session)
    assert "Finish the session" not in page(client, session)
    assert 'name="action" value="finish"' in page(director_client, session)
    line = factories.line(session, 1)
    enter_result(session_id=session.pk, line_id=line.pk, text="", by=Actor())
    assert 'value="finish"' not in page(director_client, session)
    enter_result(session_id=session.pk, line_id=line.pk, text="50", by=Actor())
    sessions.finish(session=session, by=Actor())
    assert "Provisional" not in page(client, session)
    assert 'value="finish"' not in page(director_client, session)


def test_a_long_ranking_is_shown_page_by_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    path = f"/sessions/{session.pk}/ranking/"
    whole = client.get(path).content.decode()
    monkeypatch.setattr(ranking_pages, "MAX_ROWS", 3)
    monkeypatch.setattr(ranking_pages, "PER_PAGE", 3)
    forget()
    first, second = (client.get(path, {"page": page}).content.decode() for page in ("1", "2"))
    assert 'href="?page=2"' not in whole
    assert [page.count("contestant-link") for page in (whole, first, second)] == [4, 3, 1]
    assert '<a href="?page=2" aria-current="page">4–4</a>' in squeezed(second)


def test_a_director_is_told_of_the_boards_needed_for_a_place(
    client: Client, director_client: Client
) -> None:
    session = factories.played()
    sessions.publish(session=session, by=Actor())
    link = f"/sessions/{session.pk}/settings/#id_minimum_part"
    assert link not in page(director_client, session)
    section = session.sections.get()
    MovementChange.objects.create(section=section, absent=1, first_round=3)
    assert link in page(director_client, session)
    assert link in director_client.get(f"/sessions/{session.pk}/movement/").content.decode()
    assert link not in page(client, session)
    Session.objects.update(minimum_part=60)
    assert link not in page(director_client, session)
