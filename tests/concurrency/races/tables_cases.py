"""Plans for the results that come from the tables: phones of both sides of table 1, and a
director. Boards of *Main* have results, of which some are typed; those of *Empty* have none."""

from functools import partial
from secrets import token_hex

from django.utils import timezone

from events.devices import services as devices
from events.models import (
    ContestantPlayer,
    LineClaim,
    TableCall,
    TableDevice,
    TableEntrySettings,
    TableMark,
    TableProposal,
    TravellerLine,
)
from events.tables.domain.lines import WrittenResult
from events.tables.services import (
    calls,
    claims,
    directing,
    entering,
    joining,
    naming,
    proposals,
    settings,
)
from tests.concurrency.races.cases import of_session, session
from tests.concurrency.races.world import actor, sending

RESULT = WrittenResult(level=4, strain="S", declarer="N", tricks=10)
SPADES = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "tricks": 10, "lead": ""}


def _device(title: str, number: int = 1) -> TableDevice:
    return TableDevice.objects.get(session__title=title, number=number, section__letter="A")


def _line(title: str) -> TravellerLine:
    return TravellerLine.objects.get(
        section__session__title=title, section__letter="A", table=1, round=1
    )


def _sent(title: str, number: int = 1, **more: object) -> dict[str, object]:
    """What a phone sends about the board of its first round."""
    return {**_without_line(title, number, **more), "line_id": _line(title).pk}


def _with_version(title: str, number: int = 1, **more: object) -> dict[str, object]:
    return _sent(title, number, version=_line(title).version, **more)


def _without_line(title: str, number: int = 1, **more: object) -> dict[str, object]:
    return {"sending": sending(_device(title, number), token_hex(16)), **more}


def _of_session(title: str, **more: object) -> dict[str, object]:
    return {"session_id": session(title).pk, **more}


def _place(title: str) -> dict[str, object]:
    section = session(title).sections.get(letter="A").pk
    return _of_session(title, section_id=section, table=1)


def _entered(title: str) -> TravellerLine:
    """The line with a result of a phone."""
    line = _line(title)
    TravellerLine.objects.filter(pk=line.pk).update(
        contract="4S", declarer="N", tricks=10, score_ns=420, updated_by=None, version=7
    )
    TableMark.objects.update_or_create(
        line=line,
        defaults={"entered_version": 7, "entered_side": "NS", "entered_device": _device(title)},
    )
    line.refresh_from_db()
    return line


def _proposed(kind: str, title: str) -> None:
    """A proposal of North–South about the line entered."""
    line = _entered(title)
    TableProposal.objects.get_or_create(
        session=session(title),
        line=line,
        kind=kind,
        defaults={
            "device": _device(title),
            "side": "NS",
            "versions": [line.version],
            "proposal": SPADES,
            "at": timezone.now(),
        },
    )


def _agreed(title: str) -> dict[str, object]:
    return _sent(title, 2, agree=True)


def _named(title: str) -> None:
    """Those who sit North–South say who they are."""
    line = _line(title)
    first = line.sides.filter(direction="NS").first()
    ContestantPlayer.objects.filter(contestant=first.contestant_id).delete()
    TableEntrySettings.objects.filter(session__title=title).update(names=True)
    TableProposal.objects.create(
        session=session(title),
        line=line,
        kind="names-ns",
        device=_device(title),
        side="NS",
        proposal={str(first.contestant_id): {"N": "Ida Newcomer", "S": "Ann Other"}},
        at=timezone.now(),
    )


def _names(title: str) -> dict[str, object]:
    """East–West agree."""
    made = TableProposal.objects.get(session=session(title), kind="names-ns")
    return _without_line(title, 2, proposal=made.pk, agree=True)


def _claimed(title: str) -> None:
    line = _entered(title)
    LineClaim.objects.get_or_create(
        line=line,
        defaults={
            "version": line.version,
            "proposal": SPADES | {"tricks": 9},
            "contestant": _device(title).contestant,
        },
    )


def _claim(title: str) -> int:
    return LineClaim.objects.filter(line=_line(title)).latest("pk").pk


def _answer_claim(title: str) -> dict[str, object]:
    return {"claim_id": _claim(title), **_without_line(title, 2, agree=True)}


def _call(title: str, kind: str = "call") -> int:
    return TableCall.objects.filter(session__title=title, kind=kind).latest("pk").pk


def _director(title: str, **more: object) -> dict[str, object]:
    return _of_session(title, by=actor(), **more)


