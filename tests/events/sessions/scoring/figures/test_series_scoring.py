from collections.abc import Callable
from decimal import Decimal

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import CarryOver, LogEntry, Series, Session
from events.sessions.desk.services import handicaps
from events.sessions.desk.services.bin import delete_session
from events.sessions.desk.services.handicaps import Handicaps
from events.sessions.scoring.figures.carry_over import carried_over, source_of
from events.sessions.series.services import set_carry_over
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.events.sessions import evenings
from tests.events.sessions.evenings import evening, individual, name, score, series, standings
from tests.queries import queries

pytestmark = pytest.mark.django_db


def notices(made: object) -> list[str]:
    return [str(notice) for notice in score(made).notices]


def give(session: Session, **given: str) -> None:
    wanted = {code: Handicaps(own=Decimal(text)) for code, text in given.items()}
    handicaps.set_handicaps(session=session, handicaps=wanted, by=Actor())


def test_the_average_is_of_every_session() -> None:
    made = series(evening(day=1), evening("AB", "CD", "GH", "EF", "KL", "IJ", day=2))
    assert standings(made) == {
        "AB": ("1", "100.00"),
        "EF": ("2=", "50.00"),
        "GH": ("2=", "50.00"),
        "IJ": ("2=", "50.00"),
        "KL": ("2=", "50.00"),
        "CD": ("6", "0.00"),
    }


def test_a_pair_is_the_same_whoever_of_it_stands_first() -> None:
    made = series(evening("AB", day=1), evening("BA", day=2))
    assert standings(made)["AB"] == ("1", "100.00")


def test_a_pair_with_a_substitute_is_another_pair() -> None:
    made = series(evening("AB", "CD", day=1), evening("AX", "CD", day=2))
    assert standings(made) == {"AB": ("1=", "100.00"), "AX": ("1=", "100.00"), "CD": ("3", "0.00")}


def test_a_player_keeps_what_the_pairs_had() -> None:
    made = series(evening("AB", "CD", day=1), evening("CB", "AD", day=2), unit="player")
    assert standings(made) == {
        "B": ("1", "100.00"),
        "A": ("2=", "50.00"),
        "C": ("2=", "50.00"),
        "D": ("4", "0.00"),
    }


def test_an_individual_counts_among_players() -> None:
    made = series(evening("AB", "CD", day=1), individual(day=2), unit="player")
    assert standings(made) == {
        "A": ("1=", "100.00"),
        "B": ("1=", "100.00"),
        "G": ("1=", "100.00"),
        "H": ("1=", "100.00"),
        "C": ("5=", "0.00"),
        "D": ("5=", "0.00"),
        "E": ("5=", "0.00"),
        "F": ("5=", "0.00"),
    }


def test_a_session_counts_by_its_weight() -> None:
    first, second = evening("AB", "CD", day=1), evening("CD", "AB", day=2)
    made = series(first, second, weights={second.pk: 300})
    assert standings(made) == {"CD": ("1", "75.00"), "AB": ("2", "25.00")}


def test_the_best_count_and_the_others_are_dropped() -> None:
    first, second = evening("AB", "CD", day=1), evening("CD", "AB", day=2)
    made = series(first, second, best=1)
    assert standings(made) == {"AB": ("1=", "100.00"), "CD": ("1=", "100.00")}
    by_letters = {
        evenings.letters(score(made), each.contestant): (
            [result.session for result in each.counted],
            [result.session for result in each.dropped],
        )
        for each in score(made).scratch
    }
    assert by_letters == {"AB": ([first.pk], [second.pk]), "CD": ([second.pk], [first.pk])}


def test_whoever_came_too_seldom_has_no_place() -> None:
    made = series(evening("AB", "CD", day=1), evening("GH", "CD", day=2), minimum=2)
    assert standings(made) == {"CD": ("1", "0.00"), "AB": ("", "100.00"), "GH": ("", "100.00")}


def test_matchpoints_weigh_by_boards() -> None:
    long = evening("AB", "CD", "EF", "GH", "IJ", "KL", day=1)
    small = evening("CD", "AB", day=2, scores=("420", "50", ""))
    made = series(long, small, adding="matchpoints")
    assert standings(made)["AB"] == ("2", "66.67")
    assert standings(series(long, small))["AB"][1] == "50.00"


