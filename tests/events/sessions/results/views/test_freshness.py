"""A page shows every change at once, whatever it is a change of, although it is kept.

Every reader looks first, so that the page is kept; then something changes; then the page must
be another one, and the same as one that was never kept.
"""

from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Series, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.desk.services import handicaps
from events.sessions.desk.services.bin import erase
from events.sessions.rulings.services import give_penalty, make_ruling, mark_deals
from events.sessions.series import services
from events.sessions.series.services import set_carry_over
from events.sessions.setup.services import sessions
from players.domain.names import read_name
from players.models import Player
from players.services.players import change_player
from tests.events import factories
from tests.events.sessions.evenings import evening, name, series
from tests.queries import forget
from tests.stored import stored_once

pytestmark = pytest.mark.django_db


class Competition:
    """Two evenings of a heat, which is carried forward into a final of two more; and one more
    session that carries the last of them over."""

    def __init__(self) -> None:
        # AB had another result then, so that it matters whether it was there.
        self.heat = series(evening(day=1, scores=("50", "420", "p")), evening(day=2), name="Heat")
        self.first, self.second = evening(day=3), evening(day=4)
        self.final = series(
            self.first, self.second, name="Final", earlier=self.heat, handicap=True, best=2
        )
        self.last = evening(day=5)
        set_carry_over(session=self.last, earlier_session=self.second, by=Actor())
        services.publish_series(series=self.final, by=Actor())


stored, made = stored_once(Competition)


def settle(session: Session, **values: object) -> None:
    session.refresh_from_db()
    for field, value in values.items():
        setattr(session, field, value)
    sessions.change_settings(session=session, fields=list(values), by=Actor())


def resettle(made: Series, **values: object) -> None:
    weights = values.pop("weights", dict(made.counted_sessions.values_list("session", "weight")))
    for field, value in values.items():
        setattr(made, field, value)
    services.change_series(series=made, weights=weights, by=Actor())


def rename(made: Competition) -> None:
    player = Player.objects.get(name_key=name("A").key)
    player.set_name(read_name("Somebody Changed"))
    change_player(player=player, by=Actor())


def name_anew(session: Session) -> None:
    names = {"A1": [name("X"), name("Y")]}
    sessions.enter_names(session=session, names=names, by=Actor())


def give(session: Session) -> None:
    wanted = {"A1": handicaps.Handicaps(own=Decimal(7))}
    handicaps.set_handicaps(session=session, handicaps=wanted, by=Actor())


def give_to_players(session: Session) -> None:
    wanted = {"A1": handicaps.Handicaps(players=(Decimal(7), None))}
    handicaps.set_handicaps(session=session, handicaps=wanted, by=Actor())


def rule(session: Session) -> None:
    line = factories.line(session, 1)
    adjustment = read_adjustment("A3070")
    make_ruling(
        session_id=session.pk, line_id=line.pk, adjustment=adjustment, by=Actor(), reason="asked"
    )


def penalise(session: Session) -> None:
    contestant = factories.contestant(session, 1)
    give_penalty(
        session_id=session.pk,
        contestant_id=contestant.pk,
        kind="percent",
        amount=Decimal(25),
        reason="late",
        by=Actor(),
    )


def foul(session: Session) -> None:
    deals = {factories.line(session, 1).pk: TravellerLine.Deal.CHANGED.value}
    mark_deals(session_id=session.pk, board=1, deals=deals, by=Actor(), reason="seen")


SESSION_CHANGES: dict[str, Callable[[Session], object]] = {
    "a line": lambda session: factories.enter(session, 1, "50", "50", "p"),
    "a line cleared": lambda session: factories.enter(session, 1, "", "50", "p"),
    "a line adjusted": lambda session: factories.enter(session, 1, "a6040", "50", "p"),
    "names": name_anew,
    "a handicap of the pair": give,
    "a handicap of a player": give_to_players,
    "a ruling": rule,
    "a penalty": penalise,
    "a fouled board": foul,
    "the session opened again": lambda session: sessions.reopen(session=session, by=Actor()),
}

SETTINGS: dict[str, dict[str, object]] = {
    "method": {"method": "total"},
    "scale": {"scale": 1},
    "Neuberg": {"neuberg": False},
    "small groups": {"small_groups": False},
    "expected results": {"expected": 9},
    "rounding": {"rounding": "board:0.1"},
    "winners": {"winners": 1},
    "averages": {"session_average": False},
    "minimum part": {"minimum_part": 80},
}


def changes_page(client: Client, address: str, change: Callable[[], object]) -> bool:
    """Whether the page changes, to what it is when nothing was kept of it."""

    def body() -> str:
        return client.get(address).content.decode().partition("<main")[2]

    before = body()
    assert body() == before
    change()
    after = body()
    forget()
    assert body() == after
    return after != before


@pytest.mark.parametrize("kind", SESSION_CHANGES)
def test_a_ranking_shows(client: Client, kind: str) -> None:
    session = evening()
    address = f"/sessions/{session.pk}/ranking/"
    assert changes_page(client, address, lambda: SESSION_CHANGES[kind](session))


