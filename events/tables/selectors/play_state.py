"""The state of a table as its phones are sent it: the JSON of ``/play/now/``.

Numbers, names and codes only: the phone has the words. What must not be read is not in it.

What waits for an answer at a table: calls, proposals, claims, new devices; part of
``/play/now/``.

What a session lets its phones see and do, and its letters: part of ``/play/now/``.
"""

from datetime import datetime
from itertools import chain
from typing import Any
from zlib import crc32

from clubscore import __version__
from clubscore.text.sentences import translate
from events.models import TableDevice, TableProposal
from events.sessions.core.domain.adjustment import NOT_PLAYED, notation
from events.sessions.core.domain.contract import dealer, vulnerability
from events.sessions.core.domain.letters import Letters, letters_named
from events.sessions.core.domain.line_result import LineResult
from events.tables.domain.lines import LineState, as_wire
from events.tables.selectors import readable
from events.tables.selectors.lines import TableLine
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.watch import SIDES, is_asked_here, may_let_in, naming
from events.tables.selectors.whereabouts import (
    Whereabouts,
    directions,
    lines_of_pair,
    seat_of,
    whereabouts,
)

Values = dict[str, Any]


def _section_shown(state: Snapshot, here: Whereabouts) -> str:
    """The letter that stands before the number of a table, where there are several sections."""
    return state.letters.get(here.place[0], "") if len(state.letters) > 1 else ""


def play_state(state: Snapshot, device: TableDevice) -> Values:
    """All that a device shows, without the time of day."""
    here = whereabouts(state, device)
    bound = device.is_bound
    is_over = state.session.is_finished or not state.settings.is_on
    enters = bound and not is_over and device.kind != TableDevice.Kind.LOOK
    values = {
        "app": __version__,
        "session": _session(state),
        "clock": _clock(state),
        "device": _device(state, device, here),
        "table": here.table,
        "section_shown": _section_shown(state, here),
        "round": here.round,
        "rounds": max(state.index.rounds.get(here.place[0], 0), state.planned),
        "seats": _seats(state, here),
        "switched": _switched(state, here),
        "movement": _movement(state, device),
        "boards": [line_values(state, device, here, line) for line in here.lines],
        "late": [line_values(state, device, here, line) for line in late_lines(state, here)],
        **_next(state, here),
        "sitout": bool(here.pair) and here.table is None,
        "said": said_by(state, here),
        "calls": calls(state, here),
        "naming": naming(state, device, here),
        "proposals": proposals(state, here),
        "claims": claims(state, here),
        "waiting": waiting(state, device),
        "switches": switches(state, device, here.round),
        "letters": letters_of_session(state),
        "message": state.clock.message if state.clock else "",
    }
    if not enters:
        values |= {"late": [], "said": "", "proposals": [], "waiting": []}
        if is_over or not bound:
            values["boards"] = []
    return values


def _movement(state: Snapshot, device: TableDevice) -> int:
    """A number that is another one when the movement has changed for those at the device; not when
    they only sit the other way round."""
    lines = state.index.of_contestant.get(device.contestant_id or 0)
    if lines is None:
        at_table = (
            those for (place, _), those in state.index.at_table.items() if place == _home(device)
        )
        lines = tuple(chain.from_iterable(at_table))
    where = ((e.line.pk, e.round, e.place, e.line.board, sorted(e.contestants)) for e in lines)
    return crc32(repr(list(where)).encode())


def _is_gone(state: Snapshot, here: Whereabouts) -> bool:
    """Whether a pair has left the session, or plays nothing in it any more."""
    if here.pair is None:
        return False
    has_left = state.left.get(here.pair, here.round + 1) <= here.round
    return has_left or not state.index.of_contestant.get(here.pair)


def _home(device: TableDevice) -> tuple[int, int]:
    return device.section_id, device.table


def line_values(
    state: Snapshot, device: TableDevice, here: Whereabouts, table_line: TableLine
) -> Values:
    """A line as in ``boards``: its result only where the device may read it."""
    line, mark = table_line.line, table_line.mark
    may_read = readable.may_read_line(state, device, here, table_line)
    side = table_line.side_of(here.pair)
    is_objected = table_line.state is LineState.OBJECTED
    proposal = mark.proposal if may_read and is_objected else None
    return {
        "line": line.pk,
        "board": line.board,
        "round": line.round,
        "table": line.table,
        "dealer": str(dealer(line.board)),
        "vul": vulnerability(line.board).value,
        "state": str(table_line.state) if may_read or _is_of(here, table_line) else "entered",
        "version": line.version,
        "result": result_values(line.result) if may_read else None,
        "mine": proposal if side and mark.objected_side == side else None,
        "proposal": proposal,
        "by": mark.entered_side if mark.entered == line.version and may_read else "",
        "own": mark.entered_device == device.pk and mark.entered == line.version,
        "how": mark.how if table_line.state is LineState.CONFIRMED else "",
        "check": _needs_second_look(table_line, side) and may_read,
        "objected": mark.objected_side if is_objected else "",
        "side": side,
        "ns": _labels(state, line.ns),
        "ew": _labels(state, line.ew),
        "reason": line.reason if may_read and state.settings.show_reason else "",
    }


