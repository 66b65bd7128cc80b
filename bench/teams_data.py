"""The evening of teams whose pages ``bench.pages`` measures."""

import datetime

from django.db.models import F
from django.db.models.functions import Mod
from django.test import Client

from bench.data_set import DataSet
from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.core.selectors import read_matches
from events.sessions.matches.figures.matches import matches_scored
from events.sessions.matches.services.teams import MatchWish, create_match_session
from events.sessions.scoring.figures.scoring import score_session
from events.sessions.setup.services import sessions

BY = Actor()


def teams(_director: Client) -> DataSet:
    """40 teams at 40 tables, who play 28 boards against each other."""
    wish = MatchWish(
        title="Measurement",
        date=datetime.date(2026, 1, 7),
        kind=Session.Matches.SWISS_TEAMS,
        contestants=40,
        boards=28,
        rounds=5,
        by_lot=False,
    )
    session = create_match_session(wish=wish, by=BY)
    score = (Mod(F("board") * 7 + F("table") * 3, 11) - 5) * 50
    TravellerLine.objects.update(score_ns=score)
    sessions.publish(session=session, by=BY)
    scored, matches = score_session(session), read_matches(session.pk)
    assert matches
    asks = {
        "lines read and scored": lambda: score_session(session),
        "their matches scored": lambda: matches_scored(session, matches, scored),
    }
    return DataSet(f"/sessions/{session.pk}/", asks)
