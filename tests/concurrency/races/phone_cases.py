"""Plans for the phones of a tournament: those of four players by their cards, one that waits, and
the arbiter."""

from functools import partial
from secrets import token_hex

from django.utils import timezone

from events.hall.services import (
    asking,
    captains,
    directing,
    forgetting,
    joining,
    reporting,
    settings,
)
from events.models import GameReport, HallCall, HallCode, HallDevice, HallRequest
from tests.concurrency.races.cases import cup, entry, game, of_tournament
from tests.concurrency.races.world import actor, hall_sending


def _late(name: str) -> int:
    """Somebody of the tournament who came after the check-in was closed."""
    values = {"tournament": cup(name), "device": _device(name, 4), "kind": HallCall.Kind.CHECK_IN}
    call, _made = HallCall.objects.get_or_create(**values, round=2, defaults={"at": timezone.now()})
    return call.pk


def _device(name: str, number: int = 1) -> HallDevice:
    return HallDevice.objects.get(tournament__name=name, entry__number=number)


def _sent(name: str, of: int = 1, **more: object) -> dict[str, object]:
    return {"sending": hall_sending(_device(name, of), token_hex(16)), **more}


def _report(name: str) -> int:
    return GameReport.objects.get(game__round__tournament__name=name).pk


def _of_report(number: int, name: str, **more: object) -> dict[str, object]:
    about = {"game_id": game(name, 2).pk, "report": _report(name), "side": None}
    return _sent(name, number, **about, **more)


def _arbiter(name: str, **more: object) -> dict[str, object]:
    return {"tournament": cup(name), "by": actor(), **more}


def _code(name: str) -> HallCode:
    return HallCode.objects.get(tournament__name=name, kind="player", entry__number=5)


of_tournament(
    "report of a phone",
    reporting.report,
    lambda name: _sent(
        name, game_id=game(name).pk, result="1", version=game(name).version, side=None
    ),
)
of_tournament("two phones agree", reporting.agree, partial(_of_report, 4))
of_tournament("a phone says no", reporting.dispute, partial(_of_report, 4, result=None))
of_tournament("taken back", reporting.take_back, partial(_of_report, 3))
of_tournament("call the arbiter", asking.call, lambda name: _sent(name, withdraw=False))
of_tournament("check in", asking.check_in, lambda name: _sent(name, number=3, here=True))
of_tournament(
    "check in at the door",
    asking.door_check_in,
    lambda name: {"device_id": _device(name, 2).pk, "here": True},
)
of_tournament(
    "ask for a bye", asking.ask, lambda name: _sent(name, 2, kind="zero-bye", number=2, note="")
)
of_tournament(
    "ask no more", asking.take_request_back, lambda name: _sent(name, request_id=_request(name))
)
of_tournament(
    "grant",
    asking.decide_request,
    lambda name: _arbiter(name, request_id=_request(name), grant=True, reason=""),
)
of_tournament("accept", directing.accept, lambda name: _arbiter(name, report_id=_report(name)))
of_tournament(
    "come",
    directing.answer,
    lambda name: _arbiter(name, call_id=HallCall.objects.get(tournament=cup(name), kind="call").pk),
)
of_tournament(
    "open the check-in", directing.open_check_in, lambda name: _arbiter(name, number=2, closes=None)
)
of_tournament(
    "close the check-in",
    directing.close_check_in,
    lambda name: _arbiter(
        name, number=3, missing={entry(name, number).pk for number in range(1, 6)}
    ),
)
of_tournament(
    "arrived",
    directing.say_arrived,
    lambda name: _arbiter(name, entry_id=entry(name, 2).pk, number=3, here=True),
)
of_tournament("admit", directing.admit, lambda name: _arbiter(name, call_id=_late(name)))
of_tournament(
    "announce", directing.announce, lambda name: {"tournament": cup(name), "text": "Lunch"}
)
of_tournament(
    "the clock of the rounds",
    directing.press,
    lambda name: {"tournament": cup(name), "key": "start"},
)
of_tournament(
    "times of the rounds",
    directing.set_clock,
    lambda name: {"tournament": cup(name), "values": {"length": 90}},
)
of_tournament("forget phones", forgetting.forget_phones, lambda name: {"tournament": cup(name)})
of_tournament(
    "forget a phone with its results",
    directing.forget_and_undo,
    lambda name: _arbiter(name, device_id=_device(name).pk),
)
for _name, _service, _more in (
    ("publish the matches", captains.publish_matches, {"closes": None}),
    ("set the boards", captains.set_boards, {}),
):
    of_tournament(_name, _service, partial(_arbiter, number=1, **_more))
of_tournament(
    "send a line-up", captains.send_line_up, lambda name: _sent(name, number=1, players=[])
)
of_tournament("a phone joins", joining.join, lambda name: {"code": _code(name)})
of_tournament(
    "a phone lets in",
    joining.let_in_by_device,
    lambda name: {"device_id": _device(name, 3).pk, "other_id": _device(name, 5).pk},
)
of_tournament("the arbiter lets in", joining.let_in, lambda name: {"tournament_id": cup(name).pk})
of_tournament("a phone leaves", joining.leave, lambda name: {"device_id": _device(name).pk})
of_tournament(
    "forget a phone",
    joining.forget,
    lambda name: {"tournament_id": cup(name).pk, "device_id": _device(name).pk},
)
of_tournament("phones on", settings.switch_on, lambda name: _arbiter(name, preset="rated"))
of_tournament("phones off", settings.switch_off, _arbiter)
of_tournament(
    "switches of phones",
    settings.change_hall_settings,
    lambda name: _arbiter(name, values={"requests": False}),
)
of_tournament("codes for all", settings.complete_codes, lambda name: {"tournament": cup(name)})
of_tournament(
    "new code of a player",
    settings.new_code,
    lambda name: _arbiter(name, kind="player", thing=entry(name, 1).pk),
)


def _request(name: str) -> int:
    return HallRequest.objects.get(entry__tournament__name=name).pk
