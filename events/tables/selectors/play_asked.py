"""What waits for an answer at a table: calls, proposals, claims, new devices; part of
``/play/now/``."""

from datetime import datetime
from typing import Any

from events.models import TableDevice, TableProposal
from events.tables.domain.wire import as_wire
from events.tables.selectors.letting_in import may_let_in
from events.tables.selectors.naming import SIDES, is_asked_here
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import Whereabouts

Values = dict[str, Any]


def calls(state: Snapshot, here: Whereabouts) -> list[Values]:
    """The last call of the table, answered or not."""
    return [
        {
            "id": each.pk,
            "kind": each.kind,
            "board": each.board,
            "answered": _moment(each.answered_at),
        }
        for each in state.calls
        if here.table and (each.section_id, each.table) == here.place
    ][-1:]


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def proposals(state: Snapshot, here: Whereabouts) -> list[Values]:
    """What one side asks the other to agree to."""
    found = []
    for each in state.proposals:
        line = state.lines.get(each.line_id)
        if line is None or not here.players & line.contestants:
            continue
        if each.kind in SIDES.values() and not is_asked_here(each, here):
            continue
        other = state.lines.get(each.other_id or 0)
        found.append(
            {
                "id": each.pk,
                "kind": each.kind,
                "line": each.line_id,
                "board": line.line.board,
                "other": other.line.board if other else None,
                "side": each.side,
                "result": each.proposal,
                **(_names(state, each) if each.kind in SIDES.values() else {}),
            }
        )
    return found


def _names(state: Snapshot, proposal: TableProposal) -> Values:
    """Who says who it is; ``side`` is the one that is named, whoever wrote the names."""
    named = [
        f"{state.contestants[int(pk)].label}: {' – '.join(names.values())}"
        for pk, names in (proposal.proposal or {}).items()
        if int(pk) in state.contestants
    ]
    side = "NS" if proposal.kind == SIDES["NS"] else "EW"
    return {"kind": "names", "side": side, "result": None, "names": "; ".join(named)}


def claims(state: Snapshot, here: Whereabouts) -> list[Values]:
    """The claims of a pair and of its opponents."""
    return [
        {
            "id": each.pk,
            "line": each.line_id,
            "board": line.line.board,
            "proposal": each.proposal,
            "mine": each.contestant_id == here.own,
            "by": _called(state, each.contestant_id),
            "note": each.note,
            "state": each.decided or ("consented" if each.consented_at else "open"),
            "reason": each.reason,
            "result": as_wire(line.line.result),
        }
        for each in state.claims
        if (line := state.lines.get(each.line_id)) and here.own in line.contestants
    ]


def _called(state: Snapshot, contestant: int) -> str:
    """A pair by number and names: ``10 Brown – Green``."""
    record = state.contestants[contestant]
    return f"{record.label} {record.short_players_and_team}".strip()


def waiting(state: Snapshot, device: TableDevice) -> list[Values]:
    """Devices that a device of the same table or pair may let in."""
    return [
        {
            "id": each.pk,
            "name": each.name,
            "kind": each.kind,
            "side": each.side,
            "pair": _called(state, each.contestant_id) if each.contestant_id else "",
        }
        for each in state.devices.values()
        if each.approved_at is None and each.pk != device.pk and may_let_in(state, device, each)
    ]