def result_values(result: LineResult) -> Values | None:
    """A result as phones are sent it; a ruling as the pages write it, with the one score that
    counts where there is one."""
    if result.adjustment in (None, NOT_PLAYED):
        return as_wire(result)
    ruling = translate(notation(result.adjustment))
    return {"ruling": ruling, "score_ns": result.counting.score_ns}


def _is_of(here: Whereabouts, table_line: TableLine) -> bool:
    """Whether the line is of those who look, or has nothing that others could read."""
    return table_line.line.is_empty or (
        bool(here.players) and here.players <= table_line.contestants
    )


def _needs_second_look(table_line: TableLine, side: str) -> bool:
    """Whether who confirms is to look twice: never the side that entered it."""
    mark = table_line.mark
    is_other = not side or mark.entered_side != side
    return (
        table_line.state is LineState.ENTERED
        and mark.doubted == table_line.line.version
        and is_other
    )


def late_lines(state: Snapshot, here: Whereabouts) -> list[TableLine]:
    """The lines of earlier rounds with which those at the device still have something to do.

    A table's device is at another table by then than one of the two sides: it shows what is empty,
    so that it can be entered there, and nothing that was.
    """
    table_lines: dict[int, TableLine] = {}
    for pk in sorted(here.players):
        for late in state.index.of_contestant.get(pk, ()):
            if late.round < here.round and not readable.is_settled(state, late):
                table_lines[late.line.pk] = late
    if here.pair:
        return list(table_lines.values())
    return [
        table_line
        for table_line in table_lines.values()
        if table_line.line.is_empty or table_line.place == here.place
    ]


def _session(state: Snapshot) -> Values:
    session = state.session
    stage = "published" if state.is_public else str(session.state)
    if session.is_finished and not session.is_published:
        stage = "finished"
    if not state.settings.is_on and stage == "open":
        stage = "off"
    return {"id": session.pk, "title": session.title, "state": stage}


def _clock(state: Snapshot) -> Values | None:
    clock = state.clock
    if clock is None:
        return None
    return {
        "round": clock.round,
        "phase": clock.phase,
        "ends": clock.ends_at.isoformat() if clock.ends_at else None,
        "paused": clock.paused_left,
    }


def _device(state: Snapshot, device: TableDevice, here: Whereabouts) -> Values:
    pair = state.contestants.get(device.contestant_id or 0)
    side = directions(state, here.pair, here.round) if here.pair else device.side
    return {
        "kind": device.kind,
        "side": side or device.side,
        "number": device.number,
        "approved": device.approved_at is not None,
        "let_in_by": _who_lets_in(state, device),
        "pair": pair.label if pair else "",
        "names": list(pair.short_names) if pair else [],
        "gone": _is_gone(state, here),
        "closed": not here.pair and _home(device) not in state.codes,
    }


def _who_lets_in(state: Snapshot, device: TableDevice) -> str:
    """Who may let a phone in that waits, besides the director: ``pair`` where its pair has another
    phone that may, ``table`` where somebody else's there may, else nothing."""
    if device.approved_at is not None:
        return ""
    able = [other for other in state.devices.values() if may_let_in(state, other, device)]
    if device.contestant_id and any(o.contestant_id == device.contestant_id for o in able):
        return "pair"
    return "table" if able else ""


def _seats(state: Snapshot, here: Whereabouts) -> Values:
    return {
        seat: {
            "pair": _labels(state, (pk,)),
            "name": _name(state, pk, seat),
            "team": _team(state, pk),
        }
        for seat, pk in seat_of(state, here.lines).items()
    }


def _name(state: Snapshot, contestant: int, seat: str) -> str:
    """North and East are the first of a pair, where two names are known."""
    record = state.contestants.get(contestant)
    if record is None or not record.short_names:
        return ""
    place = 1 if seat in "SW" and len(record.short_names) > 1 else 0
    return record.short_names[place]


def _team(state: Snapshot, contestant: int) -> str:
    record = state.contestants.get(contestant)
    return record.of_team if record else ""


def _labels(state: Snapshot, contestants: tuple[int, ...]) -> str:
    found = (state.contestants.get(pk) for pk in contestants)
    return " + ".join(contestant.label for contestant in found if contestant)


def _switched(state: Snapshot, here: Whereabouts) -> bool:
    """Whether those who sit North–South here sat East–West at their last table, all of them, and
    the other way round: the round is an arrow switch. Matches have none: the draw says who sits
    North–South."""
    if here.round < 2 or not here.lines or state.session.matches:
        return False
    line = here.lines[0].line
    return all(
        _last_direction(state, pk, here.round) == was
        for was, side in (("EW", line.ns), ("NS", line.ew))
        for pk in side
    )


def _last_direction(state: Snapshot, contestant: int, number: int) -> str:
    for before in range(number - 1, 0, -1):
        if found := directions(state, contestant, before):
            return found
    return ""


