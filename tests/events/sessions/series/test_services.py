from collections.abc import Callable

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import CarryOver, Deletion, LogEntry, Series, Session
from events.sessions.series import services
from events.sessions.series.services import delete_series, erase_series, set_carry_over
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.events.sessions.evenings import evening, individual, series

pytestmark = pytest.mark.django_db


def logged(made: Series) -> list[tuple[str, dict, dict]]:
    entries = LogEntry.objects.filter(series=made).order_by("pk")
    return [(entry.action, entry.before, entry.after) for entry in entries]


def weights(made: Series) -> dict[int, int]:
    return dict(made.counted_sessions.values_list("session", "weight"))


def refused(action: Callable[[], object]) -> list[tuple[str | int | None, str]]:
    with pytest.raises(Refused) as refusal:
        action()
    return [(problem.column, str(problem)) for problem in refusal.value.problems]


def test_a_series_is_made_with_its_sessions_and_logged() -> None:
    director = factories.DirectorFactory()
    session = evening()
    made = services.create_series(
        series=Series(name="Spring", best=3), weights={session.pk: 200}, by=Actor(director)
    )
    made.refresh_from_db()
    assert (made.name, made.created_by, weights(made)) == ("Spring", director, {session.pk: 200})
    assert logged(made) == [
        (
            "created",
            {},
            {
                "name": "Spring",
                "club": None,
                "adding": "average",
                "unit": "pair",
                "best": 3,
                "minimum": 1,
                "handicap": False,
                "earlier": None,
                "earlier_weight": 50,
                "sessions": {str(session.pk): 200},
            },
        )
    ]


def test_a_session_may_belong_to_two_series() -> None:
    session = evening()
    assert {each.name for each in (series(session), series(session, name="Year"))} == {
        "Spring",
        "Year",
    }
    assert session.series.count() == 2


def test_what_changed_is_saved_and_logged() -> None:
    first, second, third = (evening(day=day) for day in (1, 2, 3))
    made = series(first, second)
    made.name = "Summer"
    services.change_series(series=made, weights={second.pk: 50, third.pk: 100}, by=Actor())
    assert weights(made) == {second.pk: 50, third.pk: 100}
    assert logged(made)[1:] == [
        (
            "changed",
            {"name": "Spring", "sessions": {str(first.pk): 100, str(second.pk): 100}},
            {"name": "Summer", "sessions": {str(second.pk): 50, str(third.pk): 100}},
        )
    ]


def test_a_series_as_it_was_is_not_logged() -> None:
    session = evening()
    made = series(session)
    services.change_series(series=made, weights={session.pk: 100}, by=Actor())
    assert len(logged(made)) == 1


def test_sessions_that_do_not_add_up_are_all_refused_and_nothing_is_saved() -> None:
    good, imps, points = (
        evening(day=1),
        evening(day=2, method="butler"),
        evening(day=3, method="total"),
    )
    described = refused(lambda: series(good, imps, points))
    assert [column for column, _ in described] == [str(imps.pk), str(points.pk)]
    assert (Series.objects.count(), LogEntry.objects.filter(series__isnull=False).count()) == (0, 0)


def test_a_change_to_what_does_not_add_up_is_refused() -> None:
    session, alone = evening(), individual()
    made = series(session)
    described = refused(
        lambda: services.change_series(
            series=made, weights={session.pk: 100, alone.pk: 100}, by=Actor()
        )
    )
    assert [column for column, _ in described] == [str(alone.pk)]
    assert (weights(made), len(logged(made))) == ({session.pk: 100}, 1)


def test_an_earlier_series_of_another_kind_is_refused() -> None:
    players = series(name="Players", unit="player")
    assert refused(lambda: series(name="Pairs", earlier=players)) == [
        ("earlier", "“Players” ranks players and “Pairs” pairs: nothing can be carried forward.")
    ]


@pytest.mark.parametrize("between", [0, 1, 2])
def test_a_circle_of_series_is_refused(between: int) -> None:
    first = last = series(name="First")
    for number in range(between + 1):
        last = series(name=f"Later {number}", earlier=last)
    first.earlier = last
    assert refused(lambda: services.change_series(series=first, weights={}, by=Actor())) == [
        ("earlier", f"“{last.name}” carries this series forward itself.")
    ]