@pytest.mark.parametrize("method", ["butler", "cross-imps", "total"])
def test_totals_are_added_up(method: str) -> None:
    first = evening("AB", "CD", day=1, method=method)
    second = evening("AB", "CD", day=2, method=method)
    alone = standings(series(first, adding="total"))["AB"]
    both = standings(series(first, second, adding="total"))["AB"]
    assert (alone[0], both) == ("1", ("1", f"{2 * float(alone[1]):.2f}"))


def test_handicaps_are_added_to_every_session() -> None:
    first, second = evening("AB", "CD", day=1), evening("AB", "CD", day=2)
    give(first, A2="120")
    give(second, A2="110", A1="4")
    made = series(first, second, handicap=True)
    assert standings(made) == {"AB": ("1", "100.00"), "CD": ("2", "0.00")}
    assert standings(made, handicap=True) == {"CD": ("1", "115.00"), "AB": ("2", "102.00")}


def test_an_earlier_series_is_carried_forward_by_its_weight() -> None:
    heat = series(evening("AB", "CD", day=1), name="Heat")
    final = series(evening("CD", "AB", "EF", "GH", day=2), earlier=heat, earlier_weight=50)
    assert standings(final) == {
        "CD": ("1", "66.67"),
        "EF": ("2=", "50.00"),
        "GH": ("2=", "50.00"),
        "AB": ("4", "33.33"),
    }


def test_what_was_carried_forward_is_carried_on() -> None:
    first = series(evening("AB", "CD", day=1), name="First")
    second = series(evening("CD", "AB", day=2), name="Second", earlier=first, earlier_weight=100)
    third = series(evening("CD", "AB", day=3), name="Third", earlier=second, earlier_weight=100)
    assert standings(third) == {"CD": ("1", "66.67"), "AB": ("2", "33.33")}


def test_handicaps_are_carried_forward_in_the_handicap_list_only() -> None:
    before = evening("AB", "CD", day=1)
    give(before, A2="50")
    heat = series(before, name="Heat")
    final = series(evening("AB", "CD", day=2), earlier=heat, earlier_weight=100, handicap=True)
    assert standings(final) == {"AB": ("1", "100.00"), "CD": ("2", "0.00")}
    assert standings(final, handicap=True) == {"AB": ("1", "100.00"), "CD": ("2", "25.00")}


def test_an_earlier_series_that_does_not_go_with_it_any_more_is_left_out_and_named() -> None:
    heat = series(evening("AB", "CD", day=1), name="Heat")
    final = series(evening(day=2), name="Final", earlier=heat)
    type(heat).objects.filter(pk=heat.pk).update(unit="player")
    assert standings(final)["CD"] == ("5=", "0.00")
    assert notices(final) == [
        "“Heat” ranks players and “Final” pairs: nothing can be carried forward."
    ]


def test_pairs_without_names_are_told_of() -> None:
    made = series(evening("AB", "C", "", "GH", "IJ", "KL", day=4))
    assert list(standings(made)) == ["AB", "KL", "GH", "IJ"]
    assert notices(made) == [
        "Pairs without both names in “Evening 4” (4 March 2026): 2. They do not count."
    ]


def test_half_a_pair_counts_among_players_and_the_other_half_is_reported() -> None:
    made = series(evening("AB", "C", "EF", "GH", "IJ", "KL", day=4), unit="player")
    assert (len(standings(made)), standings(made)["C"]) == (11, ("9=", "0.00"))
    assert notices(made) == [
        "Pairs without both names in “Evening 4” (4 March 2026): 1. Players who are not named do "
        "not count."
    ]


def test_players_without_names_are_told_of() -> None:
    session = individual(day=4)
    sessions.enter_names(session=session, names={"A4": [None]}, by=Actor())
    assert notices(series(session, unit="player")) == [
        "Players without a name in “Individual 4” (4 March 2026): 1. They do not count."
    ]


def test_nobody_is_told_of_before_results_are_in() -> None:
    made = series(evening("AB", "", scores=()))
    assert (notices(made), standings(made), score(made).played) == ([], {}, [])


def test_a_session_that_does_not_fit_any_more_is_left_out_and_named() -> None:
    first, second = evening("AB", "CD", day=1), evening("AB", "CD", day=2)
    made = series(first, second)
    Session.objects.filter(pk=second.pk).update(method="total")
    scored = score(made)
    assert standings(made)["AB"] == ("1", "100.00")
    assert [each.counts for each in scored.evenings] == [True, False]
    assert notices(made)[0].startswith("“Evening 2” (2 March 2026) is scored by total points")


