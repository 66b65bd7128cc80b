import pytest

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.desk.views.paper import TableKind, table_papers
from events.sessions.lines.services.seats import change_seats
from events.sessions.setup.services.sessions import enter_names
from players.domain.names import read_name
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.queries import queries

pytestmark = pytest.mark.django_db

THREE_PAIRS = " 3  2  3  3 0\n 1- 2 A  3- 0 B\n 1- 3 B  2- 0 C\n 2- 3 C  1- 0 A\n"


@pytest.fixture
def session() -> Session:
    names = {
        "A1": [read_name("Vera Pym"), read_name("Ulf Ekman")],
        "A4": [read_name("Clara Finch"), read_name("Hugo Tarrant")],
    }
    return factories.session(factories.MITCHELL_3, boards_per_round=2, names=names)


def test_the_seating_list_goes_by_table_and_by_name(session: Session) -> None:
    (seating,) = table_papers(session, TableKind.SEATING)
    assert [(seat.place, seat.number, seat.who) for seat in seating.by_table][:3] == [
        ("1 NS", "1", "Vera Pym – Ulf Ekman"),
        ("1 EW", "4", "Clara Finch – Hugo Tarrant"),
        ("2 NS", "2", ""),
    ]
    assert [(seat.who, seat.number, seat.place) for seat in seating.by_name] == [
        ("Ekman, Ulf", "1", "1 NS"),
        ("Finch, Clara", "4", "1 EW"),
        ("Pym, Vera", "1", "1 NS"),
        ("Tarrant, Hugo", "4", "1 EW"),
    ]


def test_whoever_sits_out_the_first_round_is_last_in_the_seating_list() -> None:
    (seating,) = table_papers(factories.session(THREE_PAIRS), TableKind.SEATING)
    assert [(seat.number, seat.place) for seat in seating.by_table] == [
        ("1", "1 NS"),
        ("2", "1 EW"),
        ("3", "sits out"),
    ]


def test_players_of_an_individual_have_a_seat_each() -> None:
    made = factories.session(factories.INDIVIDUAL_4)
    (seating,) = table_papers(made, TableKind.SEATING)
    assert [seat.place for seat in seating.by_table] == ["1 N", "1 S", "1 E", "1 W"]


def test_score_slips_come_table_by_table_with_their_boards(session: Session) -> None:
    slips = table_papers(session, TableKind.SCORE_SLIPS)
    assert [(slip.table, slip.round, slip.ns, slip.ew) for slip in slips][:4] == [
        ("1", "1", "1", "4"),
        ("1", "2", "1", "6"),
        ("1", "3", "1", "5"),
        ("2", "1", "2", "5"),
    ]
    assert [(line.board, line.vulnerability) for line in slips[0].lines] == [(1, "none"), (2, "NS")]
    assert slips[0].ew_names == "Clara Finch – Hugo Tarrant"


def test_paper_has_those_who_really_sit_there(session: Session) -> None:
    line = factories.line(session, 2)
    change_seats(session_id=session.pk, line_id=line.pk, text="*", by=Actor())
    slip = table_papers(session, TableKind.SCORE_SLIPS)[0]
    assert [(line.ns, line.ew) for line in slip.lines] == [("", ""), ("4", "1")]


def test_name_cards_are_for_all_who_play(session: Session) -> None:
    cards = table_papers(session, TableKind.NAME_CARDS)
    assert [(card.label, card.players) for card in cards][:2] == [
        ("1", "Vera Pym – Ulf Ekman"),
        ("2", ""),
    ]
    assert len(cards) == 6


def test_the_results_of_a_table_are_what_was_entered(session: Session) -> None:
    factories.enter(session, 1, "4sn=", "", "")
    first, *_others = table_papers(session, TableKind.TABLE_RESULTS)
    assert (first.table, [slip.round for slip in first.rounds]) == ("1", ["1", "2", "3"])
    cells = first.rounds[0].lines[0].cells
    assert (cells["played"][-2:], cells["ns_score"]) == ("N=", "420")


@pytest.mark.parametrize("kind", TableKind)
def test_the_queries_do_not_grow(session: Session, kind: TableKind) -> None:
    small = factories.session()
    assert queries(lambda: table_papers(small, kind)) == queries(
        lambda: table_papers(session, kind)
    )


def test_papers_of_teams_name_the_team(director_client) -> None:
    names = {"A3": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    session = match_evenings.made("teams", 2)
    enter_names(session=session, names=names, by=Actor())
    session.teams.filter(number=2).update(name="Jackdaws")
    (seating,) = table_papers(session, TableKind.SEATING)
    assert [(seat.number, seat.who) for seat in (*seating.by_table, *seating.by_name)] == [
        ("1", "Team 1"),
        ("4", "Jackdaws"),
        ("3", "Clara Finch – Hugo Tarrant (Jackdaws)"),
        ("2", "Team 1"),
        ("3", "Finch, Clara (Jackdaws)"),
        ("3", "Tarrant, Hugo (Jackdaws)"),
    ]
    slips = table_papers(session, TableKind.SCORE_SLIPS)
    assert [(slip.ns_names, slip.ew_names) for slip in slips] == [
        ("Team 1", "Jackdaws"),
        ("Clara Finch – Hugo Tarrant (Jackdaws)", "Team 1"),
    ]
    cards = director_client.get(f"/sessions/{session.pk}/paper/name-cards/").text
    assert cards.count('<p class="name-card-team">Jackdaws</p>') == 2
