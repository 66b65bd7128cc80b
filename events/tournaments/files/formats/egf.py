"""Reading a result file of the EGF (``.h9``): players, results, and the scores they began with.

A player's line has place, name, rank, country, club, scores and a field for every round; the place
is missing where it is shared. A field names the opponent by the number of the line:
``16+/w2`` is a win with White, two stones given, ``!`` instead of ``/`` one by default, ``0=`` a
round without a game for half a point, which in a McMahon is a round that was missed. What follows
``;`` or ``|`` is no result. Every problem is reported at once.

The start scores of a McMahon tournament, found from the scores at its end.

A result file does not say where floor and bar are. The score less the points of the rounds is the
start score; most of these follow the rank, those that stay behind it are at the bar, those that
are above it at the floor, and whatever is left is a correction of the player.

Writing a go tournament as a result file of the EGF, as OpenGotha writes it.

Every player is a line, best first; opponents are the numbers of lines. The file names the stones
of a handicap, and neither a player's club number nor what a bye is worth.

The two letters by which result files of the EGF name a country, from FIDE's three.

Three letters are no longer form of two: NED is NL, and its first two letters are another country.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import floor
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.core.domain.go_settings import (
    MAX_RANK,
    MIN_RANK,
    GoRules,
    GoSettings,
    read_rank,
    write_rank,
)
from events.tournaments.core.domain.results import (
    Code,
    Colour,
    PointSystem,
    Result,
    agree,
    read_points,
)
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.go.domain.event import MCMAHON, SWISS, rank_of
from events.tournaments.standings.domain.stage import rounds_begun
from events.tournaments.standings.domain.standings import Standing, standings

MAX_PLAYERS, MAX_ROUNDS, MAX_KOMI = 4000, 20, 99

NO_HANDICAP = 9
"""A handicap reduced by so many stones: none."""

_HEADER = re.compile(r";\s*([A-Z]{2})\[(.*)\]\s*\Z")

_MARK = re.compile(r"^\s*;\s*(?:(?:CL|EV|PC|DT|HA|KM|TM)\[|Pl\s+Name)", re.MULTILINE)

_FIELD = re.compile(r"([0-9]{1,4})([-+=?])(?:([/!])([wb?])?([0-9])?)?", re.ASCII)

_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{2})[-/.]([0-9]{2})", re.ASCII)


_MANY = gettext_noop("The file has %(count)s players; at most %(most)s are read.")

_NO_RANK = gettext_noop("This line has no rank such as 4d or 12k after the name.")

_NO_NAME = gettext_noop("This line has no name before the rank.")

_ROUNDS = gettext_noop("This line has %(count)s rounds, the first one %(rounds)s.")

_NOBODY = gettext_noop("Round %(round)s: there is no line %(opponent)s to play against.")

_ITSELF = gettext_noop("Round %(round)s: a player cannot play against themselves.")

_OTHERWISE = gettext_noop(
    "Round %(round)s: line %(opponent)s does not have the same game with the opposite result,"
    " colour and handicap."
)


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line: ``line`` is that of the file, ``scores`` the columns before the rounds."""

    line: int
    name: str
    rank: int
    place: int | None
    country: str
    club: str
    scores: tuple[str, ...]
    fields: tuple[re.Match[str], ...]


def is_h9(text: str) -> bool:
    """Whether a text has the header of a result file."""
    return _MARK.search(text) is not None


def read_h9(text: str) -> Tournament:
    """The tournament of a result file. Raises :class:`Refused` with every problem."""
    problems: list[Problem] = []
    rows = list(_rows(text, problems))
    if not rows:
        raise Refused(*(problems or [Problem(sentence("This result file has no players."))]))
    if len(rows) > MAX_PLAYERS:
        raise Refused(sentence(_MANY, count=len(rows), most=MAX_PLAYERS))
    rounds = len(rows[0].fields)
    for row in rows:
        if len(row.fields) != rounds:
            message = sentence(_ROUNDS, count=len(row.fields), rounds=rounds)
            problems.append(Problem(message, row.line))
    if not problems:
        _check_games(rows, rounds, problems)
    if problems:
        raise Refused(*problems)
    return _tournament(_facts(text), rows, rounds)


