"""The matches of a file become those of its session."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from events.common.services.validation import check
from events.exchange.domain.match_plan import Key, MatchPlan
from events.models import BridgeMatch, BridgeTeam, Contestant, MatchPlay, Session


def store_matches(
    *, session: Session, plan: MatchPlan, contestants: Mapping[Key, Contestant]
) -> None:
    """Store how matches are scored, the teams with their contestants, and the matches."""
    play = MatchPlay(
        session=session,
        boards=plan.boards,
        rounds=plan.rounds,
        scored_by=plan.scored_by,
        scale=plan.scale,
        odd=plan.odd,
    )
    check(play)
    play.save(force_insert=True)
    teams = BridgeTeam.objects.bulk_create(
        BridgeTeam(
            session=session,
            number=each.number,
            name=each.name,
            added=_decimal(each.added),
            reason=_REASON if each.added else "",
            last_round=each.last_round,
        )
        for each in plan.teams
    )
    own = []
    for team, planned in zip(teams, plan.teams, strict=True):
        for key in planned.contestants:
            contestants[key].team = team
            own.append(contestants[key])
    Contestant.objects.bulk_update(own, ["team"])
    by_number = {team.number: team for team in teams}
    BridgeMatch.objects.bulk_create(
        BridgeMatch(
            session=session,
            round=each.round,
            last_round=each.last_round,
            table=each.table,
            home=by_number[each.home],
            away=None if each.away is None else by_number[each.away],
            first_board=each.boards[0] if each.boards else None,
            last_board=each.boards[1] if each.boards else None,
            home_points=None if each.points is None else _decimal(each.points[0]),
            away_points=None if each.points is None else _decimal(each.points[1]),
            reason=each.reason,
        )
        for each in plan.matches
    )


_REASON = "As the file has it"


def _decimal(points: Fraction) -> Decimal:
    return (Decimal(points.numerator) / Decimal(points.denominator)).quantize(Decimal("0.01"))
