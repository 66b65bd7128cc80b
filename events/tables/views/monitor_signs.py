"""What the monitor says of the tables: a sign for each table and round."""

from django.utils.translation import gettext as _

from events.models import TableEntrySettings, TableMark
from events.tables.domain.line_state import LineState
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.watch import unsettled

Signs = dict[tuple[int, int, int], tuple[str, str]]


def monitor_signs(session_id: int) -> Signs:
    """Where a result is not agreed (▲), waits for the opponents (◐), or all are confirmed (●);
    empty for a session without results from the tables."""
    if not TableEntrySettings.objects.filter(session=session_id).exists():
        return {}
    if not TableMark.objects.filter(line__section__session=session_id).exists():
        return {}
    state = current_snapshot(session_id)
    if state is None:
        return {}
    signs: Signs = {}
    objected, unconfirmed = unsettled(state)
    for (place, number), lines in state.at_table.items():
        if lines and all(each.state is LineState.CONFIRMED for each in lines):
            signs[*place, number] = ("●", _("all confirmed"))
    for sign, words, found in (
        ("◐", _("waits for the opponents"), unconfirmed),
        ("▲", _("not agreed"), objected),
    ):
        for each in found:
            signs[*each.place, each.round] = (sign, words)
    return signs
