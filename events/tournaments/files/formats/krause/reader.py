"""Reading a tournament file of the Krause family, leniently or as the reader of 2006 did.

:func:`read` gives the tournament with its adjustments and notices, or refuses the file with every
error. Lines that are not understood are preserved, to be written back: see
:class:`events.tournaments.core.domain.tournament.PreservedLine`.

Whether a file was cut off: its record 062 announces more players than it holds.

Such a file has an error for everybody who is missing; this is their common cause.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import NamedTuple

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, sentence
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.domain import FileProblem, Profile, Reading
from events.tournaments.files.formats.krause import lines as files
from events.tournaments.files.formats.krause.checks import (
    check_days,
    check_name,
    check_points,
    check_ranks,
    check_rounds,
    points_of,
    ranked,
)
from events.tournaments.files.formats.krause.games import Results, compare_games
from events.tournaments.files.formats.krause.header import check_counts, read_header
from events.tournaments.files.formats.krause.later import add_byes, known_forbidden, read_later
from events.tournaments.files.formats.krause.lines import Line, Place, Report, split_lines
from events.tournaments.files.formats.krause.players import Row, read_players
from events.tournaments.files.formats.krause.preserved import is_record, preserved_lines
from events.tournaments.files.formats.krause.team_facts import lines_to_keep, with_facts
from events.tournaments.files.formats.krause.team_matches import (
    KEPT,
    OF_STANDINGS,
    check_team_event,
    is_team_event,
    system_of_members,
)
from events.tournaments.files.formats.krause.teams import numbered_teams, read_teams

_KRAUSE_RECORD = re.compile(r"\d\d[12] |XX[A-Z] ?", re.ASCII)

MAX_FILE_SIZE = 8 * 2**20
"""More bytes has no file of ten thousand players and sixty rounds."""


def looks_like_krause(first: str) -> bool:
    """Whether a line, the first that is no comment, is a record of such a file."""
    return bool(_KRAUSE_RECORD.match(first))


def read(text: str, *, profile: Profile = Profile.LENIENT, file_name: str = "") -> Reading:
    """Read the text of a tournament file.

    ``file_name`` names the tournament where the file does not. Raises :class:`Refused` with
    every error, in the order of the lines; those of the whole file come last.
    """
    report = Report(strict=profile is Profile.STRICT)
    sorted_ = _sort(split_lines(text), report)
    if not sorted_.players and not any(line.tag == "012" for line in sorted_.header):
        raise Refused.because("This is not a tournament file: it has neither a name nor players.")
    header = read_header(sorted_.header, report)
    rows = read_players(sorted_.players, report)
    teams = read_teams(sorted_.teams, rows, report)
    if sorted_.between_teams:
        teams = numbered_teams(sorted_.teams, teams)
    later = read_later(sorted_.later, report)
    results = compare_games(rows, report, byes_of_teams=sorted_.between_teams)
    check_rounds(results, report)
    if sorted_.between_teams:
        bye = later.bye
        later.system = system_of_members(later.system, bye, rows, results, teams)
    # The points of a player's line may leave out byes that only a record 240 announces.
    points = before = points_of(results, later.system)
    if later.byes:
        add_byes(later, results, report)
        points = points_of(results, later.system)
    _check_number(rows, results, header.counts.get("062", (0, 0))[0], report)
    rounds = max(later.rounds, _last_round(results))
    start, finish, dates = check_days(header, rounds, report)
    check_points(rows, points, before, report)
    absences = (None,) * rounds
    entrants = tuple(
        replace(row.entrant, results=(*results[number], *absences)[:rounds])
        for number, row in sorted(rows.items())
    )
    rated = sum(entrant.rating is not None for entrant in entrants)
    check_counts(header, {"062": len(entrants), "072": rated, "082": len(teams)}, report)
    tournament = Tournament(
        name=check_name(header, PurePath(file_name).stem, report),
        start=start,
        finish=finish,
        city=header.city,
        federation=header.federation,
        kind=header.kind,
        time_control=header.time_control,
        chief_arbiter=header.chief,
        deputies=tuple(header.deputies),
        rounds=rounds,
        round_dates=dates,
        entrants=entrants,
        teams=teams,
        system=later.system,
        tie_breaks=later.tie_breaks,
        forbidden=known_forbidden(later, set(rows), rounds, report),
        preserved=preserved_lines(sorted_.all, sorted_.preserved),
    )
    if sorted_.between_teams and not report.errors:
        check_team_event(tournament, sorted_.all, report)
    tournament = with_facts(tournament)
    tournament = replace(tournament, preserved=lines_to_keep(tournament))
    ranks_are_valid = check_ranks(entrants, points, report)
    # Now, not at the first one: the director corrects them all before the next try.
    if report.errors:
        raise Refused(*_in_order(report.errors))
    if not ranks_are_valid:
        tournament = ranked(tournament)
    comments = (line.text for line in tournament.preserved if line.text)
    return Reading(
        tournament,
        _in_order(report.adjustments),
        _in_order(report.notices),
        "\n".join(text for text in comments if not is_record(text)),
    )


@dataclass(slots=True)
class _Sorted:
    """The lines of a file by what reads them; ``preserved`` are numbers of lines."""

    all: list[Line]
    header: list[Line]
    players: list[Line]
    teams: list[Line]
    later: list[Line]
    preserved: set[int]
    between_teams: bool


def _sort(lines: list[Line], report: Report) -> _Sorted:
    teams = any(line.tag in (files.TEAM, files.TEAM_OF_TRF26) for line in lines)
    between_teams = not report.strict and is_team_event(lines)
    found = _Sorted(lines, [], [], [], [], set(), between_teams)
    for line in lines:
        if between_teams and line.tag in KEPT:
            found.preserved.add(line.number)
        if line.tag == files.PLAYER:
            found.players.append(line)
        elif line.tag in files.HEADER:
            found.header.append(line)
        elif line.tag == files.TEAM or (line.tag == files.TEAM_OF_TRF26 and not report.strict):
            found.teams.append(line)
        elif between_teams and line.tag in OF_STANDINGS:
            found.preserved.add(line.number)
        elif _is_understood(line, teams=teams) and not report.strict:
            found.later.append(line)
        else:
            found.preserved.add(line.number)
            _report_unknown(line, report)
    return found


def _is_understood(line: Line, *, teams: bool) -> bool:
    # In a team tournament these numbers are those of teams.
    if teams and (line.tag in ("240", "260") or line.text.startswith("XXP")):
        return False
    return line.tag in files.UNDERSTOOD or bool(files.EXTENSION.match(line.text))


def _report_unknown(line: Line, report: Report) -> None:
    if not line.tag:
        return
    place = Place(line.number, column=1, value=line.tag)
    if report.strict:
        report.error(sentence("invalid record %(tag)s", tag=line.tag), place)
    elif line.tag not in files.UNDERSTOOD | files.FOREIGN:
        report.notice(
            sentence("record %(tag)s is unknown; it is kept as it is", tag=line.tag), place
        )


def _last_round(results: Results) -> int:
    """The last round for which any line has a result."""
    played = [any(round_) for round_ in zip(*results.values(), strict=True)]
    return max((place for place, any_ in enumerate(played, 1) if any_), default=0)


def _check_number(rows: dict[int, Row], results: Results, announced: int, report: Report) -> None:
    """A tournament has two players; one not yet begun may have none, unless it announces more."""
    begun = any(any(round_) for round_ in results.values()) or announced > len(rows)
    if len(rows) < 2 and (begun or report.strict):
        report.error(
            sentence(
                "a tournament has at least two players; this file has %(players)s",
                players=len(rows),
            )
        )


def _in_order(problems: Iterable[FileProblem]) -> tuple[FileProblem, ...]:
    """The problems by line and column; those of the whole file last."""
    return tuple(
        sorted(
            problems,
            key=lambda problem: (
                problem.line is None,
                problem.line or 0,
                problem.column if isinstance(problem.column, int) else 0,
            ),
        )
    )


_ANNOUNCED = re.compile(r"^062 +([0-9]{1,4})\b", re.MULTILINE | re.ASCII)

_PLAYER = re.compile(r"^001 ", re.MULTILINE)


class Cut(NamedTuple):
    """How many players the file announces, and how many it holds."""

    announced: int
    holds: int


def cut_off(text: str) -> Cut | None:
    """The numbers for the text of a file that was cut off, else ``None``; its lines end in LF."""
    announced = _ANNOUNCED.search(text)
    cut = Cut(integer_of(announced[1]) if announced else 0, len(_PLAYER.findall(text)))
    # Without any player it is another kind of file, not one that lost its end.
    return cut if 0 < cut.holds < cut.announced else None
