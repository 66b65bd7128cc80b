from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from clubscore.web.visitors import Actor
from events.common.domain import Rounding
from events.models import MovementChange, Penalty, Session, TravellerLine
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import LineResult
from events.sessions.lines.services.seats import change_seats
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.scoring.domain.settings import ImpsBy, Method, Settings
from events.sessions.scoring.figures import scoring
from events.sessions.scoring.figures.scoring import (
    ScoredSession,
    SessionStandings,
    score_session,
    score_sessions,
    standings_of_sessions,
)
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.setup.services import sessions
from players.models import Player
from tests.events import factories
from tests.events.sessions.boards import board_points
from tests.events.sessions.evenings import evening
from tests.queries import queries, queries_again

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def standings(session: Session) -> dict[str, tuple[Fraction, str]]:
    """Contestant → points and place."""
    contestants = session_contestants(session.pk)
    scored = scoring.score_session(Session.objects.get(pk=session.pk))
    return {
        contestants[standing.contestant].label: (standing.points, str(standing.place))
        for standing in scored.field.standings
    }


def test_settings_are_those_of_the_session() -> None:
    session = Session(
        method="butler",
        scale=1,
        winners=2,
        neuberg=False,
        small_groups=False,
        sit_out=60,
        rounding="board:0.1",
        butler_drop=2,
        butler_percent=10,
        butler_parts=False,
        butler_even=True,
        datums="1:-50",
        imps_by="board",
        session_average=False,
        one_field=False,
        expected=9,
        cross_imps_mean=False,
        minimum_part=75,
        state="finished",
    )
    assert scoring.settings_of(session) == Settings(
        method=Method.BUTLER,
        scale=1,
        winners=2,
        neuberg=False,
        small_groups=False,
        sit_out=60,
        rounding=Rounding.BOARD_TENTH,
        butler_drop=2,
        butler_percent=10,
        butler_parts=False,
        butler_even=True,
        datums=((1, -50),),
        imps_by=ImpsBy.BOARD,
        session_average=False,
        one_field=False,
        expected=9,
        cross_imps_mean=False,
        minimum_part=Fraction(3, 4),
    )


def test_a_minimum_of_boards_is_asked_once_the_session_is_finished() -> None:
    assert scoring.settings_of(Session(minimum_part=75)).minimum_part == 0


def test_more_results_are_expected_than_there_are_but_never_fewer() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "p")
    tops = {}
    for expected in (None, 1, 3, 5):
        session.expected = expected
        scored = scoring.score_session(session)
        alone = score_one_board(session, 1)
        tops[expected] = scored.field.standings[0].of, alone.scores[0].lines[0].top
    assert tops == {None: (4, 4), 1: (4, 4), 3: (4, 4), 5: (8, 8)}


def test_every_choice_of_a_session_is_one_of_the_rules() -> None:
    assert Session.Method.values == list(Method)
    assert Session.Rounding.values == list(Rounding)


def test_a_session_without_results_has_no_standings() -> None:
    scored = scoring.score_session(factories.session())
    assert (scored.entered, scored.expected, scored.points) == (0, 6, {})
    assert (scored.field.boards, scored.field.standings) == ((), ())


def test_lines_have_their_points_by_id() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "")
    scored = scoring.score_session(session)
    assert [
        (line.table, scored.points[line.pk].ns_points, scored.points[line.pk].ew_points)
        for line in scored.lines
        if line.pk in scored.points
    ] == [(1, 2, 0), (2, 0, 2)]
    assert (scored.entered, scored.expected) == (2, 3)


def test_standings_follow_every_line_that_changes() -> None:
    session = factories.session(THREE_TABLES, winners=1)
    factories.enter(session, 1, "420", "50", "")
    assert standings(session) == {
        "1": (2, "1="), "4": (2, "1="), "2": (0, "3="), "3": (0, "3=")
    }  # fmt: skip
    factories.enter(session, 1, "420", "450", "")
    assert standings(session) == {
        "3": (2, "1="), "2": (2, "1="), "1": (0, "3="), "4": (0, "3=")
    }  # fmt: skip
    factories.enter(session, 1, "", "450", "")
    assert set(standings(session)) == {"3", "4"}
    factories.enter(session, 1, "", "", "")
    assert standings(session) == {}


def test_standings_follow_the_settings() -> None:
    session = factories.session(THREE_TABLES, winners=1)
    factories.enter(session, 1, "420", "50", "p")
    assert standings(session)["1"] == (4, "1=")
    for field, value, found in (
        ("scale", 1, (2, "1=")),
        ("method", "total", (420, "1")),
        ("winners", 2, (420, "1")),
        ("method", "mp", (2, "1")),
    ):
        setattr(session, field, value)
        sessions.change_settings(session=session, fields=[field], by=Actor())
        assert standings(session)["1"] == found


