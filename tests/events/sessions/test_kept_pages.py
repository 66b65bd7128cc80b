"""Whatever changes, pages with what a process has kept are those of a process that has nothing."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.exchange.services import analysis, hands
from events.models import BoardHands, Contestant, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.desk.services import handicaps as desk
from events.sessions.doubts import services as doubts
from events.sessions.lines.services.saving import enter_result
from events.sessions.lines.services.seats import change_seats
from events.sessions.pages.views import travellers
from events.sessions.rulings import services as rulings
from events.sessions.setup.services import sessions
from events.sessions.setup.services.sections import add_section
from events.sessions.typing.services.undo import undo_last
from players.domain.names import read_name
from players.models import Player
from players.services.players import change_player
from tests.events import factories
from tests.queries import forget

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "boards/1/",
    "boards/2/",
    "doubts/",
    "monitor/now/",
    "missing/",
    "ranking/",
    "travellers/",
    "travellers/1/",
    "frequencies/",
    "grid/",
    "cards/",
    "find/",
)
CHANGES = 2
MANY_CHANGES = 25
RESULTS = ("4SN=", "4SN-1", "4HE+1", "3NS=", "420", "-50", "1100", "p", "3NN+2", "")
SEATS = ("NS1*EW2", "NS2*EW1", "*")
ONCE = re.compile(rb'csrfmiddlewaretoken" value="[^"]*|name="once" value="[^"]*|Updated at [\d:]*')


class Evening:
    """A session of two sections, and changes of it by chance."""

    def __init__(self, seed: int, director: User) -> None:
        self.choose = random.Random(seed)
        self.by = Actor(user=director)
        self.session = factories.session(factories.MITCHELL_3, boards_per_round=2)
        add_section(
            session_id=self.session.pk,
            movement=self.session.sections.get().movement,
            boards_per_round=2,
            first_board=1,
            by=self.by,
        )
        sessions.publish(session=self.session, by=self.by)
        hands.deal_hands(session=self.session, by=self.by)
        for line in TravellerLine.objects.filter(section__session=self.session):
            if self.choose.random() < 0.7:
                self.enter(line)

    def change(self) -> str:
        """One change; one that is refused is none."""
        kinds = (*[self.result] * 5, *OTHERS)
        kind: Callable[..., object] = self.choose.choice(kinds)
        with suppress(Refused):
            kind(self) if kind in OTHERS else kind()
        return kind.__name__

    def result(self) -> None:
        self.enter(self.line())

    def enter(self, line: TravellerLine) -> None:
        text = self.choose.choice(RESULTS)
        with suppress(Refused):
            enter_result(session_id=self.session.pk, line_id=line.pk, text=text, by=self.by)

    def line(self) -> TravellerLine:
        lines = TravellerLine.objects.filter(section__session=self.session).order_by("pk")
        return self.choose.choice(list(lines))

    def contestant(self) -> Contestant:
        contestants = Contestant.objects.filter(section__session=self.session).order_by("pk")
        return self.choose.choice(list(contestants))

    def again(self) -> Session:
        return Session.objects.get(pk=self.session.pk)


def rule(evening: Evening) -> None:
    text = evening.choose.choice(("A6040", "60:420/40:-50", "100:420(4SN=)", "A+-"))
    rulings.make_ruling(
        session_id=evening.session.pk,
        line_id=evening.line().pk,
        adjustment=read_adjustment(text),
        reason="Noise.",
        by=evening.by,
    )


def penalise(evening: Evening) -> None:
    rulings.give_penalty(
        session_id=evening.session.pk,
        contestant_id=evening.contestant().pk,
        kind="percent",
        amount=Decimal(evening.choose.randint(1, 20)),
        reason="Late.",
        by=evening.by,
    )


def foul(evening: Evening) -> None:
    line = evening.line()
    rulings.mark_deals(
        session_id=evening.session.pk, board=line.board, deals={line.pk: "B"}, by=evening.by
    )


def seat(evening: Evening) -> None:
    text = evening.choose.choice(SEATS)
    line = evening.line()
    change_seats(session_id=evening.session.pk, line_id=line.pk, text=text, by=evening.by)


def undo(evening: Evening) -> None:
    undo_last(session_id=evening.session.pk, by=evening.by)


def dismiss(evening: Evening) -> None:
    for seen in doubts.session_doubts(evening.again())[:1]:
        doubts.dismiss_doubt(
            session=evening.again(), board=seen.doubt.board, key=seen.key, by=evening.by
        )


def settle(evening: Evening) -> None:
    session = evening.again()
    session.method = evening.choose.choice(("mp", "butler", "cross-imps", "total"))
    session.one_field = evening.choose.random() < 0.5
    session.winners = evening.choose.choice((1, 2))
    fields = ["method", "one_field", "winners"]
    sessions.change_settings(session=session, fields=fields, by=evening.by)


def finish(evening: Evening) -> None:
    session = evening.again()
    step = sessions.reopen if session.is_finished else sessions.finish
    step(session=session, by=evening.by)


def publish(evening: Evening) -> None:
    session = evening.again()
    step = sessions.withdraw if session.is_published else sessions.publish
    step(session=session, by=evening.by)


def name_somebody(evening: Evening) -> None:
    number = evening.choose.randint(1, 99)
    who = [read_name(f"New {number}"), read_name(f"Other {number}")]
    names = {evening.contestant().code: who}
    sessions.enter_names(session=evening.again(), names=names, by=evening.by)


def rename(evening: Evening) -> None:
    for player in Player.everybody.filter(memberships__session=evening.session)[:1]:
        player.family = f"Changed {evening.choose.randint(1, 99)}"
        change_player(player=player, by=evening.by)


def give_handicap(evening: Evening) -> None:
    own = desk.Handicaps(own=evening.choose.randint(1, 5))
    code = evening.contestant().code
    desk.set_handicaps(session=evening.again(), handicaps={code: own}, by=evening.by)


def unseal(evening: Evening) -> None:
    hands.open_hands(session=evening.again(), reason="A card was found.", by=evening.by)


def solve(evening: Evening) -> None:
    boards = list(BoardHands.objects.filter(hand_set__session=evening.session))
    digits = ["".join(evening.choose.choice("456789") for _ in range(20)) for _ in boards]
    analysis.store_tricks(boards=boards, digits=digits)


OTHERS = (
    rule,
    penalise,
    foul,
    seat,
    undo,
    dismiss,
    settle,
    finish,
    publish,
    name_somebody,
    rename,
    give_handicap,
    unseal,
    solve,
)


def shown(evening: Evening, clients: dict[str, Client]) -> Iterator[tuple[tuple[str, ...], bytes]]:
    contestant = Contestant.objects.filter(section__session=evening.session).earliest("pk")
    pages = [f"/sessions/{evening.session.pk}/{page}" for page in PAGES]
    pages += [f"/sessions/{evening.session.pk}/cards/{contestant.pk}/", "/"]
    for page in pages:
        for reader, client in clients.items():
            yield (page, reader), ONCE.sub(b"", client.get(page).content)


def check(seed: int, changes: int, director_client: Client) -> None:
    clients = {"director": director_client, "visitor": Client()}
    evening = Evening(seed, User.objects.get())
    done = []
    for _ in range(changes):
        done.append(evening.change())
        kept = dict(shown(evening, clients))
        forget()
        fresh = dict(shown(evening, clients))
        assert [name for name in kept if kept[name] != fresh[name]] == [], done


def test_pages_after_a_change_are_those_of_a_fresh_process(director_client: Client) -> None:
    check(1, CHANGES, director_client)


def test_a_line_makes_its_board_anew_and_no_other(
    monkeypatch: pytest.MonkeyPatch, director_client: Client
) -> None:
    evening = Evening(1, User.objects.get())
    made: list[int] = []

    def noting(module: ModuleType, name: str, board_of: Callable[..., int]) -> None:
        make = getattr(module, name)

        def noted(*args: Any) -> Any:
            made.append(board_of(*args))
            return make(*args)

        monkeypatch.setattr(module, name, noted)

    noting(travellers, "traveller_table", lambda _session, board, *_rest: board)
    noting(doubts, "doubts_of_part", lambda lines, *_rest: min(line.board for line in lines))
    for page in ("travellers/", "doubts/"):
        director_client.get(f"/sessions/{evening.session.pk}/{page}")
    assert sorted(made) == [1, 1, 2, 3, 3, 4, 5, 5, 6]
    made.clear()
    line = TravellerLine.objects.filter(section__session=evening.session, board=4).earliest("pk")
    enter_result(session_id=evening.session.pk, line_id=line.pk, text="1CS=", by=evening.by)
    for page in ("travellers/", "doubts/"):
        director_client.get(f"/sessions/{evening.session.pk}/{page}")
    assert made == [4, 3]


@pytest.mark.large
@pytest.mark.both_databases
@pytest.mark.parametrize("seed", range(2, 22))
def test_pages_after_many_changes_are_those_of_a_fresh_process(
    seed: int, director_client: Client
) -> None:
    check(seed, MANY_CHANGES, director_client)
