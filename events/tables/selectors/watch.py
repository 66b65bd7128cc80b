"""What the director follows of the tables, table by table: where it is, who has a device there,
what is unconfirmed, objected to, called for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from events.common.selectors.stamp import session_stamp
from events.models import TableCall, TableCode, TableDevice, TableEntrySettings
from events.tables.domain.line_state import LineState
from events.tables.selectors.snapshot import Place, Snapshot, TableLine
from events.tables.selectors.whereabouts import clock_round, round_of_table, whereabouts

SILENT: Final = timedelta(seconds=150)
"""A device that polls is stored as seen once a minute."""


Seen = Mapping[int, datetime]
"""When each device last asked, to a minute."""


@dataclass(frozen=True, slots=True)
class WatchedDevice:
    """A device, and where it is now; ``is_silent``: it has not asked for a while."""

    device: TableDevice
    pair: str
    seen_at: datetime
    is_silent: bool

    @property
    def waits(self) -> bool:
        return self.device.approved_at is None


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A table in its round. ``open`` are its boards without a result, ``behind`` how many boards
    of rounds that are over are missing there."""

    place: Place
    section: str
    table: int
    code: str
    round: int
    pairs: tuple[str, ...]
    done: int
    expected: int
    behind: int
    devices: tuple[WatchedDevice, ...]
    unconfirmed: tuple[TableLine, ...]
    objected: tuple[TableLine, ...]
    calls: tuple[TableCall, ...]

    @property
    def is_silent(self) -> bool:
        """Whether there are devices, and none of them asks."""
        return bool(self.devices) and all(each.is_silent for each in self.devices)


def watch_stamp(session_id: int, now: datetime) -> str:
    """A text that changes with whatever the director's page of the tables shows; empty for a
    session that never had results from the tables."""
    revision = TableEntrySettings.objects.filter(session=session_id).values_list("revision")
    found = revision.first()
    if found is None:
        return ""
    silent = TableDevice.objects.filter(
        session=session_id, revoked_at=None, seen_at__lt=now - SILENT
    )
    counted = silent.aggregate(last=Max("pk"))["last"]
    return f"{session_stamp(session_id)}-{found[0]}-{silent.count()}-{counted}"


def watched_tables(state: Snapshot, now: datetime) -> list[WatchedTable]:
    """Every table with a code or with boards, in order."""
    codes = {
        (section, table): code
        for section, table, code in TableCode.objects.filter(
            session=state.session, revoked_at=None
        ).values_list("section", "table", "code")
    }
    places = {place for place, _number in state.at_table if place[1]} | codes.keys()
    ordered = sorted(places, key=lambda place: (state.letters.get(place[0], ""), place[1]))
    # Not those of the snapshot, which does not change while devices only ask.
    bound = TableDevice.objects.filter(session=state.session, revoked_at=None)
    seen = dict(bound.values_list("pk", "seen_at"))
    return [_table(state, place, codes.get(place, ""), seen, now) for place in ordered]


def _table(state: Snapshot, place: Place, code: str, seen: Seen, now: datetime) -> WatchedTable:
    number = round_of_table(state, place)
    lines = state.at_table.get((place, number), ())
    everything = [
        each for (at, _number), found in state.at_table.items() if at == place for each in found
    ]
    over = max(clock_round(state), number)
    return WatchedTable(
        place=place,
        section=state.letters.get(place[0], "") if len(state.letters) > 1 else "",
        table=place[1],
        code=code,
        round=number,
        pairs=tuple(_pairs(state, lines)),
        done=sum(not each.line.is_empty for each in lines),
        expected=len(lines),
        behind=sum(each.line.is_empty for each in everything if each.round < over),
        devices=tuple(_devices(state, place, seen, now)),
        unconfirmed=tuple(e for e in everything if _waits(state, e)),
        objected=tuple(e for e in everything if e.state is LineState.OBJECTED),
        calls=tuple(_calls(state, place)),
    )


def _waits(state: Snapshot, each: TableLine) -> bool:
    # A result of the keyboard is entered as well, and has no mark of a table.
    return state.settings.confirm and (
        each.state is LineState.ENTERED and each.mark.entered is not None
    )


def _pairs(state: Snapshot, lines: tuple[TableLine, ...]) -> Iterator[str]:
    if lines:
        for pk in (*lines[0].line.ns, *lines[0].line.ew):
            record = state.contestants.get(pk)
            if record:
                yield f"{record.label} {record.short_players_and_team}".strip()


def _devices(state: Snapshot, place: Place, seen: Seen, now: datetime) -> Iterator[WatchedDevice]:
    """Those that stay at the table, and the phones of the pairs that play there now."""
    for device in state.devices.values():
        here = whereabouts(state, device)
        if (here.place if here.table else (device.section_id, device.table)) == place:
            pair = state.contestants.get(device.contestant_id or 0)
            label = pair.label if pair else ""
            seen_at = seen.get(device.pk, device.seen_at)
            yield WatchedDevice(device, label, seen_at, seen_at < now - SILENT)


def _calls(state: Snapshot, place: Place) -> Iterator[TableCall]:
    for call in state.calls:
        if (call.section_id, call.table) == place and call.answered_at is None:
            yield call


def unsettled(state: Snapshot) -> tuple[list[TableLine], list[TableLine]]:
    """The lines objected to, and those that wait for the opponents, in the order of the tables."""
    ordered = sorted(
        state.lines.values(), key=lambda each: (each.line.section, each.place[1], each.line.board)
    )
    objected = [each for each in ordered if each.state is LineState.OBJECTED]
    return objected, [each for each in ordered if _waits(state, each)]