def _next(state: Snapshot, here: Whereabouts) -> Values:
    """Where a pair goes after this round, and where everybody at the table does."""
    number = here.round + 1
    if number > state.index.rounds.get(here.place[0], 0):
        return {"next": None, "moves": []}
    there = {pk for line in here.lines for pk in line.contestants} | here.players
    ways = {pk: _way(state, pk, number, here.table) for pk in sorted(there, key=_number(state))}
    way = ways.get(here.pair or 0)
    return {"next": way, "moves": list(ways.values())}


def _number(state: Snapshot) -> Any:
    return lambda pk: (state.contestants[pk].direction, state.contestants[pk].number)


def _way(state: Snapshot, contestant: int, number: int, table: int | None) -> Values:
    lines = lines_of_pair(state, contestant, number)
    boards = [table_line.line.board for table_line in lines]
    record = state.contestants.get(contestant)
    return {
        "pair": record.label if record else "",
        "team": record.of_team if record else "",
        "names": list(record.short_names) if record else [],
        "round": number,
        "table": lines[0].line.table if lines else None,
        "side": lines[0].side_of(contestant) if lines else "",
        "boards": boards,
        "from": table,
        "sitout": not lines,
    }


def said_by(state: Snapshot, here: Whereabouts) -> str:
    """The side that alone has said that the table is at its next round; empty for none."""
    said = state.said.get(here.place)
    if said is None or here.table is None:
        return ""
    return "NS" if said.ns > here.round else "EW" if said.ew > here.round else ""


def calls(state: Snapshot, here: Whereabouts) -> list[Values]:
    """The last call of the table, answered or not."""
    return [
        {
            "id": call.pk,
            "kind": call.kind,
            "board": call.board,
            "answered": _moment(call.answered_at),
        }
        for call in state.calls
        if here.table and (call.section_id, call.table) == here.place
    ][-1:]


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def proposals(state: Snapshot, here: Whereabouts) -> list[Values]:
    """What one side asks the other to agree to."""
    found = []
    for table_proposal in state.proposals:
        line = state.lines.get(table_proposal.line_id)
        if line is None or not here.players & line.contestants:
            continue
        if table_proposal.kind in SIDES.values() and not is_asked_here(table_proposal, here):
            continue
        other = state.lines.get(table_proposal.other_id or 0)
        found.append(
            {
                "id": table_proposal.pk,
                "kind": table_proposal.kind,
                "line": table_proposal.line_id,
                "board": line.line.board,
                "other": other.line.board if other else None,
                "side": table_proposal.side,
                "result": table_proposal.proposal,
                **(_names(state, table_proposal) if table_proposal.kind in SIDES.values() else {}),
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
            "id": claim.pk,
            "line": claim.line_id,
            "board": line.line.board,
            "proposal": claim.proposal,
            "mine": claim.contestant_id == here.pair,
            "by": _called(state, claim.contestant_id),
            "note": claim.note,
            "state": claim.decided or ("consented" if claim.consented_at else "open"),
            "reason": claim.reason,
            "result": result_values(line.line.result),
        }
        for claim in state.claims
        if (line := state.lines.get(claim.line_id)) and here.pair in line.contestants
    ]


def _called(state: Snapshot, contestant: int) -> str:
    """A pair by number and names: ``10 Brown – Green``."""
    record = state.contestants[contestant]
    return f"{record.label} {record.short_players_and_team}".strip()


def waiting(state: Snapshot, device: TableDevice) -> list[Values]:
    """Devices that a device of the same table or pair may let in."""
    return [
        {
            "id": other.pk,
            "name": other.name,
            "kind": other.kind,
            "side": other.side,
            "pair": _called(state, other.contestant_id) if other.contestant_id else "",
        }
        for other in state.devices.values()
        if other.approved_at is None and other.pk != device.pk and may_let_in(state, device, other)
    ]


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
        "traveller": settings.traveller or state.is_public,
        "percent": readable.may_read_percent(state, device),
        "standings": readable.may_read_standings(state),
        "claims": readable.is_still_open_for_claims(state),
        "done": _tables_done(state, number)
        if settings.others and not state.session.is_finished
        else None,
    }


def _tables_done(state: Snapshot, number: int) -> list[int]:
    """How many tables are done with a round, and how many there are in it."""
    tables = [lines for (_, played), lines in state.index.at_table.items() if played == number]
    done = sum(all(not table_line.line.is_empty for table_line in lines) for lines in tables)
    return [done, len(tables)]


def letters_of_session(state: Snapshot) -> Values | None:
    """The letters that the club set for the session, where it did; else a phone has its own."""
    chosen = state.session.letters
    return keys_of(letters_named(chosen)) if chosen else None


def keys_of(letters: Letters) -> Values:
    """The letters of seats, honours and no trump, for the keys."""
    return {
        "seats": {str(seat): text for seat, text in letters.seats.items()},
        "ranks": {rank: letters.write_rank(rank) for rank in "AKQJ"},
        "nt": next(text for strain, text in letters.strains.items() if strain == "NT"),
    }