ONLY_IN_THE_RANKING = {"a handicap of the pair", "a handicap of a player"}
"""Changes that a card, a board and the list of names do not show."""


@pytest.mark.parametrize("kind", SESSION_CHANGES)
def test_a_player_s_own_pages_show(client: Client, kind: str) -> None:
    session = evening()
    own = factories.contestant(session, 1).pk
    addresses = [
        f"/sessions/{session.pk}/{page}/" for page in (f"cards/{own}", "travellers/1", "find")
    ]

    def body() -> list[str]:
        return [client.get(address).content.decode().partition("<main")[2] for address in addresses]

    before = body()
    assert body() == before
    SESSION_CHANGES[kind](session)
    after = body()
    forget()
    assert body() == after
    assert (after != before) is (kind not in ONLY_IN_THE_RANKING)


@pytest.mark.parametrize("kind", SETTINGS)
def test_a_ranking_shows_a_setting(client: Client, kind: str) -> None:
    session = evening()
    address = f"/sessions/{session.pk}/ranking/"
    assert changes_page(client, address, lambda: settle(session, **SETTINGS[kind]))


@pytest.mark.parametrize("butler", [True, False])
def test_a_ranking_shows_settings_of_imps(client: Client, butler: bool) -> None:
    session = evening(method="butler" if butler else "cross-imps")
    setting = {"butler_drop": 0} if butler else {"cross_imps_mean": False}
    address = f"/sessions/{session.pk}/ranking/"
    assert changes_page(client, address, lambda: settle(session, **setting))


@pytest.mark.parametrize("kind", SESSION_CHANGES)
def test_a_ranking_shows_what_is_carried_over(client: Client, made: Competition, kind: str) -> None:
    give(made.last)
    # The state of an earlier session is not shown in a later one.
    expected = kind != "the session opened again"
    address = f"/sessions/{made.last.pk}/ranking/"
    change = SESSION_CHANGES[kind]
    assert changes_page(client, address, lambda: change(made.second)) is expected


@pytest.mark.parametrize(
    "values",
    [{"weight": 80}, {"earlier_session": None}, {"earlier_session": "first"}],
    ids=["weight", "taken back", "another source"],
)
def test_a_ranking_shows_another_carry_over(
    client: Client, made: Competition, values: dict[str, object]
) -> None:
    factories.enter(made.first, 1, "50", "420", "p")
    wanted = {"earlier_session": made.second} | values
    if wanted["earlier_session"] == "first":
        wanted["earlier_session"] = made.first
    address = f"/sessions/{made.last.pk}/ranking/"
    assert changes_page(
        client, address, lambda: set_carry_over(session=made.last, by=Actor(), **wanted)
    )


@pytest.mark.parametrize("place", ["first", "heat"])
@pytest.mark.parametrize("kind", SESSION_CHANGES)
def test_standings_show(client: Client, made: Competition, kind: str, place: str) -> None:
    session = made.first if place == "first" else made.heat.sessions.order_by("date").first()
    # Whether more results may come is told of the series' own sessions only.
    expected = (kind, place) != ("the session opened again", "heat")
    change = SESSION_CHANGES[kind]
    address = made.final.get_absolute_url()
    assert changes_page(client, address, lambda: change(session)) is expected


CHANGES: dict[str, Callable[[Competition], object]] = {
    "a player's name": rename,
    "a session left out": lambda made: resettle(made.final, weights={made.first.pk: 100}),
    "a session more": lambda made: resettle(
        made.final, weights={made.first.pk: 100, made.second.pk: 100, made.last.pk: 100}
    ),
    "a weight": lambda made: resettle(
        made.final, weights={made.first.pk: 100, made.second.pk: 300}
    ),
    "the best": lambda made: resettle(made.final, best=1),
    "the minimum": lambda made: resettle(made.final, minimum=3),
    "the way of adding": lambda made: resettle(made.final, adding="matchpoints", earlier=None),
    "no handicap": lambda made: resettle(made.final, handicap=False),
    "the weight carried": lambda made: resettle(made.final, earlier_weight=300),
    "nothing carried": lambda made: resettle(made.final, earlier=None),
    "a session less before": lambda made: resettle(made.heat, weights={}),
    "a name of the series before": lambda made: resettle(made.heat, name="Qualifying"),
    "the name": lambda made: resettle(made.final, name="Grand final"),
    "a session's title": lambda made: settle(made.first, title="Changed"),
    "a session taken back": lambda made: sessions.withdraw(session=made.second, by=Actor()),
    "a session erased": lambda made: erase(sessions=[made.second], by=Actor()),
    "a session of the series before taken back": lambda made: sessions.withdraw(
        session=made.heat.sessions.order_by("date").first(), by=Actor()
    ),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_standings_show_a_change_of_the_series(
    client: Client, made: Competition, kind: str
) -> None:
    # Not everybody the same in all sessions, so that every choice makes a difference.
    factories.enter(made.first, 1, "50", "420", "p")
    factories.enter(made.heat.sessions.order_by("date").first(), 1, "p", "50", "420")
    address = made.final.get_absolute_url()
    assert changes_page(client, address, lambda: CHANGES[kind](made))