def test_whoever_is_unranked_in_a_session_has_no_result_there() -> None:
    session = evening(boards_per_round=2)
    factories.enter(session, 2, "630", "50", "np")
    assert len(standings(series(session))) == 6
    session.minimum_part = 60
    sessions.change_settings(session=session, fields=["minimum_part"], by=Actor())
    assert list(standings(series(session))) == ["AB", "GH", "EF", "CD"]


def test_an_evening_is_provisional_while_results_may_come() -> None:
    session = evening("AB", "CD", day=1)
    made = series(session, evening(day=2, scores=()))
    assert [each.is_provisional for each in score(made).evenings] == [False, False]
    sessions.reopen(session=session, by=Actor())
    assert [each.is_provisional for each in score(made).evenings] == [True, False]


def test_a_visitor_has_only_the_published_sessions() -> None:
    first, second = evening("AB", "CD", day=1), evening("CD", "AB", day=2)
    made = series(first, second)
    sessions.withdraw(session=second, by=Actor())
    assert [each.session for each in score(made, director=False).evenings] == [first]
    assert [each.session for each in score(made).evenings] == [first, second]


def test_queries_do_not_grow_with_series_or_sessions() -> None:
    short = series(evening("AB", "CD", day=1))
    heat = series(evening("AB", "CD", day=2), evening("AB", "CD", day=3), name="Heat")
    semi = series(evening("AB", "CD", day=4), name="Semifinal", earlier=heat)
    long = series(evening("AB", "CD", day=5), evening("CD", "AB", day=6), earlier=semi)
    assert queries(lambda: score(short)) == queries(lambda: score(long)) == 9


def test_two_names_are_two_players() -> None:
    assert name("A") != name("B")
    assert factories.contestant(evening(), 1).players.count() == 2


def carry(session: Session, **values: object) -> None:
    set_carry_over(session=session, by=Actor(), **values)


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        action()
    return str(refusal.value)


def brought(session: Session) -> tuple[dict[object, tuple[str, str | None]], list[str]]:
    """Who brings how many points of how many, and what does not count."""
    session = Session.objects.get(pk=session.pk)
    source = source_of(session)
    assert source is not None
    over = carried_over(session, source)
    carried = {
        key: (str(each.points), None if each.of is None else str(each.of))
        for key, each in over.carrying.scratch.items()
    }
    return carried, [str(notice) for notice in over.notices]


def pair(session: Session, number: int) -> tuple[int, ...]:
    seats = factories.contestant(session, number).memberships.order_by("player")
    return tuple(seats.values_list("player", flat=True))


def test_a_session_carries_an_earlier_one_by_its_weight() -> None:
    heat, final = evening("AB", "CD", "EF", "GH", day=1), evening(day=2)
    carry(final, earlier_session=heat, weight=50)
    carried, notices = brought(final)
    assert carried == {
        pair(heat, 1): ("1/2", "1/2"),
        pair(heat, 2): ("0", "1/2"),
        pair(heat, 3): ("1/4", "1/2"),
        pair(heat, 4): ("1/4", "1/2"),
    }
    assert notices == [
        "Pairs without both names in “Evening 1” (1 March 2026): 2. They do not count."
    ]


def test_a_session_carries_a_series() -> None:
    heat = series(evening(day=1), evening(day=2), name="Heat")
    final = evening(day=3)
    carry(final, earlier_series=heat, weight=25)
    carried, notices = brought(final)
    assert (carried[pair(final, 1)], notices) == (("1/2", "1/2"), [])


def test_a_session_follows_a_series_in_how_it_adds_up() -> None:
    heat = series(evening(day=1), name="Heat", adding="matchpoints")
    final = evening(day=3)
    carry(final, earlier_series=heat, weight=50)
    carried, notices = brought(final)
    assert (carried[pair(final, 1)], notices) == (("2", "2"), [])


def test_totals_are_carried_as_points() -> None:
    heat, final = evening(day=1, method="total"), evening(day=2, method="total")
    carry(final, earlier_session=heat, weight=50)
    carried, _ = brought(final)
    assert carried[pair(final, 1)] == ("210", None)


def test_players_of_an_individual_carry_one() -> None:
    heat, final = individual(day=1), individual(day=2)
    carry(final, earlier_session=heat)
    [player] = pair(heat, 1)
    assert brought(final)[0][player] == ("1/2", "1/2")


def test_what_an_earlier_session_carried_itself_is_not_handed_on() -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    carry(second, earlier_session=first, weight=100)
    carry(third, earlier_session=second, weight=100)
    assert brought(third)[0][pair(third, 1)] == ("1", "1")


