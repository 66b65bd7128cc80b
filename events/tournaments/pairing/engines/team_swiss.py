"""The Swiss system for teams of 1 February 2026 by gacrux; the one module that knows this part.

gacrux wants teams numbered from 1 without gaps, keeps the number of a team that is absent (the
parity decides colours), and changes the dictionary that it is given. It takes the game points of a
match from games between players; here every team has one player, and the points are given with
the match. The order of the boards is ours. Source: FIDE handbook, C.04.6.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, write_points
from events.tournaments.core.domain.team_facts import TeamBye, TeamRules
from events.tournaments.pairing.domain.proposal import NOBODY, Pair, Proposal
from events.tournaments.pairing.domain.teams import TeamTask
from events.tournaments.teams.domain.event import TeamMatch
from events.tournaments.teams.domain.matches import game_points, outcome
from events.tournaments.teams.domain.tie_breaks import TeamStages

_LETTERS = {
    Code.WIN: "W", Code.DRAW: "D", Code.LOSS: "L", Code.FORFEIT_WIN: "W", Code.FORFEIT_LOSS: "Z",
    Code.PAIRING_BYE: "P", Code.FULL_BYE: "W", Code.HALF_BYE: "D", Code.ZERO_BYE: "Z",
}  # fmt: skip
_BYE = gettext_noop(
    "The lowest score without which the others can be paired; then the most matches played, then"
    " the largest number (C.04.6)."
)
_NO_LEGAL = gettext_noop(
    "No legal pairing of round %(round)s exists: whoever is paired, a team is left over or meets"
    " a former opponent. The chief arbiter decides (FIDE C.04.6, article 3.3.3)."
)
_FLOAT = gettext_noop("%(upper)s floats up from a score of %(less)s to %(more)s; %(colour)s")
_COLOURS = {
    "4.3.1": gettext_noop("colours by the lot and the number of the team."),
    "4.3.2": gettext_noop("the only colour preference is granted."),
    "4.3.3": gettext_noop("both get the colour that they prefer."),
    "4.3.4": gettext_noop("the strong colour preference is granted."),
    "4.3.5": gettext_noop("White for the team that had it less."),
    "4.3.6": gettext_noop("colours alternate to the latest round in which they differed."),
    "4.3.7": gettext_noop("the first team gets the colour that it prefers."),
    "4.3.8": gettext_noop("the first team alternates its colour."),
    "4.3.9": gettext_noop("the other team alternates its colour."),
}
_NO_RULE = gettext_noop("colours as usual.")


def pair_teams(task: TeamTask) -> Proposal:
    """The round by C.04.6, White's team first. Raises :class:`Refused` where no legal pairing
    exists."""
    if not task.present:
        raise Refused(sentence(NOBODY, round=task.round))
    numbers = sorted(team.number for team in task.event.teams)
    places = {number: place for place, number in enumerate(numbers, start=1)}
    params = {"experimental": [], "verbose": 0, "top_color": task.initial.value, "rank": False}
    try:
        engine = pairing_fideteam(_event(task, places), task.round, params)
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise Refused(sentence(_NO_LEGAL, round=task.round)) from None
    found = [pair for bracket in brackets if bracket for pair in bracket["pairs"]]
    return _proposal(task, found, {place: number for number, place in places.items()})


def _proposal(
    task: TeamTask, found: Iterable[dict[str, Any]], numbers: Mapping[int, int]
) -> Proposal:
    points = TeamStages(task.event).points(task.event.rules.by_game_points)
    scores = {number: point + task.virtual_points(number) for number, point in points.items()}
    pairs, byes = [], []
    for pair in found:
        sides = [numbers[pair[side]] for side in ("w", "b") if pair[side]]
        if len(sides) == 1:
            byes += sides
        else:
            white, black = sides
            why = _COLOURS.get(pair.get("colorrule", ""), _NO_RULE)
            pairs.append(Pair(white, black, _why(white, black, scores, why)))
    in_order = sorted(pairs, key=lambda pair: _board(pair, scores))
    return Proposal(tuple(in_order), tuple(byes), Sentence(_BYE) if byes else None)


def _why(white: int, black: int, scores: Mapping[int, Fraction], rule: str) -> Sentence:
    lower, upper = sorted((white, black), key=lambda number: scores[number])
    values = {"colour": sentence(rule), "points": write_points(scores[upper])}
    if scores[lower] == scores[upper]:
        return sentence("Equal score (%(points)s); %(colour)s", **values)
    less = write_points(scores[lower])
    return sentence(_FLOAT, **values, upper=lower, less=less, more=values["points"])


def _board(pair: Pair, scores: Mapping[int, Fraction]) -> tuple[Fraction, Fraction, int]:
    """The key of a board: the score of the higher ranked, then both, then its number (C.04.2,
    article 3.6)."""
    sides = pair.white, pair.black
    top = min(sides, key=lambda number: (-scores[number], number))
    return -scores[top], -scores[pair.white] - scores[pair.black], top


def _event(task: TeamTask, places: Mapping[int, int]) -> dict[str, Any]:
    rules = task.event.rules
    matches: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for match in task.event.matches:
        games.append(_game(len(games) + 1, match, rules, places))
        matches.append(_match(len(games), match, rules, places))
    matches += [_bye(bye, places) for bye in _every_bye(task)]
    return {
        "tournamentNo": 1,
        "tournamentType": "SWISS",
        "tournamentInfo": {},
        "numRounds": max(task.event.rounds, task.round),
        "currentRound": task.round - 1,
        "topColor": task.initial.value,
        "topColorExplicit": True,
        "teamTournament": True,
        "teamSize": rules.boards,
        "maxMeets": 1,
        "rankOrder": [],
        "pairingSystem": ["fideteam", rules.preference.value, _scores_named(rules)],
        "scoreSystem": _scores(rules),
        "competitors": [_team(number, place, task) for number, place in places.items()],
        "playerSection": {"players": []},
        "gameList": games,
        "matchList": matches,
        "accelerated": {"values": _accelerations(task, places)},
        "prohibited": [
            {
                "firstRound": each.first or 1,
                "lastRound": each.last or task.round,
                "competitors": [places[number] for number in each.numbers if number in places],
            }
            for each in task.event.forbidden
        ],
    }


def _accelerations(task: TeamTask, places: Mapping[int, int]) -> list[dict[str, Any]]:
    """One value a team: gacrux knows ranges, of which the last one that applies counts."""
    return [
        {
            "matchPoints": _decimal(acceleration.points),
            "gamePoints": Decimal(0),
            "firstRound": acceleration.first_round,
            "lastRound": acceleration.last_round,
            "firstCompetitor": places[number],
            "lastCompetitor": places[number],
        }
        for acceleration in task.accelerations
        for number in sorted(acceleration.numbers & places.keys())
    ]


def _scores_named(rules: TeamRules) -> str:
    first, second = ("gp", "mp") if rules.by_game_points else ("mp", "gp")
    return f"{first}+{second}" if rules.uses_other else first


def _scores(rules: TeamRules) -> dict[str, Any]:
    match = {"W": rules.win, "D": rules.draw, "L": rules.loss, "Z": Fraction(0)}
    match["P"] = rules.match_system.pairing_bye
    of_games = dict.fromkeys("ZP", Fraction(0))
    of_games |= {"W": rules.games.win, "D": rules.games.draw, "L": rules.games.loss}
    # A key of two letters is what the outcome brings in game points, where there are no games.
    byes = {
        "PG": Code.PAIRING_BYE, "FG": Code.FULL_BYE, "HG": Code.HALF_BYE, "ZG": Code.ZERO_BYE,
    }  # fmt: skip
    letters = {"F": "W", "H": "D", "A": "Z", "U": "Z"}
    in_games = {key: _decimal(rules.bye_game_points(code)) for key, code in byes.items()}
    return {
        "primary": "game" if rules.by_game_points else "match",
        "match": {key: _decimal(worth) for key, worth in match.items()} | letters | in_games,
        "game": {key: _decimal(worth) for key, worth in of_games.items()} | letters,
    }


def _team(number: int, place: int, task: TeamTask) -> dict[str, Any]:
    return {
        "cid": place,
        "teamId": place,
        "present": number in task.present,
        "matchPoints": Decimal(0),
        "gamePoints": Decimal(0),
        "rank": place,
        "rating": {"list": "", "rating": 0},
        "cplayers": [{"cid": place, "teamId": place, "present": True}],
    }


def _match(
    game: int, match: TeamMatch, rules: TeamRules, places: Mapping[int, int]
) -> dict[str, Any]:
    codes, points = outcome(match, rules), game_points(match, rules)
    sides = {
        side: {"cid": places[team], "result": _LETTERS[code], "gpoints": _decimal(worth)}
        for side, team, code, worth in zip(
            ("white", "black"), (match.white, match.black), codes, points, strict=True
        )
    }
    played = all(code.played for code in codes)
    return {
        "id": 1000 + game, "round": match.round, **sides, "played": played, "rated": False,
        "games": [game],
    }  # fmt: skip


def _game(
    number: int, match: TeamMatch, rules: TeamRules, places: Mapping[int, int]
) -> dict[str, Any]:
    """The one game of a match between the only players of the teams."""
    white, black = outcome(match, rules)
    return {
        "id": number,
        "round": match.round,
        "white": {"cid": places[match.white], "result": _LETTERS[white]},
        "black": {"cid": places[match.black], "result": _LETTERS[black]},
        "played": white.played,
        "rated": False,
        "board": 1,
    }


def _every_bye(task: TeamTask) -> Iterable[TeamBye]:
    """The byes, and one of no points for every round that a team was not there."""
    yield from task.event.byes
    there = {(bye.round, bye.team) for bye in task.event.byes}
    for match in task.event.matches:
        there |= {(match.round, match.white), (match.round, match.black)}
    for team in task.event.teams:
        for round_ in range(1, task.round):
            if (round_, team.number) not in there:
                yield TeamBye(round_, team.number, Code.ZERO_BYE)


def _bye(bye: TeamBye, places: Mapping[int, int]) -> dict[str, Any]:
    return {
        "id": 0,
        "round": bye.round,
        "white": {"cid": places[bye.team], "result": _LETTERS[bye.code]},
        "black": None,
        "played": bye.code is Code.PAIRING_BYE,
        "rated": False,
        "games": [],
    }


def _decimal(points: Fraction) -> Decimal:
    # Points have at most two decimals, so nothing is lost.
    return Decimal(points.numerator) / Decimal(points.denominator)
