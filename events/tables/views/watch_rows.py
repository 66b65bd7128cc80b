"""The director's page of the tables as ready values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _, ngettext

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from clubscore.web.visitors import show_device
from events.models import LineClaim, TableCall, TableDevice
from events.sessions.core.domain.line_result import describe
from events.sessions.pages.views.lines import LineLinks, place
from events.tables.domain.lines import read_wire
from events.tables.selectors.lines import TableLine
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.watch import WatchedDevice, WatchedTable


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line that somebody has to look at; ``address`` is its field on the typing page."""

    line: int
    version: int
    board: int
    round: int
    result: str
    address: str
    proposal: str = ""
    table: str = ""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device in words."""

    pk: int
    label: str
    state: str
    waits: bool
    is_silent: bool


@dataclass(frozen=True, slots=True)
class CallRow:
    """What a table wants; ``is_late``: a result that was not stored, ``is_np``: a board not
    played. ``action`` takes the form."""

    table: str
    action: str
    pk: int
    text: str
    since: str
    is_late: bool
    is_np: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with everything that is open at it; ``action`` takes the forms."""

    name: str
    action: str
    round: int
    pairs: tuple[str, ...]
    progress: str
    missing: int
    behind: str
    sign: str
    devices: list[DeviceRow]
    objected: list[LineRow]
    unconfirmed: list[LineRow]
    calls: list[CallRow]
    is_silent: bool

    @property
    def needs_attention(self) -> bool:
        """Whether the director has something to do here."""
        return bool(self.objected or self.calls or any(device.waits for device in self.devices))


def table_rows(state: Snapshot, tables: Iterable[WatchedTable], now: datetime) -> list[TableRow]:
    """All tables: those that are objected to first, then those that call, then the others."""
    link = LineLinks(state.session.pk)
    rows = [_table(state, table, link, now) for table in tables]
    return sorted(rows, key=lambda row: (not row.objected, not row.needs_attention))


def _table(state: Snapshot, table: WatchedTable, link: LineLinks, now: datetime) -> TableRow:
    section = state.letters.get(table.place[0], "A")
    address = reverse("events:tables-table", args=[state.session.pk, section, table.table])
    name = f"{table.section}{table.table}"
    several = len(state.letters) > 1
    progress = _("%(done)s of %(expected)s boards") % {
        "done": table.done,
        "expected": table.expected,
    }
    return TableRow(
        name=name,
        action=address,
        round=table.round,
        pairs=table.pairs,
        progress=progress,
        missing=table.behind,
        behind=_behind(table.behind),
        sign=_sign(table),
        devices=[_device(device, now) for device in table.devices],
        objected=[line_row(line, link, several=several) for line in table.objected],
        unconfirmed=[line_row(line, link, several=several) for line in table.unconfirmed],
        calls=[_call_row(call, name, address) for call in table.calls],
        is_silent=table.is_silent,
    )


def _behind(count: int) -> str:
    if not count:
        return ""
    text = ngettext(
        "%(count)s board of an earlier round is missing",
        "%(count)s boards of earlier rounds are missing",
        count,
    )
    return text % {"count": count}


def _sign(table: WatchedTable) -> str:
    if table.objected:
        return "▲"
    if table.unconfirmed:
        return "◐"
    return "●" if table.done == table.expected else "○"


def line_row(table_line: TableLine, link: LineLinks, *, several: bool) -> LineRow:
    """A line with its result, and what the other side says instead."""
    line = table_line.line
    return LineRow(
        line=line.pk,
        version=line.version,
        board=line.board,
        round=line.round or 0,
        result=translate(describe(line.result)),
        address=link(line.board, line.pk),
        proposal=proposal_text(table_line.mark.proposal, line.board),
        table=place(line.section if several else "", line.table),
    )


def proposal_text(proposal: object, board: int) -> str:
    """A proposed result in words; empty for none."""
    if not isinstance(proposal, dict):
        return ""
    try:
        return translate(describe(read_wire(proposal, board)))
    except Refused:
        return ""


