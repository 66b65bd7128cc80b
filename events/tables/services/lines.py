"""Which lines a device may change, and whether opponents may confirm on it."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.utils import timezone

from clubscore.text.moments import lately
from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why
from events.models import TableDevice, TravellerLine
from events.tables.domain.lines import LineState
from events.tables.selectors.lines import TableLine
from events.tables.selectors.play_state import late_lines
from events.tables.selectors.whereabouts import is_open
from events.tables.services.marks import BY_DIRECTOR, CHANGED, NOT_HERE, NOT_YET, RULED
from events.tables.services.submissions import Sender

ON_THEIR_PHONE: Final = timedelta(minutes=2)
NOT_ON_THIS: Final = sentence(
    "Opponents confirm on their own phone here. Ask them to scan the code."
)
ASK_THEM: Final = sentence("Your opponents have a phone here: ask them on it.")


def table_line_of(sender: Sender, line: TravellerLine) -> TableLine:
    """A line as the table sees it. Raises :class:`DeviceRefused` unless the device may change it:
    it is played at the device's table, or by its pair, in this round or the one before or after,
    and its table is done with the rounds before it; or it is left from an earlier one."""
    table_line = sender.state.lines.get(line.pk)
    if table_line is None or not _is_here(sender, table_line):
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if not is_open(sender.state, table_line.place, table_line.round):
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_YET)
    return table_line


def _is_here(sender: Sender, table_line: TableLine) -> bool:
    here = sender.here
    is_late = any(late.line.pk == table_line.line.pk for late in late_lines(sender.state, here))
    if is_late:
        return True
    if abs(table_line.round - here.round) > 1:
        return False
    if here.pair:
        return bool(table_line.side_of(here.pair))
    return table_line.place == here.place


def refuse_locked(table_line: TableLine, *, version: int) -> None:
    """Raise :class:`DeviceRefused` for a line that only the director changes: as a conflict where
    the phone has not seen the director's result."""
    if not table_line.state.is_locked:
        return
    if version != table_line.line.version:
        raise DeviceRefused(
            Why.CHANGED, BY_DIRECTOR if table_line.state is LineState.DIRECTOR else RULED
        )
    raise DeviceRefused(
        Why.NOT_ALLOWED, BY_DIRECTOR if table_line.state is LineState.DIRECTOR else RULED
    )


def refuse_version(table_line: TableLine, *, version: int) -> None:
    """Raise :class:`DeviceRefused` when the phone shows another version of the line."""
    if version != table_line.line.version:
        raise DeviceRefused(Why.CHANGED, CHANGED)


def may_confirm_here(sender: Sender, table_line: TableLine) -> None:
    """Raise :class:`DeviceRefused` unless the opponents may confirm on the device that entered."""
    side = table_line.mark.entered_side
    may_agree_here(
        sender, (table_line.line.ew if side == "NS" else table_line.line.ns) if side else ()
    )


def may_agree_here(sender: Sender, opponents: Collection[int]) -> None:
    """Raise :class:`DeviceRefused` unless these opponents may say yes on the device of the others:
    where that is switched on, and none of them has a phone."""
    if not sender.state.settings.same_device:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_ON_THIS)
    phones = TableDevice.objects.filter(
        contestant__in=opponents,
        revoked_at=None,
        approved_at__isnull=False,
        **lately("seen_at", ON_THEIR_PHONE, now=timezone.now()),
    )
    if phones.exclude(pk=sender.device.pk).exists():
        raise DeviceRefused(Why.NOT_ALLOWED, ASK_THEM)