def test_a_carry_over_is_logged_changed_and_taken_back() -> None:
    heat, final = evening(day=1), evening(day=2)
    made = series(heat, name="Heat")
    carry(final, earlier_session=heat, weight=50)
    carry(final, earlier_session=heat, weight=50)
    carry(final, earlier_series=made, weight=75)
    carry(final)
    carry(final)
    entries = LogEntry.objects.filter(session=final, action="changed").order_by("pk")
    one = {"session": heat.pk, "series": None, "weight": 50}
    two = {"session": None, "series": made.pk, "weight": 75}
    assert [(entry.before["carry-over"], entry.after["carry-over"]) for entry in entries] == [
        ({}, one),
        (one, two),
        (two, {}),
    ]
    assert (CarryOver.objects.count(), source_of(Session.objects.get(pk=final.pk))) == (0, None)


def test_a_session_carries_nothing_from_itself() -> None:
    final = evening()
    described = refused(lambda: carry(final, earlier_session=final))
    assert described == "A session cannot carry over from itself."


def test_a_later_session_is_refused() -> None:
    described = refused(lambda: carry(evening(day=1), earlier_session=evening(day=2)))
    assert described == "“Evening 2” (2 March 2026) was played after this session."


def test_a_series_of_the_session_is_refused() -> None:
    final = evening()
    made = series(final)
    described = refused(lambda: carry(final, earlier_series=made))
    assert described == "This session belongs to “Spring”: what it carries over would count twice."


@pytest.mark.parametrize(
    ("before", "after", "described"),
    [
        ("butler", "mp", "nothing can be carried forward."),
        ("mp", "total", "nothing can be carried forward."),
        ("butler", "cross-imps", "they do not add up. Leave one out."),
    ],
)
def test_another_method_is_refused(before: str, after: str, described: str) -> None:
    heat, final = evening(day=1, method=before), evening(day=2, method=after)
    assert refused(lambda: carry(final, earlier_session=heat)).endswith(described)
    assert CarryOver.objects.count() == 0


def test_an_individual_does_not_carry_pairs() -> None:
    described = refused(lambda: carry(individual(day=2), earlier_session=evening(day=1)))
    assert described == (
        "“Evening 1” ranks pairs and “Individual 2” players: nothing can be carried forward."
    )


def test_a_method_changed_afterwards_carries_nothing_and_says_so() -> None:
    heat, final = evening(day=1), evening(day=2)
    carry(final, earlier_session=heat)
    Session.objects.filter(pk=heat.pk).update(method="butler")
    carried, notices = brought(final)
    assert (carried, [described[-31:] for described in notices]) == (
        {},
        ["nothing can be carried forward."],
    )


def test_imps_changed_to_other_imps_afterwards_carry_nothing_and_say_so() -> None:
    heat, final = evening(day=1, method="butler"), evening(day=2, method="butler")
    carry(final, earlier_session=heat)
    Session.objects.filter(pk=heat.pk).update(method="cross-imps")
    carried, notices = brought(final)
    assert (carried, [described[-18:] for described in notices]) == ({}, ["up. Leave one out."])


def test_a_source_is_published_when_all_its_sessions_are() -> None:
    first, second, final = (evening(day=day) for day in (1, 2, 3))
    carry(final, earlier_series=series(first, second))
    source = source_of(Session.objects.get(pk=final.pk))
    assert (source.name, source.sessions, source.is_published) == ("Spring", [first, second], True)
    sessions.withdraw(session=second, by=Actor())
    assert not source_of(Session.objects.get(pk=final.pk)).is_published


def test_a_session_that_is_deleted_is_carried_no_more_which_is_logged() -> None:
    heat, final = evening(day=1, scores=()), evening(day=2)
    carry(final, earlier_session=heat)
    delete_session(session=heat, by=Actor())
    assert CarryOver.objects.count() == 0
    assert LogEntry.objects.filter(session=final).first().after == {"carry-over": {}}


def test_queries_do_not_grow() -> None:
    counts = []
    for number in (1, 3):
        heat = series(*(evening(day=day) for day in range(1, number + 1)))
        final = evening(day=9)
        carry(final, earlier_series=heat)
        counts.append(queries(lambda final=final: brought(final)))
    assert counts[0] == counts[1]


def test_a_weight_is_in_its_limits() -> None:
    heat, final = evening(day=1), evening(day=2)
    with pytest.raises(Exception, match="999"):
        carry(final, earlier_session=heat, weight=1000)
    assert Series.objects.count() == 0
