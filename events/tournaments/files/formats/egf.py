"""Reading a result file of the EGF (``.h9``): players, results, and the scores they began with.

A player's line has place, name, rank, country, club, scores and a field for every round; the place
is missing where it is shared, and the line ``; Pl Name … MMS SOS`` names the scores. A field names
the opponent by the number of the line: ``16+/w2`` is a win with White, two stones given, ``!``
instead of ``/`` one by default, ``0=`` a round without a game for half a point, which in a McMahon
is a round that was missed. ``|`` is followed by the player's EGD pin, ``;`` by a remark. What is
odd, and has one meaning, is read with a notice; every contradiction is reported at once.

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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import floor
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, gettext_noop, sentence
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
from events.tournaments.files.domain import FileProblem, Reading
from events.tournaments.go.domain.event import MCMAHON, SWISS, rank_of
from events.tournaments.standings.domain.stage import rounds_begun
from events.tournaments.standings.domain.standings import Standing, standings

MAX_PLAYERS, MAX_ROUNDS, MAX_KOMI = 4000, 20, 99

MAX_PIN = 10
"""Digits of a pin of the European Go Database."""

NO_HANDICAP = 9
"""A handicap reduced by so many stones: none."""

_HEADER = re.compile(r";\s*([A-Z]{2})\s*\[(.*)\]\s*(.*)")

_COLUMNS = re.compile(r"\s*;\s*Pl\s+Name\b.*", re.IGNORECASE)

_MARK = re.compile(r"^\s*;\s*(?:(?:CL|EV|PC|DT|HA|KM|TM)\[|Pl\s+Name)", re.MULTILINE)

_FIELD = re.compile(r"([0-9]{1,4})([-+=?])(?:([/!])([wb?])?([0-9]{1,2})?|0)?([^0-9]?)", re.ASCII)
"""The last sign is a mark of the rating officer."""

_BARE = re.compile(r"0[-+=]")

_NUMBER_RANK = re.compile(r"[1-9]|[12][0-9]|30", re.ASCII)

_HALF = re.compile(r"([0-9]{1,3})[?\u00bd\ufffd]", re.ASCII)
"""A half in a file of ASCII became a question mark."""

MAX_HANDICAP = 9

_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{2})[-/.]([0-9]{2})", re.ASCII)


_MANY = gettext_noop("The file has %(count)s players; at most %(most)s are read.")

_NO_RANK = gettext_noop("This line has no rank such as 4d or 12k after the name.")

_NO_NAME = gettext_noop("This line has no name before the rank.")

_ROUNDS = gettext_noop("This line has %(count)s rounds, most have %(rounds)s.")

_NO_PLAYER = gettext_noop("This line is no player, and is left out.")

_KYU = gettext_noop('The rank "%(value)s" has no letter; it is read as %(rank)s.')

_MARK_BEHIND = gettext_noop('The mark "%(value)s" behind a result of round %(round)s is left out.')

_STONES = gettext_noop(
    "Round %(round)s: a handicap of %(value)s stones is more than is kept; it is read as 9."
)

_BOTH_WON = gettext_noop(
    "Round %(round)s: both players have won; it is kept as won by default by both."
)

_TEXT_BEHIND = gettext_noop('Behind the bracket of %(key)s stands "%(value)s"; it is left out.')

_KEY = gettext_noop('The header %(key)s is not known; "%(value)s" is left out.')

_NOT_FOLLOWED = gettext_noop("The placement criterion %(name)s is not followed here.")

_SCORE = gettext_noop('The McMahon score "%(value)s" cannot be read; it follows from the rank.')

_NO_PIN = gettext_noop('"%(value)s" is not an EGD pin; it is left out.')

_NOT_THE_SCORE = gettext_noop(
    "The score %(value)s cannot be made of a whole start score and the results; the next lower one"
    " is taken."
)

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
    pin: str = ""


def is_h9(text: str) -> bool:
    """Whether a text has the header of a result file."""
    return _MARK.search(text) is not None


def read_h9(text: str) -> Reading:
    """The tournament of a result file. Raises :class:`Refused` with every problem."""
    problems: list[FileProblem] = []
    notices: list[FileProblem] = []
    columns = _columns(text)
    rows = list(_rows(text, columns, problems, notices))
    if not rows:
        raise Refused(*(problems or [FileProblem(sentence("This result file has no players."))]))
    if len(rows) > MAX_PLAYERS:
        raise Refused(sentence(_MANY, count=len(rows), most=MAX_PLAYERS))
    # In the last column of the scores "0=" may stand as well, in some lines.
    rounds = Counter(len(row.fields) for row in rows).most_common(1)[0][0]
    rows = [_with_rounds(row, rounds) for row in rows]
    for row in rows:
        if len(row.fields) != rounds:
            message = sentence(_ROUNDS, count=len(row.fields), rounds=rounds)
            problems.append(FileProblem(message, row.line))
    if not problems:
        _check_games(rows, rounds, problems, notices)
    if problems:
        raise Refused(*problems)
    facts = _facts(text, notices)
    tournament = _tournament(facts, rows, rounds, columns, notices)
    return Reading(tournament, notices=tuple(sorted(notices, key=lambda each: each.line or 0)))


@dataclass(frozen=True, slots=True)
class _Columns:
    """The line that names the columns: the names of the scores, and where club and first score
    stand."""

    scores: tuple[str, ...] = ()
    club: tuple[int, int] = (0, 0)
    first: tuple[int, int] = (0, 0)


def _columns(text: str) -> _Columns:
    head = next((line for line in text.splitlines() if _COLUMNS.fullmatch(line)), "")
    names = [(found.group().upper(), found.span()) for found in re.finditer(r"\S+", head)]
    club = next((place for place, (name, _span) in enumerate(names) if name == "CLUB"), None)
    if club is None:
        return _Columns()
    scores = names[club + 1 :]
    return _Columns(
        tuple(name for name, _span in scores), names[club][1], scores[0][1] if scores else (0, 0)
    )


def _rows(
    text: str, columns: _Columns, problems: list[FileProblem], notices: list[FileProblem]
) -> Iterator[Row]:
    for line, whole in enumerate(text.splitlines(), start=1):
        bare, _bar, behind = whole.removeprefix("\ufeff").partition("|")
        bare = bare.partition(";")[0]
        tokens = list(re.finditer(r"\S+", bare))
        if not tokens:
            continue
        row = _row(line, tokens, columns, problems, notices)
        if row:
            pin = behind.partition(";")[0].strip()
            if pin and not (pin.isascii() and pin.isdecimal() and len(pin) <= MAX_PIN):
                message = sentence(_NO_PIN, value=pin)
                notices.append(FileProblem(message, line, value=pin))
                pin = ""
            yield replace(row, pin=pin)


def _row(
    line: int,
    tokens: list[re.Match[str]],
    columns: _Columns,
    problems: list[FileProblem],
    notices: list[FileProblem],
) -> Row | None:
    words = [token.group() for token in tokens]
    place = integer_of(words[0][:6]) if words[0].isdecimal() and words[0].isascii() else None
    first = 0 if place is None else 1
    at = _place_of_rank(words, first)
    if at is None:
        if place is None and not any(_FIELD.fullmatch(word) for word in words):
            notices.append(FileProblem(sentence(_NO_PLAYER), line, value=" ".join(words)[:60]))
        else:
            problems.append(FileProblem(sentence(_NO_RANK), line, value=" ".join(words)[:60]))
        return None
    if at == first:
        problems.append(FileProblem(sentence(_NO_NAME), line, value=words[at]))
        return None
    rank = read_rank(words[at])
    if rank is None:
        rank = -integer_of(words[at])
        values = {"value": words[at], "rank": write_rank(rank)}
        notices.append(FileProblem(sentence(_KYU, **values), line, value=words[at]))
    behind = tokens[at + 1 :]
    fields: list[re.Match[str]] = []
    while behind and len(fields) < MAX_ROUNDS and (match := _field(behind[-1].group())):
        fields.insert(0, match)
        behind.pop()
    country, club, scores = _facts_behind(behind, columns)
    return Row(
        line=line,
        name=" ".join(words[first:at]).replace("_", " ").strip(),
        rank=rank,
        place=place,
        country=country if country != "XX" else "",
        club=club if club.lower() != "xxxx" else "",
        scores=scores,
        fields=tuple(fields),
    )


def _place_of_rank(words: Sequence[str], first: int) -> int | None:
    """Where the rank stands; a number without a letter is one where a country follows."""
    for at, word in enumerate(words):
        if at >= first and read_rank(word) is not None:
            return at
    return next(
        (
            at
            for at, word in enumerate(words[:-1])
            if at > first
            and _NUMBER_RANK.fullmatch(word)
            and words[at + 1].isalpha()
            and len(words[at + 1]) == 2
        ),
        None,
    )


def _field(text: str) -> re.Match[str] | None:
    """A field of a round. A number with a question mark alone is a score with a half."""
    match = _FIELD.fullmatch(text)
    return None if match and match[2] == "?" and match[3] is None else match


def _facts_behind(
    tokens: list[re.Match[str]], columns: _Columns
) -> tuple[str, str, tuple[str, ...]]:
    """Country, club and scores. Either of the two may be missing; a club that is a number is known
    by its column."""
    words = [token.group() for token in tokens]
    facts = [word for word in words[:2] if not _is_score(word)]
    if len(facts) == 1 and len(words) > 1 and words[0] == facts[0]:
        start, end = tokens[1].span()
        is_club = start < columns.club[1] and end > columns.club[0]
        if is_club and len(words) >= 2 + len(columns.scores):
            facts.append(words[1])
    country, club = (*facts, "", "")[:2]
    return country, club, tuple(words[len(facts) :])


def _with_rounds(row: Row, rounds: int) -> Row:
    """The row without the fields in front that are its last column of scores."""
    more = len(row.fields) - rounds
    if more < 1 or not all(_BARE.fullmatch(field[0]) for field in row.fields[:more]):
        return row
    scores = (*row.scores, *(field[0] for field in row.fields[:more]))
    return replace(row, scores=scores, fields=row.fields[more:])


def _is_score(text: str) -> bool:
    return _score(text) is not None


def _check_games(
    rows: Sequence[Row], rounds: int, problems: list[FileProblem], notices: list[FileProblem]
) -> None:
    """Every game stands in the lines of both players, with opposite results."""
    for number, row in enumerate(rows, start=1):
        for round_ in range(1, rounds + 1):
            field = row.fields[round_ - 1]
            opponent = integer_of(field[1])
            if field[6]:
                values = {"round": round_, "value": field[6]}
                message = sentence(_MARK_BEHIND, **values)
                notices.append(FileProblem(message, row.line, value=field[0]))
            if not opponent:
                continue
            values = {"round": round_, "opponent": opponent}
            if integer_of(field[5] or "0") > MAX_HANDICAP:
                message = sentence(_STONES, round=round_, value=field[5])
                notices.append(FileProblem(message, row.line, value=field[0]))
            if opponent > len(rows):
                problems.append(FileProblem(sentence(_NOBODY, **values), row.line, value=field[0]))
            elif opponent == number:
                problems.append(FileProblem(sentence(_ITSELF, **values), row.line, value=field[0]))
            elif not _agree(number, field, rows[opponent - 1].fields[round_ - 1]):
                problems.append(
                    FileProblem(sentence(_OTHERWISE, **values), row.line, value=field[0])
                )
            elif number < opponent and _both_won(field, rows[opponent - 1].fields[round_ - 1]):
                message = sentence(_BOTH_WON, round=round_)
                notices.append(FileProblem(message, row.line, value=field[0]))


def _both_won(one: re.Match[str], other: re.Match[str]) -> bool:
    return one[2] == other[2] == "+" and Code.FORFEIT_WIN not in (_code(one), _code(other))


def _agree(number: int, one: re.Match[str], other: re.Match[str]) -> bool:
    if integer_of(other[1]) != number or (one[3] or "/") != (other[3] or "/"):
        return False
    if one[2] == other[2] == "+":
        return True
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


def _time_control(facts: dict[str, str]) -> str:
    """The time in words: the remark on it, else the adjusted time; and the class, where it is not
    that of these words."""
    remark, minutes = facts.get("CM", ""), facts.get("TM", "")
    text = remark if egf_times(remark) else f"{minutes} min" if minutes.isdecimal() else ""
    if text and remark not in ("", text):
        text = f"{text}, {remark}"
    class_, times = facts.get("CL", "").upper(), egf_times(text)
    if class_ in _CLASSES and (times is None or times.egf_class != class_):
        return f"{text}, class {class_}".removeprefix(", ")
    return text


@dataclass(frozen=True, slots=True)
class EgfTimes:
    """The adjusted time in minutes, and the class of a tournament by its times."""

    adjusted: int
    egf_class: str


_CLASSES = frozenset("ABCD")

_BASIC = re.compile(r"\b([0-9]{1,3}) ?(?:min(?:utes?)?\b|m\b|['’])", re.IGNORECASE | re.ASCII)

_FISCHER = re.compile(r"\+ ?([0-9]{1,3}) ?(?:s|\")", re.IGNORECASE | re.ASCII)

_BYO_YOMI = re.compile(r"byo-?yomi\D{0,9}([0-9]{1,3}) ?s", re.IGNORECASE | re.ASCII)

_CANADIAN = re.compile(
    r"([0-9]{1,3}) ?(?:moves|stones) in ([0-9]{1,4}) ?(s|min)", re.IGNORECASE | re.ASCII
)

_OF_CLASS = re.compile(r"class ([ABCD])\b", re.IGNORECASE)


def egf_times(text: str) -> EgfTimes | None:
    """The adjusted time of a time control in words, and its class: the one that the words name,
    else by the basic and the adjusted time. Source: EGF tournament system rules."""
    canadian = _CANADIAN.search(text)
    words = text.replace(canadian[0], "") if canadian else text
    basic = _BASIC.search(words)
    if basic is None:
        return None
    seconds = adjusted = 60 * integer_of(basic[1])
    fischer = _FISCHER.search(words)
    if fischer:
        adjusted += 120 * integer_of(fischer[1])
    elif byo_yomi := _BYO_YOMI.search(words):
        adjusted += 45 * integer_of(byo_yomi[1])
    elif canadian and integer_of(canadian[1]):
        unit = 60 if canadian[3].lower() == "min" else 1
        adjusted += 60 * unit * integer_of(canadian[2]) // integer_of(canadian[1])
    named = _OF_CLASS.search(text)
    return EgfTimes(
        adjusted // 60, named[1].upper() if named else _class(seconds, adjusted, bool(fischer))
    )


def _class(basic: int, adjusted: int, fischer: bool) -> str:
    least = {"A": (2700, 4500), "B": (1800, 3000), "C": (1200, 1800)}
    if not fischer:
        least = {"A": (3600, 4500), "B": (2400, 3000), "C": (1500, 1800)}
    return next(
        (name for name, (own, all_) in least.items() if basic >= own and adjusted >= all_), "X"
    )


_KEYS = frozenset({"CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM"})


def _facts(text: str, notices: list[FileProblem]) -> dict[str, str]:
    """The headers by their keys."""
    facts = {}
    for line, whole in enumerate(text.splitlines(), start=1):
        found = _HEADER.match(whole.strip())
        if not found:
            continue
        key, value, behind = found[1], found[2].strip(), found[3].strip()
        facts[key] = value
        if behind:
            message = sentence(_TEXT_BEHIND, key=key, value=behind)
            notices.append(FileProblem(message, line, value=behind))
        if key not in _KEYS and value:
            message = sentence(_KEY, key=key, value=value)
            notices.append(FileProblem(message, line, value=value))
    return facts


def _tournament(
    facts: dict[str, str],
    rows: Sequence[Row],
    rounds: int,
    columns: _Columns,
    notices: list[FileProblem],
) -> Tournament:
    country, _comma, city = facts.get("PC", "").partition(",")
    days = [_day(each) for each in facts.get("DT", "").split(",")]
    both_won = _games_both_won(rows)
    entrants = tuple(_entrant(number, row, both_won) for number, row in enumerate(rows, start=1))
    leading = next((name for name in columns.scores if name in ("MMS", "NBW")), "")
    place = columns.scores.index(leading) if leading else 0
    scores = [row.scores[place] if row.scores[place:] else "" for row in rows]
    swiss = leading == "NBW" if leading else is_swiss(entrants, scores)
    notices.extend(_not_followed(columns, rows, swiss=swiss))
    value = Tournament(
        name=facts.get("EV", ""),
        start=days[0],
        finish=days[-1],
        city=city.strip(),
        time_control=_time_control(facts),
        federation=country.strip(),
        kind=SWISS if swiss else MCMAHON,
        rounds=max(rounds, 1),
        entrants=entrants,
        tie_breaks=("SOS", "SOSOS") if swiss else ("MMS", "SOS", "SOSOS"),
        go=GoRules(_settings(facts, swiss=swiss)),
        by_place=True,
    )
    if swiss:
        return value
    for row, text in zip(rows, scores, strict=True):
        if text and _score(text) is None:
            notices.append(FileProblem(sentence(_SCORE, value=text), row.line, value=text))
    lines = {number: row.line for number, row in enumerate(rows, start=1)}
    return _with_absences(_as_rounded(started(value, scores), scores, lines, notices))


def _games_both_won(rows: Sequence[Row]) -> frozenset[tuple[int, int]]:
    """The lines and rounds, from 0, of games that both won."""
    return frozenset(
        (number, round_)
        for number, row in enumerate(rows, start=1)
        for round_, field in enumerate(row.fields)
        if integer_of(field[1]) and _both_won(field, rows[integer_of(field[1]) - 1].fields[round_])
    )


def _not_followed(columns: _Columns, rows: Sequence[Row], *, swiss: bool) -> Iterator[FileProblem]:
    """The columns that are no tie-breaks here; one that divides nobody is none to tell of."""
    for place, name in enumerate(columns.scores):
        values = {row.scores[place] for row in rows if row.scores[place:]}
        known = ("NBW",) if swiss else ("MMS",)
        if name in known or name[:3] == "SOS" or name[:3] == "SOD":
            continue
        if len(values) > 1:
            yield FileProblem(sentence(_NOT_FOLLOWED, name=name), column="Pl Name", value=name)


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


def _entrant(number: int, row: Row, both_won: frozenset[tuple[int, int]]) -> Entrant:
    # The given name is the last word: families have more than one more often.
    family, _blank, given = row.name.rpartition(" ")
    return Entrant(
        number=number,
        family=family or given,
        given=given if family else "",
        federation=row.country,
        rank=row.place,
        results=tuple(
            replace(_result(field), code=Code.FORFEIT_WIN)
            if (number, round_) in both_won
            else _result(field)
            for round_, field in enumerate(row.fields)
        ),
        grade=write_rank(row.rank),
        club=row.club,
        egd_pin=row.pin,
    )


def _result(field: re.Match[str]) -> Result:
    opponent = integer_of(field[1])
    if not opponent:
        return Result(None, None, _code(field))
    colour = {"w": Colour.WHITE, "b": Colour.BLACK}.get(field[4] or "?")
    return Result(opponent, colour, _code(field), min(integer_of(field[5] or "0"), MAX_HANDICAP))


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


def points_of(entrant: Entrant, *, rounded: bool = True) -> Fraction:
    """The points of the rounds; those of rounds without a game are added up and, as usual,
    rounded down."""
    system = PointSystem()
    points = [
        (result.opponent is not None, system.points(result.code) or Fraction(0))
        for result in entrant.results
        if result
    ]
    played = sum((value for is_game, value in points if is_game), Fraction(0))
    unplayed = sum((value for is_game, value in points if not is_game), Fraction(0))
    return played + (floor(unplayed) if rounded else unplayed)


def started(value: Tournament, scores: Sequence[str]) -> Tournament:
    """The tournament with bar, floor and corrections that make these McMahon scores; they show
    whether halves of rounds without a game are rounded down."""
    read = [_score(text) for text in scores]
    rounded = _misfits(value.entrants, read, rounded=True) <= _misfits(
        value.entrants, read, rounded=False
    )
    starts = {
        entrant.number: floor(score - points_of(entrant, rounded=rounded))
        for entrant, score in zip(value.entrants, read, strict=True)
        if score is not None
    }
    if not starts or value.go is None:
        return value
    ranks = {entrant.number: rank_of(entrant) for entrant in value.entrants}
    settings = _start_settings(value.go.settings, starts, ranks)
    settings = replace(settings, round_down=rounded)
    entrants = tuple(
        replace(
            entrant, correction=starts[entrant.number] - _usual(settings, ranks[entrant.number])
        )
        if entrant.number in starts
        else entrant
        for entrant in value.entrants
    )
    return replace(value, entrants=entrants, go=GoRules(settings, value.go.weights))


def _misfits(
    entrants: Sequence[Entrant], scores: Sequence[Fraction | None], *, rounded: bool
) -> int:
    """How many scores are not a whole start score and the points of the rounds."""
    return sum(
        (score - points_of(entrant, rounded=rounded)).denominator != 1
        for entrant, score in zip(entrants, scores, strict=True)
        if score is not None
    )


def _as_rounded(
    value: Tournament, scores: Sequence[str], lines: Mapping[int, int], notices: list[FileProblem]
) -> Tournament:
    """The same tournament; scores that it cannot have are told of."""
    rounded = value.go is None or value.go.settings.round_down
    for entrant, text in zip(value.entrants, scores, strict=True):
        score = _score(text)
        if score is not None and (score - points_of(entrant, rounded=rounded)).denominator != 1:
            message = sentence(_NOT_THE_SCORE, value=text)
            notices.append(FileProblem(message, lines[entrant.number], value=text))
    return value


def _score(text: str) -> Fraction | None:
    if half := _HALF.fullmatch(text):
        text = f"{half[1]}½"
    elif text.startswith("."):
        text = f"0{text}"
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
    times = egf_times(tournament.time_control)
    if times and times.egf_class in _CLASSES:
        yield f"; CL[{times.egf_class}]"
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
    if times:
        yield f"; TM[{times.adjusted}]"
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
                f" |{entrant.egd_pin}" if entrant.egd_pin else "",
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
