"""What a session lets its phones see and do, and its letters: part of ``/play/now/``."""

from typing import Any

from events.models import TableDevice
from events.sessions.domain.typing.letters import letters_named
from events.tables.selectors import readable
from events.tables.selectors.snapshot import Snapshot

Values = dict[str, Any]


def switches(state: Snapshot, device: TableDevice, number: int) -> Values:
    """What the session lets a device do and see, in the round in which it is."""
    settings = state.settings
    return {
        "preset": settings.preset,
        "confirm": settings.confirm,
        "same_device": settings.same_device,
        "lead": settings.lead,
        "np_by_director": settings.np_by_director,
        "card": device.kind == TableDevice.Kind.PAIR and settings.phones,
        "traveller": settings.traveller or state.session.is_published,
        "percent": readable.may_read_percent(state, device),
        "standings": readable.may_read_standings(state),
        "claims": readable.is_still_open_for_claims(state),
        "done": _tables_done(state, number)
        if settings.others and not state.session.is_finished
        else None,
    }


def _tables_done(state: Snapshot, number: int) -> list[int]:
    """How many tables are done with a round, and how many there are in it."""
    tables = [lines for (_, played), lines in state.at_table.items() if played == number]
    done = sum(all(not each.line.is_empty for each in lines) for lines in tables)
    return [done, len(tables)]


def letters_of_session(state: Snapshot) -> Values:
    """The letters of seats, honours and no trump, for the keys."""
    letters = letters_named(state.session.letters)
    return {
        "seats": {str(seat): text for seat, text in letters.seats.items()},
        "ranks": {rank: letters.write_rank(rank) for rank in "AKQJ"},
        "nt": next(text for strain, text in letters.strains.items() if strain == "NT"),
    }
