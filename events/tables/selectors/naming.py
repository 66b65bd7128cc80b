"""Names at the table: which seats have none, and who is found in the register (spec, 7.8).

The register is not to be searched by whoever has a code: only while a seat of the table is without
a name, in the first rounds, a few times, a few names; and nobody who is shown by initials.
"""

from typing import Any, Final

from events.models import TableDevice, TableProposal
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import Whereabouts, seat_of
from players.selectors.search import search_players

LAST_ROUND: Final = 2
MIN_LETTERS: Final = 3
MAX_FOUND: Final = 8
SIDES: Final = {
    "NS": TableProposal.Kind.NAMES_NS,
    "EW": TableProposal.Kind.NAMES_EW,
}
"""The proposal of each side."""

Values = dict[str, Any]


def nameless_seats(state: Snapshot, device: TableDevice, here: Whereabouts) -> dict[str, int]:
    """The seats without a name that a device may fill, each with its contestant: those of its
    pair, or of the whole table."""
    if not device.is_bound or device.kind == TableDevice.Kind.LOOK:
        return {}
    seats = all_nameless(state, here)
    return {seat: pk for seat, pk in seats.items() if here.own in (None, pk)}


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
        for each in state.proposals
        if each.kind in SIDES.values() and is_asked_here(each, here)
        for pk in (each.proposal or {})
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
    return any(each.line.pk == proposal.line_id for each in here.lines)


def found_names(state: Snapshot, text: str) -> list[str]:
    """At most eight names of the register: by a number of the club, or three letters of a name;
    without those who play in the session already, or are shown by initials."""
    text = text.strip()
    if not text.isdecimal() and len(text) < MIN_LETTERS:
        return []
    playing = {pk for each in state.contestants.values() for pk in each.player_ids}
    players = search_players(text, limit=MAX_FOUND + len(playing))
    found = [each for each in players if each.pk not in playing and not each.initials_only]
    return [str(each.name) for each in found[:MAX_FOUND]]
