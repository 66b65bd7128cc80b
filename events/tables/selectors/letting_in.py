"""Who lets a new device in, beside the director."""

from events.models import TableDevice
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import whereabouts


def may_let_in(state: Snapshot, device: TableDevice, other: TableDevice) -> bool:
    """Whether a device may let another one in.

    A pair's phone lets in those of its pair, and a table's device those that are at its table.
    """
    if not device.is_bound or device.kind == TableDevice.Kind.LOOK:
        return False
    if state.settings.approve == state.settings.Approve.ALWAYS:
        return device.contestant_id is not None and device.contestant_id == other.contestant_id
    if device.kind == TableDevice.Kind.TABLE:
        return _place(state, other) == (device.section_id, device.table)
    return device.contestant_id is not None and device.contestant_id == other.contestant_id


def _place(state: Snapshot, device: TableDevice) -> tuple[int, int]:
    """Where a device is now; its own table for one of a pair that sits out."""
    here = whereabouts(state, device)
    return here.place if here.table else (device.section_id, device.table)
