"""What both sides of a game say about its result, stored; the result is written when they agree.

A report of one side changes nothing but itself: what the standings, files and the undo know is
written by :func:`events.tournaments.rounds.services.results.enter_result` alone.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from django.utils import timezone

from clubscore.database.prepared import Prepared
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.hall.domain import reports
from events.hall.domain.reports import Do, Reported, State, Step
from events.hall.selectors.games import SIDE_OF, SIDES, Asker, Played, played_game
from events.hall.selectors.rights import KIND
from events.hall.selectors.state import may_hand_over
from events.hall.services.settings import raise_revision
from events.hall.services.submissions import Made, Sending, actor_of, named, once, report_late
from events.models import Game, GameReport, HallDevice
from events.tournaments.rounds.services.results import enter_result

NO_GAME = sentence("There is no such game.")

OTHERS = sentence("This is not your game.")

OWN_SIDE = sentence("You report for your own side.")

WHICH_SIDE = sentence("Say which side: “as” is white or black.")

ON_THE_OTHER = sentence("Your opponent’s phone has to agree.")

Decide = Callable[[Reported, int], Step]


@in_transaction
def report(
    *, sending: Sending, game_id: int, result: str, version: int, side: str | None
) -> Answer:
    """One side says the result."""

    def decide(game: Reported, own: int) -> Step:
        return reports.report(game, side=own, result=result, version=version)

    return _say(sending, game_id, side, decide, late=result)


@in_transaction
def agree(*, sending: Sending, game_id: int, report: int, side: str | None) -> Answer:
    """The other side agrees; on a player's own phone perhaps the opponent does."""

    def decide(game: Reported, own: int) -> Step:
        return reports.agree(game, side=own, report_id=report)

    return _say(sending, game_id, side, decide, may_be_other=True, late="=")


@in_transaction
def dispute(
    *, sending: Sending, game_id: int, report: int, result: str | None, side: str | None
) -> Answer:
    """The other side says no."""

    def decide(game: Reported, own: int) -> Step:
        return reports.dispute(game, side=own, report_id=report, result=result)

    return _say(sending, game_id, side, decide, late=result or "")


@in_transaction
def take_back(*, sending: Sending, game_id: int, report: int, side: str | None) -> Answer:
    """A side takes back what it said."""

    def decide(game: Reported, own: int) -> Step:
        return reports.take_back(game, side=own, report_id=report)

    return _say(sending, game_id, side, decide)


def _say(
    sending: Sending,
    game_id: int,
    side: str | None,
    decide: Decide,
    *,
    may_be_other: bool = False,
    late: str = "",
) -> Answer:
    def act(found: Asker) -> Made:
        game = _game(found, game_id)
        if reason := found.why_no_report:
            raise DeviceRefused(Why.NOT_ALLOWED, reason)
        own, is_handed = _side(found, game, side, may_be_other)
        _do(found, game, own, decide(game.reported, own), is_handed=is_handed)
        return None

    tell = partial(_tell_late, game_id, late) if late else None
    return once(sending=sending, act=act, game_id=game_id, late=tell)


def _tell_late(game_id: int, result: str, found: Asker) -> None:
    """Tell the arbiter of a report that came too late."""
    game = Game.objects.select_related("round").filter(pk=game_id).first()
    if game:
        report_late(found, f"{game.round.number}/{game.board_number}: {result}")


_LOCKED: Final = Prepared(
    lambda game, tournament: (
        Game.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=game, round__tournament=tournament, round__is_hidden=False)
        .only("pk")
    )
)

_SAID: Final = Prepared(
    lambda report: GameReport.objects.select_related("device").filter(pk=report)
)


def _game(found: Asker, game_id: int) -> Played:
    """The game, locked. Raises :class:`DeviceRefused` for one that is not there or not published:
    one answer."""
    if not _LOCKED.first(game_id, found.tournament.pk):
        raise DeviceRefused(Why.GONE, NO_GAME)
    game = played_game(found.tournament.pk, found.last_paired, game_id)
    if game is None:
        raise DeviceRefused(Why.GONE, NO_GAME)
    return game


def _side(found: Asker, game: Played, side: str | None, may_be_other: bool) -> tuple[int, bool]:
    """For which side a device speaks, and whether a player's own phone was handed over."""
    device, said = found.device, SIDE_OF.get(side or "")
    if device.kind in (KIND.BOARD, KIND.TABLET):
        is_here = game.number == found.number
        if not is_here or device.board not in (None, game.game.board_number):
            raise DeviceRefused(Why.NOT_ALLOWED, OTHERS)
        if said is None:
            raise DeviceRefused(Why.IMPOSSIBLE, WHICH_SIDE)
        return said, False
    own = game.side_of(device)
    if own is None:
        raise DeviceRefused(Why.NOT_ALLOWED, OTHERS)
    if device.kind == KIND.TEAM and said is None:
        raise DeviceRefused(Why.IMPOSSIBLE, WHICH_SIDE)
    if said in (None, own):
        return own, False
    if not may_be_other or device.kind != KIND.PLAYER:
        raise DeviceRefused(Why.NOT_ALLOWED, OWN_SIDE)
    opponent = game.sides[said].pk
    others = HallDevice.objects.filter(entry=opponent, revoked_at=None)
    is_standing = game.reported.state in (State.OPEN, State.ARBITER)
    if not is_standing and not may_hand_over(game, found, others):
        raise DeviceRefused(Why.NOT_ALLOWED, ON_THE_OTHER)
    return said, True


def _do(found: Asker, game: Played, side: int, step: Step, *, is_handed: bool) -> None:
    stored, now = game.game, timezone.now()
    standing = GameReport.objects.filter(game=stored, version=stored.version)
    if step.do is Do.KEEP:
        standing.filter(side=side).delete()
        GameReport.objects.create(
            game=stored,
            side=side,
            result=step.result,
            version=stored.version,
            device=found.device,
            at=now,
        )
    elif step.report is not None and step.do is Do.DROP:
        standing.filter(pk=step.report.pk).delete()
    elif step.report is not None and step.do is Do.DISPUTE:
        standing.filter(pk=step.report.pk).update(disputed_at=now)
    elif step.report is not None and step.do is Do.WRITE:
        _write(found, game, side, step, is_handed=is_handed)
    if step.do is not Do.NOTHING:
        raise_revision(found.tournament.pk)


def _write(found: Asker, game: Played, side: int, step: Step, *, is_handed: bool) -> None:
    """Write the result on which both sides agree; the log names both phones."""
    if step.report is None:
        return
    said = _SAID.first(step.report.pk)
    first = SIDES[step.report.side].capitalize()
    if said is not None and said.device is not None:
        first = named(said.device, said.side)
    second = named(found.device, side) + (", same device" if is_handed else "")
    by = actor_of(f"Board {game.game.board_number}, {first}, agreed by {second}")
    enter_result(
        tournament=found.tournament,
        game_id=game.game.pk,
        text=step.result,
        by=by,
        version=game.game.version,
    )
