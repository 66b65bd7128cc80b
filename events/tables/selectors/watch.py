"""What the director follows of the tables, table by table: where it is, who has a device there,
what is unconfirmed, objected to, called for.

Names at the table: which seats have none, and who is found in the register (spec, 7.8).

The register is not to be searched by whoever has a code: only while a seat of the table is without
a name, in the first rounds, a few times, a few names; and nobody who is shown by initials.

Who lets a new device in, beside the director.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Max

from clubscore.text.moments import is_lately, lately
from events.common.selectors import session_stamp
from events.models import TableCall, TableCode, TableDevice, TableEntrySettings, TableProposal
from events.tables.domain.lines import LineState
from events.tables.selectors.lines import Place, TableLine
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import (
    Whereabouts,
    clock_round,
    round_of_table,
    seat_of,
    whereabouts,
)
from players.selectors.register import search_players

SILENT: Final = timedelta(seconds=150)
"""A device that polls is stored as seen once a minute."""


Seen = Mapping[int, datetime]
"""When each device last asked, to a minute."""


@dataclass(frozen=True, slots=True)
class WatchedDevice:
    """A device, and where it is now; ``is_silent``: it has not asked for a while; ``waits``: to be
    let in, while there is something to enter."""

    device: TableDevice
    pair: str
    seen_at: datetime
    is_silent: bool
    waits: bool


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
        return bool(self.devices) and all(device.is_silent for device in self.devices)


def watch_stamp(session_id: int, now: datetime) -> str:
    """A text that changes with whatever the director's page of the tables shows; empty for a
    session that never had results from the tables."""
    revision = TableEntrySettings.objects.filter(session=session_id).values_list("revision")
    found = revision.first()
    if found is None:
        return ""
    silent = TableDevice.objects.filter(session=session_id, revoked_at=None).exclude(
        **lately("seen_at", SILENT, now=now)
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
    places = {place for place, _number in state.index.at_table if place[1]} | codes.keys()
    ordered = sorted(places, key=lambda place: (state.letters.get(place[0], ""), place[1]))
    # Not those of the snapshot, which does not change while devices only ask.
    bound = TableDevice.objects.filter(session=state.session, revoked_at=None)
    seen = dict(bound.values_list("pk", "seen_at"))
    return [_table(state, place, codes.get(place, ""), seen, now) for place in ordered]


def _table(state: Snapshot, place: Place, code: str, seen: Seen, now: datetime) -> WatchedTable:
    number = round_of_table(state, place)
    lines = state.index.at_table.get((place, number), ())
    everything = [
        table_line
        for (at, _number), found in state.index.at_table.items()
        if at == place
        for table_line in found
    ]
    over = max(clock_round(state), number)
    return WatchedTable(
        place=place,
        section=state.letters.get(place[0], "") if len(state.letters) > 1 else "",
        table=place[1],
        code=code,
        round=number,
        pairs=tuple(_pairs(state, lines)),
        done=sum(not table_line.line.is_empty for table_line in lines),
        expected=len(lines),
        behind=sum(
            table_line.line.is_empty for table_line in everything if table_line.round < over
        ),
        devices=tuple(_devices(state, place, seen, now)),
        unconfirmed=tuple(e for e in everything if _waits(state, e)),
        objected=tuple(e for e in everything if e.state is LineState.OBJECTED),
        calls=tuple(_calls(state, place)),
    )


def _waits(state: Snapshot, table_line: TableLine) -> bool:
    if state.session.is_finished or not state.settings.confirm:
        return False
    # A result of the keyboard is entered as well, and has no mark of a table.
    return table_line.state is LineState.ENTERED and table_line.mark.entered is not None


def _pairs(state: Snapshot, lines: tuple[TableLine, ...]) -> Iterator[str]:
    if lines:
        for pk in (*lines[0].line.ns, *lines[0].line.ew):
            record = state.contestants.get(pk)
            if record:
                yield f"{record.label} {record.short_players_and_team}".strip()


def _devices(state: Snapshot, place: Place, seen: Seen, now: datetime) -> Iterator[WatchedDevice]:
    """The devices that stay at the table, and the phones of the pairs that play there now."""
    for device in state.devices.values():
        here = whereabouts(state, device)
        if (here.place if here.table else (device.section_id, device.table)) == place:
            pair = state.contestants.get(device.contestant_id or 0)
            label = pair.label if pair else ""
            seen_at = seen.get(device.pk, device.seen_at)
            is_silent = not is_lately(seen_at, SILENT, now=now)
            waits = device.approved_at is None and not state.session.is_finished
            yield WatchedDevice(device, label, seen_at, is_silent, waits)


def _calls(state: Snapshot, place: Place) -> Iterator[TableCall]:
    for call in state.calls:
        if (call.section_id, call.table) == place and call.answered_at is None:
            yield call


def unsettled(state: Snapshot) -> tuple[list[TableLine], list[TableLine]]:
    """The lines objected to, and those that wait for the opponents, in the order of the tables."""
    ordered = sorted(
        state.lines.values(),
        key=lambda table_line: (
            table_line.line.section,
            table_line.place[1],
            table_line.line.board,
        ),
    )
    objected = [line for line in ordered if line.state is LineState.OBJECTED]
    return objected, [line for line in ordered if _waits(state, line)]


LAST_ROUND: Final = 2

MIN_LETTERS: Final = 3

MAX_FOUND: Final = 8

SIDES: Final = {"NS": TableProposal.Kind.NAMES_NS, "EW": TableProposal.Kind.NAMES_EW}
"""The proposal of each side."""

Values = dict[str, Any]


def nameless_seats(state: Snapshot, device: TableDevice, here: Whereabouts) -> dict[str, int]:
    """The seats without a name that a device may fill, each with its contestant: those of its
    pair, or of the whole table."""
    if not device.is_bound or device.kind == TableDevice.Kind.LOOK:
        return {}
    seats = all_nameless(state, here)
    return {seat: pk for seat, pk in seats.items() if here.pair in (None, pk)}


def all_nameless(state: Snapshot, here: Whereabouts) -> dict[str, int]:
    """The seats of a table without a name, each with its contestant; none after round 2."""
    if not state.settings.names or here.round > LAST_ROUND or state.session.is_finished:
        return {}
    seats = seat_of(state, here.lines)
    return {seat: pk for seat, pk in seats.items() if place_of(seats, seat) >= _known(state, pk)}


def place_of(seats: dict[str, int], seat: str) -> int:
    """Which of a contestant's names belongs to a seat, from 0: North and East have the first."""
    partner = {"S": "N", "W": "E"}.get(seat)
    return int(partner is not None and seats.get(partner) == seats[seat])


