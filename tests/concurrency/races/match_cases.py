"""Plans for the services of sessions that are played in matches."""

import datetime
from decimal import Decimal

from events.models import PointsRule, Session
from events.sessions.club_points.services import choose_rule, delete_rule, save_rule
from events.sessions.lines.services import saving as lines
from events.sessions.matches.domain.draw import Draw
from events.sessions.matches.services.rounds import change_match_settings, publish_draw
from events.sessions.matches.services.teams import (
    MatchWish,
    TeamEntry,
    add_late_team,
    award_match,
    change_teams,
    create_match_session,
)
from movements.selectors import movement_value
from movements.services import redraw_movement, remove_drawn_movements, store_drawn_movement
from tests.concurrency.races.cases import case, session
from tests.concurrency.races.world import actor
from tests.events.sessions import match_evenings

TITLE = "Swiss"


@case("draw a round", publish_draw, TITLE)
def _drawn() -> dict[str, object]:
    return {
        "session_id": session(TITLE).pk,
        "number": 2,
        "draw": Draw(((1, 2), (3, 4))),
        "by": actor(),
    }


@case("enter a result of a match", lines.enter_result, TITLE)
def _entered() -> dict[str, object]:
    line = match_evenings.line(session(TITLE), 1, 1)
    return {
        "session_id": line.section.session_id,
        "line_id": line.pk,
        "version": line.version,
        "text": "110",
        "by": actor(),
    }


@case("change teams", change_teams, TITLE)
def _changed() -> dict[str, object]:
    entry = TeamEntry("Aalst", Decimal(-1), "slow play", None)
    return {"session_id": session(TITLE).pk, "entries": {1: entry}, "by": actor()}


@case("add a late team", add_late_team, TITLE)
def _late() -> dict[str, object]:
    return {"session_id": session(TITLE).pk, "by": actor()}


@case("award a match", award_match, TITLE)
def _awarded() -> dict[str, object]:
    played = session(TITLE)
    return {
        "session_id": played.pk,
        "match_id": played.bridge_matches.order_by("pk").first().pk,
        "points": (Decimal(12), Decimal(8)),
        "reason": "wrong boards",
        "by": actor(),
    }


@case("change how matches count", change_match_settings, TITLE)
def _counted() -> dict[str, object]:
    play = session(TITLE).match_play
    play.bye_points = Decimal(10)
    return {"play": play, "fields": ["bye_points"], "by": actor()}


@case("set a session of matches up", create_match_session, TITLE)
def _set_up() -> dict[str, object]:
    wish = MatchWish(
        title=TITLE,
        date=datetime.date(2026, 3, 5),
        kind=Session.Matches.SWISS_TEAMS,
        contestants=2,
        boards=2,
        rounds=1,
        by_lot=False,
    )
    return {"wish": wish, "by": actor()}


@case("store a drawn movement", store_drawn_movement, TITLE)
def _stored() -> dict[str, object]:
    movement = session(TITLE).sections.get().movement
    return {"name": movement.name, "value": movement_value(movement)}


@case("put other rounds into a drawn movement", redraw_movement, "movement of Swiss")
def _redrawn() -> dict[str, object]:
    movement = session(TITLE).sections.get().movement
    return {"movement": movement, "value": movement_value(movement)}


@case("remove drawn movements", remove_drawn_movements, "movement of nobody")
def _removed() -> dict[str, object]:
    return {"movement_ids": []}


def _rule() -> PointsRule:
    return PointsRule.objects.get(name="House")


@case("choose a rule for club points", choose_rule, TITLE, "House")
def _chosen() -> dict[str, object]:
    return {"session": session(TITLE), "rule": _rule(), "by": actor()}


@case("save a rule for club points", save_rule, "House")
def _saved() -> dict[str, object]:
    rule = _rule()
    rule.part = 50
    return {"rule": rule}


@case("delete a rule for club points", delete_rule, "House")
def _deleted() -> dict[str, object]:
    return {"rule_id": _rule().pk}