def _rows(text: str, problems: list[Problem]) -> Iterator[Row]:
    for line, whole in enumerate(text.splitlines(), start=1):
        tokens = re.split("[;|]", whole.removeprefix("\ufeff"), maxsplit=1)[0].split()
        if not tokens:
            continue
        row = _row(line, tokens, problems)
        if row:
            yield row


def _row(line: int, tokens: list[str], problems: list[Problem]) -> Row | None:
    place = integer_of(tokens[0][:6]) if tokens[0].isdecimal() and tokens[0].isascii() else None
    rest = tokens if place is None else tokens[1:]
    at = next((index for index, token in enumerate(rest) if read_rank(token) is not None), None)
    if at is None:
        problems.append(Problem(sentence(_NO_RANK), line, value=" ".join(tokens)[:60]))
        return None
    if not at:
        problems.append(Problem(sentence(_NO_NAME), line, value=rest[0]))
        return None
    behind = rest[at + 1 :]
    fields: list[re.Match[str]] = []
    while behind and len(fields) < MAX_ROUNDS and (match := _FIELD.fullmatch(behind[-1])):
        fields.insert(0, match)
        behind.pop()
    facts = [each for each in behind[:2] if not _is_score(each)]
    rank = read_rank(rest[at])
    return Row(
        line=line,
        name=" ".join(rest[:at]).replace("_", " ").strip(),
        rank=0 if rank is None else rank,
        place=place,
        country=facts[0] if facts and facts[0] != "XX" else "",
        club=facts[1] if facts[1:] and facts[1].lower() != "xxxx" else "",
        scores=tuple(behind[len(facts) :]),
        fields=tuple(fields),
    )


def _is_score(text: str) -> bool:
    return read_points(text) is not None


def _check_games(rows: Sequence[Row], rounds: int, problems: list[Problem]) -> None:
    """Every game stands in the lines of both players, with opposite results."""
    for number, row in enumerate(rows, start=1):
        for round_ in range(1, rounds + 1):
            field = row.fields[round_ - 1]
            opponent = integer_of(field[1])
            if not opponent:
                continue
            values = {"round": round_, "opponent": opponent}
            if opponent > len(rows):
                problems.append(Problem(sentence(_NOBODY, **values), row.line, value=field[0]))
            elif opponent == number:
                problems.append(Problem(sentence(_ITSELF, **values), row.line, value=field[0]))
            elif not _agree(number, field, rows[opponent - 1].fields[round_ - 1]):
                problems.append(Problem(sentence(_OTHERWISE, **values), row.line, value=field[0]))


def _agree(number: int, one: re.Match[str], other: re.Match[str]) -> bool:
    if integer_of(other[1]) != number or (one[3] or "/") != (other[3] or "/"):
        return False
    colours = {one[4] or "?", other[4] or "?"}
    if colours not in ({"w", "b"}, {"?"}) or (one[5] or "0") != (other[5] or "0"):
        return False
    return agree(_code(one), _code(other))


def _code(field: re.Match[str]) -> Code:
    if not integer_of(field[1]):
        return {"+": Code.PAIRING_BYE, "=": Code.HALF_BYE}.get(field[2], Code.ZERO_BYE)
    if field[2] == "?":
        return Code.PENDING
    if field[3] == "!":
        # There is no draw by default.
        return {"+": Code.FORFEIT_WIN, "=": Code.DRAW}.get(field[2], Code.FORFEIT_LOSS)
    return {"+": Code.WIN, "=": Code.DRAW}.get(field[2], Code.LOSS)


def _facts(text: str) -> dict[str, str]:
    found = (_HEADER.match(line.strip()) for line in text.splitlines())
    return {each[1]: each[2].strip() for each in found if each}


