"""The session of a sheet of traveller lines, which has neither a title nor a day."""

from collections.abc import Iterable, Iterator

from events.exchange.domain.results_file import FileContestant
from events.exchange.domain.session_plan import PlannedLine, SessionPlan
from events.exchange.services.plan_builder import PlanBuilder, finished_plan, letters_of
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.settings import Method
from events.sessions.formats.traveller_sheet import SectionPair, Sheet

Side = tuple[str, str, str]
"""A section of the sheet, a direction, and a pair."""


def plan_of_sheet(sheet: Sheet, date: str | None) -> SessionPlan:
    """The session of these lines. Raises :class:`Refused` without a ``date``."""
    sides = [(_side(line.ns[0], "NS"), _side(line.ew[0], "EW")) for line in sheet.lines]
    written = list(dict.fromkeys(ns[0] for ns, _ew in sides))
    letters = dict(zip(written, letters_of(written), strict=True))
    builder = PlanBuilder(sheet.winners)
    for section, letter in letters.items():
        builder.add_contestants(letter, _contestants(sides, section, sheet.winners))
    for line, played, (ns, ew) in zip(sheet.lines, sheet.played, sides, strict=True):
        letter = letters[ns[0]]
        first, second = (builder.key(letter, side, pair) for _section, side, pair in (ns, ew))
        result = LineResult(line.score_ns, played, line.adjustment)
        builder.lines.append(PlannedLine(letter, line.board, (first,), (second,), result))
    return finished_plan(builder, "", date, Method.MATCHPOINTS)


def _side(contestant: object, side: str) -> Side:
    if isinstance(contestant, SectionPair):
        return contestant.section, side, contestant.pair
    return "", side, str(contestant)


def _contestants(
    sides: Iterable[tuple[Side, Side]], section: str, winners: int
) -> Iterator[FileContestant]:
    found: dict[tuple[str, str | None], None] = {}
    for pair in sides:
        for own, side, number in pair:
            if own == section:
                found[number, side if winners == 2 else None] = None
    return (FileContestant(number, side) for number, side in found)