def test_a_session_that_would_count_twice_is_refused() -> None:
    first, second = evening("AB", "CD", day=1), evening("AB", "CD", day=2)
    heat = series(first, name="Heat")
    semi = series(name="Semifinal", earlier=heat)
    described = (
        "This session belongs to “%s” as well, and what is carried forward would count twice."
    )
    with pytest.raises(Refused) as refusal:
        series(first, second, name="Final", earlier=semi)
    assert [(str(problem), problem.column) for problem in refusal.value.problems] == [
        (described % "Heat", str(first.pk))
    ]
    series(second, name="Final", earlier=semi)
    with pytest.raises(Refused) as refusal:
        services.change_series(series=heat, weights={first.pk: 100, second.pk: 100}, by=Actor())
    assert [(str(problem), problem.column) for problem in refusal.value.problems] == [
        (described % "Final", str(second.pk))
    ]


def test_publishing_and_taking_back_are_logged_once() -> None:
    made = series()
    for action in (services.publish_series, services.publish_series):
        action(series=Series.objects.get(pk=made.pk), by=Actor())
    assert Series.objects.get().is_published
    for action in (services.withdraw_series, services.withdraw_series):
        action(series=Series.objects.get(pk=made.pk), by=Actor())
    assert not Series.objects.get().is_published
    assert [action for action, _, _ in logged(made)] == ["created", "published", "withdrawn"]


def test_a_session_that_is_erased_leaves_its_series_which_is_logged() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    services.leave_series(sessions=[second], by=Actor())
    assert weights(made) == {first.pk: 100}
    assert logged(made)[-1] == ("changed", {}, {"left out": "Evening 2, 2026-03-02"})


def change(session: Session, **values: object) -> None:
    for field, value in values.items():
        setattr(session, field, value)
    sessions.change_settings(session=session, fields=list(values), by=Actor())


def test_settings_that_no_longer_go_with_the_series_are_refused() -> None:
    first, second = evening(day=1), evening(day=2)
    series(first, second)
    described = refused(lambda: change(second, method="butler"))
    assert described == [
        (
            None,
            "This session belongs to the series “Spring”. “Evening 2” (2 March 2026) is scored by"
            " IMPs against a datum (Butler) and has no percentages: choose the sum of the IMPs or"
            " points, or leave it out.",
        )
    ]
    assert Session.objects.get(pk=second.pk).method == "mp"


def test_the_scale_is_refused_only_where_matchpoints_are_added_up() -> None:
    first, second = evening(day=1), evening(day=2)
    series(first, second)
    change(second, scale=1)
    change(second, scale=2)
    series(first, second, name="Cup", adding="matchpoints")
    [(_, described)] = refused(lambda: change(second, scale=1))
    assert described.startswith("This session belongs to the series “Cup”. “Evening 2”")


def test_the_only_session_of_a_total_may_be_scored_otherwise() -> None:
    session = evening(method="butler")
    made = series(session, adding="total")
    change(session, method="cross-imps")
    change(session, cross_imps_mean=False)
    assert weights(made) == {session.pk: 100}


def test_other_settings_ask_nothing_of_the_series() -> None:
    first, second = evening(day=1), evening(day=2)
    series(first, second)
    change(second, neuberg=False, rounding="board:0.1", minimum_part=50, title="Late")
    assert Session.objects.get(pk=second.pk).title == "Late"


def test_a_series_goes_with_its_log_and_its_sessions_stay() -> None:
    session = evening()
    made = series(session)
    delete_series(series=made, by=Actor())
    assert (Series.objects.count(), Session.objects.count()) == (0, 1)
    erase_series(series=[made], by=Actor())
    assert not LogEntry.objects.filter(series__isnull=False).exists()
    assert LogEntry.objects.filter(session=session).exists()
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.date, entry.results) == ("series", "Spring", None, 0)


def test_what_carried_a_series_forward_no_longer_does_and_logs_it() -> None:
    made, session = series(name="Heat"), evening()
    final = series(name="Final", earlier=made)
    set_carry_over(session=session, earlier_series=made, by=Actor())
    delete_series(series=made, by=Actor())
    final.refresh_from_db()
    assert (final.earlier, CarryOver.objects.count(), Series.objects.count()) == (None, 0, 1)
    assert [
        (entry.before, entry.after)
        for entry in (
            LogEntry.objects.filter(series=final).first(),
            LogEntry.objects.filter(session=session).first(),
        )
    ] == [
        ({"earlier": made.pk}, {"earlier": None}),
        ({"carry-over": {"series": made.pk, "session": None, "weight": 50}}, {"carry-over": {}}),
    ]
