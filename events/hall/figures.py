"""What everybody in the hall may read: the pairings of a published round, the standings after the
last complete one."""

from typing import Any

from django.db.models import Q

from events.hall.domain.reports import State
from events.hall.selectors.captains import matches_in
from events.hall.selectors.desk import missing_entries
from events.hall.selectors.games import SIDES, played_games
from events.hall.selectors.phones import clock_of, last_published
from events.hall.selectors.state import clock_values, komi_of
from events.models import HallSettings, RoundResult, Tournament
from events.tournaments.core.domain.results import (
    Outcome,
    read_outcome,
    show_outcome,
    write_outcome,
    write_points,
)
from events.tournaments.core.selectors.entries import by_name, shown_entries, tournament_entries
from events.tournaments.core.selectors.rounds import RoundProgress, progress
from events.tournaments.rounds.selectors import shows_mcmahon_scores
from events.tournaments.standings.figures import standings_of
from events.tournaments.teams.domain.matches import game_points

Values = dict[str, Any]


def round_values(
    tournament: Tournament, number: int, rounds: list[RoundProgress] | None = None
) -> Values | None:
    """The games and byes of a round; ``None`` for one that is not there or not published."""
    rounds = progress(tournament.pk) if rounds is None else rounds
    here = next((each for each in rounds if each.number == number), None)
    if here is None or here.is_hidden or not here.is_paired:
        return None
    last = max((each.number for each in rounds if each.is_paired), default=0)
    games = [
        {
            "board": each.game.board_number,
            **{
                name: {
                    "number": each.sides[side].number,
                    "name": each.sides[side].public_name,
                    "strength": each.sides[side].strength_in(tournament),
                }
                for side, name in SIDES.items()
            },
            "handicap": each.game.handicap,
            "komi": komi_of(each.game, tournament),
            "state": str(each.reported.state),
            "result": write_outcome(Outcome(each.game.outcome)) or None,
        }
        for each in played_games(tournament.pk, last, Q(round__number=number))
    ]
    return {"round": number, "games": games, "byes": _byes(here)}


def _byes(here: RoundProgress) -> list[Values]:
    rows = RoundResult.objects.filter(round=here.pk, game=None).select_related("entry__player")
    return [
        {"number": row.entry.number, "name": row.entry.public_name, "kind": row.bye.lower()}
        for row in rows.order_by("entry__number", "pk")
    ]


def standings_values(tournament: Tournament, rounds: list[RoundProgress] | None = None) -> Values:
    """The standings after the last round that is complete, with all before it."""
    after = complete_rounds(progress(tournament.pk) if rounds is None else rounds)
    tournament.shows_hidden_rounds = False
    if not after:
        return {"after": 0, "rows": []}
    names = shown_entries(tournament, public=True)
    standings = standings_of(tournament, after)
    rows = [
        {
            "place": line.place.number,
            "number": line.number,
            "name": names[line.number].name,
            "points": write_points(standings.score_of(line)),
        }
        for line in standings.lines
        if line.number in names
    ]
    score = {"score": "mms"} if shows_mcmahon_scores(tournament) else {}
    return {"after": after, **score, "rows": rows}


def complete_rounds(rounds: list[RoundProgress]) -> int:
    """How many rounds from the first are published and have all results."""
    count = 0
    for each in rounds:
        if each.is_hidden or not each.is_paired or each.missing:
            break
        count = each.number
    return count


def display_values(tournament: Tournament, hall: HallSettings) -> Values:
    """What the screen in the hall shows, page after page; of a round that is not published
    nothing."""
    tournament.shows_hidden_rounds = False
    pages = []
    rounds = progress(tournament.pk)
    current = last_published(rounds)
    shown = round_values(tournament, current.number, rounds) if current else None
    if hall.check_in is not None:
        pages.append(_missing(tournament, hall))
    pages += _matches(tournament, hall, shown["round"] if shown else None)
    if shown is not None:
        pages += [_by_board(shown), _by_name(tournament, shown)]
    if hall.standings:
        standings = standings_values(tournament, rounds)
        if standings["rows"]:
            pages.append({"kind": "standings", **standings})
    return {
        "title": tournament.name,
        "clock": clock_values(clock_of(tournament), current.number if current else 0),
        "pages": pages,
        "announcements": hall.announcements,
        "word": hall.word if hall.asks_word and hall.check_in is not None else "",
    }


def _missing(tournament: Tournament, hall: HallSettings) -> Values:
    missing = missing_entries(tournament.pk, hall.check_in or 0)
    ordered = sorted(missing, key=by_name()) if hall.shows_missing else []
    names = [entry.public_name for entry in ordered]
    return {"kind": "missing", "round": hall.check_in, "count": len(missing), "names": names}


def _matches(tournament: Tournament, hall: HallSettings, current: int | None) -> list[Values]:
    """The matches of teams: of the round that is published with the score of written results, and
    of one whose boards are still hidden who meets whom."""
    if not tournament.teams_meet:
        return []
    pages = []
    for number in sorted(filter(None, {current, hall.line_ups})):
        found = matches_in(tournament, number)
        if found is None or not found.matches:
            continue
        rows = [
            {
                "home": found.teams[match.white].name,
                "away": found.teams[match.black].name,
                "score": [write_points(each) for each in game_points(match, found.event.rules)]
                if number == current
                else None,
            }
            for match in found.matches
        ]
        pages.append({"kind": "matches", "round": number, "rows": rows})
    return pages


def _by_board(shown: Values) -> Values:
    rows = [
        {
            "board": game["board"],
            "white": game["white"]["name"],
            "black": game["black"]["name"],
            "handicap": game["handicap"],
            "komi": game["komi"],
            "result": _result(game),
        }
        for game in shown["games"]
    ]
    rows += [
        {
            "board": None,
            "white": bye["name"],
            "black": None,
            "handicap": 0,
            "komi": None,
            "result": "",
        }
        for bye in shown["byes"]
    ]
    return {"kind": "boards", "round": shown["round"], "rows": rows}


def _result(game: Values) -> str:
    if game["result"] is not None:
        return show_outcome(read_outcome(game["result"]))
    return "–" if game["state"] == State.OPEN else "…"


def _by_name(tournament: Tournament, shown: Values) -> Values:
    key = by_name()
    order = {entry.number: key(entry) for entry in tournament_entries(tournament)}
    rows = [
        {
            "number": game[colour]["number"],
            "name": game[colour]["name"],
            "board": game["board"],
            "colour": colour,
            "opponent": game[other]["name"],
        }
        for game in shown["games"]
        for colour, other in (("white", "black"), ("black", "white"))
    ]
    rows += [
        {
            "number": bye["number"],
            "name": bye["name"],
            "board": None,
            "colour": None,
            "opponent": None,
        }
        for bye in shown["byes"]
    ]
    rows.sort(key=lambda row: order[row.pop("number")])
    return {"kind": "names", "round": shown["round"], "rows": rows}