def _tournament(facts: dict[str, str], rows: Sequence[Row], rounds: int) -> Tournament:
    country, _comma, city = facts.get("PC", "").partition(",")
    days = [_day(each) for each in facts.get("DT", "").split(",")]
    entrants = tuple(_entrant(number, row) for number, row in enumerate(rows, start=1))
    scores = [row.scores[0] if row.scores else "" for row in rows]
    swiss = is_swiss(entrants, scores)
    value = Tournament(
        name=facts.get("EV", ""),
        start=days[0],
        finish=days[-1],
        city=city.strip(),
        federation=country.strip(),
        kind=SWISS if swiss else MCMAHON,
        rounds=max(rounds, 1),
        entrants=entrants,
        tie_breaks=("SOS", "SOSOS") if swiss else ("MMS", "SOS", "SOSOS"),
        go=GoRules(_settings(facts, swiss=swiss)),
        by_place=True,
    )
    return value if swiss else _with_absences(started(value, scores))


def _with_absences(value: Tournament) -> Tournament:
    """In a McMahon half a point is what a round that was missed is worth, and no bye: both add the
    same to the McMahon score."""
    return replace(
        value,
        entrants=tuple(
            replace(
                entrant,
                results=tuple(
                    None if result and result.code is Code.HALF_BYE else result
                    for result in entrant.results
                ),
            )
            for entrant in value.entrants
        ),
    )


def _entrant(number: int, row: Row) -> Entrant:
    # The given name is the last word: families have more than one more often.
    family, _blank, given = row.name.rpartition(" ")
    return Entrant(
        number=number,
        family=family or given,
        given=given if family else "",
        federation=row.country,
        rank=row.place,
        results=tuple(_result(field) for field in row.fields),
        grade=write_rank(row.rank),
        club=row.club,
    )


def _result(field: re.Match[str]) -> Result:
    opponent = integer_of(field[1])
    if not opponent:
        return Result(None, None, _code(field))
    colour = {"w": Colour.WHITE, "b": Colour.BLACK}.get(field[4] or "?")
    return Result(opponent, colour, _code(field), integer_of(field[5] or "0"))


def _settings(facts: dict[str, str], *, swiss: bool) -> GoSettings:
    """Handicaps and komi; without a record a handicap is the whole difference."""
    handicap = facts.get("HA", "").lower().removeprefix("h")
    reduction = integer_of(handicap) if handicap in set("0123456789") else 0
    komi = read_points(facts.get("KM", ""))
    usual = GoSettings()
    return GoSettings(
        swiss=swiss,
        handicap_ceiling=0 if swiss or reduction == NO_HANDICAP else usual.handicap_ceiling,
        handicap_correction=reduction,
        komi=usual.komi if komi is None or abs(komi) > MAX_KOMI else int(2 * komi),
    )


def _day(text: str) -> date | None:
    match = _DAY.fullmatch(text.strip())
    try:
        return date(*map(integer_of, match.groups())) if match else None
    except ValueError:
        return None


MAX_SCORE = 999


def is_swiss(entrants: Sequence[Entrant], scores: Sequence[str]) -> bool:
    """Whether the first score of everybody is that of the rounds alone."""
    read = [_score(text) for text in scores]
    return all(score == points_of(entrant) for entrant, score in zip(entrants, read, strict=True))


def points_of(entrant: Entrant) -> Fraction:
    """The points of the rounds; those of rounds without a game are added up and rounded down."""
    system = PointSystem()
    points = [
        (result.opponent is not None, system.points(result.code) or Fraction(0))
        for result in entrant.results
        if result
    ]
    played = sum((value for is_game, value in points if is_game), Fraction(0))
    return played + floor(sum((value for is_game, value in points if not is_game), Fraction(0)))


