"""Records of TRF26 and of pairing programs: rounds, points, tie-breaks, byes, forbidden pairs.

    142 n, XXR n                      rounds planned
    162, XXS CODE=VALUE, BBW pp.p     the point system
    202, 212                          tie-breaks; 212 begins with the points
    240 T RRR NNNN NNNN …             byes of a round: F, H or Z
    260 FFF LLL NNNN NNNN …, XXP N N  who must not meet, and in which rounds
    XXZ N N                           who is absent in the round that is paired next

In a team tournament 240 and 260 name teams; then they are only preserved.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Refused, sentence
from events.tournaments.core.domain.results import Code, PointSystem, Result
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.files.formats.krause.games import Results
from events.tournaments.files.formats.krause.lines import (
    MAX_ROUNDS,
    OF_BB,
    Line,
    Place,
    Report,
    groups,
    read_system,
)
from events.tournaments.standings.domain.catalogue import POINTS, find

_BYES = {"F": Code.FULL_BYE, "H": Code.HALF_BYE, "Z": Code.ZERO_BYE, " ": Code.ZERO_BYE}


@dataclass(slots=True)
class Later:
    """The values of the records; ``byes`` are round, starting number, code and line, ``absent``
    the starting number and line of who is not there in the next round.

    ``bye`` is what a record gives the pairing's bye, ``None`` where none does.
    """

    rounds: int = 0
    system: PointSystem = field(default_factory=PointSystem)
    bye: Fraction | None = None
    tie_breaks: tuple[str, ...] = ()
    byes: list[tuple[int, int, Code, int]] = field(default_factory=list)
    absent: list[tuple[int, int]] = field(default_factory=list)
    forbidden: list[tuple[Forbidden, int]] = field(default_factory=list)


def read_later(lines: list[Line], report: Report) -> Later:
    """The values of the records that are understood, each by its own reader."""
    later = Later()
    points: dict[str, Fraction] = {}
    readers: dict[str, Callable[[Line], None]] = {
        "142": lambda line: _read_rounds(line, later, report),
        "XXR": lambda line: _read_rounds(line, later, report),
        "162": lambda line: _read_points(line, points, report),
        "XXS": lambda line: _read_points(line, points, report),
        "202": lambda line: _read_tie_breaks(line, later, report),
        "212": lambda line: _read_tie_breaks(line, later, report),
        "240": lambda line: _read_byes(line, later, report),
        "260": lambda line: _read_260(line, later, report),
        "XXP": lambda line: _read_xxp(line, later, report),
        "XXZ": lambda line: _read_xxz(line, later, report),
    } | dict.fromkeys(OF_BB, lambda line: _read_points(line, points, report))
    for line in lines:
        readers[line.text[:3]](line)
    if points:
        later.bye = points.get("pairing_bye")
        # The pairing's bye is worth a win unless the file has a value for it.
        if "win" in points:
            points.setdefault("pairing_bye", points["win"])
        later.system = replace(later.system, **points)
    return later


def _cannot_read(text: str, line: Line, report: Report) -> None:
    report.notice(
        sentence('"%(text)s" cannot be read; it is left out', text=text.strip()),
        Place(line.number, value=text.strip()),
    )


def _read_rounds(line: Line, later: Later, report: Report) -> None:
    text = line.data
    rounds = whole_number(text, most=MAX_ROUNDS)
    if rounds is None:
        _cannot_read(text, line, report)
    else:
        later.rounds = max(later.rounds, rounds)


def _read_points(line: Line, points: dict[str, Fraction], report: Report) -> None:
    unreadable = read_system(line, points)
    for text in unreadable:
        _cannot_read(text, line, report)


def _read_tie_breaks(line: Line, later: Later, report: Report) -> None:
    """202 without the points, 212 with them in front; 202 counts when a file has both."""
    before, place = later.tie_breaks, Place(line.number, value=line.data)
    found: list[str] = []
    for text in line.data.replace(",", " ").split():
        try:
            code = find(text).code
        except Refused:
            report.notice(
                sentence('"%(text)s" is not a known tie-break; it is left out', text=text),
                Place(line.number, value=text),
            )
        else:
            found.append(code)
    codes = tuple(code for code in dict.fromkeys(found) if code != POINTS.code)
    if line.tag == "212" and found and found[0] != POINTS.code and POINTS.code in found:
        report.notice(sentence("the points come first here, before all tie-breaks"), place)
    if before and codes and before != codes:
        report.notice(
            sentence("records 202 and 212 have different tie-breaks; those of 202 count"), place
        )
    if line.tag == "202" or not later.tie_breaks:
        later.tie_breaks = codes


def _numbers(line: Line, first: int) -> list[int] | None:
    """Starting numbers in columns of four from a column on; ``None`` when one is none."""
    texts = [text.strip() for _column, text in groups(line.text, first, 4, 5) if text.strip()]
    if all(text.isascii() and text.isdigit() for text in texts):
        # Programs fill unused fields with zeros.
        return [integer_of(text) for text in texts if integer_of(text)]
    return None


def _round(text: str) -> int | None:
    """The number of a round; 0 for an empty field, ``None`` for anything else."""
    return whole_number(text.strip() or "0")


def _read_byes(line: Line, later: Later, report: Report) -> None:
    code = _BYES.get(line.columns(5, 5).upper() or " ")
    round_, numbers = _round(line.columns(7, 9)), _numbers(line, 11)
    if code is None or not round_ or numbers is None:
        _cannot_read(line.text, line, report)
        return
    later.byes += [(round_, number, code, line.number) for number in numbers]


def _read_260(line: Line, later: Later, report: Report) -> None:
    first, last = _round(line.columns(5, 7)), _round(line.columns(9, 11))
    numbers = _numbers(line, 13)
    if first is None or last is None or not numbers or len(numbers) < 2:
        _cannot_read(line.text, line, report)
        return
    # Without a last round it is the first one alone.
    pair = Forbidden(tuple(numbers), first or None, (last or first) or None)
    later.forbidden.append((pair, line.number))


def _read_xxp(line: Line, later: Later, report: Report) -> None:
    texts = line.data.split()
    if len(texts) < 2 or not all(text.isascii() and text.isdigit() for text in texts):
        _cannot_read(line.text, line, report)
        return
    later.forbidden.append((Forbidden(tuple(map(integer_of, texts))), line.number))


def _read_xxz(line: Line, later: Later, report: Report) -> None:
    for text in line.data.split():
        number = whole_number(text)
        if number:
            later.absent.append((number, line.number))
        else:
            _cannot_read(text, line, report)


def add_absent(later: Later, results: Results, report: Report) -> None:
    """Make those of XXZ absent in the round behind the last one with games."""
    games = [
        any(result and result.opponent for result in own)
        for own in zip(*results.values(), strict=True)
    ]
    round_ = max((place for place, any_ in enumerate(games, 1) if any_), default=0) + 1
    if later.absent and later.rounds and round_ > later.rounds:
        report.notice(
            sentence("there is no round to pair; who is absent (XXZ) is left out"),
            Place(later.absent[0][1]),
        )
        return
    known = {(round_, number) for round_, number, _code, _line in later.byes}
    later.byes += [
        (round_, number, Code.ZERO_BYE, line)
        for number, line in dict(later.absent).items()
        if (round_, number) not in known
    ]


def add_byes(later: Later, results: Results, report: Report) -> None:
    """Give the byes of records 240 to players whose own line is empty for that round."""
    for round_, number, code, line in later.byes:
        place = Place(line)
        values = {"player": number, "round": round_}
        if number not in results or round_ > MAX_ROUNDS:
            report.notice(
                sentence("there is no player %(player)s; the bye is left out", **values), place
            )
            continue
        own = results[number]
        known = own[round_ - 1] if round_ <= len(own) else None
        if known is None:
            # Everybody's results are of one length; an announced round may be beyond it.
            for each in results.values():
                each += [None] * (round_ - len(each))
            results[number][round_ - 1] = Result(None, None, code)
        elif known.code is not code:
            report.notice(
                sentence(
                    "the line of player %(player)s differs for round %(round)s; that line counts",
                    **values,
                ),
                place,
            )


def known_forbidden(
    later: Later, numbers: set[int], rounds: int, report: Report
) -> tuple[Forbidden, ...]:
    """The forbidden pairings of players in the file; those of all rounds name no rounds."""
    found = []
    for pair, line in later.forbidden:
        strangers = [number for number in pair.numbers if number not in numbers]
        if strangers:
            report.notice(
                sentence(
                    "there is no player %(player)s; the record is left out", player=strangers[0]
                ),
                Place(line),
            )
        elif pair.first in (None, 1) and (pair.last or rounds) >= rounds:
            found.append(Forbidden(pair.numbers))
        else:
            found.append(pair)
    return tuple(found)
