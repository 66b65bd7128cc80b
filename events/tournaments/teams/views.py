"""Whether teams meet each other in a tournament, and what a match is.

Teams that meet each other, as ready rows: standings, crosstable and the matches of a round.

The papers of a round in which teams meet: its matches for the wall and as slips, and what a
player's next game is in the match.

Where teams meet: the matches of a round in a line each, and the best teams for the desk.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_http_methods

from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.common.services import hold_tournament_alone
from events.models import Tournament
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.core.domain.tournament import Tournament as TournamentValue
from events.tournaments.core.selectors.entries import Shown, tournament_entries
from events.tournaments.core.selectors.rounds import board_numbers
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.views.byes import shown_points
from events.tournaments.standings.views import Entries, TieBreakColumn, read_value, tie_rows
from events.tournaments.teams.domain.as_tournament import results_of
from events.tournaments.teams.domain.event import Board, TeamEvent, TeamMatch, numbered
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.matches import game_points, game_points_by_round, outcome
from events.tournaments.teams.domain.standings import (
    USUAL,
    TeamLine,
    board_scores,
    team_lines,
    team_places,
)
from events.tournaments.teams.domain.standings_of_members import TeamStanding
from events.tournaments.teams.forms import MAX_BOARDS, TeamMatchesForm, name_and_meaning
from events.tournaments.teams.selectors import stored_seats, teams_with_players, usual_line_ups
from events.tournaments.teams.services import set_team_matches
from players.domain.characters import search_key


@dataclass(frozen=True, slots=True)
class TeamMember:
    number: int
    name: str
    place: int
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    place: str
    name: str
    points: str
    places: int
    members: list[TeamMember]


def team_rows(lines: Iterable[TeamStanding], entries: Entries) -> list[TeamRow]:
    return [
        TeamRow(
            place=str(line.place),
            name=line.team.name,
            points=shown_points(line.points),
            places=line.places,
            members=[
                TeamMember(
                    number=member.number,
                    name=entries[member.number].name,
                    place=member.place,
                    points=shown_points(member.points),
                    counts=member.counts,
                )
                for member in line.members
            ],
        )
        for line in lines
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def team_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; what is saved holds for all rounds, the played ones too."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rules, tie_breaks = _stored(tournament)
    form = TeamMatchesForm(request.POST or None, rules=rules, tie_breaks=tie_breaks)
    if request.method == "POST" and form.is_valid():
        if form.changed_data:
            set_team_matches(
                tournament=tournament, rules=form.rules, tie_breaks=form.tie_breaks_chosen,
                by=actor(request),
            )  # fmt: skip
        messages.success(request, _("The matches between teams are saved."))
        return redirect("events:tournament-teams", slug)
    status = 422 if form.errors else 200
    context = {"tournament": tournament, "form": form, "tab": "teams"}
    return render(request, "events/tournaments/teams/team_matches.html", context, status=status)


def line_ups_of_round(tournament: Tournament, number: int) -> dict[str, Any]:
    """The teams with their players, and who sits on the boards in a round by now."""
    line_ups = usual_line_ups(tournament, number)
    seats: dict[int, dict[int, int | None]] = {}
    for team, board, entry in stored_seats(tournament, number):
        seats.setdefault(team, {})[board] = entry
    boards = len(tournament.board_colours)
    line_ups |= {
        team: [here.get(board) for board in range(1, boards + 1)] for team, here in seats.items()
    }
    return {"teams": teams_with_players(tournament), "line_ups": line_ups}


def seats_of_round(tournament: Tournament, number: int) -> dict[int, tuple[int, int]]:
    """Team and board of who is to sit in a round, by starting number."""
    of_round = line_ups_of_round(tournament, number)
    numbers = {entry.pk: entry.number for entry in tournament_entries(tournament)}
    return {
        starting: (team, board)
        for team, line_up in of_round["line_ups"].items()
        for board, entry in enumerate(line_up, start=1)
        if (starting := numbers.get(entry))
    }


def _stored(tournament: Tournament) -> tuple[TeamRules | None, tuple[str, ...]]:
    """The rules that are stored, with a colour for every board, and the tie-breaks, if there are
    own ones; ``None`` where teams do not meet."""
    rules = tournament.team_rules
    if rules is None:
        return None, ()
    event = team_event(tournament_value(tournament))
    rules = event.rules if event else rules
    boards = min(rules.boards, MAX_BOARDS) or len(rules.colours)
    rules = replace(rules, colours=(rules.colours * boards)[:boards])
    return rules, tuple(tournament.team_tie_breaks)


_OTHER_SCORE: Final = "MPVGP"

_SIGNS: Final[dict[Code, str]] = {
    Code.WIN: "1", Code.DRAW: "½", Code.LOSS: "0", Code.UNRATED_WIN: "1", Code.UNRATED_DRAW: "½",
    Code.UNRATED_LOSS: "0", Code.FORFEIT_WIN: "+", Code.FORFEIT_LOSS: "−", Code.PENDING: "*",
}  # fmt: skip

BEST: Final = 3
"""How many players of a board are named."""

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
    """A board of a match, White's team on the left; ``white`` says who has the white pieces.
    ``place`` is what it is called everywhere: ``2.4`` is board 4 of match 2."""

    place: str
    left: Shown | None
    right: Shown | None
    score: str
    left_is_white: bool


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match with its boards; ``is_forfeit`` when it was not played. ``key`` is the number of
    White's team, ``number`` that of the match."""

    key: int
    number: int
    left: str
    right: str
    score: str
    boards: list[BoardRow]
    is_forfeit: bool

    @property
    def places(self) -> str:
        """``2.1–2.4``; empty where nobody sits."""
        ends = [self.boards[0].place, self.boards[-1].place] if self.boards else []
        return "–".join(dict.fromkeys(ends))


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The matches of a round by their numbers, and the teams with a bye."""

    number: int
    matches: list[ShownMatch]
    byes: list[str]


@dataclass(frozen=True, slots=True)
class SquadRow:
    """A player of a team; ``board`` is the place in its order, or where the player sat most."""

    board: int
    entry: Shown
    points: str
    games: int
    team: str = ""


@dataclass(frozen=True, slots=True)
class Squad:
    """A team with its players in their order."""

    number: int
    name: str
    players: list[SquadRow]


def squads(event: TeamEvent, entries: Entries) -> list[Squad]:
    """The teams by their numbers."""
    scores = {score.player: score for score in board_scores(event)}
    return [
        Squad(
            team.number,
            team.name,
            [
                SquadRow(
                    place,
                    entries[number],
                    shown_points(scores[number].points) if number in scores else "",
                    scores[number].games if number in scores else 0,
                )
                for place, number in enumerate(team.members, start=1)
                if number in entries
            ],
        )
        for team in event.teams
    ]


def best_by_board(event: TeamEvent, entries: Entries) -> list[tuple[int, list[SquadRow]]]:
    """The best players of each board."""
    names = {member: team.name for team in event.teams for member in team.members}
    found: dict[int, list[SquadRow]] = {}
    for score in board_scores(event):
        here = found.setdefault(score.board, [])
        if len(here) < BEST and score.player in entries:
            entry, points = entries[score.player], shown_points(score.points)
            here.append(SquadRow(score.board, entry, points, score.games, names[score.player]))
    return list(found.items())


def match_table(event: TeamEvent, *, through: int | None = None) -> MatchTable:
    """The standings after a round, in which the places of the teams divide what their points do
    not."""
    codes = event.tie_breaks or USUAL
    lines = team_lines(event, codes, through=through)
    # Its column is there already: both scores have one.
    shown = [index for index, code in enumerate(codes) if code != _OTHER_SCORE]
    values = tie_rows([[line.values[index] for index in shown] for line in lines])
    cells = {number: own[:through] for number, own in _cells(event).items()}
    names = {team.number: team.name for team in event.teams}
    rows = [
        _row(line, names[line.number], cells[line.number], own)
        for line, own in zip(lines, values, strict=True)
    ]
    columns = [
        TieBreakColumn(codes[index], *name_and_meaning(codes[index]), slug="") for index in shown
    ]
    last = max((len(cell) for cell in cells.values()), default=0)
    return MatchTable(rows, range(1, last + 1), columns, event.rules.by_game_points)


def _row(
    line: TeamLine, name: str, cells: tuple[str, ...], values: tuple[SafeString, ...]
) -> MatchRow:
    return MatchRow(
        place=str(line.place),
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
                own = (
                    "w" if result.colour is Colour.WHITE else pgettext("Black in a crosstable", "b")
                )
                cells.append(f"{result.opponent}{own} {_TO_BE_PLAYED if pending else worth}")
            else:
                cells.append(f"–{worth}" if result else _ABSENT)
        found[number] = tuple(cells)
    return found


def matches_of(tournament: Tournament, number: int, entries: Entries) -> ShownRound | None:
    """The matches of a round with their scores, and everybody who sits on a board; ``None`` where
    teams do not meet."""
    event = _event(tournament)
    if event is None:
        return None
    names = {team.number: team.name for team in event.teams}
    matches = [
        _match(match, place, event, names, entries)
        for match, place in numbered(event, board_numbers(tournament.pk))
        if match.round == number
    ]
    return ShownRound(
        number, matches, [names[bye.team] for bye in event.byes if bye.round == number]
    )


def _match(
    match: TeamMatch, number: int, event: TeamEvent, names: Mapping[int, str], entries: Entries
) -> ShownMatch:
    pending = Code.PENDING in outcome(match, event.rules) and not match.boards
    score = " – ".join(shown_points(point) for point in game_points(match, event.rules))
    return ShownMatch(
        key=match.white,
        number=number,
        left=names[match.white],
        right=names[match.black],
        score=_TO_BE_PLAYED if pending else score,
        boards=_boards(match.boards, number, event, entries),
        is_forfeit=match.forfeit is not None,
    )


def _boards(
    boards: Sequence[Board], match: int, event: TeamEvent, entries: Entries
) -> list[BoardRow]:
    return [
        BoardRow(
            place=f"{match}.{number}",
            left=entries.get(board.first) if board.first else None,
            right=entries.get(board.second) if board.second else None,
            score=f"{_SIGNS[board.first_code]} – {_SIGNS[board.second_code]}",
            left_is_white=event.rules.colour(number) is Colour.WHITE,
        )
        for number, board in enumerate(boards, start=1)
    ]


@dataclass(frozen=True, slots=True)
class TeamPaper:
    """The matches of a round, and its ``teams`` in the order of their names: own name, opponent,
    boards."""

    matches: list[ShownMatch]
    teams: list[tuple[str, str, str]]
    names: Mapping[int, str]
    """The team's name by a player's starting number."""


def team_paper(tournament: Tournament, number: int, entries: Entries) -> TeamPaper | None:
    """The matches of a round; ``None`` where teams do not meet."""
    shown = matches_of(tournament, number, entries)
    if shown is None:
        return None
    teams = [(one.left, one.right, one.places) for one in shown.matches]
    teams += [(one.right, one.left, one.places) for one in shown.matches]
    teams += [(name, _("bye"), "") for name in shown.byes]
    in_order = sorted(teams, key=lambda row: search_key(row[0]))
    return TeamPaper(shown.matches, in_order, team_names(tournament))


Places = Mapping[tuple[int, int], str]
"""What boards are called, by the round and a number: in the hall, or that of a player."""


def places_in_matches(tournament: Tournament) -> Places:
    """``2.4``: the boards of the matches; nothing where teams do not meet."""
    event = _event(tournament)
    if event is None:
        return {}
    numbers = board_numbers(tournament.pk)
    return {
        (match.round, numbers[match.round, player]): f"{number}.{place}"
        for match, number in numbered(event, numbers)
        for place, board in enumerate(match.boards, start=1)
        for player in (board.first, board.second)
        if player and (match.round, player) in numbers
    }


def boards_of_players(tournament: Tournament) -> Places:
    """What the board of everybody's games is called, by round and starting number."""
    places = places_in_matches(tournament)
    numbers = board_numbers(tournament.pk)
    return {own: place_of(places, own[0], board) for own, board in numbers.items()}


