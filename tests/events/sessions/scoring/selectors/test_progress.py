import pytest

from clubscore.web.visitors import Actor
from events.models import Section, Session, TravellerLine
from events.sessions.core.domain.progress import State
from events.sessions.scoring.selectors.progress import (
    Cell,
    Progress,
    cells,
    missing_lines,
    progress,
    section_progress,
)
from events.sessions.setup.services import sections as layout, sessions
from movements.selectors import movement_value
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.queries import queries

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_progress_counts_every_board() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "np")
    factories.enter(session, 3, "", "p")
    assert [
        (each.board, each.entered, each.expected, each.state) for each in progress(session.pk)
    ] == [(1, 2, 2, "complete"), (2, 0, 2, "empty"), (3, 1, 2, "part")]


def test_queries_do_not_grow_with_lines() -> None:
    one, many = factories.played(factories.ONE_TABLE).pk, factories.played().pk
    assert queries(lambda: progress(one)) == queries(lambda: progress(many))


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board. A table's board: round r, table t → t + r - 1."""
    return factories.session(factories.MITCHELL_3)


def line(session: Session, round_: int, table: int, letter: str = "A") -> TravellerLine:
    return TravellerLine.objects.get(
        section__session=session, section__letter=letter, round=round_, table=table
    )


def enter(session: Session, *places: tuple[int, int]) -> None:
    TravellerLine.objects.filter(pk__in=[line(session, *place).pk for place in places]).update(
        score_ns=100
    )


def add_section(session: Session, letter: str) -> Section:
    first = session.sections.first()
    section = Section.objects.create(
        session=session, letter=letter, movement=first.movement, boards_per_round=1
    )
    layout.set_up_section(section=section, movement=movement_value(first.movement))
    return section


def states(session: Session) -> dict[tuple[int, int], str]:
    """By round and table."""
    sections = section_progress(session)
    return {
        (cell.round, cell.table): cell.state.value
        for of_section in cells(session, sections).values()
        for cell in of_section.values()
    }


def missing(session: Session) -> list[tuple[int | None, int | None]]:
    found = missing_lines(session, section_progress(session))
    return [(missing_line.line.round, missing_line.line.table) for missing_line in found]


def test_at_the_beginning_nothing_is_in_and_nothing_is_missing(session: Session) -> None:
    [section] = section_progress(session)
    assert (section.letter, section.tables, section.latest, section.missing) == ("A", 3, 0, 0)
    assert section.rounds == tuple(Progress(n, 0, 3) for n in (1, 2, 3))
    assert [each.state for each in section.rounds] == [State.NOTHING] * 3
    assert set(states(session).values()) == {"nothing"}
    assert missing(session) == []


def test_a_line_is_missing_when_its_board_is_in_from_the_next_round(session: Session) -> None:
    enter(session, (1, 1), (1, 2))
    assert states(session)[1, 3] == "nothing"
    enter(session, (2, 2))
    [section] = section_progress(session)
    assert (section.latest, section.missing, section.entered, section.expected) == (2, 1, 3, 9)
    assert section.to_come == 0
    assert [each.state for each in section.rounds] == [State.MISSING, State.PLAYING, State.NOTHING]
    assert states(session) == {
        (1, 1): "complete",
        (1, 2): "complete",
        (1, 3): "missing",
        (2, 1): "nothing",
        (2, 2): "complete",
        (2, 3): "nothing",
        (3, 1): "nothing",
        (3, 2): "nothing",
        (3, 3): "nothing",
    }
    assert missing(session) == [(1, 3)]


def test_a_line_whose_board_has_not_been_seen_since_is_still_to_come(session: Session) -> None:
    enter(session, (1, 1), (1, 2), (2, 1))
    assert (states(session)[1, 3], missing(session)) == ("nothing", [])
    [section] = section_progress(session)
    assert (section.latest, section.missing, section.to_come) == (2, 0, 1)


def test_travellers_typed_board_by_board_leave_no_other_board_missing(session: Session) -> None:
    board_1, board_2 = [(1, 1), (2, 3), (3, 2)], [(1, 2), (2, 1), (3, 3)]
    for count in (1, 2, 3):
        enter(session, *board_1[:count])
        assert missing(session) == []
    [section] = section_progress(session)
    assert (section.latest, section.to_come) == (3, 4)
    assert sorted(set(states(session).values())) == ["complete", "nothing"]
    enter(session, *board_2[1:])
    assert missing(session) == [(1, 2)]


def test_a_round_of_the_same_boards_is_over_with_the_next_one() -> None:
    session = factories.session(factories.HOWELL_4)
    enter(session, (1, 1))
    assert missing(session) == []
    enter(session, (2, 1))
    assert missing(session) == [(1, 2)]


def test_a_line_is_missing_when_its_board_is_in_from_everybody_else() -> None:
    """A board that is not played again after a round, here by the only table."""
    session = factories.session(" 2  1  2  2 0\n 1- 2 A\n 1- 2 B\n")
    enter(session, (2, 1))
    assert missing(session) == [(1, 1)]


def test_what_is_not_played_is_in(session: Session) -> None:
    enter(session, (1, 1), (1, 2), (2, 2))
    TravellerLine.objects.filter(pk=line(session, 1, 3).pk).update(adjustment="NP")
    assert (states(session)[1, 3], missing(session)) == ("complete", [])