def test_two_sessions_are_scored_apart() -> None:
    one, other = factories.session(THREE_TABLES), factories.session(THREE_TABLES)
    factories.enter(one, 1, "420", "50", "p")
    factories.enter(other, 1, "-420", "50", "p")
    assert (standings(one)["1"][0], standings(other)["1"][0]) == (4, 0)


def test_partners_of_an_individual_each_get_the_points_of_their_side() -> None:
    session = factories.session(" 8  2  1  1 1\n 1- 2- 3- 4 A  5- 6- 7- 8 A\n")
    factories.enter(session, 1, "420", "50")
    assert {number: points for number, (points, _) in standings(session).items()} == {
        "1": 2, "2": 2, "3": 0, "4": 0, "5": 0, "6": 0, "7": 2, "8": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    "typed", ["a6040", "a+-", "a=", "np", "60:420/40:-50", "50:420/50:50|100:50"]
)
def test_every_adjustment_is_scored(typed: str) -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", typed)
    scored = scoring.score_session(session)
    assert (scored.entered, len(scored.points)) == (3, 3)
    assert len(board_points(session)) == 3


def penalise(session: Session, number: int, **values: object) -> None:
    contestant = factories.contestant(session, number)
    values = {"kind": "percent", "amount": 10, "reason": "Slow play."} | values
    Penalty.objects.create(contestant=contestant, **values)


def test_penalties_are_taken_off_totals() -> None:
    session = factories.session(THREE_TABLES, winners=1)
    factories.enter(session, 1, "420", "50", "p")
    penalise(session, 1)
    penalise(session, 1, kind="matchpoints", amount=Decimal("0.5"))
    penalise(session, 2, kind="warning", amount=0)
    # A tenth of the top 4, and half a matchpoint; the opponents keep what they have.
    found = standings(session)
    assert (found["1"][0], found["2"][0], found["3"][0]) == (Fraction(31, 10), 0, 2)
    scored = scoring.score_session(session)
    assert [(penalty.kind, penalty.amount) for penalty in scored.penalties] == [
        ("percent", 10),
        ("matchpoints", Decimal("0.5")),
        ("warning", 0),
    ]


@pytest.mark.parametrize(
    ("method", "kind", "points"),
    [
        ("mp", "imps", 4),
        ("butler", "imps", 5),
        ("cross-imps", "imps", 8),
        ("cross-imps", "percent", 9),
        ("total", "points", 419),
        ("total", "matchpoints", 420),
    ],
)
def test_a_penalty_counts_where_the_method_knows_its_unit(
    method: str, kind: str, points: int
) -> None:
    session = factories.session(THREE_TABLES, method=method)
    factories.enter(session, 1, "420", "50", "p")
    penalise(session, 1, kind=kind, amount=1)
    assert standings(session)["1"][0] == points


def test_a_penalty_stands_in_the_list_of_its_contestant() -> None:
    session = factories.session(THREE_TABLES, winners=2)
    factories.enter(session, 1, "420", "50", "p")
    penalise(session, 1, amount=50)
    penalise(session, 6, amount=25)
    found = standings(session)
    assert {number: found[number] for number in ("1", "3", "6")} == {
        "1": (2, "1="),
        "3": (2, "1="),
        "6": (3, "1"),
    }


def test_a_pair_that_exchanged_seats_stands_in_its_own_list_with_all_it_played() -> None:
    session = factories.session(THREE_TABLES, winners=2, boards_per_round=2)
    first = factories.line(session, 1, 1)
    change_seats(session_id=session.pk, line_id=first.pk, text="2*1", by=Actor())
    factories.enter(session, 1, "110", "50", "p")
    factories.enter(session, 2, "110", "50", "p")
    scored = scoring.score_session(Session.objects.get(pk=session.pk)).field
    contestants = session_contestants(session.pk)
    found = [
        (
            standing.direction,
            contestants[standing.contestant].label,
            standing.points,
            standing.boards,
        )
        for standing in scored.standings
    ]
    assert found == [
        (Side.NS, "1", 4, 2),
        (Side.NS, "3", 4, 2),
        (Side.NS, "5", 0, 2),
        (Side.EW, "6", 8, 2),
        (Side.EW, "2", 4, 2),
        (Side.EW, "4", 4, 2),
    ]


FIVE_PAIRS = " 5  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 5 B  2- 3 B\n"


