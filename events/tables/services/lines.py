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
from events.tables.selectors.play_state import late_lines
from events.tables.selectors.snapshot import TableLine
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
    each = sender.state.lines.get(line.pk)
    if each is None or not _is_here(sender, each):
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if not is_open(sender.state, each.place, each.round):
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_YET)
    return each


def _is_here(sender: Sender, each: TableLine) -> bool:
    here = sender.here
    is_late = any(late.line.pk == each.line.pk for late in late_lines(sender.state, here))
    if is_late:
        return True
    if abs(each.round - here.round) > 1:
        return False
    if here.own:
        return bool(each.side_of(here.own))
    return each.place == here.place


def refuse_locked(each: TableLine, *, version: int) -> None:
    """Raise :class:`DeviceRefused` for a line that only the director changes: as a conflict where
    the phone has not seen the director's result."""
    if not each.state.is_locked:
        return
    if version != each.line.version:
        raise DeviceRefused(Why.CHANGED, BY_DIRECTOR if each.state is LineState.DIRECTOR else RULED)
    raise DeviceRefused(Why.NOT_ALLOWED, BY_DIRECTOR if each.state is LineState.DIRECTOR else RULED)


def refuse_version(each: TableLine, *, version: int) -> None:
    """Raise :class:`DeviceRefused` when the phone shows another version of the line."""
    if version != each.line.version:
        raise DeviceRefused(Why.CHANGED, CHANGED)


def may_confirm_here(sender: Sender, each: TableLine) -> None:
    """Raise :class:`DeviceRefused` unless the opponents may confirm on the device that entered."""
    side = each.mark.entered_side
    may_agree_here(sender, (each.line.ew if side == "NS" else each.line.ns) if side else ())


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