of_session("a phone enters", entering.enter, lambda title: _with_version(title, result=RESULT))
of_session("the other enters", entering.enter, lambda title: _with_version(title, 2, result=RESULT))
of_session(
    "opponents confirm", entering.confirm, lambda title: _with_version(title, 2), prepared=_entered
)
of_session(
    "opponents object", entering.object_to, lambda title: _with_version(title, 2), prepared=_entered
)
of_session("other way round", proposals.seats, _agreed, prepared=partial(_proposed, "seats"))
of_session(
    "two boards", proposals.exchange, lambda title: _sent(title, 1, other=0), prepared=_entered
)
of_session("a change", proposals.change_confirmed, _agreed, prepared=partial(_proposed, "result"))
of_session("names at the table", naming.say_names, _names, prepared=_named)
of_session("next round", entering.say_round, lambda title: {**_without_line(title), "number": 2})
of_session("call", calls.call, lambda title: _without_line(title, board=9))
of_session("answer a call", calls.answer_call, lambda title: _director(title, call_id=_call(title)))
of_session(
    "not played",
    calls.approve_not_played,
    lambda title: _director(title, call_id=_call(title, "np")),
)
of_session(
    "claim", claims.claim, lambda title: _with_version(title, result=RESULT), prepared=_entered
)
of_session(
    "claim on a card",
    claims.claim_on_card,
    lambda title: _director(
        title, contestant_id=_device(title).contestant_id, line_id=_line(title).pk, text="4SN-1"
    ),
    prepared=_entered,
)
of_session("consent", claims.answer_claim, _answer_claim, prepared=_claimed)
of_session(
    "record consent",
    claims.record_consent,
    lambda title: _director(title, claim_id=_claim(title)),
    prepared=_claimed,
)
of_session(
    "decide a claim",
    claims.decide_claim,
    lambda title: _director(title, claim_id=_claim(title), accepted=True),
    prepared=_claimed,
)
of_session(
    "give back", directing.give_back, lambda title: _director(title, line_id=_line(title).pk)
)
of_session(
    "confirm a line",
    directing.confirm_line,
    lambda title: _director(title, line_id=_line(title).pk, version=7),
    prepared=_entered,
)
of_session(
    "confirm a table", directing.confirm_table, lambda title: {**_place(title), "by": actor()}
)
of_session(
    "forget and undo",
    directing.forget_and_undo,
    lambda title: _director(title, device_id=_device(title).pk),
)
of_session(
    "settle late", directing.settle_late, lambda title: _director(title, call_id=_call(title))
)
of_session("join", joining.join, lambda title: {**_place(title), "kind": "table"})
of_session(
    "let in", joining.approve, lambda title: _of_session(title, device_id=_device(title, 3).pk)
)
of_session(
    "let in by the pair",
    joining.approve_by_device,
    lambda title: {"device_id": _device(title, 2).pk, "other_id": _device(title, 3).pk},
)
of_session("forget", joining.forget, lambda title: _of_session(title, device_id=_device(title).pk))
of_session(
    "take over", joining.take_over, lambda title: _of_session(title, device_id=_device(title, 3).pk)
)
of_session("leave", joining.leave, lambda title: {"device_id": _device(title).pk})
of_session(
    "another kind",
    joining.change_kind,
    lambda title: {"device_id": _device(title).pk, "kind": "look"},
)
of_session(
    "seen", devices.note_seen, lambda title: {"kind": TableDevice, "device_id": _device(title).pk}
)
of_session(
    "a wrong code",
    devices.count_wrong,
    lambda title: {"kind": "code", "place": "a phone"},
    "wrong codes",
)
of_session("codes tried again", devices.lift_wrong_codes, lambda title: {}, "wrong codes")
of_session("tables on", settings.switch_on, lambda title: _director(title, preset="social"))
of_session("tables off", settings.switch_off, _director)
of_session("display", settings.open_display, lambda title: _of_session(title))
of_session(
    "table settings",
    settings.change_table_settings,
    lambda title: _director(title, values={"hide_last": 1}),
)
of_session("codes after another movement", settings.follow_movement, _of_session)
of_session("new code", settings.new_code, lambda title: {**_place(title), "by": actor()})
of_session("a key of the clock", directing.press, lambda title: _of_session(title, key="next"))
of_session("the clock by itself", directing.press_by_itself, lambda title: _of_session(title))
of_session("a message", directing.show_message, lambda title: _of_session(title, text="Hurry"))
of_session("undo at the clock", directing.undo, lambda title: _of_session(title))
