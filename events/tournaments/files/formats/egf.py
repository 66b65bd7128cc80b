"""Reading a result file of the EGF (``.h9``): players, results, and the scores they began with.

A player's line has place, name, rank, country, club, scores and a field for every round; the place
is missing where it is shared, and the line ``; Pl Name … MMS SOS`` names the scores. A field names
the opponent by the number of the line: ``16+/w2`` is a win with White, two stones given, ``!``
instead of ``/`` one by default, ``0=`` a round without a game for half a point, which in a McMahon
is a round that was missed. ``|`` is followed by the player's EGD pin, ``;`` by a remark. What is
odd, and has one meaning, is read with a notice; every contradiction is reported at once.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.go_settings import GoRules, GoSettings, read_rank, write_rank
from events.tournaments.core.domain.results import Code, Colour, Result, agree, read_points
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.files.domain import FileProblem, Reading
from events.tournaments.files.formats.egf_scores import is_swiss, points_of, read_score, started
from events.tournaments.files.formats.egf_times import CLASSES, egf_times
from events.tournaments.go.domain.event import MCMAHON, SWISS

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
    return read_score(text) is not None


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
    if class_ in CLASSES and (times is None or times.egf_class != class_):
        return f"{text}, class {class_}".removeprefix(", ")
    return text


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
        if text and read_score(text) is None:
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


def _as_rounded(
    value: Tournament, scores: Sequence[str], lines: Mapping[int, int], notices: list[FileProblem]
) -> Tournament:
    """The same tournament; scores that it cannot have are told of."""
    rounded = value.go is None or value.go.settings.round_down
    for entrant, text in zip(value.entrants, scores, strict=True):
        score = read_score(text)
        if score is not None and (score - points_of(entrant, rounded=rounded)).denominator != 1:
            message = sentence(_NOT_THE_SCORE, value=text)
            notices.append(FileProblem(message, lines[entrant.number], value=text))
    return value
