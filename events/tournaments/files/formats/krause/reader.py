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
from events.tournaments.core.domain.breaches import read_breach
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.time_controls import time_in_words
from events.tournaments.core.domain.tournament import (
    Award,
    PreservedLine,
    Tournament,
    round_robin_named,
)
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
from events.tournaments.files.formats.krause.external import with_external
from events.tournaments.files.formats.krause.games import Results, compare_games
from events.tournaments.files.formats.krause.header import (
    MAX_TEXT_LENGTH,
    Header,
    check_counts,
    read_header,
)
from events.tournaments.files.formats.krause.later import (
    add_absent,
    add_byes,
    known_forbidden,
    read_later,
)
from events.tournaments.files.formats.krause.lines import Line, Place, Report, split_lines
from events.tournaments.files.formats.krause.national import with_national_ratings
from events.tournaments.files.formats.krause.players import Row, read_players
from events.tournaments.files.formats.krause.preserved import (
    SWISS,
    awards_of,
    is_record,
    kind_of_type,
    preserved_lines,
    type_of_lines,
    unread_points,
    virtual_points_by_round,
    virtual_points_of,
)
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
    awards = () if sorted_.between_teams else _awards(sorted_.all, set(rows), report)
    points = before = points_of(results, later.system, awards)
    if later.absent:
        add_absent(later, results, report)
    if later.byes:
        add_byes(later, results, report)
        points = points_of(results, later.system, awards)
    _check_last_round(later.rounds, results, report)
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
        kind=_kind(header, sorted_, report),
        time_control=header.time_control or time_in_words(_data_of(sorted_.all, "222", report)),
        chief_arbiter=header.chief,
        deputies=tuple(header.deputies),
        rounds=rounds,
        round_dates=dates,
        entrants=entrants,
        teams=teams,
        system=later.system,
        tie_breaks=later.tie_breaks,
        forbidden=known_forbidden(later, set(rows), rounds, report),
        preserved=_preserved(header, sorted_),
    )
    if not sorted_.between_teams:
        _check_virtual_points(sorted_.all, report)
    elif not report.errors:
        check_team_event(tournament, sorted_.all, report)
    tournament = with_facts(tournament)
    tournament = with_national_ratings(tournament)
    tournament = _with_breaches(replace(tournament, preserved=lines_to_keep(tournament)))
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
    if teams and (line.tag in ("240", "260") or line.text.startswith(("XXP", "XXZ"))):
        return False
    return line.tag in files.UNDERSTOOD or bool(files.EXTENSION.match(line.text))


def _kind(header: Header, sorted_: _Sorted, report: Report) -> str:
    """The type in words; the code of record 192 where there are none, or where it contradicts
    them."""
    code = "" if sorted_.between_teams else type_of_lines(_as_preserved(sorted_.all))
    known = kind_of_type(code)
    if not header.kind or not known or report.strict:
        return header.kind or known
    named = round_robin_named(header.kind)
    if (named or SWISS) == known:
        return header.kind
    values = {"kind": header.kind, "code": code}
    what = sentence('the type is "%(kind)s", and record 192 has %(code)s, which counts', **values)
    report.notice(what, header.place("092"))
    return known


def _preserved(header: Header, sorted_: _Sorted) -> tuple[PreservedLine, ...]:
    """The lines that are kept; where records 192 and 222 stand for 092 and 122, the place
    of those, and that of 212."""
    lines = preserved_lines(sorted_.all, sorted_.preserved)
    if any(line.tag == "212" for line in sorted_.later):
        lines = (*lines, PreservedLine("", "212"))
    if not header.kind and not sorted_.between_teams and kind_of_type(type_of_lines(lines)):
        lines = (*lines, PreservedLine("", "092"))
    codes = [line.text[4:] for line in lines if line.text.startswith("222 ")]
    if not header.time_control and codes and time_in_words(codes[-1]):
        lines = (*lines, PreservedLine("", "122"))
    return lines


def _with_breaches(tournament: Tournament) -> Tournament:
    """The lines of what broke the rules taken from those that are kept: the writer has them."""
    read = [(line, read_breach(line.text)) for line in tournament.preserved]
    found = replace(
        tournament,
        preserved=tuple(line for line, breach in read if breach is None),
        breaches=tuple(dict.fromkeys(breach for _line, breach in read if breach)),
    )
    return with_external(found)


def _data_of(lines: Iterable[Line], tag: str, report: Report) -> str:
    """The text of the last record of a number; empty without one."""
    texts = [line.data for line in lines if line.tag == tag]
    return texts[-1][:MAX_TEXT_LENGTH] if texts and not report.strict else ""


def _as_preserved(lines: Iterable[Line]) -> list[PreservedLine]:
    return [PreservedLine(line.text) for line in lines]


def _awards(lines: Iterable[Line], players: set[int], report: Report) -> tuple[Award, ...]:
    """The points besides the games, of players of the file."""
    found = []
    for line in lines:
        for award in awards_of([PreservedLine(line.text)]):
            if award.number in players:
                found.append(award)
                continue
            report.notice(
                sentence(
                    "there is no player %(player)s; the record is left out", player=award.number
                ),
                Place(line.number),
            )
    return tuple(found)


def _check_virtual_points(lines: list[Line], report: Report) -> None:
    """Report the records of points that cannot be read, and two kinds that contradict each
    other."""
    for line in lines:
        if unread_points(line.text):
            text = line.text.strip()
            report.notice(
                sentence('"%(text)s" cannot be read; it is left out', text=text),
                Place(line.number, value=text),
            )
    records = [line for line in lines if line.tag == "250"]
    others = [line for line in lines if line.text.startswith("XXA")]
    if records and others:
        both = (
            virtual_points_by_round(virtual_points_of(_as_preserved(each)))
            for each in (records, others)
        )
        if len({frozenset(each.items()) for each in both}) > 1:
            report.notice(
                sentence("records 250 and XXA have different virtual points; those of 250 count"),
                Place(others[0].number),
            )


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


def _check_last_round(planned: int, results: Results, report: Report) -> None:
    """Leave out the rounds behind the last one that is planned in which nobody met anybody and
    nobody got a point; report the others."""
    last = _last_round(results)
    if not planned or last <= planned:
        return
    while last > planned and all(_is_worthless(own[last - 1]) for own in results.values()):
        for own in results.values():
            del own[last - 1 :]
        report.notice(
            sentence(
                "round %(round)s is left out: nobody has an opponent or a point in it, and "
                "%(planned)s rounds are planned",
                round=last,
                planned=planned,
            )
        )
        last = _last_round(results)
    if last > planned:
        report.notice(
            sentence(
                "%(planned)s rounds are planned, and the players’ lines have %(rounds)s, which "
                "count",
                planned=planned,
                rounds=last,
            )
        )


def _is_worthless(result: Result | None) -> bool:
    return result is None or result.code is Code.ZERO_BYE


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