def test_in_a_finished_session_everything_empty_is_missing(session: Session) -> None:
    enter(session, (1, 1))
    sessions.finish(session=session, by=Actor())
    assert len(missing(session)) == 8
    assert section_progress(session)[0].missing == 8
    assert states(session)[3, 3] == "missing"


def test_a_cell_leads_to_the_first_line_that_is_open() -> None:
    session = factories.session(factories.MITCHELL_3, boards_per_round=3)
    lines = list(TravellerLine.objects.filter(round=1, table=2).order_by("board"))
    assert [traveller_line.board for traveller_line in lines] == [4, 5, 6]

    def cell() -> Cell:
        [section] = section_progress(session)
        return cells(session, [section])[section.pk][2, 1]

    def type_in(position: int) -> None:
        TravellerLine.objects.filter(pk=lines[position].pk).update(score_ns=0)

    assert cell() == Cell(1, 2, 0, 3, State.NOTHING, 4, lines[0].pk)
    type_in(0)
    assert cell() == Cell(1, 2, 1, 3, State.PLAYING, 5, lines[1].pk)
    type_in(2)
    assert cell() == Cell(1, 2, 2, 3, State.PLAYING, 5, lines[1].pk)
    type_in(1)
    assert cell() == Cell(1, 2, 3, 3, State.COMPLETE, 4, lines[0].pk)


def test_a_missing_line_says_where_both_sides_sit_now(session: Session) -> None:
    enter(session, (1, 1), (1, 2), (2, 2))
    [found] = missing_lines(session, section_progress(session))
    numbers = {factories.contestant(session, n).pk: n for n in (1, 2, 3, 4, 5, 6)}
    assert [numbers[pk] for pk in (*found.line.ns, *found.line.ew)] == [3, 6]
    # In round 2, pair 6 has moved on to the first table.
    assert (found.latest, {numbers[pk]: table for pk, table in found.seats.items()}) == (
        2,
        {3: 3, 6: 1},
    )


def test_sections_are_apart_and_in_their_order(session: Session) -> None:
    for letter in ("AA", "B"):
        add_section(session, letter)
    enter(session, (2, 1))
    enter_b = line(session, 1, 1, "B")
    TravellerLine.objects.filter(pk=enter_b.pk).update(score_ns=0)
    found = section_progress(session)
    assert [(each.letter, each.latest, each.missing) for each in found] == [
        ("A", 2, 1),
        ("B", 1, 0),
        ("AA", 0, 0),
    ]
    assert {missing_line.line.section for missing_line in missing_lines(session, found)} == {"A"}
    assert missing_lines(session, found[1:]) == []
    assert missing_lines(session, []) == []


def test_lines_of_a_file_have_neither_tables_nor_rounds(session: Session) -> None:
    TravellerLine.objects.update(round=None, table=None)
    [section] = section_progress(session)
    assert section.rounds == (Progress(None, 0, 9),)
    assert (section.tables, section.to_come) == (0, 0)
    assert (section.rounds[0].state, cells(session, [section])) == (State.NOTHING, {section.pk: {}})
    assert missing(session) == []
    sessions.finish(session=session, by=Actor())
    assert len(missing(session)) == 9


def test_queries_do_not_grow(session: Session) -> None:
    counts = []
    for letter in ("B", "C", "D"):
        add_section(session, letter)
        TravellerLine.objects.filter(section__letter=letter, round=2, table=1).update(score_ns=0)
        sections = section_progress(session)
        counts.append(
            (
                queries(lambda: section_progress(session)),
                queries(lambda sections=sections: cells(session, sections)),
                queries(lambda sections=sections: missing_lines(session, sections)),
            )
        )
    assert counts == [(3, 3, 4)] * 3


def test_a_line_of_a_drawn_round_is_missing_when_the_next_one_has_begun() -> None:
    swiss = match_evenings.made("swiss-teams", 5, rounds=3, odd="triangle")
    lines = TravellerLine.objects.filter(section__session=swiss, round=1)
    # Of the triangle, whose boards are played again in round 2.
    left = lines.order_by("board").last()
    assert left
    for traveller_line in lines.exclude(pk=left.pk):
        match_evenings.enter(traveller_line, "+140")
    match_evenings.draw(swiss)
    [section] = section_progress(swiss)
    assert (section.missing, section.in_play) == (0, 1)
    later = TravellerLine.objects.filter(section__session=swiss, round=2)
    match_evenings.enter(later.exclude(board=left.board).order_by("board")[0], "+140")
    [section] = section_progress(swiss)
    assert (section.latest, section.missing, section.to_come) == (2, 1, 0)
    [found] = missing_lines(swiss, [section])
    assert found.line.pk == left.pk


def test_halves_of_a_drawn_round_are_over_with_the_round() -> None:
    swiss = match_evenings.made("swiss-teams", 5, rounds=3, odd="halves")
    first = TravellerLine.objects.filter(section__session=swiss, round=1)
    second = TravellerLine.objects.filter(section__session=swiss, round=2)
    match_evenings.enter(second.order_by("board")[0], "+140")
    [section] = section_progress(swiss)
    # The other tables may still play the first half.
    assert (section.latest, section.missing < first.count()) == (2, True)
    match_evenings.play(swiss, only={"round": 2})
    match_evenings.draw(swiss)
    third = TravellerLine.objects.filter(section__session=swiss, round=3)
    match_evenings.enter(third.order_by("board")[0], "+140")
    [section] = section_progress(swiss)
    assert (section.latest, section.missing) == (3, first.count())
