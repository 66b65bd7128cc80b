"""Teams that meet each other, as ready rows: standings, crosstable and the matches of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from events.tournaments.domain.results import Code, Colour
from events.tournaments.domain.teams.as_tournament import results_of
from events.tournaments.domain.teams.event import Board, TeamEvent, TeamMatch
from events.tournaments.domain.teams.scores import game_points, game_points_by_round, outcome
from events.tournaments.domain.teams.standings import USUAL, TeamLine, team_lines
from events.tournaments.forms.team_tie_breaks import name_and_meaning
from events.tournaments.selectors.entries import Shown
from events.tournaments.views.result_rows import TieBreakColumn
from events.tournaments.views.tie_figures import shown_points, tie_rows

Entries = Mapping[int, Shown]
_OTHER_SCORE: Final = "MPVGP"
_SIGNS: Final[dict[Code, str]] = {
    Code.WIN: "1", Code.DRAW: "½", Code.LOSS: "0", Code.UNRATED_WIN: "1", Code.UNRATED_DRAW: "½",
    Code.UNRATED_LOSS: "0", Code.FORFEIT_WIN: "+", Code.FORFEIT_LOSS: "−", Code.PENDING: "*",
}  # fmt: skip
_ABSENT, _TO_BE_PLAYED = "·", "*"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A team's line of the standings; ``cells`` are its rounds."""

    place: str
    number: int
    name: str
    match_points: str
    game_points: str
    cells: tuple[str, ...]
    values: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class MatchTable:
    """``rounds`` are those with a match or a bye; ``first`` is the score that decides."""

    rows: list[MatchRow]
    rounds: range
    tie_breaks: list[TieBreakColumn]
    by_game_points: bool


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a match, White's team on the left; ``white`` says who has the white pieces."""

    number: int
    left: Shown | None
    right: Shown | None
    score: str
    left_is_white: bool


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match with its boards; ``is_forfeit`` when it was not played."""

    left: str
    right: str
    score: str
    boards: list[BoardRow]
    is_forfeit: bool


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The matches of a round by their numbers of White's teams, and the teams with a bye."""

    number: int
    matches: list[ShownMatch]
    byes: list[str]


def match_table(event: TeamEvent) -> MatchTable:
    """The standings, in which the places of the teams divide what their points do not."""
    codes = event.tie_breaks or USUAL
    lines = team_lines(event, codes)
    # Its column is there already: both scores have one.
    shown = [index for index, code in enumerate(codes) if code != _OTHER_SCORE]
    values = tie_rows([[line.values[index] for index in shown] for line in lines])
    cells = _cells(event)
    names = {team.number: team.name for team in event.teams}
    rows = [
        _row(line, names[line.number], cells[line.number], own)
        for line, own in zip(lines, values, strict=True)
    ]
    columns = [
        TieBreakColumn(codes[index], *name_and_meaning(codes[index]), slug="") for index in shown
    ]
    last = max((len(each) for each in cells.values()), default=0)
    return MatchTable(rows, range(1, last + 1), columns, event.rules.by_game_points)


def _row(
    line: TeamLine, name: str, cells: tuple[str, ...], values: tuple[SafeString, ...]
) -> MatchRow:
    return MatchRow(
        place=line.place,
        number=line.number,
        name=name,
        match_points=shown_points(line.match_points),
        game_points=shown_points(line.game_points),
        cells=cells,
        values=values,
    )


def _cells(event: TeamEvent) -> dict[int, tuple[str, ...]]:
    """``3w 2½``: the opponent's number, the colour on board 1, the game points; a bye by its
    game points alone."""
    points = game_points_by_round(event)
    found = {}
    for number, results in results_of(event).items():
        cells = []
        for round_, result in enumerate(results, start=1):
            worth = shown_points(points[number][round_]) if round_ in points[number] else _ABSENT
            if result and result.opponent is not None:
                pending = result.code is Code.PENDING
                own = "w" if result.colour is Colour.WHITE else "b"
                cells.append(f"{result.opponent}{own} {_TO_BE_PLAYED if pending else worth}")
            else:
                cells.append(f"–{worth}" if result else _ABSENT)
        found[number] = tuple(cells)
    return found


def shown_round(event: TeamEvent, number: int, entries: Entries) -> ShownRound:
    """The matches of a round, with everybody who sat on a board."""
    names = {team.number: team.name for team in event.teams}
    matches = [match for match in event.matches if match.round == number]
    return ShownRound(
        number,
        [_match(match, event, names, entries) for match in matches],
        [names[bye.team] for bye in event.byes if bye.round == number],
    )


def _match(
    match: TeamMatch, event: TeamEvent, names: Mapping[int, str], entries: Entries
) -> ShownMatch:
    pending = Code.PENDING in outcome(match, event.rules) and not match.boards
    score = " – ".join(shown_points(each) for each in game_points(match, event.rules))
    return ShownMatch(
        left=names[match.white],
        right=names[match.black],
        score=_TO_BE_PLAYED if pending else score,
        boards=_boards(match.boards, event, entries),
        is_forfeit=match.forfeit is not None,
    )


def _boards(boards: Sequence[Board], event: TeamEvent, entries: Entries) -> list[BoardRow]:
    return [
        BoardRow(
            number=number,
            left=entries.get(board.first) if board.first else None,
            right=entries.get(board.second) if board.second else None,
            score=f"{_SIGNS[board.first_code]} – {_SIGNS[board.second_code]}",
            left_is_white=event.rules.colour(number) is Colour.WHITE,
        )
        for number, board in enumerate(boards, start=1)
    ]