def started(value: Tournament, scores: Sequence[str]) -> Tournament:
    """The tournament with bar, floor and corrections that make these McMahon scores."""
    read = [_score(text) for text in scores]
    starts = {
        entrant.number: floor(score - points_of(entrant))
        for entrant, score in zip(value.entrants, read, strict=True)
        if score is not None
    }
    if not starts or value.go is None:
        return value
    ranks = {entrant.number: rank_of(entrant) for entrant in value.entrants}
    settings = _start_settings(value.go.settings, starts, ranks)
    entrants = tuple(
        replace(
            entrant, correction=starts[entrant.number] - _usual(settings, ranks[entrant.number])
        )
        if entrant.number in starts
        else entrant
        for entrant in value.entrants
    )
    return replace(value, entrants=entrants, go=GoRules(settings, value.go.weights))


def _score(text: str) -> Fraction | None:
    score = read_points(text)
    return score if score is not None and abs(score) <= MAX_SCORE else None


def _start_settings(
    settings: GoSettings, starts: dict[int, int], ranks: dict[int, int]
) -> GoSettings:
    zeros = Counter(ranks[number] - start for number, start in starts.items())
    most = max(zeros.values())
    # Of equally frequent ones the usual zero, else the lowest.
    best = sorted(zero for zero, count in zeros.items() if count == most)
    zero = settings.zero if settings.zero in best else best[0]
    behind = [start for number, start in starts.items() if start < ranks[number] - zero]
    above = [start for number, start in starts.items() if start > ranks[number] - zero]
    bar = max(behind) + zero if behind else MAX_RANK
    lowest = min(above) + zero if above else MIN_RANK
    if not MIN_RANK <= lowest <= bar <= MAX_RANK:
        lowest, bar = MIN_RANK, MAX_RANK
    return replace(settings, zero=zero, bar=bar, floor=lowest)


def _usual(settings: GoSettings, rank: int) -> int:
    return min(max(rank, settings.floor), settings.bar) - settings.zero


ENCODING = "iso-8859-15"

NAME, CLUB, CRITERIA = 30, 4, 4
"""Widths, and how many criteria there are at least."""

_SIGNS = {
    Code.PENDING: "?",
    Code.WIN: "+",
    Code.UNRATED_WIN: "+",
    Code.FORFEIT_WIN: "+",
    Code.DRAW: "=",
    Code.UNRATED_DRAW: "=",
}
"""The signs of games; every other code is a loss."""

_HEAD = "; Pl Name                            Rk Co Club"


def write_h9(tournament: Tournament) -> str:
    """The file after the last round that was begun."""
    rounds = rounds_begun(tournament)
    lines = standings(tournament, tie_breaks=tournament.tie_breaks, through=rounds)
    names = _criteria(tournament)
    head = [*_header(tournament), _HEAD + "".join(f"{name[:4]:>5}" for name in names)]
    return "\n".join([*head, *_written_rows(tournament, lines, names, rounds)]) + "\n"


def _header(tournament: Tournament) -> Iterator[str]:
    settings = tournament.go.settings if tournament.go else GoSettings()
    yield f"; EV[{_text(tournament.name)}]"
    country = country_of(tournament.federation)
    country = tournament.federation if country == UNKNOWN else country
    if country or tournament.city:
        yield f"; PC[{_text(country)},{_text(tournament.city)}]"
    days = [day.isoformat() for day in (tournament.start, tournament.finish) if day]
    if days:
        yield f"; DT[{days[0]},{days[-1]}]"
    if not settings.handicap_ceiling:
        yield "; HA[h9]"
    elif settings.handicap_correction > 0:
        yield f"; HA[h{min(settings.handicap_correction, 9)}]"
    yield f"; KM[{settings.komi // 2}{'.5' if settings.komi % 2 else ''}]"
    if tournament.time_control:
        yield f"; CM[{_text(tournament.time_control)}]"
    yield "; Generated by clubscore"
    yield ";"


def _text(text: str) -> str:
    return " ".join(text.replace("]", ")").split())


