"""The records of TRF26 about teams that meet each other, one value each.

192 FIDE_TEAM_TYPEA_MP_GP   5- colour preferences, then the score that decides and the other one
352 WBWB                    5- colours of White's team from board 1
362  TW 2.0    TD 1.0       match points of a win, a draw, a loss
240 T RRR NNNN NNNN         5 type of bye, 7-9 round, 11-14, 16-19, … teams
260 FFF LLL NNNN NNNN       5-7, 9-11 rounds, 13-16, 18-21, … teams that must not meet
300 RRR TTT OOO PPPP PPPP   5-7 round, 9-11 team, 13-15 opponent, 17-20, … players from board 1
320 MMMM GGGG TTT TTT       5-8, 10-13 points of the bye, 15-17, 19-21, … team of each round
330 TT RRR WWW BBB          5-6 forfeit, 8-10 round, 12-14, 16-18 teams

Lines that cannot be read are reported and left out. Source: TRF26, Team Section.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, sentence
from events.tournaments.core.domain.results import Code, points_text
from events.tournaments.core.domain.team_facts import Preference, TeamRules
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.files.formats.krause.header import MAX_TEXT_LENGTH
from events.tournaments.files.formats.krause.lines import (
    Line,
    Place,
    Report,
    groups,
    is_storable,
    points_from,
)
from events.tournaments.teams.domain.tie_breaks import known_code

FORFEITS = {
    "+-": (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    "-+": (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
    "--": (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
}
_BYES = {"F": Code.FULL_BYE, "H": Code.HALF_BYE, "Z": Code.ZERO_BYE}
_MATCH_POINTS = re.compile(r"T([WDL])\s*(\d+(?:[.,]\d+)?)", re.ASCII)
_WIDTH = 3
MAX_BOARDS = 99
"""Of a match, as many as are stored."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Record 330."""

    line: int
    round: int
    white: int
    black: int
    codes: tuple[Code, Code]


@dataclass(slots=True)
class TeamRecords:
    """``line_ups`` by round and team, 0 for an empty board; ``byes`` are round, team, code and
    line. ``boards`` is 0 where no record says it."""

    rules: TeamRules = field(default_factory=lambda: TeamRules(boards=0))
    line_ups: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    byes: list[tuple[int, int, Code, int]] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)
    forbidden: list[Forbidden] = field(default_factory=list)
    tie_breaks: tuple[str, ...] = ()
    kind: str = ""


def read_team_records(lines: Iterable[Line], report: Report) -> TeamRecords:
    """What the records say, without looking at teams or games."""
    team_records = TeamRecords()
    readers = {
        "192": _read_type,
        "202": _read_tie_breaks,
        "212": _read_tie_breaks,
        "240": _read_bye,
        "260": _read_forbidden,
        "300": _read_line_up,
        "320": _read_pairing_byes,
        "330": _read_forfeit,
        "352": _read_colours,
        "362": _read_match_points,
    }
    for line in lines:
        if (reader := readers.get(line.tag)) and not reader(line, team_records, report):
            text = line.text.strip()
            report.notice(
                sentence('"%(text)s" cannot be read; it is left out', text=text),
                Place(line.number, value=text),
            )
    return team_records


def _read_type(line: Line, found: TeamRecords, _report: Report) -> bool:
    if "TEAM" in line.data.upper().split("_") and len(line.data) <= MAX_TEXT_LENGTH:
        found.rules = _with_type(found.rules, line.data)
        found.kind = line.data
    return True


def _with_type(rules: TeamRules, code: str) -> TeamRules:
    """The rules with the scores and the colour preferences that the code of a type says."""
    words = code.upper().split("_")
    scores = [word for word in words if word in ("MP", "GP")]
    preference = Preference.TYPE_A
    if "TYPEB" in words:
        preference = Preference.TYPE_B
    elif scores and "TYPEA" not in words:
        preference = Preference.NONE
    return replace(
        rules,
        preference=preference,
        by_game_points=scores[:1] == ["GP"],
        uses_other=len(scores) != 1,
    )


def _read_tie_breaks(line: Line, found: TeamRecords, report: Report) -> bool:
    """202 counts where a file has both; 212 begins with the score that decides."""
    codes = []
    for text in line.data.replace(",", " ").split():
        if text.upper() in ("PTS", "MP", "MPTS"):
            continue
        try:
            # With forfeits as games, which some programs ask for, nothing is computed here.
            codes.append(known_code(text))
        except Refused:
            report.notice(
                sentence('"%(text)s" is not a known tie-break; it is left out', text=text),
                Place(line.number, value=text),
            )
    if line.tag == "202" or not found.tie_breaks:
        found.tie_breaks = tuple(dict.fromkeys(codes))
    return True