def place_of(places: Places, number: int, board: int) -> str:
    """What a board is called: as in its match, else by its number in the hall."""
    return places.get((number, board), str(board))


def match_texts(value: TournamentValue) -> dict[tuple[int, int], str]:
    """Team and opponents of a game by its round and a player's starting number; nothing where teams
    do not meet."""
    event = team_event(value)
    return dict(_texts(event)) if event else {}


def _texts(event: TeamEvent) -> list[tuple[tuple[int, int], str]]:
    names = {team.number: team.name for team in event.teams}
    texts = []
    for match in event.matches:
        for board in match.boards:
            sides = (
                (board.first, match.white, match.black),
                (board.second, match.black, match.white),
            )
            for player, own, other in sides:
                if player:
                    text = _("in the match %(team)s – %(opponent)s") % {
                        "team": names[own],
                        "opponent": names[other],
                    }
                    texts.append(((match.round, player), text))
    return texts


@dataclass(frozen=True, slots=True)
class TeamLeader:
    place: str
    name: str
    points: str


def _event(tournament: Tournament) -> TeamEvent | None:
    return team_event(read_value(tournament)) if tournament.teams_meet else None


def team_names(tournament: Tournament) -> dict[int, str]:
    """The team of every player by the starting number; nothing where teams do not meet."""
    event = _event(tournament)
    teams = event.teams if event else ()
    return {member: team.name for team in teams for member in team.members}


def team_leaders(tournament: Tournament, count: int) -> list[TeamLeader]:
    """The first of the standings of teams, with the score that decides; nobody where teams do not
    meet."""
    event = _event(tournament)
    places = team_places(event)[:count] if event else []
    return [TeamLeader(str(each.place), each.name, shown_points(each.points)) for each in places]