def _device(watched: WatchedDevice, now: datetime) -> DeviceRow:
    device = watched.device
    kind = {
        TableDevice.Kind.TABLE: _("stays at the table"),
        TableDevice.Kind.PAIR: _("phone of %(pair)s") % {"pair": watched.pair},
        TableDevice.Kind.LOOK: _("only looks"),
    }[TableDevice.Kind(device.kind)]
    label = _("Device %(number)s") % {"number": device.number}
    parts = [label, kind, show_device(device.name)]
    if watched.waits:
        state = _("waits to be let in")
    elif watched.is_silent:
        state = _("silent for %(time)s") % {"time": timesince(watched.seen_at, now)}
    else:
        state = ""
    return DeviceRow(
        device.pk, " · ".join(filter(None, parts)), state, watched.waits, watched.is_silent
    )


def _call_row(call: TableCall, table: str, action: str) -> CallRow:
    """A call in words."""
    board = {"board": call.board or "?", "result": call.note}
    text = {
        TableCall.Kind.CALL: _("calls the director"),
        TableCall.Kind.OBJECTION: _("does not agree with the director’s result"),
        TableCall.Kind.LATE: _("Board %(board)s: %(result)s came too late or has no line any more"),
        TableCall.Kind.OTHER_BOARD: _("wants to play board %(board)s"),
        TableCall.Kind.NOT_PLAYED: _("Board %(board)s not played: %(result)s"),
    }[TableCall.Kind(call.kind)]
    at = timezone.localtime(call.at).strftime("%H:%M")
    return CallRow(
        table,
        action,
        call.pk,
        text % board,
        at,
        call.kind == TableCall.Kind.LATE,
        call.kind == TableCall.Kind.NOT_PLAYED,
    )


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim: who says what, what stands there, and whether the opponents consent."""

    pk: int
    board: int
    who: str
    now: str
    proposal: str
    note: str
    consent: str
    decision: str
    is_open: bool
    has_consent: bool


def claim_rows(state: Snapshot) -> Iterator[ClaimRow]:
    """The open claims first, then those decided."""
    ordered = sorted(state.claims, key=lambda claim: (claim.decided != "", -claim.pk))
    for claim in ordered:
        line = state.lines.get(claim.line_id)
        record = state.contestants.get(claim.contestant_id)
        if line is None or record is None:
            continue
        is_accepted = claim.decided == LineClaim.Decision.ACCEPTED
        yield ClaimRow(
            pk=claim.pk,
            board=line.line.board,
            who=f"{record.label} {record.short_players_and_team}".strip(),
            # Of one that was accepted the line has what they say.
            now=translate(describe(line.line.result)) if not is_accepted else "",
            proposal=proposal_text(claim.proposal, line.line.board),
            note=claim.note,
            consent=_consent(claim, _opponents(state, line, claim.contestant_id)),
            decision=_decision(claim),
            is_open=not claim.decided,
            has_consent=claim.consented_at is not None,
        )


def _opponents(state: Snapshot, line: TableLine, contestant: int) -> str:
    """Who has to agree: ``10 Brown – Green``."""
    others = line.line.ew if contestant in line.line.ns else line.line.ns
    records = (state.contestants[pk] for pk in others if pk in state.contestants)
    return " + ".join(
        f"{record.label} {record.short_players_and_team}".strip() for record in records
    )


def _consent(claim: LineClaim, opponents: str) -> str:
    names = {"pair": opponents}
    if claim.consented_at:
        return _("The opponents, %(pair)s, agree.") % names
    if claim.declined_at:
        return _("The opponents, %(pair)s, do not agree.") % names
    return _("The opponents, %(pair)s, have not answered.") % names


def _decision(claim: LineClaim) -> str:
    if claim.decided == LineClaim.Decision.ACCEPTED:
        return _("accepted")
    if claim.decided == LineClaim.Decision.REFUSED:
        return _("refused: %(reason)s") % {"reason": claim.reason} if claim.reason else _("refused")
    return ""