def test_who_sits_out_by_the_movement_has_a_part_of_a_top() -> None:
    session = factories.session(FIVE_PAIRS)
    Session.objects.update(sit_out=60)
    factories.enter(session, 1, "140", "110")
    # Round 2 has not begun, and pair 5 has no result yet.
    assert standings(session)["4"][0] == 2
    factories.enter(session, 2, "110", "110")
    found = standings(session)
    # 60 % of the top of 2: pair 5 in round 1, pair 4 in round 2.
    assert (found["4"][0], found["5"][0], found["1"][0]) == (
        Fraction(16, 5), Fraction(11, 5), 3,
    )  # fmt: skip
    field = scoring.score_session(Session.objects.get(pk=session.pk)).field
    assert {(each.boards, each.counted) for each in field.standings} == {(2, 2), (1, 2)}
    # Without a movement the boards without a line count.
    session.sections.update(movement=None)
    assert standings(session)["4"][0] == Fraction(16, 5)


@pytest.mark.parametrize(("unopposed", "points"), [("", 1), ("=", 2), ("+", Fraction(11, 5))])
@pytest.mark.parametrize("movement", [" 4  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 3 B  2- 4 B\n"])
def test_whose_opponents_have_left_gets_what_the_session_gives(unopposed, points, movement) -> None:
    session = factories.session(movement)
    Session.objects.update(unopposed=unopposed)
    MovementChange.objects.create(section=session.sections.get(), absent=4, first_round=2)
    TravellerLine.objects.get(round=2, table=2).delete()
    factories.enter(session, 1, "140", "140")
    # Round 2 has not begun.
    assert standings(session)["2"][0] == 1
    factories.enter(session, 2, "110")
    found = standings(session)
    # A top of 2: pair 2 would have met pair 4, who has left and gets nothing.
    assert (found["2"][0], found["4"][0]) == (points, 1)


def test_who_leaves_in_the_middle_of_a_round_leaves_its_opponents_the_rest_of_it() -> None:
    session = factories.session(
        " 4  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 3 B  2- 4 B\n", boards_per_round=2
    )
    Session.objects.update(unopposed="+", session_average=False)
    MovementChange.objects.create(section=session.sections.get(), absent=4, first_round=2)
    TravellerLine.objects.get(round=2, table=2, board=4).delete()
    factories.enter(session, 3, "140", "140")
    field = scoring.score_session(Session.objects.get(pk=session.pk)).field
    contestants = session_contestants(session.pk)
    found = {contestants[each.contestant].number: each for each in field.standings}
    # Board 3 was played and is a tie; board 4 is given: 60 % of the top of 2.
    assert (found[2].points, found[2].boards) == (1 + Fraction(6, 5), 2)
    assert {number: each.boards for number, each in found.items()} == {1: 1, 2: 2, 3: 1, 4: 1}


def test_a_penalty_without_results_waits() -> None:
    session = factories.session(THREE_TABLES)
    penalise(session, 1)
    assert standings(session) == {}


def test_penalties_by_section_where_sections_are_scored_apart() -> None:
    session = factories.session(THREE_TABLES, winners=1)
    factories.enter(session, 1, "420", "50", "p")
    penalise(session, 1, amount=100)
    session.one_field = False
    sessions.change_settings(session=session, fields=["one_field"], by=Actor())
    assert standings(session)["1"][0] == 0


def test_deals_of_a_fouled_board_are_scored_apart() -> None:
    session = factories.session(THREE_TABLES)
    session.neuberg = False
    factories.enter(session, 1, "420", "50", "p")
    second = factories.line(session, 1, table=2)
    TravellerLine.objects.filter(pk=second.pk).update(deal="B")
    # Two of one deal against each other, one of the other alone.
    assert board_points(session) == [(2, 0), (0, 0), (0, 2)]
    scored = scoring.score_session(session)
    assert [scored.points[line.pk].ns_points for line in scored.lines] == [2, 0, 0]


def test_few_results_by_percentage_or_by_the_formula() -> None:
    session = factories.session(THREE_TABLES)
    session.expected = 9
    factories.enter(session, 1, "420", "170", "50")
    # Three of nine: 70, 60 and 50 % of 16, or (M + 1) · 9/3 − 1.
    assert board_points(session) == [
        (Fraction(56, 5), Fraction(8)),
        (Fraction(48, 5), Fraction(48, 5)),
        (Fraction(8), Fraction(56, 5)),
    ]
    session.small_groups = False
    assert board_points(session) == [(14, 2), (8, 8), (2, 14)]


def test_a_session_supposes_what_is_being_ruled() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "p")
    second = factories.line(session, 1, table=2)
    scored = scoring.score_session(session, supposing={second.pk: LineResult(430)})
    assert [scored.points[line.pk].ns_points for line in scored.lines] == [2, 4, 0]
    second.refresh_from_db()
    assert second.score_ns == 50