def _criteria(tournament: Tournament) -> tuple[str, ...]:
    """The score comes first: points, or the McMahon score among the tie-breaks."""
    codes = tournament.tie_breaks
    return codes if codes[:1] == ("MMS",) else ("NBW", *codes)


def _written_rows(
    tournament: Tournament, lines: Sequence[Standing], names: Sequence[str], rounds: int
) -> Iterator[str]:
    places = {line.number: place for place, line in enumerate(lines, start=1)}
    entrants = {each.number: each for each in tournament.entrants}
    before = 0
    for line in lines:
        place = line.place.number
        values = line.values if names[0] == "MMS" else (line.points, *line.values)
        figures = "".join(f" {_figure(value):>4}" for value in values)
        figures += " 0" * (CRITERIA - len(values))
        entrant = entrants[line.number]
        results = (*entrant.results, *[None] * rounds)[:rounds]
        yield "".join(
            (
                f"{'' if place == before else place:>4} {_person(entrant)}",
                figures,
                *(f" {_written_result(tournament, result, places):<8}" for result in results),
            )
        ).rstrip()
        before = place


def _person(entrant: Entrant) -> str:
    name = "_".join(f"{entrant.family} {entrant.given}".split())
    country, club = country_of(entrant.federation), "".join(entrant.club.split())
    rank = write_rank(rank_of(entrant))
    return f"{name[:NAME]:<{NAME}} {rank:>3} {country} {club[:CLUB] or 'xxxx':>{CLUB}}"


def _figure(value: Fraction | None) -> str:
    """A whole number, or one with a decimal, as far as four characters hold it."""
    if value is None:
        return "0"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def _written_result(tournament: Tournament, result: Result | None, places: dict[int, int]) -> str:
    if result is None or result.opponent is None:
        return f"{0:>4}{_sign_of_points(_points_without_game(tournament, result))}"
    default = "!" if result.code.is_forfeit else "/"
    colour = {Colour.WHITE: "w", Colour.BLACK: "b", None: "?"}[result.colour]
    sign = _SIGNS.get(result.code, "-")
    return f"{places[result.opponent]:>4}{sign}{default}{colour}{result.handicap}"


def _points_without_game(tournament: Tournament, result: Result | None) -> Fraction:
    if result is not None:
        return tournament.system.points(result.code) or Fraction(0)
    settings = tournament.go.settings if tournament.go else GoSettings()
    return Fraction(0 if settings.swiss else settings.mms_absent, 2)


def _sign_of_points(points: Fraction) -> str:
    if points >= 1:
        return "+"
    return "=" if points else "-"


UNKNOWN: Final = "XX"

_CODES: Final = {
    "AUT": "AT", "BEL": "BE", "BIH": "BA", "BLR": "BY", "BUL": "BG", "CAN": "CA",
    "CHN": "CN", "CRO": "HR", "CYP": "CY", "CZE": "CZ", "DEN": "DK", "ENG": "UK",
    "ESP": "ES", "EST": "EE", "FIN": "FI", "FRA": "FR", "GBR": "UK", "GEO": "GE",
    "GER": "DE", "GRE": "GR", "HUN": "HU", "IRL": "IE", "ISL": "IS", "ISR": "IL",
    "ITA": "IT", "JPN": "JP", "KOR": "KR", "LAT": "LV", "LTU": "LT", "LUX": "LU",
    "MDA": "MD", "NED": "NL", "NOR": "NO", "POL": "PL", "POR": "PT", "ROU": "RO",
    "RUS": "RU", "SCO": "UK", "SLO": "SI", "SRB": "RS", "SUI": "CH", "SVK": "SK",
    "SWE": "SE", "TPE": "TW", "TUR": "TR", "UKR": "UA", "USA": "US", "WLS": "UK",
}  # fmt: skip


def country_of(federation: str) -> str:
    """The two letters of a federation: those it has, else by FIDE's code, else ``XX``."""
    code = federation.strip().upper()
    return code if len(code) == 2 else _CODES.get(code, UNKNOWN)
