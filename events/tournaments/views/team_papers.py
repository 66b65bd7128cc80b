"""The papers of a round in which teams meet: its matches for the wall and as slips, and what a
player's next game is in the match."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from django.utils.translation import gettext as _

from events.models import Tournament
from events.tournaments.domain.teams.event import TeamEvent
from events.tournaments.domain.tournament import Tournament as TournamentValue
from events.tournaments.formats.krause.team_events import kept_lines, says_matches, team_event
from events.tournaments.selectors.rounds import RoundLines
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.views.team_match_rows import BoardRow, Entries, shown_round


@dataclass(frozen=True, slots=True)
class PaperBoard:
    """A board of a match; ``place`` is its number in the hall, empty where there is no game."""

    row: BoardRow
    place: str


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """``places`` are the numbers of its boards in the hall: ``5–8``."""

    left: str
    right: str
    boards: list[PaperBoard]
    places: str


@dataclass(frozen=True, slots=True)
class TeamPaper:
    """``matches`` stand in the order of the boards in the hall, ``teams`` in that of their names:
    own name, opponent, boards."""

    matches: list[PaperMatch]
    teams: list[tuple[str, str, str]]
    names: Mapping[int, str]
    """The team's name by a player's starting number."""


def teams_meet(tournament: Tournament) -> bool:
    """Whether a tournament says that its teams meet each other."""
    return says_matches(kept_lines(each["text"] for each in tournament.kept_records))


def team_paper(
    tournament: Tournament, number: int, lines: RoundLines, entries: Entries
) -> TeamPaper | None:
    """The matches of a round; ``None`` where teams do not meet."""
    event = team_event(tournament_value(tournament)) if teams_meet(tournament) else None
    if event is None:
        return None
    places = {
        side.number: line.board_number for line in lines.games for side in (line.first, line.second)
    }
    shown = shown_round(event, number, entries)
    matches = []
    for each in shown.matches:
        boards = [PaperBoard(row, _place(row, places)) for row in each.boards]
        taken = [int(board.place) for board in boards if board.place]
        paper = PaperMatch(each.left, each.right, boards, _from_to(taken))
        matches.append((min(taken, default=math.inf), paper))
    in_order = [paper for _first, paper in sorted(matches, key=itemgetter(0))]
    teams = [(one.left, one.right, one.places) for one in in_order]
    teams += [(one.right, one.left, one.places) for one in in_order]
    teams += [(name, _("bye"), "") for name in shown.byes]
    names = {member: team.name for team in event.teams for member in team.members}
    return TeamPaper(in_order, sorted(teams, key=lambda row: row[0].casefold()), names)


def match_texts(value: TournamentValue) -> dict[tuple[int, int], str]:
    """Team, opponents and board of a game by its round and a player's starting number; nothing
    where teams do not meet."""
    event = team_event(value)
    return dict(_texts(event)) if event else {}


def _texts(event: TeamEvent) -> list[tuple[tuple[int, int], str]]:
    names = {team.number: team.name for team in event.teams}
    found = []
    for match in event.matches:
        for number, board in enumerate(match.boards, start=1):
            sides = (
                (board.first, match.white, match.black),
                (board.second, match.black, match.white),
            )
            for player, own, other in sides:
                if player:
                    text = _("board %(board)s of the match %(team)s – %(opponent)s") % {
                        "board": number,
                        "team": names[own],
                        "opponent": names[other],
                    }
                    found.append(((match.round, player), text))
    return found


def _place(row: BoardRow, places: Mapping[int | None, int]) -> str:
    sides = [side.number for side in (row.left, row.right) if side]
    return next((str(places[side]) for side in sides if side in places), "")


def _from_to(numbers: list[int]) -> str:
    if not numbers:
        return ""
    first, last = min(numbers), max(numbers)
    return str(first) if first == last else f"{first}–{last}"
