from collections.abc import Callable

import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import CarryOver, LogEntry, Series, Session
from events.sessions.services import sessions
from events.sessions.services.carry_over import carried_over, set_carry_over, source_of
from events.sessions.services.removal import delete_session
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, series
from tests.queries import queries

pytestmark = pytest.mark.django_db


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
    found = source_of(Session.objects.get(pk=final.pk))
    assert (found.name, found.sessions, found.is_published) == ("Spring", [first, second], True)
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