def _known(state: Snapshot, contestant: int) -> int:
    record = state.contestants.get(contestant)
    return len(record.names) if record else 0


def naming(state: Snapshot, device: TableDevice, here: Whereabouts) -> list[Values]:
    """What ``/play/now/`` has of it: for each side the contestants and their seats, without those
    whose names wait for the other side."""
    asked = {
        int(pk)
        for table_proposal in state.proposals
        if table_proposal.kind in SIDES.values() and is_asked_here(table_proposal, here)
        for pk in (table_proposal.proposal or {})
    }
    found: dict[int, Values] = {}
    for seat, pk in nameless_seats(state, device, here).items():
        if pk not in asked:
            side = "NS" if seat in "NS" else "EW"
            label = state.contestants[pk].label
            found.setdefault(pk, {"side": side, "pair": label, "seats": []})["seats"].append(seat)
    return list(found.values())


def is_asked_here(proposal: TableProposal, here: Whereabouts) -> bool:
    """Whether names wait for an answer where a device is now: those of the round before are
    written again, for the table has other opponents."""
    return any(table_line.line.pk == proposal.line_id for table_line in here.lines)


def found_names(state: Snapshot, text: str) -> list[str]:
    """At most eight names of the register: by a number of the club, or three letters of a name;
    without those who play in the session already, or are shown by initials."""
    text = text.strip()
    if not text.isdecimal() and len(text) < MIN_LETTERS:
        return []
    playing = {pk for contestant in state.contestants.values() for pk in contestant.player_ids}
    players = search_players(text, limit=MAX_FOUND + len(playing))
    found = [player for player in players if player.pk not in playing and not player.hides_name]
    return [str(player.name) for player in found[:MAX_FOUND]]


def may_let_in(state: Snapshot, device: TableDevice, other: TableDevice) -> bool:
    """Whether a device may let another one in.

    Those at a table, the opponents too, let in the phone of a pair that is there now; what speaks
    for both sides only another such device. Where all wait for the director, a pair's own phone.
    """
    if not device.enters:
        return False
    if device.contestant_id is not None and device.contestant_id == other.contestant_id:
        return True
    if state.settings.approve == state.settings.Approve.ALWAYS:
        return False
    if other.contestant_id is None and device.contestant_id is not None:
        return False
    # Its pair may not have left the table of the round before.
    there = (other.section_id, other.table), _place(state, other)
    return _place(state, device) in there


def _place(state: Snapshot, device: TableDevice) -> tuple[int, int]:
    """Where a device is now; its own table for one of a pair that sits out."""
    here = whereabouts(state, device)
    return here.place if here.table else (device.section_id, device.table)
