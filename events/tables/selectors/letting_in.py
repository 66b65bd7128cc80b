"""Who lets a new device in, beside the director."""

from events.models import TableDevice
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import whereabouts


def may_let_in(state: Snapshot, device: TableDevice, other: TableDevice) -> bool:
    """Whether a device may let another one in.

    A pair's phone lets in those of its pair, and a table's device those that are at its table. For
    a pair that has no phone yet, that of its opponents does, who see that it sits there.
    """
    if not device.is_bound or device.kind == TableDevice.Kind.LOOK:
        return False
    if state.settings.approve == state.settings.Approve.ALWAYS:
        return device.contestant_id is not None and device.contestant_id == other.contestant_id
    if device.kind == TableDevice.Kind.TABLE:
        return _place(state, other) == (device.section_id, device.table)
    if not other.contestant_id:
        return False
    return device.contestant_id == other.contestant_id or (
        not _has_phone(state, other.contestant_id) and _place(state, device) == _place(state, other)
    )


def _place(state: Snapshot, device: TableDevice) -> tuple[int, int]:
    """Where a device is now; its own table for one of a pair that sits out."""
    here = whereabouts(state, device)
    return here.place if here.table else (device.section_id, device.table)


def _has_phone(state: Snapshot, contestant: int) -> bool:
    return any(
        each.contestant_id == contestant and each.is_bound for each in state.devices.values()
    )