def test_under_a_ruling_the_tables_score_does_not_count() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "p")
    factories.enter(session, 1, "420", "a6040", "p")
    assert factories.line(session, 1, table=2).score_ns == 50
    plain = factories.session(THREE_TABLES)
    factories.enter(plain, 1, "420", "a6040", "p")
    assert board_points(session) == board_points(plain)


def test_points_of_a_line_are_explained() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "")
    first = factories.line(session, 1)
    explained = scoring.explain_points(session, first.pk, Side.EW)
    assert (explained.line.pk, explained.explanation.total, explained.is_fouled) == (
        first.pk,
        0,
        False,
    )
    TravellerLine.objects.filter(pk=factories.line(session, 1, 3).pk).update(deal="B")
    assert scoring.explain_points(session, first.pk, Side.NS).is_fouled is True
    assert scoring.explain_points(session, factories.line(session, 1, 3).pk, Side.NS) is None
    assert scoring.explain_points(session, 0, Side.NS) is None


def test_every_unit_of_penalties_is_one_of_the_model() -> None:
    units = [kind for kinds in scoring.PENALTY_UNITS.values() for kind in kinds]
    assert set(units) | {Penalty.Kind.WARNING} == set(Penalty.Kind)
    assert set(scoring.PENALTY_UNITS) == set(Method)


def test_queries_do_not_grow_with_penalties() -> None:
    one, many = factories.played(), factories.played()
    penalise(one, 1)
    for number in (1, 2, 3):
        penalise(many, number)
    assert queries(lambda: scoring.score_session(one)) == queries(
        lambda: scoring.score_session(many)
    )


def test_queries_do_not_grow_with_lines() -> None:
    one, many = factories.played(factories.ONE_TABLE), factories.played()
    assert queries(lambda: scoring.score_session(one)) == queries(
        lambda: scoring.score_session(many)
    )


def test_several_sessions_are_scored_each_for_itself() -> None:
    one = factories.played()
    other = factories.played(factories.MITCHELL_3, method="butler")
    empty = factories.session()
    scored = scoring.score_sessions([other, empty, one])
    assert scored == {each.pk: scoring.score_session(each) for each in (one, other, empty)}
    assert queries(lambda: scoring.score_sessions([one])) == queries(
        lambda: scoring.score_sessions([one, other, empty])
    )


@pytest.fixture
def scored_anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sessions that are scored while the test runs, one after the other."""
    seen: list[int] = []

    def watched(sessions: Sequence[Session], **supposed: Any) -> dict[int, ScoredSession]:
        seen.extend(session.pk for session in sessions)
        return score_sessions(sessions, **supposed)

    monkeypatch.setattr(scoring, "score_sessions", watched)
    return seen


def as_scored(session: Session) -> SessionStandings:
    scored = score_session(session)
    return SessionStandings(scored.field.standings, scored.entered)


def test_they_are_those_of_the_scoring_service() -> None:
    first, second = evening(day=1), evening(day=2, scores=("50", "420", ""))
    wanted = {session.pk: as_scored(session) for session in (first, second)}
    assert standings_of_sessions([first, second]) == wanted
    assert standings_of_sessions([first, second]) == wanted
    assert [each.entered for each in wanted.values()] == [3, 2]


def test_only_the_session_that_changed_is_scored_again(scored_anew: list[int]) -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    numbers = [first.pk, second.pk, third.pk]
    standings_of_sessions([first, second, third])
    assert sorted(scored_anew) == numbers
    scored_anew.clear()
    factories.enter(second, 1, "50", "50", "p")
    standings = standings_of_sessions([first, second, third])[second.pk]
    assert scored_anew == [second.pk]
    assert standings == as_scored(second)


def test_names_do_not_matter_to_the_points(scored_anew: list[int]) -> None:
    session = evening()
    standings_of_sessions([session])
    player = Player.objects.first()
    player.family = "Changed"
    player.save()
    standings_of_sessions([session])
    assert scored_anew == [session.pk]


def test_settings_are_those_of_the_database() -> None:
    session = evening()
    stored = Session.objects.get(pk=session.pk)
    stored.method = "total"
    stored.save()
    assert standings_of_sessions([session]) == {session.pk: as_scored(stored)}


def test_a_session_that_is_gone_has_none() -> None:
    assert standings_of_sessions([Session(pk=4711)]) == {4711: SessionStandings((), 0)}
    assert standings_of_sessions([]) == {}


@pytest.mark.parametrize("count", [1, 3])
def test_they_take_constant_queries(count: int) -> None:
    made = [evening(day=day) for day in range(1, count + 1)]
    assert queries(lambda: standings_of_sessions(made)) == 4
    assert queries_again(lambda: standings_of_sessions(made)) == 1
