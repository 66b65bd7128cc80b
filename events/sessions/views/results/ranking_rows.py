"""The ranking of a session as ready strings: as played, with handicap, with a carry-over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.common.views import figures
from events.models import Session
from events.sessions.domain.carry_over import Carried
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.penalties import PenaltyRecord
from events.sessions.services.ranking import RankedLine, RankedList, rank_session
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.typing.ruling_notes import penalty_text

Contestants = Mapping[int, ContestantRecord]


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the ranking; ``result`` is the percentage, or the total of IMPs or points.

    ``per_board`` are the IMPs of a board, where these decide or the numbers of boards differ.
    ``total`` is the result with what was added. A ``_cell`` is the same with its exact value to
    open. ``reason`` says why there is no place.
    """

    pk: int
    place: str
    number: str
    section: str
    names: str
    players: tuple[str, ...]
    boards: int
    points: str
    of: str
    result: str
    handicap: str = ""
    carried: str = ""
    total: str = ""
    reason: str = ""
    penalty: str = ""
    per_board: str = ""
    result_cell: str = ""
    carried_cell: str = ""
    total_cell: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class RankingTable:
    """One list: its heading (empty where there is one only) and its rows, best first."""

    heading: str
    rows: list[RankingRow]
    with_handicap: bool = False

    @property
    def with_boards(self) -> bool:
        """Whether the IMPs of a board are shown."""
        return any(row.per_board for row in self.rows)


def ranking_tables(
    session: Session,
    lists: Sequence[RankedList],
    scored: ScoredSession,
    contestants: Contestants,
) -> list[RankingTable]:
    """Every list as a table; the handicap list, where there is one, after the scratch list."""
    tables = []
    for each in lists:
        heading = list_heading(session, each.section, each.direction)
        boards = _boards(scored, each.section)
        taken = scored.penalties
        rows = [_row(line, contestants, session, boards, taken) for line in each.scratch]
        if not each.handicap:
            tables.append(RankingTable(heading, rows))
            continue
        tables.append(RankingTable(_joined(heading, _("Scratch")), rows))
        rows = [_row(line, contestants, session, boards, taken) for line in each.handicap]
        tables.append(RankingTable(_joined(heading, _("Handicap")), rows, with_handicap=True))
    return tables


def tables_as_played(
    session: Session, scored: ScoredSession, contestants: Contestants
) -> list[RankingTable]:
    """The lists without handicap and without what is carried over."""
    lists = [replace(each, handicap=()) for each in rank_session(scored, contestants)]
    return ranking_tables(session, lists, scored, contestants)


def ranking_row(standing: Standing, contestants: Contestants, session: Session) -> RankingRow:
    """One standing as played, as the foot of a card shows it."""
    return _row(RankedLine(standing, standing.place, None), contestants, session, 0)


def without_result(scored: ScoredSession, contestants: Contestants) -> list[ContestantRecord]:
    """Contestants of whom no result is in, once there are any."""
    ranked = {standing.contestant for standing in scored.field.standings}
    return [record for pk, record in contestants.items() if pk not in ranked] if ranked else []


def _row(
    line: RankedLine,
    contestants: Contestants,
    session: Session,
    boards: int,
    penalties: Sequence[PenaltyRecord] = (),
) -> RankingRow:
    standing = line.standing
    contestant = contestants[line.contestant]
    by_percentage = session.method == Session.Method.MATCHPOINTS
    show = figures.percentage if by_percentage else figures.points
    cell = figures.percentage_cell if by_percentage else figures.points_cell
    result = standing.percentage if by_percentage else standing.points
    carried = _brought(line.carried)
    return RankingRow(
        pk=contestant.pk,
        place=line.place,
        number=contestant.label,
        section=contestant.section,
        names=contestant.players,
        players=tuple(map(str, contestant.names)) or (contestant.players,),
        boards=standing.boards,
        points=figures.points(standing.points),
        of=figures.points(standing.of),
        result=show(result),
        handicap=figures.points(line.handicap),
        carried=show(carried),
        total=show(line.value),
        reason="" if line.place else _reason(session, standing, boards),
        penalty=", ".join(
            penalty_text(penalty) for penalty in penalties if penalty.contestant == contestant.pk
        ),
        # Without names the team is called in their place.
        team=contestant.of_team if contestant.names or not contestant.team else "",
        result_cell=cell(result),
        carried_cell=cell(carried),
        total_cell=cell(line.value),
        per_board=figures.points(standing.per_board) if standing.by_board else "",
    )


def _brought(carried: Carried | None) -> Fraction | None:
    if carried is None:
        return None
    return 100 * carried.points / carried.of if carried.of else carried.points


def list_heading(session: Session, letter: str, direction: Side | None) -> str:
    """The section of a list and its direction; empty where there is one list."""
    directions = {None: "", "NS": _("North–South"), "EW": _("East–West")}
    section = ""
    if letter and not session.one_field:
        section = _("Section %(letter)s") % {"letter": letter}
    return _joined(section, directions[direction])


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _boards(scored: ScoredSession, section: str) -> int:
    """How many boards the field has, as far as it is entered."""
    return sum(board.section == section for board in scored.field.boards)


def _reason(session: Session, standing: Standing, boards: int) -> str:
    if not standing.boards:
        return _("without a place: no board was scored")
    return ngettext(
        "without a place: %(played)s of %(boards)s board played, %(part)s %% are needed",
        "without a place: %(played)s of %(boards)s boards played, %(part)s %% are needed",
        boards,
    ) % {"played": standing.boards, "boards": boards, "part": session.minimum_part}
