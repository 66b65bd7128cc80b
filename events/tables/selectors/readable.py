"""The one place that decides what a device may read: nobody reads a board that they may still
play.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from clubscore.text.moments import has_expired
from events.models import TableDevice
from events.tables.domain.lines import LineState
from events.tables.selectors.lines import TableLine
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.whereabouts import Whereabouts, is_played, round_of_section


def has_open_line(state: Snapshot, contestant: int, board: int) -> bool:
    """Whether a contestant is still to play a board, or its result is not in."""
    lines = state.index.of_contestant.get(contestant, ())
    return any(
        table_line.line.board == board and not is_played(state, table_line) for table_line in lines
    )


def may_read_board(state: Snapshot, players: Collection[int], board: int) -> bool:
    """Whether nobody of these players is still to play the board."""
    return not any(has_open_line(state, pk, board) for pk in players)


def may_read_line(
    state: Snapshot, device: TableDevice, here: Whereabouts, table_line: TableLine
) -> bool:
    """Whether a device may read the result of a line: its board is published, or it is that of
    all who look at it, and nobody of them is still to play the board."""
    # The tables need not have reached every round on their devices.
    if state.is_published(table_line.line.board):
        return True
    if device.kind == TableDevice.Kind.LOOK or not device.is_bound or not here.players:
        return False
    # A phone of a pair shows the pair's own lines; a table's device those of who sit there now.
    is_own = here.players <= table_line.contestants
    if not is_own or _is_left(state, device, here):
        return False
    return may_read_board(state, here.players, table_line.line.board)


def _is_left(state: Snapshot, device: TableDevice, here: Whereabouts) -> bool:
    """Whether a table's device may already be seen by the pairs of the next round, who are to play
    these boards elsewhere: everything of this round is settled."""
    is_table = device.kind == TableDevice.Kind.TABLE
    return is_table and all(is_settled(state, line) for line in here.lines)


def may_read_traveller(state: Snapshot, device: TableDevice, here: Whereabouts, board: int) -> bool:
    """Whether a device may read all results of a board: when published, or by the switch after all
    boards of the round are confirmed at its table."""
    if state.is_published(board):
        return True
    # Nobody knows which pairs look at a device that stays at its table.
    if not state.settings.traveller or device.kind != TableDevice.Kind.PAIR:
        return False
    if state.session.is_finished or not device.is_bound or not here.players:
        return False
    lines = [
        table_line for pk in here.players for table_line in state.index.of_contestant.get(pk, ())
    ]
    played = [table_line for table_line in lines if table_line.line.board == board]
    if not played or not may_read_board(state, here.players, board):
        return False
    # Whoever alone has a phone at a table cannot hurry through the rounds to read of others.
    if any(not e.is_agreed and e.round > round_of_section(state, e.place[0]) for e in played):
        return False
    rounds = {(table_line.place, table_line.round) for table_line in played}
    return all(
        is_settled(state, table_line)
        for place in rounds
        for table_line in state.index.at_table.get(place, ())
    )


def is_settled(state: Snapshot, table_line: TableLine) -> bool:
    """Whether a line is in and, where opponents confirm, confirmed or the director's."""
    if table_line.state is LineState.ENTERED:
        return not state.settings.confirm
    return not table_line.state.is_open


def may_read_percent(state: Snapshot, device: TableDevice) -> bool:
    """Whether a pair's phone may read its own percentages."""
    if state.is_public:
        return True
    is_pairs = device.kind == TableDevice.Kind.PAIR and device.is_bound
    return is_pairs and state.settings.percent and not state.session.is_finished


def may_read_standings(state: Snapshot) -> bool:
    """Whether phones may read standings: of completed rounds, without the last ones."""
    if state.is_public:
        return True
    if state.session.is_finished:
        return state.settings.standings_at_end
    return state.settings.standings and rounds_with_standings(state) > 0


def rounds_with_standings(state: Snapshot) -> int:
    """How many rounds the standings of phones count: those that are complete everywhere, without
    the last of the session; 0 before there are any."""
    last = state.last_round
    if state.is_public or state.session.is_finished:
        return last
    unfinished = [
        table_line.round for table_line in state.lines.values() if table_line.line.is_empty
    ]
    drawn = max(state.index.rounds.values(), default=0)
    complete = min(unfinished, default=drawn + 1) - 1
    # While one of the last rounds is played there are none, or everybody counts what is missing.
    return complete if complete < last - state.settings.hide_last else 0


def is_still_open_for_claims(state: Snapshot) -> bool:
    """Whether a pair's phone may still claim a correction: while play goes on, and until the
    correction period after publication ends (Law 79C1)."""
    session = state.session
    if not session.is_finished or session.published_at is None:
        return True
    return may_claim_after(session.published_at, state.settings.correction_minutes)


def may_claim_after(published_at: datetime, minutes: int) -> bool:
    """Whether so many minutes after publication are not over."""
    return not has_expired(published_at, timedelta(minutes=minutes), now=timezone.now())