def _read_bye(line: Line, found: TeamRecords, _report: Report) -> bool:
    code = _BYES.get(line.columns(5, 5).upper())
    round_, teams = whole_number(line.columns(7, 9).strip()), _numbers(line, 11, 4)
    if code is None or not round_ or not teams:
        return False
    found.byes += [(round_, team, code, line.number) for team in teams]
    return True


def _read_forbidden(line: Line, found: TeamRecords, _report: Report) -> bool:
    first, last = (whole_number(line.columns(*each).strip() or "0") for each in ((5, 7), (9, 11)))
    teams = _numbers(line, 13, 4)
    if first is None or last is None or not teams or len(teams) < 2:
        return False
    found.forbidden.append(Forbidden(tuple(teams), first or None, (last or first) or None))
    return True


def _read_line_up(line: Line, found: TeamRecords, _report: Report) -> bool:
    round_, team = (whole_number(line.columns(*each).strip()) for each in ((5, 7), (9, 11)))
    players = _numbers(line, 17, 4, zeros=True)
    if not round_ or not team or not players:
        return False
    found.line_ups[round_, team] = tuple(players)
    return True


def _read_pairing_byes(line: Line, found: TeamRecords, _report: Report) -> bool:
    match, game = points_from(line.columns(5, 8)), points_from(line.columns(10, 13))
    teams = _numbers(line, 15, _WIDTH, zeros=True)
    if match is None or game is None or teams is None:
        return False
    if not is_storable(match) or not is_storable(game):
        return False
    found.rules = replace(found.rules, bye_match=match, bye_game=game)
    found.byes += [
        (round_, team, Code.PAIRING_BYE, line.number)
        for round_, team in enumerate(teams, start=1)
        if team
    ]
    return True


def _read_forfeit(line: Line, found: TeamRecords, _report: Report) -> bool:
    codes = FORFEITS.get(line.columns(5, 6))
    numbers = [
        whole_number(line.columns(*each).strip()) or 0 for each in ((8, 10), (12, 14), (16, 18))
    ]
    if codes is None or not all(numbers):
        return False
    round_, white, black = numbers
    found.forfeits.append(Forfeit(line.number, round_, white, black, codes))
    return True


def _read_colours(line: Line, found: TeamRecords, _report: Report) -> bool:
    colours = line.data.upper()
    if not 1 <= len(colours) <= MAX_BOARDS or not set(colours) <= {"W", "B"}:
        return False
    found.rules = replace(found.rules, colours=colours, boards=len(colours))
    return True


def _read_match_points(line: Line, found: TeamRecords, _report: Report) -> bool:
    worth = {letter: points_from(text) for letter, text in _MATCH_POINTS.findall(line.text)}
    if not worth or not all(points is None or is_storable(points) for points in worth.values()):
        return False
    fields = {"W": "win", "D": "draw", "L": "loss"}
    changes: dict[str, Fraction] = {
        fields[letter]: points for letter, points in worth.items() if points is not None
    }
    found.rules = replace(found.rules, **changes)  # type: ignore[arg-type]
    return True


def type_word(rules: TeamRules) -> str:
    """The type of a tournament by these rules, as record 192 encodes it."""
    scores = ["GP", "MP"] if rules.by_game_points else ["MP", "GP"]
    preference = {Preference.TYPE_A: ["TYPEA"], Preference.TYPE_B: ["TYPEB"], Preference.NONE: []}
    words = [*preference[rules.preference], *scores[: 2 if rules.uses_other else 1]]
    return f"FIDE_TEAM_{'_'.join(words)}"


def match_points_record(rules: TeamRules) -> str:
    """Record 362."""
    worth = (("TW", rules.win), ("TD", rules.draw), ("TL", rules.loss))
    return f"362 {'   '.join(f'{code}{points_text(points):>4}' for code, points in worth)}"


def type_record(rules: TeamRules, code: str) -> str:
    """Record 192, with the code of a file as long as it says these rules."""
    is_true = code and _with_type(rules, code) == rules
    return f"192 {code if is_true else type_word(rules)}"


def rules_records(rules: TeamRules, code: str = "") -> list[str]:
    """Records 192, 352 and 362 of these rules, without the colours where nobody has said them."""
    colours = [f"352 {rules.colours}"] if rules.boards else []
    return [type_record(rules, code), *colours, match_points_record(rules)]


def _numbers(line: Line, first: int, width: int, *, zeros: bool = False) -> list[int] | None:
    """The numbers in columns of a width from one on; ``None`` when one is none. Empty fields and,
    unless they mean something, zeros are left out."""
    texts = [text.strip() for _column, text in groups(line.text, first, width, width + 1)]
    while texts and not texts[-1]:
        texts.pop()
    numbers = [whole_number(text or "0") for text in texts]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    return known if zeros else [number for number in known if number]
