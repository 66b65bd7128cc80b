"""What everybody in the hall may read: the pairings of a published round, the standings after the
last complete one."""

from typing import Any

from django.db.models import Q

from events.hall.selectors.state import SIDES, komi_of, played_games
from events.models import RoundResult, Tournament
from events.tournaments.core.domain.results import Outcome, write_outcome, write_points
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.core.selectors.rounds import RoundProgress, progress
from events.tournaments.standings.figures import standings_of

Values = dict[str, Any]


def round_values(tournament: Tournament, number: int) -> Values | None:
    """The games and byes of a round; ``None`` for one that is not there or not published."""
    rounds = progress(tournament.pk)
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


def standings_values(tournament: Tournament) -> Values:
    """The standings after the last round that is complete, with all before it."""
    after = complete_rounds(progress(tournament.pk))
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
    return {"after": after, "rows": rows}


def complete_rounds(rounds: list[RoundProgress]) -> int:
    """How many rounds from the first are published and have all results."""
    count = 0
    for each in rounds:
        if each.is_hidden or not each.is_paired or each.missing:
            break
        count = each.number
    return count
